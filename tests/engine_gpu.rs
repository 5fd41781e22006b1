//! Whole runs with a graphics processor: the target there and the draft on the CPU, both there, and a device that goes away in the
//! midst of a run. Natively the device is whatever Vulkan has; a program on the CPU will do.
#![cfg(feature = "gpu")]

use decoding_lab::decode::*;
use decoding_lab::engine::*;
use decoding_lab::protocol::{GpuTrouble, Reply, RunId};
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

fn files(name: &str) -> ModelFiles {
    ModelFiles::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("public/models").join(name)).expect("the pair is in the repository")
}

/// Natively every pass waits by itself.
fn now<F: Future>(future: F) -> F::Output {
    now_or_never(future).expect("natively nothing is left to wait for")
}

fn pair_on(gpu: &Rc<Gpu>, kernels: [Kernels; 2]) -> ModelPair {
    let pair = now(ModelPair::build_on(gpu, &files("target-1.8m"), &files("draft-0.3m"), kernels)).expect("the pair loads");
    assert_eq!((pair.facts().target.kernels, pair.facts().draft.kernels), (Some(kernels[0]), Some(kernels[1])));
    pair
}

fn gpu() -> Rc<Gpu> {
    now(Gpu::request()).expect("scripts/setup installs a Vulkan device that computes on the CPU")
}

/// A clock that stands still, and a list of what a session reports. After so many yields, `then` happens once.
struct ListHost {
    replies: Vec<Reply>,
    n_yields: usize,
    then: Option<(usize, Box<dyn FnOnce()>)>,
}

impl ListHost {
    fn run(pair: &ModelPair, spec: &ExperimentSpec, then: Option<(usize, Box<dyn FnOnce()>)>) -> Self {
        let mut host = Self { replies: Vec::new(), n_yields: 0, then };
        now(run(pair, RunId(1), spec, &mut host));
        host
    }

    /// The run as a trace, which its replay has found to be consistent; and what the target alone wrote.
    fn trace(&self, pair: &ModelPair, spec: &ExperimentSpec) -> (Trace, Vec<TokenId>) {
        let prompt = self.replies.iter().find_map(|reply| match reply {
            Reply::RunStarted { prompt, .. } => Some(prompt.clone()),
            _ => None,
        });
        let mut trace = Trace::new(spec.clone(), pair.facts().clone(), prompt.expect("the run has started"));
        for reply in &self.replies {
            if let Reply::Cycles { cycles, .. } = reply {
                trace.cycles.extend(cycles.iter().cloned());
            }
        }
        replay(&trace).expect("the facts agree");
        match self.replies.last() {
            Some(Reply::TargetAlone { emitted, .. }) => (trace, emitted.clone()),
            other => panic!("the run ended with {other:?}"),
        }
    }
}

impl Host for ListHost {
    fn clock(&self) -> Clock {
        Rc::new(|| 0.0)
    }

    async fn yield_now(&mut self) {
        self.n_yields += 1;
        if let Some((_, then)) = self.then.take_if(|(after, _)| *after == self.n_yields) {
            then();
        }
    }

    fn cancelled(&self) -> bool {
        false
    }

    fn send(&mut self, reply: Reply) {
        self.replies.push(reply);
    }
}

fn emitted(trace: &Trace) -> Vec<TokenId> {
    trace.cycles.iter().flat_map(|cycle| cycle.emitted.clone()).collect()
}

fn target_rows(trace: &Trace) -> Vec<Vec<u32>> {
    trace.cycles.iter().flat_map(|cycle| &cycle.target_logits).map(|row| row.0.iter().map(|x| x.to_bits()).collect()).collect()
}

#[test]
fn greedy_speculation_on_a_graphics_processor_writes_the_targets_own_text_and_that_of_the_cpu() {
    let gpu = gpu();
    let on_cpu = ModelPair::build(&files("target-1.8m"), &files("draft-0.3m")).expect("the pair loads");
    for kernels in [[Kernels::Gpu, Kernels::Simd], [Kernels::Gpu, Kernels::Gpu], [Kernels::GpuInt8, Kernels::Int8]] {
        let pair = pair_on(&gpu, kernels);
        for gamma in [1, 4, 8] {
            let spec = ExperimentSpec { temperature: 0.0, gamma, max_new_tokens: 50, ..ExperimentSpec::default() };
            let (trace, alone) = ListHost::run(&pair, &spec, None).trace(&pair, &spec);
            assert_eq!(emitted(&trace), alone, "{kernels:?}, gamma {gamma}");
            if kernels[0] == Kernels::Gpu {
                // No two tokens of this text are so close that another order of sums would matter.
                let (_, known) = ListHost::run(&on_cpu, &spec, None).trace(&on_cpu, &spec);
                assert_eq!(alone, known, "{kernels:?}, gamma {gamma}");
            }
        }
    }
    assert_eq!(gpu.trouble(), None);
}

#[test]
fn the_same_seed_gives_the_same_run_on_the_same_device() {
    let spec = ExperimentSpec { seed: 11, max_new_tokens: 60, ..ExperimentSpec::default() };
    // Another session on the same device, too.
    let runs = [(); 2].map(|()| {
        let pair = pair_on(&gpu(), [Kernels::Gpu, Kernels::Simd]);
        ListHost::run(&pair, &spec, None).trace(&pair, &spec)
    });
    assert!(emitted(&runs[0].0).len() > 20);
    assert_eq!(target_rows(&runs[0].0), target_rows(&runs[1].0));
    assert_eq!(runs[0].1, runs[1].1);
}

// Drivers restart, laptops sleep, browsers take devices back.
#[test]
fn a_device_that_goes_away_in_the_midst_of_a_run_is_told_once_and_the_run_goes_on_to_its_end() {
    let spec = ExperimentSpec { temperature: 0.0, max_new_tokens: 60, ..ExperimentSpec::default() };
    let on_cpu = ModelPair::build(&files("target-1.8m"), &files("draft-0.3m")).expect("the pair loads");
    let (_, known) = ListHost::run(&on_cpu, &spec, None).trace(&on_cpu, &spec);
    for after in [1, 5, 40] {
        let gpu = gpu();
        let told = Rc::new(RefCell::new(Vec::new()));
        let keep = Rc::clone(&told);
        gpu.on_trouble(move |trouble| keep.borrow_mut().push(trouble.clone()));
        let pair = pair_on(&gpu, [Kernels::Gpu, Kernels::Gpu]);
        let at_hand = Rc::clone(&gpu);
        let host = ListHost::run(&pair, &spec, Some((after, Box::new(move || at_hand.destroy()))));
        assert!(host.n_yields > after, "the run was over before");
        let (trace, alone) = host.trace(&pair, &spec);
        assert_eq!((emitted(&trace), &alone), (known.clone(), &known), "gone after {after} yields");
        assert!(matches!(told.borrow()[..], [GpuTrouble::Lost { .. } | GpuTrouble::Refused { .. }]), "{told:?}");
        // Later runs are the CPU's.
        let (_, again) = ListHost::run(&pair, &spec, None).trace(&pair, &spec);
        assert_eq!((again, told.borrow().len()), (known.clone(), 1));
    }
}

#[test]
fn other_ways_to_draft_run_with_a_target_on_a_graphics_processor() {
    let pair = pair_on(&gpu(), [Kernels::Gpu, Kernels::Simd]);
    // A tree of guesses.
    let spec = ExperimentSpec { temperature: 0.0, max_new_tokens: 30, ..ExperimentSpec::default() };
    let prompt = pair.encode_prompt(&spec.prompt).expect("it encodes");
    let config = Trace::new(spec.clone(), pair.facts().clone(), prompt.clone()).config();
    let mut alone = Ancestral::new(config.clone(), &prompt);
    let mut target = pair.target();
    while now(alone.step(&mut target)).expect("a step").is_some() {}
    let shape = TreeShape::new(vec![2, 2, 1]).expect("a shape");
    let mut decoder = TreeSpeculative::new(config, shape, &prompt);
    let mut draft = pair.draft();
    let mut drafter = ByModel(&mut draft);
    let mut target = pair.target();
    while now(decoder.step(&mut drafter, &mut target)).expect("a cycle").is_some() {}
    assert_eq!(decoder.tokens(), alone.tokens());
    // What lives inside the target wants its inner states, which a device keeps to itself: there the twin on the CPU runs.
    let mut on_cpu = pair.target().on_cpu().expect("a twin");
    let (of_twin, of_device) = (now(on_cpu.extend(&prompt)).expect("a pass"), now(pair.target().extend(&prompt)).expect("a pass"));
    let largest = of_twin.iter().flatten().zip(of_device.iter().flatten()).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(largest < 1e-3, "{largest}");
}

#[test]
fn passes_are_timed_on_both_and_the_draft_has_a_say_of_its_own() {
    let pair = pair_on(&gpu(), [Kernels::Gpu, Kernels::Simd]);
    // A clock that goes a millisecond with each look.
    let looks = Rc::new(std::cell::Cell::new(0.0));
    let clock: Clock = Rc::new(move || {
        looks.set(looks.get() + 1.0);
        looks.get()
    });
    let facts = now(pair.time_passes(&clock)).expect("passes").expect("the target is on a device");
    assert!(!facts.name.is_empty() && facts.n_several == 5);
    assert_eq!((facts.cpu.one, facts.cpu.several, facts.gpu.one, facts.gpu.several), (1.0, 1.0, 1.0, 1.0));
    // A clock that stands still, as some browsers have it for their readers' sake, would say that passes take "NaN times" as long.
    assert!(now(pair.time_passes(&(Rc::new(|| 0.0) as Clock))).expect("passes").is_none());
    assert!(now(pair_on(&gpu(), [Kernels::Simd, Kernels::Gpu]).time_passes(&clock)).expect("nothing to do").is_none());
}
