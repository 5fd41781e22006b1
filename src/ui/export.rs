//! Taking things along: the trace as JSON or CSV, a plot as SVG or PNG. All made here; nothing
//! leaves the device.

use crate::decode::{
    BeamRun, BeamVerdict, ConstrainedEvent, ConstrainedRun, DraftsFacts, LatencyFacts, Pipeline, PipelineSpec, ProofSpec, Run,
    SequenceSpec, Tail, TextCounts, TextLaws, TokenId, Trials, TwoPaths, Vocabulary,
};
use std::fmt::Write as _;

/// The cycles of a run as comma-separated values, one row per drafted position and one per tail.
pub fn trace_csv(run: &Run, vocabulary: &Vocabulary) -> String {
    let mut csv =
        "cycle,position,token_id,token,event,target_prob,draft_prob,acceptance_prob,coin,overlap,draft_ms,target_ms,total_ms\n".to_owned();
    for (cycle_idx, (cycle, facts)) in run.cycles.iter().zip(&run.trace.cycles).enumerate() {
        let overlaps = cycle.overlaps();
        let millis = facts.millis;
        let times = format!("{:.3},{:.3},{:.3}", millis.draft, millis.target, millis.total);
        for (position, token) in cycle.drafted.iter().enumerate() {
            let test = cycle.verdict.tests.get(position);
            let event = match test {
                Some(test) if test.accepted => "accepted",
                Some(_) => "rejected",
                None => "dropped",
            };
            let field = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
            let target_prob = cycle.target_probs.get(position).map(|probs| probs.get(*token));
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "{},{},{},{},{event},{},{},{},{},{},{times}",
                cycle_idx + 1,
                position + 1,
                token.0,
                csv_field(&vocabulary.label(*token)),
                field(target_prob),
                cycle.draft_probs[position].get(*token),
                field(test.map(|test| test.acceptance_prob)),
                field(test.map(|test| test.coin)),
                field(overlaps.get(position).copied()),
            );
        }
        let (event, token) = match &cycle.verdict.tail {
            Tail::Correction { token, .. } => ("correction", *token),
            Tail::Bonus { token } => ("bonus", *token),
            Tail::PastEnd | Tail::DeadEnd => continue,
        };
        let position = cycle.verdict.emitted.len();
        let probability = cycle.target_probs.get(position - 1).map_or(0.0, |probs| probs.get(token));
        let label = csv_field(&vocabulary.label(token));
        let _ = writeln!(csv, "{},{position},{},{label},{event},{probability},,,{},,{times}", cycle_idx + 1, token.0, facts.coins.tail);
    }
    csv
}

/// The tree of a search as comma-separated values, one row per text.
pub fn beams_csv(run: &BeamRun, vocabulary: &Vocabulary) -> String {
    let mut csv =
        "node,parent,depth,group,token_id,token,prob,log_prob,token_rank,score,objective,selection,rank,outcome,margin\n".to_owned();
    for (idx, node) in run.tree().nodes.iter().enumerate().skip(1) {
        let (outcome, margin) = match node.verdict {
            BeamVerdict::Kept => ("kept", String::new()),
            BeamVerdict::Finished => ("finished", String::new()),
            BeamVerdict::Pruned { margin } => ("pruned", margin.to_string()),
        };
        let token = node.token.map_or(String::new(), |token| format!("{},{}", token.0, csv_field(&vocabulary.label(token))));
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "{idx},{},{},{},{token},{},{},{},{},{},{},{},{outcome},{margin}",
            node.parent.map_or(0, |parent| parent.0),
            node.depth,
            node.group + 1,
            node.prob,
            node.log_prob,
            node.token_rank,
            node.score,
            node.objective,
            node.selection,
            node.rank,
        );
    }
    csv
}

/// Every token on its way through the stages, as comma-separated values: its logit and probability
/// in the model's own distribution, and its probability after each stage.
pub fn pipeline_csv(pipeline: &Pipeline, spec: &PipelineSpec, vocabulary: &Vocabulary) -> String {
    let mut csv = "token_id,token,own_prob".to_owned();
    for kind in &spec.order {
        let _ = write!(csv, ",after_{}", kind.name());
    }
    csv.push('\n');
    let own = pipeline.probs(0).map(|probs| probs.ranked()).unwrap_or_default();
    for token in own {
        let _ = write!(csv, "{},{}", token.0, csv_field(&vocabulary.label(token)));
        for stage_idx in 0..pipeline.n_stages() {
            let _ = write!(csv, ",{}", pipeline.probs(stage_idx).map_or(0.0, |probs| probs.get(token)));
        }
        csv.push('\n');
    }
    csv
}

/// The steps of a constrained text as comma-separated values: what was drawn or done, and the numbers
/// of the mask.
pub fn constrained_csv(run: &ConstrainedRun, vocabulary: &Vocabulary) -> String {
    let mut csv = "step,event,token_id,token,legal_tokens,feasible_mass,own_prob,constrained_prob,coin,mask_ms\n".to_owned();
    for (idx, (facts, summary)) in run.trace.steps.iter().zip(&run.summaries).enumerate() {
        let (event, tokens, coin): (_, &[TokenId], _) = match &facts.event {
            ConstrainedEvent::Token { token, coin } => ("drawn", std::slice::from_ref(token), Some(*coin)),
            ConstrainedEvent::Backtracked { token, .. } => ("taken_back", std::slice::from_ref(token), None),
            ConstrainedEvent::Repaired { tokens, .. } => ("forced", tokens, None),
            ConstrainedEvent::Rejected { .. } => ("rejected", &[], None),
        };
        let field = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let ids: Vec<String> = tokens.iter().map(|token| token.0.to_string()).collect();
        let label: String = tokens.iter().map(|token| vocabulary.label(*token)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "{},{event},{},{},{},{},{},{},{},{:.4}",
            idx + 1,
            ids.join(" "),
            csv_field(&label),
            summary.n_legal,
            summary.feasible_mass,
            field(summary.drawn.map(|(raw, _)| raw)),
            field(summary.drawn.map(|(_, constrained)| constrained)),
            field(coin),
            facts.millis.mask,
        );
    }
    csv
}

/// Each token's two paths, exact and counted, as comma-separated values.
pub fn proof_csv(spec: &ProofSpec, exact: &TwoPaths, trials: Option<&Trials>) -> String {
    let mut csv = "token,target_prob,draft_prob,exact_accepted,exact_corrected,counted_accepted,counted_corrected\n".to_owned();
    for idx in 0..spec.n_tokens() {
        let counted = trials.map_or(",".to_owned(), |trials| format!("{},{}", trials.accepted[idx], trials.corrected[idx]));
        // Writing to a string cannot fail.
        let _ = writeln!(
            csv,
            "{},{},{},{},{},{counted}",
            csv_field(&spec.names[idx]),
            spec.target[idx],
            spec.draft[idx],
            exact.accepted[idx],
            exact.corrected[idx]
        );
    }
    csv
}

/// Every sample of a measurement, one a line.
pub fn latency_csv(facts: &LatencyFacts) -> String {
    let mut csv = "what,positions,round,value,unit\n".to_owned();
    let calibration = &facts.calibration;
    let mut add = |what: &str, positions: usize, round: usize, value: f64, unit: &str| {
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "{what},{positions},{},{value},{unit}", round + 1);
    };
    for (idx, samples) in calibration.target_passes.iter().enumerate() {
        samples.iter().enumerate().for_each(|(round, value)| add("target pass", idx + 1, round, *value, "ms"));
    }
    for (what, samples, unit) in [
        ("draft pass", &calibration.draft_passes, "ms"),
        ("distribution", &calibration.rows, "ms"),
        ("reading", &calibration.bytes_per_second, "bytes/s"),
        ("computing", &calibration.multiply_adds_per_second, "multiply-adds/s"),
    ] {
        samples.iter().enumerate().for_each(|(round, value)| add(what, 1, round, *value, unit));
    }
    for (round, facts) in facts.rounds.iter().enumerate() {
        for (what, run) in [("target alone", facts.plain), ("fixed gamma", facts.fixed), ("adaptive gamma", facts.adaptive)] {
            add(&format!("{what}: tokens"), 0, round, run.n_tokens as f64, "tokens");
            add(&format!("{what}: time"), 0, round, run.total_millis, "ms");
        }
    }
    csv
}

/// What was found of every way to draft: a line for each guess.
pub fn drafts_csv(facts: &DraftsFacts) -> String {
    let mut csv = "way,cycle,guess,follows,token,tested,accepted,target_prob,draft_prob,overlap\n".to_owned();
    for way in &facts.ways {
        for (cycle_idx, cycle) in way.cycles.iter().enumerate() {
            for (idx, guess) in cycle.guesses.iter().enumerate() {
                let follows = guess.parent.map_or_else(String::new, |parent| (parent + 1).to_string());
                let test = guess.test.map_or_else(
                    || "no,,,,".to_owned(),
                    |test| {
                        format!(
                            "yes,{},{},{},{}",
                            if test.accepted { "yes" } else { "no" },
                            test.target_prob,
                            test.draft_prob,
                            test.overlap
                        )
                    },
                );
                // Writing to a string cannot fail.
                let _ = writeln!(csv, "{},{},{},{follows},{},{test}", way.method.name(), cycle_idx + 1, idx + 1, guess.token.0);
            }
        }
    }
    csv
}

/// The law of whole texts as a table: every text, under the target alone and under speculation.
pub fn sequences_csv(spec: &SequenceSpec, laws: &TextLaws) -> String {
    let names = spec.pair().names;
    let mut csv = "text,target_prob,speculative_prob,difference\n".to_owned();
    for text in &laws.texts {
        let label: String = text.tokens.iter().filter_map(|token| names.get(token.index())).copied().collect();
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "{},{},{},{:e}", csv_field(&label), text.target, text.speculative, text.speculative - text.target);
    }
    csv
}

/// Two samples of texts as a table: how often each text came up in either.
pub fn compare_csv(counts: &TextCounts, vocabulary: &Vocabulary) -> String {
    let mut csv = "text,target_alone,speculative\n".to_owned();
    for (text, [plain, speculative]) in counts.iter() {
        let label: String = text.iter().map(|token| vocabulary.label(*token)).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(csv, "{},{plain},{speculative}", csv_field(&label));
    }
    csv
}

/// A field that stays one field, and that no spreadsheet takes for a formula.
fn csv_field(text: &str) -> String {
    let guarded = if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() };
    format!("\"{}\"", guarded.replace('"', "\"\""))
}

pub use browser::{download_png, download_svg, download_text};

mod browser {
    use leptos::prelude::{document, window};
    use wasm_bindgen::prelude::*;
    use web_sys::{Blob, BlobPropertyBag, CanvasRenderingContext2d, Element, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, Url};

    /// Hands a text to the reader as a file.
    pub fn download_text(name: &str, mime: &str, text: &str) -> Result<(), JsValue> {
        let options = BlobPropertyBag::new();
        options.set_type(mime);
        let blob = Blob::new_with_str_sequence_and_options(&js_sys::Array::of1(&text.into()).into(), &options)?;
        download_blob(name, &blob)
    }

    /// Hands a plot to the reader as an SVG file that needs nothing of this page.
    pub fn download_svg(name: &str, svg: &str) -> Result<(), JsValue> {
        download_text(name, "image/svg+xml", &resolve_colours(svg)?)
    }

    /// Hands a plot to the reader as a picture, twice as fine as on screen.
    pub fn download_png(name: String, svg: &str, width: u32, height: u32) -> Result<(), JsValue> {
        const SCALE: u32 = 3;
        let svg = resolve_colours(svg)?;
        let paper = resolve_colours("var(--surface)")?;
        let image = HtmlImageElement::new()?;
        let on_load = {
            let image = image.clone();
            Closure::once_into_js(move || -> Result<(), JsValue> {
                let canvas: HtmlCanvasElement = document().create_element("canvas")?.unchecked_into();
                canvas.set_width(width * SCALE);
                canvas.set_height(height * SCALE);
                let Some(context) = canvas.get_context("2d")? else { return Ok(()) };
                let context: CanvasRenderingContext2d = context.unchecked_into();
                context.set_fill_style_str(&paper);
                context.fill_rect(0.0, 0.0, f64::from(width * SCALE), f64::from(height * SCALE));
                context.draw_image_with_html_image_element_and_dw_and_dh(
                    &image,
                    0.0,
                    0.0,
                    f64::from(width * SCALE),
                    f64::from(height * SCALE),
                )?;
                let on_blob = Closure::once_into_js(move |blob: Blob| download_blob(&name, &blob));
                canvas.to_blob(on_blob.unchecked_ref())
            })
        };
        image.set_onload(Some(on_load.unchecked_ref()));
        image.set_src(&format!("data:image/svg+xml;charset=utf-8,{}", js_sys::encode_uri_component(&svg)));
        Ok(())
    }

    fn download_blob(name: &str, blob: &Blob) -> Result<(), JsValue> {
        let url = Url::create_object_url_with_blob(blob)?;
        let link: HtmlAnchorElement = document().create_element("a")?.unchecked_into();
        link.set_href(&url);
        link.set_download(name);
        link.click();
        Url::revoke_object_url(&url)
    }

    /// Replaces each `var(--name)` by the colour that it has on the page now.
    fn resolve_colours(text: &str) -> Result<String, JsValue> {
        let probe: Element = document().create_element("i")?;
        let Some(body) = document().body() else { return Ok(text.to_owned()) };
        body.append_child(&probe)?;
        let style = probe.unchecked_ref::<web_sys::HtmlElement>().style();
        let mut resolved = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(start) = rest.find("var(--") {
            let Some(len) = rest[start..].find(')') else { break };
            let name = &rest[start..=start + len];
            style.set_property("color", name)?;
            let colour = match window().get_computed_style(&probe)? {
                Some(computed) => computed.get_property_value("color")?,
                None => "black".to_owned(),
            };
            resolved.push_str(&rest[..start]);
            resolved.push_str(&colour);
            rest = &rest[start + len + 1..];
        }
        resolved.push_str(rest);
        probe.remove();
        Ok(resolved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{Scenario, lesson_case};

    #[test]
    fn the_table_has_a_row_per_drafted_position_and_one_per_tail() {
        let recording = lesson_case(Scenario::CorrectionCase);
        let run = Run::from_trace(recording.trace).expect("a recorded case fits together");
        let csv = trace_csv(&run, &recording.vocabulary);
        let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
        let events: Vec<_> = rows[1..].iter().map(|row| row[4]).collect();
        assert_eq!(events, ["accepted", "accepted", "rejected", "dropped", "dropped", "correction"]);
        assert_eq!(rows[6][3], "\"␣slept\"");
    }

    #[test]
    fn the_stages_table_has_a_row_per_token_and_a_column_per_stage() {
        let vocabulary = Vocabulary::new(vec![b" a".to_vec(), b"b,".to_vec(), b"\"".to_vec()], Vec::new());
        let spec = PipelineSpec { top_k: 2, ..PipelineSpec::default() };
        let csv = pipeline_csv(&Pipeline::new(&spec, &[1.0, 3.0, 2.0], &[], 0), &spec, &vocabulary);
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[0].starts_with("token_id,token,own_prob,after_repetition_penalty"));
        assert!(lines[1].starts_with("1,\"b,\",0.66") && lines[3].starts_with("0,\"␣a\",0.09") && lines[3].ends_with(",0"), "{csv}");
    }

    #[test]
    fn the_tree_has_a_row_per_text_with_its_parent_before_it() {
        let lesson = crate::decode::BeamLesson::ending();
        let pair = crate::decode::BeamPair::of_lesson(&lesson, crate::decode::BeamSettings::default()).expect("it fits together");
        let csv = beams_csv(&pair.beams, &lesson.vocabulary);
        let rows: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
        assert!(rows.iter().all(|row| row.len() == rows[0].len()), "{csv}");
        assert_eq!(rows.len(), pair.beams.tree().nodes.len());
        for row in &rows[1..] {
            assert!(row[1].parse::<usize>().expect("a node") < row[0].parse().expect("a node"));
            assert_eq!(row[13] == "pruned", !row[14].is_empty());
        }
        assert!(["kept", "finished", "pruned"].iter().all(|outcome| rows.iter().any(|row| row[13] == *outcome)));
    }

    #[test]
    fn a_token_cannot_break_out_of_its_field() {
        assert_eq!(csv_field("a\"b,c"), "\"a\"\"b,c\"");
        assert_eq!(csv_field("=1+1"), "\"'=1+1\"");
    }
}
