package story_test

import (
	"context"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/story"
)

// TestExplain asks for the argument of a document where there is one, and else for the reason.
func TestExplain(t *testing.T) {
	for _, tt := range []struct{ name, fen, has string }{
		{"files", "4k3/8/8/8/pppppppp/8/QQQQQQQQ/RNBQKBNR b - - 0 1", "White has made seven captures and Black none; so a pawn has left its file seven times at the most."},
		{"files, as many", "4k3/8/8/8/pppppppp/8/QQQQQQQQ/RNBQKB1R b - - 0 1", "Every capture was made by a pawn that left one of these files, and none took a pawn that was still one."},
		{"files, no capture", "rnbqkbnr/8/PPPPPPPP/8/8/pppppppp/8/RNBQKBNR w KQkq - 0 1", "Nothing was captured; so no pawn has left its file."},
		{"files, bishops taken at home", "r1bqk2r/1pppp1p1/8/5pN1/2Q4p/PP5n/pBPPPPPP/N3K1nR w Kkq - 0 1", "but two of these were of bishops that never left their squares, which pieces took; so a pawn has left its file once at the most."},
		{"no argument", "rnbqkbnr/1ppppppp/8/8/8/4N3/1PPPPPPP/RNBQKBNR w KQkq - 0 1", "No sequence of captures, 1 by White and none by Black, leaves"},
		{"another reason", "8/8/8/8/8/8/8/Kk6 w - - 0 1", "The kings on a1 and b1 attack each other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			goal, err := chess.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if text := story.Explain(&d); !strings.Contains(text, tt.has) {
				t.Errorf("%q, want %q", text, tt.has)
			}
		})
	}
}
