package facts_test

import (
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// firstGoals are refuted by NoFirstCapture alone: two pawns, three and four.
var firstGoals = []string{
	"rnbqk1nr/pppppp1p/7p/8/8/P7/P1PPPPPP/RN1QKBNR w KQkq - 0 1",
	"rnbqk1n1/pppppp1p/7p/8/8/P2P4/P2PPPPP/RNB1KBNR w KQq - 0 1",
	"rn1qk1nr/p1pppp1p/p6p/8/8/P2P4/P2PPPPP/RN2KBNR w KQkq - 0 1",
	"rnbqkbn1/ppppppp1/6p1/8/8/7P/PPPPPP1P/RNBQK1NR w KQq - 0 1",
}

// TestFirstTampering: every part of an argument is needed, and nothing else will do.
func TestFirstTampering(t *testing.T) {
	t.Parallel()
	for _, fen := range firstGoals {
		goal := mustFEN(t, fen)
		refuted := rules.Reach(&initial, &goal)
		expect.Equal(t, refuted.Argument.Kind, facts.ClosedSet, "%s: it is certain what was captured, and the argument", fen)
		a := &facts.Argument{Kind: facts.FirstCapture, Blocked: refuted.Argument.Blocked}
		for _, l := range refuted.First {
			a.First = append(a.First, facts.Without{Pawn: l.From.String(), To: l.To.String(), Count: l.Count})
		}
		if facts.Check(&initial, &goal, a) != nil {
			t.Fatalf("%s: %v", fen, facts.Check(&initial, &goal, a))
		}
		must := func(what string, change func(b *facts.Argument)) {
			t.Helper()
			b := clone(a)
			change(b)
			if facts.Check(&initial, &goal, throughJSON(t, b)) == nil {
				t.Errorf("%s: accepted with %s: %+v", fen, what, b.First)
			}
		}
		must("no pawns", func(b *facts.Argument) { b.First = nil })
		must("another kind", func(b *facts.Argument) { b.Kind = facts.Parity })
		must("a count", func(b *facts.Argument) { b.Count = &b.First[0].Count })
		for i, l := range a.First {
			must("a pawn less", func(b *facts.Argument) { b.First = slices.Delete(b.First, i, i+1) })
			must("a pawn twice", func(b *facts.Argument) { b.First = append(b.First, l) })
			for sq := range chess.Square(64) {
				name := sq.String()
				if name != l.Pawn {
					must("another pawn", func(b *facts.Argument) { b.First[i].Pawn = name })
				}
				if name != l.To {
					must("another pawn of the goal", func(b *facts.Argument) { b.First[i].To = name })
				}
				must("other men", func(b *facts.Argument) { b.First[i].Count.Men ^= facts.Squares(sq.Bit()) })
				if has(l.Count.Needs, sq) {
					must("a need less", func(b *facts.Argument) { b.First[i].Count.Needs &^= facts.Squares(sq.Bit()) })
				} else if m := goal.Board[sq]; m == chess.NoMan || m.Color().String() != l.Count.Side {
					must("a need that is none", func(b *facts.Argument) { b.First[i].Count.Needs |= facts.Squares(sq.Bit()) })
				}
			}
			for _, name := range []string{"", "e9", "B2"} {
				must("no square", func(b *facts.Argument) { b.First[i].Pawn = name })
				must("no square", func(b *facts.Argument) { b.First[i].To = name })
			}
			to, _ := chess.ParseSquare(l.To)
			must("its capture twice", func(b *facts.Argument) { b.First[i].Count.Captures |= facts.Squares(to.Bit()) })
			for _, side := range []string{"", "green", goal.Board[to].Color().String()} {
				must("another side", func(b *facts.Argument) { b.First[i].Count.Side = side })
			}
			must("a worth", func(b *facts.Argument) { b.First[i].Count.Worth = map[string]int{"e2": 1} })
			must("a price", func(b *facts.Argument) { b.First[i].Count.Price = map[string]int{"e2": 1} })
		}
	}
	goal := mustFEN(t, examples[rules.MenUnmatched][0])
	b := clone(rules.Reach(&initial, &goal).Argument)
	b.First = []facts.Without{{Pawn: "g2", To: "h3", Count: *b.Count}}
	if facts.Check(&initial, &goal, b) == nil {
		t.Error("MenUnmatched is accepted with pawns")
	}
}
