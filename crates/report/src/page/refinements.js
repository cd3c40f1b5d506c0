// The refinements: the trace, what its core keeps, and the assertions.
const MOST_STEPS = 400;

class RefinementsView {
  constructor(view) {
    const all = data.refinements;
    this.names = partyNames(all);
    view.classList.add("split");
    this.box = element("div", { style: "overflow: auto; padding: 4px 16px 30px" });
    const list = element("div", { class: "code" });
    const number = Math.max(all.length, data.iterations.length), kept = all.length < number ? ` The page has ${all.length} of them.` : "";
    view.append(element("div", { class: "bar" }, `Infeasible traces that were refined: ${number}.${kept}`), this.box,
      element("aside", {}, list));
    this.list = new LongList(list, () => all.length, (position) => element("div",
      { class: position === this.at ? "current" : "", onclick: () => this.open(position) },
      `${String(all[position].iteration).padStart(4)}  ${this.owner(all[position])}${all[position].steps.length} steps, core `
      + `${all[position].core_conjuncts}/${all[position].conjuncts}${this.isPerfect(all[position]) ? ", perfect" : ""}`));
    document.addEventListener("keydown", (event) => this.key(event));
    if (all.length) this.open(0);
    else {
      view.classList.add("alone");
      this.box.append(element("p", { class: "faint" }, "No trace had to be refined."));
    }
  }

  // Whose refinement it is, if there are several parties.
  owner(refinement) {
    const name = this.names.get(refinement.party || "");
    return name ? `${name}: ` : "";
  }

  isPerfect(refinement) { return refinement.sequences.some((sequence) => sequence.perfect); }

  open(position) {
    this.at = Math.max(0, Math.min(data.refinements.length - 1, position));
    this.list.reveal(this.at);
    this.list.draw();
    const one = data.refinements[this.at], steps = one.steps.slice(0, MOST_STEPS);
    const made = element("table", { class: "refinement" });
    made.append(element("tr", {}, ...["", "trace", "its formula, the core marked", ...one.sequences.map((s) => s.source)]
      .map((text) => element("th", {}, text))));
    const assertions = (at) => element("tr", { class: "assertion" }, element("td", {}), element("td", {}), element("td", {}),
      ...one.sequences.map((sequence) => cell(sequence.assertions[at] || "")));
    const cell = (text) => element("td", { class: "code", title: text.length > 600 ? text : "" }, shortened(text, 600));
    const conjuncts = (step) => element("td", { class: "code" }, ...step.formula.slice(0, 60).map((text, at) =>
      element("div", { class: step.in_core[at] ? "conjunct core" : "conjunct" }, shortened(text, 300))));
    made.append(assertions(0));
    steps.forEach((step, at) => {
      made.append(element("tr", { class: step.in_core.some(Boolean) ? "" : "outside" }, element("td", {}, String(at + 1)),
        cell(step.statement), conjuncts(step), ...one.sequences.map(() => element("td", {}))), assertions(at + 1));
    });
    const left = one.steps.length - steps.length;
    this.box.replaceChildren(element("h2", {}, `Iteration ${one.iteration}${this.names.size > 1 ? " of " + one.party : ""}`),
      element("p", {}, this.story(one)), made,
      ...(left > 0 ? [element("p", { class: "faint" }, `${left} more steps`)] : []));
    this.box.scrollTop = 0;
  }

  // What happened, for somebody who sees a refinement for the first time.
  story(one) {
    const why = `${one.core_conjuncts} of ${one.conjuncts} conjuncts of its formula contradict each other; they are its core.`;
    const excluded = this.isPerfect(one)
      ? "The assertions between the steps show it, and they are inductive: they exclude every other trace through the same loops, too."
      : "The assertions between the steps show it, and exclude this trace and those like it.";
    return `A trace of ${one.steps.length} steps leads to a violation in the abstraction, but no execution follows it: ${why} ${excluded}`;
  }

  key(event) {
    if (!document.getElementById("refinements").classList.contains("shown") || !isPlainKey(event)) return;
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: data.refinements.length - 1 }[event.key];
    if (to === undefined || !data.refinements.length) return;
    event.preventDefault();
    this.open(to);
  }
}
