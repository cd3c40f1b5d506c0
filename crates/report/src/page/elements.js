// Making elements, and lists that only have the rows that are visible.
const data = JSON.parse(document.getElementById("data").textContent);

function element(name, properties, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "class") made.className = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function drawn(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const ROW = 20;

// A list of `count()` rows of one height; `render(position)` makes one.
class LongList {
  constructor(box, count, render) {
    Object.assign(this, { box, count, render, first: 0, last: -1 });
    box.classList.add("list");
    this.space = element("div", {});
    box.append(this.space);
    box.addEventListener("scroll", () => this.draw(false));
    new ResizeObserver(() => this.draw(false)).observe(box);
  }
  draw(isChanged = true) {
    const total = this.count();
    const first = Math.max(0, Math.floor(this.box.scrollTop / ROW) - 10);
    const last = Math.min(total - 1, first + Math.ceil((this.box.clientHeight || 600) / ROW) + 20);
    if (!isChanged && first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    this.space.style.height = total * ROW + "px";
    const rows = [];
    for (let position = first; position <= last; position++) {
      const row = this.render(position);
      row.classList.add("row");
      row.style.top = position * ROW + "px";
      rows.push(row);
    }
    this.space.replaceChildren(...rows);
  }
  reveal(position) {
    // Nothing scrolls that was never drawn.
    this.space.style.height = this.count() * ROW + "px";
    const top = position * ROW, height = this.box.clientHeight;
    if (top < this.box.scrollTop + ROW || top > this.box.scrollTop + height - 2 * ROW)
      this.box.scrollTop = Math.max(0, top - height / 2);
  }
}

// Whether a key is for the page: not typed into a field, and no command of the browser.
const isPlainKey = (event) => !event.target.closest("input, select") && !event.altKey && !event.ctrlKey && !event.metaKey;

// Sentences, with what stands between backquotes as code.
const prose = (text) => String(text).split("`").map((part, at, parts) =>
  at % 2 && at < parts.length - 1 ? element("code", {}, part) : at % 2 ? "`" + part : part);

// The conjuncts of a formula, in lines that are not much longer than `width`.
function conjunctLines(formula, width) {
  const parts = [];
  let depth = 0, start = 0, isPlain = true;
  for (let at = 0; at < formula.length; at++) {
    if ("([{".includes(formula[at])) depth++;
    else if (")]}".includes(formula[at])) depth--;
    else if (depth === 0 && (formula.startsWith("||", at) || formula.startsWith("==>", at))) isPlain = false;
    else if (depth === 0 && formula.startsWith(" && ", at)) { parts.push(formula.slice(start, at)); start = at + 4; }
  }
  parts.push(formula.slice(start));
  if (!isPlain) return [formula];
  const lines = [];
  for (const part of parts) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + part.length + 4 <= width) lines[lines.length - 1] = last + " && " + part;
    else lines.push(lines.length ? "&& " + part : part);
  }
  return lines;
}

const shortened = (text, length) => (text.length > length ? text.slice(0, length - 1) + "…" : text);

// The parties of refinements or iterations, in the order in which they appear, with names that leave out the words that
// all of them share. With one party, its name is empty.
function partyNames(list) {
  const parties = [...new Set(list.map((one) => one.party || ""))], words = parties.map((party) => party.split(" "));
  const isAligned = words.every((one) => one.length === words[0].length);
  const isShared = (word, at) => words.every((one) => one[at] === word);
  const shorten = (one) => (isAligned ? one.filter((word, at) => !isShared(word, at)) : one).join(" ");
  return new Map(parties.map((party, at) => [party, parties.length > 1 ? shorten(words[at]) : ""]));
}

function table(rows, headings) {
  const made = element("table", {});
  if (headings) made.append(element("tr", {}, ...headings.map((text) => element("th", {}, text))));
  for (const row of rows)
    made.append(element("tr", {}, ...row.map((cell, column) =>
      cell instanceof Node ? element("td", {}, cell) : element("td", column ? { class: "code" } : {}, String(cell)))));
  return made;
}
