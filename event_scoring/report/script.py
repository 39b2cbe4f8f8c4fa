"""The script of the report: filters, the choice of a system, and the keyboard."""

from __future__ import annotations

SCRIPT = """
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const rules = document.head.appendChild(document.createElement("style"));
  const kinds = [...document.querySelectorAll("button[data-kind]")];
  const of = (element, start) => [...element.classList].filter((name) => name.startsWith(start));
  const systems = new Map();
  for (const article of document.querySelectorAll(".er-doc")) {
    const system = article.parentElement.dataset.system;
    const marks = [...article.querySelectorAll("[id].es-m,[id].er-item")].map((mark) => ({
      mark, kind: of(mark, "es-k-")[0], types: of(mark, "es-y"),
    }));
    if (!systems.has(system)) systems.set(system, []);
    systems.get(system).push({article, name: article.dataset.name.toLowerCase(), marks});
  }
  let system = "0", found = [], at = -1;

  function apply() {
    const pressed = kinds.filter((button) => button.getAttribute("aria-pressed") === "true");
    const wanted = new Set(pressed.map((button) => "es-k-" + button.dataset.kind));
    const type = byId("er-type").value === "" ? null : "es-y" + byId("er-type").value;
    const name = byId("er-doc").value.trim().toLowerCase();
    const fits = (m) => (!wanted.size || wanted.has(m.kind)) && (type === null || m.types.includes(type));
    const filtered = wanted.size > 0 || type !== null;
    let shown = 0;
    const documents = systems.get(system) || [];
    found = [];
    for (const {article, name: own, marks} of documents) {
      const matching = own.includes(name) ? (filtered ? marks.filter(fits) : marks) : [];
      const visible = own.includes(name) && (!filtered || matching.length > 0);
      if (article.hidden === visible) article.hidden = !visible;
      if (visible) { shown += 1; for (const m of matching) found.push(m.mark); }
    }
    const css = [];
    if (wanted.size) css.push([...wanted].map((kind) => ":not(." + kind + ")").join(""));
    if (type !== null) css.push(":not(." + type + ")");
    const dimmed = [".es-m", ".er-item", ".er-wire"];
    rules.textContent = css.map((not) => dimmed.map((part) => ".er-doc " + part + not) + "{opacity:.15}").join("");
    at = -1;
    // Of a few documents that are left, all are open.
    if ((filtered || name) && shown <= 10) for (const {article} of documents) if (!article.hidden) article.open = true;
    byId("er-status").classList.toggle("er-none", !shown);
    byId("er-status").textContent = shown || !documents.length
      ? shown + " of " + documents.length + " documents, " + found.length + " annotations"
      : "No document has all of this: clear a filter.";
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
    byId("er-status").textContent = (at + 1) + " of " + found.length + ": " + name + ", " + mark.title;
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
      if (!places.has(item.dataset.at)) places.set(item.dataset.at, {top, height, parent});
    }
    const picture = blank.cloneNode(false);
    const joined = new Set();
    for (const item of left.querySelectorAll("[data-to]")) {
      const to = places.get(item.dataset.to), from = item.getBoundingClientRect();
      if (!to || joined.has(item.dataset.at)) continue;
      joined.add(item.dataset.at);
      const line = picture.appendChild(blank.firstElementChild.cloneNode(false));
      const card = item.parentElement.getBoundingClientRect();
      const x = card.right - frame.left, y = from.top + from.height / 2 - frame.top;
      const u = to.parent - frame.left, v = to.top + to.height / 2 - frame.top, half = (x + u) / 2;
      line.setAttribute("d", `M${x} ${y}C${half} ${y} ${half} ${v} ${u} ${v}`);
      line.setAttribute("class", ["er-wire", ...of(item, "es-k-"), ...of(item, "es-y")].join(" "));
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

  function clear() {
    for (const button of kinds) button.setAttribute("aria-pressed", "false");
    byId("er-type").value = "";
    byId("er-doc").value = "";
    for (const old of document.querySelectorAll(".er-here")) old.classList.remove("er-here");
    apply();
  }

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
      for (const {article} of systems.get(system) || []) if (!article.hidden) article.open = open;
    });
  }
  const chooser = byId("er-system");
  if (chooser) {
    chooser.addEventListener("change", () => {
      system = chooser.value;
      for (const part of document.querySelectorAll(".er-system")) part.hidden = part.dataset.system !== system;
      apply();
    });
  }
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
"""
