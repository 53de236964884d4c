package poslist

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/chess"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/proofs/illegal/facts"
)

// Games is a list of positions for which games are sought, a pass at a time. The output of each pass is the input of
// the next. A name without suffix is that of a complete pass; an unfinished one is called PREFIXnn.part.
type Games struct {
	Work
	Out   string // what the names of all passes begin with; "" for one pass, to stdout
	Retry bool   // the first pass begins again with positions that were given up, or are on their way
	JSON  bool
	PGN   string // the file for games; "" for none
	Start chess.Setup

	games *PGNFile // to which games are written when they are printed
}

// PassError is a reason for which passes end before all is answered.
type PassError struct {
	Text      string
	Undecided bool // positions are left
}

func (e *PassError) Error() string { return e.Text }

// pass is one pass over a list.
type pass struct {
	*Games
	name     string // what is written, for progress
	source   string // what is read
	first    bool   // of the run: what is wrong with lines is reported, and --retry means this one
	began    time.Time
	progress *progress.List
	counts   Counts
}

func (p *pass) String() string {
	c := &p.counts
	text := fmt.Sprintf("%s: legal: %d unknown: %d fail: %d illegal: %d time: %.1f",
		p.name, c[legal], c[unknown], c[failed], c[illegal], time.Since(p.began).Seconds())
	if c[malformed] > 0 {
		text += fmt.Sprintf(" malformed: %d", c[malformed])
	}
	return text
}

// job answers the lines of a list.
func (p *pass) job(in *batch.Reader) *batch.Job[*attempt] {
	return &batch.Job[*attempt]{
		In: in, Jobs: p.Jobs, Interactive: p.source == "-", Answered: p.progress.Add,
		Answer: func(ctx context.Context, line batch.Line) *attempt {
			return p.answer(ctx, line, p.Retry && p.first)
		},
		Write: func(w *bufio.Writer, items []*attempt) error {
			for _, it := range items {
				if it.failure != nil {
					return it.failure
				}
				p.counts.add(&it.item)
				if it.state == legal {
					if err := p.games.Add(&p.Start, it.Setup.FEN(), it.Game); err != nil {
						return err
					}
				}
				if err := p.write(w, &it.item, p.source, p.first); err != nil {
					return err
				}
			}
			p.progress.Say(p.String())
			return nil
		},
	}
}

// same says whether an answer that an earlier run has written is the one to a line,
// and counts it.
func (p *pass) same(answer string, line batch.Line) (bool, error) {
	before := &item{state: malformed}
	asked, err := Parse(line)
	if err != nil {
		if answer != p.malformed(line, err) {
			return false, batch.ErrOtherAnswer
		}
		p.counts.add(before)
		return true, nil
	}
	l, err := Parse(batch.Line{Text: answer})
	if err != nil || l.Setup != asked.Setup || strings.HasPrefix(answer, "{") != p.JSON {
		return false, batch.ErrOtherAnswer
	}
	before.state = stateOf(&l, p.Options.Refute.Start)
	if p.first && asked.HasGame {
		before.notGame = p.Options.Given(&asked.Setup, asked.Game) // was reported, and still decides the exit code
	}
	p.counts.add(before)
	return true, nil
}

// Run makes one pass, or all, and counts the lines of the last one.
func (g *Games) Run(ctx context.Context) (*Counts, error) {
	if g.Out != "" {
		return g.passes(ctx)
	}
	return g.onePass(ctx)
}

// onePass makes one pass, to stdout.
func (g *Games) onePass(ctx context.Context) (*Counts, error) {
	bar := g.start(ctx, g.In, false)
	defer bar.Done()
	list, in, err := g.open(ctx, g.In, false)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if g.games, err = CreatePGN(g.PGN); err != nil {
		return nil, err
	}
	p := &pass{Games: g, name: "pass", source: g.In, first: true, began: time.Now(), progress: bar}
	if err := p.job(list).Run(ctx, g.Stdout); err != nil {
		g.games.Discard()
		return nil, err
	}
	if err := g.games.Close(); err != nil {
		return nil, err
	}
	return &p.counts, nil
}

// mostPasses bounds their number, as two digits do.
const mostPasses = 100

func (g *Games) passName(n int) string { return fmt.Sprintf("%s%02d", g.Out, n) }

// passes makes all passes that are not there yet.
func (g *Games) passes(ctx context.Context) (*Counts, error) {
	last, err := g.lastPass()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	for n := 0; n < mostPasses; n++ {
		p := &pass{Games: g, name: g.passName(n), source: g.In, first: n == 0, began: began}
		if n > 0 {
			p.source = g.passName(n - 1)
		}
		if n <= last {
			err = p.recount(ctx)
		} else {
			err = p.toFile(ctx)
		}
		if err != nil {
			return nil, err
		}
		if n >= last && p.counts[unknown] == 0 {
			if err := g.writeGames(ctx, p.name); err != nil {
				return nil, err
			}
			return &p.counts, nil
		}
	}
	return nil, &PassError{Undecided: true,
		Text: fmt.Sprintf("%s: positions are left after %d passes", g.passName(mostPasses-1), mostPasses)}
}

// lastPass returns the number of the last pass that is complete, -1 if none is.
func (g *Games) lastPass() (int, error) {
	for n := range mostPasses {
		switch _, err := os.Stat(g.passName(n)); {
		case os.IsNotExist(err):
			if n > 0 {
				fmt.Fprintf(g.Stderr, "retroproof: %s is complete, going on\n", g.passName(n-1))
			}
			return n - 1, nil
		case err != nil:
			return 0, err
		}
	}
	return mostPasses - 1, nil
}

// toFile makes a pass, or goes on with one.
func (p *pass) toFile(ctx context.Context) error {
	p.progress = p.start(ctx, p.source, !p.first)
	defer p.progress.Done()
	in, closer, err := p.open(ctx, p.source, !p.first)
	if err != nil {
		return err
	}
	defer closer.Close()
	if err := progress.ToFile(ctx, p.Console, p.job(in), batch.File{Name: p.name, Source: progress.SourceName(p.source),
		Same: p.same}, p.progress); err != nil {
		return err
	}
	p.progress.Done()
	if !p.Quiet {
		fmt.Fprintf(p.Stderr, "retroproof: %v\n", p)
	}
	return nil
}

// recount compares a pass that is there with what it was made of.
func (p *pass) recount(ctx context.Context) error {
	in, closer, err := p.open(ctx, p.source, !p.first)
	if err != nil {
		return err
	}
	defer closer.Close()
	answers, file, err := p.open(ctx, p.name, true)
	if err != nil {
		return err
	}
	defer file.Close()
	for {
		answer, noAnswer := answers.Next()
		line, noLine := in.Next()
		same := noAnswer == nil && noLine == nil
		if same {
			same, _ = p.same(answer.Text, line)
		}
		switch {
		case noAnswer == io.EOF && noLine == io.EOF:
			return nil
		case noAnswer != nil && noAnswer != io.EOF:
			return noAnswer
		case noLine != nil && noLine != io.EOF:
			return noLine
		case !same:
			return &PassError{Text: fmt.Sprintf("%s, line %d: not the answer to %s in this format; remove it to start again, "+
				"or choose another -o", p.name, answers.Number(), progress.SourceName(p.source))}
		}
	}
}

// writeGames writes the games of a pass as PGN.
func (g *Games) writeGames(ctx context.Context, name string) error {
	games, err := CreatePGN(g.PGN)
	if games == nil || err != nil {
		return err
	}
	in, closer, err := g.open(ctx, name, true)
	if err != nil {
		games.Discard()
		return err
	}
	defer closer.Close()
	for line, err := range in.Lines() {
		if err == nil {
			if at, bad := Parse(line); bad == nil && stateOf(&at, g.Options.Refute.Start) == legal {
				err = games.Add(&g.Start, at.Setup.FEN(), at.Game)
			}
		}
		if err != nil {
			games.Discard()
			return err
		}
	}
	return games.Close()
}

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
