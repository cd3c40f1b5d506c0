// Statistics as charts.
function barChart(entries, unit) {
  const most = Math.max(...entries.map(([, value]) => value), 1e-9), height = entries.length * 22 + 4;
  const chart = drawn("svg", { class: "chart", width: 760, height, viewBox: `0 0 760 ${height}`, role: "img" });
  entries.forEach(([name, value], at) => {
    const width = Math.max(1, (value / most) * 420);
    chart.append(drawn("text", { x: 190, y: at * 22 + 15, "text-anchor": "end" }, name),
      drawn("rect", { x: 200, y: at * 22 + 4, width, height: 14, class: "bar-mark" }),
      drawn("text", { x: 206 + width, y: at * 22 + 15 }, `${Number(value.toPrecision(3))} ${unit}`));
  });
  return chart;
}

// Two curves over the iterations, each with its own scale.
function lineChart(first, second, count, names) {
  const [width, height] = [760, 220], most = (values) => Math.max(...values, 1);
  const chart = drawn("svg", { class: "chart", width, height: height + 30, viewBox: `0 0 ${width} ${height + 30}`, role: "img" });
  const line = (values, name, limit) => drawn("polyline", { class: name, points: values.map((value, at) =>
    `${50 + (at * (width - 110)) / Math.max(1, values.length - 1)},${height - (value / limit) * (height - 20)}`).join(" ") });
  const [a, b] = [most(first), most(second)];
  chart.append(drawn("line", { x1: 50, x2: width - 60, y1: height, y2: height, class: "axis" }),
    line(first, "first", a), line(second, "second", b),
    drawn("text", { x: 46, y: 24, "text-anchor": "end" }, a), drawn("text", { x: width - 56, y: 24 }, b),
    drawn("text", { x: 50, y: height + 20 }, `iterations 1 to ${count}: ${names[0]} (solid, left), ${names[1]} (dashed, right)`));
  return chart;
}

// At most so many points make a curve.
function thinned(values) {
  const step = Math.ceil(values.length / 1500);
  return step <= 1 ? values : values.filter((_, at) => at % step === 0);
}

// Who worked, if there are several parties.
function partyTable(view) {
  const parties = data.document.parties || [], shown = ["iterations", "perfect refinements", "longest trace", "trace/checks"];
  if (parties.length < 2) return;
  view.append(element("h2", {}, "Parties"), table(parties.map((party) => [party.name, party.arithmetic || "–",
    party.winner ? "yes" : "", ...shown.map((name) => party.statistics.counters[name] ?? "–")]),
  ["party", "arithmetic", "answered", ...shown]));
}

function statistics(view) {
  const { counters, times_ms: times, peak_memory_bytes: memory } = data.document.statistics;
  const group = (prefix) => Object.entries(times).filter(([name]) => name.startsWith(prefix))
    .map(([name, value]) => [name.slice(prefix.length), value]);
  const charts = [["Time by phase", group("time/"), "ms"], ["Solver queries", group("queries/"), "ms"],
    ["How many", Object.entries(counters).filter(([name]) => name.startsWith("queries/")).map(([n, v]) => [n.slice(8), v]), ""]];
  for (const [title, entries, unit] of charts)
    if (entries.some(([, value]) => value > 0)) view.append(element("h2", {}, title), barChart(entries.filter((e) => e[1] > 0), unit));
  partyTable(view);
  // Each party has a loop of its own.
  for (const [party, name] of partyNames(data.iterations)) {
    const own = data.iterations.filter((one) => (one.party || "") === party), values = (key) => thinned(own.map((one) => one[key]));
    if (own.length > 1)
      view.append(element("h2", {}, name ? `Iterations: ${name}` : "Iterations"),
        lineChart(values("states"), values("length"), own.length, ["states of the abstraction", "length of the trace"]),
        lineChart(values("conjuncts"), values("core_conjuncts"), own.length, ["conjuncts of the trace", "conjuncts of the core"]));
  }
  view.append(element("h2", {}, "Counters"), table([["peak memory", `${Math.round(memory / 1048576)} MB`],
    ...Object.entries(counters)]));
}
