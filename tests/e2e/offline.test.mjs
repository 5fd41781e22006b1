// Without a network, with a bad one, and with none of what keeps files: the page opens after one visit, goes on with files
// where a connection was cut, says what is missing, and never mixes two releases.

import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterRun, button, eventually, showAll, textOf, transcript, waitForLive, waitForSource } from "./actions.mjs";
import { DIST, LAN_HOST, PHONE, labTest } from "./lab.mjs";
import { serveRanges } from "./servers.mjs";

const allowed = { serviceWorkers: "allow" };
const LABS = ["speculative", "exactness", "latency", "drafts", "logits", "beams", "constraints"];
const WEIGHTS = "/target-5.9m/model.safetensors";

/** What a browser says when its server is gone. */
const LOST = [/failed request: /, /console: Failed to load resource/, /console: .*(ERR_|Failed to fetch)/];

async function withServer(lab, body, faults = {}, folder = DIST) {
  const server = await serveRanges(folder, faults);
  try {
    await body(server);
  } finally {
    await server.close();
  }
}

/** A server that cuts the weights off at half, the first time; `body` gets it, and how many bytes that is. */
async function withCut(lab, body) {
  LOST.forEach((pattern) => lab.expectProblem(pattern));
  const half = Math.floor((await readFile(await weightsFile())).length / 2);
  await withServer(lab, (server) => body(server, half), { cut: (path, n) => (path.endsWith(WEIGHTS) && n === 1 ? half : undefined) });
}

async function openFiles(page) {
  if (await page.getByTestId("offline").isVisible()) return;
  const settings = button(page, "Settings");
  if (await settings.isVisible()) await settings.click();
  await button(page, "Files and offline use …").click();
}

async function waitForReady(page) {
  await eventually(() => textOf(page, "kept"), /^Ready for offline use/);
}

// The browser's own cache may hold part of a file, too. Then it asks for a single byte first, to see whether its part is
// still right, and for the rest by its last byte. (Only where others wanted the processor, too, did that ever happen.)
const REST = /^bytes=(\d+)-(\d+)?$/;
const isProbe = ({ range, sent }) => sent === 1 && REST.test(range ?? "");
const weightsOf = (server) => server.requests.filter((request) => request.path.endsWith(WEIGHTS) && !isProbe(request));

// Case 20: offline after the first visit.
labTest("after one visit everything works with the server gone", async (lab) => {
  LOST.forEach((pattern) => lab.expectProblem(pattern));
  await withServer(lab, async (server) => {
    const page = await lab.openLab("max_new_tokens=12", { from: server.address, ...allowed });
    await waitForLive(page);
    await waitForReady(page);
    await openFiles(page);
    assert.match(await textOf(page, "offline-state"), /Ready for offline use: everything here works without a network\.$/);
    const sizes = await textOf(page, "sizes");
    assert.match(sizes, /programs and recorded examples [\d.]+ MB The two models 7\.9 MB/, sizes);
    await lab.screenshot(page, "offline-ready");
    await server.close();
    await assert.rejects(fetch(server.address), "the server is gone");

    const home = await page.context().newPage();
    await home.goto(server.address);
    await home.getByTestId("figure-play").waitFor();
    await home.close();
    await page.reload();
    await waitForLive(page);
    await showAll(page);
    const text = await transcript(page);
    assert.match(text, /^Once upon a time, a cat .{10}/);
    await afterRun(page, () => button(page, "Next seed").click());
    for (const id of LABS) {
      const fresh = await page.context().newPage();
      await fresh.goto(`${server.address}?lab=${id}`);
      await fresh.getByTestId("stage").waitFor();
      await fresh.getByTestId("ready").waitFor();
      assert.equal(await fresh.locator("nav a[aria-current=page]").count(), 1);
      assert.equal(await fresh.getByTestId("engine-trouble").count(), 0, id);
      await fresh.close();
    }
  });
});

// Case 20: the connection cut at half.
labTest("a file that was cut off at half goes on where it was, with Try again", async (lab) => {
  await withCut(lab, async (server, half) => {
    const page = await lab.openLab("", { from: server.address });
    await page.getByTestId("engine-trouble").waitFor();
    await button(page, "Try again").click();
    await waitForLive(page);
    assertWentOn(server, half);
  });
});

labTest("a file that was cut off goes on where it was at the next visit", async (lab) => {
  await withCut(lab, async (server, half) => {
    const page = await lab.openLab("", { from: server.address });
    await page.getByTestId("engine-trouble").waitFor();
    await page.reload();
    await waitForLive(page);
    assertWentOn(server, half);
    // And once it is whole, it is not asked for again.
    await page.reload();
    await waitForLive(page);
    assert.equal(weightsOf(server).length, 2);
  });
});

labTest("at an address without https, where nothing can be stored, a file goes on as well", async (lab) => {
  await withCut(lab, async (server, half) => {
    const page = await lab.openLab("", { from: `http://${LAN_HOST}:${server.port}/`, ...allowed });
    assert.equal(await page.evaluate(() => window.isSecureContext), false);
    await page.getByTestId("engine-trouble").waitFor();
    await button(page, "Try again").click();
    await waitForLive(page);
    assertWentOn(server, half);
    assert.match(await textOf(page, "kept"), /^Nothing is kept: browsers keep files only of https addresses/);
    await openFiles(page);
    assert.match(await textOf(page, "sizes"), /The two models –/);
    await lab.screenshot(page, "offline-plain-http");
  });
});

labTest("from a server without ranges a file that was cut off starts again", async (lab) => {
  LOST.forEach((pattern) => lab.expectProblem(pattern));
  await withServer(
    lab,
    async (server) => {
      const page = await lab.openLab("", { from: server.address });
      await page.getByTestId("engine-trouble").waitFor();
      await button(page, "Try again").click();
      await waitForLive(page);
      const [first, second, ...more] = weightsOf(server);
      assert.deepEqual(more, []);
      assert.ok(first.sent < second.sent && REST.test(second.range), second.range);
      await showAll(page);
      assert.match(await transcript(page), /^Once upon a time, a cat .{20}/);
    },
    { noRange: true, cut: (path, n) => (path.endsWith(WEIGHTS) && n === 1 ? 3_000_000 : undefined) },
  );
});

labTest("a file that has changed on the server meanwhile is fetched whole, not mixed", async (lab) => {
  LOST.forEach((pattern) => lab.expectProblem(pattern));
  await withServer(
    lab,
    async (server) => {
      const page = await lab.openLab("", { from: server.address });
      await page.getByTestId("engine-trouble").waitFor();
      server.faults.version = 2;
      await button(page, "Try again").click();
      await waitForLive(page);
      const [first, ...more] = weightsOf(server);
      const last = more.pop();
      assert.ok(more.length <= 1, "asked for the rest at the most once");
      assert.ok(more.every(({ range }) => REST.test(range)), "and for the whole once");
      assert.equal(last.range, undefined, "the rest of another version was taken");
      assert.equal(last.sent, (await readFile(await weightsFile())).length);
      assert.ok(first.sent < last.sent);
    },
    { cut: (path, n) => (path.endsWith(WEIGHTS) && n === 1 ? 3_000_000 : undefined) },
  );
});

// Case 20: storage full.
labTest("with a full storage the models run, and the page says that they are not kept", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8", {
    ...allowed,
    prepare: async (page) => {
      const devtools = await page.context().newCDPSession(page);
      const { origin } = new URL(lab.siteAddress);
      await devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1_500_000 });
    },
  });
  await waitForLive(page);
  await eventually(() => textOf(page, "notice"), /^The models run, but this browser could not keep them for the next visit \(.*[Qq]uota/);
  await openFiles(page);
  assert.match(await textOf(page, "offline-state"), /not (be )?kept/);
  await lab.screenshot(page, "offline-storage-full");
  await page.keyboard.press("Escape");
  await showAll(page);
  assert.match(await transcript(page), /^Once upon a time, a cat .{10}/);
});

// Case 20: a private window.
labTest("where there are no service workers the page runs and says that nothing is kept", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8", {
    prepare: (page) => page.addInitScript(() => delete Navigator.prototype.serviceWorker),
  });
  await waitForLive(page);
  assert.match(await textOf(page, "kept"), /^Nothing is kept: this browser, or this private window, keeps no pages/);
  await openFiles(page);
  await lab.screenshot(page, "offline-private");
});

labTest("a new release is announced, waits, and takes over when the reader wants it", async (lab) => {
  LOST.forEach((pattern) => lab.expectProblem(pattern));
  const folder = await mkdtemp(join(tmpdir(), "decoding-lab-"));
  try {
    await cp(DIST, folder, { recursive: true });
    await withServer(lab, async (server) => {
      const page = await lab.openLab("max_new_tokens=8&gamma=2", { from: server.address, ...allowed });
      await waitForLive(page);
      await waitForReady(page);
      const other = await page.context().newPage();
      await other.goto(`${server.address}?lab=speculative`);
      await waitForLive(other);
      const [first] = await shells(page);
      const old = await releaseOf(page);
      assert.equal(await page.getByTestId("update").count(), 0);

      const second = await release(folder, "Second");
      await askForUpdate(page);
      await page.getByTestId("update").waitFor();
      assert.match(await textOf(page, "update"), /^A new version of this page is ready\. This one goes on until you reload it/);
      await lab.screenshot(page, "offline-update");
      await other.reload();
      await waitForLive(other);
      assert.equal(await releaseOf(other), old, "a new release took over unasked");

      await page.getByTestId("update").getByRole("button", { name: "Reload" }).click();
      await eventually(() => releaseOf(page), second);
      await waitForLive(page);
      assert.match(page.url(), /gamma=2/, "the place is kept");
      assert.equal(await page.getByTestId("update").count(), 0);

      // The other window goes on with its own release, also where it has yet to fetch from, and learns of the new one.
      await other.getByTestId("update").waitFor();
      await server.close();
      await other.getByRole("link", { name: /logits/i }).click();
      await other.getByTestId("rail").waitFor();
      assert.equal(await releaseOf(other), old);
      assert.ok((await shells(page)).includes(first), "a release that still runs was deleted");

      // Once no page needs it, it goes. (Half of the time it was there again, empty: who counted what is stored opened it by its name when it
      // had just been deleted, and that makes a cache anew.)
      await other.close();
      await eventually(async () => {
        await page.reload();
        await waitForLive(page);
        // The page asks for it when it is kept: one that is left before that asks for nothing, over and over.
        await waitForReady(page);
        await page.waitForTimeout(500);
        return (await shells(page)).length;
      }, 1);
      assert.ok(!(await shells(page)).includes(first));
    }, {}, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
});

labTest("a release that is only half on the server is not taken", async (lab) => {
  const folder = await mkdtemp(join(tmpdir(), "decoding-lab-"));
  try {
    await cp(DIST, folder, { recursive: true });
    await withServer(lab, async (server) => {
      const page = await lab.openLab("max_new_tokens=8", { from: server.address, ...allowed });
      await waitForLive(page);
      await waitForReady(page);
      const before = await shells(page);
      await release(folder, "Half", { index: false });
      await askForUpdate(page);
      await eventually(() => page.evaluate(async () => {
        const { installing, waiting } = await navigator.serviceWorker.getRegistration();
        return [installing, waiting];
      }), [null, null]);
      assert.equal(await page.getByTestId("update").count(), 0);
      await page.reload();
      await waitForLive(page);
      await waitForReady(page);
      assert.ok((await shells(page)).includes(before[0]));
    }, {}, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
});

labTest("what is kept can be cleared, stays cleared, and can be kept again", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8", allowed);
  await waitForLive(page);
  await waitForReady(page);
  await openFiles(page);
  await button(page, "Clear stored files").click();
  await eventually(() => textOf(page, "offline-state"), /Nothing is kept, as you asked/);
  await eventually(() => textOf(page, "sizes"), /examples – The two models –/);
  assert.deepEqual(await page.evaluate(() => caches.keys()), []);
  await page.reload();
  await waitForLive(page);
  await eventually(() => textOf(page, "kept"), /^Nothing is kept, as you asked/);
  assert.deepEqual(await page.evaluate(() => caches.keys()), []);
  await openFiles(page);
  await lab.screenshot(page, "offline-cleared");
  await button(page, "Keep for offline use").click();
  await eventually(() => textOf(page, "offline-state"), /Ready for offline use/);
  assert.equal((await page.evaluate(() => caches.keys())).length, 2);
});

labTest("the page can be installed: a manifest with its icons, and a button where the browser offers it", async (lab) => {
  const page = await lab.openLab("", { viewport: PHONE });
  const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
  assert.deepEqual([manifest.start_url, manifest.scope, manifest.display], ["./", "./", "standalone"]);
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (src) => {
      const image = new Image();
      image.src = src;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    if (sizes !== "any") assert.equal(size, sizes, src);
  }
  await openFiles(page);
  assert.equal(await button(page, "Install as an app …").count(), 0);
  await page.evaluate(() => {
    const offer = new Event("beforeinstallprompt", { cancelable: true });
    offer.prompt = () => { window.prompted = offer.defaultPrevented; };
    dispatchEvent(offer);
  });
  await lab.screenshot(page, "offline-phone");
  await button(page, "Install as an app …").click();
  assert.equal(await page.evaluate(() => window.prompted), true);
  await eventually(() => button(page, "Install as an app …").count(), 0);
});

// Case 29: a device slept, and the worker never answered again.
labTest("a worker that stopped answering is restarted, and the run replays from its trace", async (lab) => {
  const page = await lab.openLab("max_new_tokens=24", {
    prepare: (page) =>
      page.route("**/worker*_loader.js", async (route) => {
        const response = await route.fetch();
        const stall = 'new BroadcastChannel("stall").onmessage = () => { for (;;); };';
        await route.fulfill({ response, body: `${stall}${await response.text()}` });
      }),
  });
  await waitForLive(page);
  await showAll(page);
  const before = await transcript(page);
  await page.evaluate(() => new BroadcastChannel("stall").postMessage("now"));
  await page.unroute("**/worker*_loader.js");
  await button(page, "Next seed").click();
  await button(page, "Next seed").click();
  await page.getByTestId("engine-trouble").waitFor();
  assert.match(await textOf(page, "engine-trouble"), /has stopped answering\./);
  assert.equal(await transcript(page), before, "what was written stays on the page");
  await page.getByLabel("Seed", { exact: true }).fill("426");
  await page.keyboard.press("Enter");
  await page.getByTestId("engine-trouble").getByRole("button", { name: "Restart the models" }).click();
  await waitForLive(page);
  await showAll(page);
  await eventually(() => transcript(page), before, "the same seed tells the same story");
});

async function weightsFile() {
  const models = (await readdir(DIST)).find((name) => /^models(-|$)/.test(name));
  return join(DIST, models, WEIGHTS);
}

function assertWentOn(server, half) {
  const [first, second, ...more] = weightsOf(server);
  assert.deepEqual(more, []);
  const start = Number(second.range.match(REST)[1]);
  // What the server had sent may not all have arrived; nothing that has is asked for again.
  assert.ok(start > half / 2 && start <= half, `${second.range} after ${half} bytes`);
  assert.equal(first.range, undefined);
}

const shells = (page) => page.evaluate(async () => (await caches.keys()).filter((name) => !name.includes(" models")));

/** The release that a page is of; nothing while it is being loaded. */
const releaseOf = (page) => page.evaluate(() => document.querySelector("meta[name=release]").content).catch(() => "");

const askForUpdate = (page) => page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update().catch(() => {}); });

/** Puts another release into a folder, with another title, and returns its version. */
async function release(folder, title, { index = true } = {}) {
  const version = Buffer.from(title.padEnd(8)).toString("hex");
  const page = await readFile(join(folder, "index.html"), "utf8");
  const [, old] = page.match(/name="release" content="(\w+)"/);
  const script = await readFile(join(folder, "sw.js"), "utf8");
  if (index) await writeFile(join(folder, "index.html"), page.replace(old, version).replace("<title>Decoding Lab</title>", `<title>${title}</title>`));
  await writeFile(join(folder, "sw.js"), script.replaceAll(old, version));
  return version;
}
