package games

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/astar"
	"retroproof/kernel/resolve"
)

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
