package games

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/astar"
	"retroproof/kernel/exact/problem"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/web"
)

// mostPagePlies is how long the games are at most of which the page finds all.
const mostPagePlies = 60

// routes are those of the screen about proof games.
func routes() []web.Route {
	all := exactByDefault
	all.Jobs = 0
	return []web.Route{
		verb.Post(web.Route{Path: "/api/proofgame", Summary: "A proof game, or by A* a shortest one, as proofgame --json " +
			"prints it", Work: web.Solitary, Events: []string{"progress", "answer", "error"}},
			byDefault, answerPage, &progressAnswer{}, &poslist.Game{}),
		verb.Post(web.Route{Path: "/api/exact", Summary: "All games of a length, as exact --json prints them",
			Work: web.Job}, all, exactPage, &problem.Answer{}),
		verb.Post(web.Route{Path: "/api/game", Summary: "The positions of a game", Body: web.ListBody},
			gameRequest{}, gamePage, &gameAnswer{}),
		verb.Post(web.Route{Path: "/api/position", Summary: "A position in any form, as a FEN", Body: web.ListBody},
			positionRequest{}, positionPage, &positionAnswer{}),
		verb.Post(web.Route{Path: "/api/sheet", Summary: "Problems on a page for print, as exact --paper html writes it",
			Body: web.ListBody, Work: web.Job, Media: "text/html; charset=utf-8"}, sheetRequest{}, sheetPage),
	}
}

// progressAnswer says how far a search has come.
type progressAnswer struct {
	verb.Head `schema:"retroproof.proofgame.progress/1"`
	Nodes     uint64 `json:"nodes"`
	ToGo      int    `json:"to_go"` // plies to the goal from the nearest position, at least
	FEN       string `json:"fen"`   // that position
	Game      string `json:"game"`  // moves to it, in SAN
	Plies     int    `json:"plies"` // of these moves
}

// answerPage answers with a game.
func answerPage(ctx context.Context, q *request, emit web.Emit) (any, error) {
	start, err := lenient.ParsePosition(cmp.Or(q.Start, chess.InitialFEN))
	if err != nil {
		return nil, err
	}
	goal, err := lenient.ParseSetup(q.FEN)
	if err != nil {
		return nil, err
	}
	o := resolve.Options{Effort: resolve.DefaultEffort, Game: proofgame.Options{States: q.States}}
	setup := start.Setup()
	o.Refute.Start = &setup
	if q.Shortest {
		o.Search = &astar.Options{WeightA: 1, WeightB: 1, Nodes: q.Nodes, LastMoves: true}
		o.OnNearer = func(s *resolve.Search) {
			// A connection that is gone ends the search by its context.
			_ = emit("progress", verb.Complete(&progressAnswer{
				Nodes: s.Nodes, ToGo: s.Remain, FEN: s.At.FEN(), Game: strings.Join(s.Best, " "), Plies: len(s.Best),
			}))
		}
	}
	found, err := resolve.Position(ctx, &goal, o)
	if err != nil {
		return nil, err
	}
	return poslist.GameOf(&found, 0), nil
}

// exactPage answers with all games of a length.
func exactPage(ctx context.Context, q *exactRequest, _ web.Emit) (any, error) {
	r := &exactRun{exactRequest: *q}
	if err := r.begin(); err != nil {
		return nil, err
	}
	if r.maxPlies > mostPagePlies {
		return nil, web.Refuse("%d plies, want at most %d here", r.maxPlies, mostPagePlies)
	}
	fen, err := lenient.Reading{Open: true}.FEN(q.FEN)
	if err != nil {
		return nil, err
	}
	target, err := r.target(fen)
	if err != nil {
		return nil, err
	}
	return r.solve(ctx, &target)
}

// gameRequest is a request for the positions of a game.
type gameRequest struct {
	Start string   `json:"start,omitempty" doc:"where it begins; the initial position if it is left out"`
	Moves []string `json:"moves" doc:"its moves, in SAN or as UCI has them"`
}

// gameAnswer is the positions of a game.
type gameAnswer struct {
	verb.Head `schema:"retroproof.game/1"`
	Start     string   `json:"start"`
	PGN       string   `json:"pgn"`
	Plies     []ply    `json:"plies"`
	Legal     []string `json:"legal"` // moves at the end, as UCI has them
}

// ply is a move of a game, and the position behind it.
type ply struct {
	SAN string `json:"san"`
	UCI string `json:"uci"`
	FEN string `json:"fen"`
}

// gamePage answers with the positions of a game.
func gamePage(_ context.Context, q *gameRequest, _ web.Emit) (any, error) {
	start, err := lenient.ParseSetup(cmp.Or(q.Start, chess.InitialFEN))
	if err != nil {
		return nil, err
	}
	p, err := chess.NewPosition(start)
	if err != nil {
		return nil, err
	}
	a := &gameAnswer{Start: p.FEN(), Plies: []ply{}, Legal: []string{}}
	game := notation.Game{Start: start}
	for i, text := range q.Moves {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			if m, err = notation.ParseSAN(p, text); err != nil {
				return nil, fmt.Errorf("move %d: %w", i+1, err)
			}
		}
		one := ply{SAN: notation.SAN(p, m), UCI: m.UCI()}
		p.Make(m)
		one.FEN = p.FEN()
		a.Plies = append(a.Plies, one)
		game.Moves = append(game.Moves, one.SAN)
	}
	for _, m := range p.LegalMoves(nil) {
		a.Legal = append(a.Legal, m.UCI())
	}
	var pgn strings.Builder
	_, err = game.WriteTo(&pgn)
	a.PGN = pgn.String()
	return a, err
}

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
