package ask

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
)

// LastMoves is the answer to which last moves led to a position.
type LastMoves struct {
	// The verdict is Illegal if no last move is possible, or if it is no position at all, Legal if one of them is. Its
	// game, if it has one, is that of a position before.
	Asked
	Moves []LastMove
	Cut   bool // the limit of positions ended the tree

	drawn []*Clock // positions before that the premise excludes as drawn
}

// MoveBack is a move that is taken back, with the man that it captured.
type MoveBack struct {
	Move     chess.Move `json:"-"`
	Captured chess.Man  `json:"-"`
	Text     string     `json:"un_move"` // "Kb1-a1", "Bc6xNd7", "d7xRe8=Q"
	UCI      string     `json:"move"`
	Letter   string     `json:"captured,omitempty"` // of the captured man
	Kind     string     `json:"kind"`               // "K-", "BxN", "PxR=Q", "ep", "O-O"; "P--" is a double step
	Verdict  Verdict    `json:"verdict"`
}

// LastMove is a last move, and the positions before it, which differ in castling rights and en passant squares.
type LastMove struct {
	MoveBack
	Before Positions
	// Earlier has, in a tree, the last moves of each position before that is not illegal; nil if the tree ends here, or
	// has them elsewhere.
	Earlier []*LastMoves

	states []*state // with Before
}

// With returns the last moves that have one of some verdicts.
func (l *LastMoves) With(verdicts ...Verdict) (list []*LastMove) {
	for i := range l.Moves {
		if slices.Contains(verdicts, l.Moves[i].Verdict) {
			list = append(list, &l.Moves[i])
		}
	}
	return list
}

// Unique returns the last move if all others are impossible, or nil.
func (l *LastMoves) Unique() *LastMove {
	if left := l.With(Possible, Open); len(left) == 1 {
		return left[0]
	}
	return nil
}

// Forced returns the unique last move, before it the unique one before that, and so on, as far as
// the tree goes and each has one position before it that is not illegal.
func (l *LastMoves) Forced() (list []*LastMove) {
	for l != nil && l.Unique() != nil {
		u := l.Unique()
		list = append(list, u)
		left := 0
		l = nil
		for i, before := range u.Before {
			if before.Verdict == kernel.Illegal {
				continue
			}
			if left++; left > 1 {
				return list
			}
			if u.Earlier != nil {
				l = u.Earlier[i]
			}
		}
	}
	return list
}

// Verdict is what is known of the position itself: it is illegal if all last moves are
// impossible and it is not the start, and legal if one of them is possible.
func (l *LastMoves) Verdict() kernel.Verdict {
	switch {
	case l.Whole.Verdict != kernel.Unknown:
		return l.Whole.Verdict
	case len(l.With(Possible)) > 0:
		return kernel.Legal
	case len(l.With(Open)) > 0:
		return kernel.Unknown
	}
	return kernel.Illegal
}

// Tree returns the last moves of the positions before, as far as they are in the tree.
func (m *LastMove) Tree() []*LastMoves {
	return slices.DeleteFunc(slices.Clone(m.Earlier), func(l *LastMoves) bool { return l == nil })
}

// String returns the text.
func (m *MoveBack) String() string { return m.Text }

// Reasons returns the reasons of the refutations of the positions before, each once.
func (m *LastMove) Reasons() []string {
	var reasons []string
	for _, before := range m.Before {
		if before.Verdict == kernel.Illegal && !slices.Contains(reasons, string(before.Reason)) {
			reasons = append(reasons, string(before.Reason))
		}
	}
	return reasons
}

// AskLastMoves decides which last moves can have led to a position.
func AskLastMoves(ctx context.Context, goal *chess.Setup, o Options) (*LastMoves, error) {
	return AskTree(ctx, goal, 1, o)
}

const (
	// DefaultLimit is the default of Options.Questions.
	DefaultLimit = 4_000
	// lastMoveGames is the number of attempts to build a game, as of retractGames.
	lastMoveGames = 80
)

// AskTree decides the last moves of a position, and those before each of them that is not impossible, and so on for a
// number of plies. Of the positions before the first ply it decides at most o.Questions. A position that several ways
// lead to has its last moves in one place, the nearest.
func AskTree(ctx context.Context, goal *chess.Setup, plies int, o Options) (*LastMoves, error) {
	o.Positions = cmp.Or(o.Positions, DefaultPositions)
	m, err := newMemory(&o, math.MaxInt32, lastMoveGames)
	if err != nil {
		return nil, err
	}
	m.o.Resolve.Few = false // for open ones with many men walks are dear
	m.failures, m.inVain, m.fewKin, m.fewOpen = cmp.Or(o.Games, DefaultGames), mostInVain, fewOpenKin, fewOpen
	l := &LastMoves{Asked: o.asked(goal)}
	var root *state
	if root, l.Whole, err = m.ask(ctx, goal); root == nil || err != nil {
		return l, err // Whole says why it is none
	}
	if l.Whole.Verdict == kernel.Illegal {
		// The refutation of the position refutes every position before it.
		m.left, m.glances = 0, 0
		if err := m.retract(ctx, root, true); err != nil && !errors.Is(err, errLimit) {
			return nil, err
		}
		l.Moves = m.lastMoves(root).Moves
		for i := range l.Moves {
			l.Moves[i].Verdict = Impossible
		}
		return l, nil
	}
	err = m.retract(ctx, root, plies > 1)
	var levels [][]*state
	if err == nil {
		m.left = cmp.Or(o.Questions, DefaultLimit)
		levels, l.Cut, err = m.levels(ctx, root, plies)
	}
	if err == nil {
		only := func() bool { return plies == 1 && len(m.lastMoves(root).With(Possible, Open)) <= 1 }
		err = m.later(ctx, levels[1:], only)
	}
	if err == nil {
		l.drawn, err = m.endDrawn(ctx, levels[:len(levels)-1])
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	l.Moves = m.lastMoves(root).Moves
	m.earlier(l, root, plies)
	return l, err
}

// earlier adds the last moves of the positions before, the nearer ones first.
func (m *memory) earlier(l *LastMoves, root *state, plies int) {
	type asked struct {
		*LastMoves
		s *state
	}
	told := map[*state]bool{root: true}
	for level := []asked{{l, root}}; plies > 1; plies-- {
		var next []asked
		for _, a := range level {
			for i := range a.Moves {
				u := &a.Moves[i]
				for j, before := range u.states {
					if before.Verdict == kernel.Illegal || before.Reason == kernel.IsStart || !before.taken || told[before] {
						continue
					}
					told[before] = true
					if u.Earlier == nil {
						u.Earlier = make([]*LastMoves, len(u.Before))
					}
					u.Earlier[j] = m.lastMoves(before)
					u.Earlier[j].Whole = *newAnswer(&before.Setup)
					next = append(next, asked{u.Earlier[j], before})
				}
			}
		}
		level = next
	}
}

// lastMoves returns the last moves of a position whose un-moves were taken, with games.
func (m *memory) lastMoves(s *state) *LastMoves {
	l := &LastMoves{Asked: Asked{s.Setup, m.start, s.Answer}, Moves: movesTo(s)}
	for i := range l.Moves {
		for j, before := range l.Moves[i].Before {
			if before.Verdict == kernel.Legal {
				before.Game = m.game(l.Moves[i].states[j])
			}
		}
	}
	return l
}

// movesTo returns the last moves of positions with the same men, in the order in which they are found.
func movesTo(states ...*state) (moves []LastMove) {
	type same struct {
		move     chess.Move
		captured chess.Man
	}
	known := map[same]int{}
	for _, s := range states {
		for _, b := range s.back {
			key := same{b.Move, b.Captured}
			i, ok := known[key]
			if !ok {
				i = len(moves)
				known[key] = i
				moves = append(moves, LastMove{MoveBack: moveTo(&s.position, b.Move, b.Captured)})
			}
			u, before := &moves[i], b.before.Answer
			u.Before, u.states = append(u.Before, &before), append(u.states, b.before)
		}
	}
	for i := range moves {
		moves[i].Verdict = moves[i].Before.Verdict()
	}
	return moves
}

// moveTo returns a last move of a position, without a verdict.
func moveTo(p *chess.Position, m chess.Move, captured chess.Man) MoveBack {
	letter := ""
	if captured != chess.NoMan {
		letter = string(captured.Kind().Letter())
	}
	return MoveBack{m, captured, p.UnmoveText(m, captured), m.UCI(), letter, kindOf(p, m, letter), Open}
}

// kindOf returns the kind of a last move as lists of composers have it: the man that moved, "-"
// or "x" and the man that it captured, and "=" with the man that a pawn became; "P--" is a
// double step, "ep" a capture en passant, "O-O" and "O-O-O" castling. p is the position after
// the move.
func kindOf(p *chess.Position, m chess.Move, captured string) string {
	switch {
	case m.IsEnPassant():
		return "ep"
	case m.IsCastling() && m.To().File() == 6:
		return "O-O"
	case m.IsCastling():
		return "O-O-O"
	}
	man := p.At(m.To()).Kind()
	promoted := m.Promotion() != chess.NoKind
	if promoted {
		man = chess.Pawn
	}
	text := string(man.Letter())
	step := m.To().Rank() - m.From().Rank()
	switch {
	case captured != "":
		text += "x" + captured
	case man == chess.Pawn && (step == 2 || step == -2):
		text += "--"
	default:
		text += "-"
	}
	if promoted {
		text += "=" + string(m.Promotion().Letter())
	}
	return text
}
