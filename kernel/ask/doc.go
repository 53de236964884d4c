// Package ask answers questions about a position, with evidence for each answer: which last
// moves led to it, and which ways of several plies, which fields of its FEN are possible, which men are promoted, and where men
// were captured. Package story tells the answers.
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

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
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
	// Questions is the number of positions whose last moves a tree asks for, 0 being DefaultQuestions; and that AskRetract
	// decides, 0 being DefaultLimit.
	Questions int
	// Clauses is the budget for what all kernels have in common, in clauses of formulas; 0 is
	// DefaultClauses.
	Clauses int
}

// DefaultQuestions is the default of Options.Questions.
const DefaultQuestions = 100

// DefaultPositions is the default of Options.Positions.
const DefaultPositions = 150_000

// DefaultGames is the default number of attempts to build a game.
const DefaultGames = 3

// group is a set of positions with a common verdict: Possible if one of them is legal,
// Impossible if all are illegal.
type group struct {
	cases []*resolve.Answer
}

// verdict returns the verdict of a group.
func (g *group) verdict() Verdict {
	v := Impossible
	for _, c := range g.cases {
		switch c.Verdict {
		case kernel.Legal:
			return Possible
		case kernel.Unknown:
			v = Open
		}
	}
	return v
}

// decide decides the positions of groups: one round of refutation; games, with a small part of their budget; a second
// round; games with a larger part; where there is none, more rounds with growing budgets, and then games with all of
// their budget. The cheaper comes first: where one of several positions is legal the others are as a rule illegal, and
// searching for their games is in vain. With only, refutations end when at most one group is left that is not
// impossible, and go on for that one in the end if there is no game.
func (o *Options) decide(ctx context.Context, groups []*group, only bool) error {
	left := cmp.Or(o.Positions, DefaultPositions)
	tried := map[*resolve.Answer]uint64{}
	if err := o.refute(ctx, groups, 1, only, &left); err != nil {
		return err
	}
	states := cmp.Or(o.Resolve.Game.States, proofgame.DefaultStates)
	rounds := max(1, min(o.Resolve.Effort, resolve.MostEffort))
	for round := 2; round <= max(rounds, 1+len(gameParts)); round++ {
		if i := round - 2; i < len(gameParts) {
			if err := o.seek(ctx, groups, tried, max(1, states/gameParts[i])); err != nil {
				return err
			}
		}
		if round <= rounds {
			if err := o.refute(ctx, groups, round, only, &left); err != nil {
				return err
			}
		}
	}
	if err := o.seek(ctx, groups, tried, states); err != nil {
		return err
	}
	if !only {
		return nil
	}
	// What is left may be impossible, too, and then no game leads to the position.
	for round := 1; round <= rounds; round++ {
		if err := o.refute(ctx, groups, round, false, &left); err != nil {
			return err
		}
	}
	return nil
}

// gameParts are the parts of the budget of games with which they are sought before the second round of refutation, and
// before the third: a thirtieth and a third.
var gameParts = [...]uint64{30, 3}

const (
	// mostKernels is the largest budget of kernels for one position in the first round, and while many positions are open:
	// where much was captured a search for kernels is long and decides little. fewOpen is how many positions get all of it
	// in later rounds.
	mostKernels = 10_000
	fewOpen     = 12
)

// open returns the number of positions that are undecided, in groups that are.
func open(groups []*group) int {
	seen := map[*resolve.Answer]bool{}
	for _, g := range groups {
		if g.verdict() == Open {
			for _, c := range g.cases {
				if c.Verdict == kernel.Unknown {
					seen[c] = true
				}
			}
		}
	}
	return len(seen)
}

// possible returns the number of groups that are not impossible.
func possible(groups []*group) int {
	n := 0
	for _, g := range groups {
		if g.verdict() != Impossible {
			n++
		}
	}
	return n
}

// refute has a round of refutation for all groups that are open, as long as positions of the
// last-move analyses are left.
func (o *Options) refute(ctx context.Context, groups []*group, round int, only bool, left *int) error {
	with := o.Resolve.Refute
	if round == 1 || open(groups) > fewOpen {
		with.KernelNodes = min(mostKernels, cmp.Or(with.KernelNodes, mostKernels))
	}
	with = with.Round(round)
	for _, g := range groups {
		if only && possible(groups) <= 1 {
			return nil
		}
		if g.verdict() != Open {
			continue
		}
		for _, c := range g.cases {
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
func (o *Options) seek(ctx context.Context, groups []*group, tried map[*resolve.Answer]uint64, states uint64) error {
	if o.Resolve.NoGame {
		return nil
	}
	with := o.Resolve
	with.OnlyGlance, with.Game.States = true, states
	for _, g := range groups {
		tries := 0
		for _, c := range g.cases {
			if g.verdict() != Open || tries == cmp.Or(o.Games, DefaultGames) {
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
			if a.Verdict == kernel.Legal {
				*c = a
			}
		}
	}
	return nil
}

// glance decides a position as far as a glance at it does.
func (o *Options) glance(ctx context.Context, s *chess.Setup) (resolve.Answer, error) {
	with := o.Resolve
	with.OnlyGlance, with.NoGame = true, true
	return resolve.Position(ctx, s, with)
}

// newAnswer returns an undecided answer about a position.
func newAnswer(s *chess.Setup) *resolve.Answer {
	a := &resolve.Answer{}
	a.Setup = *s
	return a
}
