// Opens the built site in fresh browser profiles and reads off the page what it measures of itself.
// Numbers of one machine on one day: compare ratios, not absolutes.

import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";
import { serveSite } from "./static-server.mjs";

const ROUNDS = Number(process.argv[2] ?? 7);
const executablePath = execFileSync("bash", ["-c", ". scripts/env.sh; chromium_path"], { encoding: "utf8" }).trim();
const args = ["--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
if (process.getuid?.() === 0) args.push("--no-sandbox");

const site = await serveSite("dist");
const browser = await chromium.launch({ executablePath, args });
const settings = { "T 0.8": "max_new_tokens=200&seed=7", "T 0 (greedy)": "max_new_tokens=200&temperature=0" };
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
    const read = (label) => Number(new RegExp(`${label}\\s+([\\d.]+)`).exec(timing)?.[1]);
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
await browser.close();
await site.close();

const sorted = (values) => [...values].sort((a, b) => a - b);
console.log(`| measured in ${ROUNDS} rounds | median | min | max |\n|---|---|---|---|`);
for (const [name, values] of Object.entries(samples)) {
  const order = sorted(values);
  const show = (value) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
  console.log(`| ${name} | ${show(order[order.length >> 1])} | ${show(order[0])} | ${show(order.at(-1))} |`);
}
