package story

import (
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/kernel"
)

// TestKernelText: kernels name pawns by their files at the start, and those that there are not have no text.
func TestKernelText(t *testing.T) {
	t.Parallel()
	initial := chess.InitialSetup()
	doubled := setup(t, "1n2k3/8/8/8/8/P7/P1p5/4K3 w - - 0 1")
	named := map[string]kernel.Move{}
	for _, m := range []kernel.Move{
		{From: 0, Takes: kernel.Pawn, Origin: kernel.None, To: 1, ToIndex: 1},
		{Color: chess.Black, From: kernel.None, Takes: kernel.Pawn, Origin: kernel.None, To: 1, ToIndex: 1},
		{From: 0, FromIndex: 1, Takes: kernel.Knight, Origin: kernel.None, To: 1, Promotes: kernel.Queen},
		{From: 0, Takes: kernel.Knight, Origin: kernel.None, To: 1, Promotes: kernel.Queen},
		{Color: chess.Black, From: 1, FromIndex: 1, Takes: kernel.DarkBishop, Origin: kernel.None, To: 0},
		{From: 1, Takes: kernel.Pawn, Origin: kernel.None, To: 0, ToIndex: 1},
		{From: kernel.None, Origin: 1, To: kernel.None},
		{Color: chess.Black, From: 1, FromIndex: 1, Takes: kernel.Pawn, Origin: kernel.None, To: 0},
		{Color: chess.Black, From: kernel.None, Origin: 1, To: kernel.None},
		{From: kernel.None, Takes: kernel.LightBishop, Origin: kernel.None, To: kernel.None},
		{From: 0, FromIndex: 1, Takes: kernel.Knight, Origin: kernel.None, To: 1},
		{From: kernel.None, Origin: 2, To: kernel.None},
		{From: 0, FromIndex: 1, Takes: kernel.Pawn, Origin: kernel.None, To: 1, ToIndex: 1},
		{From: 0, Takes: kernel.Pawn, Origin: kernel.None, To: 1},
		{From: 0, Takes: kernel.Knight, Origin: kernel.None, To: 1, ToIndex: 3},
	} {
		named[m.String()] = m
	}
	for _, tt := range []struct {
		start         *chess.Setup
		kernel, wants string
	}{
		{&initial, "", ""},
		{&initial, "wPa0xPb1", "White's a-pawn takes Black's b-pawn."},
		{&initial, "wPa0xPb1 bxPb1", "White's a-pawn takes Black's b-pawn. A black piece takes White's a-pawn."},
		{&doubled, "wPa1xNbQ", "White's pawn from a3 takes a knight on the b-file and becomes a queen."},
		{&initial, "wPa0xNbQ", ""},
		{&initial, "bPb1xDBa0", "Black's b-pawn takes a dark-squared bishop on the a-file."},
		{&initial, "wPb0xPa1 wxb", "White's b-pawn takes Black's a-pawn. A white piece takes what Black's b-pawn has become."},
		{&initial, "wxb", ""}, // White's b-pawn is in the way
		{&initial, "bPb1xPa0 bxb", "Black's b-pawn takes White's a-pawn. A black piece takes what White's b-pawn has become."},
		{&initial, "wxLB", "A white piece takes a light-squared bishop."},
		{&doubled, "wPa1xNb0", "White's pawn from a3 takes a knight on the b-file."},
		{&doubled, "wxc wxc", ""},  // there is one pawn on the file
		{&initial, "wPa1xPb1", ""}, // the upper pawn is Black's
		{&initial, "wPa0xPb0", ""}, // the lower pawn is White's
		{&initial, "wPa0xNb3", ""}, // no place between two pawns
	} {
		var moves []kernel.Move
		for _, w := range strings.Fields(tt.kernel) {
			m, ok := named[w]
			if !ok {
				t.Fatalf("no move %s", w)
			}
			moves = append(moves, m)
		}
		if got := kernelText(tt.start, moves); got != tt.wants {
			t.Errorf("%s: %q, want %q", tt.kernel, got, tt.wants)
		}
	}
}
