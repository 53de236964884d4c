// Verbs without a screen of their own: a plain form for each, made of what the server says of its requests.

import {h, button, replace, put, select, commandLine, problem, field} from './dom.js';
import {ask} from './api.js';
import {initial} from './fen.js';

const path = '/api/run/';

export function show(place, state, page) {
  const about = h('div'), form = h('form', {class: 'run', onsubmit: e => { e.preventDefault(); run(); }}), answer = h('div', {'aria-live': 'polite'});
  const choice = h('div');
  let forms = [], chosen = null, controls = {}, running = null;
  replace(place, h('div', {class: 'title'}, h('h1', null, 'Verbs of the command line')),
    h('div', {class: 'cards'}, h('section', {class: 'card'}, choice, about, form), h('section', {class: 'card'}, h('h2', null, 'Answer'), answer)));

  ask('/api/openapi.json').then(api => {
    forms = Object.entries(api.paths).filter(([p]) => p.startsWith(path)).map(([p, {post}]) => {
      const [verb, ...text] = post.summary.split(': ');
      return {id: p.slice(path.length), verb, text: text.join(': '), request: post.requestBody.content['application/json'].schema};
    });
    draw(state);
  }, error => replace(answer, problem(error)));

  // draw shows the form of a verb, filled in as the address says.
  function draw(from) {
    chosen = forms.find(f => f.id === from.get('verb')) || forms[0];
    replace(choice, field('Verb', select(forms.map(f => [f.id, f.verb]), chosen.id, id => { page.keep({verb: id}, true); draw(new URLSearchParams({verb: id})); })));
    replace(about, h('p', null, chosen.text + '.'));
    controls = {};
    const required = chosen.request.required;
    const names = chosen.request['x-order'];
    replace(form, [...names.filter(n => required.includes(n)), ...names.filter(n => !required.includes(n))].map(n => row(n, chosen.request.properties[n], required.includes(n), from.get(n))));
    put(form, h('p', {class: 'buttons'}, h('button', {type: 'submit', class: 'primary'}, 'Run'), button('Stop', () => running?.abort())));
    replace(answer, h('p', {class: 'note'}, 'Nothing was run yet.'));
  }

  // row is the control for a field, with its label.
  function row(name, about, required, given) {
    const value = given ?? (about.examples ? about.examples[0] : required && about.default === undefined && name === 'fen' ? initial : '');
    const hint = about.default === undefined ? '' : String(about.default);
    let control;
    if (about.type === 'boolean') control = h('input', {type: 'checkbox', checked: given === 'true'});
    else if (about.enum) control = select([['', hint || '–'], ...about.enum.filter(w => w !== hint).map(w => [w, w])], given || '', () => {});
    else if (about.examples) control = h('textarea', {rows: 8, spellcheck: 'false', value});
    else if (about.type === 'integer') control = h('input', {type: 'number', min: about.minimum, max: about.maximum, placeholder: hint, value, required});
    else control = h('input', {type: 'text', class: 'fen', spellcheck: 'false', placeholder: hint, value, required});
    control.name = name;
    controls[name] = {control, about};
    const label = ['fen', 'json'].includes(name) ? name.toUpperCase() : name[0].toUpperCase() + name.slice(1).replaceAll('_', ' ');
    if (about.type === 'boolean') return h('label', {class: 'flag'}, control, ` ${label} `, h('small', null, about.description));
    return h('label', {class: 'field wide'}, h('span', null, label), control, h('small', null, about.description));
  }

  // request is what is filled in.
  function request() {
    const q = {};
    for (const [name, {control, about}] of Object.entries(controls)) {
      const text = control.value;
      if (about.type === 'boolean') { if (control.checked) q[name] = true; }
      else if (text === '') continue;
      else if (about.type === 'integer') q[name] = Number(text);
      else if (about.type === 'array') q[name] = text.split(/[ ,]+/).filter(w => w).map(w => about.items.type === 'integer' ? Number(w) : w);
      else q[name] = text;
    }
    return q;
  }

  async function run() {
    const q = request();
    page.keep({verb: chosen.id, ...Object.fromEntries(Object.entries(q).filter(([n]) => n !== 'stdin').map(([n, v]) => [n, String(v)]))});
    running?.abort();
    const mine = running = new AbortController();
    replace(answer, h('p', {class: 'note working'}, 'Working…'));
    try {
      const a = await ask(path + chosen.id, q, mine.signal);
      if (running !== mine) return; // it was run again meanwhile
      replace(answer, h('pre', {class: 'output'}, a.output), a.remarks && h('pre', {class: 'remarks'}, a.remarks),
        h('p', {class: 'note'}, `Exit code ${a.exit}.`), commandLine(a.command));
    } catch (error) { if (running === mine) replace(answer, problem(error)); }
  }

  return {update: now => forms.length && draw(now), leave: () => running?.abort()};
}
