package ask

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/proofs/answers"
	"retroproof/proofs/lrat/gunzip"
)

func setup(t *testing.T, fen string) *chess.Setup {
	t.Helper()
	s, err := chess.ParseFEN(fen)
	expect.NoError(t, err)
	return &s
}

// checked has what a certificate claims checked.
func checked(t *testing.T, c *Certificate) (*answers.Report, error) {
	t.Helper()
	var b bytes.Buffer
	expect.NoError(t, c.Write(&b))
	return answers.Check(t.Context(), gunzip.NewReader(&b), answers.Options{})
}

// claimed has what can be claimed of an answer checked. The start is nil for the initial position, as is the premise for
// none.
func claimed(t *testing.T, a Claimant, start *chess.Setup, p *Premise) *answers.Report {
	t.Helper()
	c := NewCertificate(certify.Options{Start: start})
	c.Suppose(p)
	expect.NoError(t, c.Add(t.Context(), a))
	if c.Claims() == 0 {
		return &answers.Report{}
	}
	r, err := checked(t, c)
	expect.NoError(t, err)
	return r
}

// TestUniqueLastMove has published problems: the last move is proven unique, of the kind that their authors tell, and the
// certificate says so. Where no game is looked for, all others are refuted all the same.
func TestUniqueLastMove(t *testing.T) {
	for _, tt := range []struct {
		fen, kind, text string
		verdict         Verdict
	}{
		{"8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1", "K-", "Ka2-a1", Possible},
		{"8/8/8/8/8/8/P1PPP1P1/k1KQ1B2 b - - 0 1", "QxN", "Qe1xNd1", Possible},
		{"8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1", "P-", "c3-c2", Possible},
		{"3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", "P-=B", "d7-d8=B", Possible},
		{"4BQ1q/3ppK1k/4pp1p/8/8/8/8/8 b - - 0 1", "PxN=Q", "g7xNf8=Q", Possible},
		{"KBrk4/1pppRp2/1p2p3/8/8/8/8/8 b - - 0 1", "PxN=B", "a7xNb8=B", Open}, // a bishop was pinned
		{"7B/6p1/7P/6PP/5KPk/5B1p/7P/8 b - - 0 1", "P--", "g2-g4", Open},       // White's pawns made all captures
		{"8/1p5P/6P1/5B1P/6PP/5BNk/7P/5RK1 b - - 0 1", "O-O", "0-0", Open},
	} {
		o := Options{Resolve: resolve.Options{Effort: 2}}
		claim := strings.Replace("the last move was "+tt.text+" (possible), and no other", "0-0", "O-O", 1)
		if tt.verdict == Open {
			o.Resolve = resolve.Options{NoGame: true}
			claim = strings.Replace(claim, " (possible)", "", 1)
		}
		l, err := AskLastMoves(context.Background(), setup(t, tt.fen), o)
		expect.NoError(t, err)
		if u := l.Unique(); u == nil || u.Text != tt.text || u.Kind != tt.kind || u.Verdict != tt.verdict {
			t.Errorf("%s: %+v, want %s, %s", tt.fen, u, tt.text, tt.verdict)
		} else if got := claimed(t, l, nil, nil).Claims[0].Text(); got != claim {
			t.Errorf("%s: certified is %q, want %q", tt.fen, got, claim)
		}
	}
}

// TestEnPassantClaim: a pawn may have captured en passant or not, which is one move of a claim.
func TestEnPassantClaim(t *testing.T) {
	o := Options{Resolve: resolve.Options{NoGame: true, Effort: 1}}
	l, err := AskLastMoves(context.Background(), setup(t, "4k3/8/2P5/8/8/8/8/4K3 b - - 0 1"), o)
	expect.NoError(t, err)
	claimed(t, l, nil, nil)
}
