package endgame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"retroproof/cmd/retroproof/verb"
	"retroproof/encode"
	"retroproof/internal/answer"
	"retroproof/internal/cputime"
	"retroproof/krk"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/sat"
	"retroproof/strategy"
	"retroproof/web"
)

// krkProveRequest is what krk prove is asked.
type krkProveRequest struct {
	Lemmas     []string `flag:"lemma" of:"LEMMAS" json:"lemmas,omitempty" not:"certify" doc:"only these LEMMAS or parts of some, such as 4, 2,7s or 2b"`
	Controls   bool     `flag:"controls" not:"certify" doc:"also the formulas that must have a model"`
	Whole      bool     `flag:"whole" not:"certify" doc:"prove Lemmas 2 and 4 by their own formulas, not by way of smaller lemmas"`
	Certify    bool     `flag:"certify" needs:"out" not:"rook-safe-distance" doc:"prove krk2013 as strategy prove does, and write its certificate, for retroproof-check"`
	Out        string   `flag:"out" of:"DIR" needs:"certify" doc:"with --certify: the DIR to write it to"`
	Encoding   string   `flag:"encoding" rare:"" not:"certify" doc:"coordinates: order, onehot or binary"`
	NoSymmetry bool     `flag:"no-symmetry" rare:"" not:"certify" doc:"do not break the board's symmetry"`
	Tseitin    bool     `flag:"tseitin" rare:"" not:"certify" doc:"three clauses for each AND gate, instead of compact clauses"`
	solvingRequest
	readingRequest
	Given verb.Given
}

var krkByDefault = krkProveRequest{Encoding: "order", solvingRequest: natively, readingRequest: byPaper}

var krkProve = verb.Of(verb.Verb{
	Name: "krk prove", Answers: []verb.Answer{&krk.LemmaAnswer{}, &krk.Total{}, &krk.Inference{}, &strategy.Figures{},
		&strategy.LemmaAnswer{}, &strategy.Theorem{}, &strategy.Written{}},
	Complete: map[string]func() []string{"encoding": encodings, "lemma": lemmaKeys},
}, krkByDefault, runKRKProve)

func encodings() []string { return []string{"order", "onehot", "binary"} }

func lemmaKeys() (keys []string) {
	all := krkByDefault
	all.Controls = true
	p, err := all.plan()
	if err != nil {
		return nil
	}
	for _, l := range slices.Concat(p.known...) {
		keys = append(keys, l.Key)
	}
	return keys
}

// provePlan is what the flags ask for.
type provePlan struct {
	suite   *krk.Suite
	known   [][]krk.Lemma // lemmas, controls, and parts of lemmas
	lemmas  []krk.Lemma
	all     bool // the nine lemmas are among them
	options strategy.Options
}

func (k *krkProveRequest) plan() (*provePlan, error) {
	o, err := k.options()
	if err != nil {
		return nil, err
	}
	p, encoding := &provePlan{options: o}, lemmas.Encoding{Whole: k.NoSymmetry}
	if encoding.Rep, err = encode.ParseRepresentation(k.Encoding); err != nil {
		return nil, verb.Usagef("--encoding: %v", err)
	}
	if k.Tseitin {
		p.options.Method = encode.Tseitin
	}
	if p.suite, err = krk.New(encoding, krk.Distance(k.Distance)); err != nil {
		return nil, err
	}
	list, err := p.suite.Lemmas()
	if err != nil {
		return nil, err
	}
	var controls []krk.Lemma
	if k.Controls || len(k.Lemmas) > 0 { // each is about a strategy of its own
		if controls, err = p.suite.Controls(); err != nil {
			return nil, err
		}
	}
	parts := partsOf(list)
	p.known = [][]krk.Lemma{list, controls, parts}
	if p.all = len(k.Lemmas) == 0; p.all {
		p.lemmas = list
		if k.Controls {
			p.lemmas = append(p.lemmas, controls...)
		}
		return p, nil
	}
	isPart := func(key string) bool { return keyed(parts, key) }
	known := slices.Concat(p.known...)
	for _, want := range k.Lemmas {
		found := false
		for _, l := range known {
			// A number stands for all forms of the lemma, and with --controls
			// for its controls.
			if l.Key == want || fmt.Sprint(l.Number) == want && !isPart(l.Key) && (!l.Satisfiable || k.Controls) {
				found = true
				if !keyed(p.lemmas, l.Key) {
					p.lemmas = append(p.lemmas, l)
				}
			}
		}
		if !found {
			var keys []string
			for _, l := range known {
				keys = append(keys, l.Key)
			}
			return nil, verb.Usagef("--lemma: no lemma %q, want one of %s", want, strings.Join(keys, ", "))
		}
	}
	return p, nil
}

func keyed(list []krk.Lemma, key string) bool {
	return slices.ContainsFunc(list, func(l krk.Lemma) bool { return l.Key == key })
}

// partsOf returns the lemmas by which some of these are proved, and which are not among them.
func partsOf(list []krk.Lemma) (parts []krk.Lemma) {
	for _, l := range list {
		for _, p := range l.Parts {
			if !keyed(list, p.Key) {
				parts = append(parts, p)
			}
		}
	}
	return parts
}

func runKRKProve(ctx context.Context, e *verb.Env, q *krkProveRequest) error {
	switch {
	case q.Given("lemma") && len(q.Lemmas) == 0:
		return verb.Usagef("--lemma is empty, want lemmas, such as 4 or 2,7s")
	case q.Certify && q.Out == "":
		return verb.Usagef("--certify and --out DIR go together")
	case q.Certify:
		// The strategy of 2013 in the reading of its program: of others there are no certificates.
		name := onChessboard
		name.Name = "krk2013"
		p := &prove{Env: e, proveRequest: proveRequest{nameRequest: name, solvingRequest: q.solvingRequest, Certify: true,
			Out: q.Out}}
		code, err := p.run(ctx)
		return cmp.Or(err, verb.Exit(code))
	}
	plan, err := q.plan()
	if err != nil {
		return err
	}
	if err := q.writes(&plan.options); err != nil {
		return err
	}
	proof := &krk.Proof{Output: outputOf(e), Options: plan.options, Suite: plan.suite}
	// Without SAT first, so that CPU time is the solver's alone.
	if err := proof.Exhaust(plan.lemmas); err != nil {
		return err
	}
	stop := sync.OnceFunc(q.watch(e, &plan.options))
	defer stop()
	started, cpu := time.Now(), cputime.Seconds()
	results, err := krk.Prove(ctx, plan.lemmas, !q.Whole, plan.options, proof.Row)
	stop()
	if err != nil {
		return err
	}
	proof.Footer(results, time.Since(started).Seconds(), cputime.Seconds()-cpu)
	for _, r := range results {
		if r.Verdict == strategy.Refuted {
			proof.Counterexample(r)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	proved := true
	if plan.all {
		if proved, err = proof.Theorems(ctx, plan.lemmas, results); err != nil {
			return err
		}
	}
	if err := proof.Err(results); err != nil {
		return err
	}
	return verb.Exit(exitCode(results, proved))
}

// exitCode is that of the worst result; proved is whether the theorems hold, if they were asked for.
func exitCode(results []*krk.Result, proved bool) int {
	var list []*strategy.Result
	for _, r := range results {
		// If the lemma to which a part belongs is among the results, its own formula decides it.
		whole := func(o *krk.Result) bool { return o.Lemma.Key == fmt.Sprint(r.Lemma.Number) }
		if !errors.Is(r.Err, krk.ErrPart) || !slices.ContainsFunc(results, whole) {
			list = append(list, r.Result)
		}
	}
	code := proveCode(list)
	if code == verb.ExitOK && !proved {
		code = verb.ExitNotVerified
	}
	return code
}

// routes are those of the screen about king and rook against king.
func routes() []web.Route {
	proving := krkByDefault
	proving.Jobs = 1
	return []web.Route{
		verb.Post(web.Route{Path: "/api/krk/play", Summary: "A game of the strategy, as krk play --json prints it",
			Work: web.Job, Body: web.ListBody},
			gameRequest{playerRequest: players, readingRequest: byPaper}, gamePage, &strategy.GameAnswer{}),
		krkCheck.Route(web.Route{Path: "/api/krk/check", Summary: "Whether a move is the strategy's, as krk check --json " +
			"prints it", Work: web.Job}),
		verb.Post(web.Route{Path: "/api/krk/prove", Summary: "The lemmas, one after the other, as krk prove --json " +
			"prints them", Work: web.Solitary, Events: []string{"progress", "lemma", "inference", "error"}},
			proving, provePage, &progressAnswer{}, &krk.LemmaAnswer{}, &krk.Inference{}),
	}
}

// gameRequest is a request for a game.
type gameRequest struct {
	FEN string `json:"fen" doc:"a legal position of king and rook against king"`
	playerRequest
	readingRequest
	Moves []string `json:"moves,omitempty" doc:"Black's moves, for the defender given"`
}

func gamePage(ctx context.Context, q *gameRequest, _ web.Emit) (any, error) {
	o, err := q.options(q.Moves)
	if err != nil {
		return nil, err
	}
	pl, game, err := playGame(ctx, krkAt(q.Distance), q.FEN, o)
	if err != nil {
		return nil, err
	}
	return strategy.GameOf(pl, game, false, false), nil
}

// progressAnswer is a lemma that a solver works on.
type progressAnswer struct {
	verb.Head `schema:"retroproof.krk.progress/1"`
	Lemma     string `json:"lemma"`
	Variables int    `json:"variables"`
	Clauses   int    `json:"clauses"`
	Conflicts int64  `json:"conflicts"` // so far
}

func provePage(ctx context.Context, q *krkProveRequest, emit web.Emit) (any, error) {
	plan, err := q.plan()
	if err != nil {
		return nil, err
	}
	o := &plan.options
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	send := func(event string, a verb.Answer) {
		if emit(event, verb.Complete(a)) != nil {
			cancel() // the tab is closed
		}
	}
	var running progressAnswer
	o.Started = func(l lemmas.Lemma, variables, clauses int) {
		running = progressAnswer{Lemma: l.Key, Variables: variables, Clauses: clauses}
		send("progress", &running)
	}
	o.Report = func(_ lemmas.Lemma, s sat.Stats) {
		if s.Conflicts >= running.Conflicts+reportConflicts {
			running.Conflicts = s.Conflicts
			send("progress", &running)
		}
	}
	proof := &krk.Proof{Options: *o, Suite: plan.suite,
		Output: krk.Output{Text: io.Discard, Print: func(a answer.Answer) error {
			switch {
			case ctx.Err() != nil:
			case verb.Schema(a) == verb.Schema(&krk.LemmaAnswer{}):
				send("lemma", a)
			case verb.Schema(a) == verb.Schema(&krk.Inference{}):
				send("inference", a)
			}
			return nil
		}}}
	if err := proof.Exhaust(plan.lemmas); err != nil {
		return nil, err
	}
	results, err := krk.Prove(ctx, plan.lemmas, !q.Whole, *o, proof.Row)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || !plan.all {
		return nil, err
	}
	_, err = proof.Theorems(ctx, plan.lemmas, results)
	return nil, err
}

// reportConflicts is how many conflicts there are between two events of progress.
const reportConflicts = 1000
