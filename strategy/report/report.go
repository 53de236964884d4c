// Package report has what is said of strategies on boards of any size: lists, counts, games, comparisons and proofs, as JSON and as
// text.
package report

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

// About is in the objects that are about a strategy on a board.
type About struct {
	Strategy string `json:"strategy"`
	Board    string `json:"board"`
}

// AboutOf names a strategy and its board.
func AboutOf(s *text.Strategy) About { return About{s.Name, s.Board.String()} }

// Entry is a strategy of the list.
type Entry struct {
	answer.Head `schema:"retroproof.strategy/1"`
	Name        string   `json:"strategy"`
	Title       string   `json:"title"`
	Boards      string   `json:"boards"`
	Steps       []string `json:"steps"`
	Lemmas      []string `json:"lemmas"`
}

// Listed makes the entry of a strategy in the list.
func Listed(name string) (*Entry, error) {
	s, err := text.New(name, rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		return nil, err
	}
	a := &Entry{Name: name, Title: s.Title, Boards: s.Boards.String(), Steps: []string{}, Lemmas: []string{}}
	for _, step := range s.Steps {
		a.Steps = append(a.Steps, step.Name)
	}
	if s.Force != nil {
		a.Steps = append(a.Steps, fmt.Sprintf("Force within %d moves", s.Force.Within))
	}
	if c, err := lemmas.New(s); err == nil {
		for _, l := range c.Lemmas() {
			a.Lemmas = append(a.Lemmas, l.Key)
		}
	}
	return a, nil
}

// Text writes the strategy in four lines.
func (a *Entry) Text(w io.Writer) error {
	steps, lemmas := strings.Join(a.Steps, ", "), strings.Join(a.Lemmas, ", ")
	if steps == "" {
		steps = "none"
	}
	if lemmas == "" {
		lemmas = "none: it is proved by going back from mate"
	}
	_, err := fmt.Fprintf(w, "%-8s %s\n         boards: %s\n         steps:  %s\n         lemmas: %s\n", a.Name, a.Title, a.Boards, steps, lemmas)
	return err
}

// Shown is a strategy's text.
type Shown struct {
	answer.Head `schema:"retroproof.strategy.text/1"`
	About
	Men    string   `json:"men"`
	Lemmas []string `json:"lemmas"`
	Source string   `json:"text"`
}

// Show returns the text of a strategy, with libraries written out.
func Show(s *text.Strategy) *Shown {
	a := &Shown{About: AboutOf(s), Men: s.Material(), Source: s.Source, Lemmas: []string{}}
	if c, err := lemmas.New(s); err == nil {
		for _, l := range c.Lemmas() {
			a.Lemmas = append(a.Lemmas, l.Key)
		}
	}
	return a
}

// Text writes the text.
func (a *Shown) Text(w io.Writer) error {
	_, err := io.WriteString(w, a.Source)
	return err
}

// Count has counts of positions.
type Count struct {
	answer.Head `schema:"retroproof.strategy.count/1"`
	About
	Legal       int            `json:"legal_positions"`
	Claimed     int            `json:"claimed_positions"`
	Steps       map[string]int `json:"positions_by_step"`
	WithoutStep int            `json:"positions_without_step"`
	Several     int            `json:"positions_with_several_moves"`
	NotWon      int            `json:"not_won"`
	ByMoves     []int          `json:"by_moves"`

	strategy *text.Strategy
	figures  *wins.Figures
}

// CountOf counts the positions of a strategy by its table.
func CountOf(t *wins.Table) *Count {
	n := t.Figures()
	a := &Count{
		About: AboutOf(t.Strategy), Legal: n.Legal, Claimed: n.Claimed, Steps: map[string]int{}, WithoutStep: n.WithoutStep, Several: n.Several,
		NotWon: n.NotWon, ByMoves: n.ByMoves, strategy: t.Strategy, figures: n,
	}
	for i, s := range t.Steps {
		a.Steps[s.Name] = n.Steps[i]
	}
	return a
}

// Text writes the counts, one a line.
func (a *Count) Text(w io.Writer) error {
	s, f := a.strategy, a.figures
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d claimed\n", s.Title, s.Board, a.Legal, a.Claimed)
	for _, step := range s.Steps {
		fmt.Fprintf(&b, "%-20s %8d\n", step.Name, a.Steps[step.Name])
	}
	fmt.Fprintf(&b, "%-20s %8d\n%-20s %8d\n%-20s %8d\n", "no step", a.WithoutStep, "several moves", a.Several, "not won", a.NotWon)
	fmt.Fprintf(&b, "longest              %8d moves; %d positions need more than 50\nby moves to %s, from 1:", f.Longest(), f.Beyond(50), s.Goal())
	for _, k := range a.ByMoves {
		fmt.Fprintf(&b, " %d", k)
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}

// Comparison compares a strategy with best play.
type Comparison struct {
	answer.Head `schema:"retroproof.strategy.compare/1"`
	About
	Agree       bool  `json:"agree"` // circuits, and text and rules
	NotWon      int   `json:"not_won"`
	Longest     int   `json:"longest_moves"`
	Best        int   `json:"best_longest_moves"` // by best play
	BestNotWon  int   `json:"best_not_won"`
	Excess      int   `json:"most_moves_more"`
	BestByMoves []int `json:"best_by_moves"`

	figures string
}

// ComparisonOf compares a strategy, by its table, with best play.
func ComparisonOf(ctx context.Context, t *wins.Table) (*Comparison, error) {
	byMoves, notWon, excess, err := strategy.Optimum(ctx, t)
	if err != nil {
		return nil, err
	}
	f := t.Figures()
	return &Comparison{
		About: AboutOf(t.Strategy), Agree: true, NotWon: f.NotWon, Longest: f.Longest(), Best: len(byMoves), BestNotWon: notWon, Excess: excess,
		BestByMoves: byMoves, figures: f.Text(t.Strategy),
	}, nil
}

// Text writes what was compared, and best play.
func (a *Comparison) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%sbest play: %d not won, longest %d moves; where the strategy wins, it takes at most %d moves more\n", a.figures, a.BestNotWon, a.Best, a.Excess)
	return err
}
