package kernel

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"retroproof/chess"
	"retroproof/kernel/formula"
	"retroproof/sat"
)

func TestFormulaExp(t *testing.T) {
	data, _ := os.ReadFile(os.Getenv("FENS"))
	solver := os.Getenv("SOLVER")
	if solver == "" {
		solver = sat.Native
	}
	var conf, vars, clauses int64
	var total, worst, build time.Duration
	var worstC int64
	n := 0
	for _, fen := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		g, err := chess.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newProblem(&initial, &g)
		if err != nil {
			t.Fatal(err)
		}
		t0 := time.Now()
		f := formula.New(abstractionOf(p), true)
		cnf := f.CNF()
		build += time.Since(t0)
		sv, _ := sat.New(solver)
		cnf.Emit(sv)
		t0 = time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
		st, _ := sv.Solve(ctx)
		cancel()
		d := time.Since(t0)
		total += d
		worst = max(worst, d)
		c := sv.Stats().Conflicts
		conf += c
		worstC = max(worstC, c)
		vars += int64(cnf.NumVars)
		clauses += int64(cnf.NumClauses())
		n++
		want := os.Getenv("WANT")
		if want != "" && st.String() != want {
			fmt.Println("UNEXPECTED", st, fen)
		}
		if os.Getenv("V") != "" {
			fmt.Println(fen, f.Slots(), cnf.NumVars, cnf.NumClauses(), c, d)
		}
		sv.Close()
	}
	fmt.Printf("%s n %d vars %d clauses %d conflicts %d worst %d time %v worst %v build %v\n", os.Getenv("VAR"), n, vars/int64(n), clauses/int64(n), conf, worstC, total, worst, build)
}
