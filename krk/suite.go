package krk

import (
	"context"
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
	"retroproof/strategy/circuits"
)

// paper is what the paper's lemmas refer to besides the strategy: notions, and relations with more moves.
//
//go:embed paper.strategy
var paper string

// Steps of the strategy, by number.
const (
	ImmediateMate = iota
	ReadyToMate
	Squeeze
	ApproachDiag
	ApproachNonDiag
	KeepRoomDiag
	KeepRoomNonDiag
	RookHome
	RookSafe
)

// Numbers of the paper.
const (
	farRoom     = 15  // the room of a position with the rook on the black king's file or rank; any other is less
	farMeasure  = 100 // the measure of a position in which the rook is exposed or Black has no move; any other is less
	farthest    = 14  // the greatest Manhattan distance
	smallEnough = 24  // from this measure on the game ends soon
)

// measures of the general text, whose greatest value depends on the board, and of the paper.
const (
	greatest   = "6 * (files + ranks - 1) + files + ranks - 1"
	ourMeasure = "if white and (exposed or stuck) then " + greatest + " else 6 * room + critical to " + greatest
)

var itsMeasure = strings.ReplaceAll(ourMeasure, greatest, fmt.Sprint(farMeasure))

// Reading changes the text krk2013, where the paper can be read in more than one way.
type Reading func(source string) string

// Distance is the reading in which RookSafe keeps the rook n from the black king: 2 in the paper's text, 3 in its
// program.
func Distance(n int) Reading {
	return func(source string) string {
		before, after, _ := strings.Cut(source, "def apart = ")
		_, after, _ = strings.Cut(after, "\n")
		return fmt.Sprintf("%sdef apart = %d\n%s", before, n, after)
	}
}

// mayStalemate is the reading in which a step does not ask for no stalemate.
func mayStalemate(step string) Reading {
	return func(source string) string {
		_, rest, _ := strings.Cut(source, "step "+step+": ")
		line, _, _ := strings.Cut(rest, "\n")
		return replacing(line, strings.Replace(line, " and safe", "", 1))(source)
	}
}

func replacing(from, to string) Reading {
	return func(source string) string {
		if strings.Count(source, from) != 1 {
			panic(fmt.Sprintf("krk2013 has %q %d times", from, strings.Count(source, from)))
		}
		return strings.Replace(source, from, to, 1)
	}
}

// Suite is the paper's strategy, in a reading, as circuits and as a table.
type Suite struct {
	*lemmas.Circuits
	Table      func() (*wins.Table, error) // made when it is asked for
	exhaustion func() (*strategy.Exhaustion, error)
	readings   []Reading
}

// New returns the strategy in some readings at once, with formulas in an encoding.
func New(e lemmas.Encoding, readings ...Reading) (*Suite, error) {
	source, _ := text.Source("krk2013")
	source = replacing(ourMeasure, itsMeasure)(source)
	for _, change := range readings {
		source = change(source)
	}
	s, err := text.Parse("krk2013", source+paper, rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		return nil, err
	}
	c, err := circuits.New(s, e)
	if err != nil {
		return nil, err
	}
	table := sync.OnceValues(func() (*wins.Table, error) { return wins.New(context.Background(), s) })
	exhaustion := sync.OnceValues(func() (*strategy.Exhaustion, error) {
		t, err := table()
		if err != nil {
			return nil, err
		}
		return strategy.NewExhaustion(t), nil
	})
	return &Suite{c, table, exhaustion, readings}, nil
}
