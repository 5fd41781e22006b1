// Servers that behave worse than the harness's own, as real ones do.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
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
