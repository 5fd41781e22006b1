// The ways to compute the models: chosen by hand and by address, said on the page, in recordings the same numbers
// where they must be the same, and no memory lost over many runs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  afterRun, button, chooseKernels, eventually, floatsOf, holdBack, kernelsMenu, recordingOf, showAll, textOf, transcript, waitForLive,
  watchPrograms,
} from "./actions.mjs";
import { labTest } from "./lab.mjs";

const known = JSON.parse(await readFile(new URL("../data/int8.json", import.meta.url), "utf8"));

const options = (page) => kernelsMenu(page).locator("option").evaluateAll((all) => all.map((option) => option.value));
const query = (page) => page.evaluate(() => location.search);

/** As on a browser without relaxed SIMD: the page then starts the other worker. */
const withoutRelaxed = { prepare: (page) => page.addInitScript(() => { WebAssembly.validate = () => false; }) };

const PICK_KEY = "decoding-lab-kernels";

/** As on a device that was found at an earlier visit to take so many milliseconds with each kind of kernels. */
const remembering = (picked, millis) => ({
  prepare: (page) => page.addInitScript(([key, pick]) => localStorage.setItem(key, pick), [
    PICK_KEY,
    JSON.stringify({ picked, times: Object.entries(millis).map(([kernels, millis]) => ({ kernels, millis })) }),
  ]),
});
const relaxedIsFastest = remembering("relaxed_simd", { relaxed_simd: 0.31, simd: 0.38, scalar: 1 });

const rows = ({ trace }) => trace.cycles.flatMap((cycle) => [...cycle.draft_logits, ...cycle.target_logits]);

/** FNV-1a over the bytes of all rows, as the native test computes it. */
function fingerprint(recording) {
  let hash = 0x811c9dc5;
  for (const row of rows(recording)) for (const byte of Buffer.from(row, "base64")) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

labTest("kernels are chosen by hand; the page says what runs, keeps what is on stage, and the address remembers", async (lab) => {
  const page = await lab.openLab("max_new_tokens=20", relaxedIsFastest);
  await waitForLive(page);
  await showAll(page);
  assert.deepEqual(await options(page), ["relaxed", "simd", "scalar", "int8", "reference", "webgpu", "webgpu-int8"]);
  assert.match(await textOf(page, "engine"), /target 5\.9M · f32 .*draft .* · f32 .*computed with relaxed SIMD/);
  const before = await transcript(page);

  // The models are held back: what was on stage is still there.
  const release = await holdBack(page, "**/target-5.9m/model.safetensors");
  const ended = chooseKernels(page, "int8");
  await eventually(() => textOf(page, "engine"), /Loading the models.*To be computed with int8\. Meanwhile what is on stage stays there\./);
  assert.equal(await transcript(page), before);
  release();
  await ended;
  await page.unroute("**/target-5.9m/model.safetensors");
  assert.match(await textOf(page, "engine"), /target 5\.9M · int8 .*draft .* · int8 .*computed with int8\..*Weights in 7 bits, inputs in 8/);
  assert.match(await textOf(page, "transcript"), /Live: both models run in this page, in int8/);
  await eventually(() => query(page), /kernels=int8/);
  assert.equal((await recordingOf(page)).trace.pair.target.kernels, "int8");
  await page.getByTestId("kernels").scrollIntoViewIfNeeded();
  await lab.screenshot(page, "kernels");

  // Scalar code and SIMD: the same bits, one quicker than the other. The reference: nearly the same.
  const runs = {};
  for (const kernels of ["scalar", "simd", "reference"]) {
    await chooseKernels(page, kernels);
    runs[kernels] = await recordingOf(page);
    assert.equal(runs[kernels].trace.pair.draft.kernels, kernels);
  }
  assert.deepEqual(rows(runs.scalar), rows(runs.simd));
  assert.notDeepEqual(rows(runs.reference), rows(runs.simd));
  const last = [runs.reference, runs.simd].map((run) => floatsOf(rows(run).at(-1)));
  assert.ok(last[0].every((logit, idx) => Math.abs(logit - last[1][idx]) < 1e-3), "the reference is far from SIMD");
  await chooseKernels(page, "relaxed");
  // The address follows once the page has come to rest.
  await eventually(() => query(page), /max_new_tokens=20(?!.*kernels)/);
});

labTest("int8 has the same bits natively, with SIMD and with relaxed SIMD", async (lab) => {
  for (const options of [{}, withoutRelaxed]) {
    const page = await lab.openLab(`${known.query}&kernels=int8`, options);
    await waitForLive(page);
    const run = await recordingOf(page);
    assert.equal(run.trace.pair.target.kernels, "int8");
    assert.equal(fingerprint(run), known.fingerprint);
  }
});

labTest("without relaxed SIMD the page runs SIMD, offers what there is, and says so where a link asks for more", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12&kernels=relaxed", withoutRelaxed);
  await waitForLive(page);
  assert.match(await page.getByRole("alert").or(page.locator(".notice")).first().innerText(), /kernels = relaxed is no choice; simd is used/);
  assert.deepEqual(await options(page), ["simd", "scalar", "int8", "reference", "webgpu", "webgpu-int8"]);
  // What the notice promises holds: on a machine with much to do the page once measured, and took scalar code after all.
  assert.match(await textOf(page, "engine"), /computed with SIMD, in f32/);
  assert.equal(await page.getByTestId("kernel-pick").count(), 0);
});

labTest("the page measures which kernels suit the device, says what ran and why, and remembers it", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12");
  await waitForLive(page);
  const names = { "relaxed SIMD": "relaxed", SIMD: "simd", "scalar code": "scalar" };
  const words = await textOf(page, "kernel-pick");
  const [, picked, millis, ...others] = words.match(
    /^Picked for this device: (relaxed SIMD|SIMD|scalar code), ([\d.]+) ms against ([\d.]+) ms \([\w ]+\), ([\d.]+) ms \([\w ]+\), for the products of one token\.$/,
  ) ?? assert.fail(words);
  assert.equal(await kernelsMenu(page).inputValue(), names[picked]);
  // Nothing is more than a twentieth faster than what was picked (to the digits that are shown), and all are possible.
  for (const other of others) assert.ok(Number(other) > 0 && Number(millis) * 0.94 <= Number(other), words);
  assert.ok(Number(millis) > 0.01 && Number(millis) < 50, words);
  assert.match(await textOf(page, "engine"), new RegExp(`computed with ${picked === "scalar code" ? "scalar" : picked}`));
  await eventually(() => query(page), /max_new_tokens=12(?!.*kernels)/);
  const before = rows(await recordingOf(page));
  // The same again, although another measurement could come out otherwise.
  await page.reload();
  await waitForLive(page);
  assert.equal(await textOf(page, "kernel-pick"), words);
  assert.deepEqual(rows(await recordingOf(page)), before);
  await page.getByTestId("kernels").scrollIntoViewIfNeeded();
  await lab.screenshot(page, "kernels-picked");
});

labTest("what a link asks for is not measured away, and what was remembered of another browser is forgotten", async (lab) => {
  const stored = (page) => page.evaluate((key) => localStorage.getItem(key), PICK_KEY);
  const asked = await lab.openLab("max_new_tokens=12&kernels=scalar");
  await waitForLive(asked);
  assert.match(await textOf(asked, "engine"), /computed with scalar f32/);
  assert.equal(await stored(asked), null);
  assert.equal(await asked.getByTestId("kernel-pick").count(), 0);

  // A device on which SIMD was found to be faster: that is its usual way, of which no address speaks.
  const simd = await lab.openLab("max_new_tokens=12", remembering("simd", { relaxed_simd: 0.5, simd: 0.4, scalar: 1 }));
  await waitForLive(simd);
  assert.equal(await kernelsMenu(simd).inputValue(), "simd");
  assert.match(await textOf(simd, "kernel-pick"), /^Picked for this device: SIMD, 0\.40 ms against 0\.50 ms \(relaxed SIMD\)/);
  assert.ok(!(await query(simd)).includes("kernels"));
  await chooseKernels(simd, "relaxed");
  assert.match(await textOf(simd, "kernel-pick"), /^This device would pick: SIMD/);
  await eventually(() => query(simd), /kernels=relaxed/);

  // Without relaxed SIMD, as before an update: it takes part now, so all is measured again. So is what is no pick at all.
  for (const prepare of [remembering("simd", { simd: 0.4, scalar: 1 }).prepare, (page) => page.addInitScript((key) => localStorage.setItem(key, "{}"), PICK_KEY)]) {
    const page = await lab.openLab("max_new_tokens=12", { prepare });
    await waitForLive(page);
    assert.match(await textOf(page, "kernel-pick"), /relaxed SIMD/);
  }
});

labTest("the reference is a program of its own, fetched when it is wanted, and a run under way ends with the worker", async (lab) => {
  let programs;
  const page = await lab.openLab("max_new_tokens=240", { prepare: (page) => { programs = watchPrograms(page); } });
  await waitForLive(page);
  assert.deepEqual(programs().sort(), ["app", "worker_relaxed"]);
  const before = await kernelsMenu(page).inputValue();
  // In the midst of a run.
  await button(page, "Next seed").click();
  await kernelsMenu(page).selectOption("reference");
  await eventually(() => textOf(page, "engine"), /computed with the reference, in f32/);
  await eventually(async () => (await recordingOf(page)).trace.pair.target.kernels, "reference");
  assert.deepEqual(programs().sort(), ["app", "worker_reference", "worker_relaxed"]);
  assert.equal(page.workers().length, 1);
  assert.match(page.workers()[0].url(), /worker_reference-\w+_loader\.js$/);
  // And back, at once and again, before anything has been loaded.
  await kernelsMenu(page).selectOption("int8");
  await kernelsMenu(page).selectOption("reference");
  await chooseKernels(page, before);
  assert.equal(await kernelsMenu(page).inputValue(), before);
  assert.equal(page.workers().length, 1);
  assert.match(page.workers()[0].url(), /worker_relaxed-\w+_loader\.js$/);
});

labTest("where the reference's program is missing the page says so, and computes again in another way", async (lab) => {
  lab.expectProblem(/(answer 404|failed request): .*worker_reference[\w-]*_loader\.js/);
  lab.expectProblem(/console: Failed to load resource.*404/);
  const page = await lab.openLab("max_new_tokens=12&kernels=reference", {
    prepare: (page) => page.route("**/worker_reference*_loader.js", (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" })),
  });
  await page.getByTestId("engine-trouble").waitFor();
  assert.match(await textOf(page, "engine-trouble"), /did not start or stopped working/);
  await kernelsMenu(page).selectOption("simd");
  await page.getByTestId("engine-trouble").getByRole("button", { name: "Restart the models" }).click();
  await waitForLive(page);
  assert.match(await textOf(page, "engine"), /computed with SIMD, in f32/);
});

/** Counts in the worker how often a program is compiled while it arrives, and how often from its bytes. */
const countCompilations = async (route) => {
  const response = await route.fetch();
  const counting = `self.compiled = { streamed: 0, whole: 0 };
    for (const [name, what] of [["instantiateStreaming", "streamed"], ["instantiate", "whole"]]) {
      const real = WebAssembly[name];
      WebAssembly[name] = async (...given) => { const made = await real.apply(WebAssembly, given); self.compiled[what] += 1; return made; };
    }\n`;
  await route.fulfill({ response, body: counting + (await response.text()) });
};
const compiled = (page) => page.workers()[0].evaluate(() => self.compiled);

labTest("the worker is compiled while it arrives, and from its bytes where a server does not know what wasm is", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12", { prepare: (page) => page.route("**/worker*_loader.js", countCompilations) });
  await waitForLive(page);
  assert.deepEqual(await compiled(page), { streamed: 1, whole: 0 });
  const plain = await lab.openLab("max_new_tokens=12", {
    prepare: async (page) => {
      await page.route("**/worker*_loader.js", countCompilations);
      await page.route("**/*.wasm", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
      });
    },
  });
  await waitForLive(plain);
  assert.deepEqual(await compiled(plain), { streamed: 0, whole: 1 });
});

labTest("the choice works on a phone", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12&kernels=int8", { viewport: { width: 390, height: 844 } });
  await waitForLive(page);
  await page.getByRole("button", { name: "Settings" }).click();
  await kernelsMenu(page).scrollIntoViewIfNeeded();
  assert.equal(await kernelsMenu(page).inputValue(), "int8");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await lab.screenshot(page, "kernels-phone");
});

/** What the allocator's own bookkeeping may take over a dozen loads. */
const MEMORY_SLACK_BYTES = 1 << 20;

/** The least that a model takes, in int8: a byte for each number of its matrices. */
async function matrixBytes(model) {
  const file = await readFile(new URL(`../../public/models/${model}/model.safetensors`, import.meta.url));
  const header = JSON.parse(file.subarray(8, 8 + Number(file.readBigUInt64LE())));
  const matrices = Object.entries(header).filter(([name, { shape }]) => shape?.length === 2 && !name.endsWith("_scale"));
  return matrices.reduce((sum, [, { shape }]) => sum + shape[0] * shape[1], 0);
}

// wasm-bindgen's starter gives the running program when it is called again.
const workerBytes = (page) => page.workers()[0].evaluate(async () => (await wasm_bindgen()).memory.buffer.byteLength);

/** Loads the models anew, in int8 and with relaxed SIMD in turn; how much memory the worker has then. */
async function loadedAnew(page, n_times) {
  for (let n = 0; n < n_times; n += 1) for (const kernels of ["int8", "relaxed"]) await chooseKernels(page, kernels);
  return workerBytes(page);
}

/** Runs take no memory, and six loads, after as many in which things find their places, at most so many bytes more. */
async function holdsOnToNothing(lab, target, mostBytes) {
  const page = await lab.openLab(`max_new_tokens=240&gamma=4&target=${target}`);
  await waitForLive(page);
  const again = () => afterRun(page, () => button(page, "Next seed").click());
  for (let n = 0; n < 3; n += 1) await again();
  const before = await workerBytes(page);
  for (let n = 0; n < 8; n += 1) await again();
  const afterRuns = await workerBytes(page);
  assert.equal(afterRuns, before, "runs");
  // The first few loads settle where things lie.
  const settled = await loadedAnew(page, 3);
  const afterLoads = await loadedAnew(page, 3);
  const all = [before, afterRuns, settled, afterLoads].map((n) => n / 2 ** 20);
  console.log(`worker memory in MiB with ${target}: ${all} after 4 runs, 12, 6 more loads, 12`);
  assert.ok(afterLoads - settled <= mostBytes, `loads: ${afterLoads - settled} bytes more`);
}

labTest("the worker's memory does not grow from run to run, nor when models are loaded anew", async (lab) => {
  // The allocator may want another handful of pages; models that are held would be six times seven megabytes.
  await holdsOnToNothing(lab, "target-1.8m", MEMORY_SLACK_BYTES);
}, { millis: 240_000 });

labTest("with the larger target, too, the worker's memory does not grow from run to run, and loads hold on to no model", async (lab) => {
  // Its matrices are larger than many a hole that smaller things leave: the allocator may want room for a few of them. Six loads that held on
  // to their models would take nine times as much as one in int8.
  await holdsOnToNothing(lab, "target-5.9m", await matrixBytes("target-5.9m"));
}, { millis: 240_000 });
