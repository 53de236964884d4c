// Package wins proves that a strategy wins by going back from mate over its own moves, in all positions: no lemma and
// no solver is needed. A strategy that claims what best play wins, or decides which positions are drawn, is compared
// with best play as well.
//
// Believed: All of it, and packages rules and core.
package wins

import (
	"errors"
	"fmt"
	"strings"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// ErrSize says that a strategy's positions are too many for a table.
var ErrSize = errors.New("the positions of these men on this board are too many for a table")

// ErrNotWon says that a strategy does not do what it claims.
var ErrNotWon = errors.New("the strategy does not win from every claimed position")

// ErrText says that a text is about some positions and leads to others, or does not say the same in all images.
var ErrText = errors.New("the text does not fit its positions")

// Figures are numbers of positions and of moves, all images counted.
type Figures struct {
	Legal       int   `json:"legal_positions"` // with White to move
	LegalBlack  int   `json:"legal_positions_black"`
	Claimed     int   `json:"claimed_positions"`
	Mates       int   `json:"mates"` // or promotions that win
	Stalemates  int   `json:"stalemates"`
	Moves       int   `json:"strategy_moves"` // from claimed positions
	Several     int   `json:"positions_with_several_moves"`
	Replies     int   `json:"black_moves"`
	Steps       []int `json:"positions_by_step"`
	WithoutStep int   `json:"positions_without_step"`
	Canonical   int   `json:"canonical_positions"` // claimed ones, of which each stands for its images
	Retrograde  `json:"retrograde"`
}

// Retrograde is what going back from mate finds.
type Retrograde struct {
	NotWon  int   `json:"not_won"`  // claimed positions that the strategy does not win
	ByMoves []int `json:"by_moves"` // the others, by the greatest number of moves to mate, 1 first
	// Drawn, of a strategy that decides, counts the positions that it does not claim and that White does not win by any
	// moves of chess.
	Drawn int `json:"drawn,omitempty"`
	// Best has the positions that White wins by best play, by number of moves, if that was computed.
	Best []int `json:"best_by_moves,omitempty"`
}

// Longest returns the greatest number of moves to mate.
func (r *Retrograde) Longest() int { return len(r.ByMoves) }

// Beyond returns how many positions need more than a number of moves.
func (r *Retrograde) Beyond(moves int) (n int) {
	for i, k := range r.ByMoves {
		if i+1 > moves {
			n += k
		}
	}
	return n
}

// Figures counts.
func (t *Table) Figures() *Figures {
	f := &Figures{Steps: make([]int, max(1, len(t.Steps))), Retrograde: Retrograde{ByMoves: []int{}}}
	count := func(list *[]int, moves int16, n int) {
		*list = append(*list, make([]int, max(0, int(moves)-len(*list)))...)
		(*list)[moves-1] += n
	}
	for k := range t.white.index {
		n := t.Weight(k)
		f.Legal += n
		if t.best != nil && t.best[k] > 0 {
			count(&f.Best, t.best[k], n)
		}
		if !t.claim[k] {
			if t.Kept != "" && t.best[k] == 0 {
				f.Drawn += n
			}
			continue
		}
		f.Claimed += n
		f.Canonical++
		moves := len(t.by.of(k))
		if f.Moves += moves * n; moves > 1 {
			f.Several += n
		}
		if step := t.step[k]; step == core.NoStep {
			f.WithoutStep += n
		} else {
			f.Steps[step] += n
		}
		if t.won[k] == 0 {
			f.NotWon += n
		} else {
			count(&f.ByMoves, t.won[k], n)
		}
	}
	for k := range t.black.index {
		n, list := int(t.black.weight[k]), t.reply.of(k)
		f.LegalBlack += n
		switch p := t.position(t.black.index[k], false); {
		case list[0] == mated:
			f.Mates += n
		case list[0] == lost && t.Stuck(p):
			f.Stalemates += n
		default:
			f.Replies += n * len(list)
		}
	}
	return f
}

// Text describes the figures, for people. The strategy may be one of the program's own.
func (f *Figures) Text(s *core.Strategy, own bool) string {
	var b strings.Builder
	mates, stalemates := "mates", "stalemates"
	if s.Goal() == "promotion" {
		mates, stalemates = "promotions that win", "stalemates and promotions in vain"
	}
	fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d with Black; %d %s, %d %s\n",
		s.Title, s.Board, f.Legal, f.LegalBlack, f.Mates, mates, f.Stalemates, stalemates)
	if !own {
		b.WriteString("the strategy is none of the program's own\n")
	}
	fmt.Fprintf(&b, "strategy: %d claimed positions, %d moves", f.Claimed, f.Moves)
	for i, step := range s.Steps {
		fmt.Fprintf(&b, "%s %s %d", map[bool]string{true: "; positions by step:"}[i == 0], step.Name, f.Steps[i])
	}
	fmt.Fprintf(&b, "\nretrograde: %d not won, longest %d moves, %d need more than 50\n",
		f.NotWon, f.Longest(), f.Beyond(50))
	if s.Claim.Won {
		won := 0
		for _, n := range f.Best {
			won += n
		}
		fmt.Fprintf(&b, "best play: wins %d of the %d positions, longest %d moves; the strategy claims %d\n",
			won, f.Legal, len(f.Best), f.Claimed)
	}
	if s.Kept != "" {
		fmt.Fprintf(&b, "all moves of chess: %d of the %d positions that are not claimed are drawn\n",
			f.Drawn, f.Legal-f.Claimed)
	}
	return b.String()
}

// NotWon returns a claimed position that the strategy does not win, if there is one.
func (t *Table) NotWon() (p rules.Position, ok bool) {
	for k, i := range t.white.index {
		if t.claim[k] && t.won[k] == 0 {
			return t.position(i, true), true
		}
	}
	return p, false
}

// Sentence says what going back from mate has found.
func (f *Figures) Sentence(s *core.Strategy) string {
	if f.Claimed == 0 {
		return fmt.Sprintf("going back from mate, no position with White to move is won, of %d.", f.Legal)
	}
	of := "all"
	switch {
	case s.Claim.Won:
		of = "all that best play wins,"
	case f.Claimed < f.Legal:
		of = "all that it claims,"
	}
	what := "mates"
	if s.Goal() == "promotion" {
		what = "promotes"
	}
	found := fmt.Sprintf("going back from mate, the strategy %s from %s %d positions with White to move, in at most %d "+
		"moves.", what, of, f.Claimed, f.Longest())
	if s.Kept != "" {
		found += fmt.Sprintf(" The other %d are drawn.", f.Drawn)
	}
	return found
}
