// The strip: a line from 0 to 1 with a dot for each scorer; below it their names, by number.
import {curve, drawing} from './document.js';
import {choose, element, find, light, look, page, remember, written} from './page.js';

const MAX_STACKED = 7, ROW = 44, TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const within = value => Math.max(0, Math.min(1, value)), percent = value => `${100 * within(value)}%`;
const step = () => (matchMedia('(max-width: 700px), (pointer: coarse)').matches ? 24 : 16);  // a finger needs more room

function grouped(dots, system) {  // scorers by their number, from the least; what differs only behind the written digits keeps its order
  const groups = new Map();
  for (const dot of [...dots].sort((one, two) => one.written[system] - two.written[system])) {
    const number = dot.written[system];
    groups.set(number, [...(groups.get(number) || []), dot]);
  }
  return groups;
}

const dotOf = (dot, system, shift, bottom) => element('span', {className: 'dot', data: {scorer: dot.name}, title: `${dot.name} ${dot.written[system]}`, style: {left: `calc(${percent(dot.values[system])} + ${shift}px)`, bottom: `${bottom}px`}, onclick: () => choose(dot.name)});

function nameOf({name}) {  // what has the focus is lit until it is left, also for the links that explain it
  const made = element('button', {type: 'button', className: 'name', data: {scorer: name}, aria: {pressed: 'false'}, onclick: () => choose(name)}, name);
  made.onfocus = () => { if (made.matches(':focus-visible')) preview(name); };
  made.onblur = event => { if (!find('why').contains(event.relatedTarget)) preview(''); };
  return made;
}

export function preview(name) {
  if (page.preview === name) return;
  page.preview = name;
  light();
}

function spanOf(interval) {
  return interval ? element('span', {className: 'span', style: {left: percent(interval[0]), width: `calc(${percent(interval[1])} - ${percent(interval[0])})`}}) : '';
}

function placed(dots, system) {  // each dot over those that it would touch, at its number; beside a full column a line leads to its number
  const size = step(), width = Math.max(200, find('strip').clientWidth - 20), taken = [];
  const isFree = (x, level) => !taken.some(one => one.level === level && Math.abs(one.x - x) < size - 0.01);
  for (const dot of [...grouped(dots, system).values()].flat()) {
    const at = within(dot.values[system]) * width, columns = Array.from({length: dots.length}, (_, column) => [column * size, -column * size]).flat();
    const spots = columns.map(shift => ({dot, at, shift, x: at + shift, level: Array.from({length: MAX_STACKED}, (_, level) => level).find(level => isFree(at + shift, level))}));
    taken.push(spots.find(({x, level}) => x >= -0.5 && x <= width + 0.5 && level !== undefined));
  }
  return taken;
}

function axisOf(drawn, system, isOnly) {
  const size = step(), dots = placed(drawn.dots, system), most = 1 + Math.max(...dots.map(one => one.level));
  const height = isOnly ? most * size + 8 : Math.max(ROW, most * size + 28);
  const axis = element('div', {className: 'axis', aria: {hidden: 'true'}, style: {height: `${height}px`}},
    isOnly ? '' : element('b', {style: {bottom: `${height - 20}px`}}, system), spanOf(drawn.compared?.intervals[system]),
    ...dots.map(({dot, shift, level}) => dotOf(dot, system, shift, 3 + level * size)));
  const moved = dots.filter(one => one.shift), svg = moved.length ? drawing(axis, 'stems') : null;
  for (const {at, x, level} of moved) curve(svg, '', {x, y: height - 3 - (level + 0.5) * size}, {x: at, y: height}, {y: 0});
  return axis;
}

function choices(drawn) {
  const parts = [];
  const button = (title, pressed, act) => element('button', {type: 'button', aria: {pressed: String(pressed)}, onclick: act}, title);
  if (Object.keys(drawn.choices).length > 1) {
    parts.push('count:', ...Object.entries(drawn.choices).map(([name, title]) => button(title, name === drawn.counted, () => change({counted: name, scorer: ''}))));
  }
  if (drawn.systems.length > 1) {
    parts.push('prediction of:', ...drawn.systems.map(name => button(name, name === drawn.system, () => change({system: name}))));
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
  const {drawn} = page, strip = find('strip');
  if (drawn.asks) return strip.replaceChildren();
  const axes = drawn.systems.map(system => axisOf(drawn, system, drawn.systems.length === 1));
  const scale = element('div', {className: 'scale', aria: {hidden: 'true'}}, ...TICKS.map(tick => element('span', {style: {left: percent(tick)}}, String(tick))));
  const groups = [...grouped(drawn.dots, drawn.system)].map(([number, dots]) => element('div', {className: 'group'}, element('b', {}, number), element('div', {}, ...dots.map(nameOf))));
  const focused = document.activeElement?.dataset?.scorer;
  strip.replaceChildren(choices(drawn), element('div', {className: 'rows'}, ...axes, scale, element('div', {className: 'names'}, ...groups)));
  return focused && [...document.querySelectorAll('.name')].find(one => one.dataset.scorer === focused)?.focus({preventScroll: true});
}
