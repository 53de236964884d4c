package kernel

import (
	"context"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// TestJam: jams refute these. In the first one the bishop on h6 is shut in by the pawn on g7, which never moves, and
// the one on g5, which all kernels bring there from h6: there is none in which the bishop is on h6 before. In the
// others a bishop on dark squares is captured on b4, by a pawn from a3, where the bishop is, or the same on the other
// side; and with a knight in its place it is not so. Cages, which refute these two as well, are not looked for.
func TestJam(t *testing.T) {
	t.Parallel()
	for fen, want := range map[string]Verdict{
		"2BR2K1/3P2p1/1kp1N1Pb/N3n1pb/2R1qQPP/1pbrR2q/2Pbn3/1N6 b - - 1 2": Illegal,
		"rnbqk1nr/pppp1ppp/4p3/8/1P6/B2P4/1PP1PPPP/RN1QKBNR b KQkq - 0 1":  Illegal,
		"rn1qkbnr/1pp1pppp/b2p4/1p6/8/4P3/PPPP1PPP/RNBQK1NR w KQkq - 0 1":  Illegal,
		"r1bqkbnr/pppp1ppp/4p3/8/1P6/B2P4/1PP1PPPP/RN1QKBNR b KQkq - 0 1":  Unknown,
		"rnbqk1nr/pppp1ppp/4p3/8/1P6/3P4/1PP1PPPP/RNBQKBNR b KQkq - 0 1":   Unknown,
		"rn1qkbnr/1pp1pppp/b2p4/1p6/8/4P3/PPPP1PPP/RNBQKB1R w KQkq - 0 1":  Unknown,
	} {
		goal := expect.Must(chess.ParseFEN(fen))
		d, err := Decide(context.Background(), &goal, DecideOptions{KernelNodes: 20_000, LastMovePositions: 10, LastMoveKernelNodes: 100, CageStates: -1, FormulaConflicts: 20_000})
		if err != nil || d.Verdict != want {
			t.Errorf("%s: %v %s, %v", fen, d.Verdict, d.Reason, err)
		}
		if d.Verdict == Illegal && (d.Reason != rules.NoExtendedKernel || !slices.ContainsFunc(d.Evidence.Facts, func(f facts.Fact) bool { return f.By == facts.ByJam })) {
			t.Errorf("%s: %s by %v", fen, d.Reason, d.Evidence.Facts)
		}
	}
}
