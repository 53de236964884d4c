package krk

import (
	"fmt"
	"math/bits"
	"slices"

	"retroproof/proofs/krk/spec"
)

// Rulebook is what one definition of the rules says, written out for all 2^19
// placements of the men, so that definitions compare as sets. There are three:
// the circuits (Circuits), the plain code (PlainRules) and package chess
// (ChessRulebook).
type Rulebook struct {
	Name  string
	sets  [whitesMoves]positionSet // nil where the definition says nothing
	moves [2]*moveSet              // whitesMoves, blacksMoves
}

// Set is a set of positions or of moves that the rules define.
type Set int

// The sets. All but the first two are about legal positions.
const (
	legalWhite  Set = iota // legal positions with White to move
	legalBlack             // legal positions with Black to move
	checks                 // of legalBlack: the king is attacked
	mates                  // of legalBlack
	stalemates             // of legalBlack
	whitesMoves            // pairs of positions
	blacksMoves            // pairs, captures of the rook included
	NumSets     = iota
)

var setNames = [...]string{"legal, White to move", "legal, Black to move", "in check", "mates", "stalemates",
	"White's moves", "Black's moves"}

// String returns the set's name, such as "stalemates".
func (s Set) String() string { return setNames[s] }

// Published returns the known number of elements.
func (s Set) Published() int {
	return [...]int{175168, 223944, 48776, 216, 68, 3383416, 1085792}[s]
}

// positionSet is a set of positions, a bit for each.
type positionSet []uint64

func newPositionSet() positionSet { return make(positionSet, spec.NumPositions/64) }

func (s positionSet) add(p Position) { s[p/64] |= 1 << (p % 64) }

// moveSet is a set of moves: by position and man, the squares it can move to.
type moveSet struct {
	king, rook []set // of the side to move; rook is White's
	// strays are moves that no man makes: of two men, of none, of one of the
	// other side, or that leave the side to move as it is. Only circuits,
	// which relate any two positions, can have such.
	strays map[[2]Position]bool
}

func newMoveSet() *moveSet {
	return &moveSet{make([]set, spec.NumPositions), make([]set, spec.NumPositions), map[[2]Position]bool{}}
}

// add adds the move from p to q, of White if white is set.
func (m *moveSet) add(p, q Position, white bool) {
	king, other := [2]Square{p.BK(), q.BK()}, [2]Square{p.WK(), q.WK()}
	if white {
		king, other = other, king
	}
	same := func(s [2]Square) bool { return s[0] == s[1] }
	rook := [2]Square{p.R(), q.R()}
	switch {
	case p.White() != white || q.White() == white || !same(other):
		m.strays[[2]Position{p, q}] = true
	case same(rook) && !same(king):
		m.king[p] |= 1 << king[1]
	case same(king) && !same(rook) && white:
		m.rook[p] |= 1 << rook[1]
	default:
		m.strays[[2]Position{p, q}] = true
	}
}

// straysNotIn returns the strays that another set has not, in order.
func (m *moveSet) straysNotIn(o *moveSet) [][2]Position {
	var out [][2]Position
	for s := range m.strays {
		if !o.strays[s] {
			out = append(out, s)
		}
	}
	slices.SortFunc(out, func(a, b [2]Position) int { return slices.Compare(a[:], b[:]) })
	return out
}

func (m *moveSet) len() int {
	n := len(m.strays)
	for p := range m.king {
		n += bits.OnesCount64(uint64(m.king[p])) + bits.OnesCount64(uint64(m.rook[p]))
	}
	return n
}

// newRulebook returns one that says something about the given sets, so far
// that they are empty.
func newRulebook(name string, about ...Set) *Rulebook {
	r := &Rulebook{Name: name}
	for _, s := range about {
		if s < whitesMoves {
			r.sets[s] = newPositionSet()
		} else {
			r.moves[s-whitesMoves] = newMoveSet()
		}
	}
	return r
}

// allSets is for definitions that say something about everything.
var allSets = []Set{legalWhite, legalBlack, checks, mates, stalemates, whitesMoves, blacksMoves}

// addLegal adds a position to legalWhite or legalBlack.
func (r *Rulebook) addLegal(p Position) {
	if p.White() {
		r.sets[legalWhite].add(p)
	} else {
		r.sets[legalBlack].add(p)
	}
}

// Has reports whether the rulebook says anything about a set.
func (r *Rulebook) Has(s Set) bool {
	if s < whitesMoves {
		return r.sets[s] != nil
	}
	return r.moves[s-whitesMoves] != nil
}

// Count returns the number of elements of a set.
func (r *Rulebook) Count(s Set) int {
	if s >= whitesMoves {
		return r.moves[s-whitesMoves].len()
	}
	n := 0
	for _, w := range r.sets[s] {
		n += bits.OnesCount64(w)
	}
	return n
}

// SetDifference says how the set of one rulebook differs from another's.
type SetDifference struct {
	set      Set
	of       string     // the rulebook that is compared
	with     string     // the rulebook it is compared with
	Missing  int        // elements that only With has
	Surplus  int        // elements that only Of has
	Elements []Disputed // the first of them
}

// Disputed is an element of a set that only one rulebook has.
type Disputed struct {
	set      Set
	position Position
	to       Position // where a move leads
	yes, no  string   // the rulebook that has it, and the one that lacks it
}

// String names position and rulebooks.
func (d Disputed) String() string {
	if d.set >= whitesMoves {
		return fmt.Sprintf("%s: %s to %s: yes by %s, no by %s", d.set, FEN(d.position), FEN(d.to), d.yes, d.no)
	}
	return fmt.Sprintf("%s: %s: yes by %s, no by %s", d.set, FEN(d.position), d.yes, d.no)
}

// CompareSets compares one set of the two rulebooks in both directions and
// keeps the first limit elements in dispute. Both must say something about it.
func CompareSets(s Set, of, with *Rulebook, limit int) SetDifference {
	d := SetDifference{set: s, of: of.Name, with: with.Name}
	dispute := func(p, q Position, surplus bool) {
		e := Disputed{set: s, position: p, to: q, yes: of.Name, no: with.Name}
		if surplus {
			d.Surplus++
		} else {
			d.Missing++
			e.yes, e.no = e.no, e.yes
		}
		if len(d.Elements) < limit {
			d.Elements = append(d.Elements, e)
		}
	}
	if s < whitesMoves {
		for i, w := range of.sets[s] {
			for x := w ^ with.sets[s][i]; x != 0; x &= x - 1 {
				bit := bits.TrailingZeros64(x)
				dispute(Position(64*i+bit), 0, w>>bit&1 != 0)
			}
		}
		return d
	}
	a, b := of.moves[s-whitesMoves], with.moves[s-whitesMoves]
	for _, m := range a.straysNotIn(b) {
		dispute(m[0], m[1], true)
	}
	for _, m := range b.straysNotIn(a) {
		dispute(m[0], m[1], false)
	}
	for p := range Position(spec.NumPositions) {
		(a.king[p] ^ b.king[p]).each(func(t Square) {
			q := spec.Pack(p.WK(), t, p.R(), true)
			if p.White() {
				q = spec.Pack(t, p.BK(), p.R(), false)
			}
			dispute(p, q, a.king[p].has(t))
		})
		(a.rook[p] ^ b.rook[p]).each(func(t Square) {
			dispute(p, spec.Pack(p.WK(), p.BK(), t, false), a.rook[p].has(t))
		})
	}
	return d
}
