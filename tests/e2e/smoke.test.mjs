// The page comes up at all: from a sub-path, without an error, under the policy.

import assert from "node:assert/strict";
import { POLICY } from "../../scripts/policy.mjs";
import { labTest } from "./lab.mjs";

labTest("the page opens without an error", async (lab) => {
  const page = await lab.openLab();
  assert.equal(await page.title(), "Speculative cycles – Decoding Lab");
  assert.equal(await page.locator("main").count(), 1);
  await lab.screenshot(page, "smoke");
});

labTest("the page works under its own policy sent as a header, which also binds the worker", async (lab) => {
  const page = await lab.openLab("", { headers: { "content-security-policy": POLICY } });
  assert.equal(await page.locator("main").count(), 1);
});

labTest("the page itself carries the policy, for servers that send no headers", async (lab) => {
  const page = await lab.openLab();
  assert.equal(await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content"), POLICY);
});
