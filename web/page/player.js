// A game: a board with a slider, moves, and keys.

import {h, s, button, plural, copy, save} from './dom.js';
import {Board} from './board.js';
import {parse, nameOf} from './fen.js';

// Player options: start, plies [{san, uci, fen, note}], pgn, name, at, onPly(n), caption(n), marks(n).
export class Player {
  constructor(options) {
    this.options = options;
    this.at = 0;
    this.board = new Board({label: 'Position of the game'});
    const n = options.plies.length;
    this.slider = h('input', {type: 'range', min: 0, max: n, value: 0, 'aria-label': 'Ply', oninput: () => this.go(Number(this.slider.value))});
    this.play = button('Play', () => this.toggle(), {class: 'play'});
    this.caption = h('p', {class: 'caption', 'aria-live': 'polite'});
    this.list = h('ol', {class: 'plies', 'aria-label': 'Moves'}, this.#moves());
    const step = (path, label, f) => button(s('svg', {viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true', class: 'icon'}, s('path', {d: path})), f, {'aria-label': label, title: label});
    this.element = h('div', {class: 'player', tabindex: -1, onkeydown: e => this.#key(e)},
      h('div', {class: 'player-board'}, this.board.element,
        h('div', {class: 'controls'},
          step('M2 2h2v12H2zM14 2v12L5 8z', 'To the beginning', () => this.go(0)), step('M12 2v12L4 8z', 'One ply back', () => this.go(this.at - 1)),
          this.play,
          step('M4 2v12l8-6z', 'One ply on', () => this.go(this.at + 1)), step('M14 2h-2v12h2zM2 2v12l9-6z', 'To the end', () => this.go(n)),
          step('M4 13V5H2l3-4 3 4H6v8zM12 3v8h2l-3 4-3-4h2V3z', 'Turn the board', () => this.board.flip())),
        this.slider, this.caption),
      h('div', {class: 'player-moves'}, this.list,
        options.pgn && h('p', {class: 'buttons'},
          button('Copy PGN', e => copy(options.pgn, e.target)), button('Save PGN', () => save('game.pgn', options.pgn, 'application/vnd.chess-pgn')),
          button('Save for retroproof-check', () => save('game.jsonl', this.#line(), 'application/json')))));
    this.go(options.at ?? n, false);
  }

  // The game as retroproof-check reads it.
  #line() {
    const {start, plies} = this.options;
    return JSON.stringify({fen: plies.at(-1)?.fen ?? start, start, verdict: 'legal', uci: plies.map(p => p.uci).join(' ')}) + '\n';
  }

  #moves() {
    const {start, plies} = this.options;
    const fields = start.split(' ');
    let number = Number(fields[5]) || 1, white = fields[1] === 'w';
    const rows = [];
    plies.forEach((ply, i) => {
      if (white || i === 0) rows.push(h('li', null, h('span', {class: 'number'}, `${number}.`), !white && h('span', {class: 'san'}, '…')));
      rows.at(-1).append(h('button', {type: 'button', class: 'san', 'data-ply': i + 1, tabindex: -1, onclick: () => this.go(i + 1)}, ply.san));
      if (!white) number++;
      white = !white;
    });
    return rows;
  }

  go(n, tell = true) {
    const {start, plies} = this.options;
    this.at = Math.min(plies.length, Math.max(0, n));
    const ply = plies[this.at - 1];
    this.board.set(ply ? ply.fen : start);
    this.board.show({last: ply ? [ply.uci.slice(0, 2), ply.uci.slice(2, 4)] : [], ...(this.options.marks?.(this.at) || {})});
    this.slider.value = this.at;
    this.slider.setAttribute('aria-valuetext', ply ? `after ply ${this.at}, ${ply.san}` : 'the beginning');
    this.caption.textContent = this.options.caption?.(this.at) ?? `${this.at} of ${plural(plies.length, 'ply', 'plies')}`;
    for (const b of this.list.querySelectorAll('[aria-current]')) b.removeAttribute('aria-current');
    const current = this.list.querySelector(`[data-ply="${this.at}"]`);
    if (current) {
      current.setAttribute('aria-current', 'true');
      const top = current.offsetTop - this.list.offsetTop;
      if (top < this.list.scrollTop || top > this.list.scrollTop + this.list.clientHeight - 30) this.list.scrollTop = top - this.list.clientHeight / 2;
    }
    if (tell) this.options.onPly?.(this.at);
  }

  toggle() {
    if (this.timer) { this.stop(); return; }
    if (this.at === this.options.plies.length) this.go(0);
    this.play.textContent = 'Pause';
    this.timer = setInterval(() => {
      if (!this.element.isConnected || this.at === this.options.plies.length) { this.stop(); return; }
      this.go(this.at + 1);
    }, 450);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.play.textContent = 'Play';
  }

  #key(e) {
    if (e.target === this.slider || e.ctrlKey || e.metaKey || e.altKey) return;
    const to = {ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.options.plies.length}[e.key];
    if (to !== undefined) { e.preventDefault(); this.go(to); }
  }
}

// between returns the plies of a play that is given as positions, with what is known of them.
export function between(positions, known = []) {
  return positions.slice(1).map((fen, i) => {
    const uci = uciOf(positions[i], fen);
    return {san: uci, ...known[i], fen, uci};
  });
}

// uciOf finds the move between two positions of a few men, none of which castles.
function uciOf(from, to) {
  const a = parse(from).men, b = parse(to).men;
  let left = '', came = '';
  for (let sq = 0; sq < 64; sq++) {
    if (a[sq] && !b[sq]) left = nameOf(sq);
    if (b[sq] && a[sq] !== b[sq]) came = nameOf(sq);
  }
  return left + came;
}
