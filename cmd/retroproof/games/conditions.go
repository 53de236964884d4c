package games

import "retroproof/kernel/exact/problem"

// conditions are those that games have to keep, as package problem reads them.
type conditions struct {
	Last     string `flag:"last" of:"MOVE" json:"last,omitempty" doc:"the last move is MOVE, as d7d8q or e1g1"`
	Still    string `flag:"still" of:"SQUARES" json:"still,omitempty" doc:"the men on these SQUARES of the start do not move, as a1,e1"`
	Promote  string `flag:"promote" of:"SQUARES" json:"promote,omitempty" doc:"the pawns of these SQUARES promote, and to what, as a2,b7=n"`
	Promoted string `flag:"promoted" of:"SQUARES" json:"promoted,omitempty" doc:"the men on these SQUARES of the goal have promoted, as d1,h8"`
	Captured string `flag:"captured" of:"SQUARES" json:"captured,omitempty" doc:"the men of these SQUARES of the start are captured, and where, as b1@f6,a8"`
	Moves    string `flag:"condition" of:"TEXT" json:"condition,omitempty" doc:"what holds for all moves: monochromatic, no captures, or of one side: white no captures"`
	Goal     string `flag:"goal" of:"TEXT" json:"goal,omitempty" not:"popeye" doc:"what games end with, in place of a position: 5.NxR#, e.p.#, xRh1, homebase"`
}

// problem returns the conditions as package problem takes them.
func (c *conditions) problem() *problem.Conditions {
	return &problem.Conditions{
		Last: c.Last, Still: c.Still, Promote: c.Promote, Promoted: c.Promoted, Captured: c.Captured, Moves: c.Moves,
		Goal: c.Goal,
	}
}
