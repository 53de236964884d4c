package endgame

import (
	"context"
	"errors"
	"io"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
)

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
