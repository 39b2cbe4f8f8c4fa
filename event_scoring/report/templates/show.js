// What is shown of a drawn state: its sentence, its document, the strip of scorers and the lit one. The page and a
// report share it; the page sets what happens when something is chosen.
import {curve, drawing, drawView, element, legendOf, lightMarks, marksOf} from './document.js';

export const find = id => document.getElementById(id);
export const page = {state: {}, drawn: null, isFrozen: false, onChoice() {}, onChange() {}, onDrawn() {}, onLit() {}};

const ROW = 44, LEVELS = 7, TICKS = [0, 0.2, 0.4, 0.6, 0.8, 1];
const percent = value => `${100 * Math.max(0, Math.min(1, value))}%`;
const step = () => (matchMedia('(max-width: 700px), (pointer: coarse)').matches ? 24 : 16);  // a finger needs more room
export const several = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const litDot = () => page.drawn.dots.find(dot => dot.name === page.state.scorer);
const written = dot => dot.written[page.drawn.system];  // as the server writes it

// Draws all of a state: sentence, document, strip.
export function draw() {
  const {drawn} = page, numbers = new Set(drawn.dots.map(written));
  find('title').textContent = drawn.asks ? '' : `${several(drawn.dots.length, 'scorer')}, ${several(numbers.size, 'number')}`;
  const parts = drawn.asks ? [drawn.asks] : drawn.sentence.split(/(\d\.\d\d)/);
  find('headline').replaceChildren(...parts.map((part, place) => (place % 2 ? element('b', {}, part) : part)));
  const hasLinks = drawn.dots.some(dot => dot.links.length);
  for (const mark of marksOf(drawn.view)) mark.outcome = drawn.marks[mark.key];
  drawView(find('document'), drawn.view, {isFrozen: page.isFrozen, hasLinks, legend: legendOf(drawn.dots.some(dot => dot.links.length && !dot.lines.length))});
  find('verdict').textContent = drawn.verdict;
  drawStrip();
  page.onDrawn();
  light();
}

// ---- the lit scorer

export function light() {
  const {drawn} = page, dot = litDot(), why = find('why');
  lightMarks(find('document'), dot);
  for (const name of document.querySelectorAll('.name')) name.setAttribute('aria-pressed', String(name.dataset.scorer === page.state.scorer));
  for (const one of document.querySelectorAll('.dot')) one.classList.toggle('lit-dot', one.dataset.scorer === page.state.scorer);
  const main = dot || drawn.dots.find(one => one.signature === drawn.signature);
  find('signature').textContent = main?.signature || '';
  find('unsaid').textContent = main?.unsaid || '';
  find('notes').replaceChildren(...[...drawn.notes, ...(main?.warnings || [])].map(note => element('li', {}, note)));
  why.replaceChildren(...(dot ? reasons(drawn, dot) : [drawn.asks ? '' : drawn.compared?.sentence || 'Touch a dot or a name: its sum appears, and the marks that it credits turn green.']));
  page.onLit();
}

function reasons(drawn, dot) {  // the sum of a number, and why
  const links = [['its rule', page.isFrozen ? '' : dot.code], ['its paper or program', dot.paper]].filter(([, address]) => address);
  return [
    element('p', {id: 'sum'}, element('b', {}, `${dot.name}, ${written(dot)}: `), dot.sum),
    dot.why ? `${dot.why} ` : '', drawn.compared?.scorer === dot.name && drawn.compared.sentence ? `${drawn.compared.sentence} ` : '',
    element('small', {}, dot.about, ...links.map(([title, href]) => element('a', {href, target: '_blank', rel: 'noopener'}, title))),
  ];
}

function choose(scorer) {
  page.state.scorer = page.state.scorer === scorer ? '' : scorer;
  light();
  page.onChoice();
}

// ---- the strip: a line from 0 to 1 with a dot for each scorer; below it their names, by number

function grouped(dots, system) {  // scorers by their number, from the least; what differs only behind the written digits keeps its order
  const groups = new Map();
  for (const dot of [...dots].sort((one, two) => one.written[system] - two.written[system])) {
    const number = dot.written[system];
    groups.set(number, [...(groups.get(number) || []), dot]);
  }
  return groups;
}

const nameOf = ({name}) => element('button', {type: 'button', className: 'name', data: {scorer: name}, aria: {pressed: 'false'}, onclick: () => choose(name)}, name);

function spanOf(interval) {
  return interval ? element('span', {className: 'span', style: {left: percent(interval[0]), width: `calc(${percent(interval[1])} - ${percent(interval[0])})`}}) : '';
}

// Places of dots of a size over an axis from 0 to 1: each at its number, above dots that it would touch, and beside full columns.
function placed(values, size) {
  const spots = [], written = values.map(value => Number(value.toFixed(2))), order = [...values.keys()].sort((one, other) => written[one] - written[other]);
  const isFree = (x, level) => spots.every(spot => spot[1] !== level || Math.abs(spot[0] - x) > size - 1e-6);
  for (const number of order) {
    const at = Math.max(0, Math.min(1, values[number]));
    for (let shift = 0; !spots[number]; shift += 1) {
      for (const x of [at + shift * size, at - shift * size].filter(one => one >= 0 && one <= 1)) {
        const level = [...Array(LEVELS).keys()].find(one => isFree(x, one));
        if (level !== undefined) spots[number] ||= [x, level];
      }
      if (shift * size > 1) spots[number] ||= [at, LEVELS];
    }
  }
  return spots;
}

function axisOf(drawn, system, isOnly) {
  const size = step(), wide = Math.max(200, find('strip').clientWidth - 20), spots = placed(drawn.dots.map(dot => dot.values[system]), size / wide);
  const most = 1 + Math.max(...spots.map(([, level]) => level));
  const height = isOnly ? most * size + 8 : Math.max(ROW, most * size + 28);
  const dots = drawn.dots.map((dot, place) => element('span', {
    className: 'dot', data: {scorer: dot.name}, title: `${dot.name} ${dot.written[system]}`, onclick: () => choose(dot.name),
    style: {left: percent(spots[place][0]), bottom: `${3 + spots[place][1] * size}px`},
  }));
  const axis = element('div', {className: 'axis', aria: {hidden: 'true'}, style: {height: `${height}px`}},
    isOnly ? '' : element('b', {style: {bottom: `${height - 20}px`}}, system), spanOf(drawn.compared?.intervals[system]), ...dots);
  const moved = drawn.dots.map((dot, place) => [Math.max(0, Math.min(1, dot.values[system])), ...spots[place]]).filter(([at, x]) => Math.abs(at - x) > 1e-3);
  const svg = moved.length ? drawing(axis, 'stems') : null;
  for (const [at, x, level] of moved) curve(svg, '', {x: x * wide, y: height - 3 - (level + 0.5) * size}, {x: at * wide, y: height}, {y: 0});
  return axis;
}

function choices(drawn) {
  if (page.isFrozen) return '';
  const parts = [];
  const button = (title, pressed, act) => element('button', {type: 'button', aria: {pressed: String(pressed)}, onclick: act}, title);
  if (Object.keys(drawn.choices).length > 1) {
    parts.push('count:', ...Object.entries(drawn.choices).map(([name, title]) => button(title, name === drawn.counted, () => page.onChange({counted: name, scorer: ''}))));
  }
  if (drawn.systems.length > 1) {
    parts.push('prediction of:', ...drawn.systems.map(name => button(name, name === drawn.system, () => page.onChange({system: name}))));
  }
  if (drawn.count > 1) {
    const select = element('select', {aria: {label: 'document'}, onchange: () => page.onChange({document: Number(select.value)})}, ...drawn.documents.map(([row, name]) => new Option(name, row)));
    select.value = drawn.document;
    parts.push(`${drawn.count} documents; the marks are of`, select);
  }
  return element('div', {className: 'count'}, ...parts);
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

// Draws again where the width changes, and for paper, on which marks stand where their words are.
export function followWidth(redraw) {
  let width = innerWidth;
  for (const [name, isPrinted] of [['beforeprint', true], ['afterprint', false]]) {
    addEventListener(name, () => {
      document.body.classList.toggle('printed', isPrinted);
      redraw(isPrinted);
    });
  }
  new ResizeObserver(() => {
    if (innerWidth !== width) { width = innerWidth; redraw(false); }
  }).observe(document.body);
}
