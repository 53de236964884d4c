package rules

import (
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// plainlyClosed searches all steps back, as cage.Closed does, and leaves out none. ok is false if
// there are more states than most.
func plainlyClosed(c *cage, most int) (closed, ok bool) {
	seen := map[cageState]bool{c.Goal: true}
	todo := []cageState{c.Goal}
	var before []cageStep
	for len(todo) > 0 {
		s := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if c.AtStart(&s) {
			return false, true
		}
		before = c.Before(before[:0], &s)
		for i := range before {
			if q := before[i].Before; !seen[q] {
				if seen[q] = true; len(seen) > most {
					return false, false
				}
				todo = append(todo, q)
			}
		}
	}
	return true, true
}

// randomCage returns a cage of a random position, or nil: most men are at home and some elsewhere, the men of the cage
// are near each other. It returns the start, too.
func randomCage(t *testing.T, r *rand.Rand, try int) (*cage, *chess.Setup) {
	start := *StartOr(nil)
	if try%3 == 0 {
		start = *crowdedStart(r)
	}
	goal := start
	goal.Castling, goal.Turn = goal.Castling&chess.Castling(r.IntN(16)), chess.Color(r.IntN(2))
	middle := chess.Square(r.IntN(64))
	for range 1 + r.IntN(8) {
		near := chess.MakeSquare(min(7, max(0, middle.File()+r.IntN(5)-2)), min(7, max(0, middle.Rank()+r.IntN(5)-2)))
		from := chess.Square(r.IntN(64))
		if goal.Board[near].Kind() != chess.King && !(goal.Board[from].Kind() == chess.Pawn && (near.Rank() == 0 || near.Rank() == 7)) {
			goal.Board[near], goal.Board[from] = goal.Board[from], chess.NoMan
		}
	}
	side := chess.Color(r.IntN(2))
	switch r.IntN(4) {
	case 0: // has castled
		right := &chess.CastlingPaths[r.IntN(4)]
		middle = right.RookTo
		for k, to := range [2]chess.Square{right.KingTo, right.RookTo} {
			home := right.Home[k]
			if start.Board[home.Square] == home.Man && goal.Board[home.Square] == home.Man && goal.Board[to].Kind() != chess.King {
				goal.Board[to], goal.Board[home.Square] = home.Man, chess.NoMan
			}
		}
	case 1: // has promoted
		middle = chess.MakeSquare(r.IntN(8), side.RelativeRank(7))
		for from, m := range start.Board {
			if from := chess.Square(from); m == chess.MakeMan(side, chess.Pawn) && goal.Board[from] == m && goal.Board[middle].Kind() != chess.King && r.IntN(4) == 0 {
				goal.Board[middle], goal.Board[from] = chess.MakeMan(side, chess.Queen+chess.Kind(r.IntN(4))), chess.NoMan
				goal.Board[chess.MakeSquare(from.File(), side.RelativeRank(6))] = chess.NoMan
				break
			}
		}
	}
	withHomes(&goal)
	if facts.DiagramReason(&goal) != "" {
		return nil, nil
	}
	f := reachFinder{finder: newFinder(&start, &goal), checked: true}
	if f.solve() != nil {
		return nil, nil
	}
	var men chess.Bitboard
	around := around(middle.Bit(), 2)
	for sq := range (f.occupiedGoal() & around &^ f.Blocked).Squares() {
		if r.IntN(8) > 0 && men.Count() < 8 {
			men |= sq.Bit()
		}
	}
	if men == 0 {
		return nil, nil
	}
	c, err := newCage(f.Proven, men, zoneOf(men, 1+r.IntN(3)))
	if err != nil {
		t.Fatal(err)
	}
	return c, &start
}

// TestCovered: leaving out states that others cover changes no answer.
func TestCovered(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(18, 7))
	count := map[bool]int{}
	most := expect.Size(8_000, 500_000)
	for try := range most {
		c, start := randomCage(t, r, try)
		if c == nil {
			continue
		}
		closed, ok := plainlyClosed(c, 20_000)
		if !ok {
			continue
		}
		count[closed]++
		if got := (&cageSearch{reachFinder: &reachFinder{finder: finder{Proven: c.p}}}).closed(c, mostCageStates); got != closed {
			t.Fatalf("%+v, men %v, from %s: closed %t, without states that are covered %t", c.Goal, c.Men, start.FEN(), closed, got)
		}
	}
	t.Log(count)
	if count[true] < 40 || count[false] < 50 {
		t.Errorf("too few cages of a kind: %v", count)
	}
}

// ignoring returns a state in which a set of men is ignored, too.
func ignoring(c *cage, s cageState, set uint16) cageState {
	for i, m := range c.Men {
		if set>>i&1 != 0 {
			s.At[i] = chess.NoSquare
			s.Pawns &^= 1 << i
			s.Others[m.Color()] = true
		}
	}
	return s
}

// coveredPlainly is Covered by its definition: it compares with all states that are seen.
func coveredPlainly(c *cage, seen *cageSeen, s *cageState) bool {
	for q := range seen.States {
		set := uint16(0)
		for i := range c.Men {
			if q.At[i] == chess.NoSquare {
				set |= 1 << i
			}
		}
		if q != *s && q == ignoring(c, *s, set) {
			return true
		}
	}
	return false
}

// stands reports whether a state stands for another: it differs in that more men are ignored, and it may have fewer
// captures, and ignored men of more sides.
func stands(c *cage, q, s *cageState) bool {
	set := uint16(0)
	for i := range c.Men {
		if q.At[i] == chess.NoSquare {
			set |= 1 << i
		}
	}
	want := ignoring(c, *s, set)
	for side := range want.Others {
		if q.Captures[side] > want.Captures[side] || want.Others[side] && !q.Others[side] {
			return false
		}
	}
	want.Captures, want.Others = q.Captures, q.Others
	return *q == want
}

// TestCageSteps has single moves of which the step back is there if they are legal: what a move shows to be empty
// before and after it, and what it does not.
func TestCageSteps(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, start, move string
		legal             bool
	}{
		{"the square that is left was taken before: a check from behind", "k7/B7/R7/8/8/8/8/4K3 w - - 0 1", "a7g1", true},
		{"so was that of a captured man", "k7/n7/R7/8/8/8/8/4K1B1 w - - 0 1", "g1a7", true},
		{"the square that is reached is taken after: a man comes between", "4k3/8/8/8/K1r5/2B5/8/8 w - - 0 1", "c3b4", true},
		{"other squares may be taken: a man that is ignored is between", "4k3/8/8/8/KPB1r3/8/8/8 w - - 0 1", "c4a2", true},
		{"castling", "4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", true},
		{"a pin", "4k3/8/8/KBr5/8/8/8/8 w - - 0 1", "b5e2", false},
		{"a man passes between another one and the king that it would check", "8/8/8/1R1k4/1B6/8/8/4K3 w - - 0 1", "b4d6", false},
	} {
		start, err := chess.ParseFEN(tt.start)
		if err != nil {
			t.Fatal(err)
		}
		legal := false
		if p, err := chess.NewPosition(start); err == nil {
			_, err := notation.ParseUCI(p, tt.move)
			legal = err == nil
		}
		from, err := chess.ParseSquare(tt.move[:2])
		if err != nil {
			t.Fatal(err)
		}
		to, err := chess.ParseSquare(tt.move[2:])
		if err != nil {
			t.Fatal(err)
		}
		goal := start
		goal.Board[to], goal.Board[from] = goal.Board[from], chess.NoMan
		if start.Castling != 0 {
			goal.Castling, goal.Board[5], goal.Board[7] = 0, goal.Board[7], chess.NoMan
		}
		goal.Turn = goal.Turn.Other()
		p, err := facts.Verify(&start, &goal, nil)
		if err != nil {
			t.Fatal(err)
		}
		var men chess.Bitboard
		for sq, m := range goal.Board {
			if m != chess.NoMan && m.Kind() != chess.Pawn {
				men |= chess.Square(sq).Bit()
			}
		}
		c, err := newCage(p, men, chess.AllSquares)
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(c.Before(nil, &c.Goal), func(step cageStep) bool {
			before := step.Before
			return step.Man >= 0 && slices.Contains(before.At[:len(c.Men)], from) && c.AtStart(&before)
		})
		if legal != tt.legal || found != legal {
			t.Errorf("%s: legal %t, found %t", tt.name, legal, found)
		}
	}
}

// TestIgnored compares Covered with its definition, and has what it rests on, step by step: of a state, and the same
// with more ignored men, the latter has for every step back of the former one to a state that stands for the one that
// is reached.
func TestIgnored(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(4, 22))
	most := expect.Size(1500, 200_000)
	kinds := map[string]int{}
	for try := range most {
		c, start := randomCage(t, r, try)
		if c == nil {
			continue
		}
		s := c.Goal
		seen := &cageSeen{States: map[cageState]bool{}}
		for range 40 {
			steps := c.Before(nil, &s)
			if len(steps) == 0 {
				break
			}
			set := uint16(r.IntN(1 << len(c.Men)))
			q := ignoring(c, s, set)
			near := q // or one that differs in something else, too
			switch i := r.IntN(len(c.Men)); r.IntN(6) {
			case 0:
				near.Turn = near.Turn.Other()
			case 1:
				near.Captures[r.IntN(2)]++
			case 2:
				near.Others[r.IntN(2)] = true
			case 3:
				near.Pawns ^= 1 << i
			case 4:
				near.At[i] = chess.Square(r.IntN(64))
			}
			c.Add(seen, &near)
			for _, other := range []cageState{s, q, ignoring(c, s, uint16(r.IntN(1<<len(c.Men))))} {
				covered := coveredPlainly(c, seen, &other)
				if got := c.Covered(seen, &other); got != covered {
					t.Fatalf("%+v is covered: %t, want %t", other, got, covered)
				}
				if covered {
					kinds["covered"]++
				}
			}
			for side := range q.Others {
				q.Others[side] = q.Others[side] || r.IntN(4) == 0
				q.Captures[side] -= uint8(r.IntN(int(q.Captures[side]) + 1))
			}
			if !stands(c, &q, &s) || c.AtStart(&s) && !c.AtStart(&q) {
				t.Fatalf("%+v does not stand for %+v", q, s)
			}
			from := c.Before(nil, &q)
			for _, step := range steps {
				moved, own := 0, "others"
				for i := range c.Men {
					if step.Before.At[i] != s.At[i] {
						if moved++; set>>i&1 == 0 {
							own = "of the cage"
						}
					}
				}
				switch {
				case moved == 2:
					kinds["castling"]++
				case step.Before.Pawns&^s.Pawns != 0:
					kinds["promotion "+own]++
				case step.Before.Captures != s.Captures:
					kinds["capture "+own]++
				case moved == 1:
					kinds["move "+own]++
				}
				if !slices.ContainsFunc(from, func(b cageStep) bool { return stands(c, &b.Before, &step.Before) }) {
					t.Fatalf("from %s, men %v: %+v has a step to %+v, and %+v none that stands for it", start.FEN(), c.Men, s, step.Before, q)
				}
			}
			s = steps[r.IntN(len(steps))].Before
		}
	}
	t.Log(kinds)
	for _, kind := range []string{"castling", "promotion of the cage", "promotion others", "capture of the cage", "capture others", "covered"} {
		if kinds[kind] < 20 {
			t.Errorf("%s: %d steps", kind, kinds[kind])
		}
	}
}
