// How much work a frame takes while something moves in every frame, as the browser itself counts it.

import assert from "node:assert/strict";

/** What the page may take for a frame before it stutters; a test prints how much of it is used. */
const LONG_TASK_MILLIS = 50;

/** Opens the browser's own counters for this page. */
export async function frameMeter(page) {
  const session = await page.context().newCDPSession(page);
  // Time on the page's own thread: what other programs do meanwhile does not count.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const work = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name) => metrics.find((metric) => metric.name === name).value;
    return { script: of("ScriptDuration"), style: of("RecalcStyleDuration"), layout: of("LayoutDuration") };
  };
  /** Does `act` (a script that may use `n`, the frame's number) in each of some frames, and prints what a frame took. */
  return async (name, frames, act) => {
    const before = await work();
    const seen = await page.evaluate(
      ({ frames, act }) =>
        new Promise((resolve) => {
          const gaps = [];
          const tasks = [];
          const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));
          observer.observe({ type: "longtask" });
          const step = new Function("n", act);
          let last = performance.now();
          let n = 0;
          const frame = (now) => {
            if (n > 0) gaps.push(now - last);
            last = now;
            if (n === frames) {
              observer.disconnect();
              gaps.sort((a, b) => a - b);
              return resolve({ median: gaps[Math.floor(gaps.length / 2)], p95: gaps[Math.floor(gaps.length * 0.95)], tasks });
            }
            step(n);
            n += 1;
            requestAnimationFrame(frame);
          };
          requestAnimationFrame(frame);
        }),
      { frames, act },
    );
    const after = await work();
    const perFrame = Object.fromEntries(Object.keys(after).map((key) => [key, ((after[key] - before[key]) * 1000) / frames]));
    const total = perFrame.script + perFrame.style + perFrame.layout;
    console.log(
      `${name}: ${total.toFixed(2)} ms of work a frame (script ${perFrame.script.toFixed(2)}, style ${perFrame.style.toFixed(2)}, layout ${perFrame.layout.toFixed(2)}); ` +
        `frames ${seen.median.toFixed(1)} ms median, ${seen.p95.toFixed(1)} ms at 95%; ${seen.tasks.length} tasks over 50 ms`,
    );
    assert.ok(total < LONG_TASK_MILLIS, `${name}: ${total} ms of work a frame`);
  };
}
