package rules

import (
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

// TestCountedPawns has rooks behind pawns that came straight, as there are too few men for the
// captures of any other way: no single man is in the way of the rook, after a capture back. The near
// misses are reached by games, with one more man captured or a pawn elsewhere.
func TestCountedPawns(t *testing.T) {
	t.Parallel()
	stop := make(chan struct{})
	close(stop)
	for _, tt := range []struct{ fen, game string }{
		{fen: "rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1"}, // a7xb6 and b7xa6 take two men
		{fen: "rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1NBQKBNR b Kkq - 0 1"},
		{fen: "1nbqkbnr/1ppppppp/8/8/8/PP6/r1PPPPPP/RNBQKBNR b KQk - 0 1"},
		{fen: "rnbqkbnr/R1pppppp/pp6/8/P7/8/1PPPPPPP/2BQKBNR w Kkq - 0 1"},
		{fen: "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/RNBQKBN1 w Qkq - 0 1"},
		{fen: "rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1N1QKBNR w Kkq - 0 1"},  // no pawn took the bishop
		{fen: "rnbqkbnr/R2ppppp/ppp5/8/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1"},  // three pawns
		{fen: "rnbqkbnr/R1ppppp1/pp4p1/8/8/8/1PPPPPPP/2BQKBNR w Kkq - 0 1"}, // h7xg6 leaves one capture of two
		{fen: "rnbqkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/2BQKBNR w Kkq - 0 1",
			game: "a4 Nh6 a5 Ng8 a6 bxa6 Ra4 Nf6 Rb4 Nc6 Rb7 Nb8 Nc3 Ng8 Nd5 Nh6 Nb6 axb6 Ra7 Bb7 Nf3 Bd5 Ng5 Nc6 Ne6 Ng8 Nd4 Nb8 Nf3 Bb7 Ng1 Bc8"},
		{fen: "rnbqkbnr/R1pppppp/1p6/p7/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1",
			game: "Nh3 Nc6 Nf4 Nb4 Na3 Nxa2 Nb1 a5 Nd3 Nb4 Ra3 Nh6 Rc3 Nf5 Rc6 Nh4 Ra6 b6 Ra7 Ba6 Nf4 Bb5 Nc3 Nf5 Ncd5 Nh6 Nh3 Ng8 Ndf4 Ba4 Nd5 Bc6 Nc3 Bb5 Ng1 Na6 Nb1 Nb8 Nc3 Ba6 Nb1 Bc8"},
		{fen: "rnbqkbnr/pppR1ppp/4p3/3p4/8/8/PPPPPPP1/RNBQKBN1 w Qkq - 0 1",
			game: "Na3 Nh6 Nb1 Ng4 Na3 Nxh2 Nb1 e6 Nh3 d5 Ng5 Ng4 Rh3 Nf6 Rb3 Bc5 Rb6 Ng8 Rd6 Bb4 Rd7 Bf8 Nh3 Qe7 Ng1 Qd8"},
		{fen: "rnbqkbnr/pppR1ppp/3pp3/8/8/8/PPPPPPP1/R1BQKB2 w Qkq - 0 1",
			game: "Nh3 Nh6 Nf4 Ng8 Ne6 dxe6 Rg1 Qd6 Na3 Qxh2 Rh1 Qf4 Rh3 Qd4 Rd3 Nh6 Nb5 Qd8 Rd7 Ng8 Nd6+ exd6"},
		{fen: "rnbqkbnr/R2ppppp/ppp5/8/8/8/1PPPPPPP/2BQKBNR w Kkq - 0 1",
			game: "a4 Nh6 a5 Nf5 a6 bxa6 Na3 c6 Nc4 Ng3 Ne5 Nh5 Ra3 Qb6 Nd3 Qb4 Nc5 Qb5 Na4 Qa5 Rb3 Qd8 Rb7 Nf6 Nb6 axb6 Ra7 Ng8"},
		{fen: "rnbqkbnr/R1pppp1p/pp4p1/8/8/8/1PPPPPPP/2BQKBNR w Kkq - 0 1",
			game: "Nh3 g6 a4 Bg7 a5 Nh6 a6 bxa6 Ra5 Bd4 Rb5 Nc6 Rb7 Nb8 Nf4 Be5 Nd5 Ng8 Nb6 axb6 Na3 Bd6 Nc4 Ba3 Ne5 Bb4 Nf3 Bc3 Ng1 Bg7 Ra7 Bf8"},
		{fen: "rn1qkbnr/R1pppppp/pp6/8/8/8/1PPPPPPP/1NBQKBNR w Kkq - 0 1",
			game: "Na3 b6 Nb1 Ba6 a4 Bb7 a5 Bc8 a6 Bb7 axb7 a6 Ra5 Nc6 Re5 Nh6 Nf3 Nd4 Nc3 Qc8 Re6 Qb8 Nb5 Ndf5 Rc6 Nd6 Ng1 Nc4 Na3 Ne5 Nb1 Qd8 b8=R Nxc6 Rb7 Nb8 Ra7 Ng8"},
	} {
		goal, err := chess.ParseFEN(tt.fen)
		expect.NoError(t, err)
		if tt.game != "" {
			leadsTo(t, tt.game, &goal)
		}
		no, looked, ended := Cage(&initial, &goal, CageBudget{States: 3000, EachTry: 750, MostMen: 12})
		if closed := no != nil && no.Reason == CagedMen; closed != (tt.game == "") {
			t.Errorf("%s: %v; %d states, ended %t", tt.fen, no, looked, ended)
		} else if closed {
			expect.Succeeds(t, facts.Check(&initial, &goal, no.Argument), "%s", tt.fen)
			if no, _, ended := Cage(&initial, &goal, CageBudget{States: 3000, EachTry: 750, MostMen: 12, Stop: stop}); no != nil || ended {
				t.Errorf("%s: %v, ended %t, and was stopped", tt.fen, no, ended)
			}
		}
	}
}

// leadsTo fails the test if a game does not lead to a goal.
func leadsTo(t *testing.T, game string, goal *chess.Setup) {
	t.Helper()
	p := chess.InitialPosition()
	for _, san := range strings.Fields(game) {
		m, err := notation.ParseSAN(p, san)
		expect.NoError(t, err, goal.FEN())
		p.Make(m)
	}
	if got := p.Setup(); !facts.SameSetup(&got, goal) {
		t.Fatalf("the game leads to %s, not %s", got.FEN(), goal.FEN())
	}
}
