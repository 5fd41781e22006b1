//! Numbers and settings in words: as many digits as matter, "Off" where a setting is off, and what
//! each setting does at its present value.

use crate::decode::{KernelPick, Knob, StopReason};
use crate::protocol::Kernels;

/// A probability with the digits that matter.
pub fn prob(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value < 0.0005 {
        "<0.001".to_owned()
    } else if value < 0.0995 {
        format!("{value:.3}")
    } else {
        format!("{value:.2}")
    }
}

/// Two numbers that are compared, with enough digits to tell them apart (at most six).
pub fn compared(left: f64, right: f64) -> (String, String) {
    for digits in 2..6 {
        let pair = (format!("{left:.digits$}"), format!("{right:.digits$}"));
        if pair.0 != pair.1 || left == right {
            return pair;
        }
    }
    (format!("{left:.6}"), format!("{right:.6}"))
}

/// A number with six significant digits, as a power of ten where it is small.
pub fn exact(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value >= 0.001 {
        format!("{value:.6}")
    } else {
        let exponent = libm::floor(libm::log10(value)) as i32;
        let mantissa = value / libm::pow(10.0, f64::from(exponent));
        let digits = exponent.unsigned_abs() as usize;
        format!("{mantissa:.3} · 10⁻{}", superscript(digits))
    }
}

/// A probability that may be tiny and must not be hidden: as [`prob`], and with its power of ten where
/// that says only that it is small.
pub fn mass(value: f64) -> String {
    if value > 0.0 && value < 0.0005 { exact(value) } else { prob(value) }
}

/// Text from the core with what it quotes in backquotes in typographic quotes instead.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find('`') {
        out.push_str(&rest[..start]);
        let inner = &rest[start + 1..];
        // A quoted backquote is its own text.
        let len = if inner.starts_with('`') { Some(1) } else { inner.find('`') };
        match len.filter(|len| inner[*len..].starts_with('`')) {
            Some(len) => {
                out.push_str(&format!("“{}”", &inner[..len]));
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

/// A count with its noun: `1 token`, `3 tokens`, `2 passes`.
pub fn count(n: usize, noun: &str) -> String {
    let ending = match n {
        1 => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{n} {noun}{ending}")
}

/// The tokens without a row of their own: `1 other`, `4089 others`.
pub fn others(n: usize) -> String {
    count(n, "other")
}

/// A logarithm of a probability: `−0.42`.
pub fn nats(value: f64) -> String {
    let digits = if value.abs() >= 99.995 { format!("{:.1}", value.abs()) } else { format!("{:.2}", value.abs()) };
    if value < 0.0 && digits.contains(|c: char| c.is_ascii_digit() && c != '0') { format!("−{digits}") } else { digits }
}

/// How far something leads: `+0.42`, `−0.42`.
pub fn lead(value: f64) -> String {
    let nats = nats(value);
    if nats.starts_with('−') || nats == "0.00" { nats } else { format!("+{nats}") }
}

/// A place among the best: `second-best`, `third-best`, `14th-best`.
pub fn ordinal(rank: usize) -> String {
    match rank {
        0 | 1 => "best".to_owned(),
        2 => "second-best".to_owned(),
        3 => "third-best".to_owned(),
        n => {
            let ending = match (n % 10, n % 100) {
                (1, teens) if teens != 11 => "st",
                (2, teens) if teens != 12 => "nd",
                (3, teens) if teens != 13 => "rd",
                _ => "th",
            };
            format!("{n}{ending}-best")
        }
    }
}

/// A number that may be very small: `0.0123`, `4.5e-12`.
pub fn small(value: f64) -> String {
    if value == 0.0 || value >= 0.001 { format!("{value:.4}") } else { format!("{value:.2e}") }
}

/// A rate, or a dash where nothing was measured.
pub fn rate(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.2}"))
}

/// Bytes as a person reads them.
pub fn bytes(n: u64) -> String {
    if n < 100_000 { format!("{:.0} KB", n as f64 / 1e3) } else { format!("{:.1} MB", n as f64 / 1e6) }
}

/// A small number as an exponent: `⁵`.
pub fn superscript(n: usize) -> String {
    n.to_string().chars().filter_map(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10)? as usize)).collect()
}

/// A model's size: `1.8M`.
pub fn parameters(n: u64) -> String {
    if n >= 1_000_000 { format!("{:.1}M", n as f64 / 1e6) } else { format!("{:.0}K", n as f64 / 1e3) }
}

/// A setting's name as the page writes it.
pub fn knob_title(name: &str) -> &'static str {
    match name {
        "gamma" | "live_gamma" => "Draft length γ",
        "live_n" => "Tokens per text n",
        "temperature" => "Temperature T",
        "top_k" => "Top-k",
        "top_p" => "Top-p",
        "min_p" => "Min-p",
        "repetition_penalty" => "Repetition penalty",
        "presence_penalty" => "Presence penalty",
        "frequency_penalty" => "Frequency penalty",
        "max_new_tokens" => "Tokens to write",
        "num_beams" => "Beams B",
        "max_depth" => "Depth",
        "length_penalty" => "Length penalty a",
        "num_beam_groups" => "Diversity groups",
        "diversity_penalty" => "Diversity penalty",
        "seed" => "Seed",
        "alpha" => "Acceptance rate α",
        "draft_cost" => "Cost of a draft pass c",
        "verify_slope" => "Cost of a further position",
        "pass_millis" => "A pass of the target",
        "confidence" => "Draft on while sure by",
        _ => "Setting",
    }
}

/// A setting's value as the page writes it: "Off" where it does nothing.
pub fn knob_value<S>(knob: &Knob<S>, spec: &S) -> String {
    let value = (knob.read)(spec);
    if knob.off == Some(value) {
        "Off".to_owned()
    } else if knob.step.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.2}")
    }
}

/// What a setting does at its present value.
pub fn knob_effect<S>(knob: &Knob<S>, spec: &S) -> String {
    let value = (knob.read)(spec);
    let whole = value as usize; // Where steps are whole.
    match knob.name {
        "live_n" => format!("up to {}, fewer where the story ends", count(whole, "token")),
        "gamma" | "live_gamma" => {
            format!("{} per cycle, then one target pass over {} positions", count(whole, "guess"), whole + 1)
        }
        "temperature" if value == 0.0 => "always the most probable token".to_owned(),
        "temperature" if value < 1.0 => "sharper than the model’s own odds".to_owned(),
        "temperature" if value > 1.0 => "flatter than the model’s own odds".to_owned(),
        "temperature" => "the model’s own odds".to_owned(),
        "top_k" if whole == 0 => "no limit on the number of tokens".to_owned(),
        "top_k" if whole == 1 => "keeps only the best token".to_owned(),
        "top_k" => format!("keeps the {whole} most probable tokens"),
        "top_p" if value >= 1.0 => "keeps all of the probability mass".to_owned(),
        "top_p" if value <= 0.0 => "keeps only the best token".to_owned(),
        "top_p" => format!("keeps the fewest tokens that hold {:.0}% of the mass", value * 100.0),
        "min_p" if value <= 0.0 => "no token is too improbable".to_owned(),
        "min_p" => format!("keeps tokens at least {:.0}% as probable as the best", value * 100.0),
        "repetition_penalty" if value == 1.0 => "tokens may repeat freely".to_owned(),
        "repetition_penalty" => "makes tokens that were used before less probable".to_owned(),
        "presence_penalty" | "frequency_penalty" if value == 0.0 => "what was generated may come again freely".to_owned(),
        "presence_penalty" if value > 0.0 => format!("generated tokens lose {value:.1} of their logit, once"),
        "frequency_penalty" if value > 0.0 => format!("generated tokens lose {value:.1} of their logit each time"),
        "presence_penalty" | "frequency_penalty" => "favours what was generated before".to_owned(),
        "max_new_tokens" => "unless the story or the context ends first".to_owned(),
        "num_beams" if whole == 1 => "one beam is greedy: the best token, every time".to_owned(),
        "num_beams" => format!("keeps the {whole} best texts at every level"),
        "max_depth" => format!("at most {} after the prompt", count(whole, "token")),
        "length_penalty" if value > 0.0 => format!("ranks by s / length^{value:.1}: favours longer texts"),
        "length_penalty" if value < 0.0 => format!("ranks by s / length^({value:.1}): favours shorter texts"),
        "length_penalty" => "texts are ranked by their score alone".to_owned(),
        "num_beam_groups" if whole <= 1 => "all beams are one search".to_owned(),
        "num_beam_groups" => format!("{whole} searches side by side share the beams"),
        "diversity_penalty" if value <= 0.0 => "groups may say the same".to_owned(),
        "diversity_penalty" => format!("a group pays {value:.1} for each repetition of an earlier group’s token; needs groups"),
        "seed" => "the same seed tells the same story".to_owned(),
        "alpha" => format!("{:.0} of 100 tested guesses are kept", value * 100.0),
        "draft_cost" if value == 0.0 => "guesses cost nothing".to_owned(),
        "draft_cost" => format!("T_draft / T_target: {:.0}% of a pass of the target", value * 100.0),
        "verify_slope" if value == 0.0 => "v(m) = 1: memory decides, positions are free".to_owned(),
        "verify_slope" => format!("v(m) = 1 + {value:.2} (m − 1), on average"),
        "pass_millis" => "milliseconds, in the race".to_owned(),
        "confidence" if value == 0.0 => "drafts always have their full length".to_owned(),
        "confidence" => format!("a draft ends with the first token that it gives less than {:.0}%", value * 100.0),
        _ => String::new(),
    }
}

/// How the models are computed, in short.
pub fn kernels(kernels: Kernels) -> &'static str {
    match kernels {
        Kernels::Reference => "the reference, in f32",
        Kernels::Scalar => "scalar f32",
        Kernels::Simd => "SIMD, in f32",
        Kernels::RelaxedSimd => "relaxed SIMD, in f32",
        Kernels::Int8 => "int8",
    }
}

/// The numbers that a model's weights are.
pub fn precision(kernels: Kernels) -> &'static str {
    if kernels == Kernels::Int8 { "int8" } else { "f32" }
}

/// On what grounds a way to compute was picked, or would be, with the time of a token's products in each way.
pub fn kernel_pick(pick: &KernelPick, chosen: Kernels) -> Option<String> {
    let name = |kernels: Kernels| match kernels {
        Kernels::RelaxedSimd => "relaxed SIMD",
        Kernels::Simd => "SIMD",
        Kernels::Scalar => "scalar code",
        Kernels::Int8 | Kernels::Reference => self::kernels(kernels),
    };
    let time = |millis: f64| if millis < 0.095 { format!("{millis:.3} ms") } else { format!("{millis:.2} ms") };
    let others: Vec<String> = pick
        .times
        .iter()
        .filter(|other| other.kernels != pick.picked)
        .map(|other| format!("{} with {}", time(other.millis), name(other.kernels)))
        .collect();
    let verb = if chosen == pick.picked { "Picked for this device" } else { "This device would pick" };
    let picked = format!("{verb}: {}, {}", name(pick.picked), time(pick.millis(pick.picked)?));
    let against = if others.is_empty() { String::new() } else { format!(" against {}", others.join(" and ")) };
    Some(format!("{picked}{against}, for the products of one token."))
}

/// What a way to compute changes, and what it does not.
pub fn kernels_effect(kernels: Kernels) -> &'static str {
    match kernels {
        Kernels::Reference => "The forward pass of a general library, made for models of every size. All others are tested against it.",
        Kernels::Scalar => "One product at a time, as without SIMD. Slower, and the same text to the last bit.",
        Kernels::Simd => "Four products in one instruction, four sums in the next. The same bits in every browser.",
        Kernels::RelaxedSimd => "Four products and four sums in one instruction. The last bits may differ from one processor to another.",
        Kernels::Int8 => {
            "Weights in 7 bits, inputs in 8: a quarter of the memory, several times the products in one instruction. Probabilities shift a little, the same way in every browser."
        }
    }
}

/// The rest of the sentence that begins with “Live”.
pub fn live(kernels: Option<Kernels>) -> &'static str {
    match kernels {
        Some(Kernels::Int8) => ": both models run in this page, in int8",
        Some(Kernels::Scalar) => ": both models run in this page, one number at a time",
        Some(Kernels::Reference) => ": both models run in this page, in the reference",
        _ => ": both models run in this page",
    }
}

/// The rest of the sentence that begins with “From a file”.
pub fn from_file(kernels: Option<Kernels>) -> &'static str {
    match kernels {
        Some(Kernels::Int8) => ", computed in int8",
        Some(Kernels::Scalar) => ", computed in scalar f32",
        Some(Kernels::Reference) => ", computed by the reference in f32",
        Some(Kernels::Simd) => ", computed with SIMD in f32",
        Some(Kernels::RelaxedSimd) => ", computed with relaxed SIMD in f32",
        None => "",
    }
}

/// Why a text ended.
pub fn stop_reason(stop: StopReason) -> &'static str {
    match stop {
        StopReason::StopToken => "The story has ended: the end-of-text token was emitted.",
        StopReason::MaxNewTokens => "All the tokens you asked for are written.",
        StopReason::ContextFull => "The models’ context is full: they cannot see further than this many tokens.",
        StopReason::DeadEnd => "No token is left to choose from.",
        StopReason::EmptyPrompt => "There is nothing to continue: type a beginning.",
        StopReason::Cancelled => "Stopped.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::KernelTime;
    use crate::decode::{BEAM_KNOBS, BeamSettings, ExperimentSpec, KNOBS, PIPELINE_KNOBS, PipelineSpec};

    #[test]
    fn numbers_have_the_digits_that_matter() {
        assert_eq!([0.0, 0.0001, 0.012, 0.0994, 0.0996, 0.617, 1.0].map(prob), ["0", "<0.001", "0.012", "0.099", "0.10", "0.62", "1.00"]);
        assert_eq!(compared(0.67, 0.24), ("0.67".to_owned(), "0.24".to_owned()));
        assert_eq!(compared(0.2371, 0.2368), ("0.2371".to_owned(), "0.2368".to_owned()));
        assert_eq!(compared(1.0, 1.0), ("1.00".to_owned(), "1.00".to_owned()));
        assert_eq!([0.0, 0.25, 0.00025, 1.1e-16].map(exact), ["0", "0.250000", "2.500 · 10⁻⁴", "1.100 · 10⁻¹⁶"]);
        assert_eq!([0.2, 0.0, 1.1e-16].map(mass), ["0.20", "0", "1.100 · 10⁻¹⁶"]);
        assert_eq!(["`,` or `]`", "any but ```, `\"`", "a ` alone", ""].map(quoted), ["“,” or “]”", "any but “`”, “\"”", "a ` alone", ""]);
        assert_eq!([others(1), others(4089)], ["1 other", "4089 others"]);
        assert_eq!(superscript(15), "¹⁵");
        assert_eq!(
            (count(1, "token"), count(0, "token"), count(2, "pass")),
            ("1 token".to_owned(), "0 tokens".to_owned(), "2 passes".to_owned())
        );
    }

    // Case 15: sliders that said nothing at their ends, or "0" where they were off.
    #[test]
    fn every_knob_of_the_pipeline_says_off_where_it_is_off_and_has_words_at_both_ends() {
        for knob in PIPELINE_KNOBS {
            for value in [Some(knob.min), Some(knob.max), knob.off].into_iter().flatten() {
                let mut spec = PipelineSpec::default();
                (knob.write)(&mut spec, value);
                assert_eq!(knob_value(knob, &spec) == "Off", knob.off == Some(value), "{}", knob.name);
                assert!(!knob_effect(knob, &spec).is_empty());
                assert_ne!(knob_title(knob.name), "Setting");
            }
        }
    }

    #[test]
    fn a_pick_says_what_was_picked_and_against_what() {
        let times = [(Kernels::RelaxedSimd, 0.31), (Kernels::Simd, 0.384), (Kernels::Scalar, 1.0)];
        let times = times.map(|(kernels, millis)| KernelTime { kernels, millis });
        let pick = KernelPick::of(times.to_vec()).expect("a pick");
        assert_eq!(
            kernel_pick(&pick, Kernels::RelaxedSimd).as_deref(),
            Some(
                "Picked for this device: relaxed SIMD, 0.31 ms against 0.38 ms with SIMD and 1.00 ms with scalar code, for the products of one token."
            )
        );
        assert!(kernel_pick(&pick, Kernels::Int8).is_some_and(|words| words.starts_with("This device would pick: relaxed SIMD, 0.31 ms")));
        let alone = KernelPick::of(vec![KernelTime { kernels: Kernels::Simd, millis: 0.04 }]).expect("a pick");
        assert_eq!(
            kernel_pick(&alone, Kernels::Simd).as_deref(),
            Some("Picked for this device: SIMD, 0.040 ms, for the products of one token.")
        );
    }

    #[test]
    fn logarithms_leads_and_places_are_written_as_people_read_them() {
        assert_eq!([0.0, -0.004, -0.42, -12.345, -123.456, 1.5].map(nats), ["0.00", "0.00", "−0.42", "−12.35", "−123.5", "1.50"]);
        assert_eq!([0.0, -0.42, 3.566].map(lead), ["0.00", "−0.42", "+3.57"]);
        assert_eq!(
            [1, 2, 3, 4, 11, 21, 112].map(ordinal),
            ["best", "second-best", "third-best", "4th-best", "11th-best", "21st-best", "112th-best"]
        );
        assert_eq!([0.0, 0.0123, 4.5e-12].map(small), ["0.0000", "0.0123", "4.50e-12"]);
    }

    #[test]
    fn every_knob_of_the_beams_says_off_where_it_is_off_and_has_words_at_both_ends() {
        for knob in BEAM_KNOBS {
            for value in [Some(knob.min), Some(knob.max), knob.off].into_iter().flatten() {
                let mut settings = BeamSettings::default();
                (knob.write)(&mut settings, value);
                assert!(!knob_effect(knob, &settings).is_empty());
                assert_ne!(knob_title(knob.name), "Setting");
                assert_eq!(knob_value(knob, &settings) == "Off", knob.off == Some(value), "{}", knob.name);
            }
        }
    }

    #[test]
    fn every_knob_says_off_where_it_is_off_and_has_words_at_both_ends() {
        for knob in KNOBS {
            for value in [Some(knob.min), Some(knob.max), knob.off].into_iter().flatten() {
                let mut spec = ExperimentSpec::default();
                (knob.write)(&mut spec, value);
                assert_eq!(knob_value(knob, &spec) == "Off", knob.off == Some(value), "{}", knob.name);
                assert!(!knob_effect(knob, &spec).is_empty());
                assert_ne!(knob_title(knob.name), "Setting");
            }
        }
    }
}
