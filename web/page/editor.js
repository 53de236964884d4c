// The editor of positions: a board, a palette, and fields for what the board does not show.

import {h, button, field, select, say} from './dom.js';
import {Board, manPicture} from './board.js';
import {parse, format, empty, initial, mirror, passed, manName, nameOf} from './fen.js';
import {read, onPaste} from './position.js';

const men = [...'KQRBNPkqrbnp'];

// Editor options: fen; onChange(fen) is called with every change.
export class Editor {
  constructor(options) {
    this.options = options;
    this.tool = null; // a man, '' for the eraser, null for moving men
    this.taken = null; // a square whose man is to be moved
    this.board = new Board({
      label: 'Position', live: say,
      onClick: sq => this.#click(sq), onDrop: (from, to) => this.#move(from, to), onKey: (sq, key) => this.#key(sq, key),
    });
    this.text = h('input', {type: 'text', class: 'fen', spellcheck: 'false', autocomplete: 'off', 'aria-label': 'FEN', 'aria-describedby': 'fen-problem',
      placeholder: 'A FEN, an address, a list of men, a diagram, PGN', onchange: () => this.#typed(this.text.value)});
    onPaste(this.text, text => this.#typed(text));
    this.wrong = h('p', {class: 'problem', id: 'fen-problem', role: 'alert'});
    this.note = h('p', {class: 'note', role: 'status'});
    this.palette = h('div', {class: 'palette', role: 'toolbar', 'aria-label': 'Men to place'}, [
      ...men.map(man => this.#tool(man, manName(man), manPicture(man))),
      this.#tool('', 'eraser', h('span', {class: 'eraser', 'aria-hidden': 'true'}, '✕')),
    ]);
    this.turn = h('div', {class: 'choices', role: 'radiogroup', 'aria-label': 'Side to move'}, ['w', 'b'].map(side =>
      h('label', null, h('input', {type: 'radio', name: 'turn', value: side, onchange: () => this.#set({turn: side, ep: '-'})}), side === 'w' ? 'White to move' : 'Black to move')));
    this.castling = h('div', {class: 'choices', role: 'group', 'aria-label': 'Castling rights'}, [['K', 'White O-O'], ['Q', 'White O-O-O'], ['k', 'Black O-O'], ['q', 'Black O-O-O']].map(([right, text]) =>
      h('label', null, h('input', {type: 'checkbox', value: right, onchange: () => this.#set({castling: [...this.castling.querySelectorAll('input')].filter(i => i.checked).map(i => i.value).join('')})}), text)));
    this.ep = h('select', {onchange: () => this.#set({ep: this.ep.value})});
    const clock = name => h('input', {type: 'number', min: name === 'half' ? 0 : 1, max: 9999, onchange: e => this.#set({[name]: Math.max(name === 'half' ? 0 : 1, Math.floor(Number(e.target.value)) || 0)})});
    this.half = clock('half');
    this.full = clock('full');
    this.count = h('p', {class: 'count'});
    this.element = h('div', {class: 'editor'},
      this.board.element, this.palette, this.count,
      h('div', {class: 'buttons'},
        button('Flip', () => this.board.flip()), button('Clear', () => this.#put(empty())), button('Start', () => this.#put(parse(initial))),
        button('Mirror colours', () => this.#put(mirror(this.position))), button('Undo', () => this.undo())),
      h('label', {class: 'field wide'}, h('span', null, 'FEN, or any other form'), this.text), this.wrong, this.note,
      h('details', {class: 'fields', open: matchMedia('(min-width: 30.01rem)').matches}, h('summary', null, 'Side to move, castling, en passant'), this.turn, this.castling,
        h('div', {class: 'together'}, field('En passant square', this.ep), field('Halfmove clock', this.half), field('Move number', this.full))));
    this.past = [];
    this.set(options.fen);
  }

  #tool(man, name, picture) {
    return h('button', {type: 'button', class: 'tool', title: `Place: ${name}`, 'aria-label': `Place: ${name}`, 'aria-pressed': 'false', 'data-man': man,
      onclick: () => this.choose(this.tool === man ? null : man)}, picture);
  }

  // choose takes a tool in hand, null for none.
  choose(tool) {
    this.tool = tool;
    this.taken = null;
    for (const b of this.palette.children) b.setAttribute('aria-pressed', String(tool !== null && b.dataset.man === tool));
    this.#show();
  }

  // set shows a FEN that comes from elsewhere.
  set(fen) {
    try {
      this.position = parse(fen);
      this.wrong.textContent = '';
    } catch (error) {
      this.position ||= parse(initial);
      this.wrong.textContent = error.message;
      this.text.value = fen;
      this.#show(true);
      return false;
    }
    this.#show();
    return true;
  }

  get fen() { return format(this.position); }

  undo() {
    const before = this.past.pop();
    if (before) { this.position = parse(before); this.#show(); this.options.onChange(this.fen); }
  }

  #put(position) {
    this.past.push(this.fen);
    this.position = position;
    this.wrong.textContent = this.note.textContent = '';
    this.#show();
    this.options.onChange(this.fen);
  }

  #set(change) { this.#put({...this.position, ...change}); }

  #place(sq, man) {
    const squares = [...this.position.men];
    squares[sq] = man;
    const p = {...this.position, men: squares};
    if (p.ep !== '-' && !passed(p).includes(p.ep)) p.ep = '-';
    this.#put(p);
  }

  #click(sq) {
    if (this.tool !== null) {
      const man = this.tool || null;
      this.#place(sq, this.position.men[sq] === man ? null : man);
      return;
    }
    if (this.taken === null) {
      if (!this.position.men[sq]) return;
      this.taken = sq;
      this.#show();
      say(`${manName(this.position.men[sq])} taken from ${nameOf(sq)}; choose where it goes`);
      return;
    }
    const from = this.taken;
    this.taken = null;
    if (from === sq) this.#show();
    else this.#move(from, sq);
  }

  #move(from, to) {
    this.taken = null;
    const squares = [...this.position.men];
    if (to !== null) squares[to] = squares[from];
    squares[from] = null;
    const p = {...this.position, men: squares};
    if (p.ep !== '-' && !passed(p).includes(p.ep)) p.ep = '-';
    this.#put(p);
  }

  #key(sq, key) {
    if (men.includes(key)) this.#place(sq, key);
    else if (key === 'Delete' || key === 'Backspace') this.#place(sq, null);
    else if (key === 'Escape') this.choose(null);
    else return false;
    return true;
  }

  async #typed(text) {
    if (!text.trim() || text === this.fen || text === this.reading) return;
    this.reading = text; // a paste is a change, too
    const before = this.fen;
    let fen = text;
    this.note.textContent = '';
    try {
      const position = await read(text, this.position);
      if (this.reading !== text) return;
      fen = position.fen;
      this.note.textContent = position.note;
    } catch (error) {
      this.wrong.textContent = error.message;
      return;
    } finally {
      if (this.reading === text) this.reading = null;
    }
    if (fen === before) this.#show();
    else if (this.set(fen)) {
      this.past.push(before);
      // What was typed goes on: the server may read what this page does not.
      this.options.onChange(this.fen);
    }
  }

  #show(keepText) {
    const p = this.position;
    this.board.set(p).show({chosen: this.taken === null ? [] : [nameOf(this.taken)], ...this.shown});
    this.board.element.classList.toggle('placing', this.tool !== null);
    if (!keepText) this.text.value = this.fen;
    for (const input of this.turn.querySelectorAll('input')) input.checked = input.value === p.turn;
    for (const input of this.castling.querySelectorAll('input')) input.checked = p.castling.includes(input.value);
    const squares = passed(p);
    if (p.ep !== '-' && !squares.includes(p.ep)) squares.push(p.ep);
    this.ep.replaceChildren(...['-', ...squares].map(sq => h('option', {value: sq, selected: sq === p.ep}, sq === '-' ? 'none' : sq)));
    this.half.value = p.half;
    this.full.value = p.full;
    this.count.textContent = counts(p);
  }

  // mark shows squares of a story on the board.
  mark(marks) {
    this.shown = marks;
    this.#show(true); // somebody may be typing
  }
}

// With more men missing, a list of them says nothing.
const mostMissing = 8;

// counts writes "15+16 men", and what is missing and too many.
function counts(p) {
  const full = {K: 1, Q: 1, R: 2, B: 2, N: 2, P: 8};
  const side = white => {
    const own = p.men.filter(m => m && (m === m.toUpperCase()) === white).map(m => m.toUpperCase());
    const n = kind => own.filter(m => m === kind).length;
    let missing = '', promoted = 0;
    for (const kind of 'QRBNP') {
      if (n(kind) < full[kind]) missing += kind.repeat(full[kind] - n(kind));
      else if (kind !== 'P') promoted += n(kind) - full[kind];
    }
    return {men: own.length, missing, promoted};
  };
  const w = side(true), b = side(false);
  const words = [`${w.men}+${b.men} men`];
  for (const [name, x] of [['White', w], ['Black', b]]) {
    if (x.missing && x.missing.length <= mostMissing) words.push(`${name} lacks ${x.missing}`);
    if (x.promoted) words.push(`${name} has ${x.promoted} promoted at least`);
  }
  return words.join(' · ');
}
