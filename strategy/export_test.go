package strategy

import (
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// ParseMove is parseMove, for tests.
func ParseMove(g *rules.Game, p rules.Position, move string) (rules.Position, error) {
	q, bad := parseMove(g, p, move)
	if bad != nil {
		return p, bad
	}
	return q, nil
}

// Condition is a condition of a step, for tests.
type Condition struct {
	Words string
	Expr  *core.Expr
}

// Conditions are the conditions of a step, for tests.
func Conditions(s *core.Strategy, step int) (list []Condition) {
	for _, c := range conditions(s, step) {
		list = append(list, Condition{c.words, c.expr})
	}
	return list
}
