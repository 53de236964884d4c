package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// proofkernelFlags are the options of proofkernel.
type proofkernelFlags struct {
	start    string
	extended bool
	all      bool
	classes  bool
	limit    uint64
	nodes    uint64
	solver   string
	cnf      string
	json     bool
}

func newProofkernelCommand(a *verb.Env) *cobra.Command {
	var f proofkernelFlags
	cmd := &cobra.Command{
		Use:   "proofkernel FEN",
		Short: "Find the captures that can lead to a position",
		Long: `Find a proof kernel of a position: captures that turn the pawns and pieces of the
initial position, or of --start, into those of the position. A position without
one is illegal. "-" stands for a kernel without captures.

With --extended the kernel must leave room for its captures on the ranks, and is
printed with these. --all prints all kernels, one a line; --classes only one of
those that differ in the order of independent captures.

--solver puts the question of --extended to a SAT solver instead, as one formula: its
models are extended kernels, and the one that it finds is replayed. --cnf FILE writes
the formula in DIMACS: a refutation of it, such as "retroproof solve --proof" writes,
proves that there is no extended kernel.

"-" in place of the FEN reads FENs from stdin, one a line. The exit code is 4 if
the budget of --nodes ended a search.`,
		Example: `  retroproof proofkernel "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"
  retroproof proofkernel --extended --solver gini "rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1"
  retroproof proofkernel --extended --all "rnbqkbnr/1ppppppp/8/8/1P6/4P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1"`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.classes {
				f.all = true
			}
			if f.solver != "" || f.cnf != "" {
				f.extended = true // the question that there is a formula for
			}
			if cmd.Flags().Changed("limit") && !f.all {
				return verb.Usagef("--limit is for --all and --classes")
			}
			switch {
			case f.nodes == 0:
				return verb.Usagef("--nodes 0, want a positive number")
			case f.all && (f.solver != "" || f.cnf != ""):
				return verb.Usagef("--all and --classes are for the search, not for --solver and --cnf")
			case f.cnf != "" && args[0] == "-":
				return verb.Usagef("--cnf is for one position")
			}
			r := proofkernelRun{app: a, flags: f}
			return r.run(cmd.Context(), args[0])
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.start, "start", chess.InitialFEN, "position to start from")
	flags.BoolVar(&f.extended, "extended", false, "extended kernels, with ranks")
	flags.BoolVar(&f.all, "all", false, "all kernels")
	flags.BoolVar(&f.classes, "classes", false, "all kernels but for the order of independent captures")
	flags.Uint64Var(&f.limit, "limit", 0, "print this many kernels at most; 0 is no limit")
	flags.Uint64Var(&f.nodes, "nodes", kernel.DefaultNodes, "budget of nodes for a search, of conflicts for a solver")
	flags.StringVar(&f.solver, "solver", "", "ask a SAT solver instead of searching: gini, native, or a program as for solve")
	flags.StringVar(&f.cnf, "cnf", "", "write the question as a formula to FILE; - is stdout; without --solver that is all")
	flags.BoolVar(&f.json, "json", false, "print JSON, one object a kernel")
	return cmd
}

// proofkernelRun is one run of proofkernel.
type proofkernelRun struct {
	app       *verb.Env
	flags     proofkernelFlags
	start     chess.Setup
	undecided bool
}

func (r *proofkernelRun) run(ctx context.Context, fen string) (err error) {
	if r.start, err = parseDiagram(lenient.FEN(r.flags.start)); err != nil {
		return fmt.Errorf("--start: %w", err)
	}
	err = r.app.Each(ctx, fen, func(text string, line int) error { return r.answer(ctx, text, line) })
	if err == nil && r.undecided {
		return verb.Exit(verb.ExitUndecided)
	}
	return err
}

// parseDiagram reads a FEN with a king on each side; whether the position can
// be played on from is of no interest.
func parseDiagram(fen string) (chess.Setup, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return s, err
	}
	return s, checkDiagram(&s, fen)
}

// checkDiagram looks for a king on each side, and for pawns where none can be.
func checkDiagram(s *chess.Setup, fen string) error {
	for _, king := range []chess.Man{chess.WhiteKing, chess.BlackKing} {
		n := 0
		for _, m := range s.Board {
			if m == king {
				n++
			}
		}
		if n != 1 {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%d %s kings, want 1: %q", n, king.Color(), fen))
		}
	}
	for sq, m := range s.Board {
		if rank := chess.Square(sq).Rank(); m.Kind() == chess.Pawn && (rank == 0 || rank == 7) {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("a pawn on %s: %q", chess.Square(sq), fen))
		}
	}
	return nil
}

// proofkernelJSON is the answer for a position or, with --all, one of its
// kernels. In the last object of a list Kernels is their number.
type proofkernelJSON struct {
	Schema   string   `json:"schema"`
	Line     int      `json:"line,omitempty"` // of stdin
	FEN      string   `json:"fen"`
	Start    string   `json:"start,omitempty"`
	Kernel   string   `json:"kernel"` // found, absent or undecided
	Extended string   `json:"extended,omitempty"`
	Moves    []string `json:"moves,omitempty"`
	Ranks    []string `json:"extended_moves,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	Kernels  *uint64  `json:"kernels,omitempty"`
}

// answer answers for one position, which stands in a line of stdin or in none.
func (r *proofkernelRun) answer(ctx context.Context, fen string, line int) error {
	goal, err := parseDiagram(fen)
	if err != nil {
		return err
	}
	object := r.about(&goal, line)
	options := kernel.Options{Nodes: r.flags.nodes, Extended: r.flags.extended, Classes: r.flags.classes}
	if r.flags.all {
		return r.list(ctx, &goal, options, object)
	}
	if r.flags.cnf != "" {
		if err := r.writeFormula(&goal); err != nil || r.flags.solver == "" {
			return err
		}
	}
	var found kernel.Result
	if r.flags.solver == "" {
		found, err = kernel.Find(ctx, &r.start, &goal, options)
	} else {
		found, err = kernel.Ask(sat.WithConflictLimit(ctx, int64(min(r.flags.nodes, math.MaxInt64))), &r.start, &goal, r.flags.solver)
		if errors.Is(err, sat.ErrConflictLimit) {
			err = nil
		}
	}
	if err != nil {
		return err
	}
	r.undecided = r.undecided || found.Kernel == kernel.Undecided && found.Extended != kernel.Absent || r.flags.extended && found.Extended == kernel.Undecided
	if r.flags.json {
		object.found(&found, r.flags.extended)
		return r.app.PrintJSON(object)
	}
	var text string
	switch {
	case found.Impossible != nil:
		text = "no proof kernel: " + found.Impossible.Detail
	case found.Kernel == kernel.Absent:
		text = "no proof kernel"
	case found.Kernel == kernel.Undecided && found.Extended == kernel.Absent:
		text = "no extended proof kernel"
	case found.Kernel == kernel.Undecided:
		text = "unknown"
	case !r.flags.extended || found.Extended == kernel.Found:
		text = kernelText(found.Moves, found.Ranks)
	case found.Extended == kernel.Absent:
		text = "no extended proof kernel; a proof kernel: " + kernelText(found.Moves, nil)
	default:
		text = "unknown; a proof kernel: " + kernelText(found.Moves, nil)
	}
	_, err = fmt.Fprintln(r.app.Stdout, text)
	return err
}

// writeFormula writes the question as a formula in DIMACS.
func (r *proofkernelRun) writeFormula(goal *chess.Setup) error {
	a, refuted := rules.Abstract(&r.start, goal)
	if refuted != nil {
		return fmt.Errorf("no formula is needed: there is no proof kernel, since %s", refuted.Detail)
	}
	write := func(w io.Writer) error { return formula.New(a).WriteDIMACS(w) }
	if r.flags.cnf == "-" {
		return write(r.app.Stdout)
	}
	return batch.WriteFile(r.flags.cnf, write)
}

// errLimit ends a list.
var errLimit = errors.New("limit")

// list prints all kernels.
func (r *proofkernelRun) list(ctx context.Context, goal *chess.Setup, options kernel.Options, object proofkernelJSON) error {
	var count uint64
	var failed error
	status, err := kernel.List(ctx, &r.start, goal, options, func(moves []kernel.Move, e *kernel.Extended) bool {
		count++
		if r.flags.json {
			one := object
			one.fill(moves, e)
			one.Kernel = kernel.Found.String()
			failed = r.app.PrintJSON(one)
		} else {
			_, failed = fmt.Fprintln(r.app.Stdout, kernelText(moves, e))
		}
		if failed == nil && count == r.flags.limit {
			failed = errLimit
		}
		return failed == nil && ctx.Err() == nil
	})
	switch {
	case err != nil:
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case failed != nil && failed != errLimit:
		return failed
	}
	r.undecided = r.undecided || status == kernel.Undecided
	if r.flags.json {
		object.Kernel = status.String()
		object.Kernels = &count
		return r.app.PrintJSON(object)
	}
	what := "proof kernel"
	if r.flags.extended {
		what = "extended proof kernel"
	}
	switch {
	case status == kernel.Undecided:
		_, err = fmt.Fprintf(r.app.Stdout, "unknown whether there is another %s\n", what)
	case status == kernel.Absent:
		_, err = fmt.Fprintf(r.app.Stdout, "no %s\n", what)
	}
	return err
}

// about begins an answer.
func (r *proofkernelRun) about(goal *chess.Setup, line int) proofkernelJSON {
	object := proofkernelJSON{Schema: "retroproof.proofkernel/1", Line: line, FEN: goal.FEN()}
	if start := r.start.FEN(); start != chess.InitialFEN {
		object.Start = start
	}
	return object
}

// found adds what a search has found.
func (o *proofkernelJSON) found(r *kernel.Result, extended bool) {
	o.fill(r.Moves, r.Ranks)
	o.Kernel = r.Kernel.String()
	if extended {
		o.Extended = r.Extended.String()
	}
	if r.Impossible != nil {
		o.Reason = string(r.Impossible.Reason)
	}
}

// fill adds a kernel.
func (o *proofkernelJSON) fill(moves []kernel.Move, e *kernel.Extended) {
	o.Moves = strings.Fields(kernel.FormatMoves(moves))
	if e != nil {
		o.Ranks = strings.Fields(e.String())
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
