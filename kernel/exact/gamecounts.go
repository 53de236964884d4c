package exact

import (
	"math/bits"
	"sync"
	"unsafe"

	"retroproof/chess"
	"retroproof/kernel/ways"
)

// pairsOfNode is the number of pairs of a move that count as much as a position that is examined.
const pairsOfNode = 1 << 8

// gameCounts has the number of games to the goal from every pair of a set, by a position in which nothing is
// captured en passant at once.
type gameCounts struct {
	*known
	before []uint32 // by word of the set: the pairs in the words before
	games  []number // by pair, in the order of the set
}

// newGameCounts returns one without games.
func newGameCounts(k *known) *gameCounts {
	t := &gameCounts{known: k, before: make([]uint32, len(k.set.bits))}
	n := 0
	for i, w := range k.set.bits {
		t.before[i] = uint32(n)
		n += bits.OnesCount64(w)
	}
	t.games = make([]number, n)
	return t
}

// at returns where the number of a pair is; nil if it is not in the set.
func (g *gameCounts) at(row, col int) *number {
	i := row*g.set.words + col/64
	w, bit := g.set.bits[i], uint64(1)<<(col&63)
	if w&bit == 0 {
		return nil
	}
	return &g.games[int(g.before[i])+bits.OnesCount64(w&(bit-1))]
}

// of returns the number of a position.
func (g *gameCounts) of(n *states, p *chess.Position) number {
	if row, col, ok := g.pairOf(n, p); ok {
		return *g.at(row, col)
	}
	return number{}
}

// gameCountsBytes is the size of a set with numbers.
func gameCountsBytes(r *jointStates) uint64 {
	return r.count()*uint64(unsafe.Sizeof(number{})) + uint64(len(r.bits))*4 + 2*r.bytes()
}

// count returns the number of pairs.
func (j *jointStates) count() (n uint64) {
	for _, w := range j.bits {
		n += uint64(bits.OnesCount64(w))
	}
	return n
}

// counting counts the games in the sets of pairs, from the goal to the start: those with some number of
// plies to go follow from those with one less. Positions in which a pawn can be captured en passant are
// pairs as well: the games that begin with such a capture have two plies less after the double step.
type counting struct {
	m    *pairSearch
	last [2]*gameCounts // with one and with two plies less than the set that is counted
}

// gameCounts returns the number of all games of one ply or more, for positions of games as pairs of side states. It
// fails with errMemory if that takes too much memory.
func (s *search) gameCounts(plies int) (number, error) {
	m := &pairSearch{s: s, plies: plies}
	if err := m.fromStart(); err != nil {
		return number{}, err
	}
	w := &counting{m: m}
	for n := 1; n <= plies; n++ {
		need := m.held() + gameCountsBytes(m.s.known[n].set)
		for _, t := range w.last {
			if t != nil {
				need += gameCountsBytes(t.set)
			}
		}
		if need > m.s.o.Memory {
			return number{}, errMemory
		}
		t := newGameCounts(m.s.known[n])
		if n == 1 {
			w.ends(t)
		} else if err := w.layer(t, n); err != nil {
			return number{}, err
		}
		w.last = [2]*gameCounts{t, w.last[0]}
	}
	total := w.last[0].of(m.s.states, m.s.from)
	return total.plus(w.passant(m.s.from, plies, w.last[1])), nil
}

// fromStart drops the pairs that are not reached from the start.
func (p *pairSearch) fromStart() error {
	for left := p.plies; left > 0; left-- {
		p.bytes = p.held()
		set, err := p.forth(p.s.known[left].set.transposed(), left)
		if err != nil {
			return err
		}
		p.s.known[left-1] = newKnown(p.turn(left), p.s.known[left-1].set.within(set.transposed()))
	}
	return nil
}

// held returns the size of the sets of all plies, and of the side states.
func (p *pairSearch) held() uint64 {
	sum := p.s.states.bytes()
	for _, k := range p.s.known {
		sum += k.set.bytes() + 8*uint64(len(k.set.rows)+len(k.set.cols))
	}
	return sum
}

// ends counts the last moves.
func (c *counting) ends(t *gameCounts) {
	s := c.m.s
	for i := range t.set.rows {
		for j := range t.set.cols {
			games := t.at(i, j)
			if games == nil {
				continue
			}
			p := c.position(&t.set.cols[j], &t.set.rows[i], t.rows.Other(), chess.NoSquare)
			if p == nil {
				continue
			}
			var buf [256]chess.Move
			for _, m := range p.LegalMoves(buf[:0]) {
				if s.ends(p, m) {
					*games = games.plus(one)
				}
			}
		}
	}
}

// position returns the position of two side states, the first of them that of the side to move; nil if that is none.
func (c *counting) position(mover, other *sideState, turn chess.Color, passed chess.Square) *chess.Position {
	setup := chess.EmptySetup()
	setup.Turn, setup.Castling, setup.EnPassant = turn, mover.rights|other.rights, passed
	for side, l := range map[chess.Color]*sideState{turn: mover, turn.Other(): other} {
		for b := l.men(); b != 0; b = b.WithoutFirst() {
			setup.Board[b.First()] = chess.MakeMan(side, l.at(b.First()))
		}
	}
	p, err := chess.NewPosition(setup)
	if err != nil {
		return nil
	}
	return p
}

// passant returns the number of games with a number of plies that begin with a capture en passant; after is
// the counts after it, nil at the end.
func (c *counting) passant(p *chess.Position, plies int, after *gameCounts) (n number) {
	if p.CapturableEnPassant() == chess.NoSquare {
		return n
	}
	s := c.m.s
	var buf [256]chess.Move
	for _, m := range p.LegalMoves(buf[:0]) {
		if !m.IsEnPassant() {
			continue
		}
		if plies == 1 {
			if s.ends(p, m) {
				n = n.plus(one)
			}
			continue
		}
		q := *p
		q.Make(m)
		n = n.plus(after.of(c.m.s.states, &q))
	}
	return n
}

// rowMove is a move of a side between a side state and a row of the next counts.
type rowMove struct {
	to int
	change
	double chess.Square // where a pawn stands after a double step, or NoSquare
}

// sums are what one goroutine has of a row.
type sums struct {
	games []number
	mask  []uint64
}

// layer counts the games of a set with a number of plies to go.
func (c *counting) layer(t *gameCounts, plies int) error {
	m := c.m
	mover := t.rows.Other()
	a, o := m.s.states.sides[mover], m.s.states.opponent(mover)
	set, next := t.set.transposed(), c.last[0]
	moves := make([][]rowMove, len(set.rows))
	var without [chess.NumSquares][]int32 // by square of a capture and column: that of the next counts, or -1
	work := uint64(0)
	for i := range set.rows {
		l := &set.rows[i]
		size := uint64(0)
		for _, b := range set.row(i) {
			size += uint64(bits.OnesCount64(b))
		}
		for _, y := range a.list(l, plies, o) {
			to := next.known.at[0].find(&y)
			if to < 0 {
				continue
			}
			ch := changeOf(mover, l, &y)
			moves[i] = append(moves[i], rowMove{to, ch, doubleStep(mover, l, &y)})
			work += size + uint64(set.words)
			if ch.takes != chess.NoSquare && without[ch.takes&63] == nil {
				without[ch.takes&63] = next.columnsWithout(set.cols, ch.takes)
			}
		}
	}
	if err := m.s.spend(work / pairsOfNode); err != nil {
		return err
	}
	same := next.columnsWithout(set.cols, chess.NoSquare)
	cols := newColumns(set.cols, mover.Other())
	for i := range moves {
		for _, v := range moves[i] {
			cols.withoutAttack(nil, v.safe, set.rows[i].men()) // what it fills is shared by goroutines
		}
	}
	pool := sync.Pool{New: func() any {
		return &sums{make([]number, len(set.cols)), make([]uint64, set.words)}
	}}
	m.each(len(set.rows), func(i int) {
		sum := pool.Get().(*sums)
		clear(sum.games)
		for _, v := range moves[i] {
			copy(sum.mask, set.row(i))
			cols.without(sum.mask, v.empty)
			cols.withoutAttack(sum.mask, v.safe, set.rows[i].men())
			to := same
			if v.takes != chess.NoSquare {
				to = without[v.takes&63]
			}
			c.add(sum, next, v, to, set, plies)
		}
		for k, b := range set.row(i) {
			for ; b != 0; b &= b - 1 {
				j := 64*k + bits.TrailingZeros64(b)
				*t.at(j, i) = sum.games[j]
			}
		}
		pool.Put(sum)
	})
	return nil
}

// add adds the games after a move to those of the columns of a mask.
func (c *counting) add(sum *sums, next *gameCounts, v rowMove, to []int32, set *jointStates, plies int) {
	waiting := next.rows
	beside := chess.NoSquares
	if v.double != chess.NoSquare {
		beside = chess.KingAttacks(v.double) & chess.RankSet(v.double.Rank())
	}
	for k, b := range sum.mask {
		for ; b != 0; b &= b - 1 {
			j := 64*k + bits.TrailingZeros64(b)
			if to[j] < 0 {
				continue
			}
			n := next.at(v.to, int(to[j]))
			if n == nil {
				continue
			}
			sum.games[j] = sum.games[j].plus(*n)
			if other := &set.cols[j]; beside != 0 && other.of(chess.Pawn)&beside != 0 {
				passed := ways.Ahead(waiting.Other(), v.double.Bit()).First()
				if p := c.position(other, &next.set.rows[v.to], waiting.Other(), passed); p != nil {
					sum.games[j] = sum.games[j].plus(c.passant(p, plies-1, c.last[1]))
				}
			}
		}
	}
}

// columnsWithout returns the columns of counts that side states are after the man on a square is captured, or
// without a capture; -1 for none.
func (g *gameCounts) columnsWithout(cols []sideState, victim chess.Square) []int32 {
	to := make([]int32, len(cols))
	for j := range cols {
		to[j] = -1
		l := cols[j]
		if victim != chess.NoSquare {
			if !l.men().Has(victim) || l.of(chess.King).Has(victim) {
				continue
			}
			l.remove(victim)
		}
		to[j] = int32(g.known.at[1].find(&l))
	}
	return to
}

// doubleStep returns where a pawn stands after a double step between two side states, or NoSquare.
func doubleStep(c chess.Color, l, y *sideState) chess.Square {
	gone, come := l.of(chess.Pawn)&^y.of(chess.Pawn), y.of(chess.Pawn)&^l.of(chess.Pawn)
	if gone&ways.HomeRank(c) != 0 && come != 0 && ways.Ahead(c, ways.Ahead(c, gone)) == come {
		return come.First()
	}
	return chess.NoSquare
}
