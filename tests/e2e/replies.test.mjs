// A worker answers a moment later, and the reader does not wait: settings are changed, steps are taken and models chosen while
// an answer is on its way. Here answers are held back until the reader has done that.

import assert from "node:assert/strict";
import { afterRun, button, eventually, leaveControls, press, recordingOf, slider, textOf, waitForIdle, waitForLive, waitForSource } from "./actions.mjs";
import { labTest } from "./lab.mjs";

/** From now on, what a worker says can be held back: `replies.hold()` and `replies.release()` in the page. */
const holdable = {
  prepare: (page) =>
    page.addInitScript(() => {
      let holds = false;
      const held = [];
      window.replies = {
        hold() { holds = true; },
        held: () => held.length,
        release() {
          holds = false;
          held.splice(0).forEach((tell) => tell());
        },
      };
      const { get, set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
      Object.defineProperty(Worker.prototype, "onmessage", {
        get,
        set(hear) {
          // What is held back for a worker that has been let go meanwhile is heard by nobody.
          const tell = (event) => get.call(this) && hear.call(this, event);
          set.call(this, hear && ((event) => (holds ? held.push(() => tell(event)) : tell(event))));
        },
      });
    }),
};

const hold = (page) => page.evaluate(() => window.replies.hold());
const release = (page) => page.evaluate(() => window.replies.release());

/** Waits until all that is under way has been answered, as far as can be seen from here. */
async function allHeld(page) {
  let before = -1;
  await eventually(async () => {
    await page.waitForTimeout(400);
    const held = await page.evaluate(() => window.replies.held());
    const isAll = held > 0 && held === before;
    before = held;
    return isAll;
  }, true);
}

/** Brings a slider to a value, and lets the answers come that were held back, with nothing in between; those to come are held back again. */
const changeThenRelease = (page, knob, value) =>
  slider(page, knob).evaluate((input, given) => {
    input.value = given;
    input.dispatchEvent(new Event("input", { bubbles: true }));
    window.replies.release();
    window.replies.hold();
  }, String(value));

/** Labs that the models answer, the button that saves the answer, a setting, and what was asked for according to the file. */
const LABS = [
  { name: "speculative", save: "Save trace (JSON)", knob: "temperature", values: [0.5, 0.3, 0.7], settingsOf: ({ trace }) => [trace.spec.temperature] },
  { name: "beams", save: "Save search (JSON)", knob: "num_beams", values: [3, 5, 2], settingsOf: ({ spec, beams }) => [spec.settings.num_beams, beams.settings.num_beams] },
  { name: "constraints", save: "Save text (JSON)", knob: "temperature", values: [0.5, 0.3, 0.7], settingsOf: ({ trace }) => [trace.spec.temperature] },
];

// A run that was asked for with one temperature was replayed with the next one: "the recorded run contradicts itself", and the page fell back to
// the prompt. It took a reader who was quicker than a worker under load.
labTest("what is answered late is shown as what was asked for, though the settings have changed since", async (lab) => {
  for (const { name, knob, values, save, settingsOf } of LABS) {
    const page = await lab.openLab(`lab=${name}`, holdable);
    await waitForSource(page, "live");
    await waitForIdle(page);
    const [first, second, third] = values;
    const are = (value) => (settings) => settings.length > 0 && settings.every((setting) => setting === value);
    await hold(page);
    await slider(page, knob).fill(String(first));
    await allHeld(page);
    await changeThenRelease(page, knob, second);
    await allHeld(page);
    const settings = settingsOf(await recordingOf(page, save));
    assert.ok(are(first)(settings), `${name}: what is on screen was made with ${first} and says ${settings}`);
    await changeThenRelease(page, knob, third);
    await release(page);
    await eventually(async () => settingsOf(await recordingOf(page, save)), are(third), name);
    assert.equal(await page.getByTestId("notice").count(), 0, name);
  }
});

// Three steps taken while the first run was on its way: two of them were lost with the run before.
labTest("steps taken while a run is on its way are not lost when it comes", async (lab) => {
  const page = await lab.openLab("", holdable);
  await waitForLive(page);
  await leaveControls(page);
  await button(page, "Run to end").click();
  await press(page, "Home");
  for (let n = 0; n < 6; n += 1) await button(page, "Next cycle").click();
  await hold(page);
  await slider(page, "temperature").fill("0.9");
  await allHeld(page);
  await button(page, "Next cycle").click();
  await eventually(() => textOf(page, "place"), /^cycle 7 of/);
  await release(page);
  await waitForIdle(page);
  await eventually(() => textOf(page, "place"), /^cycle 7 of/);
});

// Cycles of a run that could not be begun any more were added to the run on screen.
labTest("what comes of a run after other models were chosen is left out, and theirs takes its place", async (lab) => {
  const page = await lab.openLab("", holdable);
  await waitForLive(page);
  await hold(page);
  await button(page, "Next seed").click();
  await allHeld(page);
  await page.getByLabel("Draft model").selectOption("draft-poor");
  await afterRun(page, () => release(page));
  assert.equal(await page.getByTestId("notice").count(), 0);
  assert.equal((await recordingOf(page)).trace.pair.draft.name, "draft-poor");
});

// With a new prompt in the field, a token could be taken for it out of the distribution after the old one, and be saved with it.
labTest("no token is chosen from a distribution that follows another text", async (lab) => {
  const page = await lab.openLab("lab=logits", holdable);
  await waitForSource(page, "live");
  const pick = page.getByTestId("stage").locator("button.pick").first();
  const all = [page.getByTestId("take"), page.getByTestId("write"), pick, button(page, "Save logits (JSON)"), button(page, "Save stages (CSV)")];
  const enabled = () => Promise.all(all.map((one) => one.isEnabled()));
  await eventually(enabled, all.map(() => true));
  await hold(page);
  await page.getByLabel("Story so far").fill("The dog");
  await eventually(enabled, all.map(() => false));
  await allHeld(page);
  assert.deepEqual(await enabled(), all.map(() => false));
  await release(page);
  await eventually(enabled, all.map(() => true));
  assert.equal((await recordingOf(page, "Save logits (JSON)")).spec.prompt, "The dog");
});

// Whoever stopped a run while other models were loading waited for them for ever where the worker had died.
labTest("a worker that has stopped answering is noticed, also where a run was stopped while other models load", async (lab) => {
  const page = await lab.openLab("", holdable);
  await waitForLive(page);
  await hold(page);
  await button(page, "Next seed").click();
  await page.locator("[data-testid=stop]:enabled").waitFor();
  await page.getByLabel("Draft model").selectOption("draft-poor");
  await page.getByTestId("stop").click();
  await page.getByTestId("engine-trouble").filter({ hasText: /has stopped answering/ }).waitFor();
  await release(page);
  await page.getByTestId("engine-trouble").getByRole("button").click();
  await waitForSource(page, "live");
  await eventually(async () => (await recordingOf(page)).trace.pair.draft.name, "draft-poor");
  assert.equal(await page.getByTestId("engine-trouble").count(), 0);
});

// The run that a change was about to ask for pushed the file out again.
labTest("a file that is opened right after a change of settings stays on screen", async (lab) => {
  const labs = [
    ...LABS.map(({ name, save, knob, values }) => [name, save, (page) => slider(page, knob), String(values[0])]),
    ["logits", "Save logits (JSON)", (page) => page.getByLabel("Story so far"), "The dog"],
  ];
  for (const [name, save, control, value] of labs) {
    const page = await lab.openLab(`lab=${name}`);
    await waitForSource(page, "live");
    if (await page.getByTestId("stop").count()) await waitForIdle(page);
    const json = JSON.stringify(await recordingOf(page, save));
    await control(page).evaluate(
      (changed, [json, value]) => {
        changed.value = value;
        changed.dispatchEvent(new Event("input", { bubbles: true }));
        const files = new DataTransfer();
        files.items.add(new File([json], "saved.json", { type: "application/json" }));
        const input = document.querySelector("#trace-file");
        input.files = files.files;
        input.dispatchEvent(new Event("change", { bubbles: true }));
      },
      [json, value],
    );
    await waitForSource(page, "file");
    await page.waitForTimeout(800);
    assert.equal(await page.getByTestId("source").getAttribute("data-source"), "file", name);
  }
});
