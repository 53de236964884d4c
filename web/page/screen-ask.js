// Questions: what was the last move, who may castle, which men are promoted, what was captured?

import {h, button, replace, select, field, commandLine, problem, save, say} from './dom.js';
import {ask, file} from './api.js';
import {Editor} from './editor.js';
import {story} from './story.js';
import {checkHere} from './checker.js';
import {shareButton} from './proving.js';
import {questions} from './examples.js';
import {link} from './main.js';

const kinds = [
  ['last-moves', 'What was the last move?'],
  ['retract', 'Which ways lead back?'],
  ['rights', 'Who may castle, or capture en passant?'],
  ['men', 'Where did the men come from?'],
  ['promoted', 'Which men are promoted?'],
  ['captures', 'What was captured?'],
  ['tempo', 'How many moves to spare?'],
  ['clock', 'How many quiet plies at the end?'],
  ['release', 'How far back is a release?'],
  ['fields', 'What can the unknown fields be?'],
  ['cluster', 'Is it an illegal cluster?'],
];

const what = 'each claim about this position';

export function show(place, state, page) {
  let kind = kinds.some(([id]) => id === state.get('question')) ? state.get('question') : 'last-moves';
  let running = null, auto = state.get('check') === '1';
  const beginning = state.get('fen') || questions[0][1];
  const verdict = h('section', {class: 'verdict', 'aria-label': 'Answer'});
  const below = h('div');
  const editor = new Editor({fen: kind === 'fields' ? questions[0][1] : beginning, onChange: () => idle()});
  const pattern = h('input', {type: 'text', class: 'fen', spellcheck: 'false', 'aria-label': 'FEN with unknown fields',
    value: kind === 'fields' ? beginning : 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB?R w KQkq - 0 1'});
  const plies = h('input', {type: 'number', min: 1, max: 8, value: Number(state.get('plies')) || 1});
  const squares = h('input', {type: 'text', placeholder: 'all that have no move back', value: state.get('squares') || ''});
  const added = h('input', {type: 'text', placeholder: 'none; K, white knight, king', value: state.get('with') || ''});
  const games = h('input', {type: 'checkbox', checked: state.get('games') === '1'});
  const effort = select([['1', 'one round'], ['2', 'two rounds'], ['3', 'three rounds']], state.get('effort') || '1', () => {});
  const more = h('div', {class: 'together'});
  const choose = select(kinds, kind, v => { kind = v; options(); idle(); }, {'aria-label': 'Question'});
  const examples = select([['', 'Examples…'], ...questions.map(([title], i) => [String(i), title])], '', i => {
    if (i === '') return;
    const [, fen, which] = questions[Number(i)];
    choose.value = kind = which;
    if (kind === 'fields') pattern.value = fen; else editor.set(fen);
    examples.value = added.value = '';
    options();
    run();
  }, {'aria-label': 'Examples', class: 'examples'});

  replace(place,
    h('div', {class: 'title'}, h('h1', null, 'What must have been, and what may have been?'), examples),
    h('div', {class: 'columns'}, editor.element, h('div', {class: 'beside'},
      h('section', {class: 'card'}, field('Question', choose), more, h('p', {class: 'buttons'}, button('Ask', () => run(), {class: 'primary'}))), verdict, below)));
  options();
  if (state.get('fen')) run(); else idle();
  return {update: () => {}, leave: () => running?.abort()};

  function goesBack() { return kind === 'last-moves' || kind === 'retract'; }

  // What has budgets of a search; a cluster needs games.
  function searches() { return kind !== 'tempo' && kind !== 'release'; }

  function options() {
    const search = searches();
    editor.element.hidden = kind === 'fields'; // The board has no unknown men.
    replace(more,
      kind === 'fields' && h('label', {class: 'field wide'}, h('span', null, 'FEN: ? any man, X White’s, x Black’s, * any man or none, [Nn] one of these; ? for a field'), pattern),
      kind === 'fields' && field('A man to be added', added),
      goesBack() && field('Plies back', plies),
      kind === 'release' && field('Men on', squares),
      search && field('Refutation', effort),
      search && kind !== 'cluster' && h('label', null, games, ' look for games, too'));
  }

  function idle() {
    running?.abort();
    replace(below);
    verdict.className = 'verdict';
    replace(verdict, h('p', {class: 'note'}, 'Each answer is possible, with a game; impossible, with a refutation; or open. retroproof-check verifies what can be claimed.'));
  }

  function query() {
    const q = {fen: kind === 'fields' ? pattern.value.trim() : editor.fen, question: kind, no_proofgame: !games.checked && kind !== 'cluster', effort: Number(effort.value)};
    if (goesBack()) q.plies = Number(plies.value) || 1;
    if (kind === 'fields' && added.value.trim()) q.with = added.value.trim();
    if (kind === 'release' && squares.value.trim()) q.squares = squares.value.trim();
    return q;
  }

  async function run() {
    running?.abort();
    const mine = running = new AbortController();
    const q = query();
    page.keep({fen: q.fen, question: kind, plies: q.plies > 1 ? q.plies : '', squares: q.squares, with: q.with, games: games.checked ? '1' : '', effort: q.effort > 1 ? q.effort : ''}, true);
    verdict.className = 'verdict';
    replace(below);
    replace(verdict, h('p', {class: 'big working'}, 'Working…'), h('p', null, button('Stop', () => mine.abort())));
    let a;
    try {
      a = await ask('/api/ask', q, mine.signal);
    } catch (error) {
      if (mine === running) replace(verdict, problem(error));
      return;
    }
    if (mine !== running) return;
    const results = h('div');
    verdict.className = 'verdict answered';
    const sentences = ['rights', 'tempo', 'clock', 'release'].includes(kind);
    replace(verdict,
      h('p', {class: 'big'}, h('strong', null, sentences ? a.story.title : a.lines[0])),
      h('ul', null, (sentences ? a.lines : a.lines.slice(1)).slice(0, 12).map(line => h('li', null, line.trim()))),
      a.claims ? h('p', {class: 'buttons'}, button('Check it here', () => check(q, results), {class: 'primary'}), button('Certificate', () => download(q, results)), shareButton(what))
        : h('p', {class: 'note'}, 'Nothing of this is a claim of a certificate.'),
      results);
    if (auto && a.claims) check(q, results);
    auto = false;
    say(a.lines[0], verdict);
    // Title, board and FEN stand elsewhere on this screen, and so do the sentences.
    let lists = 0;
    const told = story(a.story, {skip: (part, i) => part.kind === 'list' ? sentences && lists++ === 0 : i < 3});
    const flags = [q.no_proofgame && searches() && '--no-proofgame', searches() && q.effort > 0 && `--effort=${q.effort}`, kind === 'last-moves' && q.plies > 1 && `--plies=${q.plies}`, q.squares && `--squares=${q.squares}`, q.with && `--with=${q.with}`].filter(Boolean);
    replace(below, told, commandLine(['retroproof', 'ask', kind, kind === 'retract' && String(q.plies), ...flags, q.fen].filter(Boolean)));
  }

  async function download(q, results) {
    try {
      save('answers.cert', await file('/api/ask/certificate', q), 'text/plain');
      replace(results, h('p', {class: 'note'}, 'Check it with ', h('code', null, 'retroproof-check answers.cert'), ', or drop it on the screen ', link('check', {}, 'Check'), '.'));
    } catch (error) {
      replace(results, problem(error));
    }
  }

  function check(q, results) {
    running?.abort();
    running = new AbortController();
    checkHere(results, async signal => [{name: 'answers.cert', bytes: await file('/api/ask/certificate', q, signal)}], running, what);
  }
}
