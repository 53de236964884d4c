// Reach: can a transition system come to a bad state, or violate justice? The run that does, or an invariant that excludes it.

import {h, select, plural, seconds, scrolled} from './dom.js';
import {TextQuestion, setting} from './proving.js';
import {parse, replay} from './aiger.js';

const examples = [
  ['Unsafe: a latch that turns over', 'aag 1 0 1 0 0 1\n2 3\n2\nl0 latch\nb0 high\n'],
  ['Unsafe: a counter of four bits', '', {model: 'counter-4'}],
  ['Safe: it skips its last value', '', {model: 'counter-8-safe'}],
  ['Safe: men that cannot pass each other', '', {model: 'order'}],
  ['Safe: the rook is never captured (chess)', '', {model: 'krk-rook'}],
  ['Live: a token ring in which nobody waits for ever', '', {model: 'token-4'}],
  ['Violated: it may keep the token', '', {model: 'token-4-unfair'}],
];
const models = [['', 'the text'], ['counter-4', 'a counter of 4 bits'], ['counter-8', 'a counter of 8 bits'], ['counter-8-safe', 'a counter that skips its last value'], ['order', 'three men in a row'], ['token-4', 'a token ring'], ['token-4-unfair', 'a token ring that is unfair'], ['mutex', 'Peterson’s algorithm'],
  ['krk-rook', 'king and rook: the rook is captured'], ['krk-illegal', 'king and rook: an illegal position'], ['krk-stale', 'king and rook: stalemate'], ['krk-stuck', 'king and rook: no step applies']];

export function show(place, state, page) {
  return new TextQuestion(place, state, page, {
    verb: 'reach', title: 'Can a bad state be reached?', label: 'Transition system in AIGER’s ASCII', file: 'model.aag', accept: '.aag,text/plain', examples,
    settings: [
      setting('model', 'Model', select(models, '', () => {})),
      setting('engine', 'Engine', select([['', 'auto'], ...['bmc', 'kind', 'pdr', 'parity'].map(e => [e, e])], '', () => {})),
      setting('frames', 'Give up after frames (0: never)', h('input', {type: 'number', min: 0, max: 1e6})),
    ],
    lead: 'A run to a bad state is replayed. That there is none is shown by an invariant: it holds at first, every step keeps it, and it excludes what is bad. Each of these has a proof.',
    what: 'the run, or the invariant with its proofs', show: answered,
  }).screen();
}

const verdicts = {safe: 'Safe', unsafe: 'Unsafe', live: 'Live', violated: 'Violated'};

function answered({lines, evidence, exit}) {
  const wrong = a => a.verdict === 'unsafe' || a.verdict === 'violated', unsafe = lines.find(wrong), first = unsafe || lines[0];
  if (!first) return {kind: 'unknown', words: 'Nothing is asked', summary: 'The system has no property.'};
  const text = evidence?.files.find(f => /\/model\.a[ai]g$/.test(f.name)), model = text && parse(text.bytes);
  const size = `${plural(first.inputs, 'input', 'inputs')} · ${plural(first.latches, 'latch', 'latches')} · ${plural(first.gates, 'gate', 'gates')} · ${seconds(first.seconds)}`;
  const steps = n => plural(n, 'step', 'steps'), rounds = a => a.rounds === undefined ? '' : `, ${plural(a.rounds, 'round', 'rounds')}`;
  const how = a => a.reason || (wrong(a) ? `${a.justice === undefined ? `a bad state in ${steps(a.steps)}` : `a loop of ${steps(a.steps - a.loop)} after ${a.loop}`}, found by ${a.engine}` : a.frames ? `by ${a.engine}: ${plural(a.frames, 'frame', 'frames')}, an invariant of ${plural(a.clauses, 'clause', 'clauses')}${rounds(a)}` : `by ${a.engine}: induction with k = ${a.k}${rounds(a)}`);
  return {
    kind: unsafe ? 'illegal' : exit === 20 ? 'legal' : 'unknown', words: unsafe ? verdicts[unsafe.verdict] : exit === 20 ? verdicts[first.verdict] : 'Undecided',
    summary: [lines.length === 1 ? `${how(first)[0].toUpperCase()}${how(first).slice(1)}.` : '', h('span', {class: 'spent'}, ` ${size}`)],
    details: [
      lines.length > 1 && h('ul', null, lines.map(a => h('li', null, `Property ${a.properties[0] ?? `j${a.justice}`}: ${a.verdict}, ${how(a)}`))),
      lines.filter(a => a.trace).map(a => waveform(a, model)),
    ],
  };
}

const mostSteps = 200;

// waveform draws the run: a row for each signal, a column for each step; high is a line above, low one below.
function waveform({trace, steps: all, loop}, model) {
  const rows = model ? replay(model, trace, loop !== undefined) : [['inputs', trace.inputs.map(i => i || '–')]];
  const steps = Math.min(mostSteps, trace.inputs.length);
  return [h('h2', null, `The run: ${plural(all, 'step', 'steps')}${loop === undefined ? '' : `, of which the last leads back to state ${loop}`}`),
    scrolled('The run', h('table', {class: 'wave'},
      h('thead', null, h('tr', null, h('th', {scope: 'col'}, 'Signal'), Array.from({length: steps}, (_, n) => h('th', {scope: 'col'}, n)))),
      h('tbody', null, rows.map(([name, list]) => h('tr', null, h('th', {scope: 'row'}, name),
        list.slice(0, steps).map((v, n) => typeof v === 'boolean' ? h('td', {class: `${v ? 'high' : 'low'}${n && list[n - 1] !== v ? ' edge' : ''}`}, Number(v)) : h('td', null, v))))))),
    trace.inputs.length > steps && h('p', {class: 'note'}, `The first ${steps} steps are shown.`),
    model && h('p', {class: 'note'}, 'This browser has worked out the values from the model and the inputs of the run.')];
}
