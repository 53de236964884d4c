package strategy_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
)

var long = os.Getenv("RETROPROOF_LONG") != ""

// boards has the boards on which mutations of a strategy are looked for.
func boards(name string) []plain.Board {
	switch {
	case long:
		return []plain.Board{{Files: 8, Ranks: 8}}
	case name == "torres":
		return []plain.Board{{Files: 6, Ranks: 6}}
	case name == "krk2016":
		return []plain.Board{{Files: 4, Ranks: 4}, {Files: 5, Ranks: 4}}
	case name == "krk2013":
		return []plain.Board{{Files: 4, Ranks: 4}}
	}
	return nil // takes long
}

// Circuits agree with the texts, and a text in which a step or a notion is changed is told from the
// circuits.
func TestMutatedTexts(t *testing.T) {
	ctx := context.Background()
	for _, i := range spec.Instances() {
		for _, board := range boards(i.Name) {
			compare := func(change func(s *plain.Strategy)) error {
				c, err := i.On(board)
				if err != nil {
					t.Fatal(err)
				}
				change(c.Strategy)
				_, err = strategy.Compare(ctx, c)
				return err
			}
			if err := compare(func(*plain.Strategy) {}); err != nil {
				t.Errorf("%s on %v: %v", i.Name, board, err)
			}
			c, _ := i.On(board)
			uses := strategyUses(c)
			for k, step := range c.Steps {
				if uses[k] == 0 {
					continue // it makes no difference here
				}
				for what, allows := range map[string]func(p, q plain.Position) (bool, int){
					"never": func(p, q plain.Position) (bool, int) { return false, 0 },
					"not with the black king on a1": func(p, q plain.Position) (bool, int) {
						ok, least := step.Allows(p, q)
						return ok && (p.BK != plain.Square{}), least
					},
				} {
					err := compare(func(s *plain.Strategy) { s.Steps[k].Allows = allows })
					if what != "never" && k > 0 && err == nil {
						continue // the step is not used with the king there
					}
					if !errors.Is(err, strategy.ErrCircuits) {
						t.Errorf("%s on %v, %s %s: %v", i.Name, board, step.Name, what, err)
					}
				}
			}
			for k, n := range c.Notions {
				err := compare(func(s *plain.Strategy) {
					s.Notions[k].Value = func(p plain.Position) int {
						v := n.Value(p)
						if p.BK == (plain.Square{X: 1, Y: 0}) && p.WK == (plain.Square{X: 3, Y: 0}) {
							v = (v + 1) % (n.Greatest + 1)
						}
						return v
					}
				})
				if !errors.Is(err, strategy.ErrCircuits) {
					t.Errorf("%s on %v, notion %s: %v", i.Name, board, n.Name, err)
				}
			}
			if err := compare(func(s *plain.Strategy) { s.Claimed = func(p plain.Position) bool { return p.WK.Y > 2 } }); !errors.Is(err, strategy.ErrCircuits) {
				t.Errorf("%s on %v, other positions claimed: %v", i.Name, board, err)
			}
			if i.Name == "torres" { // that is not symmetric by ranks
				if err := compare(func(s *plain.Strategy) { s.Symmetries = 4 }); !errors.Is(err, strategy.ErrCircuits) {
					t.Errorf("%s with more symmetries: %v", i.Name, err)
				}
			}
		}
	}
}

// strategyUses counts the positions in which each step is used.
func strategyUses(c *spec.Circuits) []int {
	t := plain.NewTable(c.Strategy)
	uses := make([]int, len(c.Steps))
	c.Each(true, func(p plain.Position) bool {
		if _, step := t.By(nil, p); step != plain.NoStep {
			uses[step]++
		}
		return true
	})
	return uses
}

// Of a context that is cancelled, the error is told.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	c, err := spec.New("torres", plain.Board{Files: 8, Ranks: 8})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := strategy.Compare(ctx, c); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// Boards and names that there are no strategies for.
func TestNoStrategy(t *testing.T) {
	for _, tt := range []struct {
		name         string
		files, ranks int
	}{{"krk2016", 2, 8}, {"krk2016", 8, 13}, {"kqk", 8, 9}, {"kqk", 4, 4}, {"torres", 8, 10}, {"torres", 5, 5}, {"krk2016", -1, 8}, {"kpk", 9, 9}, {"kpk", 7, 7}, {"kbbk", 8, 8}, {"", 8, 8}} {
		if _, err := spec.New(tt.name, plain.Board{Files: tt.files, Ranks: tt.ranks}); err == nil {
			t.Errorf("%s", fmt.Sprint(tt))
		}
	}
}
