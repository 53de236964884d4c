package kernel

import (
	"cmp"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// men has the squares of the pieces while an extended kernel is written.
type men struct {
	squares [2][Knight + 1][]chess.Square // the last is captured first
}

// firstMen returns the pieces of the start that may move.
func (p *problem) firstMen() (where men) {
	for i := range chess.NumSquares {
		sq := chess.Square(chess.NumSquares - 1 - i)
		m := p.Start.Board[sq]
		if k, ok := facts.PieceKindOf(m, sq); ok && !p.Fixed.Has(sq) {
			where.put(m.Color(), pieceOf(k), sq)
		}
	}
	return where
}

// put adds a piece, and pop removes one, NoSquare if there is none.
func (m *men) put(c chess.Color, p Piece, sq chess.Square) {
	m.squares[c][p] = append(m.squares[c][p], sq)
}

func (m *men) pop(c chess.Color, p Piece) chess.Square {
	list := &m.squares[c][p]
	n := len(*list)
	if n == 0 {
		return chess.NoSquare
	}
	sq := (*list)[n-1]
	*list = (*list)[:n-1]
	return sq
}

// extender writes a solution as an extended kernel.
type extender struct {
	*history
	*Extended
	where men
	names map[int]Piece // what pawns become that promote without capturing
}

// extended returns the solution as an extended kernel.
func (h *history) extended() *Extended {
	x := extender{h, &Extended{Moves: []ExtendedMove{}}, h.firstMen(), h.names()}
	for i := range h.ranked {
		x.goOn(&h.ranked[i])
		x.capture(&h.ranked[i])
	}
	return x.Extended
}

func (e *extender) add(m ExtendedMove) { e.Moves = append(e.Moves, m) }

// goOn writes the moves of the pawns that have gone on before a capture.
func (e *extender) goOn(t *rankedMove) {
	// White pawns from the top, black ones from the bottom, make room for one
	// another.
	slices.SortStableFunc(t.goneOn, func(a, b walk) int {
		up := 1 - 2*int(a.color)
		return cmp.Or(cmp.Compare(t.fileOrder(a.file), t.fileOrder(b.file)), cmp.Compare(a.color, b.color),
			up*cmp.Compare(e.value(b.before), e.value(a.before)))
	})
	for _, w := range t.goneOn {
		from, to := e.value(w.before), e.value(w.after)
		up := 1 - 2*int(w.color)
		if ep := e.Start.EnPassant; w.before == w.pawn && ep != chess.NoSquare && ep == chess.MakeSquare(w.file, from) {
			from += up // it is at the start, see startRank
		}
		if (to-from)*up <= 0 || from < firstPawnRank || from > lastPawnRank {
			continue
		}
		m := ExtendedMove{Color: w.color, Piece: Pawn, From: chess.MakeSquare(w.file, from)}
		to = min(max(to, 0), 7)
		m.To = chess.MakeSquare(w.file, to)
		if to == 0 || to == 7 {
			m.Promotes = e.names[w.pawn]
			e.where.put(w.color, m.Promotes, m.To)
		}
		e.add(m)
	}
}

// capture writes a capture, after the move of the piece that it takes to its square.
func (e *extender) capture(t *rankedMove) {
	enemy := t.Color.Other()
	capture := ExtendedMove{Color: t.Color, Captures: true, From: chess.NoSquare, Promotes: t.Promotes}
	if t.From != None {
		capture.Piece = Pawn
		capture.From = chess.MakeSquare(t.From, e.value(t.from))
	}
	if t.To != None {
		capture.To = chess.MakeSquare(t.To, e.value(t.to))
	}
	if t.Takes != Pawn {
		victim := t.Takes
		if victim == NoPiece {
			victim = e.names[t.promoted.pawn]
		}
		at := e.where.pop(enemy, victim)
		switch {
		case t.To == None:
			capture.To = at
		case at != capture.To:
			e.add(ExtendedMove{Color: enemy, Piece: victim, From: at, To: capture.To})
		}
	}
	if t.Promotes != NoPiece {
		e.where.put(t.Color, t.Promotes, capture.To)
	}
	e.add(capture)
}

// fileOrder gives the order in which the files of a move are written.
func (r *rankedMove) fileOrder(f int) int {
	return slices.Index([]int{r.Origin, r.From, r.To}, f)
}

// value returns the rank of a variable in the least solution.
func (h *history) value(v int) int { return h.vars[v].low }

// names returns the kinds of the pieces to which pawns promote without capturing: those that
// the goal lacks, and knights if they will be captured.
func (h *history) names() map[int]Piece {
	names := map[int]Piece{}
	goal, now := boardOf(h.Goal), boardOf(h.Start)
	for _, t := range h.ranked {
		if t.Takes == NoPiece {
			names[t.promoted.pawn] = Knight
		} else if t.Takes != Pawn {
			now.pieces[t.Color.Other()][t.Takes]--
		}
		if t.Promotes != NoPiece {
			now.pieces[t.Color][t.Promotes]++
		}
	}
	for _, t := range h.Specials {
		// The last pawn that promotes there: the first of those in the column.
		white, black, _ := h.complete(t.File, h.column(t.File))
		at := len(h.cols[t.File]) - white
		if t.Color == chess.Black {
			at = black - 1
		}
		bishop := DarkBishop
		if facts.LightPromotion(t.Color, t.File) {
			bishop = LightBishop
		}
		names[h.cols[t.File][at].pawn] = bishop
		now.pieces[t.Color][bishop]++
	}
	for _, p := range []Piece{DarkBishop, LightBishop, Queen, Rook, Knight} {
		for f := range 8 {
			for _, pawn := range h.cols[f] {
				r := h.value(pawn.v)
				if names[pawn.pawn] != NoPiece || r >= firstPawnRank && r <= lastPawnRank {
					continue
				}
				c := pawn.color
				class := h.Class[c][f] // a bishop could not leave a caged square
				if now.pieces[c][p] >= goal.pieces[c][p] || p == DarkBishop && class != facts.DarkSquare || p == LightBishop &&
					class != facts.LightSquare {
					continue
				}
				now.pieces[c][p]++
				names[pawn.pawn] = p
			}
		}
	}
	return names
}
