// A graphics processor: one that computes, none at all, one that lies, and one that goes away in the midst of a run. What stands in
// for one here is a program, so that nothing is said of its speed.

import assert from "node:assert/strict";
import {
  afterRun, button, chooseKernels, eventually, floatsOf, kernelsMenu, putBefore, recordingOf, showAll, textOf, transcript, waitForLive,
  watchPrograms,
} from "./actions.mjs";
import { labTest } from "./lab.mjs";

const notices = async (page) => (await page.locator(".notice").allInnerTexts()).join("\n");

const rows = ({ trace }) => trace.cycles.flatMap((cycle) => cycle.target_logits);

/** Puts a script before the worker's own: what it does to the browser's WebGPU is what a driver might do. */
const before = (script) => (page) => putBefore(page, "worker_gpu", () => script);

/** A kernel that gives other numbers than it should. */
const lyingKernel = `{
  const create = GPUDevice.prototype.createShaderModule;
  GPUDevice.prototype.createShaderModule = function (descriptor) {
    return create.call(this, { ...descriptor, code: descriptor.code.replace("dot(a, x)", "0.9 * dot(a, x)") });
  };
}`;

/** The test may take the device away. */
const deviceAtHand = `{
  const request = GPUAdapter.prototype.requestDevice;
  GPUAdapter.prototype.requestDevice = async function (...given) {
    self.nDevices = (self.nDevices ?? 0) + 1;
    return self.deviceAtHand = await request.apply(this, given);
  };
}`;

const GREEDY = "temperature=0&max_new_tokens=8&kernels=simd";

/** A program that stands in for a device takes its time. */
const patience = { millis: 400_000 };

labTest("the graphics processor's program is fetched when it is chosen, writes the CPU's text, and says what passes take", async (lab) => {
  let programs;
  const page = await lab.openLab(GREEDY, { adapter: true, prepare: (page) => { programs = watchPrograms(page); } });
  await waitForLive(page);
  await showAll(page);
  const known = await transcript(page);
  const onCpu = await recordingOf(page);
  assert.deepEqual(programs().sort(), ["app", "worker_relaxed"]);

  await chooseKernels(page, "webgpu");
  assert.deepEqual(programs().sort(), ["app", "worker_gpu", "worker_relaxed"]);
  assert.equal(await notices(page), "");
  assert.match(await textOf(page, "engine"), /target 5\.9M · f32 .*computed with WebGPU, in f32/);
  assert.match(
    await textOf(page, "gpu-times"),
    /^Measured on .+: a pass over one token takes [\d.,]+ ms, on the CPU [\d.,]+ ms; over 5 tokens it takes [\d.,]+ ms \([\d.]+ times as long\), on the CPU [\d.,]+ ms \([\d.]+ times\)\. (The|For) .+\.$/,
  );
  assert.match(await textOf(page, "transcript"), /Live: the target runs on this device’s graphics processor, the draft in this page/);
  await showAll(page);
  assert.equal(await transcript(page), known);
  const onGpu = await recordingOf(page);
  assert.deepEqual([onGpu.trace.pair.target.kernels, onGpu.trace.pair.draft.kernels], ["gpu", "simd"]);
  // Other bits, nearly the same numbers.
  const pairs = rows(onGpu).map((row, idx) => [floatsOf(row), floatsOf(rows(onCpu)[idx])]);
  assert.ok(pairs.every(([gpu, cpu]) => gpu.every((logit, idx) => Math.abs(logit - cpu[idx]) < 2e-3)), "the numbers are not the CPU's");
  assert.notDeepEqual(rows(onGpu), rows(onCpu));
  await page.getByTestId("kernels").scrollIntoViewIfNeeded();
  await lab.screenshot(page, "kernels-webgpu");
}, patience);

labTest("where there is no adapter the page says so, and the CPU computes", async (lab) => {
  const page = await lab.openLab(`${GREEDY.replace("simd", "webgpu")}`);
  await waitForLive(page);
  assert.match(await notices(page), /This browser has no WebGPU, or no graphics processor for it\. The CPU computes instead\./);
  assert.equal(await kernelsMenu(page).inputValue(), "simd");
  assert.match(await textOf(page, "engine"), /computed with SIMD, in f32/);
  assert.equal((await recordingOf(page)).trace.pair.target.kernels, "simd");
  // From here everything else can be chosen, each with the program that has it.
  await chooseKernels(page, "relaxed");
  assert.match(await textOf(page, "engine"), /computed with relaxed SIMD/);
  assert.equal((await recordingOf(page)).trace.pair.target.kernels, "relaxed_simd");
  assert.match(page.workers()[0].url(), /worker_relaxed-\w+_loader\.js$/);
});

labTest("a graphics processor that lies is found out before anything is shown, and the CPU computes", async (lab) => {
  const page = await lab.openLab(GREEDY.replace("simd", "webgpu"), { adapter: true, prepare: before(lyingKernel) });
  await waitForLive(page);
  assert.match(await notices(page), /computes other numbers than the CPU, and is not used\. The CPU computes instead\./);
  assert.equal(await kernelsMenu(page).inputValue(), "simd");
  const run = await recordingOf(page);
  assert.equal(run.trace.pair.target.kernels, "simd");
  const plain = await lab.openLab(GREEDY);
  await waitForLive(plain);
  assert.deepEqual(rows(run), rows(await recordingOf(plain)));
}, patience);

labTest("a device that is taken away in the midst of a run is said to be gone, and the run goes on to its end", async (lab) => {
  const query = "temperature=0&max_new_tokens=8&kernels=webgpu";
  const page = await lab.openLab(query, { adapter: true, prepare: before(deviceAtHand) });
  await waitForLive(page);
  assert.equal(await notices(page), "");
  const known = await (async () => { await showAll(page); return transcript(page); })();
  // The same text again, as temperature 0 has it for every seed.
  await afterRun(page, async () => {
    await button(page, "Next seed").click();
    await page.workers()[0].evaluate(() => self.deviceAtHand.destroy());
  });
  await eventually(() => notices(page), /The browser has lost the graphics processor\. The CPU computes instead\./);
  await showAll(page);
  assert.equal(await transcript(page), known);
  assert.equal(await kernelsMenu(page).inputValue(), "simd");
  assert.match(await textOf(page, "engine"), /computed with SIMD, in f32/);
  assert.equal(await page.getByTestId("gpu-times").count(), 0);

  // Chosen again, it is asked for anew: drivers come back.
  await page.getByTestId("notice").getByRole("button").click();
  await chooseKernels(page, "webgpu");
  assert.equal(await notices(page), "");
  await page.getByTestId("gpu-times").waitFor();
  assert.match(await textOf(page, "engine"), /computed with WebGPU, in f32/);
  const again = await recordingOf(page);
  assert.equal(again.trace.pair.target.kernels, "gpu");
  assert.equal(await page.workers()[0].evaluate(() => self.nDevices), 2);
  await showAll(page);
  assert.equal(await transcript(page), known);
}, patience);

labTest("int8 on the graphics processor: the target there and the draft here, near the CPU's int8 and not in its bits", async (lab) => {
  const page = await lab.openLab(GREEDY.replace("simd", "webgpu-int8"), { adapter: true });
  await waitForLive(page);
  assert.equal(await notices(page), "");
  assert.match(await textOf(page, "engine"), /target 5\.9M · int8 .*draft .* · int8 .*computed with WebGPU, in int8/);
  assert.match(await textOf(page, "transcript"), /the target runs on this device’s graphics processor, the draft in this page, both in int8/);
  await page.getByTestId("gpu-times").waitFor();
  const onGpu = await recordingOf(page);
  assert.deepEqual([onGpu.trace.pair.target.kernels, onGpu.trace.pair.draft.kernels], ["gpu_int8", "int8"]);
  await chooseKernels(page, "int8");
  const onCpu = await recordingOf(page);
  // The first cycle is about the same text. The CPU rounds inputs to eight bits and a device does not.
  const [gpu, cpu] = [onGpu, onCpu].map((run) => floatsOf(rows(run)[0]));
  const size = (numbers) => Math.sqrt(numbers.reduce((sum, x) => sum + x * x, 0) / numbers.length);
  const apart = size(gpu.map((logit, idx) => logit - cpu[idx])) / size(cpu);
  assert.ok(apart > 0 && apart < 0.25, `${apart}`);
}, patience);
