package legal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/sat"
)

// kernelRequest is what proofkernel is asked.
type kernelRequest struct {
	FEN      string `arg:"FEN|-" json:"fen" doc:"the position, with the fields of a FEN"`
	Start    string `flag:"start" of:"FEN" json:"start,omitempty" doc:"the position to start from; FEN in place of the initial one"`
	Extended bool   `flag:"extended" json:"extended,omitempty" doc:"extended kernels, with ranks"`
	All      bool   `flag:"all" doc:"all kernels"`
	Classes  bool   `flag:"classes" doc:"all kernels but for the order of independent captures"`
	Limit    uint64 `flag:"limit" needs:"all,classes" doc:"print this many kernels at most; 0 for no limit"`
	Nodes    uint64 `flag:"nodes" json:"nodes,omitempty" min:"1" page:"max=100000000" doc:"budget of nodes for a search, of conflicts for a solver"`
	Solver   string `flag:"solver" doc:"ask a SAT solver instead of searching: gini, native, or a program as for solve"`
	CNF      string `flag:"cnf" of:"FILE" doc:"write the question as a formula to FILE; - is stdout; without --solver that is all"`
}

var proofkernel = verb.Of(verb.Verb{
	Name: "proofkernel", Answers: []verb.Answer{&kernelAnswer{}}, Form: &verb.Form{},
}, kernelRequest{Nodes: kernel.DefaultNodes}, runKernel)

// kernelRun is one run of proofkernel.
type kernelRun struct {
	*verb.Env
	kernelRequest
	start     chess.Setup
	undecided bool
}

func runKernel(ctx context.Context, e *verb.Env, q *kernelRequest) (err error) {
	q.All = q.All || q.Classes
	q.Extended = q.Extended || q.Solver != "" || q.CNF != "" // the question that there is a formula for
	switch {
	case q.All && (q.Solver != "" || q.CNF != ""):
		return verb.Usagef("--all and --classes are for the search, not for --solver and --cnf")
	case q.CNF != "" && q.FEN == "-":
		return verb.Usagef("--cnf is for one position")
	}
	r := &kernelRun{Env: e, kernelRequest: *q}
	if r.start, err = parseDiagram(cmp.Or(q.Start, chess.InitialFEN)); err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	err = r.Each(ctx, q.FEN, func(text string, line int) error { return r.answer(ctx, text, line) })
	if err == nil && r.undecided {
		return verb.Exit(verb.ExitUndecided)
	}
	return err
}

// parseDiagram reads a FEN with a king on each side, and no pawn where none can be; whether the position can
// be played on from is of no interest.
func parseDiagram(fen string) (chess.Setup, error) {
	s, err := lenient.ParseSetup(fen)
	if err != nil {
		return s, err
	}
	for _, king := range []chess.Man{chess.WhiteKing, chess.BlackKing} {
		n := 0
		for _, m := range s.Board {
			if m == king {
				n++
			}
		}
		if n != 1 {
			return s, verb.WithCode(verb.ExitMalformed, fmt.Errorf("%d %s kings, want 1: %q", n, king.Color(), fen))
		}
	}
	for sq, m := range s.Board {
		if rank := chess.Square(sq).Rank(); m.Kind() == chess.Pawn && (rank == 0 || rank == 7) {
			return s, verb.WithCode(verb.ExitMalformed, fmt.Errorf("a pawn on %s: %q", chess.Square(sq), fen))
		}
	}
	return s, nil
}

// kernelAnswer is the answer for a position or, with --all, one of its kernels. In the last object of a list Kernels is
// their number.
type kernelAnswer struct {
	verb.Head `schema:"retroproof.proofkernel/1"`
	FEN       string   `json:"fen"`
	Start     string   `json:"start,omitempty"`
	Kernel    string   `json:"kernel"` // found, absent or undecided
	Extended  string   `json:"extended,omitempty"`
	Moves     []string `json:"moves,omitempty"`
	Ranks     []string `json:"extended_moves,omitempty"`
	Reason    string   `json:"reason,omitempty"`
	Kernels   *uint64  `json:"kernels,omitempty"`

	text string
}

// Text writes the answer in a line, if there is anything to say.
func (a *kernelAnswer) Text(w io.Writer) (err error) {
	if a.text != "" {
		_, err = fmt.Fprintln(w, a.text)
	}
	return err
}

// answer answers for one position, which stands in a line of stdin or in none.
func (r *kernelRun) answer(ctx context.Context, fen string, line int) error {
	goal, err := parseDiagram(fen)
	if err != nil {
		return err
	}
	if r.All {
		return r.list(ctx, &goal, line)
	}
	if r.CNF != "" {
		if err := r.writeFormula(&goal); err != nil || r.Solver == "" {
			return err
		}
	}
	var found kernel.Result
	if r.Solver == "" {
		found, err = kernel.Find(ctx, &r.start, &goal, kernel.Options{Nodes: r.Nodes, Extended: r.Extended})
	} else {
		found, err = kernel.Ask(sat.WithConflictLimit(ctx, int64(min(r.Nodes, math.MaxInt64))), &r.start, &goal, r.Solver)
		if errors.Is(err, sat.ErrConflictLimit) {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	r.undecided = r.undecided || found.Kernel == kernel.Undecided && found.Extended != kernel.Absent || r.Extended &&
		found.Extended == kernel.Undecided
	a := r.about(&goal)
	a.fill(found.Moves, found.Ranks)
	a.Kernel, a.text = found.Kernel.String(), r.text(&found)
	if r.Extended {
		a.Extended = found.Extended.String()
	}
	if found.Impossible != nil {
		a.Reason = string(found.Impossible.Reason)
	}
	return r.Print(a, line)
}

// text is what was found in a line.
func (r *kernelRun) text(found *kernel.Result) string {
	switch {
	case found.Impossible != nil:
		return "no proof kernel: " + found.Impossible.Detail
	case found.Kernel == kernel.Absent:
		return "no proof kernel"
	case found.Kernel == kernel.Undecided && found.Extended == kernel.Absent:
		return "no extended proof kernel"
	case found.Kernel == kernel.Undecided:
		return "unknown"
	case !r.Extended || found.Extended == kernel.Found:
		return kernelText(found.Moves, found.Ranks)
	case found.Extended == kernel.Absent:
		return "no extended proof kernel; a proof kernel: " + kernelText(found.Moves, nil)
	}
	return "unknown; a proof kernel: " + kernelText(found.Moves, nil)
}

// writeFormula writes the question as a formula in DIMACS.
func (r *kernelRun) writeFormula(goal *chess.Setup) error {
	a, refuted := rules.Abstract(&r.start, goal)
	if refuted != nil {
		return fmt.Errorf("no formula is needed: there is no proof kernel, since %s", refuted.Detail)
	}
	return r.WriteOut(r.CNF, formula.New(a).WriteDIMACS)
}

// list prints all kernels, and in the end what is known of others.
func (r *kernelRun) list(ctx context.Context, goal *chess.Setup, line int) error {
	var count uint64
	var failed error
	o := kernel.Options{Nodes: r.Nodes, Extended: r.Extended, Classes: r.Classes}
	status, err := kernel.List(ctx, &r.start, goal, o, func(moves []kernel.Move, e *kernel.Extended) bool {
		count++
		one := r.about(goal)
		one.fill(moves, e)
		one.Kernel, one.text = kernel.Found.String(), kernelText(moves, e)
		failed = r.Print(one, line)
		return failed == nil && count != r.Limit && ctx.Err() == nil
	})
	if err := cmp.Or(err, ctx.Err(), failed); err != nil {
		return err
	}
	r.undecided = r.undecided || status == kernel.Undecided
	a := r.about(goal)
	a.Kernel, a.Kernels = status.String(), &count
	what := "proof kernel"
	if r.Extended {
		what = "extended proof kernel"
	}
	switch status {
	case kernel.Undecided:
		a.text = "unknown whether there is another " + what
	case kernel.Absent:
		a.text = "no " + what
	}
	return r.Print(a, line)
}

// about begins an answer.
func (r *kernelRun) about(goal *chess.Setup) *kernelAnswer {
	a := &kernelAnswer{FEN: goal.FEN()}
	if start := r.start.FEN(); start != chess.InitialFEN {
		a.Start = start
	}
	return a
}

// fill adds a kernel.
func (a *kernelAnswer) fill(moves []kernel.Move, e *kernel.Extended) {
	a.Moves = strings.Fields(kernel.FormatMoves(moves))
	if e != nil {
		a.Ranks = strings.Fields(e.String())
	}
}

// kernelText is a kernel in a line.
func kernelText(moves []kernel.Move, e *kernel.Extended) string {
	text := kernel.FormatMoves(moves)
	if text == "" {
		return "-"
	}
	if e != nil {
		text += " => " + e.String()
	}
	return text
}
