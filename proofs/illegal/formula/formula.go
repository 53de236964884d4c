package formula

import (
	"fmt"
	"io"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/proofs/illegal/facts"
)

// Version names the definition of the formulas. It changes whenever some formula
// does: a certificate is only good for the version that it was made with.
const Version = "kernel-formula/1"

// Formula is the question of one start and one goal. Interval i is what happens
// between the slots i-1 and i; there is one before the first slot and one after the
// last. Of the goal's diagram it only sees pawns: all else is in the abstraction.
type Formula struct {
	*encode.Circuit
	Rows bool // pawns have ranks

	a     *facts.Abstraction
	pawns []pawn // of the start, file by file from the first rank on
	slots []slot

	goals  []chess.Square  // the goal's pawns
	stands [][]encode.Bool // by pawn and goal: it ends there
	roles  [][]encode.Bool // by pawn and role, see pieces.go
	// below and above say, by pawns q and p < q and by interval, which of them is
	// the lower one, if they are on one file: see rows.go and columns.go.
	below, above [][][]encode.Bool
}

// pawn is a pawn of the start.
type pawn struct {
	at    chess.Square
	color chess.Color
	file  int  // of at
	steps int  // that it is ahead of its side's first rank
	moves bool // it may move
	home  bool // it never moves from the rank where pawns begin

	byPiece    encode.Bool      // a piece takes it: see vanishes
	takes      []encode.Bool    // by slot: it captures
	taken      []encode.Bool    // by slot: a pawn takes it
	takenPiece []encode.Bool    // by slot: a pawn takes what it became
	on         [][8]encode.Bool // by interval and file: it is a pawn on this file when the interval begins
	later      []encode.Bool    // by interval: it captures at the end of it or later

	// By interval, how many steps ahead it is when the interval begins and ends: the
	// k-th says "k or more", and the last that it has promoted.
	begins, ends [][8]encode.Bool
}

// slot is a capture by a pawn, or idle.
type slot struct {
	used  encode.Bool
	white encode.Bool             // White captures
	way   [numWays]encode.Bool    // from which file to which
	kind  [numVictims]encode.Bool // what is captured
	row   [8]encode.Bool          // it happens on this rank, counted from 0, or a higher one
}

// by: a side captures, if the slot is used.
func (s *slot) by(c chess.Color) encode.Bool {
	if c == chess.White {
		return s.white
	}
	return s.white.Not()
}

// to returns the ways to a file.
func (s *slot) to(file int) (ways []encode.Bool) {
	for w, way := range s.way {
		if wayTo(w) == file {
			ways = append(ways, way)
		}
	}
	return ways
}

// The ways of a capture: from file w/2 to the next on the right if w is even,
// back from there if it is odd.
const numWays = 14

func wayFrom(w int) int { return w/2 + w%2 }
func wayTo(w int) int   { return w/2 + 1 - w%2 }

// victim is what a pawn captures.
type victim int

const (
	aPawn     victim = iota
	aPromoted        // a piece that was a pawn
	anyPiece         // a queen, rook or knight of the start
	aDarkBishop
	aLightBishop

	numVictims
)

var victimNames = [numVictims]string{"pawn", "promoted", "piece", "dark", "light"}

// Options of a formula. The last two are for measurements: they leave out what only
// makes proofs shorter.
type Options struct {
	Rows        bool // the pawns have ranks: the question is for an extended kernel
	Unordered   bool // independent captures come in any order
	NoShortcuts bool // nothing is said that follows from the rest
}

// New returns the question whether there is a kernel of what is known of a start
// and a goal; with rows, an extended one.
func New(a *facts.Abstraction, rows bool) *Formula { return NewWith(a, Options{Rows: rows}) }

// NewWith is New with options.
func NewWith(a *facts.Abstraction, o Options) *Formula {
	f := &Formula{Circuit: encode.NewCircuit(), Rows: o.Rows, a: a}
	f.findPawns()
	f.addSlots()
	f.addPawns()
	if o.Rows {
		f.addRows()
	} else {
		f.addColumns()
	}
	for i := range f.slots {
		f.capture(i)
	}
	f.addGoal()
	f.addPieces()
	if !o.Unordered {
		f.addOrder()
	}
	if !o.NoShortcuts {
		f.addShortcuts()
	}
	return f
}

// Cost bounds the memory that it takes to build the formula of an abstraction, its clauses
// and their text, in bytes. Most clauses are about a slot and two or three pawns, or about
// two slots; a test measures how much they take. From the initial position it is 129 million at
// the most; from a start with 48 pawns, all of which are captured, 1,800 million.
func Cost(a *facts.Abstraction) int64 {
	pawns, slots := a.Pawns[0]+a.Pawns[1], 0
	for c, captures := range a.Captures {
		if a.Pawns[c] > 0 {
			slots += max(0, captures)
		}
	}
	return 8<<20 + 8000*int64(slots*slots) + 200*int64(slots+4)*int64(pawns*pawns)*int64(pawns/3+60)
}

// CNF writes the formula as clauses.
func (f *Formula) CNF() *encode.CNF { return f.Circuit.CNF(encode.Compact) }

// WriteDIMACS writes a formula's clauses as DIMACS, in the one form that certificates
// have. What a formula says depends on neither FEN but by its question, so equal
// questions of many positions have one text.
func WriteDIMACS(w io.Writer, cnf *encode.CNF) error {
	d := cnf.DIMACS(w, Version)
	cnf.Emit(d)
	return d.Flush()
}

// clause demands that one of some conditions holds.
func (f *Formula) clause(bs ...encode.Bool) { f.AssertClause(bs...) }

// atMostOne excludes every two of some conditions.
func (f *Formula) atMostOne(bs ...encode.Bool) {
	for i, a := range bs {
		for _, b := range bs[:i] {
			if a != f.False && b != f.False {
				f.clause(a.Not(), b.Not())
			}
		}
	}
}

// input returns a new variable, or False if it is not needed.
func (f *Formula) input(possible bool, format string, args ...any) encode.Bool {
	if !possible {
		return f.False
	}
	return f.Input(fmt.Sprintf(format, args...))
}

// seenBy returns how many steps a rank is from a side's first rank, or the rank that is
// so many steps from it.
func seenBy(c chess.Color, rank int) int {
	if c == chess.White {
		return rank
	}
	return 7 - rank
}

// findPawns lists the pawns of the start, file by file.
func (f *Formula) findPawns() {
	for file := range 8 {
		for rank := range 8 {
			sq := chess.MakeSquare(file, rank)
			m := f.a.Start.Board[sq]
			if m.Kind() != chess.Pawn {
				continue
			}
			p := pawn{at: sq, color: m.Color(), file: file, steps: seenBy(m.Color(), f.a.StartRank(sq))}
			p.home = f.a.FixedBottom[file] && rank == 1 && p.color == chess.White || f.a.FixedTop[file] && rank == 6 && p.color == chess.Black
			p.moves = !p.home && !(f.Rows && f.a.Fixed.Has(sq))
			f.pawns = append(f.pawns, p)
		}
	}
}

// addSlots makes a slot for every capture that a pawn may make.
func (f *Formula) addSlots() {
	n := 0
	for c, captures := range f.a.Captures {
		if captures < 0 {
			f.Assert(f.False) // more bishops have died than men are missing
			continue
		}
		for _, p := range f.pawns {
			if p.moves && int(p.color) == c {
				n += captures
				break
			}
		}
	}
	f.slots = make([]slot, n)
	for i := range f.slots {
		s := &f.slots[i]
		s.white = f.Input(fmt.Sprintf("white.%d", i))
		for w := range s.way {
			s.way[w] = f.Input(fmt.Sprintf("way.%d.%c%c", i, 'a'+wayFrom(w), 'a'+wayTo(w)))
		}
		s.used = f.Or(s.way[:]...)
		f.atMostOne(s.way[:]...)
		for k := range s.kind {
			s.kind[k] = f.Input(fmt.Sprintf("victim.%d.%s", i, victimNames[k]))
			f.clause(s.kind[k].Not(), s.used)
		}
		f.atMostOne(s.kind[:]...)
		f.clause(append([]encode.Bool{s.used.Not()}, s.kind[:]...)...)
		if i > 0 {
			f.clause(s.used.Not(), f.slots[i-1].used) // the idle ones come last
		}
	}
	for c, most := range f.a.Captures {
		if most < 0 || most >= n {
			continue
		}
		var captures []encode.Bool
		for i := range f.slots {
			s := &f.slots[i]
			captures = append(captures, f.And(s.used, s.by(chess.Color(c))))
		}
		f.atMost(most, captures)
	}
}

// reaches reports whether a pawn can be on a file in an interval.
func (f *Formula) reaches(p *pawn, i, file int) bool {
	d := max(file-p.file, p.file-file)
	return d == 0 || p.moves && d <= min(i, f.a.Captures[p.color])
}

// addPawns makes the variables of the pawns.
//
// A pawn that a piece takes is gone at once after its last capture, or before the
// first slot: that it is there longer helps nobody. A piece that was a pawn and
// that a piece takes might as well have been taken as a pawn.
func (f *Formula) addPawns() {
	n := len(f.slots)
	for k := range f.pawns {
		p := &f.pawns[k]
		captures := p.moves && f.a.Captures[p.color] > 0
		victim := p.moves && f.a.Captures[p.color.Other()] > 0
		p.byPiece = f.input(victim, "bypiece.%s", p.at)
		for i := range n {
			p.takes = append(p.takes, f.input(captures, "takes.%s.%d", p.at, i))
			p.taken = append(p.taken, f.input(victim, "taken.%s.%d", p.at, i))
			p.takenPiece = append(p.takenPiece, f.input(victim, "takenpiece.%s.%d", p.at, i))
		}
		p.later = make([]encode.Bool, n+1)
		p.later[n] = f.False
		for i := n - 1; i >= 0; i-- {
			p.later[i] = f.Or(p.takes[i], p.later[i+1])
		}
		for i := range n + 1 {
			var on [8]encode.Bool
			for file := range on {
				switch {
				case !f.reaches(p, i, file):
					on[file] = f.False
				case i == 0:
					on[file] = f.vanishes(p, 0).Not()
				default:
					on[file] = f.Input(fmt.Sprintf("on.%s.%d.%c", p.at, i, 'a'+file))
				}
			}
			f.atMostOne(on[:]...)
			p.on = append(p.on, on)
		}
		f.atMostOne(p.takenPiece...)
	}
}

// vanishes: a piece takes a pawn at the beginning of an interval or before.
func (f *Formula) vanishes(p *pawn, i int) encode.Bool { return f.And(p.byPiece, p.later[i].Not()) }

// here: a pawn is a pawn on the board when an interval begins.
func (f *Formula) here(p *pawn, i int) encode.Bool { return f.Or(p.on[i][:]...) }

// mayPromote demands that a pawn that promotes in an interval without capturing is
// on the board, and on a file where pawns promote.
func (f *Formula) mayPromote(p *pawn, i int) {
	promoted := p.promoted(i)
	f.clause(f.here(p, i), promoted.Not(), p.begins[i][7])
	for file, on := range p.on[i] {
		if !f.a.Promotes[p.color][file][1] {
			f.clause(on.Not(), promoted.Not())
		}
	}
}

// promoted: a pawn has promoted by the end of an interval.
func (p *pawn) promoted(i int) encode.Bool { return p.ends[i][7] }

// promotes: a pawn promotes by the capture of a slot.
func (f *Formula) promotes(p *pawn, i int) encode.Bool { return f.And(p.takes[i], p.ends[i][6]) }
