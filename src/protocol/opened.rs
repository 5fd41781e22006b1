//! Which of the files that a reader has picked make a model, and what it is called: names in, places out.

/// The files of a model, as Hugging Face names them, in the order in which they are handed over.
pub const MODEL_FILES: [&str; 3] = ["config.json", "model.safetensors", "tokenizer.json"];

/// What lists the parts of weights that are in several files.
const INDEX: &str = "model.safetensors.index.json";

/// Why some files are no model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilesFault {
    /// None were picked.
    Nothing,
    /// One of [`MODEL_FILES`] is not among them.
    Missing(&'static str),
    /// The weights are in several files.
    InParts,
    /// More than one file could be this one.
    Several(&'static str),
}

/// Where each of [`MODEL_FILES`] is among files with these paths. A folder's own files count, those of folders in it do not. What a
/// browser adds to a name where it has saved the same one before, as in `config (1).json`, is overlooked.
pub fn find_model_files(paths: &[&str]) -> Result<[usize; 3], FilesFault> {
    if paths.is_empty() {
        return Err(FilesFault::Nothing);
    }
    let depth = |path: &str| path.matches('/').count();
    let top = paths.iter().map(|path| depth(path)).min().unwrap_or(0);
    let named = |name: &'static str| {
        let found = paths.iter().enumerate().filter(move |(_, path)| depth(path) == top && plain_name(path) == name);
        found.map(|(idx, _)| idx).collect::<Vec<_>>()
    };
    let mut found = [0; 3];
    for (place, name) in found.iter_mut().zip(MODEL_FILES) {
        match named(name)[..] {
            [idx] => *place = idx,
            [] if name == MODEL_FILES[1] && is_in_parts(paths) => return Err(FilesFault::InParts),
            [] => return Err(FilesFault::Missing(name)),
            _ => return Err(FilesFault::Several(name)),
        }
    }
    Ok(found)
}

/// Whether these are weights in several files, such as `model-00001-of-00004.safetensors`, or their list.
fn is_in_parts(paths: &[&str]) -> bool {
    let is_part = |name: &str| name.starts_with("model-") && name.contains("-of-") && name.ends_with(".safetensors");
    paths.iter().any(|path| {
        let name = plain_name(path);
        name == INDEX || is_part(&name)
    })
}

/// A file's own name, without its folders and without the number of a copy.
fn plain_name(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or_default();
    let Some((stem, ending)) = name.rsplit_once('.') else { return name.to_owned() };
    let without_number = stem.rsplit_once(" (").and_then(|(stem, number)| {
        let number = number.strip_suffix(')')?;
        (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then_some(stem)
    });
    format!("{}.{ending}", without_number.unwrap_or(stem))
}

/// What a model is called whose files have these paths: its folder's name, or, where single files were picked, `otherwise`; with a number where
/// that name is taken, so that no two models of a session are taken for each other.
pub fn name_for_model(paths: &[&str], otherwise: &str, is_taken: impl Fn(&str) -> bool) -> String {
    /// A name that a reader can take in, and a message can hold.
    const MOST_CHARS: usize = 40;
    let folder = paths.first().and_then(|path| path.split_once('/')).map(|(folder, _)| folder.trim()).filter(|folder| !folder.is_empty());
    let name: String = folder.unwrap_or(otherwise).chars().filter(|c| !c.is_control()).take(MOST_CHARS).collect();
    if !is_taken(&name) {
        return name;
    }
    (2u32..).map(|n| format!("{name} ({n})")).find(|name| !is_taken(name)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_files_are_found_wherever_they_are_among_the_others() {
        let folder = ["gpt/README.md", "gpt/tokenizer.json", "gpt/onnx/config.json", "gpt/config.json", "gpt/model.safetensors"];
        assert_eq!(find_model_files(&folder), Ok([3, 4, 1]));
        assert_eq!(find_model_files(&["model.safetensors", "config.json", "tokenizer.json", "tokenizer_config.json"]), Ok([1, 0, 2]));
        assert_eq!(find_model_files(&["config (1).json", "model (12).safetensors", "tokenizer.json"]), Ok([0, 1, 2]));
        // That is a name, and no number of a copy.
        let other = ["config (old).json", "model.safetensors", "tokenizer.json"];
        assert_eq!(find_model_files(&other), Err(FilesFault::Missing("config.json")));
    }

    #[test]
    fn what_is_missing_is_named_and_weights_in_parts_are_told_from_none() {
        assert_eq!(find_model_files(&[]), Err(FilesFault::Nothing));
        assert_eq!(find_model_files(&["model.safetensors", "tokenizer.json"]), Err(FilesFault::Missing("config.json")));
        assert_eq!(find_model_files(&["config.json", "tokenizer.json"]), Err(FilesFault::Missing("model.safetensors")));
        assert_eq!(find_model_files(&["config.json", "model.safetensors", "vocab.json"]), Err(FilesFault::Missing("tokenizer.json")));
        assert_eq!(
            find_model_files(&["config.json", "pytorch_model.bin", "tokenizer.json"]),
            Err(FilesFault::Missing("model.safetensors"))
        );
        for parts in ["model-00001-of-00004.safetensors", "model.safetensors.index.json"] {
            assert_eq!(find_model_files(&["config.json", parts, "tokenizer.json"]), Err(FilesFault::InParts));
        }
        let twice = ["config.json", "model.safetensors", "model (1).safetensors", "tokenizer.json"];
        assert_eq!(find_model_files(&twice), Err(FilesFault::Several("model.safetensors")));
        // The files of a folder in a folder are another model's.
        assert_eq!(find_model_files(&["a/README.md", "a/b/config.json"]), Err(FilesFault::Missing("config.json")));
    }

    #[test]
    fn a_model_has_its_folders_name_and_no_two_have_the_same() {
        let taken = |names: &'static [&str]| move |name: &str| names.contains(&name);
        let files = ["stories/config.json", "stories/model.safetensors"];
        assert_eq!(name_for_model(&files, "my-target", taken(&[])), "stories");
        assert_eq!(name_for_model(&files, "my-target", taken(&["stories", "stories (2)"])), "stories (3)");
        assert_eq!(name_for_model(&["config.json"], "my-target", taken(&["stories"])), "my-target");
        let long = format!("{}\u{1b}/config.json", "x".repeat(1000));
        assert_eq!(name_for_model(&[&long], "my-target", taken(&[])).len(), 40);
        assert_eq!(name_for_model(&[" /config.json"], "my-target", taken(&[])), "my-target");
    }
}
