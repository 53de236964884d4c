package kernel

import (
	"slices"
	"strings"

	"retroproof/chess"
)

// ranks is the system of constraints that an extended kernel solves: variables
// with bounds, some of them even or odd, and differences v <= w + c. The
// componentwise minimum of two solutions is a solution, so that bounds which
// cannot be tightened any more are the least and the greatest solution, and
// there is one if no lower bound is above its upper bound.
type ranks struct {
	vars   []rankVar
	atMost []difference
}

type rankVar struct {
	low, high int
	odd       int // 0 or 1 if the parity is given, else -1
}

// difference is v <= w + c.
type difference struct{ v, w, c int }

func (r *ranks) add(low, high int) int {
	r.vars = append(r.vars, rankVar{low, high, -1})
	return len(r.vars) - 1
}

func (r *ranks) between(v, low, high int) {
	r.vars[v].low, r.vars[v].high = max(r.vars[v].low, low), min(r.vars[v].high, high)
}

// same demands v == w + c.
func (r *ranks) same(v, w, c int) {
	r.atMost = append(r.atMost, difference{v, w, c}, difference{w, v, -c})
}

// tighten tightens the bounds, and reports whether there is a solution.
func (r *ranks) tighten() bool {
	for i := range r.vars {
		if !r.vars[i].round() {
			return false
		}
	}
	for changed := true; changed; {
		changed = false
		for _, d := range r.atMost {
			v, w := &r.vars[d.v], &r.vars[d.w]
			if v.high > w.high+d.c {
				v.high = w.high + d.c
				changed = true
				if !v.round() {
					return false
				}
			}
			if w.low < v.low-d.c {
				w.low = v.low - d.c
				changed = true
				if !w.round() {
					return false
				}
			}
		}
	}
	return true
}

// round makes the bounds numbers of the parity, and reports whether there are
// any between them.
func (v *rankVar) round() bool {
	if v.odd >= 0 {
		if v.low&1 != v.odd {
			v.low++
		}
		if v.high&1 != v.odd {
			v.high--
		}
	}
	return v.low <= v.high
}

// prefer gives a variable the first of some values that is possible.
func (r *ranks) prefer(v int, values ...int) {
	for _, n := range values {
		if n < r.vars[v].low || n > r.vars[v].high {
			continue
		}
		t := ranks{append([]rankVar(nil), r.vars...), r.atMost}
		t.between(v, n, n)
		if t.tighten() {
			r.vars = t.vars
			return
		}
	}
}

// rankedMove is a move of a kernel with the variables of its ranks.
type rankedMove struct {
	Move
	from, to int    // the capturing pawn's, or of a pawn captured by a piece: to
	goneOn   []walk // pawns before the capture
	promoted walk   // the pawn whose piece is captured
}

// walk is a pawn that can have gone on, on a file.
type walk struct {
	color         chess.Color
	file          int
	before, after int // variables
	pawn          int
}

// history builds the constraints of a kernel move by move. It repeats nothing of
// the search: it has variables for every pawn at every capture that concerns its
// file.
type history struct {
	*problem
	ranks
	cols   [8][]pawnVar
	ranked []rankedMove
}

type pawnVar struct {
	color   chess.Color
	v, pawn int
	fixed   bool
}

// newHistory returns the system of constraints of a kernel that replay accepts;
// nil if a pawn moves that never moves.
func (p *problem) newHistory(moves []Move) *history {
	h := &history{problem: p}
	for n, sq := range pawnsByFile(p.Start) {
		f, rank := sq.File(), p.StartRank(sq)
		h.cols[f] = append(h.cols[f], pawnVar{p.Start.Board[sq].Color(), h.add(rank, rank), n, p.Fixed.Has(sq)})
	}
	for _, m := range moves {
		if !h.move(m) {
			return nil
		}
	}
	for f := range 8 {
		h.goOn(f)
		_, black, ok := p.complete(f, h.column(f))
		if !ok {
			return nil
		}
		for i, pawn := range h.cols[f] {
			low, high := p.endRanks(f, i, black)
			h.between(pawn.v, low, high)
		}
	}
	return h
}

// column returns a file's pawns in short.
func (h *history) column(f int) column {
	c := emptyColumn
	for i, pawn := range h.cols[f] {
		c = c.insert(i, pawn.color)
	}
	return c
}

// goOn gives the pawns of a file new variables: they may have gone on.
func (h *history) goOn(f int) (walks []walk) {
	for i := range h.cols[f] {
		pawn := &h.cols[f][i]
		if pawn.fixed {
			continue
		}
		w := walk{color: pawn.color, file: f, before: pawn.v, pawn: pawn.pawn}
		if pawn.color == chess.White {
			pawn.v = h.add(firstPawnRank, h.farthest(chess.White, f))
			h.atMost = append(h.atMost, difference{w.before, pawn.v, 0})
		} else {
			pawn.v = h.add(h.farthest(chess.Black, f), lastPawnRank)
			h.atMost = append(h.atMost, difference{pawn.v, w.before, 0})
		}
		w.after = pawn.v
		walks = append(walks, w)
	}
	h.order(f)
	return walks
}

// order demands the order of the pawns of a file.
func (h *history) order(f int) {
	for i := 1; i < len(h.cols[f]); i++ {
		h.atMost = append(h.atMost, difference{h.cols[f][i-1].v, h.cols[f][i].v, -1})
	}
}

// move adds a move; it reports false if a pawn moves that never moves.
func (h *history) move(m Move) bool {
	t := rankedMove{Move: m, from: -1, to: -1}
	// On the files of the capture all pawns may have gone on before it: a variable each, more bounds, no search.
	for i, f := range [...]int{m.Origin, m.From, m.To} {
		if f != None && (i == 0 || f != m.Origin) {
			t.goneOn = append(t.goneOn, h.goOn(f)...)
		}
	}
	ok := m.Origin == None || h.takePromoted(&t)
	switch {
	case !ok:
	case m.From != None:
		ok = h.pawnTakes(&t)
	case m.Takes == Pawn:
		pawn := h.cols[m.To][m.ToIndex]
		t.to, ok = pawn.v, !pawn.fixed
		h.between(t.to, firstPawnRank, lastPawnRank)
		h.remove(m.To, m.ToIndex)
	}
	h.ranked = append(h.ranked, t)
	return ok
}

func (h *history) remove(file, i int) { h.cols[file] = slices.Delete(h.cols[file], i, i+1) }

// takePromoted takes the foremost pawn off its file, what it has become being captured.
func (h *history) takePromoted(t *rankedMove) bool {
	enemy := t.Color.Other()
	at := h.column(t.Origin).foremost(enemy)
	low, high := promotedRanks(enemy)
	pawn := h.cols[t.Origin][at]
	h.between(pawn.v, low, high)
	t.promoted = walk{pawn: pawn.pawn}
	h.remove(t.Origin, at)
	return !pawn.fixed
}

// pawnTakes has a pawn capture: it goes one rank on, and on the last rank it promotes.
func (h *history) pawnTakes(t *rankedMove) bool {
	pawn := h.cols[t.From][t.FromIndex]
	up, before := 1, lastPawnRank // the rank before the last
	if t.Color == chess.Black {
		up, before = -1, firstPawnRank
	}
	t.from = pawn.v
	h.remove(t.From, t.FromIndex)
	if t.Promotes != NoPiece {
		h.between(pawn.v, before, before)
		t.to = h.add(before+up, before+up)
		return !pawn.fixed
	}
	ok := !pawn.fixed
	h.between(pawn.v, firstPawnRank, lastPawnRank)
	t.to = h.add(firstPawnRank, lastPawnRank)
	h.same(t.to, t.from, up)
	pawn.v = t.to
	if t.Takes == Pawn {
		victim := &h.cols[t.To][t.ToIndex]
		ok = ok && !victim.fixed
		h.same(victim.v, t.to, 0)
		*victim = pawn
	} else {
		if odd, ok := bishopRank(t.Takes, t.To); ok {
			h.vars[t.to].odd = odd
		}
		h.cols[t.To] = slices.Insert(h.cols[t.To], t.ToIndex, pawn)
	}
	h.order(t.To)
	return ok
}

// solve chooses ranks: captures near the middle of the board, and pawns not
// farther on than need be.
func (h *history) solve() bool {
	if !h.tighten() {
		return false
	}
	for _, t := range h.ranked {
		if t.from < 0 || t.Promotes != NoPiece {
			continue
		}
		near := [...]int{3, 2, 1, 4, 5}
		if t.Color == chess.Black {
			near = [...]int{4, 5, 6, 3, 2}
		}
		if h.random != nil {
			h.random.Shuffle(len(near), func(i, j int) { near[i], near[j] = near[j], near[i] })
		}
		if h.without.Captures != ([2][2][chess.NumSquares]uint8{}) {
			h.preferCapture(t, near[:])
			continue
		}
		h.prefer(t.from, near[:]...)
	}
	// The black pawns as in the greatest solution, then the others as in the
	// least that is left.
	for _, t := range h.ranked {
		for _, w := range t.goneOn {
			if w.color == chess.Black {
				h.vars[w.after].low = h.vars[w.after].high
			}
		}
		if t.From == None && t.Takes == Pawn && t.Color == chess.White {
			h.vars[t.to].low = h.vars[t.to].high
		}
	}
	return h.tighten() && !h.leftOut()
}

// preferCapture gives the rank from which a pawn captures a piece the first of some values that
// lead to no capture that is left out. It may remain open.
func (h *history) preferCapture(t rankedMove, near []int) {
	up := 1 - 2*int(t.Color)
	h.prefer(t.from, slices.DeleteFunc(slices.Clone(near), func(r int) bool {
		return h.without.captures(t.Color, t.From, t.Takes, chess.MakeSquare(t.To, r+up))
	})...)
}

// leftOut reports whether a solution has a capture that is left out.
func (h *history) leftOut() bool {
	return slices.ContainsFunc(h.ranked, func(t rankedMove) bool {
		return t.From != None && h.without.captures(t.Color, t.From, t.Takes, chess.MakeSquare(t.To, h.value(t.to)))
	})
}

// Extended is an extended kernel: a kernel with ranks, as moves of men.
type Extended struct {
	Moves []ExtendedMove
}

// ExtendedMove is a move of an extended kernel. Pieces go from anywhere to
// anywhere: how they do it is the business of proof games.
type ExtendedMove struct {
	Color    chess.Color
	Piece    Piece        // NoPiece for a piece that captures and is not named
	From     chess.Square // NoSquare for such a piece
	Captures bool
	To       chess.Square
	Promotes Piece
}

// String returns the move as in "wPa2-a4", "bPb5xa4", "wPg7-g8Q", "bNb8-c6"
// and, of a piece that is not named, "bxc3".
func (m ExtendedMove) String() string {
	var b strings.Builder
	b.WriteByte(m.Color.Letter())
	if m.Piece != NoPiece {
		b.WriteString(m.Piece.String())
		b.WriteString(m.From.String())
	}
	if m.Captures {
		b.WriteByte('x')
	} else {
		b.WriteByte('-')
	}
	b.WriteString(m.To.String())
	b.WriteString(m.Promotes.String())
	return b.String()
}

// String returns the moves with blanks between them.
func (e *Extended) String() string {
	words := make([]string, len(e.Moves))
	for i, m := range e.Moves {
		words[i] = m.String()
	}
	return strings.Join(words, " ")
}

// extend returns an extended kernel of a kernel, and whether there is one.
func (p *problem) extend(moves []Move) (*Extended, bool) {
	h := p.newHistory(moves)
	if h == nil || !h.solve() {
		return nil, false
	}
	return h.extended(), true
}
