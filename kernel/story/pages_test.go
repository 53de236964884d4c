package story

import (
	"html"
	"net/url"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/replay"
)

// diagramsOf returns all diagrams of some parts.
func diagramsOf(parts []Part) (all []Diagram) {
	for _, p := range parts {
		if p.Diagram != nil {
			all = append(all, *p.Diagram)
		}
		if p.Moves != nil {
			all = append(all, p.Moves.Way...)
		}
		all = append(all, diagramsOf(p.Parts)...)
	}
	return all
}

// between returns what is between two texts, "" if they are not there.
func between(s, before, after string) string {
	_, s, _ = strings.Cut(s, before)
	s, _, _ = strings.Cut(s, after)
	return s
}

// TestMarksInWords: whatever is marked in a diagram is in its title, and in the key of
// a large one.
func TestMarksInWords(t *testing.T) {
	t.Parallel()
	seen := map[string]int{}
	check := func(d *Document) {
		for _, diagram := range diagramsOf(d.Parts) {
			title := between(string(boardOf(diagram)), "<title>", "</title>")
			var page strings.Builder
			expect.NoError(t, WriteHTML(&page, &Document{Parts: []Part{Board(diagram)}}))
			key := between(page.String(), `<ul class="key">`, "</ul>")
			in := func(what, words, meaning string, squares facts.Squares) {
				told := strings.Split(between(title, words+": ", "."), ", ")
				for sq := range chess.Bitboard(squares).Squares() {
					seen[what]++
					if !slices.Contains(told, diagram.Setup.NameOn(sq)) {
						t.Errorf("%s %s is not in the title %q", sq, what, title)
					}
					if !diagram.Small && !strings.Contains(key, meaning) {
						t.Errorf("%s is not in the key %q", what, key)
					}
				}
				if squares == 0 && strings.Contains(title, words) {
					t.Errorf("nothing %s, and the title is %q", what, title)
				}
			}
			in("marked", "Marked", "what the reason is about", diagram.Marked)
			in("locked", "Never moved", "never moved", diagram.Locked)
			in("crossed", "Captured where it stood", "captured where it stood", diagram.Crossed)
			for _, a := range diagram.Arrows {
				seen[diagram.Arrow]++
				word := strings.ToUpper(diagram.Arrow[:1]) + diagram.Arrow[1:] + ": "
				told := strings.Split(between(title, word, "."), ", ")
				if !slices.Contains(told, diagram.Setup.NameOn(a.of.From)+" to "+diagram.Setup.NameOn(a.of.To)) {
					t.Errorf("the arrow from %s to %s is not in the title %q", a.From, a.To, title)
				}
				if !diagram.Small && !strings.Contains(key, "a "+diagram.Arrow) {
					t.Errorf("arrows are not in the key %q", key)
				}
			}
		}
	}
	for _, e := range examples {
		check(New(e.decide(t)))
	}
	check(gameDocument(t, Length{}))
	for _, what := range []string{"marked", "locked", "crossed", "check", "last move", "move"} {
		if seen[what] == 0 {
			t.Errorf("no diagram has: %s", what)
		}
	}
}

// TestMarkedMen: the men that are marked are those that the text names.
func TestMarkedMen(t *testing.T) {
	t.Parallel()
	const locked = "Ra1, Bc1, Ke1, Bf1, Rh1, a2, b2, d2, e2, g2, h2, a7, b7, c7, d7, e7, g7, h7, Ra8, Bc8, Qd8, Ke8 and Rh8"
	for _, tt := range []struct {
		example                 example
		locked, crossed, marked string
	}{
		{example{"no way", "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1", "", rules.NoKernel}, locked, "f8", ""},
		{example{"cage", "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", "", rules.CagedMen}, "f7 and g7", "", "g6 and Bg8"},
	} {
		d := diagramsOf(New(tt.example.decide(t)).Parts)[0]
		for got, want := range map[facts.Squares]string{d.Locked: tt.locked, d.Crossed: tt.crossed, d.Marked: tt.marked} {
			if got := rules.Men(&d.Setup, chess.Bitboard(got)); got != want {
				t.Errorf("%s: got %s, want %s", tt.example.name, got, want)
			}
		}
	}
}

// gameDocument is a document about the position to which a game leads: two captures,
// 24 quiet plies and another two.
func gameDocument(t *testing.T, length Length) *Document {
	t.Helper()
	moves := "e4 d5 exd5 Qxd5" + strings.Repeat(" Nf3 Nf6 Ng1 Ng8", 6) + " Nf3 Qxd2+ Nbxd2 Nc6"
	game := &notation.Game{Moves: strings.Fields(moves)}
	_, p, err := game.Play()
	expect.NoError(t, err)
	goal := p.Setup()
	goal.HalfmoveClock, goal.FullmoveNumber = 0, 1
	d := &kernel.Decision{Setup: goal, Start: chess.InitialSetup(), Verdict: kernel.Unknown, Reason: "ProofGame"}
	doc, err := NewGame(d, game, length)
	expect.NoError(t, err)
	return doc
}

// TestNewGame: the page of a game has its moves with numbers, diagrams on the way, and
// the game as PGN, to read and to save.
func TestNewGame(t *testing.T) {
	t.Parallel()
	doc := gameDocument(t, Length{})
	goal := doc.FEN
	var b strings.Builder
	expect.NoError(t, WriteHTML(&b, doc))
	wellFormed(t, b.String())
	pgn := html.UnescapeString(between(b.String(), "<pre>", "</pre>"))
	saved, err := url.PathUnescape(html.UnescapeString(between(b.String(), `href="data:application/vnd.chess-pgn,`, `"`)))
	if err != nil || saved != pgn {
		t.Errorf("%v: saved is\n%s\nand shown\n%s", err, saved, pgn)
	}
	game, err := notation.NewPGNReader(strings.NewReader(pgn)).Read()
	expect.NoError(t, err)
	moves, err := notation.InUCI(&game.Start, game.Moves)
	expect.NoError(t, err)
	if _, err := replay.Check(chess.InitialFEN, goal, moves, replay.Options{}); err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		"<h1>Legal: a game of 32 plies</h1>", "<h2>A game that leads here</h2>", "<h2>Men that never moved</h2>",
		"<span>1. e4 d5</span> <span>2. exd5 Qxd5</span>", "<span>16. Nbxd2 Nc6</span></p>",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s", want)
		}
	}
	var way []string
	for _, d := range diagramsOf(doc.Parts)[1:] {
		way = append(way, d.Caption)
	}
	if want := []string{"after 2. exd5", "after 2... Qxd5", "after 12... Ng8", "after 15... Qxd2+", "after 16. Nbxd2"}; !slices.Equal(way, want) {
		t.Errorf("diagrams %q, want %q", way, want)
	}
	var words strings.Builder
	if err := doc.WriteText(&words, 0); err != nil || !strings.Contains(words.String(), "\n1. e4 d5 2. exd5 Qxd5 3. Nf3 Nf6 ") || strings.Contains(words.String(), "[Event") {
		t.Errorf("%v\n%s", err, words.String())
	}
	loose := &notation.Game{Moves: []string{"e4!", "Nb8c6"}}
	if m, err := newMoves(loose); err != nil || m.Words[0] != "1. e4 Nc6" || !strings.Contains(m.PGN, "1. e4 Nc6 *") {
		t.Errorf("%v, %+v", err, m)
	}
	if _, err := NewGame(&kernel.Decision{Start: chess.InitialSetup()}, &notation.Game{Moves: []string{"e4", "e4"}}, Length{}); err == nil {
		t.Error("a game with an illegal move has a page")
	}
}

// TestLength: a game is called shortest if that is proven, and else it is said what is
// known.
func TestLength(t *testing.T) {
	t.Parallel()
	const proven, built = "No game is shorter", "without regard to its length"
	for _, tt := range []struct {
		length    Length
		want, not []string
	}{
		{Length{}, []string{"built " + built, "may be shorter"}, []string{proven, "at least", "search"}},
		{Length{Given: true}, []string{"came with the position"}, []string{proven, built}},
		{Length{Nodes: 500, AtLeast: 7}, []string{"built " + built, "gave up with 500 positions kept", "Every game has at least 7 plies."}, []string{proven}},
		{Length{Nodes: 500, AtLeast: 1, Built: 90}, []string{"found this game, which need not be a shortest one", "at least 1 ply.", "has 90 plies"}, []string{proven}},
		{Length{Nodes: 1, AtLeast: 40, Shortest: true, Built: 90}, []string{proven, "with 1 position kept", "has 90 plies"}, []string{"at least", "gave up"}},
	} {
		doc := gameDocument(t, tt.length)
		words := tt.length.text().String()
		if strings.Contains(doc.Title, "shortest") != tt.length.Shortest {
			t.Errorf("%+v: the title is %s", tt.length, doc.Title)
		}
		for _, want := range tt.want {
			if !strings.Contains(words, want) {
				t.Errorf("%+v: no %q in %q", tt.length, want, words)
			}
		}
		for _, not := range tt.not {
			if strings.Contains(words, not) {
				t.Errorf("%+v: %q in %q", tt.length, not, words)
			}
		}
	}
}

// TestOnTheWay: a page of many games leaves diagrams on the way out, not games.
func TestOnTheWay(t *testing.T) {
	t.Parallel()
	doc := gameDocument(t, Length{})
	each := diagramsOnTheWay(doc)
	var many []*Document
	for range maxOnTheWay/each + 3 {
		many = append(many, doc)
	}
	var b strings.Builder
	expect.NoError(t, WriteHTML(&b, many...))
	if n := strings.Count(b.String(), "<summary>On the way"); n != maxOnTheWay/each {
		t.Errorf("%d of %d games with %d diagrams each have them, want %d", n, len(many), each, maxOnTheWay/each)
	}
	if n := strings.Count(b.String(), "<pre>"); n != len(many) {
		t.Errorf("%d of %d games are there", n, len(many))
	}
	wellFormed(t, b.String())
}

// TestVerdictRows: illegal positions first, frequent reasons first, numbers in order.
func TestVerdictRows(t *testing.T) {
	t.Parallel()
	doc := func(v kernel.Verdict, r facts.Reason) *Document { return &Document{Verdict: v, Reason: r} }
	rows := verdictRows([]*Document{
		doc(kernel.Unknown, ""), doc(kernel.Illegal, rules.NoKernel), doc(kernel.Legal, "ProofGame"),
		doc(kernel.Illegal, facts.TripleCheck), doc(kernel.Illegal, facts.TripleCheck),
	})
	want := []verdictRow{
		{kernel.Illegal, facts.TripleCheck, []int{4, 5}}, {kernel.Illegal, rules.NoKernel, []int{2}},
		{kernel.Legal, "ProofGame", []int{3}}, {kernel.Unknown, "", []int{1}},
	}
	if !slices.EqualFunc(rows, want, func(a, b verdictRow) bool {
		return a.Verdict == b.Verdict && a.Reason == b.Reason && slices.Equal(a.Numbers, b.Numbers)
	}) {
		t.Errorf("%v, want %v", rows, want)
	}
}
