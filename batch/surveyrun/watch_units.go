package surveyrun

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"retroproof/proofs/illegal"
	"retroproof/proofs/survey"
)

// each calls f for the complete units of a pack, of labels or verdicts, with what their files say.
func (w *Watcher) each(ctx context.Context, pack string, labels bool, f func(*survey.Unit, *unitSummary)) error {
	packs, err := w.packs(pack)
	if err != nil {
		return err
	}
	for _, p := range packs {
		for i := range p.Units {
			u := &p.Units[i]
			c := w.units[u.Verdicts.SHA256]
			if c == nil {
				if c, err = w.readUnit(ctx, p, labels, u); err != nil {
					return damaged(pack, u, err)
				}
				w.units[u.Verdicts.SHA256] = c
			}
			f(u, c)
		}
	}
	return nil
}

// packs returns a pack with its complete units, or, until it is merged, each of them as a pack of its own.
func (w *Watcher) packs(pack string) (units []*survey.Pack, err error) {
	switch p, _, err := survey.ReadPack(w.dir, pack); {
	case err == nil:
		return []*survey.Pack{p}, nil
	case !errors.Is(err, fs.ErrNotExist):
		if e := (*survey.Error)(nil); errors.As(err, &e) {
			err = e
		}
		const also = "%s cannot be read: %w; retroproof-check says what else is damaged"
		return nil, fmt.Errorf(also, pack, withoutPath(err))
	}
	names, err := filepath.Glob(filepath.Join(w.dir, pack, "unit-*"+survey.ArchiveSuffix))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		p := &survey.Pack{}
		var unit uint64
		fmt.Sscanf(filepath.Base(name), "unit-%d.tar", &unit)
		fmt.Sscanf(pack, "pack-%d", &p.Number)
		if _, err := fmt.Sscanf(pack, "again-%d", &p.Number); err == nil {
			p.Again = true
		}
		switch _, err := p.ReadUnit(name, unit); {
		case errors.Is(err, fs.ErrNotExist): // it is merged now
			return w.packs(pack)
		case err != nil:
			return nil, fmt.Errorf("%s: %w", filepath.Base(name), withoutPath(err))
		}
		units = append(units, p)
	}
	return units, nil
}

// readFile reads a file of JSON in the folder.
func readFile(name string, into any) error {
	text, err := ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(name), withoutPath(err))
	}
	return nil
}

// readUnit reads the files of a unit, of which the first one has labels or verdicts. Nothing in them is checked.
func (w *Watcher) readUnit(ctx context.Context, p *survey.Pack, labels bool, u *survey.Unit) (*unitSummary, error) {
	files, err := p.Open()
	if err != nil {
		return nil, err
	}
	defer files.Close()
	c := &unitSummary{reasons: map[string]uint64{}}
	for _, file := range u.Files() {
		read := func(text io.Reader) error {
			return eachLine(text, func(l *survey.Line) error { c.line(l); return ctx.Err() })
		}
		switch {
		case labels:
			read = c.labels
		case file == u.Evidence:
			read = c.evidence
		}
		if err := unpacked(files, u, file, read); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// line looks at a verdict.
func (u *unitSummary) line(l *survey.Line) {
	switch {
	case l.Verdict == survey.Unknown && len(u.undecided) < mostUndecided:
		u.undecided = append(u.undecided, Undecided{l.Draw, l.FEN})
	case l.Plies != nil:
		u.longest = longestOf(append(u.longest, Game{l.Draw, l.FEN, *l.Plies}))
	}
}

// labels counts the labels that have a reason.
func (u *unitSummary) labels(text io.Reader) error {
	labels := bufio.NewReader(text)
	for {
		l, err := labels.ReadByte()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if reason := survey.Label(l).Reason(); reason != "" {
			u.reasons[string(reason)]++
		}
	}
}

// evidence counts the reasons in the trees of illegal positions: those of their first nodes.
func (u *unitSummary) evidence(z io.Reader) error {
	text := bufio.NewReader(z)
	head, err := text.ReadBytes('\n')
	if err != nil {
		return err
	}
	var h illegal.Header
	if err := json.Unmarshal(head, &h); err != nil {
		return err
	}
	for _, n := range h.Cores {
		if _, err := io.CopyN(io.Discard, text, n); err != nil {
			return err
		}
	}
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		tree, err := illegal.Read(lines.Bytes())
		if err != nil {
			return err
		}
		u.reasons[tree.Nodes[0].Kind()]++
	}
	return lines.Err()
}

// damaged names the file of a unit that cannot be read, and says what to do.
func damaged(pack string, u *survey.Unit, err error) error {
	if errors.Is(err, context.Canceled) {
		return err
	}
	return fmt.Errorf("%s/%s, draws %d to %d, cannot be read: %w; the file is damaged or incomplete, and "+
		"retroproof-check says what else is",
		pack, filepath.Base(u.Verdicts.Name), u.First, u.First+u.Draws-1, withoutPath(err))
}

// mostLine bounds the lines of a folder, in bytes.
const mostLine = 1 << 20
