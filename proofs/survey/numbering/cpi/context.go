package cpi

import (
	"math/big"
	"sync"

	"retroproof/proofs/survey/numbering"
)

// context is what blocks have in common that do not differ in how many positions
// they have for given armies: those with en passant on the edge or not, and with as
// many fixed rooks.
type context struct {
	layout *layout // of one of these blocks
	rooks  [2]int  // fixed ones, of mover and other
	// pawnKings has the ways to place pawns and kings by numbers of pawns of the mover
	// and the other.
	pawnKings [mostPawns + 1][mostPawns + 1]numbering.Uint
	// perPawns has, by class of the mover's army, the ways to place everything, the
	// mover's free pieces not distinguished: of all other armies with fewer pawns than
	// the index. The last one is of all armies.
	perPawns [][mostPawns + 2]numbering.Uint
	// before has the positions whose mover's army is before one; the last entry is of
	// all.
	before []numbering.Uint
}

// tables is what is needed of all blocks.
type tables struct {
	layouts [numBlocks]*layout
	start   [numBlocks + 1]numbering.Uint // positions in blocks before
}

// allTables makes the tables of all blocks, which takes some ten milliseconds.
var allTables = sync.OnceValue(func() *tables {
	t := new(tables)
	contexts := map[contextKey]*context{}
	for i := range numBlocks {
		l := newLayout(blockAt(i))
		key := l.contextKey()
		if contexts[key] == nil {
			contexts[key] = newContext(l)
		}
		l.context = contexts[key]
		t.layouts[i] = l
		t.start[i+1] = t.start[i].Add(l.context.total())
	}
	return t
})

// contextKey identifies a context.
type contextKey struct {
	rooks     [2]int
	capturers int // squares for them
}

func (l *layout) contextKey() contextKey {
	return contextKey{[2]int{l.fixedRooks(0), l.fixedRooks(1)}, l.number[leftCapturer] + l.number[rightCapturer]}
}

func newContext(l *layout) *context {
	c := &context{layout: l, rooks: [2]int{l.fixedRooks(0), l.fixedRooks(1)}}
	for x := range c.pawnKings {
		for y := range c.pawnKings[x] {
			c.pawnKings[x][y] = l.pawnKings(x, y)
		}
	}
	table := armiesOf()
	c.perPawns = make([][mostPawns + 2]numbering.Uint, len(table.classes))
	for i, class := range table.classes {
		for pawns := range mostPawns + 1 {
			c.perPawns[i][pawns+1] = c.perPawns[i][pawns].Add(c.waysWith(class, pawns))
		}
	}
	c.before = make([]numbering.Uint, len(table.list)+1)
	for i, words := range table.words[c.rooks[0]] {
		n := c.before[i]
		if words != 0 {
			n = n.Add(c.perPawns[table.class[i]][mostPawns+1].Mul(uint64(words)))
		}
		c.before[i+1] = n
	}
	return c
}

// total returns the number of positions in a block.
func (c *context) total() numbering.Uint { return c.before[len(c.before)-1] }

// moverFactor returns the number of ways to place pawns, kings and the mover's free pieces,
// where the latter are indistinguishable, and the number of squares that are left for the
// other's free pieces.
func (c *context) moverFactor(x armyClass, pawns int) (ways numbering.Uint, squares int) {
	free := x.pieces - c.rooks[0]
	squares = c.layout.pieceSquares(x.pawns + pawns)
	return c.pawnKings[x.pawns][pawns].Mul(numbering.Choose(squares, free)), squares - free
}

// waysWith returns the ways to place all men with any other army of the given number
// of pawns, where the mover's free pieces are indistinguishable.
func (c *context) waysWith(x armyClass, pawns int) numbering.Uint {
	factor, squares := c.moverFactor(x, pawns)
	if x.pieces < c.rooks[0] || factor.IsZero() {
		return numbering.Uint{}
	}
	o := c.others(x, pawns, squares)
	return factor.MulWide(o.ways(&o.othersTable.pawns[pawns]))
}

// pawnWays returns the number of ways to place pawns when the kings take a number of pawn squares
// and leave a number of squares for a capturer. Pawns are indistinguishable, and a fixed one
// is among the other's.
func (b block) pawnWays(kings, capturers, mover, other int) uint64 {
	squares := b.pawnSquares() - kings
	if b.enPassant == 0 {
		return numbering.Choose(squares, mover) * numbering.Choose(squares-mover, other)
	}
	// A pawn on one of the capturers' squares, on the other one, and not twice
	// counted on both.
	ways := uint64(capturers) * numbering.Choose(squares-1, mover-1)
	if capturers == 2 {
		ways -= numbering.Choose(squares-2, mover-2)
	}
	return ways * numbering.Choose(squares-mover, other-1)
}

// kingWays returns the ways to place pawns when the kings stand on squares of these
// kinds. A king at home stands on the back rank.
func (l *layout) kingWays(k0, k1 squareKind, mover, other int) uint64 {
	kings, capturers := 0, l.number[leftCapturer]+l.number[rightCapturer]
	for _, k := range [...]squareKind{k0, k1} {
		if k >= pawnZone {
			kings++
		}
		if k >= leftCapturer {
			capturers--
		}
	}
	return l.pawnWays(kings, capturers, mover, other)
}

// kingNumber returns the number of squares of a kind for a side's king.
func (l *layout) kingNumber(side int, k squareKind) int {
	switch {
	case l.king[side] < 0:
		return l.number[k]
	case k == backRank:
		return 1
	}
	return 0
}

// secondKing returns the number of squares of a kind for the other's king, given the
// kind of the mover's.
func (l *layout) secondKing(first, k squareKind) int {
	n := l.kingNumber(1, k)
	if first == k && l.king[0] < 0 && l.king[1] < 0 {
		n--
	}
	return n
}

// pawnKings returns the ways to place pawns and kings.
func (l *layout) pawnKings(mover, other int) (sum numbering.Uint) {
	for k0 := range numKinds {
		for k1 := range numKinds {
			if n := l.kingNumber(0, k0) * l.secondKing(k0, k1); n > 0 {
				sum = sum.Add(numbering.Of(l.kingWays(k0, k1, mover, other)).Mul(uint64(n)))
			}
		}
	}
	return sum
}

// countMen adds the positions of a block to a breakdown, times times.
func (c *context) countMen(b *numbering.Breakdown, times uint64) {
	table := armiesOf()
	words := make([]uint64, len(table.classes))
	for i, w := range table.words[c.rooks[0]] {
		words[table.class[i]] += uint64(w)
	}
	var men [33]numbering.Uint
	for i, x := range table.classes {
		for pawns := range mostPawns + 1 {
			factor, squares := c.moverFactor(x, pawns)
			if words[i] == 0 || factor.IsZero() {
				continue
			}
			factor = factor.Mul(words[i])
			for pieces := c.rooks[1]; pieces <= mostPieces; pieces++ {
				most := x.promotedLeft(pawns, pieces)
				if most < 0 {
					break
				}
				n := table.others[c.rooks[1]].pawns[pawns][pieces][most]
				if n == 0 {
					continue
				}
				ways := factor.Mul(numbering.Choose(squares, pieces-c.rooks[1])).Mul(uint64(n))
				at := 2 + x.pawns + x.pieces + pawns + pieces
				men[at] = men[at].Add(ways)
			}
		}
	}
	for n, ways := range men {
		b.Add(n, new(big.Int).Mul(ways.Big(), new(big.Int).SetUint64(times)))
	}
}
