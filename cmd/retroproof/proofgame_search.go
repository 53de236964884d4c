package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
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

// searchFlags are the options of proofgame for single positions: those of the search by
// A*, and the kernel to construct a game from.
type searchFlags struct {
	astar    astar.Options
	shortest bool
	pgn      string // the file with the moves with which games begin, or ""
	kernel   string
	verbose  bool
}

// add defines the options.
func (f *searchFlags) add(flags *pflag.FlagSet) {
	flags.VarP((*weights)(&f.astar), "weights", "w", "A*: what plies played and plies to go count; 1:1 for a shortest game (default 1:5)")
	flags.BoolVarP(&f.astar.Dynamic, "dynamic", "d", false, "A*: weights that get equal near the goal")
	flags.Uint64VarP(&f.astar.Nodes, "nodes", "m", defaultNodes, "A*, --exact: give up after this many positions; 0 for as many as a gigabyte holds; --exact has 20000000 of its own")
	flags.BoolVar(&f.astar.NonAdmissible, "non-admissible", false, "A*: count men in the way, which helps if few have to pass many (texelutil: -na)")
	flags.BoolVar(&f.shortest, "shortest", false, "A*: a shortest game, and the proof that none is shorter; like --weights 1:1")
	flags.StringVar(&f.pgn, "start-pgn", "", "A*: games that begin with the moves of the last game in FILE (texelutil: -ipgn)")
	flags.StringVar(&f.kernel, "kernel", "", `build the game from this extended kernel, as "proofkernel --extended" prints it`)
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "log every stage on stderr, with what it took and of which budgets; of single positions also each that A* finds nearer to the goal, with the moves")
}

// texelNames are the names that options of texelutil have here.
var texelNames = map[string]pflag.NormalizedName{"nokernel": "no-kernel", "na": "non-admissible", "ipgn": "start-pgn"}

func normalizeTexel(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	if ours, ok := texelNames[name]; ok {
		return ours
	}
	return pflag.NormalizedName(name)
}

// weights is the option -w of A*.
type weights astar.Options

func (w *weights) Set(text string) error {
	first, second, ok := strings.Cut(text, ":")
	a, badA := strconv.ParseUint(first, 10, 64)
	b, badB := strconv.ParseUint(second, 10, 64)
	if !ok || badA != nil || badB != nil || max(a, b) > astar.MostWeight || max(a, b) == 0 {
		return fmt.Errorf("want A:B, numbers up to %d and not both 0", astar.MostWeight)
	}
	w.WeightA, w.WeightB = int(a), int(b)
	return nil
}

func (w *weights) String() string {
	if w.WeightA == 0 && w.WeightB == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%d", w.WeightA, w.WeightB)
}

func (w *weights) Type() string { return "A:B" }

// changed returns the first of some options that was given, "" if none was.
func changed(cmd *cobra.Command, names ...string) string {
	for _, name := range names {
		if cmd.Flags().Changed(name) {
			return "--" + name
		}
	}
	return ""
}

// usage looks at the options, and sets those of the engine. list means -f, and many -.
func (f *searchFlags) usage(cmd *cobra.Command, o *resolve.Options, list, many bool) error {
	one := changed(cmd, "weights", "dynamic", "non-admissible", "shortest")
	search := changed(cmd, "weights", "dynamic", "non-admissible", "shortest", "nodes", "start-pgn")
	if search == "" && !list {
		search = changed(cmd, "no-kernel")
	}
	construction := changed(cmd, "states", "rndkernel", "kernel")
	greedy := changed(cmd, "weights", "dynamic", "non-admissible")
	switch {
	case list && search != "":
		return verb.Usagef("%s is for single positions; lists have A* as the last resort", search)
	case (list || many) && (f.kernel != "" || f.pgn != ""):
		return verb.Usagef("%s is for one position", changed(cmd, "kernel", "start-pgn"))
	case search != "" && construction != "":
		return verb.Usagef("%s is for constructions, and with %s A* searches, and nothing is constructed", construction, search)
	case f.shortest && greedy != "":
		return verb.Usagef("--shortest and %s at once: it has weights of its own, 1:1", greedy)
	case f.pgn != "" && cmd.Flags().Changed("start"):
		return verb.Usagef("--start and --start-pgn at once: the file has the start")
	case cmd.Flags().Changed("kernel"):
		e, err := parseExtKernel(f.kernel)
		if err != nil {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("--kernel: %w", err))
		}
		o.Game.Kernel = e
	}
	a := f.astar
	a.Seed = o.Game.Seed
	a.LastMoves = !o.OnlyGlance
	if f.shortest {
		a.WeightA, a.WeightB = 1, 1
	}
	if search != "" {
		o.Search, o.Restarts = &a, one == ""
		return nil
	}
	if a.Nodes = o.Game.States / nodeStates; a.Nodes > 0 {
		o.LastResort = &a
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
func (r *proofgameRun) printNearer(s *resolve.Search) {
	fmt.Fprintf(r.app.Stderr, "retroproof: %s to go from %s after %s (%s)\n", verb.Counted(s.Remain, "ply", "plies"), s.At.FEN(), notation.Numbered(&r.start, s.Best), verb.Counted(int(s.Nodes), "position", "positions"))
}
