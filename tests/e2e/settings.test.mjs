// What the reader sets: every change runs anew, says what it does, and nothing that can be typed or
// dragged breaks the page.

import assert from "node:assert/strict";
import { afterRun, button, eventually, press, setKnob, showAll, slider, textOf, transcript, waitForLive, waitForSource } from "./actions.mjs";
import { labTest } from "./lab.mjs";

const atEnd = /^cycle (\d+) of \1 · step (\d+) of \2$/;

/** Shows the whole story, and returns its text. */
async function wholeStory(page) {
  await showAll(page);
  await eventually(() => textOf(page, "place"), atEnd);
  return transcript(page);
}

labTest("a longer draft length gives a cycle of that many guesses", async (lab) => {
  const page = await lab.openLab();
  await waitForLive(page);
  await setKnob(page, "gamma", 8);
  assert.match(await textOf(page, "knob-gamma"), /8 guesses per cycle, then one target pass over 9 positions/);
  await button(page, "Step").click();
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: the draft proposes token 1 of 8");
  await press(page, "ArrowRight", 8);
  await eventually(() => textOf(page, "caption"), /scores 9 positions at once: all 8 drafted ones/);
  assert.equal(await page.getByRole("button", { name: /^Drafted / }).count(), 8);
  assert.equal(await page.getByRole("button", { name: /^The target gives / }).count(), 8);
  await setKnob(page, "gamma", 1);
  await press(page, "Home");
  await press(page, "ArrowRight", 2);
  await eventually(() => textOf(page, "caption"), /scores 2 positions at once: the drafted one/);
});

// Case 2: greedy speculation gave another text than the target alone.
labTest("at temperature 0 the text is that of the target alone, and the page says that it checked", async (lab) => {
  const page = await lab.openLab("temperature=0&prompt=The+little+dog+was+sad+because");
  await waitForLive(page);
  const verdict = () => textOf(page, "alone-verdict");
  for (const gamma of [1, 4, 8]) {
    if ((await slider(page, "gamma").inputValue()) !== String(gamma)) await setKnob(page, "gamma", gamma);
    assert.match(await verdict(), /^Checked: all \d+ tokens are the same as with speculation\./, `gamma ${gamma}`);
    const story = await wholeStory(page);
    assert.ok((await page.getByTestId("target-alone").innerText()).includes(story.slice(0, 120)), "both texts can be read");
  }
  await setKnob(page, "temperature", 0.9);
  assert.match(await verdict(), /laws|law/, "above 0 it says what is equal and what is not");
});

labTest("top-p at 0 keeps one token, so that speculation and the target alone agree", async (lab) => {
  const page = await lab.openLab("max_new_tokens=24");
  await waitForLive(page);
  await setKnob(page, "top_p", 0);
  assert.match(await textOf(page, "knob-top_p"), /keeps only the best token/);
  assert.match(await textOf(page, "alone-verdict"), /^Checked: all 24 tokens are the same as with speculation\./);
  await button(page, "Step").click();
  await page.getByRole("button", { name: /^Drafted .* q 1\.00/ }).waitFor();
});

// Case 15: sliders that said "0" where they were off, and one that broke the page at its end.
labTest("every slider works at both of its ends, and says Off where it is off", async (lab) => {
  const page = await lab.openLab("max_new_tokens=6");
  await waitForLive(page);
  // For each: what it says at its low end, at its high end, and at the value it has now.
  const knobs = {
    gamma: ["1", "8"],
    temperature: ["0.00", "2.00"],
    top_k: ["Off", "100"],
    top_p: ["0.00", "Off"],
    min_p: ["Off", "1.00"],
    repetition_penalty: ["Off", "2.00"],
    max_new_tokens: ["1", "240"],
  };
  for (const [knob, ends] of Object.entries(knobs)) {
    const control = slider(page, knob);
    const before = await control.inputValue();
    for (const [idx, key] of ["Home", "End"].entries()) {
      const end = await control.getAttribute(idx === 0 ? "min" : "max");
      if ((await control.inputValue()) === end) await control.press(key);
      else await afterRun(page, () => control.press(key));
      assert.equal(await control.inputValue(), end);
      assert.equal(await control.getAttribute("aria-valuetext"), ends[idx], `${knob} at ${end}`);
      assert.match(await textOf(page, `knob-${knob}`), new RegExp(` ${ends[idx]} .{15,}`), "the value, and its effect in words");
      assert.equal(await page.getByTestId("run-trouble").count(), 0, `${knob} at ${end}`);
      assert.equal(await page.getByTestId("notice").count(), 0, `${knob} at ${end}`);
      await wholeStory(page);
    }
    if ((await control.inputValue()) !== before) await setKnob(page, knob, before);
  }
  await setKnob(page, "temperature", 1);
  assert.equal(await slider(page, "temperature").getAttribute("aria-valuetext"), "Off");
});

labTest("another opening, another prompt and another seed tell other stories; the same seed tells the same", async (lab) => {
  const page = await lab.openLab("max_new_tokens=16");
  await waitForLive(page);
  const first = await wholeStory(page);
  const choose = page.getByRole("combobox", { name: "Choose an opening" });
  await afterRun(page, () => choose.selectOption({ label: "The sun was warm and the birds" }));
  assert.equal(await page.getByLabel("Story so far").inputValue(), "The sun was warm and the birds");
  assert.match(await wholeStory(page), /^The sun was warm and the birds.{10}/);
  await afterRun(page, () => page.getByLabel("Story so far").fill("Once upon a time, a cat"));
  assert.equal(await wholeStory(page), first, "same settings, same story");

  await afterRun(page, () => button(page, "Next seed").click());
  assert.equal(await page.getByLabel("Seed", { exact: true }).inputValue(), "427");
  assert.notEqual(await wholeStory(page), first);
  await afterRun(page, async () => {
    await page.getByLabel("Seed", { exact: true }).fill("426");
    await page.keyboard.press("Enter");
  });
  assert.equal(await wholeStory(page), first);

  await page.getByLabel("Seed", { exact: true }).fill("many");
  await page.keyboard.press("Enter");
  await eventually(() => page.getByTestId("notice").allInnerTexts().then(String), /A seed is a whole number from 0 to 4294967295/);
  assert.equal(await wholeStory(page), first);
});

// Case 26: a prompt past the context gave a tensor error.
labTest("a prompt beyond the context gets a plain message, and a shorter one works again", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8");
  await waitForLive(page);
  const first = await wholeStory(page);
  const prompt = page.getByLabel("Story so far");
  await afterRun(page, () => prompt.fill("word ".repeat(3000)));
  assert.match(
    await textOf(page, "run-trouble"),
    /^This could not be run: the prompt has \d{3,4} tokens, but the models see at most 256; shorten it\.$/,
  );
  assert.equal(await transcript(page), first, "what is on stage stays");
  await afterRun(page, () => prompt.fill("Tom had a red ball."));
  assert.equal(await page.getByTestId("run-trouble").count(), 0);
  assert.match(await wholeStory(page), /^Tom had a red ball\..{5}/);
});

labTest("an empty prompt lets the models begin a story themselves", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8");
  await waitForLive(page);
  await afterRun(page, () => page.getByLabel("Story so far").fill(""));
  assert.match(await wholeStory(page), /^[A-Z][a-z]+ .{5}/);
  assert.equal(await page.getByTestId("run-trouble").count(), 0);
  assert.equal(await page.getByTestId("engine-trouble").count(), 0);
  await afterRun(page, () => page.getByLabel("Story so far").fill("Tom"));
  assert.match(await wholeStory(page), /^Tom.{5}/);
});

// Case 26, from the other side: a story that grows into the limit.
labTest("a story that reaches the end of the context stops cleanly and says why", async (lab) => {
  const page = await lab.openLab(`max_new_tokens=240&seed=1&prompt=${encodeURIComponent("The cat sat on the mat. ".repeat(34).trim())}`);
  await waitForLive(page);
  await wholeStory(page);
  assert.match(await textOf(page, "caption"), /The models’ context is full: they cannot see further than this many tokens\.$/);
  assert.equal(await page.getByTestId("run-trouble").count(), 0);
  assert.match(await textOf(page, "cache-target"), /→ 25\d tokens$/);
});

// Case 22: characters split over tokens became replacement characters.
labTest("emoji and Chinese characters are shown whole, and loose bytes as bytes", async (lab) => {
  const page = await lab.openLab(`temperature=2&seed=43&prompt=${encodeURIComponent("Tom 🐈 saw 猫 and said \"")}`);
  await waitForLive(page);
  const seeds = [];
  for (let n = 0; n < 3; n += 1) {
    if (n > 0) await afterRun(page, () => button(page, "Next seed").click());
    const story = await wholeStory(page);
    assert.match(story, /^Tom 🐈 saw 猫 and said "/);
    seeds.push(story);
    const all = await page.evaluate(() => document.body.innerText + document.body.textContent);
    assert.ok(!all.includes("\uFFFD"), "a replacement character is on the page");
  }
  // At temperature 2 the models also draw parts of characters that no other part completes.
  assert.match(seeds.join(""), /‹[0-9A-F]{2}›/);
});

labTest("markup in a prompt stays text", async (lab) => {
  const prompt = `Hi <img src=x onerror="document.title='broken in'"> </script><script>document.title='broken in'</script><b>bold</b>`;
  const page = await lab.openLab(`max_new_tokens=6&prompt=${encodeURIComponent(prompt)}`);
  await waitForLive(page);
  assert.ok((await wholeStory(page)).startsWith(prompt));
  await press(page, "Home");
  await press(page, "ArrowRight", 5);
  await page.getByRole("button", { name: /^Drafted / }).first().click();
  await page.getByTestId("distribution").waitFor();
  assert.equal(await page.title(), "Speculative cycles – Decoding Lab");
  assert.equal(await page.locator("img, script:not([src])").count(), 0);
  assert.equal(await page.locator("b", { hasText: "bold" }).count(), 0);
});

labTest("going back to the models from a file or a case takes one change of a setting", async (lab) => {
  const page = await lab.openLab("scenario=case-bonus");
  await waitForSource(page, "case");
  await page.getByTestId("ready").waitFor();
  assert.equal(await page.getByTestId("source").getAttribute("data-source"), "case", "the models' arrival does not take the case away");
  await afterRun(page, () => page.getByRole("radio", { name: "Trained models" }).check());
  await waitForSource(page, "live");
});
