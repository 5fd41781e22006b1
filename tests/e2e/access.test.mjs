// Who can use the page: axe over every lab and state, the keyboard alone, large type, few colours, fingers.

import assert from "node:assert/strict";
import { LABS, assertAccessible, unfold } from "./access.mjs";
import { button, eventually, leaveControls, press, recordedOnly, textOf, waitForRecorded, waitForSource } from "./actions.mjs";
import { FIGURES, labTest, PHONE } from "./lab.mjs";

const LAPTOP = { width: 1280, height: 900 };
/** A laptop's page at twice the size: half as many pixels of its own. */
const ZOOMED = { width: 640, height: 450 };
/** A link to the correction of the first cycle, and one to the bonus of the second. */
const CORRECTION = "at=1.11";
const BONUS = "at=2.10";

const overhang = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Opens a lab on its recorded trace, some steps into its story. */
async function openRecorded(lab, name, options = {}) {
  const page = await lab.openLab(`lab=${name}&at=1.5`, { ...recordedOnly, ...options });
  await waitForDrawn(page);
  return page;
}

/** Waits until the lab shows a story: its recorded trace, or what it computes in the page. */
async function waitForDrawn(page) {
  await page.locator("main h1").waitFor({ state: "attached" });
  await page.locator("[data-testid=source]").first().waitFor({ state: "attached" });
}

for (const name of LABS) {
  labTest(`axe finds nothing wrong with the lab ${name}, on a laptop and a phone, light and dark, all of it unfolded`, async (lab) => {
    for (const [viewport, colorScheme] of [[LAPTOP, "light"], [PHONE, "dark"]]) {
      const page = await openRecorded(lab, name, { viewport, colorScheme });
      await assertAccessible(page, `${name}, ${viewport.width} px, ${colorScheme}`);
      await unfold(page);
      await assertAccessible(page, `${name}, ${viewport.width} px, ${colorScheme}, unfolded`);
    }
    const dark = await openRecorded(lab, name, { colorScheme: "dark" });
    await assertAccessible(dark, `${name}, dark`);
  });
}

labTest("axe finds nothing wrong with dialogs, the sheet of settings, and what is said while models load, fail and are missing", async (lab) => {
  const page = await lab.openLab(`${CORRECTION}&gamma=1e9&temperature=NaN`, recordedOnly);
  await waitForRecorded(page, 1, 11);
  await page.getByTestId("notice").first().waitFor();
  await assertAccessible(page, "notices and loading models");
  await page.getByRole("button", { name: /^Drafted / }).first().click();
  await page.getByTestId("distribution").getByRole("table").waitFor();
  await assertAccessible(page, "the dialog of distributions");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Keys/ }).click();
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await assertAccessible(page, "the dialog of keys");
  await page.keyboard.press("Escape");

  const phone = await lab.openLab(CORRECTION, { ...recordedOnly, viewport: PHONE });
  await waitForRecorded(phone, 1, 11);
  await button(phone, "Settings").click();
  await phone.getByRole("region", { name: "Settings" }).waitFor();
  await assertAccessible(phone, "the sheet of settings");

  lab.expectProblem(/traces|safetensors|404|failed/i);
  const empty = await lab.openLab("", { prepare: async (blank) => {
    await blank.route("**/traces/*", () => {});
    await blank.route("**/*.safetensors", () => {});
  } });
  await empty.getByTestId("caption").waitFor();
  await assertAccessible(empty, "nothing has come yet");

  const broken = await lab.openLab("", { prepare: (page) => page.route("**/*.safetensors", (route) => route.fulfill({ status: 404 })) });
  await broken.getByTestId("engine-trouble").waitFor();
  await assertAccessible(broken, "models that cannot be had");
});

labTest("axe finds nothing wrong with the home page and the pages for teachers, on a laptop and a phone, light and dark", async (lab) => {
  for (const [viewport, colorScheme] of [[LAPTOP, "light"], [PHONE, "dark"]]) {
    const home = await lab.openHome("", { viewport, colorScheme });
    await home.getByTestId("figure-play").waitFor();
    await home.getByTestId("figure-step").click(); // It stands still then.
    await assertAccessible(home, `home, ${viewport.width} px, ${colorScheme}`);
    const teach = await lab.openLab("teach", { viewport, colorScheme });
    await teach.getByRole("heading", { level: 1 }).waitFor();
    await unfold(teach);
    await assertAccessible(teach, `for teachers, ${viewport.width} px, ${colorScheme}`);
  }
  const run = await lab.openLab("run=15.1&present=1&lab=speculative", recordedOnly);
  await run.getByTestId("run-bar").waitFor();
  await assertAccessible(run, "a moment of a lesson");
});

for (const query of ["chapter=decoding", "chapter=speculative-sampling", "exercises"]) {
  labTest(`axe finds nothing wrong with the textbook's page ${query}, on a laptop and a phone, light and dark`, async (lab) => {
    for (const [viewport, colorScheme] of [[LAPTOP, "light"], [PHONE, "dark"]]) {
      const page = await lab.openLab(query, { ...recordedOnly, viewport, colorScheme });
      await page.getByRole("heading", { level: 1 }).waitFor();
      await unfold(page);
      await assertAccessible(page, `${query}, ${viewport.width} px, ${colorScheme}`);
      assert.ok((await overhang(page)) <= 0, `the page can be scrolled sideways by ${await overhang(page)} px`);
    }
  });
}

const EMBEDDED = {
  "a lab, all of it": "lab=speculative&at=1.11",
  "a lab with some settings, one of them locked": "lab=logits&show=stage,text,playback,temperature,top_k&lock=temperature",
  "a chapter": "chapter=decoding",
  "an exercise": "exercise=accepted&variant=3",
  "an exercise to put in order": "exercise=overlap&variant=0",
  ...Object.fromEntries(FIGURES.map(([chapter, name]) => [`the figure ${name}`, `chapter=${chapter}&figure=${name}`])),
};
for (const [what, query] of Object.entries(EMBEDDED)) {
  labTest(`axe finds nothing wrong inside other pages: ${what}`, async (lab) => {
    for (const [viewport, colorScheme] of [[LAPTOP, "light"], [PHONE, "dark"]]) {
      const page = await lab.openLab(`${query}&embed=1`, { ...recordedOnly, viewport, colorScheme });
      await page.locator("[data-testid=source], .live-figure .figure-dials, .task").first().waitFor({ state: "attached" });
      await assertAccessible(page, `${what}, ${viewport.width} px, ${colorScheme}`);
      assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1, "one first heading");
    }
  });
}

/** What has the focus: a description, where it is, and whether the focus can be seen. */
const focused = (page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element === document.documentElement) return null;
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    // A radio that is drawn as a segment shows the focus on its label.
    const drawn = [element, element.nextElementSibling, element.parentElement].filter(Boolean).map((one) => getComputedStyle(one));
    const hasRing = drawn.some((one) => (one.outlineStyle !== "none" && parseFloat(one.outlineWidth) >= 2) || one.boxShadow !== "none");
    const [x, y] = [box.left + Math.min(box.width / 2, 30), box.top + Math.min(box.height / 2, 30)];
    const top = document.elementFromPoint(x, y);
    const isSeen = box.width < 2 || (top && (element.contains(top) || top.contains(element) || element.parentElement.contains(top)));
    const card = element.closest(".card, header, .playback, .controls");
    window.focusedOnes ??= new Map();
    const id = window.focusedOnes.get(element) ?? window.focusedOnes.size;
    const isNew = !window.focusedOnes.has(element);
    window.focusedOnes.set(element, id);
    const name = `${element.tagName.toLowerCase()} ${element.getAttribute("aria-label") ?? element.id ?? ""} “${(element.innerText ?? "").slice(0, 30)}”`;
    return { id, isNew, name, hasRing, isSeen: Boolean(isSeen), top: box.top + scrollY, bottom: box.bottom + scrollY, left: box.left, right: box.right, card: card ? [...document.querySelectorAll(".card, header, .playback, .controls")].indexOf(card) : -1, fixed: style.position === "fixed" };
  });

for (const name of LABS) {
  labTest(`the keyboard alone goes through the lab ${name}: everything once, from top to bottom, always in sight, and out again`, async (lab) => {
    const page = await openRecorded(lab, name);
    await page.keyboard.press("Tab");
    const first = await focused(page);
    assert.match(first.name, /Skip to the content/);
    const stops = [first];
    const faults = [];
    let isOut = false;
    for (let n = 0; n < 400; n += 1) {
      await page.keyboard.press("Tab");
      const stop = await focused(page);
      if (!stop || !stop.isNew) {
        isOut = true;
        break;
      }
      const before = stops.at(-1);
      stops.push(stop);
      if (!stop.hasRing) faults.push(`${stop.name}: the focus cannot be seen`);
      if (!stop.isSeen) faults.push(`${stop.name}: it lies under something else`);
      // To the right of it, what comes next may begin higher: columns are read one after the other.
      if (stop.card === before.card && stop.card >= 0 && stop.bottom <= before.top && stop.left < before.right) faults.push(`${stop.name} comes after ${before.name}, and stands above it`);
    }
    assert.ok(isOut, "the keyboard never came out of the page");
    assert.deepEqual(faults, []);
    assert.equal(await page.locator("[tabindex]:not([tabindex='0']):not([tabindex='-1'])").count(), 0, "the order is that of the page");
    // Everything that can be used was reached; of a group of radios, one.
    const missed = await page.evaluate(() => {
      const isOne = (element) => element.type !== "radio" || element.checked;
      const usable = [...document.querySelectorAll("a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex='0']")];
      const shown = usable.filter((element) => element.tabIndex >= 0 && isOne(element) && element.checkVisibility({ checkVisibilityCSS: true }) && !element.closest("dialog:not([open])"));
      return shown.filter((element) => !window.focusedOnes.has(element)).map((element) => element.outerHTML.slice(0, 120));
    });
    assert.deepEqual(missed, []);
    assert.ok(stops.length > 20, `only ${stops.length} stops`);
  });
}

labTest("the skip link leads to the lab, and a dialog gives the focus back to what opened it", async (lab) => {
  const page = await lab.openLab(CORRECTION, recordedOnly);
  await waitForRecorded(page, 1, 11);
  await press(page, "Tab");
  await press(page, "Enter");
  await eventually(() => page.evaluate(() => document.activeElement.id), "main");
  for (const opener of [page.getByRole("button", { name: /^Drafted / }).first(), page.getByRole("button", { name: /^Keys/ })]) {
    await opener.focus();
    await press(page, "Enter");
    await page.locator("dialog[open]").waitFor();
    assert.ok(await page.evaluate(() => document.querySelector("dialog[open]").contains(document.activeElement)), "the focus is in the dialog");
    await press(page, "Tab", 12);
    assert.ok(
      await page.evaluate(() => document.activeElement === document.body || document.querySelector("dialog[open]").contains(document.activeElement)),
      "what lies below the dialog cannot be reached",
    );
    await press(page, "Escape");
    await eventually(() => opener.evaluate((element) => element === document.activeElement), true);
  }
});

labTest("a step is announced in words, once", async (lab) => {
  const page = await lab.openLab("at=1.1", recordedOnly);
  await waitForRecorded(page, 1, 1);
  await page.evaluate(() => {
    window.announced = [];
    const isLive = (node) => (node.nodeType === 1 ? node : node.parentElement)?.closest("[aria-live]:not([aria-live=off]), [role=status], [role=alert]");
    const look = (changes) => {
      const regions = new Set(changes.map((change) => isLive(change.target)).filter(Boolean));
      for (const region of regions) window.announced.push(region.innerText.trim());
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await leaveControls(page);
  for (let step = 2; step <= 6; step += 1) {
    await press(page, "ArrowRight");
    await eventually(() => textOf(page, "place"), new RegExp(`step ${step} of`));
    const said = await page.evaluate(() => window.announced.splice(0));
    const words = [...new Set(said.filter(Boolean))];
    assert.equal(words.length, 1, `step ${step} is announced as ${JSON.stringify(said)}`);
    assert.equal(words[0].replaceAll(/\s+/g, " "), await textOf(page, "caption"));
  }
});

for (const name of LABS) {
  labTest(`at twice the size, and with text twice as large, nothing of the lab ${name} is lost`, async (lab) => {
    const page = await openRecorded(lab, name, { viewport: ZOOMED });
    assert.ok((await overhang(page)) <= 0, `zoomed, the page can be scrolled sideways by ${await overhang(page)} px`);
    // The size of text that a reader has set in the browser.
    const setSize = async (blank) => (await blank.context().newCDPSession(blank)).send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    const large = await openRecorded(lab, name, { prepare: async (blank) => {
      await recordedOnly.prepare(blank);
      await setSize(blank);
    } });
    assert.equal(await large.evaluate(() => getComputedStyle(document.documentElement).fontSize), "32px", "this test would not see large text");
    assert.ok((await overhang(large)) <= 0, `with large text, the page can be scrolled sideways by ${await overhang(large)} px`);
    for (const [what, one] of [["zoomed", page], ["large text", large]]) {
      const cut = await one.evaluate(() => {
        const isCut = (element) => {
          const style = getComputedStyle(element);
          const hides = style.overflowX === "hidden" || style.overflowX === "clip";
          const isText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
          return hides && isText && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
        };
        const shown = [...document.querySelectorAll("main *, header *, .playback *")].filter((element) => element.checkVisibility());
        return shown.filter((element) => !element.closest("svg, .sr-only, option")).filter(isCut).map((element) => `${element.className}: ${element.innerText.slice(0, 40)}`);
      });
      assert.deepEqual(cut, [], `${what}: text is cut off`);
      const playback = await one.getByTestId("playback").boundingBox();
      assert.ok(playback.height < one.viewportSize().height / 2, `${what}: the playback bar takes ${playback.height} px`);
    }
  });
}

labTest("with the few colours of a system's high contrast, verdicts, what is chosen and what is switched off still tell apart", async (lab) => {
  const page = await lab.openLab(CORRECTION, { ...recordedOnly, forcedColors: "active", colorScheme: "dark" });
  await waitForRecorded(page, 1, 11);
  await lab.screenshot(page, "forced-colours");
  const looks = await page.evaluate(() => {
    const look = (selector) => {
      const style = getComputedStyle(document.querySelector(selector));
      return `${style.borderTopStyle} ${style.borderTopWidth} ${style.outlineStyle}`;
    };
    return {
      accepted: look(".tok.out.accepted"),
      correction: look(".tok.out.correction"),
      drafted: look(".tok.draft:not(.rejected):not(.dropped)"),
      rejected: look(".tok.draft.rejected"),
      dropped: look(".tok.draft.dropped"),
    };
  });
  assert.notEqual(looks.accepted, looks.correction);
  assert.equal(new Set([looks.drafted, looks.rejected, looks.dropped]).size, 3, JSON.stringify(looks));
  // The chosen segment, the coin and the overlap are drawn in colours that the system leaves.
  const drawn = await page.evaluate(() => {
    const paper = getComputedStyle(document.body).backgroundColor;
    const filled = (selector) => {
      const style = getComputedStyle(document.querySelector(selector));
      return style.backgroundColor !== paper && style.backgroundColor !== "rgba(0, 0, 0, 0)";
    };
    const chosen = document.querySelector("input[name=scenario]:checked + span");
    const other = document.querySelector("input[name=scenario]:not(:checked) + span");
    const differs = ["backgroundColor", "borderTopColor", "borderLeftWidth", "outlineStyle", "color"].some((name) => getComputedStyle(chosen)[name] !== getComputedStyle(other)[name]);
    return { coin: filled(".ruler-coin"), accept: filled(".ruler-accept"), overlap: filled(".seg.overlap"), cache: filled(".cache-cells .old"), differs };
  });
  assert.deepEqual(drawn, { coin: true, accept: true, overlap: true, cache: true, differs: true });
  const disabled = await page.getByTestId("stop").evaluate((stop) => getComputedStyle(stop).color);
  const enabled = await button(page, "Next seed").evaluate((next) => getComputedStyle(next).color);
  assert.notEqual(disabled, enabled, "a button that does nothing looks so");
});

// Case 25: the four verdicts as a printer without colours has them.
labTest("in shades of grey accepted, rejected, correction and bonus are four different pictures", async (lab) => {
  const pictures = {};
  for (const [link, wanted] of [[CORRECTION, { accepted: ".verdict.accepted", rejected: ".verdict.rejected", correction: ".tok.out.correction" }], [BONUS, { bonus: ".verdict.bonus" }]]) {
    const page = await lab.openLab(link, recordedOnly);
    await waitForRecorded(page);
    await page.locator(Object.values(wanted)[0]).first().waitFor();
    await page.evaluate(() => { document.documentElement.style.filter = "grayscale(1)"; });
    await lab.screenshot(page, `grey-${Object.keys(wanted)[0]}`);
    for (const [name, selector] of Object.entries(wanted)) {
      const cell = page.locator(selector).first();
      pictures[name] = (await cell.screenshot({ animations: "disabled" })).toString("base64");
    }
  }
  // A blank page looks at the pictures: the lab's own policy lets nothing be read from outside.
  const reader = await (await lab.openLab("", recordedOnly)).context().newPage();
  const differences = await reader.evaluate(async (pictures) => {
    const pixels = async (picture) => {
      const image = new Image();
      image.src = `data:image/png;base64,${picture}`;
      await image.decode();
      const canvas = new OffscreenCanvas(80, 24);
      const context = canvas.getContext("2d");
      context.drawImage(image, 0, 0, 80, 24);
      return context.getImageData(0, 0, 80, 24).data;
    };
    const names = Object.keys(pictures);
    const all = await Promise.all(names.map((name) => pixels(pictures[name])));
    const grey = (data) => data.every((value, idx) => idx % 4 === 3 || Math.abs(value - data[idx - (idx % 4)]) <= 2);
    const out = {};
    names.forEach((a, i) => names.slice(i + 1).forEach((b, j) => {
      const [left, right] = [all[i], all[i + 1 + j]];
      let sum = 0;
      for (let k = 0; k < left.length; k += 4) sum += Math.abs(left[k] - right[k]) > 24 ? 1 : 0;
      out[`${a} ${b}`] = (sum / (left.length / 4)) * (grey(left) && grey(right) ? 1 : 0);
    }));
    return out;
  }, pictures);
  for (const [pair, share] of Object.entries(differences)) assert.ok(share > 0.1, `${pair}: only ${Math.round(share * 100)}% of the picture differs`);
});

// The keyboard came to the settings a frame after they had opened: by then it was taken from what had been gone to meanwhile.
labTest("the keyboard is in the settings before another key can be pressed, and back at their button when they close", async (lab) => {
  const page = await openRecorded(lab, "speculative", { viewport: PHONE });
  const hasKeyboardAfter = (opener) =>
    page.evaluate(async (opener) => {
      document.querySelector(opener).click();
      for (let n = 0; n < 200; n += 1) await null; // No frame is drawn in between, and no key heard.
      return document.activeElement.matches("#settings") ? "settings" : document.activeElement.className;
    }, opener);
  assert.equal(await hasKeyboardAfter(".sheet-open"), "settings");
  assert.match(await hasKeyboardAfter(".sheet-close"), /sheet-open/);
});

for (const name of LABS) {
  labTest(`with a finger at 360 px the lab ${name} can be stepped, set and read`, async (lab) => {
    const page = await openRecorded(lab, name, { viewport: PHONE, hasTouch: true, isMobile: true });
    assert.ok((await overhang(page)) <= 0, `the page can be scrolled sideways by ${await overhang(page)} px`);
    await button(page, "Restart").tap();
    const place = await textOf(page, "place");
    await button(page, "Step").tap();
    await eventually(async () => (await textOf(page, "place")) !== place, true);
    await button(page, "Step back").tap();
    await eventually(() => textOf(page, "place"), place);
    await page.getByRole("button", { name: "Settings", exact: true }).tap();
    const settings = page.getByRole("region", { name: "Settings" });
    await settings.waitFor();
    assert.ok((await overhang(page)) <= 0);
    await lab.screenshot(page, `touch-${name}-settings`);
    await page.getByRole("button", { name: "Close settings" }).tap();
    await settings.waitFor({ state: "hidden" });
    await unfold(page);
    const small = await page.evaluate(() => {
      const usable = [...document.querySelectorAll("a[href], button, input:not([type=file]), select, textarea, summary")].filter((element) => element.checkVisibility() && !element.closest("dialog:not([open]), .sr-only, .skip-link"));
      const sizes = usable.map((element) => {
        // A radio is as large as the label around it.
        const box = (element.closest("label") ?? element).getBoundingClientRect();
        return { name: `${element.tagName} ${element.className} ${element.getAttribute("aria-label") ?? element.innerText?.slice(0, 30)}`, width: Math.round(box.width), height: Math.round(box.height), main: Boolean(element.closest(".playback")) && element.type !== "range" };
      });
      return sizes.filter((size) => size.width > 1 && (Math.min(size.width, size.height) < (size.main ? 44 : 24))).map((size) => `${size.name}: ${size.width} × ${size.height}`);
    });
    assert.deepEqual(small, [], "targets that are too small for a finger");
    await lab.screenshot(page, `touch-${name}`);
  });
}
