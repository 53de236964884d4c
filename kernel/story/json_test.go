package story

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/expect"
	"retroproof/kernel"
)

// TestJSON: the parts of a document as JSON, put together again, are the document.
func TestJSON(t *testing.T) {
	t.Parallel()
	for _, e := range examples {
		d := New(e.decide(t))
		text, err := json.Marshal(d.JSON())
		expect.NoError(t, err)
		var j JSON
		expect.NoError(t, json.Unmarshal(text, &j))
		if j.Schema != Schema || j.Title != d.Title || j.FEN != d.FEN || j.Reason != string(d.Reason) || j.Verdict != d.Verdict.String() {
			t.Errorf("%s: %+v", e.name, j)
		}
		if got, want := outline(nested(t, &j, -1)), outline(d.Parts); got != want {
			t.Errorf("%s: as JSON\n%s\nand the document\n%s", e.name, got, want)
		}
		ids, links := map[string]bool{}, []string{}
		for _, p := range j.Parts {
			ids[p.ID] = true
			for _, s := range p.Spans {
				if s.Link != "" {
					links = append(links, s.Link)
				}
			}
		}
		for _, link := range links {
			if !ids[link] {
				t.Errorf("%s: a link to %s, which is no part", e.name, link)
			}
		}
	}
}

// nested returns the parts of a JSON document that stand in a part, -1 for none, with those in them.
func nested(t *testing.T, j *JSON, within int) (list []Part) {
	for i, p := range j.Parts {
		at := -1
		if p.Within != nil {
			at = *p.Within
		}
		if at >= i {
			t.Fatalf("part %d stands in %d", i, at)
		}
		if at == within {
			p.Parts = nested(t, j, i)
			list = append(list, p)
		}
	}
	return list
}

// outline writes parts.
func outline(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		b.WriteString("(" + string(p.Kind) + " " + p.ID)
		for _, s := range p.Spans {
			b.WriteString(" " + s.Text)
		}
		if p.Diagram != nil {
			b.WriteString(p.Diagram.FEN + strings.Join(p.Diagram.Marked.Names(), ","))
		}
		b.WriteString(outline(p.Parts) + ")\n")
	}
	return b.String()
}

// TestGameJSON: the plies of a game lead from its start to the position.
func TestGameJSON(t *testing.T) {
	t.Parallel()
	goal := setup(t, "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 4")
	d := kernel.Decision{Start: chess.InitialSetup(), Setup: goal}
	game := notation.Game{Moves: strings.Fields("e4 d5 exd5 e5 d4 exd4")}
	doc, err := NewGame(&d, &game, Length{})
	expect.NoError(t, err)
	j := doc.JSON()
	i := slices.IndexFunc(j.Parts, func(p Part) bool { return p.Moves != nil })
	if i < 0 {
		t.Fatal("no moves")
	}
	m := j.Parts[i].Moves
	if m.Start != chess.InitialFEN || len(m.Plies) != 6 || m.Plies[2] != (Ply{"exd5", "e4d5", "rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2"}) ||
		m.Plies[5].FEN != goal.FEN() {
		t.Errorf("%+v", m)
	}
}
