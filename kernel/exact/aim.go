package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// Aim is what games lead to if it is no diagram: the last move, and what the position is after it. What is left at its
// zero value may be anything.
type Aim struct {
	Kind      chess.Kind     // of the man that makes the last move: a pawn if it promotes
	From, To  chess.Bitboard // squares that it leaves, and goes to; none for any
	Capture   Capturing
	Victim    chess.Kind // what is captured
	EnPassant bool       // it is a capture en passant
	Castling  bool       // it is castling; To says which
	Promotes  bool       // it is a promotion
	Promotion chess.Kind // to this piece
	End       End
	Home      [2]bool // the men of a side stand where men of their kind begin, as indices
}

// Capturing says whether a move captures.
type Capturing uint8

// Whether it captures.
const (
	Either Capturing = iota
	Captures
	Quiet
)

// End is what the position is at the end.
type End uint8

// The ends.
const (
	AnyEnd End = iota
	Check      // or mate
	Mate
	Stalemate
)

// isLast reports whether a move may be the last one.
func (a *Aim) isLast(p *chess.Position, m chess.Move) bool {
	victim := p.Captured(m)
	for _, wrong := range [...]bool{
		a.Kind != chess.NoKind && p.At(m.From()).Kind() != a.Kind,
		a.From != 0 && !a.From.Has(m.From()),
		a.To != 0 && !a.To.Has(m.To()),
		a.Capture == Captures && victim == chess.NoMan,
		a.Capture == Quiet && victim != chess.NoMan,
		a.Victim != chess.NoKind && victim.Kind() != a.Victim,
		a.EnPassant && !m.IsEnPassant(),
		a.Castling && !m.IsCastling(),
		a.Promotes && m.Promotion() == chess.NoKind,
		a.Promotion != chess.NoKind && m.Promotion() != a.Promotion,
		(a.End == Check || a.End == Mate) && !mayCheck(p, m),
	} {
		if wrong {
			return false
		}
	}
	return true
}

// mayCheck reports whether a move may give check: directly, or as the man leaves a line of the king's. Most do not, and
// need not be made.
func mayCheck(p *chess.Position, m chess.Move) bool {
	from, to, king := m.From(), m.To(), p.King(p.Turn().Other())
	if m.IsCastling() || m.IsEnPassant() || m.Promotion() != chess.NoKind {
		return true
	}
	man, occupied := p.At(from), p.Occupied()&^from.Bit()|to.Bit()
	return chess.Attacks(man, to, occupied).Has(king) ||
		(chess.RookAttacks(king, 0) | chess.BishopAttacks(king, 0)).Has(from)
}

// reached reports whether a position is what is wanted at the end.
func (a *Aim) reached(p *chess.Position) bool {
	for c := chess.White; c <= chess.Black; c++ {
		if a.Home[c] && away(p, c) != 0 {
			return false
		}
	}
	switch a.End {
	case Check:
		return p.InCheck()
	case Mate:
		return p.IsCheckmate()
	case Stalemate:
		return p.IsStalemate()
	}
	return true
}

// homes are the squares where men begin, by man.
var homes = func() (all [256]chess.Bitboard) {
	for _, m := range chess.InitialSetup().Men() {
		all[m.Man] |= m.Square.Bit()
	}
	return all
}()

// away returns the men of a side that stand where no man of their kind begins.
func away(p *chess.Position, c chess.Color) (set chess.Bitboard) {
	for k := chess.King; k <= chess.Pawn; k++ {
		m := chess.MakeMan(c, k)
		set |= p.Men(m) &^ homes[m]
	}
	return set
}

// sight looks for positions from which an aim is too far.
type sight struct{ routes *ways.Routes }

func newSight(start *chess.Position) *sight { return &sight{newRoutes(0, start)} }

// may reports whether the aim may be reached with a number of plies, the side to move first. It is to be cheap: men are
// looked at as if they were alone on the board.
func (s *sight) may(t *Target, p *chess.Position, plies int, w *wanted) bool {
	a, left := t.Aim, t.movesLeft(p.Turn(), plies)
	for c := chess.White; c <= chess.Black; c++ {
		// A move brings one man home at most, or captures one.
		if a.Home[c] && away(p, c).Count() > left[0]+left[1] {
			return false
		}
	}
	last := t.Turn(p.Turn(), plies).Other() // the side that makes the last move
	own := p.Side(last)
	if !s.comes(p, last, left, a) || !s.caught(t, p, w, left) {
		return false
	}
	if plies > 1 {
		return true
	}
	// One ply is left, which is the case of most positions.
	if a.EnPassant && p.CapturableEnPassant() == chess.NoSquare {
		return false
	}
	if a.Promotes && own&p.Kind(chess.Pawn)&chess.RankSet(last.RelativeRank(6)) == 0 {
		return false
	}
	if a.Capture != Captures || a.EnPassant {
		return true
	}
	targets := p.Side(last.Other())
	if a.Victim != chess.NoKind {
		targets &= p.Kind(a.Victim)
	}
	if a.To != 0 {
		targets &= a.To
	}
	for ; targets != 0; targets = targets.WithoutFirst() {
		if p.Attacked(targets.First(), last) {
			return true
		}
	}
	// What is captured may be a pawn that has just made a double step.
	return p.CapturableEnPassant() != chess.NoSquare
}

// caught reports whether the men that are to be captured on some square may get there in time.
func (s *sight) caught(t *Target, p *chess.Position, w *wanted, left [2]int) bool {
	for i, c := range t.Captured {
		if w[i] == 0 || c.On == chess.NoSquare {
			continue
		}
		sq := chess.Square(w[i] - 1)
		m := p.At(sq)
		if m.Kind() != chess.Pawn && sq != c.On && !s.routes.From(m, sq).UpTo(left[m.Color()]).Has(c.On) {
			return false
		}
	}
	return true
}

// comes reports whether a piece of the kind that makes the last move may get in time to where it goes with it, what it
// captures may be there, and the king may stand where a knight gives check.
func (s *sight) comes(p *chess.Position, c chess.Color, left [2]int, a *Aim) bool {
	to := a.To
	if to == 0 {
		to = chess.AllSquares
	}
	// Between now and the last of several moves men leave lines; before a single move only those do that the other
	// side moves or captures, if it is its turn.
	alone := p.CapturableEnPassant() == chess.NoSquare // a capture en passant opens a line twice
	other := c.Other()
	if a.Capture == Captures && a.Victim != chess.Pawn {
		to &= s.reach(p, other, a.Victim, left[other], 0, alone, p.Turn() != other)
	}
	switch a.Kind {
	case chess.NoKind, chess.Pawn, chess.King: // pawns come soon, and kings castle
		return to != 0
	}
	to &= s.reach(p, c, a.Kind, left[c], 1, alone, p.Turn() != c)
	// Other pieces get nearly everywhere in two moves. A knight is on the squares early with a move to spare, and on
	// the last of them with two.
	if a.Kind != chess.Knight || a.End != Check && a.End != Mate || left[other] > mostWalks ||
		s.reach(p, c, chess.Pawn, left[c], 1, false, false) == chess.AllSquares {
		return to != 0
	}
	var early [2]chess.Bitboard
	for i := range min(2, left[c]-1) {
		early[i] = s.reach(p, c, a.Kind, left[c]-1-i, 1, false, false)
	}
	if to&early[0]&early[1] != 0 {
		return true
	}
	for b := to; b != 0; b = b.WithoutFirst() {
		if s.checks(p, c, left, a, b.First(), early[0].Has(b.First())) {
			return true
		}
	}
	return false
}

// mostWalks is the largest number of moves for which it is looked where a man can walk among others.
const mostWalks = 4

// checks reports whether a knight may give check with its last move, which leads to a square: from there, or by leaving
// a line. The cost is that of some tens of attacks. The other side has moves for what is captured there and for the
// king, and for its men on the way of one of them. Such men may be captured on the way of that knight. Others would
// capture them with one move, and leave with a second one; but what is captured on the square, and the king, may
// themselves go where there was one.
func (s *sight) checks(p *chess.Position, c chess.Color, left [2]int, a *Aim, to chess.Square, spare bool) bool {
	other, m := c.Other(), chess.MakeMan(c, a.Kind)
	moves := left[other]
	way := p.Men(m) // squares that it may pass
	for b := p.Men(m); b != 0; b = b.WithoutFirst() {
		from, back := s.routes.From(m, b.First()), s.routes.To(m, to)
		for n := range left[c] {
			way |= from.UpTo(n) & back.UpTo(left[c]-n)
		}
	}
	if sq := p.CapturableEnPassant(); sq != chess.NoSquare {
		way |= (sq ^ 8).Bit()
	}
	men := p.Side(other) &^ way &^ p.Kind(chess.King)
	plain, among := 0, 0
	if a.Capture == Captures && a.Victim != chess.NoKind && a.Victim != chess.Pawn &&
		s.reach(p, other, chess.Pawn, moves, 0, false, false) != chess.AllSquares {
		plain, among = moves+1, moves+1
		for b, v := p.Men(chess.MakeMan(other, a.Victim)), chess.MakeMan(other, a.Victim); b != 0; b = b.WithoutFirst() {
			plain = min(plain, first(walk(v, b.First(), 0, moves, false), to))
			among = min(among, first(walk(v, b.First(), men, moves, spare), to))
		}
	}
	if among > moves || spare {
		return among <= moves // a move to spare may be that of a man behind
	}
	// Castling moves king and rook at once: two moves less than they need alone, and one less than the king.
	castling := 0
	for i := range chess.CastlingPaths {
		path := &chess.CastlingPaths[i]
		if p.Castling().Has(1<<i) && path.Home[0].Square == p.King(other) && (path.Empty&men).Count() < moves {
			castling = 1
			men &^= p.Kind(chess.Rook)
		}
	}
	king, rest := chess.MakeMan(other, chess.King), moves+castling
	kings := walk(king, p.King(other), men&^p.Kind(a.Victim), rest, false)[min(rest, moves-plain+2*castling)] &
		walk(king, p.King(other), 0, rest, false)[min(rest, moves-among+2*castling)]
	front := chess.Attacks(m, to, 0)
	if front&kings != 0 {
		return true
	}
	// By leaving a line: the man behind it does not move any more, nor do others of its side, but they may be captured.
	for b := p.Side(c) & (p.Kind(chess.Queen) | p.Kind(chess.Rook) | p.Kind(chess.Bishop)); b != 0; b = b.WithoutFirst() {
		sq := b.First()
		for t := kings & chess.Attacks(p.At(sq), sq, 0); t != 0; t = t.WithoutFirst() {
			between := chess.Between(sq, t.First())
			if between&front != 0 && (between&p.Side(c)&^p.Kind(a.Kind)).Count() <= moves {
				return true
			}
		}
	}
	return false
}

// walk returns, by number of moves, the squares that a man may get to with as many, one of which goes for each of the
// men that stand in its way, but for those whose squares it goes to if these may have been captured there.
func walk(m chess.Man, from chess.Square, men chess.Bitboard, most int, captured bool) (to byMoves) {
	to[0] = from.Bit()
	for n := range most {
		to[n+1] |= to[n]
		for b := to[n]; b != 0; b = b.WithoutFirst() {
			stand := men
			for i := n + 1; i <= most; i++ {
				on := chess.Attacks(m, b.First(), stand)
				if captured {
					to[i] |= on
				} else {
					to[i] |= on &^ stand
				}
				stand &^= on
			}
		}
	}
	return to
}

// byMoves are sets of squares by number of moves.
type byMoves [mostWalks + 2]chess.Bitboard

// first returns the least number of moves to a square, a large one if there is none.
func first(to byMoves, sq chess.Square) int {
	for n, set := range to {
		if set.Has(sq) {
			return n
		}
	}
	return len(to)
}

// reach returns the squares that men of a kind may be on after a number of moves, those they are on included, promoted
// with so many of them left. With near the men that are in the way of a single move count: all of them or, if the other
// side moves before, all but the first on each line.
func (s *sight) reach(p *chess.Position, c chess.Color, k chess.Kind, moves, then int, near,
	waits bool) chess.Bitboard {
	set := chess.NoSquares
	if k == chess.NoKind {
		return chess.AllSquares
	}
	for b := p.Side(c) & p.Kind(chess.Pawn); b != 0; b = b.WithoutFirst() {
		if steps := min(5, 7-c.RelativeRank(b.First().Rank())); steps+then <= moves {
			return chess.AllSquares // it goes somewhere, or promotes
		}
	}
	if k == chess.Pawn {
		return set
	}
	for b := p.Side(c) & p.Kind(k); b != 0; b = b.WithoutFirst() {
		sq, m, occupied := b.First(), chess.MakeMan(c, k), p.Occupied()
		set |= sq.Bit()
		if moves != 1 || !near {
			set |= s.routes.From(m, sq).UpTo(moves)
			continue
		}
		on := chess.Attacks(m, sq, occupied)
		if waits {
			on |= chess.Attacks(m, sq, occupied&^on)
		}
		set |= on
	}
	return set
}
