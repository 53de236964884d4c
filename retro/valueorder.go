package retro

import "cmp"

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
	if a.compare(b) < 0 {
		return b
	}
	return a
}

// compare is positive if a side to move prefers v.
func (v Value) compare(w Value) int {
	if c := cmp.Compare(v.Result, w.Result); c != 0 {
		return c
	}
	if v.Result == Won {
		return cmp.Compare(w.Plies, v.Plies)
	}
	return cmp.Compare(v.Plies, w.Plies)
}
