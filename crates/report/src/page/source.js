// The source: with the invariants of a proof between its lines, or with an execution that is stepped through.
class SourceView {
  constructor(view) {
    this.files = (data.drawing && data.drawing.files) || [];
    this.steps = data.path ? data.path.steps.filter((step) => step.place) : [];
    this.step = 0;
    view.classList.add("split");
    this.list = element("div", { class: "source code", tabindex: 0 });
    this.side = element("aside", {});
    view.append(this.controls(), this.list, this.side);
    this.lines = new LongList(this.list, () => this.rows.length, (position) => this.row(this.rows[position]));
    const places = this.steps.map((step) => step.place);
    this.executed = new Set(places.map((place) => place.file + ":" + place.line));
    // What was checked on a line; the worst of it is its mark.
    this.checked = new Map();
    for (const one of data.document.obligations || []) {
      if (!one.place) continue;
      const key = one.place.file + ":" + one.place.line;
      this.checked.set(key, [...(this.checked.get(key) || []), one]);
    }
    this.open(this.fileOf(data.path && data.path.place) || this.fileOf(this.firstInvariant()) || 0);
    if (this.steps.length) this.prepareSteps(); else this.prepareInvariants();
    document.addEventListener("keydown", (event) => this.key(event));
  }

  fileOf(place) { return place ? Math.max(0, this.files.findIndex((file) => file.name === place.file)) : 0; }

  // As C expressions, where there are some; otherwise the formulas of the proof.
  invariants() {
    const told = (data.invariants || []).filter((one) => one.conjuncts.length);
    if (told.length) return told.map((one) => ({ place: one.place, is_loop_head: one.is_loop, formula: one.conjuncts.join(" && ") }));
    return ((data.document.proof || {}).invariants || []).filter((one) => one.place && one.formula !== "true");
  }

  firstInvariant() { return (this.invariants()[0] || {}).place; }

  controls() {
    const bar = element("div", { class: "bar" });
    this.chooser = element("select", { "aria-label": "file", onchange: () => this.open(Number(this.chooser.value)) },
      ...this.files.map((file, id) => element("option", { value: id }, file.name)));
    bar.append(this.chooser);
    this.query = element("input", { type: "search", placeholder: "search the source", "aria-label": "search the source" });
    this.query.addEventListener("input", () => this.search(0));
    this.query.addEventListener("keydown", (event) => { if (event.key === "Enter") this.search(event.shiftKey ? -1 : 1); });
    if (this.steps.length) {
      const button = (text, title, act) => element("button", { title, onclick: act }, text);
      this.where = element("span", { class: "where" });
      bar.append(button("|◀", "first step (Home)", () => this.go(0)), button("◀", "one step back (←)", () => this.go(this.step - 1)),
        button("▶", "one step on (→)", () => this.go(this.step + 1)),
        button("▶|", "last step (End)", () => this.go(this.steps.length - 1)), this.where);
    }
    this.found = element("span", { class: "faint" });
    bar.append(this.query, this.found);
    return bar;
  }

  open(id) {
    this.file = id;
    this.chooser.value = id;
    const file = this.files[id] || { name: "", lines: ["The analysis did not come so far as to have a program."] };
    const here = new Map();
    for (const one of this.invariants()) {
      if (one.place.file !== file.name) continue;
      if (!here.has(one.place.line)) here.set(one.place.line, []);
      here.get(one.place.line).push(one);
    }
    this.rows = [];
    this.rowOf = new Map();
    file.lines.forEach((text, index) => {
      const indent = /^\s*/.exec(text)[0];
      for (const one of here.get(index + 1) || []) this.rows.push({ invariant: one, indent });
      this.rowOf.set(index + 1, this.rows.length);
      this.rows.push({ line: index + 1, text });
    });
    this.list.scrollTop = 0;
    this.lines.draw();
  }

  row(row) {
    if (row.invariant) {
      const text = `${row.indent}⊢ ${row.invariant.formula}${row.invariant.is_loop_head ? "   (loop)" : ""}`;
      return element("div", { class: "invariant", title: row.invariant.formula, onclick: () => this.tell(row.invariant) },
        shortened(text, 400));
    }
    const name = (this.files[this.file] || {}).name, step = this.steps[this.step];
    const isCurrent = step && step.place.file === name && step.place.line === row.line;
    const error = data.path && data.path.place;
    const names = [isCurrent ? "current" : "", this.executed.has(name + ":" + row.line) ? "executed" : "",
      error && error.file === name && error.line === row.line ? "error" : ""];
    const made = element("div", { class: names.join(" ") }, element("span", { class: "number" }, String(row.line)),
      this.mark(name + ":" + row.line), row.text);
    const last = this.lastNotes(name, row.line);
    if (last) made.append(element("span", { class: isCurrent ? "note" : "note earlier" }, "// " + last.join(", ")));
    return made;
  }

  // Whether what was checked on a line is proved.
  mark(key) {
    const all = this.checked.get(key);
    if (!all) return element("span", { class: "mark" });
    const worst = ["violated", "unknown", "proved"].find((status) => all.some((one) => one.status === status));
    const title = all.map((one) => `${one.status}: ${one.message} [${one.property}]`).join("\n");
    return element("span", { class: "mark " + worst, title }, { violated: "✗", unknown: "?", proved: "✓" }[worst]);
  }

  // What the execution did on a line when it was there last, up to the current step.
  lastNotes(file, line) {
    if (!this.executed.has(file + ":" + line)) return null;
    for (let at = this.step; at >= Math.max(0, this.step - 2000); at--) {
      const { place, notes } = this.steps[at];
      if (place.line === line && place.file === file) return notes.length ? notes : null;
    }
    return null;
  }

  prepareSteps() {
    const box = element("div", { class: "code" });
    this.values = element("div", { class: "values" });
    this.side.append(box, this.values);
    this.path = new LongList(box, () => this.steps.length, (position) => {
      const step = this.steps[position];
      const notes = step.notes.length ? "  // " + step.notes.join(", ") : "";
      return element("div", { class: position === this.step ? "current" : "", title: step.text + notes,
        onclick: () => this.go(position) },
      `${String(step.place.line).padStart(5)} ${"  ".repeat(Math.min(8, step.depth))}${step.text}${notes}`);
    });
    this.go(this.steps.length - 1);
  }

  prepareInvariants() {
    const all = this.invariants();
    const box = element("div", { class: "code" });
    this.values = element("div", { class: "values" }, all.length ? "" : data.noInvariants);
    this.side.append(box, this.values);
    const list = new LongList(box, () => all.length, (position) => element("div", { title: all[position].formula,
      onclick: () => { goToSource(all[position].place); this.tell(all[position]); } },
    `${String(all[position].place.line).padStart(5)} ${shortened(all[position].formula, 120)}`));
    list.draw();
    if (all.length) { this.reveal(all[0].place); this.tell(all[0]); }
  }

  tell(invariant) {
    this.values.replaceChildren(element("b", {}, `before line ${invariant.place.line}${invariant.is_loop_head ? " (loop)" : ""}`),
      element("pre", { style: "white-space: pre-wrap" }, invariant.formula));
  }

  // The step, and the values that are known then: those of the function's last lines, by name.
  go(position) {
    if (!this.steps.length) return;
    this.step = Math.max(0, Math.min(this.steps.length - 1, position));
    const step = this.steps[this.step];
    this.where.textContent = `step ${this.step + 1} of ${this.steps.length}${step.function ? ", in " + step.function : ""}`;
    this.reveal(step.place);
    this.path.reveal(this.step);
    this.path.draw();
    const values = new Map();
    for (let at = Math.max(0, this.step - 2000); at <= this.step; at++)
      for (const note of this.steps[at].notes) {
        const cut = note.indexOf(" = ");
        if (cut > 0) values.set(note.slice(0, cut), [note.slice(cut + 3), at === this.step, this.steps[at].function]);
      }
    const rows = [...values].map(([name, [value, isNew, where]]) => {
      const row = element("tr", isNew ? { class: "changed" } : {}, element("td", { class: "code" }, name),
        element("td", { class: "code" }, value), element("td", { class: "faint" }, where));
      return row;
    });
    const isLast = this.step === this.steps.length - 1;
    this.values.replaceChildren(element("b", {}, isLast ? data.path.message : "values"),
      ...step.notes.filter((note) => !note.includes(" = ")).map((note) => element("div", {}, note)),
      element("table", {}, ...rows),
      ...(isLast ? data.path.remarks.map((one) => element("div", {}, `line ${one.place.line}: ${one.text}`)) : []));
  }

  reveal(place) {
    const id = this.files.findIndex((file) => file.name === place.file);
    if (id < 0) return;
    if (id !== this.file) this.open(id);
    const row = this.rowOf.get(place.line);
    if (row !== undefined) this.lines.reveal(row);
    this.lines.draw();
  }

  search(step) {
    const wanted = this.query.value.toLowerCase();
    const hits = wanted ? this.rows.flatMap((row, id) => ((row.text || (row.invariant || {}).formula || "").toLowerCase()
      .includes(wanted) ? [id] : [])) : [];
    this.hit = step && hits.length ? (((this.hit || 0) + step) % hits.length + hits.length) % hits.length : 0;
    this.found.textContent = wanted ? (hits.length ? `${this.hit + 1} of ${hits.length}` : "not found") : "";
    if (hits.length) { this.lines.reveal(hits[this.hit]); this.lines.draw(); }
  }

  key(event) {
    if (!document.getElementById("source").classList.contains("shown") || event.target.closest("input, select")) return;
    const to = { ArrowRight: this.step + 1, ArrowLeft: this.step - 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to === undefined || !this.steps.length) return;
    event.preventDefault();
    this.go(to);
  }
}
