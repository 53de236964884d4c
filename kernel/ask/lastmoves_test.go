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

// TestUniqueLastMove has published problems: the last move is proven unique, of the kind that
// their authors tell, and the certificate says so.
func TestUniqueLastMove(t *testing.T) {
	for _, tt := range []struct{ fen, kind, text string }{
		{"8/8/8/8/8/1P6/1PkPP3/KR1b4 b - - 0 1", "K-", "Ka2-a1"},
		{"8/8/8/8/8/8/P1PPP1P1/k1KQ1B2 b - - 0 1", "QxN", "Qe1xNd1"},
		{"8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1", "P-", "c3-c2"},
		{"3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", "P-=B", "d7-d8=B"},
		{"4BQ1q/3ppK1k/4pp1p/8/8/8/8/8 b - - 0 1", "PxN=Q", "g7xNf8=Q"},
	} {
		l, err := AskLastMoves(context.Background(), setup(t, tt.fen), Options{Resolve: resolve.Options{Effort: 2}})
		expect.NoError(t, err)
		u := l.Unique()
		if u == nil || u.Text != tt.text || u.Kind != tt.kind || u.Verdict != Possible {
			t.Errorf("%s: %+v, want %s", tt.fen, u, tt.text)
			continue
		}
		if r := claimed(t, l, nil, nil); r.Claims[0].Text() != "the last move was "+tt.text+" (possible), and no other" {
			t.Errorf("%s: certified %+v", tt.fen, r.Claims[0])
		}
	}
}

// TestRefutedLastMoves has published problems of which no game to the position before is looked
// for: all other last moves are refuted, in a way that the checker accepts.
func TestRefutedLastMoves(t *testing.T) {
	for _, tt := range []struct{ fen, kind, text string }{
		{"KBrk4/1pppRp2/1p2p3/8/8/8/8/8 b - - 0 1", "PxN=B", "a7xNb8=B"}, // a bishop was pinned
		{"7B/6p1/7P/6PP/5KPk/5B1p/7P/8 b - - 0 1", "P--", "g2-g4"},       // White's pawns made all captures
		{"8/1p5P/6P1/5B1P/6PP/5BNk/7P/5RK1 b - - 0 1", "O-O", "0-0"},
	} {
		l, err := AskLastMoves(context.Background(), setup(t, tt.fen), Options{Resolve: resolve.Options{NoGame: true}})
		expect.NoError(t, err)
		if u := l.Unique(); u == nil || u.Text != tt.text || u.Kind != tt.kind {
			t.Errorf("%s: %+v, want %s", tt.fen, u, tt.text)
			continue
		}
		move := strings.Replace(tt.text, "0-0", "O-O", 1)
		if r := claimed(t, l, nil, nil); r.Claims[0].Text() != "the last move was "+move+", and no other" {
			t.Errorf("%s: certified %+v", tt.fen, r.Claims[0].Text())
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
