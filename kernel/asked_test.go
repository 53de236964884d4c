package kernel_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/survey"
)

// Positions of games, each asked by everything that can call one illegal: static rules, un-moves, where men
// can get, parity, kernels, the formula with closing pawns and jams, cages, and some by [kernel.Decide] as a whole.
//
// What was asked before is not asked again: a kernel question about the same pawns, rights and numbers
// of pieces; a formula with the same facts. The last-move analysis is mostly not run: it
// refutes a position only if it refutes its true predecessor, by a rule or in the same way, and so at last
// a rule refutes a position of the game. So it is enough that the move of the game is among the un-moves,
// and that no rule refutes any position of the game.
//
//	go test ./kernel -run EverythingAsked -timeout 0 -asked-plies 10000000 -asked-log FILE
//
// The log has a line for each seed that is done. The test goes on where the log ends.

var (
	askedPlies = flag.Int("asked-plies", expect.Size(1500, 4_000), "plies of games for TestEverythingAsked")
	askedSeed  = flag.Uint64("asked-seed", 1, "the first seed of these games")
	alongGames = flag.Int("along-games", expect.Size(1, 3), "built games for TestAlongBuiltGames, of each kind")
	alongSeed  = flag.Uint64("along-seed", 1, "seed of their goals")
	askedLog   = flag.String("asked-log", "", "file with a line for each seed that is done")
)

// askedEach is the number of plies of one seed.
const askedEach = 20_000

// asker asks about the positions of games.
type asker struct {
	r       *rand.Rand
	exotic  []*chess.Position // legal positions with all kinds of men
	kernels map[[32]byte]bool // that were asked for, with their starts
	counts  map[string]int
	buf     []chess.Retraction
}

func newAsker(t *testing.T) *asker {
	a := &asker{kernels: map[[32]byte]bool{}, counts: map[string]int{}}
	for _, name := range []string{"uniform", "rights", "sparse"} {
		text := expect.Must(os.ReadFile("proofgame/testdata/" + name + ".fen"))
		for i, fen := range strings.Split(strings.TrimSpace(string(text)), "\n") {
			p, err := chess.ParsePosition(fen)
			if err != nil {
				t.Fatalf("%s.fen, line %d: %v", name, i+1, err)
			}
			a.exotic = append(a.exotic, p)
		}
	}
	return a
}

// run plays games of so many plies. The error names a position that is called illegal.
func (a *asker) run(seed uint64, plies int) error {
	a.r = rand.New(rand.NewPCG(seed, 41))
	clear(a.kernels)
	for n := 0; n < plies; {
		played, err := a.game(plies - n)
		if err != nil {
			return err
		}
		n += played
	}
	return nil
}

// game plays one game of at most so many plies.
func (a *asker) game(most int) (plies int, err error) {
	r := a.r
	start, p, kind := rules.StartOr(nil), chess.InitialPosition(), "crowded"
	from := func(s *chess.Setup) {
		if s == nil {
			return
		}
		q, err := chess.NewPosition(*s)
		if err != nil {
			panic(err)
		}
		start, p = s, q
	}
	crowded := randomgames.NewCrowded(r)
	move := crowded.Move
	length := 10 + r.IntN(60)
	switch n := r.IntN(40); {
	case n < 24:
	case n < 29:
		kind = "ordinary"
		manner := randomgames.AnyManner(r)
		move, length = manner.Move, manner.Plies()
	case n < 34:
		kind = "all kinds of men"
		q := *a.exotic[r.IntN(len(a.exotic))]
		p = &q
		manner := randomgames.AnyManner(r)
		move, length = manner.Move, 10+r.IntN(40)
	case n < 35:
		kind = "corners"
		s, stay, near := randomgames.CornerStart(r)
		from(s)
		move = func(r *rand.Rand, p *chess.Position) (chess.Move, bool) {
			return randomgames.CornerMove(r, p, stay, near)
		}
	case n < 36:
		kind = "jams"
		j := randomgames.NewJam(r)
		from(j.Start)
		move, length = j.Move, 40
	case n < 38:
		kind = "small starts"
		from(randomgames.AnySmallStart(r))
		manner := randomgames.AnyManner(r)
		move, length = manner.Move, 10+r.IntN(30)
	default:
		kind = "tricky starts"
		from(randomgames.TrickyStart(r))
		manner := randomgames.AnyManner(r)
		move, length = manner.Move, 10+r.IntN(60)
	}
	for range min(length, most) {
		m, ok := move(r, p)
		if !ok {
			break
		}
		before := *p
		p.Make(m)
		plies++
		a.counts[kind]++
		if no := a.ask(start, &before, m, p); no != nil {
			return plies, fmt.Errorf("%s, from %s (%s) by %s, is called illegal: %s: %s", p.FEN(), start.FEN(), kind, m.UCI(), no.Reason, no.Detail)
		}
	}
	return max(plies, 1), nil
}

// ask asks about the position after a move of a game, and returns what calls it illegal.
func (a *asker) ask(start *chess.Setup, before *chess.Position, m chess.Move, p *chess.Position) *rules.Impossible {
	goal := p.Setup()
	if goal.EnPassant != chess.NoSquare && a.r.IntN(2) == 0 {
		goal.EnPassant = p.CapturableEnPassant() // the other habit
	}
	no, q := a.refute(start, &goal)
	if no != nil || q == nil {
		return no
	}
	if no := a.unmoves(before, m, q, start == rules.StartOr(nil)); no != nil {
		return no
	}
	if a.r.IntN(20) == 0 {
		a.near(start, goal)
	}
	if a.r.IntN(100) > 0 {
		return nil
	}
	a.counts["decided"]++
	d, err := kernel.Decide(context.Background(), &goal, kernel.DecideOptions{Start: start, KernelNodes: 3000, LastMovePositions: 60, LastMoveKernelNodes: 500, CageStates: 600})
	if err != nil {
		return rules.Because("Error", "%v", err)
	}
	if d.Verdict == kernel.Illegal {
		return &rules.Impossible{Reason: d.Reason, Detail: d.Evidence.Words(&d.Start)}
	}
	return nil
}

// refute returns what calls a goal illegal without regard to last moves. The position is nil for the
// start itself.
func (a *asker) refute(start, goal *chess.Setup) (*rules.Impossible, *chess.Position) {
	reason, p := rules.QuickStatic(start, goal)
	if reason != "" {
		return rules.Because(reason, "a static rule"), p
	}
	if facts.SameSetup(start, goal) {
		return nil, nil
	}
	if no := rules.Reach(start, goal); no != nil {
		return no, p
	}
	if no := a.cages(start, goal); no != nil {
		return no, p
	}
	return a.kernel(start, goal), p
}

// near counts what refutes positions that differ a little from one of a game, to see that all
// kinds of arguments are asked for.
func (a *asker) near(start *chess.Setup, goal chess.Setup) {
	goal.EnPassant = chess.NoSquare
	if from, to := a.r.IntN(64), a.r.IntN(64); a.r.IntN(2) == 0 {
		goal.Turn = goal.Turn.Other()
	} else {
		goal.Board[from], goal.Board[to] = goal.Board[to], goal.Board[from]
	}
	if _, err := chess.NewPosition(goal); err != nil {
		return
	}
	if no, _ := a.refute(start, &goal); no != nil {
		a.counts["near: "+string(no.Reason)]++
	}
}

// unmoves sees to it that the move is among the un-moves.
func (a *asker) unmoves(before *chess.Position, m chess.Move, p *chess.Position, limit bool) *rules.Impossible {
	victim := before.Captured(m)
	a.buf = p.Retractions(a.buf[:0], chess.UnmoveOptions{MaterialLimit: limit})
	for i := range a.buf {
		if a.buf[i].Move != m || a.buf[i].Captured != victim {
			continue
		}
		for _, u := range a.buf[i].Unmoves(nil) {
			if u.Castling == before.Castling() && u.EnPassant == before.CapturableEnPassant() {
				return nil
			}
		}
	}
	return rules.Because("MissingUnmove", "%s is not among the un-moves", m.UCI())
}

func (a *asker) cages(start, goal *chess.Setup) *rules.Impossible {
	no, looked, _ := rules.Cage(start, goal, rules.CageBudget{States: 600, EachTry: 300, MostMen: 8})
	if looked > 0 {
		a.counts["cages searched for"]++
	}
	return no
}

// kernel asks for kernels, and the formula with closing pawns and jams.
func (a *asker) kernel(start, goal *chess.Setup) *rules.Impossible {
	found, no := rules.Blocked(start, goal)
	if no != nil {
		return no
	}
	p, err := facts.Verify(start, goal, found)
	if err != nil {
		return rules.Because("Error", "%v", err)
	}
	said, jams, made := rules.Closing(p), rules.Jams(p), rules.Made(p)
	all := start != rules.StartOr(nil)
	key := sha256.Sum256(fmt.Append(nil, kernel.KernelKey(goal, all), said, jams, made, kernel.KernelKey(start, all)))
	if a.kernels[key] {
		return nil
	}
	a.kernels[key] = true
	a.counts["kernels"]++
	k := kernel.ExtendedKernel(context.Background(), start, goal, 1000)
	if k.Refuted != nil || len(said)+len(jams)+len(made) == 0 && !k.OutOfBudget {
		return k.Refuted
	}
	if len(jams) > 0 {
		a.counts["formulas with jams"]++
	}
	if len(made) > 0 {
		a.counts["formulas with makers"]++
	}
	a.counts["formulas"]++
	return kernel.AskFormula(start, goal, &k, 300)
}

// TestEverythingAsked asks about all positions of games.
func TestEverythingAsked(t *testing.T) {
	t.Parallel()
	a := newAsker(t)
	seed, left := *askedSeed, *askedPlies
	var log *os.File
	if *askedLog != "" {
		f, err := os.OpenFile(*askedLog, os.O_CREATE|os.O_RDWR, 0o644)
		expect.NoError(t, err)
		defer f.Close()
		for s := bufio.NewScanner(f); s.Scan(); {
			var done uint64
			var plies int
			if _, err := fmt.Sscanf(s.Text(), "seed %d, %d plies", &done, &plies); err != nil {
				t.Fatalf("%s: %q: %v", *askedLog, s.Text(), err)
			}
			seed, left = done+1, left-plies
		}
		log = f
	}
	near := 0
	for ; left > 0; seed++ {
		plies := min(left, askedEach)
		clear(a.counts)
		if err := a.run(seed, plies); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		left -= plies
		for what := range a.counts {
			if strings.HasPrefix(what, "near: ") {
				near++
			}
		}
		line := fmt.Sprintf("seed %d, %d plies: %v", seed, plies, a.counts)
		if log != nil {
			if _, err := fmt.Fprintln(log, line); err != nil {
				t.Fatal(err)
			}
		} else {
			t.Log(line)
		}
	}
	if near < 3 {
		t.Errorf("%d reasons refute positions near those of games", near)
	}
}

// exoticGoal returns a position with men that no ordinary game has: pawns that all became the
// same kind of piece or two. Some of them no game leads to.
func exoticGoal(r *rand.Rand) *chess.Setup {
	kinds := []chess.Kind{chess.Queen, chess.Rook, chess.Bishop, chess.Knight}
	for {
		s := chess.EmptySetup()
		s.EnPassant, s.FullmoveNumber, s.Turn = chess.NoSquare, 1, chess.Color(r.IntN(2))
		put := func(m chess.Man) {
			for {
				sq := chess.Square(r.IntN(64))
				if s.Board[sq] == chess.NoMan && (m.Kind() != chess.Pawn || sq.Rank() > 0 && sq.Rank() < 7) {
					s.Board[sq] = m
					return
				}
			}
		}
		for c := range chess.Color(2) {
			put(chess.MakeMan(c, chess.King))
			for _, k := range []chess.Kind{chess.Queen, chess.Rook, chess.Rook, chess.Bishop, chess.Bishop, chess.Knight, chess.Knight} {
				if r.IntN(3) > 0 {
					put(chess.MakeMan(c, k))
				}
			}
			promoted := r.IntN(9)
			into := [2]chess.Kind{kinds[r.IntN(4)], kinds[r.IntN(4)]}
			for i := range 8 {
				switch {
				case i < promoted:
					put(chess.MakeMan(c, into[r.IntN(5)/4]))
				case r.IntN(3) == 0:
					put(chess.MakeMan(c, chess.Pawn))
				}
			}
		}
		if _, err := chess.NewPosition(s); err == nil {
			return &s
		}
	}
}

// TestAlongBuiltGames builds games to positions drawn at random, and to ones with exotic men, and asks
// about every position along them.
func TestAlongBuiltGames(t *testing.T) {
	t.Parallel()
	a := newAsker(t)
	a.r = rand.New(rand.NewPCG(*alongSeed, 43))
	start := chess.InitialSetup()
	var most [2]map[chess.Man]int // largest number of men of a kind at a goal
	for kind, next := range []func(i uint64) *chess.Setup{
		func(i uint64) *chess.Setup {
			s := expect.Must(chess.ParseFEN(survey.Draw(survey.RepairedUrposition, *alongSeed, i).FEN(survey.RepairedUrposition)))
			return &s
		},
		func(uint64) *chess.Setup { return exoticGoal(a.r) },
	} {
		clear(a.kernels)
		clear(a.counts)
		most[kind] = map[chess.Man]int{}
		games, positions, refused := 0, 0, 0
		for i := uint64(0); games < *alongGames; i++ {
			goal := next(i)
			if reason, _ := rules.QuickStatic(&start, goal); reason != "" {
				continue
			}
			game, err := proofgame.Construct(context.Background(), &start, goal, proofgame.Options{Seed: i, States: 200_000})
			if err != nil {
				refused++ // none, or none found
				continue
			}
			games++
			count := map[chess.Man]int{}
			for _, m := range goal.Board {
				count[m]++
				most[kind][m] = max(most[kind][m], count[m])
			}
			p := chess.InitialPosition()
			for _, m := range game.Moves {
				before := *p
				p.Make(m)
				positions++
				if no := a.ask(rules.StartOr(nil), &before, m, p); no != nil {
					t.Fatalf("%s, on the way to %s, is called illegal: %s: %s", p.FEN(), goal.FEN(), no.Reason, no.Detail)
				}
			}
		}
		delete(most[kind], chess.NoMan)
		t.Logf("%d games, %d positions, no game to %d; most men of a kind: %v; %v", games, positions, refused, most[kind], a.counts)
		if games == 0 {
			t.Error("no game")
		}
	}
}
