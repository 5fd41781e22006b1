//! Formulas: as much of TeX as the chapters use, read into a tree and drawn as MathML.

use crate::ui::i18n::t;
use leptos::prelude::*;

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Formula {
    /// Pieces beside each other.
    Row(Vec<Formula>),
    /// A variable or a function's name.
    Name(String),
    /// A number.
    Number(String),
    /// An operator or a bracket.
    Sign(String),
    /// A bracket as high as what it holds: `\left(`, `\right)`.
    Fence(String),
    /// Words.
    Words(String),
    /// A fraction.
    Over(Box<Formula>, Box<Formula>),
    /// Something with an index below, an exponent above, or both.
    Scripts {
        /// What they stand at.
        base: Box<Formula>,
        /// Below.
        below: Option<Box<Formula>>,
        /// Above.
        above: Option<Box<Formula>>,
    },
}

/// Commands and what they stand for.
const NAMES: [(&str, &str); 4] = [("alpha", "α"), ("gamma", "γ"), ("tau", "τ"), ("beta", "β")];
const FUNCTIONS: [&str; 4] = ["exp", "min", "max", "log"];
const SIGNS: [(&str, &str); 7] = [("sum", "∑"), ("prod", "∏"), ("cdot", "·"), ("le", "≤"), ("ge", "≥"), ("mid", "|"), ("dots", "…")];

/// Reads a formula.
pub fn read(tex: &str) -> Formula {
    let mut chars: Vec<char> = tex.chars().collect();
    chars.reverse();
    row(&mut chars, false)
}

/// Reads pieces up to the end, or up to the closing brace. `rest` has the next character last.
fn row(rest: &mut Vec<char>, in_braces: bool) -> Formula {
    let mut pieces: Vec<Formula> = Vec::new();
    while let Some(c) = rest.pop() {
        match c {
            '}' if in_braces => break,
            ' ' => {}
            '_' | '^' => {
                let script = Some(Box::new(piece(rest)));
                let (base, mut below, mut above) = match pieces.pop() {
                    Some(Formula::Scripts { base, below, above }) => (base, below, above),
                    Some(base) => (Box::new(base), None, None),
                    None => (Box::new(Formula::Row(Vec::new())), None, None),
                };
                *(if c == '_' { &mut below } else { &mut above }) = script;
                pieces.push(Formula::Scripts { base, below, above });
            }
            _ => {
                rest.push(c);
                pieces.push(piece(rest));
            }
        }
    }
    match <[Formula; 1]>::try_from(pieces) {
        Ok([one]) => one,
        Err(pieces) => Formula::Row(pieces),
    }
}

/// Reads one piece: a group, a command, a number, a character.
fn piece(rest: &mut Vec<char>) -> Formula {
    match rest.pop() {
        Some('{') => row(rest, true),
        Some('\\') => command(rest),
        Some(c) if c.is_ascii_digit() => {
            let mut number = c.to_string();
            while let Some(next) = rest.pop_if(|next| next.is_ascii_digit() || *next == '.') {
                number.push(next);
            }
            Formula::Number(number)
        }
        Some('-') => Formula::Sign("−".to_owned()),
        Some(c) if c.is_alphabetic() => Formula::Name(c.to_string()),
        Some(' ') => piece(rest),
        Some(c) => Formula::Sign(c.to_string()),
        None => Formula::Row(Vec::new()),
    }
}

fn command(rest: &mut Vec<char>) -> Formula {
    let mut name = String::new();
    while let Some(next) = rest.pop_if(|next| next.is_ascii_alphabetic()) {
        name.push(next);
    }
    if name == "frac" {
        let (over, under) = (piece(rest), piece(rest));
        return Formula::Over(Box::new(over), Box::new(under));
    }
    if name == "text" {
        let mut words = String::new();
        rest.pop();
        while let Some(next) = rest.pop_if(|next| *next != '}') {
            words.push(next);
        }
        rest.pop();
        return Formula::Words(words);
    }
    if ["left", "right"].contains(&name.as_str()) {
        return Formula::Fence(rest.pop().map(String::from).unwrap_or_default());
    }
    if FUNCTIONS.contains(&name.as_str()) {
        return Formula::Name(name);
    }
    let known = |list: &[(&str, &str)]| list.iter().find(|(known, _)| *known == name).map(|(_, sign)| (*sign).to_owned());
    known(&NAMES).map(Formula::Name).or_else(|| known(&SIGNS).map(Formula::Sign)).unwrap_or(Formula::Words(name))
}

/// A formula in a line of text.
pub fn inline_math(tex: &str) -> AnyView {
    view! { <math>{draw(&read(tex))}</math> }.into_any()
}

/// A formula of its own, with the same in words for those who do not see it.
pub fn equation(tex: &str, words: &str) -> AnyView {
    view! {
        <div class="equation" tabindex="0" role="group" aria-label=t("chapter-equation")>
            <math display="block" aria-label=words.to_owned()>{draw(&read(tex))}</math>
        </div>
    }
    .into_any()
}

fn draw(formula: &Formula) -> AnyView {
    match formula {
        Formula::Row(pieces) => {
            let pieces: Vec<AnyView> = pieces.iter().map(draw).collect();
            view! { <mrow>{pieces}</mrow> }.into_any()
        }
        Formula::Name(name) => view! { <mi>{name.clone()}</mi> }.into_any(),
        Formula::Number(number) => view! { <mn>{number.clone()}</mn> }.into_any(),
        Formula::Sign(sign) if ["(", ")", "|", "["].contains(&sign.as_str()) => {
            view! { <mo stretchy="false">{sign.clone()}</mo> }.into_any()
        }
        Formula::Sign(sign) | Formula::Fence(sign) => view! { <mo>{sign.clone()}</mo> }.into_any(),
        Formula::Words(words) => view! { <mtext>{words.clone()}</mtext> }.into_any(),
        Formula::Over(over, under) => view! { <mfrac>{draw(over)}{draw(under)}</mfrac> }.into_any(),
        Formula::Scripts { base, below, above } => {
            // Sums have their index below, names beside.
            let is_sum = matches!(&**base, Formula::Sign(sign) if ["∑", "∏"].contains(&sign.as_str()));
            let base = draw(base);
            match (below, above) {
                (Some(below), Some(above)) => view! { <msubsup>{base}{draw(below)}{draw(above)}</msubsup> }.into_any(),
                (Some(below), None) if is_sum => view! { <munder>{base}{draw(below)}</munder> }.into_any(),
                (Some(below), None) => view! { <msub>{base}{draw(below)}</msub> }.into_any(),
                (None, Some(above)) => view! { <msup>{base}{draw(above)}</msup> }.into_any(),
                (None, None) => base,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> Formula {
        Formula::Name(name.to_owned())
    }

    #[test]
    fn formulas_are_read_into_trees() {
        assert_eq!(read("x"), name("x"));
        let scripts = |base: Formula, below: Option<Formula>, above: Option<Formula>| Formula::Scripts {
            base: Box::new(base),
            below: below.map(Box::new),
            above: above.map(Box::new),
        };
        assert_eq!(read(r"\alpha_1"), scripts(name("α"), Some(Formula::Number("1".to_owned())), None));
        assert_eq!(
            read(r"a^{\gamma + 1}"),
            scripts(name("a"), None, Some(Formula::Row(vec![name("γ"), Formula::Sign("+".to_owned()), Formula::Number("1".to_owned())])))
        );
        assert_eq!(
            read(r"\frac{1}{2}"),
            Formula::Over(Box::new(Formula::Number("1".to_owned())), Box::new(Formula::Number("2".to_owned())))
        );
        assert_eq!(
            read(r"p(x \mid \text{legal})"),
            Formula::Row(vec![
                name("p"),
                Formula::Sign("(".to_owned()),
                name("x"),
                Formula::Sign("|".to_owned()),
                Formula::Words("legal".to_owned()),
                Formula::Sign(")".to_owned()),
            ])
        );
        // Nothing a writer types wrongly may stop the page.
        for odd in ["", "}", "_", "^", r"\frac", r"\text{", "{{{", r"\"] {
            read(odd);
        }
    }
}
