package kernel

import "retroproof/chess"

// The ranks of pawns at the time of a capture are numbers 0 to 7. A pawn that
// has promoted but stays in its column has a number beyond: white pawns go on
// from 7 upwards, black ones from 0 downwards, so that the numbers of a column
// still grow from each pawn to the next.
const (
	firstPawnRank = 1
	lastPawnRank  = 6
	whitePromoted = 7
	blackPromoted = 0
	highest       = whitePromoted + maxColumn
	lowest        = blackPromoted - maxColumn
)

// mostPawns is how many pawns zones are made for.
const mostPawns = 16

// zone is what is known of the ranks of the pawns at some time of a kernel:
// bounds of their differences, d[i][j] of that of the i-th and the j-th pawn.
// Pawn 0 stands for no pawn; it has rank 0. The bounds are the tightest that follow from
// one another, so that a zone is empty only if empty says so.
//
// All that a kernel demands of ranks is of this form, but for the square colour
// of captured bishops; of that a zone keeps what it means for the bounds of the
// pawn that captures them.
type zone struct {
	d     [mostPawns + 1][mostPawns + 1]int8
	empty bool
}

// unbounded is larger than all sums of bounds that occur.
const unbounded = 100

// tighten demands that the i-th pawn is at most c ranks above the j-th.
func (z *zone) tighten(i, j uint8, c int) {
	if z.empty || int(z.d[i][j]) <= c {
		return
	}
	if int(z.d[j][i])+c < 0 {
		z.empty = true
		return
	}
	for a := range z.d {
		ai := int(z.d[a][i])
		if ai == unbounded {
			continue
		}
		for b, jb := range z.d[j] {
			if v := ai + c + int(jb); jb != unbounded && v < int(z.d[a][b]) {
				z.d[a][b] = int8(v)
			}
		}
	}
}

// between demands a rank between two.
func (z *zone) between(i uint8, low, high int) {
	z.tighten(i, 0, high)
	z.tighten(0, i, -low)
}

// lower and upper return the bounds of a pawn's rank.
func (z *zone) lower(i uint8) int { return -int(z.d[0][i]) }
func (z *zone) upper(i uint8) int { return int(z.d[i][0]) }

// parity demands that a rank is even or odd.
func (z *zone) parity(i uint8, odd int) {
	if z.empty {
		return
	}
	low, high := z.lower(i), z.upper(i)
	if low&1 != odd {
		low++
	}
	if high&1 != odd {
		high--
	}
	z.between(i, low, high)
}

// forget drops a pawn that is no longer there.
func (z *zone) forget(i uint8) {
	for j := range z.d {
		z.d[i][j], z.d[j][i] = unbounded, unbounded
	}
	z.d[i][i] = 0
}

// shift moves a pawn by a number of ranks.
func (z *zone) shift(i uint8, by int) {
	for j := range z.d {
		if j == int(i) {
			continue
		}
		if z.d[i][j] != unbounded {
			z.d[i][j] += int8(by)
		}
		if z.d[j][i] != unbounded {
			z.d[j][i] -= int8(by)
		}
	}
}

// elapse lets a pawn go on: a white one upwards.
func (z *zone) elapse(i uint8, c chess.Color) {
	for j := range z.d {
		switch {
		case j == int(i):
		case c == chess.White:
			z.d[i][j] = unbounded
		default:
			z.d[j][i] = unbounded
		}
	}
}

// pawnList is the pawns of a column, by their numbers in a zone.
type pawnList [maxColumn]uint8

func (l *pawnList) remove(i int) { copy(l[i:], l[i+1:]) }

func (l *pawnList) insert(i int, pawn uint8) {
	copy(l[i+1:], l[i:maxColumn-1])
	l[i] = pawn
}

// firstZone returns the zone of the start and the pawns' numbers. There must be
// at most mostPawns.
func (l *labels) firstZone() (z zone, lists [8]pawnList) {
	for i := range z.d {
		z.forget(uint8(i))
	}
	var count [8]int // of pawns on a file so far
	for i, sq := range pawnsByFile(l.Start) {
		n, f, rank := uint8(i+1), sq.File(), l.StartRank(sq)
		lists[f][count[f]] = n
		count[f]++
		z.between(n, rank, rank)
	}
	return z, lists
}

// advance lets all pawns of a file go on, in their order. That needs to be done
// only on the files of a capture: on others, captures bound the ranks from the
// side only that going on does not change.
func (l *labels) advance(n *node, f int) {
	z := &n.zone
	count := n.col[f].len()
	if count == 0 || z.empty {
		return
	}
	for i := range count {
		if pawn := n.pawns[f][i]; !l.immobile[pawn] {
			z.elapse(pawn, n.col[f].at(i))
		}
	}
	if pawn := n.pawns[f][0]; n.col[f].at(0) == chess.Black {
		z.tighten(0, pawn, -l.farthest(chess.Black, f))
	} else {
		z.tighten(0, pawn, -firstPawnRank)
	}
	if pawn := n.pawns[f][count-1]; n.col[f].at(count-1) == chess.White {
		z.tighten(pawn, 0, l.farthest(chess.White, f))
	} else {
		z.tighten(pawn, 0, lastPawnRank)
	}
	for i := 1; i < count; i++ {
		z.tighten(n.pawns[f][i-1], n.pawns[f][i], -1)
	}
}

// farthest returns the rank, real or not, that a pawn of a colour can come to on
// a file.
func (p *problem) farthest(c chess.Color, f int) int {
	switch {
	case c == chess.White && p.Promotes[c][f][1]:
		return highest
	case c == chess.White:
		return lastPawnRank
	case p.Promotes[c][f][1]:
		return lowest
	}
	return firstPawnRank
}

// reachesGoal reports whether the pawns of a node can go on to the goal's
// squares and to promotion; the columns must be complete.
func (l *labels) reachesGoal(n *node) bool {
	z := n.zone
	for f := range 8 {
		_, black, _ := l.complete(f, n.col[f])
		for i := range n.col[f].len() {
			low, high := l.endRanks(f, i, black)
			z.between(n.pawns[f][i], low, high)
		}
	}
	return !z.empty
}

// endRanks returns the least and the greatest rank, real or not, on which the pawn with an index is at the end, in a
// complete column of which so many black pawns promote.
func (p *problem) endRanks(f, i, black int) (low, high int) {
	switch goal := p.goalRanks[f]; {
	case i < black:
		return promotedRanks(chess.Black)
	case i-black < len(goal):
		return goal[i-black], goal[i-black]
	}
	return promotedRanks(chess.White)
}

// promotedRanks returns the least and the greatest number for the rank of a pawn that has promoted.
func promotedRanks(c chess.Color) (low, high int) {
	if c == chess.White {
		return whitePromoted, highest
	}
	return lowest, blackPromoted
}

// appendKey appends all of a node's zone that matters for what can follow. After
// advance that is how low each white pawn can be, how high each black one, and
// how far black ones can be above white ones.
func (l *labels) appendKey(key []byte, n *node) []byte {
	var white, black []uint8
	var lists [2][mostPawns]uint8
	white, black = lists[0][:0], lists[1][:0]
	for f := range 8 {
		for i := range n.col[f].len() {
			pawn := n.pawns[f][i]
			if l.immobile[pawn] {
				key = append(key, unbounded)
			}
			if n.col[f].at(i) == chess.White {
				white = append(white, pawn)
				key = append(key, byte(n.zone.lower(pawn)))
			} else {
				black = append(black, pawn)
				key = append(key, byte(n.zone.upper(pawn)))
			}
		}
	}
	for _, b := range black {
		for _, w := range white {
			key = append(key, byte(n.zone.d[b][w]))
		}
	}
	return key
}

// walksLeft reports whether the pawns of both colours that the goal has can come
// from pawns that there are, each on a rank that allows it and with as many
// captures as are left: a pawn goes at least one rank on for every file that it
// goes aside, and captures as often.
func (l *labels) walksLeft(n *node) bool {
	return l.walksOf(n, chess.White) && l.walksOf(n, chess.Black)
}

func (l *labels) walksOf(n *node, c chess.Color) bool {
	goals := l.goalPawns[c]
	if len(goals) == 0 {
		return true
	}
	const never = 100
	// least has, by set of the goal's pawns, the least number of captures with which the
	// pawns considered so far reach them.
	var least [1 << 8]uint8
	for i := 1; i < 1<<len(goals); i++ {
		least[i] = never
	}
	reached := 1
	for f := range 8 {
		for i := range n.col[f].len() {
			if n.col[f].at(i) != c {
				continue
			}
			pawn := n.pawns[f][i]
			var cost [8]uint8
			any := 0
			for g, sq := range goals {
				d := max(f-sq.File(), sq.File()-f)
				ok := n.zone.lower(pawn)+d <= sq.Rank()
				if c == chess.Black {
					ok = n.zone.upper(pawn)-d >= sq.Rank()
				}
				if ok && (d == 0 || !l.immobile[pawn]) {
					cost[g] = uint8(d) + 1
					any |= 1 << g
				}
			}
			if any == 0 {
				continue
			}
			reached |= any
			// Larger sets first: they are made of smaller ones without this pawn.
			for set := 1<<len(goals) - 1; set > 0; set-- {
				if set&^reached != 0 {
					continue
				}
				for g := range goals {
					if cost[g] > 0 && set>>g&1 == 1 {
						least[set] = min(least[set], least[set&^(1<<g)]+cost[g]-1)
					}
				}
			}
		}
	}
	return least[1<<len(goals)-1] <= n.left[c]
}
