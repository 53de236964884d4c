package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
)

// TestPatternColumns: a bad FEN with unknown fields is refused with the column.
func TestPatternColumns(t *testing.T) {
	var fen, field string
	var column int
	for range expect.Rows(t, "testdata/columns.tsv", &fen, &field, &column) {
		_, err := AskFields(context.Background(), fen, Options{})
		if want := fmt.Sprintf("%s, column %d:", field, column); !errors.Is(err, answers.ErrPattern) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", fen, err, want)
		}
	}
	if err := checkPattern("r3k2r/[1NnBb]7/?X*xPp2/8/8/8/8/4K3 ? K?Qk?q e6 ? 12"); err != nil {
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
	expect.NoError(t, err)
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

// TestWith: Smullyan's king can only stand on c3, after a capture en passant. Every square is answered and certified.
func TestWith(t *testing.T) {
	o := Options{Resolve: resolve.Options{Effort: 1}}
	f, err := AskWith(t.Context(), "8/8/8/1r1b4/B7/8/8/3k4 b - - 0 1", "king anywhere", o)
	expect.NoError(t, err)
	for _, v := range f.Values {
		want := Value{Field: FieldWith, Value: v.Value, Verdict: Impossible}
		if v.Value == "Kc3" {
			want.Verdict, want.Forced, want.Example = Possible, true, v.Example
		}
		if v != want {
			t.Errorf("got %+v, want %+v", v, want)
		}
	}
	r := claimed(t, f, nil, nil)
	possible := 0
	for _, claim := range r.Claims {
		possible += len(claim.Positions)
	}
	if len(f.Values) != 60 || len(r.Claims) != 60 || possible != 1 {
		t.Errorf("got %d values, %d claims and %d positions, want 60, 60 and 1", len(f.Values), len(r.Claims), possible)
	}
}

// TestAdding: which boards a man makes, and which men there are.
func TestAdding(t *testing.T) {
	const board = "NNNNNNNN/NNN1NNNN/8/8/8/8/4k3/?PPP1PPP"
	for man, want := range map[string]int{
		"n": 41, "K": 41, "king anywhere": 41, "white king": 41, "queen": 82, "black pawn anywhere": 41,
		"k": 0, "": 0, "horse": 0, "white": 0, "Kn": 0, "white N": 0, "anywhere": 0,
	} {
		list, err := adding(board, man)
		if len(list) != want || (want == 0) != (err != nil) || man != "k" && (want == 0) != errors.Is(err, ErrWith) {
			t.Errorf("%q: got %d boards, %v; want %d", man, len(list), err, want)
		}
	}
	list, err := adding(board, "black knight")
	if err != nil || list[0].Pattern != "NNNNNNNN/NNNnNNNN/8/8/8/8/4k3/?PPP1PPP" || list[0].Man != chess.BlackKnight || list[0].Square.String() != "d7" ||
		list[40].Pattern != "NNNNNNNN/NNN1NNNN/8/8/8/8/4k3/?PPPnPPP" || list[40].Square.String() != "e1" {
		t.Errorf("got %v, %v", list, err)
	}
}

// TestExpand: which positions a question is asked about.
func TestExpand(t *testing.T) {
	for fen, want := range map[string]int{
		"4k3/8/8/8/8/8/8/4K3 ? - - 0 1":       2,
		"4k3/8/8/8/8/8/4Q3/4K3 ? - - 0 1":     1, // Black is in check
		"4k3/8/8/8/8/8/[Nn]7/4K2R ? K? - 0 1": 8,
		"4k3/8/8/8/8/8/*7/4K3 w - - 0 1":      11,
		"4k3/4Q3/8/8/8/8/4q3/4K3 ? - - 0 1":   0,
		"4k3/8/8/8/8/8/**6/4K3 w - - 0 1":     0, // more than 64
	} {
		all, err := Expand(fen)
		if len(all) != want || (err == nil) != (want > 0) {
			t.Errorf("%s: %d positions, %v; want %d", fen, len(all), err, want)
		}
		if !Unknown(strings.Split(fen, " ")) || err == nil && Unknown(strings.Split(all[0], " ")) {
			t.Errorf("%s: what is not known is not seen", fen)
		}
	}
}
