//! What the page and the worker say to each other: plain data, one postcard message each way.
//!
//! The page sends [`Request`]s; the worker answers with [`Reply`]s, some of them over and over
//! while it works. Nothing else crosses, but for the files of models that a reader has opened: the browser hands them over beside the
//! bytes of [`Request::Load`], unread.

mod opened;

pub use self::opened::*;
pub use crate::decode::Kernels;
use crate::decode::{
    BeamSettings, BeamStop, BeamTrace, CompareSpec, ConstrainedFacts, ConstrainedSpec, CycleFacts, DeviceTimes, DraftsFacts, DraftsSpec,
    ExpansionFacts, ExperimentSpec, Fault, KernelPick, LatencyFacts, LatencySpec, LogitsFacts, PairFacts, PassCosts, ProofSpec, RaceFacts,
    StopReason, TokenId, Trials, Vocabulary,
};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// The number of one run, chosen by the page; later runs have larger numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RunId(pub u32);

/// What the page asks of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Request {
    /// Fetch or read a pair of models, and build it.
    Load {
        /// The target.
        target: ModelPlace,
        /// The draft; `None` is the target itself.
        draft: Option<ModelPlace>,
        /// How both are to be computed; `None` is the way in f32 that turns out to be the fastest on this device. What
        /// the worker's build does not have becomes what is nearest to it.
        kernels: Option<Kernels>,
        /// The name of the browser's cache that keeps the files; `None` keeps them nowhere.
        keep_in: Option<String>,
    },
    /// Find out, with the next load, what passes of the target would take on a graphics processor. No load waits for it, and none
    /// fails with it. The answer is [`Reply::Scouted`].
    Scout {
        /// The name of the adapter that is known already: if it is still the one that is there, nothing is measured or answered.
        known: Option<String>,
    },
    /// Run an experiment to its end: speculation first, then the target alone. A run under way is
    /// cancelled.
    Run {
        /// The number that its replies will carry.
        run: RunId,
        /// The experiment.
        spec: ExperimentSpec,
    },
    /// The target's next-token logits after a prompt and a path of chosen tokens. Requests are
    /// answered in order; each has a number of its own.
    Score {
        /// The number that the answer will carry.
        id: RunId,
        /// The text that was given.
        prompt: String,
        /// The tokens chosen after it.
        path: Vec<TokenId>,
    },
    /// Write a text under a constraint, to its end. A run under way is cancelled.
    Constrain {
        /// The number that its replies will carry.
        run: RunId,
        /// The experiment.
        spec: ConstrainedSpec,
    },
    /// The best texts of two beam searches: under this experiment's constraint, and free. A run under
    /// way is cancelled.
    ConstrainedBeams {
        /// The number that its replies will carry.
        run: RunId,
        /// The experiment.
        spec: ConstrainedSpec,
    },
    /// Try out a pair of distributions, as often as the spec says. A run under way is cancelled.
    Try {
        /// The number that its replies will carry.
        id: RunId,
        /// The distributions, and what is done with them.
        spec: ProofSpec,
    },
    /// Search with beams on the target, and greedily beside it. A run under way is cancelled.
    SearchBeams {
        /// The number that its replies will carry.
        run: RunId,
        /// The text to continue.
        prompt: String,
        /// The knobs.
        settings: BeamSettings,
    },
    /// Measure passes and whole runs. A run under way is cancelled.
    Measure {
        /// The number that its replies will carry.
        id: RunId,
        /// What is measured.
        spec: LatencySpec,
    },
    /// Draw many short texts, plainly and by speculation in turn. A run under way is cancelled.
    Compare {
        /// The number that its replies will carry.
        run: RunId,
        /// What is drawn.
        spec: CompareSpec,
    },
    /// Compare ways to draft. A run under way is cancelled. What they need besides the pair is fetched the first time.
    CompareDrafts {
        /// The number that its replies will carry.
        id: RunId,
        /// What is compared.
        spec: DraftsSpec,
        /// Where the rest is.
        kit: DraftKitAddresses,
        /// The name of the browser's cache that keeps the files; `None` keeps them nowhere.
        keep_in: Option<String>,
    },
    /// Stop the run under way, if it is this one.
    Cancel {
        /// Which run.
        run: RunId,
    },
}

/// Where a model's files are: `config.json`, `model.safetensors` and `tokenizer.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModelPlace {
    /// In a folder: its URL, relative to the page.
    Folder(String),
    /// On the reader's device, opened by the reader. Three of the files that are handed over with the request, in this order.
    Opened {
        /// What the model is called.
        name: String,
        /// The place of the first of them among those handed over.
        first: u32,
    },
}

/// Where what ways to draft need besides the pair is: folders' URLs, relative to the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftKitAddresses {
    /// A model that drafts poorly: `model.safetensors`, `config.json`, `tokenizer.json`.
    pub poor: String,
    /// What was trained on the target: `model.safetensors`, `config.json`.
    pub heads: String,
    /// Texts to count: `tokens.u16`.
    pub written: String,
}

/// What the worker tells the page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// The worker can hear requests: its first reply. A message sent earlier is lost, because a
    /// worker's wasm starts only after the browser has begun to deliver messages.
    Listening,
    /// Bytes fetched so far, of all files of the pair.
    Loading {
        /// The file that is arriving, such as `target-1.8m/model.safetensors`.
        file: String,
        /// Bytes that have arrived, of all files together.
        loaded_bytes: u64,
        /// Bytes to expect in all, as far as known.
        total_bytes: Option<u64>,
    },
    /// All files have arrived and were to be kept. Sent before `Ready`.
    Kept {
        /// Why the browser did not keep them, if it did not.
        problem: Option<String>,
    },
    /// The pair is ready to run.
    Ready {
        /// What the models are.
        pair: PairFacts,
        /// The tokens' bytes.
        vocabulary: Vocabulary,
        /// From the request to here: fetching and building.
        load_millis: f64,
        /// How the models are computed.
        kernels: Kernels,
        /// On what grounds that was picked, where it was not asked for.
        pick: Option<KernelPick>,
        /// What is known of the graphics processor, where one is used.
        gpu: Option<GpuFacts>,
    },
    /// A graphics processor that was to be used is not, or no longer: from here on the CPU computes, in runs under way as well. Sent before
    /// `Ready`, or at any time after it.
    GpuGone {
        /// Why.
        trouble: GpuTrouble,
        /// How the target is computed now.
        kernels: Kernels,
    },
    /// What passes of the target would take on a graphics processor, estimated. Sent before `Ready` or some time after it.
    Scouted {
        /// The adapter's name, and the estimate; `None` where there is no such processor that is one, or where it does not answer.
        found: Option<DeviceTimes>,
    },
    /// A run has begun: its prompt is tokens, and both caches hold it.
    RunStarted {
        /// Which run.
        run: RunId,
        /// The prompt's tokens.
        prompt: Vec<TokenId>,
        /// Time spent on feeding the prompt to both models.
        prefill_millis: f64,
    },
    /// Cycles that have been completed since the last such reply.
    Cycles {
        /// Which run.
        run: RunId,
        /// Their facts, in order.
        cycles: Vec<CycleFacts>,
    },
    /// Speculation has ended, and why.
    SpeculationEnded {
        /// Which run.
        run: RunId,
        /// The reason.
        stop: StopReason,
    },
    /// The target alone has written its text (also when cancelled, as far as it got). A run's last
    /// reply is this or `Failed`.
    TargetAlone {
        /// Which run.
        run: RunId,
        /// All tokens it emitted.
        emitted: Vec<TokenId>,
        /// Why it ended.
        stop: StopReason,
        /// Time spent after the prompt: passes, processors, draws, as in a cycle's total.
        decode_millis: f64,
    },
    /// The answer to [`Request::Score`].
    Scored {
        /// Which request.
        id: RunId,
        /// The text as tokens, and the logits after it.
        facts: LogitsFacts,
    },
    /// Steps of a constrained text since the last such reply. The first of its replies is `RunStarted`.
    ConstrainedSteps {
        /// Which run.
        run: RunId,
        /// Their facts, in order.
        steps: Vec<ConstrainedFacts>,
    },
    /// A constrained text has ended, or was stopped: its last reply.
    ConstrainedEnded {
        /// Which run.
        run: RunId,
    },
    /// What both beam searches found: their only reply, unless they fail.
    ConstrainedBeams {
        /// Which run.
        run: RunId,
        /// The best texts under the constraint, the best first.
        constrained: Vec<BeamText>,
        /// The best texts without it.
        free: Vec<BeamText>,
    },
    /// Trials made so far, over and over until there are as many as were asked for.
    Tried {
        /// Which request.
        id: RunId,
        /// All of them.
        trials: Trials,
    },
    /// Texts drawn since the last such reply.
    Compared {
        /// Which run.
        run: RunId,
        /// Pairs of texts, each without the prompt: plain, speculative.
        texts: Vec<[Vec<TokenId>; 2]>,
    },
    /// All texts were drawn, or the drawing was stopped: its last reply, unless it is `Failed`.
    CompareEnded {
        /// Which run.
        run: RunId,
        /// Time spent on drawing, without feeding the prompt.
        millis: f64,
    },
    /// A search has begun: its prompt is tokens, and the cache holds it. Both traces are without steps.
    BeamsStarted {
        /// Which run.
        run: RunId,
        /// The search.
        beams: BeamTrace,
        /// Greedy decoding beside it.
        greedy: BeamTrace,
    },
    /// Steps that have been completed since the last such reply.
    BeamSteps {
        /// Which run.
        run: RunId,
        /// Steps of the search, in order.
        beams: Vec<ExpansionFacts>,
        /// Steps of greedy decoding, in order.
        greedy: Vec<ExpansionFacts>,
    },
    /// Both have ended, and why. A search's last reply is this or `Failed`.
    BeamsEnded {
        /// Which run.
        run: RunId,
        /// Why the search ended.
        beams: BeamStop,
        /// Why greedy decoding ended.
        greedy: BeamStop,
    },
    /// What has been measured so far, over and over until nothing is missing.
    Measured {
        /// Which request.
        id: RunId,
        /// All of it.
        facts: LatencyFacts,
        /// What was written in the first round, once it has been.
        race: Option<RaceFacts>,
    },
    /// What is known of ways to draft, over and over until it is done.
    Drafted {
        /// Which request.
        id: RunId,
        /// All of it.
        facts: DraftsFacts,
        /// Whether nothing is missing.
        done: bool,
    },
    /// Something could not be done; the worker goes on.
    Failed {
        /// The run that ended with it, if it was one.
        run: Option<RunId>,
        /// What happened and what the user can do.
        fault: Fault,
    },
    /// Nothing new, but the work goes on: sent where an answer takes seconds, because a worker that is silent for long is taken for
    /// one that hangs.
    Working,
    /// The worker has panicked and is gone; the page offers a restart.
    Crashed {
        /// What it said.
        message: String,
    },
}

/// A graphics processor, and what passes of the target take there and on the CPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GpuFacts {
    /// What it calls itself, if it says so.
    pub name: String,
    /// Whether sums are added by threads that run together.
    pub uses_subgroups: bool,
    /// Positions in the pass that stands for those of a cycle.
    pub n_several: usize,
    /// On the CPU.
    pub cpu: PassTimes,
    /// There.
    pub gpu: PassTimes,
    /// Milliseconds of the draft's pass over one position, on the CPU.
    pub draft: f64,
}

impl GpuFacts {
    /// The same as costs of passes; `None` where the clock told nothing.
    pub fn times(&self) -> Option<DeviceTimes> {
        let costs = |times: &PassTimes| PassCosts::of(vec![(1, times.one), (self.n_several, times.several)]);
        Some(DeviceTimes {
            device: self.name.clone(),
            is_measured: true,
            draft: self.draft,
            cpu: costs(&self.cpu)?,
            gpu: costs(&self.gpu)?,
        })
    }
}

/// Milliseconds of passes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassTimes {
    /// Over one position.
    pub one: f64,
    /// Over several.
    pub several: f64,
}

/// Why a graphics processor is not used, or no longer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GpuTrouble {
    /// The browser has no WebGPU, or no adapter for it.
    NoAdapter,
    /// The device refused what it was asked for.
    Refused {
        /// What it says.
        detail: String,
    },
    /// A model is larger than the device's buffers may be.
    TooLarge {
        /// Bytes that were wanted in one buffer.
        n_bytes: u64,
        /// The most that there may be.
        max_bytes: u64,
    },
    /// A model has something that the kernels do not compute.
    Unsupported {
        /// What it is.
        feature: String,
    },
    /// It computes other numbers than the CPU.
    Mismatch {
        /// How far its rows of logits are from the CPU's, in units of their root mean square.
        difference: f64,
    },
    /// It computes other numbers when several tokens are in a pass.
    Uneven,
    /// It gave something that is no number.
    NotFinite,
    /// It is gone: its driver was restarted, or the browser took it away.
    Lost {
        /// What the browser says.
        detail: String,
    },
}

impl std::fmt::Display for GpuTrouble {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoAdapter => write!(out, "there is no graphics processor that this program can use"),
            Self::Refused { detail } => write!(out, "the graphics processor refused what it was asked for ({detail})"),
            Self::TooLarge { n_bytes, max_bytes } => {
                write!(out, "the model wants {n_bytes} bytes in one buffer of the graphics processor, which takes {max_bytes}")
            }
            Self::Unsupported { feature } => write!(out, "the graphics processor is not used for {feature}"),
            Self::Mismatch { difference } => {
                write!(out, "the graphics processor computes other numbers than the CPU: {difference:.4} of their size apart")
            }
            Self::Uneven => write!(out, "the graphics processor computes other numbers when several tokens are in a pass"),
            Self::NotFinite => write!(out, "the graphics processor computed something that is no number"),
            Self::Lost { detail } => write!(out, "the graphics processor is gone ({detail})"),
        }
    }
}

/// A text that a beam search has kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BeamText {
    /// Its tokens after the prompt.
    pub tokens: Vec<TokenId>,
    /// The sum of their log-probabilities, in nats.
    pub score: f64,
    /// Whether it ended with a stop token.
    pub is_finished: bool,
}

/// A message as bytes.
pub fn encode<M: Serialize>(message: &M) -> Vec<u8> {
    postcard::to_stdvec(message).expect("messages hold only numbers, strings and lists")
}

/// A message from bytes; `None` if they are not one.
pub fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Option<M> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_survive_the_crossing_and_garbage_is_refused() {
        let request = Request::Run { run: RunId(3), spec: ExperimentSpec::default() };
        assert_eq!(decode::<Request>(&encode(&request)), Some(request));
        assert_eq!(decode::<Reply>(&[255, 255]), None);
    }
}
