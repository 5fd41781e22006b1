//! What a constraint expects, where its automaton stands, and what is wrong with it, in the reader's
//! language: the core gives facts, the catalogue has the words.

use crate::decode::{
    ConstraintError, ConstraintPlace, Excess, Expected, PatternFault, PatternPlace, SchemaFault, StateName, Unsatisfied, ValuePath,
    ValueProgress,
};
use crate::ui::i18n::{key, t, t_args};
use crate::ui::words::{in_quotes, joined};

/// What may come next, with its characters and names in quotes.
pub fn expected(expected: &Expected) -> String {
    said(expected, &in_quotes)
}

/// What may come next, with its characters and names as they are.
pub fn expected_plainly(expected: &Expected) -> String {
    said(expected, &str::to_owned)
}

fn said(expected: &Expected, quote: &dyn Fn(&str) -> String) -> String {
    let character = |byte: u8| quote(&char::from(byte).to_string());
    match expected {
        Expected::Nothing => t("grammar-nothing"),
        Expected::End => t("grammar-end"),
        Expected::Digit => t("grammar-digit"),
        Expected::Letter => t("grammar-letter"),
        Expected::SmallLetter => t("grammar-small-letter"),
        Expected::CapitalLetter => t("grammar-capital-letter"),
        Expected::AnyBut(missing) if missing.is_empty() => t("grammar-any"),
        Expected::AnyBut(missing) => {
            let missing = joined(key("grammar-list"), missing.iter().map(|byte| character(*byte)));
            t_args("grammar-any-but", &[("missing", missing.into())])
        }
        Expected::Byte(b' ') => t("grammar-space"),
        Expected::Byte(b'\n') => t("grammar-line-end"),
        Expected::Byte(b'\t') => t("grammar-tab"),
        Expected::Byte(byte) if byte.is_ascii_control() => t_args("grammar-byte", &[("byte", format!("{byte:02X}").into())]),
        Expected::Byte(byte) => character(*byte),
        Expected::Range(first, last) => format!("{}–{}", character(*first), character(*last)),
        Expected::BeyondAscii => t("grammar-beyond-ascii"),
        Expected::RestOfCharacter => t("grammar-rest-of-character"),
        Expected::Text(text) => quote(text),
        Expected::Key(name) => t_args("grammar-key", &[("name", quote(name).into())]),
        Expected::RestOfKey(name) => t_args("grammar-rest-of-key", &[("name", quote(name).into())]),
        Expected::Character => t("grammar-character"),
        Expected::Escape => t_args("grammar-escape", &[("first", quote("n").into()), ("second", quote("\"").into())]),
        Expected::HexDigit => t("grammar-hex-digit"),
        Expected::Object => t("grammar-object"),
        Expected::List => t("grammar-a-list"),
        Expected::String => t("grammar-string"),
        Expected::Integer => t("grammar-integer"),
        Expected::Number => t("grammar-number"),
        Expected::OneOfMany { n, example } => t_args("grammar-one-of-many", &[("n", (*n).into()), ("example", quote(example).into())]),
        Expected::OneOf(all) => one_of(all.iter().map(|one| said(one, quote))),
    }
}

/// `a, b or c`.
fn one_of(all: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = all.collect();
    let last = all.pop().unwrap_or_default();
    if all.is_empty() { last } else { joined(key("grammar-or"), [joined(key("grammar-list"), all), last]) }
}

/// The name of a state of an automaton.
pub fn state_name(name: &StateName) -> String {
    match name {
        StateName::Start => t("grammar-state-start"),
        StateName::Digits(n) => t_args("grammar-state-digits", &[("n", (*n).into())]),
        StateName::DigitsOrMore(n) => t_args("grammar-state-digits-more", &[("n", (*n).into())]),
        StateName::After(text) => t_args("grammar-state-after", &[("text", text.as_str().into())]),
        StateName::AfterDigit => t("grammar-state-digit"),
        StateName::AfterDigitNumber(n) => t_args("grammar-state-digit-number", &[("n", (*n).into())]),
        StateName::AfterCommaNumber(n) => t_args("grammar-state-comma-number", &[("n", (*n).into())]),
        StateName::Closed => t("grammar-state-closed"),
    }
}

/// Where a value stands in the one around it.
pub fn path(path: &ValuePath) -> String {
    match path {
        ValuePath::Text => t("grammar-the-text"),
        ValuePath::Property(name) => name.clone(),
        ValuePath::Item(n) => t_args("grammar-item", &[("n", usize::from(*n).into())]),
    }
}

/// How far a value is.
pub fn progress(progress: &ValueProgress) -> String {
    let of_most = |key: &str, n: usize, most: usize| t_args(key, &[("n", n.into()), ("most", most.into())]);
    match progress {
        ValueProgress::Due => t("grammar-due"),
        ValueProgress::Begun => t("grammar-begun"),
        ValueProgress::Opened => t("grammar-opened"),
        ValueProgress::WithinKey => t("grammar-within-key"),
        ValueProgress::AfterKey(name) => t_args("grammar-after-key", &[("name", in_quotes(name).into())]),
        ValueProgress::Property(name) => t_args("grammar-property", &[("name", in_quotes(name).into())]),
        ValueProgress::AfterComma => t("grammar-after-comma"),
        ValueProgress::Items(n, most) => of_most(key("grammar-items"), (*n).into(), (*most).into()),
        ValueProgress::Characters(n, most) => of_most(key("grammar-characters"), (*n).into(), (*most).into()),
        ValueProgress::AfterSign => t("grammar-after-sign"),
        ValueProgress::Zero => t("grammar-zero"),
        ValueProgress::Digits(n, most) => of_most(key("grammar-digits"), (*n).into(), (*most).into()),
        ValueProgress::AfterPoint => t("grammar-after-point"),
        ValueProgress::FractionDigits(n, most) => of_most(key("grammar-fraction-digits"), (*n).into(), (*most).into()),
    }
}

/// A place of the automaton.
pub fn place(place: &ConstraintPlace) -> String {
    match place {
        ConstraintPlace::State(name) => state_name(name),
        ConstraintPlace::Value { path: at, name, progress: how_far } => {
            t_args("grammar-place", &[("path", path(at).into()), ("name", expected(name).into()), ("progress", progress(how_far).into())])
        }
        ConstraintPlace::Closed => t("grammar-all-closed"),
    }
}

/// What is wrong with a constraint, in a sentence.
pub fn error(error: &ConstraintError) -> String {
    let at = |path: &str| ("path", path.into());
    match error {
        ConstraintError::UnknownKind { given } => {
            t_args("grammar-error-kind", &[("given", in_quotes(given).into()), ("kinds", kinds().into())])
        }
        ConstraintError::BadRegex { fault, at, position } => {
            let fault = pattern_fault(fault);
            let fault = match at {
                Some(PatternPlace::Character(c)) => {
                    t_args("grammar-fault-at", &[("fault", fault.into()), ("character", in_quotes(&c.to_string()).into())])
                }
                Some(PatternPlace::End) => t_args("grammar-fault-at-end", &[("fault", fault.into())]),
                None => fault,
            };
            t_args("grammar-error-regex", &[("n", (position + 1).into()), ("fault", fault.into())])
        }
        ConstraintError::BadSchemaJson { message, .. } => t_args("grammar-error-json", &[("why", message.as_str().into())]),
        ConstraintError::BadSchema { path, why } => t_args("grammar-error-schema", &[at(path), ("why", schema_fault(why).into())]),
        ConstraintError::BadKeyword { keyword, path, why } => {
            let keyword = ("keyword", in_quotes(keyword).into());
            t_args("grammar-error-keyword", &[keyword, at(path), ("why", schema_fault(why).into())])
        }
        ConstraintError::UnsupportedKeyword { keyword, path } => {
            t_args("grammar-error-unsupported", &[("keyword", in_quotes(keyword).into()), at(path)])
        }
        ConstraintError::Unsatisfiable { path, why } if path.is_empty() => {
            t_args("grammar-error-unsatisfiable", &[("why", unsatisfied(why).into())])
        }
        ConstraintError::Unsatisfiable { path, why } => {
            t_args("grammar-error-unsatisfiable-at", &[at(path), ("why", unsatisfied(why).into())])
        }
        ConstraintError::TooLarge { what, limit } => {
            t_args("grammar-error-large", &[("what", excess(what).into()), ("limit", (*limit).into())])
        }
    }
}

/// The kinds of constraints, by their names in links.
pub fn kinds() -> String {
    one_of(ConstraintError::KINDS.iter().map(|kind| (*kind).to_owned()))
}

fn pattern_fault(fault: &PatternFault) -> String {
    t(match fault {
        PatternFault::UnclosedGroup => "grammar-fault-unclosed-group",
        PatternFault::UnopenedGroup => "grammar-fault-unopened-group",
        PatternFault::UnclosedClass => "grammar-fault-unclosed-class",
        PatternFault::BadRange => "grammar-fault-range",
        PatternFault::NothingToRepeat => "grammar-fault-nothing-to-repeat",
        PatternFault::UnclosedCount => "grammar-fault-unclosed-count",
        PatternFault::NoCount => "grammar-fault-no-count",
        PatternFault::BadCount => "grammar-fault-count",
        PatternFault::UnfinishedEscape => "grammar-fault-unfinished-escape",
        PatternFault::UnknownEscape => "grammar-fault-unknown-escape",
        PatternFault::BackReference => "grammar-fault-back-reference",
        PatternFault::LookAround => "grammar-fault-look-around",
        PatternFault::WordBoundary => "grammar-fault-word-boundary",
        // Rare, and only the crate that read it knows what it is.
        PatternFault::Other(words) => return words.clone(),
    })
}

fn schema_fault(fault: &SchemaFault) -> String {
    match fault {
        SchemaFault::NoObject => t("grammar-fault-no-object"),
        SchemaFault::SaysNothing => {
            t_args("grammar-fault-says-nothing", &[("keywords", one_of_quoted(&["type", "enum", "const", "anyOf"]).into())])
        }
        SchemaFault::NoCount { most } => t_args("grammar-fault-count-to", &[("most", (*most).into())]),
        SchemaFault::NoSchemas => t("grammar-fault-no-schemas"),
        SchemaFault::NoType => t_args("grammar-fault-no-type", &[("types", SchemaFault::TYPES.join(", ").into())]),
        SchemaFault::BeginAlike(c) => t_args("grammar-fault-begin-alike", &[("character", in_quotes(&c.to_string()).into())]),
        SchemaFault::NoItems => t("grammar-fault-no-items"),
        SchemaFault::NoProperties => t("grammar-fault-no-properties"),
        SchemaFault::NoBoolean => t("grammar-fault-no-boolean"),
        SchemaFault::NoNames => t("grammar-fault-no-names"),
        SchemaFault::NoSuchProperty(name) => t_args("grammar-fault-no-such-property", &[("name", in_quotes(name).into())]),
        SchemaFault::NoValues => t("grammar-fault-no-values"),
        SchemaFault::BesideEnum => t_args("grammar-fault-beside", &[("keyword", in_quotes("enum").into())]),
        SchemaFault::NoWholeNumber => t("grammar-fault-no-whole-number"),
        SchemaFault::UnsupportedBounds { most } => {
            t_args("grammar-fault-bounds", &[("keyword", in_quotes("minimum").into()), ("most", most.unsigned_abs().into())])
        }
    }
}

/// `“a”, “b” and “c”`.
fn one_of_quoted(names: &[&str]) -> String {
    let mut names: Vec<String> = names.iter().map(|name| in_quotes(name)).collect();
    let last = names.pop().unwrap_or_default();
    joined(key("grammar-and"), [joined(key("grammar-list"), names), last])
}

fn unsatisfied(why: &Unsatisfied) -> String {
    match why {
        Unsatisfied::DigitBounds { min, max } => t_args("grammar-no-digits", &[("least", (*min).into()), ("most", (*max).into())]),
        Unsatisfied::NoList => t("grammar-no-list"),
        Unsatisfied::NoMatch => t("grammar-no-match"),
        Unsatisfied::Bounds([(first, least), (second, most)]) => {
            let values = [
                ("first", in_quotes(first).into()),
                ("least", least.to_string().into()),
                ("second", in_quotes(second).into()),
                ("most", most.to_string().into()),
            ];
            t_args("grammar-no-bounds", &values)
        }
        Unsatisfied::NoChoice => t("grammar-no-choice"),
        Unsatisfied::NoValueOfType => t("grammar-no-value"),
    }
}

fn excess(what: &Excess) -> String {
    let at = |key: &str, path: &str| t_args(key, &[("path", path.into())]);
    match what {
        Excess::Digits => t("grammar-excess-digits"),
        Excess::Items => t("grammar-excess-items"),
        Excess::States => t("grammar-excess-states"),
        Excess::SchemaBytes => t("grammar-excess-schema"),
        Excess::ShortestText(path) => at(key("grammar-excess-text"), path),
        Excess::Nesting(path) => at(key("grammar-excess-nesting"), path),
        Excess::Values(path) => at(key("grammar-excess-values"), path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Constraint, ConstraintSpec, ConstraintState};
    use crate::ui::i18n::{LANGUAGES, speak_in_test};

    /// The core's words with what they quote in backquotes in typographic quotes instead.
    fn quoted(text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find('`') {
            out.push_str(&rest[..start]);
            let inner = &rest[start + 1..];
            // A quoted backquote is its own text.
            let len = if inner.starts_with('`') { Some(1) } else { inner.find('`') };
            match len.filter(|len| inner[*len..].starts_with('`')) {
                Some(len) => {
                    out.push_str(&in_quotes(&inner[..len]));
                    rest = &inner[len + 1..];
                }
                None => {
                    out.push('`');
                    rest = inner;
                }
            }
        }
        out + rest
    }

    const CONSTRAINTS: [&str; 10] = [
        "digits:0-12",
        "digits:3-",
        "list",
        "list:3",
        r"regex:[A-Z][a-z]*( [a-z]+){2,3}[.!?]\n?",
        r"regex:[^\x00-\x08]+\t",
        r#"regex:[^"\\]+"#,
        r"regex:[ab0-5é猫]{2}\x01",
        r#"json:{"type":"object","properties":{"a":{"type":"string","minLength":1,"maxLength":4},"of":{"enum":[1,2,3,"x","y\n"]},
            "on":{"type":"boolean"},"n":{"type":["integer","null"]},"l":{"type":"array","items":{"type":"number"}}},"required":["of","n","l"]}"#,
        r#"json:{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"object","properties":{}}}]}"#,
    ];

    /// Every place of a constraint that a walk over a few texts meets.
    fn places(text: &str) -> (Constraint, Vec<ConstraintState>) {
        let constraint = ConstraintSpec::from_text(text).and_then(Constraint::compile).expect("a usable constraint");
        let mut places = vec![constraint.start()];
        let mut idx = 0;
        while idx < places.len() && places.len() < 400 {
            let state = places[idx].clone();
            for byte in constraint.allowed_bytes(&state).iter() {
                let next = constraint.advance(&state, &[byte]).expect("it is allowed");
                if !places.contains(&next) && places.len() < 400 {
                    places.push(next);
                }
            }
            places.extend(constraint.end(&state).filter(|end| !places.contains(end)));
            idx += 1;
        }
        (constraint, places)
    }

    // The core speaks English for logs, and the page's English must not drift away from it.
    #[test]
    fn the_page_says_in_english_what_the_core_says() {
        let mut n_said = std::collections::BTreeSet::new();
        for text in CONSTRAINTS {
            let (constraint, places) = places(text);
            for state in places {
                let next = constraint.expected(&state);
                assert_eq!(expected(&next), quoted(&next.to_string()), "{text}");
                let at = ConstraintPlace::of(&constraint, &state);
                assert_eq!(place(&at), quoted(&at.to_string()), "{text}");
                n_said.insert(expected(&next));
            }
        }
        assert!(n_said.len() > 60, "{n_said:?}");
    }

    fn errors() -> Vec<ConstraintError> {
        let texts = [
            "poem:x",
            "regex:a(b",
            "regex:a)",
            "regex:[a",
            "regex:[z-a]",
            "regex:*",
            "regex:a{2",
            "regex:a{}",
            "regex:a{3,2}",
            r"regex:a\",
            r"regex:\y",
            r"regex:(a)\1",
            "regex:(?=a)",
            r"regex:\bcat",
            "regex:(?z)",
            "regex:(?:a{1000}){1000}",
            "regex:a^",
            "digits:5-2",
            "digits:1-999999",
            "list:99999",
            "json:{",
            "json:true",
            "json:{}",
            r#"json:{"type":"string","pattern":"b"}"#,
            r#"json:{"type":"string","maxLength":-1}"#,
            r#"json:{"type":"string","minLength":3,"maxLength":2}"#,
            r#"json:{"anyOf":3}"#,
            r#"json:{"anyOf":[]}"#,
            r#"json:{"type":"thing"}"#,
            r#"json:{"type":["integer","number"]}"#,
            r#"json:{"type":"array"}"#,
            r#"json:{"type":"object","properties":3}"#,
            r#"json:{"type":"object","additionalProperties":3}"#,
            r#"json:{"type":"object","required":3}"#,
            r#"json:{"type":"object","required":["a"]}"#,
            r#"json:{"enum":3}"#,
            r#"json:{"enum":[1],"const":1}"#,
            r#"json:{"type":"string","enum":[1]}"#,
            r#"json:{"type":"number","maximum":0.5}"#,
            r#"json:{"type":"number","maximum":3}"#,
            r#"json:{"type":"integer","minimum":3,"maximum":1}"#,
        ];
        let mut errors: Vec<ConstraintError> =
            texts.iter().map(|text| ConstraintSpec::from_text(text).and_then(Constraint::compile).expect_err(text)).collect();
        let nested = (0..20).fold(r#"{"type":"null"}"#.to_owned(), |inner, _| format!(r#"{{"type":"array","items":{inner}}}"#));
        let long =
            (0..9).fold(r#"{"type":"null"}"#.to_owned(), |inner, _| format!(r#"{{"type":"array","minItems":4000,"items":{inner}}}"#));
        let values: Vec<String> = (0..9000).map(|n| format!("\"{n:08}\"")).collect();
        let many = format!(r#"{{"enum":[{}]}}"#, values[..6000].join(","));
        for schema in [nested, long, many, " ".repeat(1 << 17)] {
            errors.push(Constraint::compile(ConstraintSpec::JsonSchema { schema }).expect_err("too large"));
        }
        errors
    }

    #[test]
    fn every_fault_of_a_constraint_is_said_in_every_language_and_in_english_as_the_core_says_it() {
        let errors = errors();
        for error_now in &errors {
            let core = quoted(&error_now.to_string());
            let core: String = core.chars().take(1).flat_map(char::to_uppercase).chain(core.chars().skip(1)).chain(['.']).collect();
            // The page sets thousands apart.
            assert_eq!(error(error_now).replace(',', ""), core.replace(',', ""), "{error_now:?}");
        }
        let said_in = |code: &'static str| {
            speak_in_test(code);
            errors.iter().map(error).collect::<Vec<String>>()
        };
        let english = said_in("en");
        for (code, _) in LANGUAGES.iter().filter(|(code, _)| *code != "en") {
            for (ours, theirs) in said_in(code).iter().zip(&english) {
                assert!(ours != theirs && !ours.contains("{$") && !ours.contains("grammar-"), "{code}: {ours}");
            }
        }
        speak_in_test("en");
    }
}
