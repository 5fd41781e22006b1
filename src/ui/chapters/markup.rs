//! The chapters' sources are Markdown that reads well as it is. This reads as much of it as they use: headings with
//! ids, paragraphs, lists, tables, formulas, and three kinds of links of our own: `set:` turns a figure's dial,
//! `figure:` and `exercise:` put a figure or an exercise in its place.

use crate::decode::ExerciseId;

/// A piece of a line.
#[derive(Clone, Debug, PartialEq)]
pub enum Inline {
    /// Words.
    Text(String),
    /// `**words**`
    Strong(String),
    /// `*words*`
    Emphasis(String),
    /// `` `words` ``
    Code(String),
    /// `$formula$`
    Math(String),
    /// `[words](address)`
    Link {
        /// The words.
        words: String,
        /// The address.
        href: String,
    },
    /// `[words](set:figure.dial=1&other=2)`: what the reader can do here.
    Do {
        /// The words.
        words: String,
        /// Each dial, `figure.dial`, and what it is set to.
        settings: Vec<(String, f64)>,
    },
}

/// A paragraph, or what stands in the place of one.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// `# Title`
    Title(String),
    /// `## Section {#id}`
    Section {
        /// Its title.
        title: String,
        /// Its anchor.
        id: String,
    },
    /// A paragraph.
    Paragraph(Vec<Inline>),
    /// A list.
    Items(Vec<Vec<Inline>>),
    /// A table; its first row is the head.
    Table(Vec<Vec<Vec<Inline>>>),
    /// `$$ formula $$`, with the line below that says it in words.
    Equation {
        /// The formula.
        tex: String,
        /// The same in words.
        words: String,
    },
    /// `![caption](figure:name?dial=1)`
    Figure {
        /// Which figure, and which of its kind: `sampler-filters`.
        name: String,
        /// The caption.
        caption: String,
        /// What its dials are set to at first: `sampler-filters.top_p`.
        settings: Vec<(String, f64)>,
    },
    /// `![Exercise: title](exercise:name)`
    Exercise(ExerciseId),
}

/// Reads a chapter.
pub fn parse(text: &str) -> Vec<Block> {
    text.split("\n\n").map(str::trim).filter(|block| !block.is_empty()).map(block).collect()
}

fn block(text: &str) -> Block {
    if let Some(title) = text.strip_prefix("# ") {
        return Block::Title(title.to_owned());
    }
    if let Some(heading) = text.strip_prefix("## ") {
        let (title, id) = heading.split_once(" {#").unwrap_or((heading, ""));
        return Block::Section { title: title.to_owned(), id: id.trim_end_matches('}').to_owned() };
    }
    if let Some((tex, rest)) = text.strip_prefix("$$").and_then(|text| text.split_once("$$")) {
        let words = rest.trim().trim_start_matches("(In words: ").trim_end_matches(')');
        return Block::Equation { tex: tex.trim().to_owned(), words: words.to_owned() };
    }
    if let Some((caption, target)) = text.strip_prefix("![").and_then(|text| text.split_once("](")) {
        let target = target.trim_end_matches(')');
        if let Some(id) = target.strip_prefix("exercise:").and_then(ExerciseId::of_name) {
            return Block::Exercise(id);
        }
        if let Some(figure) = target.strip_prefix("figure:") {
            let (name, query) = figure.split_once('?').unwrap_or((figure, ""));
            return Block::Figure { name: name.to_owned(), caption: caption.to_owned(), settings: settings(name, query) };
        }
    }
    if text.starts_with("- ") {
        return Block::Items(text.split("\n- ").map(|item| inlines(item.trim_start_matches("- "))).collect());
    }
    if text.starts_with('|') {
        let rows = text.lines().filter(|line| !line.starts_with("|---"));
        let cells = |line: &str| line.trim().trim_matches('|').split('|').map(|cell| inlines(cell.trim())).collect();
        return Block::Table(rows.map(cells).collect());
    }
    Block::Paragraph(inlines(&text.replace('\n', " ")))
}

/// Dials of a figure and what they are set to.
fn settings(figure: &str, query: &str) -> Vec<(String, f64)> {
    let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.filter_map(|(dial, value)| Some((format!("{figure}.{dial}"), value.parse().ok()?))).collect()
}

/// The pieces of a line.
fn inlines(text: &str) -> Vec<Inline> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let found = match c {
            '*' => delimited(rest, "**")
                .map(|(words, rest)| (Inline::Strong(words), rest))
                .or_else(|| delimited(rest, "*").map(|(words, rest)| (Inline::Emphasis(words), rest))),
            '`' => delimited(rest, "`").map(|(words, rest)| (Inline::Code(words), rest)),
            '$' => delimited(rest, "$").map(|(tex, rest)| (Inline::Math(tex), rest)),
            '[' => link(rest),
            _ => None,
        };
        match found {
            Some((piece, after)) => {
                if !plain.is_empty() {
                    pieces.push(Inline::Text(std::mem::take(&mut plain)));
                }
                pieces.push(piece);
                rest = after;
            }
            None => {
                plain.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    if !plain.is_empty() {
        pieces.push(Inline::Text(plain));
    }
    pieces
}

/// What stands between two equal marks, and what follows.
fn delimited<'a>(text: &'a str, mark: &str) -> Option<(String, &'a str)> {
    let (words, rest) = text.strip_prefix(mark)?.split_once(mark)?;
    (!words.is_empty()).then(|| (words.to_owned(), rest))
}

fn link(text: &str) -> Option<(Inline, &str)> {
    let (words, rest) = text.strip_prefix('[')?.split_once("](")?;
    if words.contains('[') {
        return None;
    }
    let (target, rest) = rest.split_once(')')?;
    let words = words.to_owned();
    let piece = match target.strip_prefix("set:").and_then(|dials| dials.split_once('.')) {
        Some((figure, query)) => Inline::Do { words, settings: settings(figure, query) },
        None => Inline::Link { words, href: target.to_owned() },
    };
    Some((piece, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_into_its_pieces() {
        let text = |words: &str| Inline::Text(words.to_owned());
        assert_eq!(
            inlines("A **b** *c* `d*` $x_1$ [e](https://x.org) [f](set:fig-a.t=0.5&k=3). 2 * 3 [x"),
            [
                text("A "),
                Inline::Strong("b".to_owned()),
                text(" "),
                Inline::Emphasis("c".to_owned()),
                text(" "),
                Inline::Code("d*".to_owned()),
                text(" "),
                Inline::Math("x_1".to_owned()),
                text(" "),
                Inline::Link { words: "e".to_owned(), href: "https://x.org".to_owned() },
                text(" "),
                Inline::Do { words: "f".to_owned(), settings: vec![("fig-a.t".to_owned(), 0.5), ("fig-a.k".to_owned(), 3.0)] },
                text(". 2 * 3 [x"),
            ]
        );
    }

    #[test]
    fn blocks_are_told_apart() {
        let blocks = parse(
            "# T\n\n## S {#s}\n\n![C](figure:sampler-x?t=1)\n\nwords\nmore\n\n$$ a $$\n(In words: it is a.)\n\n- one\n- two\n\n| a | b |\n|---|---|\n| c | d |\n\n![E](exercise:mask)\n",
        );
        assert_eq!(blocks.len(), 8);
        assert_eq!(blocks[1], Block::Section { title: "S".to_owned(), id: "s".to_owned() });
        assert_eq!(
            blocks[2],
            Block::Figure { name: "sampler-x".to_owned(), caption: "C".to_owned(), settings: vec![("sampler-x.t".to_owned(), 1.0)] }
        );
        assert_eq!(blocks[3], Block::Paragraph(vec![Inline::Text("words more".to_owned())]));
        assert_eq!(blocks[4], Block::Equation { tex: "a".to_owned(), words: "it is a.".to_owned() });
        assert!(matches!(&blocks[5], Block::Items(items) if items.len() == 2));
        assert!(matches!(&blocks[6], Block::Table(rows) if rows.len() == 2 && rows[1].len() == 2));
        assert_eq!(blocks[7], Block::Exercise(ExerciseId::Mask));
    }
}
