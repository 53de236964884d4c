package games

import "retroproof/kernel/exact/problem"

// conditions are those that games have to keep, as package problem reads them.
type conditions struct {
	Last     string `flag:"last" of:"MOVE" json:"last,omitempty" doc:"the last move is MOVE, as d7d8q or e1g1"`
	Still    string `flag:"still" of:"SQUARES" json:"still,omitempty" doc:"the men on these SQUARES of the start do not move, as a1,e1"`
	Promote  string `flag:"promote" of:"SQUARES" json:"promote,omitempty" doc:"the pawns of these SQUARES promote, and to what, as a2,b7=n"`
	Promoted string `flag:"promoted" of:"SQUARES" json:"promoted,omitempty" doc:"the men on these SQUARES of the goal have promoted, as d1,h8"`
}

// problem returns the conditions as package problem takes them.
func (c *conditions) problem() problem.Conditions {
	return problem.Conditions{Last: c.Last, Still: c.Still, Promote: c.Promote, Promoted: c.Promoted}
}
