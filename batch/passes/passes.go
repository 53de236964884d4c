// Package passes looks for games that lead to the positions of a list, pass by pass: every position that is not decided
// is tried once a pass, with a larger budget than the last time, until it is decided or given up.
//
// What is known of a position is in the tokens of its line, and nowhere else: the same line has the same answer in every
// pass, whatever program has written it.
package passes

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// State is how far a position has come.
type State uint8

// The states.
const (
	Unknown   State = iota // it is tried once a pass
	Legal                  // a game is given
	Illegal                // for a reason of package facts
	Failed                 // it was given up
	Malformed              // it is no position
)

// States is how many states there are.
const States = int(Malformed) + 1

// Budgets of the tries of a position: the first, and how they grow.
const (
	firstStates  = 250_000
	growthStates = 4
)

// NoGame is what is written of a position of which A* has proven, without a certificate, that no game leads to it.
const NoGame = "no game (A*, no certificate)"

// Answer is what a pass has made of a line.
type Answer struct {
	resolve.Answer
	State   State
	Tried   uint64          // the budget of the last try, 0 without one
	Tokens  []poslist.Token // what is known of an undecided position, in the order in which it is written
	Bad     error           // what is wrong with a malformed line
	NotGame error           // what is wrong with the game that the line had
	Failure error           // ends the run
}

// StateOf returns how far a line has come, with games from that start or the initial position. A refutation counts if its
// reason is one of package kernel's, and its start, if it names one: what other programs call illegal is looked at.
func StateOf(l *poslist.Line, start *chess.Setup) State {
	reason, illegal := l.Token("illegal")
	switch _, failed := l.Token("fail"); {
	case illegal && len(reason) == 1 && reasons[facts.Reason(reason[0])] && (l.Start == "" || l.Start == rules.StartOr(start).FEN()):
		return Illegal
	case l.HasGame:
		return Legal
	case failed:
		return Failed
	}
	return Unknown
}

// reasons are the reasons of illegal verdicts.
var reasons = func() map[facts.Reason]bool {
	reasons := map[facts.Reason]bool{}
	for _, rule := range kernel.Rules() {
		reasons[rule.Reason] = true
	}
	return reasons
}()

// Line answers a line. The budget of o.Game is the largest; a position that is undecided with it is given up. again drops
// what earlier tries have left in the line.
func Line(ctx context.Context, line batch.Line, o resolve.Options, again bool) *Answer {
	l, err := poslist.Parse(line)
	if err != nil {
		return &Answer{State: Malformed, Bad: err}
	}
	if again {
		l.Tokens = slices.DeleteFunc(l.Tokens, func(t poslist.Token) bool { return slices.Contains(SearchTokens, t.Name) })
	}
	a := &Answer{State: StateOf(&l, o.Refute.Start), Tried: tried(&l)}
	a.Setup, a.Start = l.Setup, *rules.StartOr(o.Refute.Start)
	switch a.State {
	case Illegal:
		reason, _ := l.Token("illegal")
		a.Verdict, a.Reason = kernel.Illegal, facts.Reason(reason[0])
	case Failed:
	case Legal:
		if a.NotGame = o.Given(&l.Setup, l.Game); a.NotGame == nil {
			a.Verdict, a.Game = kernel.Legal, l.Game
			break
		}
		fallthrough
	default:
		a.try(ctx, &l, o)
	}
	if a.Verdict == kernel.Unknown && a.Failure == nil {
		a.Tokens = a.known(&l)
	}
	return a
}

// try looks for a verdict, with the budget that is next.
func (a *Answer) try(ctx context.Context, l *poslist.Line, o resolve.Options) {
	most := o.Game.States
	o.Game.States = budget(a.Tried, most)
	o.Game.Seed += o.Game.States // other choices than last time
	if o.Game.States < most {
		o.LastResort = nil
	}
	if a.Tried < firstStates {
		o.Hint = hint(l)
	}
	found, err := resolve.Position(ctx, &l.Setup, o)
	if err != nil {
		a.Failure = err
		return
	}
	a.Answer, a.Tried = found, o.Game.States
	if a.Search != nil {
		l.Tokens = append(l.Tokens, poslist.Token{Name: "info", Words: strings.Fields(a.info())})
	}
	if a.Reason == resolve.Unreachable {
		a.Verdict = kernel.Unknown // without a certificate, a list's verdict could not be checked
	}
	switch {
	case a.Verdict == kernel.Legal:
		a.State = Legal
	case a.Verdict == kernel.Illegal:
		a.State = Illegal
	case a.Tried >= most:
		a.State = Failed
	default:
		a.State = Unknown
	}
}

// hint returns the extended kernel that another program has found for a line, nil without one, and for one without
// captures.
func hint(l *poslist.Line) *kernel.Extended {
	words, _ := l.Token("extKernel")
	e, err := kernel.ParseExtended(strings.Join(words, " "))
	if err != nil || len(e.Moves) == 0 {
		return nil
	}
	return e
}

// info is what is written of a search by A* that found no game, in the words of texelutil.
func (a *Answer) info() string {
	if a.Reason == resolve.Unreachable {
		return NoGame
	}
	return fmt.Sprintf("No solution found, bound=%d moves %s", a.Search.Remain, strings.Join(a.Search.Best, " "))
}

// SearchTokens are the names of the tokens that searches leave in a line, in the order in which they are written.
var SearchTokens = []string{"kernel", "extKernel", "path", "status", "fail", "info"}

// tried returns the budget of a position's last try, 0 if there was none: "status: N=250000".
func tried(l *poslist.Line) uint64 {
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
func (a *Answer) known(l *poslist.Line) (tokens []poslist.Token) {
	words := map[string][]string{}
	for _, t := range l.Tokens {
		words[t.Name] = t.Words
	}
	if a.Kernel.Status == kernel.ExtendedFound {
		words["kernel"], words["extKernel"] = strings.Fields(a.Kernel.Kernel), strings.Fields(a.Kernel.Extended)
	}
	if a.Tried > 0 {
		words["status"] = []string{"N=" + strconv.FormatUint(a.Tried, 10)}
	}
	if a.State == Failed {
		words["fail"] = nil
	}
	for _, name := range SearchTokens {
		if w, ok := words[name]; ok {
			tokens = append(tokens, poslist.Token{Name: name, Words: w})
		}
	}
	return tokens
}
