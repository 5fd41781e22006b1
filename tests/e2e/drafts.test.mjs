// The drafts lab in the page: ten ways to build q on one text, their trees, their law, and who wins where.

import assert from "node:assert/strict";
import { afterRun, eventually, leaveControls, press, recordedOnly, setKnob, squeeze, textOf, waitForIdle, waitForLive, waitForSource } from "./actions.mjs";
import { PHONE, labTest } from "./lab.mjs";

const WAYS = ["model", "poor", "target", "ngram", "lookup", "exit", "heads", "mtp", "model-tree", "heads-tree"];

const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=drafts${query && `&${query}`}`, options);
  await page.getByTestId("stage").waitFor();
  return page;
};
const row = (page, way) => page.locator(`table.ways tr[data-way="${way}"]`);
const cells = async (page, way) => (await row(page, way).locator("td").allInnerTexts()).map(squeeze);
const choose = (page, way) => row(page, way).getByRole("button").click();

labTest("the lab opens on a recorded comparison of all ways, and each way's story can be stepped through", async (lab) => {
  const page = await open(lab, "", recordedOnly);
  await waitForSource(page, "recorded");
  assert.equal(await page.locator("table.ways tbody tr").count(), WAYS.length);
  for (const way of WAYS) {
    await choose(page, way);
    await eventually(() => row(page, way).getByRole("button").getAttribute("aria-pressed"), "true");
    const texts = await cells(page, way);
    assert.match(texts[3], /^\d\.\d\d$/, `${way}: tau is ${texts[3]}`);
    assert.match(texts.at(-1), /✓ p = /, `${way}: ${texts.at(-1)}`);
    // Times of another machine are not in the recording.
    assert.deepEqual(texts.slice(5, 7), ["–", "–"]);
    assert.ok((await textOf(page, "caption")).length > 20);
  }
  await choose(page, "model");
  await leaveControls(page);
  await press(page, "ArrowLeft");
  await eventually(() => page.locator(".guess-node.drafted").count(), 4, "guesses are not tested before their step");
  await press(page, "ArrowRight");
  await eventually(() => page.locator(".guess-node.accepted, .guess-node.rejected").count(), (n) => n > 0);
  await page.waitForURL((url) => url.searchParams.get("lab") === "drafts");
});

labTest("a tree is drawn as a tree, and the accepted branch is lit from its root to the target's own token", async (lab) => {
  const page = await open(lab, "way=heads-tree", recordedOnly);
  await waitForSource(page, "recorded");
  await eventually(() => page.locator(".guess-node").count(), (n) => n >= 9);
  const lit = await page.locator(".guess-tree .edge.lit").count();
  assert.equal(lit, (await page.locator(".guess-node.accepted").count()) + (await page.locator(".guess-node.correction, .guess-node.bonus").count()));
  // The table says the same.
  await page.getByText("The guesses as a table").click();
  assert.ok((await page.getByTestId("cycle").locator("tbody tr").count()) >= 9);
});

labTest("all ten ways run in the page, each keeps the target's law, and predicted and measured stand beside each other", async (lab) => {
  const page = await open(lab, "max_new_tokens=32");
  await waitForLive(page);
  for (const way of WAYS) {
    const texts = await cells(page, way);
    assert.match(texts.at(-1), /✓ p = (0\.\d{3}|1\.000)/, `${way}: ${texts.at(-1)}`);
    assert.match(texts[5], /×$/, `${way} predicted`);
    assert.match(texts[6], /×$/, `${way} measured`);
  }
  const alpha = async (way) => Number((await cells(page, way))[2]);
  assert.equal(await alpha("target"), 1, "p = q accepts everything");
  assert.ok((await alpha("poor")) < (await alpha("model")), "the poor model is worse than the good one");
  await lab.screenshot(page, "drafts-live", { fullPage: true });
});

labTest("at temperature 0 every way writes the target's own text", async (lab) => {
  const page = await open(lab, "temperature=0&max_new_tokens=24");
  await waitForLive(page);
  const texts = new Set();
  for (const way of WAYS) {
    await choose(page, way);
    await leaveControls(page);
    await press(page, "End");
    await eventually(async () => (await page.getByTestId("text").locator(".drafts-text").innerText()).length, (n) => n > 60);
    texts.add(squeeze(await page.getByTestId("text").locator(".drafts-text").innerText()));
  }
  assert.equal(texts.size, 1, [...texts].join("\n"));
});

labTest("typical acceptance is marked as not exact, its damage is measured, and the test of the law sees it", async (lab) => {
  const page = await open(lab, "rule=typical&drafts=model_poor_heads-tree&max_new_tokens=24");
  await waitForLive(page);
  assert.match(await textOf(page, "not-exact"), /another law/);
  for (const way of ["model", "poor"]) {
    const law = (await cells(page, way)).at(-1);
    assert.match(law, /✕ p = < 0\.001/, `${way}: ${law}`);
    assert.match(law, /damage 0\.\d+/);
  }
  assert.match((await cells(page, "heads-tree")).at(-1), /✓/, "trees are tested exactly");
  await afterRun(page, () => page.getByRole("radio", { name: "with min(1, p/q)" }).check());
  assert.match((await cells(page, "poor")).at(-1), /✓/);
  assert.equal(await page.getByTestId("not-exact").count(), 0);
});

labTest("heads that do not arrive are said to be missing, the other ways go on, and the next try fetches them", async (lab) => {
  lab.expectProblem(/heads-5\.9m/);
  const broken = (page) => page.route("**/heads-5.9m/**", (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" }));
  const page = await open(lab, "max_new_tokens=16", { prepare: broken });
  await waitForLive(page);
  for (const way of ["exit", "heads", "mtp", "heads-tree"]) assert.match(squeeze(await row(page, way).innerText()), /Not to be had: .*heads-5\.9m/);
  for (const way of ["model", "lookup", "ngram"]) assert.match((await cells(page, way)).at(-1), /✓/);
  await page.unroute("**/heads-5.9m/**");
  await afterRun(page, () => page.getByTestId("compare").click());
  assert.match((await cells(page, "heads")).at(-1), /✓/);
});

labTest("copies win where a text repeats itself, and the table of kinds says so", async (lab) => {
  const page = await open(lab, "drafts=model_ngram_lookup&max_new_tokens=40");
  await waitForLive(page);
  await page.getByTestId("all-domains").click();
  await eventually(() => page.locator("table.who-wins tbody td").allInnerTexts(), (texts) => texts.length === 12 && texts.every((text) => /\d/.test(text)));
  await waitForIdle(page);
  const lookup = (await page.locator("table.who-wins tbody tr").nth(2).locator("td").allInnerTexts()).map((text) => Number(text.match(/[\d.]+/)[0]));
  assert.ok(lookup[3] > lookup[0], `lookup: ${lookup}`);
  assert.equal(await page.locator("table.who-wins td.wins").count() >= 4, true);
  await eventually(() => page.locator("#prompt").inputValue(), "Once upon a time, a cat", "the reader's own prompt is back");
});

labTest("a link restores the comparison, and what it has wrong is named", async (lab) => {
  const page = await open(lab, "domain=repetition&drafts=lookup_ngram&way=lookup&tree=2_2_2&gamma=99&rule=kind", recordedOnly);
  assert.equal(await page.getByTestId("notice").count(), 2);
  assert.match(await page.locator("#prompt").inputValue(), /^The cat sat on the mat/);
  await page.waitForURL(/domain=repetition&gamma=8&tree=2_2_2&drafts=ngram_lookup&way=lookup/);
});

labTest("the story of lookup shows what is copied and where from", async (lab) => {
  const page = await open(lab, "domain=repetition&drafts=lookup&max_new_tokens=24");
  await waitForLive(page);
  await eventually(() => page.getByTestId("source-strip").locator(".copied").count(), (n) => n > 0);
  assert.ok((await page.getByTestId("source-strip").locator(".matched").count()) >= 2);
  await setKnob(page, "gamma", 2);
  await eventually(() => page.getByTestId("source-strip").locator(".copied").count(), 2);
});

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`nothing of the drafts lab is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      const page = await open(lab, "way=heads-tree", { ...recordedOnly, viewport, colorScheme, reducedMotion: "reduce" });
      await waitForSource(page, "recorded");
      await eventually(() => page.locator(".guess-node").count(), (n) => n > 0);
      const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= inner, `${wide} > ${inner}`);
      await lab.screenshot(page, `drafts-${viewport.width}-${colorScheme}`, { fullPage: true });
    });
  }
}
