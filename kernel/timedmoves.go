package kernel

import (
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// timedWriter writes a model as an extended kernel.
type timedWriter struct {
	*problem
	m       formulaModel
	pawns   []chess.Square // by where they were at the start
	names   *names
	slots   int
	where   men
	became  map[chess.Square]Piece // of pawns that have promoted
	gone    map[chess.Square]bool  // of pawns that were captured
	extends *Extended
}

// timed writes a model as an extended kernel.
func (p *problem) timed(m formulaModel) (*Extended, error) {
	w := &timedWriter{problem: p, m: m, slots: p.Captures[0] + p.Captures[1], became: map[chess.Square]Piece{}, gone: map[chess.Square]bool{}, extends: &Extended{}}
	for i := range chess.NumSquares {
		sq := chess.Square(chess.NumSquares - 1 - i)
		man := p.Start.Board[sq]
		if man.Kind() == chess.Pawn {
			w.pawns = append(w.pawns, sq)
		} else if k, ok := facts.PieceKindOf(man, sq); ok && !p.Fixed.Has(sq) {
			w.put(man.Color(), pieceOf(k), sq)
		}
	}
	w.names = p.newNames(m, w.pawns)
	for i := range w.slots + 1 {
		w.walks(i)
		if i < w.slots && m.holds("used.%d", i) {
			if err := w.capture(i); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range slices.Concat(w.deadCaptures(), w.names.rest()) {
		to := w.pop(t.Color.Other(), t.Takes)
		if to == chess.NoSquare {
			return nil, fmt.Errorf("there is no %s of %s that a piece could capture", t.Takes, t.Color.Other())
		}
		w.add(ExtendedMove{Color: t.Color, Captures: true, From: chess.NoSquare, To: to})
	}
	return w.extends, nil
}

func (w *timedWriter) color(pawn chess.Square) chess.Color { return w.Start.Board[pawn].Color() }

func (w *timedWriter) add(m ExtendedMove) { w.extends.Moves = append(w.extends.Moves, m) }

// put adds a piece, and pop removes one, NoSquare if there is none.
func (w *timedWriter) put(c chess.Color, p Piece, sq chess.Square) {
	w.where.squares[c][p] = append(w.where.squares[c][p], sq)
}

func (w *timedWriter) pop(c chess.Color, p Piece) chess.Square {
	list := &w.where.squares[c][p]
	n := len(*list)
	if n == 0 {
		return chess.NoSquare
	}
	sq := (*list)[n-1]
	*list = (*list)[:n-1]
	return sq
}

// before returns where a pawn is right after capture i-1, and its file; None if it was captured.
func (w *timedWriter) before(pawn chess.Square, i int) (file, rank int) {
	switch {
	case w.gone[pawn]:
		return None, 0
	case i == 0:
		return pawn.File(), w.StartRank(pawn) + 1
	}
	file, rank = fileOf(w.m, pawn, i-1), w.rank(w.m, pawn, i-1)
	if w.m.holds("takes.%s.%d", pawn, i-1) {
		rank += 1 - 2*int(w.color(pawn))
		for f := range 8 {
			if w.m.holds("to.%d.%c", i-1, 'a'+f) {
				file = f
			}
		}
	}
	return file, rank
}

// walks writes what pawns do before capture i, promotions first, and on each file those first that are ahead; and which
// pawns pieces capture. What promotes or walks after the last capture is left out.
func (w *timedWriter) walks(i int) {
	type walk struct {
		pawn     chess.Square
		from, to chess.Square
	}
	var list []walk
	for _, pawn := range w.pawns {
		file, from := w.before(pawn, i)
		if file == None {
			continue
		}
		c := w.color(pawn)
		now := fileOf(w.m, pawn, i)
		to := w.rank(w.m, pawn, i)
		_, promoted := w.became[pawn]
		if w.m.holds("bypiece.%s", pawn) && (now == None || i == w.slots || to == lastRank(c)) {
			// A piece captures it, at the latest where it would promote; or what it has become by a capture.
			sq := chess.MakeSquare(file, from-1)
			if promoted {
				sq = w.pop(c, w.became[pawn])
			}
			w.gone[pawn] = true
			w.add(ExtendedMove{Color: c.Other(), Captures: true, From: chess.NoSquare, To: sq})
			continue
		}
		if from != to && !promoted {
			list = append(list, walk{pawn, chess.MakeSquare(file, from-1), chess.MakeSquare(file, to-1)})
		}
	}
	last := func(l walk) bool { return l.to.Rank() == lastRank(w.color(l.pawn))-1 }
	slices.SortStableFunc(list, func(a, b walk) int {
		if last(a) != last(b) {
			if last(a) {
				return -1
			}
			return 1
		}
		return ahead(w.color(b.pawn), b.from) - ahead(w.color(a.pawn), a.from)
	})
	for _, l := range list {
		if i == w.slots && !last(l) {
			break
		}
		c := w.color(l.pawn)
		m := ExtendedMove{Color: c, Piece: Pawn, From: l.from, To: l.to}
		if last(l) {
			m.Promotes = w.promote(l.pawn)
			w.put(c, m.Promotes, l.to)
		}
		w.add(m)
	}
}

// ahead is how far a square is from a side's first rank.
func ahead(c chess.Color, sq chess.Square) int { return c.RelativeRank(sq.Rank()) }

// promote returns what a pawn becomes, a knight if that is captured.
func (w *timedWriter) promote(pawn chess.Square) Piece {
	p := Knight
	if k, ok := w.names.promote(w.m, pawn, w.color(pawn)); ok {
		p = pieceOf(k)
	}
	w.became[pawn] = p
	return p
}

// capture writes capture i.
func (w *timedWriter) capture(i int) error {
	which := func(name string) (chess.Square, bool) {
		k := slices.IndexFunc(w.pawns, func(at chess.Square) bool { return w.m.holds("%s.%s.%d", name, at, i) })
		if k < 0 {
			return chess.NoSquare, false
		}
		return w.pawns[k], true
	}
	by, _ := which("takes")
	c := w.color(by)
	file, rank := fileOf(w.m, by, i), w.rank(w.m, by, i)
	toFile, toRank := w.before(by, i+1)
	if file == None || toFile == None || w.gone[by] {
		return fmt.Errorf("capture %d is made by a pawn that is not there", i+1)
	}
	from, to := chess.MakeSquare(file, rank-1), chess.MakeSquare(toFile, toRank-1)
	if victim, ok := which("taken"); ok {
		w.gone[victim] = true
	} else {
		var piece Piece
		if victim, ok := which("takenpiece"); ok {
			piece = w.became[victim]
			w.gone[victim] = true
		} else if k, ok := w.names.capture(w.m, i, c.Other()); ok {
			piece = pieceOf(k)
		}
		if piece == NoPiece {
			return fmt.Errorf("capture %d takes a piece that is not there", i+1)
		}
		w.add(ExtendedMove{Color: c.Other(), Piece: piece, From: w.pop(c.Other(), piece), To: to})
	}
	m := ExtendedMove{Color: c, Piece: Pawn, From: from, To: to, Captures: true}
	if toRank == lastRank(c) {
		m.Promotes = w.promote(by)
		w.put(c, m.Promotes, to)
	}
	w.add(m)
	return nil
}
