// Serves a built site the way any plain static host does: no rewrites, no headers of its own beyond
// types and validation. `scripts/serve` runs this file; the browser tests import `serveSite`.
// With --free-port it only prints the first free port from --port up.

import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import sirv from "sirv";

/**
 * Serves `dir` on loopback. `base` is the path that the site hangs under, such as "/some/school/lab/";
 * `headers` are added to every answer, or are a function that says for each address which; `port` 0 takes any free one. With `search`, a taken port gives
 * way to the next free one.
 */
export async function serveSite(dir, { port = 0, base = "/", headers = {}, search = false } = {}) {
  const files = sirv(resolve(dir), { dev: true, etag: true });
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(typeof headers === "function" ? headers(request.url) : headers)) response.setHeader(name, value);
    const notFound = () => response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
    if (request.url === base.slice(0, -1)) return response.writeHead(301, { location: base }).end();
    if (!request.url.startsWith(base)) return notFound();
    request.url = request.url.slice(base.length - 1);
    files(request, response, notFound);
  });
  const last = port === 0 || !search ? port : port + 20;
  for (let candidate = port; ; candidate += 1) {
    try {
      await once(server.listen(candidate, "127.0.0.1"), "listening");
      break;
    } catch (error) {
      if (error.code !== "EADDRINUSE" || candidate >= last) throw error;
    }
  }
  const address = `http://127.0.0.1:${server.address().port}${base}`;
  const close = () => new Promise((done) => { server.close(done); server.closeAllConnections(); });
  return { address, close };
}

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".webmanifest": "application/manifest+json" };

/** Serves `dir` on loopback with gzip, as most plain hosts do; for measuring what a first visit takes. */
export async function serveCompressed(dir) {
  const cache = new Map();
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
    const file = join(resolve(dir), path.endsWith("/") ? `${path}index.html` : path);
    try {
      if (!cache.has(file)) cache.set(file, gzipSync(await readFile(file)));
      const type = TYPES[extname(file)] ?? "application/octet-stream";
      response.writeHead(200, { "content-type": type, "content-encoding": "gzip", "cache-control": "no-cache" }).end(cache.get(file));
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = () => new Promise((done) => { server.close(done); server.closeAllConnections(); });
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = (value) => ({ type: "string", default: value });
  const { values } = parseArgs({ options: { dir: text("dist"), port: text("8080"), "free-port": { type: "boolean" } } });
  if (!values["free-port"] && !existsSync(join(values.dir, "index.html"))) {
    console.error(`serve: there is no site in ${values.dir}: build it first`);
    process.exit(1);
  }
  try {
    const { address, close } = await serveSite(values.dir, { port: Number(values.port), search: true });
    if (values["free-port"]) {
      await close();
      console.log(new URL(address).port);
    } else {
      console.log(`Decoding Lab is at ${address}  (Ctrl-C ends)`);
      for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => close().then(() => process.exit(0)));
    }
  } catch (error) {
    console.error(`serve: no port from ${values.port} up could be opened: ${error.message}`);
    process.exit(1);
  }
}
