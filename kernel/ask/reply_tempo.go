package ask

import (
	"context"
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
	"retroproof/proofs/illegal/facts"
)

// TempoAnswer is the answer.
type TempoAnswer struct {
	answer.Head `schema:"retroproof.ask.tempo/1"`
	Reply
	Possible bool          `json:"possible"`
	Plies    int           `json:"plies,omitempty"`
	Moves    *sides        `json:"moves,omitempty"`
	Least    *sides        `json:"least,omitempty"`
	Spare    *sides        `json:"spare,omitempty"`
	Castling string        `json:"castling,omitempty"`
	Stay     facts.Squares `json:"stay,omitempty"`

	Incomplete bool `json:"incomplete,omitempty"`
}

// Ended is for what the answer does not have: a certificate.
func (a *TempoAnswer) Ended() *Tail { return &Tail{} }

// Answer makes an answer about tempo moves, which may be incomplete.
func (t *Tempo) Answer(incomplete bool) *TempoAnswer {
	list := t.Sentences()
	doc := document("Moves to spare", &t.Setup, &resolve.Answer{}, story.Diagram{Locked: facts.Squares(t.Stay)},
		func() []story.Part { return []story.Part{story.Sentences(list)} })
	a := &TempoAnswer{Reply: sentences(&t.Setup, list, doc), Possible: t.Possible, Plies: t.Plies, Incomplete: incomplete}
	if t.Possible && !t.Open {
		a.Moves = &sides{t.Moves[chess.White], t.Moves[chess.Black]}
		a.Least = &sides{t.Least[chess.White], t.Least[chess.Black]}
		a.Spare = &sides{t.Spare(chess.White), t.Spare(chess.Black)}
		a.Castling, a.Stay = t.Castling.String(), facts.Squares(t.Stay)
	}
	return a
}

// Sentences returns the answer in sentences.
func (t *Tempo) Sentences() (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch {
	case t.Open && t.Asked:
		add("Whether a game of %s leads here was not counted.", story.Plies(t.Plies))
	case !t.Possible && t.Asked:
		add("No game of %s leads here.", story.Plies(t.Plies))
	case !t.Possible:
		add("No game of at most %d plies leads here.", MostPlies)
	case !t.Asked:
		add("A game that leads here has at least %s.", story.Plies(t.Plies))
	}
	for c := chess.White; t.Possible && !t.Open && c <= chess.Black; c++ {
		spare := "none"
		if n := t.Spare(c); n > 0 {
			spare = fmt.Sprintf("at most %d", n)
		}
		add("%s needs at least %s, makes %d in %s, and has %s to spare.", story.Side(c),
			story.Counted(t.Least[c], "move", "moves"), t.Moves[c], story.Plies(t.Plies), spare)
	}
	add("No certificate can be made of these bounds.")
	return list
}

// ReleaseAnswer is the answer.
type ReleaseAnswer struct {
	answer.Head `schema:"retroproof.ask.release/1"`
	Reply
	Men      []string `json:"men"`
	Verdict  string   `json:"verdict"`
	Plies    int      `json:"plies,omitempty"`
	Unmoves  []string `json:"un_moves,omitempty"`
	Before   string   `json:"before,omitempty"`
	Sentence string   `json:"sentence"`
	Tail
}

// Answer makes an answer about how far back men were released.
func (r *Release) Answer() *ReleaseAnswer {
	list := r.Sentences()
	parts := []story.Part{story.Sentences(list)}
	a := &ReleaseAnswer{Verdict: r.Verdict(), Plies: r.Plies, Unmoves: r.Unmoves, Sentence: strings.Join(list, " ")}
	if r.Men != 0 {
		a.Men = facts.Squares(r.Men).Names()
	}
	if r.Before != nil {
		a.Before = r.Before.FEN()
		parts = append(parts, story.Board(story.Diagram{Setup: *r.Before, Caption: "before"}), story.Code("", a.Before))
	}
	a.Reply = sentences(&r.Setup, list, document("Release", &r.Setup, &resolve.Answer{},
		story.Diagram{Locked: facts.Squares(r.Men)}, func() []story.Part { return parts }))
	a.Claims = func(ctx context.Context, c *Certificate) error { return c.Release(ctx, r) }
	return a
}

// Sentences returns the answer in sentences.
func (r *Release) Sentences() []string {
	who := "The men " + named(&r.Setup, r.Men)
	if !r.Men.Several() {
		who = "The man " + named(&r.Setup, r.Men)
	}
	released := who + ": released at the earliest " + story.Plies(r.Plies) + " back."
	switch r.Verdict() {
	case "illegal":
		return []string{"No game leads here: " + r.Illegal + "."}
	case "none":
		return []string{"Nothing is to be released: every man can move back, or never moved."}
	case "open":
		return []string{who + ": not released within " + story.Plies(r.Plies-1) + " back; the budget ended the search."}
	case "never":
		return []string{who + ": no release is needed; going back, they can stand as at the start without one."}
	case "impossible":
		return []string{who + " can never have been released: no game leads here."}
	case "at-least":
		return []string{released, "No un-moves of all men that do it were found."}
	}
	return []string{released, "Un-moves, the last move first: " + strings.Join(r.Unmoves, ", ") + "."}
}
