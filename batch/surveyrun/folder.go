package surveyrun

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

	"retroproof/batch"
	"retroproof/proofs/survey"
)

// How the folder changes. A chunk's files are made under names that end in .part, and when they are complete in .new;
// then the manifest lists them; then they get their names. So what has no suffix is complete, and a run that was killed
// in between finds out from the manifest what to do with a .new file.

func (f *Folder) path(name string) string { return filepath.Join(f.dir, name) }

// cpuName is the name of the file that has the CPU time until the manifest has it.
const cpuName = "cpu-seconds" + survey.PartSuffix

// sweep removes what killed runs have left of the files that they were writing. The folder is locked, so no other run
// is writing them now.
func (f *Folder) sweep() error {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		for _, begin := range []string{".manifest.json.", ".verdicts-", ".evidence-"} {
			if strings.HasPrefix(e.Name(), begin) {
				if err := batch.Remove(f.path(e.Name())); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// save writes the manifest, with the counts and the estimate of its chunks.
func (f *Folder) save() error {
	m := f.Manifest
	m.Sum()
	m.Run.CPUSeconds = math.Round(f.cpu.Total()*1000) / 1000
	m.Run.Version = f.version
	text, err := m.Text()
	if err != nil {
		return err
	}
	return batch.WriteFile(f.path(survey.ManifestName), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// commit lists the chunk's files in the manifest, and gives them their names.
func (f *Folder) commit() error {
	if err := f.save(); err != nil {
		return err
	}
	return f.rename()
}

// rename finishes what a commit has begun: files that the manifest lists get their names, others that were ready are
// taken back.
func (f *Folder) rename() error {
	for i := range f.Manifest.Chunks {
		c := &f.Manifest.Chunks[i]
		for _, file := range []*survey.File{&c.Verdicts, c.Evidence} {
			if file == nil {
				continue
			}
			if err := f.renameListed(file); err != nil {
				return err
			}
		}
		if err := batch.Remove(f.path(survey.EvidenceName(i)) + survey.PartSuffix); err != nil {
			return err
		}
	}
	// The next chunk may be complete but for its entry in the manifest, which resuming makes.
	next := len(f.Manifest.Chunks)
	verdicts := f.path(survey.VerdictsName(next))
	if err := os.Rename(verdicts+survey.ReadySuffix, verdicts+survey.PartSuffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return batch.Remove(f.path(survey.EvidenceName(next)) + survey.ReadySuffix)
}

// renameListed gives a listed file its name, and makes sure that it is there.
func (f *Folder) renameListed(file *survey.File) error {
	name := f.path(file.Name)
	ready, err := hashFile(name + survey.ReadySuffix)
	switch {
	case err == nil && ready.Bytes == file.Bytes && ready.SHA256 == file.SHA256:
		if err := os.Rename(name+survey.ReadySuffix, name); err != nil {
			return err
		}
	case err == nil:
		if err := batch.Remove(name + survey.ReadySuffix); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	info, err := os.Stat(name)
	if err == nil && info.Size() != file.Bytes {
		err = fmt.Errorf("%s has %d bytes, and the manifest says %d: it was changed", name, info.Size(), file.Bytes)
	}
	return err
}

// hashFile returns what a manifest says of a file, but for its name.
func hashFile(name string) (survey.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return survey.File{}, err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, f)
	return survey.File{Bytes: n, SHA256: hex.EncodeToString(h.Sum(nil))}, err
}

// readyFile returns the entry of a file that is ready.
func readyFile(dir, name string) (survey.File, error) {
	f, err := hashFile(filepath.Join(dir, name) + survey.ReadySuffix)
	f.Name = name
	return f, err
}
