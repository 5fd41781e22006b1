// Which models run: target and draft are chosen from menus, and readers open models of their own. What cannot be used is refused in plain
// words, and what was there before goes on.

import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { assertAccessible } from "./access.mjs";
import {
  afterRun, button, chooseKernels, eventually, leaveControls, recordingOf, showAll, squeeze, textOf, transcript, waitForLive,
} from "./actions.mjs";
import { checkpoint, picked } from "./checkpoint.mjs";
import { PHONE, labTest } from "./lab.mjs";

const MODELS = fileURLToPath(new URL("../../public/models", import.meta.url));

const menu = (page) => page.getByLabel("Draft model");
const targets = (page) => page.getByLabel("Target model");
const chooseTarget = (page, name) => afterRun(page, () => targets(page).selectOption(name));
const chooseDraft = (page, name) => afterRun(page, () => menu(page).selectOption(name));
const query = (page) => page.evaluate(() => location.search);
const panel = (page) => page.getByTestId("own-models");
const trouble = (page) => page.getByTestId("model-trouble");
const unfoldPanel = (page) => panel(page).locator("summary").click();
const input = (page, role) => page.getByTestId(`open-my-${role}`);

/** Opens files as a model, and waits for the run on it. */
const open = (page, role, files) => afterRun(page, () => input(page, role).setInputFiles(picked(files)));

/** A page that notes which weights it fetches. */
const noting = (asked) => ({ prepare: (page) => page.on("request", (request) => { if (request.url().endsWith("safetensors")) asked.push(request.url()); }) });

/** What a menu says of a model: its name, its numbers, and what it takes to fetch it. */
function optionOf(name) {
  const bytes = ["config.json", "model.safetensors", "tokenizer.json"].reduce((sum, file) => sum + statSync(join(MODELS, name, file)).size, 0);
  const { parameters } = JSON.parse(readFileSync(join(MODELS, name, "card.json"), "utf8"));
  const words = parameters < 1e6 ? `${Math.round(parameters / 1e3)}K` : `${(parameters / 1e6).toFixed(1)}M`;
  return `${name} · ${words} · ${(bytes / 1e6).toFixed(1)} MB`;
}

/** How much of what was drafted was accepted. */
function alpha({ trace }) {
  const sum = (of) => trace.cycles.reduce((total, cycle) => total + of(cycle), 0);
  return sum((cycle) => cycle.emitted.length - 1) / sum((cycle) => cycle.drafted.length);
}

const pairOf = async (page) => {
  const { target, draft } = (await recordingOf(page)).trace.pair;
  return [target.name, draft.name];
};

/** A model's folder on disk; `remove` takes it away. */
function folderOf(files, name) {
  const above = mkdtempSync(join(tmpdir(), "models-"));
  const folder = join(above, name);
  mkdirSync(folder);
  for (const [file, bytes] of Object.entries(files)) writeFileSync(join(folder, file), bytes);
  return { folder, remove: () => rmSync(above, { recursive: true, force: true }) };
}

labTest("a poor draft is accepted less, a draft that is the target always, and each says what it weighs", async (lab) => {
  const asked = [];
  const page = await lab.openLab("max_new_tokens=48&temperature=1", noting(asked));
  await waitForLive(page);
  const small = alpha(await recordingOf(page));
  assert.deepEqual(await pairOf(page), ["target-5.9m", "draft-0.3m"]);
  const options = await menu(page).locator("option").allInnerTexts();
  assert.deepEqual(options, [optionOf("draft-0.3m"), optionOf("draft-poor"), "the target itself · nothing more to load"]);

  await chooseDraft(page, "draft-poor");
  const poor = await recordingOf(page);
  assert.equal(poor.trace.pair.draft.name, "draft-poor");
  assert.match(await page.locator("#draft-effect").innerText(), /guesses badly/);
  await eventually(() => query(page), /draft=draft-poor/);
  asked.length = 0;
  await chooseDraft(page, "target");
  const itself = await recordingOf(page);
  assert.deepEqual(itself.trace.pair.draft, itself.trace.pair.target);
  assert.equal(asked.filter((url) => url.includes("draft")).length, 0, "nothing more is loaded");
  assert.match(await textOf(page, "ready"), /target 5\.9M .* draft the target itself/);
  await eventually(() => query(page), /draft=target/);
  // Its last cycle may be cut off by the length that was asked for.
  for (const cycle of itself.trace.cycles.slice(0, -1)) assert.equal(cycle.emitted.length, cycle.drafted.length + 1);
  assert.ok(alpha(poor) < small - 0.1 && small < alpha(itself), `poor ${alpha(poor)}, small ${small}, itself ${alpha(itself)}`);

  await chooseDraft(page, "draft-0.3m");
  await eventually(() => query(page), /^(?!.*draft=)/);
  assert.equal(alpha(await recordingOf(page)), small, "the same seed tells the same story again");
});

labTest("a smaller target is fetched when it is chosen, and writes a text of its own that the small draft guesses as well", async (lab) => {
  const asked = [];
  const page = await lab.openLab("max_new_tokens=48&temperature=1", noting(asked));
  await waitForLive(page);
  assert.deepEqual(await targets(page).locator("option").allInnerTexts(), ["target-5.9m", "target-1.8m"].map(optionOf));
  assert.match(await page.locator("#target-effect").innerText(), /usual target/);
  assert.ok(asked.length > 0 && !asked.some((url) => url.includes("target-1.8m")), "no byte of it before it is wanted");
  const usual = await recordingOf(page);

  await chooseTarget(page, "target-1.8m");
  const smaller = await recordingOf(page);
  assert.deepEqual([smaller.trace.pair.target.name, smaller.trace.pair.draft], ["target-1.8m", usual.trace.pair.draft]);
  assert.match(await textOf(page, "ready"), /target 1\.8M .* draft 344K/);
  assert.match(await page.locator("#target-effect").innerText(), /a third of the weights/);
  const written = ({ trace }) => trace.cycles.flatMap((cycle) => cycle.emitted);
  assert.notDeepEqual(written(smaller), written(usual));
  // It is a pair: most of what the small draft guesses of it is accepted.
  assert.ok(alpha(smaller) > 0.4 && alpha(smaller) < 0.95, `${alpha(smaller)}`);
  await eventually(() => query(page), /target=target-1\.8m/);

  await chooseTarget(page, "target-5.9m");
  await eventually(() => query(page), /^(?!.*target=)/);
  assert.deepEqual(written(await recordingOf(page)), written(usual), "the same seed tells the same story again");
});

labTest("a link chooses the target, in labs without a draft, too, and what is no target is named", async (lab) => {
  const beams = await lab.openLab("lab=beams&target=target-1.8m");
  await eventually(() => beams.getByTestId("ready").innerText(), /target 1\.8M/);
  assert.equal(await targets(beams).inputValue(), "target-1.8m");
  assert.equal(await menu(beams).count(), 0);
  const unknown = await lab.openLab("target=huge&draft=draft-poor&max_new_tokens=12");
  await unknown.getByText("target = huge is no choice; target-5.9m is used").waitFor();
  await waitForLive(unknown);
  assert.deepEqual(await pairOf(unknown), ["target-5.9m", "draft-poor"]);
  const fixed = await lab.openLab("embed=1&lock=target&max_new_tokens=12&target=target-1.8m");
  await targets(fixed).waitFor();
  assert.ok(await targets(fixed).isDisabled() && await menu(fixed).isEnabled());
});

labTest("what was trained on a target comes with it, whichever of the page's own it is", async (lab) => {
  const asked = [];
  const page = await lab.openLab("lab=drafts&drafts=model_heads&max_new_tokens=12", noting(asked));
  const verdict = (page) => page.locator('table.ways tr[data-way="heads"] td').last().innerText();
  await waitForLive(page);
  await eventually(() => verdict(page), /✓/);
  const folders = () => [...new Set(asked.flatMap((url) => url.match(/heads-[^/]*/) ?? []))];
  assert.deepEqual(folders(), ["heads-5.9m"]);
  asked.length = 0;
  const smaller = await lab.openLab("lab=drafts&target=target-1.8m&drafts=model_heads&max_new_tokens=12", noting(asked));
  await waitForLive(smaller);
  await eventually(() => verdict(smaller), /✓/);
  assert.deepEqual(folders(), ["heads-1.8m"]);
});

// The table of drafts is wider than a phone, and the reason ended at its edge.
labTest("why a way to draft cannot be had is read without scrolling sideways on a phone", async (lab) => {
  lab.expectProblem(/answer 404: .*heads-5\.9m/);
  lab.expectProblem(/console: Failed to load resource.*404/);
  const prepare = (page) => page.route("**/heads-5.9m/**", (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" }));
  const page = await lab.openLab("lab=drafts&max_new_tokens=12", { viewport: PHONE, prepare });
  const why = page.locator('[data-way="heads"] .why-missing');
  await eventually(() => why.innerText(), /heads-5\.9m\/config\.json could not be fetched: the server answered 404/);
  const { x, width } = await why.boundingBox();
  assert.ok(x >= 0 && x + width <= PHONE.width, `${x} to ${x + width} of ${PHONE.width}`);
});

labTest("a link chooses the draft, in every lab, and what is no draft is named", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12&draft=target");
  await waitForLive(page);
  assert.deepEqual(await pairOf(page), ["target-5.9m", "target-5.9m"]);
  assert.equal(await menu(page).inputValue(), "target");
  const constraints = await lab.openLab("lab=constraints&with_draft=on&draft=draft-poor&max_new_tokens=12");
  await eventually(() => constraints.getByTestId("ready").innerText(), /draft 69K/);
  await eventually(() => query(constraints), /with_draft=on.*draft=draft-poor/);
  // Older links to that lab said so whether a draft takes part.
  const older = await lab.openLab("lab=constraints&draft=on&max_new_tokens=12");
  await eventually(() => query(older), /with_draft=on/);
  assert.equal(await older.getByTestId("notice").count(), 0);
  const unknown = await lab.openLab("draft=huge&max_new_tokens=12");
  await unknown.getByText("draft = huge is no choice; draft-0.3m is used").waitFor();
  await waitForLive(unknown);
  assert.equal(await menu(unknown).inputValue(), "draft-0.3m");
});

labTest("a page around a lab shows the draft alone, or fixes it", async (lab) => {
  const alone = await lab.openLab("embed=1&show=draft&max_new_tokens=12&draft=draft-poor");
  await menu(alone).waitFor();
  assert.equal(await alone.locator("#kernels").isVisible(), false);
  assert.equal(await panel(alone).isVisible(), false);
  assert.equal(await alone.locator("#prompt").isVisible(), false);
  const fixed = await lab.openLab("embed=1&lock=draft&max_new_tokens=12&draft=draft-poor");
  await menu(fixed).waitFor();
  assert.ok(await menu(fixed).isDisabled());
  assert.match(squeeze(await fixed.getByTestId("draft-choice").innerText()), /Fixed by the page around this one/);
  assert.equal(await panel(fixed).count(), 0, "nor can another model be opened");
});

labTest("a reader's own target runs everywhere, is its own draft, and no link has it", async (lab) => {
  const page = await lab.openLab("max_new_tokens=24");
  await waitForLive(page);
  await unfoldPanel(page);
  const before = await transcript(page);
  await open(page, "target", checkpoint());
  assert.deepEqual(await pairOf(page), ["my-target", "my-target"]);
  const recording = await recordingOf(page);
  assert.equal(recording.trace.pair.vocab_size, 257);
  for (const cycle of recording.trace.cycles.slice(0, -1)) assert.equal(cycle.emitted.length, cycle.drafted.length + 1, "p = q");
  assert.match(await textOf(page, "own-models-state"), /my-target is the target \(.* on this device\)\. It is its own draft/);
  await showAll(page);
  assert.notEqual(await transcript(page), before);
  await eventually(() => query(page), /^\?lab=speculative&max_new_tokens=24(?!.*draft)/);
  await button(page, "Share").click();
  assert.match(await textOf(page, "share-opened"), /does not contain the models that you have opened \(my-target\)/);
  await page.keyboard.press("Escape");

  // A draft that knows the same tokens.
  await open(page, "draft", checkpoint({ seed: 2 }));
  assert.deepEqual(await pairOf(page), ["my-target", "my-draft"]);
  assert.equal(await menu(page).inputValue(), "opened");
  // Other kernels are another worker, which reads the files again.
  await chooseKernels(page, "reference");
  assert.deepEqual(await pairOf(page), ["my-target", "my-draft"]);
  await chooseKernels(page, "simd");

  const goTo = (name) => page.locator("nav.labs").getByRole("link", { name }).click();
  const nothingIsWrong = async (name) => {
    for (const id of ["run-trouble", "engine-trouble", "model-trouble", "notice"]) assert.equal(await page.getByTestId(id).count(), 0, `${name}: ${id}`);
  };
  for (const name of ["From logits to a token", "Greedy and beam search", "Constrained decoding", "Why it is fast"]) {
    await goTo(name);
    // The race and the measurement have one each.
    await page.locator("[data-testid=source][data-source=live]").first().waitFor();
    await nothingIsWrong(name);
  }
  await goTo("Every way to draft");
  const row = async (way) => squeeze(await page.locator(`table.ways tr[data-way="${way}"]`).innerText());
  await eventually(() => row("heads-tree"), /Not to be had: heads-5\.9m belongs to another target than my-target/);
  assert.match(await row("poor"), /Not to be had: .*different vocabularies/);
  assert.match(await row("ngram"), /Not to be had: the texts to count are written in other tokens than those of my-target/);
  for (const way of ["model", "target", "lookup", "model-tree"]) assert.match(await row(way), /✓ p = /, way);
  await nothingIsWrong("Every way to draft");
  await page.locator("nav.labs").getByRole("link").first().click();
  await afterRun(page, () => page.getByTestId("models-back").click());
  assert.deepEqual(await pairOf(page), ["target-5.9m", "draft-0.3m"]);
  await showAll(page);
  assert.equal(await page.getByTestId("models-back").count(), 0);
});

labTest("what cannot be used is refused in plain words, and the pair from before goes on", async (lab) => {
  const page = await lab.openLab("max_new_tokens=24");
  await waitForLive(page);
  await showAll(page);
  const before = await transcript(page);
  await unfoldPanel(page);
  const model = checkpoint();
  const without = (name) => Object.fromEntries(Object.entries(model).filter(([file]) => file !== name));
  const { "model.safetensors": weights } = model;
  const refused = async (role, files, says) => {
    await input(page, role).setInputFiles(picked(files));
    await eventually(async () => ((await trouble(page).count()) ? squeeze(await trouble(page).innerText()) : ""), says);
    assert.match(squeeze(await trouble(page).innerText()), /^Cannot be used: .* The models from before go on\.$/);
  };
  // Seen from the names alone: nothing is loaded.
  for (const name of Object.keys(model)) await refused("target", without(name), new RegExp(`${name} is not among the files`));
  const parts = { ...without("model.safetensors"), "model-00001-of-00002.safetensors": weights, "model.safetensors.index.json": Buffer.from("{}") };
  await refused("target", parts, /the weights are in several files/);
  // Seen by the worker.
  const reloaded = async (role, files, says) => {
    await refused(role, files, says);
    await page.getByTestId("ready").waitFor();
    assert.match(await textOf(page, "ready"), /target 5\.9M .* draft 344K/);
  };
  await reloaded("target", { ...model, "model.safetensors": Buffer.from("<html>not found</html>") }, /my-target\/model\.safetensors is damaged or cut short \(22 bytes/);
  await reloaded("target", { ...model, "model.safetensors": weights.subarray(0, weights.length - 400) }, /damaged or cut short/);
  await reloaded("target", { ...model, "config.json": checkpoint({ config: { model_type: "gpt2" } })["config.json"] }, /it is of type “gpt2”/);
  await reloaded("target", { ...model, "config.json": Buffer.from("{}") }, /config\.json cannot be read/);
  await reloaded("target", { ...model, "tokenizer.json": Buffer.from("[]") }, /tokenizer\.json cannot be read/);
  await reloaded("target", { ...model, "model.safetensors": Buffer.concat([weights.subarray(0, weights.length - 4), Buffer.from([0, 0, 0x80, 0x7f])]) }, /not finite/);
  const large = { ...model, "config.json": checkpoint({ config: { hidden_size: 12_288, num_attention_heads: 96, num_key_value_heads: 96 } })["config.json"] };
  await reloaded("target", large, /needs about \d+ MB of memory, and there can be at most 4295 MB/);
  await reloaded("draft", model, /the draft my-draft \(257 tokens\) and the target target-5\.9m \(4096 tokens\) have different vocabularies/);
  await eventually(() => transcript(page), before, "what was on screen is there again");
  assert.deepEqual(await pairOf(page), ["target-5.9m", "draft-0.3m"]);
  await afterRun(page, () => button(page, "Next seed").click());
  assert.equal(await page.getByTestId("engine-trouble").count(), 0);
  // With a target of one's own, the shipped drafts do not fit either.
  await open(page, "target", model);
  await chooseDraft(page, "draft-poor");
  assert.match(squeeze(await trouble(page).innerText()), /the draft draft-poor \(4096 tokens\) and the target my-target \(257 tokens\)/);
  assert.equal(await menu(page).inputValue(), "target");
  assert.deepEqual(await pairOf(page), ["my-target", "my-target"]);
});

labTest("a folder gives a model its name, which is text and nothing else; when it is gone, that is said", async (lab) => {
  const { folder, remove } = folderOf(checkpoint(), "<i>stories");
  try {
    const page = await lab.openLab("max_new_tokens=12");
    await waitForLive(page);
    await unfoldPanel(page);
    await afterRun(page, () => page.getByTestId("open-my-target-folder").setInputFiles(folder));
    assert.deepEqual(await pairOf(page), ["<i>stories", "<i>stories"]);
    assert.match(await textOf(page, "own-models-state"), /^<i>stories is the target/);
    assert.equal(await panel(page).locator("i").count(), 0);
    remove();
    await page.getByLabel("Computed with").selectOption("reference");
    await page.getByTestId("engine-trouble").waitFor();
    assert.match(await textOf(page, "engine-trouble"), /<i>stories\/\S+ cannot be read \(.*\); if it has changed or is gone, open it again/);
    await afterRun(page, () => page.getByTestId("models-back").click());
    assert.deepEqual(await pairOf(page), ["target-5.9m", "draft-0.3m"]);
  } finally {
    remove();
  }
});

labTest("models are chosen and opened with the keyboard alone, on a phone as well, and axe finds nothing", async (lab) => {
  for (const viewport of [undefined, PHONE]) {
    const page = await lab.openLab("max_new_tokens=12", viewport ? { viewport, colorScheme: "dark" } : {});
    await waitForLive(page);
    if (viewport) {
      await page.locator(".sheet-open").focus();
      await page.keyboard.press("Enter");
    }
    // The browser's dialog is heard of before a key opens it.
    const choosers = [];
    page.on("filechooser", (chooser) => choosers.push(chooser));
    await menu(page).focus();
    await afterRun(page, () => page.keyboard.press("ArrowDown"));
    assert.equal(await menu(page).inputValue(), "draft-poor");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Open a target …");
    await page.keyboard.press("Enter");
    await eventually(() => choosers.length, 1);
    const [chooser] = choosers;
    assert.ok(chooser.isMultiple());
    await afterRun(page, () => chooser.setFiles(picked(checkpoint())));
    assert.match(await textOf(page, "own-models-state"), /my-target is the target/);
    await input(page, "draft").setInputFiles(picked({ "config.json": Buffer.from("{}") }));
    await trouble(page).waitFor();
    await assertAccessible(page, viewport ? "the open panel on a phone, dark" : "the open panel");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing hangs over the edge");
    await panel(page).scrollIntoViewIfNeeded();
    await lab.screenshot(page, `models-${viewport ? "phone" : "laptop"}`);
    await leaveControls(page);
  }
});
