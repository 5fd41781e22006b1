// <decoding-lab src="https://example.org/lab/" lab="logits">: a page of Decoding Lab in a frame that fits it.
// What stands inside the element is shown until this runs: docs/embedding.md.
(() => {
  const HOME = new URL(".", document.currentScript.src);
  const ASKED = ["lab", "chapter", "figure", "exercise", "variant", "show", "lock", "theme", "lang"];

  class DecodingLab extends HTMLElement {
    #frame;
    #origin;

    // Only our frame is heard, and only while it shows our site.
    #hear = ({ source, origin, data }) => {
      if (!source || source !== this.#frame.contentWindow || origin !== this.#origin) return;
      const { decodingLab, height } = Object(data);
      if (decodingLab === "ready") source.postMessage({ decodingLab: "hello" }, origin);
      if (decodingLab === "height" && height > 0 && height < 3e4) this.#frame.style.height = `${Math.ceil(height)}px`;
    };

    connectedCallback() {
      const url = new URL(this.getAttribute("src") ?? HOME, document.baseURI);
      url.searchParams.set("embed", 1);
      for (const name of ASKED) if (this.hasAttribute(name)) url.searchParams.set(name, this.getAttribute(name));
      const frame = document.createElement("iframe");
      frame.title = this.title || "Decoding Lab";
      frame.loading = "lazy";
      frame.allow = "clipboard-write";
      // Frames without headers need this under COEP.
      frame.credentialless = this.hasAttribute("credentialless") || !!window.crossOriginIsolated;
      const height = `${parseInt(this.getAttribute("height")) || 640}px`;
      Object.assign(frame.style, { display: "block", width: "100%", border: 0, height });
      this.style.display = "block";
      frame.src = url;
      this.#origin = url.origin;
      this.#frame = frame;
      addEventListener("message", this.#hear);
      this.replaceChildren(frame);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
    }
  }

  customElements.get("decoding-lab") ?? customElements.define("decoding-lab", DecodingLab);
})();
