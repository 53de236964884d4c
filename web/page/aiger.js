// Transition systems in AIGER's two formats, replayed: what each signal is in each step.

// parse reads a model from the bytes of its file, which has been read by a stricter reader before.
export function parse(bytes) {
  let at = 0;
  const line = () => {
    const end = bytes.indexOf(10, at), text = new TextDecoder().decode(bytes.subarray(at, end < 0 ? bytes.length : end));
    at = end < 0 ? bytes.length : end + 1;
    return text;
  };
  const numbers = n => Array.from({length: n}, () => line().trim().split(' ').map(Number));
  const [format, ...sizes] = line().split(' ');
  const [, i, l, o, a, b = 0, c = 0, j = 0, f = 0] = sizes.map(Number), ascii = format === 'aag';
  const model = {names: {}};
  model.inputs = ascii ? numbers(i).map(x => x[0]) : Array.from({length: i}, (_, n) => 2 * n + 2);
  model.latches = numbers(l).map((x, n) => ascii ? {lit: x[0], next: x[1]} : {lit: 2 * (i + n) + 2, next: x[0]});
  model.outputs = numbers(o).map(x => x[0]);
  model.bad = numbers(b).map(x => x[0]);
  numbers(c);
  model.justice = numbers(j).map(x => x[0]).map(n => numbers(n).map(x => x[0]));
  model.fairness = numbers(f).map(x => x[0]);
  // A number of the binary format: seven bits a byte, the low ones first.
  const coded = () => {
    let n = 0, shift = 1, byte;
    do { byte = bytes[at++]; n += (byte & 127) * shift; shift *= 128; } while (byte & 128);
    return n;
  };
  model.ands = ascii ? numbers(a) : Array.from({length: a}, (_, n) => {
    const gate = 2 * (i + l + n) + 2, left = gate - coded();
    return [gate, left, left - coded()];
  });
  while (at < bytes.length) {
    const m = line().match(/^(?:([ilob]\d+) (.*)|(c))$/);
    if (!m || m[3]) break;
    model.names[m[1]] = m[2];
  }
  return model;
}

// replay returns a row [name, values] for each signal: inputs, latches, and the property that is asked about, or the literals
// of justice and fairness.
export function replay(model, {initial, inputs, property}, justice) {
  const values = new Map();
  const value = lit => Boolean(lit > 1 && values.get(lit >> 1)) !== Boolean(lit & 1);
  const name = (kind, i, plain) => model.names[kind + i] || `${plain} ${i}`;
  const named = kind => (lit, i) => [`${kind} ${i}`, lit];
  const asked = justice ? [...model.justice[property].map(named('justice')), ...model.fairness.map(named('fairness'))]
    : model.bad.length ? [[name('b', property, 'bad'), model.bad[property]]] : [[name('o', property, 'output'), model.outputs[property]]];
  const rows = [...model.inputs.map((_, i) => [name('i', i, 'input'), []]), ...model.latches.map((_, i) => [name('l', i, 'latch'), []]), ...asked.map(([title]) => [title, []])];
  let state = [...initial].map(c => c === '1');
  for (const given of inputs) {
    values.clear();
    model.inputs.forEach((lit, i) => values.set(lit >> 1, given[i] === '1'));
    model.latches.forEach(({lit}, i) => values.set(lit >> 1, state[i]));
    for (const [lit, x, y] of model.ands) values.set(lit >> 1, value(x) && value(y));
    const now = [...model.inputs.map((_, i) => given[i] === '1'), ...state, ...asked.map(([, lit]) => value(lit))];
    rows.forEach(([, list], i) => list.push(now[i]));
    state = model.latches.map(({next}) => value(next));
  }
  return rows;
}
