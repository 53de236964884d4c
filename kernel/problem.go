package kernel

import (
	"fmt"
	"math/rand/v2"

	"retroproof/chess"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// problem is what a kernel sees of a start and a goal, and tables that the search for
// kernels needs.
type problem struct {
	facts.Abstraction
	from, to  [8]column
	goalCount [8][2]int // pawns at the goal, by file and colour
	goalRanks [8][]int  // of these pawns, by file

	// fixedBottom and fixedTop are the files on which a white pawn never moves from the second rank, and those on which
	// a black pawn never moves from the seventh. No other pawns pass below or above it: there is no room.
	fixedBottom, fixedTop [8]bool

	bishops [2]bool // whether a side lacks bishops that must have been pawns

	off pruning // for tests

	without Exclusions // captures that are left out

	random *rand.Rand // of the ranks that are tried first; nil for the usual ones

	tables [8]*columnTable // of the files' columns at the goal
}

// mostMen is how many men a side may have.
const mostMen = 16

// ErrStart is the error of a start with more men than searches are made for.
var ErrStart = fmt.Errorf("a side has more than %d men at the start", mostMen)

// checkStart returns ErrStart or nil.
func checkStart(start *chess.Setup) error {
	if m := facts.CountMaterial(start); max(m.Men[chess.White], m.Men[chess.Black]) > mostMen {
		return ErrStart
	}
	return nil
}

// newProblem returns the problem of a start and a goal. The error is a
// [*rules.Impossible] if no search is needed to see that there is no way, or
// ErrStart.
func newProblem(start, goal *chess.Setup) (*problem, error) {
	if err := checkStart(start); err != nil {
		return nil, err
	}
	a, refuted := rules.Abstract(start, goal)
	if refuted != nil {
		return nil, refuted
	}
	for c := chess.White; c <= chess.Black; c++ {
		if a.Captures[c] < 0 {
			return nil, rules.Because(rules.NoKernel, "pieces captured more of %s's bishops at home, "+
				"between men that never moved, than men are missing", rules.Side(c.Other()))
		}
	}
	p := &problem{Abstraction: *a, from: columnsOf(start), to: columnsOf(goal)}
	for f := range 8 {
		low, high := chess.MakeSquare(f, 1), chess.MakeSquare(f, 6)
		p.fixedBottom[f] = a.Fixed.Has(low) && start.Board[low] == chess.WhitePawn
		p.fixedTop[f] = a.Fixed.Has(high) && start.Board[high] == chess.BlackPawn
	}
	for f, c := range p.to {
		p.goalCount[f] = c.count()
	}
	for _, sq := range pawnsByFile(goal) {
		p.goalRanks[sq.File()] = append(p.goalRanks[sq.File()], sq.Rank())
	}
	for c := range p.bishops {
		for _, k := range []facts.PieceKind{facts.DarkBishop, facts.LightBishop} {
			p.bishops[c] = p.bishops[c] || a.Wants[c][k] > a.Pieces[c][k]
		}
	}
	p.findTables()
	return p, nil
}

// findTables finds the tables of all columns. Those of a column are the same for all problems, but for a file on which
// no pawn may promote.
func (p *problem) findTables() {
	for f, goal := range p.to {
		p.tables[f] = tableOf(goal)
		may := [2]bool{p.Promotes[chess.White][f][1], p.Promotes[chess.Black][f][1]}
		if may != p.tables[f].may {
			p.tables[f] = p.tables[f].limited(may)
		}
	}
}

// complete returns how many pawns of a column promote to make it the goal's,
// and whether that is possible.
func (p *problem) complete(f int, c column) (white, black int, ok bool) {
	n := p.tables[f].promotions(c)
	return int(n >> 4), int(n & 15), n >= 0
}

// specialsDone reports whether pawns that still have to promote in complete
// columns come to all special squares.
func (p *problem) specialsDone(s *state) bool {
	for _, t := range p.Specials {
		white, black, _ := p.complete(t.File, s.col[t.File])
		if [2]int{white, black}[t.Color] == 0 {
			return false
		}
	}
	return true
}

// pruning is a set of rules that make the searches faster. All are used; tests
// turn them off one by one and compare the answers.
type pruning uint

const (
	countColumns   pruning = 1 << iota // a capture completes two columns at most
	countFiles                         // pawns come to other files by capturing
	countPawns                         // those left are enough for the promotions
	remember                           // what failed before
	relaxSteps                         // of steps with the same columns only one
	countPieces                        // those too many can still be captured
	askColumns                         // whether the columns can be completed
	zones                              // ranks on the way, not only in the end
	countWalks                         // pawns can still come to the goal's squares
	easyFirst                          // pieces that can be captured anywhere
	countCrossings                     // pawns cross each line between two files by capturing
	countBishops                       // bishops promote on squares of their colour
	countChanges                       // a column that pawns in the wrong order are in has to lose them

	allRules = 1<<iota - 1
)

func (p *problem) uses(r pruning) bool { return p.off&r == 0 }
