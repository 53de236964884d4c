package kernel

// outOfOrder reports whether a move could be made before others of the path,
// and should, when of kernels that differ by the order of independent captures
// only the first in the order of the notation is wanted. That is the kernel in
// which no move can be exchanged with a run of moves before it and is smaller
// than the first of these.
func (q *labels) outOfOrder(m Move) bool {
	for i := len(q.path) - 1; i >= 0; i-- {
		if stop, out := exchange(q.path[i].Move, m); stop {
			return out
		}
	}
	return false
}

// outOfOrder does so for captures of pieces by pieces, which come last.
func outOfOrder(moves []Move, m Move) bool {
	for i := len(moves) - 1; i >= 0; i-- {
		if stop, out := exchange(moves[i], m); stop {
			return out
		}
	}
	return false
}

// exchange reports whether the look back for a move m ends at an earlier move,
// and whether m is out of order.
func exchange(earlier, m Move) (stop, out bool) {
	if !independent(earlier, m) {
		return true, false
	}
	out = m.String() < earlier.String()
	return out, out
}

// independent reports whether two moves can be exchanged wherever they follow
// each other: they have no file in common, and neither captures a piece like
// the one that the other promotes to. Captures of pieces by pieces stay last.
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
