package answers_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel/ask"
	"retroproof/kernel/certify"
	"retroproof/proofs/answers"
	"retroproof/proofs/exact"
	"retroproof/proofs/lrat/gunzip"
)

// tempoFile returns a file with claims about moves: trees for all shorter games, and the moves that are needed.
func tempoFile(t *testing.T, fen string) []byte {
	t.Helper()
	a, err := ask.AskTempo(t.Context(), setup(t, fen), 0, ask.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c := ask.NewCertificate(certify.Options{})
	if err := c.Add(t.Context(), a); err != nil {
		t.Fatal(err)
	}
	if c.Claims() == 0 {
		return nil
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		t.Fatal(err)
	}
	text, err := gunzipped(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func gunzipped(file []byte) ([]byte, error) {
	var b bytes.Buffer
	_, err := b.ReadFrom(gunzip.NewReader(bytes.NewReader(file)))
	return b.Bytes(), err
}

// TestTempo: every change of a claim about moves that makes it say something else, or of what shows it, is refused.
func TestTempo(t *testing.T) {
	t.Parallel()
	const fen = "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1" // of six plies, or eight
	file := tempoFile(t, fen)
	n := len(read(t, file).claims)
	if _, err := check(file); err != nil || n != 4 {
		t.Fatalf("%d claims, %v; want 4", n, err)
	}
	refuse := func(why string, at int, change func(c *answers.Claim, x *answers.Tempo)) {
		t.Helper()
		p := read(t, file)
		change(&p.claims[at], p.claims[at].Tempo)
		if b := p.write(t); bytes.Equal(b, file) {
			t.Errorf("%s changes nothing", why)
		} else if _, err := check(b); err == nil {
			t.Errorf("%s is verified", why)
		}
	}
	for i := range n - 1 {
		for _, plies := range []int{6, 8, 10, -2, exact.MostPlies + 2} { // the first three have games
			refuse("a length with games", i, func(_ *answers.Claim, x *answers.Tempo) { x.Plies = plies })
		}
		refuse("a tree cut", i, func(_ *answers.Claim, x *answers.Tempo) { x.Tree = x.Tree[:len(x.Tree)-1] })
		refuse("a tree that goes on", i, func(_ *answers.Claim, x *answers.Tempo) { x.Tree = append(x.Tree, '\n') })
		refuse("moves with a tree", i, func(_ *answers.Claim, x *answers.Tempo) { x.Least[0] = 1 })
		refuse("men that stay with a tree", i, func(_ *answers.Claim, x *answers.Tempo) { x.Stay = 1 })
		refuse("steps with a tree", i, func(_ *answers.Claim, x *answers.Tempo) { x.Steps = []answers.TempoStep{{}} })
		refuse("a FEN of several lines", i, func(c *answers.Claim, x *answers.Tempo) {
			about := exact.Claim{Start: initial, Goal: c.FEN, Plies: x.Plies}
			_, rest, _ := strings.Cut(about.String(), "goal ")
			c.FEN, x.Tree = strings.TrimSuffix(rest, "\n"), append([]byte(nil), x.Tree...)
		})
	}
	last := n - 1
	for side := range 2 {
		refuse("one move more", last, func(_ *answers.Claim, x *answers.Tempo) { x.Least[side]++ })
		refuse("one move less", last, func(_ *answers.Claim, x *answers.Tempo) { x.Least[side]-- })
	}
	for i, s := range read(t, file).claims[last].Tempo.Steps {
		refuse("a step left out", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps = slices.Delete(x.Steps, i, i+1) })
		for _, side := range []int{1 - s.Side, -1, 2, 1 << 30} {
			refuse("another side", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Side = side })
		}
		refuse("a number more", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Men = append(x.Steps[i].Men, 0) })
		for j := range s.Men {
			refuse("a larger number", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Men[j]++ })
			refuse("a larger number", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps[i].Places[j]++ })
		}
	}
	for sq := range chess.Bitboard(^read(t, file).claims[last].Tempo.Stay).Squares() {
		refuse("a man more that stays", last, func(_ *answers.Claim, x *answers.Tempo) { x.Stay |= 1 << sq })
	}
	older := read(t, file)
	older.claims[last].Tempo.Stay = 0
	if _, err := check(older.write(t)); err != nil {
		t.Errorf("without men that stay: %v", err)
	}
	refuse("too many steps", last, func(_ *answers.Claim, x *answers.Tempo) { x.Steps = slices.Repeat(x.Steps, 20) })
	refuse("a length without games", last, func(_ *answers.Claim, x *answers.Tempo) { x.Plies = 1 })
	refuse("a negative length", last, func(_ *answers.Claim, x *answers.Tempo) { x.Plies = -2 })
	refuse("no moves", last, func(c *answers.Claim, _ *answers.Tempo) { c.Tempo = nil })
	refuse("another position", last, func(c *answers.Claim, _ *answers.Tempo) { c.FEN = initial })
	refuse("no position", last, func(c *answers.Claim, _ *answers.Tempo) { c.FEN = "8/8/8/8/8/8/8/8 w - - 0 1" })
}

// TestTempoOfGames: no claim about a position of a game excludes the length of the game, nor says that a man stays that
// has moved in it.
func TestTempoOfGames(t *testing.T) {
	t.Parallel()
	p, err := chess.NewPosition(chess.InitialSetup())
	if err != nil {
		t.Fatal(err)
	}
	claims, staying := 0, 0
	moved := chess.NoSquares
	const game = "e2e4 d7d5 e4d5 d8d5 b1c3 d5d8 g1f3 c8g4 f1e2 g4f3 e2f3 e7e5 e1g1 e5e4 f3e4 g8f6"
	for plies, move := range strings.Fields(game) {
		at := p.Setup()
		report := &answers.Report{}
		if file := tempoFile(t, at.FEN()); file != nil {
			if report, err = check(file); err != nil {
				t.Fatal(err)
			}
		}
		claims += len(report.Claims)
		for _, c := range report.Claims {
			if made := [2]int{(plies + 1) / 2, plies / 2}; c.Tempo.Plies == plies &&
				(c.Tempo.Tree != nil || c.Tempo.Least[0] > made[0] || c.Tempo.Least[1] > made[1]) {
				t.Errorf("%s: %s, and a game has %d plies", at.FEN(), c.Text(), plies)
			}
			if c.Tempo.Plies == plies && chess.Bitboard(c.Tempo.Stay)&moved != 0 {
				t.Errorf("%s: %s, and a game moves one", at.FEN(), c.Text())
			}
			staying += chess.Bitboard(c.Tempo.Stay).Count()
		}
		m, err := notation.ParseUCI(p, move)
		if err != nil {
			t.Fatal(err)
		}
		before := p.Occupied()
		moved |= m.From().Bit() | m.To().Bit()
		p.Make(m)
		moved |= before &^ p.Occupied() // castling, and captures en passant
	}
	if claims < 40 || staying < 100 {
		t.Errorf("only %d claims, and %d men that stay", claims, staying)
	}
}
