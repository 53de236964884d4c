// Strategies for endgames: play Black against one, watch it, see it proved; those of the program, or one's own.

import {h, replace, select, field, tabs, button, problem} from './dom.js';
import {run} from './api.js';
import {play, watch} from './strategy-play.js';
import {proof} from './strategy-proof.js';
import {paperLemmas} from './krk-lemmas.js';

const own = 'own';

// names are the strategies that are built in, each with a position to begin at.
const names = [
  ['krk2013', 'King and rook, 2013', '8/8/8/3k4/8/8/8/K6R w - - 0 1'],
  ['krk2016', 'King and rook, 2016', '8/8/8/3k4/8/8/8/K6R w - - 0 1'],
  ['kqk', 'King and queen', '8/8/8/3k4/8/8/8/KQ6 w - - 0 1'],
  ['torres', 'Torres y Quevedo’s automaton', '8/8/4K3/8/R7/8/3k4/8 w - - 0 1'],
  ['kpk', 'King and pawn', '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1'],
  ['kbbk', 'Two bishops', '8/8/8/3k4/8/8/8/K1BB4 w - - 0 1'],
  ['kbnk', 'Bishop and knight', '8/8/8/3k4/8/8/8/KBN5 w - - 0 1'],
  ['kbk', 'Bishop alone: drawn', '8/8/8/3k4/8/8/8/K1B5 w - - 0 1'],
  ['knk', 'Knight alone: drawn', '8/8/8/3k4/8/8/8/K1N5 w - - 0 1'],
];

const astray = `# The rook goes beside the black king: it is taken, or there is stalemate.
strategy "Beside the king"
men rook r
boards 8
step Beside: moved(r) least distance(r', bk) from 1 to 7
`;

// mostLink is how long a text of somebody's own may be that the address holds.
const mostLink = 6000;

export function show(place, state, page) {
  let name = state.get('strategy') || (state.get('text') ? own : 'krk2013'), text = state.get('text') || astray, tab = state.get('tab') || 'play';
  let fen = state.get('fen') || '', check = state.get('check') === '1', stop = () => {};
  const room = h('div');
  const choose = select([...names.map(([id, title]) => [id, title]), [own, 'Your own text…']], name, v => { name = v; fen = ''; if (v === own) tab = 'text'; keep(true); draw(); });
  replace(place, h('div', {class: 'title'}, h('h1', null, 'A strategy for an endgame'), field('Strategy', choose)),
    h('p', {class: 'lead'}, 'Rules that people can follow, and the proof that they win from every position that they claim: lemmas as formulas for a SAT solver, and a table from mate backwards.'), room);
  if (check && !state.get('tab')) tab = 'prove';
  draw();
  return {leave: () => stop()};

  function keep(add) {
    page.keep({strategy: name === 'krk2013' || name === own ? '' : name, text: name === own && text.length <= mostLink ? text : '', tab: tab === 'play' ? '' : tab, fen}, add);
  }

  // given is the strategy in a request.
  function given() { return name === own ? {stdin: text} : {strategy: name}; }

  // beginning is where games begin: of a text of somebody's own, where those with the same men do.
  function beginning() {
    const builtin = names.find(([id]) => id === name);
    if (fen || builtin) return fen || builtin[2];
    const men = [...(text.match(/^men (.*)$/m)?.[1] || 'rook r').matchAll(/\b(rook|queen|bishop|knight|pawn)\b/g)].map(m => ({rook: 'R', queen: 'Q', bishop: 'B', knight: 'N', pawn: 'P'}[m[1]]));
    const same = names.find(([, , f]) => f.replace(/[^A-JL-Z]/g, '') === [...men].sort().join(''));
    return same ? same[2] : names[0][2];
  }

  function draw() {
    stop();
    stop = () => {};
    const context = {given, beginning, words: () => name === own ? ['--file', 'own.strategy'] : [name], keep: now => { fen = now; keep(); }};
    const list = [
      {id: 'play', title: 'Play Black', show: panel => play(panel, context)},
      {id: 'watch', title: 'Watch', show: panel => watch(panel, context)},
      {id: 'prove', title: 'Prove', show: panel => { stop = proof(panel, given, check); check = false; }},
      name === 'krk2013' && {id: 'paper', title: 'Lemmas of the paper', show: panel => { stop = paperLemmas(panel); }},
      {id: 'text', title: 'Text', show: source},
    ].filter(Boolean);
    if (!list.some(t => t.id === tab)) tab = 'play';
    replace(room, tabs('strategy', list, tab, id => { if (tab !== id) stop(); tab = id; keep(); }));
  }

  // source shows the text of the strategy, or has one written.
  function source(panel) {
    if (name === own) {
      const area = h('textarea', {rows: 18, spellcheck: 'false', value: text, 'aria-label': 'The strategy', oninput: () => { text = area.value; keep(); }});
      replace(panel, h('p', {class: 'note'}, 'The language is that of ', h('code', null, 'retroproof strategy prove --file'), ': men, notions, and steps, of which the first that has a move is played. The other tabs are about this text.'), area,
        h('p', {class: 'buttons'}, button('Prove it', () => { tab = 'prove'; keep(true); draw(); }, {class: 'primary'}), button('Play against it', () => { tab = 'play'; keep(true); draw(); }),
          button('Reading of 2013 with distance 2', async e => {
            e.target.disabled = true;
            try { text = area.value = (await shown('krk2013')).replace('def apart = 3\n', 'def apart = 2\n'); keep(); } catch (error) { panel.append(problem(error)); }
            e.target.disabled = false;
          })));
      return;
    }
    const pre = h('pre', {class: 'output tall', tabindex: 0}, '…');
    replace(panel, h('p', {class: 'buttons'}, button('Change it', () => { text = pre.textContent; name = choose.value = own; keep(true); draw(); })), pre);
    shown(name).then(t => { pre.textContent = t; }, error => replace(panel, problem(error)));
  }

  async function shown(strategy) { return (await run('strategy-show', {strategy}))[0].text; }
}
