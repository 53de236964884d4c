package krk

import (
	"errors"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"retroproof/chess/notation"
)

// Defender says how Black plays. The zero value is the default.
type Defender int

// The defenders. After given moves, Black goes on as OptimalDefender.
const (
	OptimalDefender Defender = iota // holds out longest against the strategy
	RandomDefender                  // any legal move
	GivenDefender                   // the moves in PlayOptions.Moves
)

var defenderNames = []string{"optimal", "random", "given"}

func (d Defender) String() string { return defenderNames[d] }

// ParseDefender returns the defender of a name.
func ParseDefender(name string) (Defender, error) {
	i, err := named("defender", name, defenderNames)
	return Defender(i), err
}

// Choice says which of several moves of the strategy White makes. The zero
// value is the default.
type Choice int

// The choices.
const (
	FirstChoice   Choice = iota // the first in the order of the relation
	LongestChoice               // the one after which the win can take longest
	RandomChoice                // any
)

var choiceNames = []string{"first", "longest", "random"}

func (c Choice) String() string { return choiceNames[c] }

// ParseChoice returns the choice of a name.
func ParseChoice(name string) (Choice, error) {
	i, err := named("choice", name, choiceNames)
	return Choice(i), err
}

func named(what, name string, names []string) (int, error) {
	i := slices.Index(names, name)
	if i < 0 {
		return 0, fmt.Errorf("unknown %s %s (known: %s)", what, quote(name), strings.Join(names, ", "))
	}
	return i, nil
}

// Ending is a stable identifier of how a game ended.
type Ending string

// The endings. All but Mated are failures of the strategy, impossible in the
// default reading from a position with White to move.
const (
	mated      Ending = "Mate"
	stalemated Ending = "Stalemate"
	rookTaken  Ending = "RookLost"
	noStepLeft Ending = "NoStep"     // no step of the strategy has a move
	repetition Ending = "Repetition" // the same position for the third time
	fiftyMoves Ending = "FiftyMoves" // fifty moves of each side in this game
)

// Lengths at which the rules let a player claim a draw.
const (
	fiftyPlies  = 100
	repetitions = 3
)

// in describes the ending at the last position.
func (e Ending) in(p Position) string {
	switch e {
	case mated:
		return "Black is mated"
	case stalemated:
		return "Black is stalemated"
	case rookTaken:
		return fmt.Sprintf("Black has taken the rook on %s", p.R())
	case noStepLeft:
		return "no step of the strategy has a move"
	case repetition:
		return "the same position for the third time"
	}
	return "fifty moves without mate"
}

// Result returns the ending as PGN has it. A game that the strategy abandons
// is unfinished.
func (e Ending) Result() notation.Result {
	switch e {
	case mated:
		return notation.WhiteWins
	case noStepLeft:
		return notation.Unfinished
	}
	return notation.Draw
}

// over reports whether the rules end the game at p.
func over(p Position) (Ending, bool) {
	switch {
	case rookCaptured(p):
		return rookTaken, true
	case p.White() || flight(p) != 0:
		return "", false
	case check(p):
		return mated, true
	}
	return stalemated, true
}

// Player plays the strategy in one reading. Its methods may be called from
// several goroutines.
type Player struct {
	relation *Relation
	worst    *Outcome // moves to mate against the strategy, for the worst of White's choices
	best     *Outcome // moves to mate by best play of both sides
}

// NewPlayer tabulates the strategy, which takes less than a second.
func NewPlayer(rd Reading) *Player {
	best := make(chan *Outcome)
	go func() { best <- Optimal() }()
	r := NewRelation(rd)
	return &Player{relation: r, worst: r.Verify(), best: <-best}
}

// Values of positions for Black that are more than any number of moves.
const (
	notWon = 1000 // some choices of White's do not win
	drawn  = 2000
)

// worst returns the greatest number of White's moves from p on to mate in an
// outcome's play, or notWon or drawn.
func (o *Outcome) worst(p Position) int {
	switch end, over := over(p); {
	case over && end == mated:
		return 0
	case over:
		return drawn
	case !p.White():
		_, most := o.longest(BlackMoves(nil, p))
		return most
	case o.depth[p&^turn] < 0:
		return notWon
	}
	return int(o.depth[p&^turn])
}

// longest returns the first of the positions with the greatest value.
func (o *Outcome) longest(qs []Position) (longest Position, most int) {
	most = -1
	for _, q := range qs {
		if n := o.worst(q); n > most {
			longest, most = q, n
		}
	}
	return longest, most
}

// dtm returns the number of White's moves to mate by best play of both sides;
// ok is false if Black can draw. At a mate it is 0.
func (pl *Player) dtm(p Position) (moves int, ok bool) {
	n := pl.best.worst(p)
	return n, n < notWon
}

// PlayOptions are the options of a game.
type PlayOptions struct {
	Defender Defender
	Choice   Choice
	Moves    []string // Black's moves in SAN or UCI, for GivenDefender
	Seed     uint64   // for RandomDefender and RandomChoice
}

// Ply is one move of a game.
type Ply struct {
	From, To Position
	SAN, UCI string
	Why      Explanation // of White's moves
}

// Game is a game of the strategy.
type Game struct {
	Start   Position
	Plies   []Ply
	Ending  Ending
	DTM     int  // White's moves to mate by best play of both sides from Start
	Winning bool // whether there is a DTM: Black can't draw by best play
	Options PlayOptions
}

// final returns the last position.
func (g *Game) final() Position {
	if len(g.Plies) == 0 {
		return g.Start
	}
	return g.Plies[len(g.Plies)-1].To
}

// moves returns the number of White's moves.
func (g *Game) moves() int {
	n := len(g.Plies)
	if g.Start.White() {
		n++
	}
	return n / 2
}

// draws are random numbers that depend on a seed and a position only: the same
// in every version of Go, and independent of other games.
type draws struct{ pcg *rand.PCG }

func (d draws) pick(qs []Position) Position {
	hi, _ := bits.Mul64(d.pcg.Uint64(), uint64(len(qs)))
	return qs[hi]
}

// Play plays a game from start, a legal position with either side to move. The
// only errors are *MoveError, about a given move.
func (pl *Player) Play(start Position, o PlayOptions) (*Game, error) {
	g := &Game{Start: start, Options: o}
	g.DTM, g.Winning = pl.dtm(start)
	random := draws{rand.NewPCG(o.Seed, uint64(start))}
	var given []string
	if o.Defender == GivenDefender {
		given = o.Moves
	}
	used := 0
	seen := map[Position]int{}
	for p := start; ; p = g.final() {
		seen[p]++
		if g.Ending = pl.ending(p, seen[p], len(g.Plies)); g.Ending != "" {
			if used < len(given) {
				return nil, &MoveError{text: given[used], reason: gameOver, number: used + 1,
					detail: "the game is over: " + g.Ending.in(p)}
			}
			return g, nil
		}
		var q Position
		switch {
		case p.White():
			q = pl.white(p, o.Choice, random)
		case used < len(given):
			var err error
			q, err = parseMove(p, given[used])
			used++
			var bad *MoveError
			if errors.As(err, &bad) {
				bad.number = used
			}
			if err != nil {
				return nil, err
			}
		case o.Defender == RandomDefender:
			q = random.pick(BlackMoves(nil, p))
		default:
			q, _ = pl.worst.longest(BlackMoves(nil, p))
		}
		ply := Ply{From: p, To: q, SAN: SAN(p, q), UCI: uci(p, q)}
		if p.White() {
			ply.Why = explain(pl.relation.Step(p), p, q, &pl.relation.Reading)
		}
		g.Plies = append(g.Plies, ply)
	}
}

func (pl *Player) white(p Position, c Choice, random draws) Position {
	qs := pl.relation.movesFrom(p)
	switch c {
	case LongestChoice:
		q, _ := pl.worst.longest(qs)
		return q
	case RandomChoice:
		return random.pick(qs)
	}
	return qs[0]
}

// ending returns how the game ends at p, reached for the seen-th time after
// some plies; "" if it goes on.
func (pl *Player) ending(p Position, seen, plies int) Ending {
	end, over := over(p)
	switch {
	case over:
		return end
	case seen == repetitions:
		return repetition
	case plies == fiftyPlies:
		return fiftyMoves
	case p.White() && len(pl.relation.movesFrom(p)) == 0:
		return noStepLeft
	}
	return ""
}

// summary is the last line about a game: the result, and what best play would
// have had.
func (g *Game) summary() string {
	s := "not won: " + g.Ending.in(g.final())
	switch {
	case g.Ending == mated && len(g.Plies) == 0:
		return "Black is already mated"
	case len(g.Plies) == 0:
		return s
	case g.Ending == mated:
		s = fmt.Sprintf("mate in %d moves", g.moves())
		if g.moves() == 1 {
			s = "mate in 1 move"
		}
	}
	if !g.Winning {
		return s + "; by best play a draw"
	}
	return s + fmt.Sprintf("; DTM was %d", g.DTM)
}

// DTMPlies is the DTM in plies, as tables have it.
func (g *Game) DTMPlies() int {
	if g.Start.White() {
		return 2*g.DTM - 1
	}
	return 2 * g.DTM
}

// Text returns the game as lines: the position, a line for each move, the
// summary; with boards, diagrams of the start and after each of Black's moves
// and at the end.
func (g *Game) Text(boards bool) string {
	var b strings.Builder
	diagram := func(p Position) {
		if boards {
			fmt.Fprintf(&b, "\n%s\n", notation.Diagram(Setup(p)))
		}
	}
	fmt.Fprintln(&b, FEN(g.Start))
	diagram(g.Start)
	number := 1
	for i, ply := range g.Plies {
		if ply.From.White() {
			fmt.Fprintf(&b, "%d. %s  %s: %s\n", number, ply.SAN, ply.Why.Step, ply.Why.Sentence)
		} else {
			fmt.Fprintf(&b, "%d... %s\n", number, ply.SAN)
			number++
		}
		if !ply.From.White() || i == len(g.Plies)-1 {
			diagram(ply.To)
		}
	}
	fmt.Fprintln(&b, g.summary())
	return b.String()
}

// PGN returns the game to be written as PGN. The step is the comment after
// each of White's moves, the summary the one at the end.
func (g *Game) PGN() *notation.Game {
	black := g.Options.Defender.String() + " defender"
	if g.Options.Defender == RandomDefender || g.Options.Choice == RandomChoice {
		black += fmt.Sprintf(", seed %d", g.Options.Seed)
	}
	pgn := &notation.Game{
		Tags: []notation.Tag{
			{Name: "Event", Value: "KRK strategy"},
			{Name: "White", Value: "KRK strategy, " + g.Options.Choice.String() + " choice"},
			{Name: "Black", Value: black},
			{Name: "PlyCount", Value: fmt.Sprint(len(g.Plies))},
		},
		Start:    Setup(g.Start),
		Comments: map[int]string{},
		Result:   g.Ending.Result(),
	}
	for i, ply := range g.Plies {
		pgn.Moves = append(pgn.Moves, ply.SAN)
		if ply.From.White() {
			pgn.Comments[i+1] = ply.Why.Step.String()
		}
	}
	end := len(g.Plies)
	if pgn.Comments[end] != "" {
		pgn.Comments[end] += "; "
	}
	pgn.Comments[end] += g.summary()
	return pgn
}
