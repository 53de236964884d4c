package story

import (
	"fmt"
	"strings"

	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// ClockAnswer is the answer.
type ClockAnswer struct {
	answer.Head `schema:"retroproof.ask.clock/1"`
	Reply
	Plies   int      `json:"plies"`
	Open    bool     `json:"open,omitempty"` // no game shows that there need not be more
	Unmoves []string `json:"un_moves,omitempty"`
	Before  string   `json:"before,omitempty"`
	Game    string   `json:"game,omitempty"`   // SAN, ends with these moves
	Passed  []string `json:"passed,omitempty"` // positions that every game had on its last quiet plies, the latest first
	Tail
}

// Clock makes an answer about the plies since the last capture or move of a pawn.
func Clock(k *ask.Clock) *ClockAnswer {
	a := &ClockAnswer{Plies: k.Plies, Open: k.Game == nil && k.Whole.Verdict != kernel.Illegal, Unmoves: k.Unmoves}
	for i := range k.Passed {
		a.Passed = append(a.Passed, k.Passed[i].FEN())
	}
	var way []Part
	a.Before, a.Game, way = wayBack(&k.WayBack, &k.Start)
	a.Reply = inSentences(k, "Halfmove clock", &k.Asked, Diagram{}, clockSentences(k), way...)
	return a
}

func clockSentences(k *ask.Clock) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	switch {
	case k.Whole.Verdict == kernel.Illegal:
		return []string{"No game leads here."}
	case k.Plies == 0 && !k.Open && len(k.Unmoves) > 0:
		add("The last move can have been a capture or a move of a pawn.")
	default:
		add("The last capture or move of a pawn, or the start of the game, was at least %s ago.", Plies(k.Plies))
	}
	if k.Open {
		add("The search ended there, so that it may be longer ago.")
	}
	if len(k.Unmoves) > 0 {
		list = append(list, wayText(&k.WayBack))
	}
	if k.Game != nil {
		add(gameText)
	}
	for _, rule := range []struct {
		plies int
		words string
	}{{150, "75-move rule the game is over"}, {100, "50-move rule it is a draw"}} {
		if k.Plies >= rule.plies {
			add("By the %s.", rule.words)
		}
	}
	for i := range k.Passed {
		add("Every game passed through %s.", k.Passed[i].FEN())
	}
	return list
}

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
	a := &TempoAnswer{Possible: t.Possible, Plies: t.Plies, Reply: inSentences(t, "Moves to spare", &t.Asked,
		Diagram{Locked: facts.Squares(t.Stay)}, tempoSentences(t))}
	if t.Possible && !t.Open {
		a.Moves, a.Least = sidesOf(t.Moves), sidesOf(t.Least)
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
	a.Reply = inSentences(r, "Release", &r.Asked, Diagram{Locked: facts.Squares(r.Men)}, list, way...)
	return a
}

func releaseSentences(r *ask.Release) []string {
	who := fmt.Sprintf("The %s on %s", answer.Plural(r.Men.Count(), "man", "men"), rules.Men(&r.Setup, r.Men))
	were := answer.Plural(r.Men.Count(), "was", "were")
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
