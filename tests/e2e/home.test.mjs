// The home page: readable before any program, alive soon after, and a first visit that stays small.

import assert from "node:assert/strict";
import { chromium } from "playwright-core";
import { visit } from "../../scripts/first-visit.mjs";
import { serveCompressed } from "../../scripts/static-server.mjs";
import { assertAccessible } from "./access.mjs";
import { eventually, holdBack, textOf } from "./actions.mjs";
import { chromiumOptions, DIST, PHONE, labTest } from "./lab.mjs";

/** What a phone has fetched when the figure answers: at Fast 3G's 180 kB a second, about two seconds. */
const FIRST_VISIT_BYTES = 360_000;

const text = (page) => page.getByTestId("text").innerText();

labTest("the home page says what this is, and leads everywhere, before any program has arrived", async (lab) => {
  const page = await lab.openHome("", { prepare: (page) => page.route("**/*.wasm", () => {}) });
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), /how a language model finds its words/);
  const labs = ["speculative", "exactness", "latency", "drafts", "logits", "beams", "constraints"];
  for (const id of labs) assert.equal(await page.locator(`.doors a[href="./?lab=${id}"]`).count(), 1, id);
  assert.equal(await page.locator("#on-the-way").isVisible(), false);
  assert.equal(await page.title(), "Decoding Lab");
});

// On a slow line a first visit waited for eight style sheets, of which browsers fetch six at a time, and for the recording
// until the program ran: each a round trip.
labTest("one style sheet is waited for, and what the program will ask for is on its way with it", async (lab) => {
  const asked = [];
  let release;
  const page = await lab.openHome("lang=de", {
    prepare: async (page) => {
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      release = await holdBack(page, "**/*.wasm");
    },
  });
  for (const file of ["/home.json", "/de.ftl"]) await eventually(() => asked.some((path) => path.endsWith(file)), true, `${file} waits for the program`);
  assert.equal(await page.locator("link[rel=stylesheet]").count(), 1);
  // It was asked for when the start script had run.
  const [style, start] = [/\/style-\w+\.css$/, /\/start-\w+\.js$/].map((name) => asked.findIndex((path) => name.test(path)));
  assert.ok(style >= 0 && style < start, `the style sheet waits: ${asked.join("\n")}`);
  release();
  await page.getByTestId("source").waitFor();
  await page.getByRole("heading", { level: 1, name: "Wie ein Sprachmodell seine Worte findet" }).waitFor();
  const twice = asked.filter((path, idx) => asked.indexOf(path) !== idx && !path.includes("/icons/"));
  assert.deepEqual(twice, [], "these were fetched more than once");
});

labTest("the living figure plays by itself, stops, steps, and shows the distributions behind a chip", async (lab) => {
  const page = await lab.openHome();
  await page.getByTestId("source").waitFor();
  await eventually(() => text(page), /^Once upon a time, a cat named Tom/);
  await lab.screenshot(page, "home");
  await page.getByTestId("figure-play").click();
  assert.equal(await textOf(page, "figure-play"), "Play");
  const [before, caption] = [await text(page), await textOf(page, "caption")];
  await page.getByTestId("figure-step").click();
  await eventually(() => textOf(page, "caption"), (words) => words !== caption);
  assert.ok((await text(page)).startsWith(before.slice(0, 24)));
  await page.getByRole("button", { name: /^Drafted / }).first().click();
  await page.getByRole("dialog").waitFor();
  await lab.screenshot(page, "home-distributions");
  await page.keyboard.press("Escape");
});

// On a slow line the labs' program is ten seconds away, and all that was said meanwhile was that the page is on its way.
labTest("who waits for a lab on a slow line steps through the home page's figure until the lab is there", async (lab) => {
  const asked = [];
  let release;
  const page = await lab.openHome("lab=logits&lang=de", {
    prepare: async (page) => {
      await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { effectiveType: "3g" } }));
      page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      release = await holdBack(page, "**/app-*.wasm");
    },
  });
  const waiting = page.locator("#on-the-way");
  await waiting.getByTestId("source").waitFor();
  assert.equal(await page.locator("#home").isVisible(), false);
  assert.match(await waiting.innerText(), /Diese Seite ist unterwegs …[^]*Gehen Sie ihn Schritt für Schritt durch/);
  // The figure first: both programs share one line.
  const first = (name) => asked.findIndex((path) => path.includes(name));
  assert.ok(first("/home-") >= 0 && first("/home-") < first("/app-"), asked.join("\n"));
  await page.getByTestId("figure-step").click();
  const caption = await textOf(page, "caption");
  await page.getByTestId("figure-step").click();
  await eventually(() => textOf(page, "caption"), (words) => words !== caption);
  await lab.screenshot(page, "waiting-for-a-lab");
  await assertAccessible(page, "waiting for a lab");
  release();
  await page.getByRole("heading", { level: 1, name: "Von den Logits zum Token" }).waitFor();
  assert.equal(await waiting.count(), 0);
  assert.equal(await page.getByTestId("figure-step").count(), 0);
});

labTest("a frame in somebody's page, and a lab on a quick line, wait without the figure", async (lab) => {
  for (const [query, line] of [["lab=logits&embed=1", "3g"], ["lab=logits", "4g"]]) {
    const asked = [];
    const page = await lab.openHome(query, {
      prepare: async (page) => {
        await page.addInitScript((line) => Object.defineProperty(navigator, "connection", { value: { effectiveType: line } }), line);
        page.on("request", (request) => asked.push(new URL(request.url()).pathname));
      },
    });
    await page.getByTestId("source").waitFor();
    assert.ok(!asked.some((path) => path.includes("/home-")), query);
  }
});

// The worker and five megabytes of models came on the same line as the recording, which took twice as long for them.
labTest("a lab asks for its models when its recording is there, and without one all the same", async (lab) => {
  lab.expectProblem(/first-logits\.json|404/);
  for (const isThere of [true, false]) {
    const asked = [];
    let release;
    const page = await lab.openHome("lab=logits", {
      prepare: async (page) => {
        page.on("request", (request) => asked.push(new URL(request.url()).pathname));
        release = await holdBack(page, "**/first-logits.json", (route) => (isThere ? route.continue() : route.fulfill({ status: 404, body: "not found" })));
      },
    });
    const asksFor = (name) => asked.some((path) => path.includes(name));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await eventually(() => asksFor("/first-logits.json"), true);
    await page.waitForTimeout(300);
    assert.ok(!asksFor("/worker"), "the worker came before the recording");
    release();
    await eventually(() => asksFor("/worker"), true);
    await page.locator('[data-testid="source"][data-source="live"]').waitFor();
  }
});

labTest("who wants less motion gets a cycle that stands still with all its verdicts", async (lab) => {
  const page = await lab.openHome("", { reducedMotion: "reduce" });
  await page.getByTestId("source").waitFor();
  await eventually(() => textOf(page, "figure-play"), "Play");
  const caption = await textOf(page, "caption");
  await page.waitForTimeout(1200);
  assert.equal(await textOf(page, "caption"), caption);
  assert.ok((await page.getByTestId("stage").innerText()).includes("accepted"));
});

for (const colorScheme of ["light", "dark"]) {
  labTest(`the home page fits a phone, in ${colorScheme} colours`, async (lab) => {
    const page = await lab.openHome("", { viewport: PHONE, colorScheme, reducedMotion: "reduce" });
    await page.getByTestId("source").waitFor();
    const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }));
    assert.ok(width <= room, `the page is ${width} px wide on ${room}`);
    await lab.screenshot(page, `home-phone-${colorScheme}`, { fullPage: true });
  });
}

labTest("where the program cannot be started the page says so, and stays readable", async (lab) => {
  lab.expectProblem(/wasm|Failed to load|Failed to fetch/);
  const page = await lab.openHome("", { prepare: (page) => page.route("**/home-*.wasm", (route) => route.abort()) });
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /could not be started/);
  assert.ok(await page.getByRole("heading", { level: 1 }).isVisible());
});

labTest("the browser's way back returns to the page before, and a link opens another", async (lab) => {
  const page = await lab.openLab("lab=logits");
  const heading = (name) => page.getByRole("heading", { level: 1, name });
  await heading("From logits to a token").waitFor();
  await page.getByRole("link", { name: "Greedy and beam search" }).click();
  await heading("Greedy and beam search").waitFor();
  assert.match(await page.title(), /^Greedy and beam search/);
  await page.goBack();
  await heading("From logits to a token").waitFor();
  await page.goForward();
  await heading("Greedy and beam search").waitFor();
});

labTest("a first visit fetches little before its figure answers", async () => {
  const browser = await chromium.launch(chromiumOptions());
  const site = await serveCompressed(DIST);
  try {
    const { bytes } = await visit(browser, site.address, { isHome: true, throttled: false });
    console.log(`the home page's figure answers after ${Math.round(bytes / 1000)} kB`);
    assert.ok(bytes < FIRST_VISIT_BYTES, `${bytes} bytes`);
  } finally {
    await browser.close();
    await site.close();
  }
});
