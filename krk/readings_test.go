package krk

import (
	"errors"
	"testing"

	"retroproof/encode"
	"retroproof/krk/plain"
	"retroproof/krk/spec"
)

// readings are the readings of the text that the published figures refute,
// with the figures they lead to (shared/spec/krk.md).
var readings = []struct {
	name   string
	change func(*Reading)
	steps  map[Step]int
	lemma  string // a lemma that fails, if known
}{
	{"ready x >= 1", func(r *Reading) { r.ReadyLeastX = 1 }, map[Step]int{spec.ReadyToMate: 736}, "6"},
	{"ready by rook only", func(r *Reading) { r.ReadyRookOnly = true }, map[Step]int{spec.ReadyToMate: 472}, ""},
	{"exposed >= 2", func(r *Reading) { r.ExposedMargin = 2 }, map[Step]int{spec.Squeeze: 142484}, ""},
	{"divides loosely", func(r *Reading) { r.DividesLoosely = true }, map[Step]int{spec.Squeeze: 126252}, ""},
	{"no L-pattern", func(r *Reading) { r.NoLPattern = true },
		map[Step]int{spec.ApproachDiag: 11936, spec.ApproachNonDiag: 3956, spec.KeepRoomDiag: 3704, spec.KeepRoomNonDiag: 328}, ""},
	{"critical by king moves", func(r *Reading) { r.CriticalByKing = true },
		map[Step]int{spec.ApproachDiag: 16088, spec.ApproachNonDiag: 328}, ""},
	{"room > 2", func(r *Reading) { r.RoomLimit = 2 }, map[Step]int{spec.ApproachDiag: 12216}, ""},
	{"stalemate allowed", func(r *Reading) { r.AllowStalemate = true }, map[Step]int{spec.Squeeze: 119292}, "8"},
	{"diagonal last", func(r *Reading) { r.DiagonalLast = true },
		map[Step]int{spec.ApproachDiag: 15252, spec.ApproachNonDiag: 1064, spec.KeepRoomDiag: 2312, spec.KeepRoomNonDiag: 1344}, ""},
	{"home adjacent", func(r *Reading) { r.HomeAdjacent = true }, map[Step]int{spec.RookHome: 10420, spec.RookSafe: 23380}, ""},
	{"home without three in line", func(r *Reading) { r.HomeNoThree = true }, map[Step]int{spec.RookHome: 32328, spec.RookSafe: 1472}, ""},
	{"home without guard", func(r *Reading) { r.HomeNoGuard = true }, map[Step]int{spec.RookHome: 33708, spec.RookSafe: 92}, "6"},
	{"safe distance 2", func(r *Reading) { r.RookSafeDistance = 2 }, map[Step]int{spec.RookHome: 33368, spec.RookSafe: 432}, "4"},

	// Other numbers in place of those above.
	{"ready x >= 3", func(r *Reading) { r.ReadyLeastX = 3 }, map[Step]int{spec.ReadyToMate: 584}, ""},
	{"room > 4", func(r *Reading) { r.RoomLimit = 4 }, map[Step]int{spec.ApproachDiag: 12136}, ""},
}

// otherNumbers is how many of them, at the end, are for make soundness.
const otherNumbers = 2

func TestReadings(t *testing.T) {
	if testing.Short() {
		t.Skip("tabulates the strategy in thirteen readings")
	}
	list := readings
	if !long {
		list = list[:len(list)-otherNumbers]
	}
	for _, rd := range list {
		t.Run(rd.name, func(t *testing.T) {
			t.Parallel()
			changed := spec.Default()
			rd.change(&changed)
			r := NewRelation(changed)
			var steps [spec.NumSteps]int
			stalemating := 0
			eachWithWhiteToMove(func(p Position) {
				steps[r.Step(p)]++
				for _, q := range r.movesFrom(p) {
					stalemating += holds(stalemate(q))
				}
			})
			for s, want := range rd.steps {
				if steps[s] != want {
					t.Errorf("%s: %d positions, want %d", s, steps[s], want)
				}
			}
			if want := 188 * holds(changed.AllowStalemate); stalemating != want {
				t.Errorf("%d stalemating moves, want %d", stalemating, want)
			}
			if rd.lemma != "" {
				if refuting, err := r.Refutations(rd.lemma); err != nil || len(refuting) == 0 {
					t.Errorf("Lemma %s holds, but should not: %v", rd.lemma, err)
				}
				if rd.lemma == "4" {
					if refuting, _ := r.Refutations("4"); len(refuting) != 16 {
						t.Errorf("Lemma 4 fails in %d positions, want 16", len(refuting))
					}
				}
			}
			// The circuits in this reading agree with the plain code in it, and those in the default reading do not.
			if long {
				if _, err := CheckRules(t.Context(), encode.Order, changed); err != nil {
					t.Error(err)
				}
			}
			c := newComparison(encode.Order, spec.Default())
			c.table = plain.NewTable(changed)
			if err := c.compare(t.Context()); !errors.Is(err, ErrRules) {
				t.Errorf("the circuits of the default reading: %v", err)
			}
		})
	}
}
