package answers

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// Tempo is that no game has so many plies, by a tree as in a certificate of package exact; or without one how many
// moves each side needs at least in such games, by that package's bound: its men of the start become those of the
// position.
type Tempo struct {
	Plies int         `json:"plies"`
	Tree  []byte      `json:"tree,omitempty"`
	Least [2]int      `json:"least,omitzero"` // of White and Black
	Steps []TempoStep `json:"steps,omitempty"`
}

// TempoStep is exact.Step, apart from package exact: checkers of other claims do not rest on that.
type TempoStep struct {
	Side   int    `json:"side"`
	Men    []int8 `json:"men,omitempty"`
	Places []int8 `json:"places,omitempty"`
}

// mostCounted is how many positions a tree may have. The file has a byte for each, so that all trees have no limit.
const mostCounted = 2000

// aboutTempo checks a claim by the function that the options have.
func (c *checker) aboutTempo(claim *Claim) error {
	if c.tempo == nil {
		return because(ErrFile, "this checker knows no claims about tempo")
	}
	return c.tempo(c.ctx, c.startFEN, claim)
}

// CheckTempo checks the tree of a claim of KindTempo, or its steps.
func CheckTempo(ctx context.Context, startFEN string, claim *Claim) error {
	t := claim.Tempo
	start, wrongStart := replay.ParsePlayable(startFEN)
	goal, wrong := replay.ParsePlayable(claim.FEN)
	if err := errors.Join(wrongStart, wrong); err != nil {
		return because(ErrFile, "%w", err)
	}
	if t.Tree != nil {
		about := exact.Claim{Start: startFEN, Goal: claim.FEN, Plies: t.Plies} // and no games
		in := io.MultiReader(strings.NewReader(about.String()), bytes.NewReader(t.Tree))
		r, err := exact.Check(ctx, in, exact.Options{Positions: mostCounted})
		if err != nil {
			return because(ErrClaim, "the tree: %w", err)
		}
		if r.Claim != about || t.Least != [2]int{} || t.Steps != nil {
			return because(ErrFile, "not the fields of a claim with a tree")
		}
		return nil
	}
	b, m := exact.NewBound(goal), exact.Matrix{}
	ok := t.Plies >= 0 && t.Plies <= exact.MostPlies && len(t.Steps) <= exact.MostSteps && b.Begin(start, t.Plies)
	for i := 0; ok && i < len(t.Steps); i++ {
		step := exact.Step(t.Steps[i])
		if ok = step.Side>>1 == 0; ok {
			_, ok = b.Apply(&m, &step)
		}
	}
	if !ok || b.Least != t.Least {
		return because(ErrClaim, "the steps do not hold, or the sides need at least %v moves", b.Least)
	}
	return nil
}
