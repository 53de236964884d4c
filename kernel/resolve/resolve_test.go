package resolve

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

func setup(t testing.TB, fen string) *chess.Setup {
	t.Helper()
	s := expect.Must(chess.ParseFEN(fen))
	return &s
}

func TestPosition(t *testing.T) {
	t.Parallel()
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
		if err != nil || a.Verdict != tt.verdict || string(a.Reason) != tt.reason || a.sought != tt.sought {
			t.Errorf("%s: %s %s, sought %t, %v", tt.name, a.Verdict, a.Reason, a.sought, err)
		}
		if a.Verdict != kernel.Legal {
			continue
		}
		start := chess.InitialFEN
		if tt.o.Refute.Start != nil {
			start = tt.o.Refute.Start.FEN()
		}
		expect.Succeeds(t, expect.Err(replay.Check(start, tt.fen, strings.Fields(a.UCI()), replay.Options{})),
			"%s", tt.name)
	}
}

// TestBeforeGame refutes a position by its closing pawns before a game is sought, and not with
// a smaller budget.
func TestBeforeGame(t *testing.T) {
	t.Parallel()
	goal := setup(t, "rnbqkbnr/1ppppppp/8/8/1b6/1P6/2PPPPPP/NRBQKBNR w Kkq - 0 1")
	for _, tt := range []struct {
		conflicts int64
		refuted   bool
	}{{0, true}, {1_000_000, true}, {-1, false}} {
		var log strings.Builder
		o := Options{Effort: 2, Game: proofgame.Options{States: 30}}
		o.Refute.FormulaConflicts, o.Refute.CageStates = tt.conflicts, -1 // a cage would refute it, too
		o.Refute.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
		a, err := Position(t.Context(), goal, o)
		if sought := strings.Contains(log.String(), "no game constructed"); err != nil || (a.Verdict == kernel.Illegal) != tt.refuted || sought == tt.refuted {
			t.Errorf("%d conflicts: %s, %v\n%s", tt.conflicts, a.Verdict, err, log.String())
		}
	}
}

func TestMaxQuiet(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	goal := setup(t, "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1")
	first := expect.Must(Position(context.Background(), goal, Options{}))
	again, err := Position(context.Background(), goal, Options{})
	if err != nil || !slices.Equal(first.Game, again.Game) {
		t.Errorf("%v\n%v\n%v", first.Game, again.Game, err)
	}
}

func TestCanceled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	goal := setup(t, "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1")
	expect.ErrorIs(t, expect.Err(Position(ctx, goal, Options{})), context.Canceled, "Position")
}

// TestSearch has A* look for games, at once or where nothing could be built.
func TestSearch(t *testing.T) {
	t.Parallel()
	const (
		near  = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"
		built = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
		stale = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
		none  = "7k/8/6K1/8/8/5Q2/8/8 b - - 0 1"
	)
	shortest := &astar.Options{WeightA: 1, WeightB: 1}
	knights := []chess.Move{chess.NewMove(1, 18), chess.NewMove(57, 42)} // Nc3 Nc6
	hint := expect.Must(kernel.ParseExtended("bPe7-e5 wPd2-d4 bPe5xd4 wPe2-e4 bPd7-d5 wPe4xd5"))
	wrong := expect.Must(kernel.ParseExtended("wPe4xd5"))
	from := kernel.DecideOptions{Start: setup(t, stale)}
	for _, tt := range []struct {
		name     string
		fen      string
		o        Options
		verdict  kernel.Verdict
		reason   facts.Reason
		begins   string // of the game, or of the way to the nearest position
		shortest bool
		cause    error
	}{
		{"shortest", near, Options{Search: shortest}, kernel.Legal, ProofGame, "Nf3 Nf6", true, nil},
		{"restarts", near, Options{Search: &astar.Options{}, Restarts: true}, kernel.Legal, ProofGame, "Nf3 Nf6", true, nil},
		{"the start", chess.InitialFEN, Options{Search: shortest}, kernel.Legal, kernel.IsStart, "", true, nil},
		{"limit", built, Options{Search: &astar.Options{Nodes: 100}}, kernel.Unknown, "", "e4 d5", false, astar.ErrNodes},
		{"last resort", near, Options{Game: proofgame.Options{States: 5000}, LastResort: &astar.Options{}}, kernel.Legal, ProofGame, "Nf3 Nf6", true, nil},
		{"not needed", built, Options{LastResort: &astar.Options{Nodes: 1}}, kernel.Legal, ProofGame, "e4 d5 exd5", false, nil},
		{"begin", near, Options{Begin: knights, Search: shortest}, kernel.Legal, ProofGame, "Nc3 Nc6 ", true, nil},
		{"begin, built", near, Options{Begin: knights}, kernel.Legal, ProofGame, "Nc3 Nc6 ", false, nil},
		{"only begin", "r1bqkbnr/pppppppp/2n5/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 2 2", Options{Begin: knights, Search: shortest}, kernel.Legal, "", "Nc3 Nc6", true, nil},
		{"too quiet", near, Options{Search: shortest, Game: proofgame.Options{MaxQuiet: 1}}, kernel.Unknown, "", "Nf3 Nf6", false, ErrMaxQuiet},
		{"quiet", near, Options{Search: shortest, Game: proofgame.Options{MaxQuiet: 2}}, kernel.Legal, ProofGame, "Nf3 Nf6", true, nil},
		{"unreachable", none, Options{Refute: from, Search: shortest}, kernel.Illegal, Unreachable, "", false, nil},
		{"unreachable at last", none, Options{Refute: from, Game: proofgame.Options{States: 10_000}, LastResort: shortest}, kernel.Illegal, Unreachable, "", false, nil},
		{"no kernel is proof enough", "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1", Options{OnlyGlance: true, LastResort: &astar.Options{Nodes: 1}}, kernel.Unknown, "", "", false, nil},
		{"hint", built, Options{Hint: hint}, kernel.Legal, ProofGame, "", false, nil},
		{"wrong hint", built, Options{Hint: wrong}, kernel.Legal, ProofGame, "e4 d5 exd5", false, nil},
	} {
		a, err := Position(context.Background(), setup(t, tt.fen), tt.o)
		if err != nil || a.Verdict != tt.verdict || tt.reason != "" && a.Reason != tt.reason || a.Shortest != tt.shortest {
			t.Errorf("%s: %s %s, shortest %t, %v", tt.name, a.Verdict, a.Reason, a.Shortest, err)
			continue
		}
		game := a.Game
		if a.Verdict == kernel.Legal {
			expect.Succeeds(t, tt.o.Given(&a.Setup, game), "%s", tt.name)
		} else if a.Search != nil {
			game = a.Search.Best
			expect.Equal(t, a.Search.Cause, tt.cause, "%s", tt.name)
		}
		if !strings.HasPrefix(strings.Join(game, " "), tt.begins) {
			t.Errorf("%s: %v, want %s", tt.name, game, tt.begins)
		}
	}
	if _, err := Position(context.Background(), setup(t, built), Options{Game: proofgame.Options{Kernel: wrong}}); !errors.Is(err, proofgame.ErrKernel) {
		t.Errorf("a kernel that does not fit: %v", err)
	}
	if a, err := Position(context.Background(), setup(t, chess.InitialFEN), Options{Begin: knights}); err != nil || a.Verdict == kernel.Illegal && a.Start == chess.InitialSetup() {
		t.Errorf("%s from %s, %v", a.Verdict, a.Start.FEN(), err)
	}
}

// TestNearer: the reported positions get ever nearer to the goal, over all attempts.
func TestNearer(t *testing.T) {
	t.Parallel()
	goal := setup(t, "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1")
	last, told := 1000, 0
	_, err := Position(context.Background(), goal, Options{
		OnlyGlance: true, Search: &astar.Options{Nodes: 20_000}, Restarts: true,
		OnNearer: func(s *Search) {
			if told++; s.Remain >= last {
				t.Errorf("%d plies to go after %d", s.Remain, last)
			}
			last = s.Remain
			uci, err := notation.InUCI(&chess.Setup{}, s.Best)
			if err == nil {
				_, err = replay.Check(chess.InitialFEN, s.At.FEN(), uci, replay.Options{})
			}
			expect.Succeeds(t, err, "Position")
		},
	})
	if err != nil || told < 3 {
		t.Errorf("told %d times, %v", told, err)
	}
}

// TestShorten: of a game that was built a shortest one is found, and with a small budget what is known of its length.
func TestShorten(t *testing.T) {
	t.Parallel()
	goal := setup(t, "r1bqkb1r/pppp1ppp/2n2n2/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1")
	o := Options{}
	a, err := Position(context.Background(), goal, o)
	if err != nil || len(a.Game) < 6 {
		t.Fatalf("%v, %v", a.Game, err)
	}
	a.Game = append([]string{"Nf3", "Nf6", "Ng1", "Ng8"}, a.Game...) // so that it is not a shortest one
	for _, tt := range []struct {
		nodes    uint64
		plies    int
		shortest bool
	}{{25_000, 6, true}, {10, len(a.Game), false}} {
		short, err := o.Shorten(context.Background(), &a, tt.nodes)
		if err != nil || len(short.Game) != tt.plies || short.Shortest != tt.shortest || short.AtLeast > 6 || short.AtLeast == 0 || short.Nodes == 0 {
			t.Errorf("%d nodes: %+v, %v", tt.nodes, short, err)
		}
		expect.Succeeds(t, o.Given(goal, short.Game), "o.Given")
	}
}
