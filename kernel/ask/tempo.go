package ask

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/kernel/exact"
	"retroproof/kernel/exact/problem"
	"retroproof/proofs/answers"
	proof "retroproof/proofs/exact"
	"retroproof/proofs/replay"
)

// Tempo is the answer to how many moves each side needs to come to a position, and how many it
// has to spare in games of a length. It is derived without search, by lower bounds.
type Tempo struct {
	Asked
	// Plies is the length of the games, as given, or else the least that is not excluded.
	Plies int
	Given bool
	// Possible is false if no game has that length, or, if none was asked for, at most MostPlies.
	Possible bool
	// Open: the counting was interrupted. No game has fewer than Plies plies, unless they were asked for; what is below is
	// not known.
	Open bool
	// Moves are the numbers of moves that each side makes in that many plies, and Least those
	// that it needs at least.
	Moves, Least [2]int
	Castling     chess.Castling // ways in which sides may castle in such games
	Stay         chess.Bitboard // men that never move and are not captured in such games
	// Shown is what the checker can be shown of Least, nil for nothing.
	Shown *answers.Tempo
}

// MostPlies is the largest length of games for which AskTempo looks, and of ways back.
const MostPlies = 200

// Spare returns how many moves more each side makes than it needs.
func (t *Tempo) Spare(c chess.Color) int { return t.Moves[c] - t.Least[c] }

// AskTempo counts moves. plies is 0 for the least number that is not excluded.
func AskTempo(ctx context.Context, goal *chess.Setup, plies int, o Options) (*Tempo, error) {
	t := &Tempo{Asked: o.asked(goal), Plies: plies, Given: plies > 0}
	if _, err := chess.NewPosition(*goal); err != nil {
		return nil, err
	}
	from, err := replay.ParsePlayable(t.Start.FEN())
	if err != nil {
		return nil, err
	}
	to, err := replay.ParsePlayable(plain(goal))
	if err != nil {
		return nil, err
	}
	least, most := plies, plies
	if !t.Given {
		if least, most = 0, MostPlies; t.Start.Turn != goal.Turn {
			least = 1
		}
	}
	target := &exact.Target{Setup: *goal}
	for n := least; n <= most; n += 2 {
		if err := ctx.Err(); err != nil {
			t.Plies, t.Possible, t.Open = n, true, true
			return t, err
		}
		d, err := exact.Explain(&t.Start, target, n)
		if err != nil {
			return nil, err
		}
		if d.Possible {
			t.Shown = problem.Bound(from, to, n)
			t.Plies, t.Possible, t.Moves, t.Least, t.Castling, t.Stay = n, true, d.Moves, d.Least, d.Castling, d.Stay
			break
		}
	}
	return t, nil
}

// Budgets of a tree that shows that no game has a length.
const (
	treePositions = 1000
	treeBytes     = 1 << 16
)

// claim adds the claims that no game is shorter, as far as the budget is enough for each length, and how many moves are
// needed.
func (t *Tempo) claim(ctx context.Context, c *Certificate) error {
	fen := plain(&t.Setup)
	least, most := t.Plies%2, t.Plies
	if t.Given {
		least = t.Plies
	}
	if t.Possible {
		most -= 2
	}
	for n := least; n <= most; n += 2 {
		about := proof.Claim{Start: c.start.FEN(), Goal: fen, Plies: n}
		var tree bytes.Buffer
		o := problem.CertificateOptions{Positions: treePositions, Bytes: treeBytes}
		if err := problem.WriteCertificate(ctx, &tree, &about, o); errors.Is(err, problem.ErrBudget) {
			break
		} else if err != nil {
			return err
		}
		if about.Games > 0 {
			return fmt.Errorf("%s: games of %d plies: %w", fen, n, errContradiction)
		}
		tree.Next(len(about.String()))
		c.claim(answers.Claim{Kind: answers.KindTempo, FEN: fen, Tempo: &answers.Tempo{Plies: n, Tree: tree.Bytes()}})
	}
	if t.Shown != nil {
		c.claim(answers.Claim{Kind: answers.KindTempo, FEN: fen, Tempo: t.Shown})
	}
	return nil
}
