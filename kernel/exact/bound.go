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
	pos   *chess.Position // the position where the games begin
	goal  *chess.Position // the diagram where they end; must and may replace its castling rights
	must  chess.Castling  // rights that must be present at the end
	may   chess.Castling  // rights that may be present at the end
	left  [2]int          // moves of each side
	still chess.Bitboard  // men that are required never to move and never to be captured
	due   due             // pawns that are required to promote
	// What of the target concerns the states of a side.
	series     bool
	monochrome [2]bool
	// On the squares of raised stand men of the goal that are required to have promoted, and on
	// those of promoted men that have.
	raised, promoted chess.Bitboard

	spare   [2]int         // men of each side that will be captured
	blocked chess.Bitboard // the men on them never move and are never captured
	routes  *ways.Routes   // ways around the blocked squares
	cache   map[chess.Bitboard]*ways.Routes
	sides   [2]sideBound

	// The following belong to the current scenario.
	takes, moves ways.Matrix
	men          sideMen

	// note, if not nil, is called for every man, given by its square, and everything it can
	// become, given by a column of the matrix; if it is captured, with the squares where that may be.
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
	blocked chess.Bitboard
	other   sideSets
	fresh   bool // nothing has been derived yet
}

// sideSets has the results for one side that the derivation for the other uses.
type sideSets struct{ takes, lossSquares chess.Bitboard }

func (s *sideBound) sets() sideSets { return sideSets{s.takes, s.lossSquares} }

func newBound() *bound { return &bound{cache: map[chess.Bitboard]*ways.Routes{}} }

// derive derives restrictions until none is new, and reports whether there may be a game.
func (b *bound) derive() bool {
	if !b.begin() {
		return false
	}
	for round := 0; ; round++ {
		b.useRoutes()
		blocked, before := b.blocked, [2]sideSets{b.sides[0].sets(), b.sides[1].sets()}
		// The side that has just moved is more likely to be refuted.
		for _, c := range [...]chess.Color{b.pos.Turn().Other(), b.pos.Turn()} {
			rests := premises{blocked: b.blocked, other: b.sides[c.Other()].sets()}
			if b.sides[c].rests == rests {
				continue
			}
			if !b.deriveSide(c) {
				return false
			}
			b.sides[c].rests = rests
		}
		b.blocked |= b.sides[0].frozen | b.sides[1].frozen
		same := b.blocked == blocked && b.sides[0].sets() == before[0] && b.sides[1].sets() == before[1]
		if same || round == maxRounds {
			return true
		}
	}
}

// begin compares the numbers of men, and blocks pawns on the rank where they begin and men that
// must be able to castle at the end.
func (b *bound) begin() bool {
	if b.pos.Castling()&b.must != b.must {
		return false
	}
	b.blocked = b.must.Homes() | b.still
	for squares := b.still; squares != 0; squares = squares.WithoutFirst() {
		if b.pos.At(squares.First()) != b.goal.At(squares.First()) {
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
	rights := b.pos.Castling() & rightsOf(c)
	lost := rights &^ b.may
	try := func(sc scenario) {
		b.tryScenario(c, &sc, &found)
	}
	if lost == 0 {
		try(scenario{})
	} else {
		king, rooks := chess.NoSquares, chess.NoSquares
		for i := range chess.CastlingPaths {
			if lost.Has(1 << i) {
				king |= chess.CastlingPaths[i].Home[0].Square.Bit()
				rooks |= chess.CastlingPaths[i].Home[1].Square.Bit()
			}
		}
		try(scenario{mustLeave: king})
		try(scenario{mustLeave: rooks})
	}
	if rights != 0 && b.must&rightsOf(c) == 0 && b.left[c] > 0 {
		for i := range chess.CastlingPaths {
			if path := &chess.CastlingPaths[i]; rights.Has(1 << i) {
				if b.blocked&(path.Empty|path.Home[0].Square.Bit()|path.Home[1].Square.Bit()) == 0 {
					before := found.least
					found.least = ways.Forbidden
					try(scenario{path: path})
					if found.least < ways.Forbidden {
						found.castle |= 1 << i
					}
					found.least = min(found.least, before)
				}
			}
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

// tryScenario adds what a scenario allows.
func (b *bound) tryScenario(c chess.Color, sc *scenario, found *sideBound) {
	if sc.mustLeave&b.blocked != 0 {
		return
	}
	r := &b.men
	r.list(b, c, sc)
	if !b.assignTakes(c) || !b.assignMoves(c, sc) {
		return
	}
	if frozen, ok := b.restrictMoves(c, sc, found); ok {
		found.least = min(found.least, r.least+r.capturing)
		found.pieces = found.pieces || r.pieces
		found.frozen &= frozen
	}
}

// rightsOf returns the castling rights of a side.
func rightsOf(c chess.Color) chess.Castling {
	if c == chess.White {
		return chess.WhiteKingside | chess.WhiteQueenside
	}
	return chess.BlackKingside | chess.BlackQueenside
}
