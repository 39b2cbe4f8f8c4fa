// The strip: a line from 0 to 1 with a dot for each scorer; below it their names, by number.
import {choose, element, find, light, look, page, remember, rounded} from './page.js';

const STEP = 16, MAX_STACKED = 7, ROW = 44;
const percent = value => `${100 * Math.max(0, Math.min(1, value))}%`;

function grouped(dots, system) {  // scorers by their number, from the least
  const groups = new Map();
  const shown = dot => Number(rounded(dot.values[system]));  // what differs only behind the shown digits keeps its order
  for (const dot of [...dots].sort((one, two) => shown(one) - shown(two))) {
    const number = rounded(dot.values[system]);
    groups.set(number, [...(groups.get(number) || []), dot]);
  }
  return groups;
}

const dotOf = (dot, value, shift, bottom) => element('span', {className: 'dot', data: {scorer: dot.name}, title: `${dot.name} ${rounded(value)}`, style: {left: `calc(${percent(value)} + ${shift}px)`, bottom: `${bottom}px`}, onclick: () => choose(dot.name)});

function nameOf({name}) {  // what has the focus is lit until it is left
  const made = element('button', {type: 'button', className: 'name', data: {scorer: name}, aria: {pressed: 'false'}, onclick: () => choose(name)}, name);
  made.onfocus = () => { if (made.matches(':focus-visible')) preview(name); };
  made.onblur = () => preview('');
  return made;
}

function preview(name) {
  page.preview = name;
  light();
}

function spanOf(interval) {
  return interval ? element('span', {className: 'span', style: {left: percent(interval[0]), width: `calc(${percent(interval[1])} - ${percent(interval[0])})`}}) : '';
}

function stacked(group, system) {  // dots of the same number stand over each other, of many in columns that the ends of the axis push inwards
  const columns = Math.ceil(group.length / MAX_STACKED), rows = Math.ceil(group.length / columns);
  const shift = (column, value) => STEP * (column - (columns - 1) * Math.max(0, Math.min(1, value)));
  return group.map((dot, place) => dotOf(dot, dot.values[system], shift(Math.floor(place / rows), dot.values[system]), 3 + (place % rows) * STEP));
}

function axisOf(drawn, system, isOnly) {
  const groups = [...grouped(drawn.dots, system).values()], most = Math.min(MAX_STACKED, Math.max(...groups.map(dots => dots.length)));
  const dots = groups.flatMap(group => stacked(group, system));
  const height = isOnly ? most * STEP + 8 : Math.max(ROW, most * STEP + 28);
  return element('div', {className: 'axis', aria: {hidden: 'true'}, style: {height: `${height}px`}},
    isOnly ? '' : element('b', {style: {bottom: `${height - 20}px`}}, system), spanOf(drawn.compared?.intervals[system]), ...dots);
}

function choices(drawn) {
  const parts = [];
  const button = (title, pressed, act) => element('button', {type: 'button', aria: {pressed: String(pressed)}, onclick: act}, title);
  if (Object.keys(drawn.choices).length > 1) {
    parts.push('count:', ...Object.entries(drawn.choices).map(([name, title]) => button(title, name === drawn.counted, () => change({counted: name, scorer: ''}))));
  }
  if (drawn.systems.length > 1) {
    parts.push('marks of:', ...drawn.systems.map(name => button(name, name === drawn.system, () => change({system: name}))));
  }
  if (drawn.count > 1) {
    const select = element('select', {aria: {label: 'document'}, onchange: () => change({document: Number(select.value)})}, ...drawn.documents.map(([row, name]) => new Option(name, row)));
    select.value = drawn.document;
    parts.push(`${drawn.count} documents; the marks are of`, select);
  }
  return element('div', {className: 'count'}, ...parts);
}

function change(what) {
  Object.assign(page.state, what);
  look({}, () => remember());
}

export function drawStrip() {
  const {drawn} = page, axes = drawn.systems.map(system => axisOf(drawn, system, drawn.systems.length === 1));
  const scale = element('div', {className: 'scale', aria: {hidden: 'true'}}, element('span', {}, '0'), element('span', {}, '1'));
  const groups = [...grouped(drawn.dots, drawn.system)].map(([number, dots]) => element('div', {className: 'group'}, element('b', {}, number), element('div', {}, ...dots.map(nameOf))));
  const focused = document.activeElement?.dataset?.scorer;
  find('strip').replaceChildren(choices(drawn), element('div', {className: 'rows'}, ...axes, scale, element('div', {className: 'names'}, ...groups)));
  if (focused) [...document.querySelectorAll('.name')].find(one => one.dataset.scorer === focused)?.focus({preventScroll: true});
}
