// The lemmas of the paper of 2013 about king and rook against king, proved while one looks on.

import {h, s, button, replace, commandLine, plural, say, seconds, scrolled} from './dom.js';
import {stream} from './api.js';
import {Player, between} from './player.js';

// paperLemmas shows the lemmas of 2013 in a panel while they are proved, and returns what stops that.
export function paperLemmas(panel) {
  const body = h('tbody'), news = h('p', {class: 'note', 'aria-live': 'polite'}), graph = h('div'), refuted = h('div');
  let rows1 = new Map(), lemmas = [], conclusions = [], running = null;
  const start = button('Prove all', () => run({}), {class: 'primary'}), stopButton = button('Stop', () => running?.abort(), {disabled: true});
  const wrong = button('Another reading: Lemma 4 refuted', () => run({lemmas: ['4'], rook_safe_distance: 2}));
  replace(panel, h('p', {class: 'note'}, 'Each lemma is turned around: a formula says that a play by the strategy violates it, and the solver shows that the formula has no model. The theorems follow from the nine verdicts. Beside them the figures of the paper (Malikovic and Janicic 2013, at 2 GHz).'),
    h('p', {class: 'buttons'}, start, wrong, stopButton), news,
    scrolled('Lemmas', h('table', {class: 'lemmas'}, h('thead', null, h('tr', null, ['Lemma', 'Verdict', 'Variables', 'Clauses', 'Conflicts', 'CPU', 'Violations by exhaustion', 'Paper: variables', 'clauses', 'seconds'].map((t, i) => h('th', {scope: 'col', class: i > 1 ? 'n' : null}, t)))), body)),
    graph, refuted, commandLine(['retroproof', 'krk', 'prove']));
  return () => running?.abort();

  async function run(request) {
    running?.abort();
    const mine = running = new AbortController();
    rows1 = new Map(); lemmas = []; conclusions = [];
    replace(body); replace(graph); replace(refuted);
    stopButton.disabled = false;
    start.disabled = wrong.disabled = true;
    news.className = 'note working';
    news.textContent = 'Tabulating the strategy…';
    try {
      await stream('/api/krk/prove', request, (event, o) => {
        if (mine !== running) return;
        if (event === 'progress') progress(o);
        if (event === 'lemma') lemma(o);
        if (event === 'inference') { conclusions.push(o); draw(); }
      }, mine.signal);
      if (mine !== running) return;
      news.textContent = conclusions.length ? conclusions.filter(c => c.name.startsWith('Theorem')).map(c => `${c.name} ${c.holds ? 'holds' : 'is NOT established'}.`).join(' ') : `${plural(lemmas.length, 'lemma', 'lemmas')} decided.`;
      say(news.textContent);
    } catch (error) {
      if (mine === running) { news.textContent = error.name === 'AbortError' ? 'Stopped.' : error.message; }
    } finally {
      if (mine === running) {
        news.className = 'note';
        stopButton.disabled = true;
        start.disabled = wrong.disabled = false;
        for (const r of rows1.values()) if (r.querySelector('.running')) r.remove();
      }
    }
  }

  function row(key) {
    let r = rows1.get(key);
    if (!r) { r = h('tr', {'data-lemma': key}); rows1.set(key, r); body.append(r); }
    return r;
  }

  function progress(o) {
    news.textContent = `Lemma ${o.lemma}: ${o.conflicts.toLocaleString('en')} conflicts so far`;
    if (!lemmas.some(l => l.lemma === o.lemma)) replace(row(o.lemma), h('th', {scope: 'row'}, o.lemma), h('td', null, h('span', {class: 'badge running'}, 'running')), cell(o.variables), cell(o.clauses), cell(o.conflicts));
  }

  function cell(n) { return h('td', {class: 'n'}, n === undefined || n === null ? '–' : n.toLocaleString('en')); }

  function lemma(o) {
    lemmas.push(o);
    replace(row(o.lemma), h('th', {scope: 'row', title: o.statement}, o.lemma), h('td', null, h('span', {class: `badge ${o.verdict}`}, o.verdict)), cell(o.variables), cell(o.clauses), cell(o.conflicts), h('td', {class: 'n'}, seconds(o.cpu_seconds)), cell(o.exhausted),
      cell(o.paper?.variables), cell(o.paper?.clauses), cell(o.paper?.seconds));
    // Parts of a lemma stand only while they run.
    for (const part of o.parts || []) rows1.get(part)?.remove();
    if (o.counterexample) counterexample(o);
    draw();
  }

  function counterexample(o) {
    const positions = o.counterexample.map(p => p.fen);
    const plies = between(positions, o.counterexample);
    replace(refuted, h('h2', null, `Lemma ${o.lemma} is refuted`), h('p', null, o.statement), h('p', {class: 'note'}, 'A model of the formula is a play that violates the lemma:'),
      new Player({start: positions[0], plies, at: 0, caption: n => n ? `${plies[n - 1].san}${plies[n - 1].step ? `: ${plies[n - 1].step}` : ''}` : 'The beginning'}).element);
  }

  function draw() { replace(graph, lemmas.length > 1 ? deduction(lemmas, conclusions) : null); }
}

// deduction draws which lemmas the theorems rest on.
function deduction(lemmas, conclusions) {
  const theorems = conclusions.filter(c => c.name.startsWith('Theorem'));
  const main = lemmas.filter(l => /^\d+s?$/.test(l.lemma));
  if (!theorems.length) return null;
  const width = 760, height = 190, gap = width / main.length;
  const x = key => gap * (main.findIndex(l => l.lemma === key) + 0.5), tx = i => width * (i + 0.5) / theorems.length;
  return h('figure', null, s('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': theorems.map(t => `${t.name} rests on lemmas ${t.lemmas.join(', ')}`).join('. ')},
    theorems.map((t, i) => t.lemmas.filter(k => main.some(l => l.lemma === k)).map(k => s('path', {class: 'edge', d: `M${x(k)} 46C${x(k)} 100 ${tx(i)} 90 ${tx(i)} 138`}))),
    main.map(l => [s('circle', {class: `node ${l.verdict}`, cx: x(l.lemma), cy: 28, r: 19}, s('title', null, l.statement)), s('text', {class: 'node-text', x: x(l.lemma), y: 32}, l.lemma)]),
    theorems.map((t, i) => [s('rect', {class: `node ${t.holds ? 'proved' : 'refuted'}`, x: tx(i) - 55, y: 138, width: 110, height: 34, rx: 8}, s('title', null, t.text)), s('text', {class: 'node-text', x: tx(i), y: 160}, t.name)])),
  h('figcaption', null, theorems.map(t => h('p', null, h('strong', null, `${t.name}: `), t.text))));
}
