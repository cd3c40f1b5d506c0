// The page: its views, and what is said at the top.
const views = document.getElementById("views"), tabs = document.getElementById("tabs");
const parts = new Map();

function addView(id, title, build) {
  const view = element("section", { class: "view", id, role: "tabpanel" });
  const tab = element("button", { role: "tab", "aria-selected": "false", onclick: () => { location.hash = id; } }, title);
  views.append(view);
  tabs.append(tab);
  parts.set(id, { view, tab, build, made: null });
}

// Views are made when they are looked at for the first time.
function show(id) {
  const wanted = parts.has(id) ? id : "source";
  for (const [name, part] of parts) {
    part.view.classList.toggle("shown", name === wanted);
    part.tab.setAttribute("aria-selected", String(name === wanted));
  }
  const part = parts.get(wanted);
  if (!part.made) part.made = part.build(part.view) || {};
  if (part.made.show) part.made.show();
  return part.made;
}

function goToSource(place) {
  location.hash = "source";
  const source = show("source");
  source.reveal(place);
}

// A place that leads to its line.
const link = (place) => element("button", { onclick: () => goToSource(place) }, `${place.file}:${place.line}`);

// The answer in one sentence, and what helps if there is none.
function headline(box) {
  const { path, help, sentence } = data;
  box.append(...(path && path.place ? [link(path.place), " "] : []), ...prose(sentence));
  if (help && help.place) box.append(" ", link(help.place));
  if (help && help.tries.length) box.append(element("ul", {}, ...help.tries.map((text) => element("li", {}, ...prose(text)))));
  const counts = new Map();
  for (const one of data.document.obligations || []) counts.set(one.status, (counts.get(one.status) || 0) + 1);
  const checked = [...counts].map(([status, count]) => `${count} ${status}`).join(", ");
  const hint = path ? `${path.steps.length} steps lead to it: ← and → go through them` : "";
  const facts = [help ? help.far.join(" ") : data.backing[0], checked && `Places that were checked: ${checked}.`, hint && hint + "."].filter(Boolean);
  box.append(element("span", { class: "small" }, ...prose(facts.join(" "))));
}

function details(view) {
  view.classList.add("text");
  const { document: report, path, help } = data;
  const list = (items) => element("ul", {}, ...items.map((item) => element("li", {}, ...prose(item))));
  view.append(element("h2", {}, data.verdict), ...data.backing.map((text) => element("p", {}, ...prose(text))));
  if (help && help.far.length) view.append(element("h2", {}, "How far it came"), list(help.far));
  if (path) {
    const tell = (place, text) => element("p", {}, ...(place ? [link(place), " "] : []), ...prose(text));
    view.append(element("h2", {}, "The violation"), tell(path.place, path.message),
      ...path.remarks.map((one) => tell(one.place, one.text)));
  }
  const asked = report.obligations || [];
  if (asked.length) view.append(element("h2", {}, "What was checked"), table(asked.slice(0, 2000).map((one) =>
    [element("span", { class: one.status === "violated" ? "FALSE" : one.status === "proved" ? "TRUE" : "UNKNOWN" }, one.status),
      one.place ? link(one.place) : "–", one.property, one.message])));
  view.append(element("h2", {}, "Assumptions"),
    report.assumptions.length ? list(report.assumptions) : element("p", { class: "faint" }, "None about code that is not there."));
  const rough = data.drawing ? data.drawing.approximations : [];
  view.append(element("h2", {}, "Over-approximations"), rough.length
    ? element("p", {}, "The model allows more than the program does at these places; a counterexample that passes one is not reported.")
    : element("p", { class: "faint" }, data.drawing ? "None: the model is exact." : "Unknown."));
  if (rough.length) {
    view.append(table(rough.slice(0, 200).map((one) => [link(one.place), one.text])));
    if (rough.length > 200) view.append(element("p", { class: "faint" }, `and ${rough.length - 200} more`));
  }
  view.append(element("h2", {}, "How to get this again"), element("pre", {}, data.reproduce.join("\n")),
    element("p", { class: "faint" }, `principia ${report.tool.version}; files: ${report.files.join(", ")}`));
  const strategy = report.strategy, names = (parties) => parties.map((party) => `${party.engine} ${party.refine} ${party.blocks}`);
  if (strategy) view.append(element("h2", {}, "Strategy"), element("p", {}, `${strategy.name}: ${strategy.summary}`),
    table(strategy.attempt.map((attempt) => [attempt.arithmetic, attempt.when, names(attempt.party).join(", ")]),
      ["arithmetic", "for programs", "parties"]));
  view.append(element("h2", {}, "Options"), table(Object.entries(report.options).map(([name, value]) =>
    [name, value === null ? "–" : typeof value === "object" ? JSON.stringify(value) : value])));
}

function graph(which, label, hint) {
  return (view) => {
    if (!data.drawing) { view.classList.add("text"); view.append(element("p", {}, "The analysis did not come so far.")); return {}; }
    if (!data.drawing[which].edges.length) {
      view.classList.add("text");
      view.append(element("p", {}, "Nothing is left to analyse: simplification by constants and intervals decides the program."));
      return {};
    }
    const invariants = new Map(((data.document.proof || {}).invariants || []).map((one) => [one.location, one.formula]));
    return new GraphView(view, data.drawing[which], { label, hint, invariants });
  };
}

document.getElementById("badge").textContent = data.verdict;
document.getElementById("badge").className = data.document.verdict;
document.getElementById("badge").title = data.verdict;
document.getElementById("input").textContent = data.document.input;
document.getElementById("input").title = data.document.files.join("\n");
headline(document.getElementById("headline"));
addView("source", data.path ? "Error path" : "Source", (view) => new SourceView(view));
addView("refinements", "Refinements", (view) => new RefinementsView(view));
addView("control", "Control flow", graph("control", "control-flow graph", "Nodes are basic blocks."));
addView("model", "Abstract model", graph("abstraction", "abstract model",
  "Nodes are the locations between which the engine reasons, with their invariants."));
if (data.exploration) addView("tree", "Tree", (view) => new GraphView(view, data.exploration, { label: "explored tree",
  hint: "States in the order of the search: pruned by S green, cut by E yellow, covered grey, not reachable dashed.",
  invariants: new Map() }));
addView("statistics", "Statistics", (view) => { view.classList.add("text"); statistics(view); });
addView("overview", "Details", details);

const theme = document.documentElement.classList;
theme.toggle("dark", matchMedia("(prefers-color-scheme: dark)").matches);
document.getElementById("theme").addEventListener("click", () => theme.toggle("dark"));
window.addEventListener("hashchange", () => show(location.hash.slice(1)));
show(location.hash.slice(1));
