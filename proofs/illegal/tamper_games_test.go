package illegal_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/proofs/illegal"
	"retroproof/proofs/replay"
)

// The game that is tampered with: the last move is a double step, and the pawn can
// be captured en passant.
const (
	gameFEN = "rnbqkb1r/ppp1pppp/5n2/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 4"
	gameSAN = "Nf3 d5 Ng1 Nf6 Nf3 d4 e4"
)

// mixed makes the certificate of a game and of an illegal position.
func mixed(t testing.TB) []byte {
	t.Helper()
	c := certify.New(certify.Options{})
	d, err := kernel.Decide(context.Background(), setup(t, staticFEN), kernel.DecideOptions{})
	expect.NoError(t, err)
	tree, err := c.Certify(context.Background(), &d)
	expect.NoError(t, err)
	game, err := c.Game(setup(t, gameFEN), strings.Fields(gameSAN))
	expect.NoError(t, err)
	var out bytes.Buffer
	expect.NoError(t, c.WritePlain(&out, tree, game))
	return out.Bytes()
}

// TestMixed: one certificate for legal and illegal positions.
func TestMixed(t *testing.T) {
	t.Parallel()
	data := mixed(t)
	var seen []illegal.Verified
	r, err := illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{
		Each: func(v illegal.Verified) { seen = append(seen, v) },
	})
	expect.NoError(t, err)
	if len(seen) != 2 || seen[0].Legal || seen[0].FEN != staticFEN || !seen[1].Legal || seen[1].FEN != gameFEN || seen[1].Plies != 7 {
		t.Errorf("%+v", seen)
	}
	if want := "illegal positions: 1\nlegal positions: 1\ngames: 7 plies; the longest 7\n"; !strings.HasPrefix(r.String(), want) {
		t.Errorf("%s", r)
	}
	_, err = illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{Replay: replay.Options{MaxQuiet: 1}})
	expect.ErrorIs(t, err, illegal.ErrGame, "two quiet plies")
}
