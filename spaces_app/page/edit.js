// Changing what is drawn: by dragging with mouse or finger, by keys, and in a small form.
import {changed, element, find, look, page} from './page.js';

const TASKS = {nuggets: 'mentions', detection: 'events', extraction: 'events', arguments: 'arguments', responses: 'responses', templates: 'templates', relations: 'relations'};
const EDGE = 9, MOVED = 5;
let drag = null, picked = null, wasDragged = false;

const editable = () => page.drawn && Boolean(page.state.references);
const documentOf = side => (side === 'references' ? page.state.references : page.state.systems[page.drawn.system])[page.drawn.document];
const marks = () => [...(page.drawn.view.marks || []), ...(page.drawn.view.cards || []).flatMap(card => card.rows)];
const markOf = key => marks().find(mark => mark.key === key);
const word = place => find('document').querySelector(`[data-w="${place}"]`);
const words = () => page.drawn.view.words || [];

// ---- the documents

function place(mark, at) {  // put a mark on other words
  const {ids} = page.drawn.view, document = documentOf(mark.side);
  page.version += 1;
  mark.at = at;
  mark.text = at.map(one => words()[one]).join(' ');
  if (page.drawn.task === 'nuggets') {
    document.mentions[mark.item].token_ids = at.flatMap(one => ids[one]);
    return;
  }
  const event = document.events[mark.event], given = mark.kind === 'event' ? event.trigger ||= {} : event.arguments[mark.item[1]];
  for (const name of ['text', 'start', 'end', 'claimed']) delete given[name];
  given.span = [at[0], at[at.length - 1] + 1];
}

function add(side, at, label, note, of) {  // a new mark: an event, or an argument of one
  const {ids} = page.drawn.view, document = documentOf(side), span = [at[0], at[at.length - 1] + 1];
  if (page.drawn.task === 'nuggets') document.mentions.push({token_ids: at.flatMap(one => ids[one]), type: label, ...(note ? {realis: note} : {})});
  else if (of === '') document.events.push({trigger: {span}, type: label, arguments: []});
  else (document.events[of].arguments ||= []).push({span, role: label});
}

function remove(mark) {
  const document = documentOf(mark.side), {item} = mark, {task} = page.drawn;
  if (task === 'templates') {
    const slots = document.templates[item[0]].slots, slot = slots[item[1]];
    slot.values.splice(item[2], 1);
    if (!slot.values.length) slots.splice(item[1], 1);
    if (!slots.length) document.templates.splice(item[0], 1);
  } else if (Array.isArray(item)) document.events[item[0]].arguments.splice(item[1], 1);
  else {
    document[TASKS[task]].splice(item, 1);
    if (document.frames) document.frames = document.frames.map(frame => frame.filter(one => one !== item).map(one => (one > item ? one - 1 : one))).filter(frame => frame.length);
    if (document.clusters || document.links) { delete document.clusters; delete document.links; }
  }
}

function rename(mark, values) {
  const document = documentOf(mark.side), {item} = mark, {task} = page.drawn;
  if (task === 'nuggets') {
    Object.assign(document.mentions[item], {type: values.label});
    if (values.note) document.mentions[item].realis = values.note; else delete document.mentions[item].realis;
  } else if (task === 'templates') {
    const slot = document.templates[item[0]].slots[item[1]];
    slot.values[item[2]] = values.text;
    if (slot.name !== values.label) {
      remove(mark);
      slotOf(document, item[0], values.label).values.push(values.text);
    }
  } else if (task === 'arguments') {
    const one = document.arguments[item];
    Object.assign(one, {type: values.type, role: values.label, filler: values.text});
    if (values.note) one.realis = values.note; else delete one.realis;
  } else if (Array.isArray(item)) document.events[item[0]].arguments[item[1]].role = values.label;
  else document.events[item].type = values.label;
}

function slotOf(document, template, name) {
  const {slots} = document.templates[template];
  let slot = slots.find(one => one.name === name);
  if (!slot) slots.push(slot = {name, values: []});
  return slot;
}

// ---- the form

function field(title, name, value, list = []) {
  const input = element('input', {name, value: value || '', autocomplete: 'off'});
  if (list.length) input.setAttribute('list', `list-${name}`);
  return element('label', {}, title, input, list.length ? element('datalist', {id: `list-${name}`}, ...list.map(one => new Option(one))) : '');
}

const labels = kind => [...new Set(marks().filter(mark => !kind || mark.kind === kind).map(mark => mark.label))];

function open(title, fields, save, erase, steps = []) {
  const form = find('editor'), opener = document.activeElement;
  const close = () => { form.hidden = true; form.replaceChildren(); pick(null); };
  const back = () => { close(); (opener?.isConnected ? opener : find('document').querySelector('[tabindex="0"], button'))?.focus(); };
  const buttons = [element('button', {type: 'submit'}, 'Save')];
  if (erase) buttons.push(element('button', {type: 'button', onclick: () => { page.version += 1; erase(); back(); changed(); }}, 'Remove'));
  buttons.push(element('button', {type: 'button', onclick: back}, 'Cancel'));
  form.replaceChildren(element('p', {}, title), ...fields, ...steps, ...buttons);
  form.hidden = false;
  form.onsubmit = event => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(form));
    page.version += 1;
    if (!values.label?.trim()) return form.elements.label.focus();
    save(values);
    back();
    return changed();
  };
  form.onkeydown = event => { if (event.key === 'Escape') back(); };
  form.querySelector('input').focus();
}

function openMark(mark) {
  if (!editable() || ['responses', 'relations'].includes(page.drawn.task)) return;
  const {task} = page.drawn, fields = [];
  if (task === 'arguments') fields.push(field('type', 'type', documentOf(mark.side).arguments[mark.item].type));
  fields.push(field(task === 'templates' ? 'slot' : task === 'arguments' || mark.kind === 'argument' ? 'role' : 'type', 'label', task === 'arguments' ? documentOf(mark.side).arguments[mark.item].role : mark.label, labels(mark.kind)));
  if (['templates', 'arguments'].includes(task)) fields.push(field(task === 'templates' ? 'fill' : 'filler', 'text', mark.text));
  if (['nuggets', 'arguments'].includes(task)) fields.push(field('realis', 'note', mark.note, ['Actual', 'Generic', 'Other']));
  const steps = mark.at?.length ? [['Start earlier', -1, 0], ['Start later', 1, 0], ['End earlier', 0, -1], ['End later', 0, 1]].map(([title, start, end]) => element('button', {type: 'button', onclick: () => { resize(mark.key, start, end); }}, title)) : [];
  open(`${mark.side === 'references' ? 'Reference' : 'System'}: ${mark.label} “${mark.text}”`, fields, values => rename(mark, values), () => remove(mark), steps);
}

function openWords(at) {
  const events = side => (documentOf(side).events || []).map((event, number) => [number, event.type]);
  const side = element('select', {name: 'side'}, new Option('system', 'predictions'), new Option('reference', 'references'));
  const of = element('select', {name: 'of'}), fields = [element('label', {}, 'mark of', side)];
  const fill = () => of.replaceChildren(new Option('an event', ''), ...events(side.value).map(([number, type]) => new Option(`argument of ${type}`, number)));
  if (page.drawn.task !== 'nuggets') {
    fill();
    side.onchange = fill;
    fields.push(element('label', {}, 'these words are', of));
  }
  fields.push(field('type or role', 'label', '', labels()));
  if (page.drawn.task === 'nuggets' && page.drawn.view.marks.some(mark => mark.note)) fields.push(field('realis', 'note', 'Actual', ['Actual', 'Generic', 'Other']));
  const more = element('button', {type: 'button', onclick: () => { if (at[at.length - 1] + 1 < words().length) at.push(at[at.length - 1] + 1); pick(at); }}, 'One word more');
  open(`Mark “${at.map(one => words()[one]).join(' ')}”`, fields, values => add(values.side, at, values.label.trim(), values.note, values.of || ''), null, [more]);
  pick(at);
}

function openAdder({add: side, card}) {
  const document = documentOf(side), isTemplate = page.drawn.task === 'templates';
  const type = isTemplate ? [] : [field('type', 'type', document.arguments[document.frames?.[card]?.[0]]?.type || '')];
  open(`A new ${isTemplate ? 'fill' : 'argument'} of the ${side === 'references' ? 'reference' : 'system'}`, [...type, field(isTemplate ? 'slot' : 'role', 'label', '', labels()), field(isTemplate ? 'fill' : 'filler', 'text', '')], values => {
    if (isTemplate) slotOf(document, card, values.label).values.push(values.text);
    else {
      const realis = document.arguments.some(one => one.realis) ? {realis: 'Actual'} : {};
      document.arguments.push({type: values.type, role: values.label, filler: values.text, ...realis});
      if (document.frames?.[card]) document.frames[card].push(document.arguments.length - 1);
    }
  });
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

// ---- pointers: a mark moves, its ends are drawn out, words are chosen

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

function begin(event) {
  if (event.button || !editable()) return;
  const button = event.target.closest('.mark'), chosen = event.target.closest('[data-w]');
  if (button) {
    const mark = markOf(button.dataset.key), bar = button.querySelector('i').getBoundingClientRect();
    const wide = bar.width > 3 * EDGE, left = wide && Math.abs(event.clientX - bar.left) < EDGE, right = wide && Math.abs(event.clientX - bar.right) < EDGE;
    drag = {mark, key: mark.key, before: [...mark.at], from: nearest(event.clientX, event.clientY), end: left ? 'start' : right ? 'end' : 'both', saved: structuredClone(documentOf(mark.side))};
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
  const by = at - drag.from, mark = markOf(drag.key);
  const wanted = shifted({at: drag.before}, drag.end === 'end' ? 0 : by, drag.end === 'start' ? 0 : by);
  if (!mark || !wanted || wanted.join() === mark.at.join()) return;
  place(mark, wanted);
  page.example = '';
  drag.placed = true;
  look();  // the dots follow while it is dragged
}

function end(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const done = drag;
  drag = null;
  if (done.mark) {
    wasDragged = Boolean(done.placed);
    setTimeout(() => { wasDragged = false; });
    if (done.placed) changed();
    return;
  }
  openWords(range(done.from, done.to));
}

function cancel(event) {
  if (!drag || event.pointerId !== drag.pointer) return;
  const done = drag;
  drag = null;
  pick(null);
  if (!done.placed) return;
  const side = done.mark.side === 'references' ? page.state.references : page.state.systems[page.drawn.system];
  side[page.drawn.document] = done.saved;
  changed(false);
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
      page.version += 1;
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
      pick(event.shiftKey ? range(picked?.length && picked[0] !== from && event.shiftKey ? (picked[0] === Math.min(from, ...picked) && from !== picked[0] ? picked[0] : picked[picked.length - 1]) : from, to) : null);
    } else if (key === 'Enter' || key === ' ') {
      event.preventDefault();
      if (editable()) openWords(picked?.length ? picked : [from]);
    }
  }
}

export function startEditing() {
  const box = find('document');
  box.addEventListener('pointerdown', begin);
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', cancel);
  box.addEventListener('keydown', keys);
  box.addEventListener('click', event => {
    const adder = event.target.closest('[data-add]'), mark = event.target.closest('button[data-key]');
    if (adder && editable()) openAdder({add: adder.dataset.add, card: Number(adder.dataset.card)});
    else if (mark && !wasDragged) openMark(markOf(mark.dataset.key));
  });
}
