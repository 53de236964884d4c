package strategy

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"retroproof/chess/notation"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/wins"
)

// Defender says how Black plays. The zero value is the default.
type Defender int

// The defenders. After given moves, Black goes on as OptimalDefender.
const (
	OptimalDefender Defender = iota // holds out longest against the strategy, and does not lose if that can be helped
	RandomDefender                  // any legal move
	GivenDefender                   // the moves in PlayOptions.Moves
)

var defenderNames = []string{"optimal", "random", "given"}

// String names the defender.
func (d Defender) String() string { return defenderNames[d] }

// ParseDefender returns the defender of a name.
func ParseDefender(name string) (Defender, error) {
	i, err := named("defender", name, defenderNames)
	return Defender(i), err
}

// Choice says which of several moves of the strategy White makes. The zero value is the default.
type Choice int

// The choices.
const (
	// The king's moves before other men's, each by the square moved to; one that does not win, if there is one
	FirstChoice   Choice = iota
	LongestChoice        // the one after which the win can take longest
	RandomChoice         // any
)

var choiceNames = []string{"first", "longest", "random"}

// String names the choice.
func (c Choice) String() string { return choiceNames[c] }

// ParseChoice returns the choice of a name.
func ParseChoice(name string) (Choice, error) {
	i, err := named("choice", name, choiceNames)
	return Choice(i), err
}

func named(what, name string, names []string) (int, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("unknown %s %.40q (known: %s)", what, name, strings.Join(names, ", "))
	}
	return i, nil
}

// Ending is a stable identifier of how a game ended.
type Ending string

// The endings.
const (
	Mate       Ending = "Mate"
	Stalemate  Ending = "Stalemate"
	Captured   Ending = "Captured"
	NoStep     Ending = "NoStep"     // no step of the strategy has a move
	Repetition Ending = "Repetition" // the same position for the third time
	Unclaimed  Ending = "Unclaimed"  // the strategy does not claim a position that is reached
	Promoted   Ending = "Promoted"   // to a queen or rook that wins
	Drawn      Ending = "Drawn"      // the position is, by a strategy that decides
)

// Result returns the ending as PGN has it. A game that the strategy abandons is unfinished.
func (e Ending) Result() notation.Result {
	switch e {
	case Mate, Promoted:
		return notation.WhiteWins
	case NoStep, Unclaimed:
		return notation.Unfinished
	}
	return notation.Draw
}

// PlayOptions are the options of a game.
type PlayOptions struct {
	Defender Defender
	Choice   Choice
	Moves    []string // Black's moves in SAN or UCI, for GivenDefender
	Seed     uint64   // for RandomDefender and RandomChoice
}

// Ply is a move of a game.
type Ply struct {
	From, To rules.Position
	Step     string // of a move of White
	Why      string // likewise: what holds of it
}

// Game is a game by a strategy.
type Game struct {
	Plies   []Ply
	Ending  Ending
	Last    rules.Position
	Options PlayOptions
	// DTM is the number of White's moves to mate or promotion by best play of both sides from the first position; -1 if
	// Black can draw.
	DTM int
	of  *rules.Game
}

// Player plays a strategy. Its methods may be called from several goroutines.
type Player struct {
	*wins.Table
	best *wins.Table // with best play
}

// NewPlayer plays a strategy by its table. The errors are those of wins.New.
func NewPlayer(ctx context.Context, t *wins.Table) (*Player, error) {
	best, err := Best(ctx, t)
	return &Player{t, best}, err
}

// never is more than the moves to any mate.
const never = 1 << 20

// shortest returns the number of White's moves to mate or promotion from p by best play of both sides, of which best is
// the table; never if Black can draw.
func shortest(best *wins.Table, p rules.Position) int {
	return longest(best, p, func(r rules.Position) int {
		if n := best.Best(r); n > 0 {
			return n
		}
		return never
	})
}

// worst returns how many moves White needs at most from p by the strategy; never if it does not win.
func worst(t *wins.Table, p rules.Position) int {
	return longest(t, p, func(r rules.Position) int {
		if t.Claims(r) && t.Won(r) > 0 {
			return t.Won(r)
		}
		return never
	})
}

// longest returns the value of a position with White to move, or the greatest after Black's replies.
func longest(t *wins.Table, p rules.Position, value func(r rules.Position) int) int {
	switch {
	case t.Captured(&p):
		return never
	case p.White:
		return value(p)
	}
	var buf [64]rules.Position
	replies := t.Game.Moves(buf[:0], p)
	if len(replies) == 0 && !t.Lost(&p) {
		return never
	}
	most := 0
	for _, r := range replies {
		most = max(most, longest(t, r, value))
	}
	return most
}

// greatest returns the first of the positions from which the strategy needs most moves.
func greatest(t *wins.Table, list []rules.Position) rules.Position {
	return slices.MaxFunc(list, func(a, b rules.Position) int { return worst(t, a) - worst(t, b) })
}

// ordered puts moves in order: the king's first, then those of the other men, each by the square moved to.
func ordered(g *rules.Game, p rules.Position, list []rules.Position) []rules.Position {
	key := func(q rules.Position) int {
		man, to := movement(g, p, q)
		return (man+1)*g.Size() + g.Number(to)
	}
	slices.SortFunc(list, func(a, b rules.Position) int { return key(a) - key(b) })
	return list
}

// legal returns the legal moves from p, in order.
func legal(g *rules.Game, p rules.Position) []rules.Position { return ordered(g, p, g.Moves(nil, p)) }

// random has random numbers that depend on a seed and a position only: the same in every version of Go, and independent
// of other games.
type random struct{ pcg *rand.PCG }

func (r random) pick(list []rules.Position) rules.Position {
	hi, _ := bits.Mul64(r.pcg.Uint64(), uint64(len(list)))
	return list[hi]
}

// Play plays a game from a legal position with either side to move. The only errors are *MoveError, about a given move.
func (pl *Player) Play(start rules.Position, o PlayOptions) (*Game, error) {
	g := &Game{Last: start, Options: o, DTM: shortest(pl.best, start), of: &pl.Game}
	if g.DTM == never {
		g.DTM = -1
	}
	picks := random{rand.NewPCG(o.Seed, number(&pl.Game, start))}
	var given []string
	if o.Defender == GivenDefender {
		given = o.Moves
	}
	used, seen := 0, map[rules.Position]int{}
	for {
		p := g.Last
		seen[p]++
		if g.Ending = pl.ending(p, seen[p]); g.Ending != "" {
			if used < len(given) {
				return nil, &MoveError{given[used], used + 1, "the game is over: " + g.Sentence()}
			}
			return g, nil
		}
		ply := Ply{From: p}
		switch {
		case p.White:
			moves, step := pl.By(nil, p)
			ply.To = pl.white(p, ordered(&pl.Game, p, moves), o.Choice, picks)
			ply.Step, ply.Why = stepName(pl.Table, step), why(pl.Strategy, step, p, ply.To)
		case used < len(given):
			used++
			var bad *MoveError
			if ply.To, bad = parseMove(&pl.Game, p, given[used-1]); bad != nil {
				bad.number = used
				return nil, bad
			}
		case o.Defender == RandomDefender:
			ply.To = picks.pick(legal(&pl.Game, p))
		default:
			ply.To = greatest(pl.Table, legal(&pl.Game, p))
		}
		g.Plies, g.Last = append(g.Plies, ply), ply.To
	}
}

// number is a number of the men's squares and the side to move.
func number(g *rules.Game, p rules.Position) uint64 {
	n := uint64(g.Number(p.WK)*g.Size() + g.Number(p.BK))
	for i := range g.Men {
		n = n*uint64(g.Size()+1) + 1
		if p.Men[i] != rules.Off {
			n += uint64(g.Number(p.Men[i]))
		}
	}
	if p.White {
		return 2*n + 1
	}
	return 2 * n
}

func (pl *Player) white(p rules.Position, moves []rules.Position, c Choice, picks random) rules.Position {
	switch {
	case c == RandomChoice:
		return picks.pick(moves)
	case c == LongestChoice:
		return greatest(pl.Table, moves)
	case pl.Won(p) == 0: // a game that refutes the strategy
		for _, q := range moves {
			if worst(pl.Table, q) == never {
				return q
			}
		}
	}
	return moves[0]
}

// ending returns how a game ends at p, reached for the seen-th time; "" if it goes on.
func (pl *Player) ending(p rules.Position, seen int) Ending {
	moves := pl.Game.Moves(nil, p)
	switch {
	// What ends a game by the rules comes first,
	case pl.Captured(&p):
		return Captured
	case !p.White && len(moves) == 0 && !pl.Lost(&p):
		return Stalemate
	case !p.White && len(moves) == 0 && pl.Promoted(&p):
		return Promoted
	case !p.White && len(moves) == 0:
		return Mate
	// then what ends one that goes round in circles, or that the strategy does not play.
	case seen == 3:
		return Repetition
	case !p.White:
		return ""
	case !pl.Claims(p) && pl.Kept != "":
		return Drawn
	case !pl.Claims(p):
		return Unclaimed
	}
	if _, step := pl.By(nil, p); step == core.NoStep {
		return NoStep
	}
	return ""
}

// stepName returns the name of a step; the only step of a strategy that forces a measure is Force.
func stepName(t *wins.Table, step int) string {
	if t.Force != nil {
		return "Force"
	}
	return t.Steps[step].Name
}
