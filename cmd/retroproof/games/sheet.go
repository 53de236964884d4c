package games

import (
	"bytes"
	"context"
	"strings"

	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/exact/problem"
	"retroproof/web"
)

// positionRequest is a request to read a position.
type positionRequest struct {
	Text string `json:"text" doc:"a position in any form"`
}

// positionAnswer is what was read.
type positionAnswer struct {
	verb.Head `schema:"retroproof.position/1"`
	Form      string `json:"form"`
	FEN       string `json:"fen"` // with "?" for fields that the text does not say
}

// positionPage reads a position.
func positionPage(_ context.Context, q *positionRequest, _ web.Emit) (any, error) {
	p, err := lenient.Reading{Open: true}.Read(q.Text)
	if err != nil {
		return nil, err
	}
	return &positionAnswer{Form: string(p.Form), FEN: p.FEN}, nil
}

// sheetRequest is a request for problems on a page for print: a list of positions of one length.
type sheetRequest struct {
	Length string `json:"length" doc:"the length of the games: plies, as 6, or moves, as 3.0"`
	List   string `json:"list" doc:"positions in any form, each from a line on"`
	Source string `json:"source,omitempty" doc:"author, place and date; those of several have | between them"`
	problem.Conditions
}

// mostSheet is how many positions a search of each problem of a sheet has at most.
const mostSheet = 2_000_000

// sheetPage answers with the page that exact --paper html writes.
func sheetPage(ctx context.Context, q *sheetRequest, _ web.Emit) (any, error) {
	r := exactByDefault
	r.Length, r.FEN, r.Conditions, r.Max, r.Nodes, r.Jobs = q.Length, "-", q.Conditions, 4, mostSheet, 1
	if q.Goal != "" {
		r.FEN = ""
	}
	r.Paper = verb.Paper{Paper: "html", Source: q.Source}
	r.Given = func(string) bool { return true }
	var out, remarks bytes.Buffer
	e := verb.Unattended(q.List, &out, &remarks)
	e.Reading.Open = true
	switch err := runExact(ctx, e, &r); {
	case verb.Code(err) == verb.ExitMalformed && remarks.Len() > 0:
		return nil, web.Refuse("%s", strings.TrimSpace(strings.ReplaceAll(remarks.String(), "retroproof: <stdin>:", "line ")))
	case err != nil && verb.Code(err) != verb.ExitUndecided:
		return nil, err
	}
	return &web.File{Name: "problems.html", Bytes: out.Bytes()}, nil
}
