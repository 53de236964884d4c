package endgame

import (
	"context"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/cmd/retroproof/verb"
	checker "retroproof/proofs/strategy"
	"retroproof/proofs/strategy/plain"
	"retroproof/proofs/strategy/spec"
	"retroproof/strategy"
)

var (
	strategyList = verb.Of(verb.Verb{Name: "strategy list", Answers: []verb.Answer{&listAnswer{}}}, struct{}{}, runList)

	strategyCount = verb.Of(verb.Verb{Name: "strategy count", Answers: []verb.Answer{&countAnswer{}}, Form: &verb.Form{}}, onChessboard,
		func(_ context.Context, e *verb.Env, q *nameRequest) error {
			c, err := q.circuits()
			if err != nil {
				return err
			}
			return e.Print(countOf(c), 0)
		})

	strategyPlay = verb.Of(verb.Verb{Name: "strategy play", Answers: []verb.Answer{&gameAnswer{}}, Form: &verb.Form{}}, playRequest{nameRequest: onChessboard}, runPlay)

	strategyCheck = verb.Of(verb.Verb{Name: "strategy check", Use: "NAME FEN MOVE", Answers: []verb.Answer{&checkAnswer{}}, Form: &verb.Form{}},
		checkRequest{nameRequest: onChessboard}, runCheck)

	strategyCompare = verb.Of(verb.Verb{Name: "strategy compare", Answers: []verb.Answer{&compareAnswer{}}, Form: &verb.Form{}}, onChessboard, runCompare)
)

// listAnswer is a strategy of the list.
type listAnswer struct {
	verb.Head `schema:"retroproof.strategy/1"`
	Name      string   `json:"strategy"`
	Title     string   `json:"title"`
	Boards    string   `json:"boards"`
	Steps     []string `json:"steps"`
	Lemmas    []string `json:"lemmas"`
}

func runList(_ context.Context, e *verb.Env, _ *struct{}) error {
	for _, i := range spec.Instances() {
		c, err := i.On(plain.Board{Files: 8, Ranks: 8})
		if err != nil {
			return err
		}
		a := &listAnswer{Name: i.Name, Title: i.Title, Boards: i.Boards()}
		for _, step := range c.Steps {
			a.Steps = append(a.Steps, step.Name)
		}
		for _, l := range c.Lemmas() {
			a.Lemmas = append(a.Lemmas, l.Key)
		}
		if err := e.Print(a, 0); err != nil {
			return err
		}
	}
	return nil
}

// Text writes the strategy in four lines.
func (a *listAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%-8s %s\n         boards: %s\n         steps:  %s\n         lemmas: %s\n", a.Name, a.Title, a.Boards,
		strings.Join(a.Steps, ", "), strings.Join(a.Lemmas, ", "))
	return err
}

// countAnswer has counts of positions.
type countAnswer struct {
	verb.Head `schema:"retroproof.strategy.count/1"`
	about
	Legal       int            `json:"legal_positions"`
	Claimed     int            `json:"claimed_positions"`
	Steps       map[string]int `json:"positions_by_step"`
	WithoutStep int            `json:"positions_without_step"`
	Several     int            `json:"positions_with_several_moves"`
	NotWon      int            `json:"not_won"`
	ByMoves     []int          `json:"by_moves"`

	circuits   *spec.Circuits
	retrograde checker.Retrograde
}

func countOf(c *spec.Circuits) *countAnswer {
	n := strategy.Count(c.Strategy)
	a := &countAnswer{
		about: aboutOf(c), Legal: n.Legal, Claimed: n.Claimed, Steps: map[string]int{}, WithoutStep: n.WithoutStep, Several: n.Several,
		NotWon: n.Retrograde.NotWon, ByMoves: n.Retrograde.ByMoves, circuits: c, retrograde: n.Retrograde,
	}
	for i, s := range c.Steps {
		a.Steps[s.Name] = n.Steps[i]
	}
	return a
}

// Text writes the counts, one a line.
func (a *countAnswer) Text(w io.Writer) error {
	c, r := a.circuits, &a.retrograde
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %v: %d legal positions with White to move, %d claimed\n", c.Title, c.Board, a.Legal, a.Claimed)
	for _, s := range c.Steps {
		fmt.Fprintf(&b, "%-20s %8d\n", s.Name, a.Steps[s.Name])
	}
	fmt.Fprintf(&b, "%-20s %8d\n%-20s %8d\n%-20s %8d\n", "no step", a.WithoutStep, "several moves", a.Several, "not won", a.NotWon)
	fmt.Fprintf(&b, "longest              %8d moves; %d positions need more than 50\nby moves to %s, from 1:", r.Longest(), r.Beyond(50), c.Goal())
	for _, k := range a.ByMoves {
		fmt.Fprintf(&b, " %d", k)
	}
	_, err := fmt.Fprintln(w, b.String())
	return err
}

// playRequest is what strategy play is asked.
type playRequest struct {
	nameRequest
	FEN string `arg:"FEN|-" json:"fen" doc:"a position on the board"`
}

// gameAnswer is a game.
type gameAnswer struct {
	verb.Head `schema:"retroproof.strategy.play/1"`
	about
	FEN    string `json:"fen"`
	Moves  []ply  `json:"moves"`
	Result string `json:"result"` // won, not won
	Reason string `json:"reason"`

	text string
}

// ply is a move; Black's have no step.
type ply struct {
	SAN  string `json:"san"`
	Step string `json:"step,omitempty"`
}

func runPlay(ctx context.Context, e *verb.Env, q *playRequest) error {
	c, err := q.circuits()
	if err != nil {
		return err
	}
	t := plain.NewTable(c.Strategy)
	t.Solve()
	return e.PrintEach(ctx, q.FEN, func(fen string) (verb.Answer, error) {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil {
			return nil, err
		}
		g := strategy.Play(t, p)
		a := &gameAnswer{about: aboutOf(c), FEN: strategy.FEN(c.Game, p), Moves: []ply{}, Result: "not won", Reason: string(g.Ending), text: g.Text(c.Game) + g.Sentence(c.Game)}
		if g.Won() {
			a.Result = "won"
		}
		for _, one := range g.Plies {
			a.Moves = append(a.Moves, ply{strategy.SAN(c.Game, one.From, one.To), one.Step})
		}
		return a, nil
	})
}

// Text writes the game, and how it ends.
func (a *gameAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.text)
	return err
}

// checkRequest is what strategy check is asked.
type checkRequest struct {
	nameRequest
	FEN   string `arg:"FEN|-" json:"fen" doc:"a position on the board"`
	Move  string `arg:"[MOVE]" json:"move" doc:"a move in SAN"`
	Given verb.Given
}

// checkAnswer says whether a move is the strategy's.
type checkAnswer struct {
	verb.Head `schema:"retroproof.strategy.check/1"`
	about
	FEN      string   `json:"fen"`
	Move     string   `json:"move"`
	Legal    bool     `json:"legal"`
	InStrat  bool     `json:"in_strategy"` // or any legal move of Black
	Claimed  bool     `json:"claimed"`     // the strategy claims the position
	Step     string   `json:"step,omitempty"`
	Moves    []string `json:"moves"` // the strategy's, or all of Black's
	MaxMoves *int     `json:"max_moves"`

	sentence string
}

// Text writes the answer as a sentence.
func (a *checkAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintln(w, a.sentence)
	return err
}

func runCheck(ctx context.Context, e *verb.Env, q *checkRequest) error {
	c, err := q.circuits()
	if err != nil {
		return err
	}
	t := plain.NewTable(c.Strategy)
	t.Solve()
	one := func(fen, move string, line int) error {
		p, err := strategy.ParseFEN(c.Game, fen)
		if err != nil {
			return err
		}
		j := strategy.Judge(t, p, move)
		a := &checkAnswer{about: aboutOf(c), FEN: strategy.FEN(c.Game, p), Move: move, Legal: j.Legal, InStrat: j.Strategy, Claimed: j.Claimed,
			Step: j.Step, Moves: j.Moves, sentence: j.Sentence()}
		if j.MaxMoves > 0 {
			a.MaxMoves = &j.MaxMoves
		}
		return e.Print(a, line)
	}
	switch {
	case q.Move != "" || q.Given("MOVE"):
		return one(q.FEN, q.Move, 0)
	case q.FEN != "-":
		return verb.Usagef("want a FEN and a move, or \"-\" alone")
	}
	return eachQuestion(ctx, e, "a FEN, a semicolon and a move", one)
}

// eachQuestion calls f for every line of stdin, which has a FEN, a semicolon and a move.
func eachQuestion(ctx context.Context, e *verb.Env, want string, f func(fen, move string, line int) error) error {
	return e.EachLine(ctx, e.Stdout, nil, func(text string, line int) error {
		fen, move, ok := strings.Cut(text, ";")
		if !ok {
			return verb.WithCode(verb.ExitMalformed, fmt.Errorf("%q has no semicolon, want %s", batch.Cut(text, 200), want))
		}
		return f(fen, strings.TrimSpace(move), line)
	})
}

// compareAnswer compares a strategy with best play.
type compareAnswer struct {
	verb.Head `schema:"retroproof.strategy.compare/1"`
	about
	Agree       bool  `json:"agree"` // circuits, and text and rules
	NotWon      int   `json:"not_won"`
	Longest     int   `json:"longest_moves"`
	Best        int   `json:"best_longest_moves"` // by best play
	BestNotWon  int   `json:"best_not_won"`
	Excess      int   `json:"most_moves_more"`
	BestByMoves []int `json:"best_by_moves"`

	figures string
}

func runCompare(ctx context.Context, e *verb.Env, q *nameRequest) error {
	c, err := q.circuits()
	if err != nil {
		return err
	}
	figures, err := checker.Compare(ctx, c)
	if err != nil {
		return verb.WithCode(verb.ExitNotVerified, err)
	}
	t := plain.NewTable(c.Strategy)
	t.Solve()
	byMoves, notWon, excess := strategy.Optimum(t)
	r := figures.Retrograde
	return e.Print(&compareAnswer{
		about: aboutOf(c), Agree: true, NotWon: r.NotWon, Longest: r.Longest(), Best: len(byMoves), BestNotWon: notWon, Excess: excess,
		BestByMoves: byMoves, figures: figures.Text(c),
	}, 0)
}

// Text writes what was compared, and best play.
func (a *compareAnswer) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%sbest play: %d not won, longest %d moves; where the strategy wins, it takes at most %d moves more\n", a.figures, a.BestNotWon, a.Best, a.Excess)
	return err
}
