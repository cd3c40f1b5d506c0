// The table of entries: filtered by verdict and text, sorted by columns.
const data = JSON.parse(document.getElementById("data").textContent);
const words = { TRUE: "proved", FALSE: "violated", UNKNOWN: "unknown", ERROR: "not read" };
const rank = { FALSE: 0, UNKNOWN: 1, ERROR: 2, TRUE: 3 };

function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {}))
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value); else made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const columns = [
  ["", (row) => rank[row.verdict]], ["function", (row) => row.function], ["place", (row) => row.file + String(row.line).padStart(7)],
  ["what", (row) => row.detail], ["proved", (row) => row.places[0]], ["seconds", (row) => row.seconds],
];
let order = 0, isDown = false, shown = null, text = "";

function what(row) {
  if (row.violations.length) return row.violations.map(([line, told]) => `line ${line}: ${told}`).join("\n");
  if (row.verdict !== "TRUE") return row.detail;
  return row.assumptions.length ? `assumed: ${row.assumptions[0]}${row.assumptions.length > 1 ? ` and ${row.assumptions.length - 1} more` : ""}` : "";
}

function draw() {
  const wanted = data.rows.filter((row) => (!shown || row.verdict === shown)
    && `${row.function} ${row.file} ${what(row)}`.toLowerCase().includes(text));
  const [, value] = columns[order];
  const compare = (a, b) => { const [x, y] = [value(a), value(b)]; return (x < y ? -1 : x > y ? 1 : 0) * (isDown ? -1 : 1); };
  wanted.sort(compare);
  const heads = columns.map(([name], at) => element("th", { "aria-sort": order !== at ? "none" : isDown ? "descending" : "ascending" },
    element("button", { onclick: () => { isDown = order === at && !isDown; order = at; draw();
      document.querySelectorAll("#rows th button")[at].focus(); } }, name || "answer")));
  const line = (row) => element("tr", {},
    element("td", {}, element("span", { class: "badge " + row.verdict }, words[row.verdict])),
    element("td", { class: "code" }, row.report ? element("a", { href: row.report }, row.function) : row.function),
    element("td", { class: "code" }, `${row.file}:${row.line}`),
    element("td", { style: "white-space: pre-wrap" }, what(row)),
    element("td", { class: "faint", style: "white-space: nowrap" }, row.places[0] + row.places[1] ? `${row.places[0]} of ${row.places[0] + row.places[1] + row.violations.length}` : ""),
    element("td", { class: "faint" }, row.isOld ? "before" : String(row.seconds)));
  document.getElementById("rows").replaceChildren(element("tr", {}, ...heads), ...wanted.map(line));
}

document.getElementById("line").textContent = data.line;
document.getElementById("unread").textContent = data.unread.join("\n");
const bar = document.getElementById("bar");
for (const verdict of ["FALSE", "UNKNOWN", "ERROR", "TRUE"]) {
  const count = data.rows.filter((row) => row.verdict === verdict).length;
  if (!count) continue;
  const button = element("button", { class: verdict, "aria-pressed": "false", onclick: () => {
    shown = shown === verdict ? null : verdict;
    for (const one of bar.querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === button && !!shown));
    draw();
  } }, `${count} ${words[verdict]}`);
  bar.append(button);
}
bar.append(element("input", { type: "search", placeholder: "search functions, files, reasons", "aria-label": "search",
  oninput: (event) => { text = event.target.value.toLowerCase(); draw(); } }));
draw();
