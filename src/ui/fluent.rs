//! A reader of the part of Fluent that our catalogues use: messages with placeables, references to other
//! messages, and plural selectors. See <https://projectfluent.org/fluent/guide/>; the tests hold it against
//! `fluent-bundle`, which would make the page fifty kilobytes larger.
//!
//! What it leaves out, and the tests refuse in our files: attributes, terms, functions, and indents that mean
//! something. Numbers come in ready to be read, because the page rounds them with care.

use std::collections::BTreeMap;
use std::ops::Range;

/// What stands where a message says `{ $name }`.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A count, written with its thousands apart; it chooses among plural forms.
    Count(u64),
    /// Text as it is. A form whose key equals it is chosen.
    Text(String),
}

impl From<usize> for Value {
    fn from(n: usize) -> Self {
        Self::Count(n as u64)
    }
}

impl From<u64> for Value {
    fn from(n: u64) -> Self {
        Self::Count(n)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

/// What a language does with counts.
pub trait Counting {
    /// The plural category of a count, by the names of the CLDR: `one`, `few`, `other`.
    fn category(&self, n: u64) -> String;
    /// The count in digits: `12,345`.
    fn digits(&self, n: u64) -> String;
}

/// Receives what a message says, bit by bit: words of the catalogue, whose markup counts, or a value, whose does not.
pub type Sink<'a> = &'a mut dyn FnMut(&str, bool);

/// The messages of one language: the file's text, and where each message's pattern lies in it.
pub struct Messages {
    text: String,
    patterns: BTreeMap<String, Range<usize>>,
}

/// How deep messages may refer to each other: one that refers to itself must end.
const MAX_DEPTH: usize = 4;

impl Messages {
    /// Reads a file. What is no message is passed over, as Fluent asks: one broken line must not cost the others.
    pub fn parse(text: impl Into<String>) -> Self {
        let text = text.into();
        let mut patterns = BTreeMap::new();
        let mut open: Option<(String, Range<usize>)> = None;
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let end = start + line.len();
            let goes_on = line.starts_with(' ') || line.trim().is_empty();
            if goes_on {
                if let Some((_, range)) = &mut open {
                    range.end = end;
                }
            } else {
                patterns.extend(open.take());
                if let Some((id, _)) = line.split_once('=')
                    && id.starts_with(|c: char| c.is_ascii_alphabetic())
                {
                    open = Some((id.trim_end().to_owned(), start + id.len() + 1..end));
                }
            }
            start = end;
        }
        patterns.extend(open);
        Self { text, patterns }
    }

    /// Whether there is such a message.
    #[cfg(test)]
    pub fn has(&self, id: &str) -> bool {
        self.patterns.contains_key(id)
    }

    /// Every message's name, in alphabetical order.
    #[cfg(test)]
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.patterns.keys().map(String::as_str)
    }

    /// Says a message; `false` if there is none of this name.
    pub fn say(&self, id: &str, values: &[(&str, Value)], counting: &dyn Counting, sink: Sink) -> bool {
        self.say_at(id, values, counting, sink, MAX_DEPTH)
    }

    fn say_at(&self, id: &str, values: &[(&str, Value)], counting: &dyn Counting, sink: Sink, depth: usize) -> bool {
        let Some(range) = self.patterns.get(id) else { return false };
        let teller = Teller { messages: self, values, counting, depth };
        teller.pattern(self.text[range.clone()].trim(), sink);
        true
    }
}

/// What is needed to say one message.
struct Teller<'a> {
    messages: &'a Messages,
    values: &'a [(&'a str, Value)],
    counting: &'a dyn Counting,
    depth: usize,
}

impl Teller<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.values.iter().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Text and placeables, one after the other. A line's indent belongs to the file, not to the text.
    fn pattern(&self, mut rest: &str, sink: Sink) {
        while let Some(start) = rest.find('{') {
            self.text(&rest[..start], sink);
            let len = placeable_len(&rest[start..]);
            let inner = rest[start..start + len].trim_start_matches('{').strip_suffix('}').unwrap_or_default();
            self.placeable(inner.trim(), sink);
            rest = &rest[start + len..];
        }
        self.text(rest, sink);
    }

    fn text(&self, text: &str, sink: Sink) {
        for (idx, line) in text.split('\n').enumerate() {
            if idx > 0 {
                sink("\n", true);
            }
            let line = if idx > 0 { line.trim_start_matches(' ') } else { line };
            if !line.is_empty() {
                sink(line, true);
            }
        }
    }

    fn placeable(&self, inner: &str, sink: Sink) {
        if let Some(literal) = inner.strip_prefix('"') {
            sink(&unescaped(literal.strip_suffix('"').unwrap_or(literal)), true);
        } else if let Some((selector, variants)) = inner.split_once("->") {
            self.select(selector.trim().trim_start_matches('$'), variants, sink);
        } else if let Some(name) = inner.strip_prefix('$') {
            match self.value(name) {
                Some(Value::Count(n)) => sink(&self.counting.digits(*n), false),
                Some(Value::Text(text)) => sink(text, false),
                // As Fluent does: a reader sees what is missing, and the rest of the sentence.
                None => sink(&format!("{{${name}}}"), false),
            }
        } else if self.depth == 0 || !self.messages.say_at(inner, self.values, self.counting, sink, self.depth - 1) {
            sink(&format!("{{{inner}}}"), false);
        }
    }

    /// The first form whose key is the value itself; else the one of its plural category; else the default.
    fn select(&self, name: &str, variants: &str, sink: Sink) {
        let (exact, category) = match self.value(name) {
            Some(Value::Count(n)) => (n.to_string(), self.counting.category(*n)),
            Some(Value::Text(text)) => (text.clone(), String::new()),
            None => (String::new(), String::new()),
        };
        let variants = variants_of(variants);
        let chosen = variants
            .iter()
            .find(|variant| variant.key == exact)
            .or_else(|| variants.iter().find(|variant| variant.key == category))
            .or_else(|| variants.iter().find(|variant| variant.is_default));
        if let Some(variant) = chosen {
            self.pattern(variant.pattern, sink);
        }
    }
}

/// One form of a selector.
struct Variant<'a> {
    key: &'a str,
    pattern: &'a str,
    is_default: bool,
}

/// The forms `[key] pattern`, each of which begins its line.
fn variants_of(text: &str) -> Vec<Variant<'_>> {
    // A bracket inside of a nested placeable begins no form of this selector.
    let mut starts = Vec::new();
    let (mut depth, mut at_line_start) = (0_usize, true);
    for (idx, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '[' | '*' if depth == 0 && at_line_start => starts.push(idx),
            _ => {}
        }
        at_line_start = c == '\n' || (at_line_start && c == ' ');
    }
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let pieces = starts.iter().zip(ends).filter_map(|(start, end)| {
        let piece = &text[*start..end];
        let (key, pattern) = piece.split_once(']')?;
        let is_default = key.starts_with('*');
        Some(Variant { key: key.trim_start_matches(['*', '[']).trim(), pattern: pattern.trim(), is_default })
    });
    pieces.collect()
}

/// The length of the placeable that `text` begins with, both braces included.
fn placeable_len(text: &str) -> usize {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (idx, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            // Quotes are the text's own between the forms of a selector: only `{ "` opens a literal.
            '"' if quoted || text[..idx].trim_end().ends_with('{') => quoted = !quoted,
            '{' if !quoted => depth += 1,
            '}' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return idx + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// A literal's text: `\u00A0` and the like as what they stand for.
fn unescaped(literal: &str) -> String {
    let mut out = String::new();
    let mut chars = literal.chars();
    while let Some(c) = chars.next() {
        match (c, if c == '\\' { chars.next() } else { None }) {
            ('\\', Some('u')) => {
                let digits: String = chars.by_ref().take(4).collect();
                out.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
            }
            ('\\', Some(known)) => out.push(known),
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};
    use fluent_syntax::ast::{CallArguments, Entry, Expression, InlineExpression, Pattern, PatternElement};
    use std::collections::BTreeSet;
    use std::path::Path;

    /// Counts as English has them.
    struct English;

    impl Counting for English {
        fn category(&self, n: u64) -> String {
            if n == 1 { "one" } else { "other" }.to_owned()
        }

        fn digits(&self, n: u64) -> String {
            n.to_string()
        }
    }

    fn said(file: &str, id: &str, values: &[(&str, Value)]) -> String {
        let mut out = String::new();
        Messages::parse(file).say(id, values, &English, &mut |text, _| out.push_str(text));
        out
    }

    #[test]
    fn placeables_forms_and_references_are_said_as_the_guide_has_them() {
        let file = "\
# A comment.
plain = Just text, with “quotes” and a } less
name = { $name }’s text, { $n }
forms = { $n ->
    [0] none
    [one] one { $what }
   *[other] { $n } { $what }s
} in all
    and a line more
same = see { plain }
spaces = a{ \" \" }b{ \"\\u00A0{\" }c
loop = again { loop }

after = the last
";
        assert_eq!(said(file, "name", &[("name", "a {b}".into()), ("n", 3_usize.into())]), "a {b}’s text, 3");
        let forms = |n: usize| said(&file.replace("\n} in", "\n } in"), "forms", &[("n", n.into()), ("what", "token".into())]);
        assert_eq!(
            [forms(0), forms(1), forms(2)].map(|text| text.replace('\n', "|")),
            ["none in all|and a line more", "one token in all|and a line more", "2 tokens in all|and a line more"]
        );
        assert_eq!(said(file, "spaces", &[]), "a b\u{a0}{c");
        assert!(said(file, "loop", &[]).starts_with("again again"), "a message that refers to itself ends");
        assert_eq!(said(file, "after", &[]), "the last");
        assert_eq!(said(file, "missing-value", &[]), "");
        assert_eq!(said("a = { $b }", "a", &[]), "{$b}");
    }

    fn files() -> Vec<(String, String)> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("public/locales");
        let entries = std::fs::read_dir(folder).expect("the catalogues are there");
        let read = |path: std::path::PathBuf| {
            let code = path.file_stem()?.to_str()?.to_owned();
            Some((code, std::fs::read_to_string(&path).ok()?))
        };
        let mut files: Vec<_> = entries.filter_map(|entry| read(entry.ok()?.path())).collect();
        files.sort();
        files
    }

    /// The values that a message is given in the catalogue, and what of Fluent it uses that our reader does not know.
    #[derive(Default)]
    struct Uses {
        values: BTreeSet<String>,
        unknown: Vec<String>,
    }

    impl Uses {
        fn pattern(&mut self, pattern: &Pattern<&str>) {
            for element in &pattern.elements {
                if let PatternElement::Placeable { expression } = element {
                    self.expression(expression);
                }
            }
        }

        fn expression(&mut self, expression: &Expression<&str>) {
            match expression {
                Expression::Inline(inline) => self.inline(inline),
                Expression::Select { selector, variants } => {
                    self.inline(selector);
                    variants.iter().for_each(|variant| self.pattern(&variant.value));
                }
            }
        }

        fn inline(&mut self, inline: &InlineExpression<&str>) {
            match inline {
                InlineExpression::VariableReference { id } => drop(self.values.insert(id.name.to_owned())),
                InlineExpression::StringLiteral { .. } | InlineExpression::MessageReference { attribute: None, .. } => {}
                InlineExpression::FunctionReference { id, arguments: CallArguments { .. } } => self.unknown.push(id.name.to_owned()),
                _ => self.unknown.push("a term, an attribute, a number or a placeable in a placeable".to_owned()),
            }
        }
    }

    // The oracle: Fluent's own implementation says every message of every language as we do, whatever the values.
    #[test]
    fn every_message_of_every_language_is_said_as_fluents_own_implementation_says_it() {
        let files = files();
        assert!(files.len() >= 2, "the catalogues are there");
        for (code, text) in files {
            let resource = FluentResource::try_new(text.clone()).unwrap_or_else(|(_, errors)| panic!("{code}.ftl: {errors:?}"));
            let mut uses: BTreeMap<String, Uses> = BTreeMap::new();
            for entry in resource.entries() {
                match entry {
                    Entry::Message(message) => {
                        let name = message.id.name;
                        assert!(message.attributes.is_empty(), "{code}.ftl, {name}: attributes are not read");
                        let known = uses.entry(name.to_owned()).or_default();
                        message.value.iter().for_each(|pattern| known.pattern(pattern));
                        assert!(known.unknown.is_empty(), "{code}.ftl, {name}: not read is {:?}", known.unknown);
                    }
                    Entry::Comment(_) | Entry::GroupComment(_) | Entry::ResourceComment(_) => {}
                    _ => panic!("{code}.ftl: terms and broken lines are not read"),
                }
            }
            let messages = Messages::parse(text);
            assert!(messages.ids().eq(uses.keys().map(String::as_str)), "{code}.ftl: other messages are read");
            let mut bundle = FluentBundle::new(vec![code.parse().expect("a language's code")]);
            bundle.set_use_isolating(false);
            bundle.add_resource(resource).unwrap_or_else(|errors| panic!("{code}.ftl: a message stands there twice: {errors:?}"));
            let rules = crate::ui::i18n::Counts::of(&code, &messages);
            for (id, uses) in &uses {
                for n in [0_u64, 1, 2, 3, 5, 11, 21, 100] {
                    let values: Vec<(&str, Value)> = uses.values.iter().map(|name| (name.as_str(), n.into())).collect();
                    let args: FluentArgs = values.iter().map(|(name, _)| (*name, n)).collect();
                    let pattern = bundle.get_message(id).and_then(|message| message.value()).expect("a message has a pattern");
                    let mut errors = Vec::new();
                    let expected = bundle.format_pattern(pattern, Some(&args), &mut errors);
                    let mut ours = String::new();
                    messages.say(id, &values, &rules, &mut |text, _| ours.push_str(text));
                    // A reference that leads nowhere is no error of ours alone: both show its name.
                    assert_eq!(ours, expected, "{code}.ftl, {id}, n = {n}");
                    assert!(errors.is_empty(), "{code}.ftl, {id}: {errors:?}");
                }
            }
        }
    }

    #[test]
    fn every_language_has_the_messages_of_english_with_the_same_values() {
        let files = files();
        let uses_of = |text: &str| {
            let resource = FluentResource::try_new(text.to_owned()).unwrap_or_else(|(_, errors)| panic!("{errors:?}"));
            let mut all: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
            for entry in resource.entries() {
                if let Entry::Message(message) = entry {
                    let mut uses = Uses::default();
                    message.value.iter().for_each(|pattern| uses.pattern(pattern));
                    all.insert(message.id.name.to_owned(), uses.values);
                }
            }
            all
        };
        let english = uses_of(&files.iter().find(|(code, _)| code == "en").expect("en.ftl is there").1);
        let mut faults = Vec::new();
        for (code, text) in &files {
            let theirs = uses_of(text);
            for (id, values) in &theirs {
                match english.get(id) {
                    None => faults.push(format!("{code}.ftl: {id} is no message of en.ftl")),
                    Some(known) if known != values => {
                        faults.push(format!("{code}.ftl: {id} has the values {values:?}, and {known:?} in English"));
                    }
                    Some(_) => {}
                }
            }
            let missing = english.keys().filter(|id| !theirs.contains_key(*id) && !is_waiting(id));
            faults.extend(missing.map(|id| format!("{code}.ftl: {id} is missing")));
            let markup = |text: &str| {
                let mut tags: Vec<&str> = text.split('<').skip(1).filter_map(|rest| rest.split('>').next()).collect();
                tags.sort_unstable();
                tags.into_iter().map(str::to_owned).collect::<BTreeSet<_>>()
            };
            let (ours, english_file) = (Messages::parse(text.clone()), &files.iter().find(|(code, _)| code == "en").expect("English").1);
            let english_messages = Messages::parse(english_file.clone());
            for id in ours.ids() {
                let raw = |messages: &Messages| messages.patterns.get(id).map(|range| markup(&messages.text[range.clone()]));
                if raw(&ours) != raw(&english_messages) {
                    faults.push(format!("{code}.ftl: {id} has other markup than in English"));
                }
            }
        }
        assert!(faults.is_empty(), "What a language lacks appears in English, in the middle of the page:\n  {}", faults.join("\n  "));
    }

    /// Areas of the catalogue that other languages need not have yet; what is translated leaves this list.
    const WAITING: &[&str] = &[];

    fn is_waiting(id: &str) -> bool {
        WAITING.iter().any(|area| id.starts_with(&format!("{area}-")))
    }

    #[test]
    fn what_waits_for_translation_is_said_once_and_only_while_it_waits() {
        let files = files();
        for area in WAITING {
            let complete = files.iter().all(|(_, text)| {
                let english = Messages::parse(files.iter().find(|(code, _)| code == "en").expect("English").1.clone());
                let theirs = Messages::parse(text.clone());
                english.ids().filter(|id| id.starts_with(&format!("{area}-"))).all(|id| theirs.has(id))
            });
            assert!(!complete, "every language has {area}: take it off the list");
        }
    }
}
