// The document: words with marks of the reference above and of the system below, or cards where there is no text.
import {element, find, page} from './page.js';

const SIDES = {references: 'reference', predictions: 'prediction'};
const MARK = 24, WORD = 30, LINKED_ITEMS = 40, ARC = 26, LINK = 28;
const measure = document.createElement('canvas').getContext('2d');

export const kindOf = key => page.drawn.marks[key] || '';
const inWords = key => ({other_filler: 'another filler'}[kindOf(key)] || kindOf(key).replace('_', ' '));
const classOf = mark => `${kindOf(mark.key) ? `is-${kindOf(mark.key)}` : ''} ${mark.kind || ''}`;
const spoken = mark => `${SIDES[mark.side]}: ${mark.label}${mark.text ? ` on “${mark.text}”` : ''}${mark.note ? `, ${mark.note}` : ''}${kindOf(mark.key) ? `: ${inWords(mark.key)}` : ''}`;

export function drawDocument() {
  const box = find('document'), {view} = page.drawn;
  const focused = document.activeElement?.dataset?.key, word = document.activeElement?.dataset?.w, scrolled = box.querySelector('.text')?.scrollTop;
  if (view.kind === 'words') drawWords(box, view);
  else if (view.kind === 'cards') drawCards(box, view);
  else box.replaceChildren(element('p', {}, view.why));
  if (scrolled) box.querySelector('.text').scrollTop = scrolled;
  const before = focused ? box.querySelector(`button[data-key="${CSS.escape(focused)}"]`) : word && box.querySelector(`[data-w="${word}"]`);
  before?.focus({preventScroll: true});
}

// ---- words

function drawWords(box, view) {
  const words = element('div', {className: 'words', aria: {role: 'listbox', label: 'Words; select some and press Enter to mark them', multiselectable: 'true'}});
  view.words.forEach((word, place) => {
    words.append(place ? ' ' : '', element('span', {data: {w: place}, tabIndex: place ? -1 : 0, aria: {role: 'option', selected: 'false'}}, word));
  });
  const text = element('div', {className: 'text', tabIndex: -1}, words);
  const title = (side, tail, ...more) => element('span', {className: 'side-name'}, element('span', {}, element('b', {}, side), tail), ...more);
  const unplaced = view.marks.filter(mark => !mark.at.length);
  box.replaceChildren(title('reference', ', the right answer, above the words', legend()), text, title('prediction', ', the model’s answer, below them'));
  if (unplaced.length) box.append(element('div', {className: 'unplaced'}, 'Not in the text: ', ...unplaced.map(mark => element('button', {type: 'button', className: `row ${classOf(mark)}`, data: {key: mark.key}, aria: {label: spoken(mark)}}, `${mark.label}: ${mark.text || '(no words)'}`, element('small', {className: 'earns'})))));
  layOut(text, words, view);
}

function legend() {  // how lines are drawn, and while a dot is lit what it makes of them
  const line = (css, title) => element('span', {}, element('i', {className: css}), title);
  return element('span', {className: 'legend'}, ...(page.drawn.dots.some(dot => dot.links.length && !dot.lines.length)
    ? [line('is-credited', 'both sides have it'), line('is-missed', 'one side has it')]
    : [line('unlit', 'right'), line('unlit is-other_words', 'other words'), line('unlit is-missed', 'missed, invented or wrong'), line('is-credited', 'earns'), line('is-earning-nothing', 'earns nothing'), line('is-uncounted', 'not counted here')]));
}

function layOut(text, words, view) {
  const spans = [...words.children], placed = view.marks.filter(mark => mark.at.length);
  measure.font = '600 13px system-ui, sans-serif';  // as wide as a label is when it is credited
  const width = words.clientWidth;
  const box = words.getBoundingClientRect();
  const sized = placed.map(mark => ({mark, runs: runsOf(mark.at, spans, box), label: Math.max(MARK, measure.measureText(labelOf(mark)).width + 4)}));
  const lanes = {references: lanesOf(sized, 'references', width), predictions: lanesOf(sized, 'predictions', width)};
  const arcs = page.drawn.dots.some(dot => dot.links.length) ? ARC : 0;
  const [above, below] = [lanes.references, lanes.predictions].map(deep => Math.max(1, deep) * (MARK + 2) + arcs);
  Object.assign(words.style, {lineHeight: `${WORD + above + below}px`, margin: `${(above - below) / 2}px 0 ${(below - above) / 2}px`});
  const frame = text.getBoundingClientRect();
  const groups = Object.keys(SIDES).map(side => element('div', {className: side, aria: {role: 'group', label: `marks of the ${SIDES[side]}`}}));
  for (const one of sized) {
    one.runs = runsOf(one.mark.at, spans, frame);
    const group = groups[one.mark.side === 'references' ? 0 : 1];
    one.runs.forEach((run, place) => group.append(place ? partOf(one, run) : buttonOf(one, run, width)));
  }
  text.append(...groups);
  text.sized = sized;
  text.classList.toggle('long', text.scrollHeight > text.clientHeight + Math.abs(above - below) + 1);
  if (text.classList.contains('long')) text.tabIndex = 0;
  drawLinks(text, sized);
}

const labelOf = mark => `${mark.label}${mark.note ? ` (${mark.note})` : ''}`;

function runsOf(at, spans, box) {  // stretches of neighbouring words on one line
  const runs = [];
  at.forEach((place, number) => {
    const rect = spans[place]?.getBoundingClientRect();
    if (!rect) return;
    const last = runs[runs.length - 1], top = rect.top - box.top, left = rect.left - box.left, right = rect.right - box.left;
    if (last && at[number - 1] === place - 1 && Math.abs(last.top - top) < 8) last.right = right;
    else runs.push({top, bottom: rect.bottom - box.top, left, right});
  });
  return runs;
}

function lanesOf(sized, side, width) {  // how many marks stand over each other, with each mark's place among them
  const taken = [];
  const mine = sized.filter(one => one.mark.side === side).sort((one, two) => (one.mark.kind === 'argument') - (two.mark.kind === 'argument') || one.runs[0].left - two.runs[0].left);
  for (const one of mine) {
    const pieces = one.runs.map((run, place) => ({line: Math.round(run.top / 8), left: place ? run.left : Math.max(0, Math.min(run.left, width - one.label)), right: Math.max(run.right, place ? 0 : Math.min(run.left + one.label, width))}));
    one.lane = 0;
    while (taken.some(other => other.lane === one.lane && pieces.some(piece => Math.abs(other.line - piece.line) < 2 && other.left < piece.right + 6 && piece.left < other.right + 6))) one.lane += 1;
    taken.push(...pieces.map(piece => ({...piece, lane: one.lane})));
  }
  return mine.reduce((most, one) => Math.max(most, one.lane + 1), 0);
}

const topOf = (one, run, height) => (one.mark.side === 'references' ? run.top - one.lane * (MARK + 2) - height : run.bottom + one.lane * (MARK + 2));

function buttonOf(one, run, width) {
  const {mark} = one, left = Math.max(0, Math.min(run.left, width - one.label));
  const button = element('button', {
    type: 'button', className: `mark ${classOf(mark)}`, data: {key: mark.key}, title: 'Drag to move, Enter to change', aria: {label: spoken(mark)},
    style: {left: `${left}px`, top: `${topOf(one, run, MARK)}px`, width: `${Math.max(one.label, run.right - left)}px`},
  }, element('i', {style: {left: `${run.left - left}px`, width: `${run.right - run.left}px`}}), labelOf(mark), element('small', {className: 'earns'}));
  one.anchor = {x: (run.left + run.right) / 2, y: mark.side === 'references' ? topOf(one, run, MARK) : topOf(one, run, MARK) + MARK};
  return button;
}

function partOf(one, run) {
  return element('span', {className: `part ${one.mark.side} ${classOf(one.mark)}`, data: {key: one.mark.key}, style: {left: `${run.left}px`, top: `${one.mark.side === 'references' ? topOf(one, run, 5) : topOf(one, run, 0)}px`, width: `${run.right - run.left}px`}});
}

export function drawing(box, css) {  // an empty layer for lines
  box.querySelector(`.${css}`)?.remove();
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('class', css);
  svg.setAttribute('aria-hidden', 'true');
  box.prepend(svg);
  return svg;
}

export function curve(svg, css, from, to, bend) {
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  const [one, other] = bend.side ? [`${from.x + bend.side},${from.y}`, `${to.x + bend.side},${to.y}`] : bend.x ? [`${from.x + bend.x},${from.y}`, `${to.x - bend.x},${to.y}`] : [`${from.x},${from.y + bend.y}`, `${to.x},${to.y + bend.y}`];
  path.setAttribute('d', `M${from.x},${from.y} C${one} ${other} ${to.x},${to.y}`);
  path.setAttribute('class', css);
  svg.append(path);
}

function drawLinks(text, sized) {  // from each argument to the words of its event
  if (sized.length > LINKED_ITEMS) return;
  const svg = drawing(text, 'links');
  for (const one of sized.filter(each => each.mark.kind === 'argument' && each.anchor)) {
    const event = sized.find(other => other.mark.kind === 'event' && other.mark.side === one.mark.side && other.mark.event === one.mark.event && other.anchor);
    if (event) curve(svg, '', one.anchor, event.anchor, {y: one.mark.side === 'references' ? -10 : 10});
  }
}

// ---- the sum of a lit dot: a line between the two marks of each summand, and links between mentions

function drawSum(dot) {
  const text = find('document').querySelector('.text'), cards = find('document').querySelector('.cards');
  if (text?.sized) drawSumOfWords(text, dot);
  else if (cards) drawSumOfCards(cards, dot);
}

function drawSumOfWords(text, dot) {
  const svg = drawing(text, 'sums'), of = key => text.sized.find(one => one.mark.key === key && one.anchor);
  for (const [prediction, reference] of dot?.lines || []) {
    const [one, other] = [of(reference), of(prediction)];
    if (!one || !other) continue;
    const [run, below] = sharedRuns(one, other), left = Math.max(run.left, below.left), right = Math.min(run.right, below.right);
    const middle = each => (left < right ? left + right : each.left + each.right) / 2;  // straight through shared words
    curve(svg, 'is-credited', {x: middle(run), y: topOf(one, run, 0)}, {x: middle(below), y: topOf(other, below, 0)}, {y: 0});
  }
  for (const {side, ends, kind} of dot?.links || []) {
    const [one, other] = ends.map(of), css = kind === 'right' ? 'is-credited' : `${side} is-lone`;
    if (one && other) curve(svg, css, one.anchor, other.anchor, {y: (side === 'references' ? -1 : 1) * ARC});
  }
}

function sharedRuns(one, other) {  // the stretches of both marks that lie on one line and have words in common, or else the first ones
  const pairs = one.runs.flatMap(run => other.runs.map(below => [run, below]));
  return pairs.find(([run, below]) => Math.abs(run.top - below.top) < 8 && run.left < below.right && below.left < run.right) || pairs[0];
}

function drawSumOfCards(cards, dot) {
  cards.classList.toggle('linked', Boolean(dot?.links.length));
  const svg = drawing(cards, 'sums'), frame = cards.getBoundingClientRect(), heights = [];
  for (const old of cards.querySelectorAll('.summand')) old.remove();
  for (const [prediction, reference] of dot?.lines || []) {
    const [one, other] = [reference, prediction].map(key => rowOf(cards, key));
    if (!one || !other || one.right > other.left) continue;  // one column below the other: the numbers stand on the marks
    const [from, to] = [{x: one.right - frame.left, y: (one.top + one.bottom) / 2 - frame.top}, {x: other.left - frame.left, y: (other.top + other.bottom) / 2 - frame.top}];
    const y = (from.y + to.y) / 2, beside = heights.filter(height => Math.abs(height - y) < 16).length;
    curve(svg, 'is-credited', from, to, {x: (to.x - from.x) / 2});  // behind the cards, and its number between the two columns
    cards.append(element('b', {className: 'summand', style: {left: `${frame.width / 2 + (beside % 2 ? -44 : 44) * Math.ceil(beside / 2)}px`, top: `${y}px`}}, dot.earned[prediction]));
    heights.push(y);
  }
  const arcs = drawing(cards, 'arcs');
  for (const {side, ends, kind} of dot?.links || []) {  // inside each card that has both: to the left of references, to the right of predictions
    for (const card of cards.querySelectorAll(`.card.${side}`)) {
      const rows = ends.map(key => rowOf(card, key)), isLeft = side === 'references';
      if (!rows.every(Boolean)) continue;
      const [from, to] = rows.map(row => ({x: (isLeft ? row.left : row.right) - frame.left, y: (row.top + row.bottom) / 2 - frame.top}));
      curve(arcs, kind === 'right' ? 'is-credited' : `${side} is-lone`, from, to, {side: isLeft ? -LINK : LINK});
    }
  }
}

const rowOf = (box, key) => box.querySelector(`button[data-key="${CSS.escape(key)}"]`)?.getBoundingClientRect();

// ---- cards

function drawCards(box, view) {
  const cards = side => view.cards.filter(card => card.side === side).map(card => element('div', {className: `card ${side}`}, element('h2', {}, card.title), ...card.rows.map(buttonOfRow)));
  box.replaceChildren(element('div', {className: 'cards'}, ...Object.keys(SIDES).flatMap(side => [element('span', {className: 'side-name'}, SIDES[side]), element('div', {}, ...cards(side))])));
}

const buttonOfRow = mark => element('button', {type: 'button', className: `row ${classOf(mark)}`, data: {key: mark.key}, aria: {label: spoken(mark)}}, element('small', {}, `${mark.label}: `), mark.text, mark.note ? element('small', {}, ` (${mark.note})`) : '', kindOf(mark.key) ? element('small', {}, ` · ${inWords(mark.key)}`) : '', element('small', {className: 'earns'}));

// ---- the marks that a scorer credits, and the answer that they were read from

export function lightMarks(dot) {
  for (const one of document.querySelectorAll('[data-key]')) {
    const credit = dot?.credits[one.dataset.key], earns = one.querySelector('.earns');
    one.classList.toggle('won', credit > 0);
    one.classList.toggle('uncounted', Boolean(dot) && credit === undefined && (!dot.links.length || dot.lines.length > 0));
    if (earns) earns.textContent = credit > 0 && dot.earned[one.dataset.key] ? ` ${dot.earned[one.dataset.key]}` : '';
  }
  drawSum(dot);
}

export function drawAnswer() {
  const box = find('answer'), {pieces} = page.drawn;
  document.body.classList.toggle('with-answer', Boolean(pieces));
  box.hidden = !pieces;
  if (!pieces) return;
  box.replaceChildren(element('h2', {}, 'The answer, as it was read'), element('pre', {tabIndex: 0}, ...pieces.map(piece => {
    if (piece.cut) return element('del', {}, piece.text);
    return piece.key ? element('mark', {data: {key: piece.key}}, piece.text) : piece.text;
  })));
}
