package story

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel/ask"
	"retroproof/kernel/rules"
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
	Tail
}

// Tempo makes an answer about tempo moves.
func Tempo(t *ask.Tempo) *TempoAnswer {
	list := tempoSentences(t)
	doc := answered("Moves to spare", &t.Asked, Diagram{Locked: facts.Squares(t.Stay)}, []Part{Sentences(list)})
	a := &TempoAnswer{Reply: reply(t, list, doc), Possible: t.Possible, Plies: t.Plies}
	if t.Possible && !t.Open {
		a.Moves = sidesOf(t.Moves)
		a.Least = sidesOf(t.Least)
		a.Spare = &sides{t.Spare(chess.White), t.Spare(chess.Black)}
		a.Castling, a.Stay = t.Castling.String(), facts.Squares(t.Stay)
	}
	return a
}

func tempoSentences(t *ask.Tempo) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch {
	case t.Open && t.Given:
		add("Whether a game of %s leads here was not counted.", Plies(t.Plies))
	case !t.Possible && t.Given:
		add("No game of %s leads here.", Plies(t.Plies))
	case !t.Possible:
		add("No game of at most %d plies leads here.", ask.MostPlies)
	case !t.Given:
		add("A game that leads here has at least %s.", Plies(t.Plies))
	}
	for c := chess.White; t.Possible && !t.Open && c <= chess.Black; c++ {
		spare := "none"
		if n := t.Spare(c); n > 0 {
			spare = fmt.Sprintf("at most %d", n)
		}
		add("%s needs at least %s, makes %d in %s, and has %s to spare.", rules.Side(c),
			answer.Counted(t.Least[c], "move", "moves"), t.Moves[c], Plies(t.Plies), spare)
	}
	var shown [2]int
	if t.Shown != nil {
		shown = t.Shown.Least
	}
	if shown != t.Least {
		add("A certificate claims less: at least %d of White's moves, and %d of Black's.", shown[0], shown[1])
	}
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
	Shortest bool     `json:"shortest,omitempty"` // no way back to a position that is not refuted is shorter
	Game     string   `json:"game,omitempty"`     // SAN, ends with these moves
	Sentence string   `json:"sentence"`
	Tail
}

// Release makes an answer about how far back men were released.
func Release(r *ask.Release) *ReleaseAnswer {
	list := releaseSentences(r)
	a := &ReleaseAnswer{Verdict: r.Verdict(), Plies: r.Plies,
		Unmoves: r.Unmoves, Shortest: r.Before != nil, Sentence: strings.Join(list, " ")}
	if r.Men != 0 {
		a.Men = facts.Squares(r.Men).Names()
	}
	var way []Part
	a.Before, a.Game, way = wayBack(&r.WayBack, &r.Start)
	a.Reply = reply(r, list, answered("Release", &r.Asked,
		Diagram{Locked: facts.Squares(r.Men)}, append([]Part{Sentences(list)}, way...)))
	return a
}

func releaseSentences(r *ask.Release) []string {
	who, were := "The men on "+rules.Men(&r.Setup, r.Men), "were"
	if !r.Men.Several() {
		who, were = "The man on "+rules.Men(&r.Setup, r.Men), "was"
	}
	released := fmt.Sprintf("%s %s released %s back at the earliest.", who, were, Plies(r.Plies))
	switch r.Verdict() {
	case "illegal":
		return []string{"No game leads here. " + rules.Sentence(r.Illegal)}
	case "none":
		return []string{"Nothing is to be released: every man can move back, or never moved."}
	case "open":
		return []string{fmt.Sprintf("%s %s not released within %s back; the budget ended the search.",
			who, were, Plies(r.Plies-1))}
	case "never":
		return []string{who + " can get back to the start without a release."}
	case "impossible":
		return []string{who + " can never have been released: no game leads here."}
	case "at-least":
		return []string{released, "No un-moves of all men that do it were found."}
	}
	list := []string{released, wayText(&r.WayBack)}
	if n := len(r.Unmoves); n > r.Plies {
		list = append(list, fmt.Sprintf("No way back of fewer than these %d plies leads to a position that is not refuted.",
			n))
	}
	if r.Game != nil {
		list = append(list, gameText)
	}
	return list
}
