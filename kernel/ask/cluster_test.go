package ask

import (
	"errors"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel/resolve"
)

// TestCluster: two checks that no move begins are a cluster, and with a pawn more none. The checker says the same.
func TestCluster(t *testing.T) {
	for _, tt := range []struct {
		fen  string
		want Verdict
		men  string // those without which the diagram is legal
	}{
		{"4q3/8/8/7k/r3K3/8/8/8 ? - - 0 1", Possible, "e8 a4"},
		{"4q3/8/8/7k/r3K3/8/1P6/8 ? ? ? 0 1", Impossible, "e8 a4"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Impossible, ""},
	} {
		o := Options{Resolve: resolve.Options{Effort: 1}}
		if tt.men == "" {
			o.Resolve.NoGame = true
		}
		got, err := AskCluster(t.Context(), tt.fen, o)
		expect.NoError(t, err)
		r := claimed(t, got, nil, nil)
		var legal []string
		for i, l := range got.Men {
			possible := 0
			for _, p := range r.Claims[1+i].Positions {
				if p.Possible {
					possible = 1
				}
			}
			none := len(r.Claims[1+i].Positions) == 0
			if (possible == 1) != (l.Verdict() == Possible) || none != (l.Verdict() == Impossible) {
				t.Errorf("%s without %v: %v, certified %v", tt.fen, l.Square, l.Verdict(), r.Claims[1+i])
			}
			if possible == 1 {
				legal = append(legal, l.Square.String())
			}
		}
		if got.Verdict() != tt.want || strings.Join(legal, " ") != tt.men {
			t.Errorf("%s: %v, legal without %v", tt.fen, got.Verdict(), legal)
		}
	}
}

// TestWithout: what a diagram without a man is, with the rights and the en passant square that are still there.
func TestWithout(t *testing.T) {
	for _, tt := range []struct{ fen, man, want string }{
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQ?kq - 3 9", "a1", "r3k2r/8/8/8/8/8/8/4K2R w Kkq - 0 1"},
		{"r3k3/8/8/8/8/8/8/4K3 w q? - 0 1", "a8", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"r3k3/8/8/8/8/8/8/4K3 ? ? ? ? ?", "a8", "4k3/8/8/8/8/8/8/4K3 ? ? ? 0 1"},
		{"4k3/8/8/1PpP4/8/8/8/4K3 ? - c6 0 1", "b5", "4k3/8/8/2pP4/8/8/8/4K3 ? - c6 0 1"},
		{"4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", "b5", "4k3/8/8/2p5/8/8/8/4K3 w - - 0 1"},
		{"4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", "c5", "4k3/8/8/1P6/8/8/8/4K3 w - - 0 1"},
	} {
		c, err := AskCluster(t.Context(), tt.fen, Options{Resolve: resolve.Options{Effort: 1, NoGame: true}})
		expect.NoError(t, err)
		for _, l := range c.Men {
			if l.Square.String() == tt.man && l.Pattern != tt.want {
				t.Errorf("%s without %s: %s, want %s", tt.fen, tt.man, l.Pattern, tt.want)
			}
		}
	}
	for _, fen := range []string{"4k3/8/8/8/8/8/?7/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"} {
		if _, err := AskCluster(t.Context(), fen, Options{}); !errors.Is(err, ErrCluster) {
			t.Errorf("%s: %v", fen, err)
		}
	}
}
