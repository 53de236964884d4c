package retro

import "fmt"

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

// Value is the value of a position for the side to move.
type Value struct {
	Result Result
	Plies  int // depth to mate (DTM): plies to mate with best play; 0 for draws
}

// Moves returns the depth to mate in moves of the winner's: mate in three is
// won in five plies, or lost in six.
func (v Value) Moves() int { return (v.Plies + 1) / 2 }

// String returns, for instance, "win in 31 plies" or "draw".
func (v Value) String() string {
	if v.Result != Won && v.Result != Lost {
		return v.Result.String()
	}
	if v == (Value{Lost, 0}) {
		return "mated"
	}
	unit := "plies"
	if v.Plies == 1 {
		unit = "ply"
	}
	return fmt.Sprintf("%s in %d %s", v.Result, v.Plies, unit)
}
