// A document: words with marks of the reference above and of the system below, or cards where there is no text.
// The page draws one and lets it be changed; a report draws each when it is opened.

export const SIDES = {references: 'reference', predictions: 'prediction'};
const MARK = 24, WORD = 30, LINKED_ITEMS = 40, ARC = 26, LINK = 28;
const measure = document.createElement('canvas').getContext('2d');

export function element(name, properties = {}, ...children) {
  const {data, aria, style, ...rest} = properties, made = document.createElement(name);
  Object.assign(made, rest);
  Object.assign(made.dataset, data);
  Object.assign(made.style, style);
  for (const [key, value] of Object.entries(aria || {})) made.setAttribute(key === 'role' ? key : `aria-${key}`, value);
  made.append(...children.filter(child => child !== null && child !== undefined && child !== ''));
  return made;
}

export const marksOf = view => [...(view.marks || []), ...(view.cards || []).flatMap(card => card.rows)];
const inWords = mark => mark.said || ({other_filler: 'another filler'}[mark.outcome] || mark.outcome || '').replace('_', ' ');
const classOf = mark => `${mark.outcome ? `is-${mark.outcome}` : ''} ${mark.kind || ''}`;
export const spoken = mark => `${SIDES[mark.side]}: ${mark.label}${mark.text ? ` on “${mark.text}”` : ''}${mark.note ? `, ${mark.note}` : ''}${inWords(mark) ? `: ${inWords(mark)}` : ''}`;

// Draws a view into a box. One that is frozen has no controls: its marks are pictures with a name.
export function drawView(box, view, {isFrozen = false, legend = '', hasLinks = false, system = ''} = {}) {
  const {key: focused, w: word} = document.activeElement?.dataset || {}, scrolled = box.querySelector('.text')?.scrollTop;
  box.isFrozen = isFrozen;
  box.sized = [];
  if (view.kind === 'words') drawWords(box, view, legend, hasLinks, system);
  else if (view.kind === 'cards') drawCards(box, view, system);
  else box.replaceChildren(element('p', {}, view.why));
  if (scrolled) box.querySelector('.text').scrollTop = scrolled;
  const before = focused ? box.querySelector(`button[data-key="${CSS.escape(focused)}"]`) : word && box.querySelector(`[data-w="${word}"]`);
  before?.focus({preventScroll: true});
}

const control = (box, properties, ...children) => (box.isFrozen
  ? element('span', {...properties, type: null, title: properties.aria.label, aria: {...properties.aria, role: 'img'}}, ...children)
  : element('button', {...properties, type: 'button'}, ...children));

// ---- words

function drawWords(box, view, legend, hasLinks, system) {
  const words = element('div', {className: 'words', dir: 'auto', aria: box.isFrozen ? {} : {role: 'listbox', label: 'Words; select some and press Enter to mark them', multiselectable: 'true'}});
  view.words.forEach((word, place) => {
    const option = box.isFrozen ? {} : {data: {w: place}, tabIndex: place ? -1 : 0, aria: {role: 'option', selected: 'false'}};
    words.append(place ? ' ' : '', element('span', option, word));
  });
  const text = element('div', {className: 'text', tabIndex: -1}, words);
  const title = (side, tail, ...more) => element('span', {className: 'side-name'}, element('span', {}, element('b', {}, side), tail), ...more);
  const unplaced = view.marks.filter(mark => !mark.at.length);
  box.replaceChildren(title('reference', ', the right answer, above the words', legend), text, title('prediction', system ? ` of ${system}, below them` : ', the model’s answer, below them'));
  if (unplaced.length) box.append(element('div', {className: 'unplaced'}, 'Not in the text: ', ...unplaced.map(mark => control(box, {className: `row ${mark.side} ${classOf(mark)}`, data: {key: mark.key}, aria: {label: spoken(mark)}}, `${labelOf(mark)}: ${mark.text || '(no words)'}`, element('small', {className: 'earns'})))));
  layOut(box, text, words, view, hasLinks ? ARC : 0);
}

export function legendOf(isLinks) {  // how lines are drawn, and while a dot is lit what it makes of them
  const line = (css, title) => element('span', {}, element('i', {className: css}), title);
  return element('span', {className: 'legend'}, ...(isLinks
    ? [line('is-credited', 'both sides have it'), line('is-missed', 'one side has it')]
    : [line('unlit', 'right'), line('unlit is-other_words', 'other words'), line('unlit is-missed', 'missed, invented or wrong'), line('is-credited', 'earns'), line('is-earning-nothing', 'earns nothing'), line('is-uncounted', 'not counted here')]));
}

function layOut(box, text, words, view, arcs) {
  const spans = [...words.children], placed = view.marks.filter(mark => mark.at.length);
  measure.font = '600 13px system-ui, sans-serif';  // as wide as a label is when it is credited
  const width = words.clientWidth, around = words.getBoundingClientRect();
  const sized = box.sized = placed.map(mark => ({mark, runs: runsOf(mark.at, spans, around), label: Math.max(MARK, measure.measureText(labelOf(mark)).width + 4)}));
  const lanes = {references: lanesOf(sized, 'references', width), predictions: lanesOf(sized, 'predictions', width)};
  const [above, below] = [lanes.references, lanes.predictions].map(deep => Math.max(1, deep) * (MARK + 2) + arcs);
  Object.assign(words.style, {lineHeight: `${WORD + above + below}px`, margin: `${(above - below) / 2}px 0 ${(below - above) / 2}px`});
  const frame = text.getBoundingClientRect();
  const groups = Object.keys(SIDES).map(side => element('div', {className: side, aria: {role: 'group', label: `marks of the ${SIDES[side]}`}}));
  for (const one of sized) one.runs = runsOf(one.mark.at, spans, frame);
  for (const one of sized) {
    const group = groups[one.mark.side === 'references' ? 0 : 1];
    one.runs.forEach((run, place) => group.append(place ? partOf(one, run) : buttonOf(box, one, run, width)));
  }
  text.append(...groups);
  text.classList.toggle('long', text.scrollHeight - Math.max(0, above - below) / 2 > text.clientHeight + 1);  // without the empty space below the last line
  if (text.classList.contains('long')) text.tabIndex = 0;
  drawLinks(text, sized);
}

const labelOf = mark => `${mark.sign ? `${mark.sign} ` : ''}${mark.label}${mark.note ? ` (${mark.note})` : ''}`;

function runsOf(at, spans, box) {  // stretches of neighbouring words on one line
  const runs = [];
  at.forEach((place, number) => {
    const rect = spans[place]?.getBoundingClientRect();
    if (!rect) return;
    const last = runs[runs.length - 1], top = rect.top - box.top, left = rect.left - box.left, right = rect.right - box.left;
    if (last && at[number - 1] === place - 1 && Math.abs(last.top - top) < 8) [last.left, last.right] = [Math.min(last.left, left), Math.max(last.right, right)];
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

function buttonOf(box, one, run, width) {
  const {mark} = one, left = Math.max(0, Math.min(run.left, width - one.label));
  const button = control(box, {
    className: `mark ${classOf(mark)}`, data: {key: mark.key}, title: 'Drag to move, Enter to change', aria: {label: spoken(mark)},
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

// ---- lines between the two marks of each pair, with what it earns, and links between mentions

export function drawLines(box, dot) {
  const text = box.querySelector('.text'), cards = box.querySelector('.cards');
  if (text) drawLinesOfWords(text, box.sized, dot);
  else if (cards) drawLinesOfCards(cards, dot);
}

function drawLinesOfWords(text, sized, dot) {
  const svg = drawing(text, 'sums'), of = key => sized.find(one => one.mark.key === key && one.anchor);
  for (const [prediction, reference, , css = 'is-credited'] of dot?.lines || []) {
    const [one, other] = [of(reference), of(prediction)];
    if (!one || !other) continue;
    const [run, below] = sharedRuns(one, other), left = Math.max(run.left, below.left), right = Math.min(run.right, below.right);
    const middle = each => (left < right ? left + right : each.left + each.right) / 2;  // straight through shared words
    curve(svg, css, {x: middle(run), y: topOf(one, run, 0)}, {x: middle(below), y: topOf(other, below, 0)}, {y: 0});
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

function drawLinesOfCards(cards, dot) {
  cards.classList.toggle('linked', Boolean(dot?.links?.length));
  const svg = drawing(cards, 'sums'), frame = cards.getBoundingClientRect(), heights = [];
  for (const old of cards.querySelectorAll('.summand')) old.remove();
  for (const [prediction, reference, , css = 'is-credited'] of dot?.lines || []) {
    const [one, other] = [reference, prediction].map(key => rowOf(cards, key));
    if (!one || !other || one.right > other.left) continue;  // one column below the other: the numbers stand on the marks
    const [from, to] = [{x: one.right - frame.left, y: (one.top + one.bottom) / 2 - frame.top}, {x: other.left - frame.left, y: (other.top + other.bottom) / 2 - frame.top}];
    const y = (from.y + to.y) / 2, beside = heights.filter(height => Math.abs(height - y) < 16).length;
    curve(svg, css, from, to, {x: (to.x - from.x) / 2});  // behind the cards, and its number between the two columns
    if (dot.earned) cards.append(element('b', {className: 'summand', style: {left: `${frame.width / 2 + (beside % 2 ? -44 : 44) * Math.ceil(beside / 2)}px`, top: `${y}px`}}, dot.earned[prediction]));
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

const rowOf = (box, key) => box.querySelector(`[data-key="${CSS.escape(key)}"]`)?.getBoundingClientRect();

// ---- cards

function drawCards(box, view, system) {
  const cards = side => view.cards.filter(card => card.side === side).map(card => element('div', {className: `card ${side}`}, element('h2', {}, card.title), ...card.rows.map(mark => buttonOfRow(box, mark))));
  const titles = {...SIDES, ...(system ? {predictions: `prediction of ${system}`} : {})};
  box.replaceChildren(element('div', {className: 'cards'}, ...Object.keys(SIDES).flatMap(side => [element('span', {className: 'side-name'}, titles[side]), element('div', {}, ...cards(side))])));
}

const buttonOfRow = (box, mark) => control(box, {className: `row ${classOf(mark)}`, data: {key: mark.key}, aria: {label: spoken(mark)}}, mark.sign ? element('b', {}, `${mark.sign} `) : '', element('small', {}, `${mark.label}: `), mark.text, mark.note ? element('small', {}, ` (${mark.note})`) : '', inWords(mark) ? element('small', {}, ` · ${inWords(mark)}`) : '', element('small', {className: 'earns'}));

// ---- the marks that a scorer credits

export function lightMarks(box, dot) {
  box.classList.toggle('lit', Object.keys(dot?.credits || {}).length > 0 || Boolean(dot?.links.length));
  for (const one of box.querySelectorAll('[data-key]')) {
    const credit = dot?.credits[one.dataset.key], earns = one.querySelector('.earns');
    one.classList.toggle('won', credit > 0);
    one.classList.toggle('uncounted', Boolean(dot) && credit === undefined && (!dot.links.length || dot.lines.length > 0));
    if (earns) earns.textContent = credit > 0 && dot.earned[one.dataset.key] ? ` ${dot.earned[one.dataset.key]}` : '';
  }
  drawLines(box, dot);
}
