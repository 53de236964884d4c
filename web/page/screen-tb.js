// Tablebase: the value of a position and of its moves, the way to mate, and the numbers of a table.

import {h, s, button, replace, select, commandLine, problem, plural, say, scrolled} from './dom.js';
import {ask} from './api.js';
import {Editor} from './editor.js';
import {Player} from './player.js';
import {link} from './main.js';

const examples = [
  ['King and rook: mate in 16', '8/8/8/3k4/8/8/8/K6R w - - 0 1'],
  ['King and queen', '8/8/8/3k4/8/8/8/KQ6 w - - 0 1'],
  ['Bishop and knight: mate in 33', '8/8/7N/8/8/8/8/K1k1B3 w - - 0 1'],
  ['Pawn: the opposition', '4k3/8/4K3/4P3/8/8/8/8 w - - 0 1'],
  ['Queen against rook', '8/8/8/3k4/3r4/8/8/KQ6 w - - 0 1'],
  ['Too late for the fifty-move rule', '8/8/7N/8/8/8/8/K1k1B3 w - - 60 90'],
];

export function show(place, state, page) {
  let fen = state.get('fen') || examples[0][1];
  let running = null, answer = null;
  const result = h('section', {class: 'verdict', 'aria-label': 'Value', tabindex: -1});
  const moves = h('div');
  const lineRoom = h('div');
  const numbers = h('section');
  const command = h('div');
  const editor = new Editor({fen, onChange: now => probe(now, true)});
  place.addEventListener('keydown', e => {
    if (e.key !== ' ' || e.target.closest('button, input, select, summary, textarea')) return;
    if (answer?.moves?.length) { e.preventDefault(); make(answer.moves[0].uci); }
  });
  const list = select([['', 'Examples…'], ...examples.map(([title, f]) => [f, title])], '', f => {
    if (f) { editor.set(f); probe(f, true); }
    list.value = '';
  }, {'aria-label': 'Examples', class: 'examples'});
  replace(place,
    h('div', {class: 'title'}, h('h1', null, 'What is an endgame worth?'), list),
    h('p', {class: 'lead'}, 'Depth to mate (DTM) by best play of both sides, without the fifty-move rule. What that rule makes of it (WDL), and how far the next capture or pawn move is (DTZ), stand beside it where the server has Syzygy’s files. Tables of up to four men are built at once; larger ones are read.'),
    h('div', {class: 'columns'}, editor.element, h('div', {class: 'beside'}, result, moves, lineRoom, command)), numbers);
  probe(fen);
  return {update: now => { const f = now.get('fen') || examples[0][1]; if (f !== fen) { editor.set(f); probe(f); } }, leave: () => running?.abort()};

  async function probe(now, add) {
    running?.abort();
    const mine = running = new AbortController();
    fen = now;
    answer = null; // until there is one, no key plays
    delete result.dataset.at;
    page.keep({fen}, add);
    replace(command);
    replace(lineRoom);
    const wait = setTimeout(() => mine === running && replace(result, h('p', {class: 'big working'}, 'Looking it up…')), 150);
    try {
      answer = await ask('/api/tb/probe', {fen}, mine.signal);
    } catch (error) {
      if (mine !== running) return;
      answer = null;
      result.className = 'verdict';
      replace(result, problem(error), h('p', {class: 'note'}, 'For tables of five men: ', h('code', null, 'retroproof tb build NAME --dir DIR'), ', and begin with ', h('code', null, 'retroproof serve --tables DIR'), '.'));
      replace(moves);
      return;
    } finally {
      clearTimeout(wait);
    }
    if (mine !== running) return;
    shown();
  }

  function shown() {
    const a = answer, white = fen.split(' ')[1] !== 'b', side = white ? 'White' : 'Black', other = white ? 'Black' : 'White';
    result.className = `verdict ${{win: 'legal', loss: 'illegal', draw: 'unknown'}[a.result]}`;
    const words = a.result === 'draw' ? (a.moves.length ? 'Draw' : 'Stalemate') : a.dtm_plies === 0 ? `${side} is mated`
      : `${a.result === 'win' ? side : other} mates in ${plural(a.dtm_moves, 'move', 'moves')}`;
    replace(result,
      h('p', {class: 'big'}, h('strong', null, words), a.dtm_plies ? h('span', {class: 'note'}, plural(a.dtm_plies, 'ply', 'plies')) : null, h('code', {class: 'reason'}, a.material)),
      a.syzygy && h('p', {class: 'summary fifty'}, fifty(a.syzygy, Number(fen.split(' ')[4]) || 0)),
      h('p', {class: 'summary'}, `${side} to move.`, a.moves.length ? ' Space plays the best move.' : ''),
      h('p', {class: 'buttons'},
        a.moves.length > 0 && button('Play the best move', () => make(a.moves[0].uci), {class: 'primary'}),
        a.dtm_plies > 0 && button('Line to mate', line), button('Numbers of this table', () => statistics(a.material)),
        link('legal', {fen}, 'Is it legal?')));
    replace(command, commandLine(['retroproof', 'tb', 'probe', ...(a.syzygy ? ['--syzygy', 'DIR'] : []), fen]));
    say(words, result);
    result.dataset.at = fen;
    const groups = {win: [`${side} wins`, []], draw: ['Draw', []], loss: [`${side} loses`, []]};
    for (const m of a.moves) groups[m.result][1].push(m);
    const arrow = m => editor.mark(m ? {arrows: [{from: m.uci.slice(0, 2), to: m.uci.slice(2, 4), kind: 'hover'}]} : {});
    const head = [['Move'], ['Result'], ['DTM, moves', 'n'], ['DTM, plies', 'n'], ...(a.syzygy ? [['With the fifty-move rule'], ['DTZ, plies', 'n']] : []), ['Kind']];
    replace(moves, scrolled('Moves', h('table', {class: 'moves'},
      h('thead', null, h('tr', null, head.map(([title, kind]) => h('th', {scope: 'col', class: kind}, title)))),
      Object.values(groups).filter(([, l]) => l.length).map(([title, l]) => h('tbody', null,
        h('tr', {class: 'group'}, h('th', {colspan: head.length, scope: 'rowgroup'}, `${title} (${l.length})`)),
        l.map(m => h('tr', {class: 'pick', tabindex: 0, 'data-move': m.uci, onclick: () => make(m.uci), onmouseenter: () => arrow(m), onmouseleave: () => arrow(), onfocus: () => arrow(m), onblur: () => arrow(),
          onkeydown: e => { if (e.key === 'Enter') make(m.uci); }},
          h('td', null, h('strong', null, m.san)), h('td', null, h('span', {class: `badge ${m.result}`}, m.result)),
          h('td', {class: 'n'}, m.dtm_moves ?? '–'), h('td', {class: 'n'}, m.dtm_plies ?? '–'),
          a.syzygy && [h('td', null, h('span', {class: `badge ${badges[m.syzygy.wdl]}`}, m.syzygy.wdl)), h('td', {class: 'n'}, m.syzygy.wdl === 'draw' ? '–' : m.syzygy.dtz_plies)],
          h('td', null, [m.capture && 'capture', m.promotion && 'promotion', m.mate && 'mate', m.check && !m.mate && 'check', m.stalemate && 'stalemate', m.en_passant && 'en passant'].filter(Boolean).join(', ')))))))));
  }

  async function make(uci) {
    try {
      const game = await ask('/api/game', {start: fen, moves: [uci]});
      editor.set(game.plies[0].fen);
      say(`${game.plies[0].san} played`);
      await probe(game.plies[0].fen, true);
      if (document.activeElement === document.body) result.focus({preventScroll: true}); // the row that had it is gone
    } catch (error) {
      replace(lineRoom, problem(error));
    }
  }

  async function line() {
    replace(lineRoom, h('p', {class: 'note working'}, 'Playing…'));
    try {
      const a = await ask('/api/tb/line', {fen});
      const game = await ask('/api/game', {start: fen, moves: a.moves.map(m => m.uci)});
      const left = n => (a.dtm_plies - n);
      replace(lineRoom, h('h2', null, 'Line to mate'), new Player({start: game.start, plies: game.plies, pgn: game.pgn, at: 0, caption: n => left(n) ? `${plural(left(n), 'ply', 'plies')} to mate` : 'Mate'}).element);
    } catch (error) {
      replace(lineRoom, problem(error));
    }
  }

  async function statistics(material) {
    replace(numbers, h('p', {class: 'note working'}, 'Counting…'));
    try {
      const a = await ask('/api/tb/stats', {material});
      replace(numbers, h('h2', null, `The table of ${a.material}`),
        scrolled('Numbers of the table', h('table', null,
          h('thead', null, h('tr', null, ['Side to move', 'Legal', 'Won', 'Drawn', 'Lost', 'Mates', 'Stalemates', 'Checks'].map((t, i) => h('th', {scope: 'col', class: i ? 'n' : null}, t)))),
          h('tbody', null, a.sides.map(side => h('tr', null, h('th', {scope: 'row'}, side.side), ['legal', 'won', 'drawn', 'lost', 'mates', 'stalemates', 'checks'].map(k => h('td', {class: 'n'}, side.full[k].toLocaleString('en')))))))),
        h('p', {class: 'note'}, 'Positions on the board, with identical men not told apart and no rights to castle or to capture en passant.'),
        a.sides.flatMap(side => [['win', side.longest_win], ['loss', side.longest_loss]].filter(([, l]) => l?.fens?.length && l.dtm_plies).map(([what, l]) =>
          h('p', null, `${side.side === 'white' ? 'White' : 'Black'} to move, longest ${what}: ${plural(l.dtm_moves, 'move', 'moves')} (${plural(l.dtm_plies, 'ply', 'plies')}), for instance `, link('tb', {fen: l.fens[0]}, h('code', null, l.fens[0])), '.'))),
        a.sides.filter(side => side.distribution?.length).map(side => histogram(`${side.side === 'white' ? 'White' : 'Black'} to move: positions by plies to mate`, side.distribution)),
        commandLine(['retroproof', 'tb', 'stats', '--distribution', material]));
      numbers.scrollIntoView({block: 'nearest'});
    } catch (error) {
      replace(numbers, problem(error));
    }
  }
}

// badges are the colours of results with the fifty-move rule.
const badges = {win: 'win', 'cursed win': 'draw', draw: 'draw', 'blessed loss': 'draw', loss: 'loss'};

// fifty says what the fifty-move rule makes of a position, whose clock has so many plies.
function fifty({wdl, dtz_plies}, clock) {
  const counted = clock ? ` ${plural(clock, 'ply', 'plies')} without a capture or pawn move are counted so far.` : '';
  const far = `${plural(Math.abs(dtz_plies), 'ply', 'plies')} to the next capture, pawn move or mate (DTZ).`;
  switch (wdl) {
    case 'win': case 'loss': return `With the fifty-move rule: a ${wdl}, too; ${far}${counted}`;
    case 'cursed win': return `With the fifty-move rule: a draw if it is claimed (a cursed win): ${far}${counted}`;
    case 'blessed loss': return `With the fifty-move rule: a draw if it is claimed (a blessed loss): ${far}${counted}`;
  }
  return `With the fifty-move rule: a draw.${counted}`;
}

// histogram draws positions by depth.
function histogram(title, depths) {
  const width = 720, height = 180, left = 64, below = 22;
  const most = Math.max(...depths.map(d => d.full)), last = Math.max(...depths.map(d => d.dtm_plies));
  const x = plies => left + (width - left - 6) * plies / (last + 1), bar = Math.max(1, (width - left) / (last + 1) - 1), y = n => 8 + (height - below - 8) * (1 - n / most);
  const ticks = [0, 0.5, 1].map(share => Math.round(most * share));
  return h('figure', null, s('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': `${title}; the most are ${most.toLocaleString('en')}`},
    ticks.map(n => [s('path', {class: 'axis', d: `M${left} ${y(n)}H${width}`}), s('text', {x: left - 6, y: y(n) + 4, 'text-anchor': 'end'}, n.toLocaleString('en'))]),
    depths.map(d => s('rect', {class: `bar${d.result === 'win' ? '' : ' other'}`, x: x(d.dtm_plies), y: y(d.full), width: bar, height: Math.max(0.5, height - below - y(d.full))}, s('title', null, `${d.result}, ${plural(d.dtm_plies, 'ply', 'plies')}: ${d.full.toLocaleString('en')}`))),
    Array.from({length: Math.floor(last / 10) + 1}, (_, i) => s('text', {x: x(10 * i) + bar / 2, y: height - 6, 'text-anchor': 'middle'}, String(10 * i)))),
  h('figcaption', null, `${title}. Blue: won; brown: lost.`));
}
