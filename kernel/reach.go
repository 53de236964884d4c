package kernel

import "retroproof/chess"

// Rules that ask which man of the start can have become which man of the goal.
// They use squares that are blocked: the man on one never moves and is never
// captured between start and goal, so that no other man ever comes there or
// passes over. All other men are taken to be out of the way, and captures to be
// at hand where a pawn wants one, up to their number.

const (
	// PieceUnreachable: no man of the start can have become this one of the goal.
	PieceUnreachable Reason = "PieceUnreachable"
	// MenUnmatched: some men of the goal have too few men of the start between
	// them that can have become them.
	MenUnmatched Reason = "MenUnmatched"
	// BlockedChanged: a man that never moves is another one, or gone, at the goal.
	BlockedChanged Reason = "BlockedChanged"
)

// reach is what is known of one start and one goal.
type reach struct {
	start, goal *chess.Setup
	captures    [2]int // that a side makes
	blocked     chess.Bitboard
	blockedPawn [2]chess.Bitboard            // the pawns among them
	cones       [64]pawnCone                 // of the start's pawns
	sources     [64]chess.Bitboard           // by goal square: men of the start that can have become its man
	pawnsOf     [2]chess.Bitboard            // the start's pawns
	at          [chess.NumMen]chess.Bitboard // where men stand at the start

	// regions are sets of squares that are connected for a piece, as far as they
	// have been asked for.
	regions [chess.NumMen][6]chess.Bitboard
}

// pawnCone is where a pawn of the start can get.
type pawnCone struct {
	squares  chess.Bitboard // as a pawn, its own square included
	promotes chess.Bitboard
	takes    chess.Bitboard // squares on which it can capture, those included where it promotes
}

// checkReach refutes a goal if some of its men cannot have come from the start.
// The goal breaks no static rule.
func checkReach(start, goal *chess.Setup) *Impossible {
	_, refuted := newReach(start, goal)
	return refuted
}

// newReach finds blocked squares and matches the men of start and goal.
func newReach(start, goal *chess.Setup) (*reach, *Impossible) {
	r := prepareReach(start, goal)
	return r, r.solve()
}

// prepareReach only counts.
func prepareReach(start, goal *chess.Setup) *reach {
	r := &reach{start: start, goal: goal}
	men := [2][2]int{}
	for sq := range chess.Square(64) {
		if m := start.Board[sq]; m != chess.NoMan {
			men[0][m.Color()]++
			r.at[m&(chess.NumMen-1)] |= sq.Bit()
		}
		if m := goal.Board[sq]; m != chess.NoMan {
			men[1][m.Color()]++
		}
	}
	for c := range 2 {
		r.captures[1-c] = men[0][c] - men[1][c]
		r.pawnsOf[c] = r.at[chess.MakeMan(chess.Color(c), chess.Pawn)]
	}
	return r
}

// solve is the rest of newReach.
func (r *reach) solve() *Impossible {
	for i, squares := range castlingSquares {
		// King and rook of a right that is still there have never moved.
		if r.goal.Castling.Has(1 << i) {
			r.blocked |= squares
		}
	}
	// What is blocked decides what is reachable, and a man that could not come
	// back to its square has never left it.
	for {
		for c := range 2 {
			r.blockedPawn[c] = r.blocked & r.pawnsOf[c]
		}
		before := r.blocked
		r.regions = [chess.NumMen][6]chess.Bitboard{}
		r.findCones()
		if refuted := r.findSources(); refuted != nil {
			return refuted
		}
		if r.captures == [2]int{} {
			if refuted := r.deadlock(); refuted != nil {
				return refuted
			}
		}
		if r.blocked == before {
			break
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		if refuted := r.match(c); refuted != nil {
			return refuted
		}
	}
	if r.captures == [2]int{} {
		if refuted := r.parity(); refuted != nil {
			return refuted
		}
	}
	return nil
}

// findCones finds where the pawns of the start can get: a capture takes one of
// those that the side makes, and no pawn comes to a blocked square.
func (r *reach) findCones() {
	for c := chess.White; c <= chess.Black; c++ {
		up, last := 8, 7
		if c == chess.Black {
			up, last = -8, 0
		}
		for sq := range r.pawnsOf[c].Squares() {
			cone := pawnCone{squares: sq.Bit()}
			if !r.blocked.Has(sq) {
				// The squares with 0, 1, ... captures, rank by rank.
				var at [9]chess.Bitboard
				at[0] = sq.Bit()
				most := min(r.captures[c], 8)
				for rank := sq.Rank(); rank != last; rank += up / 8 {
					var next [9]chess.Bitboard
					any := chess.NoSquares
					for n := 0; n <= most; n++ {
						b := shift(at[n], up)
						if n > 0 {
							takes := shift(at[n-1]&^chess.FileSet(0), up-1) | shift(at[n-1]&^chess.FileSet(7), up+1)
							cone.takes |= takes &^ r.blocked
							b |= takes
						}
						next[n] = b &^ r.blocked
						any |= next[n]
					}
					at = next
					cone.squares |= any
				}
				cone.promotes = cone.squares & chess.RankSet(last)
				cone.squares &^= cone.promotes
			}
			r.cones[sq] = cone
		}
	}
}

// shift moves a set by n squares, to higher ones if n is positive.
func shift(b chess.Bitboard, n int) chess.Bitboard {
	if n >= 0 {
		return b << n
	}
	return b >> -n
}

// findSources finds, for every man of the goal, the men of the start that can
// have become it, and adds to the blocked squares those of men that can have come
// from nowhere else.
func (r *reach) findSources() *Impossible {
	for sq, m := range r.goal.Board {
		to := chess.Square(sq)
		if m == chess.NoMan {
			if r.blocked.Has(to) {
				return r.changed(to)
			}
			continue
		}
		if r.blocked.Has(to) {
			if r.start.Board[to] != m {
				return r.changed(to)
			}
			r.sources[to] = to.Bit()
			continue
		}
		c := m.Color()
		var sources chess.Bitboard
		alone := false // nothing comes to this square
		if m.Kind() == chess.Pawn {
			for from := range r.pawnsOf[c].Squares() {
				if r.cones[from].squares.Has(to) {
					sources |= from.Bit()
				}
			}
			alone = sources == to.Bit() // a pawn that leaves does not come back
		} else {
			from := r.region(m, to)
			sources = from & r.at[m&(chess.NumMen-1)]
			if m.Kind() != chess.King {
				for p := range r.pawnsOf[c].Squares() {
					if r.cones[p].promotes&from != 0 {
						sources |= p.Bit()
					}
				}
			}
			alone = from == to.Bit() && sources == to.Bit() && r.start.Board[to] == m
		}
		r.sources[to] = sources
		if sources == 0 {
			if m.Kind() == chess.Pawn {
				return impossible(PieceUnreachable, "the %s pawn on %s has come from no square where one was at the start, with %d captures at the most", c, to, r.captures[c])
			}
			return impossible(PieceUnreachable, "no %s %s of the start, and no pawn that can promote, has a way to %s past the men that have never moved, on %s",
				c, m.Kind(), to, squareList(r.start, r.blocked))
		}
		if alone {
			r.blocked |= to.Bit()
		}
	}
	return nil
}

func (r *reach) changed(sq chess.Square) *Impossible {
	return impossible(BlockedChanged, "the %s %s on %s can never have moved, and is not there any more",
		r.start.Board[sq].Color(), r.start.Board[sq].Kind(), sq)
}

// region returns the squares from which a piece can come to a square, itself
// included. But for the king's they are also those to which it can go.
func (r *reach) region(m chess.Man, to chess.Square) chess.Bitboard {
	if r.blocked == 0 {
		switch {
		case m.Kind() != chess.Bishop:
			return chess.AllSquares
		case to.Dark():
			return chess.DarkSquares
		}
		return chess.LightSquares
	}
	if m.Kind() == chess.King {
		return r.kingRegion(m, to)
	}
	known := &r.regions[m&(chess.NumMen-1)]
	for i := range known {
		switch {
		case known[i].Has(to):
			return known[i]
		case known[i] == 0:
			known[i] = r.flood(m, to)
			return known[i]
		}
	}
	return r.flood(m, to)
}

// flood finds the squares that are connected with a square. Pieces move as they
// came. Castling of a rook is taken for a move that it can also make back.
func (r *reach) flood(m chess.Man, to chess.Square) chess.Bitboard {
	reached := to.Bit()
	castling := m.Kind() == chess.Rook
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := chess.Attacks(m, sq, r.blocked) &^ r.blocked
		if castling {
			next |= r.castlingSquares(m, sq)
		}
		next &^= reached
		reached |= next
		front |= next
	}
	return reached
}

// kingRegion is region for a king: he never steps next to a pawn of the other
// side that never moves. Where he is at the start, and at the goal, he is.
func (r *reach) kingRegion(m chess.Man, to chess.Square) chess.Bitboard {
	closed := r.blocked
	for p := range r.blockedPawn[m.Color().Other()].Squares() {
		closed |= chess.PawnAttacks(m.Color().Other(), p)
	}
	closed &^= r.at[m&(chess.NumMen-1)] &^ r.blocked
	reached := to.Bit()
	for front := reached; front != 0; {
		sq := front.First()
		front = front.WithoutFirst()
		next := (chess.KingAttacks(sq)&^closed | r.castlingSquares(m, sq)) &^ reached
		reached |= next
		front |= next
	}
	return reached
}

// castlingSquares returns where a king or rook on a square came from by castling,
// or goes, if the start has the right.
func (r *reach) castlingSquares(m chess.Man, sq chess.Square) (squares chess.Bitboard) {
	if r.start.Castling == 0 {
		return 0
	}
	for i := range castlingSquares {
		way := &castlingWays[i]
		from, to := way.kingFrom, way.kingTo
		if m == way.rook {
			from, to = way.rookFrom, way.rookTo
		} else if m != way.king {
			continue
		}
		if sq != from && sq != to || !r.start.Castling.Has(1<<i) || r.blocked&(castlingSquares[i]|way.between) != 0 {
			continue
		}
		squares |= from.Bit() | to.Bit()
	}
	return squares &^ sq.Bit()
}

// castlingWay is what moves with a castling right.
type castlingWay struct {
	king, rook                         chess.Man
	kingFrom, kingTo, rookFrom, rookTo chess.Square
	between                            chess.Bitboard
}

var castlingWays = [4]castlingWay{
	{chess.WhiteKing, chess.WhiteRook, 4, 6, 7, 5, chess.SetOf(5, 6)},
	{chess.WhiteKing, chess.WhiteRook, 4, 2, 0, 3, chess.SetOf(1, 2, 3)},
	{chess.BlackKing, chess.BlackRook, 60, 62, 63, 61, chess.SetOf(61, 62)},
	{chess.BlackKing, chess.BlackRook, 60, 58, 56, 59, chess.SetOf(57, 58, 59)},
}

// need is a man of the goal, or a capture that a pawn of the goal has made: each
// needs a man of the start of its own, which became it or was captured.
type need struct {
	at      chess.Square // of the man or the pawn
	by      chess.Man    // NoMan, or the capturing pawn
	sources chess.Bitboard
}

// match gives every need of a side a man of the start, or finds needs that have
// too few men between them (Hall's theorem: if no augmenting path leads from one,
// those that the search for it has met).
func (r *reach) match(c chess.Color) *Impossible {
	var buf [32]need
	needs := r.captureNeeds(c, buf[:0])
	for sq, m := range r.goal.Board {
		if m != chess.NoMan && m.Color() == c {
			needs = append(needs, need{at: chess.Square(sq), sources: r.sources[sq]})
		}
	}
	var of [64]int8 // by start square: 1 + the index of the need
	var seen chess.Bitboard
	var met uint64
	var augment func(i int) bool
	augment = func(i int) bool {
		met |= 1 << i
		for b := needs[i].sources &^ seen; b != 0; b &^= seen {
			from := b.First()
			seen |= from.Bit()
			if of[from] == 0 || augment(int(of[from])-1) {
				of[from] = int8(i + 1)
				return true
			}
		}
		return false
	}
	for i := range needs {
		seen, met = 0, 0
		if !augment(i) {
			return r.unmatched(c, needs, met, seen)
		}
	}
	return nil
}

// unmatched says which needs have too few men.
func (r *reach) unmatched(c chess.Color, needs []need, met uint64, seen chess.Bitboard) *Impossible {
	var men chess.Bitboard
	var words []string
	total := 0
	for i, n := range needs {
		if met>>i&1 == 0 {
			continue
		}
		total++
		if n.by == chess.NoMan {
			men |= n.at.Bit()
		} else {
			words = append(words, "the one that the "+n.by.Color().String()+" pawn on "+n.at.String()+" has captured on its way")
		}
	}
	if men != 0 {
		words = append([]string{"those on " + squareList(r.goal, men)}, words...)
	}
	had := "none"
	if seen != 0 {
		had = squareList(r.start, seen)
	}
	return impossible(MenUnmatched, "%d %s men need a man of the start each, namely %s, and only these %d will do: %s",
		total, c, wordList(words), seen.Count(), had)
}

// captureNeeds appends the captures of a side's men by pawns that stand on another
// file than all pawns that can have become them: at least one each. The victim can
// come to a square where such a pawn can capture on the way, or, a pawn taken en
// passant, to the square behind.
func (r *reach) captureNeeds(c chess.Color, needs []need) []need {
	them := c.Other()
	back := -8
	if them == chess.Black {
		back = 8
	}
	pawn := chess.MakeMan(them, chess.Pawn)
	for sq, m := range r.goal.Board {
		to := chess.Square(sq)
		if m != pawn || r.sources[to]&chess.FileSet(to.File()) != 0 {
			continue
		}
		var takes chess.Bitboard
		for from := range r.sources[to].Squares() {
			takes |= r.cones[from].takes
		}
		takes &= cones[them][to]
		n := need{at: to, by: pawn}
		for from, m := range r.start.Board {
			if m != chess.NoMan && m.Color() == c && r.capturable(m, chess.Square(from), takes, back) {
				n.sources |= chess.Square(from).Bit()
			}
		}
		needs = append(needs, n)
	}
	return needs
}

// capturable reports whether a man of the start can come to one of the squares,
// or as a pawn to one behind them.
func (r *reach) capturable(m chess.Man, from chess.Square, takes chess.Bitboard, back int) bool {
	switch {
	case m.Kind() == chess.King || r.blocked.Has(from):
		return false
	case m.Kind() != chess.Pawn:
		return r.region(m, from)&takes != 0
	}
	cone := &r.cones[from]
	return cone.promotes != 0 || cone.squares&(takes|shift(takes, back)) != 0
}
