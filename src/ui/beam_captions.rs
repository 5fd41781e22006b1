//! What a beam search says of itself: the caption of each step, and the sentences of its panels.

use crate::decode::{
    BeamCost, BeamEvent, BeamNode, BeamRun, BeamSettings, BeamStop, BeamVerdict, BeamView, GreedyComparison, LogsAgainstProducts, NodeId,
    ROOT, TokenId, Vocabulary,
};
use crate::ui::i18n::{decimal, key, t, t_args};
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
    words::in_quotes(&if start > 0 { format!("… {text}") } else { text })
}

/// A text of the tree as a quotation; the prompt by its name.
pub fn quoted_node(run: &BeamRun, vocabulary: &Vocabulary, node: NodeId) -> String {
    let tokens = run.tree().tokens(node);
    if tokens.is_empty() { t("beams-the-prompt") } else { quoted(vocabulary, &tokens) }
}

/// The step's title.
pub fn step_title(run: &BeamRun, view: &BeamView) -> String {
    let Some((step_idx, event)) = view.step_idx.zip(view.event) else { return t("beams-title-prompt") };
    let n_expanded = run.expansions.get(step_idx).map_or(0, |step| step.expanded.len());
    let level = ("level", (step_idx + 1).into());
    match event {
        BeamEvent::Expand(_) if n_expanded == 1 => t_args("beams-title-extend", &[level]),
        BeamEvent::Expand(idx) => t_args("beams-title-extend-beam", &[level, ("beam", (idx + 1).into()), ("beams", n_expanded.into())]),
        BeamEvent::Prune => t_args("beams-title-prune", &[level]),
        BeamEvent::Finish => t_args("beams-title-finish", &[level]),
        BeamEvent::End => t("beams-title-end"),
    }
}

/// The sentences for a step.
pub fn step_caption(run: &BeamRun, view: &BeamView, vocabulary: &Vocabulary) -> String {
    let settings = &run.frontier().config().settings;
    let Some((step_idx, event)) = view.step_idx.zip(view.event) else {
        return view.stop.map_or_else(|| t_args("beams-caption-start", &[("n", settings.num_beams.into())]), stop_words);
    };
    let Some(expansion) = run.expansions.get(step_idx) else { return String::new() };
    let new_nodes = || expansion.nodes.clone().map(NodeId).map(|id| (id, run.node(id)));
    let text_of = |node: NodeId| ("text", quoted_node(run, vocabulary, node).into());
    let score_of = |node: NodeId| ("score", words::nats(run.node(node).score).into());
    match event {
        BeamEvent::Expand(idx) => {
            let Some(expanded) = expansion.expanded.get(idx) else { return String::new() };
            if expanded.is_dead_end {
                return match expanded.node {
                    ROOT => t("beams-dead-end-prompt"),
                    node => t_args("beams-dead-end", &[text_of(node)]),
                };
            }
            let describe = |node: &BeamNode| {
                let label = node.token.map(|token| vocabulary.label(token)).unwrap_or_default();
                let values = [
                    ("token", words::in_quotes(&label).into()),
                    ("cost", words::nats(node.log_prob).into()),
                    ("score", words::nats(node.score).into()),
                ];
                t_args("beams-child", &values)
            };
            let mut children: Vec<&BeamNode> = expanded.children.iter().map(|child| run.node(*child)).collect();
            children.sort_by_key(|node| node.token_rank);
            children.dedup_by_key(|node| node.token);
            let best = words::joined(key("beams-children"), children.iter().take(2).map(|node| describe(node)));
            let best = ("children", best.into());
            let said = match expanded.node {
                ROOT => t_args("beams-after-prompt", &[best]),
                node => t_args("beams-after-text", &[text_of(node), best]),
            };
            let rest = (expanded.rest.n_tokens > 0).then(|| {
                let values = [("mass", words::prob(expanded.rest.mass).into()), ("others", words::others(expanded.rest.n_tokens).into())];
                t_args("beams-rest", &values)
            });
            words::sentences([said].into_iter().chain(rest))
        }
        BeamEvent::Prune => {
            let kept = new_nodes().filter(|(_, node)| !matches!(node.verdict, BeamVerdict::Pruned { .. })).count();
            let n_after = expansion.after.len();
            let by = t(if settings.length_penalty == 0.0 { "beams-by-score" } else { "beams-by-objective" });
            let stay = t_args("beams-stay", &[("n", n_after.into())]);
            let mut said = vec![t_args("beams-ranked", &[("n", expansion.n_candidates.into()), ("by", by.into()), ("stay", stay.into())])];
            if kept < n_after {
                said.push(t_args("beams-ended-before", &[("n", (n_after - kept).into())]));
            }
            let first_cut = new_nodes().filter_map(|(id, node)| match node.verdict {
                BeamVerdict::Pruned { margin } => Some((id, margin)),
                _ => None,
            });
            if let Some((id, margin)) = first_cut.min_by(|a, b| a.1.total_cmp(&b.1)) {
                said.push(t_args("beams-first-cut", &[text_of(id), ("margin", decimal(margin, 2).into())]));
            }
            if let Some(displaced) = expansion.displaced.first() {
                said.push(t_args("beams-falls-out", &[text_of(displaced.node), ("margin", decimal(displaced.margin, 2).into())]));
            }
            said.extend(view.best.map(|best| t_args("beams-best-is", &[text_of(best), score_of(best)])));
            words::sentences(said)
        }
        BeamEvent::Finish => {
            let ended = new_nodes().filter(|(_, node)| node.verdict == BeamVerdict::Finished);
            let ended = ended.map(|(id, _)| t_args("beams-text-at", &[text_of(id), score_of(id)]));
            t_args("beams-caption-finish", &[("texts", words::joined(key("beams-list"), ended).into())])
        }
        BeamEvent::End => {
            let best = view.best.map(|best| t_args("beams-best-text", &[text_of(best), score_of(best)]));
            words::sentences(view.stop.map(stop_words).into_iter().chain(best))
        }
    }
}

/// Why a search ended.
pub fn stop_words(stop: BeamStop) -> String {
    t(match stop {
        BeamStop::AllFinished => "beams-stop-finished",
        BeamStop::Decided => "beams-stop-decided",
        BeamStop::MaxDepth => "beams-stop-depth",
        BeamStop::ContextFull => "beams-stop-context",
        BeamStop::DeadEnd => "beams-stop-dead-end",
        BeamStop::EmptyPrompt => "stop-empty-prompt",
        BeamStop::Cancelled => "stop-cancelled",
    })
}

/// Who leads, where they part, and where the beam overtakes.
pub fn comparison_words(comparison: &GreedyComparison, is_over: bool) -> String {
    let Some(parts_at) = comparison.parts_at else {
        return t(if comparison.prefixes.is_empty() { "beams-both-begin" } else { "beams-same-text" });
    };
    let there = comparison.prefixes.get(parts_at - 1).map_or(0.0, |pair| pair.lead);
    let (token, lead) = (("token", parts_at.into()), ("lead", words::lead(there).into()));
    let part = match comparison.token_rank_there {
        Some(1) | None => t_args("beams-part-stopped", &[token, lead]),
        Some(rank) => t_args("beams-part-ranked", &[token, ("rank", words::ordinal(rank).into()), lead]),
    };
    let after = match comparison.overtakes_at {
        Some(at) => Some(t_args("beams-overtakes", &[("token", at.into())])),
        None if there < 0.0 => Some(t(if is_over { "beams-never-overtakes" } else { "beams-not-overtaken" })),
        None => None,
    };
    let factor = libm::exp(comparison.lead.abs());
    let times = if factor < 1e6 { decimal(factor, 1) } else { words::power(factor, 1) };
    let values = [("lead", decimal(comparison.lead.abs(), 2).into()), ("times", times.into())];
    let verdict = if comparison.lead > 0.0 {
        t_args("beams-beam-leads", &values)
    } else if comparison.lead < 0.0 {
        t_args("beams-greedy-leads", &values)
    } else {
        t("beams-equal")
    };
    words::sentences([part].into_iter().chain(after).chain([verdict]))
}

/// What a length penalty does at its present value.
pub fn length_penalty_words(length_penalty: f64) -> String {
    t(if length_penalty > 0.0 {
        "beams-penalty-longer"
    } else if length_penalty < 0.0 {
        "beams-penalty-shorter"
    } else {
        "beams-penalty-off"
    })
}

/// Whether an extra objective is on.
pub fn has_objective(settings: &BeamSettings) -> bool {
    settings.length_penalty != 0.0 || settings.num_beam_groups > 1
}

/// The extra objectives that are on.
pub fn objectives_on(settings: &BeamSettings) -> String {
    if !has_objective(settings) {
        return t("beams-objectives-off");
    }
    let penalty =
        (settings.length_penalty != 0.0).then(|| t_args("beams-objective-penalty", &[("a", decimal(settings.length_penalty, 1).into())]));
    let groups = (settings.num_beam_groups > 1).then(|| {
        let values = [("n", settings.num_beam_groups.into()), ("penalty", decimal(settings.diversity_penalty, 1).into())];
        t_args("beams-objective-groups", &values)
    });
    words::joined(key("beams-children"), penalty.into_iter().chain(groups))
}

/// Where products have run out of numbers, for each precision.
pub fn product_words(products: &LogsAgainstProducts) -> Vec<String> {
    let n_tokens = products.rows.len();
    let describe = |name: &'static str, imprecise_at: Option<usize>, zero_at: Option<usize>, smallest: f64| {
        let name = ("precision", t(name).into());
        match (zero_at, imprecise_at) {
            (Some(zero), Some(imprecise)) if imprecise < zero => {
                t_args("beams-product-both", &[name, ("imprecise", imprecise.into()), ("zero", zero.into())])
            }
            (Some(zero), _) => t_args("beams-product-zero", &[name, ("zero", zero.into())]),
            (None, Some(imprecise)) => t_args("beams-product-imprecise", &[name, ("imprecise", imprecise.into())]),
            (None, None) => match products.runs_out_at(smallest) {
                Some(at) => t_args("beams-product-runs-out", &[name, ("n", n_tokens.into()), ("at", at.into())]),
                None => t_args("beams-product-exact", &[name]),
            },
        }
    };
    vec![
        describe(key("beams-precision-half"), products.f16_imprecise_at, products.f16_zero_at, 1.0 / 16384.0),
        describe(key("beams-precision-single"), products.f32_imprecise_at, products.f32_zero_at, f64::from(f32::MIN_POSITIVE)),
        describe(key("beams-precision-double"), products.f64_imprecise_at, products.f64_zero_at, f64::MIN_POSITIVE),
    ]
}

/// What a search took, and what it would have taken without caches.
pub fn cost_words(cost: BeamCost) -> String {
    if cost.n_passes == 0 {
        return t("beams-cost-nothing");
    }
    let factor = cost.n_fed_without_cache as f64 / cost.n_fed.max(1) as f64;
    t_args("beams-cost-caches", &[("factor", decimal(factor, 1).into())])
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
        let said: BTreeSet<String> = [-1.0, 0.0, 1.0].map(length_penalty_words).into();
        assert_eq!(said.len(), 3);
        assert!(cost_words(BeamCost { n_passes: 7, n_forks: 2, n_fed: 8, n_fed_without_cache: 24 }).contains("3.0 times"));
    }

    use std::collections::BTreeSet;
}
