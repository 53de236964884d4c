package retro

import (
	"context"
	"crypto/md5"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"retroproof/proofs/folder"
	"retroproof/retro/format"
	"retroproof/retro/gaviota"
	"retroproof/retro/table"
)

// Exported describes a Gaviota file.
type Exported struct {
	Material    table.Material `json:"material"`
	Name        string         `json:"file"`
	Found       bool           `json:"found"` // it was there before
	Bytes       int64          `json:"bytes"`
	MD5         string         `json:"md5"`          // in hexadecimal digits
	AsPublished bool           `json:"as_published"` // it is the published file
	Published   string         `json:"-"`            // the MD5 sum of that
}

// ExportGaviota writes the table of a material into a directory, as a file of
// Gaviota's. The file appears when it is complete; one that is there and can be read is
// kept. The error is a [*table.MissingError] if there is no table.
func (ts *Tables) ExportGaviota(ctx context.Context, m table.Material, dir string,
	opt gaviota.WriteOptions) (*Exported, error) {
	m = m.Canonical()
	e := &Exported{Material: m, Name: filepath.Join(dir, gaviota.FileName(m)), Published: gaviota.PublishedMD5(m)}
	if !gaviota.Exists(m) {
		return nil, fmt.Errorf("material %s: %d men, and a table of Gaviota's has 3 to %d", m, m.Men(), gaviota.MaxMen)
	}
	found, err := readable(ctx, e.Name)
	if err != nil {
		return nil, err
	}
	if e.Found = found; !found {
		t, err := ts.Load(ctx, m, max(opt.Jobs, 1))
		if err != nil {
			return nil, err
		}
		if err := gaviota.Write(ctx, t, e.Name, opt); err != nil {
			return nil, err
		}
	}
	e.MD5, e.Bytes, err = md5Sum(e.Name)
	if err != nil {
		return nil, err
	}
	e.AsPublished = e.MD5 == e.Published
	return e, nil
}

// md5Sum returns the MD5 sum of a file in hexadecimal digits, and its length.
func md5Sum(name string) (sum string, size int64, err error) {
	f, err := folder.OpenFile(name, folder.Links)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	hash := md5.New()
	size, err = io.Copy(hash, f)
	return fmt.Sprintf("%x", hash.Sum(nil)), size, err
}

// readable reports whether there is a Gaviota file, of which all blocks can be
// decompressed.
func readable(ctx context.Context, name string) (bool, error) {
	f, err := gaviota.Open(name, nil)
	if err == nil {
		defer f.Close()
		err = f.Check(ctx)
	}
	var bad *table.FileError
	switch {
	case err == nil:
		return true, nil
	case errors.As(err, &bad) || errors.Is(err, fs.ErrNotExist):
		return false, nil
	}
	return false, err
}

// ImportGaviota reads the Gaviota file of a material's table in one directory,
// and writes it as a file of ours into another. It returns the name and the length of
// that file.
func ImportGaviota(ctx context.Context, m table.Material, from, to string,
	jobs int) (name string, size int64, err error) {
	m = m.Canonical()
	f, err := gaviota.Open(filepath.Join(from, gaviota.FileName(m)), nil)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	t, err := f.Load(ctx, jobs)
	if err != nil {
		return "", 0, err
	}
	name = filepath.Join(to, format.FileName(m))
	if err := format.Write(ctx, t, name, jobs); err != nil {
		return "", 0, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", 0, err
	}
	return name, info.Size(), nil
}

// GaviotaFiles returns the materials of the Gaviota files in a directory, in
// build order.
func GaviotaFiles(dir string) ([]table.Material, error) {
	set := map[table.Material]bool{}
	err := addFiles(set, dir, gaviota.OfFileName)
	return table.InBuildOrder(set), err
}
