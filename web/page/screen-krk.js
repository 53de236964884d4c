// King and rook against king: play against the strategy, and see it proven.

import {h, s, button, replace, select, tabs, commandLine, problem, plural, say, seconds} from './dom.js';
import {ask, stream} from './api.js';
import {Board} from './board.js';
import {Player} from './player.js';
import {parse, nameOf} from './fen.js';

const beginning = '8/8/8/3k4/8/8/8/K6R w - - 0 1';

export function show(place, state, page) {
  let tab = state.get('tab') || 'play', running = null, stop = () => {};
  const whole = tabs('krk', [
    {id: 'play', title: 'Play Black', show: panel => play(panel)},
    {id: 'watch', title: 'Watch', show: panel => watch(panel)},
    {id: 'prove', title: 'Lemmas', show: panel => prove(panel)},
  ], tab, id => { running?.abort(); tab = id; page.keep({tab: id === 'play' ? '' : id, fen: state.get('fen') || ''}); });
  replace(place, h('div', {class: 'title'}, h('h1', null, 'King and rook against king')),
    h('p', {class: 'lead'}, 'A strategy that people can follow, and the proof that it mates from each of 175,168 positions: as formulas, for a SAT solver.'), whole);
  return {leave: () => { stop(); running?.abort(); }};

  // Play: you are Black.
  function play(panel) {
    let start = state.get('fen') || beginning, black = [], shown = null, taken = null;
    const why = h('section', {class: 'verdict', 'aria-live': 'polite', 'aria-label': 'The move'});
    const score = h('ol', {class: 'plies', 'aria-label': 'Moves'});
    const command = h('div');
    const question = h('div');
    const board = new Board({label: 'King and rook against king', live: say, onClick: click, onDrop: (from, to) => { if (to !== null) move(nameOf(from) + nameOf(to)); }, canDrag: sq => board.position.men[sq] === 'k'});
    const text = h('input', {type: 'text', class: 'fen', value: start, 'aria-label': 'FEN', onchange: () => { start = text.value; black = []; turn(); }});
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
      replace(command, commandLine(['retroproof', 'krk', 'play', ...(black.length ? ['--moves', black.join(' ')] : []), start]));
      try {
        const first = start.split(' ')[1] === 'b';
        const game = await ask('/api/krk/play', {fen: start, defender: black.length ? 'given' : 'optimal', ...(black.length && {moves: black})});
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
        h('p', {class: 'big'}, white ? [h('strong', null, white.san), h('code', {class: 'reason'}, white.step)] : h('strong', null, 'Black begins')),
        white && h('p', {class: 'summary'}, sentence(white.why)),
        h('p', null, end),
        h('p', {class: 'spent'}, game.dtm_plies !== null ? `From the beginning, best play mates in ${plural(game.dtm_plies, 'ply', 'plies')}; ${plural(plies.length, 'ply', 'plies')} played.` : 'From the beginning, Black could draw.'));
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
      for (let tries = 0; tries < 20; tries++) {
        const squares = new Set();
        while (squares.size < 3) squares.add(Math.floor(64 * Math.random()));
        const men = new Array(64).fill(null), [k, r, b] = squares;
        men[k] = 'K'; men[r] = 'R'; men[b] = 'k';
        let fen = '';
        for (let rank = 7; rank >= 0; rank--) fen += men.slice(8 * rank, 8 * rank + 8).map(m => m || '1').join('').replace(/1+/g, x => x.length) + (rank ? '/' : ' w - - 0 1');
        try {
          await ask('/api/krk/play', {fen});
          start = text.value = fen;
          black = [];
          page.keep({fen});
          turn();
          return;
        } catch { /* not legal: another one */ }
      }
    }

    async function check() {
      const n = shown.positions.length - (shown.positions.length && shown.plies.at(-1)?.step ? 1 : 0);
      const fen = n ? shown.positions[n - 1].fen : start;
      try {
        const a = await ask('/api/krk/check', {fen, move: ask1.value});
        replace(question, h('p', null, h('span', {class: `badge ${a.in_strategy ? 'win' : a.legal ? 'draw' : 'loss'}`}, a.in_strategy ? 'Yes' : a.legal ? 'No, but legal' : 'Not legal'), ' ', sentence(a.why)), a.moves?.length && h('p', {class: 'note'}, `The strategy’s here (${a.step}): ${a.moves.join(', ')}.`));
      } catch (error) { replace(question, problem(error)); }
    }
  }

  // Watch: the strategy against a defender.
  function watch(panel) {
    let fen = state.get('fen') || beginning, defender = 'optimal', choice = 'first', distance = '3';
    const room = h('div');
    const text = h('input', {type: 'text', class: 'fen', value: fen, 'aria-label': 'FEN', onchange: () => { fen = text.value; again(); }});
    const labelled = (label, control) => h('label', {class: 'field'}, h('span', null, label), control);
    replace(panel, h('div', {class: 'together'},
      labelled('Black plays', select([['optimal', 'as long as possible'], ['random', 'at random']], defender, v => { defender = v; again(); })),
      labelled('White takes', select([['first', 'the first of its moves'], ['longest', 'the longest way'], ['random', 'any of its moves']], choice, v => { choice = v; again(); })),
      labelled('Reading of RookSafe', select([['3', 'distance 3: the paper’s'], ['2', 'distance 2: fails']], distance, v => { distance = v; again(); }))),
    h('label', {class: 'field wide'}, h('span', null, 'Begin at'), text), room);
    again();

    async function again() {
      try {
        const a = await ask('/api/krk/play', {fen, defender, choice, seed: 1 + Math.floor(1e6 * Math.random()), rook_safe_distance: Number(distance)});
        const g = await ask('/api/game', {start: fen, moves: a.moves.map(m => m.uci)});
        const caption = n => n === 0 ? 'The beginning' : a.moves[n - 1].step ? `${a.moves[n - 1].san} – ${a.moves[n - 1].step}: ${a.moves[n - 1].why}.` : `${a.moves[n - 1].san}`;
        replace(room, h('section', {class: `verdict ${a.result === '1-0' ? 'legal' : 'unknown'}`}, h('p', {class: 'big'}, h('strong', null, `${a.result}: ${a.reason}`)), h('p', {class: 'spent'}, `${plural(a.plies, 'ply', 'plies')}${a.dtm_plies === null ? '' : `; best play mates in ${plural(a.dtm_plies, 'ply', 'plies')}`}`)),
          new Player({start: g.start, plies: g.plies, pgn: g.pgn, at: 0, caption}).element,
          commandLine(['retroproof', 'krk', 'play', '--defender', defender, '--choice', choice, ...(distance === '3' ? [] : ['--rook-safe-distance', distance]), fen]));
      } catch (error) { replace(room, problem(error)); }
    }
  }

  // Prove: the lemmas, live.
  function prove(panel) {
    const body = h('tbody'), news = h('p', {class: 'note', 'aria-live': 'polite'}), graph = h('div'), refuted = h('div');
    let distance = 3, rows1 = new Map(), lemmas = [], conclusions = [];
    const start = button('Prove all', () => run({}), {class: 'primary'}), stopButton = button('Stop', () => running?.abort(), {disabled: true});
    const wrong = button('Another reading: Lemma 4 refuted', () => run({lemmas: ['4'], rook_safe_distance: 2}));
    replace(panel, h('p', {class: 'note'}, 'Each lemma is turned around: a formula says that a play by the strategy violates it, and the solver shows that the formula has no model. The theorems follow from the nine verdicts. Beside them the figures of the paper (Malikovic and Janicic 2013, at 2 GHz).'),
      h('p', {class: 'buttons'}, start, wrong, stopButton), news,
      h('div', {class: 'scroll'}, h('table', {class: 'lemmas'}, h('thead', null, h('tr', null, ['Lemma', 'Verdict', 'Variables', 'Clauses', 'Conflicts', 'CPU', 'Violations by exhaustion', 'Paper: variables', 'clauses', 'seconds'].map((t, i) => h('th', {scope: 'col', class: i > 1 ? 'n' : null}, t)))), body)),
      graph, refuted, commandLine(['retroproof', 'krk', 'prove']));
    stop = () => running?.abort();

    async function run(request) {
      running?.abort();
      const mine = running = new AbortController();
      rows1 = new Map(); lemmas = []; conclusions = [];
      distance = request.rook_safe_distance || 3;
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

    async function counterexample(o) {
      const positions = o.counterexample.map(p => p.fen);
      const plies = o.counterexample.slice(0, -1).map((p, i) => ({san: p.san, step: p.step, fen: positions[i + 1], uci: uciOf(positions[i], positions[i + 1])}));
      replace(refuted, h('h2', null, `Lemma ${o.lemma} is refuted`), h('p', null, o.statement), h('p', {class: 'note'}, 'A model of the formula is a play that violates the lemma:'),
        new Player({start: positions[0], plies, at: 0, caption: n => n ? `${plies[n - 1].san}${plies[n - 1].step ? `: ${plies[n - 1].step}` : ''}` : 'The beginning'}).element);
    }

    function draw() { replace(graph, lemmas.length > 1 ? deduction(lemmas, conclusions) : null); }
  }
}

// uciOf finds the move between two positions of three men.
function uciOf(from, to) {
  const a = parse(from).men, b = parse(to).men;
  let left = '', came = '';
  for (let sq = 0; sq < 64; sq++) {
    if (a[sq] && !b[sq]) left = nameOf(sq);
    if (b[sq] && a[sq] !== b[sq]) came = nameOf(sq);
  }
  return left + came;
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
