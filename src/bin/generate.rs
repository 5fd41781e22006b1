//! The same engine and the same experiments without a browser: a prompt in, the text out, with
//! every decision that made it, and if wanted a trace that the page can open.
//!
//! A run is decided by the same settings as the page's links (`--query` takes one), and measured
//! by the same session as in the worker.
#![expect(clippy::disallowed_methods, reason = "a native program's clock is std's")]

use clap::{CommandFactory as _, Parser, ValueEnum, error::ErrorKind};
use decoding_lab::decode::{
    Ancestral, BeamPair, BeamRecording, BeamScenario, BeamSpec, BeamTrace, Coins, ConstrainedFacts, ConstrainedRecording, ConstrainedRun,
    ConstrainedSpec, ConstrainedTrace, ConstraintSpec, Cycle, CycleMillis, DraftsFacts, DraftsRecording, DraftsSpec, ExperimentSpec, KNOBS,
    Kernels, LanguageModel as _, LatencyFacts, LatencyRecording, LatencySpec, LogitsRecording, MAX_CONSTRAINT_BYTES, MAX_POSITIONS,
    MAX_PROMPT_BYTES, PipelineSpec, RECORDING_VERSION, RaceFacts, Recording, RoundFacts, RunFacts, Scenario, SpeculationStats, Spread,
    StopReason, Tail, TokenId, Trace, Vocabulary, WaySummary, expected_tokens_per_cycle, now_or_never, replay_under,
};
use decoding_lab::engine::{
    Clock, DraftKit, DraftKitFiles, Host, KERNELS, ModelFiles, ModelPair, compare_drafts, constrain, measure, run, score, search_beams,
};
use decoding_lab::protocol::{Reply, RunId};
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

/// Continue a prompt by speculative sampling, and see every decision.
#[derive(Parser)]
#[command(name = "generate", version, about)]
struct Args {
    /// The folder that holds the models' folders.
    #[arg(long, default_value = "public/models")]
    models: PathBuf,
    /// The folder of the model whose law the text follows.
    #[arg(long, default_value = "target-5.9m")]
    target: PathBuf,
    /// The folder of the model that guesses ahead.
    #[arg(long, default_value = "draft-0.3m")]
    draft: PathBuf,
    /// How the models are computed: "simd", "scalar", "int8" or "reference".
    #[arg(long, value_parser = read_kernels, default_value = KERNELS.name())]
    kernels: Kernels,
    /// Settings as a link of the page writes them, such as "gamma=4&seed=7"; the options below come on top.
    #[arg(long)]
    query: Option<String>,
    /// The text to continue.
    #[arg(long)]
    prompt: Option<String>,
    /// Tokens drafted per cycle.
    #[arg(long, allow_negative_numbers = true)]
    gamma: Option<f64>,
    /// Divides logits; 0 is greedy, 1 is off.
    #[arg(long, allow_negative_numbers = true)]
    temperature: Option<f64>,
    /// The most probable tokens kept; 0 is off.
    #[arg(long, allow_negative_numbers = true)]
    top_k: Option<f64>,
    /// The mass kept; 1 is off.
    #[arg(long, allow_negative_numbers = true)]
    top_p: Option<f64>,
    /// The least share of the best token's probability; 0 is off.
    #[arg(long, allow_negative_numbers = true)]
    min_p: Option<f64>,
    /// The penalty on tokens seen before; 1 is off.
    #[arg(long, allow_negative_numbers = true)]
    repetition_penalty: Option<f64>,
    /// The most tokens emitted.
    #[arg(long, allow_negative_numbers = true)]
    max_new_tokens: Option<f64>,
    /// Decides every random number.
    #[arg(long, allow_negative_numbers = true)]
    seed: Option<f64>,
    /// What the text must be, such as "digits:1-8", "list", "regex:[a-z]+" or "json:{\"type\":\"boolean\"}".
    #[arg(long)]
    constraint: Option<String>,
    /// Let the target write alone, without a draft.
    #[arg(long)]
    target_alone: bool,
    /// How the result is written.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Also write the trace to this file; the page opens it.
    #[arg(long, conflicts_with = "target_alone")]
    trace: Option<PathBuf>,
    /// Leave what top-k excludes out of the trace: a hundredth of the size, the same story.
    #[arg(long, requires = "trace")]
    heads: bool,
    /// Only write the target's logits after the prompt to this file; the page opens it.
    #[arg(long, conflicts_with_all = ["target_alone", "trace"])]
    logits: Option<PathBuf>,
    /// Only write a text under a constraint to this file, as the lab of constraints does with the
    /// settings of --query; the page opens it.
    #[arg(long, conflicts_with_all = ["target_alone", "trace", "logits"])]
    constrained: Option<PathBuf>,
    /// Only search with beams after the prompt, greedily beside it, and write both to this file; the page
    /// opens it. `--query` takes the settings of that lab's links, such as "num_beams=4&max_depth=12".
    #[arg(long, conflicts_with_all = ["target_alone", "trace", "logits", "constrained"])]
    beams: Option<PathBuf>,
    /// Only measure passes and whole runs, as the lab of speed does with the settings of --query, and write what
    /// the race is about to this file, without times; the page opens it.
    #[arg(long, conflicts_with_all = ["target_alone", "trace", "logits", "constrained", "beams"])]
    latency: Option<PathBuf>,
    /// Only write the prompt's text by every way to draft, as the lab of drafts does with the settings of --query, and write
    /// what happened to this file, without times; the page opens it.
    #[arg(long, conflicts_with_all = ["target_alone", "trace", "logits", "constrained", "beams", "latency"])]
    drafts: Option<PathBuf>,
}

/// Kernels by their name in links. Relaxed SIMD is the browser's alone, and so is, for this program, the graphics processor.
fn read_kernels(name: &str) -> Result<Kernels, String> {
    let here = Kernels::ALL.iter().filter(|(kernels, _)| *kernels != Kernels::RelaxedSimd && !kernels.is_on_gpu());
    let names: Vec<&str> = here.map(|(_, name)| *name).collect();
    let known = Kernels::of_name(name).filter(|kernels| names.contains(&kernels.name()));
    known.ok_or_else(|| format!("known here are {}", names.join(", ")))
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    /// For reading.
    Text,
    /// For programs.
    Json,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let spec = match args.spec() {
        Ok(spec) => spec,
        // Clap writes the message with the usage, and ends with status 2.
        Err(message) => Args::command().error(ErrorKind::ValueValidation, message).exit(),
    };
    match generate(&args, spec) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nothing is left to do if even this cannot be written.
            let _ = writeln!(io::stderr(), "generate: {error}");
            ExitCode::FAILURE
        }
    }
}

impl Args {
    /// The experiment that the options describe. A link is read as the page reads it, clamped with
    /// a notice; an option out of range is an error.
    fn spec(&self) -> Result<ExperimentSpec, String> {
        let query = self.query.as_deref().unwrap_or_default();
        let (mut spec, notices) = ExperimentSpec::parse(query.trim_start_matches('?'));
        for notice in notices {
            let _ = writeln!(io::stderr(), "generate: {notice}"); // A notice that nobody can read is lost.
        }
        if spec.scenario != Scenario::Models {
            return Err(format!("the scenario {} is a lesson of the page; the command line runs the trained models", spec.scenario.name()));
        }
        if let Some(prompt) = &self.prompt {
            if prompt.len() > MAX_PROMPT_BYTES {
                return Err(format!("--prompt has {} bytes; it must be at most {MAX_PROMPT_BYTES}", prompt.len()));
            }
            spec.prompt.clone_from(prompt);
        }
        if let Some(text) = &self.constraint {
            if text.len() > MAX_CONSTRAINT_BYTES {
                return Err(format!("--constraint has {} bytes; it must be at most {MAX_CONSTRAINT_BYTES}", text.len()));
            }
            spec.constraint = Some(ConstraintSpec::from_text(text).map_err(|error| format!("--constraint: {error}"))?);
        }
        for knob in KNOBS {
            let given = match knob.name {
                "gamma" => self.gamma,
                "temperature" => self.temperature,
                "top_k" => self.top_k,
                "top_p" => self.top_p,
                "min_p" => self.min_p,
                "repetition_penalty" => self.repetition_penalty,
                "max_new_tokens" => self.max_new_tokens,
                "seed" => self.seed,
                _ => None,
            };
            let Some(value) = given else { continue };
            if knob.clamp(value) != value {
                let option = knob.name.replace('_', "-");
                let whole = if knob.step.fract() == 0.0 { "a whole number " } else { "" };
                return Err(format!(
                    "--{option} {value} is out of range: it must be {whole}from {} to {}",
                    knob.format(knob.min),
                    knob.format(knob.max)
                ));
            }
            (knob.write)(&mut spec, value);
        }
        Ok(spec)
    }
}

fn generate(args: &Args, spec: ExperimentSpec) -> Result<(), Box<dyn Error>> {
    let started = Instant::now();
    let target = ModelFiles::read(&args.models.join(&args.target))?;
    let draft = ModelFiles::read(&args.models.join(&args.draft))?;
    let pair = ModelPair::build_with(&target, &draft, args.kernels)?;
    let load_millis = started.elapsed().as_secs_f64() * 1000.0;

    if args.target_alone {
        let alone = write_alone(&pair, &spec)?;
        return print(&match args.format {
            Format::Text => alone.to_text(pair.vocabulary()),
            Format::Json => pretty(&alone.to_json(&pair, load_millis)),
        });
    }
    if let Some(path) = &args.logits {
        let recording = record_logits(&pair, &spec.prompt)?;
        std::fs::write(path, recording.to_json()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        return print(&format!("the logits after {} tokens are in {}\n", recording.facts.context.len(), path.display()));
    }
    if let Some(path) = &args.constrained {
        let recording = record_constrained(&pair, args.query.as_deref().unwrap_or_default())?;
        let trace = recording.trace.clone();
        std::fs::write(path, recording.to_json()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        let run = ConstrainedRun::from_trace(trace, pair.trie()).map_err(|mismatch| format!("the text cannot be replayed: {mismatch}"))?;
        let end = run.trace.end.map_or("unfinished", |end| end.describe());
        let text = pair.vocabulary().text(run.text_before(run.n_steps()));
        return print(&format!("{text}\n\n{} steps, {end}, in {}\n", run.n_steps(), path.display()));
    }
    if let Some(path) = &args.beams {
        let recording = record_beams(&pair, args)?;
        let report = describe_beams(&recording)?;
        std::fs::write(path, recording.to_json()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        return print(&format!("{report}both are in {}\n", path.display()));
    }
    if let Some(path) = &args.latency {
        let (recording, report) = record_latency(&pair, args.query.as_deref().unwrap_or_default())?;
        std::fs::write(path, recording.to_json()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        return print(&format!("{report}\nthe race is in {}\n", path.display()));
    }
    if let Some(path) = &args.drafts {
        let (recording, report) = record_drafts(&pair, &args.models, args.query.as_deref().unwrap_or_default())?;
        std::fs::write(path, recording.to_json()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
        return print(&format!("{report}\nthe comparison is in {}\n", path.display()));
    }
    let mut collector = Collector::new(Trace::new(spec.clone(), pair.facts().clone(), Vec::new()));
    now_or_never(run(&pair, RunId(0), &spec, &mut collector)).ok_or("a pass on the CPU had to wait, which it never does")?;
    if let Some(message) = collector.failure {
        return Err(message.into());
    }
    let Some(alone) = collector.alone else { return Err("the run ended without a result".into()) };
    let constraint = pair.constraint(&spec, collector.trace.prompt.len())?;
    let cycles =
        replay_under(&collector.trace, constraint.as_ref()).map_err(|mismatch| format!("the run cannot be replayed: {mismatch}"))?;
    let report = Report { spec, trace: collector.trace, cycles, alone, prefill_millis: collector.prefill_millis, load_millis };
    if let Some(path) = &args.trace {
        let recording = Recording {
            version: RECORDING_VERSION,
            trace: report.trace.clone(),
            target_alone: Some(report.alone.emitted.clone()),
            vocabulary: pair.vocabulary().clone(),
        };
        let recording =
            if args.heads { recording.heads_only().map_err(|reason| format!("--heads cannot be had: {reason}"))? } else { recording };
        std::fs::write(path, recording.to_json()).map_err(|error| format!("{} cannot be written: {error}", path.display()))?;
    }
    print(&match args.format {
        Format::Text => report.to_text(pair.vocabulary()),
        Format::Json => pretty(&report.to_json(pair.vocabulary())),
    })
}

/// Milliseconds from now on.
fn stopwatch() -> Clock {
    let started = Instant::now();
    Rc::new(move || started.elapsed().as_secs_f64() * 1000.0)
}

/// Takes what a session reports.
struct Collector {
    trace: Trace,
    prefill_millis: f64,
    alone: Option<Alone>,
    steps: Vec<ConstrainedFacts>,
    failure: Option<String>,
}

impl Collector {
    fn new(trace: Trace) -> Self {
        Self { trace, prefill_millis: 0.0, alone: None, steps: Vec::new(), failure: None }
    }
}

impl Host for Collector {
    fn clock(&self) -> Clock {
        stopwatch()
    }

    async fn yield_now(&mut self) {}

    fn cancelled(&self) -> bool {
        false
    }

    fn send(&mut self, reply: Reply) {
        match reply {
            Reply::RunStarted { prompt, prefill_millis, .. } => {
                self.trace.prompt = prompt;
                self.prefill_millis = prefill_millis;
            }
            Reply::Cycles { cycles, .. } => self.trace.cycles.extend(cycles),
            Reply::SpeculationEnded { stop, .. } => self.trace.stop = Some(stop),
            Reply::TargetAlone { emitted, stop, decode_millis, .. } => {
                self.alone = Some(Alone { prompt: self.trace.prompt.clone(), emitted, stop, decode_millis });
            }
            Reply::ConstrainedSteps { steps, .. } => self.steps.extend(steps),
            Reply::Failed { fault, .. } => self.failure = Some(fault.message),
            Reply::Crashed { message } => self.failure = Some(message),
            _ => {}
        }
    }
}

/// The target's row after a prompt, with all that is needed to look at it elsewhere.
fn record_logits(pair: &ModelPair, prompt: &str) -> Result<LogitsRecording, Box<dyn Error>> {
    let clock: Clock = Rc::new(|| 0.0);
    let mut target = pair.target();
    let facts = now_or_never(score(pair, prompt, &[], &mut target, &clock)).ok_or("a pass on the CPU never waits")??;
    Ok(LogitsRecording {
        version: RECORDING_VERSION,
        spec: PipelineSpec { prompt: prompt.to_owned(), ..PipelineSpec::default() },
        pair: pair.facts().clone(),
        facts,
        vocabulary: pair.vocabulary().clone(),
    })
}

/// A text under a constraint, with the settings of a link of its lab, and all that is needed to look
/// at it elsewhere.
fn record_constrained(pair: &ModelPair, query: &str) -> Result<ConstrainedRecording, Box<dyn Error>> {
    let (spec, notices) = ConstrainedSpec::parse(query.trim_start_matches('?'));
    if let Some(notice) = notices.first() {
        return Err(notice.to_string().into());
    }
    let mut collector = Collector::new(Trace::new(ExperimentSpec::default(), pair.facts().clone(), Vec::new()));
    now_or_never(constrain(pair, RunId(0), &spec, &mut collector)).ok_or("a pass on the CPU never waits")?;
    if let Some(message) = collector.failure {
        return Err(message.into());
    }
    let facts = ConstrainedTrace { spec, pair: pair.facts().clone(), prompt: collector.trace.prompt, steps: Vec::new(), end: None };
    let mut run = ConstrainedRun::from_trace(facts, pair.trie()).map_err(|mismatch| mismatch.to_string())?;
    for mut facts in collector.steps {
        // Times of one machine say nothing on another.
        facts.millis = Default::default();
        run.push(facts).map_err(|mismatch| mismatch.to_string())?;
    }
    run.close();
    Ok(ConstrainedRecording { version: RECORDING_VERSION, trace: run.trace, vocabulary: pair.vocabulary().clone() })
}

/// A search on the target and greedy decoding beside it, as the page would record them.
fn record_beams(pair: &ModelPair, args: &Args) -> Result<BeamRecording, Box<dyn Error>> {
    let (mut spec, notices) = BeamSpec::parse(args.query.as_deref().unwrap_or_default().trim_start_matches('?'));
    for notice in notices {
        let _ = writeln!(io::stderr(), "generate: {notice}"); // A notice that nobody can read is lost.
    }
    if spec.scenario != BeamScenario::Target {
        return Err("the tables are lessons of the page; the command line searches the trained target".into());
    }
    if let Some(prompt) = &args.prompt {
        spec.prompt.clone_from(prompt);
    }
    let mut collector = BeamCollector::default();
    let search = search_beams(pair, RunId(0), &spec.prompt, spec.search_settings(), &mut collector);
    now_or_never(search).ok_or("a pass on the CPU never waits")?;
    if let Some(message) = collector.failure {
        return Err(message.into());
    }
    let (beams, greedy) = collector.traces.ok_or("the search ended without a result")?;
    Ok(BeamRecording { version: RECORDING_VERSION, spec, beams, greedy, vocabulary: pair.vocabulary().clone() })
}

/// The two texts of a recorded search with their scores.
fn describe_beams(recording: &BeamRecording) -> Result<String, Box<dyn Error>> {
    let pair = BeamPair::from_traces(recording.beams.clone(), recording.greedy.clone())?;
    let mut out = format!("{}\n\n", recording.vocabulary.text(&recording.beams.prompt));
    for (name, run) in [("greedy", &pair.greedy), ("beams ", &pair.beams)] {
        if let Some(best) = run.best() {
            writeln!(out, "{name}  {:>8.3}  {}", run.node(best).score, recording.vocabulary.text(&run.tree().tokens(best)))?;
        }
    }
    Ok(out)
}

/// Measures with the settings of a link of the lab of speed: the race, and the numbers in words.
fn record_latency(pair: &ModelPair, query: &str) -> Result<(LatencyRecording, String), Box<dyn Error>> {
    let (spec, notices) = LatencySpec::parse(query.trim_start_matches('?'));
    if let Some(notice) = notices.first() {
        return Err(notice.to_string().into());
    }
    let mut collector = LatencyCollector::default();
    now_or_never(measure(pair, RunId(0), &spec, &mut collector)).ok_or("a pass on the CPU never waits")?;
    if let Some(message) = collector.failure {
        return Err(message.into());
    }
    let (facts, race) = collector.measured.ok_or("the measurement ended without a result")?;
    let race = race.ok_or("nothing was written")?;
    let report = describe_latency(&facts, spec.gamma)?;
    // Times of one machine say nothing on another.
    Ok((LatencyRecording { version: RECORDING_VERSION, spec, race, measured: None, vocabulary: pair.vocabulary().clone() }, report))
}

/// What was measured, as a table.
fn describe_latency(facts: &LatencyFacts, gamma: usize) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    if let (Some(costs), Some(unit)) = (facts.calibration.costs(), facts.calibration.target_millis(1)) {
        writeln!(out, "T_target(1) = {unit:.3} ms, c = {:.3}, a row = {:.3}", costs.draft, costs.row)?;
        let verify: Vec<String> = costs.verify.iter().map(|cost| format!("{cost:.2}")).collect();
        writeln!(out, "v(1..{MAX_POSITIONS}) = {}", verify.join(" "))?;
    }
    if let Some(machine) = facts.calibration.machine() {
        let (bytes, multiply_adds) = (machine.bytes_per_second / 1e9, machine.multiply_adds_per_second / 1e9);
        writeln!(out, "reading {bytes:.1} GB/s, computing {multiply_adds:.1} G multiply-adds/s")?;
    }
    type Of = fn(&RoundFacts) -> &RunFacts;
    let lanes: [(&str, Of); 3] =
        [("target alone", |round| &round.plain), ("fixed gamma", |round| &round.fixed), ("adaptive gamma", |round| &round.adaptive)];
    for (name, of) in lanes {
        if let Some(lane) = facts.lane(of) {
            let per_pass = lane.total.tokens_per_pass().unwrap_or(0.0);
            let Spread { low, median, high } = lane.speed_up;
            writeln!(
                out,
                "{name:<15} {:>8.0} tokens/s  {per_pass:.2} tokens a pass  x{median:.2} ({low:.2} to {high:.2})",
                lane.rate.median
            )?;
        }
    }
    if let Some(verdict) = facts.verdict(gamma) {
        let (best_gamma, best) = verdict.best;
        writeln!(
            out,
            "predicted x{:.2}, measured x{:.2}; best gamma {best_gamma}: x{best:.2}; {:?} costs most: x{:.2} without it",
            verdict.predicted, verdict.measured.median, verdict.costliest, verdict.without_it
        )?;
    }
    Ok(out)
}

/// Takes what a measurement reports.
#[derive(Default)]
struct LatencyCollector {
    measured: Option<(LatencyFacts, Option<RaceFacts>)>,
    failure: Option<String>,
}

impl Host for LatencyCollector {
    fn clock(&self) -> Clock {
        stopwatch()
    }

    async fn yield_now(&mut self) {}

    fn cancelled(&self) -> bool {
        false
    }

    fn send(&mut self, reply: Reply) {
        match reply {
            Reply::Measured { facts, race, .. } => self.measured = Some((facts, race)),
            Reply::Failed { fault, .. } => self.failure = Some(fault.message),
            _ => {}
        }
    }
}

/// Compares ways to draft with the settings of a link of that lab: the facts, and the numbers in words.
fn record_drafts(pair: &ModelPair, models: &Path, query: &str) -> Result<(DraftsRecording, String), Box<dyn Error>> {
    let (spec, notices) = DraftsSpec::parse(query.trim_start_matches('?'));
    if let Some(notice) = notices.first() {
        return Err(notice.to_string().into());
    }
    let mut collector = DraftsCollector::default();
    let kit = DraftKit::build(pair, DraftKitFiles::read(models, &pair.facts().target.name));
    now_or_never(compare_drafts(pair, &kit, RunId(0), &spec, &mut collector)).ok_or("a pass on the CPU never waits")?;
    if let Some(message) = collector.failure {
        return Err(message.into());
    }
    let mut facts = collector.facts.ok_or("the comparison ended without a result")?;
    let report = describe_drafts(&facts)?;
    // Times of one machine say nothing on another.
    (facts.alone.pass_millis, facts.alone.total_millis) = (0.0, 0.0);
    facts.ways.iter_mut().flat_map(|way| &mut way.cycles).for_each(|cycle| cycle.millis = CycleMillis::default());
    Ok((DraftsRecording { version: RECORDING_VERSION, facts, vocabulary: pair.vocabulary().clone() }, report))
}

/// What was found of each way, as a table.
fn describe_drafts(facts: &DraftsFacts) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    writeln!(out, "{:<11} {:>9} {:>6} {:>5}  {:>9} {:>9}  alpha by place", "draft", "numbers", "alpha", "tau", "predicted", "measured")?;
    let number = |value: Option<f64>, digits: usize| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.digits$}"));
    for way in &facts.ways {
        let name = way.method.name();
        if let Some(missing) = &way.missing {
            writeln!(out, "{name:<11} {missing}")?;
            continue;
        }
        let summary = WaySummary::of(way, &facts.alone);
        let levels: Vec<String> = summary.alpha_by_level.iter().map(|alpha| number(*alpha, 2)).collect();
        writeln!(
            out,
            "{name:<11} {:>9} {:>6} {:>5}  {:>9} {:>9}  {}",
            way.parameters,
            number(summary.alpha, 3),
            number(summary.tokens_per_cycle, 2),
            number(summary.predicted_speed_up, 2),
            number(summary.measured_speed_up, 2),
            levels.join(" ")
        )?;
    }
    Ok(out)
}

/// Takes what a comparison of drafts reports.
#[derive(Default)]
struct DraftsCollector {
    facts: Option<DraftsFacts>,
    failure: Option<String>,
}

impl Host for DraftsCollector {
    fn clock(&self) -> Clock {
        stopwatch()
    }

    async fn yield_now(&mut self) {}

    fn cancelled(&self) -> bool {
        false
    }

    fn send(&mut self, reply: Reply) {
        match reply {
            Reply::Drafted { facts, done: true, .. } => self.facts = Some(facts),
            Reply::Failed { fault, .. } => self.failure = Some(fault.message),
            _ => {}
        }
    }
}

/// Takes what a search reports, without times: a recording is the same whenever it is made.
#[derive(Default)]
struct BeamCollector {
    traces: Option<(BeamTrace, BeamTrace)>,
    failure: Option<String>,
}

impl Host for BeamCollector {
    fn clock(&self) -> Clock {
        Rc::new(|| 0.0)
    }

    async fn yield_now(&mut self) {}

    fn cancelled(&self) -> bool {
        false
    }

    fn send(&mut self, reply: Reply) {
        match (reply, &mut self.traces) {
            (Reply::BeamsStarted { beams, greedy, .. }, traces) => *traces = Some((beams, greedy)),
            (Reply::BeamSteps { beams, greedy, .. }, Some(traces)) => {
                traces.0.steps.extend(beams);
                traces.1.steps.extend(greedy);
            }
            (Reply::BeamsEnded { beams, greedy, .. }, Some(traces)) => {
                traces.0.stop = Some(beams);
                traces.1.stop = Some(greedy);
            }
            (Reply::Failed { fault, .. }, _) => self.failure = Some(fault.message),
            _ => {}
        }
    }
}

/// What the target alone wrote.
struct Alone {
    prompt: Vec<TokenId>,
    emitted: Vec<TokenId>,
    stop: StopReason,
    decode_millis: f64,
}

/// Runs the target alone, and nothing else.
fn write_alone(pair: &ModelPair, spec: &ExperimentSpec) -> Result<Alone, Box<dyn Error>> {
    const NEVER_WAITS: &str = "a pass on the CPU never waits";
    let prompt = pair.encode_prompt(&spec.prompt)?;
    let mut target = pair.target();
    let trace = Trace::new(spec.clone(), pair.facts().clone(), prompt.clone());
    let constraint = pair.constraint(spec, prompt.len())?;
    let mut decoder = Ancestral::new(trace.config_under(constraint.as_ref()), &prompt);
    // The rate is that of decoding: the prompt goes first, and unmeasured.
    now_or_never(target.extend(&prompt[..prompt.len().saturating_sub(1)])).ok_or(NEVER_WAITS)??;
    let started = Instant::now();
    while now_or_never(decoder.step(&mut target)).ok_or(NEVER_WAITS)??.is_some() {}
    let decode_millis = started.elapsed().as_secs_f64() * 1000.0;
    let stop = decoder.stop().ok_or("the text ended for no reason")?;
    Ok(Alone { emitted: decoder.emitted().to_vec(), prompt, stop, decode_millis })
}

impl Alone {
    fn tokens(&self) -> Vec<TokenId> {
        self.prompt.iter().chain(&self.emitted).copied().collect()
    }

    fn to_text(&self, vocabulary: &Vocabulary) -> String {
        format!(
            "{}\n\n{} tokens by the target alone ({}), {}\n",
            vocabulary.text(&self.tokens()),
            self.emitted.len(),
            stop_words(self.stop),
            rate_words(self.emitted.len(), self.decode_millis)
        )
    }

    fn to_json(&self, pair: &ModelPair, load_millis: f64) -> Value {
        json!({
            "target": pair.facts().target,
            "load_millis": load_millis,
            "prompt": self.prompt,
            "target_alone": self.facts(pair.vocabulary()),
        })
    }

    fn facts(&self, vocabulary: &Vocabulary) -> Value {
        json!({
            "text": vocabulary.text(&self.tokens()),
            "emitted": self.emitted,
            "stop": self.stop,
            "decode_millis": self.decode_millis,
            "tokens_per_second": tokens_per_second(self.emitted.len(), self.decode_millis),
        })
    }
}

/// A finished run.
struct Report {
    spec: ExperimentSpec,
    trace: Trace,
    cycles: Vec<Cycle>,
    alone: Alone,
    prefill_millis: f64,
    load_millis: f64,
}

impl Report {
    fn stats(&self) -> SpeculationStats {
        SpeculationStats::from_cycles(self.spec.gamma, &self.cycles)
    }

    fn emitted(&self) -> Vec<TokenId> {
        self.trace.cycles.iter().flat_map(|cycle| &cycle.emitted).copied().collect()
    }

    fn decode_millis(&self) -> f64 {
        self.trace.cycles.iter().map(|cycle| cycle.millis.total).sum()
    }

    fn to_text(&self, vocabulary: &Vocabulary) -> String {
        let mut out = String::new();
        self.write_text(vocabulary, &mut out).expect("a string takes everything");
        out
    }

    fn write_text(&self, vocabulary: &Vocabulary, out: &mut String) -> std::fmt::Result {
        writeln!(out, "{}\n", vocabulary.text(&self.trace.tokens_after(usize::MAX)))?;
        writeln!(out, "✓ accepted   ✗ rejected → correction   + bonus   (dropped)\n")?;
        for (cycle_idx, cycle) in self.cycles.iter().enumerate() {
            write!(out, "{:>4} ", cycle_idx + 1)?;
            for test in cycle.tests() {
                write!(out, " {}{}", if test.accepted { '✓' } else { '✗' }, vocabulary.label(test.token))?;
            }
            match &cycle.verdict.tail {
                Tail::Correction { token, .. } => write!(out, " → {}", vocabulary.label(*token))?,
                Tail::Bonus { token } => write!(out, " +{}", vocabulary.label(*token))?,
                Tail::PastEnd => write!(out, " end")?,
                Tail::DeadEnd => write!(out, " dead end")?,
            }
            let dropped: Vec<String> = cycle.drafted[cycle.tests().len()..].iter().map(|token| vocabulary.label(*token)).collect();
            if !dropped.is_empty() {
                write!(out, " ({})", dropped.join(" "))?;
            }
            writeln!(out)?;
        }

        let stats = self.stats();
        let n_emitted = self.emitted().len();
        let percent = |rate: Option<f64>| rate.map_or("–".to_owned(), |rate| format!("{:.1}%", 100.0 * rate));
        writeln!(out)?;
        let stop = self.trace.stop.map_or("", stop_words);
        writeln!(out, "{n_emitted} tokens in {} target passes ({stop})", stats.n_cycles)?;
        for (name, proportion) in
            [("accepted of drafted", stats.accepted_per_drafted()), ("accepted of tested ", stats.accepted_per_tested())]
        {
            write!(out, "{name}  {} = {}/{}", percent(proportion.rate()), proportion.successes, proportion.trials)?;
            match proportion.wilson_interval() {
                Some((low, high)) => writeln!(out, "  (95%: {} to {})", percent(Some(low)), percent(Some(high)))?,
                None => writeln!(out)?,
            }
        }
        writeln!(out, "mean overlap         {}", percent(stats.mean_overlap()))?;
        let per_position: Vec<String> = stats.per_position.iter().map(|proportion| percent(proportion.rate())).collect();
        writeln!(out, "kept through position 1 to {}: {}", self.spec.gamma, per_position.join("  "))?;
        if let Some(tokens_per_cycle) = stats.tokens_per_cycle() {
            write!(out, "tokens per cycle     {tokens_per_cycle:.2}")?;
            if let Some((low, high)) = stats.tokens_per_cycle_interval(Coins::new(self.spec.seed)) {
                write!(out, "  (95%: {low:.2} to {high:.2})")?;
            }
            if let Some(alpha) = stats.accepted_per_tested().rate() {
                let expected = expected_tokens_per_cycle(alpha, self.spec.gamma);
                write!(out, "  closed form at the measured rate: {expected:.2}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "speculation          {}", rate_words(n_emitted, self.decode_millis()))?;
        writeln!(out, "target alone         {}", rate_words(self.alone.emitted.len(), self.alone.decode_millis))?;
        if self.spec.temperature == 0.0 {
            let verdict = if self.emitted() == self.alone.emitted { "token for token the same" } else { "NOT the same" };
            writeln!(out, "checked: at temperature 0 the target alone writes {verdict}")?;
        } else {
            writeln!(out, "\nThe target alone, with coins of its own: the same law, another text.")?;
            writeln!(out, "{}", vocabulary.text(&self.alone.tokens()))?;
        }
        Ok(())
    }

    fn to_json(&self, vocabulary: &Vocabulary) -> Value {
        let stats = self.stats();
        let rate = |proportion: decoding_lab::decode::Proportion| {
            json!({
                "accepted": proportion.successes,
                "of": proportion.trials,
                "rate": proportion.rate(),
                "wilson_95": proportion.wilson_interval(),
            })
        };
        let cycles = self.cycles.iter().zip(&self.trace.cycles).map(|(cycle, facts)| {
            let tests = cycle.tests().iter().map(|test| {
                json!({
                    "token": test.token,
                    "label": vocabulary.label(test.token),
                    "target_prob": test.target_prob,
                    "draft_prob": test.draft_prob,
                    "acceptance_prob": test.acceptance_prob,
                    "coin": test.coin,
                    "accepted": test.accepted,
                })
            });
            let (tail, token) = match &cycle.verdict.tail {
                Tail::Correction { token, .. } => ("correction", Some(token)),
                Tail::Bonus { token } => ("bonus", Some(token)),
                Tail::PastEnd => ("past_end", None),
                Tail::DeadEnd => ("dead_end", None),
            };
            json!({
                "drafted": cycle.drafted,
                "tests": tests.collect::<Vec<_>>(),
                "tail": tail,
                "tail_token": token,
                "tail_label": token.map(|token| vocabulary.label(*token)),
                "emitted": facts.emitted,
                "cache": facts.cache,
                "millis": facts.millis,
                "stop": facts.stop,
            })
        });
        let emitted = self.emitted();
        json!({
            "spec": self.spec,
            "query": self.spec.to_query(),
            "pair": self.trace.pair,
            "load_millis": self.load_millis,
            "prefill_millis": self.prefill_millis,
            "prompt": self.trace.prompt,
            "speculation": {
                "text": vocabulary.text(&self.trace.tokens_after(usize::MAX)),
                "emitted": emitted,
                "stop": self.trace.stop,
                "decode_millis": self.decode_millis(),
                "tokens_per_second": tokens_per_second(emitted.len(), self.decode_millis()),
                "cycles": cycles.collect::<Vec<_>>(),
            },
            "statistics": {
                "target_passes": stats.n_cycles,
                "complete_cycles": stats.n_complete,
                "accepted_of_drafted": rate(stats.accepted_per_drafted()),
                "accepted_of_tested": rate(stats.accepted_per_tested()),
                "mean_overlap": stats.mean_overlap(),
                "per_position": stats.per_position.iter().map(|proportion| rate(*proportion)).collect::<Vec<_>>(),
                "accepted_histogram": stats.accepted_histogram,
                "tokens_per_cycle": stats.tokens_per_cycle(),
                "tokens_per_cycle_95": stats.tokens_per_cycle_interval(Coins::new(self.spec.seed)),
                "expected_tokens_per_cycle":
                    stats.accepted_per_tested().rate().map(|alpha| expected_tokens_per_cycle(alpha, self.spec.gamma)),
                "dropped_after_rejection": stats.n_dropped_after_rejection,
                "dropped_past_end": stats.n_dropped_past_end,
            },
            "target_alone": self.alone.facts(vocabulary),
            "same_text": emitted == self.alone.emitted,
        })
    }
}

/// The rate over this time; `None` where nothing was measured.
fn tokens_per_second(n_tokens: usize, millis: f64) -> Option<f64> {
    (n_tokens > 0 && millis > 0.0).then(|| n_tokens as f64 / millis * 1000.0)
}

fn rate_words(n_tokens: usize, millis: f64) -> String {
    match tokens_per_second(n_tokens, millis) {
        Some(rate) => format!("{rate:.0} tokens/s ({n_tokens} in {millis:.1} ms, without loading and prompt)"),
        None => "no rate: nothing was decoded".to_owned(),
    }
}

fn stop_words(stop: StopReason) -> &'static str {
    match stop {
        StopReason::StopToken => "the text ended",
        StopReason::MaxNewTokens => "as many as asked for",
        StopReason::ContextFull => "the models' context is full",
        StopReason::DeadEnd => "no token was allowed",
        StopReason::EmptyPrompt => "there was nothing to continue",
        StopReason::Cancelled => "stopped",
    }
}

fn pretty(value: &Value) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("it holds only strings, numbers and lists");
    text.push('\n');
    text
}

/// Writes to standard output. A reader who has seen enough (`generate | head`) is no failure.
fn print(text: &str) -> Result<(), Box<dyn Error>> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => Ok(result?),
    }
}
