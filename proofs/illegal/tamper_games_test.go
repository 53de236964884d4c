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
	gameFEN   = "rnbqkb1r/ppp1pppp/5n2/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 4"
	gameMoves = "g1f3 d7d5 f3g1 g8f6 g1f3 d5d4 e2e4"
	gameSAN   = "Nf3 d5 Ng1 Nf6 Nf3 d4 e4"
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

// gameForgeries are certificates with games that were tampered with.
func gameForgeries(t testing.TB) (list []forgery) {
	good := apart(t, mixed(t))
	const trees, header = treesName, headerName
	add := func(name string, want error, fs files) {
		list = append(list, forgery{"game-" + name, want, fs.plain()})
	}
	edit := func(name, old, text string) { add(name, illegal.ErrGame, good.replace(t, trees, old, text)) }
	edit("wrong-move", "f3g1 g8f6", "f3d3 g8f6")
	edit("move-missing", "g1f3 d5d4", "d5d4")
	edit("truncated", " d5d4 e2e4", " d5d4")
	edit("empty", gameMoves, "")
	edit("blanks", "g8f6 g1f3", "g8f6  g1f3")
	edit("trailing-blank", "e2e4\"", "e2e4 \"")
	edit("san", gameMoves, gameSAN)
	edit("san-pawn", "e2e4\"", "e4\"")
	edit("capitals", "e2e4\"", "E2E4\"")
	edit("promotion-of-none", "e2e4\"", "e2e4q\"")
	edit("text-behind", "e2e4\"", "e2e4+\"")
	edit("null-move", "f3g1 g8f6", "0000 g8f6")
	edit("other-goal", "5N2/PPPP1PPP", "8/PPPP1PPP")
	edit("other-turn", " b KQkq e3", " w KQkq e3")
	edit("other-rights", " KQkq e3", " KQk e3")
	edit("no-rights", " KQkq e3", " - e3")
	edit("other-en-passant", " e3 0 4", " d3 0 4")
	edit("en-passant-untold", " e3 0 4", " - 0 4")
	edit("goal-is-illegal", gameFEN, staticFEN)
	edit("fen-not-canonical", " KQkq e3", " QKkq e3")
	edit("fen-garbage", gameFEN, "no position")
	edit("fen-no-clocks", " e3 0 4", " e3")
	edit("field-twice", `{"game":{`, `{"game":{"fen":"x",`)
	add("field-twice-game", illegal.ErrGame, good.replace(t, trees, `{"game":{`, `{"game":{"fen":"`+gameFEN+`","moves":""},"game":{`))
	edit("field-unknown", `,"moves":`, `,"sure":true,"moves":`)
	edit("field-order", `"fen":"`+gameFEN+`","moves":"`+gameMoves+`"`, `"moves":"`+gameMoves+`","fen":"`+gameFEN+`"`)
	edit("field-other-case", `"moves":`, `"Moves":`)
	edit("field-blank", `,"moves":`, `, "moves":`)
	edit("null", `{"game":{"fen":"`+gameFEN+`","moves":"`+gameMoves+`"}}`, `{"game":null}`)
	edit("and-tree", `e2e4"}}`, `e2e4"},"nodes":[]}`)
	add("not-first-field", illegal.ErrTree, good.replace(t, trees, `{"game"`, `{"nodes":[],"game"`))
	add("line-cut", illegal.ErrTree, good.with(trees, func(s string) string { return s[:len(s)-1] }))
	add("two-on-a-line", illegal.ErrGame, good.with(trees, func(s string) string {
		tree, game, _ := strings.Cut(strings.TrimSuffix(s, "\n"), "\n")
		return tree + "\n" + game + game + "\n"
	}))

	// The header.
	add("schema-unknown", illegal.ErrSchema, good.replace(t, header, "certificate/8", "certificate/88"))
	add("positions-fewer", illegal.ErrCount, good.replace(t, header, `"positions":2`, `"positions":1`))
	add("positions-more", illegal.ErrCount, good.replace(t, header, `"positions":2`, `"positions":3`))
	add("games-counted", illegal.ErrHeader, good.replace(t, header, `"positions":2`, `"positions":2,"games":1`))
	add("start-other", illegal.ErrGame, good.replace(t, header, "RNBQKBNR w KQkq", "RNBQKBNR w KQk"))
	return list
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
