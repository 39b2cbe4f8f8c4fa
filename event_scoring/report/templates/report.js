// A report: filters, tables that sort, and documents that are drawn when they come into view.
import {drawLines, drawView, element, spoken} from './document.js';
import {draw, find, followWidth, page, several} from './show.js';

const data = JSON.parse(find('data').textContent), {kinds, systems, documents} = data;
const articles = [...document.querySelectorAll('.er-doc')], buttons = [...document.querySelectorAll('button[data-kind]')];
const chosen = () => find('er-system')?.value || '';  // the number of a system, or all of them
let fits = () => true, found = [], at = -1, here = null, drawnFor = '';

for (const mark of documents.flatMap(one => one.marks)) Object.assign(mark, {side: mark.key.split(' ')[0], type: mark.type ?? mark.label});

// ---- documents

const kindOf = (mark, system) => mark.is?.[system] || '';
const isOf = (mark, system) => mark.side === 'references' || (mark.system || 0) === system;

function markOf(mark, system, {words}) {  // a mark as one system's drawing shows it
  const places = mark.at || [], {title, sign, line} = kinds[kindOf(mark, system)] || {};
  const text = mark.text ?? places.map(place => words[place]).join(' ');
  return {...mark, at: places, text, outcome: line, said: title, sign, to: mark.to?.[system]};
}

function viewOf(one, system) {
  const marks = one.marks.filter(mark => isOf(mark, system)).map(mark => markOf(mark, system, one));
  if (one.words) return {kind: 'words', words: one.words, marks};
  const cards = one.cards.map(([side, of, title], place) => ({side, system: of, title, rows: marks.filter(mark => mark.card === place)}));
  return {kind: 'cards', marks, cards: cards.filter(card => isOf(card, system))};
}

const bodyOf = place => articles[place].querySelector('.er-body');

function drawDocument(place) {  // one drawing for each system, or for the chosen one
  const one = documents[place], body = bodyOf(place);
  body.replaceChildren(...systems.map((name, system) => element('div', {className: 'er-view', data: {system}, hidden: chosen() !== '' && chosen() !== String(system)})));
  for (const box of body.children) {
    const system = Number(box.dataset.system);
    if (box.hidden) continue;
    const view = viewOf(one, system);
    drawView(box, view, {isFrozen: true, system: systems.length > 1 ? systems[system] : ''});
    const pairs = view.marks.filter(mark => mark.side === 'predictions' && mark.to);
    drawLines(box, {lines: pairs.map(mark => [mark.key, mark.to, 0, mark.outcome === 'right' ? 'is-credited' : 'is-pair'])});
  }
  dim(place);
  if (one.notes.length) body.append(element('ul', {className: 'er-notes'}, ...one.notes.map(note => element('li', {}, note))));
  if (here?.place === place) point();
}

function dim(place) {  // marks that no filter wants
  for (const box of bodyOf(place).querySelectorAll('.er-view')) {
    const unwanted = new Set(documents[place].marks.filter(mark => isOf(mark, Number(box.dataset.system)) && !fits(mark)).map(mark => mark.key));
    for (const part of box.querySelectorAll('[data-key]')) part.classList.toggle('er-dim', unwanted.has(part.dataset.key));
  }
}

const seen = new IntersectionObserver(entries => {
  for (const {isIntersecting, target} of entries) if (isIntersecting && !target.firstChild) drawDocument(articles.indexOf(target.parentElement));
}, {rootMargin: '300px'});

function drawAgain(all = false) {  // what is drawn already, or all
  articles.forEach((article, place) => {
    if (all || (article.open && bodyOf(place).firstChild)) drawDocument(place);
    else bodyOf(place).replaceChildren();
  });
}

// ---- filters

function apply() {
  const wanted = new Set(buttons.filter(button => button.getAttribute('aria-pressed') === 'true').map(button => button.dataset.kind));
  const type = find('er-type').value, name = find('er-doc').value.trim().toLowerCase(), system = chosen();
  const isFiltered = wanted.size > 0 || type !== '';
  const judged = mark => (system === '' ? Object.values(mark.is || {}) : [kindOf(mark, system)]);
  fits = mark => (!wanted.size || judged(mark).some(kind => wanted.has(kind)))
    && (type === '' || mark.type === type || mark.label === type)
    && (system === '' || isOf(mark, Number(system)));
  let shown = 0;
  found = [];
  articles.forEach((article, place) => {
    const isNamed = article.dataset.name.toLowerCase().includes(name);
    const matching = isNamed ? documents[place].marks.filter(fits) : [];
    article.hidden = !isNamed || (isFiltered && !matching.length);
    if (article.hidden) return;
    shown += 1;
    found.push(...matching.map(mark => ({place, mark})));
  });
  at = -1;
  here = null;
  if ((isFiltered || name) && shown <= 10) for (const article of articles) if (!article.hidden) article.open = true;  // of a few documents all are open
  if (system === drawnFor) articles.forEach((_, place) => dim(place));
  else drawAgain();
  drawnFor = system;
  find('er-status').classList.toggle('er-none', !shown);
  find('er-status').textContent = shown || !documents.length
    ? `${shown} of ${several(documents.length, 'document')}, ${several(found.length, 'annotation')}`
    : 'No document has all of this: clear a filter.';
  for (const part of document.querySelectorAll('.er-system')) part.hidden = system !== '' && part.dataset.system !== system;
}

function described({place, mark}) {
  const own = systems.map((_, system) => kindOf(mark, system)), isSplit = mark.side === 'references' && new Set(own).size > 1;
  const name = mark.side === 'predictions' && systems.length > 1 ? `${systems[mark.system || 0]}, ` : '';
  if (!isSplit) return name + spoken(markOf(mark, mark.system || 0, documents[place]));
  const said = own.map((kind, system) => `${systems[system]} ${kinds[kind]?.title || 'not counted'}`).join(', ');
  return `${spoken({...markOf(mark, 0, documents[place]), said: '', outcome: ''})}: ${said}`;
}

function point() {  // at the mark that the keys have reached
  const {place, mark} = here;
  if (!mark) return;  // only the first marks of a side are drawn
  const box = [...bodyOf(place).children].find(view => !view.hidden && (mark.side === 'references' || view.dataset.system === String(mark.system || 0)));
  for (const old of document.querySelectorAll('.er-here')) old.classList.remove('er-here');
  const one = box?.querySelector(`[data-key="${CSS.escape(mark.key)}"]`);
  one?.classList.add('er-here');
  one?.scrollIntoView({block: 'center'});
}

function goTo(next) {
  here = next;
  articles[here.place].open = true;
  drawDocument(here.place);
}

function move(step) {
  if (!found.length) return;
  at = at < 0 ? (step > 0 ? 0 : found.length - 1) : (at + step + found.length) % found.length;
  goTo(found[at]);
  find('er-status').textContent = `${at + 1} of ${found.length}: ${articles[here.place].dataset.name}, ${described(here)}`;
}

function clear() {
  for (const button of buttons) button.setAttribute('aria-pressed', 'false');
  for (const box of [find('er-type'), find('er-doc'), find('er-system')]) if (box) box.value = '';
  apply();
}

// ---- tables: sorted by the column whose heading is pressed, largest numbers first, and then the other way round

function sort(table, column, button) {
  const down = button.dataset.sorted !== 'down';
  for (const other of table.querySelectorAll('[data-sorted]')) delete other.dataset.sorted;
  button.dataset.sorted = down ? 'down' : 'up';
  for (const head of table.querySelectorAll('th[scope=col]')) head.removeAttribute('aria-sort');
  button.parentElement.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const value = row => row.cells[column]?.textContent.trim() || '';
  const compare = (one, other) => {
    const [a, b] = [one, other].map(row => parseFloat(value(row).replaceAll(',', '')));
    return Number.isNaN(a) || Number.isNaN(b) ? value(other).localeCompare(value(one)) : b - a;
  };
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort((one, other) => (down ? 1 : -1) * compare(one, other)));
}

for (const table of document.querySelectorAll('.es-table')) {
  if (table.tBodies[0].rows.length < 2) continue;
  for (const head of table.tHead.querySelectorAll('th[scope=col]')) {
    const button = element('button', {type: 'button', className: 'er-cell', title: 'sort', onclick: () => sort(table, head.cellIndex, button)}, ...head.childNodes);
    head.append(button);
  }
}

// A cell of a confusion leads to the documents that have it: marks of the type, right or wrong.
const types = new Set([...find('er-type').options].map(option => option.value));
for (const cell of document.querySelectorAll('.es-heat td[style]')) {
  const row = cell.parentElement.cells[0].textContent, column = cell.closest('table').rows[0].cells[cell.cellIndex].textContent;
  const type = types.has(row) ? row : column;
  if (!types.has(type)) continue;
  const wanted = row === column ? ['correct', 'boundary'] : !types.has(row) ? ['spurious'] : !types.has(column) ? ['missed'] : ['type', 'both', 'role'];
  const show = () => {
    clear();
    find('er-type').value = type;
    for (const button of buttons) button.setAttribute('aria-pressed', String(wanted.includes(button.dataset.kind)));
    apply();
    find('er-status').scrollIntoView({block: 'start'});
  };
  cell.replaceChildren(element('button', {type: 'button', className: 'er-cell', onclick: show, aria: {label: `show ${row} as ${column}, ${cell.textContent}`}}, cell.textContent));
}

// ---- the beginning

for (const button of buttons) {
  button.onclick = () => {
    button.setAttribute('aria-pressed', String(button.getAttribute('aria-pressed') !== 'true'));
    apply();
  };
}
find('er-type').onchange = apply;
find('er-doc').oninput = apply;
find('er-clear').onclick = clear;
find('er-system')?.addEventListener('change', apply);
for (const [id, open] of [['er-open', true], ['er-close', false]]) {
  find(id).onclick = () => { for (const article of articles) if (!article.hidden) article.open = open; };
}
addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Escape') { clear(); event.target.blur?.(); }
  else if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  else if (event.key === 'j') move(1);
  else if (event.key === 'k') move(-1);
  else if (event.key === '/') { event.preventDefault(); find('er-doc').focus(); }
});

let folded = [];
followWidth(isPrinted => {  // on paper every fold is open
  if (isPrinted) folded = [...document.querySelectorAll('details:not([open])')];
  for (const fold of folded) fold.open = isPrinted;
  if (data.opening) draw();
  drawAgain(isPrinted);
});

page.isFrozen = true;
if (data.opening) {
  page.drawn = data.opening;
  page.state = {scorer: data.lit};
  draw();
}
apply();
articles.forEach((article, place) => {
  if (article.open) drawDocument(place);
  seen.observe(bodyOf(place));
});
