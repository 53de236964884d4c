// Proofs while one looks on: a verb runs, tells what it prints, and hands over what proves it, which is checked here.

import {h, button, put, replace, commandLine, copy, problem, save, say, plural, scrolled} from './dom.js';
import {mode, stream} from './api.js';
import {checkHere} from './checker.js';
import {unzip, inOrder} from './zip.js';

// mostText is how long a text may be that is sent, and mostLink one that an address holds.
export const mostText = 250000;
const mostLink = 6000;

// prove runs a verb, and calls progress(text) and line(object) meanwhile. It returns {lines, exit, command, remarks,
// evidence}: the evidence is {name, zip, files}, or null.
export async function prove(verb, query, {signal, progress, line}) {
  if (query.stdin?.length > mostText) throw new Error(`The text has ${query.stdin.length.toLocaleString('en')} characters; this page takes ${mostText.toLocaleString('en')}. The command line has no such limit.`);
  const result = {lines: [], evidence: null};
  await stream(`/api/prove/${verb}`, query, (event, o) => {
    if (event === 'progress') progress?.(o.text);
    if (event === 'line') { result.lines.push(o); line?.(o); }
    if (event === 'evidence') result.evidence = {name: o.name, zip: Uint8Array.from(atob(o.zip), c => c.charCodeAt(0))};
    if (event === 'answer') Object.assign(result, {exit: o.exit, command: o.command, remarks: o.remarks});
  }, signal);
  if (result.evidence) result.evidence.files = inOrder(await unzip(result.evidence.zip));
  return result;
}

// Evidence is the row of buttons below an answer that can be checked. options: evidence; the address of this very
// question, for a link; what the receiver's browser checks, in words; check() returns a controller that stops it.
export function evidenceRow({evidence, controller, what, auto}) {
  const room = h('div');
  const check = () => checkHere(room, async () => evidence.files, controller(), what);
  const command = evidence.files[0].name.includes('/') ? ['unzip ', evidence.name, ' && retroproof-check certificate'] : ['unzip ', evidence.name, ' && retroproof-check ', evidence.files.map(f => f.name).join(' ')];
  if (auto) check();
  return [h('p', {class: 'buttons'}, button('Check it here', check, {class: 'primary'}),
    button('Certificate', () => {
      save(evidence.name, evidence.zip, 'application/zip');
      replace(room, h('p', {class: 'note'}, 'Check it with ', h('code', null, command.join('')), '.'));
    }), shareButton(what)), room];
}

// shareButton copies the address of this question, with which the receiver's browser computes and checks it anew.
export function shareButton(what) {
  const note = h('small', {class: 'note'});
  return [button('Copy a link that checks', e => {
    const [path, query] = location.hash.split('?'), state = new URLSearchParams(query || '');
    state.set('check', '1');
    copy(`${location.href.split('#')[0]}${path}?${state}`, e.target);
    note.textContent = `Whoever opens it has the answer computed again, and checked in the browser: ${what}.${mode === 'server' ? ' It leads to this machine; behind the # it is the same for every copy of the page.' : ''}`;
  }), note];
}

// TextQuestion is a screen about a text that is pasted, dropped or chosen among examples. options:
//   verb, title, lead, label, file (its name in commands), accept, examples [[title, text, settings]]
//   settings: a list of {name, label, control, read()} that go into the request and the address
//   show(result, text) returns {kind, words, summary, details}: kind legal, illegal or unknown
//   what: what is checked in the browser, in words
export class TextQuestion {
  constructor(place, state, page, options) {
    Object.assign(this, {options, page, running: null, auto: state.get('check') === '1'});
    const {examples, settings = []} = options;
    this.verdict = h('section', {class: 'verdict', 'aria-label': 'Answer'});
    this.details = h('div');
    this.problem = h('p', {class: 'problem', role: 'alert'});
    this.text = h('textarea', {rows: 14, spellcheck: 'false', 'aria-label': options.label, value: state.get('text') ?? (state.toString() ? '' : examples[0][1]),
      ondragover: e => { e.preventDefault(); this.text.classList.add('over'); }, ondragleave: () => this.text.classList.remove('over'),
      ondrop: e => { if (e.dataTransfer.files.length) { e.preventDefault(); this.#read(e.dataTransfer.files[0]); } this.text.classList.remove('over'); },
      onkeydown: e => { if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) { e.preventDefault(); this.run(); } }});
    const input = h('input', {type: 'file', accept: options.accept, class: 'hidden', 'aria-label': `A file: ${options.label}`, tabindex: -1, onchange: () => { if (input.files[0]) this.#read(input.files[0]); input.value = ''; }});
    const list = h('select', {'aria-label': 'Examples', class: 'examples', onchange: () => { if (list.value) this.#example(examples[Number(list.value)]); list.value = ''; }},
      h('option', {value: ''}, 'Examples…'), examples.map(([title], i) => h('option', {value: String(i)}, title)));
    this.start = button('Run', () => this.run(), {class: 'primary'});
    this.stop = button('Stop', () => this.running?.abort(), {disabled: true});
    for (const s of settings) s.set(state.get(s.name) || '');
    replace(place, h('div', {class: 'title'}, h('h1', null, options.title), list), h('p', {class: 'lead'}, options.lead),
      h('div', {class: 'columns text'}, h('div', null, h('label', {class: 'field wide first'}, h('span', null, `${options.label} – paste, drop a file, or write`), this.text), this.problem,
        h('div', {class: 'together'}, settings.map(s => s.element)),
        h('p', {class: 'buttons'}, this.start, this.stop, button('Open a file', () => input.click()), input, h('small', {class: 'note'}, 'Ctrl+Enter runs it.'))),
      h('div', {class: 'beside'}, this.verdict, this.details)));
    if (state.toString()) this.run(); else this.#idle();
  }

  #idle() {
    this.verdict.className = 'verdict';
    replace(this.verdict, h('p', {class: 'big'}, 'Run it, or choose an example.'), h('p', {class: 'note'}, `What comes of it stands here, and ${this.options.what} can be checked in this browser.`));
  }

  async #read(file) {
    if (file.size > mostText) { this.problem.textContent = `${file.name} has ${file.size.toLocaleString('en')} bytes; this page takes ${mostText.toLocaleString('en')}. The command line has no such limit.`; return; }
    this.text.value = await file.text();
    this.run();
  }

  #example([, text, settings]) {
    this.text.value = text;
    for (const s of this.options.settings || []) s.set(settings?.[s.name] || '');
    this.run();
  }

  // query is what is asked, without what is empty.
  #query() {
    const q = {};
    if (this.text.value.trim()) q.stdin = this.text.value;
    for (const s of this.options.settings || []) { const v = s.read(); if (v) q[s.field || s.name] = v; }
    return q;
  }

  #keep(text) {
    const state = text.length <= mostLink ? {text} : {};
    for (const s of this.options.settings || []) state[s.name] = s.keep();
    this.page.keep(state, true);
  }

  async run() {
    this.running?.abort();
    const mine = this.running = new AbortController(), text = this.text.value, {options, verdict, details} = this;
    this.#keep(text);
    this.problem.textContent = '';
    replace(details);
    this.stop.disabled = false;
    verdict.className = 'verdict';
    const news = h('p', {class: 'note', 'aria-live': 'polite'});
    replace(verdict, h('p', {class: 'big working'}, 'Working…'), news);
    try {
      const result = await prove(options.verb, this.#query(), {signal: mine.signal, progress: said => { news.textContent = said; }});
      if (mine !== this.running) return;
      this.#answered(result, text);
    } catch (error) {
      if (mine === this.running) replace(verdict, problem(error));
    } finally {
      if (mine === this.running) this.stop.disabled = true;
    }
  }

  #answered(result, text) {
    const {options, verdict, details} = this;
    const {kind, words, summary, details: rest} = options.show(result, text);
    verdict.className = `verdict answered ${kind}`;
    replace(verdict, h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, {legal: '✓', illegal: '✕', unknown: '?'}[kind]), h('strong', null, words)),
      summary && h('p', {class: 'summary'}, summary),
      result.remarks && h('pre', {class: 'remarks'}, result.remarks.trim()),
      result.evidence ? evidenceRow({evidence: result.evidence, what: options.what, auto: this.auto, controller: () => { this.running?.abort(); return (this.running = new AbortController()); }})
        : h('p', {class: 'buttons'}, shareButton(options.what)));
    this.auto = false;
    // The command reads a file where the page sends a text.
    put(details, rest, commandLine(result.command.replace(/ -(?= |$)/, ` ${options.file}`)));
    say(words, verdict);
  }

  screen() { return {leave: () => this.running?.abort()}; }
}

// setting makes one of a TextQuestion's settings of a select or an input.
export function setting(name, label, control, field) {
  const checkbox = control.type === 'checkbox';
  return {
    name, field, element: checkbox ? h('label', null, control, ` ${label}`) : h('label', {class: 'field'}, h('span', null, label), control),
    set: v => { if (checkbox) control.checked = v === '1'; else control.value = v; },
    read: () => checkbox ? control.checked : control.type === 'number' ? Number(control.value) || 0 : control.value,
    keep: () => checkbox ? (control.checked ? '1' : '') : control.value,
  };
}

// rowsOf shows the first rows of a table, and the others when they are asked for.
export function rowsOf(head, rows, most = 100) {
  const body = h('tbody', null, rows.slice(0, most).map(row));
  const more = rows.length > most && button(`Show ${plural(rows.length - most, 'more row', 'more rows')}`, e => { body.append(...rows.slice(most).map(row)); e.target.remove(); });
  return [scrolled('Table', h('table', null, h('thead', null, h('tr', null, head.map(t => h('th', {scope: 'col'}, t)))), body)), more];
}

function row(cells) { return h('tr', null, cells.map(c => h('td', null, c))); }
