package formula

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
)

// Version names the definition of the formulas. It changes whenever the formula of any question
// does. A certificate is valid only for the version that it was made with.
const Version = "kernel-formula/2"

// builder writes the formula of one start and one goal. Snapshot i is the board immediately
// before capture i; the last snapshot is the goal.
type builder struct {
	CNF
	a     *facts.Abstraction
	pawns []*pawn // of the start: by file, and on each file from rank 1 upwards
	slots []*slot // for captures by pawns
	below [][][]literal
	made  [chess.NumSquares][]literal // by the square of a piece of the goal that was a pawn: the pawn became it
}

// pawn is a pawn of the start, with its variables, indexed by slot or by snapshot.
type pawn struct {
	index int
	at    chess.Square
	color chess.Color
	moves bool // it may move

	byPiece    literal                  // a piece captures it, as a pawn or as what it became
	takes      []literal                // it makes the capture
	taken      []literal                // the capture takes it, as a pawn
	takenPiece []literal                // the capture takes what it became
	under      []literal                // it stands below the rank of the capture
	over       []literal                // it stands above the rank of the capture
	on         [][8]literal             // it is on the file; after promotion, the file on which it promoted
	rank       [][10]literal            // it is on this rank, counted from 1, or on a higher one
	lost       literal                  // it is captured as a pawn, or by a piece
	ends       *group                   // the possible ends of the pawn
	role       [numKinds]literal        // it is a piece of the goal, of the kind
	goal       map[chess.Square]literal // it is the goal's pawn on the square
}

// slot is a place for a capture by a pawn. Unused slots come last.
type slot struct {
	from, to [8]literal // files
	row      [10]literal
	piece    [2][numKinds]literal // the captured man is a piece of this colour and kind
	by       [2]literal           // this side captures
	used     literal
}

// The kinds of pieces that are distinguished.
const (
	aPiece = iota // queens, rooks and knights
	aDarkBishop
	aLightBishop
	numKinds
)

var (
	sides     = [2]chess.Color{chess.White, chess.Black}
	kindNames = [numKinds]string{"piece", "dark", "light"}
	kinds     = [numKinds][]facts.PieceKind{{facts.Queen, facts.Rook, facts.Knight}, {facts.DarkBishop},
		{facts.LightBishop}}
)

// New returns the formula of the question whether there is an extended kernel of an abstraction
// of a start and a goal. Of the goal's diagram it depends only on the pawns.
func New(a *facts.Abstraction) *CNF { return &build(a).CNF }

// build builds the formula.
func build(a *facts.Abstraction) *builder {
	f := &builder{a: a}
	f.declareSlots()
	f.declarePawns()
	for i := range f.slots {
		f.capture(i)
	}
	for _, p := range f.pawns {
		f.follow(p)
	}
	f.order()
	for _, p := range f.pawns {
		f.promote(p)
	}
	f.ends()
	f.countCaptures()
	f.openFiles()
	for i := range a.Closings {
		f.closing(&a.Closings[i])
	}
	for i := range a.Made {
		f.makers(&a.Made[i])
	}
	for i := range a.Jams {
		f.jam(&a.Jams[i])
	}
	return f
}

// Cost returns an upper bound, in bytes, of the memory that building the formula of an
// abstraction takes, with its clauses and their text. Most clauses are about a slot and two
// pawns, or about two slots, or about a closing pawn or a jam, a slot and a pawn; a test measures how much
// they take. From the initial position the bound is at most 14 million, and 29 million with closing
// pawns; from a start with 48 pawns, all of which are captured, it is 155 million.
func Cost(a *facts.Abstraction) int64 {
	pawns := a.Pawns[chess.White] + a.Pawns[chess.Black]
	slots := max(0, a.Captures[chess.White]) + max(0, a.Captures[chess.Black])
	closings := 10_000 * int64(len(a.Closings)+len(a.Jams)+len(a.Made)) * int64(slots+1) * int64(pawns/8+1)
	return 1<<20 + 4000*int64(slots*slots) + 16*int64(slots+4)*int64(pawns*pawns)*int64(pawns/3+60) + closings
}

// declareSlots declares the variables of the captures.
func (b *builder) declareSlots() {
	for i := range max(0, b.a.Captures[chess.White]) + max(0, b.a.Captures[chess.Black]) {
		s := &slot{row: [10]literal{1: always, 9: never}}
		for file := range 8 {
			s.from[file] = b.variable(true, core.Key(core.VarFrom, i, file), "from.%d.%c", i, 'a'+file)
		}
		for file := range 8 {
			s.to[file] = b.variable(true, core.Key(core.VarTo, i, file), "to.%d.%c", i, 'a'+file)
		}
		for r := 2; r <= 8; r++ {
			s.row[r] = b.variable(true, core.Key(core.VarRow, i, r), "row.%d.%d", i, r)
		}
		for _, c := range sides {
			for kind, name := range kindNames {
				s.piece[c][kind] = b.variable(true, core.Key(core.VarMan, i, int(c), kind), "%s.%d.%s", name, i, c)
			}
		}
		b.slots = append(b.slots, s)
	}
}

// declarePawns finds the pawns and declares their variables.
func (b *builder) declarePawns() {
	for file := range 8 {
		for rank := range 8 {
			at := chess.MakeSquare(file, rank)
			if m := b.a.Start.Board[at]; m.Kind() == chess.Pawn {
				b.declarePawn(&pawn{index: len(b.pawns), at: at, color: m.Color(), moves: !b.a.Fixed.Has(at)})
			}
		}
	}
}

// declarePawn adds a pawn.
func (b *builder) declarePawn(p *pawn) {
	captures := p.moves && b.a.Captures[p.color] > 0
	victim := p.moves && b.a.Captures[p.color.Other()] > 0
	p.byPiece = b.variable(victim, core.Key(core.VarByPiece, p.index), "bypiece.%s", p.at)
	for i := range b.slots {
		p.takes = append(p.takes, b.variable(captures, core.Key(core.VarTakes, p.index, i), "takes.%s.%d", p.at, i))
		p.taken = append(p.taken, b.variable(victim, core.Key(core.VarTaken, p.index, i), "taken.%s.%d", p.at, i))
		p.takenPiece = append(p.takenPiece,
			b.variable(victim, core.Key(core.VarTakenPiece, p.index, i), "takenpiece.%s.%d", p.at, i))
		p.under = append(p.under, b.variable(true, core.Key(core.VarUnder, p.index, i), "under.%s.%d", p.at, i))
		p.over = append(p.over, b.variable(true, core.Key(core.VarOver, p.index, i), "over.%s.%d", p.at, i))
	}
	start := b.a.StartRank(p.at) + 1
	for i := range len(b.slots) + 1 {
		var on [8]literal
		for file := range on {
			away := max(file-p.at.File(), p.at.File()-file)
			on[file] = b.variable(away == 0 || captures && away <= min(i, b.a.Captures[p.color]),
				core.Key(core.VarOn, p.index, i, file), "on.%s.%d.%c", p.at, i, 'a'+file)
		}
		rank := [10]literal{1: always, 9: never}
		for r := 2; r <= 8; r++ {
			switch fits := r <= start; {
			case p.moves && fits == (p.color == chess.Black):
				rank[r] = b.variable(true, core.Key(core.VarRank, p.index, i, r), "rank.%s.%d.%d", p.at, i, r)
			case fits:
				rank[r] = always
			default:
				rank[r] = never
			}
		}
		p.on, p.rank = append(p.on, on), append(p.rank, rank)
	}
	b.pawns = append(b.pawns, p)
}

// promoted returns the literal for: the pawn has promoted at snapshot i.
func (p *pawn) promoted(i int) literal { return onward(p.color, &p.rank[i], 8) }

// seventh returns the literal for: at snapshot i, the pawn is on the rank before its last, or
// has promoted.
func (p *pawn) seventh(i int) literal { return onward(p.color, &p.rank[i], 7) }

// onward returns the literal for: a rank, that of a pawn or of a capture, is the r-th as the side counts, from 1 on, or
// one beyond it.
func onward(c chess.Color, rank *[10]literal, r int) literal {
	if c == chess.White {
		return rank[r]
	}
	return -rank[10-r]
}

// capture adds the conditions under which slot i is a capture.
func (b *builder) capture(i int) {
	s := b.slots[i]
	var takes, taken [2][]literal // by the colour of the capturing pawn; by that of the captured man
	for _, p := range b.pawns {
		takes[p.color] = append(takes[p.color], p.takes[i])
		taken[p.color] = append(taken[p.color], p.taken[i], p.takenPiece[i])
	}
	for _, c := range sides {
		taken[c] = append(taken[c], s.piece[c][:]...)
		s.by[c] = b.or(takes[c], "by", []int{i, int(c)}, core.Key(core.VarBy, i, int(c)), "by.%d.%s", i, c)
	}
	s.used = b.or(s.by[:], "used", []int{i}, core.Key(core.VarUsed, i), "used.%d", i)
	if i > 0 {
		b.clause(at("idle", i), -s.used, b.slots[i-1].used)
	}
	b.atMostOne(numbered("takes", i, slices.Concat(takes[:]...), 0))
	for _, c := range sides {
		for x, victim := range taken[c] {
			b.clause(at("victim", i, int(c), x), -victim, s.by[c.Other()])
		}
		b.atMostOne(numbered("victims", i, taken[c], int(c)*len(taken[chess.White])))
	}
	b.anyOf(at("some.victims", i), s.used, slices.Concat(taken[:]...)...)
	for v, files := range [][8]literal{s.from, s.to} {
		name := [2]string{"from", "to"}[v]
		for x, file := range files {
			b.clause(at("real-1", i, x).plus(v), -file, s.used)
		}
		b.atMostOne(numbered(name, i, files[:], 0))
		b.anyOf(at("some."+name, i), s.used, files[:]...)
	}
	for file := range 8 {
		b.anyOf(at("next-1", i, file), s.from[file], beside(&s.to, file)...)
		b.anyOf(at("next-2", i, file), s.to[file], beside(&s.from, file)...)
	}
	for r := 2; r <= 8; r++ {
		b.clause(at("row", i, r), -s.row[r], s.row[r-1])
	}
	for _, c := range sides {
		for file := range 8 {
			for r := 1; r <= 8; r++ {
				wrong := aLightBishop
				if !chess.MakeSquare(file, r-1).Dark() {
					wrong = aDarkBishop
				}
				b.clause(at("colour", i, int(c), file, r), -s.piece[c][wrong], -s.to[file], -s.row[r], s.row[r+1])
			}
		}
	}
}

// beside returns the literals of the files next to a file.
func beside(files *[8]literal, file int) (list []literal) {
	for _, next := range []int{file - 1, file + 1} {
		if next >= 0 && next < 8 {
			list = append(list, files[next])
		}
	}
	return list
}
