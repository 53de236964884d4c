package resolve

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/replay"
)

func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s, err := chess.ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

func TestPosition(t *testing.T) {
	const (
		built   = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
		refuted = "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1" // by kernels
	)
	for _, tt := range []struct {
		name    string
		fen     string
		o       Options
		verdict kernel.Verdict
		reason  string
		sought  bool
	}{
		{"start", chess.InitialFEN, Options{}, kernel.Legal, "IsStart", false},
		{"game", built, Options{}, kernel.Legal, "ProofGame", true},
		{"no game", built, Options{NoGame: true}, kernel.Unknown, "", false},
		{"small budget", built, Options{Game: proofgame.Options{States: 1}}, kernel.Unknown, "", true},
		{"refuted", refuted, Options{}, kernel.Illegal, "NoKernel", false},
		{"not refuted by a glance", refuted, Options{OnlyGlance: true, Game: proofgame.Options{States: 1000}}, kernel.Unknown, "", true},
		{"refuted by a glance", "8/8/8/8/8/8/8/Kk6 w - - 0 1", Options{OnlyGlance: true}, kernel.Illegal, "AdjacentKings", false},
		{"other start", "4k3/8/8/8/8/8/8/3K4 b - - 0 1", Options{Refute: kernel.DecideOptions{Start: setup(t, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")}}, kernel.Legal, "ProofGame", true},
	} {
		a, err := Position(context.Background(), setup(t, tt.fen), tt.o)
		if err != nil || a.Verdict != tt.verdict || string(a.Reason) != tt.reason || a.Sought != tt.sought {
			t.Errorf("%s: %s %s, sought %t, %v", tt.name, a.Verdict, a.Reason, a.Sought, err)
		}
		if a.Verdict != kernel.Legal {
			continue
		}
		start := chess.InitialFEN
		if tt.o.Refute.Start != nil {
			start = tt.o.Refute.Start.FEN()
		}
		if _, err := replay.Check(start, tt.fen, a.Game, replay.Options{}); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

func TestMaxQuiet(t *testing.T) {
	goal := setup(t, "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1")
	a, err := Position(context.Background(), goal, Options{Game: proofgame.Options{MaxQuiet: 1, States: 200_000}})
	if err != nil || a.Verdict != kernel.Unknown {
		t.Errorf("%s, %v", a.Verdict, err)
	}
	a, err = Position(context.Background(), goal, Options{Game: proofgame.Options{MaxQuiet: 150}})
	if err != nil || a.Verdict != kernel.Legal {
		t.Errorf("%s, %v", a.Verdict, err)
	}
	for _, tt := range []struct {
		moves    string
		maxQuiet int
		ok       bool
	}{{"Nf3 Nf6", 0, true}, {"Nf3 Nf6", 2, true}, {"Nf3 Nf6", 1, false}, {"Nf3", 0, false}, {"Nf3 Nd6", 0, false}} {
		if err := (&Options{Game: proofgame.Options{MaxQuiet: tt.maxQuiet}}).Given(goal, strings.Fields(tt.moves)); (err == nil) != tt.ok {
			t.Errorf("%s with at most %d quiet plies: %v", tt.moves, tt.maxQuiet, err)
		}
	}
}

func TestSame(t *testing.T) {
	goal := setup(t, "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1")
	first, err := Position(context.Background(), goal, Options{})
	if err != nil {
		t.Fatal(err)
	}
	again, err := Position(context.Background(), goal, Options{})
	if err != nil || !slices.Equal(first.Game, again.Game) {
		t.Errorf("%v\n%v\n%v", first.Game, again.Game, err)
	}
}

func TestCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	goal := setup(t, "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1")
	if _, err := Position(ctx, goal, Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
