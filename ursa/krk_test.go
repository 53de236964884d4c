package ursa_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/encode"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/lemmas"
	"retroproof/proofs/strategy/rules"
	plays "retroproof/proofs/strategy/text"
	"retroproof/sat"
	"retroproof/strategy/circuits"
	"retroproof/ursa"
)

func readText(t *testing.T, names ...string) string {
	t.Helper()
	text := expect.Must(os.ReadFile(filepath.Join(names...)))
	return string(text)
}

// krkProcedures returns krk.urs without its lemmas.
func krkProcedures(t *testing.T) string {
	t.Helper()
	procedures, _, ok := strings.Cut(readText(t, "../testdata/ursa/krk.urs"), "/* ---- The lemmas")
	if !ok {
		t.Fatal("krk.urs has no lemmas")
	}
	return procedures
}

var procedureStart = regexp.MustCompile(`(?m)^procedure (\w+)\(`)

// withPaper returns krk.urs without its lemmas, and with the procedures that the paper prints in place of those of the
// same name.
func withPaper(t *testing.T) string {
	t.Helper()
	paper := readText(t, "testdata/paper/procedures.urs")
	text := krkProcedures(t)
	for _, m := range procedureStart.FindAllStringSubmatch(paper, -1) {
		text = without(t, text, m[1])
	}
	return text + paper
}

// without removes a procedure, whose closing brace stands at the beginning of a line.
func without(t *testing.T, text, name string) string {
	t.Helper()
	from := strings.Index(text, "procedure "+name+"(")
	if from < 0 {
		t.Fatalf("there is no procedure %s", name)
	}
	to := strings.Index(text[from:], "\n}\n")
	return text[:from] + text[from+to+3:]
}

// The numbers of positions that the paper and the reference give, by krk.urs and by the paper's own procedures.
func TestPaperCounts(t *testing.T) {
	mate, stalemates := readText(t, "testdata/paper/mate.urs"), readText(t, "testdata/paper/stalemates.urs")
	for name, procedures := range map[string]string{"krk.urs": krkProcedures(t), "paper": withPaper(t)} {
		t.Run(name, func(t *testing.T) {
			for _, c := range []struct{ src, want string }{
				{"call LegalKRKPosition(nPos,bLegalKRKPosition); assert_all(bLegalKRKPosition);", "399112"},
				{"call LegalKRKPosition(nPos,b); assert_all(b && nPos<262144);", "223944"},
				{"call NotKingNextKing(nPos,bA); call RookCaptured(nPos,bB); assert_all(bA && !bB && nPos<262144);", "227556"},
				{stalemates, "68"},
				{"call LegalKRKPosition(nPos,bLegalKRKPosition); call Mate(nPos,bMate); assert_all(bLegalKRKPosition && bMate);", "216"},
				// Cartesian2Pos and Pos2Cartesian are inverse.
				{"call Pos2Cartesian(nPos,nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW); call Cartesian2Pos(nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW,nQ); assert_all(nPos!=nQ);", "0"},
				{"call Pos2Cartesian(nPos,nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW); call Cartesian2Pos(nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW,nQ); assert_all(nPos==nQ);", "524288"},
				{"call IsWhiteOnTurn(nPos,bA); call Pos2Cartesian(nPos,nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW); assert(bA ^^ bW);", "0"},
			} {
				expect.Equal(t, mustRun(t, procedures+c.src, 0).counts(), c.want, "%s", c.src)
			}
			// Mate as printed has a bWhiteOnTurn of its own, which is free: the example is then not ground.
			want := "yes"
			if name == "paper" {
				want = "1"
			}
			out := mustRun(t, procedures+mate, 0)
			expect.Equal(t, out.counts(), want, "the example of a mate")
			if name == "paper" && (len(out.warnings) != 1 || !strings.Contains(out.warnings[0], "^ between two comparisons")) {
				t.Errorf("warnings %q", out.warnings)
			}
			if name == "paper" && strings.Join(out.answers[0].solutions, ";") != "Mate.bWhiteOnTurn=false" {
				t.Errorf("solutions %q", out.answers[0].solutions)
			}
		})
	}
}

// The lemmas as the paper prints them, with krk.urs: no solutions. With Mate and Stalemate as printed Lemmas 3, 8 and 9
// have some, by the free variable: !bMate is asserted in 3 and 9, and !bStalemate, in the steps, excludes nothing in 8.
func TestPaperLemmas(t *testing.T) {
	names := "nsReadyToMate=2; nsRookHome=8; nsRookSafe=9;\n"
	whole := krkProcedures(t)
	printed := withPaper(t)
	for n := 1; n <= 9; n++ {
		if (n == 2 || n == 4 || n == 5) && !expect.Long {
			continue // 30 s
		}
		src := names + readText(t, fmt.Sprintf("testdata/paper/lemma-%d.urs", n))
		expect.Equal(t, mustRun(t, whole+src, 0).counts(), "0", "lemma %d", n)
		want := "0"
		if n == 3 || n == 8 || n == 9 {
			want = "1"
		}
		if n == 2 || n == 4 || n == 5 {
			continue
		}
		expect.Equal(t, mustRun(t, printed+src, 0).counts(), want, "lemma %d with the printed procedures", n)
	}
}

// The lemmas do not hold vacuously.
func TestControls(t *testing.T) {
	for _, c := range []struct {
		name     string
		long     bool // seconds
		lemma    int
		from, to string
	}{
		{"measure above 19", true, 2, "nMeasure1>24", "nMeasure1>19"},
		{"rook steps at move 3", true, 4, "(nStep7==nsRookHome || nStep7==nsRookSafe)", "(nStep5==nsRookHome || nStep5==nsRookSafe)"},
		{"rook steps at move 2", false, 4, "b4 && b5 && b6 && b7 &&\n    (nStep7==nsRookHome || nStep7==nsRookSafe)", "(nStep3==nsRookHome || nStep3==nsRookSafe)"},
		{"end within 5 moves", true, 5, " && b11 && b12 && b13 && b14", ""},
	} {
		if c.long && !expect.Long {
			continue
		}
		src := readText(t, fmt.Sprintf("testdata/paper/lemma-%d.urs", c.lemma))
		changed := strings.Replace(src, c.from, c.to, 1)
		if changed == src {
			t.Fatalf("%s: nothing to change in\n%s", c.name, src)
		}
		changed = strings.ReplaceAll(changed, "assert_all", "assert")
		if got := mustRun(t, krkProcedures(t)+"nsReadyToMate=2; nsRookHome=8; nsRookSafe=9;\n"+changed, 0).counts(); got != "1" {
			t.Errorf("%s: %s solutions", c.name, got)
		}
	}
}

// numPositions is how many values nPos has: from bit 0 upwards three bits each for file and rank of the white king, the
// black king and the rook, then 1 if White is to move.
const numPositions = 1 << 19

// position unpacks nPos. A rook on the black king's square is left there.
func position(n int) (p rules.Position) {
	at := func(i int) rules.Square { return rules.Square{X: int16(n >> i & 7), Y: int16(n >> (i + 3) & 7)} }
	p.WK, p.BK, p.Men[0], p.White = at(0), at(6), at(12), n>>18 == 1
	return p
}

// truths returns a constraint's value at every position; the assertion is about nPos alone.
func truths(t *testing.T, a *ursa.Assertion) []uint64 {
	t.Helper()
	words := make([]uint64, numPositions/64)
	if a.Ground {
		for i := range words {
			if a.Holds {
				words[i] = ^uint64(0)
			}
		}
		return words
	}
	if len(a.Variables) != 1 || a.Variables[0].Name != "nPos" {
		t.Fatalf("the constraint is about %v", a.Variables)
	}
	ok := a.Circuit.Asserted()
	e := a.Circuit.NewEvaluator(ok)
	lanes := [6]uint64{0xaaaaaaaaaaaaaaaa, 0xcccccccccccccccc, 0xf0f0f0f0f0f0f0f0, 0xff00ff00ff00ff00, 0xffff0000ffff0000, 0xffffffff00000000}
	for w := range words {
		for i, b := range a.Variables[0].Bits {
			switch {
			case i < 6:
				e.Set(b, lanes[i])
			case w>>(i-6)&1 == 1:
				e.Set(b, ^uint64(0))
			default:
				e.Set(b, 0)
			}
		}
		e.Run()
		words[w] = e.Get(ok)
	}
	return words
}

// assertions runs a program up to each assertion, without solving it.
func assertions(t *testing.T, src string) (all []*ursa.Assertion) {
	t.Helper()
	p, err := ursa.Parse("t.urs", src, 0, false)
	expect.NoError(t, err)
	err = p.Run(context.Background(), ursa.Options{}, ursa.Handler{Assert: func(a *ursa.Assertion) error {
		all = append(all, a)
		return nil
	}})
	expect.NoError(t, err)
	return all
}

// krk2013 returns the strategy with more statements, and one of its text replaced if there is an old one.
func krk2013(t *testing.T, more, old, instead string) *core.Strategy {
	t.Helper()
	source, _ := plays.Source("krk2013")
	if !strings.Contains(source, old) {
		t.Fatalf("krk2013 has no %q", old)
	}
	s, err := plays.Parse("krk2013", strings.Replace(source, old, instead, 1)+more, rules.Board{Files: 8, Ranks: 8})
	expect.NoError(t, err)
	return s
}

// number is a program that asserts each bit of a number.
func number(call, name string) string {
	return fmt.Sprintf("%s for (ni=0; ni<7; ni++) assert_all(num2bool(%s >> ni & 1));", call, name)
}

// notions are a procedure of krk.urs each, and what it is in the text: a condition, or a number if there is a greatest.
var notions = []struct {
	src, expr string
	greatest  int
	ofRules   bool // the rules of chess define it, in legal positions
}{
	{"call LegalKRKPosition(nPos,bX); assert_all(bX);", "legal", 0, false},
	{"call BlackKingAttacked(nPos,bX); assert_all(bX);", "lost", 0, true},
	{"call RookCaptured(nPos,bX); assert_all(bX);", "r = bk", 0, false},
	{"call BlackKingStuck(nPos,bX); assert_all(bX);", "stuck", 0, true},
	{"call Mate(nPos,bX); assert_all(bX);", "not white and mate", 0, true},
	{"call Stalemate(nPos,bX); assert_all(bX);", "not white and stalemate", 0, true},
	{"call NotWhiteRookExposed(nPos,bX); assert_all(bX);", "not exposed", 0, false},
	{"call WhiteRookDivides(nPos,bX); assert_all(bX);", "divides", 0, false},
	{"call LPattern(nPos,bX); assert_all(bX);", "lpattern", 0, false},
	{"call WhiteKingEdge(nPos,bX); assert_all(bX);", "edge(wk)", 0, false},
	{"call ReadyToMate(nPos,bX); assert_all(bX);", "ready", 0, false},
	{"call Canonical(nPos,bX); assert_all(bX);",
		"bk.x <= 3 and bk.y <= bk.x and (bk.x = bk.y implies wk.y <= wk.x and (wk.x = wk.y implies r.y <= r.x))", 0, false},
	{number("call Room(nPos,nX);", "nX"), "room", 15, false},
	{number("call Pos2Cartesian(nPos,nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW);"+
		"call CriticalSquare(nPos,nX,nY); call ManhattanDistance(nWKx,nWKy,nX,nY,nD);", "nD"), "critical", 14, false},
	// The greatest value is 100 in the paper, 105 in the text. The paper's procedure gives it, too, where the rook is
	// exposed with Black to move; its text does not, nor krk2013. The lemmas use the measure with White to move only.
	{number("call Measure(nPos,nX); call IsWhiteOnTurn(nPos,bWhite); call NotWhiteRookExposed(nPos,bNot);"+
		"call Room(nPos,nR); call CriticalSquare(nPos,nA,nB); call ManhattanDistance(nPos&7,nPos>>3&7,nA,nB,nD);"+
		"nX = ite(nX==100, ite(bWhite, 105, ite(bNot, nX, 6*nR+nD)), nX);", "nX"), "measure", 105, true},
}

// compare compares a program with a value at each of the 2^19 positions, or at some of them.
func compare(t *testing.T, name, src string, in func(p *rules.Position) bool, value func(n int, p rules.Position) int) {
	var bits [][]uint64
	for _, a := range assertions(t, src) {
		bits = append(bits, truths(t, a))
	}
	compared, wrong := 0, 0
	for n := range numPositions {
		p := position(n)
		if !in(&p) {
			continue
		}
		got := 0
		for i, words := range bits {
			got |= int(words[n/64]>>(n%64)&1) << i
		}
		compared++
		if want := value(n, p); got != want {
			if wrong++; wrong < 4 {
				t.Errorf("%s at %019b: %d, by the text %d", name, n, got, want)
			}
		}
	}
	if compared == 0 {
		t.Errorf("%s: no position was compared", name)
	}
	t.Logf("%s: %d positions, %d differences", name, compared, wrong)
}

// Every notion of krk.urs is, at each of the 2^19 positions or at each that is legal, what krk2013 and the rules say:
// legality, mate, room, measure, ..., and which step of the strategy is used.
func TestNotions(t *testing.T) {
	var more strings.Builder
	for i, n := range notions {
		if n.greatest == 0 {
			fmt.Fprintf(&more, "\nproperty notion_%d = %s", i, n.expr)
		} else {
			fmt.Fprintf(&more, "\nnumber notion_%d = %s to %d", i, n.expr, n.greatest)
		}
	}
	strategy := krk2013(t, more.String(), "", "")
	procedures := krkProcedures(t)
	named := strategy.Notions[len(strategy.Notions)-len(notions):]
	for i, n := range notions {
		in := func(*rules.Position) bool { return true }
		if n.ofRules {
			in = strategy.Legal
		}
		compare(t, n.expr, procedures+n.src, in, func(_ int, p rules.Position) int { return strategy.Value(named[i], p) })
	}
	toMove := func(p *rules.Position) bool { return p.White && strategy.Legal(p) }
	used := make([]int, numPositions)
	var buf [64]rules.Position
	for n := range used {
		if p := position(n); toMove(&p) {
			_, used[n] = strategy.Moves(buf[:0], p)
		}
	}
	cond := ""
	for i, step := range strategy.Steps {
		src := "call UsableSteps(nPos,bUsable1,bUsable2,bUsable3,bUsable4,bUsable5,bUsable6,bUsable7,bUsable8,bUsable9,nS,nH);" +
			fmt.Sprintf("assert_all(%sbUsable%d);", cond, i+1)
		cond += fmt.Sprintf("!bUsable%d && ", i+1)
		compare(t, step.Name, procedures+src, toMove, func(n int, _ rules.Position) int {
			if used[n] == i {
				return 1
			}
			return 0
		})
	}
}

// relation is a move from p to q as a circuit; in q the men of the side that does not move may have other squares.
type relation struct {
	name, src string // an assertion about nPos1 and nPos2
	white     bool   // White moves
	circuit   func(b circuits.Board, p, q circuits.Pos) encode.Bool
}

// whiteMove is White's move by a step, of a relation of a strategy.
func whiteMove(t *testing.T, s *core.Strategy, r core.Relation, step int, name, src string) relation {
	t.Helper()
	c, err := lemmas.New(s)
	expect.NoError(t, err)
	return relation{name, src, true, func(b circuits.Board, p, q circuits.Pos) encode.Bool {
		same := b.Same(p.BK, q.BK)
		q.BK, q.White = p.BK, false
		return b.And(same, circuits.By(c, r, circuits.NewScope(b, p)).Move(q)[step])
	}}
}

// blackMove is Black's move.
func blackMove(name, src string) relation {
	return relation{name, src, false, func(b circuits.Board, p, q circuits.Pos) encode.Bool {
		return b.And(b.Same(p.WK, q.WK), b.Same(p.Men[0], q.Men[0]), b.Reply(p, q))
	}}
}

// miter returns the formula "the assertion and the relation differ, with p1 legal", about the positions nPos1 and nPos2
// of the assertion, where the black king of nPos1 stands on bk.
func miter(t *testing.T, s *core.Strategy, a *ursa.Assertion, bk int, r relation) *encode.Circuit {
	t.Helper()
	c, out := ursa.CopyWith(a.Circuit, a.Circuit.Inputs(), nil, a.Circuit.Asserted())
	bit := func(v string, i int) encode.Bool {
		name := fmt.Sprintf("%s.%d", v, i)
		in, ok := c.Lookup(name)
		if !ok {
			in = c.Input(name) // the assertion does not depend on it
		}
		return in
	}
	b := circuits.Board{Board: (&lemmas.Circuits{Strategy: s, Encoding: lemmas.Encoding{Rep: encode.Binary}}).NewBoard()}
	b.Circuit = c
	p, q := b.PosInput("p", true), b.PosInput("q", true)
	instead := map[encode.Bool]encode.Bool{}
	link := func(s circuits.Pos, v string) {
		for i, x := range []encode.Int{s.WK.X, s.WK.Y, s.BK.X, s.BK.Y, s.Men[0].X, s.Men[0].Y} {
			for k := range 3 {
				b.InputValues(x, 1<<k, func(in encode.Bool, value bool) {
					if value {
						instead[in] = bit(v, 3*i+k)
					}
				})
			}
		}
	}
	link(p, "nPos1")
	link(q, "nPos2")
	for _, x := range []encode.Int{p.BK.X, p.BK.Y} {
		b.InputValues(x, bk&7, func(in encode.Bool, value bool) {
			instead[instead[in]] = c.Of(value) // the assertion's bit
			instead[in] = c.Of(value)
		})
		bk >>= 3
	}
	before, after := bit("nPos1", 18), bit("nPos2", 18) // White is to move
	turn := b.And(before, after.Not())
	if !r.white {
		turn = b.And(before.Not(), after)
	}
	black := p
	black.White = false
	legal := b.Ite(before, b.Legal(p), b.Legal(black))
	differ := c.And(legal, c.Xor(out[0], b.And(turn, r.circuit(b, p, q))))
	d, roots := ursa.CopyWith(c, c.Inputs(), instead, differ)
	d.Assert(roots...)
	return d
}

// The moves of krk.urs are those of the circuits of krk2013, as formulas: from every legal position, to any position,
// by the rules and by each step of the strategy. Proved by SAT, for each square of the black king; a sample of them
// here, all in make soundness.
func TestMoves(t *testing.T) {
	procedures := krkProcedures(t)
	strategy := krk2013(t, "", "", "")
	strictly := (&lemmas.Circuits{Strategy: strategy}).Relations()[0]
	anyMove, err := plays.Parse("any", "strategy \"Any move\"\nmen rook r\nstep Any: true\n", strategy.Board)
	expect.NoError(t, err)
	moves := []relation{
		whiteMove(t, anyMove, core.Relation{}, 0, "White's move", "call LegalMoveWhiteKing(nPos1,nPos2,bA); call LegalMoveWhiteRook(nPos1,nPos2,bB); assert(bA||bB);"),
		blackMove("Black's move", "call LegalMoveBlack(nPos1,nPos2,bA); assert(bA);"),
	}
	for i, step := range strategy.Steps {
		moves = append(moves, whiteMove(t, strategy, strictly, i, "a move by "+step.Name, fmt.Sprintf("call StrategyStep(nPos1,nPos2,b,%d); assert(b);", i+1)))
	}
	squares := []int{0, 3 + 8*2}
	if expect.Long {
		squares = nil
		for s := range 64 {
			squares = append(squares, s)
		}
	}
	differ := func(a *ursa.Assertion, bk int, m relation) bool {
		model, err := sat.Assert(context.Background(), sat.Native, miter(t, strategy, a, bk, m))
		expect.NoError(t, err)
		return model != nil
	}
	// A wrong reading of a step is found: the rook may stand on the white king's line and divide.
	loose := krk2013(t, "", "x < y and y < z or z < y and y < x", "x <= y and y < z or z < y and y <= x")
	const squeeze = 2
	wrong := whiteMove(t, loose, strictly, squeeze, "", moves[2+squeeze].src)
	if !differ(assertions(t, procedures+wrong.src)[0], squares[1], wrong) {
		t.Error("another reading of Squeeze is said to be the same")
	}
	for _, m := range moves {
		a := assertions(t, procedures+m.src)[0]
		for _, bk := range squares {
			if differ(a, bk, m) {
				t.Errorf("%s: it differs from that of the circuits, with the black king on %v", m.name, strategy.Square(bk))
			}
		}
	}
}
