package ask

import (
	"slices"

	"retroproof/chess"
	"retroproof/proofs/illegal/core"
)

// history is a position with what became of all men of the start on the way there: as much of a game as questions about
// men ask.
type history struct {
	at  chess.Setup
	men []fate // of the start, by its squares
}

// fate is what became of a man of the start.
type fate struct {
	home     chess.Square
	man      chess.Man    // at the start
	at       chess.Square // where it is, or was captured
	moved    bool
	promoted chess.Square // where, or NoSquare
	by       chess.Square // home of the man that captured it, or NoSquare
	takenOn  chess.Square // where the capturing man went
	byPawn   bool
}

func (f *fate) gone() bool { return f.by != chess.NoSquare }

// kind is what a captured man was, of core.StatementMen.
func (f *fate) kind() string {
	switch {
	case f.promoted != chess.NoSquare:
		return "promoted"
	case f.man.Kind() == chess.Pawn:
		return "pawn"
	case f.man.Kind() != chess.Bishop:
		return "piece"
	case f.takenOn.Dark():
		return "dark"
	}
	return "light"
}

// begun is the history without a move.
func begun(start chess.Setup) history {
	h := history{at: start}
	for i, m := range start.Board {
		if sq := chess.Square(i); m != chess.NoMan {
			h.men = append(h.men, fate{home: sq, man: m, at: sq, promoted: chess.NoSquare, by: chess.NoSquare})
		}
	}
	return h
}

// play returns the history after a move.
func (h *history) play(p *chess.Position, m chess.Move) history {
	next := history{men: slices.Clone(h.men)}
	victim := m.To()
	if m.IsEnPassant() {
		victim = chess.MakeSquare(m.To().File(), m.From().Rank())
	}
	if f := next.on(victim); f != nil && p.Captured(m) != chess.NoMan {
		f.by, f.takenOn, f.byPawn = h.on(m.From()).home, m.To(), p.At(m.From()).Kind() == chess.Pawn
	}
	for _, path := range chess.CastlingPaths {
		if m.IsCastling() && path.KingTo == m.To() {
			rook := next.on(path.Home[1].Square)
			rook.at, rook.moved = path.RookTo, true
		}
	}
	f := next.on(m.From())
	f.at, f.moved = m.To(), true
	if m.Promotion() != chess.NoKind {
		f.promoted = m.To()
	}
	q := *p
	q.Make(m)
	next.at = q.Setup()
	return next
}

// on returns the man on a square, and from the one that was there at the start; nil if there is none.
func (h *history) on(at chess.Square) *fate {
	return h.first(func(f fate) bool { return f.at == at && !f.gone() })
}

func (h *history) from(home chess.Square) *fate {
	return h.first(func(f fate) bool { return f.home == home })
}

func (h *history) first(is func(fate) bool) *fate {
	if i := slices.IndexFunc(h.men, is); i >= 0 {
		return &h.men[i]
	}
	return nil
}

// takes returns where a man has captured as a pawn. Each of its captures was farther on than those before.
func (h *history) takes(by *fate) (on []chess.Square) {
	for _, f := range h.men {
		if f.by == by.home && f.byPawn {
			on = append(on, f.takenOn)
		}
	}
	slices.SortFunc(on, func(a, b chess.Square) int {
		return by.man.Color().RelativeRank(a.Rank()) - by.man.Color().RelativeRank(b.Rank())
	})
	return on
}

// has reports whether a statement is true of the history. dead has the bishops that are said to have been captured at
// home.
func (h *history) has(s *core.Statement, dead chess.Bitboard) bool {
	here := func(sq chess.Square) bool { return s.At == fileName(sq.File()) }
	is := func(f fate) bool {
		pawn, took := f.home.String() == s.Pawn, f.gone() && f.man.Color().String() != s.Side
		switch s.Kind {
		case core.Stands:
			return pawn && !f.gone() && f.promoted == chess.NoSquare && f.at.String() == s.At
		case core.Promoted:
			return pawn && !f.gone() && f.promoted != chess.NoSquare && here(f.promoted)
		case core.TakenByPawn:
			return pawn && f.gone() && f.byPawn && here(f.takenOn)
		case core.TakenByPiece:
			return pawn && f.gone() && !f.byPawn
		case core.Took:
			return took && f.byPawn && here(f.takenOn) && f.kind() == s.Man
		case core.TookNothing:
			return took && f.byPawn && here(f.takenOn)
		}
		return took && !f.byPawn && !dead.Has(f.home) // core.PieceTook
	}
	return slices.ContainsFunc(h.men, is) != (s.Kind == core.TookNothing)
}

// played is a game.
type played struct {
	history
	start    chess.Setup
	before   []history
	moves    []string   // as UCI has them
	last     chess.Move // if there is a move
	captured chess.Man

	count map[string]int // answers that a game could have contradicted, of all games so far
}

// play adds a move.
func (g *played) play(p *chess.Position, m chess.Move) {
	g.before = append(g.before, g.history)
	g.moves = append(g.moves, m.UCI())
	g.last, g.captured, g.history = m, p.Captured(m), g.history.play(p, m)
}

// counted counts an answer if it is one.
func (g *played) counted(what string, is bool) {
	if is {
		g.count[what]++
	}
}
