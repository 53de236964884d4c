package strategy

import (
	"cmp"

	"retroproof/encode"
	"retroproof/proofs/lrat"
	"retroproof/proofs/strategy/lemmas"
)

// Clauses returns the formula of a lemma, with the clauses and numbers that its proof in a certificate has.
func Clauses(c *lemmas.Circuits, l lemmas.Lemma) (*lrat.Formula, error) {
	var f clauseList
	c.Formula(l).ByNode(encode.Compact).Emit(&f)
	return &f.formula, f.err
}

// clauseList keeps clauses.
type clauseList struct {
	formula lrat.Formula
	err     error // the first
}

// AddClause implements encode.Sink.
func (c *clauseList) AddClause(lits []int) {
	clause := make([]int32, len(lits))
	for i, l := range lits {
		clause[i] = int32(l)
	}
	c.err = cmp.Or(c.err, c.formula.AddClause(clause...))
}
