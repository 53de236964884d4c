package exact

import (
	"retroproof/chess"
	"retroproof/kernel/assign"
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
	// On the squares of raised stand men of the goal that are required to have promoted, and on
	// those of promoted men that have.
	raised, promoted chess.Bitboard

	spare   [2]int         // men of each side that will be captured
	blocked chess.Bitboard // the men on them never move and are never captured
	routes  *routes        // ways around the blocked squares
	cache   map[chess.Bitboard]*routes
	sides   [2]sideBound

	// The following belong to the current scenario.
	takes, moves assign.Matrix
	roster       roster

	// note, if not nil, is called for every man, given by its square, and everything it can
	// become, given by a column of the matrix; if it is captured, with the squares where that may be.
	note func(home chess.Square, j int, falls chess.Bitboard)
}

// sideBound is what has been derived for a side.
type sideBound struct {
	least  int                              // lower bound on the moves of the side
	takes  chess.Bitboard                   // squares where its men may capture
	pieces bool                             // whether men other than pawns may capture
	victim chess.Bitboard                   // men of the side that may be captured
	falls  chess.Bitboard                   // squares where they may be captured
	frozen chess.Bitboard                   // men of it that never move and are never captured
	rest   chess.Bitboard                   // men of the side that may end on their squares without having moved
	rests  premises                         // premises of the last derivation
	castle chess.Castling                   // rights with which it may castle
	came   [chess.NumSquares]chess.Bitboard // by square of the goal: squares from which its man may have arrived
	dest   [chess.NumSquares]chess.Bitboard // by square of a man: squares to which it may move next
}

// premises are the inputs of the derivation for a side, apart from the position.
type premises struct {
	blocked chess.Bitboard
	other   sideSets
	fresh   bool // nothing has been derived yet
}

// sideSets has the results for one side that the derivation for the other uses.
type sideSets struct{ takes, falls chess.Bitboard }

func (s *sideBound) sets() sideSets { return sideSets{s.takes, s.falls} }

func newBound() *bound { return &bound{cache: map[chess.Bitboard]*routes{}} }

// look derives restrictions until none is new, and reports whether there may be a game.
func (e *bound) look() bool {
	if !e.begin() {
		return false
	}
	for round := 0; ; round++ {
		e.useRoutes()
		blocked, before := e.blocked, [2]sideSets{e.sides[0].sets(), e.sides[1].sets()}
		// The side that has just moved is more likely to be refuted.
		for _, c := range [...]chess.Color{e.pos.Turn().Other(), e.pos.Turn()} {
			rests := premises{blocked: e.blocked, other: e.sides[c.Other()].sets()}
			if e.sides[c].rests == rests {
				continue
			}
			if !e.lookAt(c) {
				return false
			}
			e.sides[c].rests = rests
		}
		e.blocked |= e.sides[0].frozen | e.sides[1].frozen
		same := e.blocked == blocked && e.sides[0].sets() == before[0] && e.sides[1].sets() == before[1]
		if same || round == maxRounds {
			return true
		}
	}
}

// begin compares the numbers of men, and blocks pawns on the rank where they begin and men that
// must be able to castle at the end.
func (e *bound) begin() bool {
	if e.pos.Castling()&e.must != e.must {
		return false
	}
	e.blocked = e.must.Homes() | e.still
	for b := e.still; b != 0; b = b.WithoutFirst() {
		if e.pos.At(b.First()) != e.goal.At(b.First()) {
			return false
		}
	}
	for c := chess.White; c <= chess.Black; c++ {
		e.spare[c] = e.pos.Side(c).Count() - e.goal.Side(c).Count()
		if e.spare[c] < 0 || e.left[c.Other()] < e.spare[c] {
			return false
		}
		pawn := chess.MakeMan(c, chess.Pawn)
		home := e.goal.Men(pawn) & homeRank(c)
		if home&^e.pos.Men(pawn) != 0 || e.pos.Men(pawn).Count() < e.goal.Men(pawn).Count() {
			return false
		}
		e.blocked |= home
	}
	if e.blocked&e.due.all() != 0 {
		return false
	}
	for c := chess.White; c <= chess.Black; c++ {
		s := &e.sides[c]
		s.takes, s.falls, s.pieces = chess.AllSquares, chess.AllSquares, true
		if e.spare[c.Other()] == 0 {
			s.takes = 0
		}
		if e.spare[c] == 0 {
			s.falls = 0
		}
		s.rests.fresh = true
	}
	return true
}

// useRoutes selects the routes around the blocked squares.
func (e *bound) useRoutes() {
	if e.routes != nil && e.routes.blocked == e.blocked {
		return
	}
	r := e.cache[e.blocked]
	if r == nil {
		if len(e.cache) >= maxRoutes {
			clear(e.cache)
		}
		r = newRoutes(e.blocked, e.pos)
		e.cache[e.blocked] = r
	}
	e.routes = r
}

// A scenario is one case of a case distinction on a side's games: whether it castles, and
// otherwise how it loses castling rights that it has and must not have at the end.
type scenario struct {
	path *chess.CastlingPath // of castling, or nil
	stir chess.Bitboard      // men that leave their squares or are captured
}

// lookAt derives restrictions for a side: those that hold in all possible scenarios.
func (e *bound) lookAt(c chess.Color) bool {
	s := &e.sides[c]
	found := sideBound{least: assign.Forbidden, frozen: chess.AllSquares}
	for b := e.pos.Side(c); b != 0; b = b.WithoutFirst() {
		s.dest[b.First()&63] = 0
	}
	for b := e.goal.Side(c); b != 0; b = b.WithoutFirst() {
		s.came[b.First()&63] = 0
	}
	ways := e.pos.Castling() & rightsOf(c)
	lost := ways &^ e.may
	try := func(sc scenario) {
		e.tryScenario(c, &sc, &found)
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
		try(scenario{stir: king})
		try(scenario{stir: rooks})
	}
	if ways != 0 && e.must&rightsOf(c) == 0 && e.left[c] > 0 {
		for i := range chess.CastlingPaths {
			if path := &chess.CastlingPaths[i]; ways.Has(1 << i) {
				if e.blocked&(path.Empty|path.Home[0].Square.Bit()|path.Home[1].Square.Bit()) == 0 {
					before := found.least
					found.least = assign.Forbidden
					try(scenario{path: path})
					if found.least < assign.Forbidden {
						found.castle |= 1 << i
					}
					found.least = min(found.least, before)
				}
			}
		}
	}
	if found.least >= assign.Forbidden {
		return false
	}
	s.least, s.pieces, s.victim, s.frozen, s.castle, s.rest = found.least, found.pieces, found.victim, found.frozen, found.castle, found.rest
	s.takes &= found.takes
	s.falls &= found.falls
	return true
}

// tryScenario adds what a scenario allows.
func (e *bound) tryScenario(c chess.Color, sc *scenario, found *sideBound) {
	if sc.stir&e.blocked != 0 {
		return
	}
	r := &e.roster
	r.list(e, c, sc)
	if !e.assignTakes(c) || !e.assignMoves(c, sc) {
		return
	}
	if frozen, ok := e.allow(c, sc, found); ok {
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
