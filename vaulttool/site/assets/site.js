"use strict";
/* What every page has: a place where data arrive, the choice of light and dark. */
const vaulttool = {
  arrived: { findings: [], notes: [], graph: null },
  waiting: null,
  findings(entries) { this.arrived.findings.push(...entries); this.tell(); },
  notes(entries) { this.arrived.notes.push(...entries); this.tell(); },
  graph(data) { this.arrived.graph = data; this.tell(); },
  tell() { if (this.waiting) this.waiting(); },
  /* Loads the scripts one after the other, in the order of their names, then says so. */
  load(places, done) {
    const next = (at) => {
      if (at === places.length) { done(); return; }
      const script = document.createElement("script");
      script.src = places[at];
      script.addEventListener("load", () => next(at + 1));
      script.addEventListener("error", () => { script.dataset.failed = "yes"; next(at + 1); });
      document.head.append(script);
    };
    next(0);
  },
};

(() => {
  const button = document.getElementById("theme");
  const root = document.documentElement;
  const prefers = window.matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : prefers.matches);
  const keep = (theme) => { try { localStorage.setItem("vaulttool-theme", theme); } catch { /* a browser may forbid it */ } };
  const kept = () => { try { return localStorage.getItem("vaulttool-theme"); } catch { return null; } };
  const show = () => { button.textContent = isDark() ? "Light" : "Dark"; };
  if (["light", "dark"].includes(kept())) root.dataset.theme = kept();
  button.hidden = false;
  show();
  prefers.addEventListener("change", show);
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    keep(root.dataset.theme);
    show();
    document.dispatchEvent(new Event("theme"));
  });
})();
