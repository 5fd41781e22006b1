//! Which device computes a lab's passes of the target: what passes take on each, and the rule that picks.
//!
//! A graphics processor takes its time for every pass, however little there is to compute, and hardly more for several positions than
//! for one; a CPU is the other way round. So which of them is faster depends on what a lab does: tokens one by one, cycles of
//! speculation, trees of guesses. The draft is on the CPU, unless it is the target itself.
//!
//! The rule looks at what passes take and at nothing else, not at what ran before: the same device picks the same way again. A
//! graphics processor computes other last bits than the CPU, and so a seed may tell another story there; therefore it must be faster by a
//! margin. One that is a program on the CPU is never picked: what it says of time is not what a device would say.

use crate::decode::Kernels;
use serde::{Deserialize, Serialize};

/// What may compute the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Device {
    /// The CPU.
    Cpu,
    /// A graphics processor.
    Gpu,
}

/// What a lab does with passes of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Job {
    /// Passes over one position, one after the other. Beams do the same, each on a cache of its own.
    OneByOne,
    /// Cycles of speculation: so many passes of the draft, and one of the target over one position more.
    Speculative {
        /// Tokens drafted per cycle.
        gamma: usize,
    },
    /// Passes over so many positions: trees of guesses.
    Together {
        /// Positions of a pass.
        n_positions: usize,
    },
}

impl Job {
    /// Positions of a pass of the target.
    pub fn n_positions(self) -> usize {
        match self {
            Self::OneByOne => 1,
            Self::Speculative { gamma } => gamma + 1,
            Self::Together { n_positions } => n_positions,
        }
    }

    /// Passes of the draft that come with it.
    fn n_draft_passes(self) -> usize {
        if let Self::Speculative { gamma } = self { gamma } else { 0 }
    }
}

/// Milliseconds of a pass over some numbers of positions; between them they are interpolated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassCosts(Vec<(usize, f64)>);

impl PassCosts {
    /// From what was measured. `None` where that is nothing, or no time: a clock that stands still measures nothing.
    pub fn of(mut points: Vec<(usize, f64)>) -> Option<Self> {
        points.sort_by_key(|(n_positions, _)| *n_positions);
        points.dedup_by_key(|(n_positions, _)| *n_positions);
        let is_time = |(n_positions, millis): &(usize, f64)| *n_positions > 0 && millis.is_finite() && *millis > 0.0;
        (!points.is_empty() && points.iter().all(is_time)).then_some(Self(points))
    }

    /// A pass over so many positions. Beyond what was measured it goes on as it went last, and never gets cheaper.
    pub fn millis(&self, n_positions: usize) -> f64 {
        let Self(points) = self;
        let after = points.partition_point(|(n, _)| *n < n_positions);
        let [(n0, t0), (n1, t1)] = match (after, points.len()) {
            (0, _) => return points[0].1,
            (_, 1) => return points[0].1,
            (after, n) if after == n => [points[n - 2], points[n - 1]],
            (after, _) => [points[after - 1], points[after]],
        };
        let slope = (t1 - t0) / (n1 - n0) as f64;
        if n_positions > n1 { t1 + (n_positions - n1) as f64 * slope.max(0.0) } else { t0 + (n_positions - n0) as f64 * slope }
    }

    /// Numbers of positions that were measured, the smallest first.
    pub fn n_positions(&self) -> impl Iterator<Item = usize> {
        self.0.iter().map(|(n_positions, _)| *n_positions)
    }
}

/// What passes take on a graphics processor and on the CPU.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceTimes {
    /// What the graphics processor calls itself.
    pub device: String,
    /// Whether passes themselves were measured. Otherwise the numbers are estimates: of the CPU from some of the products, of the graphics
    /// processor from as many pieces of work and as many bytes as a pass has.
    pub is_measured: bool,
    /// A pass of the draft on the CPU.
    pub draft: f64,
    /// The target's on the CPU.
    pub cpu: PassCosts,
    /// The target's on the graphics processor.
    pub gpu: PassCosts,
}

impl DeviceTimes {
    /// The graphics processor must be faster by this share.
    pub const MARGIN: f64 = 0.2;

    /// What a step of a job takes with the target on a device: a pass, or a cycle.
    pub fn millis(&self, job: Job, device: Device) -> f64 {
        let target = match device {
            Device::Cpu => &self.cpu,
            Device::Gpu => &self.gpu,
        };
        job.n_draft_passes() as f64 * self.draft + target.millis(job.n_positions())
    }

    /// The device for a job.
    pub fn pick(&self, job: Job) -> Device {
        let is_faster = self.millis(job, Device::Gpu) < self.millis(job, Device::Cpu) * (1.0 - Self::MARGIN);
        if is_faster { Device::Gpu } else { Device::Cpu }
    }

    fn is_sound(&self) -> bool {
        let are_sound = |costs: &PassCosts| PassCosts::of(costs.0.clone()).as_ref() == Some(costs);
        are_sound(&self.cpu) && are_sound(&self.gpu) && self.draft.is_finite() && self.draft >= 0.0
    }
}

/// What is remembered of a graphics processor, and of what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DeviceRecord {
    /// The adapter's name, as it was when the device was looked at.
    pub adapter: String,
    /// The models whose passes these are.
    pub models: String,
    /// The CPU's ways to compute that the browser had.
    pub ways: Vec<Kernels>,
    /// What passes take; `None` if the device was tried and is of no use.
    pub times: Option<DeviceTimes>,
}

impl DeviceRecord {
    /// The device for a job.
    pub fn pick(&self, job: Job) -> Device {
        self.times.as_ref().map_or(Device::Cpu, |times| times.pick(job))
    }

    /// As JSON, to be remembered.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("names and numbers can be written as JSON")
    }

    /// From JSON; `None` where the text is none, or is about other models or another browser.
    pub fn from_json(json: &str, models: &str, ways: &[Kernels]) -> Option<Self> {
        let read: Self = serde_json::from_str(json).ok()?;
        let is_same = read.models == models && read.ways == ways;
        (is_same && read.times.as_ref().is_none_or(DeviceTimes::is_sound)).then_some(read)
    }
}

/// Whether an adapter of this name is a program on the CPU.
pub fn is_software_adapter(name: &str) -> bool {
    let name = name.to_lowercase();
    ["swiftshader", "llvmpipe", "lavapipe", "softpipe", "software", "basic render"].iter().any(|known| name.contains(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn costs(points: &[(usize, f64)]) -> PassCosts {
        PassCosts::of(points.to_vec()).expect("costs")
    }

    fn times(cpu: [f64; 2], gpu: [f64; 2]) -> DeviceTimes {
        let costs = |[one, five]: [f64; 2]| costs(&[(1, one), (5, five)]);
        DeviceTimes { device: "some device".to_owned(), is_measured: false, draft: 0.1, cpu: costs(cpu), gpu: costs(gpu) }
    }

    #[test]
    fn costs_are_interpolated_between_what_was_measured_and_never_fall_beyond_it() {
        let some = costs(&[(5, 3.0), (1, 1.0), (9, 4.0)]);
        assert_eq!([1, 2, 3, 5, 7, 9].map(|n| some.millis(n)), [1.0, 1.5, 2.0, 3.0, 3.5, 4.0]);
        assert_eq!([0, 13].map(|n| some.millis(n)), [1.0, 5.0]);
        assert_eq!(some.n_positions().collect::<Vec<_>>(), [1, 5, 9]);
        // A clock's whims: several positions seemed cheaper than one.
        let odd = costs(&[(1, 2.0), (5, 1.6)]);
        assert_eq!([1, 3, 5, 16].map(|n| odd.millis(n)), [2.0, 1.8, 1.6, 1.6]);
        assert_eq!([1, 4].map(|n| costs(&[(2, 1.5)]).millis(n)), [1.5, 1.5]);
    }

    #[test]
    fn a_clock_that_stands_still_or_runs_mad_gives_no_costs() {
        for points in [vec![], vec![(1, 0.0)], vec![(1, 1.0), (5, f64::NAN)], vec![(1, -1.0)], vec![(1, f64::INFINITY)], vec![(0, 1.0)]] {
            assert_eq!(PassCosts::of(points.clone()), None, "{points:?}");
        }
    }

    // What this pair is like on a laptop: dispatches cost more than the CPU's whole pass, and five positions no more than one.
    #[test]
    fn the_same_device_is_picked_for_cycles_and_not_for_single_passes() {
        let laptop = times([0.8, 3.2], [1.0, 1.1]);
        assert_eq!(laptop.pick(Job::OneByOne), Device::Cpu);
        assert_eq!(laptop.pick(Job::Speculative { gamma: 4 }), Device::Gpu);
        assert_eq!(laptop.pick(Job::Together { n_positions: 16 }), Device::Gpu);
        // Over two positions 1.5 and the draft against 1.0 and the draft.
        assert_eq!(laptop.pick(Job::Speculative { gamma: 1 }), Device::Gpu);
        let quick_cpu = times([0.3, 0.9], [1.5, 1.6]);
        for job in [Job::OneByOne, Job::Speculative { gamma: 8 }, Job::Together { n_positions: 9 }] {
            assert_eq!(quick_cpu.pick(job), Device::Cpu, "{job:?}");
        }
        let large_model = times([40.0, 150.0], [4.0, 4.2]);
        assert_eq!(large_model.pick(Job::OneByOne), Device::Gpu);
    }

    #[test]
    fn a_cycle_is_gamma_passes_of_the_draft_and_one_of_the_target() {
        let some = times([1.0, 3.0], [2.0, 2.4]);
        let near = |job, device, known: f64| assert!((some.millis(job, device) - known).abs() < 1e-12, "{job:?} on {device:?}");
        near(Job::Speculative { gamma: 4 }, Device::Cpu, 0.4 + 3.0);
        near(Job::Speculative { gamma: 4 }, Device::Gpu, 0.4 + 2.4);
        near(Job::Speculative { gamma: 2 }, Device::Cpu, 0.2 + 2.0);
        near(Job::OneByOne, Device::Gpu, 2.0);
        near(Job::Together { n_positions: 3 }, Device::Gpu, 2.2);
    }

    #[test]
    fn a_small_difference_leaves_the_cpu_and_a_dear_draft_makes_a_difference_small() {
        // At the margin itself, and beyond it.
        assert_eq!(times([1.0, 5.0], [0.8, 5.0]).pick(Job::OneByOne), Device::Cpu);
        assert_eq!(times([1.0, 5.0], [0.79, 5.0]).pick(Job::OneByOne), Device::Gpu);
        let mut some = times([1.0, 2.0], [1.0, 1.4]);
        assert_eq!(some.pick(Job::Speculative { gamma: 4 }), Device::Gpu);
        some.draft = 0.6;
        assert_eq!(some.pick(Job::Speculative { gamma: 4 }), Device::Cpu);
    }

    #[test]
    fn a_record_is_remembered_as_it_was_and_forgotten_where_models_or_browser_differ() {
        let ways = [Kernels::RelaxedSimd, Kernels::Simd, Kernels::Scalar];
        let record = DeviceRecord {
            adapter: "vendor device".to_owned(),
            models: "target/draft".to_owned(),
            ways: ways.to_vec(),
            times: Some(times([1.0, 3.0], [2.0, 2.4])),
        };
        let json = record.to_json();
        assert_eq!(DeviceRecord::from_json(&json, "target/draft", &ways), Some(record.clone()));
        assert_eq!(DeviceRecord::from_json(&json, "other/draft", &ways), None);
        assert_eq!(DeviceRecord::from_json(&json, "target/draft", &ways[1..]), None);
        for nonsense in ["", "{}", "[1]", &json.replace("2.4", "-2.4"), &json.replace("2.4", "null")] {
            assert_eq!(DeviceRecord::from_json(nonsense, "target/draft", &ways), None, "{nonsense}");
        }
        // A device that was of no use stays where it is.
        let failed = DeviceRecord { times: None, ..record };
        assert_eq!(DeviceRecord::from_json(&failed.to_json(), "target/draft", &ways), Some(failed.clone()));
        assert_eq!(failed.pick(Job::Together { n_positions: 16 }), Device::Cpu);
    }

    #[test]
    fn a_program_that_stands_in_for_a_device_is_known_by_its_name() {
        for name in ["google swiftshader", "llvmpipe (LLVM 19.1.7, 256 bits)", "Microsoft Basic Render Driver", "mesa lavapipe"] {
            assert!(is_software_adapter(name), "{name}");
        }
        for name in ["apple metal-3", "nvidia ampere", "intel gen-12lp", "", "qualcomm adreno-7xx"] {
            assert!(!is_software_adapter(name), "{name}");
        }
    }
}
