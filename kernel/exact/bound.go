package exact

import (
	"retroproof/chess"
	"retroproof/kernel/ways"
)

// maxRoutes is the largest number of sets of blocked squares for which routes are kept.
const maxRoutes = 1 << 12

// maxRounds limits how often the derivation for one side is repeated with results of the other.
// Every number gives a correct result.
const maxRounds = 8

// bound derives properties that all games from a position to a diagram with given numbers of
// moves of each side have in common. It finds that there is no such game, or restricts the
// moves of every man. It is not safe for concurrent use.
type bound struct {
	target *Target
	goal   *chess.Position // the diagram where the games end; must and may replace its castling rights
	must   chess.Castling  // rights that must be present at the end
	may    chess.Castling  // rights that may be present at the end

	// The following belong to the position that derive was given.
	pos      *chess.Position // where the games begin
	left     [2]int          // moves of each side
	due      due             // pawns that are required to promote
	promoted chess.Bitboard  // men that have promoted, as far as the target asks for it

	spare   [2]int         // men of each side that will be captured
	blocked chess.Bitboard // the men on them never move and are never captured
	routes  *ways.Routes   // ways around the blocked squares
	cache   map[chess.Bitboard]*ways.Routes
	sides   [2]sideBound

	// The following belong to the current scenario.
	takes, moves ways.Matrix
	men          sideMen

	note func(home chess.Square, j int, lossSquares chess.Bitboard)
}

// sideBound is what has been derived for a side.
type sideBound struct {
	least       int                              // lower bound on the moves of the side
	takes       chess.Bitboard                   // squares where its men may capture
	pieces      bool                             // whether men other than pawns may capture
	victim      chess.Bitboard                   // men of the side that may be captured
	lossSquares chess.Bitboard                   // squares where they may be captured
	frozen      chess.Bitboard                   // men of it that never move and are never captured
	rests       premises                         // premises of the last derivation
	castle      chess.Castling                   // rights with which it may castle
	dest        [chess.NumSquares]chess.Bitboard // by square of a man: squares to which it may move next
}

// premises are the inputs of the derivation for a side, apart from the position.
type premises struct {
	blocked, takes, lossSquares chess.Bitboard // the latter two of the other side
	fresh                       bool           // nothing has been derived yet
}

func newBound(target *Target, goal *chess.Position) *bound {
	b := &bound{target: target, goal: goal, must: goal.Castling(), may: goal.Castling(),
		cache: map[chess.Bitboard]*ways.Routes{}}
	if target.AnyCastling {
		b.must, b.may = chess.NoCastling, chess.AllCastling
	}
	return b
}

// derive derives restrictions of games of a number of plies from a position until none is new, and reports whether
// there may be a game.
func (b *bound) derive(p *chess.Position, t *tally, plies int) bool {
	b.pos, b.due, b.promoted, b.left = p, t.due, t.promoted, b.target.movesLeft(p.Turn(), plies)
	if !b.begin() {
		return false
	}
	for round, same := 0, false; !same && round <= maxRounds; round++ {
		b.useRoutes()
		same = true
		// The side that has just moved is more likely to be refuted.
		for _, c := range [...]chess.Color{b.pos.Turn().Other(), b.pos.Turn()} {
			s, other := &b.sides[c], &b.sides[c.Other()]
			rests := premises{b.blocked, other.takes, other.lossSquares, false}
			if s.rests == rests {
				continue
			}
			if !b.deriveSide(c) {
				return false
			}
			s.rests, same = rests, false
		}
		b.blocked |= b.sides[0].frozen | b.sides[1].frozen
	}
	return true
}

// begin compares the numbers of men, and blocks pawns on the rank where they begin and men that
// must be able to castle at the end.
func (b *bound) begin() bool {
	if b.pos.Castling()&b.must != b.must {
		return false
	}
	b.blocked = b.must.Homes() | b.target.Still
	for sq := range b.target.Still.Squares() {
		if b.pos.At(sq) != b.goal.At(sq) {
			return false
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		b.spare[c] = b.pos.Side(c).Count() - b.goal.Side(c).Count()
		if b.spare[c] < 0 || b.left[c.Other()] < b.spare[c] {
			return false
		}
		pawn := chess.MakeMan(c, chess.Pawn)
		home := b.goal.Men(pawn) & ways.HomeRank(c)
		if home&^b.pos.Men(pawn) != 0 || b.pos.Men(pawn).Count() < b.goal.Men(pawn).Count() {
			return false
		}
		b.blocked |= home
	}
	if b.blocked&b.due.all() != 0 {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		s := &b.sides[c]
		s.takes, s.lossSquares, s.pieces = chess.AllSquares, chess.AllSquares, true
		if b.spare[c.Other()] == 0 {
			s.takes = 0
		}
		if b.spare[c] == 0 {
			s.lossSquares = 0
		}
		s.rests.fresh = true
	}
	return true
}

// useRoutes selects the routes around the blocked squares.
func (b *bound) useRoutes() {
	if b.routes != nil && b.routes.Blocked == b.blocked {
		return
	}
	r := b.cache[b.blocked]
	if r == nil {
		if len(b.cache) >= maxRoutes {
			clear(b.cache)
		}
		r = newRoutes(b.blocked, b.pos)
		b.cache[b.blocked] = r
	}
	b.routes = r
}

// A scenario is one case of a case distinction on a side's games: whether it castles, and
// otherwise how it loses castling rights that it has and must not have at the end.
type scenario struct {
	path      *chess.CastlingPath // of castling, or nil
	mustLeave chess.Bitboard      // men that leave their squares or are captured
}

// deriveSide derives restrictions for a side: those that hold in all possible scenarios.
func (b *bound) deriveSide(c chess.Color) bool {
	s := &b.sides[c]
	found := sideBound{least: ways.Forbidden, frozen: chess.AllSquares}
	for set := b.pos.Side(c); set != 0; set = set.WithoutFirst() {
		s.dest[set.First()&63] = 0
	}
	rights := b.pos.Castling() & ways.Rights(c)
	// The king leaves, or all rooks do; or nothing has to.
	homes := (rights &^ b.may).Homes()
	kings := homes & b.pos.Kind(chess.King)
	b.tryScenario(c, &scenario{mustLeave: kings}, &found)
	if homes != 0 {
		b.tryScenario(c, &scenario{mustLeave: homes &^ kings}, &found)
	}
	for i := range chess.CastlingPaths {
		path, right := &chess.CastlingPaths[i], chess.Castling(1<<i)
		if !rights.Has(right) || b.must&ways.Rights(c) != 0 || b.left[c] == 0 || b.blocked&(path.Empty|right.Homes()) != 0 {
			continue
		}
		if b.tryScenario(c, &scenario{path: path}, &found) {
			found.castle |= right
		}
	}
	if found.least >= ways.Forbidden {
		return false
	}
	s.least, s.pieces, s.castle = found.least, found.pieces, found.castle
	s.victim, s.frozen = found.victim, found.frozen
	s.takes &= found.takes
	s.lossSquares &= found.lossSquares
	return true
}

// deriveNoting derives for a side once more, with all that derive has found. note is called for every man, given by its
// square, and everything it can become, as a column of the matrices, with the squares where it is captured if it is.
func (b *bound) deriveNoting(c chess.Color, note func(home chess.Square, j int, lossSquares chess.Bitboard)) bool {
	b.note = note
	b.useRoutes()
	possible := b.deriveSide(c)
	b.note = nil
	return possible
}

// tryScenario adds what a scenario allows, and reports whether it is possible.
func (b *bound) tryScenario(c chess.Color, sc *scenario, found *sideBound) bool {
	if sc.mustLeave&b.blocked != 0 {
		return false
	}
	r := &b.men
	r.list(b, c, sc)
	if !b.assignTakes(c) || !b.assignMoves(c, sc) {
		return false
	}
	frozen, ok := b.restrictMoves(c, found)
	if ok {
		found.least = min(found.least, r.least+r.capturing)
		found.pieces = found.pieces || r.pieces
		found.frozen &= frozen
	}
	return ok
}

// castled returns where a man stands after castling along a path, or without it if that is nil.
func castled(path *chess.CastlingPath, sq chess.Square) chess.Square {
	switch {
	case path == nil:
	case sq == path.Home[0].Square:
		return path.KingTo
	case sq == path.Home[1].Square:
		return path.RookTo
	}
	return sq
}
