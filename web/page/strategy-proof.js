// A strategy is proved: lemmas one after the other, what follows from them, and what going back from mate finds.

import {h, button, put, replace, commandLine, problem, plural, say, seconds, scrolled} from './dom.js';
import {ask} from './api.js';
import {Player, between} from './player.js';
import {prove, evidenceRow, shareButton} from './proving.js';

const what = 'the strategy’s text, its lemmas with their proofs, and that it wins by going back from mate';

// proof shows how a strategy is proved, in a panel. given() returns its name or its text, as a request; auto begins at
// once and checks. It returns what stops a run.
export function proof(panel, given, auto) {
  const verdict = h('section', {class: 'verdict', 'aria-label': 'Verdict'}), body = h('tbody'), theorems = h('div'), refuted = h('div'), command = h('div');
  const lemmas = h('input', {type: 'checkbox', checked: true});
  const start = button('Prove it', () => run(), {class: 'primary'}), stop = button('Stop', () => running?.abort(), {disabled: true});
  const table = scrolled('Lemmas', h('table', {class: 'lemmas'},
    h('thead', null, h('tr', null, ['Lemma', 'Verdict', 'Statement', 'Variables', 'Clauses', 'Conflicts', 'CPU'].map((t, i) => h('th', {scope: 'col', class: i > 2 ? 'n' : null}, t)))), body));
  let running = null, holds = [];
  table.hidden = true;
  replace(panel, h('p', {class: 'note'}, 'Each lemma is turned around: a formula says that a play by the strategy violates it, and a solver shows that it has no model. The theorems follow. Without lemmas, all positions are tabulated, from mate backwards.'),
    h('p', {class: 'buttons'}, start, stop, h('label', null, lemmas, ' with lemmas')), verdict, refuted, theorems, table, command);
  idle();
  if (auto) run();
  return () => running?.abort();

  function idle() { replace(verdict, h('p', {class: 'big'}, 'Nothing is proved yet.')); }

  async function run() {
    running?.abort();
    const mine = running = new AbortController();
    holds = [];
    for (const place of [body, theorems, refuted, command]) replace(place);
    table.hidden = true;
    start.disabled = true;
    stop.disabled = false;
    verdict.className = 'verdict';
    const news = h('p', {class: 'note', 'aria-live': 'polite'});
    replace(verdict, h('p', {class: 'big working'}, 'Proving…'), news);
    try {
      const result = await prove('strategy-prove', {...given(), ...(!lemmas.checked && {wins: true})}, {signal: mine.signal, progress: text => { news.textContent = text; }, line: o => mine === running && told(o)});
      if (mine === running) done(result);
    } catch (error) {
      if (mine === running) { verdict.className = 'verdict'; replace(verdict, problem(error)); }
    } finally {
      if (mine === running) { start.disabled = false; stop.disabled = true; }
    }
  }

  // told shows one object that the verb prints.
  function told(o) {
    switch (o.schema.split('.').at(-1)) {
      case 'figures/1': put(theorems, h('p', null, `${plural(o.claimed_positions, 'position', 'positions')} with White to move are claimed, of ${o.legal_positions.toLocaleString('en')}; Black has ${plural(o.black_moves, 'move', 'moves')} there.`)); break;
      case 'lemma/1': lemma(o); break;
      case 'theorem/2':
        holds.push(o);
        put(theorems, h('p', null, h('span', {class: `badge ${o.holds ? 'proved' : 'refuted'}`}, o.holds ? 'holds' : 'not established'), ' ', h('strong', null, `${o.name}: `), o.holds ? o.sentence : o.error));
        break;
      case 'play/2': lost(o); break;
    }
  }

  function lemma(o) {
    table.hidden = false;
    const cell = n => h('td', {class: 'n'}, n === undefined ? '–' : n.toLocaleString('en'));
    body.append(h('tr', {'data-lemma': o.lemma}, h('th', {scope: 'row'}, o.lemma), h('td', null, h('span', {class: `badge ${o.verdict}`}, o.verdict)), h('td', {class: 'long'}, o.statement), cell(o.variables), cell(o.clauses), cell(o.conflicts), h('td', {class: 'n'}, seconds(o.cpu_seconds))));
    if (o.counterexample && !refuted.firstChild) violation(o);
  }

  // violation shows a play that violates a lemma; if it is none of chess, with moves as squares.
  async function violation(o) {
    const place = h('div');
    put(refuted, h('h2', null, `Lemma ${o.lemma} is refuted`), h('p', null, o.statement, ' A model of the formula is a play that violates it:'), place);
    let plies = between(o.counterexample);
    try {
      plies = (await ask('/api/game', {start: o.counterexample[0], moves: plies.map(p => p.uci)})).plies;
    } catch { /* as they are */ }
    replace(place, new Player({start: o.counterexample[0], plies, at: 0}).element);
  }

  // lost shows a game that the strategy does not win.
  async function lost(o) {
    try {
      const game = await ask('/api/game', {start: o.fen, moves: o.moves.map(m => m.uci)});
      const said = n => n === 0 ? 'White to move; the strategy is to win' : `${o.moves[n - 1].san}${o.moves[n - 1].step ? ` – ${o.moves[n - 1].step}: ${o.moves[n - 1].why}` : ''}${n === o.moves.length ? `. ${o.result}: ${o.reason}` : ''}`;
      refuted.prepend(h('div', {class: 'lost'}, h('h2', null, `A game that it does not win: ${o.result}, ${o.reason}`), new Player({start: game.start, plies: game.plies, pgn: game.pgn, at: 0, caption: said}).element));
    } catch (error) {
      put(refuted, problem(error));
    }
  }

  function done(result) {
    const good = result.exit === 0 && holds.length > 0, won = holds.find(t => t.name === 'Wins');
    const words = good ? 'Proved' : result.exit === 4 ? 'Undecided' : holds.length ? 'Refuted' : 'Not proved';
    verdict.className = `verdict answered ${good ? 'legal' : result.exit === 4 ? 'unknown' : 'illegal'}`;
    replace(verdict, h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, good ? '✓' : '✕'), h('strong', null, words)),
      won && h('p', {class: 'summary'}, won.holds ? `By ${won.sentence}` : `${won.error[0].toUpperCase()}${won.error.slice(1)}.`),
      result.remarks && h('pre', {class: 'remarks'}, result.remarks.trim()),
      result.evidence ? evidenceRow({evidence: result.evidence, what, auto, controller: () => (running = new AbortController())}) : h('p', {class: 'buttons'}, shareButton(what)));
    auto = false;
    replace(command, commandLine(result.command.replace(/--file -(?= |$)/, '--file own.strategy')));
    say(words, verdict);
  }
}
