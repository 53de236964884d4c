package exact

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

// TestRelation compares the operations on sets of pairs with plain ones.
func TestRelation(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 4))
	statesOf := func(n, from int) (all []sideState) {
		for i := range n {
			var l sideState
			l.put(chess.Square((from+i)%64), chess.Knight)
			l.taken = uint8((from + i) / 64)
			all = append(all, l)
		}
		return all
	}
	random := func(rows, cols, from int) *jointStates {
		m := newJointStates(statesOf(rows, from), statesOf(cols, from+2))
		for range r.IntN(rows*cols/4 + 2) {
			m.set(r.IntN(rows), r.IntN(cols))
		}
		return m
	}
	// list has the pairs of a set.
	list := func(m *jointStates) map[[2]sideState]bool {
		all := map[[2]sideState]bool{}
		for i := range m.rows {
			for j := range m.cols {
				if m.has(i, j) {
					all[[2]sideState{m.rows[i], m.cols[j]}] = true
				}
			}
		}
		count := 0
		for _, w := range m.bits {
			count += bits.OnesCount64(w)
		}
		if len(all) != count {
			t.Fatalf("%d pairs, %d bits", len(all), count)
		}
		return all
	}
	same := func(name string, m *jointStates, want map[[2]sideState]bool) {
		t.Helper()
		got := list(m)
		for k := range want {
			if !got[k] {
				t.Fatalf("%s: a pair is missing", name)
			}
		}
		if len(got) != len(want) {
			t.Fatalf("%s: %d pairs, want %d", name, len(got), len(want))
		}
	}
	for range 200 {
		m := random(1+r.IntN(150), 1+r.IntN(150), 0)
		want := list(m)
		turned := map[[2]sideState]bool{}
		for k := range want {
			turned[[2]sideState{k[1], k[0]}] = true
		}
		same("transposed", m.transposed(), turned)
		other := random(1+r.IntN(150), 1+r.IntN(150), r.IntN(9))
		common, both := map[[2]sideState]bool{}, list(other)
		for k := range want {
			if both[k] {
				common[k] = true
			}
		}
		m = m.within(other)
		same("within", m, common)
		for _, part := range []*jointStates{m, m.transposed()} {
			for i := range part.rows {
				found := false
				for _, w := range part.row(i) {
					found = found || w != 0
				}
				if !found {
					t.Fatal("an empty row is left")
				}
			}
		}
	}
}

// TestColumns compares what attacks a square with the rules.
func TestColumns(t *testing.T) {
	t.Parallel()
	segments(*seed+3, 20, 2, func(name string, r *rand.Rand, game []chess.Position) {
		var all []sideState
		c := chess.Color(r.IntN(2))
		for i := range game {
			all = append(all, stateOf(&game[i], c, 0))
		}
		k := newColumns(all, c)
		for range 40 {
			sq := chess.Square(r.IntN(64))
			own := chess.Bitboard(r.Uint64() & r.Uint64() & r.Uint64())
			for i := range all {
				own &^= all[i].men()
			}
			row := []uint64{^uint64(0)}
			k.withoutAttack(row, sq.Bit(), own)
			empty := []uint64{^uint64(0)}
			some := all[0].men()&^all[len(all)-1].men() | sq.Bit()
			k.without(empty, some)
			for i := range all {
				l := &all[i]
				attacked := false
				for b := l.men(); b != 0; b = b.WithoutFirst() {
					m := chess.MakeMan(c, l.at(b.First()))
					attacked = attacked || chess.Attacks(m, b.First(), l.men()|own).Has(sq)
				}
				if attacked == (row[0]>>i&1 != 0) {
					t.Fatalf("%s: %s, own men %s: attack on %s %t", name, &game[i], own, sq, attacked)
				}
				if (l.men()&some == 0) != (empty[0]>>i&1 != 0) {
					t.Fatalf("%s: %s: men on %s", name, &game[i], some)
				}
			}
		}
	})
}

// TestChanges tells what moves require of the other side.
func TestChanges(t *testing.T) {
	t.Parallel()
	square := func(name string) chess.Square {
		sq := expect.Must(chess.ParseSquare(name))
		return sq
	}
	set := func(names ...string) (b chess.Bitboard) {
		for _, name := range names {
			b |= square(name).Bit()
		}
		return b
	}
	none := chess.NoSquare
	for _, test := range []struct {
		from, to string // FENs, White's men count
		takes    bool
		want     change
	}{
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R4RK1 w - - 0 1", false, change{set("f1", "g1"), none, none, set("e1", "f1")}},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/2KR3R w - - 0 1", false, change{set("b1", "c1", "d1"), none, none, set("e1", "d1")}},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K1R1 w Q - 0 1", false, change{set("h1", "g1"), none, none, 0}},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", false, change{set("a1", "a2", "a3", "a4"), none, none, 0}},
		{"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "4k3/8/8/8/R7/8/8/4K3 w - - 0 1", true, change{set("a1", "a2", "a3"), square("a4"), none, 0}},
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", false, change{set("e2", "e3", "e4"), none, none, 0}},
		{"4k3/8/8/4P3/8/8/8/4K3 w - - 0 1", "4k3/8/3P4/8/8/8/8/4K3 w - - 0 1", true, change{set("e5"), square("d6"), square("d5"), 0}},
		{"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", true, change{set("e4"), square("d5"), none, 0}},
		{"4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", "3Nk3/8/8/8/8/8/8/4K3 w - - 0 1", true, change{set("e7"), square("d8"), none, 0}},
		{"4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", false, change{set("b1", "c3"), none, none, 0}},
	} {
		var l [2]sideState
		for i, fen := range []string{test.from, test.to} {
			p := expect.Must(chess.ParsePosition(fen))
			l[i] = stateOf(p, chess.White, 0)
		}
		if test.takes {
			l[1].taken++
		}
		if got := changeOf(chess.White, &l[0], &l[1]); got != test.want {
			t.Errorf("%s, %s: %v, want %v", test.from, test.to, got, test.want)
		}
	}
}

// onWay finds all positions of the games from one position to another, by plies to go and key.
func onWay(p *chess.Position, plies int, reached func(*chess.Position) bool, all map[key]chess.Position) bool {
	if plies == 0 {
		if !reached(p) {
			return false
		}
		all[keyOf(p, 0)] = *p
		return true
	}
	found := false
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		if onWay(p, plies-1, reached, all) {
			found = true
		}
		p.Unmake(m, undo)
	}
	if found {
		all[keyOf(p, plies)] = *p
	}
	return found
}

// TestPairs compares the positions found as pairs of side states with all positions of games, by plain
// enumeration: none is missing, and none is too many where nothing can be captured en passant.
func TestPairs(t *testing.T) {
	t.Parallel()
	n := 60
	if *pairs > 0 {
		n = *pairs
	}
	exactly, atLeast := 0, 0
	segments(*seed+11, n, 4, func(name string, r *rand.Rand, game []chess.Position) {
		plies := len(game) - 1
		if name == "initial" || name == "ordinary" {
			plies = min(plies, 3)
			game = game[:plies+1]
		}
		start, goal := game[0].Setup(), game[plies].Setup()
		target := Target{Setup: goal}
		target.AnyCastling = r.IntN(2) == 0
		target.AnyEnPassant = true
		s := expect.Must(newSearch(context.Background(), &start, &target, plies, Options{All: true}))
		if !s.prepare(plies) {
			t.Fatalf("%s\n%s\n%d plies: no game", &start, goal, plies)
		}
		if s.states.sides[0] == nil || s.states.sides[1] == nil {
			return
		}
		if err := s.searchPairs(plies); err != nil {
			t.Fatal(err)
		}
		all := map[key]chess.Position{}
		first := game[0]
		onWay(&first, plies, s.reached, all)
		for k, p := range all {
			if _, _, ok := s.known[k.plies].pairOf(s.states, &p); !ok {
				t.Fatalf("%s\n%s\n%d plies: %s with %d to go is missing", &start, goal, plies, &p, k.plies)
			}
		}
		white, black := chess.MakeMan(chess.White, chess.Pawn), chess.MakeMan(chess.Black, chess.Pawn)
		same := game[0].Occupied().Count() == game[plies].Occupied().Count()
		if !same && game[0].Men(white) != 0 && game[0].Men(black) != 0 {
			atLeast++
			return
		}
		exactly++
		// Nothing that is known and reached from the start leads nowhere.
		for k, p := range all {
			if k.plies == 0 {
				continue
			}
			for _, m := range p.LegalMoves(nil) {
				undo := p.Make(m)
				_, ok := all[keyOf(&p, int(k.plies)-1)]
				if _, _, has := s.known[k.plies-1].pairOf(s.states, &p); has != ok {
					t.Fatalf("%s\n%s\n%d plies: %s with %d to go is known, and leads nowhere", &start, goal, plies, &p, k.plies-1)
				}
				p.Unmake(m, undo)
			}
		}
	})
	t.Logf("%d compared exactly, %d in part", exactly, atLeast)
	if exactly < n || atLeast < n/4 {
		t.Errorf("only %d compared exactly, %d in part", exactly, atLeast)
	}
}
