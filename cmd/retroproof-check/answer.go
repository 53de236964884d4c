package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"strings"

	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
)

// result is what a check has verified.
type result struct {
	claims []claim
	report string // the lines that are printed for people, without VERIFIED
	// claimsTell: the claims tell all that the report does, so that JSON needs no report.
	claimsTell bool
}

// claim is one thing that was verified. doc/proofs.md says what each means.
type claim struct {
	// unsatisfiable, illegal, legal, games, theorem, draws, sums, spot, safe, unsafe, or one of proofs/answers: last-moves
	// and the like
	Claim     string `json:"claim"`
	Positions int64  `json:"positions,omitempty"`
	FEN       string `json:"fen,omitempty"` // of the position, if the file is about one
	// From which games lead to the positions or do not, if it is not the initial position
	Start string `json:"start,omitempty"`
	Text  string `json:"text,omitempty"`
}

// about returns the claims about illegal and legal positions, as far as there are any.
func about(illegal, legal int64, fen, start string) (claims []claim) {
	if start == replay.Initial {
		start = ""
	}
	if illegal+legal != 1 {
		fen = ""
	}
	for _, c := range []claim{{Claim: "illegal", Positions: illegal}, {Claim: "legal", Positions: legal}} {
		if c.Positions > 0 {
			c.FEN, c.Start = fen, start
			claims = append(claims, c)
		}
	}
	return claims
}

// schema is that of the answers of --json.
const schema = "retroproof.check/1"

// answer is what --json prints about a file.
type answer struct {
	Schema   string   `json:"schema"`
	File     string   `json:"file"`
	Proof    string   `json:"proof,omitempty"` // of the formula that the file is
	Verified bool     `json:"verified"`
	Claims   []claim  `json:"claims,omitempty"`
	Report   []string `json:"report,omitempty"`
	List     []listed `json:"list,omitempty"`
	Error    string   `json:"error,omitempty"`
	ExitCode int      `json:"exit_code"`

	claimsTell bool // as of a result
}

// listed is a position of --list.
type listed struct {
	Draw    *uint64 `json:"draw,omitempty"` // of an estimate
	FEN     string  `json:"fen"`
	Verdict string  `json:"verdict"` // illegal, legal, unknown or not checked
	Plies   *int    `json:"plies,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Start   string  `json:"start,omitempty"` // if it is not the initial position
}

// String is the line for people.
func (l *listed) String() string {
	line := l.Verdict + ": " + l.FEN
	if l.Draw != nil {
		line = fmt.Sprint(*l.Draw, " ", line)
	}
	if l.Plies != nil {
		line += fmt.Sprint(" ", *l.Plies, " plies")
	}
	if l.Reason != "" {
		line += " " + l.Reason
	}
	if l.Start != "" {
		line += " from " + l.Start
	}
	return line + "\n"
}

// list is the positions of --list. It is not printed before all is verified, so it takes memory.
type list struct {
	wanted    bool
	left      int64 // bytes of memory
	positions []listed
}

// add adds a position, if there is memory for it: for the position in a slice that grows, for its texts, and for what
// is printed in the end.
func (l *list) add(p listed) {
	if l.left -= 512 + 8*int64(len(p.FEN)+len(p.Reason)+len(p.Start)); l.left >= 0 {
		l.positions = append(l.positions, p)
	}
}

// take returns the list of a file, and empties it. The error is proofs.ErrMemory if there was not enough.
func (l *list) take() ([]listed, error) {
	if l.left < 0 {
		return nil, fmt.Errorf("the list of positions: %w", lrat.ErrMemory)
	}
	positions := l.positions
	l.positions = nil
	return positions, nil
}

// answerTo makes the answer about a file.
func answerTo(file, proof string, r *result, l *list, err error) *answer {
	a := &answer{Schema: schema, File: file, Proof: proof}
	positions, full := l.take()
	if err = cmp.Or(err, full); err != nil {
		a.ExitCode, a.Error = exitCode(err), shorten(err.Error())
		return a
	}
	for i := range r.claims {
		c := &r.claims[i]
		c.FEN, c.Start, c.Text = withoutClocks(c.FEN), withoutClocks(c.Start), withoutClocks(c.Text)
	}
	for i := range positions {
		positions[i].FEN, positions[i].Start = withoutClocks(positions[i].FEN), withoutClocks(positions[i].Start)
	}
	a.Verified, a.Claims, a.List = true, r.claims, positions
	a.Report, a.claimsTell = strings.Split(strings.TrimSuffix(withoutClocks(r.report), "\n"), "\n"), r.claimsTell
	return a
}

// clocked is a FEN, in a text, from its side to move on.
var clocked = regexp.MustCompile(`( [wb?] (?:[KQkq]+|[-?]) (?:[a-h][36]|[-?])) [0-9?]+ [0-9?]+`)

// withoutClocks leaves out the clocks of all FENs in a text. No claim depends on them, and no checker compares them
// with anything; so they must not stand beside VERIFIED.
func withoutClocks(text string) string { return clocked.ReplaceAllString(text, "$1") }

// shorten cuts what a file can make long.
func shorten(message string) string {
	const longest = 2000
	if len(message) > longest {
		return strings.ToValidUTF8(message[:longest], "") + "..."
	}
	return message
}

// output prints the answers of one run and returns its exit code: exitNotVerified if that is one file's, or else that
// of the first file that is not verified. VERIFIED comes last and only if all files were verified, and everything is in
// one write: if the answer is cut short, then so is that word.
func output(answers []*answer, o options, stdout, stderr io.Writer) int {
	code := exitVerified
	var out bytes.Buffer
	// Answers are kept until all are known: some hundred bytes a file, with --list as many a position.
	for _, a := range answers {
		if code == exitVerified || a.ExitCode == exitNotVerified {
			code = a.ExitCode
		}
		name := ""
		if len(answers) > 1 && !strings.Contains(a.Error, a.File) {
			name = a.File + ": "
		}
		switch {
		case o.json:
			if a.claimsTell {
				a.Report = nil
			}
			text, err := json.Marshal(a)
			if err != nil {
				fmt.Fprintf(stderr, "retroproof-check: %v\n", err)
				return exitIO
			}
			out.Write(append(text, '\n'))
		case a.Verified:
			if name != "" {
				fmt.Fprintf(&out, "file: %s\n", a.File)
			}
			for i := range a.List {
				out.WriteString(a.List[i].String())
			}
			out.WriteString(strings.Join(a.Report, "\n") + "\n")
		case a.ExitCode == exitNotVerified:
			fmt.Fprintf(stderr, "retroproof-check: NOT VERIFIED: %s%s\n", name, a.Error)
		case a.ExitCode == exitUndecided:
			fmt.Fprintf(stderr, "retroproof-check: undecided: %s%s; see --memory\n", name, a.Error)
		default:
			fmt.Fprintf(stderr, "retroproof-check: %s%s\n", name, a.Error)
		}
	}
	// The last line speaks for all files: no text on stdout without it.
	if !o.json {
		if code != exitVerified {
			return code
		}
		out.WriteString("VERIFIED\n")
	}
	if _, err := stdout.Write(out.Bytes()); err != nil {
		fmt.Fprintf(stderr, "retroproof-check: writing the answer: %v\n", err)
		return exitIO
	}
	return code
}
