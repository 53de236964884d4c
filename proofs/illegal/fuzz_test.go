package illegal_test

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal"
)

// isIllegal has positions that no game leads to.
var isIllegal = map[string]bool{staticFEN: true, kernelFEN: true, rowsFEN: true, lastMoveFEN: true, parityFEN: true}

func isErr(err, kind error) bool { return errors.Is(err, kind) }

// noClocks is the FEN of a diagram with the clocks 0 and 1.
func noClocks(s chess.Setup) string {
	s.HalfmoveClock, s.FullmoveNumber = 0, 1
	return s.FEN()
}

// legalPositions returns positions of random games.
func legalPositions(n int) (fens []string, known map[string]bool) {
	known = map[string]bool{}
	r := rand.New(rand.NewPCG(1, 2))
	for len(fens) < n {
		game(r, 150, func(p *chess.Position) {
			fen := noClocks(p.Setup())
			if r.IntN(10) == 0 && !known[fen] {
				known[fen] = true
				fens = append(fens, fen)
			}
		})
	}
	return fens, known
}

// FuzzTree: whatever a line says, it is no reason to call a position of a legal
// game illegal, and no reason to panic.
func FuzzTree(f *testing.F) {
	for _, rule := range rules.Rules {
		if rule.Example != "" {
			line := apart(f, certified(f, rule.Example, rule.Start)).get(treesName)
			f.Add([]byte(line), uint16(len(line)))
		}
	}
	legal, _ := legalPositions(500)
	initial := chess.InitialSetup()
	f.Fuzz(func(t *testing.T, line []byte, which uint16) {
		tree, err := illegal.Read(line)
		if err != nil {
			return
		}
		again, err := tree.Append(nil)
		if err != nil || !bytes.Equal(bytes.TrimSuffix(line, []byte("\n")), bytes.TrimSuffix(again, []byte("\n"))) {
			t.Fatalf("%s is written %s: %v", line, again, err)
		}
		_ = illegal.CheckTree(&initial, tree)
		tree.Nodes[0].FEN = legal[int(which)%len(legal)]
		if illegal.CheckTree(&initial, tree) == nil {
			t.Fatalf("%s is illegal by %s", tree.Nodes[0].FEN, line)
		}
		// From another start it may be, but not from itself.
		start := expect.Must(chess.ParseFEN(tree.Nodes[0].FEN))
		if illegal.CheckTree(&start, tree) == nil {
			t.Fatalf("%s is illegal from itself by %s", tree.Nodes[0].FEN, line)
		}
	})
}

// FuzzCheck: no bytes make the checker panic, or say that a legal position is
// illegal.
func FuzzCheck(f *testing.F) {
	f.Add(certified(f, staticFEN, ""))
	f.Add(certified(f, lastMoveFEN, ""))
	f.Add(certified(f, parityFEN, ""))
	f.Add(mixed(f))
	for i, bad := range forgeries(f) {
		if len(bad.data) < 10_000 && (i%8 == 0 || !testing.Short()) {
			f.Add(bad.data)
		}
	}
	legal, known := legalPositions(500)
	for i, fen := range legal {
		if i < 20 {
			fs := apart(f, certified(f, staticFEN, ""))
			f.Add(fs.replace(f, treesName, staticFEN, fen).plain())
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var fens []string
		report, err := illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{
			Memory: 1 << 27, Jobs: 2, Each: func(v illegal.Verified) {
				if !v.Legal {
					fens = append(fens, v.FEN)
				} else if isIllegal[v.FEN] {
					t.Fatalf("%s is called legal", v.FEN)
				}
			},
		})
		if err != nil {
			return
		}
		if int64(len(fens)) != report.Positions-report.Games || report.Positions == 0 {
			t.Fatalf("%d positions, %d", len(fens), report.Positions)
		}
		for _, fen := range fens {
			s := expect.Must(chess.ParseFEN(fen))
			if report.Initial && known[noClocks(s)] {
				t.Fatalf("%s is called illegal", fen)
			}
		}
	})
}

// FuzzParts is FuzzCheck with lengths of cores as they should be, so that more of them is looked at.
func FuzzParts(f *testing.F) {
	add := func(fs files) { f.Add(fs.get(headerName), fs.get(treesName), fs.get(coreName+"0")) }
	for _, fen := range []string{staticFEN, parityFEN, "rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1"} {
		add(apart(f, certified(f, fen, "")))
	}
	add(apart(f, mixed(f)))
	kernel := apart(f, certified(f, kernelFEN, ""))
	add(kernel)
	add(apart(f, certified(f, rowsFEN, "")))
	_, known := legalPositions(500)
	f.Fuzz(func(t *testing.T, header, trees, core string) {
		fs := files{{headerName, header}}
		if core != "" {
			fs = append(fs, file{coreName + "0", core})
		}
		fs = append(fs, file{treesName, trees}).measured()
		data := fs.plain()
		var fens []string
		report, err := illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{
			Memory: 1 << 27, Jobs: 1, Each: func(v illegal.Verified) {
				if !v.Legal {
					fens = append(fens, v.FEN)
				} else if isIllegal[v.FEN] {
					t.Fatalf("%s is called legal", v.FEN)
				}
			},
		})
		if err != nil {
			return
		}
		for _, fen := range fens {
			s := expect.Must(chess.ParseFEN(fen))
			if report.Initial && known[noClocks(s)] || report.Start == fen {
				t.Fatalf("%s is called illegal", fen)
			}
		}
	})
}
