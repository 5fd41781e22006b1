//! The engine on a graphics processor: WebGPU in browsers, Vulkan natively.
//!
//! Such a processor has far more arithmetic than these models need, and one price of its own: every piece of work that it
//! is handed, a *dispatch*, costs some ten microseconds before anything is computed. So a pass is few dispatches, five a layer, and
//! they are handed over together. What follows from that is the lab's own subject: one token costs a pass, and five tokens cost
//! hardly more, because each reading of the weights serves all of them.
//!
//! - `device` asks for an adapter and a device, and knows when they are gone.
//! - `program` puts kernels together from the `.wgsl` files beside it: one for each place in a layer, each way to store weights, and
//!   each number of tokens that share a reading.
//! - `weights` takes matrices to the device, as the file has them, in parts where a buffer may not be larger.
//! - `cache` says which pages of keys and values belong to which text; a fork shares pages until it writes.
//! - `model` is the pass: embed; in each layer norm, queries, keys and values; attention; its projection; norm, gate and up;
//!   down; at the end the logits.
//! - `check` holds a device against the CPU before anything that it says is believed, and `times` measures both.
//!
//! **One order of summation.** What is added to a sum, and in which order, depends on the model and on the position, never on how many
//! tokens are in the pass. So greedy speculation writes the target's own text here, too; `check` makes sure of it on every
//! device. The numbers are not those of the CPU: sums are made in another order, and by other circuits.
//!
//! **A device can go away** at any moment: a driver restarts, a laptop sleeps. A model knows its tokens and has its CPU twin beside
//! it, which then computes the text anew and goes on; whoever started the model is told once.

mod cache;
mod check;
mod device;
mod model;
mod program;
mod times;
mod weights;

pub use check::Checked;
pub use device::Gpu;
pub use model::{GpuModel, PassCost};

/// Tokens of one pass; longer inputs are fed in several.
const MAX_PASS: usize = 16;
