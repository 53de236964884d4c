package ask

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/resolve"
)

// lastMovesRequest is what ask last-moves is asked.
type lastMovesRequest struct {
	verdicts
	Plies int    `flag:"plies" json:"plies,omitempty" min:"1" page:"max=4" doc:"how far back to go"`
	Kind  string `flag:"kind" doc:"print only positions with a unique last move of a kind, such as \"KxR\", or \"any\""`
}

// lastMovesAnswer is the answer.
type lastMovesAnswer struct {
	verb.Head `schema:"retroproof.ask.lastmoves/1"`
	about
	Verdict string         `json:"verdict"`
	Reason  string         `json:"reason,omitempty"`
	Summary string         `json:"summary"`
	Unique  bool           `json:"unique"`
	Kind    string         `json:"kind,omitempty"`   // of the unique last move
	Forced  []string       `json:"forced,omitempty"` // the last move, and those before it, as far as each is unique
	Moves   []lastMove     `json:"moves"`
	Earlier []earlierMoves `json:"earlier,omitempty"` // with --plies: the positions before that were asked about
	end
	reply
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

// decided is the verdict on a position on which an answer rests.
type decided struct {
	FEN     string `json:"fen"`
	Verdict string `json:"verdict"` // illegal, legal or unknown
	Reason  string `json:"reason,omitempty"`
	Game    string `json:"game,omitempty"` // SAN
}

func decidedPositions(list []*resolve.Answer) []decided {
	positions := []decided{}
	for _, a := range list {
		positions = append(positions, decided{a.Setup.FEN(), a.Verdict.String(), string(a.Reason), strings.Join(a.Game, " ")})
	}
	return positions
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

// kindForm is what --kind can be: the kinds of ask.LastMove, and any.
var kindForm = regexp.MustCompile(`^(any|[KQRBNP]-|P--|[KQRBNP]x[QRBNP]|P(-|x[QRBN])=[QRBN]|ep|O-O(-O)?)$`)

var lastMoves = of("last-moves", lastMovesRequest{verdicts: byDefault, Plies: 1}, askLastMoves, &lastMovesAnswer{})

func askLastMoves(ctx context.Context, e *verb.Env, q *lastMovesRequest, o ask.Options, fen string) (answer, error) {
	if q.Kind != "" && !kindForm.MatchString(q.Kind) {
		return nil, verb.Usagef("--kind %q, want any, or a kind such as K-, BxN, P--, P-=Q, PxR=N, ep or O-O", q.Kind)
	}
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	l, cut, err := ask.AskTree(ctx, &s, q.Plies, o)
	if l == nil {
		return nil, err
	}
	if u := l.Unique(); q.Kind != "" && (u == nil || q.Kind != "any" && u.Kind != q.Kind) {
		return nil, err
	}
	if cut {
		fmt.Fprintf(e.Stderr, "retroproof: %s: the tree ends early, after %d positions before\n", fen, ask.DefaultQuestions)
	}
	return lastMovesAnswerOf(l, q.Plies), err
}

func lastMovesAnswerOf(l *ask.LastMoves, plies int) *lastMovesAnswer {
	a := &lastMovesAnswer{
		about: about{FEN: l.Setup.FEN()}, Verdict: l.Verdict().String(), Summary: l.Summary(), Moves: []lastMove{}, Earlier: earlier(nil, l, 1),
		reply: reply{
			lines: append([]string{l.Summary()}, lastMoveLines(l, "")...), line: l.Summary(), document: l.Document(),
			claims: func(ctx context.Context, c *ask.Certificate) error { return c.LastMoves(ctx, l) },
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
		a.lines = append(a.lines, "unique from the end: "+strings.Join(a.Forced, ", "))
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

// tempoRequest is what ask tempo is asked.
type tempoRequest struct {
	position
	Plies int `flag:"plies" json:"plies,omitempty" min:"0" max:"200" doc:"length of the games; 0 for the least that is not excluded"`
}

// tempoAnswer is the answer.
type tempoAnswer struct {
	verb.Head `schema:"retroproof.ask.tempo/1"`
	about
	Possible bool     `json:"possible"`
	Plies    int      `json:"plies,omitempty"`
	Moves    *sides   `json:"moves,omitempty"`
	Least    *sides   `json:"least,omitempty"`
	Spare    *sides   `json:"spare,omitempty"`
	Castling string   `json:"castling,omitempty"`
	Stay     []string `json:"stay,omitempty"`

	Incomplete bool `json:"incomplete,omitempty"`
	reply
}

// tail is for what the answer does not have: a certificate.
func (a *tempoAnswer) tail() *end { return &end{} }

var tempo = of("tempo", tempoRequest{}, askTempo, &tempoAnswer{})

func askTempo(ctx context.Context, _ *verb.Env, q *tempoRequest, o ask.Options, fen string) (answer, error) {
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	t, err := ask.AskTempo(ctx, &s, q.Plies, o)
	if t == nil {
		return nil, verb.WithCode(verb.ExitMalformed, err)
	}
	a := &tempoAnswer{
		about: about{FEN: t.Setup.FEN()}, Possible: t.Possible, Plies: t.Plies, Incomplete: err != nil,
		reply: reply{lines: t.Sentences(), line: strings.Join(t.Sentences(), " "), document: t.Document()},
	}
	if t.Possible && !t.Open {
		a.Moves = &sides{t.Moves[chess.White], t.Moves[chess.Black]}
		a.Least = &sides{t.Least[chess.White], t.Least[chess.Black]}
		a.Spare = &sides{t.Spare(chess.White), t.Spare(chess.Black)}
		a.Castling, a.Stay = t.Castling.String(), squareNames(t.Stay)
	}
	return a, err
}

// releaseRequest is what ask release is asked.
type releaseRequest struct {
	position
	proof
	Squares []string `flag:"squares" json:"squares,omitempty" doc:"the men, as \"a8,b8\""`
}

func (q *releaseRequest) proved() *proof { return &q.proof }

// releaseAnswer is the answer.
type releaseAnswer struct {
	verb.Head `schema:"retroproof.ask.release/1"`
	about
	Men      []string `json:"men"`
	Verdict  string   `json:"verdict"`
	Plies    int      `json:"plies,omitempty"`
	Unmoves  []string `json:"un_moves,omitempty"`
	Before   string   `json:"before,omitempty"`
	Sentence string   `json:"sentence"`
	end
	reply
}

var release = of("release", releaseRequest{proof: byDefault.proof}, askRelease, &releaseAnswer{})

func askRelease(ctx context.Context, _ *verb.Env, q *releaseRequest, o ask.Options, fen string) (answer, error) {
	var men chess.Bitboard
	for _, name := range q.Squares {
		sq, err := chess.ParseSquare(name)
		if err != nil {
			return nil, verb.Usagef("--squares: %v", err)
		}
		men |= sq.Bit()
	}
	s, err := chess.ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	r, err := ask.AskRelease(ctx, &s, men, o)
	if r == nil || err != nil && ctx.Err() == nil {
		return nil, verb.WithCode(verb.ExitMalformed, err)
	}
	sentence := strings.Join(r.Sentences(), " ")
	a := &releaseAnswer{
		about: about{FEN: r.Setup.FEN()}, Men: squareNames(r.Men), Verdict: r.Verdict(), Plies: r.Plies, Unmoves: r.Unmoves, Sentence: sentence,
		reply: reply{
			lines: r.Sentences(), line: sentence, document: r.Document(),
			claims: func(ctx context.Context, c *ask.Certificate) error { return c.Release(ctx, r) },
		},
	}
	if r.Before != nil {
		a.Before = r.Before.FEN()
	}
	return a, err
}
