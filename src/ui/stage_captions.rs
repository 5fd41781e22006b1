//! The caption of each step from logits to a token: what the stage does, with its numbers.

use crate::decode::{PipelineEvent, PipelineSpec, StageKind, StageView};
use crate::ui::words;

/// A stage's name as the page writes it.
pub fn stage_title(kind: StageKind) -> &'static str {
    match kind {
        StageKind::RepetitionPenalty => "Repetition penalty",
        StageKind::PresencePenalty => "Presence penalty",
        StageKind::FrequencyPenalty => "Frequency penalty",
        StageKind::Bias => "Logit bias",
        StageKind::Temperature => "Temperature",
        StageKind::TopK => "Top-k",
        StageKind::TopP => "Top-p",
        StageKind::MinP => "Min-p",
    }
}

/// A stage's setting as the page writes it: "Off" where it does nothing.
pub fn stage_value(kind: StageKind, spec: &PipelineSpec) -> String {
    if spec.processor(kind, 0).is_off() {
        return "Off".to_owned();
    }
    match kind {
        StageKind::RepetitionPenalty => format!("× {:.2}", spec.repetition_penalty),
        StageKind::PresencePenalty => format!("{:+.1} once", -spec.presence_penalty),
        StageKind::FrequencyPenalty => format!("{:+.1} each", -spec.frequency_penalty),
        StageKind::Bias => words::count(spec.bias.len(), "token"),
        StageKind::Temperature => format!("T = {:.2}", spec.temperature),
        StageKind::TopK => format!("k = {}", spec.top_k),
        StageKind::TopP => format!("p = {:.2}", spec.top_p),
        StageKind::MinP => format!("{:.0}% of best", spec.min_p * 100.0),
    }
}

/// The step's title.
pub fn step_title(event: PipelineEvent, spec: &PipelineSpec) -> String {
    match event {
        PipelineEvent::Own => "The model’s own distribution".to_owned(),
        PipelineEvent::Stage(idx) => spec.order.get(idx).map_or("A stage", |kind| stage_title(*kind)).to_owned(),
        PipelineEvent::Draw => "The draw".to_owned(),
    }
}

/// The sentences for a step. `stage` is what is on screen, `token` the label of the drawn token.
pub fn step_caption(event: PipelineEvent, spec: &PipelineSpec, stage: &StageView, drawn: Option<(&str, f64)>) -> String {
    let kept = words::count(stage.support.1, "token");
    match event {
        PipelineEvent::Own => format!(
            "The model ends with one number per token, its logit. Softmax turns all {} of them into probabilities. They are worth {:.1} equally likely choices.",
            stage.support.1, stage.choices.1
        ),
        PipelineEvent::Draw => match drawn {
            Some((token, coin)) => {
                format!(
                    "The probabilities lie end to end from 0 to 1. The coin falls at {coin:.3}, in the share of “{token}”. The same seed always draws the same token."
                )
            }
            None => "The settings have left no token to draw.".to_owned(),
        },
        PipelineEvent::Stage(_) if stage.off => "This stage is switched off: it leaves every number as it was.".to_owned(),
        PipelineEvent::Stage(idx) => match spec.order.get(idx) {
            Some(StageKind::Temperature) if spec.temperature == 0.0 => {
                "At T = 0 only the largest logit is left. This is greedy decoding: the coin no longer matters.".to_owned()
            }
            Some(StageKind::Temperature) => {
                let how = if spec.temperature < 1.0 {
                    "pulls them apart: likely tokens gain"
                } else {
                    "pushes them together: unlikely tokens gain"
                };
                format!(
                    "Every logit is divided by {:.2}, which {how}. From {:.1} effective choices to {:.1}; nothing is cut.",
                    spec.temperature, stage.choices.0, stage.choices.1
                )
            }
            Some(StageKind::TopK) => format!(
                "Only the {} most probable tokens stay. {} of the probability is cut, and what stays is divided by the rest: those tokens rise although their logits did not change.",
                spec.top_k,
                words::prob(stage.removed_mass)
            ),
            Some(StageKind::TopP) => format!(
                "From the top, tokens are kept until their mass reaches {:.2}: that takes {kept}. The tail of {} is cut, and the others share it.",
                spec.top_p,
                words::prob(stage.removed_mass)
            ),
            Some(StageKind::MinP) => format!(
                "A token must be at least {:.0}% as probable as the best one. {} can still be drawn; {} of the probability is cut.",
                spec.min_p * 100.0,
                kept,
                words::prob(stage.removed_mass)
            ),
            Some(StageKind::RepetitionPenalty) => format!(
                "Logits of tokens that are in the text already are divided by {:.2} if positive, and multiplied if negative. Both make them less probable.",
                spec.repetition_penalty
            ),
            Some(StageKind::PresencePenalty) => {
                "Every token that was generated since the prompt loses this much of its logit, once, however often it came up.".to_owned()
            }
            Some(StageKind::FrequencyPenalty) => {
                "A token loses this much of its logit for each time it was generated since the prompt.".to_owned()
            }
            Some(StageKind::Bias) => format!(
                "The logits of {} are changed by a number of your own. Adding b multiplies a token’s odds against every other by exp(b): ±{:.1} is a factor of {:.0}.",
                words::count(spec.bias.len(), "token"),
                strongest_bias(spec),
                libm::exp(strongest_bias(spec)),
            ),
            None => String::new(),
        },
    }
}

fn strongest_bias(spec: &PipelineSpec) -> f64 {
    spec.bias.values().fold(0.0, |strongest, bias| bias.abs().max(strongest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::Pipeline;

    #[test]
    fn every_step_has_words_whether_its_stage_is_on_or_off() {
        let row: Vec<f32> = (0..50).map(|i| ((i * 7) % 23) as f32 / 4.0).collect();
        for spec in [PipelineSpec::default(), PipelineSpec { temperature: 0.0, ..PipelineSpec::default() }] {
            let pipeline = Pipeline::new(&spec, &row, &[], 0);
            for event in PipelineEvent::story(StageKind::ALL.len()) {
                let stage_idx = match event {
                    PipelineEvent::Own => 0,
                    PipelineEvent::Stage(idx) => idx + 1,
                    PipelineEvent::Draw => StageKind::ALL.len(),
                };
                let view = pipeline.view(stage_idx, 10).expect("the stage is there");
                let caption = step_caption(event, &spec, &view, Some(("␣cat", 0.25)));
                assert!(caption.len() > 40 && !caption.contains("NaN"), "{caption}");
                assert!(!step_title(event, &spec).is_empty());
            }
        }
        let off = PipelineSpec { top_k: 0, ..PipelineSpec::default() };
        assert_eq!((stage_value(StageKind::TopK, &off), stage_value(StageKind::TopP, &off)), ("Off".to_owned(), "p = 0.90".to_owned()));
    }
}
