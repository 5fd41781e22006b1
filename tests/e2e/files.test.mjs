// The plots and the table of cycles, what they say without being seen, and the files that can be
// taken along and opened again.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  button, eventually, leaveControls, press, recordedOnly, showAll, slider, squeeze, tableRows, textOf, transcript, waitForLive, waitForRecorded,
  waitForSource,
} from "./actions.mjs";
import { labTest } from "./lab.mjs";

const PLOTS = ["plot-acceptance", "plot-tokens", "plot-histogram", "plot-positions"];
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** What a click hands the reader as a file: its name and bytes. */
async function saved(page, act) {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

const openFile = (page, name, text) =>
  page.getByLabel("A trace file").setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(text) });

labTest("the plots appear with the first complete cycle, say their numbers in words, and give readings under the pointer", async (lab) => {
  const page = await lab.openLab("", recordedOnly);
  await waitForRecorded(page);
  const plot = (id) => page.getByTestId(id).getByRole("img", { name: /\w/ });
  for (const id of PLOTS) assert.equal(await plot(id).count(), 0, `${id} is drawn from nothing`);
  await press(page, "Shift+ArrowRight", 2);
  await eventually(() => textOf(page, "place"), /^cycle 2 of/);
  const summaries = {
    "plot-acceptance": /cycle 2: 1\.00 here; so far 0\.75 of drafted, 0\.86 of tested, overlap 0\.\d\d/,
    "plot-tokens": /cycle 2: 5 tokens here; so far 4\.00 measured, \d\.\d\d by the formula/,
    "plot-histogram": /1 cycle kept 4 of the drafted tokens/,
    "plot-positions": /position 4: kept in 1 of 2 cycles, 95% interval 0\.\d\d to 0\.\d\d/,
  };
  for (const id of PLOTS) {
    await plot(id).waitFor();
    assert.match(await plot(id).getAttribute("aria-label"), summaries[id]);
    const marks = await plot(id).locator("svg").locator("circle, rect, polyline").count();
    assert.ok(marks > 0, `${id} has no marks`);
  }
  assert.equal(await textOf(page, "alpha"), "0.75");
  assert.equal(await textOf(page, "tau"), "4.00");
  const acceptance = await textOf(page, "plot-acceptance");
  assert.match(acceptance, /accepted of drafted, 6 of 8 .*of tested 0\.86 6 of 7 tests passed mean overlap 0\./);
  const tokens = await textOf(page, "plot-tokens");
  assert.match(tokens, /tokens per target pass, at most 5.*\(1 − α.*\) \/ \(1 − α\) = \d\.\d\d at α = 0\.86 of tested/);

  const readings = {
    "plot-acceptance": /^cycle 1: 0\.50 here; so far 0\.50 of drafted, 0\.67 of tested/,
    "plot-tokens": /^cycle 1: 3 tokens here; so far 3\.00 measured/,
    "plot-histogram": /^0 cycles kept 0 of the drafted tokens/,
    "plot-positions": /^position 1: kept in 2 of 2 cycles/,
  };
  for (const id of PLOTS) {
    const caption = () => page.getByTestId(id).getByRole("figure").locator("figcaption").innerText().then(squeeze);
    assert.match(await caption(), /^SVG ?PNG$/, "without a pointer there is no reading");
    const { width } = await plot(id).boundingBox();
    await plot(id).hover({ position: { x: width * 0.13, y: 40 } });
    await eventually(caption, readings[id]);
    await page.mouse.move(0, 0);
    await eventually(caption, /^SVG ?PNG$/);
  }
});

labTest("the table has a row for each complete cycle, with what is on stage", async (lab) => {
  const page = await lab.openLab("", recordedOnly);
  await waitForRecorded(page);
  const table = page.getByTestId("cycle-table");
  await table.getByText("Show as a table").click();
  assert.equal((await tableRows(table.getByRole("table"))).length, 1, "only the head");
  await leaveControls(page);
  await press(page, "Shift+ArrowRight", 2);
  await press(page, "ArrowRight", 3);
  await eventually(async () => (await tableRows(table.getByRole("table"))).slice(1).map((row) => [...row.slice(0, 4), ...row.slice(5)]), [
    ["1", "␣named ␣Tom ␣had ␣a", "2 of 4", "↻ correction ␣went", "0.50", "3.00"],
    ["2", "␣to ␣the ␣park .", "4 of 4", "★ bonus ␣He", "0.75", "4.00"],
  ]);
  await button(page, "Run to end").click();
  const n_cycles = (await textOf(page, "place")).match(/^cycle (\d+) of \1 /)[1];
  await eventually(async () => (await tableRows(table.getByRole("table"))).length - 1, Number(n_cycles));
});

labTest("a trace that is saved opens again as the same story, and its table has all that happened", async (lab) => {
  const page = await lab.openLab("temperature=0.9&seed=5&max_new_tokens=16");
  await waitForLive(page);
  await showAll(page);
  const story = await transcript(page);
  const tally = await textOf(page, "tally");
  const json = await saved(page, () => button(page, "Save trace (JSON)").click());
  assert.equal(json.name, "decoding-lab-trace.json");
  const recording = JSON.parse(json.bytes.toString());
  assert.equal(recording.trace.spec.seed, 5);
  assert.equal(recording.trace.cycles.length, Number(tally.match(/from (\d+) target/)[1]));

  const csv = await saved(page, () => button(page, "Save table (CSV)").click());
  assert.equal(csv.name, "decoding-lab-trace.csv");
  const [head, ...rows] = csv.bytes.toString().trim().split("\n");
  assert.match(head, /^cycle,position,token_id,token,event,target_prob,draft_prob,acceptance_prob,coin,overlap,/);
  const tails = rows.filter((row) => /,(correction|bonus),/.test(row)).length;
  const drafted = recording.trace.cycles.reduce((sum, cycle) => sum + cycle.drafted.length, 0);
  assert.equal(rows.length, drafted + tails);

  const other = await lab.openLab();
  await waitForLive(other);
  assert.notEqual(await transcript(other), story);
  await openFile(other, json.name, json.bytes.toString());
  await waitForSource(other, "file");
  assert.equal(await slider(other, "temperature").inputValue(), "0.9", "the settings are the file's");
  await showAll(other);
  await eventually(() => transcript(other), story);
  assert.equal(await textOf(other, "tally"), tally);
  assert.match(await textOf(other, "target-alone"), /Target alone, same settings .{20}/, "the target's own text came along");
});

labTest("a file that is no trace is refused with a plain message, and what is on stage stays", async (lab) => {
  const page = await lab.openLab("max_new_tokens=12");
  await waitForLive(page);
  await showAll(page);
  const story = await transcript(page);
  const json = await saved(page, () => button(page, "Save trace (JSON)").click());
  const recording = JSON.parse(json.bytes.toString());
  const [first] = recording.trace.cycles;
  const files = {
    "no JSON at all": "this is not JSON",
    "another JSON": `{"version":1,"hello":"world"}`,
    "half a file": json.bytes.toString().slice(0, json.bytes.length / 2),
    "a trace that contradicts itself": JSON.stringify({
      ...recording, trace: { ...recording.trace, cycles: [{ ...first, emitted: first.emitted.toReversed() }, ...recording.trace.cycles.slice(1)] },
    }),
  };
  for (const [what, text] of Object.entries(files)) {
    await openFile(page, "broken.json", text);
    const notice = page.getByTestId("notice");
    await notice.waitFor();
    const words = await textOf(page, "notice");
    assert.match(words, /^(The file could not be opened: .{10}|This trace cannot be shown: its facts contradict each other)/, what);
    assert.equal(await transcript(page), story, what);
    assert.equal(await page.getByTestId("source").getAttribute("data-source"), "live", what);
    await notice.getByRole("button", { name: "Dismiss this message" }).click();
    await notice.waitFor({ state: "detached" });
  }
});

labTest("every plot can be saved as a drawing and as a picture", async (lab) => {
  const page = await lab.openLab("", recordedOnly);
  await waitForRecorded(page);
  await showAll(page);
  for (const name of ["acceptance", "tokens-per-cycle", "accepted-histogram", "kept-through-position"]) {
    const svg = await saved(page, () => button(page, `Save ${name} as SVG`).click());
    assert.equal(svg.name, `${name}.svg`);
    const drawing = svg.bytes.toString();
    assert.match(drawing, /^<svg[\s\S]*<\/svg>\s*$/);
    assert.ok(!drawing.includes("var("), "the file needs nothing of the page");
    const png = await saved(page, () => button(page, `Save ${name} as PNG`).click());
    assert.equal(png.name, `${name}.png`);
    assert.ok(png.bytes.subarray(0, 8).equals(PNG_SIGNATURE), "it is a PNG");
    assert.ok(png.bytes.length > 2_000 && png.bytes.readUInt32BE(16) > 600, `${png.bytes.length} bytes, ${png.bytes.readUInt32BE(16)} wide`);
  }
});
