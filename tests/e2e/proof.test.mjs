// The exactness lab in the page: the picture, the lines, the trials, the mistakes.

import assert from "node:assert/strict";
import { eventually, textOf, waitForLive } from "./actions.mjs";
import { PHONE, labTest } from "./lab.mjs";

const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=exactness${query && `&${query}`}`, options);
  await page.getByTestId("stage").waitFor();
  return page;
};
const tried = (page, n) => page.getByTestId("verdict").filter({ hasText: `After ${n} trial` }).waitFor();
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
  assert.equal(await page.locator('[data-testid="lines"] math').count(), 5);
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

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`nothing is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      const twelve = Array.from({ length: 12 }, (_, idx) => (idx === 0 ? 0.34 : 0.06));
      const query = `p=${twelve.join("_")}&q=${twelve.reverse().join("_")}&at=4`;
      const page = await open(lab, query, { viewport, colorScheme, reducedMotion: "reduce" });
      await tried(page, 100000);
      const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= inner, `${wide} > ${inner}`);
      await lab.screenshot(page, `proof-${viewport.width}-${colorScheme}`, { fullPage: true });
    });
  }
}
