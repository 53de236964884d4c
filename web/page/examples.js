// Positions to begin with: one for each kind of reason, and some that are legal.

export const positions = [
  ['Two kings side by side', '8/8/8/8/8/8/8/Kk6 w - - 0 1'],
  ['The side that has moved is in check', '4k3/4R3/8/8/8/8/8/4K3 w - - 0 1'],
  ['Too many promoted men', '4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1'],
  ['A piece that cannot have come out', 'rnbqkbnr/1ppppppp/8/8/2B5/8/1PPPPPPP/RNBQKBNR w KQ - 0 1'],
  ['Too few captures', 'rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1'],
  ['The wrong side to move', 'rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'],
  ['No captures make these pawns', 'rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1'],
  ['Captures on ranks that do not fit', 'rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1'],
  ['No last move', 'rnbqkbnr/ppp1pppp/2Bp4/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1'],
  ['A double step that cannot have been', '4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1'],
  ['Every last move refuted', 'B1Q1q3/R6n/2pk1N1B/5R2/1n1NBPr1/1nP1nB1n/r1P1bb1P/qK1b4 w - - 0 1'],
  ['Legal: a game of six plies', 'rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1'],
  ['Legal: others call it illegal', 'r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - - 0 1'],
];

// Questions to begin with: title, position, question.
export const questions = [
  ['Which last move?', '3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1', 'last-moves'],
  ['A king in a corner', '8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1', 'last-moves'],
  ['Who may still castle?', 'r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1', 'rights'],
  ['Not both castlings', 'r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1', 'rights'],
  ['Which queen is promoted?', '4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1', 'promoted'],
  ['Captured at home', 'rn1qkbnr/pppppppp/8/8/8/1P6/P1PPPPPP/RNBQKBNR w KQkq - 0 1', 'captures'],
  ['Was that bishop here before?', '4k3/1ppppppp/8/3b4/8/8/8/4K3 w - - 0 1', 'men'],
  ['Moves to spare', 'rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1', 'tempo'],
  ['Which man stands on g1?', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB?R w KQkq - 0 1', 'fields'],
];
