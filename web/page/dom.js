// Elements, and what screens have in common.

const SVG = 'http://www.w3.org/2000/svg';

// h makes an element: h('p', {class: 'x', onclick: f}, 'text', child, [children], null).
// Text is always text, never markup.
export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

// s makes an SVG element.
export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'value' || name === 'checked' || name === 'disabled' || name === 'open' || name === 'selected') element[name] = value;
    else element.setAttribute(name, value === true ? '' : value);
  }
  put(element, children);
  return element;
}

// put appends children to an element.
export function put(element, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

// replace puts children in place of those that are there.
export function replace(element, ...children) {
  element.replaceChildren();
  return put(element, ...children);
}

// say tells readers of the screen what has happened, and has others see the verdict that says so.
export function say(text, verdict) {
  document.getElementById('live').textContent = text;
  (verdict?.querySelector('.big') || verdict)?.scrollIntoView({block: 'nearest'});
}

// button makes a button.
export function button(text, onclick, attributes) {
  return h('button', {type: 'button', onclick, ...attributes}, text);
}

// field is a control with its label.
export function field(label, control, note) {
  return h('label', {class: 'field'}, h('span', null, label), control, note && h('small', null, note));
}

// scrolled is room for something that may be wider than the screen, and that keys can move.
export function scrolled(label, ...children) {
  return h('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': label}, children);
}

// select makes a list to choose from: options are [value, text].
export function select(options, chosen, onchange, attributes) {
  return h('select', {onchange: e => onchange(e.target.value), ...attributes},
    options.map(([value, text]) => h('option', {value, selected: value === chosen}, text)));
}

// commandLine shows the command that does the same: its words, or all of it.
export function commandLine(words) {
  const text = typeof words === 'string' ? words : words.map(quote).join(' ');
  return h('div', {class: 'command'},
    h('span', {class: 'label'}, 'As a command'),
    h('code', null, text),
    button('Copy', e => copy(text, e.target), {class: 'quiet', 'aria-label': 'Copy the command'}));
}

function quote(word) {
  return /^[A-Za-z0-9_\-.,:=/]+$/.test(word) ? word : `"${word.replace(/(["\\$`])/g, '\\$1')}"`;
}

// copy puts a text on the clipboard, and says so on the button for a moment.
export async function copy(text, from) {
  const before = from.textContent;
  try {
    await navigator.clipboard.writeText(text);
    from.textContent = 'Copied';
    say('Copied');
  } catch {
    from.textContent = 'Not possible here';
  }
  setTimeout(() => { from.textContent = before; }, 1500);
}

// save offers bytes or a text as a file.
export function save(name, content, type) {
  const url = URL.createObjectURL(new Blob([content], {type}));
  const link = h('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60000);
}

// tabs shows one of several panels: [{id, title, show(panel)}]. Arrow keys change.
export function tabs(name, list, chosen, onchange) {
  const panel = h('div', {class: 'panel', role: 'tabpanel', id: `${name}-panel`, tabindex: 0});
  const choose = (id, focus) => {
    for (const b of bar.children) {
      const is = b.dataset.tab === id;
      b.setAttribute('aria-selected', is);
      b.tabIndex = is ? 0 : -1;
      if (is) {
        panel.setAttribute('aria-labelledby', b.id);
        if (focus) b.focus();
      }
    }
    panel.replaceChildren();
    list.find(t => t.id === id).show(panel);
    if (onchange) onchange(id);
  };
  const bar = h('div', {class: 'tabs', role: 'tablist', onkeydown: e => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[e.key];
    if (!step) return;
    e.preventDefault();
    const at = list.findIndex(t => t.id === document.activeElement.dataset.tab);
    choose(list[(at + step + list.length) % list.length].id, true);
  }}, list.map(t => h('button', {type: 'button', role: 'tab', id: `${name}-${t.id}`, 'data-tab': t.id, 'aria-controls': `${name}-panel`, onclick: () => choose(t.id)}, t.title)));
  const whole = h('div', {class: 'tabbed'}, bar, panel);
  choose(list.some(t => t.id === chosen) ? chosen : list[0].id);
  whole.choose = choose;
  return whole;
}

// plural writes "1 ply" or "3 plies".
export function plural(n, one, more) { return `${n.toLocaleString('en')} ${n === 1 ? one : more}`; }

// seconds writes a duration.
export function seconds(n) {
  if (n < 0.0995) return `${Math.max(1, Math.round(n * 1000))} ms`;
  return n < 10 ? `${n.toFixed(2)} s` : `${n.toFixed(0)} s`;
}

// problem shows an error.
export function problem(error) {
  if (error.name === 'AbortError') return h('p', {class: 'note'}, 'Stopped.');
  return h('p', {class: 'problem', role: 'alert'}, error.message);
}
