package answers_test

import (
	"bytes"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/ask"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/exact"
	"retroproof/proofs/illegal/facts"
)

// tempoFile returns a file with claims about moves in games of a length, or if that is 0 trees for all shorter games, and
// the moves that are needed.
func tempoFile(t *testing.T, fen string, plies int, o ask.Options) []byte {
	t.Helper()
	a, err := ask.AskTempo(t.Context(), setup(t, fen), plies, o)
	expect.NoError(t, err)
	return certified(t, o, a)
}

// TestTempo: every change of a claim about moves that makes it say something else, or of what shows it, is refused.
func TestTempo(t *testing.T) {
	t.Parallel()
	const fen = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1" // of six plies, or eight
	file := tempoFile(t, fen, 0, ask.Options{})
	n := len(read(t, file).claims)
	if _, err := check(file); err != nil || n != 4 {
		t.Fatalf("%d claims, %v; want 4", n, err)
	}
	refuse := func(why string, at int, change func(c *answers.Claim, x *answers.Tempo)) {
		t.Helper()
		p := read(t, file)
		change(&p.claims[at], p.claims[at].Tempo)
		if b := p.write(t); bytes.Equal(b, file) {
			t.Errorf("%s changes nothing", why)
		} else if _, err := check(b); err == nil {
			t.Errorf("%s is verified", why)
		}
	}
	for i := range n - 1 {
		for _, plies := range []int{6, 8, 10, -2, exact.MostPlies + 2} { // the first three have games
			refuse("a length with games", i, func(_ *answers.Claim, x *answers.Tempo) { x.Plies = plies })
		}
		refuse("a tree cut", i, func(_ *answers.Claim, x *answers.Tempo) { x.Tree = x.Tree[:len(x.Tree)-1] })
		refuse("a tree that goes on", i, func(_ *answers.Claim, x *answers.Tempo) { x.Tree = append(x.Tree, '\n') })
		refuse("moves with a tree", i, func(_ *answers.Claim, x *answers.Tempo) { x.Least[0] = 1 })
		refuse("men that stay with a tree", i, func(_ *answers.Claim, x *answers.Tempo) { x.Stay = 1 })
		refuse("steps with a tree", i, func(_ *answers.Claim, x *answers.Tempo) { x.Steps = []answers.TempoStep{{}} })
		refuse("a FEN of several lines", i, func(c *answers.Claim, x *answers.Tempo) {
			about := exact.Claim{Start: initial, Goal: c.FEN, Plies: x.Plies}
			_, rest, _ := strings.Cut(about.String(), "goal ")
			c.FEN, x.Tree = strings.TrimSuffix(rest, "\n"), append([]byte(nil), x.Tree...)
		})
	}
	last := n - 1
	for side := range 2 {
		refuse("one move more", last, func(_ *answers.Claim, x *answers.Tempo) { x.Least[side]++ })
		refuse("one move less", last, func(_ *answers.Claim, x *answers.Tempo) { x.Least[side]-- })
	}
	for i, s := range read(t, file).claims[last].Tempo.Steps {
		refuse("a step left out", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps = slices.Delete(x.Steps, i, i+1) })
		for _, side := range []int{1 - s.Side, -1, 2, 1 << 30} {
			refuse("another side", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Side = side })
		}
		refuse("a number more", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Men = append(x.Steps[i].Men, 0) })
		for j := range s.Men {
			refuse("a larger number", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Men[j]++ })
			refuse("a larger number", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Places[j]++ })
		}
	}
	for sq := range chess.Bitboard(^read(t, file).claims[last].Tempo.Stay).Squares() {
		refuse("a man more that stays", last, func(_ *answers.Claim, x *answers.Tempo) { x.Stay |= 1 << sq })
	}
	older := read(t, file)
	older.claims[last].Tempo.Stay = 0
	expect.Succeeds(t, expect.Err(check(older.write(t))), "without men that stay")
	refuse("too many steps", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps = slices.Repeat(x.Steps, 20) })
	refuse("a length without games", last, func(_ *answers.Claim, x *answers.Tempo) { x.Plies = 1 })
	refuse("a negative length", last, func(_ *answers.Claim, x *answers.Tempo) { x.Plies = -2 })
	refuse("no moves", last, func(c *answers.Claim, _ *answers.Tempo) { c.Tempo = nil })
	refuse("another position", last, func(c *answers.Claim, _ *answers.Tempo) { c.FEN = initial })
	refuse("no position", last, func(c *answers.Claim, _ *answers.Tempo) { c.FEN = "8/8/8/8/8/8/8/8 w - - 0 1" })
}

// TestTempoOfGames: no claim about a position of a random game, and games of its length, says that there are none, that
// a side needs more moves than it made, or that a man stays that has moved or was captured.
func TestTempoOfGames(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(41, 1))
	claims, staying, castlings, captures := 0, 0, 0, 0
	for _, kind := range slices.Sorted(maps.Keys(randomgames.Starts)) {
		for range expect.Size(40, 10_000) {
			var o ask.Options
			o.Resolve.Refute.Start = randomgames.Starts[kind](r)
			p := expect.Must(chess.NewPosition(*rules.StartOr(o.Resolve.Refute.Start)))
			manner, made, moved := randomgames.AnyManner(r), [2]int{}, chess.NoSquares
			for plies := 1; plies <= 16; plies++ {
				m, ok := manner.Move(r, p)
				if !ok {
					break
				}
				before := *p
				p.Make(m)
				made[before.Turn()]++
				moved |= m.From().Bit() | m.To().Bit() | before.Occupied()&^p.Occupied()
				if m.IsCastling() {
					castlings++
				}
				captures += before.Occupied().Count() - p.Occupied().Count()
				if plies < 4 || plies%3 > 0 && !m.IsCastling() {
					continue // others are asked about
				}
				goal := p.Setup()
				file := tempoFile(t, goal.FEN(), plies, o)
				if file == nil {
					continue // neither side needs a move
				}
				report, err := check(file)
				expect.NoError(t, err)
				for _, c := range report.Claims {
					claims++
					staying += chess.Bitboard(c.Tempo.Stay).Count()
					if c.Tempo.Tree != nil || c.Tempo.Least[0] > made[0] || c.Tempo.Least[1] > made[1] ||
						chess.Bitboard(c.Tempo.Stay)&moved != 0 {
						t.Errorf("%s: %s, and one from %s moves or captures the men on %v",
							goal.FEN(), c.Text(), report.Start, facts.Squares(moved).Names())
					}
				}
			}
		}
	}
	if claims < 500 || staying < 5000 || castlings < 10 || captures < 100 {
		t.Errorf("only %d claims, %d men that stay, %d castlings, and %d captures", claims, staying, castlings, captures)
	}
}
