package notation

import (
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func mustParse(t testing.TB, fen string) chess.Setup {
	t.Helper()
	return expect.Must(chess.ParseFEN(fen))
}

func mustPosition(t testing.TB, fen string) *chess.Position {
	t.Helper()
	return expect.Must(chess.ParsePosition(fen))
}

// games is how many random games a test plays.
func games(t *testing.T) int {
	return expect.Short(20, 200)
}

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// fens are positions in which the texts of moves are not simple: castling, promotion,
// captures en passant that are and are not legal.
var fens = []string{
	chess.InitialFEN, kiwipete,
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
	"3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
	"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
	"8/6k1/8/4pP2/8/2B5/8/4K3 w - e6 0 1",
	"8/8/8/KPpP3r/8/8/8/4k3 w - c6 0 1",
	"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
}

// randomGame plays a game of random moves, up to so many plies, and calls visit before
// each of them and at the end. Every other game prefers captures, and so soon becomes
// an ending. One in four begins in a crowded position.
func randomGame(r *rand.Rand, plies int, visit func(*chess.Position)) {
	p := chess.InitialPosition()
	if r.IntN(4) == 0 {
		p = crowdedPosition(r)
	}
	greedy := r.IntN(2) == 0
	for range plies {
		visit(p)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[r.IntN(len(moves))]
		if greedy && p.Captured(m) == chess.NoMan {
			m = moves[r.IntN(len(moves))]
		}
		p.Make(m)
	}
	visit(p)
}

// crowdedPosition returns a random position with many men of a kind, so that several
// of them can go to one square.
func crowdedPosition(r *rand.Rand) *chess.Position {
	crowds := []string{"QQQQQQ", "RRRRRRqq", "NNNNNNNNbbbb", "BBBBBBnnn", "PPPPPPpppp", "QRBNqrbnPPpp"}
	for {
		s := chess.EmptySetup()
		s.Turn = chess.Color(r.IntN(2))
		for _, letter := range []byte("Kk" + crowds[r.IntN(len(crowds))]) {
			m, _ := chess.ParseMan(letter)
			at := chess.Square(r.IntN(chess.NumSquares))
			if m.Kind() == chess.Pawn {
				at = chess.Square(8 + r.IntN(48))
			}
			if s.Board[at] == chess.NoMan {
				s.Board[at] = m
			}
		}
		if p, err := chess.NewPosition(s); err == nil {
			return p
		}
	}
}
