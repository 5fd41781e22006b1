//! Numbers and settings in words: as many digits as matter, "Off" where a setting is off, and what
//! each setting does at its present value.

use crate::decode::{Device, DeviceTimes, Fault, Job, KernelPick, Knob, StopReason};
use crate::protocol::{GpuFacts, GpuTrouble, Kernels, PassTimes};
use crate::ui::fluent::Value;
use crate::ui::i18n::{decimal, integer, key, percent, t, t_args};

/// A probability with the digits that matter.
pub fn prob(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value < 0.0005 {
        format!("<{}", decimal(0.001, 3))
    } else if value < 0.0995 {
        decimal(value, 3)
    } else {
        decimal(value, 2)
    }
}

/// Two numbers that are compared, with enough digits to tell them apart (at most six).
pub fn compared(left: f64, right: f64) -> (String, String) {
    for digits in 2..6 {
        let pair = (decimal(left, digits), decimal(right, digits));
        if pair.0 != pair.1 || left == right {
            return pair;
        }
    }
    (decimal(left, 6), decimal(right, 6))
}

/// A number with six significant digits, as a power of ten where it is small.
pub fn exact(value: f64) -> String {
    if value == 0.0 {
        "0".to_owned()
    } else if value >= 0.001 {
        decimal(value, 6)
    } else {
        let exponent = libm::floor(libm::log10(value)) as i32;
        let mantissa = value / libm::pow(10.0, f64::from(exponent));
        let digits = exponent.unsigned_abs() as usize;
        format!("{} · 10⁻{}", decimal(mantissa, 3), superscript(digits))
    }
}

/// A probability that may be tiny and must not be hidden: as [`prob`], and with its power of ten where
/// that says only that it is small.
pub fn mass(value: f64) -> String {
    if value > 0.0 && value < 0.0005 { exact(value) } else { prob(value) }
}

/// A token or a word in the language's quotes.
pub fn in_quotes(text: &str) -> String {
    format!("{}{text}{}", t("quote-open"), t("quote-close"))
}

/// A count with its noun: `1 token`, `3 tokens`, `2 passes`.
pub fn count(n: usize, noun: &str) -> String {
    let ending = match n {
        1 => "",
        _ if noun.ends_with('s') => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", integer(n as u64))
}

/// The tokens without a row of their own: `1 other`, `4,089 others`.
pub fn others(n: usize) -> String {
    t_args("count-others", &[("n", n.into())])
}

/// A logarithm of a probability: `−0.42`.
pub fn nats(value: f64) -> String {
    let digits = decimal(value.abs(), if value.abs() >= 99.995 { 1 } else { 2 });
    if value < 0.0 && digits.contains(|c: char| c.is_ascii_digit() && c != '0') { format!("−{digits}") } else { digits }
}

/// How far something leads: `+0.42`, `−0.42`.
pub fn lead(value: f64) -> String {
    let nats = nats(value);
    if nats.starts_with('−') || value.abs() < 0.005 { nats } else { format!("+{nats}") }
}

/// A place among the best: `second-best`, `third-best`, `14th-best`.
pub fn ordinal(rank: usize) -> String {
    // English ends its ordinals by their last digit, the teens apart.
    let last = if (11..14).contains(&(rank % 100)) { 0 } else { rank % 10 };
    match rank {
        0 | 1 => t("rank-best"),
        2 => t("rank-second"),
        3 => t("rank-third"),
        n => t_args("rank-later", &[("n", n.into()), ("last", last.into())]),
    }
}

/// Sentences, one after another.
pub fn sentences(all: impl IntoIterator<Item = String>) -> String {
    joined(key("sentences-two"), all)
}

/// Texts joined by a message for two of them, `{ $first }` and `{ $second }`, one after another.
pub fn joined(key: &str, all: impl IntoIterator<Item = String>) -> String {
    let pair = |first: String, second: String| t_args(key, &[("first", first.into()), ("second", second.into())]);
    all.into_iter().reduce(pair).unwrap_or_default()
}

/// A number that may be very small: `0.0123`, `4.5e-12`.
pub fn small(value: f64) -> String {
    if value == 0.0 || value >= 0.001 { decimal(value, 4) } else { power(value, 2) }
}

/// A number with its power of ten: `4.50e-12`.
pub fn power(value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$e}");
    text.split_once('e').map_or(text.clone(), |(mantissa, power)| {
        format!("{}e{power}", mantissa.parse().map_or(mantissa.to_owned(), |mantissa| decimal(mantissa, digits)))
    })
}

/// A rate, or a dash where nothing was measured.
pub fn rate(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| decimal(value, 2))
}

/// Bytes as a person reads them.
pub fn bytes(n: u64) -> String {
    if n < 100_000 {
        t_args("size-kilobytes", &[("n", decimal(n as f64 / 1e3, 0).into())])
    } else {
        t_args("size-megabytes", &[("n", decimal(n as f64 / 1e6, 1).into())])
    }
}

/// A message with its full stop.
pub fn sentence(message: &str) -> String {
    if message.ends_with(['.', '!', '?', '…', '。', '！', '？']) { message.to_owned() } else { format!("{message}.") }
}

/// A small number as an exponent: `⁵`.
pub fn superscript(n: usize) -> String {
    n.to_string().chars().filter_map(|digit| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(digit.to_digit(10)? as usize)).collect()
}

/// A model's size: `1.8M`.
pub fn parameters(n: u64) -> String {
    if n >= 1_000_000 { format!("{}M", decimal(n as f64 / 1e6, 1)) } else { format!("{}K", decimal(n as f64 / 1e3, 0)) }
}

/// A time in seconds, from milliseconds.
pub fn seconds(millis: f64, digits: usize) -> String {
    t_args("time-seconds", &[("n", decimal(millis / 1000.0, digits).into())])
}

/// A time in milliseconds.
pub fn milliseconds(millis: f64, digits: usize) -> String {
    t_args("time-milliseconds", &[("n", decimal(millis, digits).into())])
}

/// A number with its sign: `+1.5`.
pub fn signed(value: f64, digits: usize) -> String {
    let sign = if value >= 0.0 { "+" } else { "" };
    sign.to_owned() + &decimal(value, digits)
}

/// A number that somebody has typed, with a point or a comma.
pub fn typed(text: &str) -> Option<f64> {
    text.trim().replace(',', ".").parse().ok().filter(|value: &f64| value.is_finite())
}

/// A number with as many digits as it has: `0.5`, `2`.
pub fn plain(value: f64) -> String {
    let text = value.to_string();
    decimal(value, text.split_once('.').map_or(0, |(_, fraction)| fraction.len()))
}

/// A setting's name as the page writes it.
pub fn knob_title(name: &str) -> String {
    // A setting that two labs have under two names is one to the reader.
    let name = if name == "live_gamma" { "gamma" } else { name };
    t(&format!("knob-{name}"))
}

/// A setting's value as the page writes it: "Off" where it does nothing.
pub fn knob_value<S>(knob: &Knob<S>, spec: &S) -> String {
    let value = (knob.read)(spec);
    if knob.off == Some(value) {
        t("settings-off")
    } else if knob.step.fract() == 0.0 {
        decimal(value, 0)
    } else {
        decimal(value, 2)
    }
}

/// Whether this is what a setting says where it does nothing.
pub fn is_off(shown: &str) -> bool {
    shown == t("settings-off")
}

/// What a setting does at its present value.
pub fn knob_effect<S>(knob: &Knob<S>, spec: &S) -> String {
    let value = (knob.read)(spec);
    let whole = value as usize; // Where steps are whole.
    let of_count = |key: &str| t_args(key, &[("n", whole.into())]);
    let of_share = |key: &str| t_args(key, &[("share", percent(value, 0).into())]);
    let of_value = |key: &str, digits: usize| t_args(key, &[("value", decimal(value, digits).into())]);
    match knob.name {
        "live_n" => of_count(key("effect-live_n")),
        "gamma" | "live_gamma" => t_args("effect-gamma", &[("n", whole.into()), ("positions", (whole + 1).into())]),
        "temperature" if value == 0.0 => t("effect-temperature-zero"),
        "temperature" if value < 1.0 => t("effect-temperature-low"),
        "temperature" if value > 1.0 => t("effect-temperature-high"),
        "temperature" => t("effect-temperature-one"),
        "top_k" => of_count(key("effect-top_k")),
        "top_p" if value >= 1.0 => t("effect-top_p-all"),
        "top_p" if value <= 0.0 => t("effect-top_p-none"),
        "top_p" => of_share(key("effect-top_p")),
        "min_p" if value <= 0.0 => t("effect-min_p-off"),
        "min_p" => of_share(key("effect-min_p")),
        "repetition_penalty" if value == 1.0 => t("effect-repetition-off"),
        "repetition_penalty" => t("effect-repetition"),
        "presence_penalty" | "frequency_penalty" if value == 0.0 => t("effect-penalty-off"),
        "presence_penalty" if value > 0.0 => of_value(key("effect-presence"), 1),
        "frequency_penalty" if value > 0.0 => of_value(key("effect-frequency"), 1),
        "presence_penalty" | "frequency_penalty" => t("effect-penalty-favours"),
        "max_new_tokens" => t("effect-max_new_tokens"),
        "num_beams" => of_count(key("effect-num_beams")),
        "max_depth" => of_count(key("effect-max_depth")),
        "length_penalty" if value > 0.0 => of_value(key("effect-length_penalty-longer"), 1),
        "length_penalty" if value < 0.0 => of_value(key("effect-length_penalty-shorter"), 1),
        "length_penalty" => t("effect-length_penalty-off"),
        "num_beam_groups" if whole <= 1 => t("effect-num_beam_groups-one"),
        "num_beam_groups" => of_count(key("effect-num_beam_groups")),
        "diversity_penalty" if value <= 0.0 => t("effect-diversity-off"),
        "diversity_penalty" => of_value(key("effect-diversity"), 1),
        "seed" => t("settings-seed-hint"),
        "alpha" => t_args("effect-alpha", &[("n", decimal(value * 100.0, 0).into())]),
        "draft_cost" if value == 0.0 => t("effect-draft_cost-zero"),
        "draft_cost" => of_share(key("effect-draft_cost")),
        "verify_slope" if value == 0.0 => t("effect-verify_slope-zero"),
        "verify_slope" => of_value(key("effect-verify_slope"), 2),
        "pass_millis" => t("effect-pass_millis"),
        "confidence" if value == 0.0 => t("effect-confidence-off"),
        "confidence" => of_share(key("effect-confidence")),
        _ => String::new(),
    }
}

/// How the models are computed, in short.
pub fn kernels(kernels: Kernels) -> String {
    t(match kernels {
        Kernels::Reference => "kernels-reference",
        Kernels::Scalar => "kernels-scalar",
        Kernels::Simd => "kernels-simd",
        Kernels::RelaxedSimd => "kernels-relaxed",
        Kernels::Int8 => "kernels-int8",
        Kernels::Gpu => "kernels-gpu",
        Kernels::GpuInt8 => "kernels-gpu-int8",
    })
}

/// The numbers that a model's weights are.
pub fn precision(kernels: Kernels) -> &'static str {
    if matches!(kernels, Kernels::Int8 | Kernels::GpuInt8) { "int8" } else { "f32" }
}

/// On what grounds a way to compute was picked, or would be, with the time of a token's products in each way. `None`
/// where there was nothing to choose from.
pub fn kernel_pick(pick: &KernelPick, chosen: Kernels) -> Option<String> {
    let name = |kernels: Kernels| {
        t(match kernels {
            Kernels::RelaxedSimd => "kernels-relaxed-name",
            Kernels::Scalar => "kernels-scalar-name",
            _ => "kernels-simd-name",
        })
    };
    let time = pass_time;
    let others: Vec<String> = pick
        .times
        .iter()
        .filter(|other| other.kernels != pick.picked)
        .map(|other| t_args("kernels-pick-other", &[("time", time(other.millis).into()), ("kernels", name(other.kernels).into())]))
        .collect();
    let millis = pick.millis(pick.picked).filter(|_| !others.is_empty())?;
    let values = [("kernels", name(pick.picked).into()), ("time", time(millis).into()), ("others", others.join(", ").into())];
    Some(t_args(if chosen == pick.picked { key("kernels-picked") } else { key("kernels-would-pick") }, &values))
}

/// What a way to compute changes, and what it does not.
pub fn kernels_effect(kernels: Kernels) -> String {
    t(match kernels {
        Kernels::Reference => "kernels-reference-effect",
        Kernels::Scalar => "kernels-scalar-effect",
        Kernels::Simd => "kernels-simd-effect",
        Kernels::RelaxedSimd => "kernels-relaxed-effect",
        Kernels::Int8 => "kernels-int8-effect",
        Kernels::Gpu => "kernels-gpu-effect",
        Kernels::GpuInt8 => "kernels-gpu-int8-effect",
    })
}

/// Why a graphics processor is not used, or no longer, and what is done instead.
pub fn gpu_gone(trouble: &GpuTrouble) -> String {
    let why = match trouble {
        GpuTrouble::NoAdapter => t("gpu-no-adapter"),
        GpuTrouble::Refused { detail } => t_args("gpu-refused", &[("detail", detail.clone().into())]),
        GpuTrouble::TooLarge { n_bytes, max_bytes } => {
            t_args("gpu-too-large", &[("wanted", bytes(*n_bytes).into()), ("most", bytes(*max_bytes).into())])
        }
        GpuTrouble::Unsupported { feature } => t_args("gpu-unsupported", &[("feature", feature.clone().into())]),
        GpuTrouble::Mismatch { .. } | GpuTrouble::Uneven | GpuTrouble::NotFinite => t("gpu-mismatch"),
        GpuTrouble::Lost { .. } => t("gpu-lost"),
    };
    t_args("gpu-gone", &[("why", why.into())])
}

/// Why the engine could not do something, in the reader's language.
pub fn fault(fault: &Fault) -> String {
    if fault.kind.is_empty() {
        return fault.message.clone(); // Of an older recording.
    }
    let mut name = String::new();
    for c in fault.kind.chars() {
        if c.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(c.to_ascii_lowercase());
    }
    let values: Vec<(&str, Value)> = fault.values.iter().map(|(name, text)| (name.as_str(), text.as_str().into())).collect();
    t_args(&format!("fault-{name}"), &values)
}

/// What passes take on a graphics processor and on the CPU, and which of them that speaks for.
pub fn gpu_times(facts: &GpuFacts) -> String {
    let GpuFacts { name, n_several, cpu, gpu, .. } = facts;
    let growth = |times: &PassTimes| decimal(times.several / times.one, 1);
    let mut values = both_times(name, *n_several, [gpu.one, gpu.several], [cpu.one, cpu.several]).to_vec();
    values.extend([("gpugrowth", growth(gpu).into()), ("cpugrowth", growth(cpu).into())]);
    let verdict = t(match (gpu.one < cpu.one, gpu.several < cpu.several) {
        (true, true) => "gpu-faster",
        (false, false) => "gpu-slower",
        (false, true) => "gpu-faster-for-several",
        (true, false) => "gpu-faster-for-one",
    });
    format!("{} {verdict}", t_args("gpu-times", &values))
}

/// What passes take on a graphics processor and on the CPU where it does not run, and how that is known.
pub fn device_times(times: &DeviceTimes) -> String {
    let several = times.gpu.n_positions().last().unwrap_or(1);
    let [gpu, cpu] = [&times.gpu, &times.cpu].map(|costs| [costs.millis(1), costs.millis(several)]);
    let values = both_times(&times.device, several, gpu, cpu);
    t_args(if times.is_measured { key("device-measured") } else { key("device-estimated") }, &values)
}

/// What sentences name that tell both devices' passes, over one token and over several.
fn both_times(device: &str, several: usize, gpu: [f64; 2], cpu: [f64; 2]) -> [(&'static str, Value); 6] {
    [
        ("device", device.into()),
        ("several", several.into()),
        ("gpu", pass_time(gpu[0]).into()),
        ("cpu", pass_time(cpu[0]).into()),
        ("gpumore", pass_time(gpu[1]).into()),
        ("cpumore", pass_time(cpu[1]).into()),
    ]
}

/// Which device is picked for what a lab does, or would be, and why.
pub fn device_pick(times: &DeviceTimes, job: Job, chosen: Kernels) -> String {
    let [here, there] = [Device::Cpu, Device::Gpu].map(|device| times.millis(job, device));
    let mut values = vec![("here", pass_time(here).into()), ("there", pass_time(there).into()), ("n", job.n_positions().into())];
    let grounds = match job {
        Job::OneByOne => key("device-job-one"),
        Job::Speculative { gamma } => {
            values.push(("gamma", gamma.into()));
            key("device-job-cycle")
        }
        Job::Together { .. } => key("device-job-together"),
    };
    let picked = times.pick(job);
    let verdict = match (picked, chosen.is_on_gpu()) {
        (Device::Gpu, true) => t("device-picked-gpu"),
        (Device::Gpu, false) => t("device-would-pick-gpu"),
        (Device::Cpu, true) => t("device-would-pick-cpu"),
        (Device::Cpu, false) if there < here => {
            t_args("device-picked-cpu-by-margin", &[("margin", percent(DeviceTimes::MARGIN, 0).into())])
        }
        (Device::Cpu, false) => t("device-picked-cpu"),
    };
    t_args("device-pick", &[("grounds", t_args(grounds, &values).into()), ("verdict", verdict.into())])
}

/// A time that may be a fraction of a millisecond.
fn pass_time(millis: f64) -> String {
    milliseconds(millis, if millis < 0.095 { 3 } else { 2 })
}

/// The rest of the sentence that begins with “Live”.
pub fn live(kernels: Option<Kernels>) -> String {
    t(match kernels {
        Some(Kernels::Int8) => "source-live-int8-more",
        Some(Kernels::Scalar) => "source-live-scalar-more",
        Some(Kernels::Reference) => "source-live-reference-more",
        Some(Kernels::Gpu) => "source-live-gpu-more",
        Some(Kernels::GpuInt8) => "source-live-gpu-int8-more",
        _ => "source-live-more",
    })
}

/// The rest of the sentence that begins with “From a file”.
pub fn from_file(kernels: Option<Kernels>) -> String {
    kernels.map_or_else(String::new, |kernels| {
        t(match kernels {
            Kernels::Int8 => "source-file-int8-more",
            Kernels::Scalar => "source-file-scalar-more",
            Kernels::Reference => "source-file-reference-more",
            Kernels::Simd => "source-file-simd-more",
            Kernels::RelaxedSimd => "source-file-relaxed-more",
            Kernels::Gpu => "source-file-gpu-more",
            Kernels::GpuInt8 => "source-file-gpu-int8-more",
        })
    })
}

/// Why a text ended.
pub fn stop_reason(stop: StopReason) -> String {
    t(match stop {
        StopReason::StopToken => "stop-token",
        StopReason::MaxNewTokens => "stop-length",
        StopReason::ContextFull => "stop-context",
        StopReason::DeadEnd => "stop-dead-end",
        StopReason::EmptyPrompt => "stop-empty-prompt",
        StopReason::Cancelled => "stop-cancelled",
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BEAM_KNOBS, BeamSettings, ExperimentSpec, KNOBS, KernelTime, PIPELINE_KNOBS, PassCosts, PipelineSpec};

    // "… beside the page What is on the page stays": two sentences ran into each other.
    #[test]
    fn a_message_ends_with_one_full_stop() {
        assert_eq!([sentence("gone"), sentence("gone."), sentence("why?"), sentence("没有。")], ["gone.", "gone.", "why?", "没有。"]);
    }

    #[test]
    fn a_graphics_processor_is_spoken_for_by_what_it_takes_and_its_troubles_by_what_happened() {
        let facts = |gpu: [f64; 2], cpu: [f64; 2]| GpuFacts {
            name: "some device".to_owned(),
            uses_subgroups: true,
            n_several: 5,
            cpu: PassTimes { one: cpu[0], several: cpu[1] },
            gpu: PassTimes { one: gpu[0], several: gpu[1] },
            draft: 0.05,
        };
        let words = gpu_times(&facts([1.5, 1.65], [0.3, 0.9]));
        assert_eq!(
            words,
            "Measured on some device: a pass over one token takes 1.50 ms, on the CPU 0.30 ms; over 5 tokens it takes 1.65 ms (1.1 times as \
             long), on the CPU 0.90 ms (3.0 times). The CPU is the faster one for both."
        );
        assert!(gpu_times(&facts([1.5, 1.65], [1.0, 4.0])).ends_with("speculation pays off here."));
        assert!(gpu_times(&facts([1.5, 1.65], [2.0, 9.0])).ends_with("The graphics processor is the faster one for both."));
        assert_eq!(
            gpu_gone(&GpuTrouble::NoAdapter),
            "This browser has no WebGPU, or no graphics processor for it. The CPU computes instead."
        );
        assert!(gpu_gone(&GpuTrouble::Lost { detail: String::new() }).starts_with("The browser has lost the graphics processor."));
    }

    #[test]
    fn the_device_that_is_picked_for_a_lab_is_named_with_both_numbers_and_the_reason() {
        let costs = |[one, five]: [f64; 2]| PassCosts::of(vec![(1, one), (5, five)]).expect("costs");
        let times = |cpu, gpu, is_measured| DeviceTimes {
            device: "vendor x".to_owned(),
            is_measured,
            draft: 0.05,
            cpu: costs(cpu),
            gpu: costs(gpu),
        };
        let laptop = times([0.3, 3.0], [1.0, 1.25], false);
        assert_eq!(
            device_times(&laptop),
            "Estimated for vendor x, from the dispatches and the bytes of a pass: over one token 1.00 ms, on the CPU 0.30 ms; over 5 tokens 1.25 ms, on \
             the CPU 3.00 ms."
        );
        assert!(device_times(&DeviceTimes { is_measured: true, ..laptop.clone() }).starts_with("Measured earlier on vendor x: "));
        assert_eq!(
            device_pick(&laptop, Job::Speculative { gamma: 4 }, Kernels::Gpu),
            "A cycle of this lab is 4 passes of the draft on the CPU and one of the target over 5 tokens: 3.20 ms with the target on the CPU, 1.45 ms \
             with the target on the graphics processor. So the graphics processor is picked."
        );
        assert!(
            device_pick(&laptop, Job::Speculative { gamma: 4 }, Kernels::Simd)
                .ends_with("By itself the page would pick the graphics processor.")
        );
        assert_eq!(
            device_pick(&laptop, Job::OneByOne, Kernels::Simd),
            "Passes of this lab are over one token: 0.30 ms on the CPU, 1.00 ms on the graphics processor. So the CPU is picked."
        );
        assert!(device_pick(&laptop, Job::OneByOne, Kernels::GpuInt8).ends_with("By itself the page would pick the CPU."));
        assert!(
            device_pick(&laptop, Job::Together { n_positions: 16 }, Kernels::Gpu)
                .starts_with("Passes of this lab are over up to 16 tokens: ")
        );
        let close = times([1.0, 1.4], [0.9, 1.0], true);
        assert!(device_pick(&close, Job::OneByOne, Kernels::Simd).ends_with("is not faster by 20%, and so the CPU is picked."));
    }

    #[test]
    fn numbers_have_the_digits_that_matter() {
        assert_eq!([0.0, 0.0001, 0.012, 0.0994, 0.0996, 0.617, 1.0].map(prob), ["0", "<0.001", "0.012", "0.099", "0.10", "0.62", "1.00"]);
        assert_eq!(compared(0.67, 0.24), ("0.67".to_owned(), "0.24".to_owned()));
        assert_eq!(compared(0.2371, 0.2368), ("0.2371".to_owned(), "0.2368".to_owned()));
        assert_eq!(compared(1.0, 1.0), ("1.00".to_owned(), "1.00".to_owned()));
        assert_eq!([0.0, 0.25, 0.00025, 1.1e-16].map(exact), ["0", "0.250000", "2.500 · 10⁻⁴", "1.100 · 10⁻¹⁶"]);
        assert_eq!([0.2, 0.0, 1.1e-16].map(mass), ["0.20", "0", "1.100 · 10⁻¹⁶"]);
        assert_eq!([others(1), others(4089)], ["1 other", "4,089 others"]);
        assert_eq!(superscript(15), "¹⁵");
        assert_eq!(
            ["0.25", " 0,25 ", "1", "-3", "x", "NaN", "1.2.3", ""].map(typed),
            [Some(0.25), Some(0.25), Some(1.0), Some(-3.0), None, None, None, None]
        );
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
                assert!(!knob_title(knob.name).starts_with("knob-"));
            }
        }
    }

    #[test]
    fn a_pick_says_what_was_picked_and_against_what() {
        let times = [(Kernels::RelaxedSimd, 0.31), (Kernels::Simd, 0.384), (Kernels::Scalar, 1.0)];
        let times = times.map(|(kernels, millis)| KernelTime { kernels, millis });
        let pick = KernelPick::of(times.to_vec()).expect("a pick");
        let words = kernel_pick(&pick, Kernels::RelaxedSimd).expect("words");
        assert!(words.starts_with("Picked for this device: relaxed SIMD, 0.31"), "{words}");
        assert!(words.contains("against 0.38") && words.contains("(SIMD), 1.00") && words.contains("(scalar code)"), "{words}");
        assert!(kernel_pick(&pick, Kernels::Int8).is_some_and(|words| words.starts_with("This device would pick: relaxed SIMD, 0.31")));
        let alone = KernelPick::of(vec![KernelTime { kernels: Kernels::Simd, millis: 0.04 }]).expect("a pick");
        assert_eq!(kernel_pick(&alone, Kernels::Simd), None);
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
                assert!(!knob_title(knob.name).starts_with("knob-"));
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
                assert!(!knob_title(knob.name).starts_with("knob-"));
            }
        }
    }
}
