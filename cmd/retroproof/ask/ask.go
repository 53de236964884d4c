// Package ask has the verbs that answer questions about a position.
package ask

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"retroproof/batch"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/chess/notation"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel/ask"
	"retroproof/kernel/astar"
	"retroproof/kernel/certify"
	"retroproof/kernel/resolve"
	"retroproof/kernel/rules"
	"retroproof/kernel/story"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: help, Verbs: verbs(), Routes: routes, Others: []verb.Answer{&pageAnswer{}}}

// questions are all questions, in the order of help.
var questions = []*question{lastMoves, retract, rights, fields, cluster, men, promoted, captures, tempo, release, clock}

func verbs() (list []*verb.Verb) {
	for _, q := range questions {
		list = append(list, q.Verb)
	}
	return append(list, level)
}

// position is what every question is asked about, and how the answer is written and proved.
type position struct {
	FEN     string `arg:"FEN|-" json:"fen" doc:"the position"`
	Start   string `flag:"start" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
	Explain bool   `flag:"explain" doc:"print the answer in prose, with the reasons"`
	HTML    string `flag:"html" of:"FILE" doc:"write a page with the answers and diagrams to FILE"`
	verb.Paper
	Certificate string `flag:"certificate" of:"FILE" doc:"write to FILE what proves the answers"`
	Conflicts   int64  `budget:"proof-conflicts" min:"-1" doc:"of each proof in a certificate; -1 for no limit"`
}

// rounds are the options of how positions are decided.
type rounds struct {
	position
	Effort      int  `flag:"effort" json:"effort,omitempty" min:"1" max:"5" doc:"rounds of refutation, 1 to 5, each with larger budgets"`
	NoProofgame bool `flag:"no-proofgame" json:"no_proofgame,omitempty" doc:"only try to refute: what is not impossible stays open"`
}

// verdicts are the options of questions that verdicts on positions answer.
type verdicts struct {
	rounds
	Games     int `budget:"games" min:"1" doc:"attempts to build a game for an answer, each for another position"`
	Positions int `budget:"last-move-positions" min:"1" doc:"of the last-move analyses of a question, but for its first round"`
}

// premises restrict the games that a question is about.
type premises struct {
	NeverMoved    []string `flag:"never-moved" json:"never_moved,omitempty" doc:"men that never moved, nor were captured"`
	NoPromotion   string   `flag:"no-promotion" of:"w|b|wb" json:"no_promotion,omitempty" doc:"sides that did not promote"`
	Monochromatic bool     `flag:"monochromatic" json:"monochromatic,omitempty" doc:"men kept to their colour"`
	Captures      int      `flag:"captures" json:"captures,omitempty" min:"-1" doc:"how many there were; -1: any number"`
	Dead          bool     `flag:"dead" json:"dead,omitempty" doc:"games ended with dead positions, those recognised"`
	MaxQuiet      int      `flag:"max-quiet" of:"N" json:"max_quiet,omitempty" min:"0" doc:"games ended with N plies in a row without capture or pawn move; 100 is the 50-move rule"`
}

// suppose restricts a question.
func (p *premises) suppose(o *ask.Options) error {
	is := ask.Premise{NoPromotion: p.NoPromotion, Monochromatic: p.Monochromatic, Dead: p.Dead, MaxQuiet: p.MaxQuiet}
	if p.Captures >= 0 {
		is.Captures = &p.Captures
	}
	one, err := ask.NewPremise(is, p.NeverMoved, o.Resolve.Refute.Start)
	if err != nil {
		return verb.Usagef("%v", err)
	}
	o.Suppose(one)
	return nil
}

// byDefault are the options that are not given.
var byDefault = verdicts{
	rounds: rounds{position: position{Conflicts: certify.DefaultConflicts}, Effort: resolve.DefaultEffort},
	Games:  ask.DefaultGames, Positions: ask.DefaultPositions,
}

func (p *position) asked() *position { return p }

// options are those of a question that needs no verdicts.
func (p *position) options() (o ask.Options, err error) {
	o.Resolve.Effort = resolve.DefaultEffort
	if p.Start == "" {
		return o, nil
	}
	start, err := lenient.ParsePosition(p.Start)
	if err != nil {
		return o, fmt.Errorf("--start: %w", err)
	}
	s := start.Setup()
	o.Resolve.Refute.Start = &s
	// Near small starts a search finds games where none can be constructed.
	o.Resolve.LastResort = &astar.Options{Nodes: lastResortNodes}
	return o, nil
}

// lastResortNodes is the budget of the search for a game from a given start.
const lastResortNodes = 20_000

func (r *rounds) options() (ask.Options, error) {
	o, err := r.position.options()
	o.Resolve.Effort, o.Resolve.NoGame = r.Effort, r.NoProofgame
	return o, err
}

func (v *verdicts) options() (ask.Options, error) {
	o, err := v.rounds.options()
	o.Games, o.Positions = v.Games, v.Positions
	return o, err
}

// request is a question with its options: a pointer to a struct that embeds position.
type request interface {
	asked() *position
	options() (ask.Options, error)
}

// supposer is a request that embeds premises.
type supposer interface{ suppose(o *ask.Options) error }

// question is a verb, with what answers the same question of the page.
type question struct {
	*verb.Verb
	mostPlies int // how far back the page may ask; 0 for as far as the verb
	ofPage    func(ctx context.Context, p *pageRequest, o ask.Options, fen string) (story.Answer, error)
}

// about is what a question is made of. An answer with an error is what was known when the question was interrupted.
type about[Q any] struct {
	name, print string // its word behind "ask", and what is printed below a diagram
	defaults    Q
	kind        story.Answer
	answer      func(ctx context.Context, q *Q, o ask.Options, s *chess.Setup) (story.Answer, error)
	// open takes the place of answer if fields of the FEN may be unknown.
	open func(ctx context.Context, q *Q, o ask.Options, fen string) (story.Answer, error)
	// fill takes over what the page asks, besides options that all questions have; nil for nothing.
	fill      func(q *Q, o *ask.Options, p *pageRequest)
	mostPlies int
}

// told tells what package ask has found, if that is anything.
func told[A any, S story.Answer](tell func(*A) S) func(*A, error) (story.Answer, error) {
	return func(a *A, err error) (story.Answer, error) {
		if a == nil {
			return nil, err
		}
		return tell(a), err
	}
}

// malformed gives an error the exit code of malformed input if there is no answer at all.
func malformed[A any](a *A, err error) (*A, error) {
	if a == nil {
		err = verb.WithCode(verb.ExitMalformed, err)
	}
	return a, err
}

// session is one run of a question, for one position or for many.
type session struct {
	*verb.Env
	position
	start     *chess.Setup
	premise   *ask.Premise
	collected *ask.Certificate
	documents []*story.Document // for the page
	several   bool              // a FEN stands for several positions
	answers   int
	question  string // for print
}

// of makes a question.
func of[Q any, R interface {
	*Q
	request
}](a about[Q]) *question {
	v := verb.Verb{Name: "ask " + a.name, Open: a.open != nil, Answers: []verb.Answer{a.kind}}
	about := a.open
	if about == nil {
		about = func(ctx context.Context, q *Q, o ask.Options, fen string) (story.Answer, error) {
			s, err := chess.ParseFEN(fen)
			if err != nil {
				return nil, err
			}
			return a.answer(ctx, q, o, &s)
		}
	}
	run := func(ctx context.Context, e *verb.Env, q *Q) error {
		r := R(q)
		o, err := r.options()
		if p, has := any(q).(supposer); has && err == nil {
			err = p.suppose(&o)
		}
		if err != nil {
			return err
		}
		s := &session{Env: e, position: *r.asked(), question: a.print, premise: o.Premise, start: o.Resolve.Refute.Start}
		if err := s.begin(); err != nil {
			return err
		}
		err = e.Each(ctx, s.FEN, func(text string, line int) error {
			all, err := positions(&v, text)
			if err != nil {
				return err
			}
			s.several = len(all) > 1
			for _, fen := range all {
				known, err := about(ctx, q, o, fen)
				if known != nil {
					err = s.print(ctx, known, line, err)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
		return s.finish(err)
	}
	ofPage := func(ctx context.Context, p *pageRequest, o ask.Options, fen string) (story.Answer, error) {
		q := a.defaults
		if a.fill != nil {
			a.fill(&q, &o, p)
		}
		return about(ctx, &q, o, fen)
	}
	return &question{verb.Of(v, a.defaults, run), a.mostPlies, ofPage}
}

// begin begins the certificate, and refuses names of files that cannot be written in the end.
func (s *session) begin() error {
	s.collected = ask.NewCertificate(certify.Options{Tool: verb.Build.Tool(), Start: s.start, Conflicts: s.Conflicts})
	s.collected.Suppose(s.premise)
	if s.Certificate == "-" || s.Certificate != "" && s.Certificate == s.HTML {
		return verb.Usagef("--certificate needs a file of its own")
	}
	return cmp.Or(s.CheckTargets(s.Certificate, s.HTML), s.CheckPaper())
}

// positions returns the positions that a text stands for, each of which a verb is asked about. Those that take unknown
// fields are asked about all together.
func positions(v *verb.Verb, text string) ([]string, error) {
	fields := strings.Split(text, " ")
	if len(fields) == 4 {
		fields = append(fields, "0", "1")
	}
	if v.Open {
		return []string{strings.Join(fields, " ")}, nil
	}
	if v.Name == "ask rights" && len(fields) == 6 {
		fields[2], fields[3] = "-", "-" // whatever they are
	}
	if !ask.Unknown(fields) {
		return []string{text}, nil
	}
	all, err := ask.Expand(strings.Join(fields, " "))
	return all, verb.WithCode(verb.ExitMalformed, err)
}

// incomplete is what an answer says that was interrupted.
const incomplete = "incomplete: interrupted before everything was decided"

// print prints an answer, or keeps it for the page, and adds its claims to the certificate. stopped is the context's
// error if the answer was interrupted, and is then returned.
func (s *session) print(ctx context.Context, a story.Answer, line int, stopped error) error {
	r := a.Replied()
	if r.Note != "" {
		fmt.Fprintf(s.Stderr, "retroproof: %s: %s\n", r.FEN, r.Note)
	}
	r.Start = s.startFEN()
	story.Suppose(a, s.premise)
	if stopped != nil {
		a.Ended().Incomplete = true
		r.Document.Parts = append(r.Document.Parts, story.Text(story.Span{Text: "The answer is " + incomplete + "."}))
		r.Lines, r.Short = append(r.Lines, incomplete), r.Short+"; "+incomplete
	} else if s.Certificate != "" {
		a.Ended().Certificate = s.Certificate
		if err := s.collected.Add(ctx, r.Claims); err != nil {
			return verb.NoCertificate(err)
		}
	}
	if s.HTML != "" {
		s.documents = append(s.documents, r.Document)
		if s.HTML == "-" {
			return stopped
		}
	}
	if s.Printed() {
		if err := s.problem(r); err != nil {
			return err
		}
	}
	if s.PaperOnly() {
		return stopped
	}
	return cmp.Or(s.write(a, line), stopped)
}

// problem keeps an answer for print: the lines that the verb prints.
func (s *session) problem(r *story.Reply) error {
	board, err := lenient.Reading{Open: true}.Board(r.Document.FEN)
	if err != nil {
		return fmt.Errorf("no diagram for print: %w", err)
	}
	p := notation.Problem{Board: board, Stipulation: s.question}
	for _, line := range r.Lines {
		p.Remarks = append(p.Remarks, strings.Join(strings.Fields(line), " "))
	}
	s.AddProblem(p)
	return nil
}

func (s *session) write(a story.Answer, line int) error {
	s.answers++
	switch r := a.Replied(); {
	case s.JSON || !s.Explain && line == 0 && !s.several:
		return s.Print(a, line)
	case s.Explain:
		if s.answers > 1 {
			fmt.Fprintln(s.Stdout)
		}
		return r.Document.WriteText(s.Stdout, 0)
	default:
		_, err := fmt.Fprintln(s.Stdout, r.Document.FEN, r.Short)
		return err
	}
}

// finish writes the page and the certificate.
func (s *session) finish(err error) error {
	write := func(w io.Writer) error { return story.WriteHTML(w, s.documents...) }
	switch interrupted := verb.Code(err) == verb.ExitInterrupted && len(s.documents) > 0; {
	case err != nil && !(interrupted && s.HTML == "-"):
		return err
	case s.HTML == "-":
		return cmp.Or(write(s.Stdout), err)
	case s.HTML != "":
		if err := batch.WriteFile(s.HTML, write); err != nil {
			return err
		}
	}
	if err := s.WritePaper(s.Stdout); err != nil {
		return err
	}
	if s.Certificate == "" {
		return nil
	}
	if s.collected.Claims() == 0 {
		fmt.Fprintf(s.Stderr, "retroproof: %s is not written: there is nothing to claim\n", s.Certificate)
		return nil
	}
	return batch.WriteFile(s.Certificate, s.collected.Write)
}

// startFEN is the start for JSON: "" for the initial position.
func (s *session) startFEN() string {
	if s.start != nil && *s.start != *rules.StartOr(nil) {
		return s.start.FEN()
	}
	return ""
}
