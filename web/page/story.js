// A story: what is known of a position, as retroproof.story/1 has it.

import {h} from './dom.js';
import {Board} from './board.js';
import {s} from './dom.js';

// story returns the parts of a document. options.game(moves) shows a game; options.skip leaves
// out what the screen has elsewhere.
export function story(document, options = {}) {
  const elements = [];
  const inside = new Map(); // index of a part -> the element that its own parts go to
  const all = h('div', {class: 'story'});
  document.parts.forEach((part, i) => {
    if (part.within === undefined && options.skip?.(part, i)) return;
    const parent = part.within === undefined ? all : inside.get(part.within);
    if (!parent) return;
    const [element, room] = make(part, options);
    if (part.id) element.id = anchor(part.id);
    inside.set(i, room);
    elements.push(element);
    const inList = part.within !== undefined && document.parts[part.within].kind === 'list';
    parent.append(inList ? h('li', null, element) : element);
  });
  return all;
}

const anchor = id => `part-${id}`;

function make(part, options) {
  switch (part.kind) {
    case 'heading': return [h('h2', null, spans(part.spans)), null];
    case 'diagram': return [diagram(part.diagram), null];
    case 'row': { const row = h('div', {class: 'row'}); return [row, row]; }
    case 'list': { const list = h('ul'); return [list, list]; }
    case 'key': return [key(part.key), null];
    case 'moves': return [options.game ? options.game(part.moves) : h('p', {class: 'moves'}, part.moves.words.join(' ')), null];
    case 'fold': {
      const body = h('div');
      return [h('details', {open: part.open}, h('summary', null, spans(part.spans)), body), body];
    }
  }
  return [h('p', null, spans(part.spans)), null];
}

function spans(list) {
  return (list || []).map(span => {
    if (span.link) {
      return h('button', {type: 'button', class: 'link', onclick: e => {
        const target = document.getElementById(anchor(span.link));
        for (let at = target; at; at = at.parentElement) if (at.tagName === 'DETAILS') at.open = true;
        target?.scrollIntoView({block: 'center'});
      }}, span.text);
    }
    if (span.code) return h('code', null, span.text);
    return span.bold ? h('strong', null, span.text) : span.text;
  });
}

// diagram draws a board of a story.
export function diagram(d) {
  const board = new Board({small: d.small, label: d.caption || 'Diagram'});
  board.set(d.fen).show(d);
  return h('figure', {class: d.small ? 'small' : ''}, board.element,
    (d.caption || d.key) && h('figcaption', null, d.caption, d.key && key(d.key)));
}

function key(list) {
  return h('ul', {class: 'key'}, list.map(e => h('li', null,
    s('svg', {viewBox: '0 0 10 10', width: 20, height: 20, 'aria-hidden': 'true'},
      s('rect', {width: 10, height: 10, class: 'field-light'}),
      e.mark === 'arrow' ? s('path', {d: 'M1 8.2L6 3.2L5 2.2L9 1L7.8 5L6.8 4L1.8 9z', class: 'arrow'}) : s('use', {href: `#${e.mark}`})),
    e.meaning)));
}
