package core

import (
	"fmt"
	"slices"
	"strings"

	chess "retroproof/chess/board"
)

// Statement is something that a game to the goal may have: what became of a pawn of the start, or what pawns captured
// on a file.
type Statement struct {
	Kind string `json:"kind"`
	Pawn string `json:"pawn,omitempty"` // its square at the start
	Side string `json:"side,omitempty"` // that captures: "white" or "black"
	Man  string `json:"man,omitempty"`  // that is captured
	At   string `json:"at,omitempty"`   // a square, or a file
}

// The kinds of statements.
const (
	Stands       = "stands"         // Pawn is the goal's pawn on the square At
	Promoted     = "promoted"       // Pawn has promoted on the file At, and is at the goal
	TakenByPawn  = "taken-by-pawn"  // a pawn captured Pawn, or what it became, on the file At
	TakenByPiece = "taken-by-piece" // a piece captured Pawn, or what it became
	Took         = "took"           // a pawn of Side captured a Man on the file At
	TookNothing  = "took-nothing"   // no pawn of Side captured on the file At
	PieceTook    = "piece-took"     // a piece of Side captured something, dead bishops aside
)

// StatementMen are the men of the kind Took: pawns, pieces that were pawns, and pieces of the start: queens, rooks and
// knights, and bishops by the colour of their squares.
var StatementMen = [5]string{"pawn", "promoted", "piece", "dark", "light"}

// fields has the fields of each kind of statements: P pawn, S side, M man, F a file, A a square.
var fields = map[string]string{Stands: "PA", Promoted: "PF", TakenByPawn: "PF", TakenByPiece: "P", Took: "SMF",
	TookNothing: "SF", PieceTook: "S"}

// Assume adds the clauses that are true of every game of which a statement is. It may be called once. The error says
// that the statement has not exactly the fields of its kind, or is about men that there are not.
func (q *Question) Assume(s *Statement) error {
	has := Statement{Kind: s.Kind} // s written again, from what was understood
	pawn := slices.IndexFunc(q.pawns, func(p pawn) bool { return p.at.String() == s.Pawn })
	side, man, at := 0, slices.Index(StatementMen[:], s.Man), chess.NoSquare
	for _, field := range fields[s.Kind] {
		switch {
		case field == 'P' && pawn >= 0:
			has.Pawn = s.Pawn
		case field == 'S':
			if s.Side == chess.Black.String() {
				side = 1
			}
			has.Side = chess.Color(side).String()
		case field == 'M' && man >= 0:
			has.Man = s.Man
		case field == 'F' && len(s.At) == 1:
			at, _ = chess.ParseSquare(s.At + "1")
			has.At = s.At
		case field == 'A':
			at, _ = chess.ParseSquare(s.At)
			has.At = s.At
		}
	}
	// What was understood must be all that it says, and all that its kind needs.
	needsAt := strings.ContainsAny(fields[s.Kind], "FA")
	if fields[s.Kind] == "" || *s != has || strings.Contains(fields[s.Kind], "P") && pawn < 0 ||
		needsAt && at >= chess.NoSquare ||
		s.Kind == Took && man < 0 || s.Kind == Stands && !q.goalPawn(q.pawns[pawn].color, int(at)) {
		return fmt.Errorf("no statement: %+v", *s)
	}
	q.assume = q.supposed(s.Kind, pawn, side, man, int(at))
	return nil
}

// Assumed returns the clauses of the statement. Their literals may be constants.
func (q *Question) Assumed() [][]Lit { return q.assume }

// supposed returns the clauses of a statement. The variable here is true if a capture is what the statement says.
func (q *Question) supposed(kind string, pawn, side, man, at int) (list [][]Lit) {
	n, f := q.slots, at%8
	somewhere := func(what ...func(t int) []Lit) {
		for t := range n {
			list = append(list, or(-q.here(t), q.to(t, f)))
			for _, one := range what {
				list = append(list, append([]Lit{-q.here(t)}, one(t)...))
			}
		}
		list = append(list, q.all(q.here))
	}
	switch kind {
	case Stands, Promoted:
		list = append(list, or(q.on(pawn, n, f)))
		if kind == Stands {
			list = append(list, or(q.rank(pawn, n, at/8+1)), or(-q.rank(pawn, n, at/8+2)))
		} else {
			list = append(list, or(q.promoted(pawn, n)))
		}
		list = append(list, or(-q.lost(pawn)))
		for t := range n {
			list = append(list, or(-q.takenPiece(pawn, t)))
		}
	case TakenByPawn:
		somewhere(func(t int) []Lit { return or(q.taken(pawn, t), q.takenPiece(pawn, t)) })
	case TakenByPiece:
		list = append(list, or(q.byPiece(pawn)))
	case Took:
		somewhere(func(t int) []Lit { return or(q.by(t, side)) }, func(t int) []Lit {
			switch man {
			case 0:
				return each(q.of[1-side], func(p int) Lit { return q.taken(p, t) })
			case 1:
				return each(q.of[1-side], func(p int) Lit { return q.takenPiece(p, t) })
			}
			return or(q.man(t, 1-side, man-2))
		})
	case TookNothing:
		for t := range n {
			list = append(list, or(-q.by(t, side), -q.to(t, f)))
		}
	case PieceTook:
		list = append(list, or(-q.counter(PawnCaps, side, 0).atLeast(q.a.Captures[side])))
	}
	return list
}
