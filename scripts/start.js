// The first thing that a page runs: it looks at the address, says so to the style sheet, and starts the program that
// the address needs. The build puts the programs' names in, and the file beside index.html.
(() => {
  const frame = ["embed", "present", "theme", "lang", "show", "lock", "run"];
  const asked = new URLSearchParams(location.search);
  const isHome = [...asked.keys()].every((key) => frame.includes(key));
  const root = document.documentElement;
  root.dataset.opens = isHome ? "home" : "app";
  // The chosen colours, before anything is drawn in others.
  try {
    const theme = asked.get("theme") ?? localStorage.getItem("decoding-lab-theme");
    if (["light", "dark"].includes(theme)) root.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the device's own colours.
  }
  // A browser may offer to install the page before the page's own program is here to hear it.
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.installOffer = event;
    dispatchEvent(new Event("installoffer"));
  });
  const name = isHome ? "./HOME" : "./APP";
  const preload = (rel, href, as) => {
    const link = document.createElement("link");
    Object.assign(link, { rel, href, crossOrigin: "anonymous" });
    if (as) Object.assign(link, { as, type: "application/wasm" });
    document.head.append(link);
  };
  preload("modulepreload", `${name}.js`);
  preload("preload", `${name}_bg.wasm`, "fetch");
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
