// Package report has what is said of strategies on boards of any size: lists, counts, games, comparisons and proofs, as JSON and as
// text.
package report

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/strategy"
)

// About is in the objects that are about a strategy on a board.
type About struct {
	Strategy string `json:"strategy"`
	Board    string `json:"board"`
}

// AboutOf names a strategy and its board.
func AboutOf(c *spec.Circuits) About { return About{c.Name, c.Board.String()} }

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
func Listed(i *spec.Instance) (*Entry, error) {
	c, err := i.On(plain.Board{Files: 8, Ranks: 8})
	if err != nil {
		return nil, err
	}
	a := &Entry{Name: i.Name, Title: i.Title, Boards: i.Boards()}
	for _, step := range c.Steps {
		a.Steps = append(a.Steps, step.Name)
	}
	for _, l := range c.Lemmas() {
		a.Lemmas = append(a.Lemmas, l.Key)
	}
	return a, nil
}

// Text writes the strategy in four lines.
func (a *Entry) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%-8s %s\n         boards: %s\n         steps:  %s\n         lemmas: %s\n", a.Name, a.Title, a.Boards,
		strings.Join(a.Steps, ", "), strings.Join(a.Lemmas, ", "))
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

	circuits   *spec.Circuits
	retrograde checker.Retrograde
}

// CountOf counts the positions of a strategy.
func CountOf(c *spec.Circuits) *Count {
	n := strategy.Count(c.Strategy)
	a := &Count{
		About: AboutOf(c), Legal: n.Legal, Claimed: n.Claimed, Steps: map[string]int{}, WithoutStep: n.WithoutStep, Several: n.Several,
		NotWon: n.Retrograde.NotWon, ByMoves: n.Retrograde.ByMoves, circuits: c, retrograde: n.Retrograde,
	}
	for i, s := range c.Steps {
		a.Steps[s.Name] = n.Steps[i]
	}
	return a
}

// Text writes the counts, one a line.
func (a *Count) Text(w io.Writer) error {
	c, r := a.circuits, &a.retrograde
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d claimed\n", c.Title, c.Board, a.Legal, a.Claimed)
	for _, s := range c.Steps {
		fmt.Fprintf(&b, "%-20s %8d\n", s.Name, a.Steps[s.Name])
	}
	fmt.Fprintf(&b, "%-20s %8d\n%-20s %8d\n%-20s %8d\n", "no step", a.WithoutStep, "several moves", a.Several, "not won", a.NotWon)
	fmt.Fprintf(&b, "longest              %8d moves; %d positions need more than 50\nby moves to %s, from 1:", r.Longest(), r.Beyond(50), c.Goal())
	for _, k := range a.ByMoves {
		fmt.Fprintf(&b, " %d", k)
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}

// Game is a game.
type Game struct {
	answer.Head `schema:"retroproof.strategy.play/1"`
	About
	FEN    string `json:"fen"`
	Moves  []Ply  `json:"moves"`
	Result string `json:"result"` // won, not won
	Reason string `json:"reason"`

	text string
}

// Ply is a move; Black's have no step.
type Ply struct {
	SAN  string `json:"san"`
	Step string `json:"step,omitempty"`
}

// GameOf makes the answer of a game from a position.
func GameOf(c *spec.Circuits, p plain.Position, g *strategy.Game) *Game {
	a := &Game{About: AboutOf(c), FEN: strategy.FEN(c.Game, p), Moves: []Ply{}, Result: "not won", Reason: string(g.Ending), text: g.Text(c.Game) + g.Sentence(c.Game)}
	if g.Won() {
		a.Result = "won"
	}
	for _, one := range g.Plies {
		a.Moves = append(a.Moves, Ply{strategy.SAN(c.Game, one.From, one.To), one.Step})
	}
	return a
}

// Text writes the game, and how it ends.
func (a *Game) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.text)
	return err
}

// Check says whether a move is the strategy's.
type Check struct {
	answer.Head `schema:"retroproof.strategy.check/1"`
	About
	FEN      string   `json:"fen"`
	Move     string   `json:"move"`
	Legal    bool     `json:"legal"`
	InStrat  bool     `json:"in_strategy"` // or any legal move of Black
	Claimed  bool     `json:"claimed"`     // the strategy claims the position
	Step     string   `json:"step,omitempty"`
	Moves    []string `json:"moves"` // the strategy's, or all of Black's
	MaxMoves *int     `json:"max_moves"`

	sentence string
}

// Text writes the answer as a sentence.
func (a *Check) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.sentence)
	return err
}

// CheckOf makes the answer to whether a move is the strategy's.
func CheckOf(c *spec.Circuits, p plain.Position, move string, j *strategy.Judgement) *Check {
	a := &Check{About: AboutOf(c), FEN: strategy.FEN(c.Game, p), Move: move, Legal: j.Legal, InStrat: j.Strategy, Claimed: j.Claimed,
		Step: j.Step, Moves: j.Moves, sentence: j.Sentence()}
	if j.MaxMoves > 0 {
		a.MaxMoves = &j.MaxMoves
	}
	return a
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

// ComparisonOf compares a strategy, of which t has all positions, with best play.
func ComparisonOf(c *spec.Circuits, figures *checker.Figures, t *plain.Table) *Comparison {
	byMoves, notWon, excess := strategy.Optimum(t)
	r := figures.Retrograde
	return &Comparison{
		About: AboutOf(c), Agree: true, NotWon: r.NotWon, Longest: r.Longest(), Best: len(byMoves), BestNotWon: notWon, Excess: excess,
		BestByMoves: byMoves, figures: figures.Text(c),
	}
}

// Text writes what was compared, and best play.
func (a *Comparison) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%sbest play: %d not won, longest %d moves; where the strategy wins, it takes at most %d moves more\n", a.figures, a.BestNotWon, a.Best, a.Excess)
	return err
}
