// Proof game: how can a position have come about? Shortest games, and all games of a length.

import {h, button, put, replace, field, commandLine, problem, plural, say, save, tabs} from './dom.js';
import {ask, stream, file} from './api.js';
import {Board} from './board.js';
import {Player} from './player.js';
import {parse} from './fen.js';
import {read, onPaste} from './position.js';
import {link} from './main.js';

const example = 'r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1';
const examples = [
  ['Ruy Lopez', example],
  ['A pawn past another', 'rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1'],
  ['A long construction', 'r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1'],
  ['Exactly 4.0 moves: a composed problem', 'r1bqkbnr/pppp1ppp/8/4P3/8/8/PPP1PPPP/RNBQKB1R b KQkq - 0 1'],
];

export function show(place, state, page) {
  let fen = state.get('fen') || example, running = null, at = Number(state.get('ply')) || null, tab = state.get('how') || 'build';
  const text = h('input', {type: 'text', class: 'fen', spellcheck: 'false', value: fen, 'aria-label': 'FEN', onchange: () => typed(text.value)});
  onPaste(text, typed);
  const board = new Board({label: 'Position to reach'});
  const wrong = h('p', {class: 'problem', role: 'alert'});
  const result = h('div', {class: 'result'});
  const list = h('select', {'aria-label': 'Examples', class: 'examples', onchange: () => { if (list.value) changed(list.value); list.value = ''; }}, h('option', {value: ''}, 'Examples…'), examples.map(([title, f]) => h('option', {value: f}, title)));
  const length = h('input', {type: 'text', value: state.get('length') || '3.5', size: 5, class: 'length', onchange: () => asCommand()});
  const nodes = h('input', {type: 'number', min: 1000, max: 5000000, step: 1000, value: 500000});
  const all = h('input', {type: 'checkbox'}), deductions = h('input', {type: 'checkbox', checked: true});
  // What games have to keep, as the flags of exact have it.
  const conditions = [['last', 'Last move', 'd7d8q'], ['still', 'Men that do not move', 'a1,e1'], ['promote', 'Pawns that promote', 'a2,b7=n'], ['promoted', 'Promoted men', 'd1,h8'],
    ['captured', 'Captured men', 'b1@f6,a8'], ['condition', 'In all moves', 'white no captures'], ['goal', 'A goal, and no diagram', 'NxR#']]
    .map(([name, title, hint]) => ({name, title, control: h('input', {type: 'text', size: 16, spellcheck: 'false', placeholder: hint, value: state.get(name) || '', onchange: () => { keep(); asCommand(); }})}));
  const command = h('div');
  const twins = h('textarea', {rows: 3, spellcheck: 'false', placeholder: 'Positions in any form, each from a line on'}), source = h('input', {type: 'text', placeholder: 'Author, place and date'});
  const how = tabs('how', [
    {id: 'build', title: 'Some game', show: panel => replace(panel, h('p', {class: 'note'}, 'Built from an extended proof kernel, without regard to its length: seconds, where brute force would never end.'), h('p', {class: 'buttons'}, button('Find a game', build, {class: 'primary'})), commandLine(['retroproof', 'proofgame', fen]))},
    {id: 'shortest', title: 'Shortest', show: panel => replace(panel, h('p', {class: 'note'}, 'A* finds a shortest game, and proves that none is shorter. Up to 5,000,000 positions are kept, which takes a gigabyte.'), h('div', {class: 'together'}, field('Positions to keep', nodes), button('Search', shortest, {class: 'primary'})), commandLine(['retroproof', 'proofgame', '--shortest', fen]))},
    {id: 'exact', title: 'All of a length', show: panel => replace(panel, h('p', {class: 'note'}, 'Is a proof game problem sound? All games of exactly so many moves: 3.5 are seven plies.'),
      h('div', {class: 'together'}, field('Moves', length), h('label', null, all, ' count all'), h('label', null, deductions, ' deductions'), button('Search', exact, {class: 'primary'})), 
      h('details', {class: 'fields', open: conditions.some(c => c.control.value)}, h('summary', null, 'Conditions, twins, problem sheet'),
        h('div', {class: 'together'}, conditions.map(c => field(c.title, c.control))), h('label', {class: 'field wide'}, h('span', null, 'Twins'), twins), h('label', {class: 'field wide'}, h('span', null, 'Source'), source),
        h('p', {class: 'buttons'}, button('Problem sheet', sheet))),
      (asCommand(), command))},
  ], tab, id => { tab = id; keep(); });

  replace(place, h('div', {class: 'title'}, h('h1', null, 'By which game?'), list),
    h('div', {class: 'columns'}, h('div', null, board.element, h('label', {class: 'field wide'}, h('span', null, 'FEN'), text), wrong, h('p', null, link('legal', {fen}, 'Change the position'))),
      h('div', {class: 'beside'}, how, result)));
  let marked = show1(fen);
  if (marked && state.get('fen') && tab === 'build') build();
  return {update: now => { const f = now.get('fen') || example; if (f !== fen) changed(f, true); }, leave: () => running?.abort()};

  function keep(more) { page.keep({fen, how: tab === 'build' ? '' : tab, length: tab === 'exact' ? length.value : '', ...(tab === 'exact' ? kept() : {}), ...more}); }

  function show1(f) {
    try {
      board.set(f);
      wrong.textContent = '';
      return true;
    } catch (error) {
      wrong.textContent = error.message;
      return false;
    }
  }

  // asCommand shows the command of all games of a length.
  function asCommand() { replace(command, commandLine(['retroproof', 'exact', length.value, ...Object.entries(kept()).flatMap(([name, v]) => [`--${name}`, v]), ...(kept().goal ? [] : [fen])])); }

  // kept are the conditions that are filled in.
  function kept() { return Object.fromEntries(conditions.map(c => [c.name, c.control.value.trim()]).filter(([, v]) => v)); }

  async function typed(t) {
    if (!t.trim() || t === fen) return;
    try {
      const position = await read(t, parse(fen));
      changed(position.fen);
      if (position.note) wrong.textContent = position.note;
    } catch (error) { wrong.textContent = error.message; }
  }

  function changed(f, silent) {
    if (!show1(f)) return;
    running?.abort();
    fen = text.value = f;
    if (!silent) keep();
    place.querySelector('.columns a').href = `#/legal?${new URLSearchParams({fen})}`;
    replace(result);
    how.choose(tab);
  }

  // begin shows that something runs, with a button to stop it.
  function begin(what) {
    running?.abort();
    const mine = running = new AbortController();
    const news = h('div', {class: 'news'});
    replace(result, h('p', {class: 'working'}, what, ' ', button('Stop', () => mine.abort())), news);
    return {mine, news};
  }

  async function game(start, moves) {
    const g = await ask('/api/game', {start, moves});
    return new Player({start: g.start, plies: g.plies, pgn: g.pgn, at: at && at <= g.plies.length ? at : g.plies.length, onPly: n => { keep({ply: n}); }}).element;
  }

  async function build() { await search('Building a game…', {fen}); }

  async function shortest() { await search('Searching…', {fen, shortest: true, nodes: Number(nodes.value)}); }

  async function search(what, request) {
    const {mine, news} = begin(what);
    let answer = null, nearest = null;
    try {
      await stream('/api/proofgame', request, (event, o) => {
        if (mine !== running) return;
        if (event === 'answer') { answer = o; return; }
        if (!nearest) {
          nearest = new Board({label: 'Nearest position'});
          replace(news, h('dl', {class: 'figures'}, ['Positions kept', 'Plies so far', 'To go, at least'].map(name => h('div', null, h('dt', null, name), h('dd', null, '–')))), h('figure', null, nearest.element, h('figcaption', null, 'The nearest position so far')));
          nearest.element.classList.add('middle');
        }
        nearest.set(o.fen);
        const [kept, plies, togo] = news.querySelectorAll('dd');
        kept.textContent = o.nodes.toLocaleString('en');
        plies.textContent = o.plies;
        togo.textContent = o.to_go;
      }, mine.signal);
    } catch (error) {
      if (mine === running) replace(result, problem(error));
      return;
    }
    if (mine !== running || !answer) return;
    await told(answer);
  }

  async function told(a) {
    if (a.verdict === 'legal') {
      const words = a.shortest ? `A shortest game: ${plural(a.plies, 'ply', 'plies')}` : `A game of ${plural(a.plies, 'ply', 'plies')}`;
      replace(result, h('section', {class: 'verdict legal'}, h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, '✓'), h('strong', null, words)), h('p', {class: 'spent'}, a.shortest ? `No game is shorter${a.nodes ? `: proven by A*, with ${plural(a.nodes, 'position', 'positions')} kept` : ''}.` : 'There may be shorter ones.')),
        a.plies ? await game(a.start, a.game.split(' ')) : null);
      say(words, result);
      return;
    }
    if (a.verdict === 'illegal') {
      replace(result, h('section', {class: 'verdict illegal'}, h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, '✕'), h('strong', null, 'No game leads here'), h('code', {class: 'reason'}, a.reason)), h('p', null, link('legal', {fen}, 'Why?'))));
      say('No game leads here', result);
      return;
    }
    replace(result, h('section', {class: 'verdict unknown'}, h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, '?'), h('strong', null, 'No game was found within the budget')),
      a.at_least !== undefined && h('p', null, `Every game has at least ${plural(a.at_least, 'ply', 'plies')}; the nearest position has ${plural(a.to_go, 'ply', 'plies')} to go, at least. ${plural(a.nodes, 'position', 'positions')} kept.`),
      a.kernel !== undefined && h('p', null, 'A proof kernel: ', h('code', null, a.kernel || '-'))),
      a.best ? [h('h2', null, 'To the nearest position'), await game(a.start, a.best.split(' '))] : null);
  }

  // twinsOf are the texts of the twins, with an empty line between those that have several lines.
  function twinsOf() {
    const text = twins.value.trim();
    return text === '' ? [] : /\n\s*\n/.test(text) ? text.split(/\n\s*\n/) : text.includes('/') ? text.split('\n') : [text];
  }

  async function sheet() {
    try {
      save('problems.html', await file('/api/sheet', {length: length.value.trim(), list: [fen, ...twinsOf()].join('\n\n') + '\n', source: source.value.trim(), ...kept()}), 'text/html');
    } catch (error) { replace(result, problem(error)); }
  }

  async function exact() {
    const {mine} = begin('Searching all games…');
    keep();
    const positions = [fen, ...twinsOf()], panels = [];
    for (const [i, position] of positions.entries()) {
      let a;
      try {
        a = await ask('/api/exact', {fen: position, length: length.value.trim(), all: all.checked, explain: deductions.checked, ...kept()}, mine.signal);
      } catch (error) {
        if (mine === running) replace(result, ...panels, problem(error));
        return;
      }
      const panel = h('div', null, positions.length > 1 && h('h2', null, `${'abcdefghijklmnopqrstuvwxyz'[i] || i + 1})`), i > 0 && small(a.fen));
      panels.push(panel);
      await exactly(a, panel, mine);
      if (mine !== running) return;
    }
    replace(result, ...panels);
  }

  function small(f) {
    const b = new Board({label: 'Twin'});
    b.set(f.replace(/ \? \? /, ' - - '));
    b.element.classList.add('middle');
    return b.element;
  }

  // numbered are the moves of a game with their numbers, or of a series.
  function numbered(moves, series) { return moves.split(' ').map((san, i) => series ? `${i + 1}. ${san}` : i % 2 ? san : `${i / 2 + 1}. ${san}`).join(' '); }

  // exactly shows all games of a position.
  async function exactly(a, panel, mine) {
    if (mine !== running) return;
    const words = {unique: 'Sound: exactly one game (C+)', cooked: `Cooked: ${a.complete ? '' : 'at least '}${plural(a.solutions, 'game', 'games')}`, none: 'No game of this length', undecided: 'Undecided within the budget'}[a.verdict];
    const kind = {unique: 'legal', cooked: 'illegal', none: 'illegal', undecided: 'unknown'}[a.verdict];
    put(panel, h('section', {class: `verdict ${kind}`}, h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, {legal: '✓', illegal: '✕', unknown: '?'}[kind]), h('strong', null, words)),
      h('p', {class: 'spent'}, `${plural(a.plies, 'ply', 'plies')} · ${plural(a.nodes, 'position', 'positions')} looked at`), a.cause && h('p', null, a.cause)),
      a.deductions?.length ? h('details', null, h('summary', null, 'What is known before the search'), h('ul', null, a.deductions.map(d => h('li', null, d)))) : null);
    for (const [i, g] of (a.games || []).entries()) {
      const element = a.series ? h('p', null, h('code', null, numbered(g, true))) : await game('', g.split(' '));
      panel.append(h('h2', null, `Game ${i + 1}`, i && a.duals?.[i - 1] ? h('small', null, ` ${a.duals[i - 1]}`) : ''), element);
      if (i === 2 && a.games.length > 3) {
        panel.append(h('ul', null, a.games.slice(3).map(other => h('li', null, h('code', null, numbered(other, a.series))))));
        break;
      }
    }
    say(words, result);
  }
}
