// The picture that people send: sentence, document, strip and signature as SVG.
import {find, lit, litDot, page, rounded} from './page.js';

const WIDTH = 1000, LEFT = 40, RIGHT = 960, FONT = 'system-ui, sans-serif';
const COLOURS = {
  light: {back: '#fff', ink: '#1c2126', soft: '#56606b', line: '#c9d0d7', references: '#0b57a4', predictions: '#97460a', won: '#0b6b45'},
  dark: {back: '#14181c', ink: '#e8ecf0', soft: '#aab4be', line: '#3c4650', references: '#82bdf5', predictions: '#f0ad72', won: '#6fd9a8'},
};
const canvas = document.createElement('canvas').getContext('2d');
const escaped = text => String(text).replace(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/g, ' ').replace(/[&<>"]/g, letter => `&#${letter.charCodeAt(0)};`);
const widthOf = (text, size) => { canvas.font = `${size}px ${FONT}`; return canvas.measureText(text).width; };

export function picture(scheme) {
  const colours = COLOURS[scheme], parts = [], {drawn} = page, dot = litDot();
  const text = (x, y, said, size, fill = colours.ink, more = '') => parts.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" fill="${fill}" ${more}>${escaped(said)}</text>`);
  const colourOf = mark => (!dot ? colours[mark.side] : dot.credits[mark.key] > 0 ? colours.won : colours.soft);
  text(LEFT, 48, find('headline').textContent, 28);
  let y = drawn.view.kind === 'words' ? words(drawn.view, 80) : cards(drawn.view, 84);
  text(LEFT, y + 24, drawn.verdict, 16, colours.soft);
  y = strip(y + 40);
  if (dot) for (const line of wrapped(`${lit()}, ${rounded(dot.values[drawn.system])}: ${dot.why}`, 16)) text(LEFT, y += 22, line, 16);
  for (const line of wrapped(dot ? dot.signature : drawn.signature, 13)) text(LEFT, y += 20, line, 13, colours.soft, 'font-family="monospace"');
  y += 24;
  const title = escaped(find('headline').textContent);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${y}" viewBox="0 0 ${WIDTH} ${y}" role="img" font-family="${FONT}"><title>${title}</title><rect width="100%" height="100%" fill="${colours.back}"/>${parts.join('')}</svg>`;

  function words(view, top) {
    const lines = [[]], at = [];
    let x = LEFT;
    view.words.slice(0, 120).forEach((word, place) => {
      const size = widthOf(word, 22);
      if (x + size > RIGHT) { lines.push([]); x = LEFT; }
      at[place] = {line: lines.length - 1, left: x, right: x + size};
      lines[lines.length - 1].push({word, x});
      x += size + 7;
    });
    const shown = view.marks.filter(mark => mark.at.length && mark.at.every(place => at[place]));
    const lanes = {references: lanesOf(shown, 'references', at), predictions: lanesOf(shown, 'predictions', at)};
    const height = 34 + 24 * (lanes.references + lanes.predictions), base = line => top + line * height + 24 * lanes.references + 24;
    lines.forEach((line, number) => line.forEach(({word, x: start}) => text(start, base(number), word, 22)));
    for (const mark of shown) {
      const above = mark.side === 'references', colour = colourOf(mark);
      const dash = dot && !(dot.credits[mark.key] > 0) ? 'stroke-dasharray="5 4"' : '';
      for (const place of mark.at) {
        const {line, left, right} = at[place], joined = mark.at.includes(place + 1) && at[place + 1].line === line ? at[place + 1].left : right;
        const bar = base(line) + (above ? -23 - 24 * mark.row : 10 + 24 * mark.row);
        parts.push(`<line x1="${left}" x2="${joined}" y1="${bar}" y2="${bar}" stroke="${colour}" stroke-width="4" ${dash}/>`);
      }
      const first = at[mark.at[0]], label = Math.min(first.left, RIGHT - widthOf(mark.label, 13));
      text(label, base(first.line) + (above ? -29 - 24 * mark.row : 25 + 24 * mark.row), mark.label, 13, colour);
    }
    return top + lines.length * height;
  }

  function lanesOf(shown, side, at) {
    const taken = [];
    for (const mark of shown.filter(one => one.side === side)) {
      const first = at[mark.at[0]], last = at[mark.at[mark.at.length - 1]];
      const right = Math.max(first.line === last.line ? last.right : RIGHT, first.left + widthOf(mark.label, 13));
      mark.row = 0;
      while (taken.some(one => one.row === mark.row && one.first <= last.line && one.last >= first.line && one.left < right + 6 && first.left < one.right + 6)) mark.row += 1;
      taken.push({row: mark.row, first: first.line, last: last.line, left: first.line === last.line ? first.left : 0, right});
    }
    return taken.reduce((most, one) => Math.max(most, one.row + 1), 0);
  }

  function cards(view, top) {
    let end = top;
    ['references', 'predictions'].forEach((side, column) => {
      const x = LEFT + column * 470;
      let line = top;
      text(x, line, column ? 'system' : 'reference', 13, colours[side]);
      for (const card of (view.cards || []).filter(one => one.side === side)) {
        text(x, line += 24, card.title, 13, colours.soft);
        for (const mark of card.rows.slice(0, 14)) {
          const sign = dot ? (dot.credits[mark.key] > 0 ? '✓ ' : '– ') : '';
          text(x + 10, line += 20, `${sign}${mark.label}: ${mark.text}`.slice(0, 60), 15, colourOf(mark));
        }
      }
      end = Math.max(end, line);
    });
    return end + 8;
  }

  function strip(top) {
    let row = top;
    for (const system of drawn.systems) {
      const stacks = new Map(), several = drawn.systems.length > 1;
      const axis = row + (several ? 34 : 24 + 15 * Math.max(...drawn.dots.map(one => drawn.dots.filter(other => rounded(other.values[system]) === rounded(one.values[system])).length)));
      if (several) text(LEFT, axis - 16, system, 13, colours.soft);
      parts.push(`<line x1="${LEFT}" x2="${RIGHT}" y1="${axis}" y2="${axis}" stroke="${colours.ink}" stroke-width="2"/>`);
      for (const one of drawn.dots) {
        const number = rounded(one.values[system]), level = several ? 0 : stacks.get(number) || 0, isLit = one.name === lit();
        stacks.set(number, level + 1);
        const x = LEFT + (RIGHT - LEFT) * Math.max(0, Math.min(1, one.values[system]));
        parts.push(`<circle cx="${x}" cy="${axis - 9 - 15 * level}" r="${isLit ? 10 : 7}" fill="${isLit ? colours.won : colours.references}" stroke="${colours.back}" stroke-width="1.5"/>`);
      }
      row = axis;
    }
    text(LEFT, row + 16, '0', 13, colours.soft);
    text(RIGHT - 8, row + 16, '1', 13, colours.soft);
    const groups = new Map();
    for (const one of [...drawn.dots].sort((first, second) => first.values[drawn.system] - second.values[drawn.system])) {
      const number = rounded(one.values[drawn.system]);
      groups.set(number, [...(groups.get(number) || []), one.name]);
    }
    for (const [number, names] of groups) for (const [place, line] of wrapped(names.join(', '), 14, 860).entries()) {
      row += 21;
      if (!place) text(LEFT, row + 18, number, 15, colours.ink, 'font-weight="600"');
      text(LEFT + 56, row + 18, line, 14);
    }
    return row + 30;
  }
}

function wrapped(said, size, most = RIGHT - LEFT) {  // lines that fit; a long signature is cut at its strokes
  const lines = [''];
  for (const word of String(said).split(/(?<=[ |])/)) {
    if (lines[lines.length - 1] && widthOf(lines[lines.length - 1] + word, size * (said.includes('|') ? 1.12 : 1)) > most) lines.push('');
    lines[lines.length - 1] += word;
  }
  return lines;
}
