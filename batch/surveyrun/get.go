package surveyrun

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"retroproof/proofs/survey"
)

// Copy is a part of a survey that is copied from a folder, or from where a server has its files: its manifests, with
// the units that a spot check draws; or one unit with its way in the tree, to be checked alone,
// where none are drawn. The folder that it is copied to is new or empty.
type Copy struct {
	From string `arg:"DIR|URL"` // a folder, or a URL
	To   string `flag:"to" of:"DIR" doc:"the folder DIR for what is copied; must be given"`
	Spot uint64 `flag:"spot" needs:"seed" not:"unit" doc:"units that --seed draws, for retroproof-check --spot"`
	Seed uint64 `flag:"seed" needs:"spot" doc:"draws the units of --spot"`
	Unit uint64 `flag:"unit" doc:"a unit alone, for retroproof-check --root"`

	folders map[string]bool // packs that are no file there
}

// quietTime is how long a server may take to answer.
const quietTime = time.Minute

// Get copies it. The error is an [*OptionError], wraps survey.ErrManifest or survey.ErrFile, or is that of a file or a
// server.
func (c *Copy) Get(ctx context.Context) error {
	c.folders = map[string]bool{}
	if entries, err := os.ReadDir(c.To); err == nil && len(entries) > 0 {
		return optionErrorf("%s is not empty", c.To)
	}
	to := filepath.Join(c.To, survey.ManifestName)
	if err := c.fetch(ctx, survey.ManifestName, to, 0, mostRead, false); err != nil {
		return err
	}
	root, err := survey.ReadRoot(c.To)
	if err != nil {
		return err
	}
	if c.Spot == 0 {
		return c.alone(ctx, root)
	}
	listed := slices.Concat(root.Packs, root.Again)
	counts, all := make([]uint64, len(listed)), uint64(0)
	for i := range listed {
		p, err := c.manifest(ctx, &listed[i], c.To)
		if err != nil {
			return err
		}
		counts[i] = uint64(len(p.Units))
		all += counts[i]
	}
	// In two-phase sampling labels and lines are read of all units.
	drawn, before := survey.SpotUnits(all, c.Spot, c.Seed), uint64(0)
	for i, n := range counts {
		p, err := c.read(&listed[i], c.To)
		if err != nil {
			return err
		}
		for unit := range n {
			_, chosen := slices.BinarySearch(drawn, before+unit)
			to := filepath.Join(c.To, p.Name())
			if err := c.unit(ctx, p, &p.Units[unit], to, chosen || root.Choose > 0, chosen); err != nil {
				return err
			}
		}
		before += n
	}
	return nil
}

// manifest copies the manifest of a pack into a folder, and returns it, if it is the one that is listed.
func (c *Copy) manifest(ctx context.Context, l *survey.Listed, to string) (*survey.Pack, error) {
	name := path.Dir(l.Name)
	manifest := filepath.Join(to, filepath.FromSlash(l.Name))
	begin := int64(len(survey.MemberHeader("", 0)))
	err := c.fetch(ctx, name+survey.ArchiveSuffix, manifest, begin, l.Bytes, true)
	if err != nil && ctx.Err() == nil { // perhaps it is a folder
		os.Remove(manifest)
		if e := c.fetch(ctx, l.Name, manifest, 0, l.Bytes, false); e == nil {
			err = nil
			c.folders[name] = true
		}
	}
	if err != nil {
		return nil, err
	}
	return c.read(l, to)
}

// read reads the copy of the manifest of a pack.
func (c *Copy) read(l *survey.Listed, to string) (*survey.Pack, error) {
	p, has, err := survey.ReadPack(to, path.Dir(l.Name))
	if err == nil && has.File != l.File {
		err = survey.ErrFile
	}
	if err == nil {
		_, err = p.Layout(l.Bytes)
	}
	if err != nil {
		return nil, fmt.Errorf("%s/%s: %w", c.From, l.Name, err)
	}
	return p, nil
}

// unit copies the files of a unit into a folder: lines, evidence, or neither.
func (c *Copy) unit(ctx context.Context, p *survey.Pack, u *survey.Unit, to string, lines, evidence bool) error {
	for _, file := range u.Files() {
		if file == &u.Verdicts && !lines || file == u.Evidence && !evidence {
			continue
		}
		from, offset := p.Name()+survey.ArchiveSuffix, u.Offset(file)
		if c.folders[p.Name()] {
			from, offset = p.Name()+"/"+file.Name, 0
		}
		if err := c.fetch(ctx, from, filepath.Join(to, file.Name), offset, file.Bytes, offset > 0); err != nil {
			return err
		}
	}
	return nil
}

// alone copies a unit, with its path. The manifests of packs, which have what is beside the way, are not kept.
func (c *Copy) alone(ctx context.Context, root *survey.Root) error {
	temp, err := os.MkdirTemp(c.To, planPrefix+"*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	var leaves [][32]byte
	alone := &survey.AloneUnit{Schema: survey.UnitSchema, Number: c.Unit, Path: []string{}}
	var of *survey.Pack
	for i := range root.Packs {
		p, err := c.manifest(ctx, &root.Packs[i], temp)
		if err != nil {
			return err
		}
		for k := range p.Units {
			if uint64(len(leaves)) == c.Unit {
				alone.Entry, of = p.Units[k], p
			}
			leaves = append(leaves, p.Units[k].Leaf())
		}
	}
	if of == nil {
		return optionErrorf("%s has the units 0 to %d, and no unit %d", c.From, len(leaves)-1, c.Unit)
	}
	for _, h := range pathOf(c.Unit, leaves) {
		alone.Path = append(alone.Path, hex.EncodeToString(h[:]))
	}
	text, err := alone.Text()
	if err != nil {
		return err
	}
	to := filepath.Join(c.To, fmt.Sprintf("unit-%07d", c.Unit))
	if err := c.unit(ctx, of, &alone.Entry, to, true, true); err != nil {
		return err
	}
	return writeText(filepath.Join(to, survey.ManifestName), text)
}

// pathOf returns the hashes beside the way of a leaf to the root, as section 2.1.3.1 of RFC 9162 has it.
func pathOf(number uint64, leaves [][32]byte) [][32]byte {
	if len(leaves) == 1 {
		return nil
	}
	k := half(len(leaves))
	if number < uint64(k) {
		return append(pathOf(number, leaves[:k]), rootOf(leaves[k:]))
	}
	return append(pathOf(number-uint64(k), leaves[k:]), rootOf(leaves[:k]))
}

// rootOf returns the root of the tree of some leaves.
func rootOf(leaves [][32]byte) [32]byte {
	if len(leaves) == 1 {
		return leaves[0]
	}
	k := half(len(leaves))
	return survey.Join(rootOf(leaves[:k]), rootOf(leaves[k:]))
}

// half returns the greatest power of two below n.
func half(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

// fetch copies so many bytes of a file of the survey, from an offset on, to a file that may not be there yet. A part is
// followed by others; a whole file has no more.
func (c *Copy) fetch(ctx context.Context, name, to string, offset, most int64, part bool) error {
	in, err := c.open(ctx, name, offset, most, part)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	defer out.Close()
	limit := most
	if !part {
		limit++
	}
	n, err := io.Copy(out, io.LimitReader(in, limit))
	switch {
	case err != nil:
		return fmt.Errorf("%s/%s: %w", c.From, name, err)
	case n > most:
		return fmt.Errorf("%s/%s: %w: it has more than %d bytes", c.From, name, survey.ErrFile, most)
	case part && n < most:
		return fmt.Errorf("%s/%s: %w: it ends before byte %d", c.From, name, survey.ErrFile, offset+most)
	}
	return out.Close()
}

// open opens a file of the survey where it comes from, at an offset.
func (c *Copy) open(ctx context.Context, name string, offset, n int64, part bool) (io.ReadCloser, error) {
	if !strings.HasPrefix(c.From, "http://") && !strings.HasPrefix(c.From, "https://") {
		f, err := survey.OpenFile(filepath.Join(c.From, filepath.FromSlash(name)))
		if err == nil {
			_, err = f.Seek(offset, io.SeekStart)
		}
		return f, err
	}
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, strings.TrimSuffix(c.From, "/")+"/"+name, nil)
	if err != nil {
		return nil, err
	}
	if part {
		q.Header.Set("Range", fmt.Sprintf("bytes=%d-%d", offset, offset+n-1))
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout, transport.DisableKeepAlives = quietTime, true
	r, err := (&http.Client{Transport: transport}).Do(q)
	if err != nil {
		return nil, err
	}
	switch {
	case part && r.StatusCode == http.StatusPartialContent:
		return r.Body, nil
	case r.StatusCode != http.StatusOK:
		r.Body.Close()
		return nil, fmt.Errorf("%s: %w", q.URL, errors.New(r.Status))
	}
	if _, err := io.CopyN(io.Discard, r.Body, offset); err != nil { // the server sends all of it
		r.Body.Close()
		return nil, fmt.Errorf("%s: %w", q.URL, err)
	}
	return r.Body, nil
}
