// Changing what is drawn: by dragging with mouse or finger, by keys, and in a small form.
import {element, marksOf} from './document.js';
import {changed, look} from './page.js';
import {find, page} from './show.js';

const MOVED = 5;
let drag = null, picked = null, anchor = 0, wasDragged = false;

const editable = () => page.drawn && Boolean(page.state.references);
const documentsOf = side => (side === 'references' ? page.state.references : page.state.systems[page.drawn.system]);
const documentOf = side => documentsOf(side)[page.drawn.document];
const marks = () => marksOf(page.drawn.view);
const markOf = key => marks().find(mark => mark.key === key);
const word = place => find('document').querySelector(`[data-w="${place}"]`);
const words = () => page.drawn.view.words || [];

// ---- the documents: each mark says where its item stands, and where its fields stand

const at = (document, path) => path.reduce((one, key) => one?.[key], document);

function locate(item, kind, to) {  // put an item on words
  const {ids} = page.drawn.view, given = kind === 'event' && !ids ? item.trigger ||= {} : item;
  if (ids) given.token_ids = to.flatMap(one => ids[one]);
  else {
    for (const name of ['text', 'start', 'end', 'claimed']) delete given[name];
    given.span = [to[0], to[to.length - 1] + 1];
  }
}

function place(mark, to) {
  mark.at = to;
  mark.text = to.map(one => words()[one]).join(' ');
  locate(at(documentOf(mark.side), mark.path), mark.kind, to);
}

function add(to, {side, label, realis, of}) {  // a new mark: an event, or an argument of one
  const {ids} = page.drawn.view, document = documentOf(side), item = of ? {role: label} : {type: label};
  if (realis) item.realis = realis;
  locate(item, of ? 'argument' : 'event', to);
  (ids ? document.mentions : of ? document.events[of].arguments ||= [] : document.events ||= []).push(item);
}

function remove(mark) {  // frames name arguments by their places, clusters and links name mentions by their ids
  const document = documentOf(mark.side), place = mark.path.at(-1);
  const [{id}] = at(document, mark.path.slice(0, -1)).splice(place, 1);
  if (document.frames) document.frames = document.frames.map(frame => frame.filter(one => one !== place).map(one => (one > place ? one - 1 : one))).filter(frame => frame.length);
  if (!id) return;
  if (document.clusters) document.clusters = document.clusters.map(ids => ids.filter(one => one !== id)).filter(ids => ids.length);
  if (document.links) document.links = document.links.filter(link => link.source !== id && link.target !== id);
}

function set(item, path, value) {
  const holder = at(item, path.slice(0, -1)), key = path.at(-1);
  if (value === '') delete holder[key];
  else holder[key] = typeof holder[key] === 'number' ? Number(value) : value;
}

function change(mark, values) {
  for (const {name, path} of mark.fields) set(documentOf(mark.side), path, values[name]);
}

function addFill(mark, side, values) {
  const {templates} = documentOf(side), given = at(documentOf(mark.side), mark.path.slice(0, 2));
  const template = templates[mark.path[1]] || templates[templates.push({...given, slots: []}) - 1];
  let slot = template.slots.find(one => one.name === values.slot);
  if (!slot) template.slots.push(slot = {name: values.slot, values: []});
  slot.values.push(values.fill ?? at(documentOf(mark.side), mark.path));
}

function addItem(mark, side, values) {  // the item once more, as the form says; what holds it comes with it
  const from = documentOf(mark.side), to = documentOf(side);
  const path = mark.path.length === 2 || at(to, mark.path.slice(0, 2)) ? mark.path : mark.path.slice(0, 2);
  const {id, assessment, ...item} = structuredClone(at(from, path)), list = path.slice(0, -1);
  if (assessment && side === 'references') item.assessment = assessment;
  if (path === mark.path) for (const field of mark.fields) if (at(item, field.path.slice(path.length, -1))) set(item, field.path.slice(path.length), values[field.name]);
  if (!at(to, list)) at(to, list.slice(0, -1))[list.at(-1)] = [];
  const place = at(to, list).push(item) - 1;
  if (!to.frames) return;
  const frame = from === to && to.frames.find(one => one.includes(mark.path[1]));
  if (frame) frame.push(place); else to.frames.push([place]);
}

// ---- the form

function field({name, value, choices = [], title = name}) {
  const input = element('input', {name, value: value ?? '', autocomplete: 'off'});
  if (choices.length) input.setAttribute('list', `list-${name}`);
  return element('label', {}, title, input, choices.length ? element('datalist', {id: `list-${name}`}, ...choices.map(one => new Option(one))) : '');
}

function open(title, fields, save, more = [], remove = null) {  // Enter saves
  const form = find('editor'), sheet = find('sheet'), opener = document.activeElement;
  const done = act => {
    const values = Object.fromEntries(new FormData(form));
    if (values.label?.trim() === '') return form.elements.label.focus();
    act(values);
    sheet.close();
    return changed();
  };
  const button = ([name, act], className = '') => element('button', {type: 'button', className, onclick: () => done(act)}, name);
  form.replaceChildren(element('p', {}, title), ...fields, element('button', {type: 'submit', className: 'primary'}, 'Save'),
    element('button', {type: 'button', onclick: () => sheet.close()}, 'Cancel'), remove ? button(['Remove', remove], 'apart') : '',
    more.length ? element('div', {className: 'rest'}, ...more.map(one => (Array.isArray(one) ? button(one) : one))) : '');
  form.onsubmit = event => { event.preventDefault(); done(save); };
  sheet.onclose = () => {
    pick(null);
    (opener?.isConnected ? opener : find('document').querySelector('[tabindex="0"], button'))?.focus();
  };
  if (!sheet.open) sheet.showModal();
  form.querySelector('input').focus();
}

function openMark(mark) {
  if (!editable()) return;
  const steps = mark.at?.length ? [['Start earlier', -1, 0], ['Start later', 1, 0], ['End earlier', 0, -1], ['End later', 0, 1]] : [];
  const labels = new Set(marks().filter(one => one.kind === mark.kind).map(one => one.label));
  const fields = mark.fields.map((one, place) => field(place || one.choices.length ? one : {...one, choices: [...labels]}));
  const copy = side => values => (values.slot ? addFill : addItem)(mark, side, values);
  const moves = steps.map(([title, start, end]) => element('button', {type: 'button', onclick: () => resize(mark.key, start, end)}, title));
  const copies = [['Add to the reference', copy('references')], ['Add to the prediction', copy('predictions')]];
  const title = `${mark.side === 'references' ? 'Reference' : 'Prediction'}: ${mark.label} “${mark.text}”`;
  open(title, fields, values => change(mark, values), [...moves, ...copies], () => remove(mark));
}

function openWords(to) {
  const side = element('select', {name: 'side'}, ...[['reference', 'references'], ['prediction', 'predictions']].map(([name, value]) => new Option(name, value, false, value === 'predictions' && page.drawn.view.marks.some(mark => mark.side === 'references'))));
  const of = element('select', {name: 'of'}), fields = [element('label', {}, 'mark of', side)];
  side.onchange = () => of.replaceChildren(new Option('an event', ''), ...(documentOf(side.value).events || []).map((event, number) => new Option(`argument of ${event.type}`, number)));
  side.onchange();
  if (!page.drawn.view.ids) fields.push(element('label', {}, 'these words are', of));
  fields.push(field({name: 'label', title: 'type or role', choices: [...new Set(marks().map(mark => mark.label))]}));
  const realis = marks().flatMap(mark => mark.fields).find(one => one.name === 'realis');
  if (realis) fields.push(field({...realis, value: 'Actual'}));
  const more = element('button', {type: 'button', onclick: () => { if (to.at(-1) + 1 < words().length) to.push(to.at(-1) + 1); pick(to); }}, 'One word more');
  open(`Mark “${to.map(one => words()[one]).join(' ')}”`, fields, values => add(to, {...values, label: values.label.trim()}), [more]);
  pick(to);
}

// ---- words

function pick(at) {
  picked = at;
  for (const one of find('document').querySelectorAll('[data-w]')) one.setAttribute('aria-selected', String(Boolean(at?.includes(Number(one.dataset.w)))));
}

const range = (one, other) => Array.from({length: Math.abs(one - other) + 1}, (_, step) => Math.min(one, other) + step);

function nearest(x, y) {  // the word under the pointer, or beside it
  let best = 0, least = Infinity;
  for (const one of find('document').querySelectorAll('[data-w]')) {
    const box = one.getBoundingClientRect();
    const away = Math.hypot(Math.max(box.left - x, 0, x - box.right), 4 * Math.max(box.top - 30 - y, 0, y - box.bottom - 30));
    if (away < least) [best, least] = [Number(one.dataset.w), away];
  }
  return best;
}

// ---- pointers: a mark moves, words are chosen

function shifted(mark, start, end) {  // the words of a mark whose ends are moved, or null
  const first = mark.at[0] + start, last = mark.at[mark.at.length - 1] + end;
  if (first < 0 || last >= words().length || first > last) return null;
  return start === end ? mark.at.map(one => one + start) : range(first, last);
}

function resize(key, start, end) {
  const mark = markOf(key), at = mark?.at && shifted(mark, start, end);
  if (!at || !editable()) return;
  place(mark, at);
  changed();
}

function grab(event) {
  if (event.button || !editable()) return;
  const button = event.target.closest('.mark'), chosen = event.target.closest('[data-w]');
  if (button) {
    const mark = markOf(button.dataset.key);
    drag = {mark, key: mark.key, before: [...mark.at], from: nearest(event.clientX, event.clientY), saved: structuredClone(documentOf(mark.side))};
    event.preventDefault();
    button.focus();
  } else if (chosen) {
    drag = {from: Number(chosen.dataset.w), to: Number(chosen.dataset.w)};
    if (event.pointerType === 'mouse') event.preventDefault();
    pick([drag.from]);
  } else return;
  Object.assign(drag, {x: event.clientX, y: event.clientY, pointer: event.pointerId, moved: false});
}

function move(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > MOVED) drag.moved = true;
  if (!drag.moved) return;
  const at = nearest(event.clientX, event.clientY);
  if (!drag.mark) {
    drag.to = at;
    pick(range(drag.from, at));
    return;
  }
  const by = at - drag.from, mark = markOf(drag.key), wanted = shifted({at: drag.before}, by, by);
  if (!mark || !wanted || wanted.join() === mark.at.join()) return;
  place(mark, wanted);
  page.example = '';
  drag.placed = true;
  look();  // the dots follow while it is dragged
}

function end(event) {  // let go, or taken away by the browser, which leaves all as it was
  if (!drag || event.pointerId !== drag.pointer) return;
  const {mark, placed, saved, from, to} = drag, isLost = event.type === 'pointercancel';
  drag = null;
  if (isLost) pick(null);
  else if (!mark) openWords(range(from, to));
  if (!placed) return;
  if (isLost) documentsOf(mark.side)[page.drawn.document] = saved;
  wasDragged = true;
  setTimeout(() => { wasDragged = false; });
  changed(!isLost);
}

// ---- keys

function keys(event) {
  const {target, key} = event, step = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1}[key];
  if (target.matches('.mark')) {
    if (step && !key.match(/Up|Down/)) {
      event.preventDefault();
      resize(target.dataset.key, event.shiftKey ? 0 : step, event.altKey ? 0 : step);
    } else if (key === 'Delete' || key === 'Backspace') {
      event.preventDefault();
      remove(markOf(target.dataset.key));
      changed();
    }
  } else if (target.matches('[data-w]')) {
    const from = Number(target.dataset.w), to = key === 'Home' ? 0 : key === 'End' ? words().length - 1 : step ? from + step : null;
    if (to !== null && word(to)) {
      event.preventDefault();
      target.tabIndex = -1;
      word(to).tabIndex = 0;
      word(to).focus();
      if (!event.shiftKey || !picked) anchor = from;
      pick(event.shiftKey ? range(anchor, to) : null);
    } else if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      if (editable()) openWords(picked?.length ? picked : [from]);
    }
  }
}

export function startEditing() {
  const box = find('document');
  box.addEventListener('pointerdown', grab);
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  box.addEventListener('keydown', keys);
  box.addEventListener('click', event => {
    const mark = event.target.closest('button[data-key]');
    if (mark && !wasDragged) openMark(markOf(mark.dataset.key));
  });
}
