package plain

// King and pawn against king (doc/strategies.md): an evaluator that says who wins, by notions of the
// textbooks, and a strategy for White that keeps what it calls won. The board has eight ranks.

// The steps of the strategy, in order.
const (
	Promote = iota
	Advance
	KingAhead
)

// kpk has what the rules of the evaluator and the conditions of the steps refer to.
type kpk struct {
	Game
	rules []Rule
	won   []int8 // by number, what has been found out: 1 White wins, Black to move; -1 he does not
}

// towards returns 1 if the files' middle is to the right of the pawn, else -1.
func (s *kpk) towards(p Position) int {
	if 2*p.M.X < s.Files {
		return 1
	}
	return -1
}

// ahead returns the square some ranks before the pawn and some files to its right, not beyond the
// last rank.
func (s *kpk) ahead(p Position, ranks, files int) Square {
	return Square{p.M.X + files, min(p.M.Y+ranks, s.Ranks-1)}
}

// keySquares are two ranks before the pawn on its file and beside it; from the fifth rank on, those
// one rank before it, too.
func (s *kpk) keySquares(p Position) (list []Square) {
	for files := -1; files <= 1; files++ {
		if x := p.M.X + files; x < 0 || x >= s.Files {
			continue
		}
		list = append(list, s.ahead(p, 2, files))
		if p.M.Y >= s.Ranks/2 {
			list = append(list, s.ahead(p, 1, files))
		}
	}
	return list
}

// toKey returns a king's distance to the nearest key square.
func (s *kpk) toKey(p Position, king Square) int {
	least := s.Files
	for _, k := range s.keySquares(p) {
		least = min(least, Distance(king, k))
	}
	return least
}

// flank returns the square two ranks before the pawn, on the next file on the white king's side; on
// the middle's side if he is on the pawn's file.
func (s *kpk) flank(p Position) Square {
	side := s.towards(p)
	if p.WK.X != p.M.X {
		side = sign(p.WK.X - p.M.X)
	}
	return s.ahead(p, 2, side)
}

// post returns the square on the last rank but one on the next file towards the middle.
func (s *kpk) post(p Position) Square { return Square{p.M.X + s.towards(p), s.Ranks - 2} }

// goal returns the square where the pawn is promoted.
func (s *kpk) goal(p Position) Square { return Square{p.M.X, s.Ranks - 1} }

// lead returns by how many moves the white king is nearer to a key square than the black king: the
// most of any.
func (s *kpk) lead(p Position) int {
	most := -s.Files
	for _, k := range s.keySquares(p) {
		most = max(most, Distance(p.BK, k)-Distance(p.WK, k))
	}
	return most
}

// catch returns the least number, of all squares from the pawn's to its goal, of the black king's
// moves to it less the pawn's.
func (s *kpk) catch(p Position) int {
	least := s.Files
	for y := p.M.Y; y < s.Ranks; y++ {
		moves := y - p.M.Y
		if p.M.Y == 1 && moves >= 2 {
			moves--
		}
		least = min(least, Distance(p.BK, Square{p.M.X, y})-moves)
	}
	return least
}

// number returns the value of a notion that rules refer to.
func (s *kpk) number(n KPKNotion, p Position) int {
	k, b, m := p.WK, p.BK, p.M
	king := k // that the notion is about, if it is about one
	switch n {
	case BlackPawn, BlackFront, BlackSecond, BlackThird, BlackFlank, BlackPost, BlackGoal, BlackKey:
		king = b
	}
	switch n {
	case WhitePawn, BlackPawn:
		return Distance(king, m)
	case WhiteFront, BlackFront:
		return Distance(king, s.ahead(p, 1, 0))
	case WhiteSecond, BlackSecond:
		return Distance(king, s.ahead(p, 2, 0))
	case BlackThird:
		return Distance(king, s.ahead(p, 3, 0))
	case WhiteFlank, BlackFlank:
		return Distance(king, s.flank(p))
	case WhitePost, BlackPost:
		return Distance(king, s.post(p))
	case WhiteGoal, BlackGoal:
		return Distance(king, s.goal(p))
	case WhiteKey, BlackKey:
		return s.toKey(p, king)
	case Lead:
		return s.lead(p)
	case Catch:
		return s.catch(p)
	case PawnSteps:
		return s.Ranks - 1 - max(m.Y, 2)
	case WhiteFiles:
		return abs(k.X - m.X)
	case BlackFiles:
		return abs(b.X - m.X)
	case WhiteAbove:
		return k.Y - m.Y
	case BlackAbove:
		return b.Y - m.Y
	case KingsFiles:
		return abs(k.X - b.X)
	case KingsRanks:
		return k.Y - b.Y
	case KingsApart:
		return Distance(k, b)
	case PawnRank:
		return m.Y + 1
	case PawnEdge:
		return min(m.X, s.Files-1-m.X)
	case WhiteRank:
		return k.Y + 1
	case BlackRank:
		return b.Y + 1
	case Opposition:
		return truth(k.X == b.X && abs(k.Y-b.Y) == 2)
	case DistantOpposition:
		return truth((k.X-b.X)%2 == 0 && (k.Y-b.Y)%2 == 0)
	case SameSide:
		return truth((k.X-m.X)*(b.X-m.X) > 0)
	}
	return 0
}

// holds reports whether a condition holds.
func (s *kpk) holds(c Condition, p Position) bool {
	a, b := s.number(c.A, p), c.Than
	if c.B != NoNotion {
		b += s.number(c.B, p)
	}
	switch c.Op {
	case "<=":
		return a <= b
	case "<":
		return a < b
	case ">":
		return a > b
	case ">=":
		return a >= b
	case "=":
		return a == b
	}
	return a != b
}

// evaluate reports whether White wins, Black to move: by the first rule all of whose conditions hold.
func (s *kpk) evaluate(q Position) bool {
	switch {
	case s.Stuck(q):
		return s.Lost(q)
	case Distance(q.BK, q.M) == 1 && Distance(q.WK, q.M) > 1: // he takes the pawn
		return false
	}
rules:
	for _, r := range s.rules {
		for _, c := range r.Conditions {
			if !s.holds(c, q) {
				continue rules
			}
		}
		return r.Win
	}
	return false
}

// kept reports whether White wins in a legal position with Black to move, by the evaluator.
func (s *kpk) kept(q Position) bool {
	if q.White || !s.Legal(q) {
		return false
	}
	if s.won == nil {
		s.won = make([]int8, s.Size()*s.Size()*s.Size())
	}
	known := &s.won[s.Index(q)]
	if *known == 0 {
		*known = int8(2*truth(s.evaluate(q)) - 1)
	}
	return *known > 0
}

// claimed reports whether White wins in a legal position with White to move: some move keeps it won.
func (s *kpk) claimed(p Position) bool {
	var buf [10]Position
	for _, q := range s.Moves(buf[:0], p) {
		if p.White && s.kept(q) {
			return true
		}
	}
	return false
}

func (s *kpk) allows(step int, p, q Position) (ok bool, least int) {
	n, king := s.Files, p.WK != q.WK
	switch step {
	case Promote:
		ok = s.Promoted(q)
	case Advance:
		ok = !king
	case KingAhead:
		inner := s.towards(q)*(q.WK.X-q.M.X) > 0
		ok, least = king, (abs(q.WK.X-q.M.X)*n+s.Ranks-1-q.WK.Y)*2+truth(inner)
	}
	return ok && s.kept(q), least
}

// measure is less the nearer the pawn is to its goal, then the white king to a key square and his
// post, and the farther he is from the pawn.
func (s *kpk) measure(p Position) int {
	king := 2*s.toKey(p, p.WK) + 2*manhattan(p.WK, s.post(p)) + s.Files - 1 - Distance(p.WK, p.M)
	return (s.Ranks-1-p.M.Y)*s.mostByKing() + king
}

// mostByKing is more than the king's part of the measure.
func (s *kpk) mostByKing() int { return 7 * s.Files }

// KPK returns the evaluator with its strategy, on a board of eight files and ranks.
func KPK(b Board) *Strategy {
	g := &kpk{Game: Game{b, Pawn}, rules: kpkEvaluator()}
	s := &Strategy{Name: "kpk", Title: "King and pawn against king", Game: g.Game, Claimed: g.claimed, Decides: true, Rules: g.rules, Symmetries: 2}
	for i, name := range []string{"Promote", "Advance", "King"} {
		s.Steps = append(s.Steps, Step{name, func(p, q Position) (bool, int) { return g.allows(i, p, q) }})
	}
	s.Notions = []Notion{
		{"kept", 1, func(p Position) int { return truth(g.kept(p)) }},
		{"measure", g.Ranks * g.mostByKing(), g.measure},
	}
	return s
}
