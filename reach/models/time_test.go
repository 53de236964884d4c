package models

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"testing"

	"retroproof/reach"
)

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

func TestTime(t *testing.T) {
	for _, name := range []string{"order", "counter-12", "counter-12-safe", "krk-rook", "krk-illegal", "krk-stale", "krk-stuck", "krk-all"} {
		m, err := Find(name)
		if err != nil {
			t.Fatal(err)
		}
		sys := m.System()
		f, _ := os.Create("/tmp/aig/" + name + ".aig")
		sys.Model().Write(f)
		f.Close()
		for _, e := range []reach.Engine{reach.Auto, reach.PDR} {
			for _, solver := range []string{"native", "gini"} {
				start := cpu()
				s := m.System()
				made := cpu()
				r, err := reach.Decide(context.Background(), s, reach.Options{Engine: e, Solver: solver})
				if err != nil {
					t.Fatal(err)
				}
				fmt.Printf("%s %s %s %v %s %d %d  make %.2f decide %.2f\n", name, e, solver, r.Verdict, r.Engine, r.Depth, r.Clauses, made-start, cpu()-made)
			}
		}
	}
}
