package story

import (
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
