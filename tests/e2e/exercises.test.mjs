// The exercises in the page: right, wrong and malformed answers to each, by mouse and by keyboard; progress, kept and
// taken along; the worksheet on paper.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually, squeeze } from "./actions.mjs";
import { PHONE, labTest } from "./lab.mjs";

/**
 * The textbook's variant of each exercise, question by question: a right answer, a wrong one with what must be said of it,
 * and one that cannot be read. Text is typed; `pick` chooses or ticks what begins so; `order` puts lines in order.
 */
const EXERCISES = {
  filters: [
    { right: "{1, 2}", wrong: "{1}", says: /One too few/, bad: "{0.5}", refused: /looks like a probability/ },
    { right: "0.67, 0.33, 0, 0", wrong: "0,5; 0,25; 0; 0", says: /adds up to 0\.75/, bad: "a, b", refused: /cannot be read/ },
    { right: "1 2", wrong: "{1}", says: /The token that reaches p stays; you dropped it/, bad: "", refused: /Nothing is entered/ },
    { right: "2/3 1/3 0 0", wrong: "1 0 0 0", says: /of 4 are right/, bad: "0.5 0.5 0.5", refused: /4 numbers are asked for/ },
    { right: "{1,2,3}", wrong: "{1, 2}", says: /“at least” includes it/, bad: "{9}", refused: /none of the tokens/ },
    { right: "55,6% 27,8% 16,7% 0%", wrong: "0.5 0.25 0.15 0", says: /adds up to 0\.90/, bad: "55 28 17 0", refused: /not a probability/ },
    { right: { pick: ["top-k", "top-p"] }, wrong: { pick: ["min-p"] }, says: /the flatter/, bad: { pick: [] }, refused: /Tick at least one/ },
  ],
  temperature: [
    { right: "0.533 0.3 0.133 0.033", wrong: "0.4 0.3 0.2 0.1", says: /it changes the distribution itself/, bad: "1 2 3 4", refused: /not a probability/ },
    { right: "1.78", wrong: "1.33", says: /temperature does not/, bad: "1/0", refused: /divides by zero/ },
    { right: "0", wrong: "0.1", says: /exactly 0 now/, bad: "none", refused: /cannot be read/ },
    { right: { pick: ["Both make a new"] }, wrong: { pick: ["They only make"] }, says: /no randomness beside/, bad: { pick: [] }, refused: /Choose one/ },
  ],
  beams: [
    { right: { pick: ["“The cat sat”"] }, wrong: { pick: ["“The dog sat”"] }, says: /does not look ahead/, bad: { pick: [] }, refused: /Choose one/ },
    { right: { pick: ["“The dog sat”"] }, wrong: { pick: ["“The cat sat”"] }, says: /something better grows/, bad: { pick: [] }, refused: /Choose one/ },
    { right: "0,36", wrong: "0.9", says: /second step only/, bad: "36", refused: /not a probability/ },
    { right: "100", wrong: "36", says: /Beam search draws nothing/, bad: "all", refused: /cannot be read/ },
  ],
  mask: [
    { right: { pick: ["<end>"] }, wrong: { pick: ["[", "<end>"] }, says: /lists do not nest/, bad: { pick: [] }, refused: /Tick at least one/ },
    { right: { pick: ["]", ",", ",4"] }, wrong: { pick: ["]", ","] }, says: /Tokens are not symbols/, bad: { pick: [] }, refused: /Tick at least one/ },
    { right: { pick: ["3", "7", "5]"] }, wrong: { pick: ["3", "7", "5]", "37"] }, says: /first symbol only/, bad: { pick: [] }, refused: /Tick at least one/ },
    { right: "40%", wrong: "0.1", says: /without the mask/, bad: "4", refused: /not a probability/ },
  ],
  overlap: [
    {
      right: { order: [["max(0, p(x) − q(x)) = p(x) − min", "by cases"], ["Σ max(0, p − q) = Σ (p", "equal terms"], ["Σ (p − min(p, q)) =", "a sum of differences"], ["Σ p − Σ min(p, q) =", "a distribution adds"]] },
      wrong: { order: [["max(0, p(x) − q(x)) = p(x) − q(x)", "because p(x)"]] },
      says: /Line 1 does not belong\. It is false where q\(x\) is larger/,
      bad: { order: [] },
      refused: /has no lines yet/,
    },
    { right: "0.3 0.7", wrong: "0 1", says: /You took the sums first/, bad: "0.3", refused: /2 numbers are asked for/ },
  ],
  residual: [
    { right: "0.7", wrong: "0.31", says: /two independent draws/, bad: "7", refused: /not a probability/ },
    { right: "1 0 0", wrong: "0.5 0.3 0.2", says: /That is p\./, bad: "1; x; 0", refused: /cannot be read/ },
    { right: "0.35", wrong: "0.5", says: /Without the residual it does not come out/, bad: "0.3.5", refused: /cannot be read/ },
    { right: { pick: ["Tokens that the draft favours"] }, wrong: { pick: ["The text follows"] }, says: /Checking alone does not do it/, bad: { pick: [] }, refused: /Choose one/ },
  ],
  equal: [
    { right: "1", wrong: "0.5", says: /two independent draws agree/, bad: "one", refused: /cannot be read/ },
    { right: "0", wrong: "0.5", says: /two independent draws differ/, bad: "?", refused: /cannot be read/ },
    { right: "5", wrong: "4", says: /And the bonus/, bad: "4 5", refused: /One number is asked for/ },
    { right: { pick: ["It is never used"] }, wrong: { pick: ["It is p itself"] }, says: /nothing is drawn at all/, bad: { pick: [] }, refused: /Choose one/ },
  ],
  accepted: [
    { right: "0.8 0.56 0.28", wrong: "0.8 0.7 0.5", says: /tested only if the first has passed/, bad: "0.8 0.56", refused: /3 numbers are asked for/ },
    { right: "1,64", wrong: "2", says: /The chain stops at the first rejection/, bad: "NaN", refused: /cannot be read/ },
    { right: "2.64", wrong: "1.64", says: /Every cycle also ends with one token/, bad: "1e9", refused: /cannot be read/ },
  ],
};

const part = (page, number) => page.getByTestId(`part-${number}`);
const open = async (lab, id, variant = 0, options = {}) => {
  const page = await lab.openLab(`exercise=${id}&variant=${variant}`, options);
  await part(page, 1).waitFor();
  return page;
};

/** Hands an answer in, whatever kind it is. */
async function answer(where, given) {
  if (typeof given === "string") await where.getByRole("textbox").fill(given);
  else if (given.pick) await pick(where, given.pick);
  else await build(where, given.order);
  await where.getByTestId("check").click();
}

async function pick(where, wanted) {
  for (const label of await where.locator("label.option").all()) {
    const name = squeeze(await label.innerText());
    const input = label.locator("input");
    // Names are whole; claims and named filters are told by how they begin.
    const isWanted = wanted.some((text) => name === text || (text.length > 3 && name.startsWith(text)));
    if ((await input.getAttribute("type")) === "checkbox") await input.setChecked(isWanted);
    else if (isWanted) await input.check();
  }
}

async function build(where, lines) {
  const taken = where.getByRole("button", { name: /^Take out/ });
  while ((await taken.count()) > 0) await taken.first().click();
  for (const [text, reason] of lines) {
    const add = where.getByTestId("left-over").getByRole("button").filter({ hasText: text });
    await add.first().click();
    const line = where.getByTestId("built").locator("li").filter({ hasText: text });
    const options = await line.locator("option").allInnerTexts();
    await line.getByRole("combobox").selectOption({ label: options.find((option) => option.startsWith(reason)) });
  }
}

const mark = (where) => where.locator("[data-mark]").getAttribute("data-mark");
const said = async (where) => squeeze(await where.getByTestId("said").innerText());

for (const [id, questions] of Object.entries(EXERCISES)) {
  labTest(`the exercise ${id} tells right from wrong, says what went wrong, and does not count what it cannot read`, async (lab) => {
    const page = await open(lab, id);
    assert.equal(await page.locator("section.part").count(), questions.length);
    for (const [idx, { right, wrong, says, bad, refused }] of questions.entries()) {
      const where = part(page, idx + 1);
      await answer(where, bad);
      assert.equal(await mark(where), "unread", `${id} ${idx + 1}`);
      assert.match(await said(where), refused);
      assert.equal(await where.getByTestId("so-far").innerText(), "", "it counts as no attempt");
      assert.equal(await where.getByTestId("revealed").count(), 0);
      await answer(where, wrong);
      assert.match(await mark(where), /^(wrong|partly)$/, `${id} ${idx + 1}`);
      assert.match(await said(where), says);
      assert.match(await where.getByTestId("so-far").innerText(), /so far, 1 attempt$/);
      assert.equal(await where.getByTestId("revealed").count(), 0, "the answer is not given away");
      await answer(where, right);
      assert.equal(await mark(where), "right", `${id} ${idx + 1}: ${await said(where)}`);
      assert.match(await said(where), /^✓ Right\./);
      // Then the computed picture is there.
      await where.getByTestId("revealed").locator("table, .token-chips").first().waitFor();
    }
    await lab.screenshot(page, `exercise-${id}-1280`, { fullPage: true });
    await page.getByRole("link", { name: "All exercises" }).click();
    assert.match(await page.getByTestId(`item-${id}`).getByTestId("done").innerText(), /solved, 1 variant/);
  });
}

labTest("the simulation runs in the page and agrees with the formula", async (lab) => {
  const page = await open(lab, "accepted");
  const where = part(page, 2);
  await answer(where, "1.64");
  const words = where.getByTestId("cycles-words");
  await where.getByRole("button", { name: "100,000" }).click();
  await eventually(() => words.innerText(), /counted 1\.6[34]\d ± 0\.00\d, by the formula 1\.640\. Tokens per cycle: 2\.640/);
  const before = await words.innerText();
  await where.getByRole("button", { name: "Other coins" }).click();
  await eventually(async () => (await words.innerText()) === before, false);
});

labTest("hints come one by one, the solution is shown when asked for, and what comes after is practice", async (lab) => {
  const page = await open(lab, "accepted");
  const where = part(page, 2);
  const hints = where.getByTestId("hints").locator("li");
  for (let n = 1; n <= 3; n += 1) {
    await where.getByTestId("hint").click();
    assert.equal(await hints.count(), n);
    assert.equal((await hints.last().innerText()).includes("1.64"), n === 3, "only the last one gives it away");
  }
  assert.ok(await where.getByTestId("hint").isDisabled());
  await where.getByTestId("show").click();
  assert.match(squeeze(await where.getByTestId("revealed").innerText()), /= 0\.80 \+ 0\.56 \+ 0\.28 = 1\.64/);
  await answer(where, "1.64");
  assert.equal(await mark(where), "right");
  assert.equal(await where.getByTestId("so-far").innerText(), "◐ 0% so far, 1 attempt");
});

labTest("an exercise is done by keyboard alone, and what is said of answers is announced", async (lab) => {
  const page = await open(lab, "overlap");
  const where = part(page, 1);
  // From the line to choose to the button that checks, without a mouse.
  const focus = (locator) => locator.evaluate((element) => element.focus());
  await focus(where.getByRole("button", { name: "Add: Σ p − Σ min(p, q) = 1 − Σ min(p, q)" }));
  await page.keyboard.press("Enter");
  await eventually(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Reason for line 1");
  await page.keyboard.type("a distr");
  await focus(where.getByRole("button", { name: "Add: Σ (p − min(p, q)) = Σ p − Σ min(p, q)" }));
  await page.keyboard.press(" ");
  await eventually(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Reason for line 2");
  await page.keyboard.type("a sum");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Move up: line 2");
  await page.keyboard.press("Enter");
  // At the top there is no way up: the keyboard is on the way down of the same line.
  await eventually(() => page.evaluate(() => document.activeElement.getAttribute("aria-label")), "Move down: line 1");
  assert.match(await where.locator(".proof-builder [role=status]").innerText(), /Now line 1 of 2/);
  const lines = where.getByTestId("built").locator(".built-line");
  assert.match((await lines.allInnerTexts()).join(" | "), /^Σ \(p − min\(p, q\)\) = .* \| Σ p − Σ min/);
  await focus(where.getByTestId("check"));
  await page.keyboard.press("Enter");
  assert.match(await said(where), /^✗ Not right\. Line 1 is true, but its place is later/);
  assert.equal(await where.getByTestId("said").getAttribute("role"), "status");
  // Enter in a field checks, and Space types a space.
  const second = part(page, 2);
  await focus(second.getByRole("textbox"));
  await page.keyboard.type("0.3 0.7");
  await page.keyboard.press("Enter");
  assert.equal(await mark(second), "right");
  // Arrows choose among options.
  await page.goto(page.url().replace(/\?.*/, "?exercise=residual&variant=0"));
  const choice = part(page, 4);
  await focus(choice.getByRole("radio").first());
  await page.keyboard.press(" ");
  await page.keyboard.press("ArrowRight");
  assert.ok(await choice.getByRole("radio").nth(1).isChecked());
});

labTest("variants are endless, the address restores one, and bad addresses get a message", async (lab) => {
  const page = await open(lab, "filters");
  const given = () => page.locator(".given-table").first().innerText();
  const textbook = await given();
  await page.getByTestId("next-variant").click();
  await page.waitForURL(/exercise=filters&variant=1$/);
  assert.notEqual(await given(), textbook);
  await page.getByLabel("Variant").fill("4711");
  await page.getByLabel("Variant").press("Enter");
  await page.waitForURL(/variant=4711/);
  const drawn = await given();
  await page.reload();
  await part(page, 1).waitFor();
  assert.equal(await given(), drawn);
  await page.getByRole("button", { name: "Textbook’s numbers" }).click();
  assert.equal(await given(), textbook);
  await page.getByLabel("Variant").fill("many");
  await page.getByLabel("Variant").press("Enter");
  await page.getByTestId("notice").filter({ hasText: "A variant is a whole number" }).waitFor();

  const odd = await lab.openLab("exercise=nonsense&variant=-3");
  await part(odd, 1).waitFor();
  assert.equal(await odd.getByTestId("notice").count(), 2);
  await odd.waitForURL(/exercise=filters&variant=0/);
});

labTest("progress survives a reload, goes along as a file, and a bad file changes nothing", async (lab) => {
  const page = await open(lab, "equal");
  await answer(part(page, 1), "0.5");
  await answer(part(page, 1), "1");
  await page.reload();
  await eventually(() => part(page, 1).getByTestId("so-far").innerText(), "● solved");
  await page.getByRole("link", { name: "All exercises" }).click();
  assert.match(await page.getByTestId("item-equal").innerText(), /begun, best 25%/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  assert.equal(download.suggestedFilename(), "decoding-lab-progress.json");
  const file = readFileSync(await download.path(), "utf8");
  assert.deepEqual(JSON.parse(file).entries[0].parts[0], { credit: 1, n_attempts: 2, n_hints: 0, was_shown: false });

  // Another device: what was done there and what the file has come together.
  const other = await open(lab, "equal");
  await answer(part(other, 2), "0");
  await other.getByRole("link", { name: "All exercises" }).click();
  const add = (name, text) => other.locator("#trace-file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });
  await add("bad.json", "{\"format\":\"something else\"}");
  await eventually(() => other.getByTestId("imported").innerText(), /Nothing was added: this is no record of exercises/);
  assert.match(await other.getByTestId("item-equal").innerText(), /best 25%/);
  await add("progress.json", file);
  await eventually(() => other.getByTestId("imported").innerText(), /Added 1 variant from the file/);
  assert.match(await other.getByTestId("item-equal").innerText(), /best 50%/);
  await lab.screenshot(other, "exercises-1280", { fullPage: true });
});

labTest("a browser that forbids storage is told so, and nothing is lost in the session", async (lab) => {
  const forbid = (page) => page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("denied", "SecurityError"); } }));
  const page = await open(lab, "equal", 0, { prepare: forbid });
  await answer(part(page, 1), "1");
  await page.getByRole("link", { name: "All exercises" }).click();
  assert.match(await page.getByTestId("progress-words").innerText(), /lasts until the page is closed\. Save it as a file/);
  assert.match(await page.getByTestId("item-equal").innerText(), /best 25%/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as a file" }).click()]);
  assert.equal(JSON.parse(readFileSync(await download.path(), "utf8")).entries.length, 1);
});

labTest("a full storage is told so, and a record that cannot be read is put aside", async (lab) => {
  const fill = (page) => page.addInitScript(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
  const full = await open(lab, "equal", 0, { prepare: fill });
  await answer(part(full, 1), "1");
  await full.getByRole("link", { name: "All exercises" }).click();
  assert.match(await full.getByTestId("progress-words").innerText(), /storage is full/);

  const spoil = (page) => page.addInitScript(() => { if (!sessionStorage.getItem("spoiled")) { sessionStorage.setItem("spoiled", "1"); localStorage.setItem("decoding-lab-progress", "{\"version\": 99}"); } });
  const page = await open(lab, "equal", 0, { prepare: spoil });
  await page.getByRole("link", { name: "All exercises" }).click();
  assert.match(await page.getByTestId("progress-words").innerText(), /could not be read\. It was put aside/);
  assert.equal(await page.evaluate(() => localStorage.getItem("decoding-lab-progress-unreadable")), "{\"version\": 99}");
  await page.getByTestId("item-equal").getByRole("link").click();
  await answer(part(page, 1), "1");
  assert.match(await page.evaluate(() => localStorage.getItem("decoding-lab-progress")), /"version":1/);
});

labTest("the worksheet and its key are of the same exercises, and print on A4 and Letter without the page around them", async (lab) => {
  const page = await lab.openLab("worksheet&seed=0");
  const sheet = page.getByTestId("sheet");
  await sheet.waitFor();
  assert.equal(await sheet.locator(".paper-exercise").count(), Object.keys(EXERCISES).length);
  assert.match(await sheet.innerText(), /Name[\s\S]*Date/);
  assert.ok(!(await sheet.innerText()).includes("1.64"), "the sheet gives nothing away");
  await page.getByTestId("toggle-key").click();
  await page.waitForURL(/worksheet&seed=0&key$/);
  assert.match(await sheet.innerText(), /answer key[\s\S]*\{1, 2\}[\s\S]*1\.64/);
  // Each answer of the key is one that the page takes.
  const key = await sheet.locator(".paper-exercise").nth(0).locator(".key-answer").allInnerTexts();
  const exercise = await open(lab, "filters", 0);
  for (const [idx, text] of key.slice(0, 6).entries()) {
    await answer(part(exercise, idx + 1), text);
    assert.equal(await mark(part(exercise, idx + 1)), "right", text);
  }
  await page.getByLabel("Seed").fill("12");
  await page.getByLabel("Seed").press("Enter");
  await page.waitForURL(/seed=12&key/);
  const words = await sheet.innerText();
  await page.reload();
  await eventually(() => sheet.innerText(), words);
  await page.getByTestId("toggle-key").click();

  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.ok(!(await page.locator("header.site").isVisible()) && !(await page.locator(".sheet-tools").isVisible()));
  const ink = await sheet.evaluate((element) => getComputedStyle(element).color);
  assert.ok(ink.match(/\d+/g).slice(0, 3).every((part) => Number(part) < 90), `dark ink on paper: ${ink}`);
  for (const [format, width] of [["A4", 794 - 121], ["Letter", 816 - 121]]) {
    const pdf = await page.pdf({ format });
    const n = pdf.toString("latin1").match(/\/Type\s*\/Page\b(?!s)/g).length;
    assert.ok(n >= 3 && n <= 9, `${format}: ${n} pages`);
    await page.setViewportSize({ width, height: 1000 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    assert.ok(wide <= 0, `${format}: ${wide} px too wide`);
  }
  await lab.screenshot(page, "worksheet-print", { fullPage: true });
});

for (const viewport of [PHONE, { width: 390, height: 844 }, { width: 1280, height: 900 }]) {
  for (const colorScheme of ["light", "dark"]) {
    labTest(`no exercise is cut off at ${viewport.width} px, ${colorScheme}`, async (lab) => {
      const page = await open(lab, "filters", 0, { viewport, colorScheme, reducedMotion: "reduce" });
      for (const id of Object.keys(EXERCISES)) {
        await page.goto(page.url().replace(/\?.*/, `?exercise=${id}&variant=3`));
        await part(page, 1).waitFor();
        for (const where of await page.locator("section.part").all()) {
          await where.getByTestId("hint").click();
          await where.getByTestId("show").click();
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 0, `${id}: ${wide} px too wide`);
      }
      await lab.screenshot(page, `exercise-${viewport.width}-${colorScheme}`, { fullPage: true });
      await page.goto(page.url().replace(/\?.*/, "?exercises"));
      await page.getByTestId("progress").waitFor();
      await lab.screenshot(page, `exercises-${viewport.width}-${colorScheme}`, { fullPage: true });
    });
  }
}
