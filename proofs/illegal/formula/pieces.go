package formula

import (
	"fmt"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/proofs/illegal/facts"
)

// role is what becomes of a pawn that has promoted and is not captured.
type role int

const (
	toPiece role = iota // a queen, rook or knight of the goal
	toDarkBishop
	toLightBishop
	numRoles // and from here on, the bishops of the special squares
)

// addPieces counts. Of each kind the goal has what the start had, less what was
// captured, and what has promoted. Queens, rooks and knights go together: they
// are captured and come into being anywhere.
func (f *Formula) addPieces() {
	n := len(f.slots)
	f.roles = make([][]encode.Bool, len(f.pawns))
	for c := chess.White; c <= chess.Black; c++ {
		has := make([][]encode.Bool, int(numRoles)+len(f.a.Specials))
		var captured []encode.Bool // men of this colour, but those of pieces by pieces
		for k := range f.pawns {
			p := &f.pawns[k]
			if p.color != c {
				continue
			}
			stays := f.And(p.promoted(n), f.Or(p.takenPiece...).Not())
			var roles []encode.Bool
			for r := range has {
				possible := p.moves && stays != f.False
				if r >= int(numRoles) {
					possible = possible && f.a.Specials[r-int(numRoles)].Color == c
				}
				b := f.input(possible, "role.%s.%s", p.at, f.roleName(r))
				f.clause(b.Not(), stays)
				f.promotesAs(p, r, b)
				roles = append(roles, b)
				has[r] = append(has[r], b)
			}
			f.atMostOne(roles...)
			f.clause(append(roles, stays.Not())...)
			f.roles[k] = roles
			captured = append(captured, p.byPiece)
			captured = append(captured, p.taken...)
			captured = append(captured, p.takenPiece...)
		}
		for r := range f.a.Specials {
			if f.a.Specials[r].Color == c {
				f.clause(has[int(numRoles)+r]...)
				f.atMostOne(has[int(numRoles)+r]...)
			}
		}
		victims := func(kind victim) (lits []encode.Bool) {
			for i := range f.slots {
				s := &f.slots[i]
				lits = append(lits, f.And(s.kind[kind], s.by(c.Other())))
			}
			return lits
		}
		for r, kinds := range [numRoles][]facts.PieceKind{{facts.Queen, facts.Rook, facts.Knight}, {facts.DarkBishop}, {facts.LightBishop}} {
			had, wanted, missing, most := 0, 0, 0, 0
			for _, k := range kinds {
				had += f.a.Pieces[c][k]
				wanted += f.a.Wants[c][k]
				missing += max(0, f.a.Wants[c][k]-f.a.Pieces[c][k])
				most += f.a.Wants[c][k] - f.a.Keep[c][k]
			}
			by := victims(anyPiece + victim(r))
			captured = append(captured, by...)
			f.atLeastOf(missing, has[r])
			f.atMost(most, has[r])
			// As many can be captured as there were too many, and one more for each
			// that promotes: counted are those that do not.
			var lits []encode.Bool
			lits = append(lits, by...)
			for _, b := range has[r] {
				lits = append(lits, b.Not())
			}
			f.atMost(had-wanted+len(has[r]), lits)
		}
		// It follows from all the others, but not at once.
		f.atMost(f.a.Captures[c.Other()], captured)
	}
}

func (f *Formula) roleName(r int) string {
	switch role(r) {
	case toPiece:
		return "piece"
	case toDarkBishop:
		return "dark"
	case toLightBishop:
		return "light"
	}
	return fmt.Sprintf("caged-%c", 'a'+f.a.Specials[r-int(numRoles)].File)
}

// promotesAs demands that a pawn of a role promotes where that is possible.
func (f *Formula) promotesAs(p *pawn, r int, b encode.Bool) {
	if role(r) == toPiece || b == f.False {
		return
	}
	c := p.color
	fits := func(file int) bool {
		switch role(r) {
		case toDarkBishop:
			return f.a.Class[c][file] == facts.DarkSquare
		case toLightBishop:
			return f.a.Class[c][file] == facts.LightSquare
		}
		return f.a.Specials[r-int(numRoles)].File == file
	}
	for i := range p.on {
		for file, on := range p.on[i] {
			if on != f.False && !fits(file) {
				f.clause(b.Not(), on.Not(), p.promoted(i).Not())
			}
		}
		if i == len(f.slots) {
			break
		}
		for w, way := range f.slots[i].way {
			if r >= int(numRoles) || !fits(wayTo(w)) {
				f.clause(b.Not(), f.promotes(p, i).Not(), way.Not())
			}
		}
	}
}

// atMost demands that at most k of some conditions hold.
func (f *Formula) atMost(k int, bs []encode.Bool) {
	bs = f.possible(bs)
	switch {
	case k >= len(bs):
		return
	case k < 0:
		f.Assert(f.False)
		return
	}
	f.Assert(f.count(bs, k+1)[k+1].Not())
}

// atLeastOf demands that at least k of some conditions hold.
func (f *Formula) atLeastOf(k int, bs []encode.Bool) {
	var not []encode.Bool
	for _, b := range bs {
		not = append(not, b.Not())
	}
	f.atMost(len(bs)-k, not)
}

// possible returns the conditions without the impossible ones.
func (f *Formula) possible(bs []encode.Bool) (list []encode.Bool) {
	for _, b := range bs {
		if b != f.False {
			list = append(list, b)
		}
	}
	return list
}

// count returns Booleans of which the j-th says that at least j of some
// conditions hold, up to a largest j.
func (f *Formula) count(bs []encode.Bool, most int) []encode.Bool {
	sum := []encode.Bool{f.True}
	for _, b := range bs {
		next := []encode.Bool{f.True}
		for j := 1; j <= min(len(sum), most); j++ {
			carry := f.And(sum[j-1], b)
			if j < len(sum) {
				carry = f.Or(sum[j], carry)
			}
			next = append(next, carry)
		}
		sum = next
	}
	for len(sum) <= most {
		sum = append(sum, f.False)
	}
	return sum
}
