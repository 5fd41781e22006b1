// The ways to compute the models: chosen by hand and by address, said on the page, in recordings the same numbers
// where they must be the same, and no memory lost over many runs.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { afterRun, button, eventually, showAll, textOf, transcript, waitForLive } from "./actions.mjs";
import { labTest } from "./lab.mjs";

const known = JSON.parse(await readFile(new URL("../data/int8.json", import.meta.url), "utf8"));

const select = (page) => page.getByLabel("Computed with");
const choose = (page, kernels) => afterRun(page, () => select(page).selectOption(kernels));
const options = (page) => select(page).locator("option").evaluateAll((all) => all.map((option) => option.value));
const query = (page) => page.evaluate(() => location.search);

/** As on a browser without relaxed SIMD: the page then starts the other worker. */
const withoutRelaxed = { prepare: (page) => page.addInitScript(() => { WebAssembly.validate = () => false; }) };

/** The run on screen as the page saves it. */
async function recording(page) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save trace (JSON)").click()]);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

const rows = ({ trace }) => trace.cycles.flatMap((cycle) => [...cycle.draft_logits, ...cycle.target_logits]);

/** FNV-1a over the bytes of all rows, as the native test computes it. */
function fingerprint(recording) {
  let hash = 0x811c9dc5;
  for (const row of rows(recording)) for (const byte of Buffer.from(row, "base64")) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

labTest("kernels are chosen by hand; the page says what runs, keeps what is on stage, and the address remembers", async (lab) => {
  const page = await lab.openLab("max_new_tokens=20");
  await waitForLive(page);
  await showAll(page);
  assert.deepEqual(await options(page), ["relaxed", "simd", "scalar", "int8", "reference"]);
  assert.match(await textOf(page, "engine"), /target 1\.8M · f32 .*draft .* · f32 .*computed with relaxed SIMD/);
  const before = await transcript(page);

  // The models are held back: what was on stage is still there.
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  await page.route("**/target-1.8m/model.safetensors", async (route) => { await held; await route.continue(); });
  const ended = choose(page, "int8");
  await eventually(() => textOf(page, "engine"), /Loading the models.*To be computed with int8\. Meanwhile what is on stage stays there\./);
  assert.equal(await transcript(page), before);
  release();
  await ended;
  await page.unroute("**/target-1.8m/model.safetensors");
  assert.match(await textOf(page, "engine"), /target 1\.8M · int8 .*draft .* · int8 .*computed with int8\..*Weights in 7 bits, inputs in 8/);
  assert.match(await textOf(page, "transcript"), /Live: both models run in this page, in int8/);
  await eventually(() => query(page), /kernels=int8/);
  assert.equal((await recording(page)).trace.pair.target.kernels, "int8");
  await page.getByTestId("kernels").scrollIntoViewIfNeeded();
  await lab.screenshot(page, "kernels");

  // Scalar code and SIMD: the same bits, one quicker than the other. The reference: nearly the same.
  const runs = {};
  for (const kernels of ["scalar", "simd", "reference"]) {
    await choose(page, kernels);
    runs[kernels] = await recording(page);
    assert.equal(runs[kernels].trace.pair.draft.kernels, kernels);
  }
  assert.deepEqual(rows(runs.scalar), rows(runs.simd));
  assert.notDeepEqual(rows(runs.reference), rows(runs.simd));
  const floats = (row) => { const bytes = Buffer.from(row, "base64"); return Array.from({ length: bytes.length / 4 }, (_, idx) => bytes.readFloatLE(4 * idx)); };
  const last = [runs.reference, runs.simd].map((run) => floats(rows(run).at(-1)));
  assert.ok(last[0].every((logit, idx) => Math.abs(logit - last[1][idx]) < 1e-3), "the reference is far from SIMD");
  await choose(page, "relaxed");
  // The address follows once the page has come to rest.
  await eventually(() => query(page), /^\?max_new_tokens=20(?!.*kernels)/);
});

labTest("int8 has the same bits natively, with SIMD and with relaxed SIMD", async (lab) => {
  for (const options of [{}, withoutRelaxed]) {
    const page = await lab.openLab(`${known.query}&kernels=int8`, options);
    await waitForLive(page);
    const run = await recording(page);
    assert.equal(run.trace.pair.target.kernels, "int8");
    assert.equal(fingerprint(run), known.fingerprint);
  }
});

labTest("without relaxed SIMD the page runs SIMD, offers what there is, and says so where a link asks for more", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12&kernels=relaxed", withoutRelaxed);
  await waitForLive(page);
  assert.match(await page.getByRole("alert").or(page.locator(".notice")).first().innerText(), /kernels = relaxed is no choice; simd is used/);
  assert.deepEqual(await options(page), ["simd", "scalar", "int8", "reference"]);
  assert.match(await textOf(page, "engine"), /computed with SIMD, in f32/);
});

labTest("the choice works on a phone", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12&kernels=int8", { viewport: { width: 390, height: 844 } });
  await waitForLive(page);
  await page.getByRole("button", { name: "Settings" }).click();
  await select(page).scrollIntoViewIfNeeded();
  assert.equal(await select(page).inputValue(), "int8");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await lab.screenshot(page, "kernels-phone");
});

labTest("the worker's memory does not grow from run to run, nor when models are loaded anew", async (lab) => {
  const page = await lab.openLab("max_new_tokens=240&gamma=4");
  await waitForLive(page);
  // wasm-bindgen's starter gives the running program when it is called again.
  const bytes = () => page.workers()[0].evaluate(async () => (await wasm_bindgen()).memory.buffer.byteLength);
  const again = () => afterRun(page, () => button(page, "Next seed").click());
  for (let n = 0; n < 3; n += 1) await again();
  const before = await bytes();
  for (let n = 0; n < 12; n += 1) await again();
  const afterRuns = await bytes();
  assert.equal(afterRuns, before, "runs");
  // New models are built beside the old ones: the first few loads settle where things lie.
  const loads = async (n_times) => {
    for (let n = 0; n < n_times; n += 1) for (const kernels of ["int8", "relaxed"]) await choose(page, kernels);
    return bytes();
  };
  const settled = await loads(4);
  const afterLoads = await loads(4);
  console.log(`worker memory in MiB: ${[before, afterRuns, settled, afterLoads].map((n) => n / 2 ** 20)} after 4 runs, 16, 8 more loads, 16`);
  assert.equal(afterLoads, settled, "loads");
});
