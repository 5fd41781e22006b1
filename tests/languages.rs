//! The texts of the page and its code, held against each other: every key that is asked for has an English
//! text, every text is asked for, and no text hides in the code. That every language has all of them is
//! checked beside the reader of the catalogues, in `src/ui/fluent.rs`.
#![cfg(not(any(feature = "engine", feature = "ui", target_arch = "wasm32")))]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A file of the page: its path from the root, and its code, without comments and tests.
struct Source {
    path: String,
    code: String,
}

/// Every file of the page.
fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders = vec![root().join("src/ui")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the page can be read") {
            let path = entry.expect("an entry can be read").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).expect("a source can be read");
                let code = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or_default();
                let lines = code.lines().map(|line| if line.trim_start().starts_with("//") { "" } else { line });
                let name = path.strip_prefix(root()).expect("it lies in the repository").to_string_lossy().replace('\\', "/");
                sources.push(Source { path: name, code: lines.collect::<Vec<_>>().join("\n") });
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(sources.iter().any(|source| source.path == "src/ui/app.rs"), "the walk found no page");
    sources
}

/// A string in the code: where it begins and what it says, with its escapes as they stand.
struct Literal<'a> {
    start: usize,
    text: &'a str,
}

/// The strings of some code, in order.
fn literals(code: &str) -> Vec<Literal<'_>> {
    let bytes = code.as_bytes();
    let mut literals = Vec::new();
    let mut idx = 0;
    while idx < bytes.len() {
        match bytes[idx] {
            // A character such as '"' opens no string.
            b'\'' if bytes.get(idx + 2) == Some(&b'\'') => idx += 3,
            b'\'' if bytes.get(idx + 1) == Some(&b'\\') && bytes.get(idx + 3) == Some(&b'\'') => idx += 4,
            // Quotes within a raw string are its own.
            b'r' if bytes[idx..].starts_with(b"r#\"") => {
                let start = idx + 3;
                let len = code[start..].find("\"#").unwrap_or(code.len() - start);
                literals.push(Literal { start, text: &code[start..start + len] });
                idx = start + len + 2;
            }
            b'"' => {
                let start = idx + 1;
                idx = start;
                while idx < bytes.len() && bytes[idx] != b'"' {
                    idx += if bytes[idx] == b'\\' { 2 } else { 1 };
                }
                literals.push(Literal { start, text: &code[start..idx.min(code.len())] });
                idx += 1;
            }
            _ => idx += 1,
        }
    }
    literals
}

/// The first argument of a call whose parenthesis opens before `start`: up to the comma or parenthesis that ends it.
fn first_argument(code: &str, start: usize) -> &str {
    let (mut depth, mut quoted, mut skip) = (0_usize, false, false);
    for (idx, c) in code[start..].char_indices() {
        match c {
            _ if skip => skip = false,
            '\\' if quoted => skip = true,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' if depth > 0 => depth -= 1,
            ')' => return &code[start..start + idx],
            ',' if depth == 0 => return &code[start..start + idx],
            _ => {}
        }
    }
    &code[start..]
}

/// The keys that code asks for: the strings in the first arguments of the functions that say them. A key that is put
/// together, `format!("knob-{name}")`, counts as its beginning with a star.
fn keys_in(code: &str) -> BTreeSet<String> {
    let mut keys = BTreeSet::new();
    for call in ["t(", "t_args(", "t_pieces(", "rich(", "spans(", "key("] {
        for (start, _) in code.match_indices(call) {
            let before = code[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.') || code[..start].ends_with("fn ") {
                continue;
            }
            for literal in literals(first_argument(code, start + call.len())) {
                keys.insert(
                    literal.text.split('{').next().unwrap_or_default().to_owned() + if literal.text.contains('{') { "*" } else { "" },
                );
            }
        }
    }
    keys
}

/// The keys of the English catalogue.
fn english_keys() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("public/locales/en.ftl")).expect("en.ftl is there");
    let keys = text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()));
    keys.filter_map(|line| Some(line.split_once('=')?.0.trim().to_owned())).collect()
}

/// Keys that only the build, the reader of numbers or the page's head asks for.
const READ_ELSEWHERE: &[&str] = &["language-name"];

#[test]
fn every_key_of_the_code_has_an_english_text_and_every_text_is_asked_for() {
    let english = english_keys();
    // The home page names keys in its own text.
    let home = std::fs::read_to_string(root().join("index.html")).expect("index.html is there");
    let named =
        |attribute: &str| home.split(attribute).skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect::<Vec<_>>();
    let mut used: BTreeSet<String> = ["data-l10n=\"", "data-l10n-label=\""].into_iter().flat_map(named).collect();
    let mut faults = Vec::new();
    for source in sources() {
        for key in keys_in(&source.code) {
            if let Some(prefix) = key.strip_suffix('*') {
                used.extend(english.iter().filter(|known| known.starts_with(prefix)).cloned());
            } else if english.contains(&key) {
                used.insert(key);
            } else if key.contains('-') {
                faults.push(format!("{}: `{key}` is not in en.ftl", source.path));
            }
        }
        // The language's numbers are read by their names.
        used.extend(
            literals(&source.code).into_iter().filter(|literal| literal.text.starts_with("number-")).map(|literal| literal.text.to_owned()),
        );
    }
    used.extend(READ_ELSEWHERE.iter().map(|key| (*key).to_owned()));
    faults.extend(english.difference(&used).map(|key| format!("en.ftl: nothing asks for `{key}`")));
    assert!(
        faults.is_empty(),
        "A key without a text shows itself to the reader, and a text without a key is translated for nobody:\n  {}",
        faults.join("\n  ")
    );
}

// The home page's program carries a part of the catalogue, by areas that the build lists.
#[test]
fn the_home_page_carries_every_text_that_its_figure_says() {
    let build = std::fs::read_to_string(root().join("build.rs")).expect("build.rs is there");
    let (_, list) = build.split_once("const HOME_AREAS").expect("build.rs lists the areas");
    let areas: Vec<&str> = literals(list.split("];").next().unwrap_or_default()).into_iter().map(|literal| literal.text).collect();
    assert!(areas.len() > 5, "where are the areas?");
    let parts = [
        "home.rs",
        "captions.rs",
        "state.rs",
        "components/stage.rs",
        "components/transcript.rs",
        "components/distribution.rs",
        "components/rich.rs",
    ];
    let mut faults = Vec::new();
    for source in sources().into_iter().filter(|source| parts.iter().any(|part| source.path == format!("src/ui/{part}"))) {
        let lacks = |key: &String| key.contains('-') && !areas.iter().any(|area| key.starts_with(area));
        faults.extend(keys_in(&source.code).into_iter().filter(lacks).map(|key| format!("{}: `{key}`", source.path)));
    }
    assert!(faults.is_empty(), "The figure of the home page would show keys; name the area in build.rs:\n  {}", faults.join("\n  "));
}

/// Whether a string is words for a reader: letters of a word that is no class, no name and no unit.
fn is_words(text: &str) -> bool {
    // What stands between braces is a value, and formulas read alike in every language.
    let mut words = String::new();
    let mut depth = 0_usize;
    for c in text.replace("\\u{a0}", " ").chars() {
        depth = if c == '{' { depth + 1 } else { depth };
        if depth == 0 {
            words.push(c);
        }
        depth = if c == '}' { depth.saturating_sub(1) } else { depth };
    }
    let text = words;
    let is_formula = |word: &str| ["min", "max", "exp", "log", "gamma"].contains(&word);
    let has_word = text.split(|c: char| !c.is_alphabetic()).any(|word| word.chars().count() >= 3 && !is_formula(word));
    let is_code =
        text.contains("-") && !text.contains(' ') || text.contains("::") || text.contains("var(") || text.starts_with(['.', '#', '/']);
    has_word && !is_code
}

/// What stands between quotes in a view as its text, and in the attributes that a reader hears.
fn words_in_views(code: &str) -> Vec<String> {
    let classes = classes();
    let mut found = Vec::new();
    for literal in literals(code) {
        let before = code[..literal.start - 1].trim_end_matches("r#").trim_end();
        let spoken = ["aria-label=", "title=", "placeholder=", "alt=", "aria-valuetext=", "aria-description=", "label="];
        let is_spoken = spoken.iter().any(|name| before.ends_with(name)) && !before.ends_with("aria-labelledby=");
        // A text node follows a tag or a block; an attribute's value follows `=`, an argument `(` or `,`.
        let is_text = before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->");
        let is_next_text = before.ends_with('}') && code[literal.start + literal.text.len() + 1..].trim_start().starts_with(['<', '{']);
        // Sentences that are put together or picked, wherever they stand.
        let is_sentence = literal.text.trim().contains(' ') && is_words(literal.text);
        if SAME_EVERYWHERE.contains(&literal.text) {
            continue;
        }
        if (is_spoken || is_text || is_next_text) && is_words(literal.text) || is_sentence && !is_technical(&classes, before, literal.text)
        {
            found.push(literal.text.chars().take(70).collect());
        }
    }
    found
}

/// The classes that style sheets know.
fn classes() -> BTreeSet<String> {
    let sheets = std::fs::read_dir(root().join("style")).expect("the style sheets are there");
    let text: String = sheets.filter_map(|entry| std::fs::read_to_string(entry.ok()?.path()).ok()).collect();
    let names = text.split('.').skip(1).map(|rest| rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').next().unwrap_or_default());
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Strings with spaces that are no text: lists of classes, paths of pictures, reasons of what cannot happen.
fn is_technical(classes: &BTreeSet<String>, before: &str, text: &str) -> bool {
    let names = [
        "class=",
        "d=",
        "viewBox=",
        "points=",
        "transform=",
        "aria-describedby=",
        "reason =",
        "expect(",
        "match_media(",
        "query_selector(",
        "content=",
        "accept=",
    ];
    let is_class = |word: &str| classes.contains(word) || word.starts_with('{');
    names.iter().any(|name| before.ends_with(name))
        || text.split(' ').all(is_class)
        // Markup, the marks of the chapters' own files, the name of a cache, and a story to look words up in.
        || ["<iframe ", "<script ", "(In words: ", "decoding-lab {", "The cat sat on the mat . "].iter().any(|begins| text.starts_with(begins))
        // Pictures, where things lie in them, and constraints.
        || ["<svg ", "<path ", "<rect ", "<circle ", "<text ", " stroke-dasharray=", "translate(", "regex:", "json:"].iter().any(|begins| text.starts_with(begins))
        || text.starts_with('M') && text.contains(|c: char| c.is_ascii_digit())
}

/// What is the same in every language: the page's name, names of file formats, and beginnings of stories, which the
/// models continue in the only language that they know.
const SAME_EVERYWHERE: &[&str] = &[
    "Decoding",
    "Lab",
    "SVG",
    "PNG",
    "Once upon a time, a cat",
    "Lily and Tom went to the park. They saw",
    "The little dog was sad because",
    "One day, a boy found a big red ball. He",
    "Mom said, \\\"It is time for bed.\\\" But Ben",
    "The sun was warm and the birds",
    "The cat wanted to",
];

/// The textbook's own words: prose that is written in one language. What stands around it is translated.
const PROSE: &[&str] = &["src/ui/teach/plans.rs"];

/// Files whose texts have not moved into the catalogue yet. The list can only shrink: a file that has none leaves it.
const NOT_MOVED: &[&str] = &[];

/// Files of which every string is for programs: file formats, layouts, the browser.
const NOT_FOR_READERS: &[&str] =
    &["src/ui/chapters/markup.rs", "src/ui/embed.rs", "src/ui/export.rs", "src/ui/fluent.rs", "src/ui/i18n.rs"];

#[test]
fn no_text_for_readers_hides_in_the_code() {
    let mut faults = Vec::new();
    for source in
        sources().into_iter().filter(|source| !NOT_FOR_READERS.contains(&source.path.as_str()) && !PROSE.contains(&source.path.as_str()))
    {
        let found = words_in_views(&source.code);
        if NOT_MOVED.contains(&source.path.as_str()) {
            if found.is_empty() {
                faults.push(format!("{}: no text is left in it, so it can leave the list", source.path));
            }
        } else {
            faults.extend(found.into_iter().map(|text| format!("{}: “{text}”", source.path)));
        }
    }
    let gone = NOT_MOVED.iter().filter(|path| !root().join(path).is_file());
    faults.extend(gone.map(|path| format!("{path}: no such file")));
    assert!(
        faults.is_empty(),
        "A text in the code is read in English by everyone; say it with `t(\"key\")` from public/locales:\n  {}",
        faults.join("\n  ")
    );
}

#[test]
fn the_two_tests_above_see_what_they_look_for() {
    let code = "view! { <p title=\"Some words\">\"More words\" {x} \" and on\"</p> } format!(\"{n} of them\") t(\"a-key\") t_args(match x { 1 => \"b-key\", _ => \"c-key\" }, &[(\"n\", 1)]) t(&format!(\"knob-{name}\"))";
    assert_eq!(words_in_views(code), ["Some words", "More words", " and on", "{n} of them"]);
    assert_eq!(
        words_in_views("write!(svg, r#\"<text x=\"{x}\">{}</text>\"#, \"So they say\") r#\"He said \"so\" twice\"#"),
        ["So they say", "He said \"so\" twice"]
    );
    assert!(words_in_views("<p class=\"card stack wide\" d=\"M5 4v12\">{t(\"x-y\")}</p> '\"' \"\\u{a0}\"").is_empty());
    let keys: Vec<String> = keys_in(code).into_iter().collect();
    assert_eq!(keys, ["a-key", "b-key", "c-key", "knob-*"]);
    assert!(Path::new(&root()).join("public/locales/en.ftl").is_file());
}

// What the engine had to say of a prompt or a file was English in every language.
#[test]
fn the_catalogue_says_what_the_engine_refuses_as_the_engine_does() {
    let engine = std::fs::read_to_string(root().join("src/engine/error.rs")).expect("the engine's errors are there");
    let english = std::fs::read_to_string(root().join("public/locales/en.ftl")).expect("en.ftl is there");
    let mut n_faults = 0;
    for (_, rest) in engine.match_indices("#[error(").map(|(start, _)| engine.split_at(start)) {
        let sentence = literals(rest)[0].text;
        let variant = rest.split_once(")]").expect("an attribute ends").1.trim_start();
        let variant: String = variant.chars().take_while(|c| c.is_alphanumeric()).collect();
        let mut key = "fault".to_owned();
        variant.chars().for_each(|c| if c.is_uppercase() { key.extend(['-', c.to_ascii_lowercase()]) } else { key.push(c) });
        // Lines that go on; and names as the catalogue writes them.
        let mut pieces = sentence.split("\\\n").map(str::trim_start);
        let sentence = pieces.next().into_iter().map(str::to_owned).chain(pieces.map(str::to_owned)).collect::<String>();
        let sentence = sentence.replace(":?}", "}").replace("{0}", "{why}").replace('{', "{ $").replace('}', " }");
        assert!(english.contains(&format!("\n{key} = {sentence}\n")), "en.ftl does not say “{sentence}” as `{key}`");
        n_faults += 1;
    }
    assert!(n_faults > 25, "only {n_faults} errors were found");
}
