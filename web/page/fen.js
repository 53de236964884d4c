// Positions as the page holds them. The rules of chess are the server's business: here a
// position is what its FEN says.

export const initial = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

// Squares are numbers, a1 = 0, b1 = 1, ..., h8 = 63.
export const square = name => (name.charCodeAt(0) - 97) + 8 * (name.charCodeAt(1) - 49);
export const nameOf = sq => 'abcdefgh'[sq % 8] + (1 + (sq >> 3));

const words = {k: 'king', q: 'queen', r: 'rook', b: 'bishop', n: 'knight', p: 'pawn'};

// manName is a man in words.
export function manName(man) {
  return `${man === man.toUpperCase() ? 'white' : 'black'} ${words[man.toLowerCase()]}`;
}

// empty is a board without men.
export function empty() {
  return {men: new Array(64).fill(null), turn: 'w', castling: '', ep: '-', half: 0, full: 1};
}

// parse reads a FEN, of which only the board is needed, or an address of a chess site that
// ends in one. It throws an Error with a column.
export function parse(text) {
  const fields = clean(text).split(/\s+/);
  const p = empty();
  const ranks = (fields[0] || '').split('/');
  let column = 1;
  if (ranks.length !== 8) throw wrong(`${ranks.length} ranks, want 8`, 1);
  ranks.forEach((rank, i) => {
    let file = 0;
    for (const c of rank) {
      if (/[1-8]/.test(c)) file += Number(c);
      else if (/[kqrbnpKQRBNP]/.test(c)) {
        if (file < 8) p.men[8 * (7 - i) + file] = c;
        file++;
      } else throw wrong(`“${c}” is no man`, column);
      column++;
      if (file > 8) throw wrong(`rank ${8 - i} is too long`, column - 1);
    }
    if (file < 8) throw wrong(`rank ${8 - i} is too short`, column);
    column++;
  });
  if (fields[1] !== undefined) {
    if (fields[1] !== 'w' && fields[1] !== 'b') throw wrong(`“${fields[1]}” is no side to move, want w or b`, column);
    p.turn = fields[1];
    column += fields[1].length + 1;
  }
  if (fields[2] !== undefined && fields[2] !== '-') {
    if (!/^[KQkq]+$/.test(fields[2])) throw wrong(`“${fields[2]}” are no castling rights`, column);
    p.castling = [...'KQkq'].filter(c => fields[2].includes(c)).join('');
  }
  column += (fields[2] || '').length + 1;
  if (fields[3] !== undefined && fields[3] !== '-') {
    if (!/^[a-h][36]$/.test(fields[3])) throw wrong(`“${fields[3]}” is no en passant square`, column);
    p.ep = fields[3];
  }
  if (/^\d{1,9}$/.test(fields[4] || '')) p.half = Number(fields[4]);
  if (/^\d{1,9}$/.test(fields[5] || '')) p.full = Number(fields[5]);
  return p;
}

function wrong(message, column) {
  const error = new Error(`Column ${column}: ${message}.`);
  error.column = column;
  return error;
}

// clean finds the FEN in what people paste.
export function clean(text) {
  let t = text.trim().replace(/^["'“”]+|["'“”]+$/g, '').trim();
  if (/^https?:/.test(t)) {
    try { t = decodeURIComponent(t); } catch { /* as it is */ }
    const found = t.match(/(?<![A-Za-z0-9])(?:[kqrbnpKQRBNP1-8]+\/){7}[kqrbnpKQRBNP1-8]+(?:[_ +][wb](?:[_ +][KQkq-]+(?:[_ +][a-h1-8-]+(?:[_ +]\d+[_ +]\d+)?)?)?)?/);
    if (found) t = found[0];
  }
  return t.replace(/[_+]/g, ' ').replace(/\s+/g, ' ');
}

// format writes a position as a FEN.
export function format(p) {
  const ranks = [];
  for (let r = 7; r >= 0; r--) {
    let text = '', gap = 0;
    for (let f = 0; f < 8; f++) {
      const man = p.men[8 * r + f];
      if (!man) { gap++; continue; }
      text += (gap || '') + man;
      gap = 0;
    }
    ranks.push(text + (gap || ''));
  }
  return `${ranks.join('/')} ${p.turn} ${p.castling || '-'} ${p.ep} ${p.half} ${p.full}`;
}

// passed lists the squares that a pawn of the side that has moved can have passed over: the
// pawn is beyond, and it and its first square are free.
export function passed(p) {
  const list = [];
  for (let f = 0; f < 8; f++) {
    const [pawn, over, from] = p.turn === 'w' ? [32 + f, 40 + f, 48 + f] : [24 + f, 16 + f, 8 + f];
    if (p.men[pawn] === (p.turn === 'w' ? 'p' : 'P') && !p.men[over] && !p.men[from]) list.push(nameOf(over));
  }
  return list;
}

// mirror exchanges the colours, and the ranks with them.
export function mirror(p) {
  const swap = c => c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase();
  const q = empty();
  for (let sq = 0; sq < 64; sq++) q.men[sq ^ 56] = p.men[sq] && swap(p.men[sq]);
  q.turn = p.turn === 'w' ? 'b' : 'w';
  q.castling = [...'KQkq'].filter(c => p.castling.includes(swap(c))).join('');
  q.ep = p.ep === '-' ? '-' : nameOf(square(p.ep) ^ 56);
  q.half = p.half;
  q.full = p.full;
  return q;
}

// describe lists the men in words, for those who cannot see the board.
export function describe(p) {
  const sides = {White: [], Black: []};
  for (const kind of 'KQRBNP') {
    for (let sq = 0; sq < 64; sq++) {
      const man = p.men[sq];
      if (man && man.toUpperCase() === kind) sides[man === kind ? 'White' : 'Black'].push((kind === 'P' ? '' : kind) + nameOf(sq));
    }
  }
  return Object.entries(sides).map(([side, men]) => `${side}: ${men.join(', ') || 'no men'}.`).join(' ');
}
