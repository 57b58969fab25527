"use strict";
/* Filters the list of findings: without a filter the pages stand as they were written. */
(() => {
  const form = document.getElementById("filter");
  if (!form) return;
  const list = document.getElementById("list");
  const turning = document.getElementById("turning");
  const counted = document.getElementById("counted");
  const written = { list: [...list.childNodes], turning: [...turning.childNodes], counted: counted.textContent };
  const fields = ["rule", "folder", "severity", "age", "words"];
  const rules = JSON.parse(form.dataset.rules);
  const folders = JSON.parse(form.dataset.folders);
  const PAGE = 50;
  let page = 1;
  let entries = null;
  let loading = false;

  const asked = () => Object.fromEntries(fields.map((name) => [name, form.elements[name].value.trim()]));
  const isAsked = (wanted) => fields.some((name) => wanted[name]);

  /* Each entry: rule, folder, whether it is an error, age, the HTML as the pages have it. */
  function read() {
    const parser = new DOMParser();
    entries = vaulttool.arrived.findings.map(([rule, folder, error, age, html]) => ({
      rule: rules[rule], folder: folders[folder], severity: error ? "error" : "warning", age, html, words: null,
      text() {
        if (this.words === null) this.words = parser.parseFromString(html, "text/html").body.textContent.toLowerCase();
        return this.words;
      },
    }));
  }

  function fits(entry, wanted) {
    const words = wanted.words.toLowerCase().split(/\s+/).filter(Boolean);
    return (!wanted.rule || entry.rule === wanted.rule)
      && (!wanted.folder || entry.folder === wanted.folder)
      && (!wanted.severity || entry.severity === wanted.severity)
      && (!wanted.age || entry.age === wanted.age)
      && words.every((word) => entry.text().includes(word));
  }

  function show() {
    const wanted = asked();
    keep(wanted);
    if (!isAsked(wanted)) {
      list.replaceChildren(...written.list);
      turning.replaceChildren(...written.turning);
      counted.textContent = written.counted;
      return;
    }
    if (entries === null) { fetchAll(); return; }
    const found = entries.filter((entry) => fits(entry, wanted));
    const pages = Math.max(Math.ceil(found.length / PAGE), 1);
    page = Math.min(page, pages);
    const shown = found.slice((page - 1) * PAGE, page * PAGE);
    /* The HTML is the site's own, written by the same template as the pages. */
    list.innerHTML = shown.map((entry) => entry.html).join("");
    counted.textContent = `${found.length} of ${entries.length} findings`;
    turn(pages);
  }

  function turn(pages) {
    turning.replaceChildren();
    if (pages < 2) return;
    const nav = document.createElement("nav");
    nav.className = "pages";
    nav.setAttribute("aria-label", "Pages of this list");
    const where = document.createElement("p");
    where.textContent = `Page ${page} of ${pages}`;
    nav.append(where);
    for (const [name, to] of [["Back", page - 1], ["On", page + 1]]) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.disabled = to < 1 || to > pages;
      button.addEventListener("click", () => { page = to; show(); counted.scrollIntoView(); });
      nav.append(button);
    }
    turning.append(nav);
  }

  function fetchAll() {
    if (loading) return;
    loading = true;
    counted.textContent = "Reading all findings …";
    const places = Array.from({ length: Number(form.dataset.chunks) }, (_, at) => `data/findings-${at + 1}.js`);
    vaulttool.load(places, () => { loading = false; read(); show(); });
  }

  /* The filter stands in the address, so that it can be kept and passed on. */
  function keep(wanted) {
    const kept = new URLSearchParams(Object.entries(wanted).filter(([, value]) => value));
    const query = kept.toString();
    try { history.replaceState(null, "", (query ? `?${query}` : location.pathname) + location.hash); } catch { /* from a file some browsers forbid it */ }
  }

  form.hidden = false;
  const given = new URLSearchParams(location.search);
  for (const name of fields) if (given.has(name)) form.elements[name].value = given.get(name);
  form.addEventListener("input", () => { page = 1; show(); });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => { page = 1; setTimeout(show); });
  if (isAsked(asked())) show();
})();
