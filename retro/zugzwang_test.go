package retro

import (
	"context"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/retro/internal/tabletest"
	"retroproof/retro/table"
)

// The mutual zugzwangs are those that a look at every position of the board finds.
func TestMutualZugzwangs(t *testing.T) {
	t.Parallel()
	names := []string{"KRvK", "KPvK"}
	if tabletest.Long {
		names = append(names, "KPvKP", "KQvKR")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tab := tabletest.Table(t, name)
			kinds, err := MutualZugzwangs(context.Background(), tab, 5, 2)
			expect.NoError(t, err)
			want := map[[2]table.Result]map[int]bool{}
			tabletest.EveryPosition(tab.Material, func(p *chess.Position) {
				if p.Turn() == chess.Black || p.InCheck() {
					return
				}
				s := p.Setup()
				s.Turn = chess.Black
				q, err := chess.NewPosition(s)
				if err != nil {
					return
				}
				white, black := tab.Lookup(p).Result, tab.Lookup(q).Before().Result
				if white < black {
					k := [2]table.Result{white, black}
					if want[k] == nil {
						want[k] = map[int]bool{}
					}
					_, cell := tab.Find(p, tab.Material)
					want[k][cell] = true
				}
			})
			total := 0
			for _, z := range kinds {
				n := len(want[[2]table.Result{z.WhiteMoves, z.BlackMoves}])
				total += n
				if z.Positions != uint64(n) || len(z.FENs) != min(n, 5) {
					t.Errorf("%d and %d examples of White %s, %s, want %d", z.Positions, len(z.FENs), z.WhiteMoves, z.BlackMoves, n)
				}
				for _, fen := range z.FENs {
					p, err := chess.ParsePosition(fen)
					expect.NoError(t, err)
					expect.Equal(t, tab.Lookup(p).Result, z.WhiteMoves, "%s is a %s", fen, tab.Lookup(p))
				}
			}
			if name == "KPvK" && total != 80 {
				t.Errorf("%d mutual zugzwangs, want 80", total)
			}
			t.Logf("%d mutual zugzwangs", total)
		})
	}
}
