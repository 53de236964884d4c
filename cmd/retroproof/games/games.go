// Package games has the verbs about games: proofgame finds one to a position, exact all of a length, retractor takes
// moves back to a mate, games writes them
// for retroproof-check.
package games

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"runtime"

	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{
	Help: help, Verbs: []*verb.Verb{proofgameVerb, exactVerb, retractorVerb, convertVerb}, Routes: routes,
	Others: []verb.Answer{&gameAnswer{}, &positionAnswer{}, &progressAnswer{}},
}

// request is what proofgame is asked.
type request struct {
	FEN      string `arg:"[FEN|-]" json:"fen" doc:"the position, with the fields of a FEN"`
	Start    string `flag:"start" short:"i" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
	Seed     uint64 `flag:"seed" doc:"of the random choices: one seed, one game"`
	Rnd      uint64 `flag:"rnd" rare:"" not:"seed" doc:"the same as --seed"`
	States   uint64 `flag:"states" json:"states,omitempty" min:"1" page:"max=400000000" doc:"budget: moves that are looked at; of lists the largest"`
	NoKernel bool   `flag:"no-kernel" doc:"only static rules refute, and A* searches at once; lists still construct"`
	Random   bool   `flag:"rndkernel" doc:"build from random kernels: another --seed, another kernel"`
	MaxQuiet int    `flag:"max-quiet" of:"N" min:"0" doc:"most plies of a game in a row without capture or pawn move; N is 150 for the 75-move rule"`
	Jobs     int    `flag:"jobs" short:"j" min:"1" doc:"with -f: positions to work on at once"`
	PGN      string `flag:"pgn" of:"FILE" doc:"write the games to FILE, too, as PGN"`
	searchRequest
	listRequest
	Given verb.Given
}

// proofgameVerb finds a game to each of some positions. Its other spellings are those of texelutil.
var proofgameVerb = verb.Of(verb.Verb{
	Name: "proofgame", Use: "FEN | - | -f [FILE] [-o PREFIX]", Answers: []verb.Answer{&poslist.Game{}},
	Spellings: map[string]string{"nokernel": "no-kernel", "na": "non-admissible", "ipgn": "start-pgn", "rnd": "rnd",
		"retry": "retry", "rndkernel": "rndkernel"},
	Moved: map[string]string{"exact": "exact N FEN", "exact-upto": "exact --upto N FEN",
		"popeye": "exact --popeye FILE"},
}, byDefault, runProofgame)

var byDefault = request{
	States: proofgame.DefaultStates, Jobs: runtime.GOMAXPROCS(0), searchRequest: searchRequest{Nodes: defaultNodes},
}

// run is one run of proofgame.
type run struct {
	*verb.Env
	request
	options   resolve.Options
	start     chess.Setup
	games     *poslist.PGNFile // to which games are written when they are printed
	undecided bool
}

func runProofgame(ctx context.Context, e *verb.Env, q *request) error {
	r := &run{Env: e, request: *q, options: resolve.Options{
		OnlyGlance: q.NoKernel, Game: proofgame.Options{Seed: cmp.Or(q.Rnd, q.Seed), States: q.States, RandomKernel: q.Random,
			MaxQuiet: q.MaxQuiet},
	}}
	if err := r.usage(); err != nil {
		return err
	}
	if err := r.search(); err != nil {
		return err
	}
	if err := r.begin(ctx); err != nil {
		return err
	}
	r.options.Refute.Log = e.Trace(q.Verbose)
	if r.File == "" {
		return r.answerAll(ctx)
	}
	return r.list(ctx)
}

// usage looks at the arguments.
func (r *run) usage() error {
	one := r.Given("FEN")
	if r.Given("file") {
		switch {
		case one && r.File != "-":
			return verb.Usagef("two files, %s and %s", r.File, r.FEN)
		case r.File == "":
			return verb.Usagef("--file without a name")
		case one:
			r.File = r.FEN
		}
	}
	switch list := r.File != ""; {
	case !list && !one:
		return verb.Usagef("proofgame needs a FEN, - or -f")
	case r.PGN == "-":
		return verb.Usagef("--pgn needs a file of its own")
	}
	return r.ListPart.Check(r.Given, r.File != "", "-f")
}

// begin reads where games begin.
func (r *run) begin(ctx context.Context) (err error) {
	r.options.Refute.Start = &r.start
	if r.StartPGN != "" {
		r.start, r.options.Begin, err = readBegin(r.Env, ctx, r.StartPGN)
		return err
	}
	r.start, err = verb.StartOf(r.Start)
	return err
}

// answerAll answers for an argument, or for all lines of stdin.
func (r *run) answerAll(ctx context.Context) (err error) {
	if r.games, err = poslist.CreatePGN(r.PGN); err != nil {
		return err
	}
	err = r.Each(ctx, r.FEN, func(text string, line int) error { return r.answer(ctx, text, line) })
	return end(r.games, err, r.undecided)
}

// answer answers for one position, which stands in a line of stdin or in none.
func (r *run) answer(ctx context.Context, fen string, line int) error {
	goal, err := chess.ParseFEN(fen)
	if err != nil {
		return err
	}
	found, err := resolve.Position(ctx, &goal, r.options)
	if errors.Is(err, proofgame.ErrKernel) {
		return verb.WithCode(verb.ExitMalformed, fmt.Errorf("--kernel: %w", err))
	}
	if err != nil {
		return err
	}
	if found.Verdict == kernel.Legal {
		if err := r.games.Add(&r.start, found.Setup.FEN(), found.Game); err != nil {
			return err
		}
	}
	r.undecided = r.undecided || found.Verdict == kernel.Unknown
	err = r.Print(poslist.GameOf(&found, len(r.options.Begin)), line)
	if line == 0 && !r.JSON {
		r.remark(&found)
	}
	return err
}

// end completes a file of games, and returns how a run ends: err is what ended it. A line that is malformed is no
// reason to lose the games of the others.
func end(p *poslist.PGNFile, err error, undecided bool) error {
	if err != nil && verb.Code(err) != verb.ExitMalformed {
		p.Discard()
		return err
	}
	err = cmp.Or(err, p.Close())
	if err == nil && undecided {
		return verb.Exit(verb.ExitUndecided)
	}
	return err
}

// remark says on stderr what else there is to say about the answer for one position.
func (r *run) remark(a *resolve.Answer) {
	switch {
	case a.Verdict == kernel.Unknown && a.Search != nil && a.Search.Cause != nil:
		fmt.Fprintf(r.Stderr, "retroproof: %v, after %s\n",
			a.Search.Cause, answer.Counted(int(a.Search.Nodes), "position", "positions"))
	case len(a.Game) > 0 && !a.Shortest && (r.Term.Is() || r.ProgressMode == progress.Plain):
		fmt.Fprintln(r.Stderr, "retroproof: stopped at the first game; it need not be the shortest")
	}
}

// listRequest is what is asked of lists.
type listRequest struct {
	File  string `flag:"file" short:"f" of:"FILE" alone:"-" doc:"make a pass over the list FILE, or stdin"`
	Out   string `flag:"out" short:"o" of:"PREFIX" needs:"file" doc:"make all passes, and write them to PREFIX00, PREFIX01, ..."`
	Retry bool   `flag:"retry" needs:"file" doc:"begin again with positions that were given up, or are on their way"`
	verb.ListPart
}

// list makes passes over a list.
func (r *run) list(ctx context.Context) error {
	l := &poslist.Games{
		Work: r.Work(r.Env, r.File, r.Jobs, r.options), Out: r.Out, Retry: r.Retry, JSON: r.JSON, PGN: r.PGN, Start: r.start,
	}
	counts, err := l.Run(ctx)
	var ended *poslist.PassError
	switch {
	case errors.As(err, &ended) && ended.Undecided:
		return verb.WithCode(verb.ExitUndecided, err)
	case errors.As(err, &ended):
		return verb.WithCode(verb.ExitMalformed, err)
	case err != nil:
		return err
	case counts.Malformed() > 0:
		return verb.Exit(verb.ExitMalformed)
	case counts.Undecided() > 0:
		return verb.Exit(verb.ExitUndecided)
	}
	return nil
}
