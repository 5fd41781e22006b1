// What the page looks like and to whom: from a phone to a projector, light and dark, without colour,
// without motion, without sight.

import assert from "node:assert/strict";
import { eventually, leaveControls, press, recordedOnly, textOf, verdictsAndText, waitForLive, waitForPlace, waitForRecorded } from "./actions.mjs";
import { labTest, PHONE, PROJECTOR } from "./lab.mjs";

const NARROW = { "360 px": PHONE, "390 px": { width: 390, height: 844 } };
const SMALL_LAPTOP = { width: 1280, height: 720 };
/** A link to the correction of the first cycle. */
const CORRECTION = "at=1.11";
/** A link to the bonus of the second. */
const BONUS = "at=2.10";

/** How far the page can be scrolled sideways. */
const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

async function boxOf(page, testId) {
  const box = await page.getByTestId(testId).boundingBox();
  assert.ok(box, `${testId} is not drawn`);
  return { top: Math.round(box.y), bottom: Math.round(box.y + box.height), left: Math.round(box.x), right: Math.round(box.x + box.width) };
}

for (const [name, viewport] of Object.entries(NARROW)) {
  const body = async (lab) => {
    const page = await lab.openLab(CORRECTION, { ...recordedOnly, viewport });
    await waitForRecorded(page, 1, 11);
    assert.ok((await overhang(page)) <= 0, `the page can be scrolled sideways by ${await overhang(page)} px`);
    const playback = await boxOf(page, "playback");
    assert.ok(playback.left >= 0 && playback.right <= viewport.width && playback.bottom <= viewport.height, JSON.stringify(playback));
    for (const label of ["Restart", "Step back", "Step", "Next cycle", "Run to end"]) {
      const box = await page.getByRole("button", { name: label, exact: true }).boundingBox();
      assert.ok(box.x >= 0 && box.x + box.width <= viewport.width && box.height >= 24, `${label}: ${JSON.stringify(box)}`);
    }
    const stage = await boxOf(page, "stage");
    assert.ok(stage.top < viewport.height / 2, `the stage begins at ${stage.top} px`);

    const settings = page.getByRole("region", { name: "Settings" });
    const open = page.getByRole("button", { name: "Settings", exact: true });
    assert.equal(await open.getAttribute("aria-expanded"), "false");
    assert.ok(!(await settings.isVisible()), "the settings are away until asked for");
    await open.click();
    await settings.waitFor();
    assert.equal(await open.getAttribute("aria-expanded"), "true");
    await eventually(() => settings.evaluate((element) => element.contains(document.activeElement)), true);
    await page.getByRole("button", { name: "Close settings" }).click();
    await settings.waitFor({ state: "hidden" });
    await eventually(() => open.evaluate((element) => element === document.activeElement), true);
    await page.keyboard.press("Enter");
    await settings.waitFor();
    await page.keyboard.press("Escape");
    await settings.waitFor({ state: "hidden" });
    await eventually(() => open.evaluate((element) => element === document.activeElement), true);
    assert.ok((await overhang(page)) <= 0, "the page became wider");
    await lab.screenshot(page, `phone-${viewport.width}-light`);
    await lab.screenshot(page, `phone-${viewport.width}-light-whole`, { fullPage: true });
  };
  labTest(`a phone ${name} wide shows the stage without sideways scrolling, and the settings as a sheet`, body);
}

labTest("on a small laptop the stage, the caption and the comparison are in view together above the playback bar", async (lab) => {
  const page = await lab.openLab(CORRECTION, { ...recordedOnly, viewport: SMALL_LAPTOP });
  await waitForRecorded(page, 1, 11);
  const floor = (await boxOf(page, "playback")).top;
  const faults = [];
  for (const id of ["transcript", "stage", "caption", "comparison"]) {
    const box = await boxOf(page, id);
    if (box.top < 0 || box.bottom > floor) faults.push(`${id} reaches from ${box.top} to ${box.bottom} px`);
  }
  assert.deepEqual(faults, [], `the playback bar begins at ${floor} px`);
  assert.ok((await overhang(page)) <= 0);
});

labTest("on a projector nothing is cut off and the stage is in view", async (lab) => {
  const page = await lab.openLab(BONUS, { ...recordedOnly, viewport: PROJECTOR });
  await waitForRecorded(page, 2, 10);
  assert.ok((await overhang(page)) <= 0);
  const floor = (await boxOf(page, "playback")).top;
  for (const id of ["stage", "caption", "comparison"]) assert.ok((await boxOf(page, id)).bottom <= floor, id);
  await lab.screenshot(page, "projector-light");
});

labTest("eight guesses in a cycle do not make the page wider, and the step stays in view", async (lab) => {
  const page = await lab.openLab("gamma=8", { viewport: PHONE });
  await waitForLive(page);
  await press(page, "ArrowRight", 8);
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: the draft proposes token 8 of 8");
  assert.ok((await overhang(page)) <= 0, `the page can be scrolled sideways by ${await overhang(page)} px`);
  const chip = page.getByRole("button", { name: /^Drafted / }).last();
  await eventually(async () => {
    const box = await chip.boundingBox();
    return box.x >= 0 && Math.floor(box.x + box.width) <= PHONE.width;
  }, true);
});

labTest("the theme button goes round, and its choice is kept over a reload", async (lab) => {
  const page = await lab.openLab(CORRECTION, { ...recordedOnly, viewport: SMALL_LAPTOP });
  await waitForRecorded(page);
  const theme = page.getByRole("button", { name: /^Theme:/ });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const brightness = (colour) => colour.match(/[\d.]+/g).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
  const light = await paper();
  const names = [];
  for (let n = 0; n < 3; n += 1) {
    names.push(await theme.innerText());
    await theme.click();
  }
  assert.deepEqual(names, ["Theme: Auto", "Theme: Light", "Theme: Dark"]);
  assert.equal(await theme.innerText(), "Theme: Auto");
  await theme.click();
  await theme.click();
  await eventually(() => theme.innerText(), "Theme: Dark");
  const dark = await paper();
  assert.ok(brightness(dark) < brightness(light) / 2, `dark is ${dark}, light is ${light}`);
  await page.reload();
  await waitForRecorded(page);
  assert.equal(await theme.innerText(), "Theme: Dark");
  assert.equal(await paper(), dark);
  await lab.screenshot(page, "laptop-dark");
  await theme.click();
  await page.reload();
  await waitForRecorded(page);
  assert.equal(await theme.innerText(), "Theme: Auto");
  assert.equal(await paper(), light);
  await lab.screenshot(page, "laptop-light");
});

labTest("a system that is dark gets a dark page", async (lab) => {
  const page = await lab.openLab(CORRECTION, { ...recordedOnly, viewport: NARROW["390 px"], colorScheme: "dark" });
  await waitForRecorded(page, 1, 11);
  const parts = (await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).match(/[\d.]+/g).map(Number);
  assert.ok(Math.max(...parts.slice(0, 3)) < 100, `the page is ${parts}`);
  await lab.screenshot(page, "phone-390-dark");
});

labTest("reduced motion means no motion", async (lab) => {
  const moving = (page) =>
    page.evaluate(() => [...document.querySelectorAll("*")].filter((element) => getComputedStyle(element).animationName !== "none").length);
  const calm = await lab.openLab(CORRECTION, { ...recordedOnly, reducedMotion: "reduce" });
  await waitForRecorded(calm, 1, 11);
  assert.equal(await moving(calm), 0);
  const lively = await lab.openLab(CORRECTION, recordedOnly);
  await waitForRecorded(lively, 1, 11);
  assert.ok((await moving(lively)) > 0, "this test would not see a motion");
});

// Case 25: accepted, rejected, correction and bonus could be told apart by colour only.
labTest("without colour, accepted, rejected, dropped, correction and bonus still differ by glyph, word and line", async (lab) => {
  const page = await lab.openLab(CORRECTION, recordedOnly);
  await waitForRecorded(page, 1, 11);
  const lines = () =>
    page.getByTestId("stage").evaluate((stage) => {
      const found = {};
      for (const element of stage.querySelectorAll("*")) {
        const glyph = element.textContent.trim()[0];
        const style = getComputedStyle(element);
        if ("✓↻★".includes(glyph) && parseFloat(style.borderTopWidth) > 0) found[glyph] = style.borderTopStyle;
      }
      return found;
    });
  const strip = () =>
    page.getByTestId("text").evaluate((text) =>
      Object.fromEntries([...text.children].map((piece) => [piece.title.split(/[ ,]/)[0], getComputedStyle(piece).borderBottomStyle])),
    );
  const first = await verdictsAndText(page);
  assert.deepEqual(first.verdicts.slice(0, 4), ["✓accepted", "✓accepted", "✕rejected", "⌫dropped"]);
  assert.deepEqual(await lines(), { "✓": "solid", "↻": "double" });
  assert.deepEqual(await strip(), { given: "none", accepted: "solid", correction: "double" });

  await leaveControls(page);
  await press(page, "ArrowRight", 11);
  await waitForPlace(page, 2, 10);
  assert.deepEqual(await lines(), { "✓": "solid", "★": "dotted" });
  assert.deepEqual(await strip(), { given: "none", accepted: "solid", correction: "double", bonus: "dotted" });
  assert.match(await textOf(page, "transcript"), /✓ accepted ↻ correction ★ bonus/, "there is a legend");
});

labTest("everything that can be used has a name, and the caption announces itself", async (lab) => {
  const page = await lab.openLab(CORRECTION, recordedOnly);
  await waitForRecorded(page, 1, 11);
  const nameless = async () => {
    const session = await page.context().newCDPSession(page);
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    await session.detach();
    const roles = ["button", "link", "slider", "textbox", "combobox", "radio", "checkbox", "DisclosureTriangle", "image", "dialog", "progressbar"];
    const used = nodes.filter((node) => !node.ignored && roles.includes(node.role?.value));
    assert.ok(used.length > 40, `only ${used.length} things were found`);
    return used.filter((node) => !node.name?.value?.trim()).map((node) => node.role.value);
  };
  assert.deepEqual(await nameless(), []);
  await page.getByRole("button", { name: /^Drafted / }).first().click();
  const dialog = page.getByRole("dialog", { name: /^Cycle 1, position 1: the whole vocabulary/ });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Keys/ }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");

  assert.equal(await page.getByTestId("caption").getAttribute("aria-live"), "polite");
  assert.equal(await page.getByRole("main").count(), 1);
  assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
  const coin = page.getByRole("img", { name: /^coin 0\.71 is above acceptance probability 0\.24$/ });
  assert.equal(await coin.count(), 1, "the ruler says its numbers");
  const cache = page.getByRole("img", { name: "7 → 12 tokens" });
  assert.equal(await cache.count(), 1, "the cells of a cache say their number");
});
