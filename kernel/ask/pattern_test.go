package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
)

// TestPatternColumns: a bad FEN with unknown fields is refused with the column.
func TestPatternColumns(t *testing.T) {
	for _, tt := range []struct {
		fen, field string
		column     int
	}{
		{"4k3/8/8/8/8/8/8/4K3", "side to move", 20},
		{"", "board", 1},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", "board", 18},
		{"4k3/8/8/8/8/8/8/4K3/8 w - - 0 1", "board", 21},
		{"4k3/8/9/8/8/8/8/4K3 w - - 0 1", "board", 7},
		{"4k3/8/7/8/8/8/8/4K3 w - - 0 1", "board", 7},
		{"4k3/8/?X*xé/8/8/8/8/4K3 w - - 0 1", "board", 11},
		{"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "side to move", 21},
		{"4k3/8/8/8/8/8/8/4K3 ? qK - 0 1", "castling", 23},
		{"4k3/8/8/8/8/8/8/4K3 ? K? e4 0 1", "en passant", 26},
		{"4k3/8/8/8/8/8/8/4K3 ? K? e3 x 1", "halfmove clock", 29},
		{"4k3/8/8/8/8/8/8/4K3 ? K? e3 0 ", "move number", 31},
		{"4k3/8/8/8/8/8/8/4K3 ? K? e3 0 1 7", "FEN", 33},
	} {
		_, err := AskFields(context.Background(), tt.fen, Options{})
		if want := fmt.Sprintf("%s, column %d:", tt.field, tt.column); !errors.Is(err, answers.ErrPattern) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", tt.fen, err, want)
		}
	}
	if err := checkPattern("r3k2r/8/?X*xPp2/8/8/8/8/4K3 ? K?Qk?q e6 ? 12"); err != nil {
		t.Error(err)
	}
}

// TestManOnH4: a man of Smullyan's is a bishop. The positions with another man there are refuted in the second round,
// by the last moves, which takes less than searching for their games.
func TestManOnH4(t *testing.T) {
	if testing.Short() {
		t.Skip("takes three CPU seconds")
	}
	t.Parallel()
	o := Options{Resolve: resolve.Options{Effort: resolve.DefaultEffort}}
	f, err := AskFields(t.Context(), "2nR3K/pk1Rp1p1/p2p4/P1p5/1Pp4?/2PP2P1/4P2P/n7 b - - 0 1", o)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range f.Values {
		want := Impossible
		if v.Value == "B" {
			want = Possible
		}
		if v.Verdict != want || v.Forced != (v.Value == "B") {
			t.Errorf("%s: got %v, forced %t; want %v", v.Value, v.Verdict, v.Forced, want)
		}
	}
}
