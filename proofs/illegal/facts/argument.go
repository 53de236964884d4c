package facts

import chess "retroproof/chess/board"

// Argument proves that a goal cannot be reached from a start, in a form that [Check] verifies
// without any other data. Fields that a kind does not use are absent in JSON.
type Argument struct {
	Kind Kind `json:"kind"`
	// Blocked lists men that never move, each fact proven from those before it. It is used by
	// the kinds about which squares men can reach.
	Blocked []Fact `json:"blocked,omitempty"`
	// Count is an inequality that start and goal violate, for Weighed, Unmatched and Priced.
	Count *Count `json:"count,omitempty"`
	// Without has pawns that did not become pawns of the goal, and Past certain pawns of the goal, which no piece passes:
	// for Unmatched.
	Without []First `json:"without,omitempty"`
	Past    Squares `json:"past,omitempty"`
	// Square is the name of the square in question, for Deadlocked and PawnsBehind.
	Square string `json:"square,omitempty"`
	// Groups are sets of men of the start whose moves are enumerated, for Parity.
	Groups []Squares `json:"groups,omitempty"`
	// First has the pawns of FirstCapture, each once.
	First []First `json:"first,omitempty"`
	// States are the partial positions of ClosedSet.
	States []State `json:"states,omitempty"`
}

// Count is an inequality about the men of one side. It has either Weights, where the goal's men
// weigh more than the start's; or Needs and Captures, where together these need more men of the
// start than there are in Men; or Worth and Price, where pawns need more captures than there are.
type Count struct {
	Side    string   `json:"side"` // "white" or "black"
	Weights *Weights `json:"weights,omitempty"`

	Needs    Squares `json:"needs,omitempty"`    // men of the side at the goal: each was a man of the start
	Captures Squares `json:"captures,omitempty"` // pawns of the other side at the goal: each has captured a man of the side
	Men      Squares `json:"men,omitempty"`      // all men of the start that can have been one of these

	// Worth of men of the goal, and prices of men of the start, by their squares, from 1 to 100:
	// see checkWorth.
	Worth map[string]int `json:"worth,omitempty"`
	Price map[string]int `json:"price,omitempty"`
}

// Weights are the weights of one side's men, each from 0 to 100. No piece except the king
// weighs more than a pawn.
type Weights struct {
	Pawn        int `json:"pawn,omitempty"`
	King        int `json:"king,omitempty"`
	Queen       int `json:"queen,omitempty"`
	Rook        int `json:"rook,omitempty"`
	DarkBishop  int `json:"dark_bishop,omitempty"`
	LightBishop int `json:"light_bishop,omitempty"`
	Knight      int `json:"knight,omitempty"`
}

// Of returns a pointer to the weight of a kind of piece.
func (w *Weights) Of(k PieceKind) *int {
	return [NumPieceKinds]*int{&w.Queen, &w.Rook, &w.DarkBishop, &w.LightBishop, &w.Knight}[k]
}

// sum returns the weight of the men of a side.
func (w *Weights) sum(m *Material, c chess.Color) int {
	kings := m.Men[c] - m.Pawns[c]
	n := w.Pawn * m.Pawns[c]
	for k, count := range m.Pieces[c] {
		n += *w.Of(PieceKind(k)) * count
		kings -= count
	}
	return n + w.King*kings
}
