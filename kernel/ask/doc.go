// Package ask answers questions about a position, with evidence for each answer: which last moves led to it, and which
// ways of several plies, which fields of its FEN are possible, whether it is an illegal cluster, which men are
// promoted, and where men were captured. Package story tells the answers.
//
// Every answer rests on verdicts about positions, or on facts about men. An answer is
// "possible" with a game, "impossible" with a refutation, and otherwise "open". So a last move
// is possible if a game leads to a position before it, and impossible if every position before
// it is illegal; a castling right is possible if a game leads to the position with the right,
// and impossible if all positions with it are illegal.
//
// The same question and options give the same answer on every machine. If the context is done before all is decided,
// the answer so far is returned with its error, unless nothing is known yet: what is not decided is open.
package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/answers"
	"retroproof/proofs/illegal/facts"
)

// Verdict is the answer to whether something is possible.
type Verdict uint8

// The verdicts.
const (
	// Open: neither Possible nor Impossible is proven.
	Open Verdict = iota
	// Possible: a game shows it.
	Possible
	// Impossible: it is proven that no game has it.
	Impossible
)

// String returns "open", "possible" or "impossible".
func (v Verdict) String() string {
	return [...]string{"open", "possible", "impossible"}[v]
}

// MarshalText returns the verdict's word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Options of all questions. The zero value has the default budgets.
type Options struct {
	// Resolve are the options of the decision of each position, the start among them. Its
	// Effort is the number of rounds, and NoGame leaves out games: then nothing is Possible.
	Resolve resolve.Options
	// Games is the number of attempts to build a game for an answer, each for another position
	// that would show it; 0 is DefaultGames.
	Games int
	// Positions is the number of positions that the last-move analyses of all rounds after the
	// first may examine together; 0 is DefaultPositions.
	Positions int
	// Questions is the number of positions that AskRetract decides, and AskTree beyond the first ply; 0 is DefaultLimit.
	Questions int
	// Premise, if not nil, restricts the games that are asked about, except by AskMen and AskTempo: see Suppose.
	Premise *Premise
}

// Suppose restricts the games that are asked about by a premise, nil for none. Refutations use of it the men that never
// moved, and castling rights that these imply; else they are those of all games.
func (o *Options) Suppose(p *Premise) {
	o.Premise, o.Resolve.Refute.NeverMoved = p, p.Stay()
	if p != nil {
		o.Resolve.Game.MaxQuiet = p.MaxQuiet
	}
}

// Premise restricts the games that are asked about.
type Premise = answers.Premise

// NewPremise returns a premise with the men of the start that never moved, by the names of their squares; nil if it
// says nothing.
func NewPremise(p Premise, neverMoved []string, start *chess.Setup) (*Premise, error) {
	for _, name := range neverMoved {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return nil, fmt.Errorf("premise: %w", err)
		}
		p.NeverMoved |= facts.Squares(sq.Bit())
	}
	if p == (Premise{}) {
		return nil, nil
	}
	return &p, p.Check(rules.StartOr(start))
}

// Excluded is the reason of positions, and of those before moves, that no game with the premise has.
const Excluded facts.Reason = "Premise"

// DefaultPositions is the default of Options.Positions.
const DefaultPositions = 150_000

// DefaultGames is the default number of attempts to build a game.
const DefaultGames = 3

// Asked is what a question is asked about, and the verdict on it.
type Asked struct {
	Setup, Start chess.Setup
	Whole        resolve.Answer
}

// asked begins the answer to a question.
func (o *Options) asked(goal *chess.Setup) Asked {
	return Asked{Setup: *goal, Start: *rules.StartOr(o.Resolve.Refute.Start)}
}

// Positions are positions of which a question asks together.
type Positions []*resolve.Answer

// Verdict returns Possible if one of them is legal, and Impossible if all are illegal.
func (p Positions) Verdict() Verdict {
	v := Impossible
	for _, c := range p {
		switch c.Verdict {
		case kernel.Legal:
			return Possible
		case kernel.Unknown:
			v = Open
		}
	}
	return v
}

// Example returns the first that is legal, or nil.
func (p Positions) Example() *resolve.Answer {
	for _, c := range p {
		if c.Verdict == kernel.Legal {
			return c
		}
	}
	return nil
}

// decide decides the positions of groups: one round of refutation; games, with a small part of their budget; a second
// round; games with a larger part; where there is none, more rounds with growing budgets, and then games with all of
// their budget. The cheaper comes first: where one of several positions is legal the others are as a rule illegal, and
// searching for their games is in vain.
func (o *Options) decide(ctx context.Context, groups []Positions) error {
	search := o.Resolve.Refute.Kernel
	if search == nil {
		search = kernel.ExtendedKernel
	}
	o.Resolve.Refute.Kernel = kernel.Remembered(search)
	left := cmp.Or(o.Positions, DefaultPositions)
	tried := map[*resolve.Answer]uint64{}
	states := cmp.Or(o.Resolve.Game.States, proofgame.DefaultStates)
	rounds := max(1, min(o.Resolve.Effort, resolve.MostEffort))
	for round := 1; round <= max(rounds, 1+len(gameParts)); round++ {
		if i := round - 2; i >= 0 && i < len(gameParts) {
			if err := o.seek(ctx, groups, tried, max(1, states/gameParts[i])); err != nil {
				return err
			}
		}
		if round <= rounds {
			if err := o.refute(ctx, groups, round, &left); err != nil {
				return err
			}
		}
	}
	if err := o.seek(ctx, groups, tried, states); err != nil || o.Premise == nil || o.Resolve.NoGame {
		return err
	}
	return o.seekBefore(ctx, groups)
}

// seekBefore looks for games of a premise to the positions before those of groups that are open: where a game has to
// end with a capture, say, those that are built to the position itself go on after it.
func (o *Options) seekBefore(ctx context.Context, groups []Positions) error {
	m, err := newMemory(o, DefaultLimit, retractGames)
	for _, g := range groups {
		for i := 0; i < len(g) && err == nil && g.Verdict() == Open; i++ {
			c := g[i]
			p, bad := chess.NewPosition(c.Setup)
			if bad != nil || c.Verdict != kernel.Unknown {
				continue
			}
			root, _ := m.find(p)
			if err = m.retract(ctx, root, false); root.Verdict == kernel.Legal {
				*c = root.Answer
				c.Game = m.game(root)
			}
		}
	}
	if errors.Is(err, errLimit) {
		return nil
	}
	return err
}

// gameParts are the parts of the budget of games with which they are sought before the second round of refutation, and
// before the third: a thirtieth and a third.
var gameParts = [...]uint64{30, 3}

const (
	// mostKernels is the largest budget of kernels for one position in the first round, and while many positions are open:
	// where much was captured a search for kernels is long and decides little. Values of fields differ in kernels, so that
	// they get more. fewOpen is how many positions get all of it in later rounds.
	mostKernels  = 10_000
	fieldKernels = 50_000
	fewOpen      = 12
)

// open returns the number of positions that are undecided, in groups that are.
func open(groups []Positions) int {
	seen := map[*resolve.Answer]bool{}
	for _, g := range groups {
		if g.Verdict() == Open {
			for _, c := range g {
				if c.Verdict == kernel.Unknown {
					seen[c] = true
				}
			}
		}
	}
	return len(seen)
}

// refute has a round of refutation for all groups that are open, as long as positions of the
// last-move analyses are left.
func (o *Options) refute(ctx context.Context, groups []Positions, round int, left *int) error {
	with := o.Resolve.Refute
	if round == 1 || open(groups) > fewOpen {
		with.KernelNodes = min(fieldKernels, cmp.Or(with.KernelNodes, fieldKernels))
	}
	with = with.Round(round)
	for _, g := range groups {
		if g.Verdict() != Open {
			continue
		}
		for _, c := range g {
			if c.Verdict != kernel.Unknown || round > 1 && len(c.OutOfBudget) == 0 {
				continue
			}
			if round > 1 {
				if *left <= 0 {
					return nil
				}
				known := c.Kernel
				with.Known = &known
			}
			d, err := kernel.Decide(ctx, &c.Setup, with)
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				return err
			}
			*left -= d.Positions
			c.Decision = d
		}
	}
	return nil
}

// seek looks for games, if they are wanted, for the groups that are open. tried has the budget with which a game to a
// position was not found, as a position may be in several groups.
func (o *Options) seek(ctx context.Context, groups []Positions, tried map[*resolve.Answer]uint64, states uint64) error {
	if o.Resolve.NoGame {
		return nil
	}
	with := o.Resolve
	with.OnlyGlance, with.Game.States = true, states
	for _, g := range groups {
		tries := 0
		for _, c := range g {
			if g.Verdict() != Open || tries == cmp.Or(o.Games, DefaultGames) {
				break
			}
			if c.Verdict != kernel.Unknown {
				continue
			}
			tries++
			if tried[c] >= states {
				continue
			}
			tried[c] = states
			a, err := resolve.Position(ctx, &c.Setup, with)
			if err != nil {
				return err
			}
			game := notation.Game{Start: a.Start, Moves: a.Game}
			if moves, _, err := game.Play(); a.Verdict == kernel.Legal && err == nil && o.keeps(&a.Start, moves, 0) {
				*c = a
			}
		}
	}
	return nil
}

// glance decides a position as far as a glance at it does. There is no evidence against one that the premise excludes.
func (o *Options) glance(ctx context.Context, s *chess.Setup) (resolve.Answer, error) {
	if start := rules.StartOr(o.Resolve.Refute.Start); !o.Premise.Has(start, s) {
		return excluded(s, start), nil
	}
	with := o.Resolve
	with.OnlyGlance, with.NoGame = true, true
	return resolve.Position(ctx, s, with)
}

// excluded returns the answer about a position that the premise excludes.
func excluded(s, start *chess.Setup) resolve.Answer {
	return resolve.Answer{Decision: kernel.Decision{Setup: *s, Start: *start, Verdict: kernel.Illegal, Reason: Excluded}}
}

// keeps reports whether a game keeps the premise, and still does when more quiet plies follow.
func (o *Options) keeps(start *chess.Setup, game []chess.Move, more int) bool {
	p, err := chess.NewPosition(*start)
	if o.Premise == nil || err != nil {
		return err == nil
	}
	before := *start
	for _, m := range game {
		p.Make(m)
		after := p.Setup()
		if !o.Premise.Allows(start, &before, &after) || o.quiet() && before.HalfmoveClock >= o.Premise.MaxQuiet {
			return false
		}
		before = after
	}
	return !o.quiet() || before.HalfmoveClock+more <= o.Premise.MaxQuiet
}

// newAnswer returns an undecided answer about a position.
func newAnswer(s *chess.Setup) *resolve.Answer {
	a := &resolve.Answer{}
	a.Setup = *s
	return a
}
