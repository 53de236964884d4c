package illegal_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/facts"
)

// samples returns positions of kernel/testdata/legality-random-1k.tsv that are
// illegal.
func samples(t testing.TB) (fens []string) {
	data := expect.Must(os.ReadFile("../../testdata/legality/legality-random-1k.tsv"))
	for line := range strings.Lines(string(data)) {
		if cells := strings.Split(line, "\t"); len(cells) > 2 && cells[2] == "illegal" {
			fens = append(fens, cells[0])
		}
	}
	return fens
}

// game plays a random game and calls visit for its positions.
func game(r *rand.Rand, plies int, visit func(*chess.Position)) {
	p := chess.InitialPosition()
	for range plies {
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		m := moves[r.IntN(len(moves))]
		if r.IntN(3) > 0 {
			// Captures bring promotions and odd pawns about.
			for _, c := range moves {
				if p.Captured(c) != chess.NoMan {
					m = c
					break
				}
			}
		}
		p.Make(m)
		visit(p)
	}
}

// TestLegalPositions: whatever tree of another position a position of a legal game
// is given, it is rejected.
func TestLegalPositions(t *testing.T) {
	t.Parallel()
	trees := map[string][]*illegal.Tree{}
	add := func(data []byte) {
		for line := range strings.Lines(apart(t, data).get(treesName)) {
			tree, err := illegal.Read([]byte(line))
			expect.NoError(t, err)
			n := &tree.Nodes[0]
			kind := n.Rule
			if n.Argument != nil {
				kind = string(n.Argument.Kind)
			}
			if len(trees[kind]) < 4 {
				trees[kind] = append(trees[kind], tree)
			}
		}
	}
	for _, rule := range rules.Rules {
		if rule.Example != "" && rule.Start == "" {
			add(certified(t, rule.Example, ""))
		}
	}
	const seed = 6
	r := rand.New(rand.NewPCG(seed, seed))
	fens := samples(t)
	for range 150 {
		fen := fens[r.IntN(len(fens))]
		d, err := kernel.Decide(context.Background(), setup(t, fen), kernel.DecideOptions{Time: -1, LastMovePositions: -1})
		expect.NoError(t, err)
		if d.Reason != rules.NoKernel && d.Verdict == kernel.Illegal {
			one, err := certify.New(certify.Options{}).Certify(context.Background(), &d)
			expect.NoError(t, err)
			var out bytes.Buffer
			expect.NoError(t, certify.New(certify.Options{}).WritePlain(&out, one))
			add(out.Bytes())
		}
	}
	// Arguments without data, for every reason.
	for _, rule := range rules.Rules {
		trees["bare"] = append(trees["bare"], &illegal.Tree{Nodes: []illegal.Node{{
			Rule: illegal.Argument, Argument: &facts.Argument{Kind: rule.Kind},
		}}})
	}
	games := expect.Short(5, 40)
	start := chess.InitialSetup()
	checked := 0
	for range games {
		game(r, 20+r.IntN(160), func(p *chess.Position) {
			if r.IntN(8) > 0 {
				return
			}
			s := p.Setup()
			if r.IntN(4) == 0 && p.CapturableEnPassant() == chess.NoSquare {
				s.EnPassant = chess.NoSquare
			}
			for kind, list := range trees {
				if kind == illegal.Kernel && checked%20 != 0 {
					continue // building formulas takes its time
				}
				for _, tree := range list {
					forged := &illegal.Tree{Nodes: append([]illegal.Node(nil), tree.Nodes...)}
					forged.Nodes[0].FEN = s.FEN()
					if illegal.CheckTree(&start, forged) == nil {
						text, _ := json.Marshal(forged)
						t.Fatalf("%s is illegal by %s", s.FEN(), text)
					}
				}
			}
			checked++
		})
	}
	t.Logf("%d positions, %d kinds of trees", checked, len(trees))
}

// circle builds a tree of last moves from a position on, as long as men are not
// too many for the start. It does not look whether it comes to the start.
func circle(t *testing.T, start *chess.Setup, fen string) *illegal.Tree {
	t.Helper()
	tree := &illegal.Tree{}
	ids := map[string]int{}
	var add func(fen string) int
	add = func(fen string) int {
		if id, ok := ids[fen]; ok {
			return id
		}
		id := len(tree.Nodes)
		ids[fen] = id
		tree.Nodes = append(tree.Nodes, illegal.Node{ID: id, FEN: fen, Rule: illegal.LastMove})
		if id > 100 {
			t.Fatal("no end of it")
		}
		p := expect.Must(chess.ParsePosition(fen))
		for _, u := range p.Unmoves(nil, chess.UnmoveOptions{}) {
			q := p.Before(u)
			before := q.Setup()
			had, has := facts.CountMaterial(start), facts.CountMaterial(&before)
			if !had.CanBecome(&has) {
				continue
			}
			captured := "-"
			if u.Captured != chess.NoMan {
				captured = u.Captured.String()
			}
			text := fmt.Sprintf("%s %s %v %v", u.Move.UCI(), captured, u.Castling, u.EnPassant)
			child := illegal.Child{Unmove: text, Node: add(noClocks(before))}
			tree.Nodes[id].Unmoves = append(tree.Nodes[id].Unmoves, child)
		}
		return id
	}
	add(fen)
	return tree
}

// TestCircle: kings that can only step to and fro. From a start on the other beat,
// the circle of positions is never entered; from one of its own members it is.
func TestCircle(t *testing.T) {
	t.Parallel()
	const (
		fen   = "1kb5/pppp4/8/8/8/8/PPPP4/1KB5 w - - 0 1"
		other = "1kb5/pppp4/8/8/8/8/PPPP4/1KB5 b - - 0 1"
		same  = "k1b5/pppp4/8/8/8/8/PPPP4/K1B5 w - - 0 1"
	)
	start := setup(t, other)
	tree := circle(t, start, fen)
	expect.Equal(t, len(tree.Nodes), 4, "nodes")
	expect.Succeeds(t, illegal.CheckTree(start, tree), "illegal.CheckTree")
	if err := illegal.CheckTree(setup(t, same), circle(t, setup(t, same), fen)); !isErr(err, illegal.ErrIsStart) {
		t.Errorf("a circle through the start: %v", err)
	}
	// Without its last member a circle has a way in.
	cut := &illegal.Tree{Nodes: append([]illegal.Node(nil), tree.Nodes...)}
	cut.Nodes[2].Unmoves = cut.Nodes[2].Unmoves[:len(cut.Nodes[2].Unmoves)-1]
	if err := illegal.CheckTree(start, cut); !isErr(err, illegal.ErrNoChild) {
		t.Errorf("a circle with a gap: %v", err)
	}
	// From the initial position the men are not too many, and there is no end.
	initial := chess.InitialSetup()
	if err := illegal.CheckTree(&initial, tree); !isErr(err, illegal.ErrNoChild) {
		t.Errorf("from the initial position: %v", err)
	}
}
