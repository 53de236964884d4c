package krk

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/krk/plain"
	"retroproof/proofs/krk/spec"
)

// features are the strategy's notions at one position.
type features struct {
	room             int
	critical         Square // critical square
	criticalDistance int    // of the white king from it
	exposed          bool   // as the side to move has it
	dividesFiles     bool   // the rook stands between the kings' files
	dividesRanks     bool   // the rook stands between the kings' ranks
	lPattern         bool
	edge             bool // the white king stands on the edge
	kingToRook       int  // king's moves from the white king to the rook
	blackToRook      int  // king's moves from the black king to the rook
}

// featuresOf returns the features of p.
func featuresOf(p Position, rd *Reading) features {
	// Divides speaks of files or ranks; with all men on one rank it can only
	// speak of files, and the other way round.
	flat := func(s Square) Square { return spec.At(s.X(), 0) }
	tall := func(s Square) Square { return spec.At(0, s.Y()) }
	on := func(f func(Square) Square) Position { return spec.Pack(f(p.WK()), f(p.BK()), f(p.R()), p.White()) }
	return features{
		room:             plain.Room(p),
		critical:         plain.Critical(p),
		criticalDistance: plain.CriticalDistance(p, rd),
		exposed:          plain.Exposed(p, rd),
		dividesFiles:     plain.Divides(on(flat), rd),
		dividesRanks:     plain.Divides(on(tall), rd),
		lPattern:         plain.LPattern(p),
		edge:             plain.OnEdge(p.WK()),
		kingToRook:       plain.Distance(p.WK(), p.R()),
		blackToRook:      plain.Distance(p.BK(), p.R()),
	}
}

// Explanation says why the strategy makes a move.
type Explanation struct {
	Step          Step   // spec.NoStep if the move is not the strategy's
	Sentence      string // without the step's name and without a full stop
	before, after features
}

// explain says why a move belongs to a step, knowing that it does.
func explain(step Step, p, q Position, rd *Reading) Explanation {
	e := Explanation{Step: step, before: featuresOf(p, rd), after: featuresOf(q, rd)}
	b, a := &e.before, &e.after
	k, bk, r := q.WK(), q.BK(), q.R()
	safe := fmt.Sprintf("not exposed (%d from its king, %d from Black's)", a.kingToRook, a.blackToRook)
	switch step {
	case spec.ImmediateMate:
		e.Sentence = fmt.Sprintf("the rook checks from %s, and the black king on %s has no square left", r, bk)
	case spec.ReadyToMate:
		e.Sentence = readySentence(p, q, rd)
	case spec.Squeeze:
		e.Sentence = fmt.Sprintf("room %s -> %d: rook to %s divides the kings%s, %s",
			room(b.room), a.room, r, a.between(q), safe)
	case spec.ApproachDiag, spec.ApproachNonDiag:
		e.Sentence = fmt.Sprintf("critical square %s: distance %d -> %d; ", a.critical, b.criticalDistance, a.criticalDistance)
		if a.divides() {
			e.Sentence += fmt.Sprintf("the rook on %s divides the kings%s, %s", r, a.between(q), safe)
		} else {
			e.Sentence += fmt.Sprintf("king %s, rook %s and black king %s are an L-pattern, the rook is %s", k, r, bk, safe)
		}
		e.Sentence += edgeClause(a, rd)
	case spec.KeepRoomDiag, spec.KeepRoomNonDiag:
		e.Sentence = fmt.Sprintf("the king does not leave the rook (distance %d -> %d), room stays %d; the rook on %s divides the kings%s, %s",
			b.kingToRook, a.kingToRook, a.room, r, a.between(q), safe) + edgeClause(a, rd)
	case spec.RookHome:
		e.Sentence = homeSentence(p, q, rd)
	case spec.RookSafe:
		e.Sentence = fmt.Sprintf("rook to %s, to the edge, %d from Black's king (at least %d)", r, a.blackToRook, rd.RookSafeDistance)
	}
	return e
}

func (f *features) divides() bool { return f.dividesFiles || f.dividesRanks }

// between names the files or ranks of white king, rook and black king.
func (f *features) between(q Position) string {
	switch k, r, b := q.WK(), q.R(), q.BK(); {
	case f.dividesFiles:
		return fmt.Sprintf(" (files %s, %s, %s)", file(k), file(r), file(b))
	case f.dividesRanks:
		return fmt.Sprintf(" (ranks %s, %s, %s)", rank(k), rank(r), rank(b))
	}
	return ""
}

func file(s Square) string { return s.String()[:1] }
func rank(s Square) string { return s.String()[1:] }

// room names a room; the far one is no number of squares.
func room(n int) string {
	if n == spec.FarRoom {
		return fmt.Sprintf("%d (rook on the black king's line)", n)
	}
	return fmt.Sprint(n)
}

// edgeClause is there for the moves to which the rule about the edge matters.
func edgeClause(a *features, rd *Reading) string {
	if !a.edge {
		return ""
	}
	return fmt.Sprintf("; the king may be on the edge, as room %d is over %d", a.room, rd.RoomLimit)
}

// readySentence describes Black's replies, and announces mate only if every reply is
// mated by the strategy.
func readySentence(p, q Position, rd *Reading) string {
	s := fmt.Sprintf("black king %s, king %s and rook %s stand ready to mate", q.BK(), q.WK(), q.R())
	var buf [8]Position
	replies := BlackMoves(buf[:0], q)
	for _, reply := range replies {
		if rookCaptured(reply) {
			return s // a reading that allows it
		}
		if _, step := StrategyMoves(nil, reply, rd); step != spec.ImmediateMate {
			return s
		}
	}
	switch {
	case len(replies) == 1:
		s += fmt.Sprintf(": Black has only %s, and mate follows", SAN(q, replies[0]))
	case len(replies) > 1:
		s += fmt.Sprintf(": Black has %s, and mate follows each", strings.Join(SANs(q, replies), ", "))
	}
	return s
}

func homeSentence(p, q Position, rd *Reading) string {
	k, b, from, to := p.WK(), p.BK(), p.R(), q.R()
	line, kings, three := "file "+file(to), "file "+file(k), from.X() == k.X() && k.X() == b.X()
	if from.X() == to.X() {
		line, kings, three = "rank "+rank(to), "rank "+rank(k), from.Y() == k.Y() && k.Y() == b.Y()
	}
	var s string
	switch {
	case rd.HomeAdjacent:
		s = fmt.Sprintf("rook to %s, beside its king on %s", to, k)
	case three:
		s = fmt.Sprintf("rook to %s: all three men stand on %s, and the rook steps to %s", to, kings, line)
	default:
		s = fmt.Sprintf("rook to %s: %s is next to the white king's %s, on the side of the black king on %s", to, line, kings, b)
	}
	switch { // without the king beside it the rook is lost, which only some readings allow
	case plain.Distance(to, b) == 1 && plain.Distance(to, k) == 1:
		s += fmt.Sprintf("; beside the black king, but guarded by the king on %s", k)
	case plain.Distance(to, b) == 1:
		s += "; beside the black king"
	}
	return s
}

// Judgement is the answer to whether a move is the strategy's.
type Judgement struct {
	From, To    Position // To is 0 if the move is a text that leads nowhere
	SAN, UCI    string   // of a legal move
	Problem     string   // why the move is not legal; "" if it is
	Reply       bool     // Black is to move, who has no strategy
	Step        Step     // the step the strategy uses here
	Moves       []Position
	Explanation Explanation // its Step is spec.NoStep if the move is not the strategy's
	// Meets is the first step whose own conditions a move meets that is not
	// the strategy's; spec.NoStep if it meets those of none.
	Meets Step
}

// Strategy reports whether the move is the strategy's.
func (j *Judgement) Strategy() bool { return j.Explanation.Step != spec.NoStep }

// judge judges a move from the legal position p to q.
func judge(p, q Position, rd *Reading) Judgement {
	j := Judgement{From: p, To: q, Problem: reachedProblem(p, q), Reply: !p.White()}
	if p.White() {
		j.Moves, j.Step = StrategyMoves(nil, p, rd)
	}
	if j.Problem != "" {
		j.Explanation.Sentence = "not a legal move: " + j.Problem
		return j
	}
	j.SAN, j.UCI = SAN(p, q), uci(p, q)
	switch {
	case j.Reply && rookCaptured(q):
		j.Explanation.Sentence = fmt.Sprintf("a legal reply: it takes the rook on %s, a draw", q.R())
	case j.Reply:
		j.Explanation.Sentence = "a legal reply"
	case slices.Contains(j.Moves, q):
		j.Explanation = explain(j.Step, p, q, rd)
	default:
		j.Explanation = Explanation{before: featuresOf(p, rd), after: featuresOf(q, rd)}
		j.Meets = meets(p, q, rd)
		j.Explanation.Sentence = j.whyNot(p, q, rd)
	}
	return j
}

// JudgeText judges a move given as the FEN it leads to, or in SAN or UCI. The
// errors are those of ParseFEN, or *MoveError for a text that is not a move; a move
// that is not legal is a Judgement with its Problem.
func JudgeText(p Position, text string, rd *Reading) (Judgement, error) {
	parse := parseReached
	if !strings.Contains(text, "/") {
		parse = func(text string) (Position, error) { return parseMove(p, text) }
	}
	q, err := parse(text)
	var bad *MoveError
	switch {
	case errors.As(err, &bad) && bad.reason != moveSyntax:
		j := judge(p, p, rd) // the problem, that no man moves, is replaced
		j.To, j.Problem = 0, strings.TrimPrefix(bad.detail, "not a legal move: ")
		j.Explanation.Sentence = "not a legal move: " + j.Problem
		return j, nil
	case err != nil:
		return Judgement{}, err
	}
	return judge(p, q, rd), nil
}

// Text returns the judgement as one or two lines.
func (j *Judgement) Text() string {
	switch why := j.Explanation.Sentence; {
	case j.Problem == "" && j.Reply:
		return fmt.Sprintf("yes: %s is %s\n", j.SAN, why)
	case j.Strategy():
		return fmt.Sprintf("yes: %s is %s: %s\n", j.SAN, j.Step, why)
	case j.Reply:
		s := "no: " + why + "\n"
		if replies := BlackMoves(nil, j.From); len(replies) > 0 {
			s += "Black's moves: " + strings.Join(SANs(j.From, replies), " ") + "\n"
		}
		return s
	default:
		if j.Problem == "" {
			why = fmt.Sprintf("%s is legal, but %s", j.SAN, why)
		}
		if j.Step == spec.NoStep {
			return "no: " + why + "\n"
		}
		return fmt.Sprintf("no: %s\nThe strategy's moves, by %s: %s\n", why, j.Step, strings.Join(SANs(j.From, j.Moves), " "))
	}
}

// meets returns the first step whose own conditions the move meets.
func meets(p, q Position, rd *Reading) Step {
	for step := spec.ImmediateMate; step < spec.NumSteps; step++ {
		if ok, _ := on(rd).Satisfies(step, p, q); ok {
			return step
		}
	}
	return spec.NoStep
}

// whyNot explains why a legal move is not one of the strategy's.
func (j *Judgement) whyNot(p, q Position, rd *Reading) string {
	if j.Step == spec.NoStep {
		return "no step of the strategy has a move here"
	}
	if j.Meets == j.Step {
		_, played := on(rd).Satisfies(j.Step, p, q)
		_, least := on(rd).Satisfies(j.Step, p, j.Moves[0])
		wanted := "room"
		if j.Step == spec.RookHome {
			wanted = "distance by files and ranks from the rook to the black king"
		}
		return fmt.Sprintf("%s wants the least %s, which is %d, not %d", j.Step, wanted, least, played)
	}
	s := fmt.Sprintf("the strategy uses %s here, %s", j.Step, failures(j.Step, p, q, rd).text(j.Step, p, q, rd))
	if j.Meets != spec.NoStep {
		return s + fmt.Sprintf("; it meets the conditions of %s, a later step", j.Meets)
	}
	return s + "; it meets the conditions of no later step"
}

// failure is a set of conditions of a step that a move does not meet.
type failure uint32

const (
	failsKingMoved failure = 1 << iota // the step moves the rook
	failsRookMoved                     // the step moves the king
	failsMate
	failsReady
	failsStalemate
	failsRoom
	failsExposed
	failsDivides
	failsPattern // neither divides nor an L-pattern
	failsDirection
	failsCritical
	failsCloseness
	failsEdge
	failsHome
	failsGuard
	failsToEdge
	failsDistance
)

// failures lists the conditions of a step that the legal move from p to q does
// not meet. Tests compare it with satisfies: the list is empty if and only if
// satisfies is true.
func failures(step Step, p, q Position, rd *Reading) failure {
	var f failure
	want := func(holds bool, or failure) {
		if !holds {
			f |= or
		}
	}
	king := p.WK() != q.WK()
	switch step {
	case spec.ImmediateMate, spec.Squeeze, spec.RookHome, spec.RookSafe:
		want(!king, failsKingMoved)
	case spec.ReadyToMate:
		want(!king || !rd.ReadyRookOnly, failsKingMoved)
	default:
		want(king, failsRookMoved)
	}
	want(step == spec.ImmediateMate || rd.MayStalemate(step) || !stalemate(q), failsStalemate)
	switch step {
	case spec.ImmediateMate:
		want(mate(q), failsMate)
	case spec.ReadyToMate:
		want(plain.Ready(q, rd), failsReady)
	case spec.Squeeze:
		want(plain.Room(q) < plain.Room(p), failsRoom)
		want(!plain.Exposed(q, rd), failsExposed)
		want(plain.Divides(q, rd), failsDivides)
	case spec.ApproachDiag, spec.ApproachNonDiag, spec.KeepRoomDiag, spec.KeepRoomNonDiag:
		diagonal := p.WK().X() != q.WK().X() && p.WK().Y() != q.WK().Y()
		want(!king || diagonal == goesDiagonally(step, rd), failsDirection)
		if step == spec.ApproachDiag || step == spec.ApproachNonDiag {
			want(plain.CriticalDistance(q, rd) < plain.CriticalDistance(p, rd), failsCritical)
			want(plain.Divides(q, rd) || !rd.NoLPattern && plain.LPattern(q), failsPattern)
		} else {
			want(plain.Distance(q.WK(), q.R()) <= plain.Distance(p.WK(), p.R()), failsCloseness)
			want(plain.Divides(q, rd), failsDivides)
		}
		want(!plain.Exposed(q, rd), failsExposed)
		want(plain.OffEdge(q, rd), failsEdge)
	case spec.RookHome:
		want(king || plain.Home(p, q, rd), failsHome)
		want(rd.HomeNoGuard || plain.Guarded(q), failsGuard)
	case spec.RookSafe:
		want(king || plain.ToEdge(p.R(), q.R()), failsToEdge)
		want(plain.Guarded(q), failsGuard)
		want(plain.Distance(q.R(), q.BK()) >= rd.RookSafeDistance, failsDistance)
	}
	return f
}

// goesDiagonally reports whether a step of the king's is one for diagonal moves.
func goesDiagonally(step Step, rd *Reading) bool {
	return (step == spec.ApproachDiag || step == spec.KeepRoomDiag) != rd.DiagonalLast
}

// text says what the failures are, to go on after the step's name. A move of the wrong man is no more than that.
func (f failure) text(step Step, p, q Position, rd *Reading) string {
	switch {
	case f&failsKingMoved != 0:
		return "which moves the rook, not the king"
	case f&failsRookMoved != 0:
		return "which moves the king, not the rook"
	}
	b, a := featuresOf(p, rd), featuresOf(q, rd)
	var all []string
	say := func(which failure, format string, args ...any) {
		if f&which != 0 {
			all = append(all, fmt.Sprintf(format, args...))
		}
	}
	if f&failsMate != 0 {
		switch replies := BlackMoves(nil, q); {
		case len(replies) == 0:
			say(failsMate, "this move stalemates")
		case check(q):
			say(failsMate, "this move is check, but no mate: %s", strings.Join(SANs(q, replies), " or "))
		default:
			say(failsMate, "this move does not mate")
		}
	}
	say(failsStalemate, "this move stalemates")
	say(failsReady, "this move does not make the men stand ready to mate")
	direction := [2]string{"diagonally", "straight"}
	if goesDiagonally(step, rd) {
		direction[0], direction[1] = direction[1], direction[0]
	}
	say(failsDirection, "this move goes %s, not %s", direction[0], direction[1])
	say(failsCritical, "the distance to the critical square %s does not fall (%d -> %d)", a.critical, b.criticalDistance, a.criticalDistance)
	say(failsCloseness, "the king leaves the rook (distance %d -> %d)", b.kingToRook, a.kingToRook)
	say(failsRoom, "the room does not fall (%d -> %s)", b.room, room(a.room))
	say(failsExposed, "the rook would be exposed (%d from its king, %d from Black's)", a.kingToRook, a.blackToRook)
	say(failsDivides, "the rook would not divide the kings")
	say(failsPattern, "the rook would not divide the kings, nor is there an L-pattern")
	say(failsEdge, "the king would be on the edge, with room %d not over %d", a.room, rd.RoomLimit)
	say(failsHome, "the rook does not go next to the white king's line, on the black king's side")
	say(failsGuard, "the rook would stand beside the black king and not beside its own")
	say(failsToEdge, "the rook does not go to an edge that it was not on")
	say(failsDistance, "the rook would be %d from the black king, nearer than %d", a.blackToRook, rd.RookSafeDistance)
	return "and " + strings.Join(all, ", and ")
}
