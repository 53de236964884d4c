package main

import (
	"context"
	"strings"
	"sync"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/count"
	"retroproof/proofs/survey/numbering"
	"retroproof/proofs/survey/numbering/armies"
	"retroproof/proofs/survey/sample"
	"retroproof/web"
)

// armiesSchema is that of armiesJSON.
const armiesSchema = "retroproof.serve.armies/1"

// countRoutes are those of the screen about numbers.
func countRoutes() []web.Route {
	return []web.Route{
		post(web.Route{Path: "/api/rank", Summary: "The number of a position, as rank --json prints it", Work: web.Job, Answers: []string{"retroproof.rank/1"}}, serveRank),
		post(web.Route{Path: "/api/unrank", Summary: "The position of a number, as unrank --json prints it", Work: web.Job, Answers: []string{"retroproof.unrank/1"}}, serveUnrank),
		post(web.Route{Path: "/api/sample", Summary: "Positions drawn at random, one a line, as sample --json prints them", Work: web.Job, Answers: []string{"retroproof.sample/1"}}, serveSample),
		post(web.Route{Path: "/api/count", Summary: "Armies, pairs of armies or positions, one kind a line, as count --json prints them", Work: web.Job,
			Answers: []string{"retroproof.count.armies/1", "retroproof.count.pairs/1", "retroproof.count.positions/1"}}, serveCount),
		post(web.Route{Path: "/api/armies", Summary: "Whether one game can leave two armies", Answers: []string{armiesSchema}}, serveArmies),
	}
}

// schemeOf reads the scheme of a request; "" is preset.
func schemeOf(name string, preset numbering.Scheme) (numbering.Scheme, error) {
	if name == "" {
		return preset, nil
	}
	s, err := numbering.Parse(name)
	return s, verb.WithCode(verb.ExitUsage, err)
}

// rankQuery is a request for the number of a position.
type rankQuery struct {
	FEN    string `json:"fen" doc:"the position"`
	Scheme string `json:"scheme,omitempty" doc:"cpi, urposition or urposition-repaired"`
	Index  *int   `json:"index,omitempty" doc:"which urposition of the position, from 0 on"`
}

func serveRank(_ context.Context, q *rankQuery, _ web.Emit) (any, error) {
	scheme, err := schemeOf(q.Scheme, numbering.CPI)
	if err != nil {
		return nil, err
	}
	s, err := goalOf(q.FEN)
	if err != nil {
		return nil, err
	}
	return rankAnswer(scheme, &s, q.Index, 0)
}

// unrankQuery is a request for the position of a number.
type unrankQuery struct {
	Rank   string `json:"rank" doc:"decimal digits"`
	Scheme string `json:"scheme,omitempty" doc:"cpi, urposition or urposition-repaired"`
}

func serveUnrank(_ context.Context, q *unrankQuery, _ web.Emit) (any, error) {
	scheme, err := schemeOf(q.Scheme, numbering.CPI)
	if err != nil {
		return nil, err
	}
	n, err := parseRank(strings.TrimSpace(q.Rank))
	if err != nil {
		return nil, err
	}
	return unrankAnswer(scheme, n, 0)
}

// sampleQuery is a request for draws.
type sampleQuery struct {
	Number int    `json:"number" doc:"how many" min:"1" max:"100"`
	Scheme string `json:"scheme,omitempty" doc:"cpi, urposition or urposition-repaired"`
	Seed   uint64 `json:"seed,omitempty" doc:"of the generator"`
	First  uint64 `json:"first,omitempty" doc:"number of the first draw"`
}

func serveSample(ctx context.Context, q *sampleQuery, _ web.Emit) (any, error) {
	scheme, err := schemeOf(q.Scheme, numbering.CPI)
	if err != nil {
		return nil, err
	}
	lines := web.Lines{}
	for i := range uint64(q.Number) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		d := sample.Draw(scheme, q.Seed, q.First+i)
		lines = append(lines, sampleAnswer(scheme, q.Seed, q.First+i, d))
	}
	return lines, nil
}

// countQuery is a request for totals.
type countQuery struct {
	What string `json:"what" doc:"armies, classes, pairs or positions"`
}

// countOnce has the totals, which take a CPU second: they are counted once.
var countOnce = map[string]func() []countJSON{
	"armies": sync.OnceValue(func() []countJSON {
		return countAnswers("retroproof.count.armies/1", []countKind{armiesKind(count.CountArmies())})
	}),
	"classes": sync.OnceValue(func() []countJSON {
		return countAnswers("retroproof.count.armies/1", []countKind{classesKind(count.CountArmies())})
	}),
	"pairs": sync.OnceValue(func() []countJSON {
		return countAnswers("retroproof.count.pairs/1", pairsKinds(count.CountPairs()))
	}),
	"positions": sync.OnceValue(func() []countJSON {
		return countAnswers("retroproof.count.positions/1", countPositions())
	}),
}

func serveCount(_ context.Context, q *countQuery, _ web.Emit) (any, error) {
	f := countOnce[q.What]
	if f == nil {
		return nil, web.Refuse("what is %s, want armies, classes, pairs or positions", chess.Quote(q.What))
	}
	lines := web.Lines{}
	for _, o := range f() {
		lines = append(lines, o)
	}
	return lines, nil
}

// armiesQuery is a request about two armies.
type armiesQuery struct {
	White string `json:"white" doc:"the men of a side by their letters, as KQRRBBNNPPPPPPPP"`
	Black string `json:"black" doc:"the same of the other side"`
}

// armiesJSON says what is known of two armies.
type armiesJSON struct {
	Schema     string   `json:"schema"`
	White      armyJSON `json:"white"`
	Black      armyJSON `json:"black"`
	Attainable bool     `json:"attainable"` // one game can leave both
}

// armyJSON is an army, with its class [A,S,P] of the paper.
type armyJSON struct {
	Men          string `json:"men"`
	Possible     bool   `json:"possible"` // there were pawns enough
	Promoted     int    `json:"promoted"` // men that must have been pawns
	Pawns        int    `json:"pawns"`
	Number       int    `json:"number"`       // of men, the king included
	Arrangements uint64 `json:"arrangements"` // ways to exchange the men among themselves
}

func serveArmies(_ context.Context, q *armiesQuery, _ web.Emit) (any, error) {
	white, err := parseArmy(q.White)
	if err != nil {
		return nil, err
	}
	black, err := parseArmy(q.Black)
	if err != nil {
		return nil, err
	}
	a := armiesJSON{Schema: armiesSchema, White: armyAnswer(white), Black: armyAnswer(black)}
	a.Attainable = a.White.Possible && a.Black.Possible && armies.Attainable(white, black)
	return a, nil
}

// parseArmy counts letters of men. The king may be left out.
func parseArmy(text string) (a armies.Army, err error) {
	kings := 0
	numbers := map[rune]*int{'P': &a.Pawns, 'Q': &a.Queens, 'R': &a.Rooks, 'B': &a.Bishops, 'N': &a.Knights, 'K': &kings}
	for _, letter := range strings.ToUpper(text) {
		n := numbers[letter]
		if n == nil {
			return a, web.Refuse("%s: %q is no man's letter, want K, Q, R, B, N and P", chess.Quote(text), letter)
		}
		*n++
	}
	if kings > 1 || a.Men() > armies.MostMen {
		return a, web.Refuse("%s: %d kings and %d men, want one king and at most %d men", chess.Quote(text), kings, a.Men(), armies.MostMen)
	}
	return a, nil
}

func armyAnswer(a armies.Army) armyJSON {
	return armyJSON{a.String(), a.Valid(), a.Promoted(), a.Pawns, a.Men(), a.Arrangements()}
}
