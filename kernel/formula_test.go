package kernel

import (
	"bufio"
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

func abstractionOf(p *problem) *formula.Abstraction {
	a := &formula.Abstraction{Start: p.start, Goal: p.goal, Fixed: p.blocked.squares, FixedBottom: p.fixedBottom, FixedTop: p.fixedTop,
		Captures: p.captures, Promotes: p.promotes}
	for c := range 2 {
		for k := range numPieceKinds {
			a.Pieces[c][k], a.Wants[c][k], a.Keep[c][k] = p.pieces[c][k], p.wants[c][k], p.keep[c][k]
		}
		for f := range 8 {
			a.Class[c][f] = formula.SquareClass(p.class[c][f])
		}
	}
	for _, s := range p.specials {
		a.Specials = append(a.Specials, formula.Special{Color: s.color, File: s.file})
	}
	return a
}

func TestFormulaSamples(t *testing.T) {
	file, _ := os.Open("testdata/legality-random-1k.tsv")
	s := bufio.NewScanner(file)
	solver := os.Getenv("SOLVER")
	if solver == "" {
		solver = sat.Native
	}
	for s.Scan() {
		fen := strings.Split(s.Text(), "\t")[0]
		if strings.HasPrefix(fen, "#") {
			continue
		}
		g, err := chess.ParseFEN(fen)
		if err != nil {
			continue
		}
		goal := &g
		if Static(nil, goal) != nil {
			continue
		}
		p, err := newProblem(&initial, goal)
		if err != nil {
			continue
		}
		r, _ := Find(context.Background(), &initial, goal, Options{Extended: true, Nodes: 5000000})
		t0 := time.Now()
		f := formula.New(abstractionOf(p), true)
		cnf := f.CNF()
		built := time.Since(t0)
		sv, _ := sat.New(solver)
		cnf.Emit(sv)
		t0 = time.Now()
		ctx, cancel := context.WithTimeout(context.Background(), 60*time.Second)
		st, err := sv.Solve(ctx)
		cancel()
		want := map[Status]sat.Status{Found: sat.Satisfiable, Absent: sat.Unsatisfiable}[r.Extended]
		flag := ""
		if st != want {
			flag = "DISAGREE"
		}
		fmt.Printf("%s slots %d vars %d clauses %d built %v search %v %d formula %v conflicts %d %v %s %v\n", fen, f.Slots(), cnf.NumVars, cnf.NumClauses(), built, r.Extended, r.Nodes, st, sv.Stats().Conflicts, time.Since(t0), flag, err)
		sv.Close()
	}
}
