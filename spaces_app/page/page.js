// The page: it holds the state, asks the server what is drawn of it, and draws that.
import {element} from './document.js';
import {draw, drawStrip, find, followWidth, light, page} from './show.js';
import {startEditing} from './edit.js';
import {picture} from './picture.js';

export const MAX_ADDRESS_CHARACTERS = 8000;
const MAX_ASKED_CHARACTERS = 2 ** 21, MAX_FILE_MEGABYTES = 20;  // the server reads no more

Object.assign(page, {files: [], examples: [], example: ''});

// ---- asking the server, through gradio's queue

let running = null, next = null;

async function asked(request, signal) {
  const address = `gradio_api/call/${request.files ? 'look_at_files' : 'look'}`, body = JSON.stringify({data: [JSON.stringify(request)]});
  if (body.length > MAX_ASKED_CHARACTERS) return {error: 'This is too large to be sent as a text. Drop it as a file.'};
  try {
    const sent = await fetch(address, {method: 'POST', headers: {'Content-Type': 'application/json'}, signal, body});
    const {event_id, detail, error} = await sent.json();
    if (!event_id) return {error: String(error || detail || 'The server is busy. Change something to try again.')};
    const stream = await (await fetch(`${address}/${event_id}`, {signal})).text();
    const found = stream.match(/event: complete\ndata: (.*)/);
    return found ? unpacked(JSON.parse(found[1])[0]) : {error: 'The server could not answer. Change something to try again.'};
  } catch (problem) {
    return problem.name === 'AbortError' ? null : {error: 'The server did not answer. Check the connection. Change something to try again.'};
  }
}

export const given = more => ({...page.state, ...(page.files.length && !page.state.references ? {files: page.files} : {}), ...more});

// Asks for the drawing; while one is under way only the last wish waits, and files that nobody waits for are given up.
export async function look(more = {}, then = () => {}) {
  next = {request: given(more), then};
  if (running?.request.files) running.abort.abort();
  if (running) return;
  document.body.setAttribute('aria-busy', 'true');
  while (next) {
    const {request, then: done} = running = {...next, abort: new AbortController()};
    next = null;
    const answer = await asked(request, running.abort.signal);
    if (!answer) continue;
    if (answer.view && ['pasted', 'right', 'files'].some(name => name in request)) Object.assign(page, {example: '', state: {scorer: request.scorer}});
    take(answer, !next);
    if (!answer.error && !next) await done(answer);
  }
  running = null;
  document.body.removeAttribute('aria-busy');
}

function take(answer, isNewest = true) {
  const headline = find('headline');
  if (answer.files) {
    page.files = answer.files;
    showFiles();
    if (!answer.view) page.drawn = null;  // what was shown before is not about these files
  }
  document.body.classList.toggle('empty', !answer.view && !page.drawn);
  headline.className = answer.error ? 'error' : answer.view ? '' : 'told';
  headline.setAttribute('role', answer.error ? 'alert' : 'status');
  if (!answer.view) {
    headline.textContent = answer.error || answer.said;
    headline.scrollIntoView({block: 'nearest'});
    return;
  }
  page.drawn = answer;
  for (const name of ['task', 'counted', 'system', 'document', 'gold']) page.state[name] = answer[name];
  if (answer.given && isNewest) Object.assign(page.state, answer.given);
  if ('answer' in answer) page.state.answer = answer.answer;
  draw();
  if (answer.said) say(answer.said);
}

// ---- what the page adds to a drawing

page.onLit = () => {  // a page that holds this one in a frame is told how high it is
  if (parent !== window) parent.postMessage({eventScores: document.documentElement.offsetHeight}, '*');
};

page.onDrawn = () => {
  const {drawn} = page, example = page.examples.find(one => one.name === page.example);
  document.body.classList.toggle('asks', Boolean(drawn.asks));
  find('absent').hidden = !drawn.absent?.length;
  find('absent').lastElementChild.replaceChildren(...(drawn.absent || []).map(one => element('li', {}, element('b', {}, one.name), `: ${one.why}`)));
  find('shows').textContent = example ? example.shows : '';
  for (const chip of find('examples').children) chip.setAttribute('aria-pressed', String(chip.dataset.example === page.example));
};

page.onChoice = () => {
  remember(true);
  if (page.drawn.judged_by_scorer) look();
  else if (page.drawn.compared && page.state.scorer) compare();
};

page.onChange = what => {
  Object.assign(page.state, what);
  look({}, () => remember());
};

async function compare() {  // the intervals of the lit number; all else is here already
  const {drawn} = page, answer = await asked(given({want: 'compared'}));
  if (drawn !== page.drawn || !answer?.compared) return;
  drawn.compared = answer.compared;
  drawStrip();
  light();
}

// ---- the address: every state can be sent

async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join('')).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function unpacked(code) {
  const bytes = Uint8Array.from(atob(code.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
}

const view = () => (document.body.classList.contains('strip-only') ? 'view=strip&' : '');

export async function hash() {
  const lit = page.state.scorer ? `&scorer=${encodeURIComponent(page.state.scorer)}` : '';
  if (page.example) return `#${view()}example=${page.example}${lit}`;
  if (!page.state.references) return '';
  return `#${view()}s=${await packed(JSON.stringify(page.state))}`;
}

export async function remember(replace = false) {
  const code = await hash(), fits = code && code.length <= MAX_ADDRESS_CHARACTERS;
  const entry = {state: structuredClone(page.state), example: page.example};
  try {
    history[replace ? 'replaceState' : 'pushState'](entry, '', location.pathname + (fits ? code : ''));
  } catch { /* a state that is too large for the browser's history is not in it */ }
  find('whole').href = code.replace('view=strip&', '');
}

function begin(more) {  // nothing is left of what was looked at before
  Object.assign(page, {files: [], example: '', state: {}, ...more});
  find('chosen').replaceChildren();
  [find('right').value, find('paste').value] = ['', page.state.answer || ''];
  say('');
}

async function restore(entry) {
  const parts = new URLSearchParams(location.hash.slice(1) || location.search), code = parts.get('s');
  document.body.classList.toggle('strip-only', parts.get('view') === 'strip');
  try {
    if (entry) begin(structuredClone(entry));
    else if (code) begin({state: await unpacked(code)});
    else beginExample(parts.get('example'), parts.get('scorer') || '');
  } catch {
    take({error: 'This address is damaged. Was it cut when it was copied? '});
    return find('headline').append(element('button', {type: 'button', onclick: () => { beginExample(); look({}, () => remember()); }}, 'Show an example'));
  }
  return look({}, () => (entry ? null : remember(true)));
}

function beginExample(name, scorer = '') {
  const example = page.examples.find(one => one.name === name) || page.examples[0];
  begin({example: example.name, state: {...structuredClone(example.state), scorer}});
}

// What was changed by hand is no example any more; the drawing follows, and "back" leads to what was before.
export function changed(commit = true) {
  page.example = '';
  look({}, () => (commit ? remember() : null));
}

addEventListener('popstate', event => restore(event.state));
addEventListener('hashchange', () => { if (!history.state) restore(null); });

// ---- what a visitor takes away

const say = sentence => { find('taken').textContent = sentence; };

export function save(name, content, type) {
  const link = element('a', {href: URL.createObjectURL(content instanceof Blob ? content : new Blob([content], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export function dialog(title, ...children) {
  const close = element('button', {type: 'button', onclick: () => find('dialog').close()}, 'Close');
  find('dialog').replaceChildren(element('h2', {id: 'dialog-title'}, title), ...children, element('div', {}, close));
  find('dialog').showModal();
}

const copied = async text => navigator.clipboard?.writeText(text).then(() => true, () => false);  // not where a browser forbids it

find('share').onclick = async () => {
  const code = await hash(), length = code.length.toLocaleString('en'), most = MAX_ADDRESS_CHARACTERS.toLocaleString('en');
  if (!code) return say('These documents are too large for an address. Take the report instead.');
  if (code.length > MAX_ADDRESS_CHARACTERS) return say(`The address would have ${length} characters, and ${most} are safe to send. Take the report instead.`);
  await remember(true);
  const address = `${location.origin}${location.pathname}?${code.slice(1)}`;  // the server makes a picture of what stands before a #
  if (await copied(address)) return say('The link is copied: who opens it sees this, and a chat shows its picture.');
  return offer('Share', address, 'This address shows what you see.');
};

find('report').onclick = async () => {
  say('Making the report …');
  const answer = await asked(given({want: 'report'}));
  say(answer.error || 'The report is saved: it shows what is lit here.');
  if (answer.html) save(answer.name, answer.html, 'text/html');
};

function offer(title, text, after) {
  const done = element('span', {aria: {role: 'status'}});
  const copy = element('button', {type: 'button', onclick: async () => { done.textContent = (await copied(text)) ? 'Copied.' : 'Select and copy it.'; }}, 'Copy');
  dialog(title, element('pre', {tabIndex: 0}, text), ...(after ? [element('p', {}, after)] : []), element('div', {}, copy, done));
}

find('python').onclick = async () => {
  const answer = await asked(given({want: 'python'}));
  return answer.error ? say(answer.error) : offer('The same number in Python', answer.code);
};

find('picture').onclick = () => {
  const drawn = picture(), address = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`;
  const buttons = [
    element('button', {type: 'button', onclick: () => save('scores.svg', drawn, 'image/svg+xml')}, 'SVG'),
    element('button', {type: 'button', onclick: async () => save('scores.png', await bitmap(address))}, 'PNG'),
  ];
  dialog('Picture', element('img', {src: address, alt: `${find('headline').textContent} ${find('verdict').textContent}`}), element('div', {}, ...buttons));
};

async function bitmap(address) {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = element('canvas', {width: image.naturalWidth * 2, height: image.naturalHeight * 2});
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise(done => { canvas.toBlob(done, 'image/png'); });
}

find('signature').onkeydown = event => {  // a signature that was changed is a dot of one's own
  if (event.key !== 'Enter') return;
  event.preventDefault();
  Object.assign(page.state, {own: find('signature').textContent.trim(), scorer: 'Your signature'});
  changed();
};

// ---- what comes in

function bring(request) {
  look(request, () => {
    scrollTo({top: 0});
    return remember();
  });
}

function readBox(id, name) {
  const text = find(id).value;
  if (!text.trim()) return;
  page.files = [];
  bring({[name]: text});
}

find('own').onclick = () => find('right').focus();
for (const [id, name, button] of [['right', 'right', 'read-right'], ['paste', 'pasted', 'read']]) {
  find(button).onclick = () => readBox(id, name);
  find(id).onkeydown = event => { if (event.key === 'Enter' && (event.shiftKey || event.ctrlKey)) { event.preventDefault(); readBox(id, name); } };
  find(id).onpaste = () => setTimeout(() => readBox(id, name));
}

find('prompt').onclick = () => {  // what to ask a model about the text that is shown
  const {view} = page.drawn || {}, marks = view?.marks || [];
  if (view?.kind !== 'words') return say('A prompt needs a text: paste one into the first box, or choose an example with words.');
  const known = kind => [...new Set(marks.filter(mark => mark.side === 'references' && mark.kind === kind).map(mark => mark.label))].join(', ');
  const labels = [['Event types', known('event')], ['Roles', known('argument')]].filter(([, names]) => names).map(([title, names]) => `${title}: ${names}.\n`).join('');
  const form = '[{"type": "…", "trigger": "…", "arguments": [{"role": "…", "text": "…"}]}]';
  const text = `List the events in the text below as JSON and say nothing else:\n${form}\nCopy triggers and arguments from the text, word by word. If there is no event, say [].\n${labels}\nText: ${view.words.join(' ')}`;
  return offer('Paste this prompt into your model', text, 'Then paste its answer into the box “Model’s answer”.');
};

async function takeFiles(files) {
  if (!files.length) return;
  take({said: 'Reading the files …'});
  try {
    const taken = await Promise.all([...files].map(async file => {
      if (file.size > MAX_FILE_MEGABYTES * 2 ** 20) throw new Error(`${file.name} is larger than ${MAX_FILE_MEGABYTES} MB. The command line (event-score) has no such limit.`);
      const form = new FormData();
      form.append('files', file);
      const answer = await fetch('gradio_api/upload', {method: 'POST', body: form});
      if (!answer.ok) throw new Error(`${file.name} could not be taken. Drop it again.`);
      return {name: file.name, path: (await answer.json())[0]};
    }));
    if (!page.files.length) page.state = {};
    page.files.push(...taken);
    lookAtFiles();
  } catch (problem) {
    take({error: problem.message});
  }
}

function lookAtFiles() {
  page.state = {scorer: page.state.scorer};
  bring({});
}

function showFiles() {
  const sides = {references: 'reference', predictions: 'system', words: 'text', none: 'leave out'};
  const rows = page.files.map(file => {
    const select = element('select', {onchange: () => {
      if (select.value === 'references') for (const other of page.files) if (other.side === 'references') other.side = 'predictions';
      file.side = select.value;
      lookAtFiles();
    }}, ...Object.entries(sides).map(([value, title]) => new Option(title, value)));
    select.value = file.side;
    return element('li', {}, element('label', {}, `${file.name} `, select));
  });
  find('chosen').replaceChildren(...rows);
}

find('files').onchange = event => { takeFiles(event.target.files); event.target.value = ''; };
for (const name of ['dragover', 'dragleave', 'drop']) {
  addEventListener(name, event => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    find('box').classList.toggle('over', name === 'dragover');
    if (name === 'drop') takeFiles(event.dataTransfer.files);
  });
}

// ---- the beginning

followWidth(() => { if (page.drawn) draw(); });
page.examples = await (await fetch('examples.json')).json();
find('examples').append(...page.examples.map(one => element('button', {
  type: 'button', data: {example: one.name}, onclick: () => { beginExample(one.name); look({}, () => remember()); scrollTo({top: 0}); },
}, one.title)));
startEditing();
await restore(null);
document.body.dataset.ready = '';
