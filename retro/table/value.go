package table

import (
	"cmp"
	"fmt"

	"retroproof/chess"
	"retroproof/internal/answer"
)

// Result is the outcome of a position with best play, for the side to move.
type Result uint8

// The results. NotLegal is the zero value: there is no such position.
const (
	NotLegal Result = iota
	Lost
	Drawn
	Won
)

// String returns "win", "draw", "loss" or "not legal".
func (r Result) String() string {
	switch r {
	case Lost:
		return "loss"
	case Drawn:
		return "draw"
	case Won:
		return "win"
	}
	return "not legal"
}

// MarshalText is String.
func (r Result) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// Value is the value of a position for the side to move.
type Value struct {
	Result Result `json:"result"`
	Plies  int    `json:"dtm_plies"` // depth to mate (DTM): plies to mate with best play; 0 for draws
}

// Decided reports whether a value is a win or a loss, and so has a depth.
func (v Value) Decided() bool { return v.Result == Won || v.Result == Lost }

// Moves returns the depth to mate in moves of the winner's: mate in three is
// won in five plies, or lost in six.
func (v Value) Moves() int { return (v.Plies + 1) / 2 }

// String returns, for instance, "win in 31 plies" or "draw".
func (v Value) String() string {
	if !v.Decided() {
		return v.Result.String()
	}
	if v == (Value{Lost, 0}) {
		return "mated"
	}
	return fmt.Sprintf("%s in %s", v.Result, answer.Counted(v.Plies, "ply", "plies"))
}

// Depth returns the depth, such as "16 moves (31 plies)".
func (v Value) Depth() string {
	return fmt.Sprintf("%s (%s)", answer.Counted(v.Moves(), "move", "moves"), answer.Counted(v.Plies, "ply", "plies"))
}

// Before returns the value that a position has, for its side to move, because
// of a move to a position of value v: a loss in n is reached by a win in n+1.
func (v Value) Before() Value {
	switch v.Result {
	case Won:
		return Value{Lost, v.Plies + 1}
	case Lost:
		return Value{Won, v.Plies + 1}
	}
	return v
}

// Better returns the value that a side to move prefers: quick wins, then draws,
// then slow losses. NotLegal is worse than any.
func Better(a, b Value) Value {
	if a.Compare(b) < 0 {
		return b
	}
	return a
}

// CompareMoves orders moves by the squares that they leave, those that they go to, and what they promote to.
func CompareMoves(a, b chess.Move) int {
	return cmp.Or(cmp.Compare(a.From(), b.From()), cmp.Compare(a.To(), b.To()), cmp.Compare(a.Promotion(), b.Promotion()))
}

// Compare is positive if a side to move prefers v to w, negative if it prefers w.
func (v Value) Compare(w Value) int {
	if c := cmp.Compare(v.Result, w.Result); c != 0 {
		return c
	}
	if v.Result == Won {
		return cmp.Compare(w.Plies, v.Plies)
	}
	return cmp.Compare(v.Plies, w.Plies)
}
