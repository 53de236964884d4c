package verb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/chess/lenient"
	"retroproof/kernel/resolve"
	"retroproof/retro/table"
)

// Each answers for an argument or, if it is "-", for every line of stdin: f gets the
// text, a FEN as chess.ParseFEN takes it, and the number of the line, 0 for an argument.
func (e *Env) Each(ctx context.Context, arg string, f func(text string, line int) error) error {
	if arg == "-" {
		return e.EachLine(ctx, e.Positions, func(text string, line int) error { return f(lenient.Clean(text), line) })
	}
	fen, err := e.Position(arg)
	if err == nil {
		err = f(fen, 0)
	}
	return HintFile(err, arg)
}

// EachBuffered is Each for answers that take microseconds, see [Env.Quick]: they go to w.
func (e *Env) EachBuffered(ctx context.Context, arg string, f func(w io.Writer, text string, line int) error) error {
	return e.Quick(func(e *Env) error {
		return e.Each(ctx, arg, func(text string, line int) error { return f(e.Stdout, text, line) })
	})
}

// readingFlags are the flags of all verbs that take positions.
type readingFlags struct {
	Side string `flag:"side" of:"w" rare:"" doc:"w or b is to move, for positions that do not say it"`
	Ply  int    `flag:"ply" of:"N" rare:"" min:"-1" doc:"of a game, the position after N plies; -1 for the last"`
}

// reading is how positions are read.
func (f *readingFlags) reading() (r lenient.Reading, err error) {
	if f.Side != "" && f.Side != "w" && f.Side != "b" {
		return r, Usagef("unknown --side %q (known: w, b)", f.Side)
	}
	return lenient.Reading{Side: f.Side, Within: f.Ply >= 0, Ply: f.Ply}, nil
}

// Position reads an argument that is a position in any form, as a FEN. stderr has what was understood, if it is
// no FEN.
func (e *Env) Position(text string) (string, error) {
	p, err := e.Reading.Read(text)
	if err != nil {
		return "", SideHint(err)
	}
	if p.Form != lenient.FEN && p.Form != lenient.Board || p.Supposed != "" {
		e.tell(&p)
	}
	return p.FEN, nil
}

// tell says on stderr as what a position was read.
func (e *Env) tell(p *lenient.Position) {
	text := fmt.Sprintf("retroproof: read as %s: %s", p.Form, p.FEN)
	if p.Supposed != "" {
		text += "; " + p.Supposed
	}
	fmt.Fprintln(e.Stderr, text)
}

// StartOf reads where games begin, the value of --start: "" is the initial position.
func StartOf(fen string) (start chess.Setup, err error) {
	p, err := lenient.ParsePosition(cmp.Or(fen, chess.InitialFEN))
	if err != nil {
		return start, fmt.Errorf("--start: %w", err)
	}
	return p.Setup(), nil
}

// SideHint adds to the error about a position that does not say whose move it is how to say it.
func SideHint(err error) error {
	if errors.Is(err, lenient.ErrSide) {
		return fmt.Errorf("%w: --side w or --side b does", err)
	}
	return err
}

// Positions reads a list of positions in any form. The first one of which something is supposed is named on stderr.
func (e *Env) Positions(in io.Reader) *batch.Reader {
	told := false
	list := poslist.NewReader(in, e.Reading, func(p *lenient.Position) {
		if !told {
			e.tell(p)
		}
		told = true
	})
	rewrite := list.Rewrite
	list.Rewrite = func(text string) (string, error) {
		text, err := rewrite(text)
		return text, SideHint(err)
	}
	return list
}

// HintFile adds to an error about an argument that it is the name of a file.
func HintFile(err error, arg string) error {
	if err == nil || Code(err) != ExitMalformed {
		return err
	}
	if _, none := os.Stat(arg); none != nil {
		return err
	}
	return fmt.Errorf(`%w; %s is a file, whose lines are read by "- < %[2]s"`, err, arg)
}

// MalformedLine is the answer to a malformed line of stdin, with --json.
type MalformedLine struct {
	Schema  string `json:"schema"`
	Line    int    `json:"line"`
	Text    string `json:"text"` // the line
	Verdict string `json:"verdict"`
	Column  int    `json:"column,omitempty"` // where the mistake is, in bytes from 1
	Error   string `json:"error"`
}

// EachLine calls f for every line of stdin, with its number; read makes the reader of the list. A malformed line is
// reported on stderr, and with --json on stdout; the others are answered all the same, and
// in the end the exit code is that of malformed input. Any other error ends the run.
func (e *Env) EachLine(ctx context.Context, read func(io.Reader) *batch.Reader,
	f func(text string, line int) error) error {
	progress := e.NewListProgress(ctx, "-", "lines")
	defer progress.Done()
	in, err := e.Open(ctx, "-")
	if err != nil {
		return err
	}
	defer in.Close()
	list := read(in)
	list.BeforeWait = e.beforeWait
	malformed := false
	for line, err := range list.Lines() {
		if err := cmp.Or(ctx.Err(), err); err != nil {
			return err
		}
		if err = line.Err(); err == nil {
			err = poslist.AtColumn(f(line.Text, line.Number), line.Indent)
		}
		progress.Add(1)
		if err == nil {
			continue
		}
		if Code(err) != ExitMalformed {
			return err
		}
		malformed = true
		e.Complain(fmt.Errorf("<stdin>:%d: %w", line.Number, err))
		if e.JSON {
			a := MalformedLine{"retroproof.malformed/1", line.Number, line.Text, poslist.Malformed, ColumnOf(err), err.Error()}
			if _, err := fmt.Fprintln(e.Stdout, JSON(a)); err != nil {
				return err
			}
		}
	}
	if malformed && ctx.Err() == nil {
		return Exit(ExitMalformed)
	}
	return ctx.Err()
}

// ColumnOf returns where in its line a mistake is, in bytes from 1; 0 if that is not known.
func ColumnOf(err error) int {
	var name *table.MaterialError
	if errors.As(err, &name) {
		return name.Column
	}
	return poslist.Column(err)
}

// Unit says which unit of a work is to be done: part of a request.
type Unit struct {
	Unit    uint64 `flag:"unit" doc:"do the part of the work with this number alone, from 0 on"`
	UnitEnv string `flag:"unit-env" of:"VAR" not:"unit" doc:"the part whose number the environment variable VAR has"`
}

// FromEnv takes the number from the environment if it is there.
func (u *Unit) FromEnv(given Given) (err error) {
	if !given("unit-env") {
		return nil
	}
	text := os.Getenv(u.UnitEnv)
	if text == "" {
		return Usagef("--unit-env %s: the variable is not set, want the number of a unit", u.UnitEnv)
	}
	if u.Unit, err = strconv.ParseUint(text, 10, 64); err != nil {
		return Usagef("--unit-env %s: the variable has %q, want the number of a unit", u.UnitEnv, text)
	}
	return nil
}

// ListPart is the part of a list that is answered: part of a request.
type ListPart struct {
	Unit
	Lines int `flag:"lines" min:"0" needs:"unit,unit-env" doc:"lines of a part, for --unit and --unit-env"`
}

// Check looks at the flags. list says whether the verb is given a list, by the flag of that name.
func (p *ListPart) Check(given Given, list bool, flag string) error {
	switch part := given.Any("unit", "unit-env"); {
	case part == "":
		return nil
	case p.Lines < 1:
		return Usagef("--unit and --unit-env need --lines, a positive number")
	case !list:
		return Usagef("--unit and --unit-env are for %s", flag)
	}
	if err := p.FromEnv(given); err != nil {
		return err
	}
	if p.Unit.Unit >= math.MaxInt/uint64(p.Lines) {
		return Usagef("--unit %d: no list has so many", p.Unit.Unit)
	}
	return nil
}

// Work is the work on a list, or on the part of it.
func (p *ListPart) Work(e *Env, list string, jobs int, o resolve.Options) poslist.Work {
	w := poslist.Work{Console: e.Console(), In: list, Jobs: jobs, Options: o}
	if p.Lines > 0 {
		w.Only = func(list *batch.Reader) { list.Only(int(p.Unit.Unit)*p.Lines+1, p.Lines) }
	}
	return w
}
