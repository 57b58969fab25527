"use strict";
/* Searches titles, paths and words of notes: all words that are asked for must be there. */
(() => {
  const MOST = 200;
  const results = document.getElementById("results");
  const counted = document.getElementById("counted");
  const query = (new URLSearchParams(location.search).get("q") || "").trim();
  document.getElementById("find").value = query;
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);

  function worth([title, , path], all) {
    const name = title.toLowerCase();
    if (name === all) return 0;
    if (name.startsWith(all)) return 1;
    if (name.includes(all)) return 2;
    if (words.every((word) => name.includes(word))) return 3;
    return words.every((word) => path.toLowerCase().includes(word)) ? 4 : 5;
  }

  function show() {
    const found = vaulttool.arrived.notes.filter((note) => {
      const text = `${note[0]}\n${note[2]}\n${note[3]}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const all = words.join(" ");
    const ranked = found.map((note) => [worth(note, all), note]);
    ranked.sort((one, other) => one[0] - other[0] || (one[1][2] < other[1][2] ? -1 : 1));
    for (const [, [title, page, path, more]] of ranked.slice(0, MOST)) {
      const item = document.createElement("li");
      const link = document.createElement("a");
      link.href = page;
      link.textContent = title;
      item.append(link, line("path", path));
      if (more) item.append(line("words", more));
      results.append(item);
    }
    const rest = found.length > MOST ? `; the first ${MOST} are shown` : "";
    counted.textContent = `${found.length} ${found.length === 1 ? "note" : "notes"} for “${query}”${rest}`;
  }

  function line(name, text) {
    const made = document.createElement("bdi");
    made.className = name;
    made.textContent = text;
    return made;
  }

  if (!words.length) { counted.textContent = "Write what to look for into the field at the top."; return; }
  counted.textContent = "Searching …";
  const places = Array.from({ length: Number(counted.dataset.chunks) }, (_, at) => `data/notes-${at + 1}.js`);
  vaulttool.load(places, show);
})();
