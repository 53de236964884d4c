package strategy

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// Judgement says whether a move is a strategy's.
type Judgement struct {
	Legal    bool
	Claimed  bool   // the strategy claims the position; with Black to move, it does not matter
	Strategy bool   // the move is one of the strategy's, or a legal move of Black
	Step     string // that is used in the position; empty if none is
	Moves    []string
	MaxMoves int // White's moves to mate at most, by the strategy; 0 if it does not win, or Black is to move
	move     string
	black    bool
	decides  bool
}

// Judge judges a move in SAN in a legal position.
func Judge(t *wins.Table, p rules.Position, move string) Judgement {
	j := Judgement{move: move, black: !p.White, decides: t.Kept != nil}
	q, err := ParseMove(&t.Game, p, move)
	j.Legal = err == nil
	if !p.White {
		j.Moves, j.Strategy = sans(&t.Game, p, t.Game.Moves(nil, p)), j.Legal
		return j
	}
	j.Moves = []string{}
	if j.Claimed = t.Claims(p); !j.Claimed {
		return j
	}
	moves, step := t.By(nil, p)
	if step != text.NoStep {
		j.Step = stepName(t, step)
	}
	j.Moves, j.Strategy, j.MaxMoves = sans(&t.Game, p, moves), j.Legal && slices.Contains(moves, q), t.Won(p)
	return j
}

// Sentence is the answer in words.
func (j Judgement) Sentence() string {
	all := strings.Join(j.Moves, ", ")
	switch {
	case j.black && j.Legal:
		return fmt.Sprintf("yes: %s is legal, and Black has no strategy", j.move)
	case j.black:
		return fmt.Sprintf("no: %.40q is not a legal move; legal are: %s", j.move, all)
	case !j.Claimed && j.decides:
		return "no: this position is drawn"
	case !j.Claimed:
		return "no: the strategy does not claim this position"
	case !j.Legal:
		return fmt.Sprintf("no: %.40q is not a legal move; by %s: %s", j.move, j.Step, all)
	case j.Step == "":
		return "no: no step of the strategy has a move here"
	case j.Strategy:
		return fmt.Sprintf("yes: %s is by %s, as %s", j.move, j.Step, all)
	}
	return fmt.Sprintf("no: %s is legal, but the strategy moves by %s: %s", j.move, j.Step, all)
}
