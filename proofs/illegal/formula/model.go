package formula

import (
	"slices"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/proofs/illegal/facts"
)

// Model is a kernel as a model of the formula has it: its captures in order, and
// what promoted pawns become. Captures of pieces by pieces are not in it.
type Model struct {
	Captures []Capture
	// Becomes has, by start square, the role of each pawn that promotes and is not
	// captured.
	Becomes map[chess.Square]Becomes
}

// Becomes is what a pawn promotes to.
type Becomes uint8

// What pawns promote to.
const (
	BecomesPiece       Becomes = iota // a queen, rook or knight
	BecomesDarkBishop                 // a bishop, which the goal wants on a dark square
	BecomesLightBishop                // the same, on a light one
	BecomesCaged                      // the bishop on a caged square
)

// Capture is one of a model.
type Capture struct {
	Pawn     chess.Square // where the capturing pawn was at the start; NoSquare if a piece captures
	From, To int          // files; From is not set if a piece captures
	Promotes bool
	Row      int // the rank where it happens, 0 to 7, if the formula has ranks

	// What is captured: a pawn or what it became, by its start square, or else a piece.
	Victim         chess.Square // NoSquare for a piece of the start
	VictimPromoted bool
	Piece          Becomes // of a piece of the start: what it is

	// OnFile are the pawns on the file of arrival afterwards, but for the one that
	// captures, and Below those of them that are below it, by their start squares.
	OnFile, Below []chess.Square
}

// Model decodes a model. The function gives the values of inputs.
func (f *Formula) Model(value func(encode.Bool) bool) *Model {
	e := f.NewEvaluator()
	for _, in := range f.Inputs() {
		if value(in) {
			e.Set(in, ^uint64(0))
		}
	}
	e.Run()
	holds := func(b encode.Bool) bool { return e.Get(b)&1 == 1 }
	m := &Model{Becomes: map[chess.Square]Becomes{}}
	gone := map[chess.Square]bool{}
	vanish := func(i int) {
		for k := range f.pawns {
			p := &f.pawns[k]
			if gone[p.at] || !holds(f.vanishes(p, i)) {
				continue
			}
			gone[p.at] = true
			file := p.file
			if i > 0 {
				// It has just captured, or stands where it began.
				for j := i - 1; j >= 0; j-- {
					if holds(p.takes[j]) {
						file = f.wayOf(j, holds, wayTo)
						break
					}
				}
			}
			m.Captures = append(m.Captures, Capture{Pawn: chess.NoSquare, To: file, Victim: p.at, Row: -1})
		}
	}
	vanish(0)
	for i := range f.slots {
		s := &f.slots[i]
		if !holds(s.used) {
			break
		}
		c := Capture{Pawn: chess.NoSquare, Victim: chess.NoSquare, From: f.wayOf(i, holds, wayFrom), To: f.wayOf(i, holds, wayTo), Row: -1}
		if f.Rows {
			for r := 1; r < 8 && holds(s.row[r]); r++ {
				c.Row = r
			}
			c.Row = max(c.Row, 0)
		}
		by := 0
		for k := range f.pawns {
			p := &f.pawns[k]
			switch {
			case holds(p.takes[i]):
				by, c.Pawn, c.Promotes = k, p.at, holds(f.promotes(p, i))
			case holds(p.taken[i]):
				c.Victim = p.at
				gone[p.at] = true
			case holds(p.takenPiece[i]):
				c.Victim, c.VictimPromoted = p.at, true
			}
		}
		switch {
		case holds(s.kind[aDarkBishop]):
			c.Piece = BecomesDarkBishop
		case holds(s.kind[aLightBishop]):
			c.Piece = BecomesLightBishop
		}
		for k := range f.pawns {
			if k != by && holds(f.pawns[k].on[i+1][c.To]) {
				c.OnFile = append(c.OnFile, f.pawns[k].at)
				if f.standsAbove(by, k, i, c.Row, holds) {
					c.Below = append(c.Below, f.pawns[k].at)
				}
			}
		}
		m.Captures = append(m.Captures, c)
		vanish(i + 1)
	}
	for k := range f.pawns {
		if r := slices.IndexFunc(f.roles[k], holds); r >= 0 {
			m.Becomes[f.pawns[k].at] = Becomes(min(r, int(numRoles)))
		}
	}
	return m
}

// standsAbove reports whether a pawn stands above another one on its file after its
// capture of a slot. Of one that a piece takes there and then the formula does not
// say, without ranks: it is above a pawn that never moves.
func (f *Formula) standsAbove(by, other, i, row int, holds func(encode.Bool) bool) bool {
	q := &f.pawns[other]
	if f.Rows {
		steps := 0
		for r := 1; r < 8 && holds(q.begins[i+1][r]); r++ {
			steps = r
		}
		return seenBy(q.color, steps) < row
	}
	if holds(f.vanishes(&f.pawns[by], i+1)) {
		return q.home && q.color == chess.White
	}
	return holds(f.isBelow(other, by, i+1))
}

// wayOf returns a file of the capture of a slot.
func (f *Formula) wayOf(i int, holds func(encode.Bool) bool, file func(int) int) int {
	return file(slices.IndexFunc(f.slots[i].way[:], holds))
}

// BishopOf returns the role of a bishop.
func BishopOf(k facts.PieceKind) Becomes {
	switch k {
	case facts.DarkBishop:
		return BecomesDarkBishop
	case facts.LightBishop:
		return BecomesLightBishop
	}
	return BecomesPiece
}
