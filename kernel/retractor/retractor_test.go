package retractor

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
)

func position(t *testing.T, fen string) *chess.Position {
	t.Helper()
	p := expect.Must(chess.ParsePosition(fen))
	return p
}

// world has all positions to which games from a start lead.
type world struct {
	start chess.Setup
	order []chess.Position
	at    map[uint64]int32
	froms [][]come // by position
}

// come is a move that leads to a position.
type come struct {
	from int32
	move chess.Move
}

func explore(t *testing.T, fen string) *world {
	t.Helper()
	p := position(t, fen)
	w := &world{p.Setup(), []chess.Position{*p}, map[uint64]int32{p.Key(): 0}, make([][]come, 1)}
	for i := 0; i < len(w.order); i++ {
		for _, m := range w.order[i].LegalMoves(nil) {
			q := w.order[i]
			q.Make(m)
			at, ok := w.at[q.Key()]
			if !ok {
				at = int32(len(w.order))
				w.at[q.Key()] = at
				w.order, w.froms = append(w.order, q), append(w.froms, nil)
			}
			w.froms[at] = append(w.froms[at], come{int32(i), m})
		}
	}
	return w
}

// before is a position before others, and the move that leads there.
type before struct {
	position chess.Position
	move     chess.Move
}

// retracted groups the positions before some positions by the move and the man captured.
func (w *world) retracted(all []chess.Position) map[string][]before {
	groups, seen := map[string][]before{}, map[string]bool{}
	for i := range all {
		for _, c := range w.froms[w.at[all[i].Key()]] {
			from := w.order[c.from]
			key := c.move.UCI() + from.Captured(c.move).String()
			if one := fmt.Sprint(key, c.from); !seen[one] {
				seen[one] = true
				groups[key] = append(groups[key], before{from, c.move})
			}
		}
	}
	return groups
}

// together returns the position that is played from.
func together(group []chess.Position) *chess.Position {
	s := group[0].Setup()
	ep := group[0].CapturableEnPassant()
	for i := range group {
		s.Castling |= group[i].Castling()
		if group[i].CapturableEnPassant() != ep {
			ep = chess.NoSquare
		}
	}
	s.EnPassant = ep
	p, err := chess.NewPosition(s)
	if err != nil {
		panic(err)
	}
	return p
}

// mates reports whether the side to move has a mate in a number of moves that does not begin with a move.
func mates(p *chess.Position, moves int, not chess.Move) bool {
	return slices.ContainsFunc(p.LegalMoves(nil), func(m chess.Move) bool {
		if m == not {
			return false
		}
		q := *p
		q.Make(m)
		replies := q.LegalMoves(nil)
		if len(replies) == 0 {
			return q.InCheck()
		}
		return moves > 1 && !slices.ContainsFunc(replies, func(r chess.Move) bool {
			after := q
			after.Make(r)
			return !mates(&after, moves-1, chess.NoMove)
		})
	})
}

func positions(group []before) (all []chess.Position) {
	for _, b := range group {
		all = append(all, b.position)
	}
	return all
}

// solved says by the definitions, word for word, whether a retractor has a solution.
func (w *world) solved(at []chess.Position, s Stipulation, moves int) bool {
	for _, group := range w.retracted(at) {
		before := positions(group)
		mate := mates(together(before), s.Mate, group[0].move)
		if mate && (!s.Help || moves == 1) {
			return true
		}
		if moves == 1 {
			continue
		}
		replies := w.retracted(before)
		good, bad := 0, 0
		for _, reply := range replies {
			then := positions(reply)
			if w.solved(then, s, moves-1) && (s.Help || !mates(together(then), s.Mate, chess.NoMove)) {
				good++
			} else {
				bad++
			}
		}
		if good > 0 && (s.Help || bad == 0) {
			return true
		}
	}
	return false
}

// TestWorlds compares with the definitions in small worlds that are known completely.
func TestWorlds(t *testing.T) {
	t.Parallel()
	sample := expect.Size(2, 1000)
	w := explore(t, "8/8/8/8/8/7k/8/R3K3 w Q - 0 1")
	r := rand.New(rand.NewPCG(43, uint64(len(w.order))))
	count := map[string]int{}
	for _, text := range []string{"-1w #1", "-1 & #1", "-2w #1", "-2 & #1", "-1w #2"} {
		s := expect.Must(Parse(text))
		for i := range sample {
			if text == "-2w #1" && i >= max(1, sample/20) { // this takes a hundred times as long
				break
			}
			p := w.edge(r)
			want := w.solved([]chess.Position{*p}, s, s.Moves)
			for range 60 { // half of them are to have a solution
				if want == (i%2 == 0) {
					break
				}
				p = w.edge(r)
				want = w.solved([]chess.Position{*p}, s, s.Moves)
			}
			o := Options{Ask: ask.Options{Resolve: resolve.Options{Effort: 1}}}
			o.Ask.Resolve.Refute.Start = &w.start
			a := expect.Must(Solve(context.Background(), []*chess.Position{p}, s, o))
			if a.Verdict == ask.Possible && !want || a.Verdict == ask.Impossible && want || a.Whole == ask.Impossible {
				t.Errorf("%s, %s: %v, want %t", p.FEN(), text, a.Verdict, want)
			}
			count[text+" "+a.Verdict.String()]++
			few := Options{Ask: o.Ask, Nodes: 1 + r.Uint64N(3000)}
			cut, err := Solve(context.Background(), []*chess.Position{p}, s, few)
			if err != nil || cut.Verdict == ask.Possible && !want || cut.Verdict == ask.Impossible && want || cut.Nodes > few.Nodes {
				t.Errorf("%s, %s, %d positions: %+v, %v, want %t", p.FEN(), text, few.Nodes, cut, err, want)
			}
			if cut.Cut {
				count["cut"]++
			}
			if want {
				count[text+" true"]++
			}
		}
	}
	t.Logf("%d positions; %v", len(w.order), count)
}

// edge returns a position with Black to move and the king at the edge, where there are mates.
func (w *world) edge(r *rand.Rand) *chess.Position {
	for {
		p := &w.order[r.IntN(len(w.order))]
		king := p.King(chess.Black)
		if p.Turn() == chess.Black && p.Kind(chess.Rook) != 0 && (king.Rank() == 0 || king.Rank() == 7) {
			return p
		}
	}
}
