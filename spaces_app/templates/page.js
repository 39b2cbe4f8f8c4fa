// The script of the page. gradio gives `element` (the component), `server` (its functions) and `upload`.
const root = element.querySelector('.ev');
const find = (query, within = root) => within.querySelector(query);
const all = (query, within = root) => [...within.querySelectorAll(query)];
const result = find('#ev-result'), editor = find('#ev-editor'), stale = find('#ev-stale');
const fields = {words: find('#ev-words'), gold: find('#ev-gold'), system: find('#ev-system')};
const MAX_ADDRESS_CHARACTERS = 6000;
let state = {page: root.dataset.page, example: null, options: {}, files: null, unit: 'char'};
let asked = 0, waiting = null, side = 'system';
state.example = find(`[data-for="${state.page}"] [data-example]`).dataset.example;

// ---- asking the server, and showing what it says

const given = () => ({page: state.page, options: state.options, ...(state.files ? {files: state.files, unit: state.unit} : texts())});

async function takeReport(button) {  // it is made when somebody wants it, and becomes a file of the browser
  button.disabled = true;
  let answer;
  try {
    answer = await server.report(given());
  } catch {
    answer = {};
  }
  button.disabled = false;
  const box = button.closest('.ev-take');
  for (const old of all('.es-error', box)) old.remove();
  if (!answer.name) {
    box.insertAdjacentHTML('beforeend', answer.html || '<p class="es-error" role="alert">The server did not answer.</p>');
    return;
  }
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([answer.html], {type: 'text/html'}));
  link.download = answer.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

result.addEventListener('click', event => {
  const button = event.target.closest('[data-report]');
  if (button) takeReport(button);
});

async function ask(request) {
  const number = ++asked;
  clearTimeout(waiting);
  mark('Scoring …');
  let answer;
  try {
    answer = await server.score({page: state.page, options: state.options, ...request});
  } catch {
    answer = {html: '', refused: true};
  }
  if (number !== asked) return;
  if (!answer.html) {
    const sentence = 'The server did not answer. Is the connection there? Change something to try again.';
    answer = {html: `<p class="es-error" role="alert">${sentence}</p>`, refused: true};
  }
  show(answer, request);
}

function texts() {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value]));
}

const again = () => ask(state.files ? {files: state.files, unit: state.unit} : texts());

function show(answer, request) {
  mark('');
  if (answer.page) turn(answer.page);
  for (const name in fields) if (name in answer && document.activeElement !== fields[name]) fields[name].value = answer[name];
  if (answer.chosen) state.options = {...answer.chosen};
  find('#ev-shows').innerHTML = state.example && !state.files ? answer.shows || find('#ev-shows').innerHTML : '';
  result.innerHTML = answer.html;
  if (answer.rules || !answer.refused) find('#ev-rules').innerHTML = answer.rules || '';
  const at = find('.es-error', result)?.textContent.match(/(reference|system|words)[,:]/)?.[1].replace('reference', 'gold');
  for (const name in fields) fields[name].setAttribute('aria-invalid', String(name === at));
  if (answer.refused) for (const old of all('.ev-rule :is(b, small)')) old.remove();  // numbers of what was before
  const options = find('#ev-options');
  if (answer.options && !options.contains(document.activeElement)) options.innerHTML = answer.options;
  number();
  reachable();
  remember();
}

function mark(sentence) {
  stale.textContent = sentence;
  result.setAttribute('aria-busy', String(Boolean(sentence)));
}

function number() {  // give the words of a drawn text their places, so that they can be marked
  if (state.files) for (const way of all('.ev-way', result)) way.hidden = true;
  if (!annotated()) return;
  const texts = new Map([['', []]]);
  let name = '';
  for (const line of fields.words.value.split('\n')) {
    if (/^\s*#/.test(line)) { name = line.trim().replace(/^#+/, '').trim(); texts.set(name, []); }
    else texts.get(name).push(...line.split(/\s+/).filter(Boolean));
  }
  for (const box of all('.ev-document', result)) {
    const lanes = find('.es-lanes', box), words = texts.get(find('.es-doc', box)?.textContent) || [...texts.values()].find(one => one.length);
    if (!lanes || !words) continue;
    const walker = document.createTreeWalker(lanes, NodeFilter.SHOW_TEXT), nodes = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('.es-l, .es-id, .er-item')) nodes.push(walker.currentNode);
    if (nodes.map(node => node.data).join('').split(/\s+/).filter(Boolean).join(' ') !== words.join(' ')) continue;
    let place = 0;
    for (const node of nodes) {
      node.replaceWith(...node.data.split(/(\s+)/).filter(Boolean).map(part => {
        if (!part.trim()) return part;
        const word = document.createElement('span');
        word.dataset.w = place++;
        word.textContent = part;
        return word;
      }));
    }
    if (place !== words.length) for (const word of all('[data-w]', box)) delete word.dataset.w;
  }
  for (const way of all('.ev-way', result)) way.hidden = !find('[data-w]', result);
}

function reachable() {  // what scrolls can be reached by keys
  for (const box of all('.es-scroll, .es-lanes, code')) {
    if (box.scrollWidth > box.clientWidth + 1) Object.assign(box, {tabIndex: 0});
  }
}

// ---- what one has

function turn(page) {
  const shown = find('#ev-panel');
  state.page = page;
  for (const tab of all('[role=tab]')) {
    const chosen = tab.dataset.page === page;
    tab.setAttribute('aria-selected', String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    if (chosen) shown.setAttribute('aria-labelledby', tab.id);
  }
  for (const part of all('[data-for]')) part.hidden = part.dataset.for !== page;
  find('.ev-words').hidden = !['nuggets', 'extraction', 'answers'].includes(page);
  for (const chip of all('[data-example]')) chip.setAttribute('aria-pressed', String(chip.dataset.example === state.example && !state.files));
}

function example(page, name) {
  forget();
  state.example = name || find(`[data-for="${page}"] [data-example]`).dataset.example;
  state.options = {};
  turn(page);
  ask({example: state.example});
}

root.addEventListener('click', event => {
  const tab = event.target.closest('[role=tab]'), chip = event.target.closest('[data-example]');
  if (tab && tab.dataset.page !== state.page) example(tab.dataset.page);
  if (chip) example(state.page, chip.dataset.example);
  const sort = event.target.closest('.ev-sort');
  if (sort) order(sort);
  if (event.target.closest('.ev-way .ev-link')) {
    find('#ev-text').open = true;
    fields.system.focus();
  }
});

root.addEventListener('keydown', event => {
  const tab = event.target.closest('[role=tab]');
  const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -9, End: 9}[event.key];
  if (tab && by) {
    const tabs = all('[role=tab]'), at = tabs.indexOf(tab);
    const next = Math.abs(by) === 9 ? (by < 0 ? 0 : tabs.length - 1) : (at + by + tabs.length) % tabs.length;
    event.preventDefault();
    tabs[next].focus();
    tabs[next].click();
  }
  if (event.key === 'Enter' && event.shiftKey && event.target.matches('textarea')) {
    event.preventDefault();
    changed(0);
  }
});

// ---- rules, options and texts

find('#ev-rules').addEventListener('change', event => {
  const given = JSON.parse(event.target.dataset.options), value = event.target.value;
  for (const [name, text] of Object.entries(given)) text ? state.options[name] = text : delete state.options[name];
  find('#ev-options').innerHTML = '';
  again().then(() => find(`[name=ev-rule][value="${value}"]`)?.focus());
});

find('#ev-options').addEventListener('submit', event => event.preventDefault());
find('#ev-options').addEventListener('change', event => {
  const {name, value} = event.target;
  value.trim() ? state.options[name] = value : delete state.options[name];
  again();
});

function changed(delay) {
  forget();
  state.example = null;
  turn(state.page);
  mark('Not scored yet: what is below belongs to the text before your change.');
  clearTimeout(waiting);
  waiting = setTimeout(again, delay);
}

for (const field of Object.values(fields)) field.addEventListener('input', () => changed(600));

// ---- files

function forget() {
  state.files = null;
  find('#ev-chosen').innerHTML = '';
  find('#ev-files').value = '';
}

const drop = find('.ev-drop');
for (const name of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  root.addEventListener(name, event => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    drop.classList.toggle('ev-over', name === 'dragover' || name === 'dragenter');
    if (name === 'drop') take([...event.dataTransfer.files]);
  });
}
find('#ev-files').addEventListener('change', event => take([...event.target.files]));
find('#ev-samples').addEventListener('click', async () => choose(await server.samples({})));

async function take(files) {
  if (!files.length) return;
  mark('Reading the files …');
  try {
    const taken = await Promise.all(files.map(async file => ({name: file.name, path: (await upload(file)).path})));
    const before = (state.files || []).filter(one => !taken.some(other => other.name === one.name));
    choose([...before, ...taken.map(file => ({...file, side: guess(file.name)}))]);
  } catch {
    const most = 'A file could not be taken: is it larger than is allowed?';
    show({html: `<p class="es-error" role="alert">${most}</p>`, refused: true});
  }
}

function guess(name) {
  if (/\.(txt|tab)$/i.test(name) || /(text|token|word)s?[^/]*\.zip$/i.test(name)) return 'words';
  return /gold|ref|key|truth|annotat/i.test(name) ? 'gold' : 'system';
}

function choice(text, titles, chosen, place = '') {  // a control with its label
  const row = document.createElement('label'), select = document.createElement('select');
  row.textContent = `${text} `;
  select.dataset.place = place;
  for (const [value, title] of Object.entries(titles)) select.add(new Option(title, value, false, value === chosen));
  row.append(select);
  return row;
}

function choose(files) {
  const annotated = files.filter(file => file.side !== 'words');
  if (annotated.length > 1 && !annotated.some(file => file.side === 'gold')) annotated[0].side = 'gold';
  if (!state.files) state.options = {};
  state.files = files;
  state.example = null;
  const sides = {gold: 'reference', system: 'system', words: 'text', none: 'leave out'};
  const list = find('#ev-chosen');
  list.replaceChildren(...files.map((file, place) => choice(file.name, sides, file.side, place)));
  if (files.some(file => /\.tbf$/i.test(file.name))) list.append(choice('TBF spans are made of', {char: 'characters', token: 'tokens'}, state.unit));
  if (files.some(file => file.side === 'gold') && files.some(file => file.side === 'system')) again();
  else show({html: '<p class="es-note" role="status">Now drop the other side: one file of references and at least one of a system.</p>', refused: true});
}

find('#ev-chosen').addEventListener('change', event => {
  if (event.target.dataset.place) state.files[event.target.dataset.place].side = event.target.value;
  else state.unit = event.target.value;
  if (event.target.value === 'gold') {
    for (const file of state.files) if (file.side === 'gold' && file !== state.files[event.target.dataset.place]) file.side = 'system';
  }
  choose(state.files);
});

// ---- the numbers and their marks

function light(tile) {
  const sentence = find('.ev-meaning', tile ? tile.closest('.es-result') : result);
  const marks = all('.ev-document [class*="es-k-"]', result), earned = tile?.dataset.earned.split(' ').filter(Boolean);
  result.classList.toggle('ev-lit', Boolean(tile && earned.length));
  for (const one of marks) {
    one.classList.remove('ev-won', 'ev-lost');
    if (!tile || !earned.length) continue;
    const is_trigger = one.matches('.es-w, .es-w *'), of = tile.dataset.of;
    if (of && is_trigger !== (of === 'trigger')) continue;
    const kind = one.className.match(/es-k-(\w+)/)[1];
    one.classList.add(earned.includes(kind) ? 'ev-won' : 'ev-lost');
  }
  if (sentence) sentence.textContent = tile ? tile.dataset.meaning : sentence.dataset.hint;
}

for (const [name, lights] of [['mouseover', true], ['mouseout', false], ['focusin', true], ['focusout', false]]) {
  result.addEventListener(name, event => { const tile = event.target.closest('.es-tile'); if (tile) light(lights ? tile : null); });
}

function order(button) {
  const head = button.closest('th'), table = button.closest('table'), column = head.cellIndex;
  const down = head.getAttribute('aria-sort') !== 'descending';
  for (const other of head.parentNode.children) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  const key = row => row.cells[column].dataset.sort, sign = down ? -1 : 1;
  const rows = [...table.tBodies[0].rows].sort((one, two) => sign * (column ? key(one) - key(two) : key(one).localeCompare(key(two))));
  table.tBodies[0].append(...rows);
}

// ---- explanations

function beside(box, at) {
  const place = at.getBoundingClientRect();
  box.style.left = `${Math.max(8, Math.min(place.left, innerWidth - box.offsetWidth - 8))}px`;
  const below = place.bottom + 6 + box.offsetHeight < innerHeight;
  box.style.top = `${below ? place.bottom + 6 : Math.max(8, place.top - box.offsetHeight - 6)}px`;
}

for (const [name, open] of [['mouseover', true], ['mouseout', false], ['focusin', true], ['focusout', false]]) {
  root.addEventListener(name, event => {
    const term = event.target.closest('.ev-term'), tip = term && document.getElementById(term.getAttribute('popovertarget'));
    if (!tip) return;
    if (open) { if (!tip.matches(':popover-open')) tip.showPopover(); beside(tip, term); } else if (tip.matches(':popover-open')) tip.hidePopover();
  });
}

// ---- annotating: drag over words, or press a mark

const annotated = () => !state.files && ['nuggets', 'extraction', 'answers'].includes(state.page);
const editable = one => annotated() && !(one === 'system' && state.page === 'answers') && !/^\s*[[{]/.test(fields[one].value);
let drag = null;

function paint() {
  for (const word of all('.ev-picked', result)) word.classList.remove('ev-picked');
  if (!drag) return;
  const [first, last] = [drag.from, drag.to].sort((one, two) => one - two);
  for (const word of all('[data-w]', drag.box)) {
    word.classList.toggle('ev-picked', Number(word.dataset.w) >= first && Number(word.dataset.w) <= last);
  }
}

result.addEventListener('pointerdown', event => {
  const word = event.target.closest('[data-w]');
  if (!word || event.button || !annotated() || !(editable('gold') || editable('system'))) return;
  if (event.pointerType === 'mouse') event.preventDefault();
  const at = Number(word.dataset.w);
  drag = {box: word.closest('.ev-document'), from: at, to: at, beside: at};
  paint();
});
root.addEventListener('pointermove', event => {
  if (!drag) return;
  const word = document.elementFromPoint(event.clientX, event.clientY)?.closest('#ev-result [data-w]');
  if (!word || !drag.box.contains(word)) { drag.left = true; return; }
  drag.to = Number(word.dataset.w);
  if (!drag.left) drag.beside = drag.to;  // what was passed before the words were left, on the way to a trigger
  paint();
});
root.addEventListener('pointerup', event => {
  if (!drag) return;
  const picked = {...drag, box: drag.box}, onto = document.elementFromPoint(event.clientX, event.clientY)?.closest('#ev-result [id]');
  const trigger = state.page !== 'nuggets' && onto && place(onto);
  const [first, last] = [picked.from, trigger ? picked.beside : picked.to].sort((one, two) => one - two);
  drag = null;
  const span = first === last ? String(first) : `${first}-${last}`;
  const at = find(`[data-w="${last}"]`, picked.box);
  const number = Number(picked.box.dataset.document);
  if (trigger) return edit({...trigger, span, item: headOf(trigger), adds: true, role: true}, at);
  edit({document: number, span, side: editable(side) ? side : 'gold'}, at);
});
result.addEventListener('click', event => {
  const found = event.target.closest('[id]'), at = found && place(found);
  if (at && annotated() && editable(at.side)) edit({...at, ...parts(at)}, found);
});

function place(one) {
  const found = one.id.match(/d(\d+)-([rp])(\d+)$/);
  return found && {document: Number(found[1]), side: found[2] === 'r' ? 'gold' : 'system', item: Number(found[3])};
}

function items(one, number) {  // the lines that hold items of a document
  const lines = fields[one].value.split('\n'), heads = lines.flatMap((line, at) => /^\s*#/.test(line) ? [at] : []);
  const start = number < heads.length ? heads[number] + 1 : 0, end = heads.find(head => head >= start) ?? lines.length;
  const held = lines.map((_, at) => at).slice(start, end).filter(at => lines[at].trim() && !/^\s*(cluster|candidates|After|Subevent)\b/.test(lines[at]));
  return {lines, held, end};
}

const isArgument = line => /^\s*>/.test(line);

function parts({side: one, document: number, item}) {
  const {lines, held} = items(one, number), line = lines[held[item]] || '';
  const [span, label, realis] = line.replace(/^\s*>/, '').split('|').map(part => part.trim());
  return {span, label, realis, role: isArgument(line)};
}

function headOf({side: one, document: number, item}) {  // the trigger that an item belongs to
  const {lines, held} = items(one, number);
  while (item > 0 && isArgument(lines[held[item]])) item--;
  return item;
}

function write({side: one, document: number, item, adds}, line) {
  const {lines, held, end} = items(one, number);
  if (item === undefined) lines.splice(end, 0, line);
  else if (adds) {
    let at = held[item] + 1;
    while (at < end && isArgument(lines[at])) at++;
    lines.splice(at, 0, line);
  } else if (line) lines[held[item]] = line;
  else {
    let count = 1;
    while (!isArgument(lines[held[item]]) && held[item] + count < end && isArgument(lines[held[item] + count])) count++;
    lines.splice(held[item], count);
  }
  fields[one].value = lines.filter((text, at) => text.trim() || at < lines.length - 1).join('\n');
  side = one;
  changed(0);
}

function edit(at, anchor) {
  const is_new = at.item === undefined, labels = new Set(), {document: number} = at;
  const triggers = [];
  for (const one of ['gold', 'system']) {
    if (!editable(one)) continue;
    const {lines, held} = items(one, number);
    held.forEach((line, item) => {
      const {label, role, span} = parts({side: one, document: number, item});
      if (Boolean(role) === Boolean(at.role) && label) labels.add(label);
      if (!role && state.page !== 'nuggets') triggers.push({one, item, title: `${label} (${span})`});
    });
  }
  const form = document.createElement('form'), inputs = form.elements;
  form.innerHTML = `<p><b></b></p>
    <label class="ev-where">in <select name="side"><option value="system">system</option><option value="gold">reference</option></select></label>
    <label class="ev-of">is <select name="of"><option value="">an event</option></select></label>
    <label>${at.role ? 'role' : 'type'} <input name="label" list="ev-labels" required autocomplete="off"></label><datalist id="ev-labels"></datalist>
    <label class="ev-realis">realis <select name="realis"><option></option><option>Actual</option><option>Generic</option><option>Other</option></select></label>
    <p><button class="es-button">${is_new || at.adds ? 'Add' : 'Change'}</button> <button type="button" class="es-button" data-do="remove">Remove</button>
    <button type="button" class="es-button" data-do="close">Close</button></p>`;
  const box = all('.ev-document', result).find(one => Number(one.dataset.document) === number);
  const spoken = all('[data-w]', box).filter(word => covered(at.span).includes(Number(word.dataset.w))).map(word => word.dataset.text || word.textContent.trim());
  find('b', form).textContent = spoken.join(' ') || at.span;
  for (const label of labels) find('datalist', form).append(new Option(label));
  inputs.side.value = at.side;
  find('.ev-where', form).hidden = !is_new || !(editable('gold') && editable('system'));
  find('.ev-of', form).hidden = !is_new || !triggers.length;
  for (const one of triggers) inputs.of.add(new Option(`an argument of ${one.title}, ${one.one === 'gold' ? 'reference' : 'system'}`, JSON.stringify(one)));
  inputs.label.value = at.label || '';
  find('.ev-realis', form).hidden = state.page !== 'nuggets';
  inputs.realis.value = at.realis ?? 'Actual';
  find('[data-do=remove]', form).hidden = is_new || at.adds;
  form.addEventListener('submit', event => {
    event.preventDefault();
    const of = inputs.of.value ? JSON.parse(inputs.of.value) : null, label = inputs.label.value.replaceAll('|', ' ').trim();
    const realis = state.page === 'nuggets' && inputs.realis.value ? ` | ${inputs.realis.value}` : '';
    const line = `${at.role || of ? '> ' : ''}${at.span} | ${label}${realis}`;
    editor.hidePopover();
    if (of) write({...at, side: of.one, item: of.item, adds: true}, line);
    else write({...at, side: inputs.side.value}, line);
  });
  form.addEventListener('click', event => {
    const what = event.target.dataset.do;
    if (what) editor.hidePopover();
    if (what === 'remove') write(at, '');
  });
  editor.replaceChildren(form);
  editor.showPopover();
  beside(editor, anchor);
  inputs.label.focus();
}

editor.addEventListener('toggle', event => { if (event.newState === 'closed') paint(); });
addEventListener('keydown', event => { if (event.key === 'Escape' && editor.matches(':popover-open')) editor.hidePopover(); });
addEventListener('pointerdown', event => { if (!editor.contains(event.target) && editor.matches(':popover-open')) editor.hidePopover(); });

function covered(span) {
  return (span || '').split(',').flatMap(part => {
    const [first, last] = part.split('-').map(Number);
    return Array.from({length: Math.max(0, (last ?? first) - first) + 1}, (_, by) => first + by);
  });
}

// ---- the address holds the state

function remember() {
  const said = new URLSearchParams({task: state.page});
  if (state.example) said.set('example', state.example);
  for (const [name, text] of Object.entries(state.options)) if (text) said.set(`o.${name}`, text);
  const given = texts(), length = Object.values(given).join('').length;
  if (!state.example && !state.files && length <= MAX_ADDRESS_CHARACTERS) for (const name in given) said.set(name, given[name]);
  history.replaceState(history.state, '', `#${said}`);
  if (parent !== window) parent.postMessage({hash: `#${said}`}, 'https://huggingface.co');
}

function recall() {
  const said = new URLSearchParams(location.hash.slice(1)), page = said.get('task');
  if (!page || !find(`[data-for="${page}"]`)) return false;
  forget();
  state.options = Object.fromEntries([...said].filter(([name]) => name.startsWith('o.')).map(([name, text]) => [name.slice(2), text]));
  const given = Object.fromEntries([...said].filter(([name]) => name in fields));
  state.example = said.get('example') || (Object.keys(given).length ? null : find(`[data-for="${page}"] [data-example]`).dataset.example);
  turn(page);
  find('#ev-options').innerHTML = '';
  if (state.example) ask({example: state.example, options: state.options});
  else {
    for (const name in fields) fields[name].value = given[name] || '';
    ask(texts());
  }
  return true;
}

find('#ev-share').addEventListener('click', async event => {
  const button = event.currentTarget, before = button.textContent;
  try { await navigator.clipboard.writeText(location.href); button.textContent = 'Copied'; }
  catch { button.textContent = 'The address of this page is the link'; }
  setTimeout(() => { button.textContent = before; }, 1500);
});

addEventListener('hashchange', recall);
new ResizeObserver(reachable).observe(result);
turn(state.page);
number();
if (!recall()) remember();
root.dataset.ready = 'yes';
