package urposition

import (
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

// pieceKinds are those that armies have, in the order of their choice.
var pieceKinds = []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}

// key returns all choices of an urposition in their order, read off the board by the
// description and without any counting, and its multiplicity. Ranks are in the
// lexicographic order of keys.
func key(s *chess.Setup, index int) (all []int, multiplicity int) {
	var on [64]chess.Man // from a8
	for sq, m := range s.Board {
		on[sq^56] = m
	}
	has := func(i int) int {
		if s.Castling.Has(1 << i) {
			return 1
		}
		return 0
	}
	rights := [2]int{has(0) + has(1), has(2) + has(3)}
	ep := 0
	if s.EnPassant != chess.NoSquare {
		ep = 1
	}
	all = append(all, int(s.Turn), 6*rights[0]+2*rights[1]+ep)

	// The armies, without what is fixed.
	var armies [2][]int
	var pawns, promoted, total [2]int
	for c := range 2 {
		n := map[chess.Kind]int{}
		for _, m := range on {
			if m != chess.NoMan && int(m.Color()) == c {
				n[m.Kind()]++
				total[c]++
			}
		}
		n[chess.Rook] -= rights[c]
		pawns[c] = n[chess.Pawn] - ep
		promoted[c] = max(0, n[chess.Queen]-1) + max(0, n[chess.Rook]-2+rights[c]) + max(0, n[chess.Bishop]-2) + max(0, n[chess.Knight]-2)
		code := 0
		for _, k := range pieceKinds {
			armies[c] = append(armies[c], -n[k]) // the most come first
			code += []int{0, 0, 0100, 0110, 0310, 0312, 0422, 0423, 0723, 0743, 01045}[n[k]]
		}
		all = append(all, total[c], pawns[c], promoted[c], code)
	}
	captures := 32 - total[0] - total[1]
	mayBeUnopposed := 8 - ep - pawns[1] - promoted[1] + captures - promoted[0]
	pairs := max(0, ep+pawns[0]-mayBeUnopposed)

	// Which pawns capture, and which pairs are chosen.
	type two struct{ black, white int } // squares
	var onFile [8][]two
	for file := range 8 {
		last := -1
		for at := 8 + file; at < 56; at += 8 {
			if on[at].Kind() != chess.Pawn || on[at] == chess.NoMan {
				continue
			}
			if last >= 0 && on[last] == chess.BlackPawn && on[at] == chess.WhitePawn {
				onFile[file] = append(onFile[file], two{last, at})
			}
			last = at
		}
	}
	var lists [][8]*two
	var choose func(file, left int, list [8]*two)
	choose = func(file, left int, list [8]*two) {
		if file == 8 {
			if left == 0 {
				lists = append(lists, list)
			}
			return
		}
		choose(file+1, left, list)
		for i := range onFile[file] {
			if left > 0 {
				list[file] = &onFile[file][i]
				choose(file+1, left-1, list)
			}
		}
	}
	choose(0, pairs, [8]*two{})
	capturers := []int{-1} // files
	row, stepped := 3, chess.Black
	if s.Turn == chess.Black {
		row, stepped = 4, chess.White
	}
	if ep == 1 {
		capturers = nil
		for _, file := range []int{s.EnPassant.File() - 1, s.EnPassant.File() + 1} {
			if file >= 0 && file < 8 && on[8*row+file] == chess.MakeMan(s.Turn, chess.Pawn) {
				capturers = append(capturers, file)
			}
		}
	}
	multiplicity = len(lists) * len(capturers)
	list := lists[index%len(lists)]

	taken := map[int]bool{} // squares that no free pawn is on
	reserved := map[int]bool{}
	files := [2]int{-1, -1} // of White's and Black's pawn of en passant
	space := 0
	for _, p := range list {
		if p != nil {
			space += (p.white-p.black)/8 - 1
			for at := p.black; at <= p.white; at += 8 {
				taken[at] = true
			}
		}
	}
	if ep == 1 {
		files[s.Turn], files[stepped] = capturers[index/len(lists)], s.EnPassant.File()
		which := 2 * min(files[0], files[1])
		if files[0] > files[1] {
			which++
		}
		all = append(all, which)
		var used, choices [2]int
		for c, file := range files {
			taken[8*row+file] = true
			p := list[file]
			if p == nil {
				continue
			}
			if half := [2]int{p.white, p.black}[c]; half == 8*row+file {
				used[c], choices[c] = 1, (p.white-p.black)/8
			} else {
				used[c], choices[c] = 2, 64*p.black+p.white
			}
		}
		all = append(all, used[0], used[1], space, choices[1], choices[0])
		for _, r := range [2][2]int{{1, 2}, {5, 6}}[s.Turn] {
			taken[8*r+files[stepped]], reserved[8*r+files[stepped]] = true, true
		}
	} else {
		all = append(all, space)
	}
	for file, p := range list {
		switch {
		case file == files[0] || file == files[1]:
		case p == nil:
			all = append(all, 0)
		default:
			all = append(all, 64*p.black+p.white)
		}
	}
	for at := 8; at < 56; at++ {
		if !taken[at] {
			all = append(all, slices.Index([]chess.Man{chess.WhitePawn, chess.BlackPawn}, on[at]))
		}
	}
	for c := range 2 {
		if rights[c] == 1 {
			all = append(all, has(2*c)) // the king's side comes second
		}
	}
	all = append(append(all, armies[0]...), armies[1]...)
	fixed := map[int]bool{}
	for i, squares := range [4][2]int{{60, 63}, {60, 56}, {4, 7}, {4, 0}} {
		if has(i) == 1 {
			fixed[squares[0]], fixed[squares[1]] = true, true
		}
	}
	for at, m := range on {
		switch {
		case fixed[at] || reserved[at] || m != chess.NoMan && m.Kind() == chess.Pawn:
		case m == chess.NoMan:
			all = append(all, 0)
		default:
			all = append(all, 1+5*int(m.Color())+1+slices.Index(pieceKinds, m.Kind()))
		}
	}
	return all, multiplicity
}

// TestKeys compares urpositions of ascending ranks, neighbours and others at all
// distances, by all their choices. In the published ranking some choices do not exist,
// but those that do are in the same order.
func TestKeys(t *testing.T) {
	starts := expect.Short(1000, 20_000)
	rankings(t, func(t *testing.T, r *Ranking) {
		random := rand.New(rand.NewPCG(9, 10))
		tables := r.tables()
		for i := range starts {
			block := i % len(tables.blocks)
			n := tables.start[block].Add(below(random, tables.blocks[block].size()))
			before, _ := key1(t, r, n)
			for range 4 {
				n = n.Add(numbering.Of(1))
				if random.IntN(3) == 0 {
					n = n.Add(numbering.FromWords([3]uint64{random.Uint64(), random.Uint64(), random.Uint64()}).Low(random.IntN(150)))
				}
				if !n.Less(r.Count()) {
					break
				}
				now, u := key1(t, r, n)
				if slices.Compare(before, now) >= 0 {
					t.Fatalf("%v: %s has the choices %v, not above %v", n, u.FEN(), now, before)
				}
				before = now
			}
		}
	})
}

func key1(t *testing.T, r *Ranking, n numbering.Uint) ([]int, Urposition) {
	t.Helper()
	u := roundTrip(t, r, n)
	k, m := key(&u.Setup, u.Index)
	if m != u.Multiplicity {
		t.Fatalf("%v: %s has the multiplicity %d", n, u.FEN(), m)
	}
	return k, u
}
