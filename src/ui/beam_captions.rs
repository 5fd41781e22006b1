//! What a beam search says of itself: the caption of each step, and the sentences of its panels.

use crate::decode::{
    BeamCost, BeamEvent, BeamNode, BeamRun, BeamSettings, BeamStop, BeamVerdict, BeamView, GreedyComparison, LogsAgainstProducts, NodeId,
    TokenId, Vocabulary,
};
use crate::ui::words;

/// The tokens of a text that a sentence can hold.
const N_QUOTED: usize = 6;

/// The end of a text, as a quotation.
pub fn quoted(vocabulary: &Vocabulary, tokens: &[TokenId]) -> String {
    let start = tokens.len().saturating_sub(N_QUOTED);
    let mut text = vocabulary.text(&tokens[start..]).trim_start().replace('\n', "⏎");
    if text.is_empty() {
        text = tokens.last().map(|token| vocabulary.label(*token)).unwrap_or_default();
    }
    if start > 0 { format!("“… {text}”") } else { format!("“{text}”") }
}

fn quoted_node(run: &BeamRun, vocabulary: &Vocabulary, node: NodeId) -> String {
    let tokens = run.tree().tokens(node);
    if tokens.is_empty() { "the prompt".to_owned() } else { quoted(vocabulary, &tokens) }
}

/// The step's title.
pub fn step_title(run: &BeamRun, view: &BeamView) -> String {
    let Some((step_idx, event)) = view.step_idx.zip(view.event) else { return "The prompt".to_owned() };
    let n_expanded = run.expansions.get(step_idx).map_or(0, |step| step.expanded.len());
    match event {
        BeamEvent::Expand(_) if n_expanded == 1 => format!("Level {}: extend", step_idx + 1),
        BeamEvent::Expand(idx) => format!("Level {}: extend beam {} of {n_expanded}", step_idx + 1, idx + 1),
        BeamEvent::Prune => format!("Level {}: rank and prune", step_idx + 1),
        BeamEvent::Finish => format!("Level {}: finished", step_idx + 1),
        BeamEvent::End => "The end".to_owned(),
    }
}

/// The sentences for a step.
pub fn step_caption(run: &BeamRun, view: &BeamView, vocabulary: &Vocabulary) -> String {
    let settings = &run.frontier().config().settings;
    let Some((step_idx, event)) = view.step_idx.zip(view.event) else {
        if let Some(stop) = view.stop {
            return stop_words(stop).to_owned();
        }
        let kept =
            if settings.num_beams == 1 { "the best one, which is greedy".to_owned() } else { format!("the best {}", settings.num_beams) };
        return format!(
            "The prompt stands alone. Each level extends every live beam by every token, ranks all the texts, and keeps {kept}."
        );
    };
    let Some(expansion) = run.expansions.get(step_idx) else { return String::new() };
    let new_nodes = || expansion.nodes.clone().map(NodeId).map(|id| (id, run.node(id)));
    match event {
        BeamEvent::Expand(idx) => {
            let Some(expanded) = expansion.expanded.get(idx) else { return String::new() };
            let text = quoted_node(run, vocabulary, expanded.node);
            if expanded.is_dead_end {
                return format!("After {text} nothing can come: a dead end. This beam is gone.");
            }
            let describe = |node: &BeamNode| {
                let label = node.token.map(|token| vocabulary.label(token)).unwrap_or_default();
                format!("“{label}” costs {} and makes {}", words::nats(node.log_prob), words::nats(node.score))
            };
            let mut children: Vec<&BeamNode> = expanded.children.iter().map(|child| run.node(*child)).collect();
            children.sort_by_key(|node| node.token_rank);
            children.dedup_by_key(|node| node.token);
            let best: Vec<String> = children.iter().take(2).map(|node| describe(node)).collect();
            let rest = if expanded.rest.n_tokens > 0 {
                format!(" {} of the probability lies with {}.", words::prob(expanded.rest.mass), words::others(expanded.rest.n_tokens))
            } else {
                String::new()
            };
            let from = if expanded.node == crate::decode::ROOT { "After the prompt".to_owned() } else { format!("After {text}") };
            format!("{from}: {}.{rest}", best.join("; "))
        }
        BeamEvent::Prune => {
            let kept = new_nodes().filter(|(_, node)| !matches!(node.verdict, BeamVerdict::Pruned { .. })).count();
            let n_after = expansion.after.len();
            let by = if settings.length_penalty == 0.0 { "score" } else { "score / length^a" };
            let mut words_now = format!("{} are ranked by {by}; {} stay.", words::count(expansion.n_candidates, "text"), n_after);
            if kept < n_after {
                words_now.push_str(&format!(" {} of them had ended before and stay as they are.", n_after - kept));
            }
            let first_cut = new_nodes().filter_map(|(id, node)| match node.verdict {
                BeamVerdict::Pruned { margin } => Some((id, margin)),
                _ => None,
            });
            if let Some((id, margin)) = first_cut.min_by(|a, b| a.1.total_cmp(&b.1)) {
                words_now.push_str(&format!(" The first one cut, {}, lacks {margin:.2}.", quoted_node(run, vocabulary, id)));
            }
            if let Some(displaced) = expansion.displaced.first() {
                let text = quoted_node(run, vocabulary, displaced.node);
                words_now.push_str(&format!(" The finished {text} falls out by {:.2}.", displaced.margin));
            }
            if let Some(best) = view.best {
                words_now.push_str(&format!(
                    " The best is {}, at {}.",
                    quoted_node(run, vocabulary, best),
                    words::nats(run.node(best).score)
                ));
            }
            words_now
        }
        BeamEvent::Finish => {
            let ended: Vec<String> = new_nodes()
                .filter(|(_, node)| node.verdict == BeamVerdict::Finished)
                .map(|(id, node)| format!("{} at {}", quoted_node(run, vocabulary, id), words::nats(node.score)))
                .collect();
            format!(
                "The end token: {} is finished. It is never extended again, and keeps its place as long as its score holds.",
                ended.join(", ")
            )
        }
        BeamEvent::End => {
            let stop = view.stop.map_or("", stop_words);
            match view.best {
                Some(best) => format!(
                    "{stop} The best text: {}, with a score of {}.",
                    quoted_node(run, vocabulary, best),
                    words::nats(run.node(best).score)
                ),
                None => stop.to_owned(),
            }
        }
    }
}

/// Why a search ended.
pub fn stop_words(stop: BeamStop) -> &'static str {
    match stop {
        BeamStop::AllFinished => "Every beam is finished.",
        BeamStop::Decided => "Decided: scores only fall, and no live beam can pass a finished one any more.",
        BeamStop::MaxDepth => "As deep as you asked for.",
        BeamStop::ContextFull => "The model’s context is full: it cannot see further than this many tokens.",
        BeamStop::DeadEnd => "A dead end: after every beam, every token is excluded.",
        BeamStop::EmptyPrompt => "There is nothing to continue: type a beginning.",
        BeamStop::Cancelled => "Stopped.",
    }
}

/// Who leads, where they part, and where the beam overtakes.
pub fn comparison_words(comparison: &GreedyComparison, is_over: bool) -> String {
    let Some(parts_at) = comparison.parts_at else {
        return if comparison.prefixes.is_empty() {
            "Both begin at the prompt.".to_owned()
        } else {
            "Greedy’s text is the best beam: so far they are the same.".to_owned()
        };
    };
    let rank = match comparison.token_rank_there {
        Some(1) | None => "where the beam has the best token and greedy has stopped".to_owned(),
        Some(rank) => format!("where the beam takes the {} token and greedy the best", words::ordinal(rank)),
    };
    let there = comparison.prefixes.get(parts_at - 1).map_or(0.0, |pair| pair.lead);
    let mut said = format!("They part at token {parts_at}, {rank}: {} for the beam.", words::lead(there));
    match comparison.overtakes_at {
        Some(at) => said.push_str(&format!(" It is behind until token {at}, where it overtakes: second-best now, better later.")),
        None if there < 0.0 => said.push_str(if is_over { " It never catches up." } else { " It has not caught up so far." }),
        None => {}
    }
    let factor = libm::exp(comparison.lead.abs());
    let times = if factor < 1e6 { format!("{factor:.1}") } else { format!("{factor:.1e}") };
    let verdict = if comparison.lead > 0.0 {
        format!(" In all the beam leads by {:.2}: its text is {times} times as probable.", comparison.lead)
    } else if comparison.lead < 0.0 {
        format!(" In all greedy leads by {:.2}: its text is {times} times as probable. More beams promise nothing.", -comparison.lead)
    } else {
        " In all they are equal.".to_owned()
    };
    said + &verdict
}

/// What a length penalty does at its present value.
pub fn length_penalty_words(length_penalty: f64) -> &'static str {
    if length_penalty > 0.0 {
        "Scores are negative. Dividing by a larger number brings them nearer to 0, so that a > 0 favours longer texts."
    } else if length_penalty < 0.0 {
        "With a < 0 the divisor shrinks as a text grows: its negative score moves away from 0, so that shorter texts win."
    } else {
        "Off: a text is worth its score."
    }
}

/// The extra objectives that are on.
pub fn objectives_on(settings: &BeamSettings) -> String {
    let mut on = Vec::new();
    if settings.length_penalty != 0.0 {
        on.push(format!("length penalty a = {:.1}", settings.length_penalty));
    }
    if settings.num_beam_groups > 1 {
        on.push(format!("{}, diversity {:.1}", words::count(settings.num_beam_groups, "group"), settings.diversity_penalty));
    }
    if on.is_empty() { "off".to_owned() } else { on.join("; ") }
}

/// Where products have run out of numbers, for each precision.
pub fn product_words(products: &LogsAgainstProducts) -> Vec<String> {
    let n_tokens = products.rows.len();
    let describe = |name: &str, imprecise_at: Option<usize>, zero_at: Option<usize>, smallest: f64| match (zero_at, imprecise_at) {
        (Some(zero), Some(imprecise)) if imprecise < zero => {
            format!("{name}: digits are missing from token {imprecise} on, and from token {zero} on the product is 0.")
        }
        (Some(zero), _) => format!("{name}: from token {zero} on the product is 0."),
        (None, Some(imprecise)) => format!("{name}: digits are missing from token {imprecise} on."),
        (None, None) => match products.runs_out_at(smallest) {
            Some(at) => format!("{name}: still exact after {}. At this pace it runs out at token {at}.", words::count(n_tokens, "token")),
            None => format!("{name}: still exact."),
        },
    };
    vec![
        describe("Half precision (f16)", products.f16_imprecise_at, products.f16_zero_at, 1.0 / 16384.0),
        describe("Single precision (f32)", products.f32_imprecise_at, products.f32_zero_at, f64::from(f32::MIN_POSITIVE)),
        describe("Double precision (f64)", products.f64_imprecise_at, products.f64_zero_at, f64::MIN_POSITIVE),
    ]
}

/// What a search took, and what it would have taken without caches.
pub fn cost_words(cost: BeamCost) -> String {
    if cost.n_passes == 0 {
        return "Nothing has been computed yet.".to_owned();
    }
    let factor = cost.n_fed_without_cache as f64 / cost.n_fed.max(1) as f64;
    format!(
        "Each beam has a cache of its own, forked from its parent’s. Without caches the same passes would feed {factor:.1} times as many tokens."
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BeamLesson, BeamPair};

    fn pair(lesson: &BeamLesson, num_beams: usize) -> BeamPair {
        BeamPair::of_lesson(lesson, BeamSettings { num_beams, ..BeamSettings::default() }).expect("it fits together")
    }

    #[test]
    fn every_step_has_a_title_and_words_with_its_numbers() {
        for lesson in [BeamLesson::width(), BeamLesson::ending()] {
            for num_beams in 1..5 {
                let run = pair(&lesson, num_beams).beams;
                let mut all = Vec::new();
                for n_shown in 0..=run.timeline.len() {
                    let view = BeamView::at(&run, n_shown);
                    let caption = step_caption(&run, &view, &lesson.vocabulary);
                    assert!(caption.len() > 30 && !caption.contains("NaN") && !caption.contains("inf"), "{caption}");
                    assert!(!step_title(&run, &view).is_empty());
                    all.push(caption);
                }
                assert!(all.iter().any(|caption| caption.contains("lacks")), "a margin is named: {all:?}");
                assert_eq!(all.iter().any(|caption| caption.contains("finished")), !lesson.stop_tokens.is_empty(), "{all:?}");
            }
        }
    }

    #[test]
    fn the_comparison_says_where_the_beam_was_behind_and_where_it_overtook() {
        let pair = pair(&BeamLesson::width(), 3);
        let comparison = GreedyComparison::of_runs(&pair.greedy, &pair.beams).expect("both have a text");
        let said = comparison_words(&comparison, true);
        assert!(
            said.contains("They part at token 1, where the beam takes the third-best token") && said.contains("until token 2"),
            "{said}"
        );
        assert!(said.contains("2.5 times as probable"), "{said}");
        let same = GreedyComparison::of_runs(&pair.greedy, &pair.greedy).expect("both have a text");
        assert!(comparison_words(&same, true).contains("the same"));
        let behind = GreedyComparison::of_runs(&pair.beams, &pair.greedy).expect("both have a text");
        assert!(comparison_words(&behind, true).contains("greedy leads by 0.92"), "{}", comparison_words(&behind, true));
    }

    #[test]
    fn products_and_objectives_are_described_as_they_are() {
        let said = product_words(&LogsAgainstProducts::of(&[1e-10; 40]));
        assert!(said[0].contains("from token 1 on the product is 0"), "{said:?}");
        assert!(said[1].contains("missing from token 4 on, and from token 5 on the product is 0"), "{said:?}");
        assert!(said[2].contains("31") && said[2].contains("33"), "{said:?}");
        let said = product_words(&LogsAgainstProducts::of(&[0.5; 10]));
        assert!(said[1].contains("still exact after 10 tokens. At this pace it runs out at token 127"), "{said:?}");
        let settings = BeamSettings::default();
        assert_eq!(objectives_on(&settings), "off");
        let on = BeamSettings { length_penalty: -0.5, num_beam_groups: 2, ..settings };
        assert_eq!(objectives_on(&on), "length penalty a = -0.5; 2 groups, diversity 1.0");
        let said: BTreeSet<&str> = [-1.0, 0.0, 1.0].map(length_penalty_words).into();
        assert_eq!(said.len(), 3);
        assert!(cost_words(BeamCost { n_passes: 7, n_forks: 2, n_fed: 8, n_fed_without_cache: 24 }).contains("3.0 times"));
    }

    use std::collections::BTreeSet;
}
