package spec

import (
	"fmt"

	"retroproof/proofs/strategy/plain"
)

// Largest is the largest number of files and of ranks.
const Largest = 12

// An Instance is a kind of strategy, for boards of several sizes.
type Instance struct {
	Name, Title string
	least, most int  // numbers of files and of ranks
	square      bool // square boards only
	on          func(b plain.Board) *Circuits
}

// Instances returns all instances.
func Instances() []Instance {
	return []Instance{
		{"krk2013", "king and rook against king, the strategy of 2013 with the board's own size in place of 8", 3, Largest, false,
			func(b plain.Board) *Circuits { return krk(b, false) }},
		{"krk2016", "king and rook against king, the authors' later strategy, for boards of every size", 3, Largest, false,
			func(b plain.Board) *Circuits { return krk(b, true) }},
		// On 11x11 and 12x12 lemma outside-3 is refuted: there the white king can need more than three moves to step away.
		{"kqk", "king and queen against king, by a cage on the edge", 5, 10, true, kqk},
		{"torres", "king and rook against king, Torres y Quevedo's automaton of 1912", 6, Largest, true, torres},
		{"kpk", "king and pawn against king: an evaluator that says who wins, and White's strategy by it", 8, 8, false, kpk},
	}
}

// Boards says for which boards it is defined.
func (i Instance) Boards() string {
	if i.least == i.most {
		return fmt.Sprintf("of %dx%d", i.least, i.most)
	}
	text := fmt.Sprintf("from %dx%d to %dx%d", i.least, i.least, i.most, i.most)
	if i.square {
		text += ", square"
	}
	return text
}

// On returns the instance on a board.
func (i Instance) On(b plain.Board) (*Circuits, error) {
	if low, high := min(b.Files, b.Ranks), max(b.Files, b.Ranks); low < i.least || high > i.most || i.square && low != high {
		return nil, fmt.Errorf("%s is defined for boards %s, not for %v", i.Name, i.Boards(), b)
	}
	return i.on(b), nil
}

// New returns the strategy of a name on a board.
func New(name string, b plain.Board) (*Circuits, error) {
	var names string
	for _, i := range Instances() {
		if i.Name == name {
			return i.On(b)
		}
		names += " " + i.Name
	}
	return nil, fmt.Errorf("no strategy %.40q, want one of%s", name, names)
}
