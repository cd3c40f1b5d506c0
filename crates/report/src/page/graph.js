// A graph that can be moved, zoomed and searched. Only what is visible is drawn: boxes with text when there are few,
// dots when there are many.
const MOST_BOXES = 250, MOST_LINES = 12, LONGEST = 64, LETTER = 6.7, LINE = 14;

class GraphView {
  constructor(view, graph, options) {
    this.view = view;
    view.classList.add("graph");
    this.svg = drawn("svg", { role: "img", "aria-label": options.label });
    this.detail = element("div", { class: "detail" });
    this.query = element("input", { type: "search", placeholder: "search statements, lines, locations",
      "aria-label": "search the graph" });
    this.count = element("span", { class: "faint hits" });
    this.query.addEventListener("input", () => this.search());
    this.query.addEventListener("keydown", (event) => { if (event.key === "Enter") this.nextHit(event.shiftKey ? -1 : 1); });
    const button = (text, title, act) => element("button", { title, onclick: act }, text);
    view.append(element("div", { class: "bar" }, this.query, this.count,
      button("‹", "previous hit", () => this.nextHit(-1)), button("›", "next hit (Enter)", () => this.nextHit(1)),
      button("+", "zoom in", () => this.zoom(1.4)), button("−", "zoom out", () => this.zoom(1 / 1.4)),
      button("all", "show everything", () => this.fit()), button("start", "go to the entry", () => this.focus(0)),
      element("span", { class: "faint" }, `${graph.nodes.length} nodes, ${graph.edges.length} edges. ${options.hint}`)),
      this.svg, this.detail);
    this.nodes = graph.nodes.map((node, id) => this.measure(node, id, options.invariants));
    // Edges between the same nodes are one.
    const joined = new Map();
    for (const [from, to, text] of graph.edges) {
      const known = joined.get(from + " " + to);
      if (known) { known.text += "\nor " + text; known.count++; } else joined.set(from + " " + to, { from, to, text, count: 1 });
    }
    this.edges = [...joined.values()];
    this.leaving = new Int32Array(this.nodes.length);
    for (const edge of this.edges) this.leaving[edge.from]++;
    this.hits = []; this.hit = -1; this.chosen = -1;
    this.scale = 1; this.x = 0; this.y = 0;
    this.listen();
  }

  measure(node, id, invariants) {
    const invariant = invariants.get(node.location);
    const lines = node.statements.slice(0, MOST_LINES).map((text) => shortened(text, LONGEST));
    if (node.statements.length > MOST_LINES) lines.push(`… ${node.statements.length - MOST_LINES} more`);
    const known = invariant === undefined ? [] : [shortened("⊢ " + invariant, LONGEST)];
    const title = [node.location, node.title, node.kind].filter(Boolean).join("  ");
    const longest = Math.max(...[title, ...lines, ...known].map((text) => text.length));
    const width = longest * LETTER + 16, height = (1 + lines.length + known.length) * LINE + 10;
    return { id, node, title, lines, known, invariant, width, height,
      text: [title, ...node.statements, invariant || ""].join("\n").toLowerCase() };
  }

  // The layout waits until somebody looks.
  show() {
    if (!this.plan) {
      this.plan = layout(this.nodes, this.edges);
      if (this.nodes.length <= 40) this.fit(); else this.focus(0);
    } else this.draw();
  }

  listen() {
    let start = null;
    this.svg.addEventListener("pointerdown", (event) => {
      start = { x: event.clientX, y: event.clientY, left: this.x, top: this.y, isMoved: false };
    });
    this.svg.addEventListener("pointermove", (event) => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      start.isMoved = start.isMoved || Math.abs(dx) + Math.abs(dy) > 4;
      if (!start.isMoved) return;
      this.x = start.left - dx / this.scale; this.y = start.top - dy / this.scale;
      this.later();
    });
    window.addEventListener("pointerup", (event) => {
      if (start && !start.isMoved && this.svg.contains(event.target)) this.choose(event.target.closest("g[data-id]"));
      start = null;
    });
    this.svg.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.svg.getBoundingClientRect();
      this.zoom(Math.exp(-event.deltaY / 400), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    new ResizeObserver(() => { this.measured = null; this.isStale = true; if (this.plan) this.later(); }).observe(this.svg);
  }

  // Asking for the size makes the browser compute it, so it is kept.
  size() {
    if (!this.measured) this.measured = [this.svg.clientWidth || 1000, this.svg.clientHeight || 600];
    return this.measured;
  }

  zoom(factor, atX, atY) {
    const [width, height] = this.size();
    const [px, py] = [atX ?? width / 2, atY ?? height / 2];
    const scale = Math.min(4, Math.max(0.005, this.scale * factor));
    this.x += px / this.scale - px / scale; this.y += py / this.scale - py / scale;
    this.scale = scale;
    this.later();
  }

  fit() {
    const [width, height] = this.size(), [left, top, right, bottom] = this.plan.box;
    this.scale = Math.min(1.2, width / (right - left + 40), height / (bottom - top + 40));
    this.x = (left + right - width / this.scale) / 2; this.y = (top + bottom - height / this.scale) / 2;
    this.later();
  }

  focus(id) {
    const node = this.nodes[id];
    if (!node) return;
    const [width, height] = this.size();
    if (this.scale < 0.6) this.scale = 1;
    this.x = node.x - width / this.scale / 2; this.y = node.y - Math.min(60, height / 3) / this.scale;
    this.later();
  }

  later() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => { this.isWaiting = false; this.draw(this.isStale); this.isStale = false; });
  }

  // Draws the visible part and half a screen around it; as long as that is enough, moving only moves the view.
  draw(isChanged = true) {
    const [width, height] = this.size(), [wide, high] = [width / this.scale, height / this.scale];
    const [left, top, right, bottom] = [this.x, this.y, this.x + wide, this.y + high];
    this.svg.setAttribute("viewBox", `${left} ${top} ${wide} ${high}`);
    const done = this.done;
    if (!isChanged && done && done.scale === this.scale && done.left <= left && done.top <= top && done.right >= right
      && done.bottom >= bottom) return;
    const area = { scale: this.scale, left: left - wide / 2, top: top - high / 2, right: right + wide / 2,
      bottom: bottom + high / 2 };
    this.done = area;
    const shown = this.nodes.filter((node) => node.y < area.bottom && node.y + node.height > area.top
      && node.x - node.width / 2 < area.right && node.x + node.width / 2 > area.left);
    const links = this.edges.filter(({ box }) => box[0] < area.right && box[2] > area.left && box[1] < area.bottom
      && box[3] > area.top);
    const isDetailed = shown.length <= MOST_BOXES && this.scale > 0.12;
    this.svg.replaceChildren(...(isDetailed ? this.detailed(shown, links) : this.dots(shown, links)));
  }

  detailed(shown, links) {
    const parts = [];
    for (const edge of links) {
      parts.push(drawn("path", { d: curve(edge), class: edge.isTurned || edge.isLoop ? "link back" : "link" }), tip(edge));
      if (edge.text && this.scale > 0.3 && this.leaving[edge.from] <= 4) {
        const [x, y] = middle(edge), isLeft = edge.points[0][0] > edge.points[edge.points.length - 1][0];
        const label = drawn("text", { x: isLeft ? x - 4 : x + 4, y, class: "label", "text-anchor": isLeft ? "end" : "start" },
          shortened(edge.text.split("\n")[0].replace(/^assume /, ""), 40) + (edge.count > 1 ? ` (${edge.count})` : ""));
        label.append(drawn("title", {}, edge.text));
        parts.push(label);
      }
    }
    const hits = new Set(this.hits);
    for (const node of shown) {
      const proved = node.invariant === undefined ? "" : node.invariant === "false" ? "unreached" : "proved";
      const names = [node.node.kind, proved, hits.has(node.id) ? "hit" : "", node.id === this.chosen ? "chosen" : ""];
      const group = drawn("g", { class: names.join(" "), "data-id": node.id });
      const left = node.x - node.width / 2;
      group.append(drawn("rect", { x: left, y: node.y, width: node.width, height: node.height, rx: 4, class: "box" }));
      if (this.scale > 0.3) {
        let y = node.y + LINE + 1;
        group.append(drawn("text", { x: left + 8, y, class: "title" }, node.title));
        for (const text of node.known) group.append(drawn("text", { x: left + 8, y: (y += LINE), class: "invariant" }, text));
        for (const text of node.lines) group.append(drawn("text", { x: left + 8, y: (y += LINE) }, text));
      }
      parts.push(group);
    }
    return parts;
  }

  dots(shown, links) {
    const dot = (node) => {
      const [w, h] = [Math.max(node.width, 3 / this.scale), Math.max(node.height, 3 / this.scale)];
      return `M${node.x - w / 2} ${node.y}h${w}v${h}h${-w}z`;
    };
    const hits = new Set(this.hits);
    const isMarked = (node) => hits.has(node.id) || node.node.kind === "violation";
    const line = ({ points }) => `M${points.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join("L")}`;
    return [drawn("path", { d: links.map(line).join(""), class: "link", "stroke-width": 0.7 / this.scale }),
      drawn("path", { d: shown.filter((node) => !isMarked(node)).map(dot).join(""), class: "dots" }),
      drawn("path", { d: shown.filter(isMarked).map(dot).join(""), class: "dots marked" })];
  }

  search() {
    const wanted = this.query.value.trim().toLowerCase();
    this.hits = wanted ? this.nodes.filter((node) => node.text.includes(wanted)).map((node) => node.id) : [];
    const leaving = wanted ? this.edges.filter((edge) => edge.text.toLowerCase().includes(wanted)).map((e) => e.from) : [];
    this.hits = [...new Set([...this.hits, ...leaving])].sort((a, b) => this.nodes[a].y - this.nodes[b].y);
    this.hit = -1;
    this.count.textContent = wanted ? `${this.hits.length} found` : "";
    if (this.hits.length) this.nextHit(1); else this.draw();
  }

  nextHit(step) {
    if (!this.hits.length) return;
    this.hit = (this.hit + step + this.hits.length) % this.hits.length;
    this.count.textContent = `${this.hit + 1} of ${this.hits.length}`;
    this.pick(this.hits[this.hit]);
    this.focus(this.chosen);
  }

  choose(group) { this.pick(group ? Number(group.dataset.id) : -1); this.later(); }

  pick(id) {
    this.chosen = id;
    this.isStale = true;
    this.detail.classList.toggle("shown", id >= 0);
    if (id < 0) return;
    const { node, invariant, title } = this.nodes[id];
    const leaving = this.edges.filter((edge) => edge.from === id);
    this.detail.replaceChildren(element("b", {}, title + " "),
      ...(node.place ? [element("button", { onclick: () => goToSource(node.place) }, `line ${node.place.line}`)] : []),
      ...(invariant === undefined ? [] : [element("pre", {}, "invariant: " + invariant)]),
      ...(node.statements.length ? [element("pre", {}, node.statements.join("\n"))] : []),
      ...leaving.map((edge) => element("div", {},
        element("button", { onclick: () => { this.pick(edge.to); this.focus(edge.to); } }, "→ " + this.nodes[edge.to].node.location),
        element("span", { class: "code" }, " " + edge.text))));
  }
}

function curve({ points, isLoop }) {
  const [x, y] = points[0];
  if (isLoop) return `M${x} ${y}C${x + 30} ${y - 14} ${x + 30} ${points[2][1] + 14} ${points[2][0]} ${points[2][1]}`;
  let path = `M${x} ${y}`;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]], half = (b[1] - a[1]) / 2;
    path += `C${a[0]} ${a[1] + half} ${b[0]} ${b[1] - half} ${b[0]} ${b[1]}`;
  }
  return path;
}

// The arrow at the end.
function tip({ points, isLoop }) {
  const [x, y] = points[points.length - 1], before = points[points.length - 2];
  if (isLoop) return drawn("path", { d: `M${x} ${y}l8 -3v6z`, class: "tip" });
  const way = y >= before[1] ? -7 : 7;
  return drawn("path", { d: `M${x} ${y}l-4 ${way}h8z`, class: "tip" });
}

function middle({ points }) {
  const at = Math.floor((points.length - 1) / 2), [a, b] = [points[at], points[at + 1]];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}
