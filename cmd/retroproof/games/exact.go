package games

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"runtime"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/problem"
)

// exactRequest is what exact is asked.
type exactRequest struct {
	Length string `arg:"[N]" json:"length" doc:"the length of the games: plies, as 6, moves, as 3.0, or of a series, as ser-6"`
	FEN    string `arg:"[FEN|-]" json:"fen" doc:"the position; a board alone will do"`
	Start  string `flag:"start" short:"i" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
	UpTo   string `flag:"upto" of:"N" not:"popeye" doc:"all games of the least length that has any, up to N plies, or N.5 moves"`
	Popeye string `flag:"popeye" of:"FILE" doc:"read the problem and its twins from FILE, as Popeye does, with the stipulation dia N or ser-dia N"`
	All    bool   `flag:"all" json:"all,omitempty" doc:"count all games, and do not stop after --max"`
	Max    int    `flag:"max" json:"max,omitempty" min:"1" page:"max=50" doc:"games that are listed"`
	problem.Conditions
	BothEnds bool   `flag:"both-ends" rare:"" doc:"search from the goal back at once, in sets, and not depth first before"`
	Explain  bool   `flag:"explain" json:"explain,omitempty" doc:"tell what is known before anything is searched"`
	HTML     string `flag:"html" of:"FILE" rare:"" doc:"the same as --paper, as a page to FILE"`
	verb.Paper
	PGN         string `flag:"pgn" of:"FILE" doc:"write the games to FILE, too, as PGN"`
	Certificate string `flag:"certificate" of:"FILE" doc:"write a certificate of the number of games to FILE; for short games"`
	Nodes       uint64 `flag:"nodes" short:"m" json:"nodes,omitempty" page:"max=20000000" doc:"give up after this many positions; 0 for no limit"`
	Jobs        int    `flag:"jobs" short:"j" min:"1" doc:"goroutines of one search"`
	Given       verb.Given
}

// exactVerb finds all games of a length.
var exactVerb = verb.Of(verb.Verb{Name: "exact", Use: "N FEN|- | --upto N FEN|- | [N] --goal TEXT | --popeye FILE",
	Answers: []verb.Answer{&problem.Answer{}}, Open: true, Form: &verb.Form{}},
	exactByDefault, runExact)

var exactByDefault = exactRequest{Max: exact.DefaultMax, Nodes: exact.DefaultNodes, Jobs: runtime.GOMAXPROCS(0)}

// exactRun is one run of exact.
type exactRun struct {
	*verb.Env
	exactRequest
	start              chess.Setup
	minPlies, maxPlies int // the lengths that are looked at
	series             bool
	games              *poslist.PGNFile
	printed            []*problem.Answer // for paper
	undecided          bool
}

// runExact answers for an argument, for all lines of stdin, or for a file of Popeye's.
func runExact(ctx context.Context, e *verb.Env, q *exactRequest) error {
	if q.UpTo != "" && !q.Given("FEN") {
		q.Length, q.FEN = "", q.Length // there is one argument
	}
	r := &exactRun{Env: e, exactRequest: *q}
	if err := cmp.Or(r.usage(), r.CheckPaper()); err != nil {
		return err
	}
	err := r.begin()
	if err != nil {
		return err
	}
	if r.games, err = poslist.CreatePGN(r.PGN); err != nil {
		return err
	}
	switch {
	case r.Popeye != "":
		err = r.popeye(ctx)
	case r.Goal != "":
		err = r.answer(ctx, &problem.Popeye{}, 0)
	default:
		err = r.Each(ctx, r.FEN, func(text string, line int) error {
			target, err := r.target(text)
			if err != nil {
				return err
			}
			return r.answer(ctx, &problem.Popeye{Target: target}, line)
		})
	}
	if code := verb.Code(err); code == verb.ExitOK || code == verb.ExitMalformed {
		for _, p := range problem.Pages(r.printed, &r.Conditions) {
			r.AddProblem(p)
		}
		page, _, _ := notation.SheetFormOf("html")
		err = cmp.Or(r.WritePaper(r.Stdout), r.WriteSheet(r.Stdout, page, r.HTML), err)
	}
	return end(r.games, err, r.undecided)
}

// usage looks at the options together.
func (r *exactRun) usage() error {
	// What is asked has one source: arguments, a goal or a file.
	switch {
	case r.Popeye != "" && r.Length != "":
		return verb.Usagef("--popeye has the length and the position in its file")
	case r.Goal != "" && r.FEN != "":
		return verb.Usagef("--goal and a position at once")
	case r.Popeye == "" && r.FEN == "" && r.Goal == "":
		return verb.Usagef("exact needs a length and a FEN or -")
	case r.UpTo != "" && r.Length != "":
		return verb.Usagef("--upto and a length at once")
	// A certificate has one position.
	case r.FEN == "-" && r.Certificate != "":
		return verb.Usagef("--certificate is for one position")
	}
	return nil
}

// begin reads where games begin, and their length.
func (r *exactRun) begin() (err error) {
	if r.start, err = verb.StartOf(r.Start); err != nil {
		return err
	}
	if r.Nodes == 0 {
		r.Nodes = math.MaxUint64
	}
	if r.Popeye != "" {
		return nil
	}
	length, err := r.length()
	if err == nil {
		r.maxPlies, err = problem.ParseLength(length)
	}
	if r.UpTo == "" {
		r.minPlies = r.maxPlies
	}
	switch {
	case err != nil:
	case r.series && strings.Contains(length, "."):
		err = fmt.Errorf("length %q, want the number of moves of a series", length)
	case r.series && r.PGN != "":
		err = errors.New("--pgn is about games, and a series is none")
	}
	return verb.WithCode(verb.ExitUsage, err)
}

// length returns the length that was asked for, or that the goal tells.
func (r *exactRun) length() (length string, err error) {
	length, r.series = strings.CutPrefix(cmp.Or(r.UpTo, r.Length), "ser-")
	if r.Goal == "" {
		return length, nil
	}
	goal, err := problem.ParseGoal(r.Goal)
	if err != nil {
		return "", fmt.Errorf("--goal: %w", err)
	}
	r.series = r.series || goal.Series
	plies, told, err := goal.Plies(&r.start)
	switch {
	case err != nil:
		return "", err
	case told && length != "":
		return "", errors.New("a length, and a goal with the number of its last move")
	case told:
		return fmt.Sprint(plies), nil
	case length == "":
		return "", fmt.Errorf("--goal %s needs a length, or the number of the last move, as in 5.NxR#", r.Goal)
	}
	return length, nil
}

// target reads a FEN. If that leaves open whose move it is, the length of the games tells.
func (r *exactRun) target(text string) (exact.Target, error) {
	if words := strings.Fields(text); len(words) > 1 && words[1] == "?" {
		if r.UpTo != "" {
			return exact.Target{}, &lenient.Error{Form: lenient.Board, Err: verb.SideHint(lenient.ErrSide)}
		}
		turn := (&exact.Target{Series: r.series}).Turn(r.start.Turn, r.maxPlies)
		text = strings.Replace(text, " ? ", fmt.Sprintf(" %c ", turn.Letter()), 1)
	}
	return problem.ParseTarget(text)
}

// popeye answers for a file of Popeye's.
func (r *exactRun) popeye(ctx context.Context) error {
	in, err := r.Open(ctx, r.Popeye)
	if err != nil {
		return err
	}
	defer in.Close()
	twins, err := problem.ReadPopeye(in)
	var bad *problem.PopeyeError
	if errors.As(err, &bad) {
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s:%d: %s", progress.SourceName(r.Popeye), bad.Line, bad.Detail))
	}
	if err != nil {
		return err
	}
	if len(twins) > 1 && r.Certificate != "" {
		return verb.Usagef("--certificate is for one position")
	}
	for _, p := range twins {
		r.minPlies, r.maxPlies, r.series, r.Source = p.Plies, p.Plies, p.Target.Series, cmp.Or(r.Source, p.Source)
		if err := r.answer(ctx, &p, 0); err != nil {
			return err
		}
	}
	return nil
}

// answer answers for one position, or a twin of it.
func (r *exactRun) answer(ctx context.Context, p *problem.Popeye, line int) error {
	target := &p.Target
	a, err := r.solve(ctx, target)
	if err != nil {
		return err
	}
	a.TwinOf(p)
	r.undecided = r.undecided || a.Verdict == problem.Undecided
	if err := r.write(a, target); err != nil {
		return err
	}
	if err := r.certify(ctx, a, target); err != nil {
		return err
	}
	if r.PaperOnly() {
		return nil
	}
	return verb.WithCode(verb.ExitIO, r.Print(a, line))
}

// solve searches: of lengths up to a number for the first one that has games.
func (r *exactRun) solve(ctx context.Context, target *exact.Target) (*problem.Answer, error) {
	target.Series = target.Series || r.series
	if err := r.Add(&r.start, target); err != nil {
		return nil, verb.Usagef("--%v", err)
	}
	if r.Certificate != "" { // what has none is refused before the search
		if _, err := problem.ClaimOf(&r.start, target, r.maxPlies); err != nil {
			return nil, verb.Usagef("--certificate: %v", err)
		}
	}
	o := exact.Options{Max: r.Max, All: r.All, Nodes: r.Nodes, Jobs: r.Jobs, BothEnds: r.BothEnds}
	first, step := r.minPlies, 2
	if target.Series || target.Aim != nil {
		step = 1 // the side to move at the end does not tell the length
	} else if r.UpTo != "" && (r.start.Turn == target.Setup.Turn) != (first%2 == 0) {
		first++
	}
	// If no length is possible, that is known.
	found, at, nodes, upTo := exact.Result{Complete: true, Total: new(big.Int)}, r.maxPlies, uint64(0), -1
	if r.UpTo != "" {
		upTo = r.maxPlies
	}
	for plies := first; plies <= r.maxPlies; plies += step {
		result, err := exact.Search(ctx, &r.start, target, plies, o)
		if errors.Is(err, exact.ErrCondition) {
			names := "--promote or --promoted"
			if r.Captured != "" {
				names = "--captured, " + names
			}
			return nil, verb.Usagef("%s: %v", names, err)
		}
		if err != nil {
			return nil, err
		}
		nodes += result.Nodes
		at, found = plies, result
		if result.Solutions > 0 || result.Cause != nil {
			break
		}
	}
	found.Nodes = nodes
	return problem.NewAnswer(&r.start, target, at, upTo, found, r.Explain, &r.Conditions)
}

// write writes the games to their file, and keeps the problem for paper.
func (r *exactRun) write(a *problem.Answer, target *exact.Target) error {
	for _, san := range a.SANs() {
		goal := target.Setup.FEN()
		if target.Aim != nil {
			goal = "" // the last position
		}
		if err := r.games.Add(&r.start, goal, san); err != nil {
			return err
		}
	}
	if r.Printed() || r.HTML != "" {
		r.printed = append(r.printed, a)
	}
	return nil
}

// certify writes the certificate, if one is wanted and everything is decided.
func (r *exactRun) certify(ctx context.Context, a *problem.Answer, t *exact.Target) error {
	if r.Certificate == "" || !a.Complete {
		return nil
	}
	claim, err := problem.ClaimOf(&r.start, t, a.Plies)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	err = problem.WriteCertificate(ctx, &b, claim, problem.CertificateOptions{})
	switch {
	case errors.Is(err, problem.ErrBudget):
		fmt.Fprintf(r.Stderr, "retroproof: no certificate: %v\n", err)
		r.undecided = true // as with other certificates that are given up
		return nil
	case err != nil:
		return err
	case claim.Games > a.Solutions && (r.Promote != "" || r.Promoted != "" || r.Captured != ""):
		fmt.Fprintf(r.Stderr, "retroproof: no certificate: it would not say which men promote or are captured; without that "+
			"the games are %d\n", claim.Games)
		r.undecided = true
		return nil
	case claim.Games != a.Solutions:
		return fmt.Errorf("the certificate counts %d games, the search %d", claim.Games, a.Solutions)
	}
	a.Certificate = r.Certificate
	return batch.WriteFile(r.Certificate, func(w io.Writer) error { _, err := b.WriteTo(w); return err })
}
