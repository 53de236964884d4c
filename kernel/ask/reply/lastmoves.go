package reply

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
)

// LastMovesAnswer is the answer.
type LastMovesAnswer struct {
	answer.Head `schema:"retroproof.ask.lastmoves/1"`
	About
	Verdict string         `json:"verdict"`
	Reason  string         `json:"reason,omitempty"`
	Summary string         `json:"summary"`
	Unique  bool           `json:"unique"`
	Kind    string         `json:"kind,omitempty"`   // of the unique last move
	Forced  []string       `json:"forced,omitempty"` // the last move, and those before it, as far as each is unique
	Moves   []lastMove     `json:"moves"`
	Earlier []earlierMoves `json:"earlier,omitempty"` // with --plies: the positions before that were asked about
	End
	Reply
}

// lastMove is a last move with the positions before it.
type lastMove struct {
	Unmove   string    `json:"un_move"` // with the men
	Move     string    `json:"move"`    // UCI
	Captured string    `json:"captured,omitempty"`
	Kind     string    `json:"kind"`
	Verdict  string    `json:"verdict"`
	Before   []decided `json:"before"`
}

// earlierMoves is a position of a tree, some plies before the one that was asked about, with its last moves in long
// algebraic notation.
type earlierMoves struct {
	Plies      int      `json:"plies"`
	FEN        string   `json:"fen"`
	Summary    string   `json:"summary"`
	Unique     bool     `json:"unique"`
	Possible   []string `json:"possible"`
	Open       []string `json:"open"`
	Impossible []string `json:"impossible"`
}

// LastMoves makes an answer about the last moves, from a tree of so many plies.
func LastMoves(l *ask.LastMoves, plies int) *LastMovesAnswer {
	a := &LastMovesAnswer{
		About: About{FEN: l.Setup.FEN()}, Verdict: l.Verdict().String(), Summary: l.Summary(), Moves: []lastMove{}, Earlier: earlier(nil, l, 1),
		Reply: Reply{
			Lines: append([]string{l.Summary()}, lastMoveLines(l, "")...), Short: l.Summary(), Document: l.Document(),
			Claims: func(ctx context.Context, c *ask.Certificate) error { return c.LastMoves(ctx, l) },
		},
	}
	if l.Whole.Verdict == kernel.Illegal {
		a.Reason = string(l.Whole.Reason)
	}
	forced := l.Forced()
	for _, m := range forced {
		a.Forced = append(a.Forced, m.Text)
	}
	if u := l.Unique(); u != nil {
		a.Unique, a.Kind = true, u.Kind
	}
	if plies > 1 && len(forced) > 0 {
		a.Lines = append(a.Lines, "unique from the end: "+strings.Join(a.Forced, ", "))
	}
	for i := range l.Moves {
		m := &l.Moves[i]
		one := lastMove{Unmove: m.Text, Move: m.Move.UCI(), Kind: m.Kind, Verdict: m.Verdict.String(), Before: decidedPositions(m.Before)}
		if m.Captured != chess.NoMan {
			one.Captured = string(m.Captured.Kind().Letter())
		}
		a.Moves = append(a.Moves, one)
	}
	return a
}

// earlier appends the positions of a tree, each before those below it.
func earlier(list []earlierMoves, l *ask.LastMoves, plies int) []earlierMoves {
	for i := range l.Moves {
		for _, before := range l.Moves[i].Earlier {
			if before == nil {
				continue
			}
			e := earlierMoves{plies, before.Setup.FEN(), before.Summary(), before.Unique() != nil, []string{}, []string{}, []string{}}
			for j := range before.Moves {
				to := map[ask.Verdict]*[]string{ask.Possible: &e.Possible, ask.Open: &e.Open, ask.Impossible: &e.Impossible}[before.Moves[j].Verdict]
				*to = append(*to, before.Moves[j].Text)
			}
			list = earlier(append(list, e), before, plies+1)
		}
	}
	return list
}

// lastMoveLines are the lines of a tree: verdict, move, kind, and the reasons if it is impossible.
func lastMoveLines(l *ask.LastMoves, indent string) []string {
	var lines []string
	for _, v := range []ask.Verdict{ask.Possible, ask.Open, ask.Impossible} {
		for i := range l.Moves {
			m := &l.Moves[i]
			if m.Verdict != v {
				continue
			}
			text := fmt.Sprintf("%s%-10s  %s  %s", indent, v, m.Text, m.Kind)
			if reasons := m.Reasons(); v == ask.Impossible && len(reasons) > 0 {
				text += "  " + strings.Join(reasons, ",")
			}
			lines = append(lines, text)
			for j, earlier := range m.Earlier {
				if earlier != nil {
					lines = append(lines, indent+"  "+m.Before[j].Setup.FEN()+": "+earlier.Summary())
					lines = append(lines, lastMoveLines(earlier, indent+"    ")...)
				}
			}
		}
	}
	return lines
}
