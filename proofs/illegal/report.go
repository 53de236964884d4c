package illegal

import (
	"fmt"
	"slices"
	"strings"

	"retroproof/proofs/illegal/core"
)

// Verified is a position that was proven legal or illegal.
type Verified struct {
	FEN    string
	Reason string // of an illegal position: the reason or rule of the tree's first node
	Nodes  int    // number of nodes of the tree
	Legal  bool   // a game leads to it
	Plies  int    // length of the game
	Ended  bool   // by Options.Replay, the game is drawn at its end, and no move may follow

	kinds []string // of the nodes
}

// Report is what Check has verified: from its Start, a legal game leads to Games of the
// positions, and no game leads to any of the others.
type Report struct {
	Start     string // FEN
	Initial   bool   // the start is the initial position
	Positions int64
	FEN       string           // the position, if there is exactly one
	Nodes     map[string]int64 // number of nodes by rule; those of arguments by reason
	Cores     int64
	Proofs    core.Stats // of all cores together

	Games   int64 // number of positions that are legal
	Plies   int64 // total of all games
	Longest int   // the longest game's plies
}

// count adds a position.
func (r *Report) count(v *Verified) {
	for _, kind := range v.kinds {
		r.Nodes[kind]++
	}
	r.Positions++
	r.FEN = v.FEN
	if v.Legal {
		r.Games++
		r.Plies += int64(v.Plies)
		r.Longest = max(r.Longest, v.Plies)
	}
}

// String prints the report for people.
func (r *Report) String() string {
	var b strings.Builder
	illegal := r.Positions - r.Games
	for _, verdict := range []struct {
		name string
		n    int64
	}{{"illegal", illegal}, {"legal", r.Games}} {
		switch {
		case verdict.n == 1 && r.Positions == 1:
			fmt.Fprintf(&b, "%s: %s\n", verdict.name, r.FEN)
		case verdict.n > 0:
			fmt.Fprintf(&b, "%s positions: %d\n", verdict.name, verdict.n)
		}
	}
	if !r.Initial {
		fmt.Fprintf(&b, "start: %s, not the initial position\n", r.Start)
	}
	if r.Games > 0 {
		fmt.Fprintf(&b, "games: %d plies; the longest %d\n", r.Plies, r.Longest)
	}
	if illegal == 0 {
		return b.String()
	}
	var rules []string
	total := int64(0)
	for rule, n := range r.Nodes {
		rules = append(rules, rule)
		total += n
	}
	slices.Sort(rules)
	for i, rule := range rules {
		rules[i] = fmt.Sprintf("%s %d", rule, r.Nodes[rule])
	}
	fmt.Fprintf(&b, "nodes: %d: %s\n", total, strings.Join(rules, ", "))
	fmt.Fprintf(&b, "cores: %d; clauses: %d; lemmas: %d; bytes: %d\n", r.Cores, r.Proofs.Clauses, r.Proofs.Lemmas,
		r.Proofs.Bytes)
	return b.String()
}
