package answers

import "retroproof/proofs/illegal/facts"

// Tempo is that no game has so many plies, by a tree as in a certificate of package exact; or without one how many
// moves each side needs at least in such games, by that package's bound: its men of the start become those of the
// position.
type Tempo struct {
	Plies int           `json:"plies"`
	Tree  []byte        `json:"tree,omitempty"`
	Least [2]int        `json:"least,omitzero"` // of White and Black
	Stay  facts.Squares `json:"stay,omitempty"` // men of the start that never move in such games, nor are captured
	Steps []TempoStep   `json:"steps,omitempty"`
}

// TempoStep is exact.Step, apart from package exact: checkers of other claims do not rest on that.
type TempoStep struct {
	Side   int    `json:"side"`
	Men    []int8 `json:"men,omitempty"`
	Places []int8 `json:"places,omitempty"`
}

// aboutTempo checks a claim by the function that the options have.
func (c *checker) aboutTempo(claim *Claim) error {
	if c.tempo == nil {
		return because(ErrFile, "this checker knows no claims about tempo")
	}
	return c.tempo(c.ctx, c.startFEN, claim)
}
