// A board: an SVG picture that can be looked at, clicked, dragged on, and used by keyboard.

import {s} from './dom.js';
import {parse, describe, nameOf, square, manName} from './fen.js';

const side = 10;

// Board options: label; onClick(sq); onDrop(from, to), to is null off the board; onArrow(from, to);
// onKey(sq, key); canDrag(sq); small; live(text) tells what the cursor is on.
export class Board {
  constructor(options = {}) {
    this.options = options;
    this.flipped = false;
    this.position = null;
    this.marks = {};
    this.own = []; // arrows drawn by hand
    this.cursor = null;
    const margin = options.small ? 0 : 5;
    const used = options.onClick || options.onDrop || options.onKey;
    this.title = s('title');
    this.layers = {};
    this.element = s('svg', {
      class: `board${options.small ? ' small' : ''}${used ? ' active' : ''}`, viewBox: `${-margin} 0 ${80 + margin} ${80 + margin}`,
      role: used ? 'application' : 'img', tabindex: used ? 0 : null, 'aria-roledescription': used ? 'chess board' : null,
    }, this.title, s('use', {href: '#board'}),
    ['coords', 'marks', 'men', 'over', 'arrows', 'cursor', 'drag'].map(name => (this.layers[name] = s('g', {class: name}))));
    if (used) this.#listen();
    if (!options.small) this.#coordinates();
  }

  // set shows a FEN, or a position.
  set(position) {
    this.position = typeof position === 'string' ? parse(position) : position;
    this.#men();
    return this;
  }

  // show marks squares, by names: {marked, locked, crossed, last, chosen, arrows: [{from, to, kind}]}.
  show(marks) {
    this.marks = marks || {};
    this.#marks();
    return this;
  }

  flip(flipped = !this.flipped) {
    this.flipped = flipped;
    if (!this.options.small) this.#coordinates();
    this.#men();
    this.#marks();
    this.#cursor();
    return this;
  }

  #corner(sq) {
    const f = sq % 8, r = sq >> 3;
    return this.flipped ? [side * (7 - f), side * r] : [side * f, side * (7 - r)];
  }

  #men() {
    const {men} = this.position;
    this.layers.men.replaceChildren();
    men.forEach((man, sq) => {
      if (!man) return;
      const [x, y] = this.#corner(sq);
      this.layers.men.append(s('use', {href: manID(man), x, y, 'data-square': nameOf(sq), class: 'man'}));
    });
    const text = `${this.options.label || 'Board'}. ${describe(this.position)}`;
    this.title.textContent = text;
    this.element.setAttribute('aria-label', text);
    this.#marks();
  }

  #marks() {
    const {marks, over, arrows} = this.layers;
    marks.replaceChildren();
    over.replaceChildren();
    arrows.replaceChildren();
    const draw = (layer, names, f) => {
      for (const name of names || []) {
        const [x, y] = this.#corner(square(name));
        layer.append(f(x, y, name));
      }
    };
    draw(marks, this.marks.last, (x, y) => s('rect', {x, y, width: side, height: side, class: 'last'}));
    for (const kind of ['marked', 'crossed']) draw(marks, this.marks[kind], (x, y) => s('use', {href: `#${kind}`, x, y}));
    draw(marks, this.marks.chosen, (x, y) => s('rect', {x: x + 0.4, y: y + 0.4, width: side - 0.8, height: side - 0.8, class: 'chosen'}));
    draw(over, this.marks.locked, (x, y) => s('use', {href: '#locked', x, y}));
    draw(over, this.marks.dots, (x, y) => s('circle', {cx: x + 5, cy: y + 5, r: 1.3, class: 'dot'}));
    for (const a of [...(this.marks.arrows || []), ...this.own]) {
      const path = this.#arrow(square(a.from), square(a.to));
      if (path) arrows.append(s('path', {d: path, class: `arrow ${a.kind || ''}`}));
    }
  }

  // #arrow is the outline of an arrow between the middles of two squares.
  #arrow(from, to) {
    if (from === to) return '';
    const [x0, y0] = this.#corner(from), [x1, y1] = this.#corner(to);
    const length = Math.hypot(x1 - x0, y1 - y0), ux = (x1 - x0) / length, uy = (y1 - y0) / length;
    const point = (along, aside) => `${(x0 + 5 + along * ux - aside * uy).toFixed(2)} ${(y0 + 5 + along * uy + aside * ux).toFixed(2)}`;
    const tip = length - 1.2;
    return `M${[point(2.6, 0.8), point(tip - 4, 0.8), point(tip - 4, 2.2), point(tip, 0), point(tip - 4, -2.2), point(tip - 4, -0.8), point(2.6, -0.8)].join('L')}z`;
  }

  #coordinates() {
    this.layers.coords.replaceChildren();
    for (let i = 0; i < 8; i++) {
      const at = this.flipped ? 7 - i : i;
      this.layers.coords.append(
        s('text', {x: -2.4, y: 10 * i + 6.2}, String(8 - at)),
        s('text', {x: 10 * i + 5, y: 83.8}, 'abcdefgh'[at]));
    }
  }

  // squareAt is the square below a pointer, null for none.
  squareAt(event) {
    const m = this.element.getScreenCTM();
    if (!m) return null;
    const p = new DOMPoint(event.clientX, event.clientY).matrixTransform(m.inverse());
    const f = Math.floor(p.x / side), r = Math.floor(p.y / side);
    if (f < 0 || f > 7 || r < 0 || r > 7) return null;
    return this.flipped ? 7 - f + 8 * r : f + 8 * (7 - r);
  }

  #listen() {
    const {options, element} = this;
    let from = null, moved = false, right = false, ghost = null;
    element.addEventListener('contextmenu', e => e.preventDefault());
    element.addEventListener('pointerdown', e => {
      const sq = this.squareAt(e);
      if (sq === null) return;
      from = sq;
      moved = false;
      right = e.button === 2;
      if (e.button === 0 && this.own.length) { this.own = []; this.#marks(); }
      element.setPointerCapture(e.pointerId);
    });
    element.addEventListener('pointermove', e => {
      if (from === null || right) return;
      const at = this.squareAt(e);
      if (!moved && at === from) return;
      if (!moved && !(options.onDrop && this.position.men[from] && (!options.canDrag || options.canDrag(from)))) return;
      if (!moved) {
        moved = true;
        ghost = s('use', {href: manID(this.position.men[from]), class: 'ghost'});
        this.layers.drag.append(ghost);
        this.layers.men.querySelector(`[data-square=${nameOf(from)}]`)?.classList.add('lifted');
      }
      const p = new DOMPoint(e.clientX, e.clientY).matrixTransform(element.getScreenCTM().inverse());
      ghost.setAttribute('x', p.x - 5);
      ghost.setAttribute('y', p.y - 5);
    });
    const end = (e, dropped) => {
      if (from === null) return;
      const start = from, at = this.squareAt(e);
      from = null;
      ghost?.remove();
      ghost = null;
      this.layers.men.querySelector('.lifted')?.classList.remove('lifted');
      if (!dropped) return;
      if (right) {
        if (at !== null && at !== start) this.#drawn(start, at);
      } else if (moved) {
        if (at !== start) options.onDrop(start, at);
      } else if (at === start) {
        this.#cursorTo(at, false);
        options.onClick?.(at);
      }
    };
    element.addEventListener('pointerup', e => end(e, true));
    element.addEventListener('pointercancel', e => end(e, false));
    element.addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      const step = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]}[e.key];
      if (step) {
        e.preventDefault();
        const turn = this.flipped ? -1 : 1, at = this.cursor ?? (this.flipped ? 63 : 0);
        const f = Math.min(7, Math.max(0, at % 8 + turn * step[0])), r = Math.min(7, Math.max(0, (at >> 3) + turn * step[1]));
        this.#cursorTo(this.cursor === null ? at : f + 8 * r, true);
        return;
      }
      if (this.cursor === null) return;
      if (e.key === 'Enter' || e.key === ' ') {
        if (e.key === ' ' && options.onSpace) return; // the screen's own
        e.preventDefault();
        options.onClick?.(this.cursor);
      } else if (options.onKey?.(this.cursor, e.key)) {
        e.preventDefault();
      }
    });
    element.addEventListener('blur', () => { this.layers.cursor.replaceChildren(); });
    element.addEventListener('focus', () => { if (element.matches(':focus-visible')) this.#cursorTo(this.cursor ?? (this.flipped ? 63 : 0), true); });
  }

  #drawn(from, to) {
    const arrow = {from: nameOf(from), to: nameOf(to), kind: 'own'};
    const same = this.own.findIndex(a => a.from === arrow.from && a.to === arrow.to);
    if (same >= 0) this.own.splice(same, 1);
    else this.own.push(arrow);
    this.#marks();
    this.options.onArrow?.(arrow.from, arrow.to);
  }

  #cursorTo(sq, seen) {
    this.cursor = sq;
    this.#cursor(seen);
    if (seen) {
      const man = this.position.men[sq];
      this.options.live?.(`${nameOf(sq)}: ${man ? manName(man) : 'empty'}`);
    }
  }

  #cursor(seen = true) {
    this.layers.cursor.replaceChildren();
    if (!seen || this.cursor === null) return;
    const [x, y] = this.#corner(this.cursor);
    this.layers.cursor.append(s('rect', {x: x + 0.5, y: y + 0.5, width: 9, height: 9, class: 'cursor'}));
  }
}

// manID names the drawing of a man.
export function manID(man) {
  return `#${man === man.toUpperCase() ? 'w' : 'b'}${man.toUpperCase()}`;
}

// man is a picture of a man, for buttons.
export function manPicture(man) {
  return s('svg', {viewBox: '0 0 10 10', class: 'man-picture', 'aria-hidden': 'true'}, s('use', {href: manID(man)}));
}
