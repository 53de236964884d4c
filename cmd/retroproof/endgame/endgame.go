// Package endgame has the verbs about strategies for endgames: krk, and strategy for boards of any size.
package endgame

import (
	_ "embed"
	"io"
	"strconv"
	"strings"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/answer"
	"retroproof/krk"
	"retroproof/krk/report"
	"retroproof/proofs/krk/spec"
	"retroproof/proofs/strategy/plain"
	general "retroproof/proofs/strategy/spec"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: help, Verbs: []*verb.Verb{
	krkProve, krkCount, krkPlay, krkCheck, krkCompare,
	strategyList, strategyProve, strategyCount, strategyPlay, strategyCheck, strategyCompare,
}, Routes: routes, Others: []verb.Answer{&progressAnswer{}}}

// readingRequest chooses a reading of the strategy's text.
type readingRequest struct {
	Distance int `flag:"rook-safe-distance" of:"N" json:"rook_safe_distance,omitempty" min:"1" max:"7" page:"min=2,max=3" doc:"RookSafe keeps the rook N from the black king; the paper's text says 2"`
}

var byPaper = readingRequest{spec.Default().RookSafeDistance}

func (q *readingRequest) reading() krk.Reading {
	r := spec.Default()
	r.RookSafeDistance = q.Distance
	return r
}

// nameRequest names a strategy on a board.
type nameRequest struct {
	Name  string `arg:"NAME" json:"strategy" doc:"the strategy, as \"strategy list\" names it"`
	Board string `flag:"board" json:"board,omitempty" doc:"files and ranks of the board, such as 10x8"`
}

var onChessboard = nameRequest{Board: "8x8"}

// circuits returns the strategy on the board.
func (q *nameRequest) circuits() (*general.Circuits, error) {
	files, ranks, ok := strings.Cut(q.Board, "x")
	n, err1 := strconv.Atoi(files)
	m, err2 := strconv.Atoi(ranks)
	if !ok || err1 != nil || err2 != nil {
		return nil, verb.Usagef("--board %.40q, want files and ranks, such as 10x8", q.Board)
	}
	c, err := general.New(q.Name, plain.Board{Files: n, Ranks: m})
	return c, verb.WithCode(verb.ExitUsage, err)
}

// outputOf is where reports go.
func outputOf(e *verb.Env) report.Output {
	if e.JSON {
		return report.Output{Print: func(a answer.Answer) error { return e.Print(a, 0) }, Text: io.Discard}
	}
	return report.TextTo(e.Stdout)
}
