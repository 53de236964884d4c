package proofgame

import (
	"bufio"
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"retroproof/chess"
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

func TestRandomSample(t *testing.T) {
	fens := legalSamples(t)
	if testing.Short() {
		fens = fens[:4]
	}
	solved, longest := 0, time.Duration(0)
	begin := time.Now()
	for _, fen := range fens {
		now := time.Now()
		if err := construct(t, fen, Options{}); err != nil {
			t.Logf("%s: %v (%v)", fen, err, time.Since(now))
			continue
		}
		solved++
		longest = max(longest, time.Since(now))
		t.Logf("%s: %v", fen, time.Since(now))
	}
	if solved == 0 {
		t.Error("no position was solved")
	}
	t.Logf("%d of %d solved in %v, at most %v", solved, len(fens), time.Since(begin), longest)
}
