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
    const top = position * ROW, height = this.box.clientHeight;
    if (top < this.box.scrollTop + ROW || top > this.box.scrollTop + height - 2 * ROW)
      this.box.scrollTop = Math.max(0, top - height / 2);
  }
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
