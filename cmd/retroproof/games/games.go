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
	"io"
	"runtime"
	"strconv"
	"strings"

	"retroproof/batch/poslist"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/astar"
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

// Budgets of A*, in positions that are kept. Where a game could not be constructed,
// there is one position for nodeStates states: then the last resort takes about half as
// long as the construction has.
const (
	defaultNodes = 5_000_000
	nodeStates   = 500
)

// searchRequest is what a search by A* is asked, and the kernel to construct a game from.
type searchRequest struct {
	Weights       weights `flag:"weights" short:"w" doc:"A*: what plies played and plies to go count; 1:1 for a shortest game (default 1:5)"`
	Dynamic       bool    `flag:"dynamic" short:"d" doc:"A*: weights that get equal near the goal"`
	Nodes         uint64  `flag:"nodes" short:"m" json:"nodes,omitempty" page:"max=5000000" doc:"A*: give up after this many positions; 0 for as many as a gigabyte holds"`
	NonAdmissible bool    `flag:"non-admissible" doc:"A*: count men in the way, which helps if few have to pass many"`
	Shortest      bool    `flag:"shortest" json:"shortest,omitempty" not:"weights,dynamic,non-admissible" doc:"A*: a shortest game, and the proof that none is shorter"`
	StartPGN      string  `flag:"start-pgn" of:"FILE" not:"start" doc:"A*: games that begin with the moves of the last game in FILE"`
	Kernel        string  `flag:"kernel" doc:"build the game from this extended kernel, as \"proofkernel --extended\" prints it"`
	Verbose       bool    `flag:"verbose" short:"v" doc:"log every stage on stderr, and positions that A* finds nearer to the goal"`
}

// weights are what plies played and plies to go count.
type weights struct{ played, toGo int }

func (w *weights) Set(text string) error {
	first, second, ok := strings.Cut(text, ":")
	a, badA := strconv.ParseUint(first, 10, 64)
	b, badB := strconv.ParseUint(second, 10, 64)
	if !ok || badA != nil || badB != nil || max(a, b) > astar.MostWeight || max(a, b) == 0 {
		return fmt.Errorf("want A:B, numbers up to %d and not both 0", astar.MostWeight)
	}
	w.played, w.toGo = int(a), int(b)
	return nil
}

func (w *weights) String() string {
	if *w == (weights{}) {
		return ""
	}
	return fmt.Sprintf("%d:%d", w.played, w.toGo)
}

func (w *weights) Type() string { return "A:B" }

// search looks at the options of searches together, and sets those of the engine.
func (r *run) search() error {
	// A flag of searches makes one of the only engine; without any, A* comes when construction has failed.
	list, many := r.File != "", r.FEN == "-"
	given := r.Given.Any
	one := given("weights", "dynamic", "non-admissible", "shortest")
	search := given("weights", "dynamic", "non-admissible", "shortest", "nodes", "start-pgn")
	if search == "" && !list {
		search = given("no-kernel")
	}
	construction := given("states", "rndkernel", "kernel")
	switch {
	case list && search != "":
		return verb.Usagef("%s is for single positions; lists have A* as the last resort", search)
	case (list || many) && (r.Kernel != "" || r.StartPGN != ""):
		return verb.Usagef("%s is for one position", given("kernel", "start-pgn"))
	case search != "" && construction != "":
		return verb.Usagef("%s is for constructions, and with %s A* searches, and nothing is constructed",
			construction, search)
	case r.Given("kernel"):
		e, err := parseExtKernel(r.Kernel)
		if err != nil {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("--kernel: %w", err))
		}
		r.options.Game.Kernel = e
	}
	if r.request.Verbose && !list {
		r.options.OnNearer = r.printNearer
	}
	// A state of construction is so many nodes of A*: --game-states bounds both in like time.
	a := astar.Options{
		WeightA: r.Weights.played, WeightB: r.Weights.toGo, Dynamic: r.Dynamic, Nodes: r.Nodes,
		NonAdmissible: r.NonAdmissible,
		Seed:          r.options.Game.Seed, LastMoves: !r.NoKernel,
	}
	if r.Shortest {
		a.WeightA, a.WeightB = 1, 1
	}
	if search != "" {
		r.options.Search, r.options.Restarts = &a, one == ""
		return nil
	}
	if a.Nodes = r.States / nodeStates; a.Nodes > 0 {
		r.options.LastResort = &a
	}
	return nil
}

// parseExtKernel reads an extended kernel, also after the kernel that it extends, as
// proofkernel prints them, and "-" for one without captures.
func parseExtKernel(text string) (*kernel.Extended, error) {
	if _, after, ok := strings.Cut(text, "=>"); ok {
		text = after
	}
	if strings.TrimSpace(text) == "-" {
		text = ""
	}
	return kernel.ParseExtended(text)
}

// readBegin reads the moves with which games are to begin: those of the last game.
func readBegin(a *verb.Env, ctx context.Context, file string) (start chess.Setup, moves []chess.Move, err error) {
	in, err := a.Open(ctx, file)
	if err != nil {
		return start, nil, err
	}
	defer in.Close()
	var last *notation.Game
	games := notation.NewPGNReader(in)
	for {
		game, err := games.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return start, nil, fmt.Errorf("%s: %w", file, err)
		}
		last = game
	}
	if last == nil {
		return start, nil, verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s: no game", file))
	}
	moves, _, err = last.Play()
	if start = last.Start; start == (chess.Setup{}) {
		start = chess.InitialSetup()
	}
	return start, moves, err
}

// printNearer prints a position that is nearer to the goal than all before.
func (r *run) printNearer(s *resolve.Search) {
	fmt.Fprintf(r.Stderr, "retroproof: %s to go from %s after %s (%s)\n", answer.Counted(s.Remain, "ply", "plies"),
		s.At.FEN(), notation.Numbered(&r.start, s.Best), answer.Counted(int(s.Nodes), "position", "positions"))
}
