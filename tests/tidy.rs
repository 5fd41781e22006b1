//! The repository's own rules, those that no compiler checks: layers, purity, pinned versions, clean
//! text, documents that tell the truth. Each failure names the file, the line and the rule's reason.
//!
//! The rules are about files, not about features: they run once, with the core alone.
#![cfg(not(any(feature = "engine", feature = "ui", target_arch = "wasm32")))]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A text file of the repository.
struct TextFile {
    /// Its path from the repository's root, with `/`.
    path: String,
    text: String,
}

impl TextFile {
    fn is_rust(&self) -> bool {
        self.path.ends_with(".rs")
    }

    /// Files of the page: they run in a browser's window.
    fn is_page(&self) -> bool {
        ["src/main.rs", "src/bin/home.rs", "src/ui.rs"].contains(&self.path.as_str()) || self.path.starts_with("src/ui/")
    }

    fn is_engine(&self) -> bool {
        self.path == "src/engine.rs" || self.path.starts_with("src/engine/") || (self.path.starts_with("src/bin/") && !self.is_page())
    }

    fn is_core(&self) -> bool {
        self.path == "src/decode.rs" || self.path.starts_with("src/decode/")
    }

    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(idx, line)| (idx + 1, line))
    }

    /// Lines of code: without comments, and up to the tests, which come last in a file.
    fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let in_tests = self.path.starts_with("tests/");
        self.lines().take_while(move |(_, line)| !in_tests && *line != "#[cfg(test)]").map(|(number, line)| {
            let end = if line.trim_start().starts_with("//") { 0 } else { line.find(" // ").unwrap_or(line.len()) };
            (number, &line[..end])
        })
    }

    fn at(&self, number: usize, what: &str) -> String {
        format!("{}:{number}: {what}", self.path)
    }
}

/// Folders that are made by tools, or that hold data.
const NOT_OURS: [&str; 9] =
    [".git", "target", "node_modules", "dist", "test-artifacts", "public/models", "public/traces", "tests/data", "tests/golden"];

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path} cannot be read: {error}"))
}

/// Every text file that people write.
fn text_files() -> Vec<TextFile> {
    let mut files = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the repository can be read") {
            let path = entry.expect("an entry can be read").path();
            let name = path.strip_prefix(root()).expect("it lies in the repository").to_string_lossy().replace('\\', "/");
            if NOT_OURS.contains(&name.as_str()) || name.ends_with(".lock") || name.ends_with("-lock.json") || name.ends_with(".log") {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(text) = std::fs::read_to_string(&path) {
                files.push(TextFile { path: name, text });
            }
        }
    }
    files.sort_by(|a, b| a.path.cmp(&b.path));
    assert!(files.iter().any(|file| file.path == "src/lib.rs"), "the walk found no sources");
    files
}

fn assert_none(faults: Vec<String>, reason: &str) {
    assert!(faults.is_empty(), "{reason}\n  {}\n", faults.join("\n  "));
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether `word` stands in `line` on its own, not as a part of a longer name.
fn has_word(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back().is_some_and(is_word_char);
        let after = line[start + word.len()..].chars().next().is_some_and(is_word_char);
        let is_part = before && word.starts_with(is_word_char) || after && word.ends_with(is_word_char);
        !is_part
    })
}

/// Lines of code of some files that hold one of these words.
fn lines_with_words(files: &[TextFile], wanted: fn(&TextFile) -> bool, words: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() && wanted(file)) {
        for (number, line) in file.code() {
            faults.extend(words.iter().filter(|word| has_word(line, word)).map(|word| file.at(number, word)));
        }
    }
    faults
}

#[test]
fn every_rust_file_opens_by_saying_what_it_is_for() {
    let files = text_files();
    let silent = files.iter().filter(|file| file.is_rust() && !file.text.starts_with("//! "));
    assert_none(silent.map(|file| file.at(1, "no `//!`")).collect(), "A reader should learn in two lines what a file is for:");
}

#[test]
fn the_core_knows_no_platform_no_clock_and_no_other_layer() {
    let files = text_files();
    let words = [
        "crate::engine",
        "crate::ui",
        "crate::protocol",
        "candle",
        "candle_core",
        "candle_nn",
        "tokenizers",
        "leptos",
        "plotters",
        "web_sys",
        "js_sys",
        "wasm_bindgen",
        "getrandom",
        "rand",
        "postcard",
        "std::fs",
        "std::env",
        "std::thread",
        "std::process",
        "std::net",
        "std::io",
        "std::time",
        "Instant",
        "SystemTime",
        "Mutex",
        "HashMap",
        "HashSet",
        "println!",
        "eprintln!",
        "unsafe",
    ];
    let mut faults = lines_with_words(&files, TextFile::is_core, &words);
    let modules: BTreeSet<&str> = files.iter().filter_map(|file| file.path.strip_prefix("src/decode/")?.strip_suffix(".rs")).collect();
    for file in files.iter().filter(|file| file.is_core()) {
        for (number, line) in file.code() {
            let Some(used) = line.trim_start().trim_start_matches("pub ").strip_prefix("use ") else { continue };
            let root = used.split([':', ';', ' ']).next().unwrap_or_default();
            // The two of regular expressions make automata from patterns: pure functions, no platform.
            let pure = ["std", "serde", "serde_json", "libm", "base64", "form_urlencoded", "regex_automata", "regex_syntax"];
            let known = pure.contains(&root)
                || ["super", "self"].contains(&root)
                || (root == "crate" && used.starts_with("crate::decode"))
                || (file.path == "src/decode.rs" && modules.contains(root));
            if !known {
                faults.push(file.at(number, used));
            }
        }
    }
    assert_none(faults, "The core is a function of its arguments, so that a trace replays anywhere and every number can be tested:");
}

#[test]
fn the_core_uses_only_arithmetic_that_gives_the_same_bits_everywhere() {
    let names = [
        "exp", "exp2", "exp_m1", "ln", "ln_1p", "log", "log2", "log10", "powf", "powi", "cbrt", "hypot", "mul_add", "sin", "cos", "tan",
        "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
    ];
    let calls: Vec<String> = names.iter().flat_map(|name| [format!(".{name}("), format!("f64::{name}"), format!("f32::{name}")]).collect();
    let calls: Vec<&str> = calls.iter().map(String::as_str).collect();
    let faults = lines_with_words(&text_files(), TextFile::is_core, &calls);
    assert_none(faults, "std leaves the last bits of these to the platform; `libm` gives the same in a browser and in a native test:");
}

#[test]
fn the_page_and_the_engine_never_name_each_other() {
    let files = text_files();
    let engine_words = ["crate::engine", "decoding_lab::engine", "candle", "candle_core", "candle_nn", "tokenizers", "safetensors"];
    let page_words = ["crate::ui", "decoding_lab::ui", "leptos", "plotters", "Window", "HtmlElement"];
    let both: Vec<&str> = [&engine_words[..], &page_words].concat();
    let mut faults = lines_with_words(&files, TextFile::is_page, &engine_words);
    faults.extend(lines_with_words(&files, TextFile::is_engine, &page_words));
    faults.extend(lines_with_words(&files, |file| file.path == "src/protocol.rs", &both));
    assert_none(faults, "Page and worker are two programs that meet only in src/protocol.rs:");
}

#[test]
fn the_clock_is_read_only_at_the_edges() {
    let inner = |file: &TextFile| file.path.starts_with("src/engine") || file.path == "src/protocol.rs" || file.path == "src/lib.rs";
    let faults = lines_with_words(&text_files(), inner, &["Instant", "SystemTime", "Date", "Performance"]);
    assert_none(faults, "Browsers and native programs have different clocks: the engine is handed one by the binary that runs it:");
}

#[test]
fn the_browsers_storage_is_asked_in_one_place() {
    let others = |file: &TextFile| file.is_page() && file.path != "src/ui/memory.rs";
    let faults = lines_with_words(&text_files(), others, &["local_storage", "session_storage"]);
    assert_none(faults, "Storage can be missing, forbidden or full; src/ui/memory.rs knows, and says so once:");
}

#[test]
fn nothing_outside_tests_unwraps_or_is_left_for_later() {
    let files = text_files();
    let words = [".unwrap()", "todo!", "unimplemented!", "dbg!"];
    let faults = lines_with_words(&files, |_| true, &words);
    assert_none(faults, "A panic takes the page or the worker with it; where it cannot happen, `expect` says why:");
}

#[test]
fn no_note_to_self_is_left_in_the_tree() {
    let notes = [concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X"), concat!("HA", "CK")];
    let mut faults = Vec::new();
    for file in text_files() {
        for (number, line) in file.lines() {
            faults.extend(notes.iter().filter(|note| has_word(line, note)).map(|note| file.at(number, note)));
        }
    }
    assert_none(faults, "What is left to do belongs in the issue tracker:");
}

#[test]
fn the_project_speaks_of_itself_alone() {
    // Each word is written in two parts, so that this list does not find itself.
    let words = [
        concat!("/wo", "rk/"),
        concat!("sha", "red/"),
        concat!("/ro", "ot/"),
        concat!("mir", "ror of crates"),
        concat!("crates.io mir", "ror"),
        concat!("cla", "ude"),
        concat!("anth", "ropic"),
        concat!("chat", "gpt"),
        concat!("copi", "lot"),
        concat!("co-auth", "ored-by"),
        concat!("as an ", "ai"),
        concat!("language model assis", "tant"),
        concat!("the user ", "asked"),
    ];
    let mut faults = Vec::new();
    for file in text_files() {
        for (number, line) in file.lines() {
            let line = line.to_lowercase();
            faults.extend(words.iter().filter(|word| line.contains(**word)).map(|word| file.at(number, word)));
        }
    }
    assert_none(faults, "A reader elsewhere has no such place or name:");
}

#[test]
fn text_files_are_clean() {
    let mut faults = Vec::new();
    for file in text_files() {
        let n_lines = file.text.lines().count();
        if file.text.is_empty() || !file.text.ends_with('\n') || file.text.ends_with("\n\n") {
            faults.push(file.at(n_lines, "does not end with one line end"));
        }
        for (number, line) in file.lines() {
            if line.contains('\u{FFFD}') {
                faults.push(file.at(number, "a replacement character: something was decoded wrongly"));
            }
            if line.ends_with([' ', '\t', '\r']) {
                faults.push(file.at(number, "white space at the end"));
            }
            if line.contains('\t') {
                faults.push(file.at(number, "a tab"));
            }
        }
    }
    assert_none(faults, "Differences should show only what changed:");
}

/// Whether a line writes a colour as a number, such as a hash with hex digits or a call of `rgb`.
fn has_colour(line: &str, is_css: bool) -> bool {
    let hex = line.match_indices('#').any(|(start, _)| {
        let digits = line[start + 1..].chars().take_while(|c| is_word_char(*c) || *c == '-').collect::<String>();
        let is_entity = line[..start].ends_with('&');
        !is_entity && [3, 4, 6, 8].contains(&digits.len()) && digits.chars().all(|c| c.is_ascii_hexdigit())
    });
    let calls = ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "oklch(", "oklab("];
    let names = ["white", "black", "red", "green", "blue", "gray", "grey", "orange", "yellow", "purple", "pink", "brown"];
    let value = line.split_once(':').map_or("", |(_, value)| value);
    let is_name = |word: &str| names.contains(&word);
    hex || calls.iter().any(|call| has_word(line, call)) || (is_css && value.split([' ', ',', ';', '(', ')']).any(is_name))
}

#[test]
fn colours_are_written_only_among_the_tokens() {
    assert!(has_colour("a { color: #fa0; }", true) && has_colour("x: rgb(1 2 3)", true) && has_colour("border: 1px solid red;", true));
    assert!(
        !has_colour("#[cfg(test)] a#b { color: var(--target) } &#123;", true)
            && !has_colour("color-mix(in oklab, var(--ink), transparent)", true)
    );
    let mut faults = Vec::new();
    for file in text_files() {
        let is_css = file.path.ends_with(".css");
        let is_drawn = (is_css && file.path != "style/tokens.css") || file.path == "index.html" || (file.is_rust() && file.is_page());
        for (number, line) in file.lines().filter(|_| is_drawn) {
            if !line.trim_start().starts_with("//") && has_colour(line, is_css) {
                faults.push(file.at(number, line.trim()));
            }
        }
    }
    assert_none(faults, "Light, dark and high contrast are changed in one place, style/tokens.css:");
}

#[test]
fn the_page_has_no_inline_styles_or_handlers() {
    let mut faults = Vec::new();
    for file in text_files().iter().filter(|file| file.is_page() || file.path == "index.html") {
        for (number, line) in file.lines() {
            let words = ["\"style\"", " onclick=", "<style", "javascript:"];
            let has_style = line.split(" style=").skip(1).any(|value| !value.starts_with("(\""));
            if has_style || words.iter().any(|word| line.contains(word)) {
                faults.push(file.at(number, line.trim()));
            }
        }
    }
    assert_none(
        faults,
        "The Content-Security-Policy blocks inline styles and scripts; `style=(\"name\", value)` sets one property through the DOM and is fine:",
    );
}

/// The version of a package in Cargo.lock.
fn locked_version(name: &str) -> Option<String> {
    let lock = read("Cargo.lock");
    let entry = lock.split("[[package]]").find(|entry| entry.contains(&format!("\nname = \"{name}\"\n")))?;
    let version = entry.lines().find_map(|line| line.strip_prefix("version = "))?;
    Some(version.trim_matches('"').to_owned())
}

#[test]
fn tools_that_must_match_are_pinned_in_one_place() {
    let manifest = read("Cargo.toml");
    let pinned = manifest.lines().find_map(|line| line.strip_prefix("wasm-bindgen = { version = \"=")?.split('"').next());
    assert!(pinned.is_some(), "Cargo.toml: wasm-bindgen needs a version with `=`: its command-line tool must be of the same version");
    assert_eq!(
        pinned.map(str::to_owned),
        locked_version("wasm-bindgen"),
        "Cargo.lock and Cargo.toml name different versions of wasm-bindgen"
    );
    let trunk = read("Trunk.toml");
    assert!(
        trunk.lines().any(|line| line.starts_with("trunk-version = \"=")),
        "Trunk.toml: scripts/setup installs the trunk that `trunk-version` names"
    );
    let packages = read("package.json");
    let loose = packages.lines().filter(|line| line.contains("\": \"^") || line.contains("\": \"~"));
    assert_eq!(loose.count(), 0, "package.json: versions are exact, so that every machine builds with the same tools");
    assert!(!read("package-lock.json").contains("\"resolved\""), "package-lock.json: addresses in it would bind everyone to one registry");
}

/// The names of the crates that a set of features links, as cargo resolves it.
fn crates_of(arguments: &[&str]) -> BTreeSet<String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = Command::new(cargo);
    command.current_dir(root()).args(["tree", "--edges", "normal", "--offline", "--locked", "--prefix", "none", "--format", "{p}"]);
    let output = command.args(arguments).output().expect("cargo runs");
    assert!(output.status.success(), "cargo tree {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines().filter_map(|line| line.split(' ').next()).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Checks what a set of features links, and what it must not.
fn check_crates(arguments: &[&str], wanted: &[&str], forbidden: &[&str], reason: &str) {
    let crates = crates_of(arguments);
    for name in wanted {
        assert!(crates.contains(*name), "cargo tree {arguments:?} does not list {name}: does this test look at the right thing?");
    }
    let found = crates.iter().filter(|name| forbidden.iter().any(|prefix| name.starts_with(prefix))).cloned();
    assert_none(found.collect(), &format!("cargo tree {arguments:?}: {reason}"));
}

const WASM: &str = "--target=wasm32-unknown-unknown";

#[test]
fn the_page_links_no_model_code() {
    let reason = "whoever opens the page should not wait for the engine, which is the worker's:";
    check_crates(&["--features=ui", WASM], &["leptos", "serde"], &["candle", "tokenizers", "safetensors", "gemm", "rayon"], reason);
}

#[test]
fn the_core_alone_links_neither_browser_nor_models() {
    let forbidden = ["leptos", "web-sys", "js-sys", "wasm-bindgen", "candle", "tokenizers", "plotters", "getrandom", "clap"];
    for arguments in [&[][..], &[WASM]] {
        check_crates(arguments, &["serde", "libm"], &forbidden, "the core runs anywhere and is checked without waiting for them:");
    }
}

#[test]
fn the_engine_links_no_page() {
    for features in ["--features=engine", "--features=relaxed", "--features=reference", "--features=gpu"] {
        for arguments in [&[features][..], &[features, WASM]] {
            check_crates(arguments, &["safetensors", "tokenizers"], &["leptos", "plotters", "clap"], "a worker has no page to draw:");
        }
    }
}

#[test]
fn only_the_reference_links_candle() {
    let reason = "what runs by default should not wait for a library that it does not use:";
    for features in ["--features=engine", "--features=relaxed"] {
        check_crates(&[features, WASM], &["safetensors", "tokenizers"], &["candle", "gemm", "zip", "half", "yoke"], reason);
    }
    check_crates(&["--features=reference", WASM], &["candle-core", "candle-transformers", "safetensors"], &[], reason);
}

#[test]
fn only_who_asks_for_a_graphics_processor_links_what_speaks_to_one() {
    let reason = "nobody fetches it who has not chosen it:";
    for features in ["--features=engine", "--features=relaxed", "--features=reference", "--features=ui"] {
        check_crates(&[features, WASM], &["serde"], &["wgpu", "naga"], reason);
    }
    // A browser brings its own: what it is given is the text of kernels.
    check_crates(&["--features=gpu", WASM], &["wgpu", "safetensors"], &["candle", "wgpu-core", "wgpu-hal"], reason);
}

/// Names of tests in a file: Rust functions with a test's attribute, or titles of browser tests.
fn tests_in(path: &str) -> BTreeSet<String> {
    let text = read(path);
    if path.ends_with(".mjs") {
        return text.lines().filter_map(|line| line.strip_prefix("labTest(\"")?.split('"').next()).map(str::to_owned).collect();
    }
    let mut tests = BTreeSet::new();
    let mut attribute = false;
    for line in text.lines().map(str::trim) {
        attribute |= line == "#[test]" || line.contains("wasm_bindgen_test") && line.starts_with("#[");
        if let Some((_, rest)) = line.split_once("fn ") {
            if attribute {
                tests.insert(rest.split('(').next().unwrap_or_default().to_owned());
            }
            attribute = false;
        }
    }
    tests
}

#[test]
fn every_invariant_in_the_architecture_names_a_test_that_exists() {
    let text = read("ARCHITECTURE.md");
    let (_, section) = text.split_once("\n## Invariants\n").expect("ARCHITECTURE.md has a section `## Invariants`");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows: Vec<&str> = section.lines().filter(|line| line.starts_with("| ")).skip(1).filter(|line| !line.starts_with("| -")).collect();
    assert!(rows.len() >= 10, "ARCHITECTURE.md lists {} invariants: where are the others?", rows.len());
    let mut faults = Vec::new();
    for row in rows {
        let names: Vec<(&str, &str)> = row.split('`').skip(1).step_by(2).filter_map(|quoted| quoted.split_once("::")).collect();
        let names: Vec<_> = names.into_iter().filter(|(file, _)| file.contains('/')).collect();
        if names.is_empty() {
            faults.push(format!("no test in: {row}"));
        }
        for (file, name) in names {
            if !root().join(file).is_file() {
                faults.push(format!("{file} does not exist"));
            } else if !tests_in(file).contains(name) {
                faults.push(format!("{file} has no test `{name}`"));
            }
        }
    }
    assert_none(faults, "An invariant that nothing checks will not hold for long:");
}

#[test]
fn tests_are_named_as_sentences() {
    let mut faults = Vec::new();
    for file in text_files().iter().filter(|file| file.is_rust() || file.path.ends_with(".test.mjs")) {
        let short = tests_in(&file.path).into_iter().filter(|name| name.split(['_', ' ']).count() < 3);
        faults.extend(short.map(|name| format!("{}: {name}", file.path)));
    }
    assert_none(faults, "When a test fails, its name should say what no longer holds:");
}

#[test]
fn relative_links_in_the_documents_lead_somewhere() {
    let mut faults = Vec::new();
    for file in text_files().iter().filter(|file| file.path.ends_with(".md")) {
        let folder = root().join(Path::new(&file.path).parent().unwrap_or(Path::new("")));
        for (number, line) in file.lines() {
            for target in line.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let path = target.split(['#', '?']).next().unwrap_or_default();
                // The last three are the chapters' own: figures, exercises, and buttons that turn dials.
                let schemes = ["mailto:", "figure:", "exercise:", "set:"];
                let is_outside = target.contains("://") || schemes.iter().any(|scheme| target.starts_with(scheme));
                if !is_outside && !path.is_empty() && !folder.join(path).exists() {
                    faults.push(file.at(number, target));
                }
            }
        }
    }
    assert_none(faults, "A link that leads nowhere costs every reader the same search:");
}

#[test]
fn both_licences_are_here_and_named() {
    for path in ["LICENSE-MIT", "LICENSE-APACHE"] {
        assert!(read(path).len() > 500, "{path} is not the licence's text");
        assert!(read("README.md").contains(path), "README.md does not lead to {path}");
    }
    assert!(read("Cargo.toml").contains("license = \"MIT OR Apache-2.0\""), "Cargo.toml names another licence");
}

#[test]
fn scripts_stop_at_the_first_error() {
    let mut faults = Vec::new();
    for file in text_files().iter().filter(|file| file.text.starts_with("#!/usr/bin/env bash")) {
        if !file.text.contains("\nset -euo pipefail\n") {
            faults.push(file.at(1, "no `set -euo pipefail`"));
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = std::fs::metadata(root().join(&file.path)).expect("the file is there").permissions().mode();
            if mode & 0o111 == 0 {
                faults.push(file.at(1, "not executable"));
            }
        }
    }
    assert_none(faults, "A script that goes on after an error hides it:");
}
