package kernel

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"

	"retroproof/chess"
	"retroproof/chess/randomgames"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal/facts"
)

var soundnessPositions = flag.Int("kernel.positions", expect.Size(1000, 3_000), "positions of random games for TestSoundness")

// recorder notes the kernel of a game.
type recorder struct {
	start chess.Setup
	moves []Move
	cols  [8][]*recordedPawn
	man   [64]*recordedPawn // pawns, and pieces that promoted without capturing
}

type recordedPawn struct {
	color      chess.Color
	file, rank int
	promoted   bool
}

func newRecorder(p *chess.Position) *recorder {
	r := &recorder{start: p.Setup()}
	for f := range 8 {
		for rank := range 8 {
			sq := chess.MakeSquare(f, rank)
			if m := p.At(sq); m.Kind() == chess.Pawn {
				r.man[sq] = &recordedPawn{m.Color(), f, rank, false}
				r.cols[f] = append(r.cols[f], r.man[sq])
			}
		}
	}
	return r
}

// play notes a move that is about to be made.
func (r *recorder) play(p *chess.Position, m chess.Move) {
	from, to := m.From(), m.To()
	mover := p.At(from)
	if captured := p.Captured(m); captured != chess.NoMan {
		at := to
		if m.IsEnPassant() {
			at = chess.MakeSquare(to.File(), from.Rank())
		}
		victim := r.man[at]
		r.man[at] = nil
		k := Move{Color: mover.Color(), From: None, Origin: None, To: None}
		switch {
		case captured.Kind() == chess.Pawn:
			k.Takes, k.To = Pawn, to.File()
			k.ToIndex = slices.Index(r.cols[k.To], victim)
		case victim != nil:
			k.Origin = victim.file
			at := slices.Index(r.cols[victim.file], victim)
			r.cols[victim.file] = slices.Delete(r.cols[victim.file], at, at+1)
		default:
			kind, _ := facts.PieceKindOf(captured, at)
			k.Takes = pieceOf(kind)
		}
		if mover.Kind() == chess.Pawn {
			pawn := r.man[from]
			k.From, k.To = from.File(), to.File()
			k.FromIndex = slices.Index(r.cols[k.From], pawn)
			r.cols[k.From] = slices.Delete(r.cols[k.From], k.FromIndex, k.FromIndex+1)
			switch {
			case m.Promotion() != chess.NoKind:
				kind, _ := facts.PieceKindOf(chess.MakeMan(mover.Color(), m.Promotion()), to)
				k.Promotes = pieceOf(kind)
				r.man[from] = nil
			case k.Takes == Pawn:
				r.cols[k.To][k.ToIndex] = pawn
			default:
				for _, other := range r.cols[k.To] {
					if other.promoted && other.color == chess.Black || !other.promoted && other.rank < to.Rank() {
						k.ToIndex++
					}
				}
				r.cols[k.To] = slices.Insert(r.cols[k.To], k.ToIndex, pawn)
			}
			pawn.file = k.To
		} else if k.Takes == Pawn {
			r.cols[k.To] = slices.Delete(r.cols[k.To], k.ToIndex, k.ToIndex+1)
		}
		r.moves = append(r.moves, k)
	}
	man := r.man[from]
	r.man[from], r.man[to] = nil, man
	if man != nil && mover.Kind() == chess.Pawn {
		man.rank = to.Rank()
		man.promoted = m.Promotion() != chess.NoKind
	}
}

var specialPositions atomic.Int64 // with bishops that cannot leave where they promoted

// check checks everything that this package says of the way to a position.
func (r *recorder) check(t *testing.T, goal *chess.Setup, nodes uint64) (undecided bool) {
	t.Helper()
	fail := func(what string, args ...any) {
		t.Helper()
		t.Fatalf("from %s\nto %s\nby %s\n"+what, append([]any{r.start.FEN(), goal.FEN(), FormatMoves(r.moves)}, args...)...)
	}
	if err := replay(&r.start, goal, r.moves); err != nil {
		fail("%v", err)
	}
	for _, m := range r.moves {
		if back, err := parseMoves(m.String()); err != nil || back[0] != m {
			fail("%s is read as %v, %v", m, back, err)
		}
	}
	p, err := newProblem(&r.start, goal)
	if err != nil {
		fail("%v", err)
	}
	if len(p.Specials) > 0 {
		specialPositions.Add(1)
	}
	if _, ok := p.extend(r.moves); !ok {
		fail("the kernel cannot be extended")
	}
	r.follow(fail, p)
	ctx := context.Background()
	found, err := Find(ctx, &r.start, goal, Options{Nodes: nodes, Extended: true})
	if err != nil {
		fail("%v", err)
	}
	if found.Kernel == Absent || found.Extended == Absent {
		fail("kernel %s, extended kernel %s, %v", found.Kernel, found.Extended, found.Impossible)
	}
	if found.Kernel == Found {
		if err := replay(&r.start, goal, found.Moves); err != nil {
			fail("found %s: %v", FormatMoves(found.Moves), err)
		}
	}
	return found.Extended == Undecided
}

// follow makes the search go the way of the game.
func (r *recorder) follow(fail func(string, ...any), p *problem) {
	q := newLabels(context.Background(), p, 2_000, true)
	q.every = true
	n := q.first()
	dead := p.Dead
	for i, m := range r.moves {
		if m.To == None && m.Takes != NoPiece && dead[m.Color.Other()][m.Takes.kind()] > 0 {
			dead[m.Color.Other()][m.Takes.kind()]--
			continue
		}
		after := n.counts
		q.play(&after, label{Move: m})
		if !q.zones {
			n.counts = after
		} else if !q.playRanks(&n, label{Move: m}, &after) {
			fail("the ranks forbid move %d, %s", i+1, m)
		}
		if q.zones && !q.walksLeft(&n) {
			fail("no walks left after move %d, %s", i+1, m)
		}
		if q.tooFewCaptures(&n.state, q.incomplete(&n.state, allFiles)) {
			fail("too few captures after move %d, %s", i+1, m)
		}
		if !q.canComplete(&n.state) {
			fail("nothing left after move %d, %s", i+1, m)
		}
	}
	if !q.isGoal(&n.state) {
		fail("not a goal of the search")
	}
	if q.zones && !q.reachesGoal(&n) {
		fail("the ranks do not reach the goal")
	}
}

// cagingStart has promotion squares between pawns at home.
const cagingStart = "1n2k1n1/1p1p1p1p/8/P1P1P1P1/p1p1p1p1/8/1P1P1P1P/1N2K1N1 w - - 0 1"

// cagingMove returns one of eight moves, rather one by which bishops promote behind pawns that stay at home.
func cagingMove(r *rand.Rand, p *chess.Position) (best chess.Move, ok bool) {
	most := -1
	moves := p.LegalMoves(nil)
	for range min(8, 8*len(moves)) {
		m := moves[r.IntN(len(moves))]
		pawn := p.At(m.From()).Kind() == chess.Pawn
		score := 1
		switch {
		case m.Promotion() == chess.Bishop:
			score = 4
		case m.Promotion() != chess.NoKind:
			score = 3
		case pawn && m.From().File()%2 == 1 && m.From().Rank()%5 == 1: // at home, on ranks 2 and 7
			score = 0
		case pawn:
			score = 2
		}
		if score > most {
			best, most = m, score
		}
	}
	return best, most >= 0
}

// TestSoundness: what happens in games is never found impossible.
func TestSoundness(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 20))
	undecided, captures := 0, 0
	for checked := 0; checked < *soundnessPositions; {
		p, move := chess.InitialPosition(), randomgames.AnyManner(r).Move
		if r.IntN(6) == 0 {
			p, move = expect.Must(chess.ParsePosition(cagingStart)), cagingMove
		}
		record := newRecorder(p)
		every := 1 + r.IntN(40)
		for range 20 + r.IntN(200) {
			m, ok := move(r, p)
			if !ok {
				break
			}
			if r.IntN(300) == 0 {
				record = newRecorder(p) // as if it were the start
			}
			if r.IntN(60) == 0 {
				move = randomgames.AnyManner(r).Move
			}
			record.play(p, m)
			p.Make(m)
			if r.IntN(every) == 0 {
				s := p.Setup()
				if record.check(t, &s, 3_000) {
					undecided++
				}
				captures += len(record.moves)
				checked++
			}
		}
	}
	t.Logf("%d positions, %d captures, %d undecided, %d with caged bishops", *soundnessPositions, captures, undecided, specialPositions.Load())
}
