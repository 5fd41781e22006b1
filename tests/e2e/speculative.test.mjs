// The Speculative lab as a reader uses it: it opens at once, shows real cycles step by step, and is
// driven by keys, buttons and the clock.

import assert from "node:assert/strict";
import {
  afterRun, assertWhole, button, displayed, eventually, gate, leaveControls, press, recordedOnly, setKnob, showAll, slider, squeeze, tableRows, textOf,
  transcript, verdictsAndText, waitForLive, waitForPlace, waitForRecorded, waitForSource,
} from "./actions.mjs";
import { labTest } from "./lab.mjs";
import { serveHeldBack } from "./servers.mjs";

labTest("a fresh page opens at once on a recorded run, shows how the models arrive, and goes on live with the same story", async (lab) => {
  const weights = gate();
  const server = await serveHeldBack((path) => path.endsWith("target-5.9m/model.safetensors"), weights.opened);
  try {
    const page = await lab.openLab("", { from: server.address });
    await waitForSource(page, "recorded");
    // Half of the target's weights is on its way; the rest is held back.
    await eventually(() => textOf(page, "engine"), /Loading the models: [1-9]\.\d MB of [1-9]\.\d MB/);
    const share = await page.getByTestId("engine").getByRole("progressbar").evaluate((bar) => bar.value / bar.max);
    assert.ok(share > 0.1 && share < 0.9, `${share} of the models' bytes are here`);

    await press(page, "ArrowRight", 6);
    await eventually(() => textOf(page, "stage-title"), "Cycle 1: position 1 is accepted");
    await showAll(page);
    const recorded = await transcript(page);
    assert.match(recorded, /^Once upon a time, a cat .{20}/);
    assert.equal(await page.getByTestId("source").getAttribute("data-source"), "recorded");

    weights.open();
    await waitForLive(page);
    await showAll(page);
    await eventually(async () => (await transcript(page)).slice(0, recorded.length), recorded);
    assert.ok((await transcript(page)).length > recorded.length, "the live run goes on where the recording ends");
    await eventually(() => textOf(page, "engine"), /Both run here, in your browser/);
  } finally {
    await server.close();
  }
});

labTest("the first cycles of a fresh page show accepted drafts, a rejection with its correction, and a bonus", async (lab) => {
  const page = await lab.openLab();
  await waitForLive(page);
  assert.match(await textOf(page, "stage-title"), /Before the first cycle/);
  assert.equal(await textOf(page, "tally"), "0 tokens from 0 target passes");

  // Each press of the key, and what then stands on stage.
  const story = [
    ["Cycle 1: the draft proposes token 1 of 4", /proposes “␣named”.* q = 0\.89\. Nothing is decided yet\./],
    ["Cycle 1: the draft proposes token 2 of 4", /“␣Tom”.* q = 0\.79\./],
    ["Cycle 1: the draft proposes token 3 of 4", /“␣had”.* q = 0\.098\./],
    ["Cycle 1: the draft proposes token 4 of 4", /“␣a”.* q = 0\.99\./],
    ["Cycle 1: the target scores every position in one pass", /scores 5 positions at once/],
    ["Cycle 1: position 1 is accepted", /p\/q = 0\.59 of all cases\. The coin 0\.05 is not above 0\.59: kept\./],
    ["Cycle 1: position 2 is accepted", /\(p = 0\.85, q = 0\.79\), so it is kept whatever the coin says\./],
    ["Cycle 1: position 3 is rejected", /The coin 0\.71 is above p\/q = 0\.24: “␣had”.*\(q = 0\.098, p = 0\.024\)/],
    ["Cycle 1: the rest of the draft is dropped", /The last guess was written after “␣had”, which is gone\./],
    ["Cycle 1: what the draft left uncovered", /has mass Z = 0\.18/],
    ["Cycle 1: the correction is drawn", /draws “␣went” for position 3/],
    ["Cycle 1: caches rolled back", /the target’s goes back by 2, the draft’s by 1\. This cycle turned one target pass into 3 tokens\./],
    ["Cycle 2: the draft proposes token 1 of 4", /“␣to”.* q = 0\.61\./],
    ["Cycle 2: the draft proposes token 2 of 4", /“␣the”.* q = 0\.79\./],
    ["Cycle 2: the draft proposes token 3 of 4", /“␣park”.* q = 0\.89\./],
    ["Cycle 2: the draft proposes token 4 of 4", /“\.”.* q = 0\.55\./],
    ["Cycle 2: the target scores every position in one pass", /all 4 drafted ones and the one after/],
    ["Cycle 2: position 1 is accepted", /The coin 0\.24 is not above 0\.64: kept\./],
    ["Cycle 2: position 2 is accepted", /The coin 0\.30 is not above 0\.82: kept\./],
    ["Cycle 2: position 3 is accepted", /“␣park” at least as much as the draft does \(p = 0\.89, q = 0\.89\)/],
    ["Cycle 2: position 4 is accepted", /\(p = 0\.60, q = 0\.55\)/],
    ["Cycle 2: all accepted: a bonus token", /It draws “␣He” from its own p, at no extra pass: 5 tokens from one target pass\./],
    ["Cycle 2: caches rolled back", /Nothing was rejected, so both caches keep all.* turned one target pass into 5 tokens\./],
  ];
  const seen = new Map();
  for (const [title, caption] of story) {
    await page.keyboard.press("ArrowRight");
    await eventually(() => textOf(page, "stage-title"), title);
    assert.match(await textOf(page, "caption"), caption);
    seen.set(title, {
      ...(await verdictsAndText(page)),
      tally: await textOf(page, "tally"),
      target: await textOf(page, "cache-target"),
      draft: await textOf(page, "cache-draft"),
    });
  }

  const [drafting, pass, rejected, dropped, corrected, rolledBack] = [4, 5, 8, 9, 11, 12].map((n) => seen.get(story[n - 1][0]));
  assert.deepEqual([drafting.tally, drafting.target, drafting.draft], ["0 tokens from 0 target passes", "7 tokens", "7 → 11 tokens"]);
  assert.deepEqual([pass.tally, pass.target, pass.draft], ["0 tokens from 1 target pass", "7 → 12 tokens", "7 → 11 tokens"]);
  assert.deepEqual(rejected.verdicts.slice(0, 3), ["✓accepted", "✓accepted", "✕rejected"]);
  assert.deepEqual(rejected.emitted, ["✓␣named", "✓␣Tom"]);
  assert.equal(rejected.tally, "2 tokens from 1 target pass");
  assert.equal(dropped.verdicts[3], "⌫dropped");
  assert.deepEqual(corrected.emitted, ["✓␣named", "✓␣Tom", "↻␣went"]);
  assert.deepEqual(
    [rolledBack.tally, rolledBack.target, rolledBack.draft],
    ["3 tokens from 1 target pass", "7 → 12 → 10 tokens", "7 → 11 → 10 tokens"],
  );

  const [bonus, kept] = [22, 23].map((n) => seen.get(story[n - 1][0]));
  assert.deepEqual(bonus.verdicts.slice(0, 4), Array(4).fill("✓accepted"));
  assert.deepEqual(bonus.emitted, ["✓␣to", "✓␣the", "✓␣park", "✓.", "★␣He"]);
  assert.deepEqual(
    [kept.tally, kept.target, kept.draft],
    ["8 tokens from 2 target passes", "10 → 15 → 15 tokens", "10 → 14 → 14 tokens"],
  );

  assert.equal(await transcript(page), "Once upon a time, a cat named Tom went to the park. He");
  const origins = await page.getByTestId("text").evaluate((text) =>
    [...text.children].filter((piece) => piece.title !== "given").map((piece) => `${piece.textContent.trim()}: ${piece.title}`),
  );
  assert.deepEqual(origins, [
    "named: accepted from the draft, cycle 1", "Tom: accepted from the draft, cycle 1", "went: correction from the residual, cycle 1",
    "to: accepted from the draft, cycle 2", "the: accepted from the draft, cycle 2", "park: accepted from the draft, cycle 2",
    ".: accepted from the draft, cycle 2", "He: bonus from the target, cycle 2",
  ]);
});

labTest("p and q at the position on stage are whole distributions, and overlap and residual mass make one", async (lab) => {
  const page = await lab.openLab("", recordedOnly);
  await waitForRecorded(page);
  const comparison = page.getByTestId("comparison");

  await press(page, "ArrowRight", 8);
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: position 3 is rejected");
  const [head, ...rows] = await tableRows(comparison.getByRole("table"));
  assert.deepEqual(head.slice(-2), ["p", "q"]);
  assert.match(rows.at(-1)[0], /^\d,\d{3} others$/);
  const had = rows.find(([token]) => token === "␣had");
  assert.deepEqual(had.slice(-2), ["0.024", "0.098"], "the drafted token is among the bars");
  assertWhole(rows.map((row) => row.at(-2)), "p");
  assertWhole(rows.map((row) => row.at(-1)), "q");
  const words = squeeze(await comparison.innerText());
  const overlap = words.match(/([\d.]+) ?overlap/)[1];
  const mass = words.match(/([\d.]+) ?residual mass Z/)[1];
  assertWhole([overlap, mass], "overlap + Z");

  await press(page, "ArrowRight", 3);
  await eventually(() => textOf(page, "drawn"), /↻ ?␣went drawn from the residual, coin 0\.18/);

  await press(page, "ArrowRight", 11);
  await eventually(() => textOf(page, "drawn"), /★ ?␣He drawn from p, coin 0\.\d\d/);
  const [bonusHead, ...bonusRows] = await tableRows(comparison.getByRole("table"));
  assert.equal(bonusHead.at(-1), "p", "after the last drafted token there is no q");
  assertWhole(bonusRows.map((row) => row.at(-1)), "p at the bonus");
});

labTest("keys alone play, step, and go back and forth", async (lab) => {
  const page = await lab.openLab("", recordedOnly);
  await waitForRecorded(page);
  const place = () => textOf(page, "place");
  const moves = [
    ["ArrowRight", /^cycle 1 of \d+ · step 1 of 12/],
    ["ArrowRight", /^cycle 1 of \d+ · step 2 of 12/],
    ["ArrowLeft", /^cycle 1 of \d+ · step 1 of 12/],
    ["Shift+ArrowRight", /^cycle 1 of \d+ · step 12 of 12/],
    ["Shift+ArrowRight", /^cycle 2 of \d+ · step 11 of 11/],
    ["PageDown", /^cycle 3 of /],
    ["Shift+ArrowLeft", /^cycle 2 of \d+ · step 11 of 11/],
    ["PageUp", /^cycle 1 of \d+ · step 12 of 12/],
    ["End", /^cycle (\d+) of \1 · step (\d+) of \2$/],
    ["Home", /^before cycle 1 of/],
    ["ArrowLeft", /^before cycle 1 of/],
  ];
  for (const [key, expected] of moves) {
    await page.keyboard.press(key);
    await eventually(place, expected, `after ${key}`);
  }
  await page.keyboard.press("Space");
  await eventually(() => textOf(page, "play"), /^Pause/);
  await eventually(place, /^cycle 1 of \d+ · step [2-9]/);
  await page.keyboard.press("Space");
  await eventually(() => textOf(page, "play"), /^Play/);

  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await keys.waitFor();
  const before = await place();
  await page.keyboard.press("ArrowRight");
  assert.equal(await place(), before, "an open dialog has the keyboard to itself");
  await page.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
});

// Case 23: Space in the prompt started playback instead of typing a space.
labTest("keys type in the prompt, move a slider that has the focus, and press a button that has it", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8");
  await waitForLive(page);
  await press(page, "ArrowRight", 2);
  const prompt = page.getByLabel("Story so far");
  await prompt.focus();
  await page.keyboard.press("Control+End");
  await afterRun(page, () => page.keyboard.type(" and?"));
  assert.equal(await prompt.inputValue(), "Once upon a time, a cat and?");
  assert.match(await textOf(page, "play"), /^Play/, "Space in a text field does not play");
  assert.equal(await page.getByRole("dialog").count(), 0, "a question mark in a text field is text");
  await page.keyboard.press("ArrowLeft");
  await waitForPlace(page, 1, 2);

  await slider(page, "gamma").focus();
  await afterRun(page, () => page.keyboard.press("ArrowRight"));
  assert.equal(await slider(page, "gamma").inputValue(), "5");
  await waitForPlace(page, 1, 2);

  await button(page, "Step").focus();
  await page.keyboard.press("Space");
  await waitForPlace(page, 1, 3);
  await page.keyboard.press("ArrowRight");
  await waitForPlace(page, 1, 4);

  await leaveControls(page);
  await page.keyboard.press("Space");
  await eventually(() => textOf(page, "play"), /^Pause/);
});

labTest("the Tab key reaches every control, and shows where it is", async (lab) => {
  const page = await lab.openLab("at=1.6", recordedOnly);
  await waitForRecorded(page, 1, 6);
  await leaveControls(page);
  // What a keyboard must reach: all that takes the focus, one of each group of radio buttons.
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
    const usable = all.filter((element) => {
      const rests = element.disabled || element.tabIndex < 0 || (element.type === "radio" && !element.checked);
      return !rests && element.checkVisibility({ visibilityProperty: true }) && !element.closest("dialog:not([open])");
    });
    usable.forEach((element, idx) => { element.dataset.order = idx; });
    return usable.map((element) => element.getAttribute("aria-label") ?? (element.textContent.trim() || element.id || element.tagName));
  });
  assert.ok(wanted.length > 30, `only ${wanted.length} controls were found`);
  const reached = new Set();
  for (let n = 0; n < wanted.length + 2; n += 1) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement;
      // A radio button lies unseen over its label, which shows the focus for it.
      const shown = [element, element.nextElementSibling].filter(Boolean).some((candidate) => {
        const style = getComputedStyle(candidate);
        return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
      });
      return { order: element.dataset.order, shown, name: element.outerHTML.slice(0, 80) };
    });
    if (focused.order === undefined) continue;
    assert.ok(focused.shown, `the focus cannot be seen on ${focused.name}`);
    reached.add(Number(focused.order));
  }
  assert.deepEqual(wanted.filter((_, idx) => !reached.has(idx)), [], "the Tab key does not reach these");

  // The first stop of all is the way past the settings.
  await page.evaluate(() => document.activeElement.blur());
  await page.getByRole("link", { name: "Skip to the content" }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "main");
});

labTest("every button of the playback bar does what it says", async (lab) => {
  const page = await lab.openLab("", recordedOnly);
  await waitForRecorded(page);
  const place = () => textOf(page, "place");
  const presses = [
    ["Step", /^cycle 1 of \d+ · step 1 of 12/],
    ["Step", /^cycle 1 of \d+ · step 2 of 12/],
    ["Step back", /^cycle 1 of \d+ · step 1 of 12/],
    ["Next cycle", /^cycle 1 of \d+ · step 12 of 12/],
    ["Next cycle", /^cycle 2 of \d+ · step 11 of 11/],
    ["Run to end", /^cycle (\d+) of \1 · step (\d+) of \2$/],
    ["Restart", /^before cycle 1 of/],
  ];
  for (const [name, expected] of presses) {
    await button(page, name).click();
    await eventually(place, expected, `after ${name}`);
  }
  const scrubber = page.getByRole("slider", { name: "Place in the story" });
  await scrubber.fill("8");
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: position 3 is rejected");
  assert.match(await scrubber.getAttribute("aria-valuetext"), /^cycle 1 of \d+ · step 8 of 12/);

  await page.getByTestId("play").click();
  await eventually(() => textOf(page, "play"), /^Pause/);
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: the rest of the draft is dropped");
  await page.getByTestId("play").click();
  await eventually(() => textOf(page, "play"), /^Play/);
});

labTest("playing goes on by itself, faster at a higher speed, stops at the end, and then starts over", async (lab) => {
  const page = await lab.openLab("max_new_tokens=4");
  await waitForLive(page);
  await page.getByRole("combobox", { name: "Speed" }).selectOption("10");
  const started = Date.now();
  await page.getByTestId("play").click();
  await eventually(() => textOf(page, "place"), /^cycle (\d+) of \1 · step (\d+) of \2$/);
  await eventually(() => textOf(page, "play"), /^Play/);
  // At normal speed the two cycles take half a minute.
  assert.ok(Date.now() - started < 15_000, `it took ${Date.now() - started} ms`);
  assert.equal(await textOf(page, "tally"), "4 tokens from 2 target passes");
  assert.match(await textOf(page, "caption"), /All the tokens you asked for are written\.$/);
  await page.getByTestId("play").click();
  await eventually(() => textOf(page, "place"), /^cycle 1 of /);
});

labTest("the lesson's two cases tell the lesson's two stories, are labelled as hand-made, and have fixed settings", async (lab) => {
  const page = await lab.openLab();
  await waitForLive(page);
  const live = await transcript(page);
  const cases = [
    ["Case 1: a correction", "Under the pale moon a cat slept", /draws “␣slept” for position 3/, ["✓␣a", "✓␣cat", "↻␣slept"]],
    [
      "Case 2: a bonus", "Beside the silent lake birds began to sing softly", /It draws “␣softly” from its own p/,
      ["✓␣birds", "✓␣began", "✓␣to", "✓␣sing", "★␣softly"],
    ],
  ];
  for (const [name, story, decisive, emitted] of cases) {
    await page.getByRole("radio", { name }).check();
    await waitForSource(page, "case");
    assert.match(await textOf(page, "source"), /Scripted case: the distributions are made by hand/);
    assert.match(await textOf(page, "controls"), /A lesson case\. The distributions are written by hand/);
    assert.ok(await page.getByLabel("Story so far").isDisabled());
    for (const knob of ["gamma", "temperature", "top_k", "top_p", "min_p", "repetition_penalty", "max_new_tokens"]) {
      assert.ok(await slider(page, knob).isDisabled(), `${knob} can be changed`);
    }
    assert.ok(await page.getByLabel("Seed", { exact: true }).isDisabled());
    await leaveControls(page);
    await press(page, "Home");
    const captions = [];
    while (!/step (\d+) of \1$/.test(await textOf(page, "place"))) {
      assert.ok(captions.length < 40, `the story does not end: ${captions.join("\n")}`);
      await page.keyboard.press("ArrowRight");
      captions.push(await textOf(page, "caption"));
    }
    assert.equal(await transcript(page), story);
    assert.ok(captions.some((caption) => decisive.test(caption)), captions.join("\n"));
    assert.deepEqual((await verdictsAndText(page)).emitted, emitted);
  }
  await afterRun(page, () => page.getByRole("radio", { name: "Trained models" }).check());
  await waitForSource(page, "live");
  assert.equal(await transcript(page), live);
  assert.ok(await slider(page, "gamma").isEnabled());
});

// The page stayed on the case for good: the models had come while it was on stage.
labTest("whoever goes back from a case to the models before these are there gets them when they come", async (lab) => {
  const weights = gate();
  const holdBack = (page) => page.route("**/model.safetensors", async (route) => { await weights.opened; await route.continue(); });
  const page = await lab.openLab("", { prepare: holdBack });
  await waitForSource(page, "recorded");
  await page.getByRole("radio", { name: "Case 1: a correction" }).check();
  await waitForSource(page, "case");
  await page.getByRole("radio", { name: "Trained models" }).check();
  weights.open();
  await waitForLive(page);
  assert.match(await transcript(page), /^Once upon a time, a cat/);
});

// Case 16: a page that cut to the top 50 before the softmax showed probabilities of something else.
labTest("any chip opens the whole vocabulary at its position: forty rows and the rest, which add up", async (lab) => {
  const page = await lab.openLab("at=1.12", recordedOnly);
  await waitForRecorded(page, 1, 12);
  const dialog = page.getByTestId("distribution");

  const drafted = page.getByRole("button", { name: /^Drafted ␣had q 0\.098/ });
  await drafted.click();
  await dialog.waitFor();
  assert.match(squeeze(await dialog.innerText()), /Cycle 1, position 3: the whole vocabulary.* after Once upon a time, a cat named Tom/);
  const [head, ...rows] = await tableRows(dialog.getByRole("table"));
  assert.equal(head.length, 5);
  assert.equal(rows.length, 41);
  assert.equal(rows.at(-1)[0], "the other 4,056");
  for (const column of [1, 2, 3, 4]) assertWhole(rows.map((row) => row[column]), head[column]);
  const was = rows.find(([token]) => token === "␣was");
  assert.deepEqual([was[2], was[4]], ["0.52", "0.59"]);
  assert.ok(displayed(was[3]).value < displayed(was[4]).value, "at temperature 0.8 the draft is surer of its favourite than of itself");
  assert.ok(await dialog.evaluate((element) => element.contains(document.activeElement)), "the focus is in the dialog");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  assert.ok(await drafted.evaluate((element) => element === document.activeElement), "the focus is back on the chip");

  await page.getByRole("button", { name: /the target’s distribution after all drafted tokens/ }).click();
  await dialog.waitFor();
  const [, ...bonusRows] = await tableRows(dialog.getByRole("table"));
  assert.equal(bonusRows.length, 41);
  for (const column of [1, 2]) assertWhole(bonusRows.map((row) => row[column]), `column ${column} of p alone`);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
});

labTest("a run that has moved on keeps its place when a setting changes", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12");
  await waitForLive(page);
  await press(page, "Shift+ArrowRight");
  await press(page, "ArrowRight", 2);
  await waitForPlace(page, 2, 2);
  await setKnob(page, "temperature", 0.5);
  await waitForPlace(page, 2, 2);
});
