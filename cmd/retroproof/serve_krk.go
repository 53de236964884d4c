package main

import (
	"context"
	"sync"

	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/krk"
	"retroproof/proofs/krk/spec"
	"retroproof/sat"
	"retroproof/web"
)

// krkProgressSchema is that of krkProgressJSON.
const krkProgressSchema = "retroproof.krk.progress/1"

// krkRoutes are those of the screen about king and rook against king.
func krkRoutes() []web.Route {
	return []web.Route{
		post(web.Route{Path: "/api/krk/play", Summary: "A game of the strategy, as krk play --json prints it", Work: web.Job, Body: web.ListBody, Answers: []string{"retroproof.krk.play/1"}}, serveKRKPlay),
		post(web.Route{Path: "/api/krk/check", Summary: "Whether a move is the strategy's, as krk check --json prints it", Work: web.Job, Answers: []string{"retroproof.krk.check/1"}}, serveKRKCheck),
		post(web.Route{Path: "/api/krk/prove", Summary: "The lemmas, one after the other, as krk prove --json prints them", Work: web.Solitary, Events: []string{"progress", "lemma", "inference", "error"},
			Answers: []string{krkProgressSchema, "retroproof.krk.lemma/1", "retroproof.krk.inference/1"}}, serveKRKProve),
	}
}

// krkPlayers are the strategy in its two readings, tabulated when they are needed.
var krkPlayers = map[int]func() *krk.Player{}

// krkDistances are the readings that the page offers: the paper's, and one in which the
// strategy loses its rook.
var krkDistances = []int{2, 3}

func init() {
	for _, d := range krkDistances {
		krkPlayers[d] = sync.OnceValue(func() *krk.Player {
			rd := spec.Default()
			rd.RookSafeDistance = d
			return krk.NewPlayer(rd)
		})
	}
}

// krkPlayQuery is a request for a game.
type krkPlayQuery struct {
	FEN      string   `json:"fen" doc:"a legal position of king and rook against king"`
	Defender string   `json:"defender,omitempty" doc:"how Black plays: optimal, random or given"`
	Choice   string   `json:"choice,omitempty" doc:"which of several moves White makes: first, longest or random"`
	Moves    []string `json:"moves,omitempty" doc:"Black's moves, for the defender given"`
	Seed     uint64   `json:"seed,omitempty" doc:"of what is random"`
	Distance int      `json:"rook_safe_distance,omitempty" doc:"the reading of RookSafe: 3, or 2, with which the strategy fails" min:"2" max:"3"`
}

func serveKRKPlay(_ context.Context, q *krkPlayQuery, _ web.Emit) (any, error) {
	p, err := krk.ParseFEN(q.FEN)
	if err != nil {
		return nil, err
	}
	o := krk.PlayOptions{Moves: q.Moves, Seed: q.Seed}
	if q.Defender != "" {
		if o.Defender, err = krk.ParseDefender(q.Defender); err != nil {
			return nil, verb.WithCode(verb.ExitUsage, err)
		}
	}
	if q.Choice != "" {
		if o.Choice, err = krk.ParseChoice(q.Choice); err != nil {
			return nil, verb.WithCode(verb.ExitUsage, err)
		}
	}
	game, err := krkPlayers[krkDistance(q.Distance)]().Play(p, o)
	if err != nil {
		return nil, err
	}
	return krkPlayAnswer(game, 0), nil
}

// krkDistance is that of a request; 0 stands for the paper's.
func krkDistance(d int) int {
	if d == 0 {
		return spec.Default().RookSafeDistance
	}
	return d
}

// krkCheckQuery is a question about a move.
type krkCheckQuery struct {
	FEN  string `json:"fen" doc:"a legal position of king and rook against king"`
	Move string `json:"move" doc:"a move in SAN or as UCI has it, or the FEN that it leads to"`
}

func serveKRKCheck(_ context.Context, q *krkCheckQuery, _ web.Emit) (any, error) {
	p, err := krk.ParseFEN(q.FEN)
	if err != nil {
		return nil, err
	}
	reading := spec.Default()
	j, err := krk.JudgeText(p, q.Move, &reading)
	if err != nil {
		return nil, err
	}
	return krkCheckAnswer(p, q.Move, &j, 0), nil
}

// krkProveQuery is a request for lemmas.
type krkProveQuery struct {
	Lemmas   []string `json:"lemmas,omitempty" doc:"keys of lemmas, as 4 or 7s; all, with the theorems, if they are left out"`
	Distance int      `json:"rook_safe_distance,omitempty" doc:"the reading of RookSafe: 3, or 2, with which Lemma 4 is refuted" min:"2" max:"3"`
}

// krkProgressJSON is a lemma that a solver works on.
type krkProgressJSON struct {
	Schema    string `json:"schema"`
	Lemma     string `json:"lemma"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Conflicts int64  `json:"conflicts"` // so far
}

func serveKRKProve(ctx context.Context, q *krkProveQuery, emit web.Emit) (any, error) {
	f := proveFlags{lemmas: q.Lemmas, solver: sat.Native, jobs: 1, format: string(sat.ProofBinary), encoding: encode.Order.String(), distance: krkDistance(q.Distance)}
	plan, err := f.plan()
	if err != nil {
		return nil, err
	}
	report := &proveReport{json: true, options: plan.options, relation: krk.NewRelation(plan.options.Reading)}
	report.exhaust(plan.lemmas)
	o := &plan.options
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	send := func(event string, object any) {
		if emit(event, object) != nil {
			cancel() // the tab is closed
		}
	}
	var running krkProgressJSON
	o.Started = func(l spec.Lemma, variables, clauses int) {
		running = krkProgressJSON{krkProgressSchema, l.Key, variables, clauses, 0}
		send("progress", running)
	}
	o.Report = func(_ spec.Lemma, s sat.Stats) {
		if s.Conflicts >= running.Conflicts+krkReportConflicts {
			running.Conflicts = s.Conflicts
			send("progress", running)
		}
	}
	o.Decided = func(r *krk.Result) {
		if ctx.Err() != nil {
			return
		}
		var violations *int
		if n, ok := report.exhausted[r.Lemma.Key]; ok {
			violations = &n
		}
		send("lemma", lemmaAnswer(r, o.Solver, violations))
	}
	results, err := krk.Prove(ctx, plan.lemmas, *o)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || !plan.all {
		return nil, err
	}
	if err := report.compare(ctx); err != nil {
		return nil, err
	}
	proved := map[string]bool{}
	for _, r := range results {
		proved[r.Lemma.Key] = r.Verdict == krk.Proved
	}
	basis := spec.Basis{Proved: func(key string) bool { return proved[key] }, Canonical: o.Encoding.Symmetry, Symmetry: report.rules.Symmetry}
	for _, c := range spec.Deduce(basis) {
		send("inference", inferenceAnswer(c))
	}
	return nil, nil
}

// krkReportConflicts is how many conflicts there are between two events of progress.
const krkReportConflicts = 1000
