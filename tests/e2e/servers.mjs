// Servers that behave worse than the harness's own, as real ones do.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { serveSite } from "../../scripts/static-server.mjs";
import { DIST } from "./lab.mjs";

/** The half that is sent comes at the pace of a real line, so that the page can report on it. */
const PIECE_BYTES = 500_000;
const PIECE_MILLIS = 40;

/**
 * Serves the site, but sends the files that `isHeld` picks by their path only to the half until
 * `released` resolves.
 */
export async function serveHeldBack(isHeld, released) {
  return serveHalves(isHeld, async (response, rest) => {
    await released;
    response.end(rest);
  });
}

/** Serves the site, but cuts the connection at half of the files that `isCut` picks. */
export async function serveCutOff(isCut) {
  return serveHalves(isCut, async (response) => response.destroy());
}

async function serveHalves(isHalf, goOn) {
  const site = await serveSite(DIST);
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, site.address).pathname;
    const answer = await fetch(new URL(path, site.address));
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "", "content-length": bytes.length });
    if (!isHalf(path)) return response.end(bytes);
    const half = Math.floor(bytes.length / 2);
    for (let sent = 0; sent < half; sent += PIECE_BYTES) {
      response.write(bytes.subarray(sent, Math.min(sent + PIECE_BYTES, half)));
      await pause(PIECE_MILLIS);
    }
    await goOn(response, bytes.subarray(half));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    server.closeAllConnections();
    await new Promise((done) => { server.close(done); });
    await site.close();
  };
  return { address: `http://127.0.0.1:${server.address().port}/`, close };
}

/** Serves a folder with Python's own server, the plainest that there is. */
export async function servePython(folder) {
  const python = spawn("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", folder], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const close = async () => {
    if (python.exitCode === null && python.kill()) await once(python, "exit");
  };
  for await (const line of createInterface({ input: python.stdout })) {
    const port = line.match(/ port (\d+) /)?.[1];
    if (port) return { address: `http://127.0.0.1:${port}/`, close };
  }
  throw new Error("Python's server did not start");
}

/**
 * Serves a folder and knows ranges. `requests` has what was asked for: path, `range` header, bytes sent. `faults` may be
 * changed while it serves: `cut(path, n)` says after how many bytes the n-th answer for a path breaks off, `noRange`
 * ignores ranges, `version` goes into every ETag, `headers(path)` are added.
 */
export async function serveRanges(folder, faults = {}) {
  const requests = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    if (!existsSync(file)) return response.writeHead(404).end();
    const whole = readFileSync(file);
    // A browser whose own cache holds a part may ask for a single byte first.
    const [, first, last] = (!faults.noRange && request.headers.range?.match(/^bytes=(\d+)-(\d*)$/)) || [];
    const start = Number(first ?? 0);
    const end = last ? Math.min(Number(last) + 1, whole.length) : whole.length;
    const body = whole.subarray(start, end);
    const asked = { path, range: request.headers.range, sent: 0 };
    requests.push(asked);
    response.writeHead(first === undefined ? 200 : 206, {
      "content-type": TYPES[file.split(".").at(-1)] ?? "application/octet-stream",
      "content-length": body.length,
      "cache-control": "no-cache",
      etag: `"${faults.version ?? 1}-${whole.length}"`,
      ...(first === undefined ? {} : { "content-range": `bytes ${start}-${end - 1}/${whole.length}` }),
      ...faults.headers?.(path),
    });
    const n = requests.filter((other) => other.path === path).length;
    const cut = faults.cut?.(path, n);
    const part = cut === undefined ? body : body.subarray(0, cut);
    asked.sent = part.length;
    if (cut === undefined) return response.end(part);
    response.write(part, () => setTimeout(() => response.destroy(), 300)); // What was written is to arrive first.
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    await new Promise((done) => { server.close(done); });
  };
  const { port } = server.address();
  return { address: `http://127.0.0.1:${port}/`, port, requests, faults, close };
}

const TYPES = {
  css: "text/css", html: "text/html", js: "text/javascript", json: "application/json", png: "image/png", svg: "image/svg+xml",
  wasm: "application/wasm", webmanifest: "application/manifest+json",
};
