package problem

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"retroproof/chess"
	"retroproof/chess/notation"
	"retroproof/internal/answer"
	"retroproof/kernel/exact"
	"retroproof/kernel/rules"
)

// The verdicts on a
const (
	Unique    = "unique"    // one game
	Cooked    = "cooked"    // several
	None      = "none"      // no game
	Undecided = "undecided" // not known within the budget
)

// Answer is what is known of one
type Answer struct {
	answer.Head `schema:"retroproof.proofgame.exact/1"`
	Twin        string   `json:"twin,omitempty"`
	FEN         string   `json:"fen,omitempty"`
	Goal        string   `json:"goal,omitempty"`
	Start       string   `json:"start,omitempty"`
	Plies       int      `json:"plies"`
	Series      bool     `json:"series,omitempty"`
	Last        string   `json:"last,omitempty"`
	Still       []string `json:"still,omitempty"`
	Promote     []string `json:"promote,omitempty"`
	Promoted    []string `json:"promoted,omitempty"`
	Captured    []string `json:"captured,omitempty"`
	Condition   string   `json:"condition,omitempty"`
	Verdict     string   `json:"verdict"`
	Solutions   uint64   `json:"solutions"`
	Exactly     string   `json:"solutions_decimal,omitempty"` // from 2^53-1 on
	Complete    bool     `json:"complete"`                    // there is no other game
	Games       []string `json:"games,omitempty"`
	Duals       []string `json:"duals,omitempty"` // of all games but the first
	Deductions  []string `json:"deductions,omitempty"`
	Nodes       uint64   `json:"nodes"`
	Certificate string   `json:"certificate,omitempty"`
	Cause       string   `json:"cause,omitempty"`

	change string // of the diagram, by which it is this twin
	target *exact.Target
	start  chess.Setup
	upTo   int // the longest length if the least was sought, else -1
	result exact.Result
	sans   [][]string
	duals  []Dual
}

// NewAnswer makes the answer of a search for games from start to target of so many plies. upTo is the longest length if
// the least was sought, else -1; explain adds what is known before the search. The target has the conditions that were
// asked for.
func NewAnswer(start *chess.Setup, target *exact.Target, plies, upTo int, result exact.Result, explain bool,
	asked *Conditions) (*Answer, error) {
	a := &Answer{target: target, start: *start, Plies: plies, upTo: upTo, result: result, Nodes: result.Nodes,
		Goal: asked.Goal, Last: asked.Last, Series: target.Series, Still: listed(asked.Still), Condition: asked.Moves,
		Promote: listed(asked.Promote), Promoted: listed(asked.Promoted), Captured: listed(asked.Captured)}
	return a, a.fill(explain)
}

// fill makes the fields of the result.
func (a *Answer) fill(explain bool) error {
	r, t := &a.result, a.target
	if t.Aim == nil {
		a.FEN = TargetText(t)
	}
	a.Solutions, a.Complete, a.Verdict = r.Solutions, r.Complete, verdictOf(r)
	if start := a.start.FEN(); start != chess.InitialFEN {
		a.Start = start
	}
	if a.Solutions == exact.MostSolutions {
		a.Exactly = r.Total.String()
	}
	if r.Cause != nil {
		a.Cause = r.Cause.Error()
	}
	a.duals = Compare(&a.start, r.Games, a.Series)
	for i, game := range r.Games {
		san, err := SAN(&a.start, game, a.Series)
		if err != nil {
			return err
		}
		a.sans = append(a.sans, san)
		a.Games = append(a.Games, strings.Join(san, " "))
		if i > 0 {
			a.Duals = append(a.Duals, a.note(i))
		}
	}
	if explain && t.Aim == nil {
		d, err := exact.Explain(&a.start, t, a.Plies)
		if err != nil {
			return err
		}
		a.Deductions = Words(&a.start, &d)
	}
	return nil
}

func verdictOf(r *exact.Result) string {
	switch {
	case r.Solutions > 1:
		return Cooked
	case !r.Complete:
		return Undecided
	case r.Solutions == 1:
		return Unique
	}
	return None
}

// Headline is the verdict in words.
func (a *Answer) Headline() string {
	lengthText := func(plies int) string {
		if a.Series {
			return "a series of " + answer.Counted(plies, "move", "moves")
		}
		return fmt.Sprintf("%s (%s moves)", answer.Counted(plies, "ply", "plies"), MovesText(plies))
	}
	length := lengthText(a.Plies)
	n := a.result.Total.String()
	if !a.Complete {
		n = "at least " + n
	}
	switch a.Verdict {
	case Unique:
		return "C+ unique: 1 solution of " + length
	case Cooked:
		return fmt.Sprintf("cooked: %s solutions of %s", n, length)
	case None:
		if a.upTo >= 0 {
			return "no solution of up to " + lengthText(a.upTo)
		}
		text := "no solution of " + length
		if turn := a.target.Setup.Turn; a.target.Aim == nil && a.target.Turn(a.start.Turn, a.Plies) != turn {
			text += ": it is not " + rules.Side(turn) + "'s move then"
		}
		return text
	}
	text := "undecided: " + a.Cause + ", " + length
	if a.Solutions > 0 {
		text += "; 1 solution so far"
	}
	return text
}

// note says how a game differs from the first one.
func (a *Answer) note(i int) string {
	d := a.duals[i]
	if d.Difference == First {
		return ""
	}
	return fmt.Sprintf("from %s %s on, %s", a.number(d.Ply), a.sans[i][d.Ply], d.Difference)
}

// number is that of the move of a ply.
func (a *Answer) number(ply int) string {
	if a.Series {
		return fmt.Sprintf("%d.", ply+1)
	}
	return notation.MoveNumber(&a.start, ply)
}

// moves are those of a game from a ply on, with a text behind each number.
func (a *Answer) moves(i, from int, behind string) string {
	var words []string
	for k, san := range a.sans[i][from:] {
		if ply := from + k; k == 0 || a.Series || (a.start.Turn == chess.White) == (ply%2 == 0) {
			san = a.number(ply) + behind + san
		}
		words = append(words, san)
	}
	return strings.Join(words, " ")
}

// Text writes the verdict in words, what is known before the search, and the games.
func (a *Answer) Text(w io.Writer) error {
	if a.Twin != "" {
		return a.write(w, a.Twin+") ")
	}
	return a.write(w, "")
}

// LineText writes the position before them.
func (a *Answer) LineText(w io.Writer) error { return a.write(w, a.FEN+" ") }

func (a *Answer) write(w io.Writer, before string) error {
	lines := append([]string{before + a.Headline()}, a.Deductions...)
	for i := range a.sans {
		text := a.moves(i, 0, " ")
		if note := a.note(i); note != "" {
			text += "\n    " + note
		}
		lines = append(lines, text)
	}
	if left := new(big.Int).Sub(a.result.Total, big.NewInt(int64(len(a.sans)))); left.Sign() > 0 && a.Complete {
		lines = append(lines, fmt.Sprintf("and %s more", left))
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// TwinOf makes it the answer about a twin.
func (a *Answer) TwinOf(p *Popeye) { a.Twin, a.change = p.Twin, p.Change }

// SANs are the games that are listed, each as moves.
func (a *Answer) SANs() [][]string { return a.sans }
