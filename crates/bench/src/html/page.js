"use strict";
// Tables sort when a head is clicked; the table of tasks is filtered as well. What is shown is part of the address,
// so that a view can be kept as a bookmark or sent to somebody: #q=text&category=name&c0=timeout&sort=4&down=1
(function () {
  // The number at the beginning of a cell, or its text. Empty cells come last.
  function value(row, column) {
    const cell = row.cells[column];
    const text = (cell && cell.textContent || "").trim();
    const number = parseFloat(text.replace(/[\s\u202f]/g, ""));
    if (text === "" || text === "\u2013") return { empty: true };
    return isNaN(number) || !/^[-\d.]/.test(text) ? { text: text.toLowerCase() } : { number: number };
  }

  function compare(a, b) {
    if (a.empty || b.empty) return (a.empty ? 1 : 0) - (b.empty ? 1 : 0);
    if ("number" in a && "number" in b) return a.number - b.number;
    if ("number" in a !== "number" in b) return "number" in a ? -1 : 1;
    return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
  }

  function sort(table, column, down) {
    const body = table.tBodies[0];
    const rows = Array.from(body.rows).map((row, index) => ({ row, index, key: value(row, column) }));
    rows.sort((a, b) => {
      const order = compare(a.key, b.key);
      const keepsEnd = a.key.empty || b.key.empty;
      return (down && !keepsEnd ? -order : order) || a.index - b.index;
    });
    rows.forEach(({ row }) => { row.classList.remove("first"); body.appendChild(row); });
    Array.from(table.tHead.rows[0].cells).forEach((head, index) => {
      if (index === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  function makeSortable(table, onSort) {
    Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      while (head.firstChild && head.firstChild.nodeName !== "SELECT") button.appendChild(head.firstChild);
      if (!button.textContent) button.textContent = "name";
      head.insertBefore(button, head.firstChild);
      button.addEventListener("click", () => {
        const down = head.getAttribute("aria-sort") === "ascending";
        sort(table, column, down);
        if (onSort) onSort(column, down);
      });
    });
  }

  document.querySelectorAll("table.sortable").forEach((table) => makeSortable(table));

  const tasks = document.querySelector("#tasks table");
  if (!tasks) return;
  const query = document.querySelector("#query");
  const category = document.querySelector("#category");
  const selects = Array.from(document.querySelectorAll("#tasks select.class"));
  const state = new URLSearchParams(location.hash.slice(1));

  function filter() {
    const words = query.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    Array.from(tasks.tBodies[0].rows).forEach((row) => {
      const text = (row.cells[0].textContent + " " + row.cells[2].textContent).toLowerCase();
      const fits = words.every((word) => text.includes(word)) &&
        (!category.value || row.cells[1].textContent === category.value) &&
        selects.every((select) => !select.value || row.cells[+select.dataset.column].dataset.group === select.value ||
          row.cells[+select.dataset.column].textContent === select.value);
      row.hidden = !fits;
      if (fits) shown += 1;
    });
    document.querySelector("#count").textContent = shown + " of " + tasks.tBodies[0].rows.length + " tasks";
  }

  function remember() {
    const set = (name, text) => { if (text) state.set(name, text); else state.delete(name); };
    set("q", query.value);
    set("category", category.value);
    selects.forEach((select, index) => set("c" + index, select.value));
    history.replaceState(null, "", "#" + state);
  }

  makeSortable(tasks, (column, down) => {
    state.set("sort", column);
    if (down) state.set("down", "1"); else state.delete("down");
    remember();
  });
  [query, category, ...selects].forEach((element) => {
    element.addEventListener("input", () => { filter(); remember(); });
    element.addEventListener("click", (event) => event.stopPropagation());
  });
  query.value = state.get("q") || "";
  category.value = state.get("category") || "";
  selects.forEach((select, index) => { select.value = state.get("c" + index) || ""; });
  if (state.has("sort")) sort(tasks, +state.get("sort"), state.has("down"));
  filter();
})();
