// The strip: a line from 0 to 1 with a dot for each scorer; below it their names, by number.
import {choose, element, find, light, look, page, remember, rounded} from './page.js';

const STEP = 16, GAP = 14, ROW = 44;
const percent = value => `${100 * Math.max(0, Math.min(1, value))}%`;

function grouped(dots, system) {  // scorers by their number, from the least
  const groups = new Map();
  for (const dot of [...dots].sort((one, two) => one.values[system] - two.values[system])) {
    const number = rounded(dot.values[system]);
    groups.set(number, [...(groups.get(number) || []), dot]);
  }
  return groups;
}

const dotOf = (dot, value, bottom) => element('span', {className: 'dot', data: {scorer: dot.name}, title: `${dot.name} ${rounded(value)}`, style: {left: percent(value), bottom: `${bottom}px`}, onclick: () => choose(dot.name)});

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

function axisOf(groups, system) {
  const most = Math.max(...[...groups.values()].map(dots => dots.length));
  const step = Math.min(STEP, 112 / most);
  const axis = element('div', {className: 'axis', aria: {hidden: 'true'}, style: {height: `${most * step + 8}px`}});
  for (const dots of groups.values()) axis.append(...dots.map((dot, place) => dotOf(dot, dot.values[system], 3 + place * step)));
  return axis;
}

function axesOfSystems(drawn) {  // one row for each system, with the interval of the number that is lit
  return drawn.systems.map(system => {
    const dots = drawn.dots.map(dot => dotOf(dot, dot.values[system], 3));
    return element('div', {className: 'axis', aria: {hidden: 'true'}, style: {height: `${ROW}px`}}, element('b', {style: {bottom: `${ROW - 20}px`}}, system), spanOf(drawn.compared?.intervals[system]), ...dots);
  });
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
  const {drawn} = page, groups = grouped(drawn.dots, drawn.system), single = drawn.systems.length === 1;
  const axes = single ? [axisOf(groups, drawn.system)] : axesOfSystems(drawn);
  if (single) axes[0].append(spanOf(drawn.compared?.intervals[drawn.system]));
  const columns = [...groups].map(([number, dots]) => element('div', {className: 'group'}, element('b', {}, number), element('div', {}, ...dots.map(nameOf))));
  const names = element('div', {className: 'names placed'}, ...columns);
  const focused = document.activeElement?.dataset?.scorer;
  find('strip').replaceChildren(choices(drawn), element('div', {className: 'rows'}, ...axes, element('div', {className: 'scale', aria: {hidden: 'true'}}, element('span', {}, '0'), element('span', {}, '1')), names));
  place(names, columns, [...groups.values()].map(dots => dots[0].values[drawn.system]));
  if (focused) [...document.querySelectorAll('.name')].find(one => one.dataset.scorer === focused)?.focus({preventScroll: true});
}

// Each column stands below its dots; neighbours push each other aside, and a line leads to the dots.
function place(names, columns, values) {
  const width = names.clientWidth, widths = columns.map(column => column.offsetWidth);
  if (widths.reduce((sum, one) => sum + one + GAP, -GAP) > width) {
    names.className = 'names wrapped';
    return;
  }
  const wanted = values.map((value, at) => width * Math.max(0, Math.min(1, value)) - Math.min(widths[at] / 2, 40));
  const left = [];
  wanted.forEach((want, at) => { left[at] = at ? Math.max(want, left[at - 1] + widths[at - 1] + GAP) : Math.max(0, want); });
  for (let at = left.length - 1, end = width; at >= 0; at -= 1) {
    left[at] = Math.max(0, Math.min(left[at], end - widths[at]));
    end = left[at] - GAP;
  }
  const lines = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  lines.setAttribute('aria-hidden', 'true');
  columns.forEach((column, at) => {
    column.style.left = `${left[at]}px`;
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', `M${width * Math.max(0, Math.min(1, values[at]))},-22 V-16 L${left[at] + 18},12 V20`);
    lines.append(path);
  });
  names.prepend(lines);
  names.style.height = `${Math.max(...columns.map(column => column.offsetHeight))}px`;
}
