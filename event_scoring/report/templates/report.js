"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const rules = document.head.appendChild(document.createElement("style"));
  const kinds = [...document.querySelectorAll("button[data-kind]")];
  const of = (element, start) => [...element.classList].filter((name) => name.startsWith(start));
  const titles = new Map(kinds.map((button) => [button.dataset.kind, button.lastChild.data.trim()]));
  const names = [...(byId("er-system")?.options || [])].slice(1).map((option) => option.text);
  // What a mark is judged to be: a reference by each system, where they differ.
  const judged = (mark) => of(mark, "es-k").map((name) => {
    const [, system, kind] = name.match(/^es-k(\d*)-(.*)$/);
    return {system, kind};
  });
  const documents = [...document.querySelectorAll(".er-doc")].map((article) => ({
    article,
    name: article.dataset.name.toLowerCase(),
    marks: [...article.querySelectorAll("[id].es-l,[id].er-item,.es-arc")].map((mark) => {
      const own = mark.id.match(/p(?:(\d+)-)?\d+$/);
      return {mark, system: own ? own[1] || "0" : "", kinds: judged(mark), types: of(mark, "y")};
    }),
  }));
  let found = [], at = -1;

  // In few words what a mark is; a page would be much larger if every mark said so.
  function described(mark) {
    const own = mark.id.match(/([rp])(?:(\d+)-)?\d+$/);
    const side = own[1] === "r" ? "reference" : names[own[2] || 0] || "prediction";
    const parts = [...mark.childNodes].filter((part) => !part.matches?.("em,.es-l>b,.es-arc>text") && part.textContent.trim());
    const label = mark.dataset.whole || parts.map((part) => part.textContent.trim()).join(", ");
    const kind = judged(mark).map(({system, kind}) => (system && names[system] + " ") + (titles.get(kind) || kind));
    const said = mark.matches(".es-lanes>*") ? label : `${side}: ${label}`;
    return `${said}${kind.length ? ": " + kind.join(", ") : ""}`;
  }

  function counted(number, thing) {
    return number + " " + thing + (number === 1 ? "" : "s");
  }

  function apply() {
    const pressed = kinds.filter((button) => button.getAttribute("aria-pressed") === "true");
    const wanted = new Set(pressed.map((button) => button.dataset.kind));
    const type = byId("er-type").value === "" ? null : "y" + byId("er-type").value;
    const name = byId("er-doc").value.trim().toLowerCase();
    const system = byId("er-system")?.value || "";
    const fits = (m) => (!wanted.size || m.kinds.some((one) => wanted.has(one.kind)
        && (!system || !one.system || one.system === system)))
      && (type === null || m.types.includes(type)) && (!system || !m.system || m.system === system);
    const filtered = wanted.size > 0 || type !== null;
    let shown = 0;
    found = [];
    for (const {article, name: own, marks} of documents) {
      const matching = own.includes(name) ? (filtered || system ? marks.filter(fits) : marks) : [];
      const visible = own.includes(name) && (!filtered || matching.length > 0);
      if (article.hidden === visible) article.hidden = !visible;
      if (visible) { shown += 1; for (const m of matching) found.push(m.mark); }
    }
    const css = [];
    if (wanted.size) {
      const numbers = system ? [system] : names.map((_, number) => number);
      css.push([...wanted].flatMap((kind) => ["", ...numbers].map((n) => `:not(.es-k${n}-${kind})`)).join(""));
    }
    if (type !== null) css.push(`:not(.${type})`);
    if (system) css.push(`:is(${names.map((_, number) => ".s" + number)}):not(.s${system})`);
    const dimmed = [".es-l", ".es-g i", ".es-g>span>u", ".er-item", ".er-wire", ".es-arc"];
    rules.textContent = css.map((not) => dimmed.map((part) => ".er-doc " + part + not) + "{opacity:.15}").join("")
      + (system ? `.er-frames>div>[class^=s]:not(.s${system}){display:none}` : "");
    at = -1;
    // Of a few documents that are left, all are open.
    if ((filtered || name) && shown <= 10) for (const {article} of documents) if (!article.hidden) article.open = true;
    byId("er-status").classList.toggle("er-none", !shown);
    byId("er-status").textContent = shown || !documents.length
      ? shown + " of " + counted(documents.length, "document") + ", " + counted(found.length, "annotation")
      : "No document has all of this: clear a filter.";
    for (const part of document.querySelectorAll(".er-system")) part.hidden = system && part.dataset.system !== system;
  }

  function move(step) {
    if (!found.length) return;
    for (const old of document.querySelectorAll(".er-here")) old.classList.remove("er-here");
    at = at < 0 ? (step > 0 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
    const mark = found[at];
    const article = mark.closest(".er-doc"), name = article.dataset.name;
    article.open = true;
    mark.classList.add("er-here");
    mark.scrollIntoView({block: "center"});
    byId("er-status").textContent = (at + 1) + " of " + found.length + ": " + name + ", " + described(mark);
  }

  // Lines between the frames of both sides, for the documents that are on the screen.
  const [blank] = byId("er-wires").content.children;
  function wire(box) {
    box.querySelector(".er-wires")?.remove();
    const [left, right] = box.children;
    const frame = box.getBoundingClientRect();
    if (left.getBoundingClientRect().right > right.getBoundingClientRect().left) return;
    const places = new Map();
    for (const item of right.querySelectorAll("[data-at]")) {
      const {top, height} = item.getBoundingClientRect(), parent = item.parentElement.getBoundingClientRect().left;
      const css = [...of(item, "es-k-"), ...of(item, "y"), ...of(item.parentElement.parentElement, "s")];
      if (!places.has(item.dataset.at)) places.set(item.dataset.at, {top, height, parent, css});
    }
    const picture = blank.cloneNode(false);
    // Of several systems the chosen one, or the first.
    const drawn = "s" + (byId("er-system")?.value || "0");
    for (const item of left.querySelectorAll("[data-to]")) {
      const from = item.getBoundingClientRect(), card = item.parentElement.getBoundingClientRect();
      for (const place of item.dataset.to.split(" ")) {
        const to = places.get(place);
        if (!to?.height || !to.css.includes(drawn)) continue;
        const line = picture.appendChild(blank.firstElementChild.cloneNode(false));
        const x = card.right - frame.left, y = from.top + from.height / 2 - frame.top;
        const u = to.parent - frame.left, v = to.top + to.height / 2 - frame.top, half = (x + u) / 2;
        line.setAttribute("d", `M${x} ${y}C${half} ${y} ${half} ${v} ${u} ${v}`);
        line.setAttribute("class", ["er-wire", ...to.css].join(" "));
      }
    }
    box.append(picture);
  }
  const resized = new ResizeObserver((entries) => entries.forEach((entry) => wire(entry.target)));
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (entry.isIntersecting) resized.observe(entry.target);
      else resized.unobserve(entry.target);
    }
  }, {rootMargin: "200px"});
  for (const box of document.querySelectorAll(".er-frames")) seen.observe(box);
  // What scrolls can be reached by keys.
  const scrolled = new ResizeObserver((entries) => {
    for (const {target} of entries) target.tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
  });
  for (const box of document.querySelectorAll(".es-scroll,.er-kinds")) scrolled.observe(box);

  // Lines of another system are drawn at once, though nothing becomes larger or smaller.
  function choose() {
    apply();
    for (const picture of document.querySelectorAll(".er-wires")) wire(picture.parentElement);
  }

  function clear() {
    for (const button of kinds) button.setAttribute("aria-pressed", "false");
    byId("er-type").value = "";
    byId("er-doc").value = "";
    if (byId("er-system")) byId("er-system").value = "";
    for (const old of document.querySelectorAll(".er-here")) old.classList.remove("er-here");
    choose();
  }

  // Tables are sorted by the column whose heading is pressed, largest numbers first, and then the other way round.
  function sort(table, column, button) {
    const down = button.dataset.sorted !== "down";
    for (const other of table.querySelectorAll("[data-sorted]")) delete other.dataset.sorted;
    button.dataset.sorted = down ? "down" : "up";
    for (const head of table.querySelectorAll("th[scope=col]")) head.removeAttribute("aria-sort");
    button.parentElement.setAttribute("aria-sort", down ? "descending" : "ascending");
    const value = (row) => row.cells[column]?.textContent.trim() || "";
    const compare = (one, other) => {
      const [a, b] = [one, other].map((row) => parseFloat(value(row).replaceAll(",", "")));
      return Number.isNaN(a) || Number.isNaN(b) ? value(other).localeCompare(value(one)) : b - a;
    };
    const rows = [...table.tBodies[0].rows].sort((one, other) => (down ? 1 : -1) * compare(one, other));
    table.tBodies[0].append(...rows);
  }
  const pressed = (cell, title, act) => {
    const button = document.createElement("button");
    button.className = "er-cell";
    button.title = title;
    button.append(...cell.childNodes);
    button.addEventListener("click", () => act(button));
    cell.append(button);
  };
  for (const table of document.querySelectorAll(".es-table")) {
    if (table.tBodies[0].rows.length < 2) continue;
    for (const head of table.tHead.querySelectorAll("th[scope=col]")) {
      pressed(head, "sort", (button) => sort(table, head.cellIndex, button));
    }
  }
  // A cell of a confusion leads to the documents that have it: marks of the type, right or wrong.
  const types = new Map([...byId("er-type").options].map((option) => [option.text, option.value]));
  for (const cell of document.querySelectorAll(".er-system .es-cell")) {
    const {row, column} = cell.dataset, type = types.get(row) ?? types.get(column);
    if (type === undefined) continue;
    const wanted = row === column ? ["correct", "boundary"] : !types.has(row) ? ["spurious"] : !types.has(column) ? ["missed"] : ["type", "both"];
    const show = () => {
      clear();
      byId("er-type").value = type;
      for (const kind of kinds) kind.setAttribute("aria-pressed", String(wanted.includes(kind.dataset.kind)));
      choose();
      byId("er-status").scrollIntoView({block: "start"});
    };
    for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-label", `show ${row} as ${column}, ${cell.textContent}`]]) cell.setAttribute(name, value);
    cell.addEventListener("click", show);
    cell.addEventListener("keydown", (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(); } });
  }
  // On paper every fold is open.
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")].filter((fold) => fold.matches(".er-fold"));
    for (const fold of folded) fold.open = true;
  });
  addEventListener("afterprint", () => { for (const fold of folded) fold.open = false; });

  for (const button of kinds) {
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      apply();
    });
  }
  byId("er-type").addEventListener("change", apply);
  byId("er-doc").addEventListener("input", apply);
  byId("er-clear").addEventListener("click", clear);
  for (const [id, open] of [["er-open", true], ["er-close", false]]) {
    byId(id).addEventListener("click", () => {
      for (const {article} of documents) if (!article.hidden) article.open = open;
    });
  }
  byId("er-system")?.addEventListener("change", choose);
  document.addEventListener("pointerover", (event) => {
    const mark = event.target.closest?.(".er-doc :is([id].es-l,[id].er-item)");
    if (!mark || mark.dataset.said) return;
    if (mark.title) mark.dataset.whole = mark.title;
    mark.dataset.said = mark.title = described(mark);
  });
  byId("er-theme").addEventListener("click", () => {
    const root = document.documentElement;
    const asked = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    root.dataset.theme = (root.dataset.theme || asked) === "dark" ? "light" : "dark";
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "Escape") { clear(); event.target.blur(); }
    else if (typing) return;
    else if (event.key === "j") move(1);
    else if (event.key === "k") move(-1);
    else if (event.key === "/") { event.preventDefault(); byId("er-doc").focus(); }
  });
  apply();
})();
