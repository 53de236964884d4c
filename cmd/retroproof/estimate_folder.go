package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"

	"retroproof/proofs/survey"
)

// How the folder changes. A chunk's files are made under names that end in .part, and
// when they are complete in .new; then the manifest lists them; then they get their
// names. So what has no suffix is complete, and a run that was killed in between finds
// out from the manifest what to do with a .new file.

func (r *surveyRun) path(name string) string { return filepath.Join(r.dir, name) }

// cpuName is the name of the file that has the CPU time until the manifest has it.
const cpuName = "cpu-seconds" + survey.PartSuffix

// sweep removes what killed runs have left of the files that they were writing. The
// folder is locked, so no other run is writing them now.
func (r *surveyRun) sweep() error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return withCode(exitIO, err)
	}
	for _, e := range entries {
		for _, begin := range []string{".manifest.json.", ".verdicts-", ".evidence-"} {
			if strings.HasPrefix(e.Name(), begin) {
				if err := remove(r.path(e.Name())); err != nil {
					return withCode(exitIO, err)
				}
			}
		}
	}
	return nil
}

// save writes the manifest, with the counts and the estimate of its chunks.
func (r *surveyRun) save() error {
	m := r.manifest
	m.Sum()
	m.Run.CPUSeconds = math.Round(r.cpu.total()*1000) / 1000
	m.Run.Version = build.String()
	text, err := m.Text()
	if err != nil {
		return err
	}
	return writeFile(r.path(survey.ManifestName), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// commit lists the chunk's files in the manifest, and gives them their names.
func (r *surveyRun) commit() error {
	if err := r.save(); err != nil {
		return err
	}
	return r.settle()
}

// settle finishes what a commit has begun: files that the manifest lists get their
// names, others that were ready are taken back.
func (r *surveyRun) settle() error {
	for i := range r.manifest.Chunks {
		c := &r.manifest.Chunks[i]
		for _, f := range []*survey.File{&c.Verdicts, c.Evidence} {
			if f == nil {
				continue
			}
			if err := r.settleFile(f); err != nil {
				return withCode(exitIO, err)
			}
		}
		if err := remove(r.path(survey.EvidenceName(i)) + survey.PartSuffix); err != nil {
			return withCode(exitIO, err)
		}
	}
	// The next chunk is complete but for its entry in the manifest, which resuming makes.
	next := len(r.manifest.Chunks)
	verdicts := r.path(survey.VerdictsName(next))
	if err := os.Rename(verdicts+survey.ReadySuffix, verdicts+survey.PartSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return withCode(exitIO, err)
	}
	return withCode(exitIO, remove(r.path(survey.EvidenceName(next))+survey.ReadySuffix))
}

// settleFile gives a listed file its name, and makes sure that it is there.
func (r *surveyRun) settleFile(f *survey.File) error {
	name := r.path(f.Name)
	ready, err := listedFile(name + survey.ReadySuffix)
	switch {
	case err == nil && ready.Bytes == f.Bytes && ready.SHA256 == f.SHA256:
		if err := os.Rename(name+survey.ReadySuffix, name); err != nil {
			return err
		}
	case err == nil:
		if err := remove(name + survey.ReadySuffix); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	info, err := os.Stat(name)
	if err == nil && info.Size() != f.Bytes {
		err = fmt.Errorf("%s has %d bytes, and the manifest says %d: it was changed", name, info.Size(), f.Bytes)
	}
	return err
}

// listedFile returns what a manifest says of a file, but for its name.
func listedFile(name string) (survey.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return survey.File{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return survey.File{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}

// listReady returns the entry of a file that is ready.
func (r *surveyRun) listReady(name string) (survey.File, error) {
	f, err := listedFile(r.path(name) + survey.ReadySuffix)
	f.Name = name
	return f, withCode(exitIO, err)
}

// remove removes a file that need not be there.
func remove(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
