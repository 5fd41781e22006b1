// Trunk runs this after a build (see Trunk.toml), before it swaps the new site in. A release site
// then works under a strict Content-Security-Policy on a server that sends no headers at all: the start
// script is a file beside index.html (scripts/start.js, in place of Trunk's inline one), and the policy
// stands in the page itself.
//
// A debug build is left as it is, because Trunk's reloading wants inline scripts.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { overBudget } from "./budget.mjs";
import { joinStyles } from "./styles.mjs";
import { codeSizes } from "./wasm-size.mjs";
import { POLICY } from "./policy.mjs";

/** Files that no visitor of the page asks for: those for authors' own pages, and the page itself, which is named last. */
const NOT_KEPT = ["embed.js", "index.html", "sw.js"];

const POLICY_META = `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`;

if (process.env.TRUNK_PROFILE === "release") {
  const dir = process.env.TRUNK_STAGING_DIR;
  const workers = {
    worker: finishWorker(dir, "worker"),
    "worker-relaxed": finishWorker(dir, "worker_relaxed"),
    "worker-reference": finishWorker(dir, "worker_reference"),
    "worker-gpu": finishWorker(dir, "worker_gpu"),
  };
  finishSite(dir, workers, finishProgram(dir, "home"));
  checkBudget({ ...printSizes(dir), ...engineSizes() });
}

/** The page, its folders of data and the service worker that keeps them: each names the others by their content. */
function finishSite(dir, workers, home) {
  const folders = Object.fromEntries(["models", "traces", "locales"].map((name) => [name, finishFolder(dir, name)]));
  const html = finishPage(dir, { ...workers, ...folders }, home);
  const release = releaseOf(dir, workers, folders.models);
  // The release's name follows from all that it has, so the page gets it last.
  release.version = shortHash(JSON.stringify(release), html);
  const page = html.replace(POLICY_META, (meta) => `${meta}<meta name="release" content="${release.version}">`);
  check(page);
  writeFileSync(join(dir, "index.html"), page);
  release.files["index.html"] = sha256(page);
  const source = readFileSync(new URL("service-worker.js", import.meta.url), "utf8");
  const script = source.replace("const RELEASE = null;", `const RELEASE = ${JSON.stringify(release)};`);
  if (script === source) throw new Error("the service worker has no place for the release");
  writeFileSync(join(dir, "sw.js"), script);
}

/** Names a folder by its content, so that a page of one release never reads a file of another. */
function finishFolder(dir, name) {
  const contents = filesOf(join(dir, name)).flatMap((file) => [`${file}\n`, readFileSync(join(dir, name, file))]);
  const hashed = `${name}-${shortHash(...contents)}`;
  renameSync(join(dir, name), join(dir, hashed));
  return hashed;
}

/** What the service worker keeps: all files but models, and of the workers the one that a browser runs. */
function releaseOf(dir, workers, models) {
  const release = { version: "", models, files: {}, workers: Object.fromEntries(Object.keys(workers).map((worker) => [worker, {}])) };
  for (const name of filesOf(dir)) {
    if (name.startsWith(`${models}/`) || NOT_KEPT.includes(name)) continue;
    const worker = Object.keys(workers).find((key) => name.startsWith(workers[key].replace(/_loader\.js$/, "")));
    const files = worker ? release.workers[worker] : release.files;
    files[name] = sha256(readFileSync(join(dir, name)));
  }
  return release;
}

/** All files below a folder, by their paths, in order. */
function filesOf(dir) {
  const entries = readdirSync(dir, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(dir, join(entry.parentPath, entry.name)).replaceAll("\\", "/")).sort();
}

/** The digest of contents, one after the other. */
function sha256(...contents) {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex");
}

/** As much of it as names a file. */
function shortHash(...contents) {
  return sha256(...contents).slice(0, 16);
}

/** The page under its policy, with the names of what it starts and fetches. */
function finishPage(dir, named, home) {
  let html = readFileSync(join(dir, "index.html"), "utf8");

  // Trunk's start script starts the app whatever the address says; ours takes its place, and does without Trunk's
  // preloads. Names carry a hash of the content, so that a cached script never meets another release's wasm.
  const app = html.match(/['"]\.\/(app-[0-9a-f]+)\.js['"]/)?.[1];
  if (!app) throw new Error("index.html does not start the app: look at it, then at finishPage");
  html = html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, "").replaceAll(/<link\s[^>]*rel="(?:modulepreload|preload)"[^>]*>/g, "");
  const languages = filesOf(join(dir, named.locales)).map((file) => file.replace(/\.ftl$/, ""));
  const places = { "./HOME": `./${home}`, "./APP": `./${app}`, LANGUAGES: languages.join('", "') };
  const start = Object.entries(places).reduce(
    (script, [place, value]) => {
      if (!script.includes(place)) throw new Error(`start.js has no place for ${place}`);
      return script.replace(place, value);
    },
    readFileSync(new URL("start.js", import.meta.url), "utf8"),
  );
  const name = `start-${shortHash(start)}.js`;
  writeFileSync(join(dir, name), start);

  // All files come from the page's own origin, where integrity hashes protect from nothing; but a
  // preload that carries one is not matched with the fetch that follows, and the file comes twice.
  html = html.replaceAll(/\sintegrity\s*=\s*("[^"]*"|[^\s>]+)/g, "");
  const { page: styled, name: style } = finishStyles(dir, html);

  // Behind a policy browsers look no further ahead than to the next script, and the style sheet would be asked for when that has run: a round trip
  // more before anything is drawn.
  const ahead = `<link rel="preload" as="style" href="./${style}">`;
  // The page starts the worker that stands here and reads from these folders; their names change with their content.
  const meta = POLICY_META + ahead + Object.entries(named).map(([key, path]) => `<meta name="${key}" content="./${path}">`).join("") + `<script src="./${name}"></script>`;
  const charset = /<meta\s+charset\s*=\s*"?utf-8"?\s*\/?>/i;
  if (!charset.test(styled)) throw new Error("index.html names no charset: there is no place for the policy");
  return styled.replace(charset, (tag) => tag + meta);
}

/** One style sheet, named by its content, in place of all that the page links: the page, and that name. */
function finishStyles(dir, html) {
  const { page, style, name, hrefs } = joinStyles(html, (href) => readFileSync(join(dir, href), "utf8"), (style) => `style-${shortHash(style)}.css`);
  for (const href of hrefs) rmSync(join(dir, href));
  writeFileSync(join(dir, name), style);
  return { page, name };
}

/** Names a program's script and wasm by their content, and returns the name without its ending. */
function finishProgram(dir, name) {
  const [script, wasm] = [`${name}.js`, `${name}_bg.wasm`].map((file) => join(dir, file));
  const hashed = `${name}-${shortHash(readFileSync(script), readFileSync(wasm))}`;
  renameSync(script, join(dir, `${hashed}.js`));
  renameSync(wasm, join(dir, `${hashed}_bg.wasm`));
  return hashed;
}

/** Names a worker's three files by their content, and returns the name of the one that starts it. */
function finishWorker(dir, name) {
  const [script, wasm, loader] = [`${name}.js`, `${name}_bg.wasm`, `${name}_loader.js`].map((file) => join(dir, file));
  finishLoader(loader);
  const hashed = `${name}-${shortHash(...[script, wasm, loader].map((file) => readFileSync(file)))}`;
  const text = readFileSync(loader, "utf8");
  const renamed = text.replaceAll(`${name}.js`, `${hashed}.js`).replaceAll(`${name}_bg.wasm`, `${hashed}_bg.wasm`);
  if (!renamed.includes(`${hashed}.js`) || !renamed.includes(`${hashed}_bg.wasm`)) throw new Error(`the loader of ${name} does not name its files: ${text}`);
  writeFileSync(loader, renamed);
  renameSync(script, join(dir, `${hashed}.js`));
  renameSync(wasm, join(dir, `${hashed}_bg.wasm`));
  renameSync(loader, join(dir, `${hashed}_loader.js`));
  return `${hashed}_loader.js`;
}

/**
 * Trunk's loader of the worker calls wasm-bindgen in a way that it warns of; say it the way it wants. And
 * a promise that fails in a worker tells nobody, so a damaged file would leave the page waiting for ever:
 * throw the error where the page hears it.
 */
function finishLoader(loader) {
  const script = readFileSync(loader, "utf8");
  const modern = script.replace(/wasm_bindgen\(("[^"]+")\)/, "wasm_bindgen({ module_or_path: $1 }).catch((error) => setTimeout(() => { throw error; }))");
  if (modern === script) throw new Error("the worker's loader has changed: look at it, then at finishLoader");
  writeFileSync(loader, modern);
}

/** Fails the build on anything in the page that the policy would block, or that ties it to one path. */
function check(html) {
  const faults = [
    [/<script\b(?![^>]*\ssrc\s*=)/i, "an inline script"],
    [/<style\b/i, "an inline style sheet"],
    [/<[^>]*\sstyle\s*=/i, "an inline style"],
    [/<[^>]*\son[a-z]+\s*=/i, "an inline event handler"],
    [/<(?:script|link|img)\b[^>]*\s(?:src|href)\s*=\s*["']?(?:[a-z]+:)?\//i, "a URL that is not relative"],
    [/<base\b/i, "a base URL"],
  ];
  for (const [pattern, what] of faults) {
    const found = html.match(pattern);
    if (found) throw new Error(`index.html has ${what}: ${html.slice(found.index, found.index + 160)}`);
  }
}

/** Prints every file's size, and returns the compressed ones: name -> bytes after brotli. */
function printSizes(dir) {
  const kilobytes = (bytes) => `${(bytes.length / 1000).toFixed(1)} kB`.padStart(12);
  const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
  const names = readdirSync(dir).filter((name) => /\.(wasm|js|css|html)$/.test(name)).sort();
  const width = Math.max(...names.map((name) => name.length));
  const compressed = {};
  console.log(`${"file".padEnd(width)}${["plain", "gzip", "brotli"].map((title) => title.padStart(12)).join("")}`);
  for (const name of names) {
    const bytes = readFileSync(join(dir, name));
    const small = brotli(bytes);
    compressed[name] = small.length;
    console.log(name.padEnd(width) + [bytes, gzipSync(bytes), small].map(kilobytes).join(""));
  }
  return compressed;
}

/** The kernels and the forward pass in each of the quick workers, as the compiler left them: name -> bytes of code. */
function engineSizes() {
  const folder = join(process.env.CARGO_TARGET_DIR ?? join(process.env.TRUNK_SOURCE_DIR, "target"), "wasm32-unknown-unknown", "release");
  const sizes = {};
  for (const name of ["worker", "worker_relaxed"]) {
    const { engine, code } = codeSizes(readFileSync(join(folder, `${name}.wasm`)));
    console.log(`kernels and forward pass in ${name}: ${(engine / 1000).toFixed(1)} kB of ${(code / 1000).toFixed(0)} kB of code, plain`);
    sizes[`kernels and forward pass in ${name}`] = engine;
  }
  return sizes;
}

/** Fails the build where a part of the site has outgrown scripts/budget.json. */
function checkBudget(compressed) {
  const budget = JSON.parse(readFileSync(new URL("budget.json", import.meta.url), "utf8"));
  const faults = overBudget(compressed, budget);
  if (faults.length > 0) throw new Error(`over the budget of scripts/budget.json: ${faults.join("; ")}`);
}
