// Estimate: how many positions are legal? A folder of "estimate run", while it runs, too.

import {h, s, replace, commandLine, problem, plural, scrolled} from './dom.js';
import {ask, stream, about} from './api.js';
import {link} from './main.js';

export function show(place) {
  const running = new AbortController();
  const room = h('div');
  replace(place, h('div', {class: 'title'}, h('h1', null, 'How many positions are legal?')),
    h('p', {class: 'lead'}, 'Positions are drawn at random from a numbering, each is proven illegal or legal, and the share of legal ones gives the number, with an interval of 95 %. This screen shows a folder of such a run, and follows it; it starts none.'), room);
  begin();
  return {update: () => {}, leave: () => running.abort()};

  async function begin() {
    try {
      const a = await about();
      if (!a.folder) {
        replace(room, h('section', {class: 'card'}, h('h2', null, 'No folder is shown'), h('p', null, 'Begin with a run, and name its folder:'),
          h('pre', null, 'retroproof estimate run --samples 1000 --seed 1 --dir sample1 &\nretroproof serve --folder sample1')));
        return;
      }
      draw(await ask('/api/folder'));
      await stream('/api/folder/events', undefined, (_, o) => draw(o), running.signal);
    } catch (error) {
      if (error.name === 'AbortError' || !place.isConnected) return;
      if (error.status === 504) { begin(); return; }
      replace(room, problem(error));
      if (error.status === 404) setTimeout(() => { if (!running.signal.aborted) begin(); }, 2000); // the run has not begun
    }
  }

  function draw(a) {
    const figure = (name, value) => h('div', null, h('dt', null, name), h('dd', null, typeof value === 'number' ? value.toLocaleString('en') : value));
    const e = a.estimate, p = a.phases;
    const none = () => h('p', {class: 'note'}, (p ? !e : a.draws < a.samples) ? 'None so far.' : 'None.');
    const reasons = Object.entries(a.reasons).sort(([x, n], [y, m]) => m - n || (x < y ? -1 : 1));
    replace(room,
      h('progress', {max: a.samples, value: a.draws, 'aria-label': 'Draws'}),
      p && p.wanted > 0 && h('progress', {max: p.wanted, value: p.decided, 'aria-label': 'Chosen draws'}),
      h('dl', {class: 'figures'},
        figure('Draws', `${a.draws.toLocaleString('en')} of ${a.samples.toLocaleString('en')}`),
        p ? [figure('Illegal by label', p.illegal), figure('Likely legal', p.likely_legal), figure('Likely illegal', p.likely_illegal),
          figure('Chosen draws decided', p.wanted ? `${p.decided.toLocaleString('en')} of ${p.wanted.toLocaleString('en')}` : 'when all have labels')]
          : [figure('Legal', sum(a.counts.legal)), figure('Illegal', a.counts.illegal), figure('Undecided', sum(a.counts.unknown))],
        e && figure('Legal positions', e.low.positions === e.high.positions ? power(e.low.positions) : `${power(e.low.positions)} to ${power(e.high.positions)}`),
        e && figure('95 % interval', `${power(e.low.interval95[0])} to ${power(e.high.interval95[1])}`)),
      a.curve.length > 1 && curve(a.curve),
      h('div', {class: 'cards'},
        h('section', {class: 'card'}, p ? phases(p) : [h('h2', null, 'Verdicts'), bars([['illegal', a.counts.illegal], ['legal', sum(a.counts.legal)], ['undecided', sum(a.counts.unknown)]])],
          h('h2', null, 'Undecided'), a.undecided.length ? draws(a.undecided, () => '') : none()),
        reasons.length > 0 && h('section', {class: 'card', id: 'reasons'}, h('h2', null, 'Why positions are illegal'), bars(reasons, 150),
          h('p', {class: 'note'}, p ? 'Of all draws as their labels say, and of the chosen ones as their evidence says; retroproof-check verifies both.' : 'As the evidence says; retroproof-check verifies it.')),
        h('section', {class: 'card'}, h('h2', null, 'Longest games'), a.longest.length ? draws(a.longest, d => plural(d.plies, 'ply', 'plies')) : none())),
      h('p', {class: 'note'}, `Folder ${a.name}: scheme ${a.scheme}, ${power(Number(a.population))} integers, seed ${a.seed}.`),
      commandLine(['retroproof', 'estimate', 'run', '--dir', a.name]));
  }
}

// phases shows two-phase sampling: all draws get labels, and some of each label that is not certain are chosen and decided with evidence.
function phases(p) {
  const row = (name, v) => h('tr', null, h('td', null, name), ...(v ? [v.legal, v.illegal, v.unknown].map(counts => h('td', {class: 'n'}, sum(counts).toLocaleString('en'))) : [h('td', {colspan: 3, class: 'note'}, 'not yet')]));
  return [h('h2', null, 'Two phases'),
    bars([['illegal', p.illegal], ['likely legal', p.likely_legal], ['likely illegal', p.likely_illegal]], 100),
    h('p', null, `All draws get a label. Of those that are likely legal, and likely illegal, ${p.choose.toLocaleString('en')} each are chosen, with repetition, and decided with evidence:`),
    h('table', {id: 'chosen'}, h('thead', null, h('tr', null, ['chosen', 'legal', 'illegal', 'undecided'].map(name => h('th', null, name)))),
      h('tbody', null, row('likely legal', p.chosen && p.chosen.likely_legal), row('likely illegal', p.chosen && p.chosen.likely_illegal)))];
}

const sum = counts => Object.values(counts).reduce((n, x) => n + x, 0);

// power writes a large number as 5.371·10⁴⁴: intervals may be as narrow as a few thousandths.
function power(n) {
  if (n < 1e6) return Math.round(n).toLocaleString('en');
  const [digits, exponent] = n.toExponential(3).split('e+');
  return `${digits}·10${[...exponent].map(d => '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]).join('')}`;
}

function draws(list, what) {
  return scrolled('Draws', h('table', null, h('tbody', null, list.slice(0, 30).map(d => h('tr', null, h('td', {class: 'n'}, d.draw.toLocaleString('en')), h('td', {class: 'long'}, link('legal', {fen: `${d.fen.split(' ').slice(0, 4).join(' ')} 0 1`}, h('code', null, d.fen))), h('td', {class: 'n'}, what(d)))))));
}

// bars draws numbers with their names, for which there is so much room.
function bars(list, left = 80) {
  const most = Math.max(1, ...list.map(([, n]) => n)), row = 24, width = 460;
  return s('svg', {viewBox: `0 0 ${width} ${row * list.length}`, class: 'chart', role: 'img', 'aria-label': list.map(([name, n]) => `${name}: ${n}`).join('; ')},
    list.map(([name, n], i) => [
      s('text', {x: left - 8, y: row * i + 16, 'text-anchor': 'end'}, name),
      s('rect', {class: 'bar', x: left, y: row * i + 4, width: Math.max(1, (width - left - 70) * n / most), height: row - 8, rx: 2}),
      s('text', {x: left + (width - left - 70) * n / most + 6, y: row * i + 16}, n.toLocaleString('en'))]));
}

// curve draws the share of legal positions over the draws, with its interval.
function curve(points) {
  const width = 760, height = 240, left = 62, below = 26;
  const last = points.at(-1).draws, most = Math.max(...points.map(p => Math.min(1, p.high))) * 1.05 || 1;
  const x = n => left + (width - left - 10) * n / last, y = v => 10 + (height - below - 10) * (1 - Math.min(v, most) / most);
  const path = (list, f) => list.map((p, i) => `${i ? 'L' : 'M'}${x(p.draws).toFixed(1)} ${y(f(p)).toFixed(1)}`).join('');
  const back = [...points].reverse().map(p => `L${x(p.draws).toFixed(1)} ${y(p.low).toFixed(1)}`).join('');
  const percent = v => `${(100 * v).toFixed(most < 0.05 ? 2 : 1)} %`;
  return h('figure', null, s('svg', {viewBox: `0 0 ${width} ${height}`, class: 'chart', role: 'img', 'aria-label': `Share of legal positions: ${percent(points.at(-1).share)} after ${last} draws`},
    [0, 0.25, 0.5, 0.75, 1].map(t => [s('path', {class: 'axis', d: `M${left} ${y(most * t)}H${width}`}), s('text', {x: left - 6, y: y(most * t) + 4, 'text-anchor': 'end'}, percent(most * t))]),
    s('path', {class: 'band', d: `${path(points, p => p.high)}${back}z`}), s('path', {class: 'line', d: path(points, p => p.share)}),
    [0, 0.5, 1].map(t => s('text', {x: x(last * t), y: height - 8, 'text-anchor': t === 1 ? 'end' : t ? 'middle' : 'start'}, Math.round(last * t).toLocaleString('en')))),
  h('figcaption', null, 'Share of the draws that are legal positions, weighted by multiplicity, over the draws; the band is the interval of 95 %.'));
}
