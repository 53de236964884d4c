package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/certificate"
	"retroproof/kernel/exact/problem"
	proof "retroproof/proofs/exact"
)

// exactFlags are the options of proofgame for all games of a length.
type exactFlags struct {
	length, upTo       string
	all                bool
	max                int
	bothEnds, forward  bool
	explain            bool
	last, still        string
	promote, promoted  string
	popeye             string
	html, latex        string
	certificate        string
	minPlies, maxPlies int    // the lengths that are looked at
	nodes              uint64 // the budget, 0 for the default one
}

// add defines the options.
func (f *exactFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&f.length, "exact", "", "all games of exactly N plies, or of N.5 or N.0 moves")
	flags.StringVar(&f.upTo, "exact-upto", "", "all games of the least length that has any, up to N plies, or N.5 moves")
	flags.BoolVar(&f.all, "all", false, "--exact: count all games, and do not stop after --max")
	flags.IntVar(&f.max, "max", exact.DefaultMax, "--exact: games that are listed")
	flags.BoolVar(&f.bothEnds, "both-ends", false, "--exact: search in layers from both ends at once, and not depth first before")
	flags.BoolVar(&f.forward, "forward", false, "--exact: only depth first, by the simpler deductions; to compare with")
	flags.BoolVar(&f.explain, "explain", false, "--exact: tell what is known before anything is searched")
	flags.StringVar(&f.last, "last", "", "--exact: the last move of all games, as d7d8q or e1g1")
	flags.StringVar(&f.still, "still", "", "--exact: squares of men that must not move, as a1,e1")
	flags.StringVar(&f.promote, "promote", "", "--exact: squares of pawns that must promote, and to what, as a2,b7=n")
	flags.StringVar(&f.promoted, "promoted", "", "--exact: squares of the goal whose men must have promoted, as d1,h8")
	flags.StringVar(&f.popeye, "popeye", "", "--exact: read the problem from FILE, as Popeye does, with the stipulation dia N")
	flags.StringVar(&f.html, "html", "", "--exact: write a page about the problem to FILE")
	flags.StringVar(&f.certificate, "certificate", "", "--exact: write a certificate of the number of games to FILE, for retroproof-check; for short games")
	flags.StringVar(&f.latex, "latex", "", "--exact: write the diagram and the solutions to FILE, as LaTeX")
}

// wanted reports whether all games of a length are asked for.
func (f *exactFlags) wanted() bool { return f.length != "" || f.upTo != "" || f.popeye != "" }

// exactOnly are the options that mean nothing without --exact, and searchOnly those that
// mean nothing with it.
var (
	exactOnly  = []string{"all", "max", "both-ends", "forward", "explain", "last", "still", "promote", "promoted", "html", "latex", "certificate"}
	searchOnly = []string{"weights", "dynamic", "non-admissible", "shortest", "start-pgn", "kernel", "verbose", "states", "seed", "rnd", "no-kernel", "rndkernel", "max-quiet", "file", "out", "retry", "unit", "unit-env", "lines"}
)

// usage looks at the options.
func (f *exactFlags) usage(cmd *cobra.Command, args []string) (err error) {
	if !f.wanted() {
		if name := changed(cmd, exactOnly...); name != "" {
			return verb.Usagef("%s is for --exact", name)
		}
		return nil
	}
	many := len(args) == 1 && args[0] == "-"
	switch name := changed(cmd, searchOnly...); {
	case name != "":
		return verb.Usagef("%s and --exact at once", name)
	case f.length != "" && f.upTo != "", f.popeye != "" && f.length+f.upTo != "":
		return verb.Usagef("--exact, --exact-upto and --popeye are alternatives")
	case f.popeye != "" && len(args) > 0:
		return verb.Usagef("--popeye has the position in its file")
	case f.popeye == "" && len(args) == 0:
		return verb.Usagef("proofgame --exact needs a FEN or -")
	case f.bothEnds && f.forward:
		return verb.Usagef("--both-ends and --forward are alternatives")
	case f.max < 1:
		return verb.Usagef("--max %d, want 1 or more", f.max)
	case many && changed(cmd, "html", "latex", "certificate") != "":
		return verb.Usagef("%s is for one position", changed(cmd, "html", "latex", "certificate"))
	case f.certificate != "" && f.last+f.still+f.promote+f.promoted != "":
		return verb.Usagef("--certificate and %s at once: a certificate counts all games", changed(cmd, "last", "still", "promote", "promoted"))
	}
	if jobs, err := cmd.Flags().GetInt("jobs"); err != nil || jobs < 1 {
		return verb.Usagef("--jobs %d, want 1 or more", jobs)
	}
	if f.nodes, err = cmd.Flags().GetUint64("nodes"); err == nil {
		switch {
		case changed(cmd, "nodes") == "":
			f.nodes = 0
		case f.nodes == 0:
			f.nodes = 1<<64 - 1
		}
	}
	switch {
	case f.length != "":
		f.maxPlies, err = problem.ParseLength(f.length)
		f.minPlies = f.maxPlies
	case f.upTo != "":
		f.maxPlies, err = problem.ParseLength(f.upTo)
	}
	return verb.WithCode(verb.ExitUsage, err)
}

// runExact answers for an argument, for all lines of stdin, or for a file of Popeye's.
func (r *proofgameRun) runExact(ctx context.Context, args []string) (err error) {
	if r.games, err = createPGN(r.pgn); err != nil {
		return err
	}
	if r.exact.popeye != "" {
		err = r.exactPopeye(ctx)
	} else {
		err = r.app.Each(ctx, args[0], func(text string, line int) error {
			target, err := problem.ParseTarget(r.exact.diagram(text, r.start.Turn))
			if err != nil {
				return err
			}
			return r.exactAnswer(ctx, &target, line)
		})
	}
	if err != nil && verb.Code(err) != verb.ExitMalformed {
		r.games.Discard()
		return err
	}
	if cerr := r.games.Close(); err == nil {
		err = cerr
	}
	if err == nil && r.undecided {
		return verb.Exit(verb.ExitUndecided)
	}
	return err
}

// diagram completes a board without the other fields of a FEN, if the length of the games tells
// whose move it is after them.
func (f *exactFlags) diagram(text string, first chess.Color) string {
	if f.length == "" || len(strings.Fields(text)) != 1 {
		return text
	}
	turn := first
	if f.maxPlies%2 == 1 {
		turn = first.Other()
	}
	return fmt.Sprintf("%s %c ? ?", strings.TrimSpace(text), turn.String()[0])
}

// exactPopeye answers for a file of Popeye's.
func (r *proofgameRun) exactPopeye(ctx context.Context) error {
	in, err := r.app.Open(ctx, r.exact.popeye)
	if err != nil {
		return err
	}
	defer in.Close()
	p, err := problem.ReadPopeye(in)
	var bad *problem.PopeyeError
	if errors.As(err, &bad) {
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s:%d: %s", verb.SourceName(r.exact.popeye), bad.Line, bad.Detail))
	}
	if err != nil {
		return err
	}
	r.exact.minPlies, r.exact.maxPlies = p.Plies, p.Plies
	return r.exactAnswer(ctx, &p.Target, 0)
}

// exactAnswer answers for one position: of lengths up to a number for the first one that
// has games.
func (r *proofgameRun) exactAnswer(ctx context.Context, target *exact.Target, line int) error {
	a, err := r.solveExact(ctx, target)
	if err != nil {
		return err
	}
	r.undecided = r.undecided || a.verdict() == exactUndecided
	if err := a.write(); err != nil {
		return err
	}
	if err := a.certify(ctx); err != nil {
		return err
	}
	return a.print(line)
}

// solveExact searches.
func (r *proofgameRun) solveExact(ctx context.Context, target *exact.Target) (*exactAnswer, error) {
	f := &r.exact
	if err := f.conditions(&r.start, target); err != nil {
		return nil, err
	}
	o := exact.Options{Max: f.max, All: f.all, Nodes: f.nodes, Jobs: r.jobs}
	switch {
	case f.bothEnds:
		o.Engine = exact.BothEnds
	case f.forward:
		o.Engine = exact.Forward
	}
	first := f.minPlies
	if f.upTo != "" && (r.start.Turn == target.Setup.Turn) != (first%2 == 0) {
		first++
	}
	// If no length is possible, that is known.
	a := exactAnswer{r: r, target: target, plies: f.maxPlies, result: exact.Result{Complete: true, Total: new(big.Int)}}
	nodes := uint64(0)
	for plies := first; plies <= f.maxPlies; plies += 2 {
		result, err := exact.Search(ctx, &r.start, target, plies, o)
		if errors.Is(err, exact.ErrCondition) {
			return nil, verb.Usagef("--promote or --promoted: %v", err)
		}
		if err != nil {
			return nil, err
		}
		nodes += result.Nodes
		a = exactAnswer{r: r, target: target, plies: plies, result: result}
		if result.Solutions > 0 || result.Cause != nil {
			break
		}
	}
	a.result.Nodes = nodes
	return &a, a.play()
}

// conditions adds those of the options; games begin at start.
func (f *exactFlags) conditions(start *chess.Setup, target *exact.Target) error {
	if f.last != "" {
		m, err := problem.ParseMove(f.last)
		if err != nil {
			return verb.Usagef("--last: %v", err)
		}
		target.Last = m
	}
	for _, name := range listed(f.still) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return verb.Usagef("--still %q, want squares, as a1,e1", f.still)
		}
		if start.Board[sq] == chess.NoMan {
			return verb.Usagef("--still %q: no man is on %s at the start", f.still, sq)
		}
		target.Still |= sq.Bit()
	}
	for _, name := range listed(f.promoted) {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return verb.Usagef("--promoted %q, want squares, as d1,h8", f.promoted)
		}
		target.Promoted |= sq.Bit()
	}
	for _, text := range listed(f.promote) {
		p, err := problem.ParsePromotion(text)
		if err != nil {
			return verb.Usagef("--promote: %v", err)
		}
		target.Promote = append(target.Promote, p)
	}
	return nil
}

// listed returns the parts of a list with commas, none of an empty one.
func listed(text string) (parts []string) {
	if text == "" {
		return nil
	}
	for _, part := range strings.Split(text, ",") {
		parts = append(parts, strings.TrimSpace(part))
	}
	return parts
}

// The verdicts on a problem.
const (
	exactUnique    = "unique"    // one game
	exactCooked    = "cooked"    // several
	exactNone      = "none"      // no game
	exactUndecided = "undecided" // not known within the budget
)

// exactAnswer is what is known of one problem.
type exactAnswer struct {
	r      *proofgameRun
	target *exact.Target
	plies  int
	result exact.Result
	sans   [][]string
	duals  []problem.Dual

	certified bool
}

func (a *exactAnswer) verdict() string {
	switch {
	case a.result.Solutions > 1:
		return exactCooked
	case !a.result.Complete:
		return exactUndecided
	case a.result.Solutions == 1:
		return exactUnique
	}
	return exactNone
}

// headline is the verdict in words.
func (a *exactAnswer) headline() string {
	length := fmt.Sprintf("%s (%s moves)", verb.Counted(a.plies, "ply", "plies"), problem.MovesText(a.plies))
	n := a.result.Total.String()
	if !a.result.Complete {
		n = "at least " + n
	}
	switch a.verdict() {
	case exactUnique:
		return "C+ unique: 1 solution of " + length
	case exactCooked:
		return fmt.Sprintf("cooked: %s solutions of %s", n, length)
	case exactNone:
		if a.r.exact.upTo != "" {
			return fmt.Sprintf("no solution of up to %s (%s moves)", verb.Counted(a.r.exact.maxPlies, "ply", "plies"), problem.MovesText(a.r.exact.maxPlies))
		}
		text := "no solution of " + length
		if turn := a.target.Setup.Turn; (a.r.start.Turn == turn) != (a.plies%2 == 0) {
			text += ": it is not " + turn.String() + "'s move then"
		}
		return text
	}
	text := "undecided: " + a.result.Cause.Error() + ", " + length
	if a.result.Solutions > 0 {
		text += "; 1 solution so far"
	}
	return text
}

// play writes the games in words.
func (a *exactAnswer) play() (err error) {
	a.duals = problem.Compare(&a.r.start, a.result.Games)
	for _, game := range a.result.Games {
		san, err := problem.SAN(&a.r.start, game)
		if err != nil {
			return err
		}
		a.sans = append(a.sans, san)
	}
	return nil
}

// note says how a game differs from the first one.
func (a *exactAnswer) note(i int) string {
	d := a.duals[i]
	if d.Difference == problem.First {
		return ""
	}
	number := notation.MoveNumber(&a.r.start, d.Ply)
	return fmt.Sprintf("from %s %s on, %s", number, a.sans[i][d.Ply], d.Difference)
}

// write writes the games and pages to their files.
func (a *exactAnswer) write() error {
	for _, san := range a.sans {
		if err := a.r.games.add(&a.r.start, a.target.Setup.FEN(), san); err != nil {
			return err
		}
	}
	p := problem.Page{Board: a.target.Setup, Stipulation: a.stipulation(), Verdict: a.headline()}
	for i, san := range a.sans {
		p.Solutions = append(p.Solutions, notation.Numbered(&a.r.start, san))
		p.Notes = append(p.Notes, a.note(i))
	}
	if a.r.exact.explain {
		lines, err := a.explain()
		if err != nil {
			return err
		}
		p.Deductions = lines
	}
	for _, out := range []struct {
		name  string
		write func(io.Writer) error
	}{{a.r.exact.html, p.WriteHTML}, {a.r.exact.latex, p.WriteLaTeX}} {
		if out.name == "" {
			continue
		}
		if err := batch.WriteFile(out.name, out.write); err != nil {
			return err
		}
	}
	return nil
}

// stipulation is the task in words, with the conditions on the games.
func (a *exactAnswer) stipulation() string {
	text := "Proof game in " + problem.MovesText(a.plies) + " moves"
	for _, c := range []struct{ squares, what string }{
		{a.r.exact.promote, "must promote"},
		{a.r.exact.promoted, "must have promoted"},
		{a.r.exact.still, "must not move"},
		{a.r.exact.last, "is the last move"},
	} {
		if c.squares != "" {
			text += "; " + c.squares + " " + c.what
		}
	}
	return text
}

// certify writes the certificate, if one is wanted and everything is decided.
func (a *exactAnswer) certify(ctx context.Context) error {
	name := a.r.exact.certificate
	if name == "" || !a.result.Complete {
		return nil
	}
	t := a.target
	claim := proof.Claim{Start: a.r.start, Goal: t.Setup, AnyCastling: t.AnyCastling, AnyEnPassant: t.AnyEnPassant, Plies: a.plies}
	var b bytes.Buffer
	err := certificate.Write(ctx, &b, &claim, certificate.Options{})
	switch {
	case errors.Is(err, certificate.ErrBudget):
		fmt.Fprintf(a.r.app.Stderr, "retroproof: no certificate: %v\n", err)
		a.r.undecided = true // as with other certificates that are given up
		return nil
	case err != nil:
		return err
	case claim.Games != a.result.Solutions:
		return fmt.Errorf("the certificate counts %d games, the search %d", claim.Games, a.result.Solutions)
	}
	a.certified = true
	return batch.WriteFile(name, func(w io.Writer) error { _, err := b.WriteTo(w); return err })
}

// explain returns what is known before the search, in words.
func (a *exactAnswer) explain() ([]string, error) {
	d, err := exact.Explain(&a.r.start, a.target, a.plies)
	if err != nil {
		return nil, err
	}
	return problem.Words(&a.r.start, &d), nil
}

// exactJSON is the answer as JSON.
type exactJSON struct {
	Schema      string   `json:"schema"`
	Line        int      `json:"line,omitempty"` // of stdin
	FEN         string   `json:"fen"`
	Start       string   `json:"start,omitempty"`
	Plies       int      `json:"plies"`
	Last        string   `json:"last,omitempty"`
	Still       []string `json:"still,omitempty"`
	Promote     []string `json:"promote,omitempty"`
	Promoted    []string `json:"promoted,omitempty"`
	Verdict     string   `json:"verdict"`
	Solutions   uint64   `json:"solutions"`
	Exactly     string   `json:"solutions_decimal,omitempty"` // from 2^53-1 on
	Complete    bool     `json:"complete"`                    // there is no other game
	Games       []string `json:"games,omitempty"`
	Duals       []string `json:"duals,omitempty"` // of all games but the first
	Deductions  []string `json:"deductions,omitempty"`
	Nodes       uint64   `json:"nodes"`
	Certificate string   `json:"certificate,omitempty"`
	Cause       string   `json:"cause,omitempty"`
}

const exactSchema = "retroproof.proofgame.exact/1"

// print prints the answer.
func (a *exactAnswer) print(line int) error {
	if a.r.json {
		o, err := a.object(line)
		if err != nil {
			return err
		}
		return a.r.app.PrintJSON(o)
	}
	lines := []string{a.headline()}
	if line > 0 {
		lines[0] = problem.TargetText(a.target) + " " + lines[0]
	}
	if a.r.exact.explain {
		words, err := a.explain()
		if err != nil {
			return err
		}
		lines = append(lines, words...)
	}
	for i, san := range a.sans {
		text := notation.Numbered(&a.r.start, san)
		if note := a.note(i); note != "" {
			text += "\n    " + note
		}
		lines = append(lines, text)
	}
	if left := new(big.Int).Sub(a.result.Total, big.NewInt(int64(len(a.sans)))); left.Sign() > 0 && a.result.Complete {
		lines = append(lines, fmt.Sprintf("and %s more", left))
	}
	_, err := fmt.Fprintln(a.r.app.Stdout, strings.Join(lines, "\n"))
	return verb.WithCode(verb.ExitIO, err)
}

// object is the answer as JSON.
func (a *exactAnswer) object(line int) (exactJSON, error) {
	o := exactJSON{
		Schema: exactSchema, Line: line, FEN: problem.TargetText(a.target), Plies: a.plies, Verdict: a.verdict(),
		Solutions: a.result.Solutions, Complete: a.result.Complete, Nodes: a.result.Nodes,
	}
	if o.Solutions == exact.MostSolutions {
		o.Exactly = a.result.Total.String()
	}
	if start := a.r.start.FEN(); start != chess.InitialFEN {
		o.Start = start
	}
	o.Last = a.r.exact.last
	for sq := range a.target.Still.Squares() {
		o.Still = append(o.Still, sq.String())
	}
	for _, p := range a.target.Promote {
		o.Promote = append(o.Promote, problem.PromotionText(p))
	}
	for sq := range a.target.Promoted.Squares() {
		o.Promoted = append(o.Promoted, sq.String())
	}
	for i, san := range a.sans {
		o.Games = append(o.Games, strings.Join(san, " "))
		if i > 0 {
			o.Duals = append(o.Duals, a.note(i))
		}
	}
	if a.certified {
		o.Certificate = a.r.exact.certificate
	}
	if a.result.Cause != nil {
		o.Cause = a.result.Cause.Error()
	}
	if a.r.exact.explain {
		words, err := a.explain()
		if err != nil {
			return o, err
		}
		o.Deductions = words
	}
	return o, nil
}
