// The chapters in the page: the text drives its figures, and ticks what the reader has done.

import assert from "node:assert/strict";
import { eventually, squeeze } from "./actions.mjs";
import { PHONE, PROJECTOR, labTest } from "./lab.mjs";

const CHAPTERS = ["decoding", "speculative-sampling"];
const open = async (lab, id, options = {}, hash = "") => {
  const page = await lab.openLab(`chapter=${id}${hash}`, options);
  await page.getByTestId("chapter").waitFor();
  return page;
};
const figure = (page, name) => page.getByTestId(`figure-${name}`);
const words = async (page, name, id) => squeeze(await figure(page, name).getByTestId(id).innerText());
const press = (page, name) => page.getByRole("button", { name, exact: false }).first().click();
const isDone = (page, name) => page.getByRole("button", { name: `${name} (done)` }).first().isVisible();

labTest("buttons in the text of chapter 1 set its figures, on the recorded distribution of a real model", async (lab) => {
  const models = [];
  const page = await open(lab, "decoding", { prepare: (page) => page.on("request", (request) => { if (/safetensors|worker/.test(request.url())) models.push(request.url()); }) });
  const spread = async (name) => Number((await words(page, name, "sampler-words")).match(/as spread out as ([\d.,]+) /)[1].replaceAll(",", ""));
  await figure(page, "sampler-logits").getByTestId("sampler-words").waitFor();
  const own = await spread("sampler-logits");
  await press(page, "Set T to 0.5");
  await eventually(async () => (await spread("sampler-logits")) < own / 2, true);
  assert.ok(await isDone(page, "Set T to 0.5"));
  await press(page, "Set T to 2");
  await eventually(async () => (await spread("sampler-logits")) > 2 * own, true);
  await press(page, "T = 0");
  await eventually(() => words(page, "sampler-logits", "sampler-words"), /^1 of 4,096 tokens can be drawn; as spread out as 1\.0 /);

  await press(page, "Set k to 3");
  await eventually(() => words(page, "sampler-filters", "sampler-words"), /^3 of 4,096/);
  await press(page, "Switch top-k off and set p to 0.7");
  await eventually(async () => Number((await words(page, "sampler-filters", "sampler-words")).match(/^(\d+) of/)[1]) > 3, true);
  await press(page, "Switch top-p off and set min-p to 0.3");
  await eventually(() => words(page, "sampler-filters", "sampler-words"), /^2 of 4,096/);

  assert.match(await words(page, "order", "order-words"), /Temperature first keeps 1 token, temperature last 2\./);
  await press(page, "Set T to 1");
  await eventually(() => words(page, "order", "order-words"), "Both orders make the same distribution.");
  await press(page, "Set T to 3");
  await eventually(() => words(page, "order", "order-words"), /Temperature first keeps 3 tokens, temperature last 2\./);

  assert.match(await words(page, "beams", "beams-words"), /^1 beam: .* number 3 of 27 texts\./);
  await press(page, "Give it two beams");
  await eventually(() => words(page, "beams", "beams-words"), /^2 beams: .* number 2 of 27 texts\./);
  await press(page, "With three beams");
  await eventually(() => words(page, "beams", "beams-words"), /^3 beams: .* number 1 of 27 texts\./);
  assert.ok((await figure(page, "beams").locator(".beam-tree svg g g").count()) > 8, "the tree is drawn");

  await figure(page, "mask").getByTestId("mask-words").waitFor();
  assert.match(await words(page, "mask", "mask-words"), /^1 of 4,096 tokens are legal.*May come next: “\[”/);
  await press(page, "Go to the second token");
  await eventually(() => words(page, "mask", "mask-words"), /May come next: .*a digit/);
  await press(page, "Go to the third");
  await eventually(() => words(page, "mask", "mask-words"), /May come next: “,” or “\]”/);
  assert.equal(await page.locator("button.do:not(.done)").count(), 0, "every button of the chapter has been used");
  assert.deepEqual(models, [], "no figure of this chapter needs a model");
});

labTest("buttons in the text of chapter 2 set its figures", async (lab) => {
  const page = await open(lab, "speculative-sampling");
  const stage = figure(page, "cycle");
  await eventually(() => stage.innerText(), /Under the pale moon/);
  await press(page, "Show case 2");
  await eventually(() => stage.innerText(), /Beside the silent lake/);
  let title = "";
  for (let step = 0; step < 12 && !/a bonus token/.test(title); step += 1) {
    await stage.getByTestId("cycle-step").click();
    title = await stage.getByTestId("stage-title").innerText();
  }
  assert.match(title, /a bonus token/);
  await press(page, "Show case 1");
  await eventually(() => stage.innerText(), /Under the pale moon/);
  await press(page, "Look at real cycles");
  await eventually(() => stage.innerText(), /Recorded/);

  const proof = figure(page, "proof");
  await proof.getByRole("button", { name: "Both paths together" }).click();
  await eventually(() => proof.getByTestId("stage-title").innerText(), "Both paths together");
  assert.match(await words(page, "proof-broken", "law-words"), /exactly the law p/);
  await press(page, "Draw from p after a rejection");
  await eventually(() => words(page, "proof-broken", "law-words"), /another law: 0\.150 away/);
  await press(page, "Do it rightly again");
  await eventually(() => words(page, "proof-broken", "law-words"), /exactly the law p/);
  await press(page, "Make q equal to p");
  await eventually(() => figure(page, "proof-broken").getByLabel("q of A, as a number").inputValue(), "0.4");
  assert.equal(await figure(page, "proof").getByLabel("q of A, as a number").inputValue(), "0.2", "two figures of a kind are two");
  await press(page, "Make them disjoint");
  await eventually(() => figure(page, "proof-broken").getByLabel("q of A, as a number").inputValue(), "0");

  assert.match(await words(page, "chain", "cycles-words"), /by the formula 1\.640/);
  await press(page, "Set the first chance to 0.2");
  await eventually(() => words(page, "chain", "cycles-words"), /by the formula 0\.410/);
  await press(page, "make it 0.8 again and the last one 0.2");
  await eventually(() => words(page, "chain", "cycles-words"), /by the formula 1\.472/);

  // Case 9: what a draft that costs 0.1, 0.5 and 1 brings at 0.8 and 4.
  assert.match(await words(page, "speedup-slow", "speedup-words"), /^S = 3\.36 \/ 1\.40 = 2\.40×/);
  await press(page, "Set c to 1");
  await eventually(() => words(page, "speedup-slow", "speedup-words"), /= 0\.67×; slower than the target alone, mostly because a pass of the draft/);
  await press(page, "With c = 0.5");
  await eventually(() => words(page, "speedup-slow", "speedup-words"), /= 1\.12×/);
  await press(page, "Set c to 0.1 and α to 0.2");
  await eventually(() => words(page, "speedup-slow", "speedup-words"), /slower than the target alone, mostly because too few guesses/);
  await press(page, "Let each further position cost half a pass");
  await eventually(() => words(page, "speedup-slow", "speedup-words"), /slower than the target alone/);
  await press(page, "Let the draft be right more often");
  await press(page, "Let the draft cost more");
  await eventually(() => words(page, "speedup", "speedup-words"), /best at γ = [3-6]:/);

  assert.match(await words(page, "lookup", "lookup-words"), /The last 2 words stood there before\. Of 4 guesses the text goes on with 3\./);
  await press(page, "Guess eight ahead"); // As far as there is text to copy.
  await eventually(() => words(page, "lookup", "lookup-words"), /Of 7 guesses the text goes on with 3\./);
  await press(page, "Look for three words instead of two");
  await eventually(() => words(page, "lookup", "lookup-words"), /did not come before: no guess/);
  assert.equal(await page.locator("button.do:not(.done)").count(), 0, "every button of the chapter has been used");
});

labTest("what is done by hand is ticked as well, and what a figure begins with is not", async (lab) => {
  const page = await open(lab, "decoding");
  assert.equal(await page.locator("button.do.done").count(), 0);
  const slider = figure(page, "sampler-logits").getByRole("slider");
  await slider.fill("0.5");
  await eventually(() => isDone(page, "Set T to 0.5"), true);
  await slider.fill("1.3");
  assert.ok(await isDone(page, "Set T to 0.5"), "what has been done stays done");
  const second = await open(lab, "speculative-sampling");
  assert.equal(await second.locator("button.do.done").count(), 0);
  // The bars of the proof, by key.
  await figure(second, "proof-broken").getByLabel("What is done wrong").selectOption({ label: "After a rejection, draw from p" });
  await eventually(() => isDone(second, "Draw from p after a rejection"), true);
  // By keyboard alone: a button is reached and pressed.
  await second.getByRole("button", { name: "Show case 2" }).focus();
  await second.keyboard.press(" ");
  await eventually(() => isDone(second, "Show case 2"), true);
});

labTest("the contents lead to their sections, and an anchor in the address opens there", async (lab) => {
  const page = await open(lab, "decoding");
  const tops = (id) => page.evaluate((id) => Math.round(document.getElementById(id).getBoundingClientRect().top), id);
  const slider = figure(page, "sampler-logits").getByRole("slider");
  await slider.fill("2");
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: /Order matters/ }).click();
  await page.waitForURL(/chapter=decoding#order$/);
  await eventually(async () => Math.abs(await tops("order")) < 60, true);
  assert.equal(await slider.inputValue(), "2", "no figure was lost on the way");
  const links = await page.getByRole("navigation", { name: "Contents" }).getByRole("link").evaluateAll((links) => links.map((link) => link.hash.slice(1)));
  for (const id of links) assert.equal(await page.locator(`section#${id}`).count(), 1, id);
  const there = await open(lab, "speculative-sampling", {}, "#several");
  await eventually(async () => Math.abs(await there.evaluate(() => document.getElementById("several").getBoundingClientRect().top)) < 60, true);
});

labTest("the place in a chapter survives a reload", async (lab) => {
  const page = await open(lab, "speculative-sampling");
  await page.waitForTimeout(1300);
  await page.evaluate(() => document.getElementById("speed").scrollIntoView());
  await page.mouse.wheel(0, 120);
  await eventually(() => page.evaluate(() => localStorage.getItem("decoding-lab-place-speculative-sampling")), /^speed \d+/);
  const before = await page.evaluate(() => document.getElementById("speed").getBoundingClientRect().top);
  await page.reload();
  await eventually(async () => Math.abs((await page.evaluate(() => document.getElementById("speed")?.getBoundingClientRect().top ?? 1e9)) - before) < 40, true);
});

labTest("equations are MathML with words, references are links, and exercises open where they stand", async (lab) => {
  for (const [id, nEquations, papers] of [["decoding", 4, ["1904.09751", "2407.01082"]], ["speculative-sampling", 8, ["2211.17192", "2302.01318", "2401.10774", "2404.19737"]]]) {
    const page = await open(lab, id);
    const equations = await page.locator(".equation > math").evaluateAll((all) => all.map((math) => [math.namespaceURI, math.getAttribute("aria-label"), math.getBoundingClientRect().height]));
    assert.ok(equations.length >= nEquations, `${equations.length}`);
    for (const [namespace, label, height] of equations) {
      assert.equal(namespace, "http://www.w3.org/1998/Math/MathML");
      assert.ok(label.length > 15 && height > 12, label);
    }
    for (const paper of papers) assert.ok((await page.locator(`#references a[href="https://arxiv.org/abs/${paper}"]`).count()) === 1, paper);
    assert.ok(!(await page.getByTestId("chapter").innerText()).match(/\$|\]\(|\*\*|\\[a-z]/), "no markup is left over");
  }
  const page = await open(lab, "decoding");
  const exercise = page.getByTestId("exercise-filters");
  await exercise.locator("summary").first().click();
  await exercise.getByTestId("part-1").getByRole("textbox").fill("{1, 2}");
  await exercise.getByTestId("part-1").getByTestId("check").click();
  await eventually(() => exercise.getByTestId("part-1").locator("[data-mark]").getAttribute("data-mark"), "right");
  await eventually(() => exercise.locator(".sign").innerText(), "◐ begun");
});

labTest("in another language the text stays English and is marked so; everything around it is translated", async (lab) => {
  const page = await open(lab, "speculative-sampling&lang=de");
  await page.getByRole("navigation", { name: "Inhalt" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  assert.ok((await page.locator(".spread-text").evaluateAll((all) => all.every((text) => text.lang === "en"))));
  await eventually(() => words(page, "chain", "cycles-words"), /nach der Formel 1,640/);
  const exercise = page.getByTestId("exercise-accepted");
  await exercise.locator("summary").first().click();
  await exercise.getByTestId("part-2").getByRole("textbox").fill("1,64");
  await exercise.getByTestId("part-2").getByRole("button", { name: "Prüfen" }).click();
  await eventually(() => exercise.getByTestId("part-2").getByTestId("said").innerText(), /^✓ Richtig\./);
});

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }, PROJECTOR]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`no chapter is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      for (const id of CHAPTERS) {
        const page = await open(lab, id, { viewport, colorScheme, reducedMotion: "reduce" });
        await page.waitForLoadState("networkidle");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${id}: ${wide} px too wide`);
        // On a phone the figure stands above the text that talks about it, on a wide screen beside it.
        const [figureBox, textBox] = await page.evaluate(() => [".spread-figure", ".spread-text"].map((part) => document.querySelector(part).getBoundingClientRect().toJSON()));
        if (viewport.width < 960) assert.ok(figureBox.bottom <= textBox.top);
        else assert.ok(figureBox.left >= textBox.right && Math.abs(figureBox.top - textBox.top) < 40);
        await lab.screenshot(page, `chapter-${id}-${viewport.width}-${colorScheme}`, { fullPage: true });
      }
    });
  }
}
