// Package numbers has the verbs about numbers of positions and games.
package numbers

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"slices"

	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{
	Help: help,
	Verbs: []*verb.Verb{perft, rank, unrank, countArmies, countPairs, countPositions, sampleVerb, rndfen, estimateVerb,
		surveyVerb, estimateMerge, estimateGet},
	Routes: routes,
	Others: []verb.Answer{&attainable{}},
}

// perftRequest is what perft is asked.
type perftRequest struct {
	FEN    string `arg:"[FEN|-]" json:"fen"`
	Depth  int    `flag:"depth" json:"depth" min:"0" max:"99" page:"max=6" doc:"how many plies; must be given"`
	Divide bool   `flag:"divide" json:"divide,omitempty" doc:"print a number for each first move, too"`
	Given  verb.Given
}

// perftAnswer is the answer for a position.
type perftAnswer struct {
	verb.Head `schema:"retroproof.perft/1"`
	FEN       string      `json:"fen"`
	Depth     int         `json:"depth"`
	Nodes     uint64      `json:"nodes"`
	Divide    []perftMove `json:"divide,omitempty"`
}

// perftMove is the part of the answer that belongs to one first move.
type perftMove struct {
	UCI   string `json:"uci"`
	SAN   string `json:"san"`
	Nodes uint64 `json:"nodes"`
}

var perft = verb.Of(verb.Verb{Name: "perft", Answers: []verb.Answer{&perftAnswer{}}},
	perftRequest{FEN: chess.InitialFEN}, runPerft)

func runPerft(ctx context.Context, e *verb.Env, q *perftRequest) error {
	if !q.Given("depth") {
		return verb.Usagef("perft needs --depth")
	}
	var p *progress.Job
	if q.FEN != "-" { // a list has a progress line of its own
		p = e.NewProgress()
		defer p.Done()
	}
	return e.PrintEach(ctx, q.FEN, func(fen string) (verb.Answer, error) { return q.count(ctx, fen, p) })
}

// count answers for one position, with progress unless that is nil.
func (p *perftRequest) count(ctx context.Context, fen string, progress *progress.Job) (*perftAnswer, error) {
	pos, err := chess.ParsePosition(fen)
	if err != nil {
		return nil, err
	}
	a := &perftAnswer{FEN: pos.FEN(), Depth: p.Depth}
	if p.Depth == 0 {
		a.Nodes = 1
	}
	moves := pos.CountMoves()
	parts := []perftMove{}
	for part, err := range chess.PerftDivide(ctx, pos, p.Depth) {
		if err != nil {
			return nil, err
		}
		a.Nodes += part.Nodes
		parts = append(parts, perftMove{part.Move.UCI(), notation.SAN(pos, part.Move), part.Nodes})
		if progress != nil {
			progress.Update(fmt.Sprintf("%d of %d first moves, %d nodes", len(parts), moves, a.Nodes))
		}
	}
	if p.Divide {
		slices.SortFunc(parts, func(a, b perftMove) int { return cmp.Compare(a.UCI, b.UCI) })
		a.Divide = parts
	}
	return a, nil
}

// Text writes the number; if it is divided, the moves before it.
func (a *perftAnswer) Text(w io.Writer) error {
	total := ""
	if a.Divide != nil {
		total = "total: "
	}
	for _, part := range a.Divide {
		fmt.Fprintf(w, "%s: %d\n", part.UCI, part.Nodes)
	}
	_, err := fmt.Fprintf(w, "%s%d\n", total, a.Nodes)
	return err
}
