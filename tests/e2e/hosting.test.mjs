// The built site on other people's servers: any folder, any plain server, no special headers.
// (That it works from a sub-path and under its policy, every test here checks: see lab.mjs.)

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { POLICY } from "../../scripts/policy.mjs";
import { afterRun, button, showAll, transcript, waitForLive } from "./actions.mjs";
import { DIST, labTest } from "./lab.mjs";
import { servePython } from "./servers.mjs";

const hasPython = spawnSync("python3", ["--version"]).status === 0;

labTest(
  "a nested folder on Python's own server is enough to become live",
  async (lab) => {
    const root = await mkdtemp(join(tmpdir(), "decoding-lab-"));
    await mkdir(join(root, "courses", "models 101"), { recursive: true });
    await symlink(DIST, join(root, "courses", "models 101", "lab"));
    const server = await servePython(root);
    try {
      const page = await lab.openLab("", { from: `${server.address}courses/models%20101/lab/` });
      await waitForLive(page);
      await showAll(page);
      assert.match(await transcript(page), /^Once upon a time, a cat .{20}/);
    } finally {
      await server.close();
      await rm(root, { recursive: true });
    }
  },
  { skip: hasPython ? false : "there is no python3 here" },
);

labTest("a server that does not know what wasm files are will do", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8", {
    prepare: (page) =>
      page.route("**/*.wasm", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "content-type": "application/octet-stream" } });
      }),
  });
  await waitForLive(page);
  await showAll(page);
  assert.match(await transcript(page), /^Once upon a time, a cat .{10}/);
});

labTest("the models run under the policy as a header, and everything is used without a breach of it", async (lab) => {
  const page = await lab.openLab("max_new_tokens=8&at=1.12", { headers: { "content-security-policy": POLICY } });
  await waitForLive(page);
  await page.getByRole("button", { name: /^Drafted / }).first().click();
  await page.keyboard.press("Escape");
  const download = page.waitForEvent("download");
  await button(page, "Save acceptance as PNG").click();
  await download;
  await afterRun(page, () => button(page, "Next seed").click());
});

labTest("nothing but the site's own files is asked for, and each only once", async (lab) => {
  const asked = [];
  const page = await lab.openLab("max_new_tokens=8", { prepare: (page) => page.on("request", (request) => asked.push(request.url())) });
  await waitForLive(page);
  const { origin, pathname } = new URL(page.url());
  const files = asked.filter((url) => !/^(data|blob):/.test(url));
  assert.deepEqual(files.filter((url) => !url.startsWith(origin + pathname)), []);
  // The browser itself asks for an icon again where it shows it.
  const twice = files.filter((url, idx) => files.indexOf(url) !== idx && !url.includes("/icons/"));
  assert.deepEqual(twice, [], "these were fetched more than once");
});
