package kernel

import (
	"context"
	"errors"
	"math/bits"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// state is where a search for kernels is: what the captures so far have made of
// the columns. A pawn that promotes without capturing stays in its column until
// the end: whatever comes into the column later can be put behind it, so that it
// can still promote then, and whether the promoted piece is captured makes no
// difference to the columns. Captures of pieces by pieces do not change the
// columns either; they are the captures that are left when the columns are
// complete.
type state struct {
	col  [8]column
	left [2]uint8 // captures still to be made, by colour
	// promoted counts the promotions by capture, by colour and square; none is
	// caged.
	promoted [2][2]uint8
	// gone counts pawns that promoted without capturing and were taken out of
	// their columns for it, in the same way. The search for columns leaves them
	// there.
	gone [2][facts.NumSquareClasses]uint8
}

// stepKind is what a step of the search does.
type stepKind uint8

const (
	pawnTakesPawn stepKind = iota
	pawnTakesPiece
	pawnPromotes // by taking a piece
	pieceTakesPawn
)

// step is a capture that changes columns.
type step struct {
	kind            stepKind
	color           chess.Color // of the capturing man
	from, fromIndex int8        // the capturing pawn
	to, toIndex     int8        // the pawn captured, or where the capturing one comes
}

// files returns the files whose columns a step changes.
func (st step) files() uint8 {
	files := uint8(1) << st.to
	switch st.kind {
	case pawnTakesPawn, pawnTakesPiece:
		files |= 1 << st.from
	case pawnPromotes:
		files = 1 << st.from
	}
	return files
}

// allFiles are the files of all columns.
const allFiles = ^uint8(0)

// errBudget ends a search.
var errBudget = errors.New("the search budget is used up")

// search looks for kernels of a problem.
type search struct {
	*problem
	ctx    context.Context
	nodes  uint64
	budget uint64
	failed failedStates
	path   []step
	states []state // those that the steps of the path lead to
	// relaxed: of steps with one result for the columns only one is tried.
	relaxed bool
	// overtaking: pawns promote by capture from behind others of their colour,
	// too. The columns are the same, the ranks are not.
	overtaking bool
	// jitter disturbs the order of the steps; nil for none.
	jitter func() int
	// visit is called for every kernel; it ends the search by returning true. Path and state are valid during the call.
	visit func(path []step, end *state) bool
	stop  error
}

// start returns the state before the first capture.
func (p *problem) first() state {
	s := state{col: p.from}
	for c, n := range p.Captures {
		s.left[c] = uint8(n)
	}
	return s
}

// make returns the state after a step.
func (s *state) make(p *problem, m step) state {
	next := *s
	next.left[m.color]--
	from, to := &next.col[m.from&7], &next.col[m.to&7]
	switch m.kind {
	case pawnTakesPawn:
		*from = from.remove(int(m.fromIndex))
		*to = to.set(int(m.toIndex), m.color)
	case pawnTakesPiece:
		*from = from.remove(int(m.fromIndex))
		*to = to.insert(int(m.toIndex), m.color)
	case pawnPromotes:
		*from = from.remove(int(m.fromIndex))
		next.promoted[m.color][p.Class[m.color][m.to]]++
	case pieceTakesPawn:
		*to = to.remove(int(m.toIndex))
	}
	return next
}

// isGoal reports whether the columns are complete and the promotions are those
// that the goal needs, so that captures of pieces by pieces finish the kernel.
func (p *problem) isGoal(s *state) bool {
	promoted := [2][facts.NumSquareClasses]int{}
	for f, c := range s.col {
		w, b, ok := p.complete(f, c)
		if !ok {
			return false
		}
		promoted[chess.White][p.Class[chess.White][f]] += w
		promoted[chess.Black][p.Class[chess.Black][f]] += b
	}
	if len(p.Specials) > 0 && !p.specialsDone(s) {
		return false
	}
	for c := range 2 {
		dark := promoted[c][facts.DarkSquare] + int(s.promoted[c][facts.DarkSquare]+s.gone[c][facts.DarkSquare])
		light := promoted[c][facts.LightSquare] + int(s.promoted[c][facts.LightSquare]+s.gone[c][facts.LightSquare])
		all := dark + light + promoted[c][facts.CagedSquare] + int(s.gone[c][facts.CagedSquare])
		if p.Needed[c] > all || p.Wants[c][facts.DarkBishop]-p.Pieces[c][facts.DarkBishop] > dark ||
			p.Wants[c][facts.LightBishop]-p.Pieces[c][facts.LightBishop] > light {
			return false
		}
		// Bishops that were captured, but not by a promotion on a square of the
		// other colour.
		victims := 0 // pieces of this colour
		for k := range facts.NumPieceKinds {
			victims += p.Pieces[c][k] - p.Wants[c][k]
		}
		victims += all
		for _, t := range p.Specials {
			if int(t.Color) == c {
				victims--
			}
		}
		other := s.promoted[1-c]
		if p.Pieces[c][facts.DarkBishop]-p.Wants[c][facts.DarkBishop] > victims-int(other[facts.LightSquare]) ||
			p.Pieces[c][facts.LightBishop]-p.Wants[c][facts.LightBishop] > victims-int(other[facts.DarkSquare]) {
			return false
		}
	}
	return true
}

// incomplete returns the columns that are not complete, a bit for each file, of those that are asked for.
func (p *problem) incomplete(s *state, files uint8) (open uint8) {
	for ; files != 0; files &= files - 1 {
		f := bits.TrailingZeros8(files)
		if _, _, ok := p.complete(f, s.col[f]); !ok {
			open |= 1 << f
		}
	}
	return open
}

// capturesNeeded has, for a set of columns that are not complete, how many captures it takes at
// least to complete them: each changes two neighbouring ones at most.
var capturesNeeded = func() (n [256]uint8) {
	for open := 1; open < len(n); open++ {
		first := open & -open
		n[open] = n[open&^(first|first<<1)] + 1
	}
	return n
}()

// tooFewCaptures reports whether the captures that are left cannot complete the
// columns, of which these are not complete.
func (p *problem) tooFewCaptures(s *state, open uint8) bool {
	if p.uses(countColumns) && capturesNeeded[open] > s.left[0]+s.left[1] {
		return true
	}
	pawns := s.pawns()
	takenPawns := 0 // by pawns, at most
	for c := range 2 {
		done := s.promoted[c][0] + s.promoted[c][1] + s.gone[c][0] + s.gone[c][1] + s.gone[c][2]
		// Each pawn that a file lacks comes from the nearest file that has too many, a capture a file.
		spare := -max(0, p.Needed[c]-int(done))
		cost := 0
		for f := range 8 {
			d := p.goalCount[f][c] - pawns[f][c]
			spare -= d
			if d <= 0 {
				continue
			}
			near := 8
			for g := range 8 {
				if pawns[g][c] > p.goalCount[g][c] {
					near = min(near, max(f-g, g-f))
				}
			}
			cost += d * near
		}
		if cost > int(s.left[c]) && p.uses(countFiles) || spare < 0 && p.uses(countPawns) {
			return true
		}
		takenPawns += max(0, min(spare, int(s.left[1-c])))
		// Dearer tests last. All are bounds: none looks at where captures are made.
		if cost > 0 && p.uses(countCrossings) && p.crossings(c, &pawns) > int(s.left[c]) {
			return true
		}
		if p.bishops[c] && p.uses(countBishops) && p.bishopsNeed(s, c, &pawns) > int(s.left[c]) {
			return true
		}
	}
	return p.uses(countChanges) && p.changesNeeded(s, open) > int(s.left[0]+s.left[1])+takenPawns
}

// changesNeeded returns how many pawns at least have to leave columns, or to be taken by pawns of the other colour. A
// capture is one such change, of the column that the capturing pawn leaves, or that has the pawn that a piece takes; a
// pawn that takes a pawn makes two.
func (p *problem) changesNeeded(s *state, open uint8) (n int) {
	for ; open != 0; open &= open - 1 {
		f := bits.TrailingZeros8(open)
		n += p.tables[f].changesOf(s.col[f])
	}
	return n
}

// pawns returns how many there are, by file and colour.
func (s *state) pawns() (n [8][2]int) {
	for f, c := range s.col {
		n[f] = c.count()
	}
	return n
}

// crossings returns how many captures at least lead pawns of a side over the lines between
// files: on either side of a line there must be as many pawns as the goal has there.
func (p *problem) crossings(c int, pawns *[8][2]int) (n int) {
	all, left := 0, 0 // pawns that lack, on all files and on those to the left of a line
	for f := range 8 {
		all += p.goalCount[f][c] - pawns[f][c]
	}
	for f := range 7 {
		left += p.goalCount[f][c] - pawns[f][c]
		n += max(left, all-left, 0)
	}
	return n
}

// bishopsNeed returns how many captures it takes at least that enough pawns of a side
// promote on the squares of one colour, to the bishops that it lacks there. A capture brings
// one pawn to a file of the other colour.
func (p *problem) bishopsNeed(s *state, c int, pawns *[8][2]int) (most int) {
	for class, kind := range [...]facts.PieceKind{facts.DarkSquare: facts.DarkBishop,
		facts.LightSquare: facts.LightBishop} {
		need := p.Wants[c][kind] - p.Pieces[c][kind] - int(s.promoted[c][class]+s.gone[c][class])
		if need <= 0 {
			continue
		}
		for f := range 8 {
			if int(p.Class[c][f]) == class {
				need -= pawns[f][c] - p.goalCount[f][c]
			}
		}
		most = max(most, need)
	}
	return most
}

// run searches on from a state, of which these columns are not complete. It reports whether the
// search is to end, and whether a kernel was found below.
func (s *search) run(st *state, open uint8) (end, found bool) {
	if s.nodes++; s.nodes&1023 == 0 && s.ctx.Err() != nil {
		s.stop = s.ctx.Err()
		return true, false
	}
	if s.nodes > s.budget {
		s.stop = errBudget
		return true, false
	}
	if open == 0 && s.isGoal(st) {
		found = true
		if s.visit(s.path, st) {
			return true, true
		}
	}
	if st.left[0]+st.left[1] == 0 || s.tooFewCaptures(st, open) {
		return false, found
	}
	key := st.key()
	if s.uses(remember) && s.failed.has(key) {
		return false, found
	}
	end, below := s.expand(st, open)
	if !below && !found && !end {
		s.failed.add(key)
	}
	return end, found || below
}

// expand tries all steps from a state, of which these columns are not complete.
func (s *search) expand(st *state, open uint8) (end, found bool) {
	steps := s.steps
	if st.left[0]+st.left[1] >= manyCaptures {
		steps = s.nearestFirst
	}
	depth := len(s.path)
	if depth == len(s.states) {
		s.states = append(s.states, state{}) // what came before stays where it is: pointers to it remain valid
	}
	steps(st, func(m step) bool {
		next := &s.states[depth]
		*next = st.make(s.problem, m)
		s.path = append(s.path, m)
		changed := m.files()
		e, f := s.run(next, open&^changed|s.incomplete(next, changed))
		s.path = s.path[:depth]
		found = found || f
		end = e
		return e
	})
	return end, found
}

// steps calls try for all steps from a state, until it returns true; then steps
// does so, too.
func (s *search) steps(st *state, try func(step) bool) bool {
	for c := chess.White; c <= chess.Black; c++ {
		if st.left[c] == 0 {
			continue
		}
		// Pawns that capture, in either direction: as many steps as there are places on the files beside them.
		for from, col := range st.col {
			for i := range col.len() {
				if !s.tried(from, i, c, col) {
					continue
				}
				if from > 0 && s.pawnSteps(st, c, from, i, from-1, try) || from < 7 && s.pawnSteps(st, c, from, i, from+1, try) {
					return true
				}
			}
		}
		// A piece takes a pawn.
		for to, col := range st.col {
			for i := range col.len() {
				if s.tried(to, i, c.Other(), col) && try(step{kind: pieceTakesPawn, color: c, to: int8(to), toIndex: int8(i)}) {
					return true
				}
			}
		}
	}
	return false
}

// tried reports whether the pawn with an index is of a colour and may move. Of pawns side by side on a file that are
// alike only the first is tried if only columns count.
func (s *search) tried(f, i int, c chess.Color, col column) bool {
	may := func(i int) bool { return col.at(i) == c && !s.isFixed(f, i, col) }
	return may(i) && !(s.relaxed && i > 0 && may(i-1))
}

// pawnSteps tries the captures of a pawn on a file.
func (s *search) pawnSteps(st *state, c chess.Color, from, i, to int, try func(step) bool) bool {
	m := step{color: c, from: int8(from), fromIndex: int8(i), to: int8(to)}
	target := st.col[to]
	n := target.len()
	m.kind = pawnTakesPawn
	for v := range n {
		if target.at(v) != c && !s.isFixed(to, v, target) {
			m.toIndex = int8(v)
			if try(m) {
				return true
			}
		}
	}
	if n < maxColumn {
		m.kind = pawnTakesPiece
		low, high := 0, n
		if s.fixedBottom[to] {
			low = 1
		}
		if s.fixedTop[to] {
			high--
		}
		for v := low; v <= high; v++ {
			if s.relaxed && v > low && target.at(v-1) == c {
				continue // the same column as one index below
			}
			m.toIndex = int8(v)
			if try(m) {
				return true
			}
		}
	}
	// The foremost pawn may promote; so may one behind pawns of its colour, which
	// then have promoted before it. The columns are the same.
	if s.Promotes[c][from][1+to-from] {
		foremost := st.col[from].foremost(c)
		inRun := max(i-foremost, foremost-i) < st.col[from].ahead(c)
		if inRun && (s.relaxed || s.overtaking || i == foremost) {
			m.kind, m.toIndex = pawnPromotes, 0
			if !s.overtaking {
				m.fromIndex = int8(foremost)
			}
			if try(m) {
				return true
			}
		}
	}
	return false
}

// isFixed reports whether the pawn with an index never moves.
func (p *problem) isFixed(f, i int, c column) bool {
	return i == 0 && p.fixedBottom[f] || i == c.len()-1 && p.fixedTop[f]
}

// key packs a state.
func (s *state) key() (k [3]uint64) {
	for f := range 4 {
		k[0] |= uint64(s.col[f]) << (16 * f)
		k[1] |= uint64(s.col[f+4]) << (16 * f)
	}
	k[2] = uint64(s.left[0]) | uint64(s.left[1])<<8 |
		uint64(s.promoted[0][0])<<16 | uint64(s.promoted[0][1])<<20 | uint64(s.promoted[1][0])<<24 |
		uint64(s.promoted[1][1])<<28
	for c := range 2 {
		for class, n := range s.gone[c] {
			k[2] |= uint64(n) << (32 + 4*(3*c+class))
		}
	}
	return k
}

// failedStates is a set of states below which there is no kernel. When it is
// full it forgets: a state searched twice costs time only.
type failedStates struct {
	slots [][3]uint64
	used  int
}

func hash(k [3]uint64) uint64 {
	h := k[0]*0x9e3779b97f4a7c15 ^ bits.RotateLeft64(k[1]*0xc2b2ae3d27d4eb4f, 31) ^ k[2]*0x165667b19e3779f9
	h ^= h >> 29
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

const maxFailed = 1 << 22

func (f *failedStates) has(k [3]uint64) bool {
	return len(f.slots) != 0 && *f.find(k) == k
}

// find returns the slot of a state, or the empty one where it belongs.
func (f *failedStates) find(k [3]uint64) *[3]uint64 {
	for i := hash(k); ; i++ {
		if slot := &f.slots[i&uint64(len(f.slots)-1)]; *slot == k || slot[0] == 0 { // no column is 0
			return slot
		}
	}
}

func (f *failedStates) add(k [3]uint64) {
	if 2*f.used >= len(f.slots) {
		if len(f.slots) >= maxFailed {
			clear(f.slots)
			f.used = 0
		} else {
			old := f.slots
			f.slots = make([][3]uint64, max(256, 4*len(old)))
			f.used = 0
			for _, k := range old {
				if k[0] != 0 {
					f.add(k)
				}
			}
		}
	}
	*f.find(k) = k
	f.used++
}
