"use strict";
/* Draws the graph of notes: d3 lays it out, moves it and finds what lies under the pointer. */
(() => {
  const canvas = document.getElementById("graph");
  const chosen = document.getElementById("chosen");
  const controls = document.getElementById("controls");
  const seek = document.getElementById("seek");
  const colour = document.getElementById("colour");
  const colours = document.getElementById("colours");
  const picture = canvas.getContext("2d");
  const PALETTE = ["--kind-0", "--kind-1", "--kind-2", "--kind-3", "--kind-4", "--superseded", "--kind-6", "--kind-5"];
  const STATUSES = { ACTIVE: "--active", SUPERSEDED: "--superseded", RETIRED: "--retired", none: "--kind-5" };
  const ROUNDS = 160;
  const still = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  let nodes = [];
  let lines = [];
  let near = [];
  let view = d3.zoomIdentity;
  let tree = null;
  let at = null;
  let ink = {};
  let asked = false;

  vaulttool.load(["data/graph.js"], begin);

  function begin() {
    const data = vaulttool.arrived.graph;
    if (!data) return;
    nodes = data.nodes.map(([title, page, folder, status, findings, into, out], index) => (
      { index, title, page, folder, status, findings, into, out, size: 2 + Math.sqrt(into) * 0.9 }));
    for (let index = 0; index < data.lines.length; index += 2) {
      lines.push({ source: nodes[data.lines[index]], target: nodes[data.lines[index + 1]] });
    }
    near = nodes.map(() => []);
    for (const { source, target } of lines) { near[source.index].push(target); near[target.index].push(source); }
    place(data.folders.length);
    controls.hidden = false;
    inks();
    suggest();
    legend(data);
    listen(data);
    measure();
    settle();
  }

  /* Notes of one folder begin near one another, so that they need not go far. */
  function place(folders) {
    const spread = 6 * Math.sqrt(nodes.length);
    const seen = new Array(folders).fill(0);
    for (const node of nodes) {
      const turn = (2 * Math.PI * node.folder) / Math.max(folders, 1);
      const step = seen[node.folder]++;
      const radius = 4 * Math.sqrt(step);
      const angle = step * 2.399963;
      node.x = spread * Math.cos(turn) + radius * Math.cos(angle);
      node.y = spread * Math.sin(turn) + radius * Math.sin(angle);
    }
  }

  function settle() {
    const link = d3.forceLink(lines).distance(28).strength(({ source, target }) => (
      0.7 / Math.min(near[source.index].length, near[target.index].length)));
    const simulation = d3.forceSimulation(nodes)
      .force("link", link)
      .force("apart", d3.forceManyBody().strength(-26).theta(1))
      .force("x", d3.forceX().strength(0.035))
      .force("y", d3.forceY().strength(0.035))
      .alphaDecay(1 - Math.pow(0.004, 1 / ROUNDS))
      .stop();
    let round = 0;
    const step = () => {
      const until = performance.now() + (still ? 200 : Math.min(24 + nodes.length / 80, 120));
      do { simulation.tick(); round += 1; } while (round < ROUNDS && performance.now() < until);
      if (!still || round >= ROUNDS) { whole(false); }
      if (round < ROUNDS) { requestAnimationFrame(step); return; }
      tree = d3.quadtree(nodes, (node) => node.x, (node) => node.y);
      canvas.dataset.ready = "yes";
    };
    requestAnimationFrame(step);
  }

  function inks() {
    const style = getComputedStyle(document.documentElement);
    const names = [...PALETTE, ...Object.values(STATUSES), "--soft", "--ink", "--bad", "--paper", "--good"];
    ink = Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name).trim()]));
  }

  function paint(node) {
    if (colour.value === "findings") return node.findings ? "--bad" : "--kind-5";
    const data = vaulttool.arrived.graph;
    if (colour.value === "status") return STATUSES[data.statuses[node.status]] || PALETTE[node.status % PALETTE.length];
    return PALETTE[node.folder % PALETTE.length];
  }

  function legend(data) {
    const entries = { folder: data.folders, status: data.statuses, findings: ["with findings", "without"] }[colour.value];
    colours.replaceChildren(...entries.map((name, index) => {
      const item = document.createElement("li");
      const swatch = document.createElement("canvas");
      swatch.width = swatch.height = 13;
      swatch.className = "swatch";
      swatch.setAttribute("aria-hidden", "true");
      const brush = swatch.getContext("2d");
      brush.fillStyle = ink[paint({ folder: index, status: index, findings: index === 0 ? 1 : 0 })];
      brush.fillRect(0, 0, 13, 13);
      item.append(swatch, name);
      return item;
    }));
  }

  function measure() {
    const ratio = window.devicePixelRatio || 1;
    const box = canvas.getBoundingClientRect();
    canvas.width = Math.round(box.width * ratio);
    canvas.height = Math.round(box.height * ratio);
    draw();
  }

  function draw() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; drawNow(); });
  }

  function drawNow() {
    const ratio = window.devicePixelRatio || 1;
    const [width, height] = [canvas.width / ratio, canvas.height / ratio];
    picture.setTransform(ratio, 0, 0, ratio, 0, 0);
    picture.clearRect(0, 0, width, height);
    picture.translate(view.x, view.y);
    picture.scale(view.k, view.k);
    const [left, top] = view.invert([0, 0]);
    const [right, bottom] = view.invert([width, height]);
    const inside = (node) => node.x > left && node.x < right && node.y > top && node.y < bottom;
    const chosenOnes = at ? new Set([at, ...near[at.index]]) : null;
    picture.lineWidth = 0.7 / view.k;
    picture.strokeStyle = ink["--soft"];
    picture.globalAlpha = at ? 0.08 : Math.min(0.5, 0.1 + 60 / Math.sqrt(lines.length + 1) / 60);
    picture.beginPath();
    for (const { source, target } of lines) {
      if (inside(source) || inside(target)) { picture.moveTo(source.x, source.y); picture.lineTo(target.x, target.y); }
    }
    picture.stroke();
    if (at) {
      picture.globalAlpha = 0.9;
      picture.strokeStyle = ink["--ink"];
      picture.beginPath();
      for (const other of near[at.index]) { picture.moveTo(at.x, at.y); picture.lineTo(other.x, other.y); }
      picture.stroke();
    }
    const groups = new Map();
    for (const node of nodes) {
      if (!inside(node)) continue;
      const name = paint(node);
      if (!groups.has(name)) groups.set(name, []);
      groups.get(name).push(node);
    }
    const grown = Math.max(1, 0.7 / Math.sqrt(view.k)) / Math.max(1, Math.sqrt(view.k));
    for (const [name, some] of groups) {
      picture.fillStyle = ink[name];
      for (const faint of [true, false]) {
        picture.globalAlpha = faint ? 0.15 : 0.95;
        picture.beginPath();
        for (const node of some) {
          if ((chosenOnes !== null && !chosenOnes.has(node)) !== faint) continue;
          const size = node.size * grown;
          picture.moveTo(node.x + size, node.y);
          picture.arc(node.x, node.y, size, 0, 2 * Math.PI);
        }
        picture.fill();
      }
    }
    picture.globalAlpha = 1;
    label(nodes.filter((node) => inside(node) && (!chosenOnes || chosenOnes.has(node))), grown);
  }

  /* The names of the notes with most links, as many as have room. */
  function label(some, grown) {
    const size = 12 / view.k;
    picture.font = `${size}px system-ui, sans-serif`;
    picture.textAlign = "center";
    picture.lineWidth = 3 / view.k;
    picture.strokeStyle = ink["--paper"];
    picture.fillStyle = ink["--ink"];
    const taken = [];
    const first = [...some].sort((one, other) => (other === at) - (one === at) || other.size - one.size).slice(0, 60);
    for (const node of first) {
      const words = node.title.length > 40 ? `${node.title.slice(0, 39)}…` : node.title;
      const half = (words.length * size * 0.3) + size / 2;
      const y = node.y - node.size * grown - size * 0.4;
      const box = [node.x - half, y - size, node.x + half, y + size * 0.3];
      if (taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])) continue;
      taken.push(box);
      picture.strokeText(words, node.x, y);
      picture.fillText(words, node.x, y);
    }
  }

  function listen(data) {
    const zoom = d3.zoom().scaleExtent([0.05, 12]).on("zoom", (event) => { view = event.transform; draw(); });
    const surface = d3.select(canvas).call(zoom).on("dblclick.zoom", null);
    const to = (transform, time) => {
      const target = time && !still ? surface.transition().duration(time) : surface;
      target.call(zoom.transform, transform);
    };
    whole = (slowly) => {
      const box = canvas.getBoundingClientRect();
      if (!box.width || !nodes.length) return;
      /* A few notes without links lie far out: what is in the middle decides. */
      const most = (values) => { values.sort((a, b) => a - b); return [values[Math.floor(values.length * 0.003)], values[Math.ceil(values.length * 0.997) - 1]]; };
      const [left, right] = most(nodes.map((node) => node.x));
      const [top, bottom] = most(nodes.map((node) => node.y));
      const scale = Math.min(box.width / (right - left + 80), box.height / (bottom - top + 80), 2.5);
      to(d3.zoomIdentity.translate(box.width / 2, box.height / 2).scale(scale).translate(-(left + right) / 2, -(top + bottom) / 2), slowly ? 300 : 0);
    };
    go = (node) => {
      choose(node);
      const box = canvas.getBoundingClientRect();
      to(d3.zoomIdentity.translate(box.width / 2, box.height / 2).scale(Math.max(view.k, 1.4)).translate(-node.x, -node.y), 400);
    };
    canvas.addEventListener("click", (event) => {
      if (!tree) return;
      const [x, y] = view.invert(d3.pointer(event, canvas));
      choose(tree.find(x, y, 14 / view.k + 6) || null);
    });
    canvas.addEventListener("keydown", (event) => {
      const moves = { ArrowLeft: [60, 0], ArrowRight: [-60, 0], ArrowUp: [0, 60], ArrowDown: [0, -60] };
      if (moves[event.key]) surface.call(zoom.translateBy, moves[event.key][0] / view.k, moves[event.key][1] / view.k);
      else if (event.key === "+") surface.call(zoom.scaleBy, 1.4);
      else if (event.key === "-") surface.call(zoom.scaleBy, 1 / 1.4);
      else if (event.key === "0") whole(true);
      else if (event.key === "Escape") choose(null);
      else return;
      event.preventDefault();
    });
    document.getElementById("nearer").addEventListener("click", () => surface.call(zoom.scaleBy, 1.4));
    document.getElementById("farther").addEventListener("click", () => surface.call(zoom.scaleBy, 1 / 1.4));
    document.getElementById("whole").addEventListener("click", () => { choose(null); whole(true); });
    colour.addEventListener("change", () => { legend(data); draw(); });
    seek.addEventListener("input", () => suggest());
    seek.addEventListener("change", () => { const node = named(seek.value); if (node) go(node); });
    controls.addEventListener("submit", (event) => {
      event.preventDefault();
      const node = named(seek.value);
      if (node) go(node); else say("No note has such a name.");
    });
    document.addEventListener("theme", () => { inks(); legend(data); draw(); });
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { inks(); legend(data); draw(); });
    window.addEventListener("resize", measure);
  }
  let whole = () => {};
  let go = () => {};

  function named(words) {
    const wanted = words.trim().toLowerCase();
    if (!wanted) return null;
    return nodes.find((node) => node.title.toLowerCase() === wanted)
      || nodes.find((node) => node.title.toLowerCase().startsWith(wanted))
      || nodes.find((node) => node.title.toLowerCase().includes(wanted)) || null;
  }

  function suggest() {
    const wanted = seek.value.trim().toLowerCase();
    const some = wanted ? nodes.filter((node) => node.title.toLowerCase().includes(wanted)).slice(0, 30) : [];
    document.getElementById("seek-list").replaceChildren(...some.map((node) => {
      const option = document.createElement("option");
      option.value = node.title;
      return option;
    }));
  }

  function choose(node) {
    at = node;
    chosen.replaceChildren();
    if (node) {
      const name = document.createElement("p");
      const link = document.createElement("a");
      link.href = node.page;
      link.textContent = node.title;
      name.append(link);
      const facts = document.createElement("p");
      facts.textContent = `linked from ${node.into}, links to ${node.out}; ${node.findings} ${node.findings === 1 ? "finding" : "findings"}`;
      chosen.append(name, facts);
    }
    draw();
  }

  function say(words) {
    const line = document.createElement("p");
    line.textContent = words;
    chosen.replaceChildren(line);
  }
})();
