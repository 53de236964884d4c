package story

import (
	"bufio"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// samples are the uniform samples of the kernel's tests.
func samples(t *testing.T) (setups []chess.Setup) {
	t.Helper()
	f, err := os.Open("../../testdata/legality/legality-random-1k.tsv")
	expect.NoError(t, err)
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		fen, _, _ := strings.Cut(lines.Text(), "\t")
		if !strings.HasPrefix(fen, "#") {
			setups = append(setups, setup(t, fen))
		}
	}
	return setups
}

func setup(t *testing.T, fen string) chess.Setup {
	t.Helper()
	s, err := chess.ParseFEN(fen)
	expect.NoError(t, err)
	return s
}

// example is a position that the golden files explain.
type example struct {
	name, fen, start string
	reason           facts.Reason
}

var examples = []example{
	{"check", "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "", facts.OppositeCheck},
	{"promotions", "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1", "", rules.TooManyPromotions},
	{"last move", "rnbqkbnr/ppp1pppp/2Bp4/1Q6/4P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 1", "", rules.NoLastMove},
	{"unreachable", "rnbqkbnr/1ppppppp/8/8/2B5/8/1PPPPPPP/RNBQKBNR w KQ - 0 1", "", rules.PieceUnreachable},
	{"first", "rnbqk1n1/pppppp1p/7p/8/8/P2P4/P2PPPPP/RNB1KBNR w KQq - 0 1", "", rules.NoFirstCapture},
	{"unmatched", "rnbqk1nr/pppppp1p/6p1/8/8/7P/PPPPPP1P/RNBQKBNR w KQkq - 0 1", "", rules.MenUnmatched},
	{"deadlock", "1k6/1Pb4b/1P6/8/8/8/8/4K3 w - - 0 1", "1k6/bP5b/1P6/8/8/8/8/4K3 w - - 0 1", rules.Deadlock},
	{"parity", "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", rules.MoveParity},
	{"no way", "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1", "", rules.NoKernel},
	{"jams", "6qB/1RNkpR1b/n3rn1n/N3rp2/b2B2P1/p1R5/K1Q3p1/2n1bNQb w - - 0 1", "", rules.NoKernel},
	{"tight", "7r/pR1B1qBQ/b1r2N2/2n1PPR1/pNn3P1/1nk1bRr1/1q3K1n/r1n5 w - - 0 1", "", rules.NoKernel},
	{"tight, with a piece", "4RR2/p2n3p/1kqr1Q1N/1pq5/1Nb1P2P/4p1bb/bq3QKn/1QR2rB1 w - - 0 1", "", rules.NoKernel},
	{"search", "4k3/bb3np1/Rr1PR3/pq1b4/4q1Q1/PbRN1Pq1/P4RBN/1nB2KR1 b - - 0 1", "", rules.NoKernel},
	{"ranks", "rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1", "", rules.NoExtendedKernel},
	{"double step", "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1", "", rules.LastMovesRefuted},
	{"last moves", "B1Q1q3/R6n/2pk1N1B/5R2/1n1NBPr1/1nP1nB1n/r1P1bb1P/qK1b4 w - - 0 1", "", rules.LastMovesRefuted},
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", kernel.IsStart},
	{"unknown", "rnbqkbnr/1ppppppp/8/8/1P6/4P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1", "", ""},
}

// decide returns the decision about an example.
func (e *example) decide(t *testing.T) *kernel.Decision {
	t.Helper()
	o := kernel.DecideOptions{Time: -1}
	if e.start != "" {
		s := setup(t, e.start)
		o.Start = &s
	}
	s := setup(t, e.fen)
	d, err := kernel.Decide(context.Background(), &s, o)
	expect.NoError(t, err)
	if d.Reason != e.reason {
		t.Fatalf("%s: %s, want %s", e.name, d.Reason, e.reason)
	}
	return &d
}

// TestText compares documents with the golden files.
func TestText(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, e := range examples {
		b.WriteString("=== " + e.name + "\n\n")
		expect.NoError(t, New(e.decide(t)).WriteText(&b, 100))
		b.WriteByte('\n')
	}
	expect.Compare(t, "testdata/stories.txt", b.String())
	for line := range strings.Lines(b.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 100 && strings.Contains(strings.TrimSpace(line), " ") {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// TestWidth: without a width no line is broken.
func TestWidth(t *testing.T) {
	t.Parallel()
	d := &Document{Parts: []Part{
		text("one two three four five six seven eight nine ten"),
		List(text("first"), text("one two three four five six seven eight")),
		{Kind: foldKind, ID: "n1", Spans: []Span{{Text: "a summary"}}, Parts: []Part{text("what is in it"), Board(Diagram{Small: true})}},
	}}
	for _, tt := range []struct {
		width int
		want  string
	}{
		{0, "one two three four five six seven eight nine ten\n\n- first\n- one two three four five six seven eight\n\n- [n1] a summary\n  what is in it\n"},
		{33, "one two three four five six seven\neight nine ten\n\n- first\n- one two three four five six\n  seven eight\n\n- [n1] a summary\n  what is in it\n"},
	} {
		var b strings.Builder
		if err := d.WriteText(&b, tt.width); err != nil || b.String() != tt.want {
			t.Errorf("width %d: %v\n%s", tt.width, err, b.String())
		}
	}
}

// TestHTML compares a page with the golden file, and with itself.
func TestHTML(t *testing.T) {
	t.Parallel()
	var some []*Document
	for _, e := range examples {
		switch e.name {
		case "check", "last move", "no way", "ranks", "last moves", "unknown":
			some = append(some, New(e.decide(t)))
		}
	}
	var b, again strings.Builder
	expect.NoError(t, WriteHTML(&b, some...))
	expect.Compare(t, "testdata/page.html", b.String())
	if err := WriteHTML(&again, some...); err != nil || again.String() != b.String() {
		t.Errorf("a second page differs: %v", err)
	}
	for _, e := range examples {
		var one strings.Builder
		expect.NoError(t, WriteHTML(&one, New(e.decide(t))))
		wellFormed(t, one.String())
		if strings.Contains(one.String(), "<ol>") || strings.Contains(one.String(), "<table>") {
			t.Errorf("%s: contents of one position", e.name)
		}
	}
	wellFormed(t, b.String())
	for i := range some {
		// The way from the contents to a position, and back.
		for _, want := range []string{`<li id="c%d"><a href="#p%d">`, `<section id="p%d" aria-labelledby="h%d">`, `<h2 id="h%d">%d. `, `<a href="#c%d">Contents</a>`} {
			want = strings.ReplaceAll(want, "%d", strconv.Itoa(i+1))
			if n := strings.Count(b.String(), want); n != 1 {
				t.Errorf("%d times %s", n, want)
			}
		}
	}
	if want := "<h1>6 positions: 5 illegal and 1 unknown</h1>"; !strings.Contains(b.String(), want) {
		t.Errorf("no %s", want)
	}
}

// wellFormed checks that tags are closed, that identifiers are unique and links
// lead to them, that nothing is loaded from elsewhere, that there is one first heading
// and no level is left out below it, and that every picture has a title or is hidden
// from those who cannot see it.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(page))
	d.Strict = false
	d.AutoClose = []string{"meta"}
	d.Entity = xml.HTMLEntity
	ids, links := map[string]bool{}, map[string]bool{}
	var open []string
	level, untitled := 0, false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		expect.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			open = append(open, e.Name.Local)
			if untitled && e.Name.Local != "title" {
				t.Errorf("a picture begins with %s, not its title", e.Name.Local)
			}
			untitled = e.Name.Local == "svg" && !slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "aria-hidden" })
			if h := e.Name.Local; len(h) == 2 && h[0] == 'h' && h[1] >= '1' && h[1] <= '6' {
				n := int(h[1] - '0')
				if n > level+1 || n == 1 && level > 0 {
					t.Errorf("%s after a heading of level %d", h, level)
				}
				level = n
			}
			if e.Name.Local == "script" || e.Name.Local == "link" || e.Name.Local == "img" {
				t.Errorf("an element %s", e.Name.Local)
			}
			for _, a := range e.Attr {
				switch a.Name.Local {
				case "id":
					if ids[a.Value] {
						t.Errorf("two elements with id %s", a.Value)
					}
					ids[a.Value] = true
				case "href":
					if strings.HasPrefix(a.Value, "data:application/vnd.chess-pgn,") {
						break
					}
					if !strings.HasPrefix(a.Value, "#") {
						t.Errorf("a link to %s", a.Value)
					}
					links[strings.TrimPrefix(a.Value, "#")] = true
				case "src", "style":
					if a.Name.Local == "src" || strings.Contains(a.Value, "url") {
						t.Errorf("%s=%q", a.Name.Local, a.Value)
					}
				}
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != e.Name.Local {
				t.Fatalf("</%s> in %v", e.Name.Local, open)
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("not closed: %v", open)
	}
	for id := range links {
		if !ids[id] {
			t.Errorf("a link to #%s, which is nowhere", id)
		}
	}
}

// TestEscaping: nothing in a document becomes markup.
func TestEscaping(t *testing.T) {
	t.Parallel()
	const bad = `<b>"&'</b>`
	d := &Document{Title: bad, FEN: bad, Parts: []Part{
		text(bad), Heading(bad), List(text(bad)),
		Text(Span{Text: bad, Code: true}, Span{Text: bad, Bold: true}, Span{Text: bad, Link: "x"}),
		{Kind: foldKind, ID: "x", Spans: []Span{{Text: bad}}, Parts: []Part{Board(Diagram{Caption: bad})}},
	}}
	var b strings.Builder
	expect.NoError(t, WriteHTML(&b, d, d))
	if strings.Contains(b.String(), "<b>") {
		t.Error(b.String())
	}
	wellFormed(t, b.String())
}

// TestCircle: positions that lead to each other are explained once, and a circle is
// closed with a link.
func TestCircle(t *testing.T) {
	t.Parallel()
	a := &kernel.Evidence{Setup: setup(t, "8/8/8/8/8/2k5/8/K7 w - - 0 1"), Reason: rules.LastMovesRefuted}
	b := &kernel.Evidence{Setup: setup(t, "8/8/8/8/2k5/8/8/K7 b - - 0 1"), Reason: rules.LastMovesRefuted}
	step := chess.NewMove(chess.MakeSquare(2, 3), chess.MakeSquare(2, 2))
	aside := chess.NewMove(chess.MakeSquare(1, 2), chess.MakeSquare(2, 2))
	king := chess.NewMove(chess.MakeSquare(1, 0), chess.MakeSquare(0, 0))
	a.Unmoves = []kernel.RefutedUnmove{{Unmove: chess.Unmove{Move: step, EnPassant: chess.NoSquare}, Before: b}, {Unmove: chess.Unmove{Move: aside, EnPassant: chess.NoSquare}, Before: b}}
	b.Unmoves = []kernel.RefutedUnmove{{Unmove: chess.Unmove{Move: king, EnPassant: chess.NoSquare}, Before: a}}
	d := &kernel.Decision{Setup: a.Setup, Start: chess.InitialSetup(), Verdict: kernel.Illegal, Reason: rules.LastMovesRefuted, Evidence: a}
	var page, words strings.Builder
	expect.NoError(t, errors.Join(WriteHTML(&page, New(d)), New(d).WriteText(&words, 0)))
	wellFormed(t, page.String())
	for _, want := range []string{"going round in this circle never reaches the start", "refuted already, at n2"} {
		if !strings.Contains(words.String(), want) {
			t.Errorf("%q is missing in\n%s", want, words.String())
		}
	}
	if n := strings.Count(page.String(), `href="#p1-n1"`); n != 1 {
		t.Errorf("%d links to the position itself", n)
	}
}

// TestSamplesHTML: every sample can be explained, and pages stay small. Of those that have no kernel, nearly all have
// an argument of a few lines.
func TestSamplesHTML(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("explains a thousand positions")
	}
	refuted, unargued := 0, 0
	for _, s := range samples(t) {
		d, err := kernel.Decide(context.Background(), &s, kernel.DecideOptions{Time: -1})
		expect.NoError(t, err)
		switch d.Reason {
		case rules.NoKernel, rules.NoExtendedKernel, rules.TooManyCaptures:
			if refuted++; byNumbers((*ledger).argue)(newExplainer(&d), d.Evidence) == nil {
				unargued++
			}
		}
		var b strings.Builder
		expect.NoError(t, WriteHTML(&b, New(&d)))
		if b.Len() > 300_000 {
			t.Errorf("%s: a page of %d bytes", s, b.Len())
		}
		wellFormed(t, b.String())
	}
	if refuted < 70 || unargued > 2 {
		t.Errorf("%d without kernels, %d without an argument", refuted, unargued)
	}
}

// FuzzNew: every decision about every position can be explained.
func FuzzNew(f *testing.F) {
	for _, e := range examples {
		f.Add(e.fen, e.start)
	}
	f.Add("8/8/8/8/8/8/8/8 w - - 0 1", "")
	f.Add("kPkPkPkP/8/8/8/8/8/8/PKPKPKPK w KQkq e3 0 1", "")
	f.Fuzz(func(t *testing.T, fen, start string) {
		s, err := chess.ParseFEN(fen)
		if err != nil {
			return
		}
		o := kernel.DecideOptions{KernelNodes: 200, LastMoveKernelNodes: 50, LastMovePositions: 20, Time: -1}
		if start != "" {
			from, err := chess.ParseFEN(start)
			if err != nil {
				return
			}
			o.Start = &from
		}
		d, err := kernel.Decide(context.Background(), &s, o)
		if err != nil {
			return
		}
		var page, again, words strings.Builder
		expect.NoError(t, errors.Join(WriteHTML(&page, New(&d)), WriteHTML(&again, New(&d)), New(&d).WriteText(&words, 80)))
		if page.String() != again.String() {
			t.Error("two pages differ")
		}
		if strings.Contains(words.String(), "%!") {
			t.Error(words.String())
		}
		wellFormed(t, page.String())
	})
}
