package rules

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

var (
	customPositions = flag.Int("custom-positions", expect.Size(500, 1500), "positions for TestCustomStarts, and a quarter of them for TestParityOfCaptures")
	customSeed      = flag.Uint64("custom-seed", 1, "seed of their games")
)

// crowdedStart returns the initial position with some men elsewhere: gone, pawns advanced, men
// exchanged, promoted men near home, any of the castling rights.
func crowdedStart(r *rand.Rand) *chess.Setup {
	for {
		s := chess.InitialSetup()
		s.Turn, s.Castling = chess.Color(r.IntN(2)), chess.Castling(r.IntN(16))
		for range r.IntN(14) {
			if sq := chess.Square(r.IntN(64)); s.Board[sq].Kind() != chess.King {
				s.Board[sq] = chess.NoMan
			}
		}
		for range r.IntN(8) {
			file, c := r.IntN(8), chess.Color(r.IntN(2))
			from, to := chess.MakeSquare(file, c.RelativeRank(1)), chess.MakeSquare(file, c.RelativeRank(2+r.IntN(5)))
			if s.Board[from] == chess.MakeMan(c, chess.Pawn) && s.Board[to] == chess.NoMan {
				s.Board[from], s.Board[to] = chess.NoMan, s.Board[from]
			}
		}
		for range r.IntN(6) {
			a, b := r.IntN(64), r.IntN(64)
			s.Board[a], s.Board[b] = s.Board[b], s.Board[a]
		}
		withHomes(&s)
		if p, err := chess.NewPosition(s); err == nil && p.HasLegalMove() {
			return &s
		}
	}
}

// withHomes takes away castling rights whose king or rook is not at home.
func withHomes(s *chess.Setup) {
	for i, path := range chess.CastlingPaths {
		for _, home := range path.Home {
			if s.Board[home.Square] != home.Man {
				s.Castling &^= 1 << i
			}
		}
	}
}

// goalOf returns the position as a goal. A double step that no capture answers may be left out, as
// many programs write FENs.
func goalOf(r *rand.Rand, p *chess.Position) *chess.Setup {
	goal := p.Setup()
	if p.CapturableEnPassant() == chess.NoSquare && r.IntN(2) == 0 {
		goal.EnPassant = chess.NoSquare
	}
	return &goal
}

// TestCustomStarts holds all arguments, and cages and groups at random, against games from crowded
// starts and others.
func TestCustomStarts(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*customSeed, 77))
	counts := map[string]int{}
	for counts["positions"] < *customPositions && !t.Failed() {
		start := crowdedStart(r)
		switch r.IntN(5) {
		case 0:
			start = randomgames.RemainsStart(r)
		case 1:
			start = randomgames.PawnsStart(r)
		}
		p := expect.Must(chess.NewPosition(*start))
		counts["starts"]++
		pawns, takes := r.IntN(4), r.IntN(4)
		var moved chess.Bitboard
		for range 2 + r.IntN(40) {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[r.IntN(len(moves))]
			for range 5 {
				pawn, capture := p.At(m.From()).Kind() == chess.Pawn, p.Captured(m) != chess.NoMan
				if (!pawn || r.IntN(4) < pawns) && (!capture || r.IntN(4) < takes) || m.IsCastling() {
					break
				}
				m = moves[r.IntN(len(moves))]
			}
			before := p.Setup()
			p.Make(m)
			goal := goalOf(r, p)
			for sq := range chess.Square(chess.NumSquares) {
				if goal.Board[sq] != before.Board[sq] {
					moved |= sq.Bit()
				}
			}
			moved |= m.To().Bit() // where a man may have captured its like
			if facts.SameSetup(start, goal) {
				continue
			}
			counts["positions"]++
			if why := alarm(r, start, goal, moved, counts); why != "" {
				t.Errorf("seed %d: %s from %s: %s", *customSeed, goal.FEN(), start.FEN(), why)
				break
			}
		}
	}
	t.Log(counts)
}

// TestParityOfCaptures plays games in which parity can be known although men are captured: knights
// by pawns, and others at home.
func TestParityOfCaptures(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(*customSeed, 78))
	counts := map[string]int{}
	for counts["positions"] < *customPositions/4 && !t.Failed() {
		s := chess.InitialSetup()
		for range r.IntN(4) {
			if sq := chess.Square(r.IntN(8) + 56*r.IntN(2)); s.Board[sq].Kind() != chess.King {
				s.Board[sq] = chess.NoMan
			}
		}
		for range r.IntN(6) / 4 {
			file, c := r.IntN(8), chess.Color(r.IntN(2))
			from, to := chess.MakeSquare(file, c.RelativeRank(1)), chess.MakeSquare(file, c.RelativeRank(2+r.IntN(2)))
			if s.Board[from].Kind() == chess.Pawn {
				s.Board[from], s.Board[to] = chess.NoMan, s.Board[from]
			}
		}
		withHomes(&s)
		p, err := chess.NewPosition(s)
		if err != nil {
			continue
		}
		for range 2 + r.IntN(40) {
			m, ok := quietMove(r, p)
			if !ok {
				break
			}
			p.Make(m)
			goal := goalOf(r, p)
			if facts.SameSetup(&s, goal) {
				continue
			}
			counts["positions"]++
			k := &reachFinder{finder: newFinder(&s, goal)}
			if no := k.solve(); no != nil {
				t.Fatalf("seed %d: %s from %s: %s", *customSeed, goal.FEN(), s.FEN(), no.Detail)
			}
			if r.IntN(3) == 0 {
				k = &reachFinder{finder: newFinder(&s, goal)}
				allFacts(r, k, map[string]int{})
				k.Refresh()
			}
			for n := range 4 {
				groups := someGroups(r, k.free(), n)
				if all, ok := ParityGroups(k.Proven, groups); ok {
					groups = all
				}
				odd, known := k.Parity(groups)
				switch {
				case !known:
					continue
				case odd == (s.Turn == goal.Turn):
					t.Fatalf("seed %d: %s from %s: parity of %v", *customSeed, goal.FEN(), s.FEN(), groups)
				case k.Captures != [2]int{} && n == 0:
					counts["captures"]++
				case k.Captures != [2]int{}:
					counts["captures, groups"]++
				}
			}
		}
	}
	t.Log(counts)
	if counts["captures"] == 0 {
		t.Error("parity is never known when something was captured")
	}
}

// quietMove chooses among moves of knights, captures of knights by pawns, and steps on the home ranks and of
// advanced pawns.
func quietMove(r *rand.Rand, p *chess.Position) (chess.Move, bool) {
	var list []chess.Move
	for _, m := range p.LegalMoves(nil) {
		victim, home := p.Captured(m), p.Turn().RelativeRank(m.To().Rank()) <= 1
		takes := victim != chess.NoMan
		var n int // how often it stands in the list
		switch p.At(m.From()).Kind() {
		case chess.Knight:
			if rank := m.To().Rank(); !takes || (rank == 0 || rank == 7) && r.IntN(3) == 0 {
				n = 1
			}
		case chess.Pawn:
			if victim.Kind() == chess.Knight || takes && r.IntN(5) == 0 {
				n = 12
			} else if !takes && p.Turn().RelativeRank(m.From().Rank()) > 1 {
				n = 1
			}
		case chess.Queen, chess.Rook, chess.Bishop:
			if home && r.IntN(4) == 0 {
				n = 1
			}
		}
		for range n {
			list = append(list, m)
		}
	}
	if len(list) == 0 {
		return chess.NoMove, false
	}
	return list[r.IntN(len(list))], true
}

// someGroups returns at most n groups of a few men each.
func someGroups(r *rand.Rand, free chess.Bitboard, n int) (groups []facts.Squares) {
	for range n {
		var set chess.Bitboard
		for sq := range free.Squares() {
			if r.IntN(free.Count()) < 2 && set.Count() < 4 {
				set |= sq.Bit()
			}
		}
		if set != 0 {
			groups = append(groups, facts.Squares(set))
			free &^= set
		}
	}
	return groups
}

// guessedNeeds tries needs of men at random: pawns that may have captured, and men of the other side.
func guessedNeeds(r *rand.Rand, k *reachFinder, counts map[string]int) string {
	side := chess.Color(r.IntN(2))
	n := facts.Count{Side: side.String()}
	var men, straight chess.Bitboard
	few := 1 + r.IntN(4)
	for sq, m := range k.Goal.Board {
		bit := chess.Square(sq).Bit()
		switch {
		case m == chess.NoMan || r.IntN(4) >= few:
		case m.Color() == side:
			sources := k.Sources(chess.Square(sq))
			men |= sources
			n.Needs |= facts.Squares(bit)
		case m.Kind() == chess.Pawn:
			victims, own := k.Victims(chess.Square(sq))
			men |= victims
			straight |= own
			n.Captures |= facts.Squares(bit)
		}
	}
	n.Men = facts.Squares(men)
	if straight != 0 && n.Captures != 0 {
		counts["needs"]++
	}
	a := facts.Argument{Kind: facts.Unmatched, Blocked: k.found, Count: &n}
	if facts.Check(k.Start, k.Goal, &a) == nil {
		return "too few men on " + Men(k.Start, men)
	}
	return ""
}

// TestCagedCastling: king and rook that never pass each other on a closed rank have castled, if the start
// has the right, and otherwise cannot have come there.
func TestCagedCastling(t *testing.T) {
	t.Parallel()
	const goal = "4k3/8/8/8/8/8/PPPPPPPP/RNBQ1RK1 b - - 0 1"
	for start, closed := range map[string]bool{
		"4k3/8/8/8/8/8/PPPPPPPP/RNBQK2R w K - 0 1": false,
		"4k3/8/8/8/8/8/PPPPPPPP/RNBQK2R w - - 0 1": true,
	} {
		from := expect.Must(chess.ParseFEN(start))
		to := expect.Must(chess.ParseFEN(goal))
		known := ReachFacts(&from, &to)
		p, err := facts.Verify(&from, &to, known)
		expect.NoError(t, err)
		for _, zone := range []chess.Bitboard{chess.RankSet(0), chess.AllSquares} {
			states := cageClosure(p, chess.SetOf(3, 5, 6), zone).states(mostClosed) // d1, f1, g1
			expect.Equal(t, states != nil, closed, "%s: %v", start, states)
			a := facts.Argument{Kind: facts.ClosedSet, Blocked: known, States: states}
			expect.Equal(t, facts.Check(&from, &to, &a) == nil, closed, "%s", start)
		}
	}
}

// TestParityOfAdvancedPawn: a pawn from a3 on b5 has captured the knight on b4 or on b5, and which of
// them is not known.
func TestParityOfAdvancedPawn(t *testing.T) {
	t.Parallel()
	const fen = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR w KQkq - 0 1"
	for game, known := range map[string]bool{
		"g1f3 b8c6 f3g1 c6b4 a3b4 g8f6 b4b5 f6g8":           false,
		"g1f3 b8c6 f3g1 c6d4 a3a4 d4b5 a4b5 g8f6 g1f3 f6g8": false,
		"g1f3 b8c6 f3g1 c6b4 a3b4 g8f6 g1f3 f6g8":           true,
	} {
		start := expect.Must(chess.ParseFEN(fen))
		p := expect.Must(chess.NewPosition(start))
		for _, text := range strings.Fields(game) {
			for _, m := range p.LegalMoves(nil) {
				if m.UCI() == text {
					p.Make(m)
					break
				}
			}
		}
		goal := p.Setup()
		k := &reachFinder{finder: newFinder(&start, &goal)}
		if no := k.solve(); no != nil {
			t.Errorf("%s: %s", game, no.Detail)
		}
		groups, complete := ParityGroups(k.Proven, nil)
		if odd, ok := k.Parity(groups); ok && !complete || ok != known || ok && odd == (start.Turn == goal.Turn) {
			t.Errorf("%s: %t, %t", game, odd, ok)
		}
	}
}
