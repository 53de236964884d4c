package kernel

import (
	"fmt"
	"slices"

	"retroproof/chess"
)

// timedWriter writes a model as an extended kernel.
type timedWriter struct {
	reading
	where   men
	became  map[chess.Square]Piece // of pawns that have promoted
	gone    map[chess.Square]bool  // of pawns that were captured
	extends *Extended
}

// timed writes a model as an extended kernel.
func (p *problem) timed(m formulaModel) (*Extended, error) {
	w := &timedWriter{reading: p.read(m), where: p.firstMen(), extends: &Extended{},
		became: map[chess.Square]Piece{}, gone: map[chess.Square]bool{}}
	slices.SortFunc(w.pawns, func(a, b chess.Square) int { return int(b) - int(a) })
	for i := range w.slots + 1 {
		w.walks(i)
		if i < w.slots && w.holds("used.%d", i) {
			if err := w.capture(i); err != nil {
				return nil, err
			}
		}
	}
	for _, t := range slices.Concat(w.deadCaptures(), w.names.rest()) {
		to := w.where.pop(t.Color.Other(), t.Takes)
		if to == chess.NoSquare {
			return nil, fmt.Errorf("there is no %s of %s that a piece could capture", t.Takes, t.Color.Other())
		}
		w.add(ExtendedMove{Color: t.Color, Captures: true, From: chess.NoSquare, To: to})
	}
	return w.extends, nil
}

func (w *timedWriter) add(m ExtendedMove) { w.extends.Moves = append(w.extends.Moves, m) }

// before returns where a pawn is right after capture i-1, and its file; None if it was captured.
func (w *timedWriter) before(pawn chess.Square, i int) (file, rank int) {
	switch {
	case w.gone[pawn]:
		return None, 0
	case i == 0:
		return pawn.File(), w.StartRank(pawn) + 1
	}
	file, rank = w.file(pawn, i-1), w.rank(pawn, i-1)
	if w.holds("takes.%s.%d", pawn, i-1) {
		rank += 1 - 2*int(w.colorOf(pawn))
		file = w.toFile(i - 1)
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
		c := w.colorOf(pawn)
		now := w.file(pawn, i)
		to := w.rank(pawn, i)
		// Where the model has the pawn before this capture, and where after the one before.
		_, promoted := w.became[pawn]
		if w.holds("bypiece.%s", pawn) && (now == None || i == w.slots || to == lastRank(c)) {
			// A piece captures it, at the latest where it would promote; or what it has become by a capture.
			sq := chess.MakeSquare(file, from-1)
			if promoted {
				sq = w.where.pop(c, w.became[pawn])
			}
			w.gone[pawn] = true
			w.add(ExtendedMove{Color: c.Other(), Captures: true, From: chess.NoSquare, To: sq})
			continue
		}
		if from != to && !promoted {
			list = append(list, walk{pawn, chess.MakeSquare(file, from-1), chess.MakeSquare(file, to-1)})
		}
	}
	// Promotions first, then those that are ahead on their files: nothing stands in their way then.
	last := func(l walk) bool { return l.to.Rank() == lastRank(w.colorOf(l.pawn))-1 }
	slices.SortStableFunc(list, func(a, b walk) int {
		if last(a) != last(b) {
			if last(a) {
				return -1
			}
			return 1
		}
		return ahead(w.colorOf(b.pawn), b.from) - ahead(w.colorOf(a.pawn), a.from)
	})
	for _, l := range list {
		if i == w.slots && !last(l) {
			break
		}
		c := w.colorOf(l.pawn)
		m := ExtendedMove{Color: c, Piece: Pawn, From: l.from, To: l.to}
		if last(l) {
			m.Promotes = w.promote(l.pawn)
			w.where.put(c, m.Promotes, l.to)
		}
		w.add(m)
	}
}

// ahead is how far a square is from a side's first rank.
func ahead(c chess.Color, sq chess.Square) int { return c.RelativeRank(sq.Rank()) }

// promote returns what a pawn becomes, a knight if that is captured.
func (w *timedWriter) promote(pawn chess.Square) Piece {
	p := Knight
	if k, ok := w.names.promote(w.formulaModel, pawn, w.colorOf(pawn)); ok {
		p = pieceOf(k)
	}
	w.became[pawn] = p
	return p
}

// capture writes capture i.
func (w *timedWriter) capture(i int) error {
	by, _ := w.which("takes", i)
	c := w.colorOf(by)
	file, rank := w.file(by, i), w.rank(by, i)
	toFile, toRank := w.before(by, i+1)
	if file == None || toFile == None || w.gone[by] {
		return fmt.Errorf("capture %d is made by a pawn that is not there", i+1)
	}
	from, to := chess.MakeSquare(file, rank-1), chess.MakeSquare(toFile, toRank-1)
	if victim, ok := w.which("taken", i); ok {
		w.gone[victim] = true
	} else {
		var piece Piece
		if victim, ok := w.which("takenpiece", i); ok {
			piece = w.became[victim]
			w.gone[victim] = true
		} else if k, ok := w.names.capture(w.formulaModel, i, c.Other()); ok {
			piece = pieceOf(k)
		}
		if piece == NoPiece {
			return fmt.Errorf("capture %d takes a piece that is not there", i+1)
		}
		w.add(ExtendedMove{Color: c.Other(), Piece: piece, From: w.where.pop(c.Other(), piece), To: to})
	}
	m := ExtendedMove{Color: c, Piece: Pawn, From: from, To: to, Captures: true}
	if toRank == lastRank(c) {
		m.Promotes = w.promote(by)
		w.where.put(c, m.Promotes, to)
	}
	w.add(m)
	return nil
}
