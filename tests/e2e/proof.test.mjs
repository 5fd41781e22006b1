// The exactness lab in the page: the picture, the lines, the trials, the mistakes.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually, tableRows, textOf, waitForLive } from "./actions.mjs";
import { frameMeter } from "./frames.mjs";
import { PHONE, PROJECTOR, labTest } from "./lab.mjs";

/** What the native core counts: `tests/engine.rs` holds itself to the same file. */
const KNOWN = JSON.parse(readFileSync(new URL("../data/exactness.json", import.meta.url), "utf8"));

const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=exactness${query && `&${query}`}`, options);
  await page.getByTestId("stage").waitFor();
  return page;
};
const tried = (page, n) => page.getByTestId("verdict").filter({ hasText: `After ${n.toLocaleString("en")} trial` }).waitFor();
const heights = (page, kind) => page.locator(`.area.${kind}`).evaluateAll((areas) => areas.map((area) => Math.round(area.getBoundingClientRect().height)));

labTest("the lab opens on recorded trials before any model is there, and steps through the proof by key", async (lab) => {
  const page = await open(lab, "", { prepare: (page) => page.route("**/*.safetensors", () => {}) });
  await page.locator('[data-testid="source"]').waitFor();
  await tried(page, 100000);
  assert.match(await textOf(page, "verdict"), /p-value 0\.\d+\. Chance alone/);
  const title = page.getByTestId("stage-title");
  const seen = [await title.innerText()];
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press("ArrowRight");
    seen.push(await title.innerText());
  }
  assert.deepEqual(seen, ["Two distributions", "The accept path", "What is left of q", "What is left of p", "Both paths together"]);
  await page.waitForURL(/at=5/);
  assert.match(await textOf(page, "lines"), /A = 0\.7.*1 − A = 0\.3.*Z = 0\.3.*A \+ Z = 1\b/);
  // Five lines; two of them are of two parts, which stand one below the other where there is no room.
  assert.equal(await page.locator('[data-testid="lines"] math').count(), 7);
  await lab.screenshot(page, "proof-1280", { fullPage: true });
});

labTest("a bar can be drawn and typed, the others make room, and a reload restores it", async (lab) => {
  const page = await open(lab, "trials=100");
  await page.getByRole("slider", { name: "p of A" }).focus();
  await page.keyboard.press("ArrowUp");
  await eventually(() => page.getByLabel("p of A, as a number").inputValue(), "0.51");
  await page.getByLabel("q of C, as a number").fill("0");
  await page.keyboard.press("Enter");
  await page.waitForURL(/p=0\.51_/);
  const url = page.url();
  const numbers = await page.locator(".proof-col input[type=text]").evaluateAll((inputs) => inputs.map((input) => Number(input.value)));
  for (const row of [numbers.filter((_, idx) => idx % 2 === 0), numbers.filter((_, idx) => idx % 2 === 1)]) {
    assert.ok(Math.abs(row.reduce((a, b) => a + b, 0) - 1) < 1e-9, `${row}`);
  }
  await page.reload();
  await page.getByTestId("stage").waitFor();
  assert.equal(await page.getByLabel("p of A, as a number").inputValue(), "0.51");
  assert.equal(page.url(), url);
  // What stands above the lower bar is drawn in proportion.
  const box = await page.locator(".proof-bars").first().boundingBox();
  await page.mouse.move(box.x + box.width / 4, box.y + box.height * (1 - 0.51));
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 4, box.y + box.height * 0.2, { steps: 5 });
  await page.mouse.up();
  await eventually(async () => Number(await page.getByLabel("p of A, as a number").inputValue()) > 0.7, true);
});

labTest("a million trials follow p, and equal distributions never need the residual", async (lab) => {
  const page = await open(lab, "trials=0&seed=5");
  await page.getByRole("button", { name: "1,000,000" }).click();
  await tried(page, 1000000);
  assert.match(await textOf(page, "verdict"), /Chance alone/);
  assert.match(await page.locator('[data-testid="source"]').getAttribute("data-source"), /live/);
  await page.getByLabel("Distributions").selectOption({ label: "Equal: p = q" });
  await tried(page, 1000000);
  assert.match(await textOf(page, "lines"), /A = 1.*Z = 0\b/);
  const corrected = await page.locator(".proof-rows tbody tr td:nth-child(4)").allInnerTexts();
  assert.deepEqual([...new Set(corrected)], ["0"]);
  await page.keyboard.press("ArrowRight");
});

labTest("each mistake is noticed by the trials, and the line that falls is named", async (lab) => {
  const page = await open(lab, "p=0.4_0.3_0.2_0.1&q=0.4_0.1_0.3_0.2");
  const falls = {
    "After a rejection, draw from p": "correct",
    "Accept every guess": "accept",
    "Compare with the target’s best token": "accept",
    "Filter p and q, but not the residual": "correct",
    "Propose the draft’s best token, test with q": "accept",
    "One coin for two positions": "accept",
  };
  for (const [label, line] of Object.entries(falls)) {
    await page.getByLabel("Break it").selectOption({ label });
    await page.locator(`[data-line="${line}"].falls`).waitFor();
    await page.getByTestId("verdict").filter({ hasText: "this is another law" }).waitFor();
    assert.match(await textOf(page, "exact-words"), /is 0\.\d+ away/);
  }
  await page.getByLabel("Break it").selectOption({ label: "Compare with the target’s own draw" });
  await page.getByTestId("fallen").filter({ hasText: "needlessly slow" }).waitFor();
  await page.getByTestId("verdict").filter({ hasText: "Chance alone" }).waitFor();
  assert.equal(await page.locator(".proof-line.falls").count(), 0);
  await page.waitForURL(/mistake=compare-tokens/);
  await page.getByLabel("Break it").selectOption({ label: "After a rejection, draw from p" });
  await page.locator(".proof-line.falls").waitFor();
  await lab.screenshot(page, "proof-broken", { fullPage: true });
});

labTest("p and q can be taken from the real models", async (lab) => {
  const page = await lab.openLab("");
  await waitForLive(page);
  await page.getByRole("link", { name: "Why it is exact" }).click();
  await page.getByTestId("from-models").click();
  await eventually(() => page.getByTestId("proof-col").count(), 12);
  assert.match(await page.getByTestId("proof-col").last().innerText(), /others/);
  assert.ok((await heights(page, "accept")).some((height) => height > 5));
  await tried(page, 100000);
  await page.waitForURL(/name=others/);
  await lab.screenshot(page, "proof-models");
});

labTest("bad links and bad files get a message and lose nothing; trials survive a file", async (lab) => {
  const page = await open(lab, "p=0.5_0.6&q=1_x&mistake=all&trials=7");
  assert.ok((await page.getByTestId("notice").count()) >= 4);
  await tried(page, 100000);
  const before = await textOf(page, "verdict");
  await page.locator("#trace-file").setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.getByTestId("notice").filter({ hasText: "could not be opened" }).waitFor();
  assert.equal(await textOf(page, "verdict"), before);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save trials (JSON)" }).click()]);
  await page.getByLabel("Distributions").selectOption({ label: "Disjoint" });
  await page.locator("#trace-file").setInputFiles(await download.path());
  await page.locator('[data-testid="source"][data-source="file"]').waitFor();
  assert.equal(await textOf(page, "verdict"), before);
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save table (CSV)" }).click()]);
  assert.equal(csv.suggestedFilename(), "decoding-lab-proof.csv");
});

/** A number as the page writes it, `7.24 · 10⁻²`, as the core does, `7.24e-2`. */
const scientific = (text) =>
  text
    .replace(/ · 10/, "e")
    .replace("⁻", "-")
    .replaceAll(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit))
    .replace(/^([\d.]+)$/, "$1e0");
const setSlider = (page, label, value) => page.getByRole("slider", { name: label }).fill(String(value));

labTest("the law of whole texts is added up at once, for every gamma and length, and is the target's", async (lab) => {
  const page = await open(lab, "trials=0");
  const card = page.getByTestId("sequences");
  const meter = await frameMeter(page);
  for (const pair of ["0", "2", "1"]) {
    await card.getByLabel("Models").selectOption(pair);
    for (const gamma of [1, 2, 4, 8]) {
      await setSlider(card, /Draft length/, gamma);
      await setSlider(card, /Tokens per text/, 8); // As long as these models allow.
      const largest = Number(scientific(await textOf(page, "largest-difference")));
      assert.ok(largest < 1e-12, `pair ${pair}, gamma ${gamma}: ${largest}`);
      assert.match(await textOf(page, "laws-verdict"), /^Each of the (243|256) texts has the same probability/);
    }
  }
  // The longest text of each, over and over: no frame is late.
  await card.getByLabel("Models").selectOption("0");
  await meter("whole texts", 40, `
    const slider = document.getElementById(n % 2 ? "texts-gamma" : "texts-len");
    slider.value = n % 2 ? 1 + (n % 8) : 8 - (n % 4 === 0 ? 1 : 0);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  `);
  // The table says what the facts say, and all of it can be shown.
  await card.getByLabel("Models").selectOption("1");
  await setSlider(card, /Tokens per text/, 3);
  await card.getByRole("button", { name: "Show all 27 texts" }).click();
  const rows = (await tableRows(page.getByTestId("text-rows"))).slice(1);
  assert.equal(rows.length, 27);
  const sum = rows.reduce((total, row) => total + Number(row[2]), 0);
  assert.ok(Math.abs(sum - 1) < 27 * 0.00005, `${sum}`);
  assert.ok(rows.every((row) => row[2] === row[3]));
  const [csv] = await Promise.all([page.waitForEvent("download"), card.getByRole("button", { name: "Save texts (CSV)" }).click()]);
  assert.equal(readFileSync(await csv.path(), "utf8").trim().split("\n").length, 28);
});

labTest("a mistake breaks the law of whole texts, with the numbers of the native core, and the address restores it", async (lab) => {
  const page = await open(lab, `trials=0&${KNOWN.sequences.query}`);
  const facts = async () => [await textOf(page, "n-texts"), await textOf(page, "n-paths"), await textOf(page, "tau")].map((text) => text.split(" of ")[0].replaceAll(",", "")).join(" ");
  assert.equal(await facts(), KNOWN.sequences.texts_paths_tau);
  assert.equal(scientific((await textOf(page, "largest-difference")).replace("≠ ", "")), KNOWN.sequences.largest_difference);
  assert.match(await textOf(page, "laws-verdict"), /^This is another law: .* total variation between the two laws is 0\.\d+/);
  assert.ok((await page.locator("td.difference.differs").count()) > 5);
  await lab.screenshot(page, "texts-broken", { fullPage: true });
  const card = page.getByTestId("sequences");
  // One switch for the whole page: the picture above falls with the same mistake.
  await card.getByLabel("Mistake").selectOption({ label: "One coin for two positions" });
  await page.locator('[data-line="accept"].falls').waitFor();
  assert.match(await textOf(page, "laws-verdict"), /^This is another law/);
  await setSlider(card, /Draft length/, 1);
  assert.match(await textOf(page, "laws-verdict"), /Draft two or more/);
  await card.getByLabel("Mistake").selectOption({ label: "Compare with the target’s own draw" });
  assert.match(await textOf(page, "laws-verdict"), /survives/);
  await page.waitForURL(/mistake=compare-tokens.*gamma=1.*n=4/);
  const [url, verdict] = [page.url(), await textOf(page, "laws-verdict")];
  await page.reload();
  assert.equal(await textOf(page, "laws-verdict"), verdict);
  assert.equal(page.url(), url);
});

labTest("texts of the real models are drawn with the counts of the native core, and the test says what it can see", async (lab) => {
  const page = await open(lab, `trials=0&${KNOWN.live.query}`);
  await page.getByTestId("draw-500").click({ timeout: 30_000 });
  await page.getByTestId("drawn").filter({ hasText: "500 texts of each kind, drawn here in" }).waitFor();
  const bars = (await tableRows(page.getByTestId("sample-rows"))).slice(1);
  const known = KNOWN.live.first_token.map(([label, plain, speculative]) => [label ?? "rare", String(plain), String(speculative)]);
  assert.deepEqual(bars.map((row) => [row[0].replace(/^\d+ rare$/, "rare"), row[2], row[3]]), known);
  const tests = (await tableRows(page.getByTestId("tests"))).slice(1);
  assert.deepEqual(tests.map((row) => row[0]), ["First token", "Third token", "Whole text"]);
  assert.equal(`${tests[0][2]} ${tests[0][3]} ${tests[0][4]}`, KNOWN.live.statistic_degrees_p);
  assert.match(await textOf(page, "test-verdict"), /^No difference was found: .* proves nothing by itself/);
  assert.match(await textOf(page, "power"), /^With 500 texts of each kind, a total variation of 0\.\d{3} in the first token, .* would be noticed 4 times out of 5 .* A smaller one might be missed/);
  await lab.screenshot(page, "two-sample-1280", { fullPage: true });
  await page.getByTestId("tests").getByLabel("Whole text").check();
  await eventually(() => textOf(page, "power"), /in the whole text/);
  await page.keyboard.press("ArrowUp");
  await eventually(() => textOf(page, "power"), /in the third token/);
  const [csv] = await Promise.all([page.waitForEvent("download"), page.getByTestId("two-sample").getByRole("button", { name: "Save texts (CSV)" }).click()]);
  const counts = readFileSync(await csv.path(), "utf8").trim().split("\n").slice(1).map((line) => line.match(/,(\d+),(\d+)$/).slice(1).map(Number));
  assert.deepEqual([0, 1].map((which) => counts.reduce((sum, row) => sum + row[which], 0)), [500, 500]);
});

labTest("a broken rule, run by the real decoder, is noticed", async (lab) => {
  const page = await open(lab, "trials=0&rule=accept-always&live_n=2");
  await page.getByTestId("draw-500").click();
  await page.getByTestId("test-verdict").filter({ hasText: "Noticed" }).waitFor();
  await page.getByLabel("Speculation’s rule").selectOption({ label: "After a rejection, draw from p" });
  assert.equal(await page.getByTestId("tests").count(), 0); // What was drawn by another rule is gone.
  await page.waitForURL(/live_texts=500&rule=no-residual/);
  await page.getByTestId("draw-2000").click();
  await page.getByTestId("test-verdict").filter({ hasText: "Noticed" }).waitFor({ timeout: 90_000 });
  await lab.screenshot(page, "two-sample-broken", { fullPage: true });
  // Another lab's prompt and settings can be taken over; the address keeps them.
  await page.getByTestId("adopt").click();
  await eventually(() => page.getByTestId("two-sample").getByLabel("Story so far").inputValue(), "Once upon a time, a cat");
  await page.waitForURL(/prompt=Once.*temperature=0\.8.*rule=no-residual/);
  const url = page.url();
  await page.reload();
  assert.equal(await page.getByTestId("two-sample").getByLabel("Story so far").inputValue(), "Once upon a time, a cat");
  assert.equal(await page.getByLabel("Speculation’s rule").inputValue(), "1");
  assert.equal(page.url(), url);
});

labTest("drawing can be stopped and keeps what it has, works by keyboard, and gives way to trials", async (lab) => {
  const page = await open(lab, "trials=0");
  await page.getByTestId("draw-8000").focus();
  await eventually(() => page.getByTestId("draw-8000").isEnabled(), true);
  await page.getByTestId("draw-8000").press("Enter");
  await page.getByTestId("drawn").filter({ hasText: /^[\d,]*[1-9]\d* of 8,000/ }).waitFor();
  assert.match(await textOf(page, "test-verdict"), /given at the end/);
  await page.getByTestId("stop-drawing").press("Enter");
  assert.match(await textOf(page, "drawn"), /^Stopped after [\d,]+ texts of each kind, of 8,000/);
  const stopped = await textOf(page, "drawn");
  await page.waitForTimeout(400);
  assert.equal(await textOf(page, "drawn"), stopped);
  assert.match(await textOf(page, "power"), /would be noticed|for sure/);
  // A trial of one token asks the same worker; the drawing says that it has ended.
  await page.getByTestId("draw-8000").click();
  await page.getByTestId("drawn").filter({ hasText: /^[\d,]*[1-9]\d* of 8,000/ }).waitFor();
  await page.getByRole("button", { name: "100,000", exact: true }).click();
  await tried(page, 100000);
  await page.getByTestId("drawn").filter({ hasText: "Stopped after" }).waitFor();
  await page.getByTestId("two-sample").getByLabel("Story so far").fill("word ".repeat(400));
  await page.getByTestId("draw-500").click();
  await page.getByTestId("run-trouble").waitFor();
});

labTest("settings of whole texts that are out of range are clamped with a notice", async (lab) => {
  const page = await open(lab, "trials=0&gamma=99&n=0&vocab=7&live_n=9&live_texts=5&rule=all");
  assert.ok((await page.getByTestId("notice").count()) >= 6);
  assert.match(await textOf(page, "tau"), / of 9$/);
  assert.equal(await page.getByTestId("sequences").getByLabel("Models").inputValue(), "2");
  await page.waitForURL(/vocab=4&gamma=8&n=1&live_n=4/);
});

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }, PROJECTOR]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`nothing is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      const twelve = Array.from({ length: 12 }, (_, idx) => (idx === 0 ? 0.34 : 0.06));
      const query = `p=${twelve.join("_")}&q=${twelve.reverse().join("_")}&at=4`;
      const page = await open(lab, query, { viewport, colorScheme, reducedMotion: "reduce" });
      await tried(page, 100000);
      await page.getByTestId("draw-500").click();
      await page.getByTestId("drawn").filter({ hasText: "drawn here in" }).waitFor();
      await page.getByTestId("tests").getByLabel("Whole text").check();
      const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= inner, `${wide} > ${inner}`);
      await lab.screenshot(page, `proof-${viewport.width}-${colorScheme}`, { fullPage: true });
    });
  }
}
