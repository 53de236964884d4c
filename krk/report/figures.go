package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
)

// Figure is a count, by plain code, by SAT and in the paper.
type Figure struct {
	answer.Head `schema:"retroproof.krk.figure/1"`
	Name        string  `json:"name"`
	Native      int     `json:"native"`
	Models      *int    `json:"models,omitempty"`
	Paper       *int    `json:"paper,omitempty"`
	Seconds     float64 `json:"seconds,omitempty"`
}

// differs reports whether two counts of the same thing differ.
func (a *Figure) differs() bool {
	return a.Models != nil && *a.Models != a.Native || a.Paper != nil && *a.Paper != a.Native
}

// Text writes a row of the table.
func (a *Figure) Text(w io.Writer) error {
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

// Figures counts positions, steps and moves to mate, by plain code and by SAT.
type Figures struct {
	Output
	Relation   *krk.Relation
	NoSAT      bool // by plain code alone
	SolverOnly bool // the solver finds every model
	Jobs       int
	Progress   func(text string)
}

// Count prints the table of figures and returns how many have two different values.
func (f *Figures) Count(ctx context.Context) (differ int, err error) {
	fmt.Fprintf(f.Text, figureRow, "positions", "the paper", "plain code", "SAT models", "seconds")
	published := f.Relation.Reading == spec.Default()
	for _, figure := range krk.Figures() {
		a := &Figure{Name: figure.Name, Native: figure.Native(f.Relation)}
		if published {
			a.Paper = &figure.Paper
		}
		if !f.NoSAT {
			var squares atomic.Int32
			start := time.Now()
			n, err := figure.Models(ctx, f.Relation.Reading, f.SolverOnly, f.Jobs, func() {
				f.Progress(fmt.Sprintf("%s by SAT: %d of 64 squares of the black king, %.0f s", figure.Name, squares.Add(1), time.Since(start).Seconds()))
			})
			if err != nil {
				return differ, err
			}
			a.Models, a.Seconds = &n, time.Since(start).Seconds()
		}
		if a.differs() {
			differ++
		}
		if err := f.Print(a); err != nil {
			return differ, err
		}
	}
	return differ, nil
}

// Distribution is how many positions take 1, 2, ... moves to mate.
type Distribution struct {
	answer.Head `schema:"retroproof.krk.distribution/1"`
	Play        string `json:"play"` // optimal or strategy
	Positions   []int  `json:"positions"`

	// Of the strategy.
	NotWon  *int `json:"not_won,omitempty"`
	Several *int `json:"several_moves,omitempty"`
	Most    *int `json:"most_moves,omitempty"`
}

// Distribution prints the positions by moves to mate.
func (f *Figures) Distribution(optimal, strategy *krk.Outcome) error {
	several, most := f.Relation.Ties()
	notWon := len(strategy.NotWon)
	err := errors.Join(
		f.Print(&Distribution{Play: "optimal", Positions: optimal.Histogram[1:]}),
		f.Print(&Distribution{Play: "strategy", Positions: strategy.Histogram[1:], NotWon: &notWon, Several: &several, Most: &most}))
	if err != nil {
		return err
	}
	fmt.Fprintf(f.Text, "\nThe strategy has several moves in %d positions, at most %d.\n", several, most)
	fmt.Fprintf(f.Text, "Longest win: %d moves by optimal play, %d by the strategy", optimal.Longest(), strategy.Longest())
	if n := len(strategy.NotWon); n > 0 {
		fmt.Fprintf(f.Text, "; %d positions are not won", n)
	}
	fmt.Fprintf(f.Text, ".\n\nPositions with White to move, by moves to mate:\n%5s  %8s  %8s\n", "moves", "optimal", "strategy")
	at := func(o *krk.Outcome, n int) string {
		if n < len(o.Histogram) {
			return fmt.Sprint(o.Histogram[n])
		}
		return ""
	}
	for n := 1; n <= max(optimal.Longest(), strategy.Longest()); n++ {
		fmt.Fprintf(f.Text, "%5d  %8s  %8s\n", n, at(optimal, n), at(strategy, n))
	}
	return nil
}
