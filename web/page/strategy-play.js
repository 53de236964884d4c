// Games of a strategy: you are Black, or watch it.

import {h, button, replace, select, field, commandLine, problem, plural, say} from './dom.js';
import {ask, run} from './api.js';
import {Board} from './board.js';
import {Player} from './player.js';
import {parse, format, empty, nameOf} from './fen.js';

// play shows a board on which you are Black. The context is the screen's: given() is the strategy in a request, words()
// in a command, beginning() where games begin, and keep(fen) notes that in the address.
export function play(panel, {given, words, beginning, keep}) {
  let start = beginning(), black = [], shown = null, taken = null;
  const why = h('section', {class: 'verdict', 'aria-live': 'polite', 'aria-label': 'The move'});
  const score = h('ol', {class: 'plies', 'aria-label': 'Moves'});
  const command = h('div');
  const question = h('div');
  const board = new Board({label: 'The game', live: say, onClick: click, onDrop: (from, to) => { if (to !== null) move(nameOf(from) + nameOf(to)); }, canDrag: sq => board.position.men[sq] === 'k'});
  const text = h('input', {type: 'text', class: 'fen', value: start, 'aria-label': 'FEN', onchange: () => { start = text.value; black = []; keep(start); turn(); }});
  const ask1 = h('input', {type: 'text', size: 6, 'aria-label': 'A move of White’s', placeholder: 'Rc1'});
  replace(panel, h('div', {class: 'columns'},
    h('div', null, board.element, h('label', {class: 'field wide'}, h('span', null, 'Begin at'), text),
      h('p', {class: 'buttons'}, button('Begin again', () => { black = []; turn(); }), button('Take back', () => { black.pop(); turn(); }), button('Random position', random), button('Flip', () => board.flip()))),
    h('div', {class: 'beside'}, why, score,
      h('h2', null, 'Is this move the strategy’s?'), h('p', {class: 'note'}, 'Ask about any move of White’s where White last moved.'),
      h('form', {class: 'together', onsubmit: e => { e.preventDefault(); check(); }}, ask1, h('button', {type: 'submit'}, 'Ask')), question, command)));
  turn();

  async function turn() {
    taken = null;
    replace(question);
    replace(command, commandLine(['retroproof', 'strategy', 'play', ...(black.length ? ['--moves', black.join(' ')] : []), ...words(), start]));
    try {
      const first = start.split(' ')[1] === 'b';
      const [game] = await run('strategy-play', {...given(), fen: start, ...(black.length && {moves: black.join(' '), defender: 'given'})});
      // What comes after White's answer to the last move given is not played yet.
      const plies = game.moves.slice(0, first ? 2 * black.length : 2 * black.length + 1);
      const g = await ask('/api/game', {start, moves: plies.map(m => m.uci)});
      shown = {game, plies, positions: g.plies, legal: g.legal, over: plies.length === game.moves.length};
    } catch (error) {
      if (black.length) { black.pop(); say(error.message); replace(question, problem(error)); return; }
      replace(why, problem(error));
      return;
    }
    const {game, plies, positions, over} = shown;
    board.set(positions.at(-1)?.fen || start).show({last: positions.length ? [positions.at(-1).uci.slice(0, 2), positions.at(-1).uci.slice(2, 4)] : []});
    const white = [...plies].reverse().find(m => m.step);
    const end = over ? `${game.result}: ${game.reason}` : 'Your move: the black king, by click, drag, or arrow keys and Enter.';
    why.className = `verdict ${over ? (game.result === '1-0' ? 'legal' : 'unknown') : ''}`;
    replace(why,
      h('p', {class: 'big'}, white ? [h('strong', null, white.san), h('code', {class: 'reason'}, white.step)] : h('strong', null, over ? 'The strategy makes no move' : 'Black begins')),
      white && h('p', {class: 'summary'}, sentence(white.why)),
      h('p', null, end),
      h('p', {class: 'spent'}, game.dtm_plies !== null ? `From the beginning, best play wins in ${plural(game.dtm_plies, 'ply', 'plies')}; ${plural(plies.length, 'ply', 'plies')} played.` : 'From the beginning, Black could draw.'));
    replace(score, rows(start, plies));
    say(`${white ? `${white.san}. ${white.why}. ` : ''}${end}`);
  }

  function click(sq) {
    const name = nameOf(sq);
    if (taken === null) {
      if (board.position.men[sq] !== 'k' || shown?.over) return;
      taken = name;
      const from = shown.legal.filter(m => m.startsWith(name)).map(m => m.slice(2, 4));
      board.show({chosen: [name], dots: from});
      return;
    }
    const from = taken;
    taken = null;
    board.show({});
    if (from !== name) move(from + name);
  }

  function move(uci) {
    if (!shown || shown.over) return;
    if (!shown.legal.includes(uci)) { say('That is no legal move'); replace(question, h('p', {class: 'problem'}, 'That is no legal move.')); return; }
    black.push(uci);
    turn();
  }

  async function random() {
    const there = parse(beginning()).men.filter(Boolean);
    for (let tries = 0; tries < 40; tries++) {
      const squares = new Set();
      while (squares.size < there.length) squares.add(Math.floor(64 * Math.random()));
      const p = empty();
      [...squares].forEach((sq, i) => { p.men[sq] = there[i]; });
      const fen = format(p);
      try {
        const [game] = await run('strategy-play', {...given(), fen});
        if (!game.moves.length) continue; // not claimed, or over: another one
        start = text.value = fen;
        black = [];
        keep(fen);
        turn();
        return;
      } catch { /* not legal: another one */ }
    }
  }

  async function check() {
    const n = shown.positions.length - (shown.positions.length && shown.plies.at(-1)?.step ? 1 : 0);
    const fen = n ? shown.positions[n - 1].fen : start;
    try {
      const [a] = await run('strategy-check', {...given(), fen, move: ask1.value});
      replace(question, h('p', null, h('span', {class: `badge ${a.in_strategy ? 'win' : a.legal ? 'draw' : 'loss'}`}, a.in_strategy ? 'Yes' : a.legal ? 'No, but legal' : 'Not legal'), ' ', sentence(a.why)), a.moves?.length && h('p', {class: 'note'}, `The strategy’s here (${a.step}): ${a.moves.join(', ')}.`));
    } catch (error) { replace(question, problem(error)); }
  }
}

// watch shows the strategy against a defender.
export function watch(panel, {given, words, beginning, keep}) {
  let fen = beginning(), defender = 'optimal', choice = 'first';
  const room = h('div');
  const text = h('input', {type: 'text', class: 'fen', value: fen, 'aria-label': 'FEN', onchange: () => { fen = text.value; keep(fen); again(); }});
  replace(panel, h('div', {class: 'together'},
    field('Black plays', select([['optimal', 'as long as possible'], ['random', 'at random']], defender, v => { defender = v; again(); })),
    field('White takes', select([['first', 'the first of its moves'], ['longest', 'the longest way'], ['random', 'any of its moves']], choice, v => { choice = v; again(); }))),
  h('label', {class: 'field wide'}, h('span', null, 'Begin at'), text), room);
  again();

  async function again() {
    try {
      const random = defender === 'random' || choice === 'random';
      const [a] = await run('strategy-play', {...given(), fen, defender, choice, ...(random && {seed: 1 + Math.floor(1e6 * Math.random())})});
      const g = await ask('/api/game', {start: fen, moves: a.moves.map(m => m.uci)});
      const caption = n => n === 0 ? 'The beginning' : a.moves[n - 1].step ? `${a.moves[n - 1].san} – ${a.moves[n - 1].step}: ${a.moves[n - 1].why}.` : `${a.moves[n - 1].san}`;
      replace(room, h('section', {class: `verdict ${a.result === '1-0' ? 'legal' : 'unknown'}`}, h('p', {class: 'big'}, h('strong', null, `${a.result}: ${a.reason}`)), h('p', {class: 'spent'}, `${plural(a.plies, 'ply', 'plies')}${a.dtm_plies === null ? '' : `; best play wins in ${plural(a.dtm_plies, 'ply', 'plies')}`}`)),
        new Player({start: g.start, plies: g.plies, pgn: g.pgn, at: 0, caption}).element,
        commandLine(['retroproof', 'strategy', 'play', '--defender', defender, '--choice', choice, ...words(), fen]));
    } catch (error) { replace(room, problem(error)); }
  }
}

// sentence begins with a capital and ends with a full stop.
function sentence(text) { return text ? text[0].toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.') : ''; }

// rows are moves with numbers.
function rows(start, plies) {
  let white = start.split(' ')[1] !== 'b', number = 1;
  const list = [];
  plies.forEach((m, i) => {
    if (white || i === 0) list.push(h('li', null, h('span', {class: 'number'}, `${number}.`), !white && h('span', {class: 'san'}, '…')));
    list.at(-1).append(h('span', {class: 'san', title: m.why || ''}, m.san));
    if (!white) number++;
    white = !white;
  });
  return list;
}
