// The first thing that a page runs: it looks at the address, says so to the style sheet, and starts the program that
// the address needs. The build puts the programs' names in, and the file beside index.html.
(() => {
  const frame = ["embed", "present", "theme", "lang", "show", "lock", "run"];
  const asked = new URLSearchParams(location.search);
  const isHome = [...asked.keys()].every((key) => frame.includes(key));
  const root = document.documentElement;
  root.dataset.opens = isHome ? "home" : "app";
  const remembered = (key) => {
    try {
      return localStorage.getItem(`decoding-lab-${key}`);
    } catch {
      // Storage is forbidden: the device's own colours, and the browser's language.
      return null;
    }
  };
  // The chosen colours, before anything is drawn in others.
  const theme = asked.get("theme") ?? remembered("theme");
  if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
  // A browser may offer to install the page before the page's own program is here to hear it.
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.installOffer = event;
    dispatchEvent(new Event("installoffer"));
  });
  const [home, app] = ["./HOME", "./APP"];
  // On a slow line the labs' program takes ten seconds to come, and the home page's one. Who waits for the former at a first visit has the home
  // page's figure to step through meanwhile. A frame in somebody's text waits in silence, and a page that is kept on the device comes at once.
  const line = navigator.connection?.effectiveType;
  const isSlow = line ? line !== "4g" : performance.getEntriesByType("navigation")[0]?.responseStart > 600;
  const isFirstVisit = !navigator.serviceWorker?.controller;
  const hasFigure = isHome || (isSlow && isFirstVisit && !asked.has("embed") && !asked.has("present"));
  const preload = (rel, href, as, type) => {
    const link = document.createElement("link");
    Object.assign(link, { rel, href, crossOrigin: "anonymous" });
    if (as) Object.assign(link, { as, type });
    document.head.append(link);
  };
  const preloadProgram = (name) => {
    preload("modulepreload", `${name}.js`);
    preload("preload", `${name}_bg.wasm`, "fetch", "application/wasm");
  };
  preloadProgram(hasFigure ? home : app);
  // What a program asks for as soon as it runs is on its way with it: the home page's recording, and the texts of another
  // language than English, the one that src/ui/i18n.rs will choose.
  const folder = (name) => document.querySelector(`meta[name=${name}]`).content;
  if (hasFigure) preload("preload", `${folder("traces")}/home.json`, "fetch", "application/json");
  const wishes = [asked.get("lang"), remembered("language"), ...navigator.languages].map((wish) => wish?.trim().split(/[-_]/)[0].toLowerCase());
  const language = wishes.find((wish) => ["LANGUAGES"].includes(wish));
  if (language && language !== "en") preload("preload", `${folder("locales")}/${language}.ftl`, "fetch", "text/plain");
  const drawn = new Promise((done) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", done);
    else done();
  });
  const run = async (name) => {
    const { default: init } = await import(`${name}.js`);
    await drawn;
    if (name === home && !isHome) {
      const waiting = document.getElementById("on-the-way");
      waiting.classList.add("has-figure");
      waiting.append(document.getElementById("living-figure"));
    }
    await init({ module_or_path: `${name}_bg.wasm` });
  };
  const start = async () => {
    if (isHome) return run(home);
    // Without the figure one waits as on any other line.
    if (hasFigure) await run(home).catch(() => {});
    preloadProgram(app);
    return run(app);
  };
  start().catch(async (error) => {
    await drawn;
    const place = document.getElementById(isHome ? "living-figure" : "on-the-way");
    if (place) {
      const words = document.createElement("p");
      words.setAttribute("role", "alert");
      words.textContent = "This page\u2019s program could not be started: a file did not arrive, or this browser is too old. Load the page again; if that does not help, try another browser.";
      place.replaceChildren(words);
    }
    throw error;
  });
})();
