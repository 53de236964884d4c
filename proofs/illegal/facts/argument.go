package facts

import (
	"cmp"

	chess "retroproof/chess/board"
)

// Argument proves that a goal cannot be reached from a start, in a form that [Check] verifies
// without any other data. Fields that a kind does not use are absent in JSON.
type Argument struct {
	Kind Kind `json:"kind"`
	// Blocked lists men that never move, each fact proven from those before it. It is used by
	// the kinds about which squares men can reach.
	Blocked []Fact `json:"blocked,omitempty"`
	// Count is an inequality that start and goal violate, for Unmatched and Priced.
	Count *Count `json:"count,omitempty"`
	// Without has pawns that did not become pawns of the goal, and Past certain pawns of the goal, which no piece passes:
	// for Unmatched.
	Without []Without `json:"without,omitempty"`
	Past    Squares   `json:"past,omitempty"`
	// Square is the name of the square in question, for Deadlocked.
	Square string `json:"square,omitempty"`
	// Groups are sets of men of the start whose moves are enumerated, for Parity.
	Groups []Squares `json:"groups,omitempty"`
	// States are the partial positions of ClosedSet.
	States []State `json:"states,omitempty"`
}

// Count is an inequality about the men of one side. It has either Needs and Captures, which together need more men of
// the start than there are in Men; or Worth and Price, where pawns need more captures than there are.
type Count struct {
	Side string `json:"side"` // "white" or "black"

	Needs Squares `json:"needs,omitempty"` // men of the side at the goal: each was a man of the start
	// Pawns of the other side at the goal: each has captured a man of the side
	Captures Squares `json:"captures,omitempty"`
	Men      Squares `json:"men,omitempty"` // all men of the start that can have been one of these

	// Worth of men of the goal, and prices of men of the start, by their squares, from 1 to 100:
	// see checkWorth.
	Worth map[string]int `json:"worth,omitempty"`
	Price map[string]int `json:"price,omitempty"`
}

// Without says of a pawn that it did not become another pawn: see Exclude.
type Without struct {
	Pawn string `json:"pawn"` // its square at the start
	To   string `json:"to"`   // a square of the goal
	// Count has needs, captures and men: if the one became the other, these need more men of the start than there are.
	Count Count `json:"count"`
}

// squares returns where the pawn is at the start and at the goal.
func (w *Without) squares() (from, to chess.Square, err error) {
	from, err = chess.ParseSquare(w.Pawn)
	to, wrong := chess.ParseSquare(w.To)
	return from, to, cmp.Or(err, wrong)
}
