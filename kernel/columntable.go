package kernel

import (
	"sync/atomic"

	"retroproof/chess"
)

// columnTable has what is to be known of short columns on their way to one column of a goal.
type columnTable struct {
	goal column
	may  [2]bool // pawns of the colour may promote on the file

	// promoted has, by column, what promotions give, 16*white+black; -1 if they do not make it the goal's.
	promoted [2 << maxShort]int16
	// changes has, by column, how many of its pawns have to leave it or to be taken by pawns of the other colour, at
	// least, before promotions make it the goal's, with whatever pawns that come to it.
	changes [2 << maxShort]uint8
}

// maxShort is how many pawns a short column has at most.
const maxShort = 7

// columnTables are the tables of all short columns of goals that were asked for.
var columnTables [2 << maxShort]atomic.Pointer[columnTable]

// tableOf returns the table of a goal's column if pawns of both colours may promote.
func tableOf(goal column) *columnTable {
	if int(goal) >= len(columnTables) {
		return newColumnTable(goal)
	}
	t := columnTables[goal].Load()
	if t == nil { // made twice at worst
		t = newColumnTable(goal)
		columnTables[goal].Store(t)
	}
	return t
}

func newColumnTable(goal column) *columnTable {
	t := &columnTable{goal: goal, may: [2]bool{true, true}}
	t.promoted[0] = -1
	for c := emptyColumn; int(c) < len(t.promoted); c++ {
		t.promoted[c], t.changes[c] = t.countPromoted(c), changesNeeded(c, goal)
	}
	return t
}

// limited returns the table of a file on which pawns may promote of some colours only.
func (t columnTable) limited(may [2]bool) *columnTable {
	t.may = may
	for c, n := range t.promoted {
		if n > 0 {
			t.promoted[c] = t.allowed(n)
		}
	}
	return &t
}

// allowed returns a number of promotions, -1 if there are some of a colour that may not promote.
func (t *columnTable) allowed(n int16) int16 {
	if n>>4 > 0 && !t.may[chess.White] || n&15 > 0 && !t.may[chess.Black] {
		return -1
	}
	return n
}

// promotions returns promoted of a column of any length.
func (t *columnTable) promotions(c column) int16 {
	if int(c) < len(t.promoted) {
		return t.promoted[c]
	}
	return t.countPromoted(c)
}

// changesOf returns changes of a column of any length, for a long one perhaps too few.
func (t *columnTable) changesOf(c column) int {
	if int(c) < len(t.changes) {
		return int(t.changes[c])
	}
	return 0
}

func (t *columnTable) countPromoted(c column) int16 {
	n, ok := c.promoted(t.goal)
	if !ok {
		return -1
	}
	return t.allowed(int16(n[chess.White]<<4 | n[chess.Black]))
}

// changesNeeded is what [columnTable] has as changes. In the end a column has black pawns that promote, the goal's, and
// white ones that promote, from the bottom. So each pawn has a place among these, and those of different pawns come in
// the order of the pawns; or it leaves the column, or changes its colour. That is an edit distance, to be had by going
// through the pawns once, in which pawns that come cost nothing.
func changesNeeded(c, goal column) uint8 {
	last := goal.len() + 1 // the place of the white ones that promote; 0 is that of the black ones
	// least has the fewest changes if the pawns so far are at no higher place.
	least := make([]uint8, last+1)
	for i := range c.len() {
		change := func(wanted chess.Color) uint8 {
			if c.at(i) == wanted {
				return 0
			}
			return 1
		}
		below := least[0] // as it was before this pawn
		least[0] += change(chess.Black)
		for place := 1; place <= last; place++ {
			leaves, stays := least[place]+1, least[place]
			if place < last {
				stays = below + change(goal.at(place-1))
			} else {
				stays += change(chess.White)
			}
			below, least[place] = least[place], min(leaves, stays, least[place-1])
		}
	}
	return least[last]
}
