//! One experiment with beams, whole: what is searched, from where, and how; as a link, as a file,
//! and as the examples that come with the page.

use super::{BeamLesson, BeamRun, BeamSettings, BeamTrace};
use crate::decode::beam::BEAM_KNOBS;
use crate::decode::spec::append_changed;
use crate::decode::{Notice, RECORDING_VERSION, Vocabulary, read_prompt, shorten};
use serde::{Deserialize, Serialize};

/// What is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BeamScenario {
    /// The trained target.
    Target,
    /// The table of three words and 27 texts: [`BeamLesson::width`].
    AllTexts,
    /// The table in which texts end: [`BeamLesson::ending`].
    Ending,
}

impl BeamScenario {
    /// Every scenario, with its name in URLs.
    pub const ALL: [(BeamScenario, &'static str); 3] =
        [(BeamScenario::Target, "target"), (BeamScenario::AllTexts, "all-texts"), (BeamScenario::Ending, "ending")];

    /// Its name in URLs.
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(scenario, _)| *scenario == self).map_or("target", |(_, name)| name)
    }

    /// The hand-made table; `None` for the target.
    pub fn lesson(self) -> Option<BeamLesson> {
        match self {
            Self::Target => None,
            Self::AllTexts => Some(BeamLesson::width()),
            Self::Ending => Some(BeamLesson::ending()),
        }
    }
}

/// One experiment with beams.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamSpec {
    /// What is searched.
    pub scenario: BeamScenario,
    /// The text to continue. The tables have prompts of their own.
    pub prompt: String,
    /// The knobs.
    pub settings: BeamSettings,
}

impl Default for BeamSpec {
    fn default() -> Self {
        Self { scenario: BeamScenario::Target, prompt: BEAM_PRESETS[0].prompt.to_owned(), settings: BeamSettings::default() }
    }
}

impl BeamSpec {
    /// Reads a URL's query (without `?`). Names it does not know are left to others.
    pub fn parse(query: &str) -> (Self, Vec<Notice>) {
        let mut spec = Self::default();
        let mut notices = Vec::new();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "prompt" => {
                    let (prompt, notice) = read_prompt(&value);
                    spec.prompt = prompt;
                    notices.extend(notice);
                }
                "scenario" => match BeamScenario::ALL.iter().find(|(_, known)| *known == value) {
                    Some((scenario, _)) => spec.scenario = *scenario,
                    None => notices.push(Notice::UnknownScenario { given: shorten(&value) }),
                },
                _ => {
                    if let Some(knob) = BEAM_KNOBS.iter().find(|knob| knob.name == name) {
                        notices.extend(knob.read_link(&mut spec.settings, &value));
                    }
                }
            }
        }
        (spec, notices)
    }

    /// The query that restores this experiment: what differs from the default, in a fixed order.
    pub fn to_query(&self) -> String {
        let default = Self::default();
        let mut query = form_urlencoded::Serializer::new(String::new());
        if self.scenario != default.scenario {
            query.append_pair("scenario", self.scenario.name());
        }
        if self.prompt != default.prompt {
            query.append_pair("prompt", &self.prompt);
        }
        append_changed(BEAM_KNOBS, &self.settings, &mut query);
        query.finish()
    }

    /// The settings that the search runs with: usable, and no deeper than a table goes.
    pub fn search_settings(&self) -> BeamSettings {
        let settings = self.settings.usable();
        match self.scenario.lesson() {
            Some(lesson) => BeamSettings { max_depth: settings.max_depth.min(lesson.max_depth), ..settings },
            None => settings,
        }
    }

    /// The example that this is, if it is one.
    pub fn preset(&self) -> Option<&'static BeamPreset> {
        BEAM_PRESETS.iter().find(|preset| self.scenario == BeamScenario::Target && preset.is(&self.prompt, &self.settings))
    }
}

/// An example that comes with the page: a prompt on which the trained target shows something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BeamPreset {
    /// What the page's texts call it.
    pub id: &'static str,
    /// The text to continue.
    pub prompt: &'static str,
    /// The knobs.
    pub settings: BeamSettings,
}

impl BeamPreset {
    fn is(&self, prompt: &str, settings: &BeamSettings) -> bool {
        self.prompt == prompt && self.settings == *settings
    }

    /// The experiment.
    pub fn spec(&self) -> BeamSpec {
        BeamSpec { scenario: BeamScenario::Target, prompt: self.prompt.to_owned(), settings: self.settings }
    }
}

const PLAIN: BeamSettings = BeamSettings { num_beams: 4, max_depth: 12, length_penalty: 0.0, num_beam_groups: 1, diversity_penalty: 1.0 };

/// Every example. The first is the one that the page opens on, with the knobs as they are by default. A test holds
/// each to what the page says of it.
pub const BEAM_PRESETS: &[BeamPreset] = &[
    BeamPreset { id: "win", prompt: "Once upon a time, a cat", settings: PLAIN },
    BeamPreset { id: "worse", prompt: "Lily had a doll. The doll had", settings: BeamSettings { max_depth: 64, ..PLAIN } },
    BeamPreset { id: "shorter", prompt: "The moral of the story is that", settings: BeamSettings { num_beams: 8, max_depth: 40, ..PLAIN } },
    BeamPreset {
        id: "products",
        prompt: "Lily and Tom went to the park. They saw",
        settings: BeamSettings { num_beams: 16, max_depth: 64, num_beam_groups: 16, diversity_penalty: 5.0, ..PLAIN },
    },
];

/// A search and greedy beside it, as a file: what the command line writes and the page opens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamRecording {
    /// The layout of this file: [`RECORDING_VERSION`].
    pub version: u32,
    /// What decided it.
    pub spec: BeamSpec,
    /// The facts of the search.
    pub beams: BeamTrace,
    /// The facts of greedy decoding of the same prompt.
    pub greedy: BeamTrace,
    /// The tokens' bytes.
    pub vocabulary: Vocabulary,
}

/// A search and greedy beside it, grown again from their facts.
#[derive(Clone, Debug)]
pub struct BeamPair {
    /// The search.
    pub beams: BeamRun,
    /// Greedy decoding of the same prompt.
    pub greedy: BeamRun,
}

impl BeamPair {
    /// Two searches in which nothing has happened yet, or all that their traces hold.
    pub fn from_traces(beams: BeamTrace, greedy: BeamTrace) -> Result<Self, String> {
        let replay = |name: &str, trace| BeamRun::from_trace(trace).map_err(|mismatch| format!("{name}, {mismatch}"));
        Ok(Self { beams: replay("beams", beams)?, greedy: replay("greedy", greedy)? })
    }

    /// A search on a hand-made table.
    pub fn of_lesson(lesson: &BeamLesson, settings: BeamSettings) -> Result<Self, String> {
        Self::from_traces(lesson.trace(settings), lesson.trace(settings.greedy()))
    }
}

impl BeamRecording {
    /// Reads a recording from JSON and grows its trees; refused if it is none, or if its facts
    /// contradict each other.
    pub fn open(json: &str) -> Result<(BeamSpec, BeamPair, Vocabulary), String> {
        let recording: Self = serde_json::from_str(json).map_err(|error| format!("this is no recorded search: {error}"))?;
        let Self { version, spec, beams, greedy, vocabulary } = recording;
        let settings = spec.search_settings();
        let n_vocab = vocabulary.len();
        // Without what differs: the settings and what followed from them.
        let bare = |trace: &BeamTrace| BeamTrace { settings, steps: Vec::new(), stop: None, ..trace.clone() };
        if version != RECORDING_VERSION {
            return Err(format!("this recording has layout {version}; this page reads layout {RECORDING_VERSION}"));
        }
        if beams.vocab_size != n_vocab || beams.prompt.iter().any(|token| token.index() >= n_vocab) {
            return Err("this recording names tokens that its vocabulary lacks".to_owned());
        }
        if beams.settings != settings || greedy.settings != settings.greedy() {
            return Err("the settings in this recording contradict each other".to_owned());
        }
        if bare(&beams) != bare(&greedy) {
            return Err("the two searches in this recording are not of one model and one prompt".to_owned());
        }
        let pair =
            BeamPair::from_traces(beams, greedy).map_err(|what| format!("the facts in this recording contradict each other ({what})"))?;
        Ok((spec, pair, vocabulary))
    }

    /// The recording as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a recording holds only strings, numbers and lists")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decode::{BeamStop, TokenId};

    #[test]
    fn every_beam_spec_survives_its_own_link() {
        let mut spec = BeamSpec { prompt: "né & <b>猫</b> +%20\n".to_owned(), ..BeamSpec::default() };
        for (scenario, _) in BeamScenario::ALL {
            spec.scenario = scenario;
            for knob in BEAM_KNOBS {
                for value in [knob.min, knob.max, knob.clamp(knob.min + knob.step), knob.default] {
                    (knob.write)(&mut spec.settings, value);
                    let (again, notices) = BeamSpec::parse(&spec.to_query());
                    assert_eq!((&again, notices), (&spec, vec![]));
                }
            }
        }
        for preset in BEAM_PRESETS {
            assert_eq!(BeamSpec::parse(&preset.spec().to_query()).0.preset(), Some(preset));
        }
        assert_eq!(BeamSpec::default().to_query(), "");
        assert_eq!(BeamSpec::default().preset(), Some(&BEAM_PRESETS[0]));
    }

    #[test]
    fn a_link_past_the_limits_is_clamped_with_a_notice() {
        let (spec, notices) = BeamSpec::parse("num_beams=1e9&max_depth=0&length_penalty=NaN&num_beam_groups=x&scenario=none&lab=beams");
        assert_eq!((spec.settings.num_beams, spec.settings.max_depth, spec.settings.length_penalty), (16, 1, 0.0));
        assert_eq!(notices.len(), 5);
        let (again, notices) = BeamSpec::parse(&spec.to_query());
        assert_eq!((again, notices), (spec, vec![]));
    }

    fn recording(scenario: BeamScenario) -> BeamRecording {
        let spec = BeamSpec { scenario, ..BeamSpec::default() };
        let lesson = scenario.lesson().expect("a table");
        let settings = spec.search_settings();
        BeamRecording {
            version: RECORDING_VERSION,
            beams: lesson.trace(settings),
            greedy: lesson.trace(settings.greedy()),
            vocabulary: lesson.vocabulary,
            spec,
        }
    }

    #[test]
    fn a_recorded_search_opens_as_it_was_and_one_with_a_fact_changed_is_refused() {
        for scenario in [BeamScenario::AllTexts, BeamScenario::Ending] {
            let sound = recording(scenario);
            let (spec, pair, vocabulary) = BeamRecording::open(&sound.to_json()).expect("it fits together");
            assert_eq!((spec, &pair.beams.trace, &pair.greedy.trace), (sound.spec.clone(), &sound.beams, &sound.greedy));
            assert_eq!(vocabulary, sound.vocabulary);
            type Tamper = fn(&mut BeamRecording);
            let tampers: [(&str, Tamper); 10] = [
                ("version", |recording| recording.version += 1),
                ("width", |recording| recording.spec.settings.num_beams = 3),
                ("greedy's width", |recording| recording.greedy.settings.num_beams = 2),
                ("scenario", |recording| recording.spec.scenario = BeamScenario::Target),
                ("prompt", |recording| recording.greedy.prompt.push(TokenId(0))),
                ("model", |recording| recording.greedy.model.parameters = 7),
                ("vocabulary", |recording| recording.beams.vocab_size = 9),
                ("token", |recording| recording.beams.prompt[0] = TokenId(99)),
                ("probability", |recording| recording.beams.steps[0].heads[0].probs[0] = 0.999),
                ("stop", |recording| recording.greedy.stop = Some(BeamStop::DeadEnd)),
            ];
            for (what, tamper) in tampers {
                let mut changed = sound.clone();
                tamper(&mut changed);
                assert_ne!(changed, sound, "{what} did not change anything");
                assert!(BeamRecording::open(&changed.to_json()).is_err(), "a changed {what} went unnoticed");
            }
            assert!(BeamRecording::open("{}").is_err());
        }
    }
}
