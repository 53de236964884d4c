package facts_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

var argumentPositions = flag.Int("argument-positions", 20_000, "positions of random games against which arguments are tried")

// clone returns an argument that can be changed without changing another one.
func clone(a *facts.Argument) *facts.Argument {
	b := *a
	b.Blocked = slices.Clone(a.Blocked)
	b.Groups = slices.Clone(a.Groups)
	b.States = slices.Clone(a.States)
	if a.Count != nil {
		c := *a.Count
		c.Worth, c.Price = maps.Clone(c.Worth), maps.Clone(c.Price)
		b.Count = &c
	}
	return &b
}

// factRules and kinds are what a mutation chooses from.
var (
	factRules = []facts.FactRule{facts.ByCastling, facts.ByHomePawn, facts.ByCone, facts.ByGoesOn, facts.ByOnlySource, facts.ByDeadlock, facts.ByCagedBishop, facts.ByDeadBishop, facts.ByCheckedKing, "hearsay"}
	kinds     = []facts.Kind{facts.NoPosition, facts.Rights, facts.Unmatched, facts.Priced, facts.Deadlocked, facts.Parity, facts.ClosedSet}
)

// randomSquares returns one square or a few, mostly such where men are.
func randomSquares(r *rand.Rand, s *chess.Setup) (set chess.Bitboard) {
	for range 1 + r.IntN(1+r.IntN(4)) {
		sq := chess.Square(r.IntN(64))
		for range 3 {
			if s.Board[sq] == chess.NoMan {
				sq = chess.Square(r.IntN(64))
			}
		}
		set |= sq.Bit()
	}
	return set
}

// mutate changes an argument somewhere; start is where squares of facts come from.
func mutate(r *rand.Rand, a *facts.Argument, start *chess.Setup) {
	change := func(s *facts.Squares) { *s ^= facts.Squares(randomSquares(r, start)) }
	switch n := len(a.Blocked); r.IntN(11) {
	case 0:
		a.Kind = kinds[r.IntN(len(kinds))]
	case 1:
		a.Square = chess.Square(r.IntN(64)).String()
	case 2:
		f := facts.Fact{By: factRules[r.IntN(len(factRules))], Squares: facts.Squares(randomSquares(r, start))}
		a.Blocked = slices.Insert(a.Blocked, r.IntN(n+1), f)
	case 3:
		if n > 0 {
			i := r.IntN(n)
			a.Blocked = slices.Delete(a.Blocked, i, i+1)
		}
	case 4:
		if n > 0 {
			change(&a.Blocked[r.IntN(n)].Squares)
		}
	case 5:
		if n > 0 {
			a.Blocked[r.IntN(n)].By = factRules[r.IntN(len(factRules))]
		}
	case 6:
		if n > 1 {
			i, j := r.IntN(n), r.IntN(n)
			a.Blocked[i], a.Blocked[j] = a.Blocked[j], a.Blocked[i]
		}
	case 7, 8:
		if i := r.IntN(len(a.States) + 1); i < len(a.States) {
			switch state := &a.States[i]; r.IntN(4) {
			case 0:
				a.States = slices.Delete(a.States, i, i+1)
			case 1:
				state.White, state.Black = state.Black, state.White
			case 2:
				n := &state.White[r.IntN(8)]
				*n -= min(*n, 1)
			default:
				if p, err := state.Partial(); err == nil {
					p.Forget(randomSquares(r, start))
					*state = p.State()
				}
			}
		}
	case 9:
		if i := r.IntN(len(a.Groups) + 1); i < len(a.Groups) {
			change(&a.Groups[i])
		} else {
			a.Groups = append(a.Groups, facts.Squares(randomSquares(r, start)))
		}
	default:
		c := a.Count
		switch {
		case c == nil:
		case len(c.Worth) > 0:
			of := [2]*map[string]int{&c.Worth, &c.Price}[r.IntN(2)]
			sq := randomSquares(r, start).First()
			if names := slices.Sorted(maps.Keys(*of)); len(names) > 0 && r.IntN(3) > 0 {
				sq, _ = chess.ParseSquare(names[r.IntN(len(names))])
			}
			if *of == nil {
				*of = map[string]int{}
			}
			if n := (*of)[sq.String()] + r.IntN(4) - 2; n == 0 && r.IntN(2) == 0 {
				delete(*of, sq.String())
			} else {
				(*of)[sq.String()] = n
			}
		case r.IntN(3) == 0:
			change(&c.Needs)
		case r.IntN(2) == 0:
			change(&c.Captures)
		default:
			change(&c.Men)
		}
	}
}

// tampering changes an argument about a goal in one way after the other.
type tampering struct {
	t *testing.T
	*proof
	still map[string]int // how often a change left an argument true
}

// accepted reports whether an argument with a change is accepted.
func (c *tampering) accepted(change func(b *facts.Argument)) bool {
	b := clone(c.argument)
	change(b)
	return facts.Check(&c.start, &c.goal, throughJSON(c.t, b)) == nil
}

// refused wants an argument with a change to be refused.
func (c *tampering) refused(what string, change func(b *facts.Argument)) {
	c.t.Helper()
	if c.accepted(change) {
		text, _ := json.Marshal(c.argument)
		c.t.Errorf("from %s to %s: accepted with %s: %s", c.start, c.goal, what, text)
	}
}

// maybe tries a change after which an argument may still be true.
func (c *tampering) maybe(what string, change func(b *facts.Argument)) {
	if c.accepted(change) {
		c.still[what]++
	}
}

// TestTampering: an argument with one thing changed is rejected, but where it is still
// a true one.
func TestTampering(t *testing.T) {
	t.Parallel()
	list := proofs(t)
	still := map[string]int{}
	for i := range list {
		c := &tampering{t, &list[i], still}
		a := c.argument
		// The kind swapped: no two take the same data and are true of one goal.
		for _, kind := range append(kinds, "", "hearsay", facts.Kind(chess.BadValue)) {
			if kind != a.Kind {
				c.refused("kind "+string(kind), func(b *facts.Argument) { b.Kind = kind })
			}
		}
		// A fact more than the reason takes, a false one, one with an unknown rule.
		for _, f := range []facts.Fact{{By: "hearsay", Squares: facts.Squares(chess.SetOf(8))}, {By: facts.ByHomePawn, Squares: facts.Squares(chess.SetOf(35))}, {By: facts.ByDeadlock, Squares: 0}, {By: facts.ByOnlySource, Squares: facts.Squares(chess.SetOf(43))}} {
			if f.By != facts.ByOnlySource || c.start.Board[43] == chess.NoMan {
				c.refused("one more fact by "+string(f.By), func(b *facts.Argument) { b.Blocked = append(b.Blocked, f) })
			}
		}
		if n := len(a.Blocked); n > 0 {
			c.maybe("facts reversed", func(b *facts.Argument) { slices.Reverse(b.Blocked) })
			needed := still["a fact dropped"] + n
			for i := range n {
				c.maybe("a fact dropped", func(b *facts.Argument) { b.Blocked = slices.Delete(b.Blocked, i, i+1) })
			}
			if needed -= still["a fact dropped"]; needed > 0 {
				c.refused("no facts", func(b *facts.Argument) { b.Blocked = nil })
			}
			still["a fact needed"] += needed
		}
		c.square()
		if a.Count == nil {
			c.refused("a count", func(b *facts.Argument) { b.Count = &facts.Count{Side: "white", Needs: 1} })
			continue
		}
		c.refused("no count", func(b *facts.Argument) { b.Count = nil })
		for _, side := range []string{"", "White", "green"} {
			c.refused("side "+side, func(b *facts.Argument) { b.Count.Side = side })
		}
		if a.Count.Worth != nil {
			c.worth()
		} else {
			c.men()
		}
	}
	t.Log(still)
}

// square changes the square that an argument is about.
func (c *tampering) square() {
	if c.argument.Square == "" {
		c.refused("a square", func(b *facts.Argument) { b.Square = "e2" })
		return
	}
	for _, square := range []string{"", "e9", "E2", "e2 "} {
		c.refused("square "+square, func(b *facts.Argument) { b.Square = square })
	}
	for sq := range chess.Square(64) {
		another := func(b *facts.Argument) { b.Square = sq.String() }
		switch {
		case c.argument.Square == sq.String():
		case c.goal.Board[sq] == chess.NoMan && c.argument.Kind != facts.Deadlocked:
			c.refused("an empty square", another)
		default:
			c.maybe("another square", another)
		}
	}
}

// worth changes what men are worth, and what they cost.
func (c *tampering) worth() {
	count := c.argument.Count
	proven, err := facts.Verify(&c.start, &c.goal, c.argument.Blocked)
	expect.NoError(c.t, err)
	side := chess.White
	if count.Side == "black" {
		side = chess.Black
	}
	over := -proven.PawnCaptures(side) // captures too many
	for _, n := range count.Worth {
		over += n
	}
	for _, n := range count.Price {
		over -= n
	}
	for name, worth := range count.Worth {
		for _, n := range []int{-1, 0, 101, math.MaxInt, worth + 1, worth - over} { // it costs no more than its worth
			c.refused(fmt.Sprintf("the worth %d on %s", n, name), func(b *facts.Argument) { b.Count.Worth[name] = n })
		}
	}
	for name, price := range count.Price {
		for _, n := range []int{-1, 0, 101, math.MaxInt, price - 1, price + over} { // what was had for it costs that
			c.refused(fmt.Sprintf("the price %d on %s", n, name), func(b *facts.Argument) { b.Count.Price[name] = n })
		}
	}
	for _, name := range []string{"", "e9", "E2", "i1"} {
		c.refused("a worth on "+name, func(b *facts.Argument) { b.Count.Worth[name] = 1 })
		c.refused("a price on "+name, func(b *facts.Argument) { b.Count.Price = map[string]int{name: 1} })
	}
	for sq := range chess.Square(64) {
		c.maybe("a worth more", func(b *facts.Argument) { b.Count.Worth[sq.String()] += 1 })
	}
	c.refused("worth and needs", func(b *facts.Argument) { b.Count.Needs = 1 })
}

// men changes who is needed, what is captured, and by whom.
func (c *tampering) men() {
	c.refused("a worth", func(b *facts.Argument) { b.Count.Worth = map[string]int{"e2": 1} })
	c.refused("a price", func(b *facts.Argument) { b.Count.Price = map[string]int{"e2": 1} })
	count := c.argument.Count
	for sq := range chess.Square(64) {
		bit := facts.Squares(sq.Bit())
		need := func(b *facts.Argument) { b.Count.Needs ^= bit }
		capture := func(b *facts.Argument) { b.Count.Captures ^= bit }
		c.refused("other men", func(b *facts.Argument) { b.Count.Men ^= bit })
		if m := c.goal.Board[sq]; !has(count.Needs, sq) && (m == chess.NoMan || m.Color().String() != count.Side) {
			c.refused("a need more that is none", need)
		} else if !has(count.Needs, sq) {
			c.maybe("a need more", need)
		} else if spare(count) == 1 {
			c.refused("a need dropped", need)
		}
		if !has(count.Captures, sq) {
			c.maybe("a capture more", capture)
		} else if spare(count) == 1 {
			c.refused("a capture dropped", capture)
		}
	}
}

// has reports whether a square is in the set.
func has(s facts.Squares, sq chess.Square) bool { return chess.Bitboard(s).Has(sq) }

// spare returns how many needs are too many.
func spare(c *facts.Count) int {
	return len(c.Needs.Names()) + len(c.Captures.Names()) - len(c.Men.Names())
}

// TestOtherGoals: an argument says nothing of the start itself, of positions one legal
// move further, and of a start that is no position.
func TestOtherGoals(t *testing.T) {
	t.Parallel()
	for _, p := range proofs(t) {
		if err := facts.Check(&p.start, &p.start, p.argument); err == nil || err.Error() != "the goal is the start" {
			t.Errorf("%s: %v", p.start, err)
		}
		if facts.Check(&p.start, afterAMove(p.start), p.argument) == nil {
			t.Errorf("%s after a move is refuted", p.start)
		}
		bad := chess.EmptySetup()
		if facts.Check(&bad, &p.goal, p.argument) == nil {
			t.Errorf("accepted from an empty board")
		}
	}
	if facts.Check(&initial, &initial, nil) == nil {
		t.Error("no argument is accepted")
	}
}

// afterAMove returns the position after the first legal move, or the same one if there is none.
func afterAMove(s chess.Setup) *chess.Setup {
	p, err := chess.NewPosition(s)
	if err != nil {
		panic(err)
	}
	if moves := p.LegalMoves(nil); len(moves) > 0 {
		p.Make(moves[0])
	}
	s = p.Setup()
	return &s
}

// factStarts are starts in which much is blocked, or nearly so.
var factStarts = []string{
	"1rB1k3/1p1p4/2P5/2P5/8/8/8/4K3 b - - 0 1",
	"1n2k1n1/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/1N2K1N1 w - - 0 1",
	"1nb1k1n1/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/1NB1KBN1 w - - 0 1",
	"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
	"k7/b1p1p1p1/2P1P1P1/8/8/1p1p1p1p/1P1P1P1P/K1B5 w - - 0 1",
	"4k3/pPp2p2/P1P1pPp1/4P1Pp/1b3p1P/3p1P2/3P4/1B2K3 w - - 0 1",
	"4k3/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/B3K2N w - - 0 1",
}

// someStart returns one of these, now and then.
func someStart(r *rand.Rand) *chess.Setup {
	switch r.IntN(4) {
	case 0:
		return nil
	case 1:
		return randomgames.TrickyStart(r)
	}
	s, err := chess.ParseFEN(factStarts[r.IntN(len(factStarts))])
	if err != nil {
		panic(err)
	}
	return &s
}

// streams calls visit for the positions of random games, with all kinds of starts.
func streams(seed uint64, positions int, visit func(*randomgames.Position) bool) {
	randomgames.Play(seed, positions/2, visit)
	randomgames.PlayFrom(seed, positions/2, someStart, visit)
}

// TestFactsOfGames: what the finders say of men that never move is true of games, and so
// is every fact, guessed at random, that the checker lets pass.
func TestFactsOfGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(8, 8))
	var h *followed
	found, guessed := map[facts.FactRule]int{}, map[facts.FactRule]int{}
	failures := 0
	streams(21, *argumentPositions, func(g *randomgames.Position) bool {
		if g.Ply == 0 {
			h = newFollowed()
		} else {
			h.follow(g.Before, g.Move)
		}
		start, goal := rules.StartOr(g.Start), g.Pos.Setup()
		blocked, refuted := rules.Blocked(start, &goal)
		if refuted != nil {
			t.Errorf("from %s to %s: %v", start, goal, refuted)
		}
		fail := func(what string, f facts.Fact) {
			t.Errorf("from %s to %s: %s: %s on %v is not true of the game", start, goal, what, f.By, f.Squares.Names())
			failures++
		}
		reach := rules.ReachFacts(start, &goal)
		for _, list := range [][]facts.Fact{blocked, reach} {
			for _, f := range list {
				if found[f.By]++; h.wrong(f) {
					fail("found", f)
				}
			}
		}
		expect.Succeeds(t, expect.Err(facts.Verify(start, &goal, reach)), "from %s to %s", start, goal)
		a, refuted := rules.Abstract(start, &goal)
		b, err := facts.NewAbstraction(start, &goal, blocked)
		if refuted != nil || err != nil {
			t.Errorf("from %s to %s: %v, %v", start, goal, refuted, err)
		} else if a.Fixed != b.Fixed || a.Dead != b.Dead || a.Captures != b.Captures || a.Needed != b.Needed || a.Promotes != b.Promotes || a.Class != b.Class {
			t.Errorf("from %s to %s: NewAbstraction sees something else than Abstract", start, goal)
		}
		// Guesses, given some of what was found.
		var given []facts.Fact
		for _, f := range append(slices.Clone(blocked), reach...) {
			if r.IntN(2) == 0 {
				given = append(given, f)
			}
		}
		know := facts.New(start, &goal)
		for range 12 {
			f := facts.Fact{By: factRules[r.IntN(len(factRules))], Squares: facts.Squares(randomSquares(r, start))}
			if len(given) > 0 && r.IntN(2) == 0 {
				f = given[0]
				given = given[1:]
				if r.IntN(4) == 0 {
					f.Squares ^= facts.Squares(randomSquares(r, start))
				}
			}
			if know.Add(f) != nil {
				continue
			}
			if guessed[f.By]++; h.wrong(f) {
				fail("guessed", f)
			}
		}
		return failures < 10
	})
	t.Log("found", found, "guessed", guessed)
	for _, by := range factRules {
		if by != "hearsay" && (found[by] < 20 && by != facts.ByCheckedKing || guessed[by] < 20) {
			t.Errorf("%s: only %d found and %d guessed", by, found[by], guessed[by])
		}
	}
}

// neighbour changes a diagram a little, so that it is hardly one of the game any more
// but much is as it was.
func neighbour(r *rand.Rand, s chess.Setup) chess.Setup {
	for range 1 + r.IntN(2) {
		from, to := chess.Square(r.IntN(64)), chess.Square(r.IntN(64))
		switch r.IntN(5) {
		case 0:
			s.Turn = s.Turn.Other()
		case 1:
			s.Castling = chess.Castling(r.IntN(16))
		case 2:
			if s.Board[to].Kind() != chess.King {
				s.Board[to] = s.Board[from]
			}
		default:
			s.Board[from], s.Board[to] = s.Board[to], s.Board[from]
		}
	}
	s.EnPassant = chess.NoSquare
	return s
}

// TestNoArgumentAgainstGames: no argument is ever accepted against a position of a game,
// be it made for another position or changed at random.
func TestNoArgumentAgainstGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(9, 9))
	pool := proofs(t)
	tried := map[facts.Kind]int{}
	failures, fixed := 0, len(pool)
	most := expect.Size(*argumentPositions/6, 5**argumentPositions)
	streams(22, most, func(g *randomgames.Position) bool {
		start, goal := rules.StartOr(g.Start), g.Pos.Setup()
		try := func(a *facts.Argument) {
			tried[a.Kind]++
			if facts.Check(start, &goal, a) != nil {
				return
			}
			text, _ := json.Marshal(a)
			t.Errorf("from %s to %s, which a game has reached (%s): accepted: %s", start, goal, g.Manner, text)
			failures++
		}
		changed := func(a *facts.Argument) {
			try(a)
			for range 3 {
				b := clone(a)
				for range 1 + r.IntN(3) {
					mutate(r, b, start)
				}
				try(b)
			}
		}
		changed(pool[r.IntN(len(pool))].argument)
		// The argument against something that looks like the position.
		for range 3 {
			near := neighbour(r, goal)
			for _, refuted := range refutations(start, &near) {
				changed(refuted.Argument)
				expect.Succeeds(t, facts.Check(start, &near, refuted.Argument), "from %s to %s: %s", start, near, refuted.Reason)
				if len(pool) < fixed+2000 && r.IntN(10) == 0 {
					pool = append(pool, proof{*start, near, refuted.Argument})
				}
			}
		}
		return failures < 10
	})
	t.Log(tried)
}

// FuzzCheck: no text makes the checker panic, and the positions that one move makes of
// a start are never refuted.
func FuzzCheck(f *testing.F) {
	for _, p := range proofs(f)[:200] {
		text := expect.Must(json.Marshal(p.argument))
		f.Add(p.start.FEN(), p.goal.FEN(), text)
	}
	f.Fuzz(func(t *testing.T, startFEN, goalFEN string, text []byte) {
		if strings.Count(startFEN, "/") != 7 || len(text) > 1<<16 {
			return
		}
		start, err := chess.ParseFEN(startFEN)
		if err != nil {
			return
		}
		goal, err := chess.ParseFEN(goalFEN)
		if err != nil {
			return
		}
		var a facts.Argument
		if json.Unmarshal(text, &a) != nil {
			return
		}
		facts.Check(&start, &goal, &a)
		facts.NewAbstraction(&start, &goal, a.Blocked)
		if _, err := chess.NewPosition(start); err == nil && facts.Check(&start, afterAMove(start), &a) == nil {
			t.Errorf("%s after a move is refuted by %s", startFEN, text)
		}
	})
}

// play returns the positions of a game, by its moves in UCI.
func play(t *testing.T, start chess.Setup, moves string) (list []chess.Setup) {
	t.Helper()
	p := expect.Must(chess.NewPosition(start))
	for _, text := range strings.Fields(moves) {
		m := expect.Must(notation.ParseUCI(p, text))
		p.Make(m)
		list = append(list, p.Setup())
	}
	return list
}

// TestBishopReturns: a bishop between men that never move is captured, a pawn becomes a
// queen on its square and leaves, and another one becomes a bishop there. So the square
// is not blocked, and the queen needs no other promotion square.
func TestBishopReturns(t *testing.T) {
	t.Parallel()
	start := mustFEN(t, factStarts[0])
	game := play(t, start, "b8c8 e1e2 c8b8 c6c7 b8a8 c7c8q e8e7 c8h8 e7f7 c5c6 f7e7 c6c7 e7f7 c7c8b")
	goal := game[len(game)-1]
	c8 := chess.Square(58)
	if f := (facts.Fact{By: facts.ByCagedBishop, Squares: facts.Squares(c8.Bit())}); verifies(&start, &goal, []facts.Fact{{By: facts.ByHomePawn, Squares: facts.Squares(chess.SetOf(49, 51))}, f}) {
		t.Errorf("%s: accepted on c8", f.By)
	}
	a, refuted := rules.Abstract(&start, &goal)
	if refuted != nil {
		t.Fatal(refuted)
	}
	if a.Fixed.Has(c8) || !a.Promotes[chess.White][2][1] || len(a.Specials) != 0 || !a.BishopFits(facts.LightBishop, chess.White, 2) || a.Needed[chess.White] != 1 {
		t.Errorf("%+v", a)
	}
	// While nobody has been captured it is the same bishop.
	same := play(t, start, "b8a8 e1e2")
	if a, refuted = rules.Abstract(&start, &same[1]); refuted != nil || !a.Fixed.Has(c8) {
		t.Errorf("%+v, %v", a, refuted)
	}
}

// verifies reports whether facts are accepted.
func verifies(start, goal *chess.Setup, list []facts.Fact) bool {
	_, err := facts.Verify(start, goal, list)
	return err == nil
}

// TestParityAfterCapture: the squares of the men tell nothing once a man is captured that
// may have been captured anywhere, and they tell as much as before if it never moved.
func TestParityAfterCapture(t *testing.T) {
	t.Parallel()
	var tt struct {
		start string // the initial position if empty
		game  string
		ok    bool
	}
	for range expect.Rows(t, "testdata/parity-after-capture.tsv", &tt.start, &tt.game, &tt.ok) {
		start := initial
		if tt.start != "" {
			start = mustFEN(t, tt.start)
		}
		game := play(t, start, tt.game)
		goal := game[len(game)-1]
		goal.Turn = goal.Turn.Other()
		a := parityOf(t, &start, &goal)
		expect.Equal(t, facts.Check(&start, &goal, &a) == nil, tt.ok, "%s", tt.game)
		goal.Turn = goal.Turn.Other()
		expect.Fails(t, facts.Check(&start, &goal, &a), "%s, and the other side to move", tt.game)
	}
}

// parityOf returns an argument about the parity with some groups, and those of all other pieces.
func parityOf(t *testing.T, start, goal *chess.Setup, groups ...facts.Squares) facts.Argument {
	t.Helper()
	blocked := rules.ReachFacts(start, goal)
	p := expect.Must(facts.Verify(start, goal, blocked))
	if all, ok := rules.ParityGroups(p, groups); ok {
		groups = all
	}
	return facts.Argument{Kind: facts.Parity, Blocked: blocked, Groups: groups}
}

// TestParityOfCapturedGroup: what a pawn has captured may be the rook of a group, and not the knight.
func TestParityOfCapturedGroup(t *testing.T) {
	t.Parallel()
	start := mustFEN(t, "r3k3/8/8/6n1/7p/2N3pr/6PP/R3K3 w Qq - 0 1")
	game := play(t, start, "g2h3 g5e4 c3e4")
	goal := game[len(game)-1]
	a := parityOf(t, &start, &goal, facts.Squares(chess.SetOf(23)))
	for range 2 {
		if facts.Check(&start, &goal, &a) == nil {
			t.Errorf("%s: accepted", goal)
		}
		goal.Turn = goal.Turn.Other()
	}
}

// needing is the count that no man of the start can have become the man on a square of the goal.
func needing(goal *chess.Setup, square string) *facts.Count {
	sq, _ := chess.ParseSquare(square)
	return &facts.Count{Side: goal.Board[sq].Color().String(), Needs: facts.Squares(sq.Bit())}
}

// TestPawnBeforeCheckedKing: a pawn goes on from the square ahead of a king that never moves, and not from
// where it gives check.
func TestPawnBeforeCheckedKing(t *testing.T) {
	t.Parallel()
	list := []facts.Fact{{By: facts.ByCastling, Squares: facts.Squares(chess.SetOf(56, 60))}, {By: facts.ByCheckedKing, Squares: facts.Squares(chess.SetOf(60))}}
	for _, tt := range []struct {
		start, goal, square string
		ok                  bool
	}{
		{"r3kn2/4P3/8/8/8/8/8/4K3 w q - 0 1", "r3kN2/8/8/8/8/8/8/4K3 b q - 0 1", "f8", false}, // e7xf8
		{"r3k3/8/3P4/8/8/8/8/4K3 w q - 0 1", "r3k3/8/8/8/8/8/1Q6/4K3 b q - 0 1", "b2", true},
		{"r3k3/8/2P5/8/8/8/8/4K3 w q - 0 1", "r3k3/8/8/8/8/8/1Q6/4K3 b q - 0 1", "b2", false},
	} {
		start, goal := mustFEN(t, tt.start), mustFEN(t, tt.goal)
		a := facts.Argument{Kind: facts.Unmatched, Blocked: list, Count: needing(&goal, tt.square)}
		expect.Equal(t, facts.Check(&start, &goal, &a) == nil, tt.ok, "%s from %s", tt.goal, tt.start)
	}
}

// TestVictimEnPassant: a pawn that has made its double step before the start is captured on the square behind it.
func TestVictimEnPassant(t *testing.T) {
	t.Parallel()
	start, goal := mustFEN(t, "4k3/8/8/3pP3/8/8/3P4/4K3 w - d6 0 1"), mustFEN(t, "4k3/8/3P4/8/8/8/3P4/4K3 b - - 0 1")
	p, err := facts.Verify(&start, &goal, []facts.Fact{{By: facts.ByHomePawn, Squares: facts.Squares(chess.SetOf(11))}}) // it does not promote
	expect.NoError(t, err)
	p.Refresh()
	if victims, _ := p.Victims(43); victims != chess.SetOf(35) {
		t.Errorf("the pawn on d6 has captured one of those on %v, not the one on d5", facts.Squares(victims).Names())
	}
}

// TestDeadlockWithoutCaptures: pawns that face each other are stuck as long as neither side captures anything.
func TestDeadlockWithoutCaptures(t *testing.T) {
	t.Parallel()
	start := mustFEN(t, "4k1n1/8/8/p7/P7/8/8/1N2K3 w - - 0 1")
	list := []facts.Fact{{By: facts.ByDeadlock, Squares: facts.Squares(chess.SetOf(24, 32))}}
	for goal, holds := range map[string]bool{
		"4k1n1/8/8/p7/P7/8/8/1N2K3 b - - 0 1": true, "4k1n1/8/8/p7/P7/8/8/4K3 b - - 0 1": false, "4k3/8/8/p7/P7/8/8/1N2K3 b - - 0 1": false,
	} {
		end := mustFEN(t, goal)
		if _, err := facts.Verify(&start, &end, list); (err == nil) != holds {
			t.Errorf("%s: %v", goal, err)
		}
	}
}
