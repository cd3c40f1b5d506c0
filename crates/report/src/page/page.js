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
  const wanted = parts.has(id) ? id : "overview";
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

function overview(view) {
  view.classList.add("text");
  const { document: report, path } = data;
  const list = (items) => element("ul", {}, ...items.map((item) => element("li", {}, item)));
  const link = (place) => element("button", { onclick: () => goToSource(place) }, `${place.file}:${place.line}`);
  view.append(element("h2", {}, data.verdict), ...data.backing.map((text) => element("p", {}, text)));
  if (path) {
    const tell = (place, text) => element("p", {}, ...(place ? [link(place), " "] : []), text);
    view.append(element("h2", {}, "The violation"), tell(path.place, path.message),
      ...path.remarks.map((one) => tell(one.place, one.text)),
      element("p", { class: "faint" }, `${path.steps.length} steps lead to it; step through them in the source with ← and →.`));
  }
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
    const invariants = new Map(((data.document.proof || {}).invariants || []).map((one) => [one.location, one.formula]));
    return new GraphView(view, data.drawing[which], { label, hint, invariants });
  };
}

document.getElementById("badge").textContent = data.verdict;
document.getElementById("badge").className = data.document.verdict;
document.getElementById("badge").title = data.verdict;
document.getElementById("input").textContent = data.document.input;
document.getElementById("input").title = data.document.files.join("\n");
addView("overview", "Overview", overview);
addView("source", data.path ? "Error path" : "Source", (view) => new SourceView(view));
addView("control", "Control flow", graph("control", "control-flow graph", "Nodes are basic blocks."));
addView("model", "Abstract model", graph("abstraction", "abstract model",
  "Nodes are the locations between which the engine reasons, with their invariants."));
addView("refinements", "Refinements", (view) => new RefinementsView(view));
addView("statistics", "Statistics", (view) => { view.classList.add("text"); statistics(view); });

const theme = document.documentElement.classList;
theme.toggle("dark", matchMedia("(prefers-color-scheme: dark)").matches);
document.getElementById("theme").addEventListener("click", () => theme.toggle("dark"));
window.addEventListener("hashchange", () => show(location.hash.slice(1)));
show(location.hash.slice(1));
