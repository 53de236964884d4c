package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

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
