// Labs inside other people's pages: in a plain page of another site, under its strict policy, under COEP, in books; how they
// size themselves, what an author shows and locks, and the way back.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { serveSite } from "../../scripts/static-server.mjs";
import { button, eventually, press, recordedOnly, slider, textOf } from "./actions.mjs";
import { BOOK_HOST, DIST, FIGURES, PHONE, labTest } from "./lab.mjs";

const EXAMPLES = new URL("../../examples/", import.meta.url).pathname;
const EXAMPLE_SITE = "https://example.org/decoding-lab/";
const TYPES = { ".css": "text/css", ".html": "text/html; charset=utf-8", ".js": "text/javascript", ".svg": "image/svg+xml" };

/**
 * Runs a site of its own beside the lab's, as an author's is: `pages` gives bodies by path, `folder` has files where it does
 * not. Every mention of the example site becomes the lab's address.
 */
async function withAuthor(lab, { pages = {}, folder, headers = {}, siteHeaders, siteBase = "/lab/" }, body) {
  const site = await serveSite(DIST, { base: siteBase, headers: siteHeaders });
  const mentions = (text) => text.replaceAll(EXAMPLE_SITE, site.address);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://author");
    const path = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    const isText = /text|svg/.test(type);
    const file = folder && join(folder, path);
    const content = pages[path] ?? (file && statSync(file, { throwIfNoEntry: false })?.isFile() ? readFileSync(file, isText ? "utf8" : null) : undefined);
    if (path === "/favicon.ico") return response.writeHead(204).end();
    if (content === undefined) return response.writeHead(404).end();
    const added = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replaceAll("SITE", new URL(site.address).origin)]));
    response.writeHead(200, { "content-type": type, ...added }).end(isText ? mentions(content) : content);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address();
  try {
    await body({ site: site.address, author: `http://127.0.0.1:${port}/`, foreign: `http://${BOOK_HOST}:${port}/` });
  } finally {
    server.closeAllConnections();
    await new Promise((done) => { server.close(done); });
    await site.close();
  }
}

const html = (body, head = "") => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>An author's page</title>${head}</head><body>${body}</body></html>`;
const SCRIPT = `<script src="${EXAMPLE_SITE}embed.js" async></script>`;
const element = (attributes = "", inside = "a link") => `<decoding-lab src="${EXAMPLE_SITE}" ${attributes}>${inside}</decoding-lab>`;

/** The frame inside the n-th element or frame of a page, once its page is drawn. */
async function frameOf(page, n = 0) {
  const frame = await (await page.locator("iframe").nth(n).elementHandle()).contentFrame();
  await frame.locator("main#main").waitFor();
  return frame;
}

/** Waits until the models have come, whether or not the place that says so is shown. */
const waitForModels = (frame) => frame.getByTestId("ready").waitFor({ state: "attached" });

const waitForRecording = (frame) => frame.locator("[data-testid=source][data-source=recorded]").waitFor({ state: "attached" });

/** The frame is exactly as tall as what is in it. */
async function fits(page, frame, n = 0) {
  await page.locator("iframe").nth(n).scrollIntoViewIfNeeded(); // Browsers let frames rest that nobody sees.
  await eventually(async () => {
    const outer = await page.locator("iframe").nth(n).evaluate((iframe) => iframe.clientHeight);
    const inner = await frame.evaluate(() => document.body.offsetHeight);
    return Math.abs(outer - inner) <= 1 && outer > 150;
  }, true, "the frame does not fit its content");
}

labTest("the example page shows two labs that size themselves and a plain frame, from a foreign site", async (lab) => {
  await withAuthor(lab, { folder: join(EXAMPLES, "html") }, async ({ site, foreign }) => {
    const page = await lab.openPage(foreign, { allowed: [site] });
    assert.notEqual(new URL(foreign).hostname, new URL(site).hostname);
    const [logits, speculative] = [await frameOf(page, 0), await frameOf(page, 1)];
    await fits(page, logits, 0);
    await fits(page, speculative, 1);
    await page.locator("iframe").nth(2).scrollIntoViewIfNeeded();
    const exactness = await frameOf(page, 2);
    assert.equal(await page.locator("iframe").nth(2).evaluate((iframe) => iframe.clientHeight), 560, "a plain frame stays as it is");

    // No chrome, and what the author chose.
    for (const frame of [logits, speculative, exactness]) {
      assert.equal(await frame.locator("header.site, nav").count(), 0);
      assert.ok(await frame.getByRole("link", { name: /Open in Decoding Lab/ }).isVisible());
      assert.ok(await frame.getByTestId("stage").isVisible());
      assert.ok(await frame.getByTestId("playback").isVisible());
    }
    assert.ok(await slider(logits, "temperature").isVisible());
    assert.equal(await slider(logits, "top_k").isVisible(), false);
    assert.equal(await logits.locator(".results").isVisible(), false);
    assert.equal(await speculative.evaluate(() => document.documentElement.dataset.theme), "light");

    // They are two: what is done in one is not done in the other.
    await waitForModels(logits);
    const before = await textOf(speculative, "place");
    await button(logits, "Step").click();
    assert.equal(await textOf(speculative, "place"), before);
    await page.evaluate(() => scrollTo(0, 0));
    await lab.screenshot(page, "embed-html", { fullPage: true });
  });
});

labTest("a frame follows its content when that grows and shrinks, also on a phone", async (lab) => {
  await withAuthor(lab, { pages: { "/index.html": html(element('lab="speculative" show="stage,playback,lesson"'), `<meta name="viewport" content="width=device-width">${SCRIPT}`) } }, async ({ site, foreign }) => {
    const page = await lab.openPage(foreign, { allowed: [site], viewport: PHONE, ...recordedOnly });
    const frame = await frameOf(page);
    await waitForRecording(frame);
    await fits(page, frame);
    const height = () => page.locator("iframe").evaluate((iframe) => iframe.clientHeight);
    const before = await height();
    await frame.locator("main").evaluate((main) => { main.append(Object.assign(document.createElement("p"), { textContent: "word ".repeat(500) })); });
    await eventually(async () => (await height()) > before + 100, true);
    await fits(page, frame);
    await frame.locator("main").evaluate((main) => main.lastChild.remove());
    await eventually(height, before);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the author's page scrolls sideways");
    assert.ok(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the frame scrolls sideways");
    await lab.screenshot(page, "embed-phone", { fullPage: true });
  });
});

labTest("a page with the strictest policy that has frames can show a lab", async (lab) => {
  const policy = "default-src 'none'; script-src SITE; frame-src SITE";
  const pages = { "/index.html": html(element('lab="logits" show="stage"') , SCRIPT) };
  await withAuthor(lab, { pages, headers: { "content-security-policy": policy } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    const frame = await frameOf(page);
    await waitForModels(frame);
    await fits(page, frame);
  });
  // The plain line that the dialog gives needs no script at all.
  const full = await lab.openLab("lab=logits", recordedOnly);
  const line = await lineToCopy(full, "A frame");
  assert.match(line, /^<iframe src="[^"]+\?embed=1&amp;lab=logits[^"]*" title="From logits to a token" width="100%" height="720" frameborder="0" loading="lazy" allow="clipboard-write"><\/iframe>$/);
  const ours = line.replace(/src="[^"?]+/, `src="${EXAMPLE_SITE}`);
  await withAuthor(lab, { pages: { "/index.html": html(ours) }, headers: { "content-security-policy": "default-src 'none'; frame-src SITE" } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    await waitForModels(await frameOf(page));
  });
});

labTest("under COEP a lab runs in a credentialless frame, or with headers of its own", async (lab) => {
  const isolated = { "cross-origin-embedder-policy": "require-corp", "cross-origin-opener-policy": "same-origin" };
  const open = { "cross-origin-embedder-policy": "require-corp", "cross-origin-resource-policy": "cross-origin" };
  const copy = readFileSync(join(DIST, "embed.js"), "utf8");
  // The author has a copy of the script, as docs/embedding.md says: the lab's host sends no headers.
  const pages = { "/embed.js": copy, "/index.html": html(element('lab="logits" show="stage"'), '<script src="embed.js"></script>') };
  await withAuthor(lab, { pages, headers: isolated }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    assert.equal(await page.evaluate(() => crossOriginIsolated), true);
    const frame = await frameOf(page);
    await waitForModels(frame);
    await fits(page, frame);
  });
  // Without COOP a page cannot see that it is under COEP, and says it to the element.
  const said = { ...pages, "/index.html": html(element('lab="logits" show="stage" credentialless'), '<script src="embed.js"></script>') };
  await withAuthor(lab, { pages: said, headers: { "cross-origin-embedder-policy": "require-corp" } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    await waitForModels(await frameOf(page));
  });
  // A lab whose host sends the two headers goes into a plain frame.
  const plain = { "/index.html": html(`<iframe src="${EXAMPLE_SITE}?lab=logits&amp;embed=1" width="900" height="700"></iframe>`, SCRIPT) };
  await withAuthor(lab, { pages: plain, headers: isolated, siteHeaders: open }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    await waitForModels(await frameOf(page));
  });
});

labTest("locked settings are shown, explained, and cannot be changed; others are not shown", async (lab) => {
  const page = await lab.openLab("lab=speculative&embed=1&show=stage,playback,temperature,gamma,seed&lock=temperature,seed&temperature=0.5&max_new_tokens=8");
  await waitForModels(page);
  const knob = page.getByTestId("knob-temperature");
  assert.ok(await slider(page, "temperature").isDisabled());
  assert.equal(await slider(page, "temperature").inputValue(), "0.5");
  assert.match(await knob.innerText(), /Fixed by the page around this one\./);
  const described = await slider(page, "temperature").evaluate((input) => document.getElementById(input.getAttribute("aria-describedby")).innerText);
  assert.match(described, /Fixed by the page around this one/, "who cannot see it hears it");
  assert.ok(await button(page, "Next seed").isDisabled());
  assert.ok(await page.getByLabel("Seed", { exact: true }).evaluate((input) => input.readOnly));
  assert.ok(await slider(page, "gamma").isEnabled());
  assert.equal(await slider(page, "top_k").isVisible(), false);
  assert.equal(await page.getByLabel("Story so far").isVisible(), false);
  assert.equal(await page.getByRole("radio", { name: "Case 1: a correction" }).isVisible(), false, "it would change what is locked");
  assert.equal(await page.getByTestId("transcript").isVisible(), false);
  await lab.screenshot(page, "embed-locked");
  await page.setViewportSize(PHONE);
  assert.ok(await slider(page, "gamma").isVisible(), "on a phone, too, without opening anything");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await lab.screenshot(page, "embed-locked-phone");
});

// Case 24 in a frame: what the author wrote wrongly is left out, and said.
labTest("bad values in a frame's address are left out with a notice", async (lab) => {
  const page = await lab.openLab("lab=speculative&embed=1&show=stage,nonsense&lock=stage&theme=puce&gamma=1e9", recordedOnly);
  await eventually(async () => (await page.getByTestId("notice").allInnerTexts()).map((text) => text.split("\n")[0]).sort(), [
    "gamma = 1e9 is out of range; 8 is used",
    "lock = stage: this page has nothing of that name; it was left out.",
    "show = nonsense: this page has nothing of that name; it was left out.",
    "theme = puce is not known: auto, light or dark; the device’s own colours are used.",
  ]);
  await eventually(() => page.evaluate(() => location.search), /^\?lab=speculative&gamma=8(&at=[\d.]+)?&embed=1&show=stage$/);
});

labTest("the way back opens the same state in full, and changes nothing in the frame", async (lab) => {
  await withAuthor(lab, { pages: { "/index.html": html(element('lab="speculative" show="stage,playback,temperature" theme="dark"'), SCRIPT) } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    const frame = await frameOf(page);
    await waitForModels(frame);
    await slider(frame, "temperature").fill("0.3");
    for (let n = 0; n < 3; n += 1) await button(frame, "Step").click();
    await eventually(() => textOf(frame, "place"), /step 3 of/);
    const opened = page.waitForEvent("popup");
    await frame.getByRole("link", { name: /Open in Decoding Lab/ }).click();
    const full = await opened;
    await full.locator("header.site").waitFor();
    const query = new URL(full.url()).searchParams;
    assert.deepEqual([query.get("lab"), query.get("temperature"), query.get("at")], ["speculative", "0.3", "1.3"]);
    assert.deepEqual(["embed", "show", "lock", "theme"].map((name) => query.has(name)), [false, false, false, false]);
    assert.equal(await slider(full, "temperature").inputValue(), "0.3");
    assert.ok(await slider(full, "top_k").isVisible());
    assert.equal(await frame.locator("header.site").count(), 0);
  });
});

labTest("the keyboard goes into a frame, steps there, and comes out on the other side", async (lab) => {
  const body = `<a href="#before" id="before">before</a>${element('lab="speculative" show="stage,playback,temperature"')}<a href="#after" id="after">after</a>`;
  await withAuthor(lab, { pages: { "/index.html": html(body, SCRIPT) } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site], ...recordedOnly });
    const frame = await frameOf(page);
    await waitForRecording(frame);
    await page.locator("#before").focus();
    const inFrame = () => page.evaluate(() => document.activeElement.tagName === "IFRAME");
    await press(page, "Tab");
    assert.ok(await inFrame(), "Tab did not go into the frame");
    await frame.locator("main").evaluate((main) => main.focus());
    await press(page, "Home");
    await press(page, "ArrowRight");
    await eventually(() => textOf(frame, "place"), /^cycle 1 of \d+ · step 1 of/);
    let n = 0;
    while ((await inFrame()) && n < 60) {
      await press(page, "Tab");
      n += 1;
    }
    assert.equal(await page.evaluate(() => document.activeElement.id), "after");
    await press(page, "Shift+Tab");
    assert.ok(await inFrame(), "and back in again");
  });
});

labTest("heights are believed only of our own frame, and told only to the page that asked", async (lab) => {
  const evil = `<script>parent.postMessage({ decodingLab: "height", height: 29000 }, "*"); addEventListener("message", (event) => parent.postMessage({ heard: event.data }, "*"));</script>`;
  const pages = {
    "/index.html": html(`${element('lab="logits" show="stage"')}<iframe id="evil" src="/evil.html"></iframe>`, SCRIPT),
    "/evil.html": html(evil),
  };
  await withAuthor(lab, { pages }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site], ...recordedOnly });
    const frame = await frameOf(page);
    await fits(page, frame);
    const height = await page.locator("decoding-lab iframe").evaluate((iframe) => iframe.clientHeight);
    await page.evaluate(() => {
      window.heard = [];
      addEventListener("message", ({ data }) => { if (data.heard) window.heard.push(data.heard); });
      const [ours, evil] = document.querySelectorAll("iframe");
      // A stranger asks for heights through our window, and claims one.
      evil.contentWindow.postMessage("run", "*");
      ours.contentWindow.postMessage({ decodingLab: "height", height: 29000 }, "*");
    });
    const stranger = page.frames().find((other) => other.url().endsWith("/evil.html"));
    await stranger.evaluate(() => {
      for (let n = 0; n < parent.frames.length; n += 1) if (parent.frames[n] !== window) parent.frames[n].postMessage({ decodingLab: "hello" }, "*");
      parent.postMessage({ decodingLab: "height", height: 29000 }, "*");
    });
    await frame.locator("main").evaluate((main) => main.append(Object.assign(document.createElement("p"), { textContent: "more" })));
    await eventually(() => page.evaluate(() => window.heard.length > 0), true);
    await fits(page, frame);
    assert.ok((await page.locator("decoding-lab iframe").evaluate((iframe) => iframe.clientHeight)) < height + 200);
    assert.deepEqual(await page.evaluate(() => window.heard), ["run"], "a stranger was told our height");
  });
});

labTest("without JavaScript the author's link stays", async (lab) => {
  await withAuthor(lab, { folder: join(EXAMPLES, "html") }, async ({ site, foreign }) => {
    const page = await lab.openPage(foreign, { allowed: [site], javaScriptEnabled: false });
    const link = page.getByRole("link", { name: "From logits to a token, in Decoding Lab" });
    assert.ok(await link.isVisible());
    assert.equal(await link.getAttribute("href"), `${site}?lab=logits`);
  });
});

labTest("a lab in a frame keeps no files on the device", async (lab) => {
  await withAuthor(lab, { pages: { "/index.html": html(element('lab="logits"'), SCRIPT) } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    const frame = await frameOf(page);
    await waitForModels(frame);
    const kept = await frame.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length, Object.keys(localStorage)]);
    const [caches, workers, names] = kept;
    assert.deepEqual([caches, workers], [[], 0]);
    // What the device was found to compute best with is a few bytes, and says nothing of the reader.
    assert.deepEqual(names.filter((name) => name !== "decoding-lab-kernels"), []);
  });
});

labTest("authors choose in a dialog, see what readers will, and copy the lines", async (lab) => {
  const page = await lab.openLab("lab=speculative&gamma=3&max_new_tokens=8");
  await waitForModels(page);
  await openDialog(page);
  const dialog = page.getByTestId("embed");
  for (const part of ["All settings", "Which models run, and how", "Cards beside the stage", "What it adds up to", "The lesson"]) {
    await dialog.getByLabel(part, { exact: true }).uncheck();
  }
  await dialog.getByText("Settings one by one").click();
  await dialog.getByLabel("Show Temperature T").check();
  await dialog.getByLabel("Lock Temperature T").check();
  await dialog.getByLabel("Height").fill("99999");
  await dialog.getByLabel("Height").blur();
  await dialog.getByLabel("Colours").selectOption("dark");
  const expected = "embed=1&amp;lab=speculative&amp;gamma=3&amp;max_new_tokens=8&amp;at=1.0&amp;show=stage,text,playback,temperature&amp;lock=temperature&amp;theme=dark";
  await eventually(() => dialog.getByLabel("A frame").inputValue(), new RegExp(`^<iframe src="[^"?]+\\?${expected.replaceAll(/[.?+]/g, "\\$&").replace("&amp;at=1\\.0", "(&amp;at=[\\d.]+)?")}"`));
  assert.match(await dialog.getByLabel("A frame").inputValue(), /height="4000"/, "clamped");
  const preview = await (await dialog.getByTestId("embed-preview").elementHandle()).contentFrame();
  await eventually(() => preview.evaluate(() => document.documentElement.dataset.embed).catch(() => "on its way"), "stage text playback some-settings locked");
  await slider(preview, "temperature").waitFor();
  assert.ok(await slider(preview, "temperature").isDisabled());
  await waitForModels(preview);
  await lab.screenshot(page, "embed-dialog");

  const lines = await dialog.getByLabel("An element of its own").inputValue();
  assert.match(lines, /^<script src="[^"]+embed\.js" async><\/script>\n<decoding-lab src="/);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await dialog.getByRole("button", { name: "Copy" }).nth(1).click();
  await eventually(() => page.evaluate(() => navigator.clipboard.readText()), lines);
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 700, height: 900 });
  await openDialog(page);
  assert.ok(await page.getByTestId("embed").evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth));
  await lab.screenshot(page, "embed-dialog-narrow");
});

for (const [chapter, name] of FIGURES) {
  labTest(`the figure ${name} stands alone in a frame, with its dials and nothing around it, on a phone, too`, async (lab) => {
    const page = await lab.openLab(`chapter=${chapter}&figure=${name}&embed=1`);
    const figure = page.getByTestId(`figure-${name}`);
    await figure.waitFor();
    assert.equal(await page.locator(".live-figure").count(), 1);
    assert.equal(await page.locator(".spread-text, .contents, .chapter-exercise, header.site, button.do, .figure-foot").count(), 0);
    assert.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
    assert.ok((await figure.locator(".figure-dials").locator("input, button, select").count()) > 0, "it has dials");
    assert.ok(await page.getByRole("link", { name: /Open in Decoding Lab/ }).isVisible());
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await lab.screenshot(page, `embed-figure-${name}`, { fullPage: true });
    await page.setViewportSize(PHONE);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "on a phone it can be scrolled sideways");
    await lab.screenshot(page, `embed-figure-${name}-phone`, { fullPage: true });
  });
}

labTest("a figure in another site's page fits its frame, keeps its dials in its address, and leads to its chapter as it is set", async (lab) => {
  const figure = `<decoding-lab src="${EXAMPLE_SITE}" chapter="decoding" figure="beams" title="Beams">a link</decoding-lab>`;
  await withAuthor(lab, { pages: { "/index.html": html(figure, SCRIPT) } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    const frame = await frameOf(page);
    await eventually(() => textOf(frame, "beams-words"), /^1 beam: .* number 3 of 27 texts\./);
    await fits(page, frame);
    await frame.getByRole("slider").fill("3");
    await eventually(() => textOf(frame, "beams-words"), /^3 beams: .* number 1 of 27 texts\./);
    await eventually(() => frame.evaluate(() => location.search), "?chapter=decoding&figure=beams&width=3&embed=1");
    assert.deepEqual(await frame.evaluate(async () => [await caches.keys(), Object.keys(localStorage)]), [[], []]);
    const opened = page.waitForEvent("popup");
    await frame.getByRole("link", { name: /Open in Decoding Lab/ }).click();
    const full = await opened;
    await full.getByTestId("chapter").waitFor();
    await eventually(() => textOf(full, "beams-words"), /^3 beams: /);
    await eventually(() => full.getByTestId("figure-beams").evaluate((figure) => Math.abs(figure.getBoundingClientRect().top) < 120), true, "the chapter did not open at its figure");
    await eventually(() => full.evaluate(() => location.search), "?chapter=decoding");
  });
});

labTest("a chapter's figure has its own lines to copy, as it is set", async (lab) => {
  const page = await lab.openLab("chapter=decoding", recordedOnly);
  const figure = page.getByTestId("figure-beams");
  await figure.getByRole("slider").fill("2");
  await figure.getByRole("button", { name: "Embed this figure" }).click();
  const dialog = page.getByTestId("embed");
  await dialog.waitFor();
  const title = await figure.locator("figcaption").innerText();
  const line = await dialog.getByLabel("A frame", { exact: true }).inputValue();
  assert.match(line, /^<iframe src="[^"?]+\?embed=1&amp;chapter=decoding&amp;figure=beams&amp;width=2" title="([^"]+)" width="100%"/);
  assert.ok(line.includes(`title="${title}"`), line);
  assert.equal(await dialog.getByTestId("embed-parts").count(), 0, "a figure has no parts");
  const preview = await (await dialog.getByTestId("embed-preview").elementHandle()).contentFrame();
  await eventually(() => textOf(preview, "beams-words"), /^2 beams: /);
  await lab.screenshot(page, "embed-dialog-figure");
  await page.keyboard.press("Escape");
  await eventually(() => page.evaluate(() => document.activeElement.innerText), "Embed this figure", "the focus comes back to the button");
});

labTest("what an address has wrong of a figure is said, and what is left of it is used", async (lab) => {
  const notices = async (page) => (await page.getByTestId("notice").allInnerTexts()).map((text) => text.split("\n")[0]).sort();
  const unknown = await lab.openLab("chapter=decoding&figure=nonsense&embed=1", recordedOnly);
  await eventually(() => notices(unknown), ["There is no figure “nonsense” in this chapter; all of it is shown."]);
  assert.ok(await unknown.getByTestId("figure-beams").isVisible());
  const odd = await lab.openLab("chapter=decoding&figure=sampler-filters&top_k=1e9&top_p=x&embed=1", recordedOnly);
  await eventually(() => notices(odd), ["top_k = 1e9 is out of range; 40 is used", "top_p = x is not a number; 1 is used"]);
  await eventually(() => odd.evaluate(() => location.search), "?chapter=decoding&figure=sampler-filters&top_k=40&embed=1");
  const far = await lab.openLab("chapter=decoding&figure=mask&step=900&embed=1", recordedOnly);
  await eventually(() => far.getByTestId("figure-mask").innerText().then((text) => /token (\d+) of \1/.test(text)), true, "it stops at the last token");
});

labTest("an exercise stands alone in a frame: it can be answered, varied, and leads nowhere else", async (lab) => {
  await withAuthor(lab, { pages: { "/index.html": html(element('exercise="accepted" variant="0"'), SCRIPT) } }, async ({ site, author }) => {
    const page = await lab.openPage(author, { allowed: [site] });
    const frame = await frameOf(page);
    await frame.getByTestId("part-1").waitFor();
    await fits(page, frame);
    assert.equal(await frame.getByRole("heading", { level: 1 }).count(), 1);
    assert.deepEqual(await frame.locator("a:visible:not(.skip-link)").allInnerTexts().then((all) => all.map((text) => text.replaceAll(/\s+/g, " ").trim())), ["Open in Decoding Lab (in a new tab) ↗"]);
    await frame.getByTestId("part-1").getByRole("textbox").fill("0.8 0.56 0.28");
    await frame.getByTestId("part-1").getByTestId("check").click();
    await eventually(() => frame.getByTestId("part-1").locator("[data-mark]").getAttribute("data-mark"), "right");
    await fits(page, frame);
    await frame.getByTestId("next-variant").click();
    await eventually(() => frame.evaluate(() => location.search), "?exercise=accepted&variant=1&embed=1");
    await lab.screenshot(page, "embed-exercise", { fullPage: true });
  });
  const full = await lab.openLab("exercise=accepted&variant=2", recordedOnly);
  assert.match(await lineToCopy(full, "A frame"), /\?embed=1&amp;exercise=accepted&amp;variant=2" title="How many guesses are accepted\?"/);
});

// A whole book, built by its own tool, where that is installed.
const runs = (tool, ...args) => spawnSync(tool, args, { stdio: "ignore" }).status === 0;
const BOOKS = [
  { name: "mdbook", tool: process.env.MDBOOK ?? "mdbook", build: (folder) => ["build", folder], page: "book/speculative.html", copies: ["decoding-lab.js"] },
  { name: "jupyter-book", tool: process.env.JUPYTER_BOOK ?? "jupyter-book", build: (folder) => ["build", folder], page: "_build/html/speculative.html", copies: [] },
];
for (const { name, tool, build, page: built, copies } of BOOKS) {
  labTest(
    `a chapter that ${name} builds shows a lab`,
    async (lab) => {
      const folder = mkdtempSync(join(tmpdir(), "decoding-lab-"));
      try {
        cpSync(join(EXAMPLES, name), folder, { recursive: true });
        for (const copy of copies) cpSync(join(DIST, "embed.js"), join(folder, copy));
        const { status, stderr } = spawnSync(tool, build(folder), { encoding: "utf8" });
        assert.equal(status, 0, stderr);
        const [top, ...rest] = built.split("/").reverse();
        await withAuthor(lab, { folder: join(folder, ...rest.reverse()) }, async ({ site, author }) => {
          // The book's own.
          lab.expectProblem(/foreign request: https:\/\/(cdn|fonts|unpkg)|THEBE_JS_URL|invalid theme mode/);
          const page = await lab.openPage(`${author}${top}`, { allowed: [site] });
          const frame = await frameOf(page);
          await waitForModels(frame);
          await fits(page, frame);
          assert.ok(await frame.getByTestId("stage").isVisible());
          await page.locator("iframe").first().scrollIntoViewIfNeeded();
          await lab.screenshot(page, `embed-${name}`);
          for (let n = 1; n < (await page.locator("iframe").count()); n += 1) {
            await page.locator("iframe").nth(n).scrollIntoViewIfNeeded();
            const other = await frameOf(page, n);
            await other.locator(".live-figure, .task").waitFor();
            await fits(page, other, n);
            await lab.screenshot(page, `embed-${name}-${n}`);
          }
        });
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    { skip: runs(tool, "--version") ? false : `there is no ${name} here: install it, or name it in ${name === "mdbook" ? "MDBOOK" : "JUPYTER_BOOK"}` },
  );
}

async function openDialog(page) {
  await button(page, "Embed").click();
  await page.getByTestId("embed").waitFor();
}

async function lineToCopy(page, label) {
  await openDialog(page);
  return page.getByTestId("embed").getByLabel(label, { exact: true }).inputValue();
}
