// The service worker: keeps the page for use without a network. The build writes `RELEASE` and puts the file
// beside index.html as sw.js.
//
// - A release is installed whole, every file held against its digest: files of two releases never mix.
// - A new release waits until the reader asks for it. Then pages that are still open go on: all that they ask for
//   has its content's hash in its name or its folder's, and is found in the cache of their own release.
// - Old caches go when no page needs them. A page says what it needs by holding locks with the caches' names.
// - Models are not its business. The worker that reads them keeps them, since it can go on where a connection was
//   cut also at the first visit, when no service worker is in charge yet.

/* global clients, registration, skipWaiting */

/** `version`; `models`, a folder; `files`, which every page may ask for, and `workers`, of which a browser runs one: name -> SHA-256. */
const RELEASE = null;

const SCOPE = new URL(registration.scope).pathname;
const PREFIX = `decoding-lab ${SCOPE} `;
const SHELL = PREFIX + RELEASE.version;
const MODELS = PREFIX + RELEASE.models;
/** The worker that this browser runs: the page knows, and registers this script with it. */
const WORKER = new URL(location.href).searchParams.get("worker");
const FILES = { ...RELEASE.files, ...(RELEASE.workers[WORKER] ?? {}) };
/** The others, which a reader may choose: kept once they have been used. */
const OTHER_WORKERS = Object.assign({}, ...Object.values(RELEASE.workers));

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(clients.claim().then(tidy)));

addEventListener("message", (event) => {
  if (event.data === "activate") event.waitUntil(skipWaiting());
  if (event.data === "tidy") event.waitUntil(tidy());
  if (event.data === "version") event.ports[0]?.postMessage(RELEASE.version);
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(SCOPE)) return;
  const name = pathname.slice(SCOPE.length);
  if (request.mode === "navigate") {
    // Other pages in the folder, such as an author's own, are none of ours.
    if (name === "" || name === "index.html") event.respondWith(fromRelease("index.html", request));
  } else if (Object.hasOwn(FILES, name)) {
    event.respondWith(fromRelease(name, request));
  } else if (Object.hasOwn(OTHER_WORKERS, name)) {
    event.respondWith(onceUsed(name, request));
  } else if (!/^models[-/]/.test(name)) {
    event.respondWith(fromAnyRelease(request));
  }
});

async function fromRelease(name, request) {
  const cache = await caches.open(SHELL);
  return (await cache.match(SCOPE + name)) ?? fetch(request);
}

async function onceUsed(name, request) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(SCOPE + name);
  if (kept) return kept;
  const fetched = await obtain(name, SCOPE + name, OTHER_WORKERS[name], []).catch(() => null);
  if (!fetched) return fetch(request);
  // A full storage keeps nothing more; the worker starts all the same.
  await cache.put(SCOPE + name, fetched.clone()).catch(() => {});
  return fetched;
}

/** For pages of an earlier release. */
async function fromAnyRelease(request) {
  for (const name of await ourCaches()) {
    // To open a cache that has gone meanwhile would make it anew, empty.
    const found = await caches.match(request, { cacheName: name, ignoreSearch: true });
    if (found) return found;
  }
  return fetch(request);
}

async function ourCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

/** Fills the cache of this release; an install that was cut off goes on where it was. */
async function install() {
  const others = (await ourCaches()).filter((name) => name !== SHELL);
  const cache = await caches.open(SHELL);
  await Promise.all(
    Object.entries(FILES).map(async ([name, digest]) => {
      const url = SCOPE + name;
      if (await cache.match(url)) return;
      const response = await obtain(name, url, digest, others);
      await cache.put(url, response);
    }),
  );
}

/** A file of this release: from the release before, where it was the same; else from the server. */
async function obtain(name, url, digest, others) {
  for (const other of others) {
    const found = await caches.match(url, { cacheName: other });
    const checked = found && (await check(name, found, digest));
    if (checked) return checked;
  }
  for (const mode of ["default", "reload"]) {
    const response = await fetch(url, { cache: mode });
    const checked = response.ok && (await check(name, response, digest));
    if (checked) return checked;
  }
  throw new Error(`${url} is missing, or of another release than ${RELEASE.version}`);
}

/** The response with its content read, if it is what the release has under this name. */
async function check(name, response, digest) {
  const bytes = await response.arrayBuffer();
  // Hosts may add to a page, such as a banner. What counts is the scripts that it names, and these follow from the release.
  const isRight = name === "index.html" ? new TextDecoder().decode(bytes).includes(`name="release" content="${RELEASE.version}"`) : (await sha256(bytes)) === digest;
  if (!isRight) return null;
  const type = name.endsWith(".wasm") ? "application/wasm" : (response.headers.get("content-type") ?? "application/octet-stream");
  return new Response(bytes, { headers: { "content-type": type, "x-bytes": String(bytes.byteLength) } });
}

async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Deletes caches that neither a page nor this release needs. */
async function tidy() {
  if (!navigator.locks) return;
  const names = await ourCaches();
  // A release that is being installed has a cache and no page yet.
  if (registration.installing || registration.waiting) return;
  const { held } = await navigator.locks.query();
  const needed = new Set([SHELL, MODELS, ...held.map((lock) => lock.name)]);
  await Promise.all(names.filter((name) => !needed.has(name)).map((name) => caches.delete(name)));
}
