package surveyrun

import (
	"bufio"
	"compress/gzip"
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
	units, err := w.packUnits(pack)
	if err != nil {
		return err
	}
	for i := range units {
		u := &units[i]
		c := w.units[u.Verdicts.SHA256]
		if c == nil {
			if c, err = w.readUnit(ctx, pack, labels, u); err != nil {
				return damaged(pack, u, err)
			}
			w.units[u.Verdicts.SHA256] = c
		}
		f(u, c)
	}
	return nil
}

// packUnits returns the complete units of a pack: those of its manifest, or, until there is one,
// those whose entries are there.
func (w *Watcher) packUnits(pack string) (units []survey.Unit, err error) {
	if p, _, err := survey.ReadPack(w.dir, pack); err == nil {
		return p.Units, nil
	}
	names, err := filepath.Glob(filepath.Join(w.dir, pack, "unit-*.json"))
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	for _, name := range names {
		var u survey.Unit
		switch err := readFile(name, &u); {
		case errors.Is(err, fs.ErrNotExist): // it is in the manifest now
			return w.packUnits(pack)
		case err != nil:
			return nil, err
		}
		units = append(units, u)
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
func (w *Watcher) readUnit(ctx context.Context, pack string, labels bool, u *survey.Unit) (*unitSummary, error) {
	f, err := survey.OpenFile(filepath.Join(w.dir, pack, filepath.Base(u.Verdicts.Name)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	c := &unitSummary{reasons: map[string]uint64{}}
	if labels {
		return c, c.labels(z)
	}
	if err := c.lines(ctx, z); err != nil || u.Evidence == nil {
		return c, err
	}
	return c, c.evidence(filepath.Join(w.dir, pack, filepath.Base(u.Evidence.Name)))
}

// lines reads verdicts.
func (u *unitSummary) lines(ctx context.Context, text io.Reader) error {
	lines := bufio.NewScanner(text)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		l, err := survey.ParseLine(append(lines.Bytes(), '\n'))
		switch {
		case err != nil:
			return err
		case l.Verdict == survey.Unknown && len(u.undecided) < mostUndecided:
			u.undecided = append(u.undecided, Undecided{l.Draw, l.FEN})
		case l.Plies != nil:
			u.longest = longestOf(append(u.longest, Game{l.Draw, l.FEN, *l.Plies}))
		}
	}
	return lines.Err()
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
func (u *unitSummary) evidence(name string) error {
	f, err := survey.OpenFile(name)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return err
	}
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
	return fmt.Errorf("%s/%s, draws %d to %d, cannot be read: %w; the file is damaged or incomplete, and retroproof-check says what else is",
		pack, filepath.Base(u.Verdicts.Name), u.First, u.First+u.Draws-1, withoutPath(err))
}

// mostLine bounds the lines of a folder, in bytes.
const mostLine = 1 << 20
