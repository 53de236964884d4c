// Package endgame has the verbs about strategies for endgames: krk, and strategy for boards of any size.
package endgame

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/krk"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: help, Verbs: []*verb.Verb{
	krkProve, krkCount, krkPlay, krkCheck, krkCompare,
	strategyList, strategyShow, strategyProve, strategyCount, strategyPlay, strategyCheck, strategyCompare,
}, Routes: routes, Others: []verb.Answer{&progressAnswer{}}}

// readingRequest chooses a reading of the strategy's text.
type readingRequest struct {
	Distance int `flag:"rook-safe-distance" of:"N" json:"rook_safe_distance,omitempty" min:"1" max:"7" page:"min=2,max=3" doc:"RookSafe keeps the rook N from the black king; the paper's text says 2"`
}

// byPaper is the distance of the paper's program, and of krk2013.
var byPaper = readingRequest{3}

// nameRequest names a strategy on a board.
type nameRequest struct {
	Name  string `arg:"[NAME]" json:"strategy" doc:"the strategy, as \"strategy list\" names it"`
	Board string `flag:"board" json:"board,omitempty" doc:"files and ranks of the board, such as 10x8"`
	File  string `flag:"file" doc:"the strategy in this FILE, in place of NAME"`
}

var onChessboard = nameRequest{Board: "8x8"}

// strategy reads the strategy for the board.
func (r *nameRequest) strategy(ctx context.Context, e *verb.Env) (*core.Strategy, error) {
	files, ranks, ok := strings.Cut(r.Board, "x")
	n, err1 := strconv.Atoi(files)
	m, err2 := strconv.Atoi(ranks)
	if !ok || err1 != nil || err2 != nil {
		return nil, verb.Usagef("--board %.40q, want files and ranks, such as 10x8", r.Board)
	}
	board := rules.Board{Files: n, Ranks: m}
	switch {
	case r.File != "" && r.Name != "":
		return nil, verb.Usagef("a name and --file at once")
	case r.File == "" && r.Name == "":
		return nil, verb.Usagef("want the name of a strategy, or --file FILE")
	case r.File == "":
		s, err := text.New(r.Name, board)
		return s, verb.WithCode(verb.ExitUsage, err)
	}
	in, err := e.Open(ctx, r.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	source, err := io.ReadAll(io.LimitReader(in, text.MostBytes+1))
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(r.File), filepath.Ext(r.File))
	if _, known := text.Source(name); known {
		name += "-file" // not that of the program
	}
	s, err := text.Parse(name, text.Include(string(source)), board)
	if err != nil {
		err = verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s: %w", r.File, err))
	}
	return s, err
}

// newTable makes the table of a strategy, and checks that one of a user's says the same in all images. That those of
// the program do, their certificates show: they are checked if that is asked for.
func newTable(ctx context.Context, s *core.Strategy, always bool) (*wins.Table, error) {
	t, err := wins.New(ctx, s)
	if source, _ := text.Source(s.Name); err == nil && (always || source != s.Source) {
		err = t.Symmetric(ctx)
	}
	return t, misfit(err)
}

// misfit says which codes the program exits with if there is no table: of a board that is too large, or a text that
// does not fit its positions.
func misfit(err error) error {
	switch {
	case errors.Is(err, wins.ErrSize):
		return verb.WithCode(verb.ExitUsage, err)
	case errors.Is(err, wins.ErrText), errors.Is(err, checker.ErrCircuits):
		return verb.WithCode(verb.ExitMalformed, err)
	}
	return err
}

// outputOf is where reports go.
func outputOf(e *verb.Env) krk.Output {
	if e.JSON {
		return krk.Output{Print: func(a answer.Answer) error { return e.Print(a, 0) }, Text: io.Discard}
	}
	return krk.TextTo(e.Stdout)
}

var (
	strategyList = verb.Of(verb.Verb{Name: "strategy list", Answers: []verb.Answer{&strategy.Entry{}}, Form: &verb.Form{}},
		struct{}{}, runList)

	strategyShow = verb.Of(verb.Verb{Name: "strategy show", Answers: []verb.Answer{&strategy.Shown{}},
		Form: &verb.Form{Stdin: ownText, Flag: "file"}}, showRequest{nameRequest: onChessboard},
		func(ctx context.Context, e *verb.Env, q *showRequest) error {
			s, err := q.strategy(ctx, e)
			if err != nil {
				return err
			}
			return e.Print(strategy.Show(s, q.Core), 0)
		})
)

// How the page has verbs read a strategy of somebody's own, and write evidence.
const ownText = "the strategy, in place of a name"

var certified = []string{"--certify", "--out", verb.EvidenceFolder}

// showRequest is what strategy show is asked.
type showRequest struct {
	nameRequest
	Core bool `flag:"core" json:"core,omitempty" doc:"the core form for this board, about which certificates are"`
}

func runList(_ context.Context, e *verb.Env, _ *struct{}) error {
	for _, name := range text.Builtin {
		a, err := strategy.Listed(name)
		if err != nil {
			return err
		}
		if err := e.Print(a, 0); err != nil {
			return err
		}
	}
	return nil
}

// figureRequest asks for a picture.
type figureRequest struct {
	SVG string `flag:"svg" of:"FILE" doc:"draw positions by moves to mate into FILE, by best play and by the strategy"`
}

// draw draws the picture, if one is asked for.
func (f *figureRequest) draw(t, best *wins.Table) error {
	if f.SVG == "" {
		return nil
	}
	return batch.WriteFile(f.SVG, func(w io.Writer) error {
		return strategy.WriteFigure(w, t.Strategy, best.Figures().Best, t.Figures().ByMoves)
	})
}

// countRequest is what strategy count is asked.
type countRequest struct {
	nameRequest
	figureRequest
}

// compareRequest is what strategy compare is asked.
type compareRequest struct {
	nameRequest
	comparing
}

// comparing says what is compared.
type comparing struct {
	NoSAT bool `flag:"no-sat" json:"no_sat,omitempty" doc:"leave the lemmas out"`
	figureRequest
}

// krk2013 is the strategy that the verbs of krk are about.
var krk2013 = nameRequest{Name: "krk2013", Board: "8x8"}

var (
	countAnswers   = []verb.Answer{&strategy.Count{}}
	compareAnswers = []verb.Answer{&strategy.ComparedCircuits{}, &strategy.Accounts{}, &strategy.Comparison{},
		&strategy.Agreement{}}

	strategyCount = verb.Of(verb.Verb{Name: "strategy count", Answers: countAnswers, Form: &verb.Form{}},
		countRequest{nameRequest: onChessboard}, runCount)

	strategyCompare = verb.Of(verb.Verb{Name: "strategy compare", Answers: compareAnswers, Form: &verb.Form{}},
		compareRequest{nameRequest: onChessboard}, runCompare)

	krkCount = verb.Of(verb.Verb{Name: "krk count", Answers: countAnswers}, figureRequest{},
		func(ctx context.Context, e *verb.Env, q *figureRequest) error {
			return runCount(ctx, e, &countRequest{krk2013, *q})
		})

	krkCompare = verb.Of(verb.Verb{Name: "krk compare", Answers: compareAnswers}, comparing{},
		func(ctx context.Context, e *verb.Env, q *comparing) error {
			return runCompare(ctx, e, &compareRequest{krk2013, *q})
		})
)

// tables makes the strategy's table and that of best play.
func (r *nameRequest) tables(ctx context.Context, e *verb.Env) (t, best *wins.Table, err error) {
	s, err := r.strategy(ctx, e)
	if err != nil {
		return nil, nil, err
	}
	k, err := knownOf(ctx, s, false)
	if err == nil {
		t = k.Table
		best, err = strategy.Best(ctx, t)
	}
	return t, best, err
}

func runCount(ctx context.Context, e *verb.Env, q *countRequest) error {
	t, best, err := q.tables(ctx, e)
	if err != nil {
		return err
	}
	if err := q.draw(t, best); err != nil {
		return err
	}
	return e.Print(strategy.CountOf(t, best), 0)
}

func runCompare(ctx context.Context, e *verb.Env, q *compareRequest) error {
	t, best, err := q.tables(ctx, e)
	if err != nil {
		return err
	}
	if err := q.draw(t, best); err != nil { // before the long work, so that a bad name is noticed
		return err
	}
	circuits, err := compareCircuits(ctx, e, t)
	if err != nil {
		return err
	}
	rules, err := strategy.CompareOwn(ctx, best)
	if err != nil {
		return err
	}
	excess := strategy.CompareBest(t, best)
	differences := rules.Different + excess.Failed
	if err := errors.Join(e.Print(rules, 0), e.Print(excess, 0)); err != nil {
		return err
	}
	if circuits != nil && !q.NoSAT {
		n, err := compareLemmas(ctx, e, circuits, t)
		if err != nil {
			return err
		}
		differences += n
	}
	if differences > 0 {
		return verb.Exit(verb.ExitNotVerified)
	}
	return nil
}

// compareCircuits compares the circuits with rules and text, and returns them; nil if there are none.
func compareCircuits(ctx context.Context, e *verb.Env, t *wins.Table) (*lemmas.Circuits, error) {
	a := &strategy.ComparedCircuits{About: strategy.AboutOf(t.Strategy)}
	c, err := circuits.New(t.Strategy, lemmas.Encoding{})
	if err != nil {
		a.Reason = err.Error()
	} else if err := checker.Compare(ctx, c, t); err != nil {
		return nil, verb.WithCode(verb.ExitNotVerified, err)
	}
	a.Agree = err == nil
	return c, e.Print(a, 0)
}

// compareLemmas decides lemmas and controls by SAT and by exhaustion, and returns how many verdicts do not agree.
func compareLemmas(ctx context.Context, e *verb.Env, c *lemmas.Circuits, t *wins.Table) (differences int, err error) {
	if !e.JSON {
		if _, err := io.WriteString(e.Stdout, strategy.AgreementHead); err != nil {
			return 0, err
		}
	}
	x := strategy.NewExhaustion(t)
	var failed error
	var list []lemmas.Lemma
	for _, l := range c.Lemmas() {
		if !l.Long {
			list = append(list, l)
		}
	}
	_, err = strategy.Prove(ctx, c, t, list, strategy.Options{Decided: func(r *strategy.Result) {
		a := x.Compare(r)
		if !a.Agree {
			differences++
		}
		failed = errors.Join(failed, e.Print(a, 0))
	}})
	return differences, errors.Join(err, failed, ctx.Err())
}
