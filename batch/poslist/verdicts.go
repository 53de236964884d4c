package poslist

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"retroproof/batch"
	"retroproof/batch/progress"
	"retroproof/internal/answer"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/kernel/story"
)

// Verdicts is a list of positions of which the verdicts are wanted, in order.
type Verdicts struct {
	Work
	Out     string // the file for answers; "-" for stdout
	Format  Format
	Explain bool // illegal verdicts are explained, in text and JSON

	// Stories wants a page: each position's story, with a search for a shorter game of so many positions, 0 for none.
	Stories       bool
	ShortestNodes uint64

	Certificate string // the file for what proves the verdicts; "" for none
	Certify     certify.Options
	// Uncertified gets what is wrong with the certificate of a line, and returns what to say of it.
	Uncertified func(error) error

	certifier *certify.Certifier
	part      *certify.Part
	documents []*story.Document
	counts    Counts // of the lines that this run has answered, and of malformed ones of earlier runs
}

// Format is a way to write answers.
type Format string

// The formats: a line of text, an object of JSON, or the tokens of texelutil.
const (
	FormatText  Format = "text"
	FormatJSON  Format = "json"
	FormatTexel Format = "texel"
)

// Formats are all of them.
var Formats = []Format{FormatText, FormatJSON, FormatTexel}

// MostStories is how many positions one page has: more are no page to read, and all are in memory.
const MostStories = 1000

// Errors with which a list ends that is answered.
var (
	ErrMalformed   = errors.New("some lines are malformed")
	ErrUncertified = errors.New("some decided positions have no certificate")
	ErrTooLong     = fmt.Errorf("more than %d positions for one page", MostStories)
)

// decided is the answer to a line.
type decided struct {
	item
	story *story.Document // if there is to be a page

	// Of a decided position, if certificates are asked for: the certificate, or
	// why it could not be made.
	fen         string
	certificate *certify.Certificate
	uncertified error
}

// note is what progress shows.
func (v *Verdicts) note() string {
	text := fmt.Sprintf("%d illegal, %d legal, %d unknown", v.counts[illegal], v.counts[legal], v.counts[unknown])
	if n := v.counts[malformed]; n > 0 {
		text += fmt.Sprintf(", %d malformed", n)
	}
	return text
}

// Run answers the list, and writes the page by page, which may be nil. Its last error is one of [ErrUncertified] and
// [ErrMalformed], if no other has ended it.
func (v *Verdicts) Run(ctx context.Context, page func([]*story.Document) error) error {
	bar := v.start(ctx, v.In, false)
	defer bar.Done()
	list, in, err := v.open(ctx, v.In, false)
	if err != nil {
		return err
	}
	defer in.Close()
	unlock, err := v.openPart()
	if err != nil {
		return err
	}
	defer unlock()
	if err := v.answerAll(ctx, list, bar); err != nil {
		return err
	}
	if v.Stories {
		if err := page(v.documents); err != nil {
			return err
		}
	}
	if err := v.dropPart(); err != nil {
		return err
	}
	if v.counts.Malformed() > 0 {
		return ErrMalformed
	}
	return nil
}

// quickLines are given to a goroutine at once if no games are sought.
const quickLines = 64

// answerAll answers the list, to stdout or to a file, which alone can be gone on with.
func (v *Verdicts) answerAll(ctx context.Context, in *batch.Reader, bar *progress.List) error {
	job := &batch.Job[*decided]{
		In: in, Jobs: v.Jobs, Interactive: v.In == "-",
		Answer: v.answer, Answered: bar.Add,
		Write: func(w *bufio.Writer, items []*decided) error {
			err := v.writeAll(w, items)
			bar.Say(v.note())
			return err
		},
	}
	if v.Options.NoGame {
		job.AtOnce = quickLines
	}
	begin, finish := func(int) error { return nil }, func() error { return nil }
	if v.part != nil {
		// Certificates of lines that are answered anew are dropped first.
		begin, finish = func(int) error { return v.part.Begin() }, v.finishCertificates
	}
	if v.Out != "-" {
		return progress.ToFile(ctx, v.Console, job, batch.File{Name: v.Out, Source: v.In, Same: v.same, Begin: begin,
			Finish: finish}, bar)
	}
	if err := begin(0); err != nil {
		return err
	}
	if err := job.Run(ctx, v.Stdout); err != nil {
		return err
	}
	return finish()
}

// same says whether an answer that an earlier run has written is the one to a line, and
// counts it if it is malformed.
func (v *Verdicts) same(text string, line batch.Line) (bool, error) {
	// The position and the form have to be the same; the verdict is taken as it is.
	at, bad := Parse(line)
	if bad != nil {
		if text != v.malformed(line, bad) {
			return false, batch.ErrOtherAnswer
		}
	} else {
		object, schema := v.Format == FormatJSON, ""
		if object {
			schema = answer.Schema(&Verdict{})
		}
		before, err := ParseVerdict(batch.Line{Text: text})
		if err != nil || strings.HasPrefix(text, "{") != object || before.Schema != schema || !before.Answered ||
			before.Setup != at.Setup {
			return false, batch.ErrOtherAnswer
		}
		// An answer without its certificate is found again.
		if v.part != nil && before.Verdict != kernel.Unknown {
			if certified, err := v.part.Resume(at.Setup.FEN()); err != nil || !certified {
				return false, err
			}
		}
	}
	if bad != nil || at.HasGame && v.Options.Given(&at.Setup, at.Game) != nil {
		v.counts[malformed]++
	}
	return true, nil
}

// writeAll writes answers and counts them.
func (v *Verdicts) writeAll(w *bufio.Writer, items []*decided) error {
	for _, it := range items {
		if it.failure != nil {
			return it.failure
		}
	}
	// Certificates come first: so there is never an answer without.
	if v.part != nil {
		if err := v.keepCertificates(items); err != nil {
			return err
		}
	}
	for _, it := range items {
		v.counts.add(&it.item)
		if err := v.write(w, &it.item, v.In, true); err != nil {
			return err
		}
		if it.story != nil {
			if v.documents = append(v.documents, it.story); len(v.documents) > MostStories {
				return ErrTooLong
			}
		}
	}
	return nil
}

// given is the reason of a legal verdict: the line had a game.
const given = "Given"

// answer answers one line.
func (v *Verdicts) answer(ctx context.Context, line batch.Line) *decided {
	it := &decided{item: item{line: line}}
	at, err := Parse(line)
	if err != nil {
		it.state, it.bad, it.text = malformed, err, v.malformed(line, err)
		return it
	}
	// A game that the line has is replayed, which takes microseconds; only without one there is a search.
	var found resolve.Answer
	if at.HasGame {
		it.notGame = v.Options.Given(&at.Setup, at.Game)
	}
	if at.HasGame && it.notGame == nil {
		found = resolve.Answer{Decision: kernel.Decision{Setup: at.Setup, Start: *rules.StartOr(v.Options.Refute.Start),
			Verdict: kernel.Legal, Reason: given}, Game: at.Game}
	} else if found, it.failure = resolve.Position(ctx, &at.Setup, v.Options); it.failure != nil {
		return it
	}
	it.state = stateFor(found.Verdict)
	if v.part != nil && found.Verdict != kernel.Unknown {
		it.fen = found.Setup.FEN()
		it.certificate, it.uncertified = Certificate(ctx, v.certifier, &found)
	}
	if v.Stories {
		if it.story, it.failure = Tell(ctx, &found, v.Options, v.ShortestNodes); it.failure != nil {
			return it
		}
	}
	if v.Format == FormatTexel {
		it.text = TokenLine(&found, at.Tokens)
		return it
	}
	// Hints are searches, too: they are for those who read them.
	a := VerdictOf(&found, v.Explain)
	if v.Format == FormatJSON || v.Explain {
		if it.failure = a.AddHint(ctx, v.Options); it.failure != nil {
			return it
		}
	}
	if it.certificate != nil {
		a.Certificate = v.Certificate
	}
	if it.text = a.line(v.Explain); v.Format == FormatJSON {
		it.text = answer.JSON(answer.Complete(a, line.Number))
	}
	return it
}

// malformed is the answer to a line that is no position.
func (v *Verdicts) malformed(line batch.Line, bad error) string {
	switch v.Format {
	case FormatJSON:
		a := &Verdict{}
		a.about, a.mistake = mistaken(line.Text, bad)
		return answer.JSON(answer.Complete(a, line.Number))
	case FormatTexel:
		return line.Text + " unknown: fail: info: malformed"
	}
	return line.Text + " " + Malformed
}

// Certificates of verdicts: one file a run, which "retroproof-check FILE" checks.

// Certificate makes the certificate of a verdict.
func Certificate(ctx context.Context, c *certify.Certifier, a *resolve.Answer) (*certify.Certificate, error) {
	if a.Verdict == kernel.Legal {
		return c.Game(&a.Setup, a.Game)
	}
	return c.Certify(ctx, &a.Decision)
}

// keepCertificates appends the certificates of answered lines to FILE.part.
func (v *Verdicts) keepCertificates(items []*decided) error {
	for _, it := range items {
		var err error
		switch {
		case it.certificate != nil:
			err = v.part.Add(it.certificate)
		case it.uncertified != nil:
			v.Complain(fmt.Errorf("%s:%d: %w", progress.SourceName(v.In), it.line.Number, v.Uncertified(it.uncertified)))
			err = v.part.AddWithout(it.fen)
		}
		if err != nil {
			return err
		}
	}
	return v.part.Flush()
}

// openPart opens FILE.part, if certificates are wanted, and returns what unlocks it.
func (v *Verdicts) openPart() (unlock func(), err error) {
	if v.Certificate == "" {
		return func() {}, nil
	}
	if err := batch.CheckPart(v.Certificate); err != nil {
		return nil, err
	}
	name := v.Certificate + batch.PartSuffix
	if unlock, err = batch.LockPart(name); err != nil {
		return nil, err
	}
	v.certifier = certify.New(v.Certify)
	if v.part, err = v.certifier.OpenPart(name); err != nil {
		unlock()
		return nil, err
	}
	return unlock, nil
}

// finishCertificates makes FILE of FILE.part.
func (v *Verdicts) finishCertificates() error {
	if v.part.Positions == 0 {
		fmt.Fprintf(v.Stderr, "retroproof: %s is not written: no position has a certificate\n", v.Certificate)
		return nil
	}
	return batch.WriteFile(v.Certificate, v.part.Finish)
}

// dropPart removes FILE.part, if there is one, once FILE and the answers are complete.
func (v *Verdicts) dropPart() error {
	if v.part == nil {
		return nil
	}
	if err := v.part.Close(); err != nil {
		return err
	}
	if err := os.Remove(v.Certificate + batch.PartSuffix); err != nil {
		return err
	}
	if n := v.part.Without; n > 0 {
		fmt.Fprintf(v.Stderr, "retroproof: %d decided positions without a certificate\n", n)
		return ErrUncertified
	}
	return nil
}
