// The harness of the browser tests: serves dist/ under a sub-path as a plain host would, drives the
// installed Chromium with a fresh profile for each test, and fails a test on anything that went
// wrong behind the page's back: a console error, an uncaught exception, a failed or foreign request,
// a breach of the Content-Security-Policy.

import assert from "node:assert/strict";
import { accessSync, constants, mkdirSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { serveSite } from "../../scripts/static-server.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const DIST = process.env.LAB_DIST ?? join(ROOT, "dist");
export const ARTIFACTS = join(ROOT, "test-artifacts");
/** The site hangs under a path like that of a school's server, so an absolute URL anywhere fails. */
const BASE = "/some/school/lab/";

/** Every figure of the textbook: its chapter, and its name there. */
export const FIGURES = ["decoding", "speculative-sampling"].flatMap((chapter) => {
  const source = readFileSync(join(ROOT, `src/ui/chapters/${chapter}.md`), "utf8");
  return [...source.matchAll(/\]\(figure:([a-z-]+)/g)].map(([, name]) => [chapter, name]);
});

const LAPTOP = { width: 1280, height: 900 };
export const PHONE = { width: 360, height: 740 };
export const PROJECTOR = { width: 1920, height: 1080 };

/** Names that lead to this machine and that a browser treats like any other on a local network: not as secure. */
export const LAN_HOST = "school.lan";
export const BOOK_HOST = "book.lan";

const ARGS = [`--host-resolver-rules=MAP ${LAN_HOST} 127.0.0.1,MAP ${BOOK_HOST} 127.0.0.1`, "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** A test that takes longer has hung. */
const TEST_MILLIS = 120_000;
/** Something awaited that takes longer will not come. */
const STEP_MILLIS = 30_000;

/** A graphics processor that is a program: browsers without these flags have no adapter on a machine without one. */
const ADAPTER_ARGS = ["--enable-unsafe-webgpu", "--use-webgpu-adapter=swiftshader"];

let browser;
/** The same with an adapter for WebGPU, once a test has asked for it. */
let browserWithAdapter;
let site;

/** How the installed browser is started. */
export function chromiumOptions() {
  const args = process.getuid?.() === 0 ? [...ARGS, "--no-sandbox"] : ARGS;
  return { executablePath: chromiumPath(), headless: true, args };
}

before(async () => {
  browser = await chromium.launch(chromiumOptions());
  // Models do not come from the browser's own cache: faults are put in the way of requests, and those must be made.
  const headers = (url) => (url.includes("/models") ? { "cache-control": "no-store" } : {});
  site = await serveSite(DIST, { base: BASE, headers });
  mkdirSync(ARTIFACTS, { recursive: true });
});

after(async () => {
  await browser?.close();
  await browserWithAdapter?.close();
  await site?.close();
});

/** The Chromium of this machine: none is ever downloaded. */
function chromiumPath() {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    for (const folder of process.env.PATH.split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here: look on.
      }
    }
  }
  throw new Error("there is no Chromium on this machine: run ./scripts/setup test");
}

/**
 * One test of the site. `body` gets a `Lab`; what goes wrong in any of its pages fails the test
 * even if `body` passes. The pages of a failed test are kept as pictures in test-artifacts/.
 */
export function labTest(name, body, { skip = false, millis = TEST_MILLIS } = {}) {
  test(name, { timeout: millis, skip }, async () => {
    const lab = new Lab(name);
    try {
      await body(lab);
      assert.deepEqual(lab.unexpectedProblems(), [], "something went wrong behind the page's back");
    } catch (error) {
      await lab.keepPictures();
      if (lab.problems.length > 0) error.message += `\nIn the browser:\n  ${lab.problems.join("\n  ")}`;
      throw error;
    } finally {
      await lab.close();
    }
  });
}

class Lab {
  /** All that went wrong in any page, in order. */
  problems = [];
  #name;
  #contexts = [];
  #sites = [];
  #expected = [];

  constructor(name) {
    this.#name = name;
  }

  /**
   * Opens the lab in a fresh profile and waits until it is drawn.
   *
   * `query` is what follows `?`; the first lab without one. `headers` serves the site with these headers from an address of its
   * own; `from` is the address of a server that the test runs itself; `prepare(page)` runs before
   * the page is loaded, to put faults in its way; `adapter` asks for a browser with a graphics processor. What else Playwright's contexts know goes through: `hasTouch`, `forcedColors`, `locale`.
   * Faults cannot be put in a service worker's way, so there is one only where a test allows it (`serviceWorkers`).
   */
  async openLab(query = "", options = {}) {
    const page = await this.#open(query || "lab=speculative", options);
    await page.locator("main#main").waitFor();
    return page;
  }

  /** Opens the home page in a fresh profile; its text is there at once. */
  async openHome(query = "", options = {}) {
    return this.#open(query, options);
  }

  /**
   * Opens any page in a fresh profile, such as an author's that has a lab in a frame. `allowed` are addresses of servers
   * that it may ask besides its own.
   */
  async openPage(url, { allowed = [], viewport = LAPTOP, javaScriptEnabled = true, permissions = [], prepare } = {}) {
    const context = await browser.newContext({ viewport, javaScriptEnabled, permissions, serviceWorkers: "allow" });
    context.setDefaultTimeout(STEP_MILLIS);
    this.#contexts.push(context);
    const page = await context.newPage();
    this.#watch(page, [new URL("/", url).href, ...allowed]);
    await prepare?.(page);
    await page.goto(url);
    return page;
  }

  async #open(query, { viewport = LAPTOP, colorScheme = "light", reducedMotion = "no-preference", headers, from, adapter = false, prepare, ...others } = {}) {
    const address = from ?? (headers ? await this.#serveWith(headers) : site.address);
    if (adapter) browserWithAdapter ??= await chromium.launch({ ...chromiumOptions(), args: [...chromiumOptions().args, ...ADAPTER_ARGS] });
    const context = await (adapter ? browserWithAdapter : browser).newContext({ viewport, colorScheme, reducedMotion, acceptDownloads: true, serviceWorkers: "block", ...others });
    context.setDefaultTimeout(adapter ? 4 * STEP_MILLIS : STEP_MILLIS);
    this.#contexts.push(context);
    const page = await context.newPage();
    this.#watch(page, [address]);
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", (event) => {
        console.error(`policy violated: ${event.effectiveDirective} blocks ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber}`);
      });
    });
    await prepare?.(page);
    await page.goto(query ? `${address}?${query}` : address);
    return page;
  }

  /** Where the harness's own server has the site. */
  get siteAddress() {
    return site.address;
  }

  /** A picture of the page as test-artifacts/NAME.png. */
  async screenshot(page, name, { fullPage = false } = {}) {
    await page.screenshot({ path: join(ARTIFACTS, `${name}.png`), fullPage, animations: "disabled" });
  }

  /** Says that problems which match `pattern` are what this test is about. */
  expectProblem(pattern) {
    this.#expected.push(pattern);
  }

  unexpectedProblems() {
    return this.problems.filter((problem) => !this.#expected.some((pattern) => pattern.test(problem)));
  }

  async keepPictures() {
    const pages = this.#contexts.flatMap((context) => context.pages());
    const slug = this.#name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
    for (const [idx, page] of pages.entries()) {
      // The test has failed for another reason already: a page that cannot be drawn is no news.
      await page.screenshot({ path: join(ARTIFACTS, `failed-${slug}-${idx}.png`), timeout: 5_000 }).catch(() => {});
    }
  }

  async close() {
    for (const context of this.#contexts) await context.close();
    for (const extra of this.#sites) await extra.close();
  }

  async #serveWith(headers) {
    const extra = await serveSite(DIST, { base: BASE, headers });
    this.#sites.push(extra);
    return extra.address;
  }

  #watch(page, addresses) {
    const report = (problem) => this.problems.push(problem);
    page.on("pageerror", (error) => report(`uncaught: ${error.message}`));
    page.on("crash", () => report("the page crashed"));
    page.on("console", (message) => {
      if (message.type() === "error") report(`console: ${message.text()} (${message.location().url})`);
    });
    page.on("request", (request) => {
      const isOurs = addresses.some((address) => request.url().startsWith(address)) || /^(data|blob):/.test(request.url());
      if (!isOurs) report(`foreign request: ${request.url()}`);
    });
    page.on("requestfailed", (request) => {
      // A reload or the end of a test cuts off what is under way.
      const reason = request.failure()?.errorText;
      if (reason !== "net::ERR_ABORTED") report(`failed request: ${request.url()}: ${reason}`);
    });
    page.on("response", (response) => {
      if (response.status() >= 400) report(`answer ${response.status()}: ${response.url()}`);
    });
  }
}
