// Position: can a game lead here? Why not, or by which game?

import {h, button, put, replace, select, tabs, commandLine, problem, save, say, seconds, plural} from './dom.js';
import {ask, file} from './api.js';
import {Editor} from './editor.js';
import {Player} from './player.js';
import {Board} from './board.js';
import {story} from './story.js';
import {checkHere} from './checker.js';
import {shareButton} from './proving.js';
import {parse, initial, square} from './fen.js';
import {positions} from './examples.js';
import {go, link} from './main.js';

export function show(place, state, page) {
  const beginning = state.get('fen') || initial;
  let tab = state.get('tab') || 'why', answer = null, running = null, asked = '', auto = state.get('check') === '1';

  const verdict = h('section', {class: 'verdict', 'aria-label': 'Verdict'});
  const below = h('div');
  const editor = new Editor({fen: beginning, onChange: fen => decide(fen, true)});
  const examples = select([['', 'Examples…'], ...positions.map(([title, fen]) => [fen, title])], '', fen => {
    if (fen) { editor.set(fen); decide(fen, true); }
    examples.value = '';
  }, {'aria-label': 'Examples', class: 'examples'});

  replace(place,
    h('div', {class: 'title'}, h('h1', null, 'Can a game lead to this position?'), examples),
    h('div', {class: 'columns'}, editor.element, h('div', {class: 'beside'}, verdict, below)));
  if (state.get('fen')) decide(beginning); else idle();
  return {update, leave: () => running?.abort()};

  function update(now) {
    const fen = now.get('fen') || initial;
    if (fen === asked) return;
    editor.set(fen);
    if (now.get('fen')) decide(fen); else idle();
  }

  function idle() {
    asked = '';
    running?.abort();
    replace(below);
    replace(verdict, h('p', {class: 'big'}, 'Set up a position, or paste a FEN.'),
      h('p', {class: 'note'}, 'Every change is judged at once: illegal, with the reason and a proof; or legal, with a game that leads there. Click a man and then squares to place it, or drag men; a second click with the same man removes it.'),
      h('p', null, button('Judge the start position', () => decide(editor.fen, true))));
  }

  async function decide(fen, add) {
    running?.abort();
    const mine = running = new AbortController();
    asked = fen;
    page.keep({fen, tab: tab === 'why' ? '' : tab}, add);
    replace(below);
    editor.mark({});
    verdict.className = 'verdict';
    const wait = setTimeout(() => {
      if (mine !== running) return;
      replace(verdict, h('p', {class: 'big working'}, 'Working…'), h('p', null, button('Stop', () => mine.abort())));
    }, 150);
    const began = performance.now();
    try {
      answer = await ask('/api/legal', {fen, explain: true}, mine.signal);
    } catch (error) {
      if (mine === running) replace(verdict, problem(error));
      return;
    } finally {
      clearTimeout(wait);
    }
    if (mine !== running) return;
    judged(fen, performance.now() - began);
  }

  function judged(fen, took) {
    const a = answer;
    verdict.className = `verdict ${a.verdict}`;
    const words = {illegal: 'Illegal', legal: 'Legal', unknown: 'Undecided'}[a.verdict];
    const first = a.story?.parts.find(p => p.kind === 'diagram' && p.within === undefined);
    editor.mark(first ? {...first.diagram} : {});
    const summary = a.verdict === 'illegal' ? a.explanation
      : a.verdict === 'legal' ? (a.plies ? `A game of ${plural(a.plies, 'ply', 'plies')} leads here.` : 'It is the start position.')
        : 'No rule refutes it, and no game was found within the budgets.';
    const spent = [a.nodes && plural(a.nodes, 'node', 'nodes'), a.positions && plural(a.positions, 'earlier position', 'earlier positions'), seconds(a.seconds || took / 1000)].filter(Boolean).join(' · ');
    const results = h('div');
    replace(verdict,
      h('p', {class: 'big'}, h('span', {class: 'sign', 'aria-hidden': 'true'}, {illegal: '✕', legal: '✓', unknown: '?'}[a.verdict]), h('strong', null, words), a.reason && h('code', {class: 'reason'}, a.reason)),
      h('p', {class: 'summary'}, summary),
      h('p', {class: 'spent'}, spent),
      h('p', {class: 'buttons'},
        a.verdict !== 'unknown' && [
          button('Check it here', () => check(fen, results), {class: 'primary'}),
          button('Certificate', () => download(fen, results)),
          shareButton(proves()),
        ],
        button('HTML page', async () => { try { save('why.html', await file('/api/page', {fen, shortest_nodes: 25000}), 'text/html'); } catch (error) { replace(results, problem(error)); } }),
        button('JSON', () => save('verdict.json', JSON.stringify(a, null, 2), 'application/json')),
        link('game', {fen}, 'Proof game…')),
      results);
    // Who sets up men is not led away from the board.
    if (auto && a.verdict !== 'unknown') check(fen, results);
    auto = false;
    say(`${words}. ${summary}`, editor.element.querySelector('.board, .palette').matches(':focus-within') ? null : verdict);
    const whole = tabs('about', [
      {id: 'why', title: a.verdict === 'legal' ? 'The game' : 'Why', show: panel => why(panel)},
      {id: 'kernel', title: 'Kernel', show: panel => kernel(panel, fen)},
      {id: 'last', title: 'Last moves', show: panel => lastMoves(panel, fen)},
    ], tab, id => { tab = id; page.keep({fen, tab: id === 'why' ? '' : id}); });
    replace(below, whole);
  }

  function why(panel) {
    let paragraphs = 0;
    const game = moves => new Player({start: moves.start, plies: moves.plies, pgn: moves.pgn}).element;
    // The verdict, the diagram and the FEN stand elsewhere on this screen.
    const told = story(answer.story, {game, skip: (part, i) => i === 0 || part.kind === 'diagram' && paragraphs++ === 0 && i < 3 || i < 3 && part.spans?.[0]?.code});
    const first = answer.story.parts.find(p => p.kind === 'diagram');
    if (first?.diagram.key) {
      told.prepend(h('p', {class: 'note'}, 'On the board: ' + first.diagram.key.map(k => ({marked: 'framed squares: ', locked: 'padlock: ', crossed: 'cross: ', arrow: 'arrow: '}[k.mark] + k.meaning)).join('; ') + '.'));
    }
    replace(panel, told, commandLine(['retroproof', 'legal', '--explain', answer.fen]));
  }

  async function download(fen, results) {
    try {
      save('proof.gz', await file('/api/certificate', {fen}), 'application/gzip');
      replace(results, h('p', {class: 'note'}, 'Check it with ', h('code', null, 'retroproof-check proof.gz'), ', or drop it on the screen ', link('check', {}, 'Check'), '.'));
    } catch (error) {
      replace(results, problem(error));
    }
  }

  // proves is what the certificate shows.
  function proves() { return answer.verdict === 'legal' ? 'a game that leads to this position' : 'the refutation: that no game leads to this position'; }

  function check(fen, results) {
    running?.abort();
    running = new AbortController();
    checkHere(results, async signal => [{name: 'proof.gz', bytes: await file('/api/certificate', {fen}, signal)}], running, proves());
  }
}

// kernel shows captures that make the pawns of the position.
async function kernel(panel, fen) {
  replace(panel, h('p', {class: 'note working'}, 'Searching…'));
  let a;
  try {
    a = await ask('/api/proofkernel', {fen, extended: true});
  } catch (error) {
    replace(panel, problem(error));
    return;
  }
  const intro = h('p', {class: 'note'}, 'A proof kernel is the captures of a game and nothing else; an extended kernel has the ranks on which they are made, and the moves of pawns between them.');
  const words = a.reason ? `There is no proof kernel: ${a.reason}.`
    : a.kernel === 'absent' ? 'There is no proof kernel: no captures make these pawns and pieces.'
      : a.extended === 'absent' ? 'There is a proof kernel, but no extended one: the ranks do not fit.'
        : a.extended === 'found' ? null : 'Undecided within the budget.';
  replace(panel, intro, words && h('p', null, words));
  if (a.moves?.length) panel.append(h('p', null, 'Proof kernel: ', h('code', null, a.moves.join(' '))));
  else if (a.kernel === 'found') panel.append(h('p', null, 'The kernel is empty: no capture is needed.'));
  if (a.extended === 'found' && a.extended_moves?.length) panel.append(kernelPlayer(a));
  panel.append(commandLine(['retroproof', 'proofkernel', '--extended', fen]));
}

// kernelPlayer shows an extended kernel step by step, each as an arrow.
function kernelPlayer(a) {
  const steps = [];
  const start = parse(a.start || initial);
  let men = start.men, ledger = {w: [], b: []};
  steps.push({men, marks: {}, text: 'The start', ledger});
  for (const text of a.extended_moves) {
    const m = text.match(/^([wb])(LB|DB|[PQRNBK])?([a-h][1-8])?([-x])([a-h][1-8])(LB|DB|[QRNB])?$/);
    if (!m) continue;
    const [, side, , from, how, to, becomes] = m;
    const next = [...men], victim = men[square(to)];
    ledger = {w: [...ledger.w], b: [...ledger.b]};
    if (how === 'x') ledger[side].push(victim || '?');
    if (from) {
      const kind = becomes ? becomes.slice(-1) : null;
      next[square(to)] = kind ? (side === 'w' ? kind : kind.toLowerCase()) : men[square(from)];
      next[square(from)] = null;
    } else {
      next[square(to)] = null; // the piece that captures is not named, and goes its way
    }
    steps.push({men: next, text, ledger, marks: from ? {arrows: [{from, to}], crossed: how === 'x' ? [to] : []} : {crossed: [to]}});
    men = next;
  }
  const board = new Board({label: 'Extended kernel'});
  const caption = h('p', {class: 'caption', 'aria-live': 'polite'});
  const captured = h('p', {class: 'note'});
  const slider = h('input', {type: 'range', min: 0, max: steps.length - 1, value: 0, 'aria-label': 'Step of the kernel', oninput: () => at(Number(slider.value))});
  const list = h('ol', {class: 'plies kernel-steps', 'aria-label': 'Steps'}, steps.map((step, i) => h('li', null, h('button', {type: 'button', class: 'san', onclick: () => at(i)}, step.text))));
  const at = i => {
    slider.value = i;
    const step = steps[i];
    // The arrow is drawn over the position before the step.
    board.set({...start, men: i ? steps[i - 1].men : step.men}).show(step.marks);
    caption.textContent = `${i} of ${plural(steps.length - 1, 'step', 'steps')}: ${step.text}`;
    const taken = side => step.ledger[side].join(' ') || 'nothing';
    captured.textContent = `White has captured ${taken('w')}; Black has captured ${taken('b')}.`;
    [...list.children].forEach((li, n) => li.firstChild.toggleAttribute('aria-current', n === i));
  };
  at(Math.min(1, steps.length - 1));
  return h('div', {class: 'player'}, h('div', {class: 'player-board'}, board.element, slider, caption, captured), h('div', {class: 'player-moves'}, list));
}

// lastMoves shows the moves that can have led here, and those before them.
function lastMoves(panel, fen) {
  const root = h('div', {class: 'tree'});
  replace(panel, h('p', {class: 'note'}, 'Each line is a move that can have led to the position, with what was captured, and the position before: refuted (I), or not (?). Open a line to go further back.'),
    root, commandLine(['retroproof', 'revmoves', '--json', '--verdicts', fen]));
  branch(root, fen, 1);
}

async function branch(place, fen, depth) {
  replace(place, h('p', {class: 'note working'}, 'Taking back…'));
  let a;
  try {
    a = await ask('/api/revmoves', {fen, verdicts: true});
  } catch (error) {
    replace(place, problem(error));
    return;
  }
  if (!a.unmoves.length) {
    replace(place, h('p', null, 'No move leads here.'));
    return;
  }
  const open = a.unmoves.filter(u => u.verdict !== 'illegal').length;
  const order = {unknown: 0, legal: 0, illegal: 1};
  const sorted = [...a.unmoves].sort((x, y) => order[x.verdict] - order[y.verdict]);
  const rest = h('ul');
  const row = u => {
    const below = h('div', {class: 'branch'});
    const letter = {illegal: 'I', legal: 'L', unknown: '?'}[u.verdict];
    const rights = [u.castling !== '-' && `castling ${u.castling}`, u.en_passant !== '-' && `en passant ${u.en_passant}`].filter(Boolean).join(', ');
    const line = h('details', {ontoggle: () => { if (line.open && !below.firstChild) grow(); }},
      h('summary', null, h('span', {class: `letter ${u.verdict}`, title: u.reason || 'not refuted'}, letter), h('code', null, u.notation), u.captured && h('span', {class: 'note'}, ` captures ${u.captured}`),
        rights && h('span', {class: 'note'}, ` before: ${rights}`), u.reason && h('span', {class: 'note'}, ` ${u.reason}`)),
      below);
    const grow = () => {
      const inner = h('div');
      put(below, h('p', {class: 'buttons'}, button('Retract: go to the position before', () => go('legal', {fen: u.before}))), inner);
      if (u.verdict === 'illegal' && u.reason !== 'LastMovesRefuted') replace(inner, h('p', {class: 'note'}, `The position before is illegal: ${u.reason}.`));
      else branch(inner, u.before, depth + 1);
    };
    return h('li', null, line);
  };
  const many = 60;
  rest.append(...sorted.slice(0, many).map(row));
  replace(place, h('p', null, `${plural(a.unmoves.length, 'move', 'moves')}, ${open} of them not refuted.`), rest,
    sorted.length > many && button(`Show ${sorted.length - many} more`, e => { rest.append(...sorted.slice(many).map(row)); e.target.remove(); }));
}
