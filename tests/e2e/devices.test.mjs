// Which device the page lets compute where nobody has chosen: a look at the graphics processor while the models arrive, the program for
// one only where that look speaks for it, and its own measurement, which counts. Devices and clocks are made up: what stands in for a
// graphics processor in tests says nothing of time.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { chooseKernels, eventually, kernelsMenu, putBefore, recordingOf, squeeze, textOf, waitForLive, watchPrograms } from "./actions.mjs";
import { labTest } from "./lab.mjs";

const QUERY = "temperature=0&gamma=1&max_new_tokens=8";
const DEVICE_KEY = "decoding-lab-device";

/** A program that stands in for a device takes its time. */
const patience = { millis: 400_000 };

/** A clock that only goes when somebody looks: so far for a pass of the graphics processor, and so far for anything else. */
const clock = ({ cpu, gpu }) => `{
  let now = 0, nPasses = 0;
  self.passDone = () => { nPasses += 1; };
  performance.now = () => { now += nPasses > 0 ? nPasses * ${gpu} : ${cpu}; nPasses = 0; return now; };
}`;

/** The clock of the program for graphics processors, which has the browser's own device. */
const clockOfDevice = (millis) => `${clock(millis)}
{
  const mapAsync = GPUBuffer.prototype.mapAsync;
  GPUBuffer.prototype.mapAsync = async function (...given) { const mapped = await mapAsync.apply(this, given); self.passDone(); return mapped; };
}`;

/** A device that does nothing, with a clock; `spoil` may change the adapter, the device, or all of it. */
const device = (millis, name = "quick", spoil = "") => `${clock(millis)}
{
  const buffer = { mapAsync: async () => self.passDone(), unmap() {} };
  const pass = { setPipeline() {}, setBindGroup() {}, dispatchWorkgroups() {}, end() {} };
  const encoder = { beginComputePass: () => pass, copyBufferToBuffer() {}, finish: () => ({}) };
  const device = {
    queue: { submit() {} }, destroy() { self.isGivenBack = true; }, pushErrorScope() {}, popErrorScope: async () => null, createBuffer: () => buffer,
    createShaderModule: () => ({}), createComputePipeline: () => ({ getBindGroupLayout: () => ({}) }), createBindGroup: () => ({}),
    createCommandEncoder: () => encoder,
  };
  const info = { vendor: "example", architecture: "${name}", device: "", description: "", isFallbackAdapter: false };
  const adapter = { info, requestDevice: async () => { self.nDevices = (self.nDevices ?? 0) + 1; return device; } };
  const gpu = { requestAdapter: async () => adapter };
  Object.defineProperty(navigator, "gpu", { value: gpu, configurable: true });
  ${spoil}
}`;

const QUICK = { cpu: 2, gpu: 1 };
const SLOW = { cpu: 2, gpu: 500 };

/** The texts of a part of the page that need not be there. */
const textsOf = async (page, testId) => squeeze((await page.getByTestId(testId).allInnerTexts()).join(" "));

const notices = async (page) => (await page.locator(".notice").allInnerTexts()).join("\n");
const stored = (page) => page.evaluate((key) => JSON.parse(localStorage.getItem(key)), DEVICE_KEY);
const query = (page) => page.evaluate(() => location.search);

/** A lab in a browser whose device looks quick; `millis` are what its passes take in the program that has real ones. And what the page fetches. */
async function openWithQuick(lab, millis) {
  let programs;
  const page = await lab.openLab(QUERY, {
    adapter: true,
    prepare: async (page) => {
      programs = watchPrograms(page);
      await putBefore(page, "worker_relaxed", () => device(QUICK));
      await putBefore(page, "worker_gpu", () => clockOfDevice(millis));
    },
  });
  return { page, programs };
}

labTest("a graphics processor that looks faster is started by itself, measured, and used; the next visit begins with it", async (lab) => {
  const { page, programs } = await openWithQuick(lab, { cpu: 20, gpu: 3 });
  const isUsed = async () => {
    await eventually(() => kernelsMenu(page).inputValue(), "webgpu");
    await page.getByTestId("gpu-times").waitFor();
    await waitForLive(page);
    await eventually(async () => (await recordingOf(page)).trace.pair.target.kernels, "gpu");
    assert.equal(await notices(page), "");
    assert.match(await textOf(page, "gpu-times"), /a pass over one token takes 3\.00 ms, on the CPU 20\.00 ms/);
    assert.equal(
      await textOf(page, "device-pick"),
      "A cycle of this lab is one pass of the draft on the CPU and one of the target over 2 tokens: 40.00 ms with the target on the CPU, 23.00 ms " +
        "with the target on the graphics processor. So the graphics processor is picked.",
    );
    // What was picked is no part of an experiment.
    await eventually(() => query(page), (query) => !query.includes("kernels"));
  };
  await isUsed();
  assert.deepEqual(programs(), ["app", "worker_relaxed", "worker_gpu"]);
  const { adapter, times } = await stored(page);
  assert.deepEqual([adapter, times.is_measured], ["example quick", true]);
  await page.getByTestId("kernels").scrollIntoViewIfNeeded();
  await lab.screenshot(page, "device-picked");
  await page.reload();
  await isUsed();
  assert.deepEqual(programs().slice(3), ["app", "worker_gpu"]);
  // A hand that chooses is not overruled, not even by a reload.
  await chooseKernels(page, "simd");
  assert.match(await textOf(page, "device-pick"), /By itself the page would pick the graphics processor\.$/);
  assert.match(await textOf(page, "device-times"), /^Measured earlier on /);
  await eventually(() => query(page), /kernels=simd/);
  await page.reload();
  await waitForLive(page);
  assert.equal((await recordingOf(page)).trace.pair.target.kernels, "simd");
}, patience);

labTest("one that looks faster and is not is left again without a word, and is not tried at the next visit", async (lab) => {
  const { page, programs } = await openWithQuick(lab, { cpu: 3, gpu: 20 });
  const isLeft = async () => {
    await eventually(() => textsOf(page, "device-times"), /^Measured earlier on /);
    await waitForLive(page);
    await eventually(async () => (await recordingOf(page)).trace.pair.target.kernels, "relaxed_simd");
    assert.equal(await notices(page), "");
    assert.match(await textOf(page, "device-times"), /over one token 20\.00 ms, on the CPU 3\.00 ms; over 5 tokens 20\.00 ms, on the CPU 3\.00 ms\.$/);
    assert.match(await textOf(page, "device-pick"), /: 6\.00 ms with the target on the CPU, 23\.00 ms .* So the CPU is picked\.$/);
    assert.equal(await kernelsMenu(page).inputValue(), "relaxed");
  };
  await isLeft();
  assert.deepEqual(programs(), ["app", "worker_relaxed", "worker_gpu", "worker_relaxed"]);
  await page.reload();
  await isLeft();
  assert.deepEqual(programs().slice(4), ["app", "worker_relaxed"]);
}, patience);

labTest("for one that looks slower no byte is fetched, both numbers are shown, and all is remembered until another one is there", async (lab) => {
  let programs;
  let [millis, name] = [SLOW, "slow"];
  const page = await lab.openLab(QUERY, {
    prepare: async (page) => {
      programs = watchPrograms(page);
      await putBefore(page, "worker_relaxed", () => device(millis, name));
    },
  });
  await waitForLive(page);
  await eventually(
    () => textsOf(page, "device-times"),
    /^Estimated for example slow, from the dispatches and the bytes of a pass: over one token 500\.00 ms, on the CPU [\d.]+ ms; over 5 tokens 500\.00 ms/,
  );
  const words = await textOf(page, "device-times");
  assert.match(await textOf(page, "device-pick"), /So the CPU is picked\.$/);
  assert.equal(await page.workers()[0].evaluate(() => self.isGivenBack), true);
  await page.getByTestId("kernels").scrollIntoViewIfNeeded();
  await lab.screenshot(page, "device-not-picked");
  // Other labs have other jobs.
  await page.getByRole("link", { name: "From logits to a token" }).click();
  await eventually(() => textOf(page, "device-pick"), /^Passes of this lab are over one token: .* So the CPU is picked\.$/);
  await page.goBack();
  // The same device is asked for its name alone, however quick it has become.
  millis = QUICK;
  await page.reload();
  await waitForLive(page);
  assert.equal(await textOf(page, "device-times"), words);
  assert.equal(await page.workers()[0].evaluate(() => self.nDevices ?? 0), 0);
  [millis, name] = [SLOW, "other"];
  await page.reload();
  await waitForLive(page);
  await eventually(() => textOf(page, "device-times"), /^Estimated for example other, /);
  assert.deepEqual(programs().filter((program) => program.includes("gpu")), []);
  // And one that is gone is forgotten.
  await page.unrouteAll();
  await page.reload();
  await waitForLive(page);
  await eventually(() => page.getByTestId("device-times").count(), 0);
  await eventually(() => stored(page), null);
});

labTest("one that cannot be used after all is left without a word and not tried again; so it is where its program does not come", async (lab) => {
  // Its program finds no adapter in this browser.
  let programs;
  const page = await lab.openLab(QUERY, {
    prepare: async (page) => {
      programs = watchPrograms(page);
      await putBefore(page, "worker_relaxed", () => device(QUICK));
    },
  });
  const isOnCpu = async (page) => {
    await waitForLive(page);
    await eventually(() => page.workers().map((worker) => worker.url().match(/worker_\w+/)[0]).join(), /^worker_relaxed$|^worker_relaxed-/);
    await eventually(async () => (await recordingOf(page)).trace.pair.target.kernels, "relaxed_simd");
    assert.equal(await notices(page), "");
    assert.equal(await page.getByTestId("engine-trouble").count(), 0);
    assert.equal(await page.getByTestId("device-pick").count(), 0);
  };
  await eventually(() => programs().filter((program) => program === "worker_relaxed").length, 2);
  await isOnCpu(page);
  await page.reload();
  await isOnCpu(page);
  assert.equal(programs().filter((program) => program === "worker_gpu").length, 1);

  lab.expectProblem(/(answer 404|failed request): .*worker_gpu[\w-]*_loader\.js/);
  lab.expectProblem(/console: Failed to load resource.*404/);
  let nAsked = 0;
  const other = await lab.openLab(QUERY, {
    prepare: async (page) => {
      await putBefore(page, "worker_relaxed", () => device(QUICK));
      await page.route("**/worker_gpu*_loader.js", (route) => { nAsked += 1; return route.fulfill({ status: 404, contentType: "text/plain", body: "not found" }); });
    },
  });
  await eventually(() => nAsked, 1);
  await isOnCpu(other);
});

/** The browser's own WebGPU, of which nobody may know that it is a program. */
const underAnotherName = `{
  for (const [of, values] of [
    [GPUAdapterInfo, { vendor: "example", architecture: "hidden", device: "", description: "", isFallbackAdapter: false }],
    [GPUAdapter, { isFallbackAdapter: false }],
  ]) for (const [name, value] of Object.entries(values)) Object.defineProperty(of.prototype, name, { get: () => value });
  for (const name of ["createShaderModule", "popErrorScope"]) {
    const real = GPUDevice.prototype[name];
    GPUDevice.prototype[name] = function (...given) { (self.asked ??= []).push(name); return real.apply(this, given); };
  }
}`;

labTest("a browser's own WebGPU takes what it is asked; and one that is a program, and says so, is not asked", async (lab) => {
  const page = await lab.openLab(QUERY, { adapter: true, prepare: (page) => putBefore(page, "worker_relaxed", () => underAnotherName) });
  await waitForLive(page);
  await eventually(() => textsOf(page, "device-times"), /^Estimated for example hidden, .*: over one token [\d.,]+ ms, on the CPU [\d.]+ ms; over 5 tokens [\d.,]+ ms, on/);
  assert.deepEqual(await page.workers()[0].evaluate(() => self.asked), ["createShaderModule", "createShaderModule", "popErrorScope"]);
  const { times } = await stored(page);
  assert.ok(times.gpu.every(([, millis]) => millis > 0) && times.cpu.every(([, millis]) => millis > 0), JSON.stringify(times));
  const plain = await lab.openLab(QUERY, { adapter: true });
  await waitForLive(plain);
  await pause(2_500);
  assert.deepEqual([await stored(plain), await plain.getByTestId("device-pick").count()], [null, 0]);
}, patience);

labTest("what an address asks for is not measured away", async (lab) => {
  let programs;
  const page = await lab.openLab(`${QUERY}&kernels=simd`, {
    prepare: async (page) => { programs = watchPrograms(page); await putBefore(page, "worker_relaxed", () => device(QUICK)); },
  });
  await waitForLive(page);
  assert.equal(await page.workers()[0].evaluate(() => self.nDevices ?? 0), 0);
  assert.deepEqual([await stored(page), await page.getByTestId("device-pick").count()], [null, 0]);
  assert.deepEqual(programs().sort(), ["app", "worker_relaxed"]);
});

/** Everything that can go wrong while a page looks. */
const FAULTS = {
  "there is no WebGPU": `Object.defineProperty(navigator, "gpu", { value: undefined, configurable: true });`,
  "there is no adapter": "gpu.requestAdapter = async () => null;",
  "asking for an adapter fails": `gpu.requestAdapter = async () => { throw new Error("no"); };`,
  "asking for an adapter throws": `gpu.requestAdapter = () => { throw new TypeError("no"); };`,
  "no adapter ever comes": "gpu.requestAdapter = () => new Promise(() => {});",
  "the adapter says nothing of itself and refuses": `delete adapter.info; adapter.requestDevice = async () => { throw new Error("no"); };`,
  "the device is refused": `adapter.requestDevice = async () => { throw new Error("no"); };`,
  "no device ever comes": "adapter.requestDevice = () => new Promise(() => {});",
  "the device refuses an operation": `device.popErrorScope = async () => ({ message: "no" });`,
  "nothing can be read": `buffer.mapAsync = async () => { throw new Error("no"); };`,
  "what is read never comes": "buffer.mapAsync = () => new Promise(() => {});",
  "a program stands in for a device": "info.isFallbackAdapter = true;",
  "a program stands in, and only its name says so": `info.architecture = "swiftshader";`,
};

labTest("whatever goes wrong while the page looks for a device, the models come and run, and nothing else is said", async (lab) => {
  for (const [fault, spoil] of Object.entries(FAULTS)) {
    let programs;
    const page = await lab.openLab(QUERY, {
      prepare: async (page) => { programs = watchPrograms(page); await putBefore(page, "worker_relaxed", () => device(QUICK, "faulty", spoil)); },
    });
    await waitForLive(page);
    // Longer than the page waits for an answer.
    if (/never/.test(fault)) await pause(2_500);
    assert.equal(await notices(page), "", fault);
    assert.deepEqual([await stored(page), await page.getByTestId("device-pick").count()], [null, 0], fault);
    assert.deepEqual(programs().sort(), ["app", "worker_relaxed"], fault);
    await page.context().close();
  }
}, patience);
