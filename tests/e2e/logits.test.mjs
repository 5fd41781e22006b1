// The lab "From logits to a token", in the page: stages, order, draws, choices.

import assert from "node:assert/strict";
import { eventually, textOf } from "./actions.mjs";
import { frameMeter } from "./frames.mjs";
import { PHONE, labTest } from "./lab.mjs";

const live = (page) => page.locator('[data-testid="source"][data-source="live"]').waitFor();
const text = (page) => page.getByTestId("text").innerText();
const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=logits${query && `&${query}`}`, options);
  await page.getByTestId("stage").waitFor();
  return page;
};

labTest("the lab is reached from the navigation and the address says so", async (lab) => {
  const page = await lab.openLab("");
  await page.getByRole("link", { name: "From logits to a token" }).click();
  await page.getByRole("heading", { level: 1, name: "From logits to a token" }).waitFor();
  await live(page);
  await page.waitForURL(/lab=logits/);
  await page.getByRole("link", { name: "Speculative cycles" }).click();
  await page.getByRole("heading", { level: 1, name: "Speculative cycles" }).waitFor();
  await live(page);
  await page.waitForURL(/lab=speculative/);
});

labTest("the stages step by key, and each accounts for all of the probability", async (lab) => {
  const page = await open(lab);
  await live(page);
  const title = page.getByTestId("stage-title");
  assert.equal(await title.innerText(), "The model’s own distribution");
  const seen = [];
  for (let step = 0; step < 9; step += 1) {
    await page.keyboard.press("ArrowRight");
    seen.push(await title.innerText());
    const rows = page.locator('[data-testid="stage"] tbody tr');
    const after = await rows.evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll("td.num")].at(-1).innerText));
    const sum = after.map((value) => Number(value.replace("<", ""))).reduce((a, b) => a + b, 0);
    // Fourteen rows and the rest, each rounded to two or three digits.
    assert.ok(Math.abs(sum - 1) < 0.03, `${seen.at(-1)}: ${sum}`);
  }
  assert.deepEqual(seen, ["Repetition penalty", "Presence penalty", "Frequency penalty", "Logit bias", "Temperature", "Top-k", "Top-p", "Min-p", "The draw"]);
  await page.getByTestId("cdf").waitFor();
  await page.waitForURL(/at=10/);
  await lab.screenshot(page, "logits-draw");
});

// Case 14: the order of temperature and top-p changes what is kept.
labTest("a stage moves by key, the order is in the address, and two orders are compared", async (lab) => {
  const page = await open(lab, "temperature=0.5&top_k=0&min_p=0&top_p=0.8");
  await live(page);
  const verdict = page.getByTestId("compare-verdict");
  assert.match(await verdict.innerText(), /only by the second/);
  const before = await verdict.innerText();
  const chip = page.locator('[data-stage="temperature"]');
  for (let move = 0; move < 3; move += 1) {
    await chip.focus();
    await page.keyboard.press("Alt+ArrowRight");
  }
  await page.waitForURL(/order=[a-z_.]*temperature(&|$)/);
  await page.waitForFunction((before) => document.querySelector('[data-testid="compare-verdict"]').innerText !== before, before);
  assert.equal(await verdict.innerText(), "Both give exactly the same distribution.");
  await page.reload();
  await live(page);
  const order = await page.locator("[data-stage]").evaluateAll((chips) => chips.map((chip) => chip.dataset.stage));
  assert.equal(order.at(-1), "temperature");
});

// On touch screens nothing can be dragged, and the keys are not there.
labTest("a stage moves by dragging with a mouse, and by buttons", async (lab) => {
  const page = await open(lab, "at=8");
  await live(page);
  const order = () => page.locator("[data-stage]").evaluateAll((chips) => chips.map((chip) => chip.dataset.stage));
  const usual = await order();
  await page.locator('[data-stage="top_p"]').dragTo(page.locator('[data-stage="repetition_penalty"]'));
  await eventually(order, ["top_p", ...usual.filter((name) => name !== "top_p")]);
  assert.equal(await page.getByTestId("stage-title").innerText(), "Top-p");
  await page.getByRole("button", { name: "Later →" }).click();
  await eventually(async () => (await order()).indexOf("top_p"), 1);
  await page.getByRole("button", { name: "← Earlier" }).click();
  await eventually(async () => (await order()).indexOf("top_p"), 0);
  assert.ok(await page.getByRole("button", { name: "← Earlier" }).isDisabled());
  await page.waitForURL(/order=top_p/);
});

labTest("a bias multiplies a token's odds, is in the address, and can be taken away", async (lab) => {
  const page = await open(lab, "at=5&temperature=1");
  await live(page);
  const bias = page.getByTestId("bias");
  const select = bias.getByRole("combobox");
  const label = await select.locator("option").nth(2).innerText();
  await select.selectOption({ index: 2 });
  const slider = bias.getByRole("slider", { name: `Bias of ${label}` });
  await slider.fill("10");
  await page.waitForURL(/bias=\d+_10/);
  await page.reload();
  await live(page);
  assert.equal(await page.getByTestId("stage-title").innerText(), "Logit bias");
  assert.match(await textOf(page, "caption"), /factor of 22,026/);
  const row = page.getByTestId("stage").locator("tbody tr", { has: page.getByRole("button", { name: `Choose ${label}`, exact: true }) });
  const [before, after] = (await row.locator("td.num").allInnerTexts()).slice(-2).map(Number);
  // A token of 0.1 to 0.5 that gains the factor e^10 takes all but some ten-thousandths.
  assert.ok(before < 0.7 && after > 0.995, `${before} ${after}`);
  await page.getByRole("button", { name: `Remove the bias of ${label}` }).click();
  await page.waitForURL((url) => !url.search.includes("bias"));
});

labTest("writing on ends before a stop string, and says so", async (lab) => {
  const page = await open(lab, "seed=3");
  await live(page);
  await page.getByLabel("Stop strings").fill(".");
  await page.getByLabel("Stop strings").press("Enter");
  await page.waitForURL(/stop=\./);
  await page.getByTestId("write").click();
  await page.getByTestId("ending").filter({ hasText: "The stop string “.” has come up" }).waitFor();
  const held = page.locator('[data-testid="text"] .held');
  assert.match((await held.allInnerTexts()).join(""), /^\./);
  assert.ok(await page.getByTestId("take").isDisabled());
  await page.waitForURL(/path=\d+\.\d+/);
  const written = await text(page);
  // The same seed writes the same text again.
  await page.goto(page.url().replace(/path=[\d.]+&?/, ""));
  await live(page);
  await page.getByTestId("write").click();
  await page.getByTestId("ending").filter({ hasText: "has come up" }).waitFor();
  assert.equal(await text(page), written);
  await page.getByRole("button", { name: "Remove the stop string ." }).click();
  await page.getByTestId("ending").filter({ hasText: "Or click a token" }).waitFor();
  await lab.screenshot(page, "logits-written", { fullPage: true });
});

labTest("drawn and chosen tokens make a text that can be taken back, and no branch is lost", async (lab) => {
  const page = await open(lab);
  await live(page);
  const start = await text(page);
  await page.getByTestId("take").click();
  await page.waitForFunction((start) => document.querySelector('[data-testid="text"]').innerText.length > start.length, start);
  await page.waitForURL(/path=\d+/);
  const drawn = await text(page);
  await page.getByTestId("back").click();
  await page.waitForFunction((start) => document.querySelector('[data-testid="text"]').innerText === start, start);
  await page.locator('[data-testid="stage"] .pick').nth(2).click();
  await page.waitForFunction((start) => document.querySelector('[data-testid="text"]').innerText.length > start.length, start);
  assert.notEqual(await text(page), drawn);
  assert.equal(await page.locator('[data-testid="branches"] li').count(), 2);
  await page.locator('[data-testid="branches"] li button').first().click();
  await page.waitForFunction((drawn) => document.querySelector('[data-testid="text"]').innerText === drawn, drawn);
});

labTest("many draws come near the distribution, with their distance named", async (lab) => {
  const page = await open(lab);
  await live(page);
  const distance = async (n) => {
    await page.getByTestId("draws").getByRole("button", { name: n, exact: true }).click();
    const words = page.getByTestId("distance");
    await words.filter({ hasText: `After ${n} draw` }).waitFor();
    return Number(/variation (\d+\.\d+)/.exec(await words.innerText())[1]);
  };
  const [one, hundred, many] = [await distance("1"), await distance("100"), await distance("10,000")];
  assert.ok(one > hundred && hundred > many && many < 0.05, `${one} ${hundred} ${many}`);
});

labTest("every slider at both ends leaves a distribution, and temperature 0 is one-hot", async (lab) => {
  const page = await open(lab);
  await live(page);
  const sliders = page.locator('[data-testid="controls"] input[type="range"]');
  for (let idx = 0; idx < (await sliders.count()); idx += 1) {
    for (const key of ["Home", "End", "Home"]) {
      await sliders.nth(idx).focus();
      await page.keyboard.press(key);
      assert.doesNotMatch(await page.locator("main").innerText(), /NaN|undefined/);
    }
  }
  const cold = await open(lab, "temperature=0&at=6");
  await live(cold);
  assert.match(await cold.getByTestId("facts").innerText(), /→ 1\b/);
  assert.match(await cold.getByTestId("odds-value").innerText(), /At T = 0 the first always wins/);
});

labTest("bad links and bad files get a message and lose nothing", async (lab) => {
  const page = await open(lab, "temperature=NaN&top_k=1e9&order=top_k.top_k&path=1.x");
  await live(page);
  assert.equal(await page.getByTestId("notice").count(), 3);
  const before = await text(page);
  await page.locator("#trace-file").setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from("{}") });
  await page.getByTestId("notice").filter({ hasText: "could not be opened" }).waitFor();
  assert.equal(await text(page), before);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save logits (JSON)" }).click()]);
  await page.locator("#trace-file").setInputFiles(await download.path());
  await page.locator('[data-testid="source"][data-source="file"]').waitFor();
  const outside = await open(lab, "path=999999");
  await outside.getByTestId("run-trouble").filter({ hasText: "the models know only" }).waitFor();
});

// The navigation was hidden on narrow screens: with a second lab, that one could not be reached there.
labTest("on a phone every lab is reached from the navigation", async (lab) => {
  const page = await lab.openLab("", { viewport: PHONE });
  const titles = await page.getByRole("navigation", { name: "Labs" }).getByRole("link").allInnerTexts();
  assert.ok(titles.length >= 3, `${titles}`);
  for (const title of [...titles.slice(1), titles[0]]) {
    const link = page.getByRole("link", { name: title });
    // The row of links is wider than the screen, and is pushed along by a finger.
    await link.scrollIntoViewIfNeeded();
    const box = await link.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= PHONE.width, `${title}: ${JSON.stringify(box)}`);
    await link.click();
    await page.locator("main h1", { hasText: title }).waitFor({ state: "attached" });
  }
});

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`nothing is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      const page = await open(lab, "at=8&bias=5_-3&stop=.", { viewport, colorScheme });
      await live(page);
      const [wide, inner] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(wide <= inner, `${wide} > ${inner}`);
      await lab.screenshot(page, `logits-${viewport.width}-${colorScheme}`, { fullPage: true });
    });
  }
}

labTest("dragging a slider redraws the stages within a frame", async (lab) => {
  const page = await open(lab, "at=7");
  await live(page);
  const measure = await frameMeter(page);
  const drag = (knob, low, step) =>
    `const slider = document.querySelector("#knob-${knob}"); slider.value = ${low} + (n % 40) * ${step}; slider.dispatchEvent(new Event("input", { bubbles: true }))`;
  await measure("dragging the temperature", 90, drag("temperature", 0.2, 0.05));
  await measure("dragging top-p", 90, drag("top_p", 0.3, 0.01));
  assert.match(page.url(), /lab=logits/);
});
