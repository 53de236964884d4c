package kernel

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"retroproof/chess"
	"retroproof/encode"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/illegal/formula"
	"retroproof/sat"
)

// Ask puts the question of Find to a solver, as a formula: see package formula. The
// solver is a name that sat.New knows. The answer has the kernel of a model, which
// has been replayed, and its ranks if an extended one was asked for; Nodes are the
// solver's conflicts. If there is no extended kernel, Kernel stays Undecided: that is
// another question. The error is the context's or [sat.ErrConflictLimit] if the
// question stays open, or tells that a model was no kernel, which is a bug.
func Ask(ctx context.Context, start, goal *chess.Setup, extended bool, solver string) (Result, error) {
	var r Result
	p, err := newProblem(start, goal)
	if impossible := (*rules.Impossible)(nil); errors.As(err, &impossible) {
		return Result{Kernel: Absent, Extended: Absent, Impossible: impossible, refuted: impossible}, nil
	} else if err != nil {
		return r, err
	}
	f := formula.New(&p.Abstraction, extended)
	s, err := sat.New(solver)
	if err != nil {
		return r, err
	}
	defer s.Close()
	cnf := f.CNF()
	cnf.Emit(s)
	status, err := s.Solve(ctx)
	r.Nodes = uint64(s.Stats().Conflicts)
	switch status {
	case sat.Unsatisfiable:
		r.Extended = Absent
		if !extended {
			r.Kernel, r.refuted = Absent, p.noKernel()
		}
		return r, nil
	case sat.Unknown:
		return r, err
	}
	model := f.Model(func(b encode.Bool) bool { return s.Value(cnf.Lit(b)) })
	r.Moves, err = p.movesOf(model)
	if err == nil {
		err = Replay(start, goal, r.Moves)
	}
	if err != nil {
		return Result{}, fmt.Errorf("the model of %s is no kernel: %w", solver, err)
	}
	r.Kernel = Found
	if extended {
		e, ok := p.extend(r.Moves)
		if !ok {
			return Result{}, fmt.Errorf("the model of %s, %s, is no extended kernel", solver, FormatMoves(r.Moves))
		}
		r.Extended, r.Ranks = Found, e
	}
	return r, nil
}

// movesOf writes a model as a kernel. What promotes without capturing stays in its
// column until it is captured or the kernel ends.
func (p *problem) movesOf(m *formula.Model) ([]Move, error) {
	var columns [8][]chess.Square // pawns, by where they were at the start
	for f := range 8 {
		for r := range 8 {
			if sq := chess.MakeSquare(f, r); p.Start.Board[sq].Kind() == chess.Pawn {
				columns[f] = append(columns[f], sq)
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
	names := p.newNames(m)
	moves := p.deadCaptures()
	for i := range m.Captures {
		c := &m.Captures[i]
		if c.Pawn == chess.NoSquare {
			file, index := find(c.Victim)
			moves = append(moves, Move{Color: colorOf(c.Victim).Other(), From: None, Takes: Pawn, Origin: None, To: file, ToIndex: index})
			columns[file] = slices.Delete(columns[file], index, index+1)
			continue
		}
		color := colorOf(c.Pawn)
		move := Move{Color: color, Origin: None, To: c.To}
		switch {
		case c.Victim == chess.NoSquare:
			k, ok := names.capture(color.Other(), c.Piece)
			if !ok {
				return nil, fmt.Errorf("capture %d takes a piece that is not there", i+1)
			}
			move.Takes = pieceOf(k)
		case c.VictimPromoted:
			file, index := find(c.Victim)
			if file == None {
				move.Takes = Knight // it promoted by a capture, to what does not matter
				break
			}
			// All pawns ahead of it are its side's and have promoted, too, so that
			// the column without it is the one without the foremost.
			move.Takes, move.Origin = NoPiece, file
			columns[file] = slices.Delete(columns[file], index, index+1)
		default:
			move.Takes = Pawn
		}
		move.From, move.FromIndex = find(c.Pawn)
		if move.From != c.From {
			return nil, fmt.Errorf("capture %d: the pawn is on another file", i+1)
		}
		if move.Takes == Pawn {
			_, move.ToIndex = find(c.Victim)
		}
		columns[move.From] = slices.Delete(columns[move.From], move.FromIndex, move.FromIndex+1)
		switch {
		case c.Promotes:
			move.Promotes = Knight
			if b, ok := m.Becomes[c.Pawn]; ok {
				move.Promotes = pieceOf(names.promote(color, b))
			}
		case move.Takes == Pawn:
			columns[c.To][move.ToIndex] = c.Pawn
		default:
			move.ToIndex = p.place(columns[c.To], c)
			columns[c.To] = slices.Insert(columns[c.To], move.ToIndex, c.Pawn)
		}
		moves = append(moves, move)
	}
	return append(moves, names.rest()...), nil
}

// place returns the index that a pawn gets in a column: above black pawns that have
// promoted, and those that it is above of, and below white ones that have.
func (p *problem) place(column []chess.Square, c *formula.Capture) int {
	at := 0
	for i, pawn := range column {
		if slices.Contains(c.Below, pawn) {
			at = i + 1
		}
	}
	// All below the lowest of those are, and of the others only black ones that have
	// promoted are at the bottom.
	for at < len(column) && p.Start.Board[column[at]].Color() == chess.Black && !slices.Contains(c.OnFile, column[at]) {
		at++
	}
	return at
}

// names gives pieces that go together in a formula, queens, rooks and knights, their
// kinds.
type names struct {
	captured [2][facts.NumPieceKinds]int // still to be captured of those of the start
	promoted [2][facts.NumPieceKinds]int // still to become
}

// newNames decides how many of each kind promote and are captured.
func (p *problem) newNames(m *formula.Model) *names {
	n := &names{}
	for c := range 2 {
		left := 0
		for pawn, b := range m.Becomes {
			if int(p.Start.Board[pawn].Color()) != c {
				continue
			}
			switch b {
			case formula.BecomesPiece:
				left++
			case formula.BecomesDarkBishop:
				n.promoted[c][facts.DarkBishop]++
			case formula.BecomesLightBishop:
				n.promoted[c][facts.LightBishop]++
			}
		}
		kinds := []facts.PieceKind{facts.Queen, facts.Rook, facts.Knight}
		for _, k := range kinds {
			n.promoted[c][k] = max(0, p.Wants[c][k]-p.Pieces[c][k])
			left -= n.promoted[c][k]
		}
		for _, k := range kinds {
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

// capture returns what a captured piece is.
func (n *names) capture(c chess.Color, b formula.Becomes) (facts.PieceKind, bool) {
	return take(&n.captured[c], b)
}

// promote returns what a pawn becomes.
func (n *names) promote(c chess.Color, b formula.Becomes) facts.PieceKind {
	k, _ := take(&n.promoted[c], b)
	return k
}

func take(left *[facts.NumPieceKinds]int, b formula.Becomes) (facts.PieceKind, bool) {
	for k := range facts.NumPieceKinds {
		if left[k] > 0 && formula.BishopOf(k) == b {
			left[k]--
			return k, true
		}
	}
	return facts.Knight, false
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
