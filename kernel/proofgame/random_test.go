package proofgame

import (
	"bufio"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
)

// legalSamples returns the FENs of the legal positions of the random sample.
func legalSamples(tb testing.TB) (fens []string) {
	f, err := os.Open("../testdata/legality-random-1k.tsv")
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		if w := strings.Split(s.Text(), "\t"); len(w) > 2 && w[2] == "legal" {
			fens = append(fens, w[0])
		}
	}
	if s.Err() != nil || len(fens) == 0 {
		tb.Fatal("no legal positions", s.Err())
	}
	return fens
}

// construct builds a game to a FEN and checks it once more.
func construct(tb testing.TB, fen string, o Options) error {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN(fen)
	if err != nil {
		tb.Fatal(err)
	}
	game, err := Construct(context.Background(), &start, &goal, o)
	if err != nil {
		return err
	}
	p := chess.InitialPosition()
	for i, m := range game.Moves {
		if !legal(p, m) {
			tb.Fatalf("%s: move %d, %s, is illegal in %s", fen, i, m, p.FEN())
		}
		p.Make(m)
	}
	now := p.Setup()
	if now.Board != goal.Board || now.Turn != goal.Turn || now.Castling != goal.Castling {
		tb.Fatalf("%s: the game ends at %s", fen, p.FEN())
	}
	return nil
}

// testStates is the budget of tests.
const testStates = 5_000_000

func TestRandomSample(t *testing.T) {
	fens, want := legalSamples(t), 50
	if testing.Short() {
		fens, want = fens[:6], 6
	}
	solved := 0
	for _, fen := range fens {
		if err := construct(t, fen, Options{States: testStates}); err != nil {
			t.Logf("%s: %v", fen, err)
			continue
		}
		solved++
	}
	if solved < want {
		t.Errorf("%d of %d solved, want %d", solved, len(fens), want)
	}
}

// TestRandomGames builds games to positions out of random games, with whatever
// rights they have.
func TestRandomGames(t *testing.T) {
	const every = 199
	n := 30
	if testing.Short() {
		n = 5
	}
	visited, tried, solved := 0, 0, 0
	randomgames.Play(1, n*every, func(p *randomgames.Position) bool {
		if visited++; visited%every != 0 {
			return true
		}
		tried++
		goal := p.Pos.Setup()
		if err := construct(t, goal.FEN(), Options{States: testStates / 5}); err != nil {
			t.Logf("%s: %v", goal.FEN(), err)
			return true
		}
		solved++
		return true
	})
	t.Logf("%d of %d solved", solved, tried)
	if 2*solved < tried {
		t.Errorf("%d of %d solved, want half of them", solved, tried)
	}
}

// TestSeed builds the same game twice.
func TestSeed(t *testing.T) {
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN(legalSamples(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Seed: 3, States: testStates}
	one, err := Construct(context.Background(), &start, &goal, o)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Construct(context.Background(), &start, &goal, o)
	if err != nil || !slices.Equal(one.Moves, two.Moves) {
		t.Errorf("another game for the same seed, %v", err)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	start := chess.InitialSetup()
	goal, err := chess.ParseFEN(legalSamples(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Construct(ctx, &start, &goal, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func BenchmarkConstruct(b *testing.B) {
	fens := legalSamples(b)
	for i := range b.N {
		_ = construct(b, fens[i%len(fens)], Options{States: testStates})
	}
}
