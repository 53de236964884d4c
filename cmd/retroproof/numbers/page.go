package numbers

import (
	"context"
	"strings"
	"sync"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
	"retroproof/proofs/survey/numbering"
	"retroproof/web"
)

// routes are those of the screen about numbers.
func routes() []web.Route {
	return []web.Route{
		rank.Route(web.Route{Path: "/api/rank", Summary: "The number of a position, as rank --json prints it",
			Work: web.Job}),
		unrank.Route(web.Route{Path: "/api/unrank", Summary: "The position of a number, as unrank --json prints it",
			Work: web.Job}),
		sampleVerb.Route(web.Route{Path: "/api/sample", Summary: "Positions drawn at random, one a line, as sample --json " +
			"prints them", Work: web.Job}),
		verb.Post(web.Route{Path: "/api/count", Summary: "Armies, pairs of armies or positions, one kind a line, as count " +
			"--json prints them", Work: web.Job},
			countRequest{}, countPage, &armiesAnswer{}, &pairsAnswer{}, &positionsAnswer{}),
		verb.Post(web.Route{Path: "/api/armies", Summary: "Whether one game can leave two armies"},
			attainableRequest{}, attainablePage, &attainable{}),
	}
}

// countRequest is a request for totals.
type countRequest struct {
	What string `json:"what" doc:"armies, classes, pairs or positions"`
}

// countOnce has the totals, which take a CPU second: they are counted once.
var countOnce = map[string]func() web.Lines{
	"armies":    once(func() []count.Kind { return []count.Kind{count.Armies()} }, ofArmies),
	"classes":   once(func() []count.Kind { return []count.Kind{count.Classes()} }, ofArmies),
	"pairs":     once(count.Pairs, ofPairs),
	"positions": once(count.Positions, ofPositions),
}

func once(list func() []count.Kind, of func(count.Counted) verb.Answer) func() web.Lines {
	return sync.OnceValue(func() (lines web.Lines) {
		for _, k := range list() {
			lines = append(lines, verb.Complete(of(k.JSON())))
		}
		return lines
	})
}

func countPage(_ context.Context, q *countRequest, _ web.Emit) (any, error) {
	f := countOnce[q.What]
	if f == nil {
		return nil, web.Refuse("what is %s, want armies, classes, pairs or positions", chess.Quote(q.What))
	}
	return f(), nil
}

// attainableRequest is a request about two armies.
type attainableRequest struct {
	White string `json:"white" doc:"the men of a side by their letters, as KQRRBBNNPPPPPPPP"`
	Black string `json:"black" doc:"the same of the other side"`
}

// attainable says what is known of two armies.
type attainable struct {
	verb.Head  `schema:"retroproof.serve.armies/1"`
	White      army `json:"white"`
	Black      army `json:"black"`
	Attainable bool `json:"attainable"` // one game can leave both
}

// army is an army, with its class [A,S,P] of the paper.
type army struct {
	Men          string `json:"men"`
	Possible     bool   `json:"possible"` // there were pawns enough
	Promoted     int    `json:"promoted"` // men that must have been pawns
	Pawns        int    `json:"pawns"`
	Number       int    `json:"number"`       // of men, the king included
	Arrangements uint64 `json:"arrangements"` // ways to exchange the men among themselves
}

func attainablePage(_ context.Context, q *attainableRequest, _ web.Emit) (any, error) {
	white, err := parseArmy(q.White)
	if err != nil {
		return nil, err
	}
	black, err := parseArmy(q.Black)
	if err != nil {
		return nil, err
	}
	a := &attainable{White: armyOf(white), Black: armyOf(black)}
	a.Attainable = a.White.Possible && a.Black.Possible && numbering.Attainable(white, black)
	return a, nil
}

// parseArmy counts letters of men. The king may be left out.
func parseArmy(text string) (a numbering.Army, err error) {
	kings := 0
	numbers := map[rune]*int{'P': &a.Pawns, 'Q': &a.Queens, 'R': &a.Rooks, 'B': &a.Bishops, 'N': &a.Knights, 'K': &kings}
	for _, letter := range strings.ToUpper(text) {
		n := numbers[letter]
		if n == nil {
			return a, web.Refuse("%s: %q is no man's letter, want K, Q, R, B, N and P", chess.Quote(text), letter)
		}
		*n++
	}
	if kings > 1 || a.Men() > numbering.MostMen {
		return a, web.Refuse("%s: %d kings and %d men, want one king and at most %d men",
			chess.Quote(text), kings, a.Men(), numbering.MostMen)
	}
	return a, nil
}

func armyOf(a numbering.Army) army {
	return army{a.String(), a.Valid(), a.Promoted(), a.Pawns, a.Men(), a.Arrangements()}
}
