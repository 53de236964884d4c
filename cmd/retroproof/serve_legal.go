package main

import (
	"bytes"
	"context"
	"time"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/kernel/story"
	"retroproof/web"
)

// positionQuery is a request about a position.
type positionQuery struct {
	FEN   string `json:"fen" doc:"the position, with the fields of a FEN"`
	Start string `json:"start,omitempty" doc:"where games begin; the initial position if it is left out"`
}

// verdictQuery is a request for a verdict. Budgets are those of the flags of legal.
type verdictQuery struct {
	positionQuery
	Explain           bool   `json:"explain,omitempty" doc:"add a story"`
	NoProofgame       bool   `json:"no_proofgame,omitempty" doc:"only try to refute"`
	Effort            int    `json:"effort,omitempty" doc:"rounds of refutation" min:"1" max:"5"`
	KernelNodes       uint64 `json:"kernel_nodes,omitempty" doc:"budget of each search for kernels" max:"100000000"`
	LastMovePositions int    `json:"last_move_positions,omitempty" doc:"budget of the last-move analysis" min:"-1" max:"100000"`
	GameStates        uint64 `json:"game_states,omitempty" doc:"budget of the construction of a game" max:"100000000"`
	ShortestNodes     uint64 `json:"shortest_nodes,omitempty" doc:"for a story: budget of each search for a shorter game" max:"1000000"`
}

// serveGameStates is the budget of the construction of games for the page, unless it asks for
// another one.
const serveGameStates = 20_000_000

// run decides the position of a request.
func (q *verdictQuery) run() (*legal, *chess.Setup, error) {
	r := &legal{options: resolve.Options{Refute: kernel.DefaultDecideOptions, Effort: resolve.DefaultEffort}, shortestNodes: q.ShortestNodes}
	goal, err := goalOf(q.FEN)
	if err != nil {
		return nil, nil, err
	}
	if r.options.Refute.Start, err = startOf(q.Start); err != nil {
		return nil, nil, err
	}
	r.options.NoGame = q.NoProofgame
	if q.NoProofgame {
		r.options.Effort = 1
	}
	if q.Effort > 0 {
		r.options.Effort = q.Effort
	}
	if q.KernelNodes > 0 {
		r.options.Refute.KernelNodes = q.KernelNodes
	}
	if q.LastMovePositions != 0 {
		r.options.Refute.LastMovePositions = q.LastMovePositions
	}
	r.options.Game.States = serveGameStates
	if q.GameStates > 0 {
		r.options.Game.States = q.GameStates
	}
	return r, &goal, nil
}

// legalRoutes are those of the screen about a position.
func legalRoutes() []web.Route {
	return []web.Route{
		post(web.Route{Path: "/api/legal", Summary: "The verdict on a position, as legal --json prints it", Work: web.Job, Answers: []string{legalSchema}}, serveLegal),
		post(web.Route{Path: "/api/certificate", Summary: "What proves the verdict, for retroproof-check", Work: web.Job, Media: "application/zip"}, serveCertificate),
		post(web.Route{Path: "/api/page", Summary: "The page about a position that legal --html writes", Work: web.Job, Media: "text/html; charset=utf-8"}, servePage),
		post(web.Route{Path: "/api/revmoves", Summary: "The moves that can have led to a position, as revmoves --json prints them", Work: web.Job, Answers: []string{"retroproof.revmoves/1"}}, serveRevmoves),
		post(web.Route{Path: "/api/proofkernel", Summary: "A proof kernel of a position, as proofkernel --json prints it", Work: web.Job, Answers: []string{"retroproof.proofkernel/1"}}, serveProofkernel),
	}
}

// serveLegal answers with a verdict.
func serveLegal(ctx context.Context, q *verdictQuery, _ web.Emit) (any, error) {
	r, goal, err := q.run()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	a, err := resolve.Position(ctx, goal, r.options)
	if err != nil {
		return nil, err
	}
	answer := legalAnswer(&a, true)
	if answer.EnPassantHint, err = r.hint(ctx, &a); err != nil {
		return nil, err
	}
	if q.Explain {
		document, err := r.story(ctx, &a)
		if err != nil {
			return nil, err
		}
		answer.Story = document.JSON()
	}
	answer.Seconds = time.Since(began).Seconds()
	return answer, nil
}

// serveCertificate answers with the certificate of a verdict.
func serveCertificate(ctx context.Context, q *verdictQuery, _ web.Emit) (any, error) {
	r, goal, err := q.run()
	if err != nil {
		return nil, err
	}
	a, err := resolve.Position(ctx, goal, r.options)
	if err != nil {
		return nil, err
	}
	if a.Verdict == kernel.Unknown {
		return nil, web.Refuse("only decided positions have certificates, and this one is undecided")
	}
	c := certify.New(certify.Options{Tool: build.Tool(), Start: r.options.Refute.Start})
	one, err := certifyAnswer(ctx, c, &a)
	if err != nil {
		return nil, certifyError(err)
	}
	var b bytes.Buffer
	if err := c.Write(&b, one); err != nil {
		return nil, err
	}
	return &web.File{Name: "proof.zip", Bytes: b.Bytes()}, nil
}

// servePage answers with the page about a position.
func servePage(ctx context.Context, q *verdictQuery, _ web.Emit) (any, error) {
	r, goal, err := q.run()
	if err != nil {
		return nil, err
	}
	a, err := resolve.Position(ctx, goal, r.options)
	if err != nil {
		return nil, err
	}
	document, err := r.story(ctx, &a)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := story.WriteHTML(&b, document); err != nil {
		return nil, err
	}
	return &web.File{Name: "why.html", Bytes: b.Bytes()}, nil
}

// revmovesQuery is a request for un-moves.
type revmovesQuery struct {
	FEN      string `json:"fen" doc:"a position that can be played on from"`
	Verdicts bool   `json:"verdicts,omitempty" doc:"add the verdict on each position before"`
}

func serveRevmoves(ctx context.Context, q *revmovesQuery, _ web.Emit) (any, error) {
	goal, err := goalOf(q.FEN)
	if err != nil {
		return nil, err
	}
	p, err := chess.NewPosition(goal)
	if err != nil {
		return nil, err
	}
	r := &revmoves{verdicts: q.Verdicts, options: chess.UnmoveOptions{MaterialLimit: true}}
	return r.answer(ctx, p, p.Retractions(nil, r.options), 0)
}

// proofkernelQuery is a request for a kernel.
type proofkernelQuery struct {
	positionQuery
	Extended bool   `json:"extended,omitempty" doc:"an extended kernel, with ranks"`
	Nodes    uint64 `json:"nodes,omitempty" doc:"budget of the search" max:"100000000"`
}

func serveProofkernel(ctx context.Context, q *proofkernelQuery, _ web.Emit) (any, error) {
	start, err := startOf(q.Start)
	if err != nil {
		return nil, err
	}
	goal, err := goalOf(q.FEN)
	if err != nil {
		return nil, err
	}
	if err := checkDiagram(&goal, q.FEN); err != nil {
		return nil, err
	}
	r := proofkernelRun{start: *rules.StartOr(start), flags: proofkernelFlags{extended: q.Extended, nodes: kernel.DefaultNodes}}
	if q.Nodes > 0 {
		r.flags.nodes = q.Nodes
	}
	found, err := kernel.Find(ctx, &r.start, &goal, kernel.Options{Nodes: r.flags.nodes, Extended: q.Extended})
	if err != nil {
		return nil, err
	}
	object := r.about(&goal, 0)
	object.found(&found, q.Extended)
	return object, nil
}
