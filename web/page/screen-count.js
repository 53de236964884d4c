// Counting: totals, numbers of positions and back, samples, armies.

import {h, button, replace, select, commandLine, problem, field, copy, scrolled} from './dom.js';
import {ask, lines} from './api.js';
import {Board} from './board.js';
import {initial} from './fen.js';
import {link} from './main.js';

const schemes = [['cpi', 'Chess Position Integer'], ['urposition-repaired', 'urpositions, repaired'], ['urposition', 'urpositions, as published']];

export function show(place, state, page) {
  let scheme = schemes.some(([id]) => id === state.get('scheme')) ? state.get('scheme') : 'cpi';
  const keep = more => page.keep({scheme: scheme === 'cpi' ? '' : scheme, fen: fen.value === initial ? '' : fen.value, ...more});

  // Rank and unrank.
  const fen = h('input', {type: 'text', class: 'fen', spellcheck: 'false', value: state.get('fen') || initial, onchange: () => rank()});
  const number = h('textarea', {rows: 2, spellcheck: 'false', inputmode: 'numeric', onchange: () => unrank()});
  const about = h('div', {'aria-live': 'polite'});
  const board = new Board({label: 'Position of the number'});
  const rankCommand = h('div');
  const ranking = h('section', {class: 'card'}, h('h2', null, 'A number for every position'),
    field('Scheme', select(schemes, scheme, v => { scheme = v; rank(); })),
    h('label', {class: 'field wide'}, h('span', null, 'Position (FEN)'), fen),
    h('label', {class: 'field wide'}, h('span', null, 'Number'), number),
    h('p', {class: 'buttons'}, button('Position → number', () => rank()), button('Number → position', () => unrank()), button('Copy number', e => copy(number.value, e.target))),
    about, h('figure', null, board.element), rankCommand);

  async function rank() {
    replace(rankCommand, commandLine(['retroproof', 'rank', '--scheme', scheme, fen.value]));
    try {
      told(await ask('/api/rank', {fen: fen.value, scheme}));
      keep();
    } catch (error) { replace(about, problem(error)); }
  }

  async function unrank() {
    replace(rankCommand, commandLine(['retroproof', 'unrank', '--scheme', scheme, number.value.trim()]));
    try {
      const a = await ask('/api/unrank', {rank: number.value.trim(), scheme});
      fen.value = a.fen;
      told(a);
      keep();
    } catch (error) { replace(about, problem(error)); }
  }

  function told(a) {
    number.value = a.rank;
    board.set(a.fen);
    replace(about, h('p', {class: 'note'}, a.multiplicity > 1 ? `Number ${a.index + 1} of the ${a.multiplicity} that this position has.` : 'The only number of this position.', ' ', link('legal', {fen: plain(a.fen)}, 'Is it legal?')));
  }

  // A sample.
  const seed = h('input', {type: 'number', min: 0, value: 1}), many = h('input', {type: 'number', min: 1, max: 100, value: 8});
  const drawn = h('div');
  const sampleCommand = h('div');
  const sampling = h('section', {class: 'card'}, h('h2', null, 'Positions drawn at random'),
    h('p', {class: 'note'}, 'All numbers of the scheme are equally likely. A seed always means the same sample.'),
    h('div', {class: 'together'}, field('Seed', seed), field('How many', many), button('Draw', draw, {class: 'primary'}), button('Judge all', judge)), drawn, sampleCommand);
  let sample = [];

  async function draw() {
    replace(sampleCommand, commandLine(['retroproof', 'sample', many.value, '--seed', seed.value, '--scheme', scheme]));
    try {
      sample = await lines('/api/sample', {number: Number(many.value), seed: Number(seed.value), scheme});
      replace(drawn, scrolled('Samples', h('table', null, h('thead', null, h('tr', null, h('th', {scope: 'col', class: 'n'}, 'Draw'), h('th', {scope: 'col'}, 'Position'), h('th', {scope: 'col'}, 'Verdict'))),
        h('tbody', null, sample.map(d => h('tr', null, h('td', {class: 'n'}, d.draw), h('td', {class: 'long'}, link('legal', {fen: plain(d.fen)}, h('code', null, plain(d.fen)))),
          h('td', {'data-draw': d.draw}, button('Legal?', e => one(d, e.target.parentElement), {class: 'quiet'}))))))));
    } catch (error) { replace(drawn, problem(error)); }
  }

  async function one(d, cell) {
    replace(cell, h('span', {class: 'working'}));
    try {
      const a = await ask('/api/legal', {fen: plain(d.fen)});
      replace(cell, h('span', {class: `badge ${{legal: 'win', illegal: 'loss', unknown: 'draw'}[a.verdict]}`}, a.verdict), ' ', a.reason && h('small', null, a.reason));
      return a.verdict;
    } catch (error) { replace(cell, problem(error)); }
  }

  async function judge() {
    if (!sample.length) await draw();
    for (const d of sample) {
      const cell = drawn.querySelector(`[data-draw="${d.draw}"]`);
      if (!cell?.isConnected) return;
      await one(d, cell);
    }
  }

  // Armies.
  const white = h('input', {type: 'text', class: 'fen', value: 'KQQRRBBNNPPPPPP', onchange: army}), black = h('input', {type: 'text', class: 'fen', value: 'KQRRBBNNPPPPPPP', onchange: army});
  const armies = h('div', {'aria-live': 'polite'});
  const pair = h('section', {class: 'card'}, h('h2', null, 'Armies'),
    h('p', {class: 'note'}, 'Men of a side by their letters. Whoever has more than one queen, two rooks, two bishops or two knights had pawns promoted; and pawns get past each other only by captures.'),
    h('label', {class: 'field wide'}, h('span', null, 'White'), white), h('label', {class: 'field wide'}, h('span', null, 'Black'), black), armies);

  async function army() {
    try {
      const a = await ask('/api/armies', {white: white.value, black: black.value});
      const row = (name, x) => h('tr', null, h('th', {scope: 'row'}, name), h('td', null, x.possible ? 'possible' : 'impossible: too few pawns'), h('td', {class: 'n'}, x.promoted), h('td', null, h('code', null, `[${x.pawns}, ${x.number}, ${x.arrangements}]`)));
      replace(armies, scrolled('Armies', h('table', null, h('thead', null, h('tr', null, ['Side', 'Army', 'Promoted', 'Class [A, S, P]'].map(t => h('th', {scope: 'col'}, t)))), h('tbody', null, row('White', a.white), row('Black', a.black)))),
        h('p', null, h('span', {class: `badge ${a.attainable ? 'win' : 'loss'}`}, a.attainable ? 'One game can leave both' : 'No game leaves both')));
    } catch (error) { replace(armies, problem(error)); }
  }

  // Totals.
  const totals = h('section', {class: 'card'}, h('h2', null, 'How many positions are there?'), h('p', {class: 'note working'}, 'Counting…'));
  async function count() {
    try {
      const all = await lines('/api/count', {what: 'positions'});
      replace(totals, h('h2', null, 'How many positions are there?'),
        h('p', {class: 'note'}, 'Exact numbers, each an upper bound of the number of legal positions, or of their diagrams.'),
        scrolled('Totals', h('table', null, h('thead', null, h('tr', null, h('th', {scope: 'col'}, 'Kind'), h('th', {scope: 'col', class: 'n'}, 'log₂'), h('th', {scope: 'col', class: 'n'}, 'log₁₀'), h('th', {scope: 'col'}, 'Number'))),
          h('tbody', null, all.map(k => h('tr', null, h('td', null, k.title), h('td', {class: 'n'}, k.log2.toFixed(3)), h('td', {class: 'n'}, k.log10.toFixed(3)), h('td', {class: 'long'}, h('code', null, k.total))))))),
        commandLine(['retroproof', 'count', 'positions']));
    } catch (error) { replace(totals, problem(error)); }
  }

  replace(place, h('div', {class: 'title'}, h('h1', null, 'Counting and numbering positions')), h('div', {class: 'cards'}, ranking, h('div', null, sampling, pair)), totals);
  board.set(initial);
  rank();
  draw();
  army();
  count();
  return {update: now => { const f = now.get('fen') || initial; if (f !== fen.value) { fen.value = f; rank(); } }};
}

// plain leaves out index and multiplicity, which urpositions have in place of the clocks.
function plain(fen) { return `${fen.split(' ').slice(0, 4).join(' ')} 0 1`; }
