package cpi

import (
	"math/bits"

	"retroproof/proofs/survey/numbering"
)

// The other's army is found number by number: queens, then rooks, once the pawns are
// known; of what is left every army is looked at. What is counted are the ways to
// place its free pieces, since all else is the same for all armies with as many pawns.

// others is that count for a class of the mover and a number of pawns.
type others struct {
	*othersTable
	armies *armyTable
	words  []uint32 // of the other's armies
	pawns  int
	// choose has, by number of pieces, the ways to choose their squares, and most how
	// many promoted men there may be, below 0 for none.
	choose [mostPieces + 1]uint64
	most   [mostPieces + 1]int8
}

// others prepares counting, given the number of squares for the free pieces.
func (c *context) others(x armyClass, pawns, squares int) (o others) {
	fixed := c.rooks[1]
	o.armies = armiesOf()
	o.othersTable, o.words, o.pawns = &o.armies.others[fixed], o.armies.words[fixed], pawns
	for pieces := range o.most {
		o.most[pieces] = int8(max(x.promotedLeft(pawns, pieces), -1))
		o.choose[pieces] = numbering.Choose(squares, pieces-fixed)
	}
	return o
}

// ways returns the number of ways for all armies in a node of the table, of which
// there may be none.
func (o *others) ways(sums *pieceSums) numbering.Uint {
	if sums == nil {
		return numbering.Uint{}
	}
	var high, low, carry uint64
	for pieces, most := range o.most {
		if most < 0 {
			break // more pieces leave even fewer promoted men
		}
		h, l := bits.Mul64(o.choose[pieces], uint64(sums[pieces][most]))
		low, carry = bits.Add64(low, l, 0)
		high += h + carry
	}
	return numbering.Of128(high, low)
}

// single returns the number of ways for the army at a place in the list.
func (o *others) single(i int) numbering.Uint {
	class := &o.armies.classes[o.armies.class[i]]
	if class.promoted > int(o.most[class.pieces]) {
		return numbering.Uint{}
	}
	high, low := bits.Mul64(o.choose[class.pieces], uint64(o.words[i]))
	return numbering.Of128(high, low)
}

// at returns the army that the v-th way has, from 0 on, and the number of ways for the
// armies before it.
func (o *others) at(v numbering.Uint) (a numbering.Army, before numbering.Uint) {
	queens := 0
	for {
		next := before.Add(o.ways(o.queens[o.pawns][queens]))
		if v.Less(next) {
			break
		}
		before = next
		queens++
	}
	rooks := 0
	for {
		next := before.Add(o.ways(o.rooks[o.pawns][queens][rooks]))
		if v.Less(next) {
			break
		}
		before = next
		rooks++
	}
	for i := int(o.armies.first[o.pawns][queens][rooks]); ; i++ {
		next := before.Add(o.single(i))
		if v.Less(next) {
			return o.armies.list[i], before
		}
		before = next
	}
}

// before returns the number of ways for the armies before one with as many pawns.
func (o *others) before(a numbering.Army) (before numbering.Uint) {
	for n := range a.Queens {
		before = before.Add(o.ways(o.queens[o.pawns][n]))
	}
	for n := range a.Rooks {
		before = before.Add(o.ways(o.rooks[o.pawns][a.Queens][n]))
	}
	first := int(o.armies.first[o.pawns][a.Queens][a.Rooks])
	for i := range o.armies.place[a] - first {
		before = before.Add(o.single(first + i))
	}
	return before
}
