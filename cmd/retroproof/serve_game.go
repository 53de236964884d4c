package main

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/astar"
	"retroproof/kernel/exact/problem"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/web"
)

// gameSchema is that of gameJSON, progressSchema that of proofgameProgressJSON.
const (
	gameSchema     = "retroproof.game/1"
	progressSchema = "retroproof.proofgame.progress/1"
)

// Budgets of searches for the page.
const (
	serveAStarNodes = 5_000_000 // a gigabyte: only one such search runs at a time
	serveExactNodes = 20_000_000
	serveExactPlies = 60
)

// gameRoutes are those of the screen about proof games.
func gameRoutes() []web.Route {
	return []web.Route{
		post(web.Route{Path: "/api/proofgame", Summary: "A proof game, or by A* a shortest one, as proofgame --json prints it", Work: web.Solitary,
			Events: []string{"progress", "answer", "error"}, Answers: []string{progressSchema, proofgameSchema}}, serveProofgame),
		post(web.Route{Path: "/api/exact", Summary: "All games of a length, as proofgame --exact --json prints them", Work: web.Job, Answers: []string{exactSchema}}, serveExact),
		post(web.Route{Path: "/api/game", Summary: "The positions of a game", Body: web.ListBody, Answers: []string{gameSchema}}, serveGame),
	}
}

// proofgameQuery is a request for a proof game.
type proofgameQuery struct {
	FEN      string `json:"fen" doc:"the position, with the fields of a FEN"`
	Start    string `json:"start,omitempty" doc:"where games begin; the initial position if it is left out"`
	Shortest bool   `json:"shortest,omitempty" doc:"search by A* for a shortest game"`
	Nodes    uint64 `json:"nodes,omitempty" doc:"with shortest: positions that the search may keep" max:"5000000"`
	States   uint64 `json:"states,omitempty" doc:"without shortest: budget of the construction" max:"400000000"`
}

// proofgameProgressJSON says how far a search has come.
type proofgameProgressJSON struct {
	Schema string `json:"schema"`
	Nodes  uint64 `json:"nodes"`
	ToGo   int    `json:"to_go"` // plies to the goal from the nearest position, at least
	FEN    string `json:"fen"`   // that position
	Game   string `json:"game"`  // moves to it, in SAN
	Plies  int    `json:"plies"` // of these moves
}

func serveProofgame(ctx context.Context, q *proofgameQuery, emit web.Emit) (any, error) {
	start, err := startOf(q.Start)
	if err != nil {
		return nil, err
	}
	goal, err := goalOf(q.FEN)
	if err != nil {
		return nil, err
	}
	r := &proofgameRun{start: *rules.StartOr(start)}
	o := &r.options
	o.Refute.Start, o.Effort = &r.start, resolve.DefaultEffort
	o.Game.States = proofgame.DefaultStates
	if q.States > 0 {
		o.Game.States = q.States
	}
	if q.Shortest {
		nodes := uint64(serveAStarNodes)
		if q.Nodes > 0 {
			nodes = q.Nodes
		}
		o.Search = &astar.Options{WeightA: 1, WeightB: 1, Nodes: nodes, LastMoves: true}
		o.OnNearer = func(s *resolve.Search) {
			// A connection that is gone ends the search by its context.
			_ = emit("progress", proofgameProgressJSON{progressSchema, s.Nodes, s.Remain, s.At.FEN(), strings.Join(s.Best, " "), len(s.Best)})
		}
	}
	a, err := resolve.Position(ctx, &goal, *o)
	if err != nil {
		return nil, err
	}
	return r.oneAnswer(&a, 0), nil
}

// exactQuery is a request for all games of a length.
type exactQuery struct {
	FEN     string `json:"fen" doc:"the position; a board alone will do"`
	Length  string `json:"length" doc:"the length: plies, as 6, or moves, as 3.0"`
	All     bool   `json:"all,omitempty" doc:"count all games, and do not stop when two are found"`
	Explain bool   `json:"explain,omitempty" doc:"add what is known before the search"`
	Max     int    `json:"max,omitempty" doc:"games that are listed" min:"1" max:"50"`
	Nodes   uint64 `json:"nodes,omitempty" doc:"budget of the search" max:"20000000"`
}

func serveExact(ctx context.Context, q *exactQuery, _ web.Emit) (any, error) {
	plies, err := problem.ParseLength(q.Length)
	if err != nil {
		return nil, verb.WithCode(verb.ExitUsage, err)
	}
	if plies > serveExactPlies {
		return nil, web.Refuse("%d plies, want at most %d here", plies, serveExactPlies)
	}
	r := &proofgameRun{start: chess.InitialSetup()}
	f := &r.exact
	f.length, f.minPlies, f.maxPlies = q.Length, plies, plies
	f.all, f.explain, f.nodes, f.max = q.All, q.Explain, serveExactNodes, 10
	if q.Nodes > 0 {
		f.nodes = q.Nodes
	}
	if q.Max > 0 {
		f.max = q.Max
	}
	target, err := problem.ParseTarget(f.diagram(q.FEN, r.start.Turn))
	if err != nil {
		return nil, err
	}
	a, err := r.solveExact(ctx, &target)
	if err != nil {
		return nil, err
	}
	return a.object(0)
}

// gameQuery is a request for the positions of a game.
type gameQuery struct {
	Start string   `json:"start,omitempty" doc:"where it begins; the initial position if it is left out"`
	Moves []string `json:"moves" doc:"its moves, in SAN or as UCI has them"`
}

// gameJSON are the positions of a game.
type gameJSON struct {
	Schema string        `json:"schema"`
	Start  string        `json:"start"`
	PGN    string        `json:"pgn"`
	Plies  []gamePlyJSON `json:"plies"`
	Legal  []string      `json:"legal"` // moves at the end, as UCI has them
}

type gamePlyJSON struct {
	SAN string `json:"san"`
	UCI string `json:"uci"`
	FEN string `json:"fen"`
}

func serveGame(_ context.Context, q *gameQuery, _ web.Emit) (any, error) {
	start := chess.InitialSetup()
	if q.Start != "" {
		var err error
		if start, err = goalOf(q.Start); err != nil {
			return nil, err
		}
	}
	p, err := chess.NewPosition(start)
	if err != nil {
		return nil, err
	}
	answer := gameJSON{Schema: gameSchema, Start: p.FEN(), Plies: []gamePlyJSON{}, Legal: []string{}}
	game := notation.Game{Start: start}
	for i, text := range q.Moves {
		m, err := notation.ParseUCI(p, text)
		if err != nil {
			if m, err = notation.ParseSAN(p, text); err != nil {
				return nil, fmt.Errorf("move %d: %w", i+1, err)
			}
		}
		ply := gamePlyJSON{SAN: notation.SAN(p, m), UCI: m.UCI()}
		p.Make(m)
		ply.FEN = p.FEN()
		answer.Plies = append(answer.Plies, ply)
		game.Moves = append(game.Moves, ply.SAN)
	}
	for _, m := range p.LegalMoves(nil) {
		answer.Legal = append(answer.Legal, m.UCI())
	}
	answer.PGN, err = pgnText(&game)
	return answer, err
}

// pgnText is a game as a file.
func pgnText(game *notation.Game) (string, error) {
	var b strings.Builder
	_, err := game.WriteTo(&b)
	return b.String(), err
}
