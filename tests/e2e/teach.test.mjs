// What a teacher uses: lesson plans, a run of show, presenter mode with a clicker, and a QR code.

import assert from "node:assert/strict";
import { eventually, press, recordedOnly, textOf, waitForPlace } from "./actions.mjs";
import { labTest, PHONE, PROJECTOR } from "./lab.mjs";

labTest("a lesson is started from its plan, asks, answers, and goes on by clicker and by button", async (lab) => {
  const page = await lab.openLab("teach", { viewport: PROJECTOR });
  await lab.screenshot(page, "teach", { fullPage: true });
  await page.getByRole("link", { name: "Start the 15-minute lesson" }).click();
  const bar = page.getByTestId("run-bar");
  await bar.getByRole("heading", { name: "A model gives odds, not words" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "From logits to a token" }).waitFor();
  await bar.getByRole("button", { name: "B It shrinks" }).click();
  assert.equal(await bar.getByRole("button", { name: "B It shrinks" }).getAttribute("aria-pressed"), "true");
  assert.equal(await bar.getByText("✓ right").count(), 0);
  await page.evaluate(() => document.activeElement?.blur());
  await press(page, "PageDown");
  await bar.getByRole("button", { name: /A It grows ✓ right/ }).waitFor();
  assert.match(page.url(), /temperature=0\.5/);
  await lab.screenshot(page, "teach-answer");
  await bar.getByRole("link", { name: "Next" }).click();
  await bar.getByRole("heading", { name: "A guess is held against a coin" }).waitFor();
  await waitForPlace(page, 1, 6);
  await lab.screenshot(page, "teach-question");
  await press(page, "PageUp");
  await bar.getByRole("button", { name: /A It grows ✓ right/ }).waitFor();
  await bar.getByRole("link", { name: "Leave the lesson" }).click();
  await page.getByRole("heading", { level: 1, name: "For teachers" }).waitFor();
  assert.equal(await bar.count(), 0);
});

labTest("every moment of every plan opens its page, with its question, and its answer", async (lab) => {
  const page = await lab.openLab("teach");
  const links = await page.locator(".moments a").evaluateAll((all) => [...new Set(all.map((link) => link.href))]);
  assert.ok(links.length >= 25, `${links.length} moments`);
  // One plan has every moment.
  for (const link of links.filter((href) => href.includes("run=90"))) {
    for (const suffix of ["", ".answer"]) {
      await page.goto(link.replace(/run=(\d+\.\d+)/, `run=$1${suffix}`));
      await page.getByTestId("run-bar").waitFor();
      assert.equal(await page.getByTestId("notice").count(), 0, link);
    }
  }
});

labTest("presenter mode enlarges, a clicker steps, the screen goes black and comes back, a spotlight follows", async (lab) => {
  const page = await lab.openLab("lab=speculative&scenario=case-correction&present=1", { viewport: PROJECTOR, ...recordedOnly });
  await page.getByTestId("source").waitFor();
  assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "18.88px");
  await press(page, "Home");
  await press(page, "PageDown", 3);
  await waitForPlace(page, 1, 3);
  await press(page, "PageUp");
  await waitForPlace(page, 1, 2);
  await press(page, "b");
  const black = page.getByRole("button", { name: /The screen is black/ });
  await black.waitFor();
  await press(page, "b");
  await black.waitFor({ state: "detached" });
  await press(page, "s");
  await page.mouse.move(400, 300);
  await eventually(() => page.locator(".veil.spotlight").evaluate((veil) => veil.style.getPropertyValue("--x")), "400px");
  await lab.screenshot(page, "present-spotlight");
  await press(page, "Escape");
  assert.equal(await page.locator(".veil").count(), 0);
  await page.getByRole("button", { name: "Present" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.hasAttribute("data-present")), false);
  await eventually(() => page.url(), (url) => !url.includes("present"));
});

// The clicker and the keys of presenter mode did nothing on pages without a story, and the 90-minute lesson has one.
labTest("a clicker moves on from the exercises of a lesson, and back to them, and the screen goes black there", async (lab) => {
  const page = await lab.openLab("exercises&present=1&run=90.5", { viewport: PROJECTOR });
  const bar = page.getByTestId("run-bar");
  await bar.getByRole("heading", { name: "Five minutes for the worksheet" }).waitFor();
  await page.getByRole("heading", { level: 1, name: "Exercises" }).waitFor();
  await press(page, "b");
  const black = page.getByRole("button", { name: /The screen is black/ });
  await black.waitFor();
  await press(page, "Escape");
  await black.waitFor({ state: "detached" });
  await press(page, "s");
  await page.locator(".veil.spotlight").waitFor({ state: "attached" });
  assert.equal(await page.locator(".veil.spotlight").evaluate((veil) => veil.style.getPropertyValue("--x")), "50%", "in the middle until a pointer moves");
  await press(page, "s");
  await press(page, "PageDown");
  await bar.getByRole("heading", { name: "A guess is held against a coin" }).waitFor();
  await press(page, "PageUp");
  await bar.getByRole("heading", { name: "Five minutes for the worksheet" }).waitFor();
});

// A lesson that was opened with lang=de went on in the browser's own language.
labTest("a lesson keeps the language of its address, in its links and by clicker", async (lab) => {
  const page = await lab.openLab("teach&lang=de", { viewport: PROJECTOR });
  const start = page.getByRole("link", { name: "Die 15-Minuten-Stunde beginnen" });
  assert.match(await start.getAttribute("href"), /&lang=de$/);
  await start.click();
  const bar = page.getByTestId("run-bar");
  await bar.waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "de");
  const links = await bar.getByRole("link").evaluateAll((all) => all.map((link) => link.href));
  assert.ok(links.length >= 2 && links.every((href) => href.endsWith("lang=de")), links.join(" "));
  await page.evaluate(() => document.activeElement?.blur());
  await press(page, "PageDown");
  await page.waitForURL(/run=15\.1\.answer/);
  await page.waitForURL(/lang=de/);
  await bar.getByRole("link", { name: "Stunde verlassen" }).click();
  await page.getByRole("link", { name: "Die 15-Minuten-Stunde beginnen" }).waitFor();
});

labTest("the address on screen is shared as a QR code made in the page", async (lab) => {
  const page = await lab.openLab("lab=exactness&trials=0");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share what is on screen" });
  assert.equal(await dialog.getByRole("textbox", { name: "Address" }).inputValue(), page.url());
  await dialog.getByTestId("qr").waitFor();
  assert.match(await dialog.innerText(), /works on this computer only/);
  await lab.screenshot(page, "share");
  await page.keyboard.press("Escape");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Share");
});

// A class that scanned the code at the projector got large type, and the bar with the lesson's answers.
labTest("what a class sees is shared without the presenter's frame, and the lesson only when that is wanted", async (lab) => {
  const page = await lab.openLab("lab=exactness&mistake=no-residual&trials=0&present=1&run=15.6", { viewport: PROJECTOR });
  await page.getByTestId("run-bar").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share what is on screen" });
  const address = dialog.getByRole("textbox", { name: "Address" });
  const plain = await address.inputValue();
  assert.match(plain, /\?lab=exactness&.*mistake=no-residual/);
  assert.doesNotMatch(plain, /present|run=/);
  const outline = () => dialog.getByTestId("qr").locator("path").getAttribute("d");
  const code = await outline();
  await lab.screenshot(page, "share-lesson");
  await dialog.getByRole("checkbox", { name: /^With the lesson around it/ }).check();
  await eventually(() => address.inputValue(), page.url());
  assert.match(page.url(), /present=1&run=15\.6/);
  assert.notEqual(await outline(), code);
  const other = await lab.openLab(new URL(plain).search.slice(1));
  await other.getByRole("heading", { level: 1, name: "Why it is exact" }).waitFor();
  assert.equal(await other.getByTestId("run-bar").count(), 0);
  assert.equal(await other.evaluate(() => document.documentElement.hasAttribute("data-present")), false);
});

labTest("the plans and a moment fit a phone", async (lab) => {
  for (const [name, query] of [["teach-phone", "teach"], ["teach-phone-moment", "lab=exactness&trials=0&present=1&run=15.6"]]) {
    const page = await lab.openLab(query, { viewport: PHONE });
    await page.locator("h1, [data-testid=run-bar]").first().waitFor({ state: "attached" });
    const { width, room } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth, room: innerWidth }));
    assert.ok(width <= room, `${name} is ${width} px wide on ${room}`);
    await lab.screenshot(page, name, { fullPage: true });
  }
});
