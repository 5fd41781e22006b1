// What goes wrong in the world: files missing, cut off or damaged, a worker that dies, a reader who
// wants to stop. The page stays whole, says what happened, and offers a way on.

import assert from "node:assert/strict";
import {
  afterRun, button, eventually, leaveControls, press, showAll, textOf, transcript, waitForIdle, waitForLive, waitForSource,
} from "./actions.mjs";
import { labTest } from "./lab.mjs";
import { serveCutOff } from "./servers.mjs";

const missing = (route) => route.fulfill({ status: 404, contentType: "text/plain", body: "not found" });

/** The recorded run is on stage and can be stepped through while the models are away. */
async function recordedRunStaysUsable(page) {
  await waitForSource(page, "recorded");
  await leaveControls(page);
  await press(page, "Home");
  await press(page, "ArrowRight");
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: the draft proposes token 1 of 4");
}

/** A fault in one file; the page says so and recovers once the fault is gone. */
function recoveryTest(name, path, fault, says, action, expected = []) {
  labTest(name, async (lab) => {
    for (const pattern of expected) lab.expectProblem(pattern);
    const page = await lab.openLab("", { prepare: (page) => page.route(path, fault) });
    await page.getByTestId("engine-trouble").waitFor();
    const words = await textOf(page, "engine-trouble");
    assert.match(words, says);
    assert.match(words, /\w\. What is on the page stays/, "a sentence ends before the next one begins");
    assert.match(await textOf(page, "engine"), /The models are not running\./);
    await recordedRunStaysUsable(page);
    await page.unroute(path);
    await page.getByTestId("engine-trouble").getByRole("button", { name: action }).click();
    await waitForLive(page);
    assert.equal(await page.getByTestId("engine-trouble").count(), 0);
  });
}

recoveryTest(
  "a model file that is missing is named, and trying again works once it is there",
  "**/target-5.9m/model.safetensors", missing, /target-5\.9m\/model\.safetensors could not be fetched: the server answered 404/, "Try again",
  [/answer 404: .*model\.safetensors/, /console: Failed to load resource.*404/],
);

recoveryTest(
  "a model file that is something else is refused by name, and trying again works",
  "**/draft-0.3m/model.safetensors", (route) => route.fulfill({ body: "<html>Please log in to the school's network</html>" }),
  /draft-0\.3m\/model\.safetensors is damaged or cut short \(50 bytes arrived\); download it again/, "Try again",
);

recoveryTest(
  "a worker whose script is missing is reported, and can be started anew",
  "**/worker*_loader.js", missing, /did not start or stopped working/, "Restart the models",
  [/(answer 404|failed request): .*worker[\w-]*_loader\.js/, /console: Failed to load resource.*404/],
);

// The page said "Starting the models …" for ever: a promise that fails in a worker is not an error of the worker.
recoveryTest(
  "a worker whose program is damaged is reported, and can be started anew",
  "**/worker*_bg.wasm", (route) => route.fulfill({ contentType: "application/wasm", body: "garbage" }), /did not start or stopped working/,
  "Restart the models", [/uncaught: .*WebAssembly/],
);

// Case 20: a connection cut at half.
labTest("a download that is cut off at half is reported, and the recorded run stays", async (lab) => {
  lab.expectProblem(/failed request: .*model\.safetensors: net::ERR_/);
  lab.expectProblem(/console: Failed to load resource: net::ERR_/);
  const server = await serveCutOff((path) => path.endsWith("target-5.9m/model.safetensors"));
  try {
    const page = await lab.openLab("", { from: server.address });
    await page.getByTestId("engine-trouble").waitFor();
    assert.match(await textOf(page, "engine-trouble"), /model\.safetensors .*(ended|broke|stopped|cut|arrived|could not be fetched)/);
    assert.ok(await page.getByTestId("engine-trouble").getByRole("button", { name: "Try again" }).isVisible());
    await recordedRunStaysUsable(page);
  } finally {
    await server.close();
  }
});

labTest("without the recording the page waits for the models and becomes live", async (lab) => {
  lab.expectProblem(/answer 404: .*first-light\.json/);
  lab.expectProblem(/console: Failed to load resource.*404/);
  const page = await lab.openLab("", { prepare: (page) => page.route("**/first-light.json", missing) });
  await eventually(() => textOf(page, "caption"), /^(The models are on their way|The models are reading the prompt|A small draft model will guess)/);
  await waitForLive(page);
  await showAll(page);
  assert.match(await transcript(page), /^Once upon a time, a cat .{20}/);
});

labTest("whoever moves while the models load is still there when they have come", async (lab) => {
  const page = await lab.openLab();
  await waitForSource(page, "recorded");
  await press(page, "ArrowRight", 8);
  await eventually(() => textOf(page, "stage-title"), "Cycle 1: position 3 is rejected");
  await waitForLive(page);
  assert.equal(await textOf(page, "stage-title"), "Cycle 1: position 3 is rejected");
});

// Case 28: Stop answered after seconds, or not at all.
labTest("Stop ends a run that is under way within 300 ms, and what is written stays", async (lab) => {
  const page = await lab.openLab("gamma=8&max_new_tokens=240&prompt=Once+upon+a+time");
  await waitForLive(page);
  await showAll(page);
  const millis = [];
  for (let n = 0; n < 3; n += 1) {
    const stopped = await page.evaluate(async () => {
      const find = (id) => document.querySelector(`[data-testid=${id}]`);
      const stop = find("stop");
      const passes = () => Number(find("tally").textContent.match(/from (\d+) /)[1]);
      const turn = () => new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
      const until = async (condition) => { while (!condition()) await turn(); };
      [...document.querySelectorAll("button")].find((element) => element.textContent === "Next seed").click();
      await until(() => !stop.disabled);
      const before = find("text").textContent;
      await until(() => find("text").textContent !== before && passes() >= 2);
      const running = !stop.disabled;
      const began = performance.now();
      stop.click();
      await until(() => stop.disabled);
      const millis = performance.now() - began;
      const atEnd = passes();
      await new Promise((resolve) => setTimeout(resolve, 400));
      return { millis, running, atEnd, later: passes(), text: find("text").textContent };
    });
    assert.ok(stopped.running, "the run had ended by itself");
    assert.equal(stopped.later, stopped.atEnd, "cycles came after the end");
    assert.match(stopped.text, /^Once upon a time.{20}/);
    assert.match(await textOf(page, "caption"), /Stopped\.$/);
    millis.push(Math.round(stopped.millis));
  }
  console.log(`Stop answered after ${millis.join(", ")} ms`);
  assert.ok(Math.max(...millis) <= 300, `Stop answered after ${millis.join(", ")} ms`);
  await afterRun(page, () => button(page, "Next seed").click());
  assert.doesNotMatch(await textOf(page, "caption"), /Stopped\.$/, "the next run goes to its end");
});

// Case 28, the other half: the page froze while the models ran.
labTest("the page stays responsive while the models run", async (lab) => {
  const page = await lab.openLab("gamma=8&max_new_tokens=240");
  await waitForLive(page);
  await showAll(page);
  await page.evaluate(() => {
    window.longTasks = [];
    const keep = (list) => window.longTasks.push(...list.getEntries().map((entry) => Math.round(entry.duration)));
    new PerformanceObserver(keep).observe({ type: "longtask" });
  });
  const began = Date.now();
  await afterRun(page, () => button(page, "Next seed").click());
  const took = Date.now() - began;
  const tasks = await page.evaluate(() => window.longTasks);
  console.log(`A run of ${took} ms had ${tasks.length} tasks over 50 ms on the page's thread: ${tasks.join(", ") || "none"}`);
  assert.ok(Math.max(0, ...tasks) <= 200, `the page froze for ${Math.max(...tasks)} ms`);
});

labTest("a new setting takes over from a run that is under way", async (lab) => {
  const page = await lab.openLab("gamma=8&max_new_tokens=240");
  await waitForLive(page);
  await button(page, "Next seed").click();
  await page.locator("[data-testid=stop]:enabled").waitFor();
  await page.getByLabel("Story so far").fill("Tom and Lily");
  await eventually(() => transcript(page), /^Tom and Lily/);
  await waitForIdle(page);
  assert.equal(await page.getByTestId("notice").count(), 0);
  assert.match(await transcript(page), /^Tom and Lily/);
});
