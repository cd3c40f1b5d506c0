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
      for (const one of here.get(index + 1) || []) this.rows.push(...this.invariantRows(one, indent));
      this.rowOf.set(index + 1, this.rows.length);
      this.rows.push({ line: index + 1, text });
    });
    this.list.scrollTop = 0;
    this.lines.draw();
  }

  // A long invariant takes several rows.
  invariantRows(invariant, indent) {
    const lines = conjunctLines(invariant.formula, 88);
    return lines.map((line, at) => ({ invariant, text: indent + (at ? "  " : "⊢ ") + shortened(line, 400)
      + (at === lines.length - 1 && invariant.is_loop_head ? "   (loop)" : "") }));
  }

  row(row) {
    if (row.invariant)
      return element("div", { class: "invariant", title: row.invariant.formula, onclick: () => this.tell(row.invariant) }, row.text);
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
    if (!all.length) return this.prepareChecked();
    const box = element("div", { class: "code" });
    this.values = element("div", { class: "values" });
    this.side.append(box, this.values);
    const list = new LongList(box, () => all.length, (position) => element("div", { title: all[position].formula,
      onclick: () => { goToSource(all[position].place); this.tell(all[position]); } },
    `${String(all[position].place.line).padStart(5)} ${shortened(all[position].formula, 120)}`));
    list.draw();
    this.reveal(all[0].place);
    this.tell(all[0]);
  }

  // Without invariants: what was checked, first what is not proved.
  prepareChecked() {
    const rank = { violated: 0, unknown: 1, proved: 2 }, marks = { violated: "✗", unknown: "?", proved: "✓" };
    const all = (data.document.obligations || []).filter((one) => one.place && this.files.some((file) => file.name === one.place.file))
      .sort((one, other) => rank[one.status] - rank[other.status]);
    this.side.append(element("div", { class: "hint" }, ...prose(data.noInvariants)));
    if (!all.length) return;
    const box = element("div", { class: "code source" });
    this.side.append(box);
    const list = new LongList(box, () => all.length, (position) => {
      const { status, place, message, property } = all[position];
      return element("div", { title: `${status}: ${message} [${property}]`, onclick: () => this.reveal(place) },
        element("span", { class: "mark " + status }, marks[status]), `${String(place.line).padStart(4)} ${message}`);
    });
    list.draw();
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
    const values = new Map();
    for (let at = Math.max(0, this.step - 2000); at <= this.step; at++)
      for (const note of this.steps[at].notes) {
        const cut = note.indexOf(" = ");
        // Functions may have variables of the same name.
        const name = note.slice(0, cut), where = this.steps[at].function;
        if (cut > 0) values.set(where + ":" + name, [name, note.slice(cut + 3), at === this.step, where]);
      }
    const rows = [...values.values()].map(([name, value, isNew, where]) => element("tr", isNew ? { class: "changed" } : {},
      element("td", { class: "code" }, name), element("td", { class: "code" }, value), element("td", { class: "faint" }, where)));
    const isLast = this.step === this.steps.length - 1;
    const remarks = isLast ? data.path.remarks : [];
    this.values.replaceChildren(element("b", {}, ...prose(isLast ? data.path.message : "values")),
      ...remarks.map((one) => element("div", {}, ...prose(`line ${one.place.line}: ${one.text}`))),
      ...step.notes.filter((note) => !note.includes(" = ")).map((note) => element("div", {}, note)),
      element("table", {}, ...rows));
    // The values take room from the list.
    this.path.reveal(this.step);
    this.path.draw();
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
    const hits = wanted ? this.rows.flatMap((row, id) => (row.text.toLowerCase().includes(wanted) ? [id] : [])) : [];
    this.hit = step && hits.length ? (((this.hit || 0) + step) % hits.length + hits.length) % hits.length : 0;
    this.found.textContent = wanted ? (hits.length ? `${this.hit + 1} of ${hits.length}` : "not found") : "";
    if (hits.length) { this.lines.reveal(hits[this.hit]); this.lines.draw(); }
  }

  key(event) {
    if (!document.getElementById("source").classList.contains("shown") || !isPlainKey(event)) return;
    const to = { ArrowRight: this.step + 1, ArrowLeft: this.step - 1, Home: 0, End: this.steps.length - 1 }[event.key];
    if (to === undefined || !this.steps.length) return;
    event.preventDefault();
    this.go(to);
  }
}
