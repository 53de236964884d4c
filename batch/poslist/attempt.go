package poslist

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Budgets of the tries of a position: the first, and how they grow.
const (
	firstStates  = 250_000
	growthStates = 4
)

// noGame is what is written of a position of which A* has proven, without a certificate, that no game leads to it.
const noGame = "no game (A*, no certificate)"

// attempt is what a pass has made of a line. What is known of a position is in the tokens of its line, and nowhere
// else: the same line has the same answer in every pass, whatever program has written it.
type attempt struct {
	resolve.Answer
	item
	tried  uint64  // the budget of the last try, 0 without one
	tokens []Token // what is known of an undecided position, in the order in which it is written
}

// stateOf returns how far a line has come, with games from that start or the initial position. A refutation counts if
// its reason is one of package kernel's, and its start, if it names one: what other programs call illegal is looked at.
func stateOf(l *Line, start *chess.Setup) state {
	reason, refuted := l.Token("illegal")
	switch _, gaveUp := l.Token("fail"); {
	case refuted && len(reason) == 1 && reasons[facts.Reason(reason[0])] &&
		(l.Start == "" || l.Start == rules.StartOr(start).FEN()):
		return illegal
	case l.HasGame:
		return legal
	case gaveUp:
		return failed
	}
	return unknown
}

// reasons are the reasons of illegal verdicts.
var reasons = func() map[facts.Reason]bool {
	reasons := map[facts.Reason]bool{}
	for _, rule := range rules.Rules {
		reasons[rule.Reason] = true
	}
	return reasons
}()

// attemptOf looks at a line. The budget of o.Game is the largest; a position that is undecided with it is given up.
// again drops what earlier tries have left in the line.
func attemptOf(ctx context.Context, line batch.Line, o resolve.Options, again bool) *attempt {
	l, err := Parse(line)
	if err != nil {
		return &attempt{item: item{line: line, state: malformed, bad: err}}
	}
	if again {
		l.Tokens = slices.DeleteFunc(l.Tokens, func(t Token) bool { return slices.Contains(SearchTokens, t.Name) })
	}
	a := &attempt{item: item{line: line, state: stateOf(&l, o.Refute.Start)}, tried: tried(&l)}
	a.Setup, a.Start = l.Setup, *rules.StartOr(o.Refute.Start)
	switch a.state {
	case illegal:
		reason, _ := l.Token("illegal")
		a.Verdict, a.Reason = kernel.Illegal, facts.Reason(reason[0])
	case failed:
	case legal:
		if a.notGame = o.Given(&l.Setup, l.Game); a.notGame == nil {
			a.Verdict, a.Game = kernel.Legal, l.Game
			break
		}
		fallthrough
	default:
		a.try(ctx, &l, o)
	}
	if a.Verdict == kernel.Unknown && a.failure == nil {
		a.tokens = a.known(&l)
	}
	return a
}

// try looks for a verdict, with the budget that is next.
func (a *attempt) try(ctx context.Context, l *Line, o resolve.Options) {
	most := o.Game.States
	o.Game.States = budget(a.tried, most)
	o.Game.Seed += o.Game.States // other choices than last time
	if o.Game.States < most {
		o.LastResort = nil
	}
	if a.tried < firstStates {
		o.Hint = hint(l)
	}
	found, err := resolve.Position(ctx, &l.Setup, o)
	if err != nil {
		a.failure = err
		return
	}
	a.Answer, a.tried = found, o.Game.States
	if a.Search != nil {
		l.Tokens = append(l.Tokens, Token{Name: "info", Words: strings.Fields(a.info())})
	}
	if a.Reason == resolve.Unreachable {
		a.Verdict = kernel.Unknown // without a certificate, a list's verdict could not be checked
	}
	if a.state = stateFor(a.Verdict); a.state == unknown && a.tried >= most {
		a.state = failed
	}
}

// hint returns the extended kernel that another program has found for a line, nil without one, and for one without
// captures.
func hint(l *Line) *kernel.Extended {
	words, _ := l.Token("extKernel")
	e, err := kernel.ParseExtended(strings.Join(words, " "))
	if err != nil || len(e.Moves) == 0 {
		return nil
	}
	return e
}

// info is what is written of a search by A* that found no game, in the words of texelutil.
func (a *attempt) info() string {
	if a.Reason == resolve.Unreachable {
		return noGame
	}
	return fmt.Sprintf("No solution found, bound=%d moves %s", a.Search.Remain, strings.Join(a.Search.Best, " "))
}

// tried returns the budget of a position's last try, 0 if there was none: "status: N=250000".
func tried(l *Line) uint64 {
	words, _ := l.Token("status")
	for _, w := range words {
		if text, ok := strings.CutPrefix(w, "N="); ok {
			if n, err := strconv.ParseUint(text, 10, 64); err == nil {
				return n
			}
		}
	}
	return 0
}

// budget returns the budget of the try after one with the budget tried, of at most so many states.
func budget(tried, most uint64) uint64 {
	if tried > most/growthStates {
		return most
	}
	return min(max(firstStates, growthStates*tried), most)
}

// known returns what is known of an undecided position: what its line said, and what was found since.
func (a *attempt) known(l *Line) (tokens []Token) {
	words := map[string][]string{}
	for _, t := range l.Tokens {
		words[t.Name] = t.Words
	}
	if a.Kernel.Extended == kernel.Found {
		words["kernel"], words["extKernel"] = strings.Fields(kernel.FormatMoves(a.Kernel.Moves)),
			strings.Fields(a.Kernel.Ranks.String())
	}
	if a.tried > 0 {
		words["status"] = []string{"N=" + strconv.FormatUint(a.tried, 10)}
	}
	if a.state == failed {
		words["fail"] = nil
	}
	for _, name := range SearchTokens {
		if w, ok := words[name]; ok {
			tokens = append(tokens, Token{Name: name, Words: w})
		}
	}
	return tokens
}

// answer answers a line. again drops what searches have left there.
func (g *Games) answer(ctx context.Context, line batch.Line, again bool) *attempt {
	a := attemptOf(ctx, line, g.Options, again)
	switch {
	case a.state == malformed:
		a.text = g.malformed(line, a.bad)
	case g.JSON:
		a.text = answer.JSON(answer.Complete(a.object(), 0))
	case a.Verdict == kernel.Unknown:
		a.text = Text(a.Setup.FEN(), append([]Token{{Name: a.Verdict.String()}}, a.tokens...)...)
	default:
		a.text = TokenLine(&a.Answer, nil)
	}
	return a
}

// object makes the JSON answer: what is known, and of a position that is not decided
// what its line said, too.
func (a *attempt) object() *Game {
	g := foundGame(&a.Answer)
	if a.Verdict != kernel.Unknown {
		return g
	}
	g.States, g.GaveUp = a.tried, a.state == failed
	for _, t := range a.tokens {
		words := strings.Join(t.Words, " ")
		switch t.Name {
		case "kernel":
			g.Kernel = &words
		case "extKernel":
			g.ExtKernel = &words
		case "info":
			g.Info = words
		}
	}
	return g
}

// malformed is the answer to a line that is no position, so that a list stays as long
// as it is: the line itself or, as JSON, an object about it, unless it is one.
func (g *Games) malformed(line batch.Line, err error) string {
	if !g.JSON || !line.Long && saysMalformed(line.Text) {
		return line.Text
	}
	a := &Game{}
	a.about, a.mistake = mistaken(line.Text, err)
	return answer.JSON(answer.Complete(a, 0))
}

// saysMalformed reports whether a line is the answer to a malformed one.
func saysMalformed(text string) bool {
	var object struct{ Schema, Verdict string }
	return strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &object) == nil &&
		object.Schema == answer.Schema(&Game{}) && object.Verdict == Malformed
}
