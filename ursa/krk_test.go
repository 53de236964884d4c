package ursa_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"retroproof/encode"
	"retroproof/krk/plain"
	"retroproof/krk/spec"
	"retroproof/sat"
	"retroproof/ursa"
	"retroproof/ursa/simplify"
)

func readText(t *testing.T, names ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(names...))
	if err != nil {
		t.Fatal(err)
	}
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
				if got := mustRun(t, procedures+c.src, 0).counts(); got != c.want {
					t.Errorf("%s: %s, want %s", c.src, got, c.want)
				}
			}
			// Mate as printed has a bWhiteOnTurn of its own, which is free: the example is then not ground.
			want := "yes"
			if name == "paper" {
				want = "1"
			}
			out := mustRun(t, procedures+mate, 0)
			if got := out.counts(); got != want {
				t.Errorf("the example of a mate: %s, want %s", got, want)
			}
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
		if (n == 2 || n == 4 || n == 5) && !longTests {
			continue // 30 s
		}
		src := names + readText(t, fmt.Sprintf("testdata/paper/lemma-%d.urs", n))
		if got := mustRun(t, whole+src, 0).counts(); got != "0" {
			t.Errorf("lemma %d: %s solutions", n, got)
		}
		want := "0"
		if n == 3 || n == 8 || n == 9 {
			want = "1"
		}
		if n == 2 || n == 4 || n == 5 {
			continue
		}
		if got := mustRun(t, printed+src, 0).counts(); got != want {
			t.Errorf("lemma %d with the printed procedures: %s solutions, want %s", n, got, want)
		}
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
		if c.long && !longTests {
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

// truths returns a constraint's value at every position; the assertion is about nPos alone.
func truths(t *testing.T, a *ursa.Assertion) []uint64 {
	t.Helper()
	words := make([]uint64, spec.NumPositions/64)
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
	if err != nil {
		t.Fatal(err)
	}
	err = p.Run(context.Background(), ursa.Options{}, ursa.Handler{Assert: func(a *ursa.Assertion) error {
		all = append(all, a)
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// definitions has the plain definitions of package proofs/krk/plain, with which a certificate's checker compares circuits: the
// value of each notion, 1 for a property that holds.
func definitions() (t *plain.Table, notions map[string]func(p spec.Position) int) {
	reading := spec.Default()
	t = plain.NewTable(reading)
	for bk := range spec.Square(64) {
		t.Fill(bk)
	}
	holds := func(has func(p spec.Position) bool) func(p spec.Position) int {
		return func(p spec.Position) int {
			if has(p) {
				return 1
			}
			return 0
		}
	}
	in := func(has func(p spec.Position, rd *spec.Reading) bool) func(p spec.Position) int {
		return holds(func(p spec.Position) bool { return has(p, &reading) })
	}
	notions = map[string]func(p spec.Position) int{
		"legal": holds(t.Legal), "check": holds(t.Check), "mate": holds(t.Mate), "stalemate": holds(t.Stalemate),
		"Black can move":     holds(func(p spec.Position) bool { return !t.Stuck(p) }),
		"rook captured":      holds(func(p spec.Position) bool { return p.BK() == p.R() }),
		"white king on edge": holds(func(p spec.Position) bool { return plain.OnEdge(p.WK()) }),
		"exposed":            in(plain.Exposed), "divides": in(plain.Divides), "ready to mate": in(plain.Ready),
		"L-pattern": holds(plain.LPattern), "canonical": holds(spec.Position.Canonical),
		"room": plain.Room, "measure": t.Strategy().Measure,
		"critical distance": func(p spec.Position) int { return plain.CriticalDistance(p, &reading) },
	}
	for s := spec.ImmediateMate; s < spec.NumSteps; s++ {
		notions["step "+s.String()] = holds(func(p spec.Position) bool {
			step, _ := t.By(p)
			return step == s
		})
	}
	return t, notions
}

// ofRules are notions that the rules of chess define, in legal positions.
var ofRules = []string{"check", "Black can move", "mate", "stalemate", "measure"}

// Every notion of krk.urs is, at each of the 2^19 positions or at each that is legal, what its plain definition says:
// legality, mate, room, measure, ..., and which step of the strategy is used.
func TestNotions(t *testing.T) {
	numbers := func(call, name string) string {
		return fmt.Sprintf("%s for (ni=0; ni<7; ni++) assert_all(num2bool(%s >> ni & 1));", call, name)
	}
	square := "call Pos2Cartesian(nPos,nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW);"
	programs := map[string]string{
		"legal":              "call LegalKRKPosition(nPos,bX); assert_all(bX);",
		"check":              "call BlackKingAttacked(nPos,bX); assert_all(bX);",
		"rook captured":      "call RookCaptured(nPos,bX); assert_all(bX);",
		"Black can move":     "call BlackKingStuck(nPos,bX); assert_all(!bX);",
		"mate":               "call Mate(nPos,bX); assert_all(bX);",
		"stalemate":          "call Stalemate(nPos,bX); assert_all(bX);",
		"exposed":            "call NotWhiteRookExposed(nPos,bX); assert_all(!bX);",
		"divides":            "call WhiteRookDivides(nPos,bX); assert_all(bX);",
		"L-pattern":          "call LPattern(nPos,bX); assert_all(bX);",
		"white king on edge": "call WhiteKingEdge(nPos,bX); assert_all(bX);",
		"ready to mate":      "call ReadyToMate(nPos,bX); assert_all(bX);",
		"canonical":          "call Canonical(nPos,bX); assert_all(bX);",
		"room":               numbers("call Room(nPos,nX);", "nX"),
		"critical distance":  numbers(square+"call CriticalSquare(nPos,nX,nY); call ManhattanDistance(nWKx,nWKy,nX,nY,nD);", "nD"),
		// The paper's procedure gives 100, too, where the rook is exposed with Black to move; its text does not, nor krk.
		// The lemmas use the measure with White to move only.
		"measure": numbers("call Measure(nPos,nX); call IsWhiteOnTurn(nPos,bWhite); call NotWhiteRookExposed(nPos,bNot);"+
			"call Room(nPos,nR); call CriticalSquare(nPos,nA,nB); call ManhattanDistance(nPos&7,nPos>>3&7,nA,nB,nD);"+
			"nX = ite(!bWhite && !bNot && nX==100, 6*nR+nD, nX);", "nX"),
	}
	for s := spec.ImmediateMate; s < spec.NumSteps; s++ {
		cond := fmt.Sprintf("bUsable%d", s)
		for earlier := spec.ImmediateMate; earlier < s; earlier++ {
			cond += fmt.Sprintf(" && !bUsable%d", earlier)
		}
		programs["step "+s.String()] = "call UsableSteps(nPos,bUsable1,bUsable2,bUsable3,bUsable4,bUsable5,bUsable6,bUsable7,bUsable8,bUsable9,nS,nH);" +
			"assert_all(" + cond + ");"
	}
	table, notions := definitions()
	procedures := krkProcedures(t)
	if len(programs) != len(notions) {
		t.Errorf("%d programs about %d notions", len(programs), len(notions))
	}
	for name, src := range programs {
		value, step := notions[name], strings.HasPrefix(name, "step")
		var bits [][]uint64
		for _, a := range assertions(t, procedures+src) {
			bits = append(bits, truths(t, a))
		}
		compared, wrong := 0, 0
		for p := range spec.Position(spec.NumPositions) {
			if (step || slices.Contains(ofRules, name)) && !table.Legal(p) || step && !p.White() {
				continue
			}
			got := 0
			for i, words := range bits {
				got |= int(words[p/64]>>(p%64)&1) << i
			}
			compared++
			if want := value(p); got != want {
				if wrong++; wrong < 4 {
					t.Errorf("%s at %019b: %d, plain definition %d", name, p, got, want)
				}
			}
		}
		t.Logf("%s: %d positions, %d differences", name, compared, wrong)
	}
}

// Room as a thermometer is the paper's room, Black's squares are attacked as the paper's procedure says.
func TestOwnHelpers(t *testing.T) {
	procedures := krkProcedures(t)
	for _, src := range []string{
		"call Room(nPos,nA); call RoomThermometer(nPos,nT); call ThermometerValue(nT,nB); assert(nA!=nB);",
		`call Pos2Cartesian(nPos,nWKx,nWKy,nBKx,nBKy,nWRx,nWRy,bW);
		call LegalKRKPosition(nPos,bLegal);
		bDiffer = false;
		for (nDX=0; nDX<3; nDX++) for (nDY=0; nDY<3; nDY++) if (nDX!=1 || nDY!=1) {
			nX = nBKx+nDX-1; nY = nBKy+nDY-1;
			call BlackKingEscapes(nPos,nDX,nDY,bFree);
			call SquareAttackedByWhite(nPos,nX&7,nY&7,bAttacked);
			bOn = nX<8 && nY<8;
			bOwn = nX==nWKx && nY==nWKy;
			bDiffer ||= bFree ^^ (bOn && !bAttacked && !bOwn);
		}
		assert(bDiffer);`,
		"call ChebyshevDistance(nA&7,nB&7,nC&7,nD&7,nX); call AbsDiff(nA&7,nC&7,nY); call AbsDiff(nB&7,nD&7,nZ); assert(nX != ite(nY<nZ,nZ,nY));",
		"call AbsDiff(nA&7,nC&7,nY); assert(nY != ite((nA&7)<(nC&7),(nC&7)-(nA&7),(nA&7)-(nC&7)));",
		"call ManhattanDistance(nA&7,nB&7,nC&7,nD&7,nX); call AbsDiff(nA&7,nC&7,nY); call AbsDiff(nB&7,nD&7,nZ); assert(nX != nY+nZ);",
	} {
		if got := mustRun(t, procedures+src, 0).counts(); got != "0" {
			t.Errorf("%s: %s", src, got)
		}
	}
}

// miter returns the formula "the assertion and other differ, with p1 legal", in which other is built by the circuits of
// spec about the positions nPos1 and nPos2 of the assertion, and the black king of nPos1 stands on bk.
func miter(t *testing.T, a *ursa.Assertion, bk spec.Square, other func(b spec.Board, p, q spec.Pos) encode.Bool) *encode.Circuit {
	t.Helper()
	c, out := simplify.Copy(a.Circuit, a.Circuit.Inputs(), nil, a.Circuit.Asserted())
	b := spec.Board{Ints: encode.Ints{Circuit: c, Rep: encode.Binary}, Reading: spec.Default()}
	p, q := b.PosInput("p"), b.PosInput("q")
	differ := c.And(b.Legal(p), c.Xor(out[0], other(b, p, q)))
	instead := map[encode.Bool]encode.Bool{}
	link := func(s spec.Pos, v string) {
		bit := func(i int) encode.Bool {
			in, ok := c.Lookup(fmt.Sprintf("%s.%d", v, i))
			if !ok {
				in = c.Input(fmt.Sprintf("%s.%d", v, i)) // the assertion does not depend on it
			}
			if v == "nPos1" && i >= 6 && i < 12 {
				instead[in] = c.Of(spec.Pack(0, bk, 0, false)>>i&1 == 1)
				return instead[in]
			}
			return in
		}
		for i, x := range []encode.Int{s.WK.X, s.WK.Y, s.BK.X, s.BK.Y, s.R.X, s.R.Y} {
			for k := range 3 {
				b.InputValues(x, 1<<k, func(in encode.Bool, value bool) {
					if value {
						instead[in] = bit(3*i + k)
					}
				})
			}
		}
		instead[s.White] = bit(18)
	}
	link(p, "nPos1")
	link(q, "nPos2")
	d, roots := simplify.Copy(c, c.Inputs(), instead, differ)
	d.Assert(roots...)
	return d
}

// The moves of krk.urs are those of krk's circuits, as formulas: from every legal position, to any position, by the rules
// and by each step of the strategy. Proved by SAT, for each square of the black king; a sample of them here, all in
// make soundness.
func TestMoves(t *testing.T) {
	procedures := krkProcedures(t)
	type move struct {
		name, src string
		other     func(b spec.Board, p, q spec.Pos) encode.Bool
	}
	moves := []move{
		{"White's move", "call LegalMoveWhiteKing(nPos1,nPos2,bA); call LegalMoveWhiteRook(nPos1,nPos2,bB); assert(bA||bB);", spec.Board.WhiteMove},
		{"Black's move", "call LegalMoveBlack(nPos1,nPos2,bA); assert(bA);", spec.Board.BlackMove},
	}
	for s := spec.ImmediateMate; s < spec.NumSteps; s++ {
		moves = append(moves, move{"a move by " + s.String(), fmt.Sprintf("call StrategyStep(nPos1,nPos2,b,%d); assert(b);", s),
			func(b spec.Board, p, q spec.Pos) encode.Bool { return b.Strategy(p).Move(q)[s] }})
	}
	squares := []spec.Square{spec.At(0, 0), spec.At(3, 2)}
	if longTests {
		squares = nil
		for s := range spec.Square(64) {
			squares = append(squares, s)
		}
	}
	// A wrong reading of a step is found: the rook may stand on the white king's line and divide.
	a := assertions(t, procedures+moves[2+spec.Squeeze-spec.ImmediateMate].src)[0]
	wrong := miter(t, a, squares[1], func(b spec.Board, p, q spec.Pos) encode.Bool {
		b.Reading.DividesLoosely = true
		return b.Strategy(p).Move(q)[spec.Squeeze]
	})
	if model, err := sat.Assert(context.Background(), sat.Native, wrong); err != nil || model == nil {
		t.Errorf("another reading of Squeeze is said to be the same (%v)", err)
	}
	for _, m := range moves {
		a := assertions(t, procedures+m.src)[0]
		for _, bk := range squares {
			model, err := sat.Assert(context.Background(), sat.Native, miter(t, a, bk, m.other))
			if err != nil {
				t.Fatal(err)
			}
			if model != nil {
				t.Errorf("%s: it differs from krk's, with the black king on %v", m.name, bk)
			}
		}
	}
}
