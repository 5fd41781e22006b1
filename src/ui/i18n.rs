//! The page's languages: which one is spoken, what it says for each key, and how it writes numbers.
//!
//! Texts are Fluent messages in `public/locales`, one file a language. English is compiled in, so that no
//! text is ever missing; another language's file is fetched when it is wanted. Whatever asks for a text
//! while it is being drawn is drawn anew when the language changes. CONTRIBUTING.md says how to add a
//! language.

use crate::ui::fetch::fetch_text;
use crate::ui::fluent::{Counting, Messages, Value};
use crate::ui::memory;
use leptos::prelude::*;
use leptos::reactive::graph::Observer;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// All English texts, for the app.
pub const ENGLISH: &str = include_str!(concat!(env!("OUT_DIR"), "/en.ftl"));
/// Those that the home page's own program says.
pub const ENGLISH_HOME: &str = include_str!(concat!(env!("OUT_DIR"), "/en-home.ftl"));
const STORAGE_KEY: &str = "decoding-lab-language";
/// How long a page waits for its language before it opens in English and changes over when the file is there.
const PATIENCE: Duration = Duration::from_millis(1200);

/// How a language counts: its plural rules, and how it writes digits.
pub struct Counts {
    decimal: String,
    group: String,
    group_from: u64,
    plural: PluralRules,
}

impl Counts {
    /// Those of a language, as its catalogue says.
    pub fn of(code: &str, messages: &Messages) -> Self {
        let plural = PluralRules::of(code);
        let said = |id: &str| {
            let mut out = String::new();
            messages.say(id, &[], &plural, &mut |text, _| out.push_str(text));
            out
        };
        Self {
            decimal: said("number-decimal"),
            group: said("number-group"),
            group_from: said("number-group-from").parse().unwrap_or(1000),
            plural,
        }
    }

    /// A number with a fixed count of digits after the decimal sign.
    fn decimals(&self, value: f64, digits: usize) -> String {
        let text = format!("{value:.digits$}");
        let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |rest| ("-", rest));
        let (whole, fraction) = text.split_once('.').map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
        // Numbers that are no digits (there are none on the page) stay what they are.
        let whole = whole.parse::<u64>().map_or_else(|_| whole.to_owned(), |n| self.digits(n));
        fraction.map_or_else(|| format!("{sign}{whole}"), |fraction| format!("{sign}{whole}{}{fraction}", self.decimal))
    }
}

impl Counting for Counts {
    fn category(&self, n: u64) -> String {
        self.plural.category(n)
    }

    fn digits(&self, n: u64) -> String {
        let digits = n.to_string();
        if n < self.group_from {
            return digits;
        }
        let mut text = String::new();
        for (idx, digit) in digits.chars().enumerate() {
            if idx > 0 && (digits.len() - idx).is_multiple_of(3) {
                text.push_str(&self.group);
            }
            text.push(digit);
        }
        text
    }
}

/// The plural rules of a language: the browser's, which knows them all.
struct PluralRules {
    #[cfg(target_arch = "wasm32")]
    rules: js_sys::Intl::PluralRules,
    #[cfg(not(target_arch = "wasm32"))]
    code: String,
}

#[cfg(target_arch = "wasm32")]
impl PluralRules {
    fn of(code: &str) -> Self {
        Self { rules: js_sys::Intl::PluralRules::new(&js_sys::Array::of1(&code.into()), &js_sys::Object::new()) }
    }
}

/// Outside of a browser, where only tests run: the rules of the languages that there are.
#[cfg(not(target_arch = "wasm32"))]
impl PluralRules {
    fn of(code: &str) -> Self {
        Self { code: code.to_owned() }
    }
}

impl Counting for PluralRules {
    #[cfg(target_arch = "wasm32")]
    fn category(&self, n: u64) -> String {
        String::from(self.rules.select(n as f64))
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn category(&self, n: u64) -> String {
        let one = match self.code.as_str() {
            "zh" => false,
            "fr" => n < 2,
            _ => n == 1,
        };
        if one { "one" } else { "other" }.to_owned()
    }

    fn digits(&self, n: u64) -> String {
        n.to_string()
    }
}

/// A language that can be spoken now.
struct Catalogue {
    code: &'static str,
    messages: Messages,
    counts: Counts,
}

impl Catalogue {
    fn new(code: &'static str, text: impl Into<String>) -> Rc<Self> {
        let messages = Messages::parse(text);
        let counts = Counts::of(code, &messages);
        Rc::new(Self { code, messages, counts })
    }
}

struct Speech {
    english: Rc<Catalogue>,
    spoken: RefCell<Rc<Catalogue>>,
    /// Counts changes of the language: what depends on it reads this.
    changes: ArcRwSignal<u32>,
    /// The language that was asked for last; its file may still be on its way.
    wanted: Cell<&'static str>,
    /// Whether the address says the language, so that it goes on saying it.
    in_address: Cell<bool>,
}

thread_local! {
    /// The English texts of this program. In a browser each names its own, so that none carries another's.
    static CARRIED: Cell<&'static str> = const { Cell::new(if cfg!(target_arch = "wasm32") { "" } else { ENGLISH }) };
    static SPEECH: Speech = {
        let english = Catalogue::new("en", CARRIED.get());
        let spoken = RefCell::new(english.clone());
        Speech { english, spoken, changes: ArcRwSignal::new(0), wanted: Cell::new("en"), in_address: Cell::new(false) }
    };
}

/// The language spoken now. Whoever is being drawn is drawn again when it changes.
fn spoken() -> Rc<Catalogue> {
    SPEECH.with(|speech| {
        // What is drawn once need not hear of changes; asking to hear of them would be a warning.
        if Observer::get().is_some() {
            speech.changes.track();
        }
        speech.spoken.borrow().clone()
    })
}

fn say(key: &str, values: &[(&str, Value)], sink: &mut dyn FnMut(&str, bool)) {
    let spoken = spoken();
    if !spoken.messages.say(key, values, &spoken.counts, sink) {
        let english = SPEECH.with(|speech| speech.english.clone());
        if !english.messages.say(key, values, &english.counts, sink) {
            // A test holds every key of the code against the catalogue.
            sink(key, false);
        }
    }
}

/// The text for a key, in the reader's language.
pub fn t(key: &str) -> String {
    t_args(key, &[])
}

/// The text for a key, with values where it has `{ $name }`. A count chooses among plural forms.
pub fn t_args(key: &str, values: &[(&str, Value)]) -> String {
    let mut out = String::new();
    say(key, values, &mut |text, _| out.push_str(text));
    out
}

/// Marks a key that is said elsewhere, in a table for example, for the test that looks for keys.
pub const fn key(key: &'static str) -> &'static str {
    key
}

/// A piece of a text with markup.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The name of its tag; empty outside of tags.
    pub tag: String,
    /// What it says.
    pub text: String,
}

/// The text for a key in pieces: a catalogue may put words between tags, `<draft>draft</draft>`. Tags do not lie in
/// each other, and a value never holds one, whatever a token looks like.
pub fn t_pieces(key: &str, values: &[(&str, Value)]) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut tag = String::new();
    let mut push = |tag: &str, text: &str| match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(last) if last.tag == tag => last.text.push_str(text),
        _ => pieces.push(Piece { tag: tag.to_owned(), text: text.to_owned() }),
    };
    say(key, values, &mut |text, has_markup| {
        let mut rest = text;
        while has_markup && let Some((before, (name, after))) = tag_in(rest) {
            push(&tag, before);
            // Two of a kind side by side are two.
            push("", "");
            tag = name.strip_prefix('/').map_or(name, |_| "").to_owned();
            rest = after;
        }
        push(&tag, rest);
    });
    pieces
}

/// The text before the first tag, its name, and the text after it.
fn tag_in(text: &str) -> Option<(&str, (&str, &str))> {
    let (before, rest) = text.split_once('<')?;
    let (name, after) = rest.split_once('>')?;
    let letters = name.strip_prefix('/').unwrap_or(name);
    let is_name = !letters.is_empty() && letters.chars().all(|c| c.is_ascii_lowercase());
    is_name.then_some((before, (name, after)))
}

/// A number with this many digits after the decimal sign, as the language writes it: `1,234.50`, `1.234,50`.
pub fn decimal(value: f64, digits: usize) -> String {
    spoken().counts.decimals(value, digits)
}

/// A whole number with its thousands apart.
pub fn integer(n: u64) -> String {
    spoken().counts.digits(n)
}

/// A share in percent: `12.5%`, `12,5 %`.
pub fn percent(share: f64, digits: usize) -> String {
    t_args("number-percent", &[("number", decimal(share * 100.0, digits).into())])
}

/// The code of the language spoken now.
pub fn language() -> &'static str {
    spoken().code
}

/// The language of this list that a person's wish means: `de` for `de-AT`.
fn known(wish: &str) -> Option<&'static str> {
    let primary = wish.trim().split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    LANGUAGES.iter().map(|(code, _)| *code).find(|code| *code == primary)
}

/// The language to open in: what the address says, else what was chosen here before, else the first of the browser's
/// that the page speaks, else English.
fn preferred(address: Option<&str>, stored: Option<&str>, browser: &[String]) -> &'static str {
    let wishes = address.into_iter().chain(stored).chain(browser.iter().map(String::as_str));
    wishes.filter_map(known).next().unwrap_or("en")
}

/// What an address asks for that the page does not speak.
pub fn unknown_in_address(query: &str) -> Option<String> {
    named_in(query).filter(|wish| known(wish).is_none())
}

fn named_in(query: &str) -> Option<String> {
    crate::ui::url::value_of(query.trim_start_matches('?'), "lang")
}

/// Says which English texts this program carries; before anything is said.
pub fn carry(english: &'static str) {
    CARRIED.set(english);
}

/// Finds the language to open in, and opens the page once it can be spoken; after a while in English if its file
/// does not come, and later in that language.
pub fn start(open: impl FnOnce() + 'static) {
    let address = named_in(&window().location().search().unwrap_or_default());
    let stored = memory::recall(STORAGE_KEY);
    let browser: Vec<String> = window().navigator().languages().iter().filter_map(|language| language.as_string()).collect();
    let code = preferred(address.as_deref(), stored.as_deref(), &browser);
    SPEECH.with(|speech| {
        speech.wanted.set(code);
        speech.in_address.set(address.as_deref().and_then(known).is_some());
    });
    if code == "en" {
        return open();
    }
    let open = Rc::new(Cell::new(Some(open)));
    let open_once = move || {
        if let Some(open) = open.take() {
            open();
        }
    };
    set_timeout(open_once.clone(), PATIENCE);
    wasm_bindgen_futures::spawn_local(async move {
        // Without its file the page speaks English, which is complete; the reader can choose again.
        fetch_and_speak(code).await;
        open_once();
    });
}

/// The reader chooses a language: it is remembered, and spoken once its file is there. `on_end` hears whether it came.
pub fn choose(code: &'static str, on_end: impl FnOnce(bool) + 'static) {
    SPEECH.with(|speech| speech.wanted.set(code));
    // A choice that cannot be kept lasts as long as the page.
    let _ = memory::remember(STORAGE_KEY, code);
    wasm_bindgen_futures::spawn_local(async move {
        on_end(fetch_and_speak(code).await);
    });
}

/// Draws the caller anew when the language changes.
pub fn follow() {
    drop(spoken());
}

/// Speaks a language once its file is there, unless another was chosen meanwhile; `false` if it does not come.
async fn fetch_and_speak(code: &'static str) -> bool {
    let catalogue = if code == "en" {
        SPEECH.with(|speech| speech.english.clone())
    } else {
        match fetch_text(&format!("locales/{code}.ftl")).await {
            Ok(text) => Catalogue::new(code, text),
            Err(_) => return false,
        }
    };
    if SPEECH.with(|speech| speech.wanted.get()) == code {
        speak(catalogue);
        if let Some(root) = document().document_element() {
            // Setting an attribute on the root cannot fail.
            let _ = root.set_attribute("lang", code);
        }
    }
    true
}

fn speak(catalogue: Rc<Catalogue>) {
    SPEECH.with(|speech| {
        speech.spoken.replace(catalogue);
        speech.changes.update(|n| *n = n.wrapping_add(1));
    });
}

/// What the address has to say of the language: nothing, unless it said so before.
pub fn query() -> String {
    let code = language();
    if SPEECH.with(|speech| speech.in_address.get()) { format!("lang={code}") } else { String::new() }
}

/// Speaks a language from its file, in a test.
#[cfg(test)]
pub fn speak_in_test(code: &'static str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("public/locales/{code}.ftl"));
    speak(Catalogue::new(code, std::fs::read_to_string(path).expect("the language's file is there")));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_decides_then_the_choice_then_the_browser_then_english() {
        let browser = |wishes: &[&str]| wishes.iter().map(|wish| (*wish).to_owned()).collect::<Vec<_>>();
        assert_eq!(preferred(Some("fr"), Some("de"), &browser(&["es"])), "fr");
        assert_eq!(preferred(Some("tlh"), Some("de"), &browser(&["es"])), "de");
        assert_eq!(preferred(None, None, &browser(&["tlh", "zh-Hans-CN", "de"])), "zh");
        assert_eq!(preferred(None, None, &browser(&["DE_at"])), "de");
        assert_eq!(preferred(None, Some(""), &[]), "en");
        assert_eq!(unknown_in_address("?lab=logits&lang=tlh"), Some("tlh".to_owned()));
        assert_eq!(unknown_in_address("?lang=de-CH"), None);
    }

    #[test]
    fn numbers_are_written_as_each_language_writes_them() {
        let written = |code: &'static str| {
            speak_in_test(code);
            [decimal(1234.5, 1), decimal(-0.25, 2), integer(1234), integer(1_234_567), percent(0.125, 1)]
        };
        assert_eq!(written("en"), ["1,234.5", "-0.25", "1,234", "1,234,567", "12.5%"]);
        assert_eq!(written("de"), ["1.234,5", "-0,25", "1.234", "1.234.567", "12,5\u{a0}%"]);
        assert_eq!(written("es"), ["1234,5", "-0,25", "1234", "1.234.567", "12,5\u{a0}%"]);
        assert_eq!(written("fr"), ["1\u{202f}234,5", "-0,25", "1\u{202f}234", "1\u{202f}234\u{202f}567", "12,5\u{202f}%"]);
        assert_eq!(written("zh"), ["1,234.5", "-0.25", "1,234", "1,234,567", "12.5%"]);
        speak_in_test("en");
    }

    // The lab of constraints said "Now: <b>start" to everybody: a name of one letter was taken for none.
    #[test]
    fn every_tag_of_the_catalogue_is_one_to_those_who_read_it() {
        let english = include_str!("../../public/locales/en.ftl");
        let mut names = std::collections::BTreeSet::new();
        for (_, rest) in english.match_indices('<').map(|(at, _)| english.split_at(at)) {
            let Some((tag, _)) = rest.split_once('>') else { continue };
            let name = tag.trim_start_matches(['<', '/']);
            if !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic()) {
                assert!(super::tag_in(&format!("{tag}>")).is_some(), "{tag}> is read as text");
                names.insert(name);
            }
        }
        assert!(names.contains("b") && names.contains("draft") && names.len() > 4, "{names:?}");
        assert!(["a < b > c", "<>", "</>", "1 <2> 3"].iter().all(|text| super::tag_in(text).is_none()));
    }

    #[test]
    fn words_between_tags_are_pieces_and_a_value_is_never_a_tag() {
        let piece = |tag: &str, text: &str| Piece { tag: tag.to_owned(), text: text.to_owned() };
        assert_eq!(t_pieces("lab-speculative-lede", &[]).first(), Some(&piece("", "The ")));
        assert_eq!(t_pieces("lab-speculative-lede", &[]).get(1), Some(&piece("draft", "draft")));
        assert_eq!(tag_in("a < b > c"), None);
        let values = [("n", "<b>7</b>".into())];
        assert_eq!(t_pieces("playback-speed-value", &values), [piece("", "<b>7</b>×")]);
    }

    #[test]
    fn a_text_that_a_language_lacks_is_said_in_english() {
        speak(Catalogue::new("de", "language-name = Deutsch\n"));
        assert_eq!(t("playback-play"), "Play");
        speak_in_test("de");
        assert_ne!(t("playback-play"), "Play");
        assert_eq!(t("no-such-key-anywhere"), "no-such-key-anywhere");
        speak_in_test("en");
    }

    #[test]
    fn what_was_drawn_in_one_language_is_drawn_anew_in_another() {
        let owner = Owner::new();
        owner.set();
        let text = Memo::new(|_| t("playback-play"));
        assert_eq!(text.get_untracked(), "Play");
        speak_in_test("de");
        assert_eq!(text.get_untracked(), "Start");
        speak_in_test("en");
    }
}
