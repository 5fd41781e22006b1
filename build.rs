//! Finds the page's languages by the files in `public/locales`, so that adding one is adding a file, and
//! packs the English texts without their comments: those are compiled in, and the page never lacks a text.

use std::path::Path;
use std::{env, fs};

/// The areas of the catalogue that the home page speaks of; `tests/languages.rs` checks that none is missing.
const HOME_AREAS: &[&str] = &[
    "number-",
    "quote-",
    "count-",
    "language-",
    "shell-",
    "playback-",
    "notice-",
    "source-",
    "stop-",
    "lab-",
    "home-",
    "figure-",
    "caption-",
    "stage-",
    "transcript-",
    "distribution-",
    "place-",
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=public/locales");
    // A folder of languages that cannot be read is a broken checkout; the build says so and stops.
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package lies")).join("public/locales");
    let mut codes: Vec<String> = fs::read_dir(&folder)
        .expect("public/locales can be read")
        .filter_map(|entry| entry.ok()?.file_name().to_str()?.strip_suffix(".ftl").map(str::to_owned))
        .collect();
    // English first, which the page falls back on; then by code, which is about the order of the names.
    codes.sort_by_key(|code| (code != "en", code.clone()));
    assert!(codes.first().is_some_and(|code| code == "en"), "public/locales has no en.ftl");
    let mut languages =
        String::from("/// The languages of the page: a code, and the language's own name.\npub const LANGUAGES: &[(&str, &str)] = &[\n");
    for code in &codes {
        let text = fs::read_to_string(folder.join(format!("{code}.ftl"))).expect("a language's file can be read");
        let name = text.lines().find_map(|line| line.strip_prefix("language-name = "));
        let name = name.unwrap_or_else(|| panic!("public/locales/{code}.ftl has no line `language-name = …` with its own name"));
        languages.push_str(&format!("    ({code:?}, {:?}),\n", name.trim()));
    }
    languages.push_str("];\n");
    let out = env::var("OUT_DIR").expect("cargo says where to write");
    fs::write(Path::new(&out).join("languages.rs"), languages).expect("the list of languages can be written");
    let english = fs::read_to_string(folder.join("en.ftl")).expect("en.ftl can be read");
    // The home page is a program of its own, and small: it carries what its figure says.
    let is_home = |line: &str| {
        let key = line.split(' ').next().unwrap_or_default();
        HOME_AREAS.iter().any(|area| key.starts_with(area)) && !key.ends_with("-lesson")
    };
    let mut home = String::new();
    let mut is_wanted = false;
    for line in english.lines().filter(|line| !line.starts_with('#')) {
        is_wanted = if line.starts_with(|c: char| c.is_ascii_lowercase()) { is_home(line) } else { is_wanted };
        if is_wanted {
            home.push_str(line);
            home.push('\n');
        }
    }
    fs::write(Path::new(&out).join("en-home.ftl"), home).expect("the home page's texts can be written");
    // Empty lines stay: within a text they part its paragraphs.
    let packed: String = english.lines().filter(|line| !line.starts_with('#')).flat_map(|line| [line, "\n"]).collect();
    fs::write(Path::new(&out).join("en.ftl"), packed).expect("the English texts can be written");
}
