package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/proofs/illegal/facts"
)

// The lines of a pass. What is known of a position is in its tokens, and nowhere
// else: a pass makes the same line of the same line.

// lineState is how far a position has come.
type lineState uint8

const (
	isUnknown   lineState = iota // it is tried once a pass
	isLegal                      // a game is given
	isIllegal                    // for a reason of ours
	isFail                       // it was given up
	isMalformed                  // it is no position
)

// Budgets of the tries of a position: the first, and how they grow.
const (
	firstStates  = 250_000
	growthStates = 4
)

// passItem is a line that a pass has answered.
type passItem struct {
	number  int // of the line
	answer  string
	state   lineState
	bad     error    // malformed
	notGame error    // why the game that the line had is none
	failed  error    // ends the run
	fen     string   // of a legal position,
	game    []string // and its game
}

// state returns how far a line has come. A refutation counts if its reason is one of
// ours, and its start, if it names one: what others call illegal is looked at.
func (r *proofgameRun) state(l *poslist.Line) lineState {
	reason, isCalled := l.Token("illegal")
	switch _, failed := l.Token("fail"); {
	case isCalled && len(reason) == 1 && ourReasons[facts.Reason(reason[0])] && (l.Start == "" || l.Start == r.start.FEN()):
		return isIllegal
	case l.HasGame:
		return isLegal
	case failed:
		return isFail
	}
	return isUnknown
}

// ourReasons are the reasons of illegal verdicts.
var ourReasons = func() map[facts.Reason]bool {
	reasons := map[facts.Reason]bool{}
	for _, rule := range kernel.Rules() {
		reasons[rule.Reason] = true
	}
	return reasons
}()

// passLine answers a line. again drops what searches have left there.
func (r *proofgameRun) passLine(ctx context.Context, line batch.Line, again bool) *passItem {
	item := &passItem{number: line.Number}
	l, err := poslist.Parse(line)
	if err != nil {
		item.bad, item.state = err, isMalformed
		item.answer = r.malformed(line, err)
		return item
	}
	if again {
		l.Tokens = slices.DeleteFunc(l.Tokens, func(t poslist.Token) bool { return slices.Contains(searchTokens, t.Name) })
	}
	a := resolve.Answer{Decision: kernel.Decision{Setup: l.Setup, Start: r.start}}
	tried := triedStates(&l)
	switch r.state(&l) {
	case isIllegal:
		reason, _ := l.Token("illegal")
		a.Verdict, a.Reason = kernel.Illegal, facts.Reason(reason[0])
	case isFail:
		item.state = isFail
	case isLegal:
		if item.notGame = r.options.Given(&l.Setup, l.Game); item.notGame == nil {
			a.Verdict, a.Game = kernel.Legal, l.Game
			break
		}
		fallthrough
	default:
		o := r.options
		o.Game.States = r.budget(tried)
		o.Game.Seed += o.Game.States // other choices than last time
		if o.Game.States < r.options.Game.States {
			o.LastResort = nil
		}
		if tried < firstStates {
			o.Hint = hint(&l)
		}
		if a, err = resolve.Position(ctx, &l.Setup, o); err != nil {
			item.failed = err
			return item
		}
		if a.Search != nil {
			l.Tokens = append(l.Tokens, poslist.Token{Name: "info", Words: strings.Fields(searchInfo(&a))})
		}
		if a.Reason == resolve.Unreachable {
			a.Verdict = kernel.Unknown // without a certificate, a list's verdict could not be checked
		}
		if tried = o.Game.States; a.Verdict == kernel.Unknown && tried >= r.options.Game.States {
			item.state = isFail
		}
	}
	switch a.Verdict {
	case kernel.Legal:
		item.state, item.fen, item.game = isLegal, fenOf(&a), a.Game
	case kernel.Illegal:
		item.state = isIllegal
	}
	item.answer = r.passAnswer(&a, &l, tried, item.state == isFail)
	return item
}

// hint returns the extended kernel that another program has found for a line, nil if
// there is none, or none with captures.
func hint(l *poslist.Line) *kernel.Extended {
	words, _ := l.Token("extKernel")
	e, err := kernel.ParseExtended(strings.Join(words, " "))
	if err != nil || len(e.Moves) == 0 {
		return nil
	}
	return e
}

// searchInfo is what there is to say about a search by A* that found no game, in the
// words of texelutil.
func searchInfo(a *resolve.Answer) string {
	if a.Reason == resolve.Unreachable {
		return noGame
	}
	return fmt.Sprintf("No solution found, bound=%d moves %s", a.Search.Remain, strings.Join(a.Search.Best, " ")) // of which the words are used
}

// searchTokens are what searches leave in a line: --retry drops them.
var searchTokens = []string{"kernel", "extKernel", "path", "status", "fail", "info"}

// triedStates returns the budget of a position's last try, 0 if there was none:
// "status: N=250000".
func triedStates(l *poslist.Line) uint64 {
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

// budget returns the budget of the try after one of so many states.
func (r *proofgameRun) budget(tried uint64) uint64 {
	most := r.options.Game.States
	if tried > most/growthStates {
		return most
	}
	return min(max(firstStates, growthStates*tried), most)
}

// passAnswer writes a line: what is known, and of a position that is not decided
// the tokens that it had.
func (r *proofgameRun) passAnswer(a *resolve.Answer, l *poslist.Line, tried uint64, gaveUp bool) string {
	if a.Verdict != kernel.Unknown {
		if r.json {
			return jsonText(proofgameAnswer(a))
		}
		return legalTokens(a, nil)
	}
	had := map[string][]string{}
	for _, t := range l.Tokens {
		had[t.Name] = t.Words
	}
	if a.Kernel.Status == kernel.ExtendedFound {
		had["kernel"], had["extKernel"] = strings.Fields(a.Kernel.Kernel), strings.Fields(a.Kernel.Extended)
	}
	if tried > 0 {
		had["status"] = []string{"N=" + strconv.FormatUint(tried, 10)}
	}
	if gaveUp {
		had["fail"] = nil
	}
	if r.json {
		o := proofgameAnswer(a)
		o.States, o.GaveUp, o.Info = tried, gaveUp, strings.Join(had["info"], " ")
		for name, field := range map[string]**string{"kernel": &o.Kernel, "extKernel": &o.ExtKernel} {
			if words, ok := had[name]; ok {
				text := strings.Join(words, " ")
				*field = &text
			}
		}
		return jsonText(o)
	}
	tokens := []poslist.Token{{Name: kernel.Unknown.String()}}
	for _, name := range searchTokens {
		if words, ok := had[name]; ok {
			tokens = append(tokens, poslist.Token{Name: name, Words: words})
		}
	}
	return poslist.Text(fenOf(a), tokens...)
}

// malformed is the answer to a line that is no position, so that a list stays as long
// as it is: the line itself or, as JSON, an object about it, unless it is one.
func (r *proofgameRun) malformed(line batch.Line, err error) string {
	if !r.json || !line.Long && saysMalformed(line.Text) {
		return line.Text
	}
	return jsonText(proofgameJSON{Schema: proofgameSchema, FEN: line.Text, Verdict: poslist.Malformed, Column: columnOf(err), Error: err.Error()})
}

// saysMalformed reports whether a line is the answer to a malformed one.
func saysMalformed(text string) bool {
	var object struct{ Schema, Verdict string }
	return strings.HasPrefix(text, "{") && json.Unmarshal([]byte(text), &object) == nil &&
		object.Schema == proofgameSchema && object.Verdict == poslist.Malformed
}
