// Package endgame has the verbs about strategies for endgames: krk, and strategy for boards of any size.
package endgame

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/krk"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: help, Verbs: []*verb.Verb{
	krkProve, krkCount, krkPlay, krkCheck, krkCompare,
	strategyList, strategyShow, strategyProve, strategyCount, strategyPlay, strategyCheck, strategyCompare,
}, Routes: routes, Others: []verb.Answer{&progressAnswer{}}}

// readingRequest chooses a reading of the strategy's text.
type readingRequest struct {
	Distance int `flag:"rook-safe-distance" of:"N" json:"rook_safe_distance,omitempty" min:"1" max:"7" page:"min=2,max=3" doc:"RookSafe keeps the rook N from the black king; the paper's text says 2"`
}

// byPaper is the distance of the paper's program, and of krk2013.
var byPaper = readingRequest{3}

// nameRequest names a strategy on a board.
type nameRequest struct {
	Name  string `arg:"[NAME]" json:"strategy" doc:"the strategy, as \"strategy list\" names it"`
	Board string `flag:"board" json:"board,omitempty" doc:"files and ranks of the board, such as 10x8"`
	File  string `flag:"file" doc:"the strategy in this FILE, in place of NAME"`
}

var onChessboard = nameRequest{Board: "8x8"}

// strategy reads the strategy for the board.
func (r *nameRequest) strategy(ctx context.Context, e *verb.Env) (*core.Strategy, error) {
	files, ranks, ok := strings.Cut(r.Board, "x")
	n, err1 := strconv.Atoi(files)
	m, err2 := strconv.Atoi(ranks)
	if !ok || err1 != nil || err2 != nil {
		return nil, verb.Usagef("--board %.40q, want files and ranks, such as 10x8", r.Board)
	}
	board := rules.Board{Files: n, Ranks: m}
	switch {
	case r.File != "" && r.Name != "":
		return nil, verb.Usagef("a name and --file at once")
	case r.File == "" && r.Name == "":
		return nil, verb.Usagef("want the name of a strategy, or --file FILE")
	case r.File == "":
		s, err := text.New(r.Name, board)
		return s, verb.WithCode(verb.ExitUsage, err)
	}
	in, err := e.Open(ctx, r.File)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	source, err := io.ReadAll(io.LimitReader(in, text.MostBytes+1))
	if err != nil {
		return nil, err
	}
	name := strings.TrimSuffix(filepath.Base(r.File), filepath.Ext(r.File))
	if _, known := text.Source(name); known {
		name += "-file" // not that of the program
	}
	s, err := text.Parse(name, text.Include(string(source)), board)
	if err != nil {
		err = verb.WithCode(verb.ExitMalformed, fmt.Errorf("%s: %w", r.File, err))
	}
	return s, err
}

// newTable makes the table of a strategy, and checks that one of a user's says the same in all images. That those of
// the program do, their certificates show: they are checked if that is asked for.
func newTable(ctx context.Context, s *core.Strategy, always bool) (*wins.Table, error) {
	t, err := wins.New(ctx, s)
	if source, _ := text.Source(s.Name); err == nil && (always || source != s.Source) {
		err = t.Symmetric(ctx)
	}
	return t, misfit(err)
}

// misfit says which codes the program exits with if there is no table: of a board that is too large, or a text that
// does not fit its positions.
func misfit(err error) error {
	switch {
	case errors.Is(err, wins.ErrSize):
		return verb.WithCode(verb.ExitUsage, err)
	case errors.Is(err, wins.ErrText), errors.Is(err, checker.ErrCircuits):
		return verb.WithCode(verb.ExitMalformed, err)
	}
	return err
}

// outputOf is where reports go.
func outputOf(e *verb.Env) krk.Output {
	if e.JSON {
		return krk.Output{Print: func(a answer.Answer) error { return e.Print(a, 0) }, Text: io.Discard}
	}
	return krk.TextTo(e.Stdout)
}

var (
	strategyList = verb.Of(verb.Verb{Name: "strategy list", Answers: []verb.Answer{&strategy.Entry{}}, Form: &verb.Form{}},
		struct{}{}, runList)

	strategyShow = verb.Of(verb.Verb{Name: "strategy show", Answers: []verb.Answer{&strategy.Shown{}},
		Form: &verb.Form{Stdin: ownText, Flag: "file"}}, showRequest{nameRequest: onChessboard},
		func(ctx context.Context, e *verb.Env, q *showRequest) error {
			s, err := q.strategy(ctx, e)
			if err != nil {
				return err
			}
			return e.Print(strategy.Show(s, q.Core), 0)
		})
)

// How the page has verbs read a strategy of somebody's own, and write evidence.
const ownText = "the strategy, in place of a name"

var certified = []string{"--certify", "--out", verb.EvidenceFolder}

// showRequest is what strategy show is asked.
type showRequest struct {
	nameRequest
	Core bool `flag:"core" json:"core,omitempty" doc:"the core form for this board, about which certificates are"`
}

func runList(_ context.Context, e *verb.Env, _ *struct{}) error {
	for _, name := range text.Builtin {
		a, err := strategy.Listed(name)
		if err != nil {
			return err
		}
		if err := e.Print(a, 0); err != nil {
			return err
		}
	}
	return nil
}
