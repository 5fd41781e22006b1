// Opens the built site in fresh browser profiles and reads off the page what it measures of itself.
// Numbers of one machine on one day: compare ratios, not absolutes.

import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { chromium } from "playwright-core";
import { serveSite } from "./static-server.mjs";

const ROUNDS = Number(process.argv[2] ?? 7);
const executablePath = execFileSync("bash", ["-c", ". scripts/env.sh; chromium_path"], { encoding: "utf8" }).trim();
const args = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
if (process.getuid?.() === 0) args.push("--no-sandbox");

const site = await serveSite("dist");
const browser = await chromium.launch({ executablePath, args });
const settings = { "T 0.8": "max_new_tokens=200&seed=7", "T 0 (greedy)": "max_new_tokens=200&temperature=0" };
/** What an English page writes as 1,234.5. */
const number = (words) => Number(words?.replaceAll(",", ""));
const samples = {};
const add = (name, value) => (samples[name] ??= []).push(value);

for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, query] of Object.entries(settings)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      window.longTasks = [];
      new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: "longtask", buffered: true });
    });
    await page.goto(`${site.address}?${query}`);
    await page.getByTestId("source").waitFor();
    add("page: first run on stage, ms", await page.evaluate(() => performance.now()));
    await page.locator('[data-testid="source"][data-source="live"]').waitFor();
    add("page: live, ms", await page.evaluate(() => performance.now()));
    const loaded = await page.getByTestId("engine").innerText();
    add("worker: models fetched and built, s", Number(/Loaded in ([\d.]+) s/.exec(loaded)?.[1]));
    await page.getByTestId("timing").getByText("tokens/s").first().waitFor();
    const timing = await page.getByTestId("timing").innerText();
    const read = (label) => number(new RegExp(`${label}\\s+([\\d.,]+)`).exec(timing)?.[1]);
    add(`${name}: with speculation, tokens/s`, read("with speculation"));
    add(`${name}: target alone, tokens/s`, read("target alone"));
    add(`${name}: ratio`, read("with speculation") / read("target alone"));
    add(`${name}: target passes, % of a cycle`, read("target passes"));
    add(`${name}: draft passes, %`, read("draft passes"));
    add(`${name}: sampling and tests, %`, read("sampling and tests"));
    add("page: longest main-thread task, ms", await page.evaluate(() => Math.max(0, ...window.longTasks)));
    await context.close();
  }
}
// The same greedy text with each kind of kernels that this browser has.
for (const kernels of ["relaxed", "simd", "scalar", "int8", "reference"]) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.address}?max_new_tokens=200&temperature=0&kernels=${kernels}`);
    await page.locator('[data-testid="source"][data-source="live"]').waitFor();
    await page.getByTestId("timing").getByText("tokens/s").first().waitFor();
    const timing = await page.getByTestId("timing").innerText();
    const read = (label) => number(new RegExp(`${label}\\s+([\\d.,]+)`).exec(timing)?.[1]);
    add(`${kernels}: with speculation, tokens/s`, read("with speculation"));
    add(`${kernels}: target alone, tokens/s`, read("target alone"));
    await context.close();
  }
}
// What the lab of latency measures, warm and in rounds of its own, with each target and each kind of kernels.
const passes = [];
const targets = ["target-1.8m", "target-5.9m"];
const ways = targets.flatMap((target) => ["scalar", "simd", "relaxed", "int8", "reference"].map((kernels) => ({ target, kernels })));
for (const { target, kernels } of ways) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${site.address}?lab=latency&target=${target}&kernels=${kernels}`);
  await page.locator('[data-testid="measured"][data-done="true"] [data-source="live"]').waitFor({ timeout: 300_000 });
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save (JSON)" }).click()]);
  const { measured } = JSON.parse(await readFile(await download.path(), "utf8"));
  passes.push({ target, kernels, ...measured });
  await context.close();
}
// Masks over the whole vocabulary, in the worker, under constraints from quick to slow.
const constraints = {
  "a list": "",
  "a regular expression": "&constraint=regex%3A%5BA-Z%5D%5Ba-z%5D*(+%5Ba-z%5D%2B)%7B2%2C11%7D%5B.!%3F%5D",
  "JSON strings": "&constraint=json%3A%7B%22type%22%3A%22array%22%2C%22minItems%22%3A3%2C%22items%22%3A%7B%22type%22%3A%22string%22%7D%7D",
};
for (const [name, constraint] of Object.entries(constraints)) {
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(`${site.address}?lab=constraints&seed=${round + 1}${constraint}`);
    await page.locator('[data-testid="source"][data-source="live"]').waitFor();
    await page.locator("[data-testid=stop]:disabled").waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Run to end" }).click();
    const times = await page.getByTestId("mask-times").innerText();
    const [, mean, most] = /took ([\d.]+) ms on average and ([\d.]+) ms/.exec(times) ?? [];
    add(`mask under ${name}: mean of a text, ms`, Number(mean));
    add(`mask under ${name}: slowest of a text, ms`, Number(most));
    await context.close();
  }
}
await browser.close();
await site.close();

const sorted = (values) => [...values].sort((a, b) => a - b);
console.log(`| measured in ${ROUNDS} rounds | median | min | max |\n|---|---|---|---|`);
for (const [name, values] of Object.entries(samples)) {
  const order = sorted(values);
  const show = (value) => (value < 1 ? value.toFixed(3) : value < 10 ? value.toFixed(2) : value.toFixed(0));
  console.log(`| ${name} | ${show(order[order.length >> 1])} | ${show(order[0])} | ${show(order.at(-1))} |`);
}

const median = (values) => { const order = sorted(values); return order[order.length >> 1]; };
const speeds = (rounds, how) => median(rounds.map((round) => (round[how].n_tokens / round[how].total_millis) * 1000));
const verified = Array.from({ length: 8 }, (_, idx) => idx + 2);
console.log(`\n| target | computed in | T(1), ms | c | ${verified.map((m) => `v(${m})`).join(" | ")} | alone, tokens/s | speculating | speed-up |\n|${"---|".repeat(verified.length + 7)}`);
for (const { target, kernels, calibration, rounds } of passes) {
  const one = median(calibration.target_passes[0]);
  const dearer = verified.map((m) => (median(calibration.target_passes[m - 1]) / one).toFixed(2));
  const cells = [one.toFixed(3), (median(calibration.draft_passes) / one).toFixed(3), ...dearer, speeds(rounds, "plain").toFixed(0), speeds(rounds, "fixed").toFixed(0)];
  const speedUp = median(rounds.map(({ plain, fixed }) => (fixed.n_tokens / fixed.total_millis) / (plain.n_tokens / plain.total_millis)));
  console.log(`| ${target} | ${kernels} | ${cells.join(" | ")} | ${speedUp.toFixed(2)} |`);
}
