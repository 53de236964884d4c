package strategy

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"retroproof/internal/answer"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// Judgement says whether a move is a strategy's.
type Judgement struct {
	answer.Head `schema:"retroproof.strategy.check/2"`
	About
	FEN     string   `json:"fen"`
	Move    string   `json:"move"`          // as given
	SAN     string   `json:"san,omitempty"` // of a legal move
	UCI     string   `json:"uci,omitempty"`
	Legal   bool     `json:"legal"`
	InStrat bool     `json:"in_strategy"`    // the move is one of the strategy's, or a legal move of Black
	Claimed bool     `json:"claimed"`        // the strategy claims the position; with Black to move, it does not matter
	Step    string   `json:"step,omitempty"` // that is used in the position
	Moves   []string `json:"moves"`          // the strategy's, or all of Black's
	// The first step whose conditions the move meets, if it is not the strategy's
	Meets string `json:"meets,omitempty"`
	Why   string `json:"why"` // without a full stop
	// White's moves to mate at most, by the strategy; nil if it does not win, or Black is to move
	MaxMoves *int `json:"max_moves"`
	black    bool
}

// Judge judges a move in a legal position: in SAN, in UCI, or the position that it leads to in Forsyth-Edwards
// notation.
func Judge(t *wins.Table, p rules.Position, move string) *Judgement {
	j := &Judgement{About: AboutOf(t.Strategy), FEN: FEN(&t.Game, p), Move: move, black: !p.White, Moves: []string{}}
	q, bad := parseMove(&t.Game, p, move)
	if j.Legal = bad == nil; j.Legal {
		j.SAN, j.UCI = SAN(&t.Game, p, q), UCI(&t.Game, p, q)
	}
	if !p.White {
		j.Moves, j.InStrat = sans(&t.Game, p, legal(&t.Game, p)), j.Legal
		j.Why = "a legal reply"
		switch {
		case !j.Legal:
			j.Why = fmt.Sprintf("%.40q is not a legal move", move)
		case t.Captured(&q):
			j.Why += ": it captures a man, a draw"
		}
		return j
	}
	j.Claimed = t.Claims(p)
	if !j.Claimed {
		j.Why = "the strategy does not claim this position"
		if t.Kept != "" {
			j.Why = "this position is drawn"
		}
		return j
	}
	moves, step := t.By(nil, p)
	if step == core.NoStep {
		j.Why = "no step of the strategy has a move here"
		return j
	}
	moves = ordered(&t.Game, p, moves)
	j.Step, j.Moves = stepName(t, step), sans(&t.Game, p, moves)
	if n := t.Won(p); n > 0 {
		j.MaxMoves = &n
	}
	switch {
	case !j.Legal:
		j.Why = fmt.Sprintf("%.40q is not a legal move", move)
	case slices.Contains(moves, q):
		j.InStrat, j.Why = true, why(t.Strategy, step, p, q)
	default:
		j.Meets, j.Why = meets(t.Strategy, p, q), whyNot(t.Strategy, step, p, q, moves[0])
	}
	return j
}

// Text writes yes or no, and why.
func (j *Judgement) Text(w io.Writer) (err error) {
	all := strings.Join(j.Moves, " ")
	switch {
	case j.black && j.Legal:
		_, err = fmt.Fprintf(w, "yes: %s is %s\n", j.SAN, j.Why)
	case j.black:
		_, err = fmt.Fprintf(w, "no: %s\nBlack's moves: %s\n", j.Why, all)
	case j.Step == "":
		_, err = fmt.Fprintf(w, "no: %s\n", j.Why)
	case j.InStrat:
		_, err = fmt.Fprintf(w, "yes: %s is by %s: %s\n", j.SAN, j.Step, j.Why)
	case j.Legal:
		_, err = fmt.Fprintf(w, "no: %s is legal, but %s\nThe strategy's moves, by %s: %s\n", j.SAN, j.Why, j.Step, all)
	default:
		_, err = fmt.Fprintf(w, "no: %s\nThe strategy's moves, by %s: %s\n", j.Why, j.Step, all)
	}
	return err
}
