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

// modelKernel writes a model as a kernel, snapshot by snapshot.
type modelKernel struct {
	p       *problem
	m       formulaModel
	pawns   []chess.Square // of the start
	byPiece map[chess.Square]bool
	columns [8][]chess.Square // pawns that are left, by where they were at the start
	names   *names
	moves   []Move
}

// movesOf writes a model as a kernel. What promotes without capturing stays in its
// column until it is captured or the kernel ends.
func (p *problem) movesOf(m formulaModel) ([]Move, error) {
	k := modelKernel{p: p, m: m, moves: p.deadCaptures()}
	for f := range 8 {
		for r := range 8 {
			if sq := chess.MakeSquare(f, r); p.Start.Board[sq].Kind() == chess.Pawn {
				k.columns[f] = append(k.columns[f], sq)
				k.pawns = append(k.pawns, sq)
			}
		}
	}
	slots := p.Captures[0] + p.Captures[1]
	k.byPiece = p.piecesTake(m, k.pawns, slots)
	k.names = p.newNames(m, k.pawns)
	for i := range slots + 1 {
		by, used := k.which("takes", i)
		for _, pawn := range k.pawns {
			// A pawn that a piece takes is gone at the latest where it would promote.
			if file, _ := k.find(pawn); k.byPiece[pawn] && file != None && (fileOf(m, pawn, i) == None || p.rank(m, pawn, i) == lastRank(k.colorOf(pawn)) || i == slots ||
				pawn == by && p.promotesBy(m, pawn, i)) {
				k.pieceTakes(pawn)
			}
		}
		if !used {
			continue
		}
		if err := k.pawnTakes(by, i); err != nil {
			return nil, err
		}
	}
	return append(k.moves, k.names.rest()...), nil
}

// which returns the pawn of which a variable of a slot is true.
func (k *modelKernel) which(name string, i int) (chess.Square, bool) {
	n := slices.IndexFunc(k.pawns, func(at chess.Square) bool { return k.m.holds("%s.%s.%d", name, at, i) })
	if n < 0 {
		return chess.NoSquare, false
	}
	return k.pawns[n], true
}

// find returns the column of a pawn, and its place there; the column is None if it is gone.
func (k *modelKernel) find(pawn chess.Square) (file, index int) {
	for f, column := range k.columns {
		if i := slices.Index(column, pawn); i >= 0 {
			return f, i
		}
	}
	return None, 0
}

func (k *modelKernel) colorOf(pawn chess.Square) chess.Color { return k.p.Start.Board[pawn].Color() }

// pieceTakes adds the capture of a pawn by a piece.
func (k *modelKernel) pieceTakes(pawn chess.Square) {
	file, index := k.find(pawn)
	k.moves = append(k.moves, Move{Color: k.colorOf(pawn).Other(), From: None, Takes: Pawn, Origin: None, To: file, ToIndex: index})
	k.remove(file, index)
}

func (k *modelKernel) remove(file, index int) {
	k.columns[file] = slices.Delete(k.columns[file], index, index+1)
}

// pawnTakes adds the capture that a pawn makes in a slot.
func (k *modelKernel) pawnTakes(by chess.Square, i int) error {
	victim, takesPawn := k.which("taken", i)
	if file, _ := k.find(by); file == None { // what it became was taken by a piece
		if takesPawn {
			k.pieceTakes(victim)
		}
		return nil
	}
	move := Move{Color: k.colorOf(by), Origin: None}
	for f := range 8 {
		if k.m.holds("to.%d.%c", i, 'a'+f) {
			move.To = f
		}
	}
	if takesPawn {
		move.Takes = Pawn
		_, move.ToIndex = k.find(victim)
	} else if err := k.takesPiece(&move, i); err != nil {
		return err
	}
	move.From, move.FromIndex = k.find(by)
	if !k.m.holds("from.%d.%c", i, 'a'+move.From) {
		return fmt.Errorf("capture %d: the pawn is on another file", i+1)
	}
	k.remove(move.From, move.FromIndex)
	switch {
	case k.p.promotesBy(k.m, by, i):
		move.Promotes = Knight
		if kind, ok := k.names.promote(k.m, by, move.Color); ok {
			move.Promotes = pieceOf(kind)
		}
		if takesPawn {
			return fmt.Errorf("capture %d takes a pawn on the last rank", i+1)
		}
	case takesPawn:
		k.columns[move.To][move.ToIndex] = by
	default:
		for move.ToIndex < len(k.columns[move.To]) && k.p.isBelow(k.m, k.columns[move.To][move.ToIndex], i) {
			move.ToIndex++
		}
		k.columns[move.To] = slices.Insert(k.columns[move.To], move.ToIndex, by)
	}
	k.moves = append(k.moves, move)
	return nil
}

// takesPiece completes the move of a slot in which a pawn takes a piece, of the start or promoted.
func (k *modelKernel) takesPiece(move *Move, i int) error {
	became, takesPromoted := k.which("takenpiece", i)
	if !takesPromoted {
		kind, ok := k.names.capture(k.m, i, move.Color.Other())
		if !ok {
			return fmt.Errorf("capture %d takes a piece that is not there", i+1)
		}
		move.Takes = pieceOf(kind)
		return nil
	}
	file, index := k.find(became)
	if file == None {
		move.Takes = Knight // it promoted by a capture, to what does not matter
		return nil
	}
	// All pawns ahead of it are its side's and have promoted, too, so that
	// the column without it is the one without the foremost.
	move.Takes, move.Origin = NoPiece, file
	k.remove(file, index)
	return nil
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
