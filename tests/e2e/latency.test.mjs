// The latency lab in the page: the formula, the measurement, the race, the exercise.

import assert from "node:assert/strict";
import { eventually, leaveControls, press, squeeze, slider, tableRows, textOf, waitForSource } from "./actions.mjs";
import { PHONE, labTest } from "./lab.mjs";

const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=latency${query && `&${query}`}`, options);
  await page.getByTestId("stage").waitFor();
  return page;
};
const noModels = { prepare: (page) => page.route("**/*.safetensors", () => {}) };
const measured = (page) => page.locator('[data-testid=measured][data-done=true] [data-testid="verdict"]').waitFor();

labTest("case 9: a draft that costs as much as the target loses, and the page says so with the numbers", async (lab) => {
  const page = await open(lab, "alpha=0.8&gamma=4", noModels);
  for (const [cost, speedUp, words] of [
    ["0.1", "2.401×", /2\.40× as fast as the target alone/],
    ["0.5", "1.121×", /1\.12× as fast/],
    ["1", "0.672×", /slower than the target alone: 0\.67×; no draft length pays/],
  ]) {
    await slider(page, "draft_cost").fill(cost);
    await eventually(() => textOf(page, "speed-up"), speedUp);
    assert.match(await textOf(page, "model-words"), words);
  }
  // The formula's parts agree with each other.
  const [tau, cycle, perToken] = await Promise.all(["tau", "cycle-cost", "per-token"].map(async (id) => Number(await textOf(page, id))));
  assert.equal(tau, 3.362);
  assert.equal(cycle, 5);
  assert.ok(Math.abs(perToken - cycle / tau) < 1e-3);
  await page.waitForURL(/draft_cost=1/);
});

labTest("the heat map holds the value of every cell, and a cell can be chosen", async (lab) => {
  const page = await open(lab, "draft_cost=0.2", noModels);
  const rows = await tableRows(page.getByTestId("heat"));
  assert.equal(rows.length, 9);
  for (const [gamma, ...cells] of rows.slice(1).map((row) => row.map(Number))) {
    cells.forEach((cell, column) => {
      const alpha = column / 10;
      const tau = Array.from({ length: gamma + 1 }, (_, power) => alpha ** power).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(cell - tau / (gamma * 0.2 + 1)) < 0.0051, `γ = ${gamma}, α = ${alpha}: ${cell}`);
    });
  }
  const wins = await page.locator(".heat td.wins").allInnerTexts();
  assert.ok(wins.length > 10 && wins.every((cell) => Number(cell) >= 1));
  await page.locator(".heat tbody tr").nth(1).locator("td").nth(9).click();
  await page.waitForURL(/alpha=0\.9&gamma=2/);
  assert.equal(await page.locator(".heat td.here").count(), 1);
});

labTest("this device is measured, and prediction and measurement stand beside each other", async (lab) => {
  const page = await open(lab, "max_new_tokens=48");
  await measured(page);
  const rows = await tableRows(page.locator(".measured > table.lanes"));
  assert.equal(rows.length, 4);
  for (const row of rows.slice(1)) assert.match(row[1], /^[\d,]+\s\([\d,]+–[\d,]+\)$/);
  assert.match(rows[2][5], /^\d+\.\d\d\s\(/);
  assert.match(rows[2][6], /×$/);
  const verdict = await textOf(page, "verdict");
  assert.match(verdict, /^On this device speculation (wins|loses).*What costs the most: .* it would be \d/);
  // The verdict is that of the measured median.
  const median = Number(rows[2][5].split("(")[0]);
  assert.match(verdict, median >= 1 ? /wins/ : /loses/);
  const costs = await tableRows(page.getByTestId("costs"));
  for (const [, , target, draft, rest, total] of costs.slice(1)) {
    const parts = [target, draft, rest].map(parseFloat);
    assert.ok(Math.abs(parts[0] + parts[1] + parts[2] - parseFloat(total)) < 0.02, `${parts} ${total}`);
  }
  assert.match(await textOf(page, "single-passes"), /T\(1\) = .*c = \d/);
  assert.match(await textOf(page, "plot-roofline"), /ridge here.*weights of that size are read here at/i);
  await lab.screenshot(page, "latency-1280", { fullPage: true });
  // What was measured can be supposed; then the formula is about this device.
  await page.getByTestId("suppose-measured").click();
  await page.waitForURL(/v=/);
  assert.notEqual(await textOf(page, "speed-up"), "2.401×");
  // Other settings are measured anew, on their own.
  await slider(page, "gamma").fill("2");
  await page.locator("[data-testid=measured][data-done=false]").waitFor();
  await measured(page);
  await eventually(async () => (await tableRows(page.locator(".measured > table.lanes")))[2][0], "γ = 2");
});

labTest("a measurement stops when asked, and survives a file; bad files lose nothing", async (lab) => {
  const page = await open(lab, "max_new_tokens=160");
  await page.getByRole("button", { name: "Stop measuring" }).click();
  await eventually(() => page.getByTestId("measure").innerText(), /^Measure/);
  await page.getByTestId("measure").click();
  await measured(page);
  const before = await textOf(page, "verdict");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save (JSON)" }).click()]);
  const path = await download.path();
  await page.locator("#trace-file").setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.getByTestId("notice").filter({ hasText: "could not be opened" }).waitFor();
  assert.equal(await textOf(page, "verdict"), before);
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save samples (CSV)" }).click()]);
  assert.equal(csv.suggestedFilename(), "decoding-lab-latency.csv");
  const other = await open(lab, "gamma=7", noModels);
  await other.locator("#trace-file").setInputFiles(path);
  await other.getByTestId("measured").locator("[data-source=file]").waitFor();
  assert.equal(await textOf(other, "verdict"), before);
  await other.waitForURL((url) => !url.search.includes("gamma") && url.search.includes("max_new_tokens=160"));
});

labTest("every backend is measured in turn, each with costs of its own, and the page goes back to the one it had", async (lab) => {
  const page = await open(lab, "max_new_tokens=16");
  await measured(page);
  const pill = page.getByTestId("engine");
  const before = squeeze(await pill.innerText()).replace(/Loaded in [\d.]+ s/, "");
  await page.getByRole("button", { name: "Measure every backend" }).click();
  await page.locator("[data-testid=backends][data-surveying=true]").waitFor();
  const rows = async () => (await tableRows(page.getByTestId("backends").locator("table"))).slice(1);
  await eventually(async () => (await rows()).length >= 5, true);
  await page.locator("[data-testid=backends][data-surveying=false]").waitFor();
  const names = (await rows()).map(([name]) => name);
  assert.equal(new Set(names).size, names.length, names.join());
  for (const name of ["scalar f32", "int8", "the reference, in f32"]) assert.ok(names.includes(name), names.join());
  // There is no adapter here: nothing is tried, and nothing is said of it.
  assert.ok(!names.some((name) => name.includes("WebGPU")), names.join());
  assert.equal(await page.getByTestId("notice").count() + await page.getByTestId("backends-note-gpu").count(), 0);
  for (const [, unit, , verify, , , speedUp] of await rows()) {
    assert.match(unit, /^\d+(\.\d+)? ms$/);
    assert.ok(Number(verify) > 0 && /^\d+\.\d\d×$/.test(speedUp), `${verify} ${speedUp}`);
  }
  await eventually(async () => squeeze(await pill.innerText()).replace(/Loaded in [\d.]+ s/, ""), before);
  await lab.screenshot(page, "latency-backends", { fullPage: true });
});

labTest("where there is an adapter, WebGPU is measured with the others, in f32 and in int8, and the text says what that pairing is", async (lab) => {
  const page = await open(lab, "max_new_tokens=16&gamma=1&confidence=0.95&kernels=simd", { adapter: true });
  await measured(page);
  await page.getByRole("button", { name: "Measure every backend" }).click();
  const rows = async () => (await tableRows(page.getByTestId("backends").locator("table"))).slice(1);
  await page.getByRole("rowheader", { name: "WebGPU, in f32" }).waitFor({ timeout: 600_000 });
  // It has no roofline: what the CPU reads says nothing of it.
  assert.match(await textOf(page, "plot-roofline"), /None is drawn for a graphics processor/);
  await page.getByRole("rowheader", { name: "WebGPU, in int8" }).waitFor({ timeout: 600_000 });
  await page.locator("[data-testid=backends][data-surveying=false]").waitFor();
  const gpu = (await rows()).filter(([name]) => name.startsWith("WebGPU"));
  assert.deepEqual(gpu.map(([name]) => name), ["WebGPU, in f32", "WebGPU, in int8"]);
  assert.equal((await rows()).length, 7);
  for (const [, unit, draft, verify, alone, speculating, speedUp] of gpu) {
    assert.match(unit, /^\d+(\.\d+)? ms$/);
    assert.ok([draft, verify, alone, speculating].every((cell) => Number(cell.replace(",", "")) > 0), `${draft} ${verify} ${alone} ${speculating}`);
    assert.match(speedUp, /^\d+\.\d\d×$/);
    // The draft stays on the CPU: beside a pass over there it is cheap.
    assert.ok(Number(draft) < 0.5, draft);
  }
  assert.match(await textOf(page, "backends-note-gpu"), /^With WebGPU the target runs on the graphics processor and the draft on the CPU\./);
  assert.equal(await page.getByTestId("notice").count(), 0);
  await eventually(() => page.getByLabel("Computed with").inputValue(), "simd");
  await lab.screenshot(page, "latency-backends-webgpu", { fullPage: true });
}, { millis: 900_000 });

labTest("a survey whose last worker does not start ends with what it has, and the page goes back to the kernels it had", async (lab) => {
  lab.expectProblem(/(answer 404|failed request): .*worker_reference[\w-]*_loader\.js/);
  lab.expectProblem(/console: Failed to load resource.*404/);
  const page = await open(lab, "max_new_tokens=16", {
    prepare: (page) => page.route("**/worker_reference*_loader.js", (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" })),
  });
  await measured(page);
  const before = await page.getByLabel("Computed with").inputValue();
  await page.getByRole("button", { name: "Measure every backend" }).click();
  await page.getByTestId("engine-trouble").waitFor();
  await page.locator("[data-testid=backends][data-surveying=false]").waitFor();
  const names = (await tableRows(page.getByTestId("backends").locator("table"))).slice(1).map(([name]) => name);
  assert.equal(names.length, 4, names.join());
  assert.equal(await page.getByLabel("Computed with").inputValue(), before);
  await page.getByTestId("engine-trouble").getByRole("button", { name: "Restart the models" }).click();
  await page.getByTestId("ready").waitFor();
});

labTest("the race is run in pretended time, token by token, and by key", async (lab) => {
  const page = await open(lab, "at=1", noModels);
  await waitForSource(page, "recorded");
  const counts = async () => (await page.locator(".race-head .num:not(.race-rate)").allInnerTexts()).map((text) => Number(text.split(" ")[0]));
  await eventually(counts, [0, 0]);
  await press(page, "ArrowRight", 1);
  assert.match(await textOf(page, "caption"), /draft guesses/);
  assert.equal(await page.locator(".strip .guess").count(), 1);
  await page.getByRole("button", { name: "Next cycle", exact: true }).click();
  await eventually(async () => (await counts())[1] > 0, true);
  const clock = async () => parseFloat((await textOf(page, "race-clock")).replace(",", ""));
  await leaveControls(page);
  const [at, started] = [await clock(), Date.now()];
  // On the laptop a pass takes 20 ms: pretended time is real time, as long as this machine keeps up.
  await press(page, "Space");
  await eventually(async () => (await clock()) > at + 100, true);
  assert.ok(Date.now() - started >= 80, "pretended time ran faster than real time");
  await page.getByRole("button", { name: "Run to end" }).click();
  const [plain, speculative] = await counts();
  assert.ok(plain === speculative && plain > 20, `${plain}, ${speculative}`);
  assert.match(await textOf(page, "caption"), /Speculation is \d\.\d\d× as fast here/);
  // The same cycles on a machine where a draft costs as much as the target.
  await page.getByLabel("Pretend the target runs on").selectOption({ label: "a machine with the costs as set" });
  await slider(page, "draft_cost").fill("1");
  await eventually(() => textOf(page, "caption"), /Speculation is slower here/);
  await page.waitForURL(/machine=as-set/);
  for (const label of ["A phone", "A laptop", "A data centre"]) {
    await page.getByLabel("Pretend the target runs on").selectOption({ label });
    await eventually(async () => /GB\/s|TB\/s/.test(await textOf(page, "stage")), true);
    await eventually(() => textOf(page, "caption"), /Speculation is \d\.\d\d× as fast here/);
  }
});

labTest("the exercise comes to 1.64 by formula and by trying, and can be changed", async (lab) => {
  const page = await open(lab, "", noModels);
  assert.equal(await textOf(page, "expected"), "0.8 + 0.56 + 0.28 = 1.64");
  const [, mean, error] = (await textOf(page, "tried")).match(/100,000 cycles tried: (\d\.\d+) on average, give or take (\d\.\d+)/);
  assert.ok(Math.abs(Number(mean) - 1.64) < 3 * Number(error), `${mean} ± ${error}`);
  assert.equal(mean, "1.6413", "the native core counts this with the page's seed");
  await page.getByRole("button", { name: "One position more" }).click();
  await eventually(() => textOf(page, "expected"), "0.8 + 0.56 + 0.28 + 0.14 = 1.78");
  await page.getByLabel("acceptance probability at position 1").fill("0");
  await page.keyboard.press("Enter");
  await eventually(() => textOf(page, "expected"), "0 + 0 + 0 + 0 = 0");
  await page.waitForURL(/alphas=0_0\.7_0\.5_0\.5/);
  const url = page.url();
  await page.reload();
  await eventually(() => textOf(page, "expected"), "0 + 0 + 0 + 0 = 0");
  assert.equal(page.url(), url);
});

labTest("a link past the limits is clamped with notices and restores what it was clamped to", async (lab) => {
  const page = await open(lab, "alpha=9&gamma=1e9&draft_cost=NaN&v=1_2&alphas=x&machine=moon", noModels);
  assert.equal(await page.getByTestId("notice").count(), 6);
  await page.waitForURL(/alpha=1&gamma=8/);
  assert.equal(squeeze(await page.getByTestId("knob-gamma").locator("output").innerText()), "8");
});

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`nothing of the latency lab is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      const page = await open(lab, "v=1.2_1.9_2.4_3.1_3.8_4.4_5_5.6&machine=as-set&max_new_tokens=32", { viewport, colorScheme, reducedMotion: "reduce" });
      await measured(page);
      const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= inner, `${wide} > ${inner}`);
      await lab.screenshot(page, `latency-${viewport.width}-${colorScheme}`, { fullPage: true });
    });
  }
}
