package krk

import (
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/strategy/lemmas"
)

// both makes two changes.
func both(a, b Reading) Reading { return func(source string) string { return b(a(source)) } }

// everywhere replaces all of a text.
func everywhere(from, to string) Reading {
	return func(source string) string { return strings.ReplaceAll(source, from, to) }
}

// readings are the readings of the paper that the published figures refute, with the figures they lead to
// (shared/spec/krk.md).
var readings = []struct {
	name   string
	change Reading
	steps  map[int]int
	lemma  string // a lemma that fails, if known
}{
	{"ready x >= 1", replacing("r.x >= 2", "r.x >= 1"), map[int]int{ReadyToMate: 736}, "6"},
	{"ready by rook only", replacing("step ReadyToMate: ready'", "step ReadyToMate: moved(r) and ready'"), map[int]int{ReadyToMate: 472}, ""},
	{"exposed >= 2", replacing("if white then 2 else 1", "if white then 2 else 2"), map[int]int{Squeeze: 142484}, ""},
	{"divides loosely", both(replacing("def divides ", "def loosely(k, r, b) = k <= r and r < b or b < r and r <= k\ndef divides "),
		replacing("between(wk.x, r.x, bk.x) or between(wk.y, r.y, bk.y)", "loosely(wk.x, r.x, bk.x) or loosely(wk.y, r.y, bk.y)")), map[int]int{Squeeze: 126252}, ""},
	{"no L-pattern", everywhere("(divides' or lpattern')", "divides'"), map[int]int{ApproachDiag: 11936, ApproachNonDiag: 3956, KeepRoomDiag: 3704, KeepRoomNonDiag: 328}, ""},
	{"critical by king moves", replacing("= manhattan(wk, (towards", "= distance(wk, (towards"), map[int]int{ApproachDiag: 16088, ApproachNonDiag: 328}, ""},
	{"room > 2", replacing("room' > 3", "room' > 2"), map[int]int{ApproachDiag: 12216}, ""},
	{"stalemate allowed", replacing("def safe = not stalemate'", "def safe = true or stalemate'"), map[int]int{Squeeze: 119292}, "8"},
	{"diagonal last", both(everywhere("and not diagonally", "and DIAGONALLY"), both(everywhere("and diagonally", "and not diagonally"), everywhere("DIAGONALLY", "diagonally"))),
		map[int]int{ApproachDiag: 15252, ApproachNonDiag: 1064, KeepRoomDiag: 2312, KeepRoomNonDiag: 1344}, ""},
	{"home adjacent", replacing("moved(r) and home and", "moved(r) and manhattan(r', wk') = 1 and"), map[int]int{RookHome: 10420, RookSafe: 23380}, ""},
	{"home without three in line", replacing(" or m = k and k = b and abs(m - t) = 1", ""), map[int]int{RookHome: 32328, RookSafe: 1472}, ""},
	{"home without guard", replacing("home and guarded' and", "home and"), map[int]int{RookHome: 33708, RookSafe: 92}, "6"},
	{"safe distance 2", Distance(2), map[int]int{RookHome: 33368, RookSafe: 432}, "4"},

	// Other numbers in place of those above.
	{"ready x >= 3", replacing("r.x >= 2", "r.x >= 3"), map[int]int{ReadyToMate: 584}, ""},
	{"room > 4", replacing("room' > 3", "room' > 4"), map[int]int{ApproachDiag: 12136}, ""},
}

// otherNumbers is how many of them, at the end, are for make soundness.
const otherNumbers = 2

func TestReadings(t *testing.T) {
	if testing.Short() {
		t.Skip("tabulates the strategy in thirteen readings")
	}
	list := readings
	if !expect.Long {
		list = list[:len(list)-otherNumbers]
	}
	for _, rd := range list {
		t.Run(rd.name, func(t *testing.T) {
			t.Parallel()
			s, err := New(lemmas.Encoding{}, rd.change)
			expect.NoError(t, err)
			x, err := s.Table()
			expect.NoError(t, err)
			found := x.Figures()
			for step, want := range rd.steps {
				expect.Equal(t, found.Steps[step], want, "%s positions", s.Steps[step].Name)
			}
			stalemating := 0
			for k, p := range x.Least(true) {
				moves, _ := x.By(nil, p)
				for _, q := range moves {
					if s.Stuck(q) && !s.Lost(&q) {
						stalemating += x.Weight(k)
					}
				}
			}
			expect.Equal(t, map[bool]int{true: 188}[rd.name == "stalemate allowed"], stalemating, "stalemating moves")
			if rd.lemma == "" {
				return
			}
			list, err := s.Lemmas()
			expect.NoError(t, err)
			n, _, err := of(list, rd.lemma)[0].Violations()
			if err != nil || n == 0 || rd.lemma == "4" && n != 16 {
				t.Errorf("Lemma %s fails in %d positions: %v", rd.lemma, n, err)
			}
		})
	}
}
