package formula

import (
	"fmt"

	chess "retroproof/chess/board"
	"retroproof/proofs/illegal/facts"
)

// Statement is something that a game to the goal may have: what became of a pawn of the start,
// or what pawns captured on a file.
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

// StatementMen are the men of the kind Took: pawns, pieces that were pawns, and pieces of the start:
// queens, rooks and knights, and bishops by the colour of their squares.
var StatementMen = [5]string{"pawn", "promoted", "piece", "dark", "light"}

// NewWith returns the formula of an abstraction with the condition that a statement is true. A
// game to the goal of which it is true is a model. The error says what is wrong with the
// statement.
func NewWith(a *facts.Abstraction, s *Statement) (*CNF, error) {
	f := build(a)
	if err := f.suppose(s); err != nil {
		return nil, err
	}
	return &f.CNF, nil
}

// suppose adds clauses that are true of games of which the statement is true. It uses the meaning
// of variables as doc/formula.md has it; here.T is true if the captures that the statement is
// about are made in slot T.
func (f *builder) suppose(s *Statement) error {
	bad := fmt.Errorf("no statement: %+v", *s)
	var pawn *pawn
	for _, p := range f.pawns {
		if p.at.String() == s.Pawn {
			pawn = p
		}
	}
	side := chess.White
	if s.Side == "black" {
		side = chess.Black
	}
	file := -1
	if len(s.At) > 0 {
		file = int(s.At[0]) - 'a'
	}
	n := len(f.slots)
	// What the fields of a kind are.
	form := *s
	form.Kind = ""
	switch s.Kind {
	case Stands, Promoted, TakenByPawn:
		form.Pawn, form.At = "", ""
	case TakenByPiece:
		form.Pawn = ""
	case Took:
		form.Side, form.Man, form.At = "", "", ""
	case TookNothing:
		form.Side, form.At = "", ""
	case PieceTook:
		form.Side = ""
	default:
		return bad
	}
	aboutPawn, aboutFile := s.Kind == Stands || s.Kind == Promoted || s.Kind == TakenByPawn || s.Kind == TakenByPiece, s.Kind == Promoted || s.Kind == TakenByPawn || s.Kind == Took || s.Kind == TookNothing
	if form != (Statement{}) || aboutPawn != (pawn != nil) || !aboutPawn && s.Side != side.String() || aboutFile && (len(s.At) != 1 || file < 0 || file > 7) {
		return bad
	}
	switch s.Kind {
	case Stands:
		at, err := chess.ParseSquare(s.At)
		if err != nil || f.a.Goal.Board[at] != chess.MakeMan(pawn.color, chess.Pawn) {
			return bad
		}
		r := at.Rank() + 1
		f.clause(pawn.on[n][at.File()])
		f.clause(pawn.rank[n][r])
		f.clause(-pawn.rank[n][r+1])
		f.survives(pawn)
	case Promoted:
		f.clause(pawn.on[n][file])
		f.clause(pawn.promoted(n))
		f.survives(pawn)
	case TakenByPawn:
		f.somewhere(file, func(i int) [][]literal { return [][]literal{{pawn.taken[i], pawn.takenPiece[i]}} })
	case TakenByPiece:
		f.clause(pawn.byPiece)
	case Took:
		victims := f.victims(side.Other(), s.Man)
		if victims == nil {
			return bad
		}
		f.somewhere(file, func(i int) [][]literal { return [][]literal{{f.slots[i].by[side]}, victims(i)} })
	case TookNothing:
		for _, slot := range f.slots {
			f.clause(-slot.by[side], -slot.to[file])
		}
	case PieceTook:
		var list []literal
		for _, slot := range f.slots {
			list = append(list, slot.by[side])
		}
		f.atMost(f.a.Captures[side]-1, list, "pawns")
	}
	return nil
}

// survives adds that a pawn, or what it became, is never captured.
func (f *builder) survives(p *pawn) {
	f.clause(-p.lost)
	for _, taken := range p.takenPiece {
		f.clause(-taken)
	}
}

// somewhere adds that in some slot the capture is on a file, and of each list something is true.
func (f *builder) somewhere(file int, what func(slot int) [][]literal) {
	var all []literal
	for i, slot := range f.slots {
		here := f.variable(true, "here.%d", i)
		f.anyOf(here, slot.to[file])
		for _, list := range what(i) {
			f.anyOf(here, list...)
		}
		all = append(all, here)
	}
	f.clause(all...)
}

// victims returns the literals that a capture takes a man of a side of the named kind; nil if
// there is no such kind.
func (f *builder) victims(c chess.Color, man string) func(slot int) []literal {
	for kind, name := range kindNames {
		if man == name {
			return func(i int) []literal { return []literal{f.slots[i].piece[c][kind]} }
		}
	}
	if man != "pawn" && man != "promoted" {
		return nil
	}
	return func(i int) (list []literal) {
		for _, p := range f.pawns {
			if p.color == c && man == "pawn" {
				list = append(list, p.taken[i])
			} else if p.color == c {
				list = append(list, p.takenPiece[i])
			}
		}
		return list
	}
}
