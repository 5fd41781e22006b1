//! The words of the latency lab: what a cycle costs and brings, who wins and why, what the race has come to.

use crate::decode::{CostModel, CostTerm, Machine, PassSize, Pretended, Race, RaceMove, RaceView, Spread, Verdicted};
use crate::ui::fluent::Value;
use crate::ui::i18n::{decimal, t, t_args};
use crate::ui::words;

/// A ratio of speeds: three digits, and the sign that says what it is.
pub fn times(ratio: f64) -> String {
    decimal(ratio, if ratio >= 9.995 { 1 } else { 2 }) + "×"
}

/// The same with three digits after the point, where textbooks give them.
pub fn times_exactly(ratio: f64) -> String {
    decimal(ratio, 3) + "×"
}

/// Milliseconds: as many digits as there is sense in.
pub fn millis(value: f64) -> String {
    let digits = match value {
        value if value >= 100.0 => 0,
        value if value >= 10.0 => 1,
        value if value >= 1.0 => 2,
        _ => 3,
    };
    words::milliseconds(value, digits)
}

/// A draft's pass in passes of the target: at least two digits that say something, also where the target is slow.
pub fn share_of_pass(cost: f64) -> String {
    let digits = match cost {
        cost if cost < 0.001 => 5,
        cost if cost < 0.01 => 4,
        _ => 3,
    };
    decimal(cost, digits)
}

/// What a machine does so many times a second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Doing {
    /// Reads a byte.
    Bytes,
    /// Computes a product and adds it.
    MultiplyAdds,
    /// The same where it is clear what is meant.
    Operations,
}

/// How much of anything a second: G, M or T.
pub fn per_second(value: f64, doing: Doing) -> String {
    let (scaled, prefix) = match value {
        value if value >= 1e12 => (value / 1e12, "T"),
        value if value >= 1e9 => (value / 1e9, "G"),
        value => (value / 1e6, "M"),
    };
    let values = [("n", decimal(scaled, if scaled >= 100.0 { 0 } else { 1 }).into()), ("prefix", prefix.into())];
    match doing {
        Doing::Bytes => t_args("latency-bytes-per-second", &values),
        Doing::MultiplyAdds => t_args("latency-multiply-adds-per-second", &values),
        Doing::Operations => t_args("latency-per-second", &values),
    }
}

fn ratio(value: f64) -> (&'static str, Value) {
    ("ratio", times(value).into())
}

/// Whether speculation pays under these costs, in a sentence.
pub fn model_words(costs: &CostModel, alpha: f64, gamma: usize) -> String {
    let speed_up = costs.speed_up(alpha, gamma);
    let (best_gamma, best) = costs.best_gamma(alpha);
    let here = match speed_up {
        value if (value - 1.0).abs() < 0.005 => t("latency-breaks-even"),
        value if value > 1.0 => t_args("latency-faster", &[ratio(value)]),
        value => t_args("latency-slower", &[ratio(value)]),
    };
    let best_words = if best < 1.0 {
        t("latency-best-none")
    } else if best_gamma == gamma {
        t_args("latency-best-here", &[("gamma", gamma.into())])
    } else {
        t_args("latency-best-other", &[("gamma", best_gamma.into()), ratio(best)])
    };
    let even = match costs.break_even_alpha(gamma) {
        None => t_args("latency-pays-never", &[("gamma", gamma.into())]),
        Some(even) if even < 0.005 => t_args("latency-pays-always", &[("gamma", gamma.into())]),
        Some(even) => t_args("latency-pays-from", &[("gamma", gamma.into()), ("alpha", decimal(even, 2).into())]),
    };
    t_args("latency-model-words", &[("here", here.into()), ("best", best_words.into()), ("even", even.into())])
}

/// A term that costs, and what it would be without it.
pub fn term_words(term: CostTerm, costs: &CostModel, gamma: usize) -> String {
    match term {
        CostTerm::Acceptance => t("latency-term-acceptance"),
        CostTerm::Draft => t_args("latency-term-draft", &[("share", decimal(costs.draft, 2).into()), ("n", gamma.into())]),
        CostTerm::Verify => {
            t_args("latency-term-verify", &[("n", (gamma + 1).into()), ("share", decimal(costs.verify_share(gamma), 1).into())])
        }
        CostTerm::Rows => t_args("latency-term-rows", &[("n", (2 * gamma + 1).into())]),
    }
}

/// What a measurement has come to: who wins here, by how much, and what costs the most.
pub fn verdict_words(verdict: &Verdicted, costs: &CostModel, gamma: usize) -> String {
    let measured = verdict.measured.median;
    let first = t_args(if measured >= 1.0 { "latency-wins" } else { "latency-loses" }, &[ratio(measured)]);
    let if_cured = t_args(
        match verdict.costliest {
            CostTerm::Acceptance => "latency-cured-acceptance",
            CostTerm::Draft => "latency-cured-draft",
            CostTerm::Verify => "latency-cured-verify",
            CostTerm::Rows => "latency-cured-rows",
        },
        &[ratio(verdict.without_it)],
    );
    let why = term_words(verdict.costliest, costs, gamma);
    t_args("latency-verdict", &[("verdict", first.into()), ("why", why.into()), ("cured", if_cured.into())])
}

/// How near the prediction came.
pub fn agreement_words(verdict: &Verdicted) -> String {
    let Spread { low, high, median } = verdict.measured;
    let of_counts = [ratio(verdict.predicted_of_counts)];
    if (low..=high).contains(&verdict.predicted) {
        t("latency-as-predicted")
    } else if verdict.predicted > median {
        t_args("latency-slower-than-predicted", &of_counts)
    } else {
        t_args("latency-faster-than-predicted", &of_counts)
    }
}

/// A machine's title.
pub fn machine_title(pretended: Pretended) -> String {
    t(&format!("machine-title-{}", pretended.name()))
}

/// The models that a machine runs, and whose numbers are its speed.
pub fn machine_source(pretended: Pretended) -> String {
    t(&format!("machine-source-{}", pretended.name()))
}

/// What the race shows at this moment.
pub fn race_words(view: &RaceView, race: &Race, pretended: Pretended) -> String {
    let n = race.n_tokens();
    if n == 0 {
        return t("race-nothing");
    }
    let done = (view.n_plain >= n, view.n_speculative >= n);
    match (view.last, done) {
        (None | Some(RaceMove::Start), _) => {
            let plan = t(&format!("machine-on-{}", pretended.name()));
            t_args("race-start", &[("machine", plan.into())])
        }
        (_, (true, true)) => {
            let [speculative, plain] = race.finish_millis;
            let speed_up = race.speed_up().unwrap_or(1.0);
            let verdict = t_args(if speed_up >= 1.0 { "race-faster" } else { "race-slower" }, &[ratio(speed_up)]);
            let values = [
                ("tokens", t_args("count-tokens", &[("n", n.into())]).into()),
                ("speculative", millis(speculative).into()),
                ("plain", millis(plain).into()),
                ("verdict", verdict.into()),
            ];
            t_args("race-end", &values)
        }
        (_, (false, true)) => t("race-speculation-done"),
        (_, (true, false)) => t("race-target-done"),
        (Some(RaceMove::Draft(..)), _) => t("race-draft"),
        (Some(RaceMove::Verify(_)), _) => t("race-verify"),
        (Some(RaceMove::Plain(_)), _) => t("race-plain"),
    }
}

/// Where a pretended machine stands under its roof.
pub fn machine_words(machine: &Machine, target: PassSize, most: usize) -> String {
    let (ridge, intensity) = (machine.ridge(), target.intensity(most));
    let free = (ridge / target.intensity(1)).floor();
    let verdict = if intensity <= ridge {
        t_args("machine-free", &[("n", most.into()), ("most", decimal(free, 0).into())])
    } else {
        t_args("machine-costly", &[("n", decimal(free + 1.0, 0).into())])
    };
    let values = [
        ("reads", per_second(machine.bytes_per_second, Doing::Bytes).into()),
        ("computes", per_second(machine.multiply_adds_per_second, Doing::MultiplyAdds).into()),
        ("ridge", decimal(ridge, 0).into()),
        ("one", decimal(target.intensity(1), 2).into()),
        ("n", most.into()),
        ("all", decimal(intensity, 1).into()),
        ("verdict", verdict.into()),
    ];
    t_args("machine-words", &values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{PRETENDED_MACHINES, RaceCycle, RaceFacts, TokenId};

    #[test]
    fn every_machine_that_is_pretended_has_a_title_and_a_source() {
        let all = (0..PRETENDED_MACHINES.len()).map(Pretended::Machine).chain([Pretended::AsSet]);
        for pretended in all {
            assert!(![machine_title(pretended), machine_source(pretended)].iter().any(|words| words.starts_with("machine-")));
        }
        let words = race_words(&RaceView::default(), &race_of_one_token(), Pretended::Machine(0));
        assert_eq!(words, "Both start from the same prompt, on a phone. Press play: pretended time is real time.");
    }

    fn race_of_one_token() -> Race {
        let facts = RaceFacts {
            prompt: vec![TokenId(0)],
            plain: vec![TokenId(1)],
            cycles: vec![RaceCycle { drafted: vec![TokenId(1)], n_accepted: 1, emitted: vec![TokenId(1)] }],
        };
        Race::run(&facts, &PRETENDED_MACHINES[0].clock())
    }

    #[test]
    fn the_model_says_whether_it_pays_and_from_where_on() {
        assert_eq!(
            model_words(&CostModel::free_verify(0.1), 0.8, 4),
            "Speculation is 2.40× as fast as the target alone; γ = 6 would be best: 2.47×. At γ = 4 it pays from α = 0.29 on."
        );
        assert_eq!(
            model_words(&CostModel::free_verify(1.0), 0.8, 4),
            "Speculation is slower than the target alone: 0.67×; no draft length pays: not to speculate is fastest. At γ = 4 it pays from α = 1.00 on."
        );
        assert!(model_words(&CostModel::free_verify(1.5), 0.5, 8).ends_with("At γ = 8 it cannot pay, however good the draft."));
        assert!(model_words(&CostModel::free_verify(0.0), 0.5, 8).ends_with("it always pays."));
    }

    #[test]
    fn numbers_have_the_digits_that_make_sense() {
        assert_eq!([millis(0.0623), millis(5.3), millis(52.28), millis(140.2)], ["0.062 ms", "5.30 ms", "52.3 ms", "140 ms"]);
        assert_eq!([times(0.344), times(12.3)], ["0.34×", "12.3×"]);
        assert_eq!(times_exactly(2.40096), "2.401×");
        // Against a target on a slow graphics processor a draft cost "0.000".
        assert_eq!([0.1234, 0.0561, 0.00432, 0.000432].map(share_of_pass), ["0.123", "0.056", "0.0043", "0.00043"]);
        assert_eq!(per_second(76.8e9, Doing::Bytes), "76.8 GB/s");
        assert_eq!(per_second(989e12, Doing::MultiplyAdds), "989 T multiply-adds/s");
        assert_eq!(per_second(5e6, Doing::Bytes), "5.0 MB/s");
        assert_eq!(per_second(5e6, Doing::Operations), "5.0 M/s");
    }

    #[test]
    fn a_machine_under_its_ridge_gives_positions_away() {
        let laptop = PRETENDED_MACHINES[1];
        let words = machine_words(&laptop.machine, laptop.target, 9);
        assert!(
            words.contains("ridge is at 18") && words.ends_with("so a pass over 9 positions costs what one costs; up to 17 do."),
            "{words}"
        );
        let slow = Machine { multiply_adds_per_second: laptop.machine.multiply_adds_per_second / 10.0, ..laptop.machine };
        assert!(machine_words(&slow, laptop.target, 9).ends_with("so from 2 positions on, each costs its share."));
    }
}
