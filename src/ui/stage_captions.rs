//! The caption of each step from logits to a token: what the stage does, with its numbers.

use crate::decode::{PipelineEvent, PipelineSpec, StageKind, StageView};
use crate::ui::fluent::Value;
use crate::ui::i18n::{decimal, percent, t, t_args};
use crate::ui::words;

/// A stage's name as the page writes it.
pub fn stage_title(kind: StageKind) -> String {
    t(match kind {
        StageKind::RepetitionPenalty => "knob-repetition_penalty",
        StageKind::PresencePenalty => "knob-presence_penalty",
        StageKind::FrequencyPenalty => "knob-frequency_penalty",
        StageKind::Bias => "logits-bias",
        StageKind::Temperature => "logits-temperature",
        StageKind::TopK => "knob-top_k",
        StageKind::TopP => "knob-top_p",
        StageKind::MinP => "knob-min_p",
    })
}

/// A stage's setting as the page writes it: "Off" where it does nothing.
pub fn stage_value(kind: StageKind, spec: &PipelineSpec) -> String {
    if spec.processor(kind, 0).is_off() {
        return t("settings-off");
    }
    match kind {
        StageKind::RepetitionPenalty => format!("× {}", decimal(spec.repetition_penalty, 2)),
        StageKind::PresencePenalty => t_args("logits-once", &[("value", words::signed(-spec.presence_penalty, 1).into())]),
        StageKind::FrequencyPenalty => t_args("logits-each", &[("value", words::signed(-spec.frequency_penalty, 1).into())]),
        StageKind::Bias => t_args("count-tokens", &[("n", spec.bias.len().into())]),
        StageKind::Temperature => format!("T = {}", decimal(spec.temperature, 2)),
        StageKind::TopK => format!("k = {}", spec.top_k),
        StageKind::TopP => format!("p = {}", decimal(spec.top_p, 2)),
        StageKind::MinP => t_args("logits-of-best", &[("share", percent(spec.min_p, 0).into())]),
    }
}

/// The step's title.
pub fn step_title(event: PipelineEvent, spec: &PipelineSpec) -> String {
    match event {
        PipelineEvent::Own => t("logits-own-title"),
        PipelineEvent::Stage(idx) => spec.order.get(idx).map_or_else(|| t("logits-a-stage"), |kind| stage_title(*kind)),
        PipelineEvent::Draw => t("logits-draw-title"),
    }
}

/// The sentences for a step. `stage` is what is on screen, `token` the label of the drawn token.
pub fn step_caption(event: PipelineEvent, spec: &PipelineSpec, stage: &StageView, drawn: Option<(&str, f64)>) -> String {
    let kept = Value::from(t_args("count-tokens", &[("n", stage.support.1.into())]));
    let choices = [("from", decimal(stage.choices.0, 1).into()), ("to", decimal(stage.choices.1, 1).into())];
    let removed = ("removed", words::prob(stage.removed_mass).into());
    match event {
        PipelineEvent::Own => {
            t_args("logits-own", &[("n", stage.support.1.to_string().into()), ("choices", decimal(stage.choices.1, 1).into())])
        }
        PipelineEvent::Draw => match drawn {
            Some((token, coin)) => t_args("logits-draw", &[("coin", decimal(coin, 3).into()), ("token", words::in_quotes(token).into())]),
            None => t("logits-draw-none"),
        },
        PipelineEvent::Stage(_) if stage.off => t("logits-off"),
        PipelineEvent::Stage(idx) => match spec.order.get(idx) {
            Some(StageKind::Temperature) if spec.temperature == 0.0 => t("logits-temperature-zero"),
            Some(StageKind::Temperature) => {
                let [from, to] = choices;
                t_args(
                    if spec.temperature < 1.0 { "logits-temperature-low" } else { "logits-temperature-high" },
                    &[("temperature", decimal(spec.temperature, 2).into()), from, to],
                )
            }
            Some(StageKind::TopK) => t_args("logits-top_k", &[("k", spec.top_k.to_string().into()), removed]),
            Some(StageKind::TopP) => t_args("logits-top_p", &[("p", decimal(spec.top_p, 2).into()), ("kept", kept), removed]),
            Some(StageKind::MinP) => t_args("logits-min_p", &[("share", percent(spec.min_p, 0).into()), ("kept", kept), removed]),
            Some(StageKind::RepetitionPenalty) => t_args("logits-repetition", &[("value", decimal(spec.repetition_penalty, 2).into())]),
            Some(StageKind::PresencePenalty) => t("logits-presence"),
            Some(StageKind::FrequencyPenalty) => t("logits-frequency"),
            Some(StageKind::Bias) => {
                let strongest = strongest_bias(spec);
                let tokens = t_args("count-tokens", &[("n", spec.bias.len().into())]);
                let values = [
                    ("tokens", tokens.into()),
                    ("bias", decimal(strongest, 1).into()),
                    ("factor", decimal(libm::exp(strongest), 0).into()),
                ];
                t_args("logits-biased", &values)
            }
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
