package reach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/encode"
	"retroproof/proofs/aiger"
	"retroproof/sat"
)

// ABC is the command of abc, by Debian's name for it: its pdr.
const ABC = "berkeley-abc -q 'read_aiger {model}; fold; pdr -d -I {out}; write_cex -a {out}'"

// mostWritten is how many bytes of an answer are read, and mostAnswer how many a witness circuit may take in memory.
const (
	mostWritten = mostAnswer / 4
	mostAnswer  = 640 << 20
)

// ByProgram has another program decide, which is not believed. command is what starts it, without a shell: words, of
// which one may stand in '...'. In place of {model} comes the name of a file with the system, which has one bad literal
// and no justice properties, and in place of {out} that of a file to write the answer to, which is else taken from
// stdout. The answer is a counterexample in AIGER's form or abc's; or an invariant, see ReadClauses, or as a witness
// circuit. Where there is none, or a wrong one, the error wraps ErrBudget.
func ByProgram(ctx context.Context, s *System, o Options, command string) (*Result, error) {
	dir, err := os.MkdirTemp("", "retroproof-reach-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	m := s.with(s.bad()).Model()
	var text bytes.Buffer
	if err := m.Write(&text); err != nil {
		return nil, err
	}
	model, out := filepath.Join(dir, "model.aig"), filepath.Join(dir, "out")
	if err := os.WriteFile(model, text.Bytes(), 0o600); err != nil {
		return nil, err
	}
	var words []string
	for i, part := range strings.Split(command, "'") {
		list := []string{part}
		if i%2 == 0 {
			list = strings.Fields(part)
		}
		for _, word := range list {
			words = append(words, strings.NewReplacer("{model}", model, "{out}", out).Replace(word))
		}
	}
	if len(words) == 0 {
		return nil, errors.New("no program is named")
	}
	name := filepath.Base(words[0])
	answer, err := answerOf(ctx, words, out, strings.Contains(command, "{out}"))
	var r *Result
	if err == nil {
		r, err = s.judge(ctx, o, m, string(answer))
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r.Engine = name
	return r, nil
}

// answerOf runs a program, and returns what it has written: to a file or to stdout.
func answerOf(ctx context.Context, words []string, out string, toFile bool) ([]byte, error) {
	ran, err := sat.RunProgram(ctx, words[0], words[1:], mostWritten)
	switch {
	case err != nil:
		return nil, err
	case !ran.Answered():
		return nil, fmt.Errorf("failed with exit code %d%s", ran.Code, ran.Said)
	case !toFile:
		return ran.Output, nil
	}
	file, err := os.Open(out)
	if err != nil {
		return nil, fmt.Errorf("%w%s", err, ran.Said)
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, mostWritten))
}

// judge takes what is said of m, the file of s, and does not believe it.
func (s *System) judge(ctx context.Context, o Options, m *aiger.Model, text string) (*Result, error) {
	if cex, _, ok := strings.Cut(text, "# DONE"); ok { // as abc writes it
		text = "1\nb0\n" + cex + "\n.\n"
	}
	var invariant encode.Bool
	var err error
	switch {
	case strings.HasPrefix(text, "1\nb"):
		tr, err := s.readTrace(m, strings.Split(text, "\n")[2:])
		if err == nil {
			err = s.finish(tr)
		}
		if err != nil {
			return nil, fmt.Errorf("refused: %w (%w)", err, ErrBudget)
		}
		return unsafe("", tr), nil
	case strings.HasPrefix(text, "0\nb"), strings.HasPrefix(text, "2\nb"), text == "":
		return nil, fmt.Errorf("it shows nothing: %w", ErrBudget)
	case strings.HasPrefix(text, "aag "), strings.HasPrefix(text, "aig "):
		invariant, err = s.fromCircuit(m, text)
	default:
		invariant, err = ReadClauses(strings.NewReader(text), "its answer", m, s)
	}
	if err != nil {
		return nil, err
	}
	return ByInvariant(ctx, s, o, invariant)
}

// readTrace reads the lines of a counterexample behind the property, up to a full stop. Latches that have constant
// resets have these in any case, as abc and others begin at 0; an x is 0 else.
func (s *System) readTrace(m *aiger.Model, lines []string) (*Trace, error) {
	end := slices.Index(lines, ".")
	if end < 2 {
		return nil, errors.New("no line for each state, and a full stop") // abc writes none where there are no inputs
	}
	tr := &Trace{}
	for i, line := range lines[:end] {
		want := len(m.Inputs)
		if i == 0 {
			want = len(m.Latches)
		}
		if len(line) != want || strings.Trim(line, "01x") != "" {
			return nil, fmt.Errorf("found %.40q, expected %d values 0, 1 or x", line, want)
		}
		values := []Value(strings.ReplaceAll(line, "x", "0"))
		if i > 0 {
			tr.Inputs = append(tr.Inputs, values)
			continue
		}
		for j, l := range m.Latches {
			if l.Reset < 2 {
				values[j] = valueOf(l.Reset == 1)
			}
		}
		tr.Initial = values
	}
	return tr, nil
}

// fromCircuit returns what a witness circuit has for an invariant: that nothing is bad. Its inputs and latches stand
// for those of m with the same number, or which symbols such as "= 14" name.
func (s *System) fromCircuit(m *aiger.Model, text string) (encode.Bool, error) {
	w, err := aiger.Read(strings.NewReader(text), "its answer", mostAnswer)
	if err != nil {
		return 0, err
	}
	circuit, err := FromModel(w, nil)
	if err != nil {
		return 0, err
	}
	of := map[string]encode.Bool{}
	stands := map[byte][]encode.Bool{'i': make([]encode.Bool, len(w.Inputs)), 'l': make([]encode.Bool, len(w.Latches))}
	stand := func(kind byte, i int, l aiger.Lit, b encode.Bool) {
		of[fmt.Sprint("= ", l)], of[fmt.Sprint("= ", l.Not())] = b, b.Not()
		if i < len(stands[kind]) {
			stands[kind][i] = b
		}
	}
	for i, l := range m.Inputs {
		stand('i', i, l, s.Inputs[i])
	}
	for i, l := range m.Latches {
		stand('l', i, l.Lit, s.Latches[i].Now)
	}
	for _, named := range w.Symbols {
		if b, ok := of[named.Name]; ok && stands[named.Kind] != nil {
			stands[named.Kind][named.Index] = b
		}
	}
	if slices.Contains(slices.Concat(stands['i'], stands['l']), 0) {
		return 0, fmt.Errorf("a witness circuit with more inputs or latches than the model: %w", ErrBudget)
	}
	v := circuit.newView(s.Circuit, stands['l'], stands['i'], "")
	return v.get(circuit.bad()).Not(), nil
}
