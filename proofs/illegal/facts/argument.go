package facts

import "retroproof/chess"

// Argument is why a goal cannot be reached from a start, in a form that [Check]
// verifies by itself. In JSON it stands alone; what a reason does not need is absent.
type Argument struct {
	Reason Reason `json:"reason"`
	// Blocked are men that never move, each fact proven from those before it. Of the
	// reasons that follow from where men can get.
	Blocked []Fact `json:"blocked,omitempty"`
	// Count is an inequality that start and goal break: of TooManyMen,
	// TooManyPromotions, BishopColors and MenUnmatched.
	Count *Count `json:"count,omitempty"`
	// Square is that of PieceUnreachable, BlockedChanged, Deadlock, PawnMovedBack and
	// PawnStructure, by its name.
	Square string `json:"square,omitempty"`
	// Groups of men of the start, whose moves are followed one by one: of MoveParity.
	Groups []Squares `json:"groups,omitempty"`
	// Men of the goal and Zone are those of a Cage.
	Men  Squares `json:"men,omitempty"`
	Zone Squares `json:"zone,omitempty"`
}

// Count is an inequality about the men of one side. It has either weights, and then the
// weight of the goal's men is more than that of the start's; or needs and captures, and
// then together they are more than the men that are left for them.
type Count struct {
	Side    string   `json:"side"` // "white" or "black"
	Weights *Weights `json:"weights,omitempty"`

	Needs    Squares `json:"needs,omitempty"`    // men of the side at the goal: each was a man of the start
	Captures Squares `json:"captures,omitempty"` // pawns of the other side at the goal: each has captured a man of the side
	Men      Squares `json:"men,omitempty"`      // all men of the start that can have been one of these
}

// Weights are those of the men of a side, none below 0 or above 100. No piece, but for
// the king, weighs more than a pawn.
type Weights struct {
	Pawn        int `json:"pawn,omitempty"`
	King        int `json:"king,omitempty"`
	Queen       int `json:"queen,omitempty"`
	Rook        int `json:"rook,omitempty"`
	DarkBishop  int `json:"dark_bishop,omitempty"`
	LightBishop int `json:"light_bishop,omitempty"`
	Knight      int `json:"knight,omitempty"`
}

// Of returns the weight of a kind of piece.
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
