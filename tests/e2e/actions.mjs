// What the browser tests do over and over: wait for the models, read what stands on the page, step.
// Everything is found as a reader finds it, by role and label, or by a test id.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

/** How long a condition may take to come true. */
const PATIENCE_MILLIS = 30_000;

/** Reads again and again until the value is as expected: equal, or matched by a pattern. */
export async function eventually(read, expected, what = "the page did not come to say this") {
  const deadline = Date.now() + PATIENCE_MILLIS;
  const check = (value) => {
    if (expected instanceof RegExp) assert.match(value, expected, what);
    else if (typeof expected === "function") assert.ok(expected(value), `${what}: ${value}`);
    else assert.deepEqual(value, expected, what);
  };
  for (;;) {
    const value = await read();
    try {
      return check(value);
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await pause(20);
  }
}

/** Holds back what a page asks for and matches, until the function that this gives is called; then it is answered, as the server would if nothing else is said. */
export async function holdBack(page, pattern, answer = (route) => route.continue()) {
  let release;
  const released = new Promise((done) => { release = done; });
  await page.route(pattern, async (route) => {
    await released;
    await answer(route);
  });
  return release;
}

/** Puts a script before a worker's own; what it is may change from one load to the next. */
export const putBefore = (page, worker, script) => page.route(`**/${worker}*_loader.js`, async (route) => {
  const response = await route.fetch();
  await route.fulfill({ response, body: `${script()}\n${await response.text()}` });
});

/** The visible text of a part of the page, with single spaces. */
export async function textOf(page, testId) {
  return squeeze(await page.getByTestId(testId).innerText());
}

export function squeeze(text) {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Where the run on screen comes from: "recorded", "live", "case", "file". */
export async function waitForSource(page, source) {
  await page.locator(`[data-testid=source][data-source=${source}]`).waitFor();
}

/** How a test opens the page when the recorded run is all that it needs: the models never come. */
export const recordedOnly = { prepare: (page) => page.route("**/*.safetensors", () => {}) };

/** Waits for the recorded run, at a place of it if one is given (cycle and step, from 1). */
export async function waitForRecorded(page, cycle, step) {
  await waitForSource(page, "recorded");
  if (cycle) await waitForPlace(page, cycle, step);
}

/** Waits until no run is under way. */
export async function waitForIdle(page) {
  await page.locator("[data-testid=stop]:disabled").waitFor({ state: "attached" }); // On a phone it lies in the closed sheet.
}

/** Waits until the models have told their first story. */
export async function waitForLive(page) {
  await waitForSource(page, "live");
  await waitForIdle(page);
}

/**
 * Does something that makes the models run, and waits for the end of that run. A short run may begin and end before anyone
 * looks: then the changes say that it was there. (Waiting for a sight of it hung, once in some hundred runs.)
 */
export async function afterRun(page, act) {
  const ended = page.getByTestId("stop").evaluate(
    (stop) =>
      new Promise((resolve) => {
        let begun = false;
        const look = (changes, observer) => {
          begun ||= !stop.disabled || changes.length > 1;
          if (begun && stop.disabled) {
            observer.disconnect();
            resolve();
          }
        };
        const observer = new MutationObserver(look);
        observer.observe(stop, { attributes: true, attributeFilter: ["disabled"] });
        // Nor need the page have drawn anything of it.
        setTimeout(() => { if (!begun && stop.disabled) look([0, 0], observer); }, 20_000);
      }),
  );
  ended.catch(() => {}); // If `act` fails, that is the news.
  await act();
  await ended;
}

/** A setting's slider. */
export function slider(page, knob) {
  return page.getByTestId(`knob-${knob}`).getByRole("slider");
}

/** Brings a setting to a value, waits for the run with it, and leaves the keys to the page. */
export async function setKnob(page, knob, value) {
  await afterRun(page, () => slider(page, knob).fill(String(value)));
  await leaveControls(page);
}

export function button(page, name) {
  return page.getByRole("button", { name, exact: true });
}

/** Which way to compute is chosen. */
export const kernelsMenu = (page) => page.getByLabel("Computed with");

/** Chooses a way to compute, and waits for the run with it. */
export const chooseKernels = (page, kernels) => afterRun(page, () => kernelsMenu(page).selectOption(kernels));

/** What is on screen as the page saves it: the run, or what another lab's button saves. */
export async function recordingOf(page, save = "Save trace (JSON)") {
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, save).click()]);
  return JSON.parse(await readFile(await download.path(), "utf8"));
}

/** A row of logits out of a recording. */
export function floatsOf(row) {
  const bytes = Buffer.from(row, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, idx) => bytes.readFloatLE(4 * idx));
}

/** From now on, the programs that a page asks for, each once for each time. */
export function watchPrograms(page) {
  const fetched = [];
  page.on("request", (request) => fetched.push(request.url()));
  return () => fetched.filter((url) => url.endsWith(".wasm")).map((url) => url.match(/(app|worker\w*)-/)[1]);
}

/** Presses a key some times. */
export async function press(page, key, times = 1) {
  for (let n = 0; n < times; n += 1) await page.keyboard.press(key);
}

/** Takes the focus away from controls, so that keys go to the page. */
export async function leaveControls(page) {
  await page.evaluate(() => document.activeElement?.blur());
}

/** Shows all of the story that there is, from wherever we are. */
export async function showAll(page) {
  await button(page, "Run to end").click();
}

/** The text of the transcript, white space and all. */
export function transcript(page) {
  return page.getByTestId("text").innerText();
}

/** Waits until we stand at this step of this cycle (both from 1). */
export async function waitForPlace(page, cycle, step) {
  await eventually(() => textOf(page, "place"), new RegExp(`^cycle ${cycle} of \\d+ · step ${step} of`));
}

/** The filled cells of two of the stage's rows: what the verdicts are, and what joins the text. */
export async function verdictsAndText(page) {
  const words = (await page.getByTestId("stage").innerText()).replaceAll(/[^\S\n]+/g, "");
  const [, verdicts, emitted] = words.match(/Verdict\n([\s\S]*)Intothetext\n?([\s\S]*)$/) ?? [];
  assert.ok(verdicts !== undefined, `the stage has no verdicts: ${words}`);
  const cells = (text) => text.split("\n").filter(Boolean);
  return { verdicts: cells(verdicts), emitted: cells(emitted) };
}

/** The rows of a table as lists of their cells' texts. */
export async function tableRows(table) {
  await table.getByRole("row").first().waitFor({ state: "attached" }); // What is unfolded is drawn a moment later.
  const rows = await table.getByRole("row").all();
  return Promise.all(rows.map(async (row) => (await row.locator("th, td").allInnerTexts()).map((text) => text.trim())));
}

/** A displayed probability with the most that rounding can have taken from it. */
export function displayed(text) {
  if (text === "<0.001") return { value: 0.00025, slack: 0.00025 };
  const value = Number(text);
  assert.ok(text !== "" && value >= 0 && value <= 1, `"${text}" is not a probability`);
  return { value, slack: text === "0" ? 0 : 0.5 * 10 ** -(text.split(".")[1] ?? "").length };
}

/** Displayed probabilities add up to 1, as nearly as their digits say. */
export function assertWhole(texts, what) {
  const parts = texts.map(displayed);
  const sum = parts.reduce((total, part) => total + part.value, 0);
  const slack = parts.reduce((total, part) => total + part.slack, 1e-9);
  assert.ok(Math.abs(sum - 1) <= slack, `${what}: ${texts.join(" + ")} = ${sum}, not 1 within ${slack}`);
}

/** How a test delays something until it says so. */
export function gate() {
  let open;
  const opened = new Promise((resolve) => { open = resolve; });
  return { open, opened };
}
