// A first visit on a slow phone: the built site over Chromium's "Fast 3G" (1.44 Mbit/s, 562 ms a round trip) on a processor
// four times as slow, from a server that compresses as plain hosts do. Prints when the text can be read, when the home
// page's figure answers a press, and when a lab on its recording does.
//   node scripts/first-visit.mjs [ROUNDS]

import { execFileSync } from "node:child_process";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { serveCompressed } from "./static-server.mjs";

/** What Chromium's developer tools call Fast 3G. */
export const FAST_3G = { offline: false, latency: 562.5, downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8, uploadThroughput: (750 * 1024 * 0.9) / 8 };
const CPU_SLOWDOWN = 4;
export const PAGES = { "home page": "", "speculative lab": "?lab=speculative", "logits lab": "?lab=logits" };

/**
 * One visit: milliseconds until the first words, until a figure answers a press, and, in a lab, until the lab does; bytes until then.
 * On a slow line the home page's figure stands in for a lab that is on its way.
 */
export async function visit(browser, address, { isHome, throttled = true }) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  if (throttled) {
    await session.send("Network.emulateNetworkConditions", FAST_3G);
    await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  }
  let bytes = 0;
  session.on("Network.loadingFinished", (event) => { bytes += event.encodedDataLength; });
  await page.goto(address, { waitUntil: "commit" });
  /** When there is something to step through, and this changes it. */
  const answers = async (step) => {
    await step.waitFor({ timeout: 120_000 });
    await page.getByTestId("source").first().waitFor({ timeout: 120_000 });
    const at = { millis: await page.evaluate(() => performance.now()), bytes };
    await step.click();
    return at;
  };
  const figure = isHome || throttled ? await answers(page.getByTestId("figure-step")) : null;
  const lab = isHome ? null : await answers(page.getByTestId("playback").getByRole("button", { name: "Step", exact: true }));
  const readable = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN);
  await context.close();
  const first = figure ?? lab;
  return { readable, interactive: first.millis, bytes: first.bytes, lab: lab?.millis ?? Number.NaN, labBytes: lab?.bytes ?? Number.NaN };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const rounds = Number(process.argv[2] ?? 5);
  const executablePath = execFileSync("bash", ["-c", ". scripts/env.sh; chromium_path"], { encoding: "utf8" }).trim();
  const args = process.getuid?.() === 0 ? ["--no-sandbox", "--disable-quic"] : ["--disable-quic"];
  const browser = await chromium.launch({ executablePath, args });
  const site = await serveCompressed(process.env.LAB_DIST ?? "dist");
  const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
  console.log("| page | first words, ms | a figure answers a press, ms | kB until then | the lab itself, ms | kB until then |\n|---|---|---|---|---|---|");
  for (const [name, query] of Object.entries(PAGES)) {
    const visits = [];
    for (let round = 0; round < rounds; round += 1) visits.push(await visit(browser, site.address + query, { isHome: query === "" }));
    const of = (key) => Math.round(median(visits.map((one) => one[key])));
    const ofLab = query === "" ? " | " : `${of("lab")} | ${Math.round(of("labBytes") / 1000)}`;
    console.log(`| ${name} | ${of("readable")} | ${of("interactive")} | ${Math.round(of("bytes") / 1000)} | ${ofLab} |`);
  }
  await browser.close();
  await site.close();
}
