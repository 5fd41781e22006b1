//! Finds the page's languages by the files in `public/locales`, so that adding one is adding a file, and
//! packs the English texts without their comments: those are compiled in, and the page never lacks a text. And lists
//! the models in `public/models` with their sizes, which the page says where they are chosen.

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
    println!("cargo::rerun-if-changed=public/models");
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
    fs::write(Path::new(&out).join("models.rs"), models()).expect("the list of models can be written");
}

/// The models that are shipped: folders with all three files of one, and a card that says how many numbers were trained.
fn models() -> String {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo says where the package lies")).join("public/models");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("public/models can be read")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| folder.join(name).join("tokenizer.json").exists())
        .collect();
    names.sort();
    let mut list = String::from("/// The models that come with the page.\npub const SHIPPED_MODELS: &[ShippedModel] = &[\n");
    for name in names {
        let files = ["config.json", "model.safetensors", "tokenizer.json"].map(|file| folder.join(&name).join(file));
        let n_bytes: u64 = files.iter().map(|file| fs::metadata(file).expect("a model has three files").len()).sum();
        let card = fs::read_to_string(folder.join(&name).join("card.json")).expect("a model has a card");
        let parameters =
            card.lines().find_map(|line| line.trim().strip_prefix("\"parameters\": ")?.trim_end_matches(',').parse::<u64>().ok());
        let parameters = parameters.unwrap_or_else(|| panic!("public/models/{name}/card.json does not say its parameters"));
        list.push_str(&format!("    ShippedModel {{ name: {name:?}, parameters: {parameters}, n_bytes: {n_bytes} }},\n"));
    }
    list.push_str("];\n");
    list
}
