package reach

import (
	"context"
	"fmt"
	"testing"
	"time"
)

func TestTime(t *testing.T) {
	for _, bits := range []int{6, 8, 10, 12} {
		for _, variant := range []string{"unsafe", "safe"} {
			for _, e := range []Engine{Auto, PDR} {
				for _, solver := range []string{"native", "gini"} {
					var s *System
					if variant == "unsafe" {
						s = Counter(bits, 1<<bits-1, nil)
					} else {
						s = Counter(bits, 1<<bits-1, func(v int) bool { return v == 1<<bits-1 })
					}
					start := time.Now()
					r, err := Decide(context.Background(), s, Options{Engine: e, Solver: solver})
					if err != nil {
						t.Fatal(err)
					}
					fmt.Println(bits, variant, e, solver, r.Verdict, r.Engine, r.Depth, r.Clauses, time.Since(start))
				}
			}
		}
	}
}
