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
  const name = isHome ? "./HOME" : "./APP";
  const preload = (rel, href, as, type) => {
    const link = document.createElement("link");
    Object.assign(link, { rel, href, crossOrigin: "anonymous" });
    if (as) Object.assign(link, { as, type });
    document.head.append(link);
  };
  preload("modulepreload", `${name}.js`);
  preload("preload", `${name}_bg.wasm`, "fetch", "application/wasm");
  // What a program asks for as soon as it runs is on its way with it: the home page's recording, and the texts of another
  // language than English, the one that src/ui/i18n.rs will choose.
  const folder = (name) => document.querySelector(`meta[name=${name}]`).content;
  if (isHome) preload("preload", `${folder("traces")}/home.json`, "fetch", "application/json");
  const wishes = [asked.get("lang"), remembered("language"), ...navigator.languages].map((wish) => wish?.trim().split(/[-_]/)[0].toLowerCase());
  const language = wishes.find((wish) => ["LANGUAGES"].includes(wish));
  if (language && language !== "en") preload("preload", `${folder("locales")}/${language}.ftl`, "fetch", "text/plain");
  const drawn = new Promise((done) => {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", done);
    else done();
  });
  const start = async () => {
    const { default: init } = await import(`${name}.js`);
    await drawn;
    await init({ module_or_path: `${name}_bg.wasm` });
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
