package problem

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel/exact"
	proof "retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// long asks for the tests that take minutes.
var long = os.Getenv("RETROPROOF_LONG") != ""

func ExampleWriteCertificate() {
	const goal = "rnbqkb1r/ppBppppp/8/3n4/3P4/8/PPP1PPPP/RN1QKBNR b KQkq - 0 1"
	claim := proof.Claim{Start: chess.InitialFEN, Goal: goal, Plies: 5}
	var file bytes.Buffer
	fmt.Println(WriteCertificate(context.Background(), &file, &claim, CertificateOptions{}))
	report, err := proof.Check(context.Background(), &file, proof.Options{})
	fmt.Println(report.Claim.Games, err)
	// Output:
	// <nil>
	// 1 <nil>
}

// write writes a certificate.
func write(t *testing.T, claim *proof.Claim) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := WriteCertificate(context.Background(), &b, claim, CertificateOptions{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// of is the claim about a goal, with any number of games.
func of(fen string, plies int) *proof.Claim {
	return &proof.Claim{Start: chess.InitialFEN, Goal: fen, Plies: plies}
}

// TestPublished certifies published problems.
func TestPublished(t *testing.T) {
	t.Parallel()
	for _, p := range []struct {
		fen   string
		plies int
		games uint64
	}{
		{"rnbqkbn1/1ppppppr/8/8/p7/4P3/PPPP1PPP/RNBQK1NR w KQq - 0 1", 6, 1},
		{"rnbqkb1r/pppppppp/8/8/8/3B1n2/PPPPNPPP/RNBQ1RK1 w kq - 0 1", 8, 1},
		{"r1bqkbnr/pppppppp/1B6/8/3P4/1n6/PPP1PPPP/RN1QKBNR b KQkq - 0 1", 7, 2},
		{"1nbqkbnr/1ppppppp/8/1B6/1r2P3/p7/PPPPNPPP/RNBQ2RK b k - 0 1", 11, 1},
		{"1nbqkbnr/pQpppppp/1p6/8/4P3/8/PPPP1PPP/RNB1KBNR b KQk - 0 1", 9, 2},
		{"1nbqkbnr/rppppppp/8/8/8/N7/P1PPPPPP/2q1KBNR w Kk - 0 1", 12, 1},
	} {
		claim := of(p.fen, p.plies)
		file := write(t, claim)
		report, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{})
		if err != nil || report.Claim != *claim || claim.Games != p.games {
			t.Errorf("%s: %d games, want %d, %v", p.fen, claim.Games, p.games, err)
		}
	}
}

// TestTruth holds certificates against plain enumeration, from positions of random games:
// a wrong argument would lose games.
func TestTruth(t *testing.T) {
	t.Parallel()
	n := expect.Size(60, 3000)
	r := rand.New(rand.NewPCG(7, 7))
	for name, start := range map[string]func(*rand.Rand) *chess.Setup{
		"ordinary": randomgames.OrdinaryStart, "tricky": randomgames.TrickyStart, "small": randomgames.AnySmallStart, "pawns": randomgames.PawnsStart, "remains": randomgames.RemainsStart,
	} {
		seen := 0
		visit := func(p *randomgames.Position) bool {
			if r.IntN(19) != 0 {
				return true
			}
			plies := 2
			if moves := p.Pos.CountMoves(); moves < 12 {
				plies = 3
			}
			games := map[chess.Setup]uint64{}
			q := *p.Pos
			play(&q, plies, games)
			for goal, want := range games {
				if r.IntN(len(games)) > 6 {
					continue
				}
				claim := &proof.Claim{Start: p.Pos.FEN(), Goal: goal.FEN(), Plies: plies}
				if r.IntN(2) == 0 {
					claim.Goal = strings.Join(append(strings.Fields(claim.Goal)[:2], "?", "?", "0", "1"), " ")
					want = 0
					for other, k := range games {
						if other.Board == goal.Board {
							want += k
						}
					}
				}
				file := write(t, claim)
				if _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{}); err != nil || claim.Games != want {
					t.Fatalf("%s\n%s\n%d plies: %d games, want %d, %v", p.Pos, goal, plies, claim.Games, want, err)
				}
				seen++
			}
			return seen < n
		}
		randomgames.PlayFrom(3, math.MaxInt, start, visit)
		t.Log(name, seen)
	}
}

// play counts the games to each position.
func play(p *chess.Position, plies int, games map[chess.Setup]uint64) {
	if plies == 0 {
		s := p.Setup()
		s.HalfmoveClock, s.FullmoveNumber, s.EnPassant = 0, 1, p.CapturableEnPassant()
		games[s]++
		return
	}
	for _, m := range p.LegalMoves(nil) {
		undo := p.Make(m)
		play(p, plies-1, games)
		p.Unmake(m, undo)
	}
}

// TestNeverRefuted asks for arguments on the way of random games, where there can be none.
func TestNeverRefuted(t *testing.T) {
	t.Parallel()
	n := expect.Size(300, 300_000)
	for name, start := range randomgames.Starts {
		r := rand.New(rand.NewPCG(9, 9))
		var game []chess.Position
		compared := 0
		visit := func(p *randomgames.Position) bool {
			if p.Ply == 0 {
				game = game[:0]
			}
			game = append(game, *p.Pos)
			plies := min(len(game)-1, r.IntN(14))
			if plies == 0 {
				return true
			}
			last := &game[len(game)-1]
			goal := last.Setup()
			if r.IntN(2) == 0 {
				goal.Castling = chess.NoCastling
			}
			to := expect.Must(chess.NewPosition(goal))
			c := &writer{bound: proof.NewBound(playable(t, to.FEN()))}
			for k := plies; k > 0; k-- {
				q := &game[len(game)-1-k]
				from := playable(t, q.FEN())
				possible := c.bound.Begin(from, k)
				if _, refuted := c.derive(from, k); !possible || refuted {
					t.Fatalf("%s\n%s\n%d plies later, refuted", q, last, k)
				}
				c.stay(t, game[len(game)-1-k:])
			}
			compared++
			return compared < n
		}
		randomgames.PlayFrom(4, math.MaxInt, start, visit)
		t.Log(name, compared)
	}
}

// stay looks whether the men that are called blocked stay where they are on a way, and returns how many they are; and
// whether captures are where they can be.
func (w *writer) stay(t *testing.T, way []chess.Position) (n int) {
	t.Helper()
	for sq, blocked := range w.bound.Blocked {
		at := chess.MakeSquare(sq%8, sq/8)
		if blocked {
			n++
		}
		for i := range way {
			if blocked && way[i].At(at) != way[0].At(at) {
				t.Fatalf("%s\n%s\n%d plies later: %s is not blocked", &way[0], &way[len(way)-1], len(way)-1, at)
			}
			if man := way[i].At(at); i > 0 && man != chess.NoMan && man.Color() != way[i].Turn() &&
				way[i-1].At(at) != chess.NoMan && way[i-1].At(at) != man && !w.bound.Targets[way[i].Turn()][sq] {
				t.Fatalf("%s\n%s\n%d plies later: %s is no target", &way[0], &way[len(way)-1], len(way)-1, at)
			}
		}
	}
	return n
}

// playable reads a position.
func playable(t *testing.T, fen string) *replay.Position {
	t.Helper()
	p := expect.Must(replay.ParsePlayable(fen))
	return p
}

// board returns the diagram of a FEN.
func board(fen string) string { b, _, _ := strings.Cut(fen, " "); return b }

// TestTampered changes every byte of a certificate in several ways. What is accepted
// still claims what is true; most is refused.
func TestTampered(t *testing.T) {
	t.Parallel()
	claim := of("rnbqkb1r/ppBppppp/8/3n4/3P4/8/PPP1PPPP/RN1QKBNR b KQkq - 0 1", 5)
	file := write(t, claim)
	accepted := 0
	flips := []byte{1, 32, 255}
	if long {
		flips = []byte{1, 2, 4, 8, 16, 32, 64, 128, 255}
	}
	for i := range file {
		for _, x := range flips {
			bad := bytes.Clone(file)
			bad[i] ^= x
			report, err := proof.Check(context.Background(), bytes.NewReader(bad), proof.Options{Positions: 20_000})
			if err != nil {
				continue
			}
			accepted++
			got := report.Claim
			start := expect.Must(chess.ParseFEN(got.Start))
			target := expect.Must(ParseTarget(got.Goal))
			r, err := exact.Search(context.Background(), &start, &target, got.Plies, exact.Options{All: true})
			if err != nil || !r.Complete || r.Solutions != got.Games {
				t.Fatalf("byte %d ^ %d: accepted, and %d games are not true (%d), from %s to %s", i, x, got.Games, r.Solutions, got.Start, got.Goal)
			}
			if board(got.Start) != board(claim.Start) || board(got.Goal) != board(claim.Goal) {
				t.Fatalf("byte %d ^ %d: accepted for another diagram", i, x)
			}
		}
		if _, err := proof.Check(context.Background(), bytes.NewReader(file[:i]), proof.Options{}); err == nil {
			t.Fatalf("accepted %d of %d bytes", i, len(file))
		}
	}
	if accepted > 2*len(file) { // of nine times as many
		t.Errorf("%d of %d changed certificates are accepted", accepted, 9*len(file))
	}
	if _, err := proof.Check(context.Background(), bytes.NewReader(append(bytes.Clone(file), 0)), proof.Options{}); !errors.Is(err, proof.ErrMalformed) {
		t.Errorf("with a byte more: %v", err)
	}
}

// TestFalse changes what is claimed.
func TestFalse(t *testing.T) {
	t.Parallel()
	claim := of("rnbqkb1r/ppBppppp/8/3n4/3P4/8/PPP1PPPP/RN1QKBNR b KQkq - 0 1", 5)
	file := string(write(t, claim))
	for _, c := range []struct {
		from, to string
		want     error
	}{
		{"games 1\n", "games 0\n", proof.ErrCount},
		{"games 1\n", "games 2\n", proof.ErrCount},
		{"games 1\n", "games 01\n", proof.ErrMalformed},
		{"games 1\n", "games -1\n", proof.ErrMalformed},
		{"plies 5\n", "plies 7\n", nil},
		{"plies 5\n", "plies 201\n", proof.ErrMalformed},
		{"PPP1PPPP/RN1QKBNR b KQkq", "PPP1PPPP/RN1QKBNR b KQk", nil},
		{"3n4/3P4", "4n3/3P4", nil},
		{"retroproof exact certificate 2", "retroproof exact certificate 1", proof.ErrMalformed},
		{"start rnbqkbnr", "start 1nbqkbnr", proof.ErrMalformed},
		{"goal ", "goal  ", proof.ErrMalformed},
	} {
		bad := strings.Replace(file, c.from, c.to, 1)
		if bad == file {
			t.Fatal(c.from)
		}
		_, err := proof.Check(context.Background(), strings.NewReader(bad), proof.Options{})
		if err == nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%q for %q: %v", c.to, c.from, err)
		}
	}
}

// TestWays counts games on ways that random games hardly find.
func TestWays(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		start, goal string
		plies       int
	}{
		// A pawn goes around one that never moves, with two captures, and promotes.
		{"4q2k/3rp3/4P3/8/8/8/8/K7 w - - 0 1", "4Q1k1/4p3/8/8/8/8/8/K7 b - - 0 1", 3},
		// The same en passant.
		{"7k/3p4/8/2p1P3/8/8/2P5/K7 b - - 0 1", "7k/8/3P4/2p5/8/8/2P5/K7 b - - 0 1", 2},
		// Both sides castle, and the rooks go on.
		{"r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1", "2k5/3r4/8/8/8/8/5R2/6K1 w - - 0 1", 4},
		// A rook with its right stays, while the king goes and loses it.
		{"7k/8/8/8/8/8/8/R3K3 w Q - 0 1", "7k/8/8/8/8/8/8/R3K3 w - - 0 1", 4},
	} {
		claim := of(c.goal, c.plies)
		start := expect.Must(chess.ParsePosition(c.start))
		claim.Start = c.start
		games := map[chess.Setup]uint64{}
		play(start, c.plies, games)
		file := write(t, claim)
		goal := expect.Must(chess.ParseFEN(claim.Goal))
		if want := games[goal]; want == 0 || claim.Games != want {
			t.Errorf("%s: %d games, want %d", c.goal, claim.Games, want)
		}
		if _, err := proof.Check(context.Background(), bytes.NewReader(file), proof.Options{}); err != nil {
			t.Error(err)
		}
	}
}

// TestBudgets ends what is too large.
func TestBudgets(t *testing.T) {
	t.Parallel()
	claim := of("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 12)
	var b bytes.Buffer
	if err := WriteCertificate(context.Background(), &b, claim, CertificateOptions{Positions: 100}); !errors.Is(err, ErrBudget) {
		t.Error(err)
	}
	if err := WriteCertificate(context.Background(), &b, claim, CertificateOptions{Bytes: 1000}); !errors.Is(err, ErrBudget) {
		t.Error(err)
	}
	small := of("rnbqkb1r/ppBppppp/8/3n4/3P4/8/PPP1PPPP/RN1QKBNR b KQkq - 0 1", 5)
	if _, err := proof.Check(context.Background(), bytes.NewReader(write(t, small)), proof.Options{Positions: 10}); !errors.Is(err, proof.ErrTooLarge) {
		t.Error(err)
	}
}
