package endgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync/atomic"
	"time"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

// krkCountRequest is what krk count is asked.
type krkCountRequest struct {
	NoSAT      bool   `flag:"no-sat" doc:"by plain code only (a second instead of half a minute)"`
	SolverOnly bool   `flag:"solver-only" not:"no-sat" doc:"let the solver find every model alone (minutes)"`
	Jobs       int    `flag:"jobs" min:"1" doc:"enumerations to run at a time"`
	SVG        string `flag:"svg" of:"FILE" doc:"draw Figure 3 into FILE"`
	readingRequest
}

var krkCount = verb.Of(verb.Verb{Name: "krk count", Answers: []verb.Answer{&figureAnswer{}, &distributionAnswer{}}},
	krkCountRequest{Jobs: runtime.NumCPU(), readingRequest: byPaper}, runKRKCount)

// figureAnswer is a count.
type figureAnswer struct {
	verb.Head `schema:"retroproof.krk.figure/1"`
	Name      string  `json:"name"`
	Native    int     `json:"native"`
	Models    *int    `json:"models,omitempty"`
	Paper     *int    `json:"paper,omitempty"`
	Seconds   float64 `json:"seconds,omitempty"`
}

// differs reports whether two counts of the same thing differ.
func (a *figureAnswer) differs() bool {
	return a.Models != nil && *a.Models != a.Native || a.Paper != nil && *a.Paper != a.Native
}

// Text writes a row of the table.
func (a *figureAnswer) Text(w io.Writer) error {
	number := func(n *int) string {
		if n == nil {
			return "-"
		}
		return fmt.Sprint(*n)
	}
	seconds := "-"
	if a.Models != nil {
		seconds = fmt.Sprintf("%.2f", a.Seconds)
	}
	if a.differs() {
		seconds += "  DIFFERS"
	}
	_, err := fmt.Fprintf(w, figureRow, a.Name, number(a.Paper), fmt.Sprint(a.Native), number(a.Models), seconds)
	return err
}

const figureRow = "%-24s  %10s  %10s  %10s  %8s\n"

func runKRKCount(ctx context.Context, e *verb.Env, q *krkCountRequest) error {
	relation := krk.NewRelation(q.reading())
	optimal, strategy := krk.Optimal(), relation.Verify()
	if q.SVG != "" { // before the long work, so that a bad name is noticed
		err := batch.WriteFile(q.SVG, func(w io.Writer) error {
			return krk.WriteFigure3(w, optimal, strategy)
		})
		if err != nil {
			return err
		}
	}
	differ, err := q.figures(ctx, e, relation)
	if err != nil {
		return err
	}
	if err := printDistribution(e, relation, optimal, strategy); err != nil {
		return err
	}
	if differ > 0 {
		return verb.WithCode(verb.ExitNotVerified, fmt.Errorf("%d counts differ: this is a bug, please report it", differ))
	}
	return nil
}

// figures prints the table of figures and returns how many have two different values.
func (q *krkCountRequest) figures(ctx context.Context, e *verb.Env, relation *krk.Relation) (differ int, err error) {
	progress := e.NewProgress(e.ProgressMode)
	defer progress.Done()
	if !e.JSON {
		fmt.Fprintf(e.Stdout, figureRow, "positions", "the paper", "plain code", "SAT models", "seconds")
	}
	published := relation.Reading == spec.Default()
	for _, figure := range krk.Figures() {
		a := &figureAnswer{Name: figure.Name, Native: figure.Native(relation)}
		if published {
			a.Paper = &figure.Paper
		}
		if !q.NoSAT {
			var squares atomic.Int32
			start := time.Now()
			n, err := figure.Models(ctx, relation.Reading, q.SolverOnly, q.Jobs, func() {
				progress.Update(fmt.Sprintf("%s by SAT: %d of 64 squares of the black king, %.0f s", figure.Name, squares.Add(1), time.Since(start).Seconds()))
			})
			if err != nil {
				return differ, err
			}
			a.Models, a.Seconds = &n, time.Since(start).Seconds()
		}
		if a.differs() {
			differ++
		}
		if err := e.Print(a, 0); err != nil {
			return differ, err
		}
	}
	return differ, nil
}

// distributionAnswer is how many positions take 1, 2, ... moves to mate.
type distributionAnswer struct {
	verb.Head `schema:"retroproof.krk.distribution/1"`
	Play      string `json:"play"` // optimal or strategy
	Positions []int  `json:"positions"`

	// Of the strategy.
	NotWon  *int `json:"not_won,omitempty"`
	Several *int `json:"several_moves,omitempty"`
	Most    *int `json:"most_moves,omitempty"`
}

// printDistribution prints the positions by moves to mate.
func printDistribution(e *verb.Env, relation *krk.Relation, optimal, strategy *krk.Outcome) error {
	several, most := relation.Ties()
	if e.JSON {
		notWon := len(strategy.NotWon)
		return errors.Join(
			e.Print(&distributionAnswer{Play: "optimal", Positions: optimal.Histogram[1:]}, 0),
			e.Print(&distributionAnswer{Play: "strategy", Positions: strategy.Histogram[1:], NotWon: &notWon, Several: &several, Most: &most}, 0))
	}
	fmt.Fprintf(e.Stdout, "\nThe strategy has several moves in %d positions, at most %d.\n", several, most)
	fmt.Fprintf(e.Stdout, "Longest win: %d moves by optimal play, %d by the strategy", optimal.Longest(), strategy.Longest())
	if n := len(strategy.NotWon); n > 0 {
		fmt.Fprintf(e.Stdout, "; %d positions are not won", n)
	}
	fmt.Fprintf(e.Stdout, ".\n\nPositions with White to move, by moves to mate:\n%5s  %8s  %8s\n", "moves", "optimal", "strategy")
	at := func(o *krk.Outcome, n int) string {
		if n < len(o.Histogram) {
			return fmt.Sprint(o.Histogram[n])
		}
		return ""
	}
	for n := 1; n <= max(optimal.Longest(), strategy.Longest()); n++ {
		fmt.Fprintf(e.Stdout, "%5d  %8s  %8s\n", n, at(optimal, n), at(strategy, n))
	}
	return nil
}
