// URSA: a program whose assertions become formulas; solutions are a table.

import {h, plural, seconds} from './dom.js';
import {TextQuestion, setting, rowsOf} from './proving.js';

const examples = [
  ['Squares: nx² = 49', 'assert_all(nx * nx == 49 && nx < 100);\n'],
  ['A linear congruential generator, backwards', '/* bits: 16 */\nnX = nSeed;\nfor (nI = 1; nI <= 20; nI++)\n  nX = nX * 1665 + 1013;\nassert_all(nX == 59126);\n'],
  ['Six queens: all ways', `nDim = 6;
bDomain = true;
bNoCapture = true;
for (ni = 0; ni < nDim; ni++) {
  bDomain &&= (n[ni] < nDim);
  for (nj = 0; nj < nDim; nj++)
    if (ni != nj) {
      bNoCapture &&= (n[ni] != n[nj]);
      bNoCapture &&= (ni + n[nj] != nj + n[ni]) && (ni + n[ni] != nj + n[nj]);
    }
}
assert_all(bDomain && bNoCapture);
`],
  ['No solution: 3 divides no power of 2', 'assert(2 << nx == 3 * ny && nx < 5 && ny < 30);\n'],
];

export function show(place, state, page) {
  const bits = setting('bits', 'Bits of a number', h('input', {type: 'number', min: 1, max: 64, placeholder: '8'}));
  return new TextQuestion(place, state, page, {
    verb: 'ursa', title: 'What satisfies a program?', label: 'Program in URSA', file: 'program.urs', accept: '.urs,.ursa,text/plain', examples, settings: [bits],
    lead: 'Variables without a value are unknown; assert asks for values of them, assert_all for all. Each assertion becomes a formula; that there are no other solutions has a proof.',
    what: 'formulas and proofs, that there are no solutions but these', show: answered,
  }).screen();
}

function answered({lines, exit}) {
  if (!lines.length) return {kind: exit ? 'illegal' : 'unknown', words: exit === 4 ? 'Given up' : exit ? 'There are mistakes' : 'Nothing is asserted'};
  const total = lines.reduce((n, a) => n + a.solutions, 0);
  return {
    kind: exit ? 'unknown' : total ? 'legal' : 'illegal',
    words: total ? plural(total, 'solution', 'solutions') : 'No solution',
    summary: lines.every(a => a.complete) ? 'There are no others.' : 'There may be others: assert_all lists all.',
    details: lines.map(a => [
      h('h2', null, `Line ${a.line}: ${a.command}, ${plural(a.solutions, 'solution', 'solutions')}`),
      a.optimum && h('p', null, a.optimum.value === undefined ? `No value of ${a.optimum.variable} from ${a.optimum.from} to ${a.optimum.to} will do.` : `${a.optimum.variable} = ${a.optimum.value}, after ${plural(a.optimum.tried, 'value', 'values')}.`),
      a.models?.length && solutions(a.models),
      h('p', {class: 'spent'}, a.ground ? 'without unknown values' : `${plural(a.variables || 0, 'variable', 'variables')} and ${plural(a.clauses || 0, 'clause', 'clauses')} · ${seconds(a.build_seconds + a.seconds)}`),
    ]),
  };
}

// solutions are rows, a column for each variable.
function solutions(models) {
  const names = [...new Set(models.flatMap(m => [...Object.keys(m.numbers || {}), ...Object.keys(m.booleans || {})]))].sort(new Intl.Collator('en', {numeric: true}).compare);
  return rowsOf(['No.', ...names], models.map((m, i) => [i + 1, ...names.map(n => m.numbers?.[n] ?? (m.booleans?.[n] === undefined ? '' : String(m.booleans[n])))]));
}
