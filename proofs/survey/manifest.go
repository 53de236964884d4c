package survey

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/limits"
)

// ManifestName is the name of the manifest of a survey or a pack in its folder.
const ManifestName = "manifest.json"

// ErrManifest is wrapped by errors about a malformed manifest.
var ErrManifest = errors.New("bad manifest")

// text writes a manifest, in the only form that is read.
func text(m any) ([]byte, error) {
	text, err := json.MarshalIndent(m, "", " ")
	return append(text, '\n'), err
}

// parse reads a manifest of one of some schemas. It rejects texts that text does not write.
func parse(data []byte, m any, schemas ...string) error {
	var version struct{ Schema string }
	if err := json.Unmarshal(data, &version); err == nil && !slices.Contains(schemas, version.Schema) {
		why := ""
		switch version.Schema {
		case "retroproof.survey/4":
			why = `, which has another interval: commit 02396ffee3d9 of retroproof and those before read it, and ` +
				`"retroproof estimate merge" makes a manifest of the same packs`
		case "retroproof.survey/1", "retroproof.survey/2":
			why = `: a folder of an earlier version; check it with that version, or make the same draws again with ` +
				`"retroproof estimate run --samples N --seed S" in another folder`
		}
		return fmt.Errorf("schema %q, want \"%s\"%s", version.Schema, strings.Join(schemas, `" or "`), why)
	}
	if err := json.Unmarshal(data, m); err != nil {
		return err
	}
	again, err := text(m)
	if err == nil && !bytes.Equal(again, data) {
		err = errors.New("not written as it should be: an unknown field, or another order")
	}
	return err
}

// mostOfManifest is the limit for the memory of a manifest where the caller sets none, in bytes: for a text of 2 GiB.
const mostOfManifest = 16 << 30

// ReadRoot reads the manifest of a survey. The error wraps ErrManifest, or it is that of reading the file.
func ReadRoot(dir string) (*Root, error) {
	r, _, _, err := readManifest(dir, "", mostOfManifest, parseRoot)
	if errors.Is(err, ErrManifest) {
		err = fmt.Errorf("%s/%w", dir, err)
	}
	return r, err
}

// ReadPack reads the manifest of a pack, and returns it with its entry in that of the survey. The error wraps
// ErrManifest, or it is that of reading the file.
func ReadPack(dir, name string) (*Pack, *Listed, error) {
	p, file, _, err := readPack(packPath(dir, name), mostOfManifest)
	switch {
	case errors.Is(err, ErrManifest):
		return nil, nil, fmt.Errorf("%s/%w", dir, err)
	case err != nil:
		return nil, nil, err
	}
	return p, &Listed{File: file, Draws: p.Draws(), Counts: p.Counts}, nil
}

// readManifest reads the manifest in a folder of a folder, with a limit for the memory that it takes, in bytes; it may
// have another name. It returns the memory taken, too.
func readManifest[M any](
	dir, sub string, memory int64, parse func([]byte) (M, error), called ...string,
) (m M, file File, taken int64, err error) {
	base := append(called, ManifestName)[0]
	file.Name = filepath.ToSlash(filepath.Join(sub, base))
	name := filepath.Join(dir, sub, base)
	if info, err := os.Lstat(filepath.Join(dir, sub)); sub != "" && err == nil && !info.IsDir() {
		return m, file, 0, &Error{File: sub, Err: fmt.Errorf("%w: it is not a folder", ErrFile)}
	}
	f, err := OpenFile(name)
	if errors.Is(err, ErrFile) {
		err = &Error{File: file.Name, Err: err}
	}
	if err != nil {
		return m, file, 0, err
	}
	defer f.Close()
	most := memory / 8 // a longer text would exceed the limit
	if info, err := f.Stat(); err == nil && info.Size() > most {
		return m, file, 0, fmt.Errorf("%s: %w", name, limits.ErrMemory)
	}
	data, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return m, file, 0, err
	}
	if taken = limits.JSONCost(data); taken > memory {
		return m, file, 0, fmt.Errorf("%s: %w", name, limits.ErrMemory)
	}
	if m, err = parse(data); err != nil {
		return m, file, 0, &Error{File: file.Name, Err: fmt.Errorf("%w: %.500w", ErrManifest, err)}
	}
	return m, fileOf(file.Name, data), taken, nil
}

// OpenFile opens a regular file. Others, and links, are an ErrFile.
func OpenFile(name string) (*os.File, error) {
	f, err := folder.OpenFile(name, 0)
	if errors.Is(err, folder.ErrFile) {
		err = fmt.Errorf("%w: it is not a regular file", ErrFile)
	}
	return f, err
}
