package ask

import (
	"cmp"
	"context"
	"slices"

	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
)

// LastMoves is the answer to which last moves led to a position.
type LastMoves struct {
	Setup chess.Setup
	Start chess.Setup
	// Whole is the verdict on the position itself: Illegal if no last move is possible, or if
	// it is no position at all, Legal if one of them is. Its game, if it has one, is that of a
	// position before.
	Whole resolve.Answer
	Moves []LastMove
}

// LastMove is a last move with the man that it captured, and the positions before it, which
// differ in castling rights and en passant squares.
type LastMove struct {
	Move     chess.Move
	Captured chess.Man
	Text     string // "Kb1-a1", "Bc6xNd7", "d7xRe8=Q"
	Kind     string // "K-", "BxN", "PxR=Q", "ep", "O-O"; "P--" is a double step
	Verdict  Verdict
	Before   []*resolve.Answer
	Unmoves  []chess.Unmove // leading to Before
	// Earlier has, in a tree, the last moves of each position before that is not illegal; it is
	// nil if the tree ends here.
	Earlier []*LastMoves
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
	l := &LastMoves{Setup: *goal, Start: *rules.StartOr(o.Resolve.Refute.Start)}
	var err error
	if l.Whole, err = o.glance(ctx, goal); err != nil {
		return nil, err
	}
	p, bad := chess.NewPosition(*goal)
	if bad != nil {
		return l, nil // Whole says why it is none
	}
	var groups []*group
	for _, r := range p.Retractions(nil, chess.UnmoveOptions{MaterialLimit: l.Start == chess.InitialSetup()}) {
		m := LastMove{Move: r.Move, Captured: r.Captured, Text: p.UnmoveText(r.Move, r.Captured), Kind: kindOf(p, r.Move, r.Captured)}
		m.Unmoves = r.Unmoves(nil)
		for _, u := range m.Unmoves {
			q := p.Before(u)
			s := q.Setup()
			s = withoutClocks(&s)
			m.Before = append(m.Before, newAnswer(&s))
		}
		l.Moves = append(l.Moves, m)
		groups = append(groups, &group{cases: m.Before})
	}
	if l.Whole.Verdict == kernel.Illegal {
		// The refutation of the position refutes every position before it.
		for i := range l.Moves {
			l.Moves[i].Verdict = Impossible
		}
		return l, nil
	}
	err = o.decide(ctx, groups, true)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	for i, g := range groups {
		l.Moves[i].Verdict = g.verdict()
	}
	return l, err
}

// AskTree decides the last moves of a position, and those before each of them that is not
// impossible, and so on for a number of plies. It asks about at most o.Questions positions; where
// that ended the tree, cut is true.
func AskTree(ctx context.Context, goal *chess.Setup, plies int, o Options) (l *LastMoves, cut bool, err error) {
	left := cmp.Or(o.Questions, DefaultQuestions)
	l, err = o.tree(ctx, goal, plies, &left)
	return l, left < 0, err
}

// tree asks about a position and then about those before it.
func (o *Options) tree(ctx context.Context, goal *chess.Setup, plies int, left *int) (*LastMoves, error) {
	l, err := AskLastMoves(ctx, goal, *o)
	if err != nil || plies <= 1 {
		return l, err
	}
	for i := range l.Moves {
		m := &l.Moves[i]
		if m.Verdict == Impossible {
			continue
		}
		m.Earlier = make([]*LastMoves, len(m.Before))
		for j, before := range m.Before {
			if before.Verdict == kernel.Illegal || before.Reason == kernel.IsStart {
				continue
			}
			if *left--; *left < 0 {
				return l, nil
			}
			if m.Earlier[j], err = o.tree(ctx, &before.Setup, plies-1, left); err != nil {
				return l, err
			}
		}
	}
	return l, nil
}

// kindOf returns the kind of a last move as lists of composers have it: the man that moved, "-"
// or "x" and the man that it captured, and "=" with the man that a pawn became; "P--" is a
// double step, "ep" a capture en passant, "O-O" and "O-O-O" castling. p is the position after
// the move.
func kindOf(p *chess.Position, m chess.Move, captured chess.Man) string {
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
	text := string(chess.MakeMan(chess.White, man).Letter())
	step := m.To().Rank() - m.From().Rank()
	switch {
	case captured != chess.NoMan:
		text += "x" + string(chess.MakeMan(chess.White, captured.Kind()).Letter())
	case man == chess.Pawn && (step == 2 || step == -2):
		text += "--"
	default:
		text += "-"
	}
	if promoted {
		text += "=" + string(chess.MakeMan(chess.White, m.Promotion()).Letter())
	}
	return text
}
