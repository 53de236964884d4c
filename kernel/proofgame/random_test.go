package proofgame

import (
	"context"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
)

// legalSamples returns the FENs of the legal positions of the random sample.
func legalSamples(tb testing.TB) (fens []string) {
	var fen, multiplicity, verdict, reason string
	for range expect.Rows(tb, "../../testdata/legality/legality-random-1k.tsv", &fen, &multiplicity, &verdict, &reason) {
		if verdict == "legal" {
			fens = append(fens, fen)
		}
	}
	return fens
}

// construct builds a game to a FEN and checks it once more.
func construct(tb testing.TB, fen string, o Options) error {
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(fen))
	game, err := Construct(context.Background(), &start, &goal, o)
	if err != nil {
		return err
	}
	p := chess.InitialPosition()
	for i, m := range game.Moves {
		if !playAll(p, []chess.Move{m}, 0) {
			tb.Fatalf("%s: move %d, %s, is illegal in %s", fen, i, m, p.FEN())
		}
	}
	now := p.Setup()
	if now.Board != goal.Board || now.Turn != goal.Turn || now.Castling != goal.Castling {
		tb.Fatalf("%s: the game ends at %s", fen, p.FEN())
	}
	return nil
}

// testStates is the budget of tests; none fails without using it up.
const testStates = DefaultStates

// TestRandomSample builds games to all legal positions of the sample.
func TestRandomSample(t *testing.T) {
	t.Parallel()
	fens := legalSamples(t)
	fens = expect.Short(fens[:6], fens)
	for _, fen := range fens {
		expect.Succeeds(t, construct(t, fen, Options{States: testStates, MaxQuiet: 150}), "%s", fen)
	}
}

// TestRandomGames builds games to positions out of random games from other starts,
// with whatever rights they have.
func TestRandomGames(t *testing.T) {
	t.Parallel()
	const every = 199
	n := expect.Short(10, 60)
	visited, tried, solved := 0, 0, 0
	randomgames.Play(1, n*every, func(p *randomgames.Position) bool {
		if visited++; visited%every != 0 {
			return true
		}
		start, goal := chess.InitialSetup(), p.Pos.Setup()
		if p.Start != nil {
			start = *p.Start
		}
		tried++
		if _, err := Construct(context.Background(), &start, &goal, Options{States: testStates / 20}); err != nil {
			t.Logf("%s -> %s: %v", start.FEN(), goal.FEN(), err)
			return true
		}
		solved++
		return true
	})
	t.Logf("%d of %d solved", solved, tried)
	if 10*solved < 9*tried {
		t.Errorf("%d of %d solved, want nine of ten", solved, tried)
	}
}

// TestSeed builds the same game twice.
func TestSeed(t *testing.T) {
	t.Parallel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(legalSamples(t)[0]))
	o := Options{Seed: 3, States: testStates}
	one, err := Construct(context.Background(), &start, &goal, o)
	expect.NoError(t, err)
	two, err := Construct(context.Background(), &start, &goal, o)
	if err != nil || !slices.Equal(one.Moves, two.Moves) {
		t.Errorf("another game for the same seed, %v", err)
	}
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := chess.InitialSetup()
	goal := expect.Must(chess.ParseFEN(legalSamples(t)[0]))
	expect.ErrorIs(t, expect.Err(Construct(ctx, &start, &goal, Options{})), context.Canceled,
		"cancelled")
}

func BenchmarkConstruct(b *testing.B) {
	fens := legalSamples(b)
	for i := range b.N {
		_ = construct(b, fens[i%len(fens)], Options{States: testStates})
	}
}
