// The lab "Greedy and beam search", in the page: the tree level by level, greedy beside it, the proof
// on a table, and the tree walked through by key and by hand.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { button, eventually, leaveControls, press, recordedOnly, showAll, slider, tableRows, textOf, waitForIdle, waitForSource } from "./actions.mjs";
import { frameMeter } from "./frames.mjs";
import { labTest } from "./lab.mjs";

const NARROW = { width: 390, height: 844 };

const open = async (lab, query = "", options = {}) => {
  const page = await lab.openLab(`lab=beams${query && `&${query}`}`, options);
  await page.getByTestId("tree").waitFor();
  return page;
};
const live = async (page) => {
  await waitForSource(page, "live");
  await waitForIdle(page);
};
/** A number as the page writes it. */
const number = (text) => Number(text.replace("−", "-").replace("+", ""));
const place = (page) => textOf(page, "place");
const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
const boxes = (page) => page.locator("[data-testid=tree] [data-node]").count();
/** The element that moves and zooms the tree. */
const camera = (page) => page.locator(".tree-world").evaluate((world) => world.style.transform + world.querySelector("g").getAttribute("transform"));
const scaleOf = async (page) => Number(/scale\(([\d.]+)\)/.exec(await camera(page))[1]);

labTest("a recorded search opens before the models, and a live one takes its place with the same texts", async (lab) => {
  const before = await open(lab, "", recordedOnly);
  await waitForSource(before, "recorded");
  await eventually(() => place(before), /^level 2 of 12 · step 5 of 5$/);
  await showAll(before);
  const recorded = await textOf(before, "beam-text");
  await lab.screenshot(before, "beams-recorded");
  const page = await open(lab);
  await live(page);
  await showAll(page);
  assert.equal(await textOf(page, "beam-text"), recorded);
});

labTest("the tree grows step by step, by key, and every step is told with its numbers", async (lab) => {
  const page = await open(lab, "at=1.0", recordedOnly);
  await waitForSource(page, "recorded");
  await leaveControls(page);
  await press(page, "Home");
  assert.match(await textOf(page, "caption"), /^The prompt stands alone/);
  assert.equal(await boxes(page), 1);
  assert.equal(await page.getByTestId("caption").getAttribute("aria-live"), "polite");
  await press(page, "ArrowRight");
  assert.equal(await textOf(page, "stage-title"), "Level 1: extend");
  const grown = await boxes(page);
  assert.ok(grown > 8);
  assert.equal(await page.locator("[data-testid=tree] .candidate").count(), grown - 1);
  await press(page, "ArrowRight");
  assert.equal(await textOf(page, "stage-title"), "Level 1: rank and prune");
  assert.match(await textOf(page, "caption"), /^4,096 texts are ranked by score; 4 stay\. The first one cut, .+, lacks \d\.\d\d\. The best is .+, at −\d\.\d\d\.$/);
  assert.equal(await page.locator("[data-testid=tree] .live").count(), 4);
  assert.equal(await page.locator("[data-testid=tree] .pruned").count(), grown - 5);
  // Without colour: every pruned box is crossed, says by how much, and nothing else is.
  const marks = await page.locator("[data-testid=tree] .pruned .mark").allTextContents();
  assert.ok(marks.every((mark) => /^✕ \d+\.\d\d$/.test(mark)), marks.join());
  // The rest and the boxes are all of the probability.
  await page.getByText("This level as a table").click();
  // Its rows are drawn once it is open.
  await eventually(async () => (await tableRows(page.getByTestId("step-table"))).length > 1, true);
  const rows = await tableRows(page.getByTestId("step-table"));
  const sum = rows.slice(1).reduce((total, row) => total + Number(row[2].replace("<", "")), 0);
  assert.ok(Math.abs(sum - 1) < 0.02, `${sum}`);
  await press(page, "ArrowLeft");
  assert.equal(await boxes(page), grown);
  await press(page, "PageDown");
  await press(page, "PageDown");
  await eventually(() => place(page), /^level 2 of 12 · step 5 of 5$/);
});

labTest("greedy stands beside the beams: where they part, where the beam overtakes, and both scores", async (lab) => {
  const page = await open(lab, "", recordedOnly);
  await waitForSource(page, "recorded");
  await showAll(page);
  await eventually(() => textOf(page, "verdict"), /^They part at token 1, where the beam takes the second-best token and greedy the best: −\d\.\d\d for the beam\. It is behind until token \d+, where it overtakes: second-best now, better later\. In all the beam leads by 5\.70/);
  assert.match(await textOf(page, "greedy-text"), /very tired/);
  assert.match(await textOf(page, "beam-text"), /a dog were best friends/);
  await page.getByText("Token by token").click();
  const rows = (await tableRows(page.getByTestId("prefixes"))).slice(1);
  assert.equal(rows.length, 12);
  // Every running sum is the one before and the new logarithm, and the lead is their difference.
  for (const [sum, log] of [[3, 2], [6, 5]]) {
    rows.reduce((before, row) => {
      assert.ok(Math.abs(before + number(row[log]) - number(row[sum])) < 0.02, row.join(" "));
      return number(row[sum]);
    }, 0);
  }
  for (const row of rows) assert.ok(Math.abs(number(row[6]) - number(row[3]) - number(row[7])) < 0.02, row.join(" "));
  const overtakes = rows.findIndex((row) => row[8] === "overtakes");
  assert.ok(rows.slice(0, overtakes).every((row) => number(row[7]) < 0) && number(rows[overtakes][7]) > 0);
  // The same path in the tree: once at each level that is in view, and it leaves the tree.
  await page.getByTestId("tree").focus();
  await press(page, "0");
  assert.equal(await page.locator("[data-testid=tree] .beam-place.greedy").count(), 13);
});

labTest("one beam is greedy, and another width is another search", async (lab) => {
  const page = await open(lab);
  await live(page);
  // Searches this short can be over before anyone watches: what they show is waited for.
  await slider(page, "num_beams").fill("1");
  await showAll(page);
  await eventually(() => textOf(page, "verdict"), "Greedy’s text is the best beam: so far they are the same.");
  await page.waitForURL(/num_beams=1/);
  await slider(page, "num_beams").fill("8");
  await eventually(async () => (await tableRows(page.getByTestId("scores"))).length, 1 + 8 + 1);
  await eventually(() => textOf(page, "cost"), /passes of the model 89\b/);
});

labTest("the arithmetic of the chosen text adds up, and is spelled out with a length penalty", async (lab) => {
  const page = await open(lab, "length_penalty=1");
  await live(page);
  await showAll(page);
  const sum = await textOf(page, "sum");
  const parts = [...sum.matchAll(/\((−?\d+\.\d\d)\)/g)].map((match) => number(match[1]));
  const total = number(/= (−\d+\.\d\d)$/.exec(sum)[1]);
  assert.ok(Math.abs(parts.reduce((a, b) => a + b, 0) - total) < 0.005 * parts.length + 0.005, sum);
  const [, score, len, divisor, objective] = /= (−[\d.]+) \/ (\d+)\^1\.0 = −[\d.]+ \/ ([\d.]+) = (−[\d.]+)$/.exec(await textOf(page, "quotient"));
  assert.deepEqual([number(score), Number(len), Number(divisor)], [total, parts.length, parts.length]);
  assert.ok(Math.abs(number(score) / Number(divisor) - number(objective)) < 0.006);
  assert.match(await textOf(page, "objectives"), /Other objectives \(length penalty a = 1\.0\)/);
  assert.match(await textOf(page, "arithmetic"), /a > 0 favours longer texts/);
  const rows = (await tableRows(page.getByTestId("scores"))).slice(1, -1);
  const [second] = await page.getByTestId("scores").getByRole("button").all().then((all) => all.slice(1));
  await second.click();
  await eventually(async () => number(/= (−\d+\.\d\d)$/.exec(await textOf(page, "sum"))[1]), number(rows[1][3]));
});

labTest("products run out of numbers where logarithms do not", async (lab) => {
  const page = await open(lab);
  await live(page);
  await button(page, "Products run out").click();
  await eventually(() => place(page), / of 64 /);
  await waitForIdle(page);
  await showAll(page);
  await page.getByTestId("scores").getByRole("button").last().click();
  await eventually(() => textOf(page, "underflow"), /Single precision \(f32\): digits are missing from token \d+ on, and from token \d+ on the product is 0\./);
  const rows = (await tableRows(page.getByTestId("products"))).slice(1);
  assert.equal(rows.length, 64);
  const last = rows.at(-1);
  assert.deepEqual([last[5], last[6]], ["0", "0"]);
  assert.ok(number(last[4]) < -103 && Number(last[7].replace(" !", "")) > 0, last.join(" "));
  await lab.screenshot(page, "beams-products", { fullPage: true });
});

labTest("on the table all 27 texts are looked at, enough beams find the best, and fewer miss it", async (lab) => {
  const page = await open(lab, "scenario=all-texts&num_beams=2", recordedOnly);
  await waitForSource(page, "case");
  const rows = (await tableRows(page.getByTestId("texts"))).slice(1);
  assert.equal(rows.length, 27);
  const scores = rows.map((row) => number(row[3]));
  assert.deepEqual(scores, scores.toSorted((a, b) => b - a));
  const total = rows.reduce((sum, row) => sum + Number(row[4].replace("<", "")), 0);
  assert.ok(Math.abs(total - 1) < 0.02, `the probabilities of all texts add up to ${total}`);
  const found = Object.fromEntries(rows.map((row) => [row[0], row[5]]).filter(([, by]) => by));
  assert.deepEqual(found, { 1: "B = 3, B = 9, B = 27", 2: "B = 2", 3: "B = 1" });
  assert.match(await textOf(page, "proof"), /B = V\^\(t−1\) = 9 is sure to find it/);
  await showAll(page);
  await eventually(() => textOf(page, "beam-text"), new RegExp(`${rows[1][1]}$`));
  await slider(page, "num_beams").fill("3");
  await eventually(() => textOf(page, "beam-text"), new RegExp(`${rows[0][1]}$`));
  await lab.screenshot(page, "beams-proof", { fullPage: true });
});

labTest("a finished text is frozen, and a length penalty decides between the short and the long one", async (lab) => {
  const page = await open(lab, "scenario=ending&num_beams=2", recordedOnly);
  await waitForSource(page, "case");
  await showAll(page);
  await eventually(() => textOf(page, "caption"), /^Decided: scores only fall, and no live beam can pass a finished one/);
  assert.match(await textOf(page, "beam-text"), /cat$/);
  assert.equal(await page.locator("[data-testid=tree] .finished").count(), 1);
  assert.match(await textOf(page, "live-and-finished"), /^1 live, 1 finished\./);
  await page.getByTestId("objectives").locator("summary").click();
  await slider(page, "length_penalty").fill("1");
  await eventually(() => textOf(page, "beam-text"), /cat sat down$/);
  assert.match(await textOf(page, "objectives"), /length penalty a = 1\.0/);
});

labTest("the address restores the experiment and the place, and nonsense gets a notice", async (lab) => {
  const page = await open(lab, "num_beams=3&max_depth=6&prompt=The+moon+said&at=4.2");
  await live(page);
  await eventually(() => place(page), "level 4 of 6 · step 2 of 4");
  await leaveControls(page);
  await press(page, "ArrowRight");
  await page.waitForURL(/prompt=The\+moon\+said&num_beams=3&max_depth=6&at=4\.3$/);
  const caption = await textOf(page, "caption");
  await page.reload();
  await live(page);
  await eventually(() => place(page), "level 4 of 6 · step 3 of 4");
  assert.equal(await textOf(page, "caption"), caption);
  const odd = await open(lab, "num_beams=1e9&max_depth=NaN&length_penalty=x&scenario=none", recordedOnly);
  assert.equal(await odd.getByTestId("notice").count(), 4);
  assert.equal(await slider(odd, "num_beams").inputValue(), "16");
});

labTest("the tree is walked through by key alone: moved, zoomed, chosen, folded, followed", async (lab) => {
  const page = await open(lab, "", recordedOnly);
  await waitForSource(page, "recorded");
  await showAll(page);
  const tree = page.getByTestId("tree");
  await tree.focus();
  const at = await place(page);
  const still = await camera(page);
  await press(page, "ArrowLeft");
  assert.notEqual(await camera(page), still);
  assert.equal(await place(page), at, "arrows belong to the tree while it has the focus");
  assert.equal(await page.getByTestId("follow").getAttribute("aria-pressed"), "false");
  const before = await scaleOf(page);
  await press(page, "+");
  const larger = await scaleOf(page);
  await press(page, "-", 2);
  assert.ok(larger > before && (await scaleOf(page)) < before);
  await press(page, "0");
  const all = await boxes(page);
  const first = await textOf(page, "chosen");
  await press(page, "Shift+ArrowLeft");
  await eventually(async () => (await textOf(page, "chosen")) !== first, true);
  await press(page, "Shift+ArrowLeft", 10);
  assert.match(await textOf(page, "chosen"), /: p \d/);
  await press(page, "Enter");
  await eventually(async () => (await boxes(page)) < all, true);
  assert.equal(await textOf(page, "fold"), "Unfold chosen");
  await press(page, "Enter");
  await eventually(() => boxes(page), all);
  await press(page, "f");
  assert.equal(await page.getByTestId("follow").getAttribute("aria-pressed"), "true");
  const hide = button(page, "Hide the pruned");
  await hide.focus();
  await press(page, "Space");
  await eventually(async () => (await page.locator("[data-testid=tree] .pruned:not(.greedy)").count()), 0);
});

labTest("the tree is dragged, zoomed with the wheel, folded and chosen with a pointer", async (lab) => {
  const page = await open(lab, "scenario=all-texts&num_beams=2", recordedOnly);
  await showAll(page);
  await button(page, "Fit").click();
  const tree = page.getByTestId("tree");
  await tree.scrollIntoViewIfNeeded();
  const box = await tree.boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height - 12];
  const still = await camera(page);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y - 40, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await camera(page), still);
  const scale = await scaleOf(page);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -240);
  await page.keyboard.up("Control");
  await eventually(async () => (await scaleOf(page)) > scale, true);
  await button(page, "Fit").click();
  const all = await boxes(page);
  await page.locator("[data-testid=tree] .fold").first().click();
  await eventually(async () => (await boxes(page)) < all, true);
  await button(page, "Unfold all").click();
  await eventually(() => boxes(page), all);
  await page.locator("[data-testid=tree] .pruned .label").first().click();
  await eventually(() => textOf(page, "chosen"), /pruned, \d+\.\d\d below the last one kept/);
});

labTest("a search is saved, opened again as it was, and refused where a fact was changed", async (lab) => {
  const page = await open(lab, "num_beams=3&max_depth=5");
  await live(page);
  await showAll(page);
  const caption = await textOf(page, "caption");
  const [download] = await Promise.all([page.waitForEvent("download"), button(page, "Save search (JSON)").click()]);
  const path = await download.path();
  const [csv] = await Promise.all([page.waitForEvent("download"), button(page, "Save texts (CSV)").click()]);
  assert.match(readFileSync(await csv.path(), "utf8"), /^node,parent,depth,group,token_id,token,/);
  const [svg] = await Promise.all([page.waitForEvent("download"), button(page, "Save tree (SVG)").click()]);
  const picture = readFileSync(await svg.path(), "utf8");
  assert.ok(picture.startsWith("<svg") && !picture.includes("var(") && picture.split("<rect").length > 30);
  const [png] = await Promise.all([page.waitForEvent("download"), button(page, "Save tree (PNG)").click()]);
  assert.equal(readFileSync(await png.path()).subarray(1, 4).toString(), "PNG");

  const other = await open(lab, "", recordedOnly);
  await waitForSource(other, "recorded");
  await other.locator("#trace-file").setInputFiles(path);
  await waitForSource(other, "file");
  await showAll(other);
  await eventually(() => textOf(other, "caption"), caption);
  assert.equal(await slider(other, "num_beams").inputValue(), "3");
  const recording = JSON.parse(readFileSync(path, "utf8"));
  recording.beams.steps[1].kept[0].token += 1;
  const forged = { name: "forged.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(recording)) };
  await other.locator("#trace-file").setInputFiles(forged);
  await other.getByTestId("notice").filter({ hasText: /could not be opened: the facts .* contradict each other \(beams, step 2: the ranking keeps other texts\)/ }).waitFor();
  assert.equal(await textOf(other, "caption"), caption);
});

labTest("a search is stopped where it is, and a newer one takes its place", async (lab) => {
  const page = await open(lab);
  await live(page);
  await slider(page, "max_depth").fill("64");
  await slider(page, "num_beams").fill("16");
  await page.locator("[data-testid=stop]:enabled").waitFor();
  await page.getByTestId("stop").click();
  await waitForIdle(page);
  await showAll(page);
  await eventually(() => textOf(page, "place"), /^level (\d|[1-5]\d|6[0-3]) of/, "it was stopped before its end");
  await slider(page, "max_depth").fill("3");
  await eventually(() => place(page), /^level 3 of 3/);
  assert.equal(await page.getByTestId("notice").count(), 0);
});

labTest("a prompt that is too long is refused in plain words, and the next one is searched", async (lab) => {
  const page = await open(lab);
  await live(page);
  await page.getByLabel("Story so far").fill("cat ".repeat(900));
  await page.getByTestId("run-trouble").filter({ hasText: /tokens/ }).waitFor();
  await page.getByLabel("Story so far").fill("The dog");
  await eventually(() => textOf(page, "text"), /^The dog/);
});

for (const [name, options] of Object.entries({
  "phone-390-light": { viewport: NARROW },
  "phone-390-dark": { viewport: NARROW, colorScheme: "dark" },
  "laptop-1280-light": {},
  "laptop-1280-dark": { colorScheme: "dark" },
})) {
  labTest(`nothing is cut off: ${name}`, async (lab) => {
    const page = await open(lab, "at=5.6", { ...recordedOnly, ...options });
    await waitForSource(page, "recorded");
    assert.ok((await overhang(page)) <= 0, `the page can be scrolled sideways by ${await overhang(page)} px`);
    const tree = await page.getByTestId("tree").boundingBox();
    assert.ok(tree.width > 250 && tree.height >= 320, JSON.stringify(tree));
    await lab.screenshot(page, `beams-${name}`);
    await lab.screenshot(page, `beams-${name}-whole`, { fullPage: true });
  });
}

labTest("reduced motion means no motion, and everything that can be used has a name", async (lab) => {
  const page = await open(lab, "", { ...recordedOnly, reducedMotion: "reduce" });
  await waitForSource(page, "recorded");
  const moving = await page.evaluate(
    () => [...document.querySelectorAll("*")].filter((element) => getComputedStyle(element).animationName !== "none").length,
  );
  assert.equal(moving, 0);
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  const roles = ["button", "link", "slider", "textbox", "combobox", "radio", "DisclosureTriangle", "image"];
  const used = nodes.filter((node) => !node.ignored && roles.includes(node.role?.value));
  assert.ok(used.length > 30, `only ${used.length} things were found`);
  assert.deepEqual(used.filter((node) => !node.name?.value?.trim()).map((node) => node.role.value), []);
});

// 64 levels of 8 beams: script, style and layout of a frame, as the browser itself counts them.
labTest("a tree of 64 levels and 8 beams moves and grows within a frame", async (lab) => {
  const page = await open(lab, "num_beams=8&max_depth=64");
  await live(page);
  await showAll(page);
  await eventually(() => place(page), /^level 64 of 64/);
  const measure = await frameMeter(page);
  const key = (name) => `document.querySelector("[data-testid=tree]").dispatchEvent(new KeyboardEvent("keydown", { key: "${name}", bubbles: true }))`;
  await measure("panning sideways", 120, key("ArrowLeft"));
  await measure("panning up and down", 60, `n % 2 ? ${key("ArrowUp")} : ${key("ArrowDown")}`);
  await page.getByTestId("follow").click();
  await measure("stepping back", 90, `document.querySelector("[aria-label='Step back']").click()`);
  await measure("stepping on", 90, `document.querySelector("[aria-label='Step']").click()`);
  await button(page, "Fit").click();
  await measure("panning the whole tree at once", 60, key("ArrowLeft"));
  await measure("stepping back through the whole tree", 60, `document.querySelector("[aria-label='Step back']").click()`);
  await lab.screenshot(page, "beams-64x8");
});
