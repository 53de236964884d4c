// Solve: a formula in DIMACS CNF; its model, or the proof that there is none.

import {h, plural, seconds} from './dom.js';
import {TextQuestion, setting} from './proving.js';

const pigeons = (holes, all = []) => {
  const v = (pigeon, hole) => pigeon * holes + hole + 1;
  for (let p = 0; p <= holes; p++) all.push(Array.from({length: holes}, (_, i) => v(p, i)).join(' ') + ' 0');
  for (let i = 0; i < holes; i++) for (let p = 0; p <= holes; p++) for (let q = 0; q < p; q++) all.push(`-${v(q, i)} -${v(p, i)} 0`);
  return `c ${holes + 1} pigeons do not fit into ${holes} holes\np cnf ${holes * (holes + 1)} ${all.length}\n${all.join('\n')}\n`;
};

// queens says that so many queens stand on a board and none attacks another.
const queens = n => {
  const v = (x, y) => x * n + y + 1, all = [];
  for (let x = 0; x < n; x++) {
    all.push(Array.from({length: n}, (_, y) => v(x, y)).join(' ') + ' 0');
    for (let y = 0; y < n; y++) {
      for (let x2 = 0; x2 < n; x2++) {
        for (let y2 = 0; y2 < n; y2++) {
          if (v(x2, y2) > v(x, y) && (x === x2 || y === y2 || Math.abs(x - x2) === Math.abs(y - y2))) all.push(`-${v(x, y)} -${v(x2, y2)} 0`);
        }
      }
    }
  }
  return `c ${n} queens on a board of ${n}x${n}: variable ${n}x+y+1 is the square x, y\np cnf ${n * n} ${all.length}\n${all.join('\n')}\n`;
};

const examples = [
  ['No model: three clauses', 'p cnf 2 3\n1 2 0\n-1 0\n-2 0\n'],
  ['A model: eight queens', queens(8)],
  ['No model: six pigeons, five holes', pigeons(5)],
];

export function show(place, state, page) {
  const conflicts = setting('conflicts', 'Give up after conflicts (0: never)', h('input', {type: 'number', min: 0, max: 1e12, step: 1}));
  return new TextQuestion(place, state, page, {
    verb: 'solve', title: 'Has a formula a model?', label: 'Formula in DIMACS CNF', file: 'formula.cnf', accept: '.cnf,.dimacs,text/plain', examples, settings: [conflicts],
    lead: 'A model is compared with the clauses in this browser. That there is none is proved in LRAT, which retroproof-check verifies here.',
    what: 'the proof that the formula has no model', show: answered,
  }).screen();
}

function answered({lines: [a], evidence}, text) {
  const spent = `${plural(a.variables, 'variable', 'variables')} · ${plural(a.clauses, 'clause', 'clauses')} · ${plural(a.conflicts ?? 0, 'conflict', 'conflicts')} · ${seconds(a.seconds)}`;
  if (a.status === 'SATISFIABLE') {
    const wrong = violated(text, a.model);
    return {
      kind: wrong ? 'unknown' : 'legal', words: 'Satisfiable',
      summary: [wrong ? `This browser finds a clause that the model violates: ${wrong}.` : 'The model satisfies each clause, as this browser has found.', h('span', {class: 'spent'}, ` ${spent}`)],
      details: [h('h2', null, 'Model'), h('pre', {class: 'output', tabindex: 0}, a.model.join(' ')), h('p', {class: 'note'}, 'A number is a variable that is true, with a minus one that is false.')],
    };
  }
  if (a.status === 'UNSATISFIABLE') {
    const proof = evidence.files.find(f => f.name.endsWith('.lrat')).bytes, steps = proof.reduce((n, c) => n + (c === 10), 0);
    return {
      kind: 'illegal', words: 'Unsatisfiable', summary: [`No values satisfy all clauses: a proof of ${plural(steps, 'line', 'lines')}, ${plural(proof.length, 'byte', 'bytes')}.`, h('span', {class: 'spent'}, ` ${spent}`)],
      details: [h('h2', null, 'The end of the proof'), h('pre', {class: 'output', tabindex: 0}, new TextDecoder().decode(proof.slice(-4000)).split('\n').slice(-12).join('\n'))],
    };
  }
  return {kind: 'unknown', words: 'Undecided', summary: [a.reason, h('span', {class: 'spent'}, ` ${spent}`)]};
}

// violated returns a clause of a DIMACS text that a model does not satisfy; '' for none.
function violated(text, model) {
  const holds = new Set(model);
  let clause = [];
  for (const word of text.split('\n').filter(line => !/^\s*[cp]/.test(line)).join(' ').split(/\s+/).filter(w => w && w !== '%').map(Number)) {
    if (word !== 0) { clause.push(word); continue; }
    if (clause.length && !clause.some(l => holds.has(l))) return clause.join(' ');
    clause = [];
  }
  return '';
}
