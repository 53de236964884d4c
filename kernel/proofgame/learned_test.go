package proofgame

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// TestLearn: what is learned are the last squares of bishops that are shut in.
func TestLearn(t *testing.T) {
	t.Parallel()
	// The black bishop on b1 is shut in by the pawns on b3 and c2, the one on f1 is not.
	now := expect.Must(chess.ParseFEN("4k3/8/8/8/8/1P6/2P5/1b2Kb2 w - - 0 1"))
	goal := expect.Must(chess.ParseFEN("4k3/8/8/8/2b1b3/1P6/2P5/4K3 w - - 0 1"))
	b := newBoard(&now)
	walls := b.obstacles()
	var l learned
	l.learn(b, &goal.Board, &walls)
	expect.Equal(t, l.known, kernel.Exclusions{Bishops: [2]uint8{chess.Black: 1 << 1}}, "learned")
	if k := chess.MakeSquare(1, 0); !l.shutIn(chess.Black, k, chess.Bishop) || l.shutIn(chess.Black, k, chess.Knight) || l.shutIn(chess.Black, k+4, chess.Bishop) {
		t.Errorf("shut in: %v", l.shut)
	}
	takes := kernelMove{color: chess.White, pawn: 9, from: chess.MakeSquare(6, 4), to: chess.MakeSquare(7, 5), capture: true, victimPawn: -1, takes: kernel.DarkBishop}
	other := takes
	other.from = chess.MakeSquare(7, 4)
	for range failedCapturing {
		if l.fails(&takes, kernel.DarkBishop) {
			t.Error("a capture is known to fail too soon")
		}
		l.failedCapture(&takes)
	}
	if !l.fails(&takes, kernel.DarkBishop) || l.fails(&takes, kernel.Rook) || l.fails(&other, kernel.DarkBishop) {
		t.Errorf("captures %v are known to fail", l.known.Captures)
	}
	for range failedPromoting {
		expect.Equal(t, l.known.Straight[chess.White], 0, "promotions known to fail too soon")
		l.failedPromotion(chess.White, chess.MakeSquare(7, 7), chess.Queen)
		l.failedPromotion(chess.White, chess.MakeSquare(6, 5), chess.NoKind)
	}
	expect.Equal(t, l.known.Straight, [2]uint8{chess.White: 1 << 7}, "promotions are known to fail")
}

// TestOpenZones: before a pawn shuts the bishop in, it has to leave; one that a pawn will
// capture inside stays.
func TestOpenZones(t *testing.T) {
	t.Parallel()
	now := expect.Must(chess.ParseFEN("4k3/8/8/8/1P1P4/8/3P4/2B1K3 w - - 0 1"))
	now.Board[chess.MakeSquare(1, 3)] = chess.NoMan // b4 comes last
	now.Board[chess.MakeSquare(1, 1)] = chess.WhitePawn
	goal := expect.Must(chess.ParseFEN("4k3/8/8/4B3/1P1P4/8/3P4/4K3 w - - 0 1"))
	b := newBoard(&now)
	pawn, bishop := int(b.at[chess.MakeSquare(1, 1)]), int(b.at[chess.MakeSquare(2, 0)])
	a := kernelPlay{router: newRouter(context.Background(), 1, 1000), start: b, movable: ^uint32(0), goal: &goal.Board}
	w := pawnMove(chess.White, pawn, chess.MakeSquare(1, 3), chess.NoKind)
	keep := a.openZones(b, w, nil, nil)
	if keep == nil || !keep[bishop].Has(chess.MakeSquare(4, 4)) || keep[bishop].Has(chess.MakeSquare(2, 0)) {
		t.Fatalf("the bishop does not have to leave: %v", keep)
	}
	captured := kernelMove{color: chess.Black, pawn: 31, from: chess.MakeSquare(1, 3), to: chess.MakeSquare(0, 2), capture: true, victimPawn: -1, takes: kernel.DarkBishop}
	if keep := a.openZones(b, w, []kernelMove{captured}, nil); keep != nil && keep[bishop] != 0 {
		t.Error("a bishop leaves that will be captured inside")
	}
	a.goal = nil
	if a.openZones(b, w, nil, nil) != nil {
		t.Error("zones without a goal")
	}
}
