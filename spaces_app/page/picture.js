// The picture that people send: what the page shows of sentence, document, strip and signature, drawn again as SVG.
import {draw, find} from './show.js';

const SHOWN = ['headline', 'document', 'verdict', 'strip', 'why', 'signature'], MARGIN = 24;
const escaped = text => String(text).replace(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/g, ' ').replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
const tag = (name, values, inside = '') => `<${name} ${Object.entries(values).map(([key, value]) => `${key}="${escaped(typeof value === 'number' ? value.toFixed(1) : value)}"`).join(' ')}>${inside}</${name}>`;

export function picture() {
  document.body.classList.add('as-picture');
  try {
    draw();
    const style = getComputedStyle(document.body), frame = document.querySelector('main').getBoundingClientRect();
    const width = frame.width + 2 * MARGIN, height = find('signature').getBoundingClientRect().bottom - frame.top + 2 * MARGIN;
    const parts = SHOWN.flatMap(id => [find(id), ...find(id).querySelectorAll('*')]).flatMap(one => drawn(one, frame));
    const title = tag('title', {}, escaped(find('headline').textContent));
    return tag('svg', {xmlns: 'http://www.w3.org/2000/svg', width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'font-family': 'system-ui, sans-serif'},
      title + tag('rect', {width: '100%', height: '100%', fill: style.backgroundColor}) + tag('g', {transform: `translate(${MARGIN} ${MARGIN})`}, parts.join('')));
  } finally {
    document.body.classList.remove('as-picture');
    draw();
  }
}

function drawn(one, frame) {  // an element's background, borders and own text
  const style = getComputedStyle(one), box = one.getBoundingClientRect(), [x, y] = [box.left - frame.left, box.top - frame.top];
  if (one.tagName === 'path') {
    const {x: left, y: top} = one.ownerSVGElement.getBoundingClientRect();
    return tag('path', {d: one.getAttribute('d'), fill: 'none', stroke: style.stroke, transform: `translate(${left - frame.left} ${top - frame.top})`});
  }
  if (!one.getClientRects().length || one.closest('svg')) return [];
  const parts = [], [top, bottom, side] = ['Top', 'Bottom', 'Left'].map(name => parseFloat(style[`border${name}Width`]));
  const shape = {x, y, width: box.width, height: box.height, rx: Math.min(parseFloat(style.borderRadius) || 0, box.height / 2), opacity: style.opacity};
  if (!/, 0\)$/.test(style.backgroundColor)) parts.push(tag('rect', {...shape, fill: style.backgroundColor}));
  if (side && one.matches('.row, .card')) parts.push(tag('rect', {...shape, fill: 'none', stroke: style.borderLeftColor, 'stroke-dasharray': style.borderLeftStyle === 'dashed' ? '4 3' : 'none'}));
  for (const [size, at, name] of [[top, y + top / 2, 'Top'], [bottom, y + box.height - bottom / 2, 'Bottom']]) {
    if (!size || side) continue;
    const line = {x1: x, x2: x + box.width, stroke: style[`border${name}Color`], 'stroke-dasharray': style[`border${name}Style`] === 'dashed' ? '8 4' : 'none'};
    const lines = style[`border${name}Style`] === 'double' ? [at - size / 3, at + size / 3] : [at];
    parts.push(...lines.map(place => tag('line', {...line, y1: place, y2: place, 'stroke-width': size / (2 * lines.length - 1)})));
  }
  const words = {'font-size': style.fontSize, 'font-weight': style.fontWeight, 'font-style': style.fontStyle, fill: style.color};
  return [...parts, ...linesOf(one).map(line => tag('text', {x: line.left - frame.left, y: line.bottom - frame.top - 0.24 * (line.bottom - line.top), ...words}, escaped(line.text)))];
}

function linesOf(one) {  // its own text, line by line
  const lines = [], range = document.createRange();
  for (const node of [...one.childNodes].filter(child => child.nodeType === Node.TEXT_NODE)) {
    for (const {0: text, index} of node.data.matchAll(/[^\s|]+[\s|]*/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const {left, top, bottom, width} = range.getClientRects()[0] || {}, last = lines.at(-1);
      if (last && last.node === node && Math.abs(last.top - top) < 3) last.text += text;
      else if (width) lines.push({node, text, left, top, bottom});
    }
  }
  return lines;
}
