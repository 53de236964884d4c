package answers

import (
	"strings"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// Game is a game to the position, and what became of some men of the start in it.
type Game struct {
	Moves string `json:"moves"` // as UCI has them, separated by blanks
	Men   []Fate `json:"men,omitempty"`
}

// Fate is what became of a man of the start.
type Fate struct {
	From     string `json:"from"`         // its square at the start
	To       string `json:"to"`           // its square at the end, or where it was captured
	By       string `json:"by,omitempty"` // the square, at the start, of the man that captured it
	Moved    bool   `json:"moved"`        // it moved at least once
	Promoted bool   `json:"promoted,omitempty"`
}

// game replays a game, and compares what became of men.
func (c *checker) game(claim *Claim) error {
	fates, err := Fates(c.startFEN, claim.FEN, strings.Fields(claim.Game.Moves), c.rules)
	if err != nil {
		return because(ErrClaim, "%w", err)
	}
	goal, err := facts.ParseFEN(claim.FEN)
	if err != nil || !c.premise.Ends(&c.start, &goal) {
		return because(ErrClaim, "no game of the premise ends with the position (%v)", err)
	}
	for _, f := range claim.Game.Men {
		sq, err := chess.ParseSquare(f.From)
		if err != nil {
			return because(ErrFile, "%w", err)
		}
		if is := fates[sq]; is == nil || *is != f {
			return because(ErrClaim, "of the man from %s is true: %+v", f.From, is)
		}
	}
	return nil
}

// Fates replays a game, and returns what became of the men of the start, by their squares there;
// nil for empty squares.
func Fates(start, goal string, moves []string, rules replay.Options) (*[chess.NumSquares]*Fate, error) {
	first, err := facts.ParseFEN(start)
	if err != nil {
		return nil, err
	}
	fates := &[chess.NumSquares]*Fate{}
	var at [chess.NumSquares]*Fate // men on the board, by their squares now
	for sq, m := range first.Board {
		if m != chess.NoMan {
			name := chess.Square(sq).String()
			fates[sq] = &Fate{From: name, To: name}
			at[sq] = fates[sq]
		}
	}
	before := first
	rules.Each = func(p *replay.Position) {
		after := facts.Setup(p)
		follow(&at, &before, &after)
		before = after
	}
	if _, err := replay.Check(start, goal, moves, rules); err != nil {
		return nil, err
	}
	return fates, nil
}

// follow follows the men in one legal move. The man of the mover on each square that changed
// comes from the square that lost one; in castling, kings from kings. What else is gone from the
// squares that changed was captured.
func follow(at *[chess.NumSquares]*Fate, before, after *chess.Setup) {
	mover := before.Turn
	type step struct{ from, to chess.Square }
	var steps []step
	victim := chess.NoSquare
	for sq := range chess.Square(chess.NumSquares) {
		was, is := before.Board[sq], after.Board[sq]
		switch {
		case was == is:
		case is != chess.NoMan: // a man of the mover has arrived
			for from := range chess.Square(chess.NumSquares) {
				m := before.Board[from]
				left := m != chess.NoMan && m.Color() == mover && after.Board[from] == chess.NoMan
				if left && (m == is || m.Kind() == chess.Pawn) {
					steps = append(steps, step{from, sq})
				}
			}
			if was != chess.NoMan {
				victim = sq
			}
		case was.Color() != mover:
			victim = sq // en passant
		}
	}
	if victim != chess.NoSquare {
		at[victim].By, at[victim].To = at[steps[0].from].From, victim.String()
		at[victim] = nil
	}
	for _, s := range steps {
		man := at[s.from]
		at[s.from], at[s.to] = nil, man
		man.To, man.Moved = s.to.String(), true
		man.Promoted = man.Promoted || before.Board[s.from] != after.Board[s.to]
	}
}
