package story

import (
	"fmt"

	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/ask"
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
	a := &ClockAnswer{Plies: k.Plies, Open: k.Game == nil, Unmoves: k.Unmoves}
	list := []string{"No game leads here."}
	var parts []Part
	if k.Whole.Verdict != kernel.Illegal {
		list = clockSentences(k)
		parts = append(parts, Sentences(list))
	} else {
		a.Open = false
	}
	for i := range k.Passed {
		a.Passed = append(a.Passed, k.Passed[i].FEN())
	}
	var way []Part
	a.Before, a.Game, way = wayBack(&k.WayBack, &k.Start)
	a.Reply = reply(k, list, answered("Halfmove clock", &k.Asked, Diagram{}, append(parts, way...)))
	return a
}

func clockSentences(k *ask.Clock) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if k.Plies == 0 && !k.Open && len(k.Unmoves) > 0 {
		add("The last move can have been a capture or a move of a pawn.")
	} else {
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
