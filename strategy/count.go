package strategy

import (
	"fmt"
	"io"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/wins"
)

// Count has counts of positions.
type Count struct {
	answer.Head `schema:"retroproof.strategy.count/2"`
	About
	Legal       int            `json:"legal_positions"`
	LegalBlack  int            `json:"legal_positions_black"`
	Mates       int            `json:"mates"`
	Stalemates  int            `json:"stalemates"`
	Claimed     int            `json:"claimed_positions"`
	Steps       map[string]int `json:"positions_by_step"`
	WithoutStep int            `json:"positions_without_step"`
	Several     int            `json:"positions_with_several_moves"`
	NotWon      int            `json:"not_won"`
	ByMoves     []int          `json:"by_moves"`
	Best        []int          `json:"best_by_moves"`

	strategy *core.Strategy
	figures  *wins.Figures
}

// CountOf counts the positions of a strategy by its table and that of best play.
func CountOf(t, best *wins.Table) *Count {
	n := t.Figures()
	a := &Count{
		About: AboutOf(t.Strategy), Legal: n.Legal, LegalBlack: n.LegalBlack, Mates: n.Mates, Stalemates: n.Stalemates,
		Claimed: n.Claimed,
		Steps:   map[string]int{}, WithoutStep: n.WithoutStep, Several: n.Several, NotWon: n.NotWon, ByMoves: n.ByMoves,
		Best: append([]int{}, best.Figures().Best...), strategy: t.Strategy, figures: n,
	}
	for i, s := range t.Steps {
		a.Steps[s.Name] = n.Steps[i]
	}
	return a
}

// Text writes the counts, one a line, and how long wins take.
func (c *Count) Text(w io.Writer) error {
	s, f := c.strategy, c.figures
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d claimed\n", s.Title, s.Board, c.Legal, c.Claimed)
	row := func(name string, n int) { fmt.Fprintf(&b, "%-20s %8d\n", name, n) }
	for _, step := range s.Steps {
		row(step.Name, c.Steps[step.Name])
	}
	row("no step", c.WithoutStep)
	row("several moves", c.Several)
	row("not won", c.NotWon)
	row("with Black to move", c.LegalBlack)
	mates, stalemates := "mates", "stalemates"
	if s.Goal() == "promotion" {
		mates, stalemates = "promotions that win", "drawn at once"
	}
	row(mates, c.Mates)
	row(stalemates, c.Stalemates)
	fmt.Fprintf(&b, "longest              %8d moves, %d by best play; %d positions need more than 50\n",
		f.Longest(), len(c.Best), f.Beyond(50))
	fmt.Fprintf(&b, "\nPositions with White to move, by moves to %s:\nmoves  best play  strategy\n", s.Goal())
	at := func(list []int, i int) string {
		if i < len(list) {
			return fmt.Sprint(list[i])
		}
		return ""
	}
	for i := range max(len(c.Best), len(c.ByMoves)) {
		fmt.Fprintf(&b, "%s\n", strings.TrimRight(fmt.Sprintf("%5d  %9s  %8s", i+1, at(c.Best, i), at(c.ByMoves, i)), " "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}
