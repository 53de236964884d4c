package facts_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// TestClosedSetTampering: a closed set is refused without any of its states, with a state that says more, and with
// texts that are not what String writes.
func TestClosedSetTampering(t *testing.T) {
	t.Parallel()
	fewer := 0
	for _, fen := range []string{
		"4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1",
		"Knrk4/BpppRp2/1p2p3/8/8/8/8/8 w - - 0 1",
		"rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1",
		"4k3/8/8/8/8/1P6/bPP5/1b2K3 b - - 0 1",
	} {
		goal := mustFEN(t, fen)
		refuted, _, _ := rules.Cage(&initial, &goal, rules.CageBudget{States: 3000, EachTry: 1000, MostMen: 12})
		if refuted == nil || refuted.Argument.Kind != facts.ClosedSet {
			t.Fatalf("%s: %v", fen, refuted)
		}
		a := refuted.Argument
		check := func(states []facts.State) error {
			b := clone(a)
			b.States = states
			return facts.Check(&initial, &goal, throughJSON(t, b))
		}
		must := func(want string, states ...facts.State) {
			t.Helper()
			expect.ErrorSays(t, check(states), want, "%s: %v", fen, states)
		}
		expect.NoError(t, check(a.States))
		must("no state covers the goal")
		others := [8]uint8{7: 1}
		const empty = "8/8/8/8/8/8/8/8 "
		must("which no state covers", append(slices.Clone(a.States), facts.State{FEN: empty + "w", Black: others})...)
		must("the start agrees", append(slices.Clone(a.States), facts.State{FEN: empty + "w", White: others, Black: others})...)
		must("no state covers the goal", facts.State{FEN: empty + "w"}) // nothing can have moved
		must("4097 states", slices.Repeat(a.States[:1], facts.MostStates+1)...)
		for i, state := range a.States {
			without := slices.Delete(slices.Clone(a.States), i, i+1)
			if len(without) == 0 {
				continue
			}
			expect.ErrorSays(t, check(without), "no state covers", "%s: without %v", fen, state)
			with := func(change func(s *facts.State)) []facts.State {
				s := state
				change(&s)
				return append(slices.Clone(without), s)
			}
			for k := range state.White {
				for _, may := range []func(s *facts.State) *uint8{func(s *facts.State) *uint8 { return &s.White[k] }, func(s *facts.State) *uint8 { return &s.Black[k] }} {
					if err := check(with(func(s *facts.State) { *may(s) -= min(1, *may(s)) })); err != nil {
						fewer++
					}
				}
			}
			for _, text := range []string{"", empty, empty + "x", empty + "w - - 0 1", state.FEN + " ", " " + state.FEN, strings.Replace(state.FEN, "/", "//", 1), strings.Replace(state.FEN, " ", "  ", 1), strings.ToUpper(state.FEN)} {
				must("state "+fmt.Sprint(len(without))+": ", with(func(s *facts.State) { s.FEN = text })...)
			}
		}
	}
	if fewer < 100 {
		t.Errorf("%d states were needed with all that they allow", fewer)
	}
}

// TestWhole: what is known at the goal, and certain captures.
func TestWhole(t *testing.T) {
	t.Parallel()
	goal := mustFEN(t, "rnbqkbnr/p1pppppp/8/8/8/P7/P1PPPPPP/RNBQKBN1 b - - 0 1")
	a := facts.New(&initial, &goal).Whole()
	want := facts.State{FEN: "rnbqkbnr/p1pppppp/8/8/8/P7/P1PPPPPP/RNBQKBN1 b", White: [8]uint8{5: 1}, Black: [8]uint8{1: 1, 6: 1}}
	expect.Equal(t, a.State(), want, "a.State()")
	a.Forget(chess.AllSquares &^ 3)
	want = facts.State{FEN: "8/8/8/8/8/8/8/RN6 b", White: [8]uint8{5: 1, 7: 1}, Black: [8]uint8{1: 1, 6: 1, 7: 1}}
	expect.Equal(t, a.State(), want, "a.State()")
	// Two dark bishops at the goal, one of which was a pawn; the start's was captured where it stood.
	start := mustFEN(t, "4k3/8/8/8/8/8/1P1P3P/2B1K3 w - - 0 1")
	goal = mustFEN(t, "4k3/8/8/8/8/B7/1P1P4/4K3 w - - 0 1")
	p := expect.Must(facts.Verify(&start, &goal, []facts.Fact{{By: facts.ByHomePawn, Squares: facts.Squares(chess.SetOf(9, 11))}, {By: facts.ByDeadBishop, Squares: 4}}))
	a = p.Whole()
	want = facts.State{FEN: "4k3/8/8/8/8/B7/8/4K3 w", White: [8]uint8{6: 1}}
	expect.Equal(t, a.State(), want, "a.State()")
}

// FuzzClosedSet: no text of states makes the checker fail otherwise than with an error.
func FuzzClosedSet(f *testing.F) {
	f.Add("8/8/8/8/8/8/8/8 w", "8/8/8/8/8/8/8/8 b", []byte{0, 1, 2, 255})
	f.Add("P7/8/8/8/8/8/8/p7 w", "kkkkkkkk/pppppppp/8/8/8/8/PPPPPPPP/KKKKKKKK b", []byte{7: 1, 15: 1})
	f.Fuzz(func(t *testing.T, one, two string, may []byte) {
		s := facts.State{FEN: one}
		copy(s.White[:], may)
		copy(s.Black[:], may[min(len(may), 8):])
		goal := initial
		goal.Turn = goal.Turn.Other()
		goal.Castling = 0
		a := &facts.Argument{Kind: facts.ClosedSet, States: []facts.State{s, {FEN: two, Black: s.White}}}
		if facts.Check(&initial, &goal, a) == nil {
			t.Errorf("accepted: %v", a.States)
		}
	})
}
