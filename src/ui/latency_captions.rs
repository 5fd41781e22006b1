//! The words of the latency lab: what a cycle costs and brings, who wins and why, what the race has come to.

use crate::decode::{CostModel, CostTerm, Machine, PRETENDED_MACHINES, PassSize, Pretended, Race, RaceMove, RaceView, Spread, Verdicted};
use crate::ui::words;

/// A ratio of speeds: three digits, and the sign that says what it is.
pub fn times(ratio: f64) -> String {
    if ratio >= 9.995 { format!("{ratio:.1}×") } else { format!("{ratio:.2}×") }
}

/// The same with three digits after the point, where textbooks give them.
pub fn times_exactly(ratio: f64) -> String {
    format!("{ratio:.3}×")
}

/// Milliseconds: as many digits as there is sense in.
pub fn millis(value: f64) -> String {
    match value {
        value if value >= 100.0 => format!("{value:.0} ms"),
        value if value >= 10.0 => format!("{value:.1} ms"),
        value if value >= 1.0 => format!("{value:.2} ms"),
        value => format!("{value:.3} ms"),
    }
}

/// How much of anything a second: G, M or T.
pub fn per_second(value: f64, unit: &str) -> String {
    let (scaled, prefix) = match value {
        value if value >= 1e12 => (value / 1e12, "T"),
        value if value >= 1e9 => (value / 1e9, "G"),
        value => (value / 1e6, "M"),
    };
    if scaled >= 100.0 { format!("{scaled:.0} {prefix}{unit}/s") } else { format!("{scaled:.1} {prefix}{unit}/s") }
}

/// Whether speculation pays under these costs, in a sentence.
pub fn model_words(costs: &CostModel, alpha: f64, gamma: usize) -> String {
    let speed_up = costs.speed_up(alpha, gamma);
    let (best_gamma, best) = costs.best_gamma(alpha);
    let here = match speed_up {
        value if (value - 1.0).abs() < 0.005 => "Speculation breaks even".to_owned(),
        value if value > 1.0 => format!("Speculation is {} as fast as the target alone", times(value)),
        value => format!("Speculation is slower than the target alone: {}", times(value)),
    };
    let best_words = if best < 1.0 {
        "no draft length pays: not to speculate is fastest".to_owned()
    } else if best_gamma == gamma {
        format!("γ = {gamma} is the best draft length")
    } else {
        format!("γ = {best_gamma} would be best: {}", times(best))
    };
    let even = match costs.break_even_alpha(gamma) {
        None => format!("At γ = {gamma} it cannot pay, however good the draft."),
        Some(even) if even < 0.005 => format!("At γ = {gamma} it always pays."),
        Some(even) => format!("At γ = {gamma} it pays from α = {even:.2} on."),
    };
    format!("{here}; {best_words}. {even}")
}

/// A term that costs, and what it would be without it.
pub fn term_words(term: CostTerm, costs: &CostModel, gamma: usize) -> String {
    match term {
        CostTerm::Acceptance => "too few guesses are accepted".to_owned(),
        CostTerm::Draft => format!("a pass of the draft takes {:.2} of a pass of the target, and a cycle has {gamma}", costs.draft),
        CostTerm::Verify => format!(
            "checking {} positions in one pass takes {:.1} times as long as one position: this target fits the processor’s cache, so that arithmetic decides and not memory",
            gamma + 1,
            costs.verify_share(gamma)
        ),
        CostTerm::Rows => format!("{} rows of logits must be made distributions", 2 * gamma + 1),
    }
}

/// What a measurement has come to: who wins here, by how much, and what costs the most.
pub fn verdict_words(verdict: &Verdicted, costs: &CostModel, gamma: usize) -> String {
    let measured = verdict.measured.median;
    let first = if measured >= 1.0 {
        format!("On this device speculation wins: {} as fast as the target alone.", times(measured))
    } else {
        format!("On this device speculation loses: it runs at {} the speed of the target alone.", times(measured))
    };
    let if_cured = match verdict.costliest {
        CostTerm::Acceptance => "With every guess accepted",
        CostTerm::Draft => "With a draft that took no time",
        CostTerm::Verify => "If further positions cost nothing",
        CostTerm::Rows => "If those cost nothing",
    };
    format!(
        "{first} What costs the most: {}. {if_cured}, it would be {}.",
        term_words(verdict.costliest, costs, gamma),
        times(verdict.without_it)
    )
}

/// How near the prediction came.
pub fn agreement_words(verdict: &Verdicted) -> String {
    let Spread { low, high, median } = verdict.measured;
    let counts = times(verdict.predicted_of_counts);
    if (low..=high).contains(&verdict.predicted) {
        "The prediction lies within the measured spread.".to_owned()
    } else if verdict.predicted > median {
        format!(
            "Slower than predicted: with the tokens that were really drafted and written the same costs give {counts}; the rest is caches that are cold after the other model’s pass, and whatever else this device was doing."
        )
    } else {
        format!(
            "Faster than predicted: with the tokens that were really drafted and written the same costs give {counts}; the rest is chance in what was accepted."
        )
    }
}

/// What the race shows at this moment.
pub fn race_words(view: &RaceView, race: &Race, pretended: Pretended) -> String {
    let n = race.n_tokens();
    if n == 0 {
        return "There is nothing to race for: the prompt leaves no room, or the story ends at once.".to_owned();
    }
    let done = (view.n_plain >= n, view.n_speculative >= n);
    let plan = match pretended {
        Pretended::Machine(idx) => PRETENDED_MACHINES.get(idx).map_or("", |machine| machine.title).to_lowercase(),
        Pretended::AsSet => "a machine with the costs that are set".to_owned(),
    };
    match (view.last, done) {
        (None | Some(RaceMove::Start), _) => {
            format!("Both start from the same prompt, on {plan}. Press play: pretended time is real time.")
        }
        (_, (true, true)) => {
            let [speculative, plain] = race.finish_millis;
            let ratio = race.speed_up().unwrap_or(1.0);
            format!(
                "{} each: {} with speculation, {} without. {}",
                words::count(n, "token"),
                millis(speculative),
                millis(plain),
                if ratio >= 1.0 {
                    format!("Speculation is {} as fast here.", times(ratio))
                } else {
                    format!("Speculation is slower here: {}.", times(ratio))
                }
            )
        }
        (_, (false, true)) => "Speculation has finished; the target alone is still writing.".to_owned(),
        (_, (true, false)) => "The target alone has finished; speculation is still writing.".to_owned(),
        (Some(RaceMove::Draft(..)), _) => "The draft guesses one more token; the target waits for its turn.".to_owned(),
        (Some(RaceMove::Verify(_)), _) => {
            "One pass of the target checked all guesses of the cycle and added a token of its own.".to_owned()
        }
        (Some(RaceMove::Plain(_)), _) => "One pass of the target alone: one token.".to_owned(),
    }
}

/// Where a pretended machine stands under its roof.
pub fn machine_words(machine: &Machine, target: PassSize, most: usize) -> String {
    let (ridge, intensity) = (machine.ridge(), target.intensity(most));
    let free = (ridge / target.intensity(1)).floor();
    let verdict = if intensity <= ridge {
        format!("a pass over {most} positions costs what one costs; up to {free:.0} do")
    } else {
        format!("from {:.0} positions on, each costs its share", free + 1.0)
    };
    format!(
        "It reads {} and computes {}: the ridge is at {ridge:.0} multiply-adds per byte. One position of this target has {:.2}, {most} have {intensity:.1}, so {verdict}.",
        per_second(machine.bytes_per_second, "B"),
        per_second(machine.multiply_adds_per_second, " multiply-adds"),
        target.intensity(1),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(per_second(76.8e9, "B"), "76.8 GB/s");
        assert_eq!(per_second(989e12, " multiply-adds"), "989 T multiply-adds/s");
        assert_eq!(per_second(5e6, "B"), "5.0 MB/s");
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
