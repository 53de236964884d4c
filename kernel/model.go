package kernel

import (
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/facts"
)

// formulaModel is a model of a kernel question's formula, see doc/formula.md: the names
// of the variables that are true.
type formulaModel map[string]bool

func (m formulaModel) holds(format string, args ...any) bool { return m[fmt.Sprintf(format, args...)] }

// piecesTake returns the pawns that pieces take, as kernels have it: a piece that was a
// pawn and that a piece takes might as well have been taken as a pawn. If it has promoted
// by a capture, a piece makes that capture instead.
func (p *problem) piecesTake(m formulaModel, pawns []chess.Square, slots int) (byPiece map[chess.Square]bool) {
	byPiece = map[chess.Square]bool{}
	for _, at := range pawns {
		byPiece[at] = m.holds("bypiece.%s", at)
	}
	for again := true; again; {
		again = false
		for i := range slots {
			by := slices.IndexFunc(pawns, func(at chess.Square) bool { return m.holds("takes.%s.%d", at, i) })
			if by < 0 || !byPiece[pawns[by]] || !p.promotesBy(m, pawns[by], i) {
				continue
			}
			for _, at := range pawns {
				if m.holds("takenpiece.%s.%d", at, i) && !byPiece[at] {
					byPiece[at], again = true, true
				}
			}
		}
	}
	return byPiece
}

// rank returns the rank of a pawn of the start, 1 to 8, at a snapshot.
func (p *problem) rank(m formulaModel, pawn chess.Square, t int) int {
	rank := 1
	for r := 2; r <= 8; r++ {
		start := p.StartRank(pawn) + 1
		exists := !p.Fixed.Has(pawn) && (p.Start.Board[pawn].Color() == chess.White) == (r > start)
		if exists && m.holds("rank.%s.%d.%d", pawn, t, r) || !exists && r <= start {
			rank = r
		}
	}
	return rank
}

// lastRank returns the rank where pawns of a colour promote.
func lastRank(c chess.Color) int { return 8 - 7*int(c) }

// promotesBy reports whether a pawn promotes by the capture of a slot that it makes.
func (p *problem) promotesBy(m formulaModel, pawn chess.Square, i int) bool {
	to := p.rank(m, pawn, i) + 1
	if p.Start.Board[pawn].Color() == chess.Black {
		to -= 2
	}
	return to == lastRank(p.Start.Board[pawn].Color())
}

// isBelow reports whether a pawn on the file of a capture is below it, or has promoted at
// the bottom.
func (p *problem) isBelow(m formulaModel, pawn chess.Square, i int) bool {
	return m.holds("under.%s.%d", pawn, i) || p.Start.Board[pawn].Color() == chess.Black && p.rank(m, pawn, i) == 1
}

// fileOf returns the file on which a pawn is at a snapshot, or None.
func fileOf(m formulaModel, pawn chess.Square, t int) int {
	for f := range 8 {
		if m.holds("on.%s.%d.%c", pawn, t, 'a'+f) {
			return f
		}
	}
	return None
}

// movesOf writes a model as a kernel. What promotes without capturing stays in its
// column until it is captured or the kernel ends.
func (p *problem) movesOf(m formulaModel) ([]Move, error) {
	var columns [8][]chess.Square // pawns, by where they were at the start
	var pawns []chess.Square
	for f := range 8 {
		for r := range 8 {
			if sq := chess.MakeSquare(f, r); p.Start.Board[sq].Kind() == chess.Pawn {
				columns[f] = append(columns[f], sq)
				pawns = append(pawns, sq)
			}
		}
	}
	find := func(pawn chess.Square) (file, index int) {
		for f, column := range columns {
			if i := slices.Index(column, pawn); i >= 0 {
				return f, i
			}
		}
		return None, 0
	}
	colorOf := func(pawn chess.Square) chess.Color { return p.Start.Board[pawn].Color() }
	slots := p.Captures[0] + p.Captures[1]
	byPiece := p.piecesTake(m, pawns, slots)
	names := p.newNames(m, pawns)
	moves := p.deadCaptures()
	pieceTakes := func(pawn chess.Square) {
		file, index := find(pawn)
		moves = append(moves, Move{Color: colorOf(pawn).Other(), From: None, Takes: Pawn, Origin: None, To: file, ToIndex: index})
		columns[file] = slices.Delete(columns[file], index, index+1)
	}
	for i := range slots + 1 {
		which := func(name string) (chess.Square, bool) {
			k := slices.IndexFunc(pawns, func(at chess.Square) bool { return m.holds("%s.%s.%d", name, at, i) })
			if k < 0 {
				return chess.NoSquare, false
			}
			return pawns[k], true
		}
		by, used := which("takes")
		for _, pawn := range pawns {
			// A pawn that a piece takes is gone at the latest where it would promote.
			if file, _ := find(pawn); byPiece[pawn] && file != None && (fileOf(m, pawn, i) == None || p.rank(m, pawn, i) == lastRank(colorOf(pawn)) || i == slots ||
				pawn == by && p.promotesBy(m, pawn, i)) {
				pieceTakes(pawn)
			}
		}
		if !used {
			continue
		}
		victim, takesPawn := which("taken")
		became, takesPromoted := which("takenpiece")
		if file, _ := find(by); file == None { // what it became was taken by a piece
			if takesPawn {
				pieceTakes(victim)
			}
			continue
		}
		color := colorOf(by)
		move := Move{Color: color, Origin: None}
		for f := range 8 {
			if m.holds("to.%d.%c", i, 'a'+f) {
				move.To = f
			}
		}
		switch {
		case takesPawn:
			move.Takes = Pawn
			_, move.ToIndex = find(victim)
		case takesPromoted:
			file, index := find(became)
			if file == None {
				move.Takes = Knight // it promoted by a capture, to what does not matter
				break
			}
			// All pawns ahead of it are its side's and have promoted, too, so that
			// the column without it is the one without the foremost.
			move.Takes, move.Origin = NoPiece, file
			columns[file] = slices.Delete(columns[file], index, index+1)
		default:
			k, ok := names.capture(m, i, color.Other())
			if !ok {
				return nil, fmt.Errorf("capture %d takes a piece that is not there", i+1)
			}
			move.Takes = pieceOf(k)
		}
		move.From, move.FromIndex = find(by)
		if !m.holds("from.%d.%c", i, 'a'+move.From) {
			return nil, fmt.Errorf("capture %d: the pawn is on another file", i+1)
		}
		columns[move.From] = slices.Delete(columns[move.From], move.FromIndex, move.FromIndex+1)
		switch {
		case p.promotesBy(m, by, i):
			move.Promotes = Knight
			if k, ok := names.promote(m, by, color); ok {
				move.Promotes = pieceOf(k)
			}
			if takesPawn {
				return nil, fmt.Errorf("capture %d takes a pawn on the last rank", i+1)
			}
		case takesPawn:
			columns[move.To][move.ToIndex] = by
		default:
			for move.ToIndex < len(columns[move.To]) && p.isBelow(m, columns[move.To][move.ToIndex], i) {
				move.ToIndex++
			}
			columns[move.To] = slices.Insert(columns[move.To], move.ToIndex, by)
		}
		moves = append(moves, move)
	}
	return append(moves, names.rest()...), nil
}

// roles are what variables call pieces, and the kinds that go by the name.
var roles = []struct {
	name  string
	kinds []facts.PieceKind
}{
	{"piece", []facts.PieceKind{facts.Queen, facts.Rook, facts.Knight}},
	{"dark", []facts.PieceKind{facts.DarkBishop}},
	{"light", []facts.PieceKind{facts.LightBishop}},
}

// names gives pieces that go together in a formula, queens, rooks and knights, their
// kinds.
type names struct {
	captured [2][facts.NumPieceKinds]int // still to be captured of those of the start
	promoted [2][facts.NumPieceKinds]int // still to become
}

// newNames decides how many of each kind promote and are captured.
func (p *problem) newNames(m formulaModel, pawns []chess.Square) *names {
	n := &names{}
	for c := range 2 {
		left := 0
		for _, pawn := range pawns {
			switch {
			case int(p.Start.Board[pawn].Color()) != c:
			case m.holds("role.%s.piece", pawn):
				left++
			case m.holds("role.%s.dark", pawn):
				n.promoted[c][facts.DarkBishop]++
			case m.holds("role.%s.light", pawn):
				n.promoted[c][facts.LightBishop]++
			}
		}
		for _, k := range roles[0].kinds {
			n.promoted[c][k] = max(0, p.Wants[c][k]-p.Pieces[c][k])
			left -= n.promoted[c][k]
		}
		for _, k := range roles[0].kinds {
			more := min(left, p.Wants[c][k]-p.Keep[c][k]-n.promoted[c][k])
			n.promoted[c][k] += more
			left -= more
		}
		for k := range facts.NumPieceKinds {
			n.captured[c][k] = p.Pieces[c][k] - p.Wants[c][k] + n.promoted[c][k]
		}
	}
	return n
}

// capture returns what the piece of a colour is that a slot takes.
func (n *names) capture(m formulaModel, i int, c chess.Color) (facts.PieceKind, bool) {
	return take(&n.captured[c], func(name string) bool { return m.holds("%s.%d.%s", name, i, c) })
}

// promote returns what a pawn becomes. It is false of one that does not stay.
func (n *names) promote(m formulaModel, pawn chess.Square, c chess.Color) (facts.PieceKind, bool) {
	return take(&n.promoted[c], func(name string) bool { return m.holds("role.%s.%s", pawn, name) })
}

// take finds a kind of a role of which some are left.
func take(left *[facts.NumPieceKinds]int, is func(name string) bool) (facts.PieceKind, bool) {
	for _, r := range roles {
		for _, k := range r.kinds {
			if left[k] > 0 && is(r.name) {
				left[k]--
				return k, true
			}
		}
	}
	return 0, false
}

// rest returns the captures of pieces by pieces.
func (n *names) rest() (moves []Move) {
	for c := range 2 {
		for k, count := range n.captured[c] {
			for range count {
				moves = append(moves, Move{Color: chess.Color(1 - c), From: None, Takes: pieceOf(facts.PieceKind(k)), Origin: None, To: None})
			}
		}
	}
	return moves
}
