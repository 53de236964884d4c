package strategy

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// Judgement says whether a move is a strategy's.
type Judgement struct {
	SAN, UCI string // of a legal move
	Claimed  bool   // the strategy claims the position; with Black to move, it does not matter
	Strategy bool   // the move is one of the strategy's, or a legal move of Black
	Step     string // that is used in the position; empty if none is
	Meets    string // of a move that is not the strategy's: the first step whose conditions it meets; empty if there is none
	Moves    []string
	MaxMoves int    // White's moves to mate at most, by the strategy; 0 if it does not win, or Black is to move
	Why      string // without a full stop
	black    bool
}

// Legal reports whether the move is legal.
func (j *Judgement) Legal() bool { return j.SAN != "" }

// Judge judges a move in a legal position: in SAN, in UCI, or the position that it leads to in Forsyth-Edwards
// notation.
func Judge(t *wins.Table, p rules.Position, move string) *Judgement {
	j := &Judgement{black: !p.White, Moves: []string{}}
	q, bad := parseMove(&t.Game, p, move)
	if bad == nil {
		j.SAN, j.UCI = SAN(&t.Game, p, q), UCI(&t.Game, p, q)
	}
	if !p.White {
		j.Moves, j.Strategy = sans(&t.Game, p, legal(&t.Game, p)), j.Legal()
		j.Why = "a legal reply"
		switch {
		case !j.Legal():
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
	j.Step, j.Moves, j.MaxMoves = stepName(t, step), sans(&t.Game, p, moves), t.Won(p)
	switch {
	case !j.Legal():
		j.Why = fmt.Sprintf("%.40q is not a legal move", move)
	case slices.Contains(moves, q):
		j.Strategy, j.Why = true, why(t.Strategy, step, p, q)
	default:
		j.Meets, j.Why = meets(t.Strategy, p, q), whyNot(t.Strategy, step, p, q, moves[0])
	}
	return j
}

// Text is the answer in one or two lines.
func (j *Judgement) Text() string {
	all := strings.Join(j.Moves, " ")
	switch {
	case j.black && j.Legal():
		return fmt.Sprintf("yes: %s is %s\n", j.SAN, j.Why)
	case j.black:
		return fmt.Sprintf("no: %s\nBlack's moves: %s\n", j.Why, all)
	case j.Step == "":
		return fmt.Sprintf("no: %s\n", j.Why)
	case j.Strategy:
		return fmt.Sprintf("yes: %s is by %s: %s\n", j.SAN, j.Step, j.Why)
	case j.Legal():
		return fmt.Sprintf("no: %s is legal, but %s\nThe strategy's moves, by %s: %s\n", j.SAN, j.Why, j.Step, all)
	}
	return fmt.Sprintf("no: %s\nThe strategy's moves, by %s: %s\n", j.Why, j.Step, all)
}
