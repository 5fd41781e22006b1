// The address bar holds the experiment and the place: a reload or a shared link shows the same.

import assert from "node:assert/strict";
import { eventually, press, setKnob, showAll, slider, textOf, transcript, waitForLive, waitForPlace, waitForSource } from "./actions.mjs";
import { labTest } from "./lab.mjs";

/** What the address says besides the lab's name. (An old link without it is given it once the page is at rest.) */
const query = (page) => {
  const { lab, ...settings } = Object.fromEntries(new URL(page.url()).searchParams);
  return lab === "speculative" ? settings : { ...settings, lab };
};

labTest("a reload brings back the settings and the place", async (lab) => {
  const page = await lab.openLab();
  await waitForLive(page);
  assert.deepEqual(query(page), {}, "a fresh page has a plain address");
  await setKnob(page, "gamma", 3);
  await press(page, "Home");
  await press(page, "Shift+ArrowRight");
  await press(page, "ArrowRight", 5);
  await waitForPlace(page, 2, 5);
  await eventually(async () => query(page), { gamma: "3", at: "2.5" });
  const [caption, story] = [await textOf(page, "caption"), await transcript(page)];

  await page.reload();
  await waitForLive(page);
  await waitForPlace(page, 2, 5);
  assert.equal(await slider(page, "gamma").inputValue(), "3");
  assert.deepEqual([await textOf(page, "caption"), await transcript(page)], [caption, story]);
  assert.deepEqual(query(page), { gamma: "3", at: "2.5" });
});

labTest("a link with every setting brings back every setting", async (lab) => {
  const settings = {
    prompt: "Lily & Tom said: 100% + 1 = “猫”?", gamma: "2", temperature: "1.25", top_k: "50", top_p: "0.95", min_p: "0.01",
    repetition_penalty: "1.1", max_new_tokens: "20", seed: "7", at: "3.4",
  };
  const page = await lab.openLab(new URLSearchParams(settings).toString());
  await waitForLive(page);
  await waitForPlace(page, 3, 4);
  assert.equal(await page.getByLabel("Story so far").inputValue(), settings.prompt);
  assert.equal(await page.getByLabel("Seed", { exact: true }).inputValue(), "7");
  for (const knob of ["gamma", "temperature", "top_k", "top_p", "min_p", "repetition_penalty", "max_new_tokens"]) {
    assert.equal(await slider(page, knob).inputValue(), settings[knob], knob);
  }
  assert.ok((await transcript(page)).startsWith(settings.prompt));
  assert.equal(await page.getByTestId("notice").count(), 0);
  await eventually(async () => query(page), settings);
});

labTest("a link to a case opens it, at its place, without waiting for the models", async (lab) => {
  const page = await lab.openLab("scenario=case-correction&at=1.9", { prepare: (page) => page.route("**/*.safetensors", () => {}) });
  await waitForSource(page, "case");
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: position 3 is rejected");
  assert.ok(await page.getByRole("radio", { name: "Case 1: a correction" }).isChecked());
});

// Case 24: a link with values past the limits froze a page.
labTest("a link past the limits is clamped with notices that can be dismissed, and then says what is used", async (lab) => {
  const page = await lab.openLab("gamma=1e9&temperature=NaN&top_p=-3&max_new_tokens=12&scenario=nothing&at=2.4&lab=speculative");
  await waitForLive(page);
  assert.equal(await slider(page, "gamma").inputValue(), "8");
  assert.equal(await slider(page, "temperature").inputValue(), "0.8");
  assert.equal(await slider(page, "top_p").inputValue(), "0");
  const notices = page.getByTestId("notice");
  const words = (await notices.allInnerTexts()).join("\n");
  for (const expected of [
    "gamma = 1e9 is out of range; 8 is used", "temperature = NaN is not a number; 0.8 is used", "top_p = -3 is out of range; 0 is used",
    "there is no scenario “nothing”; the trained models are used",
  ]) {
    assert.ok(words.includes(expected), `no notice says "${expected}": ${words}`);
  }
  for (let left = 4; left > 0; left -= 1) {
    assert.equal(await notices.count(), left);
    await notices.first().getByRole("button", { name: "Dismiss this message" }).click();
  }
  assert.equal(await notices.count(), 0);
  const clamped = { gamma: "8", top_p: "0", max_new_tokens: "12", at: "2.4" };
  await eventually(async () => query(page), clamped);

  await page.reload();
  await waitForLive(page);
  assert.equal(await notices.count(), 0, "the clamped link is a good one");
  assert.deepEqual(query(page), clamped);
});

// The address stood still from the moment on at which the story was run to its end.
labTest("the address follows to the story's end, and takes up settings that are changed there", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8");
  await waitForLive(page);
  await showAll(page);
  const [, cycle, step] = (await textOf(page, "place")).match(/^cycle (\d+) of \1 · step (\d+) of \2$/);
  await eventually(async () => query(page), { max_new_tokens: "8", at: `${cycle}.${step}` });
  await setKnob(page, "temperature", 0);
  await eventually(async () => query(page).temperature, "0");
});

labTest("a place in the address that does not exist is taken as the nearest one or none", async (lab) => {
  const page = await lab.openLab("max_new_tokens=6&at=999.999");
  await waitForLive(page);
  await eventually(() => textOf(page, "place"), /^cycle (\d+) of \1 · step (\d+) of \2$/);
  const nowhere = await lab.openLab("max_new_tokens=6&at=-1.x");
  await waitForLive(nowhere);
  assert.match(await textOf(nowhere, "place"), /^before cycle 1/);
});
