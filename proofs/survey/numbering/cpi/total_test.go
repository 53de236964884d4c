package cpi

import (
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/survey/numbering"
)

func TestTotal(t *testing.T) {
	t.Parallel()
	const want = "50209325007364940764539843570679669387641891674"
	expect.Equal(t, Total().String(), want, "positions")
	c := Count()
	for _, part := range []struct {
		name string
		got  *numbering.Breakdown
		want string
	}{
		{"diagrams", c.Diagrams, "24639467089379915386890365075260915223928803040"},
		{"with castling", c.Castling, "165126722933763522182567420926800234160319706"},
		{"with en passant", c.EnPassant, "765264105671346468576545999231038705623965888"},
		{"in all", c.All, want},
	} {
		expect.Equal(t, part.got.Total.String(), part.want, "%s", part.name)
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	blocks := Blocks()
	want := map[block]string{
		{0, 0, chess.White}:  "24639467089379915386890365075260915223928803040",
		{0, 15, chess.Black}: "27386578583849254125018652540642389999",
		{1, 0, chess.White}:  "27912828932554152643926308993483433237843532",
		{8, 0, chess.Black}:  "27912828932554152643926308993483433237843532",
	}
	for _, turn := range []chess.Color{chess.White, chess.Black} {
		for _, single := range []int{8, 4, 2, 1} {
			want[block{0, single, turn}] = "20233751036460655214288872550387224395507714"
		}
		for _, both := range []int{12, 3} {
			want[block{0, both, turn}] = "777444034734707835857090837321923053844269"
		}
		for _, each := range []int{8 + 2, 8 + 1, 4 + 2, 4 + 1} {
			want[block{0, each, turn}] = "17666299972778976558973072897319171010687"
		}
		for file := 2; file <= 7; file++ {
			want[block{file, 0, turn}] = "54238543880807101887333040431782339609882668"
		}
	}
	for b, n := range want {
		expect.Equal(t, blocks[b.index()].Positions.String(), n, "%+v", b)
	}
	for i := range numBlocks {
		expect.Equal(t, blockAt(i).index(), i, "block")
	}
}
