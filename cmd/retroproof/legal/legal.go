// Package legal has the verbs about whether a position can be reached: legal, proofkernel and revmoves.
package legal

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"time"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/cmd/retroproof/verb"
	"retroproof/kernel"
	"retroproof/kernel/certify"
	"retroproof/kernel/proofgame"
	"retroproof/kernel/resolve"
	"retroproof/kernel/story"
)

//go:embed help.txt
var help string

// Subject is what the program has of this package.
var Subject = verb.Subject{Help: help, Verbs: []*verb.Verb{legal, proofkernel, revmoves}, Routes: routes}

// decision is what a verdict is asked about, and how it is sought.
type decision struct {
	FEN         string `arg:"[FEN|-]" json:"fen" doc:"the position, with the fields of a FEN"`
	Start       string `flag:"start" of:"FEN" json:"start,omitempty" doc:"the position from which games start; FEN in place of the initial one"`
	Explain     bool   `flag:"explain" json:"explain,omitempty" doc:"print all that is known; in lists, explain illegal verdicts"`
	NoProofgame bool   `flag:"no-proofgame" json:"no_proofgame,omitempty" doc:"only try to refute"`
	Effort      int    `flag:"effort" json:"effort,omitempty" min:"1" max:"5" doc:"rounds of refutation, 1 to 5; with --no-proofgame 1 if not given"`
	States      uint64 `flag:"game-states" json:"game_states,omitempty" page:"max=100000000" doc:"budget of the construction of a game: moves that are looked at"`
	MaxQuiet    int    `flag:"max-quiet" of:"N" min:"0" doc:"most plies of a game in a row without capture or pawn move; N is 150 for the 75-move rule"`
	kernel.DecideOptions
	ShortestNodes uint64 `budget:"shortest-nodes" json:"shortest_nodes,omitempty" page:"max=1000000" doc:"of each search for a shorter game, for pages; 0 for none, as for lists if not given"`

	Given verb.Given
}

// byDefault are the options of a verdict that are not given.
var byDefault = decision{
	Effort: resolve.DefaultEffort, States: proofgame.DefaultStates,
	DecideOptions: kernel.DefaultDecideOptions, ShortestNodes: defaultShortestNodes,
}

// defaultShortestNodes is the budget of the search for a shorter game of a page about one position: two searches take
// less than a CPU second together.
const defaultShortestNodes = 25_000

// options are those that the request asks for.
func (d *decision) options() (o resolve.Options, err error) {
	o = resolve.Options{
		Refute: d.DecideOptions, Effort: d.Effort, NoGame: d.NoProofgame,
		Game: proofgame.Options{States: d.States, MaxQuiet: d.MaxQuiet},
	}
	if d.NoProofgame && !d.Given("effort") {
		// Most positions that the first round leaves have games.
		o.Effort = 1
	}
	if d.Start != "" {
		start, err := verb.StartOf(d.Start)
		o.Refute.Start = &start
		return o, err
	}
	return o, nil
}

// request is what legal is asked.
type request struct {
	decision
	In     string         `flag:"in" of:"FILE" doc:"read positions from FILE, one a line; - is stdin"`
	Out    string         `flag:"out" of:"FILE" doc:"write answers to FILE, in the order of the positions; - is stdout"`
	Format poslist.Format `flag:"format" doc:"what to write: text, json or texel"`
	verb.ListPart
	HTML string `flag:"html" of:"FILE" doc:"write a page about the positions to FILE; - is stdout, without other answers"`
	verb.Paper
	Width       int    `flag:"width" rare:"" min:"0" doc:"wrap what --explain prints of one position at this column; 0 for never"`
	Verbose     bool   `flag:"verbose" short:"v" doc:"log every stage of the search on stderr, instead of progress"`
	Jobs        int    `flag:"jobs" min:"1" doc:"positions to work on at once"`
	Certificate string `flag:"certificate" of:"FILE" doc:"write to FILE what proves the verdicts"`
	Coq         string `flag:"coq" of:"FILE" rare:"" doc:"write to FILE the theorem for Coq that it is illegal"`
	Conflicts   int64  `budget:"proof-conflicts" doc:"of each proof in a certificate; -1 for no limit"`
}

var legal = verb.Of(verb.Verb{
	Name: "legal", Use: "FEN|- | --in FILE --out FILE", Answers: []verb.Answer{&poslist.Verdict{}},
	Complete: map[string]func() []string{"format": func() []string { return []string{"text", "json", "texel"} }},
}, request{decision: byDefault, Jobs: runtime.GOMAXPROCS(0), Conflicts: certify.DefaultConflicts}, runLegal)

// run is one run of legal.
type run struct {
	*verb.Env
	request
	options resolve.Options

	worst int // exit code for decided positions without a certificate
}

func runLegal(ctx context.Context, e *verb.Env, q *request) (err error) {
	r := &run{Env: e, request: *q}
	if e.JSON {
		r.Format = poslist.FormatJSON
	}
	if err := cmp.Or(r.usage(), r.CheckPaper()); err != nil {
		return err
	}
	if r.options, err = q.options(); err != nil {
		return err
	}
	r.options.Refute.Log = e.Trace(q.Verbose)
	one := r.In == "" && r.FEN != "-"
	if !q.Given("shortest-nodes") && (!one || r.HTML == "") {
		r.ShortestNodes = 0
	}
	if one {
		return r.one(ctx)
	}
	r.In, r.Out = cmp.Or(r.In, "-"), cmp.Or(r.Out, "-")
	return r.list(ctx)
}

// usage looks at flags together, and fills in what follows from them.
func (r *run) usage() error {
	if r.Format == "" {
		r.Format = poslist.FormatText
		if r.Out != "" && r.Out != "-" {
			r.Format = poslist.FormatJSON
		}
	}
	// First what no flag can have by itself, then what two cannot have together, then lists and single positions.
	switch {
	case !slices.Contains(poslist.Formats, r.Format):
		return verb.Usagef("unknown --format %q (known: text, json, texel)", r.Format)
	case r.Certificate == "-" || r.Certificate != "" && (r.Certificate == r.Out || r.Certificate == r.In ||
		r.Certificate == r.HTML):
		return verb.Usagef("--certificate needs a file of its own")
	case r.Coq != "" && (r.In != "" || r.FEN == "-" || r.Given("start")):
		return verb.Usagef("--coq is for one position, and games from the initial one")
	case r.States == 0:
		return verb.Usagef("--game-states 0, want a positive number; see --no-proofgame")
	case r.HTML != "" && r.Out != "" && r.Out != "-":
		return verb.Usagef("--html and --out FILE at once: a run with --out may go on with an earlier one's answers, " +
			"which a page needs, too; write the answers to stdout")
	case r.HTML == "-" && r.Out == "-":
		return verb.Usagef("--html - and --out - at once: both are stdout")
	case r.In != "" && r.Out != "" && r.In != "-" && batch.SameFile(r.In, r.Out):
		return verb.Usagef("--in and --out are the same file")
	case r.In != "" && r.Given("FEN"):
		return verb.Usagef("a FEN and --in at once")
	case r.In == "" && !r.Given("FEN"):
		return verb.Usagef("legal needs a FEN, - or --in")
	case r.In == "" && r.FEN != "-" && r.Out != "":
		return verb.Usagef("--out without --in")
	}
	// Parts of lists have flags of their own.
	return r.ListPart.Check(r.Given, r.In != "", "--in")
}

// one answers for one position, with an explanation.
func (r *run) one(ctx context.Context) (err error) {
	var goal chess.Setup
	fen, err := r.Position(r.FEN)
	if err == nil {
		goal, err = chess.ParseFEN(fen)
	}
	if err != nil {
		return verb.HintFile(err, r.FEN)
	}
	// What can be refused is refused before the search, which may take minutes.
	if err := r.CheckTargets(r.Certificate, r.Coq, r.HTML); err != nil {
		return err
	}
	began := time.Now()
	found, err := resolve.Position(ctx, &goal, r.options)
	if err != nil {
		return err
	}
	a := poslist.VerdictOf(&found, true)
	if r.Certificate != "" {
		// The verdict stands all the same.
		uncertified := r.certify(ctx, a, &found)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		defer func() { err = cmp.Or(err, uncertified) }()
	}
	if r.Coq != "" {
		if err := r.coq(&found); err != nil {
			return err
		}
	}
	var document *story.Document
	// Sentences cost a shortest kernel and a second look at the evidence: only who reads them pays.
	if r.HTML != "" || r.Printed() || r.Explain {
		if document, err = poslist.Tell(ctx, &found, r.options, r.ShortestNodes); err != nil {
			return err
		}
	}
	if r.HTML != "" || r.Printed() {
		if err := r.page([]*story.Document{document}); err != nil || r.HTML == "-" || r.PaperOnly() {
			return err
		}
	}
	if err := a.AddHint(ctx, r.options); err != nil {
		return err
	}
	if r.Format == poslist.FormatTexel {
		_, err = fmt.Fprintln(r.Stdout, poslist.TokenLine(&found, nil))
		return err
	}
	if r.Explain {
		a.Explain(document, r.Width)
	}
	a.Seconds = time.Since(began).Seconds()
	r.JSON = r.Format == poslist.FormatJSON
	return r.Print(a, 0)
}

// page writes the page about positions, and the same for print.
func (r *run) page(documents []*story.Document) error {
	for _, d := range documents {
		board, err := lenient.Reading{}.Board(d.FEN)
		if err != nil {
			return err
		}
		r.AddProblem(d.Problem(&board, "Legal?"))
	}
	if err := r.WritePaper(r.Stdout); err != nil || r.HTML == "" {
		return err
	}
	return r.WriteOut(r.HTML, func(w io.Writer) error { return story.WriteHTML(w, documents...) })
}

// certify writes the certificate of an answer. Without a verdict there is no
// certificate, which is reported, and no failure.
func (r *run) certify(ctx context.Context, a *poslist.Verdict, found *resolve.Answer) error {
	if found.Verdict == kernel.Unknown {
		fmt.Fprintf(r.Stderr, "retroproof: %s is not written: only decided positions have certificates\n", r.Certificate)
		return nil
	}
	c := certify.New(r.certifying())
	one, err := poslist.Certificate(ctx, c, found)
	if err != nil {
		return verb.NoCertificate(err)
	}
	if err := batch.WriteFile(r.Certificate, func(w io.Writer) error { return c.Write(w, one) }); err != nil {
		return err
	}
	a.Certificate = r.Certificate
	return nil
}

func (r *run) certifying() certify.Options {
	return certify.Options{Tool: verb.Build.Tool(), Start: r.options.Refute.Start, Conflicts: r.Conflicts,
		Log: r.options.Refute.Log}
}

// list answers a list.
func (r *run) list(ctx context.Context) error {
	if err := r.CheckTargets(r.Certificate, r.Coq, r.HTML); err != nil {
		return err
	}
	l := &poslist.Verdicts{
		Work: r.Work(r.Env, r.In, r.Jobs, r.options), Out: r.Out, Format: r.Format, Explain: r.Explain,
		Stories: r.HTML != "" || r.Printed(), ShortestNodes: r.ShortestNodes,
		Certificate: r.Certificate, Certify: r.certifying(),
		Uncertified: func(err error) error {
			r.worst = max(r.worst, verb.Code(err))
			return verb.NoCertificate(err)
		},
	}
	if r.HTML == "-" || r.PaperOnly() {
		l.Stdout = io.Discard
	}
	switch err := l.Run(ctx, r.page); {
	case errors.Is(err, poslist.ErrTooLong):
		return verb.Usagef("--html: %v", err)
	case errors.Is(err, poslist.ErrUncertified):
		return verb.Exit(max(r.worst, verb.ExitUndecided))
	case errors.Is(err, poslist.ErrMalformed):
		return verb.Exit(verb.ExitMalformed)
	default:
		return err
	}
}

// coq writes the theorem that an illegal position is unreachable.
func (r *run) coq(found *resolve.Answer) error {
	if found.Verdict != kernel.Illegal {
		fmt.Fprintf(r.Stderr, "retroproof: %s is not written: only illegal positions have a theorem\n", r.Coq)
		return nil
	}
	return batch.WriteFile(r.Coq, func(w io.Writer) error { return certify.WriteCoq(w, &found.Decision) })
}
