package story

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
)

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

// legality says whether a diagram is legal.
func legality(l *ask.Less) string {
	return [...]string{ask.Open: "open", ask.Possible: "legal", ask.Impossible: "illegal"}[l.Verdict()]
}

// Cluster makes an answer about an illegal cluster.
func Cluster(c *ask.Cluster) *ClusterAnswer {
	is := c.Verdict()
	a := &ClusterAnswer{Cluster: [...]string{ask.Open: "open", ask.Possible: "yes", ask.Impossible: "no"}[is], Verdict: legality(&c.Whole)}
	words := [...]string{ask.Open: "It is open whether this is a cluster.", ask.Possible: "This is a cluster.", ask.Impossible: "This is no cluster."}[is]
	lines := []string{words, fmt.Sprintf("%-7s  the diagram", a.Verdict)}
	all := slices.Clone(c.Whole.Positions)
	var men []Part
	for i := range c.Men {
		l := &c.Men[i]
		name := "without " + c.Setup.NameOn(l.Square)
		a.Men = append(a.Men, clusterLess{l.Square.String(), string(l.Man.Letter()), l.Pattern, legality(l)})
		lines = append(lines, fmt.Sprintf("%-7s  %s", legality(l), name))
		men = append(men, Text(Span{Text: name, Bold: true}, Span{Text: ": " + legality(l) + "."}))
		men = append(men, exampleParts(l.Example())...)
		all = append(all, l.Positions...)
	}
	a.Positions = decidedPositions(all)
	d := &Document{Title: "Illegal cluster", FEN: c.Whole.Pattern, Parts: []Part{Code("", c.Whole.Pattern), Board(Diagram{Setup: c.Setup}),
		text("A cluster is an illegal diagram that is legal without any one man but a king. The diagram is "+a.Verdict+".", words)}}
	d.Verdict = [...]kernel.Verdict{ask.Open: kernel.Unknown, ask.Possible: kernel.Legal, ask.Impossible: kernel.Illegal}[c.Whole.Verdict()]
	d.Parts = slices.Concat(d.Parts, exampleParts(c.Whole.Example()), []Part{Heading("Without one man"), List(men...)}, refuted(all))
	a.Reply = Reply{
		FEN: c.Whole.Pattern, Lines: lines, Short: strings.Join(strings.Fields(strings.Join(lines, "; ")), " "), Document: d,
		Claims: func(ctx context.Context, to *ask.Certificate) error { return to.Cluster(ctx, c) },
	}
	return a
}

// exampleParts shows a game to a position, if there is one.
func exampleParts(p *resolve.Answer) []Part {
	if p == nil {
		return nil
	}
	return []Part{Text(Span{Text: p.Setup.FEN(), Code: true}), gamePart(&p.Start, p.Game)}
}
