// Positions as people write them: what this page does not read itself, the server does.

import {ask} from './api.js';
import {parse, format, clean} from './fen.js';

// read returns {fen, note} of a text in any form; now is the position that is shown, whose side to move stays where the
// text does not say it.
export async function read(text, now) {
  const fen = clean(text);
  if (!text.trim().includes('\n') && fen.split(' ').length > 3) {
    try {
      return {fen: format(parse(fen)), note: ''};
    } catch (error) {
      if (/^[kqrbnpKQRBNP0-9/]+$/.test(fen.split(' ')[0])) throw error; // no other form
    }
  }
  const a = await ask('/api/position', {text});
  const fields = a.fen.split(' ');
  const open = fields.includes('?');
  if (fields[1] === '?') fields[1] = now.turn;
  for (const i of [2, 3]) if (fields[i] === '?') fields[i] = '-';
  return {
    fen: fields.join(' '),
    note: open ? `Read as ${a.form}, which does not say all: look at the side to move, castling and en passant.` : a.form === 'a FEN' ? '' : `Read as ${a.form}.`,
  };
}

// onPaste has texts of several lines read before a field of one line drops their ends.
export function onPaste(input, take) {
  input.addEventListener('paste', e => {
    const text = e.clipboardData?.getData('text') || '';
    if (text.trim().includes('\n')) {
      e.preventDefault();
      take(text);
    } else setTimeout(() => take(input.value));
  });
}
