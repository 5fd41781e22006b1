//! The command line, run as people run it: texts, statistics, traces, and mistakes in its options.
#![cfg(feature = "cli")]

use decoding_lab::decode::{ConstrainedRecording, ConstrainedRun, Recording, StopReason, TokenTrie, replay};
use serde_json::Value;
use std::io::Read as _;
use std::process::{Command, Output, Stdio};

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_generate"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(args);
    command
}

fn generate(args: &[&str]) -> Output {
    command(args).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it writes UTF-8")
}

fn json(args: &[&str]) -> Value {
    let output = generate(&[args, &["--format", "json"]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("it writes JSON")
}

#[test]
fn the_text_comes_with_its_decisions_and_statistics() {
    let output = generate(&["--temperature", "0", "--max-new-tokens", "20"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let written = text(&output.stdout);
    assert!(written.starts_with("Once upon a time, a cat named Tom was very tired."), "{written}");
    for part in [
        "✓",
        "✗",
        "→",
        "accepted of drafted",
        "accepted of tested",
        "mean overlap",
        "tokens per cycle",
        "tokens/s",
        "token for token the same",
    ] {
        assert!(written.contains(part), "{part} is missing:\n{written}");
    }
}

#[test]
fn kernels_are_chosen_by_name_and_change_no_text_but_int8s_by_more_than_rounding() {
    let run = |kernels: &str| json(&["--temperature", "0", "--max-new-tokens", "12", "--kernels", kernels]);
    let [simd, scalar, reference, int8] = ["simd", "scalar", "reference", "int8"].map(run);
    for (report, kernels) in [(&simd, "simd"), (&scalar, "scalar"), (&reference, "reference"), (&int8, "int8")] {
        assert_eq!(report["pair"]["target"]["kernels"], kernels);
        assert_eq!(report["same_text"], true, "{kernels}: at temperature 0 speculation writes the target's own text");
    }
    assert_eq!(simd["speculation"]["emitted"], scalar["speculation"]["emitted"]);
    assert_eq!(simd["speculation"]["emitted"], reference["speculation"]["emitted"]);
    let output = generate(&["--kernels", "relaxed"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("known here are simd, scalar, int8, reference"), "{}", text(&output.stderr));
}

#[test]
fn json_says_the_same_as_the_trace_and_the_trace_opens() {
    let path = std::env::temp_dir().join(format!("decoding-lab-trace-{}.json", std::process::id()));
    let report = json(&["--query", "seed=5&temperature=0.7&top_k=40", "--gamma", "3", "--trace", path.to_str().expect("a plain path")]);
    let written = std::fs::read_to_string(&path).expect("the trace was written");
    std::fs::remove_file(&path).expect("it can be removed");
    let recording = Recording::from_json(&written).expect("its facts agree");
    let spec = &recording.trace.spec;
    assert_eq!((spec.seed, spec.temperature, spec.top_k, spec.gamma), (5, 0.7, 40, 3));
    assert_eq!(report["query"], "gamma=3&temperature=0.7&top_k=40&seed=5");
    let cycles = replay(&recording.trace).expect("its facts agree");
    let emitted: Vec<u32> = cycles.iter().flat_map(|cycle| &cycle.verdict.emitted).map(|token| token.0).collect();
    assert_eq!(report["speculation"]["emitted"], serde_json::json!(emitted));
    assert_eq!(report["speculation"]["cycles"].as_array().map(Vec::len), Some(cycles.len()));
    assert_eq!(report["target_alone"]["emitted"], serde_json::json!(recording.target_alone));
    let n_accepted: usize = cycles.iter().filter(|cycle| cycle.verdict.is_complete()).map(|cycle| cycle.verdict.n_accepted()).sum();
    assert_eq!(report["statistics"]["accepted_of_drafted"]["accepted"], n_accepted);
    let rate = report["speculation"]["tokens_per_second"].as_f64().expect("a rate");
    assert!(rate > 1.0 && rate < 1e6, "{rate}");
}

#[test]
fn the_target_alone_writes_what_greedy_speculation_writes() {
    let options = ["--temperature", "0", "--prompt", "The little dog", "--max-new-tokens", "30"];
    let both = json(&options);
    assert_eq!(both["same_text"], true);
    let alone = json(&[&options[..], &["--target-alone"]].concat());
    assert_eq!(alone["target_alone"]["text"], both["speculation"]["text"]);
    assert!(alone["speculation"].is_null());
}

// Case 24, on the command line: an option is typed by someone who can be asked to correct it.
#[test]
fn an_option_out_of_range_is_refused_with_its_range() {
    for (option, value, expected) in [
        ("--gamma", "9", "--gamma 9 is out of range: it must be a whole number from 1 to 8"),
        ("--gamma", "2.5", "a whole number from 1 to 8"),
        ("--temperature", "-1", "--temperature -1 is out of range: it must be from 0 to 2"),
        ("--temperature", "NaN", "--temperature NaN is out of range"),
        ("--top-p", "1.5", "from 0 to 1"),
        ("--repetition-penalty", "0.5", "from 1 to 2"),
        ("--max-new-tokens", "0", "a whole number from 1 to 240"),
        ("--seed", "1e99", "a whole number from 0 to 4294967295"),
        ("--seed", "cat", "invalid float literal"),
        ("--query", "scenario=case-bonus", "case-bonus is a lesson of the page"),
    ] {
        let output = generate(&[option, value]);
        assert_eq!(output.status.code(), Some(2), "{option} {value}");
        assert!(text(&output.stderr).contains(expected), "{option} {value}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty());
    }
}

// Case 24: a link is clamped with a notice, as the page does it.
#[test]
fn a_link_out_of_range_is_clamped_with_a_notice() {
    let output = generate(&["--query", "?gamma=1e9&max_new_tokens=4", "--format", "json"]);
    assert!(output.status.success());
    assert!(text(&output.stderr).contains("gamma = 1e9 is out of range; 8 is used"), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("it writes JSON");
    assert_eq!(report["spec"]["gamma"], 8);
}

#[test]
fn what_cannot_be_done_is_said_plainly() {
    let long = "word ".repeat(300);
    for (args, expected) in [
        (["--models", "no/such/folder"], "config.json cannot be read"),
        (["--prompt", &long], "but the models see at most 256; shorten it"),
        (["--trace", "no/such/folder/trace.json"], "no/such/folder/trace.json cannot be written"),
    ] {
        let output = generate(&args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert!(!text(&output.stderr).contains("panicked"));
    }
}

// Case 26: a text that runs into the end of the context stops there.
#[test]
fn a_text_that_fills_the_context_ends_without_an_error() {
    let report = json(&["--prompt", &" a".repeat(250), "--max-new-tokens", "100", "--temperature", "0"]);
    let stop: StopReason = serde_json::from_value(report["speculation"]["stop"].clone()).expect("a reason");
    assert!(matches!(stop, StopReason::ContextFull | StopReason::StopToken), "{stop:?}");
    assert_eq!(report["same_text"], true);
}

#[test]
fn a_reader_who_leaves_early_is_no_failure() {
    let mut child = command(&["--format", "json", "--max-new-tokens", "100"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("it was piped").read_to_string(&mut said).expect("it writes UTF-8");
    assert!(child.wait().expect("it ends").success(), "{said}");
    assert_eq!(said, "");
}

#[test]
fn a_constraint_holds_the_text_to_its_form_and_one_that_cannot_be_used_is_refused() {
    let report = json(&["--prompt", "Her number is ", "--constraint", "digits:1-8", "--temperature", "1"]);
    let written = report["speculation"]["text"].as_str().expect("a text");
    let number = written.trim_start_matches("Her number is ").trim_end_matches("⟨end⟩");
    assert!(!number.is_empty() && number.chars().all(|c| c.is_ascii_digit()), "{written}");
    assert_eq!(report["query"], "prompt=Her+number+is+&constraint=digits%3A1-8&temperature=1");
    for (constraint, words) in [("poem", "must begin with digits, list, regex: or json:"), ("regex:a(b", "unclosed group")] {
        let output = generate(&["--constraint", constraint]);
        assert!(!output.status.success() && text(&output.stderr).contains(words), "{}", text(&output.stderr));
    }
}

#[test]
fn a_constrained_text_is_written_to_a_file_that_the_page_opens() {
    let path = std::env::temp_dir().join(format!("decoding-lab-constrained-{}.json", std::process::id()));
    let output = generate(&["--constrained", path.to_str().expect("a plain path"), "--query", "constraint=list%3A2&seed=4"]);
    assert!(output.status.success() && text(&output.stdout).contains(" steps, complete, in "), "{}", text(&output.stderr));
    let written = std::fs::read_to_string(&path).expect("the file was written");
    std::fs::remove_file(&path).expect("it can be removed");
    let recording = ConstrainedRecording::from_json(&written).expect("its form is right");
    assert_eq!((recording.trace.spec.seed, recording.trace.spec.constraint.to_text().as_str()), (4, "list:2"));
    let trie = std::sync::Arc::new(TokenTrie::new(recording.vocabulary));
    assert!(ConstrainedRun::from_trace(recording.trace, trie).is_ok());
}
