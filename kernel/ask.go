package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/kernel/formula"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/sat"
)

// Ask decides with a solver whether there is an extended kernel, by the formula of
// doc/formula.md. solver is a name that sat.New accepts. If the formula has a model, the result
// has its kernel, which has been replayed, and the kernel's ranks; Nodes counts the solver's
// conflicts. If there is no extended kernel, Kernel stays Undecided, as the formula does not
// decide that. The error is the context's, [sat.ErrConflictLimit] if the solver does not decide
// within its limit, or it says that a model does not replay as a kernel, which is a bug.
func Ask(ctx context.Context, start, goal *chess.Setup, solver string) (Result, error) {
	var r Result
	p, err := newProblem(start, goal)
	if impossible := (*rules.Impossible)(nil); errors.As(err, &impossible) {
		return Result{Kernel: Absent, Extended: Absent, Impossible: impossible, Refuted: impossible}, nil
	} else if err != nil {
		return r, err
	}
	cnf := formula.New(&p.Abstraction)
	s, err := sat.New(solver)
	if err != nil {
		return r, err
	}
	defer s.Close()
	cnf.Emit(s)
	status, err := s.Solve(ctx)
	r.Nodes = uint64(s.Stats().Conflicts)
	switch status {
	case sat.Unsatisfiable:
		r.Extended = Absent
		return r, nil
	case sat.Unknown:
		return r, err
	}
	model := formulaModel{}
	for i, name := range cnf.Names {
		model[name] = s.Value(i + 1)
	}
	r.Moves, err = p.movesOf(model)
	if err == nil {
		err = replay(start, goal, r.Moves)
	}
	if err != nil {
		return Result{}, fmt.Errorf("the model of %s is no kernel: %w", solver, err)
	}
	e, ok := p.extend(r.Moves)
	if !ok {
		return Result{}, fmt.Errorf("the model of %s, %s, is no extended kernel", solver, FormatMoves(r.Moves))
	}
	r.Kernel, r.Extended, r.Ranks = Found, Found, e
	return r, nil
}

// formulaModel is a model of a kernel question's formula, see doc/formula.md: the names
// of the variables that are true.
type formulaModel map[string]bool

func (m formulaModel) holds(format string, args ...any) bool { return m[fmt.Sprintf(format, args...)] }

// reading is a model with what both writers of kernels ask it.
type reading struct {
	*problem
	formulaModel
	pawns []chess.Square // of the start, by file
	slots int
	names *names
}

func (p *problem) read(m formulaModel) reading {
	r := reading{problem: p, formulaModel: m, pawns: pawnsByFile(p.Start), slots: p.Captures[0] + p.Captures[1]}
	r.names = p.newNames(m, r.pawns)
	return r
}

func (r *reading) colorOf(pawn chess.Square) chess.Color { return r.Start.Board[pawn].Color() }

// which returns the pawn of which a variable of a slot is true.
func (r *reading) which(name string, i int) (chess.Square, bool) {
	n := slices.IndexFunc(r.pawns, func(at chess.Square) bool { return r.holds("%s.%s.%d", name, at, i) })
	if n < 0 {
		return chess.NoSquare, false
	}
	return r.pawns[n], true
}

// rank returns the rank of a pawn of the start, 1 to 8, at a snapshot.
func (r *reading) rank(pawn chess.Square, t int) int {
	rank, start := 1, r.StartRank(pawn)+1
	for to := 2; to <= 8; to++ {
		exists := !r.Fixed.Has(pawn) && (r.colorOf(pawn) == chess.White) == (to > start)
		if exists && r.holds("rank.%s.%d.%d", pawn, t, to) || !exists && to <= start {
			rank = to
		}
	}
	return rank
}

// file returns the file on which a pawn is at a snapshot, or None.
func (r *reading) file(pawn chess.Square, t int) int {
	for f := range 8 {
		if r.holds("on.%s.%d.%c", pawn, t, 'a'+f) {
			return f
		}
	}
	return None
}

// toFile returns the file to which the capture of a slot leads.
func (r *reading) toFile(i int) (file int) {
	for f := range 8 {
		if r.holds("to.%d.%c", i, 'a'+f) {
			file = f
		}
	}
	return file
}

// lastRank returns the rank where pawns of a colour promote.
func lastRank(c chess.Color) int { return 8 - 7*int(c) }

// promotesBy reports whether a pawn promotes by the capture of a slot that it makes.
func (r *reading) promotesBy(pawn chess.Square, i int) bool {
	c := r.colorOf(pawn)
	return r.rank(pawn, i)+1-2*int(c) == lastRank(c)
}

// isBelow reports whether a pawn on the file of a capture is below it, or has promoted at
// the bottom.
func (r *reading) isBelow(pawn chess.Square, i int) bool {
	return r.holds("under.%s.%d", pawn, i) || r.colorOf(pawn) == chess.Black && r.rank(pawn, i) == 1
}

// piecesTake returns the pawns that pieces take, as kernels have it: a piece that was a
// pawn and that a piece takes might as well have been taken as a pawn. If it has promoted
// by a capture, a piece makes that capture instead.
func (r *reading) piecesTake() (byPiece map[chess.Square]bool) {
	byPiece = map[chess.Square]bool{}
	for _, at := range r.pawns {
		byPiece[at] = r.holds("bypiece.%s", at)
	}
	for again := true; again; {
		again = false
		for i := range r.slots {
			by, takes := r.which("takes", i)
			victim, takesPiece := r.which("takenpiece", i)
			if takes && takesPiece && byPiece[by] && !byPiece[victim] && r.promotesBy(by, i) {
				byPiece[victim], again = true, true
			}
		}
	}
	return byPiece
}

// modelKernel writes a model as a kernel, snapshot by snapshot.
type modelKernel struct {
	reading
	byPiece map[chess.Square]bool
	columns [8][]chess.Square // pawns that are left, by where they were at the start
	moves   []Move
}

// movesOf writes a model as a kernel. What promotes without capturing stays in its
// column until it is captured or the kernel ends.
func (p *problem) movesOf(m formulaModel) ([]Move, error) {
	k := modelKernel{reading: p.read(m), moves: p.deadCaptures()}
	k.byPiece = k.piecesTake()
	for _, pawn := range k.pawns {
		k.columns[pawn.File()] = append(k.columns[pawn.File()], pawn)
	}
	for i := range k.slots + 1 {
		by, used := k.which("takes", i)
		for _, pawn := range k.pawns {
			// A pawn that a piece takes is gone at the latest where it would promote.
			if file, _ := k.find(pawn); k.byPiece[pawn] && file != None && (k.file(pawn, i) == None ||
				k.rank(pawn, i) == lastRank(k.colorOf(pawn)) || i == k.slots || pawn == by && k.promotesBy(pawn, i)) {
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

// find returns the column of a pawn, and its place there; the column is None if it is gone.
func (k *modelKernel) find(pawn chess.Square) (file, index int) {
	for f, column := range k.columns {
		if i := slices.Index(column, pawn); i >= 0 {
			return f, i
		}
	}
	return None, 0
}

// pieceTakes adds the capture of a pawn by a piece.
func (k *modelKernel) pieceTakes(pawn chess.Square) {
	file, index := k.find(pawn)
	k.moves = append(k.moves, Move{Color: k.colorOf(pawn).Other(), From: None, Takes: Pawn, Origin: None, To: file,
		ToIndex: index})
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
	move := Move{Color: k.colorOf(by), Origin: None, To: k.toFile(i)}
	if takesPawn {
		move.Takes = Pawn
		_, move.ToIndex = k.find(victim)
	} else if err := k.takesPiece(&move, i); err != nil {
		return err
	}
	move.From, move.FromIndex = k.find(by)
	if !k.holds("from.%d.%c", i, 'a'+move.From) {
		return fmt.Errorf("capture %d: the pawn is on another file", i+1)
	}
	k.remove(move.From, move.FromIndex)
	switch {
	case k.promotesBy(by, i):
		move.Promotes = Knight
		if kind, ok := k.names.promote(k.formulaModel, by, move.Color); ok {
			move.Promotes = pieceOf(kind)
		}
		if takesPawn {
			return fmt.Errorf("capture %d takes a pawn on the last rank", i+1)
		}
	case takesPawn:
		k.columns[move.To][move.ToIndex] = by
	default:
		for move.ToIndex < len(k.columns[move.To]) && k.isBelow(k.columns[move.To][move.ToIndex], i) {
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
		kind, ok := k.names.capture(k.formulaModel, i, move.Color.Other())
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
func (n *names) rest() []Move { return pieceCaptures(&n.captured) }
