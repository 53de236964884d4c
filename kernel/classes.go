package kernel

// outOfOrder reports whether move m violates the canonical order. Kernels that differ only in
// the order of independent captures form a class, which is represented by its first kernel in
// the order of the notation. In that kernel, no move can be exchanged with a run of moves
// before it and is smaller than the first of them.
func (l *labels) outOfOrder(m Move) bool {
	for i := len(l.path) - 1; i >= 0; i-- {
		if stop, out := exchange(l.path[i].Move, m); stop {
			return out
		}
	}
	return false
}

// outOfOrder is the same for captures of pieces by pieces, which come last.
func outOfOrder(moves []Move, m Move) bool {
	for i := len(moves) - 1; i >= 0; i-- {
		if stop, out := exchange(moves[i], m); stop {
			return out
		}
	}
	return false
}

// exchange reports whether the comparison of m with earlier moves, from the last one backwards,
// ends at the given one, and whether m is out of order.
func exchange(earlier, m Move) (stop, out bool) {
	if !independent(earlier, m) {
		return true, false
	}
	out = m.String() < earlier.String()
	return out, out
}

// independent reports whether two moves can be exchanged wherever they are adjacent: they have
// no file in common, and neither captures a piece of the kind that the other promotes to.
// Captures of pieces by pieces stay last.
func independent(a, b Move) bool {
	if (a.To == None) != (b.To == None) {
		return false
	}
	for _, f := range [...]int{a.From, a.To, a.Origin} {
		if f != None && (f == b.From || f == b.To || f == b.Origin) {
			return false
		}
	}
	return (a.Color == b.Color || (a.Promotes == NoPiece || a.Promotes != b.Takes) && (b.Promotes == NoPiece || b.Promotes != a.Takes))
}
