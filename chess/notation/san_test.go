package notation

import (
	"errors"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
)

func TestSAN(t *testing.T) {
	t.Parallel()
	var tt struct{ fen, uci, san string }
	for range expect.Rows(t, "testdata/san.tsv", &tt.fen, &tt.uci, &tt.san) {
		p := mustPosition(t, tt.fen)
		m, err := ParseUCI(p, tt.uci)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := SAN(p, m); got != tt.san || m.UCI() != tt.uci || m.String() != tt.uci {
			t.Errorf("%s: %s is %s, want %s", tt.fen, m, got, tt.san)
		}
		if back, err := ParseSAN(p, tt.san); back != m || err != nil {
			t.Errorf("%s: %s read as %v, %v", tt.fen, tt.san, back, err)
		}
	}
	expect.Equal(t, chess.NoMove.UCI(), "0000", "no move prints as %s", chess.NoMove)
}

func TestParseSANLeniencies(t *testing.T) {
	t.Parallel()
	var tt struct{ fen, text, uci string }
	for range expect.Rows(t, "testdata/san-leniencies.tsv", &tt.fen, &tt.text, &tt.uci) {
		p := mustPosition(t, tt.fen)
		if m, err := ParseSAN(p, tt.text); err != nil || m.UCI() != tt.uci {
			t.Errorf("%s: %q read as %v, %v, want %s", tt.fen, tt.text, m, err, tt.uci)
		}
	}
}

func TestParseSANErrors(t *testing.T) {
	t.Parallel()
	var tt struct {
		fen, text string
		reason    MoveReason
		message   string
	}
	for range expect.Rows(t, "testdata/san-errors.tsv", &tt.fen, &tt.text, &tt.reason, &tt.message) {
		m, err := ParseSAN(mustPosition(t, tt.fen), tt.text)
		var e *MoveError
		if !errors.As(err, &e) || m != chess.NoMove {
			t.Errorf("%q: %v, %v", tt.text, m, err)
			continue
		}
		if e.Reason != tt.reason || e.Text != tt.text || err.Error() != tt.message {
			t.Errorf("%q: %s\n got %s\nwant %s", tt.text, e.Reason, err, tt.message)
		}
	}
}

func TestParseUCIErrors(t *testing.T) {
	t.Parallel()
	var tt struct {
		text    string
		reason  MoveReason
		message string
	}
	for range expect.Rows(t, "testdata/uci-errors.tsv", &tt.text, &tt.reason, &tt.message) {
		m, err := ParseUCI(chess.InitialPosition(), tt.text)
		var e *MoveError
		if !errors.As(err, &e) || m != chess.NoMove || e.Reason != tt.reason || err.Error() != tt.message {
			t.Errorf("%q: %v\n got %v\nwant %s", tt.text, m, err, tt.message)
		}
	}
	p := mustPosition(t, "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	if _, err := ParseUCI(p, "a7a8"); err == nil || err.Error() != `move "a7a8": want what the pawn becomes, as in "a8=Q+"` {
		t.Errorf("promotion left out: %v", err)
	}
}

// TestMoveTexts prints and reads every legal move of random games, and checks
// that no two moves print alike and that no part of a SAN can be left out.
func TestMoveTexts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 0))
	for range games(t) / 2 {
		randomGame(r, 120, func(p *chess.Position) { checkMoveTexts(t, p) })
		for range 10 {
			checkMoveTexts(t, crowdedPosition(r))
		}
	}
}

func checkMoveTexts(t *testing.T, p *chess.Position) {
	t.Helper()
	before := *p
	for _, m := range p.LegalMoves(nil) {
		san := SAN(p, m)
		if back, err := ParseSAN(p, san); back != m || err != nil {
			t.Fatalf("%v: %v printed as %s, read as %v, %v", p, m, san, back, err)
		}
		if back, err := ParseUCI(p, m.UCI()); back != m || err != nil {
			t.Fatalf("%v: %v read as %v, %v", p, m, back, err)
		}
		if m.IsCastling() {
			continue
		}
		if kind := p.At(m.From()).Kind(); kind != chess.Pawn && p.Captured(m) == chess.NoMan {
			// Without what tells it from others the move must be ambiguous.
			bare := chess.MakeMan(chess.White, kind).String() + m.To().String()
			_, err := ParseSAN(p, bare)
			if (err != nil) != (len(trimMark(san)) > len(bare)) {
				t.Fatalf("%v: %s, but %s: %v", p, san, bare, err)
			}
		}
	}
	if *p != before {
		t.Fatalf("%v has become %v", &before, p)
	}
}

func trimMark(san string) string {
	if last := san[len(san)-1]; last == '+' || last == '#' {
		return san[:len(san)-1]
	}
	return san
}
