package story

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
)

// FieldsAnswer is the answer to ask fields.
type FieldsAnswer struct {
	answer.Head `schema:"retroproof.ask.fields/1"`
	Reply
	Values    []ask.Value `json:"values"`
	Positions []decided   `json:"positions"`
	Tail
}

// Fields makes an answer about unknown fields.
func Fields(f *ask.Fields) *FieldsAnswer {
	a := &FieldsAnswer{Reply: reply(f, fieldLines(f), fieldsDocument(f)), Values: f.Values,
		Positions: decidedPositions(f.Positions)}
	a.Short = strings.Join(a.Lines, "; ")
	return a
}

func fieldLines(f *ask.Fields) []string {
	lines := []string{fmt.Sprintf("positions: %d; not illegal: %d", len(f.Positions), len(f.Left()))}
	switch {
	case len(f.Positions) == 0:
		lines = append(lines, "the diagram alone excludes every position: the rules are in doc/ask.md")
	case len(f.Values) == 0: // a FEN without unknown fields
		p := f.Positions[0]
		lines = append(lines, strings.TrimSpace(fmt.Sprintf("%s %s", p.Verdict, p.Reason)))
	}
	lines = append(lines, withLines(f)...)
	for _, v := range f.Values {
		if v.Field == ask.FieldWith {
			continue
		}
		text := fmt.Sprintf("%-10s  %s %s", v.Verdict, v.Field, v.Value)
		if v.Forced {
			text += "  forced"
		}
		lines = append(lines, text)
	}
	return lines
}

// withLines has the squares of a man that was added, by verdict.
func withLines(f *ask.Fields) (lines []string) {
	squares := map[string]string{}
	for _, v := range f.Values {
		if v.Field == ask.FieldWith {
			key := fmt.Sprintf("%-10s  with %s on", v.Verdict, v.Value[:1])
			if squares[key] == "" {
				lines = append(lines, key)
			}
			squares[key] += " " + v.Value[1:]
			if v.Forced {
				squares[key] += "  forced"
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b string) int { return cmp.Compare(b[:1], a[:1]) }) // possible, open, impossible
	for i, key := range lines {
		lines[i] = key + squares[key]
	}
	return lines
}

// fieldsDocument is the answer in prose.
func fieldsDocument(f *ask.Fields) *Document {
	left := f.Left()
	d := &Document{Title: "Unknown fields", FEN: f.Pattern, Verdict: kernel.Unknown}
	if len(left) == 0 {
		d.Verdict = kernel.Illegal
	} else if left.Example() != nil {
		d.Verdict = kernel.Legal
	}
	d.Parts = []Part{Code("", f.Pattern), Text(Span{Text: fmt.Sprintf("Positions that it stands for, "+
		"without those that a glance at the diagram excludes: %d. Not illegal: %d.", len(f.Positions), len(left))})}
	if len(f.Positions) > 0 {
		d.Parts = append(d.Parts, Board(Diagram{Setup: f.Positions[0].Setup, Caption: "one of them"}))
	}
	var values []Part
	shown := map[*resolve.Answer]string{} // by position, for which value its game is shown
	for _, line := range withLines(f) {
		values = append(values, text(line))
	}
	for _, v := range f.Values {
		if v.Field == ask.FieldWith && v.Verdict != ask.Possible {
			continue // the lines have it
		}
		name := v.Field + " " + v.Value
		spans := []Span{{Text: name, Bold: true}, {Text: ": " + v.Verdict.String()}}
		if v.Forced {
			spans = append(spans, Span{Text: "; everything else is impossible"})
		}
		as, again := shown[v.Example]
		if again {
			spans = append(spans, Span{Text: ", as in the game for " + as})
		}
		values = append(values, Text(append(spans, Span{Text: "."})...))
		if p := v.Example; p != nil && !again {
			shown[p] = name
			values = append(values, gamePart(&p.Start, p.Game))
		}
	}
	if values != nil {
		d.Parts = append(d.Parts, Heading("What the fields can be"), List(values...))
	}
	d.Parts = append(d.Parts, refuted(f.Positions)...)
	return d
}

// refuted lists the positions that are illegal, with the reasons.
func refuted(positions []*resolve.Answer) []Part {
	var list []Part
	for _, p := range positions {
		if p.Verdict == kernel.Illegal {
			spans := []Span{{Text: p.Setup.FEN(), Code: true}, {Text: " "}}
			list = append(list, Text(append(spans, why(p)...)...))
		}
	}
	if list == nil {
		return nil
	}
	return []Part{Heading("Positions that are illegal"), List(list...)}
}

// RightsAnswer is the answer to ask rights.
type RightsAnswer struct {
	answer.Head `schema:"retroproof.ask.rights/1"`
	Reply
	*ask.Rights
	Sentences []string  `json:"sentences"`
	Positions []decided `json:"positions"`
	Tail
}

// Rights makes an answer about castling and en passant.
func Rights(r *ask.Rights) *RightsAnswer {
	list := rightsSentences(r)
	a := &RightsAnswer{Reply: reply(r, list, fieldsDocument(r.Fields)), Rights: r, Sentences: list,
		Positions: decidedPositions(r.Positions)}
	a.Document.Title = "Castling and en passant"
	a.Document.Parts = slices.Insert(a.Document.Parts, 1, Sentences(list))
	return a
}

// rightsSentences says of each right and en passant square whether it is there, and what is permitted by convention.
func rightsSentences(r *ask.Rights) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if len(r.Left()) == 0 {
		return []string{"No game leads here, whatever the castling rights and the en passant square."}
	}
	for _, right := range r.Castling {
		may, words := "may", " by convention: open, as it is not proven that the right is gone."
		switch {
		case right.Verdict == ask.Impossible:
			may, words = "may not", ": it is impossible that the right is there."
		case right.Without == ask.Impossible:
			words = ": it is proven that the right is there."
		case right.Verdict == ask.Possible:
			words = ": possible, so it is permitted by convention."
		}
		list = append(list, castles(right.Right, may)+words)
	}
	for _, e := range r.EnPassant {
		switch {
		case e.Proven:
			add("The last move was the double step over %s: a capture en passant is permitted.", e.Square)
			continue
		case e.Verdict == ask.Impossible:
			add("No capture en passant on %s: impossible.", e.Square)
		default:
			add("No capture en passant on %s by convention: it is %s, and not proven.", e.Square, e.Verdict)
		}
		for _, right := range e.If {
			add("If %s, the last move was the double step over %s: with the convention AP the capture is permitted "+
				"where this castling follows.", castles(right, "may"), e.Square)
		}
	}
	for _, p := range r.Exclusive {
		add("Not both: %s, and %s. By RS the castling that comes first decides.",
			castles(p.One, "may"), castles(p.Other, "may"))
	}
	differs := func(p ask.Part) bool { return p.Castling != r.Parts[0].Castling }
	if len(r.Exclusive) > 0 || slices.ContainsFunc(r.Parts, differs) {
		add("Parts for PRA, rights and en passant square: %s.", strings.Join(texts(r.Parts), "; "))
	}
	if len(list) == 0 {
		add("No castling and no capture en passant is in question.")
	}
	return list
}

// castles says that a side may castle, or may not: "White may castle short".
func castles(c chess.Castling, may string) string {
	side, way := "White", "short"
	if c&(chess.BlackKingside|chess.BlackQueenside) != 0 {
		side = "Black"
	}
	if c&(chess.WhiteQueenside|chess.BlackQueenside) != 0 {
		way = "long"
	}
	return side + " " + may + " castle " + way
}

// ClusterAnswer is the answer to ask cluster.
type ClusterAnswer struct {
	answer.Head `schema:"retroproof.ask.cluster/1"`
	Reply
	Cluster   string        `json:"cluster"` // yes, no or open
	Verdict   string        `json:"verdict"` // on the diagram: legal, illegal or open
	Men       []clusterLess `json:"men"`
	Positions []decided     `json:"positions"`
	Tail
}

// clusterLess is a diagram without a man.
type clusterLess struct {
	Square  string `json:"square"`
	Man     string `json:"man"`
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"`
}

// The words for verdicts: on a diagram, and on whether it is a cluster.
var (
	legality  = [...]string{ask.Open: "open", ask.Possible: "legal", ask.Impossible: "illegal"}
	isCluster = [...]string{ask.Open: "open", ask.Possible: "yes", ask.Impossible: "no"}
	clusters  = [...]string{
		ask.Open:     "It is open whether this is a cluster.",
		ask.Possible: "This is a cluster.", ask.Impossible: "This is no cluster.",
	}
)

// Cluster makes an answer about an illegal cluster.
func Cluster(c *ask.Cluster) *ClusterAnswer {
	is, whole := c.Verdict(), c.Whole.Verdict()
	a := &ClusterAnswer{Cluster: isCluster[is], Verdict: legality[whole]}
	lines := []string{clusters[is], fmt.Sprintf("%-7s  the diagram", a.Verdict)}
	all := slices.Clone(c.Whole.Positions)
	var men []Part
	for i := range c.Men {
		l := &c.Men[i]
		name, verdict := "without "+c.Setup.NameOn(l.Square), legality[l.Verdict()]
		a.Men = append(a.Men, clusterLess{l.Square.String(), string(l.Man.Letter()), l.Pattern, verdict})
		lines = append(lines, fmt.Sprintf("%-7s  %s", verdict, name))
		men = append(men, Text(Span{Text: name, Bold: true}, Span{Text: ": " + verdict + "."}))
		men = append(men, exampleParts(l.Example())...)
		all = append(all, l.Positions...)
	}
	a.Positions = decidedPositions(all)
	what := "A cluster is an illegal diagram that is legal without any one man but a king. " +
		"The diagram is " + a.Verdict + "."
	d := &Document{Title: "Illegal cluster", FEN: c.Whole.Pattern}
	switch whole {
	case ask.Possible:
		d.Verdict = kernel.Legal
	case ask.Impossible:
		d.Verdict = kernel.Illegal
	}
	d.Parts = slices.Concat([]Part{Code("", d.FEN), Board(Diagram{Setup: c.Setup}), text(what, clusters[is])},
		exampleParts(c.Whole.Example()), []Part{Heading("Without one man"), List(men...)}, refuted(all))
	a.Reply = reply(c, lines, d)
	a.Short = strings.Join(strings.Fields(strings.Join(lines, "; ")), " ")
	return a
}

// exampleParts shows a game to a position, if there is one.
func exampleParts(p *resolve.Answer) []Part {
	if p == nil {
		return nil
	}
	return []Part{Text(Span{Text: p.Setup.FEN(), Code: true}), gamePart(&p.Start, p.Game)}
}
