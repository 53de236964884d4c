package main

import (
	"archive/tar"
	"archive/zip"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"io"
	"os"
	"path"
	"slices"
	"time"
)

// file is a file of an archive.
type file struct {
	name    string // in the archive, below its top folder, with slashes
	path    string // on the disk
	program bool   // may be executed
}

// mode returns the permissions that a file gets, whatever those on the disk are.
func (f *file) mode() int64 {
	if f.program {
		return 0o755
	}
	return 0o644
}

// eachFile calls put for all files in the order of their names, with the content.
func eachFile(files []file, put func(f *file, content []byte) error) error {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
	for i := range files {
		content, err := os.ReadFile(files[i].path)
		if err == nil {
			err = put(&files[i], content)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeTar writes a gzipped tar archive with everything in a top folder. The bytes depend on names, contents and date
// alone.
func writeTar(w io.Writer, top string, files []file, date time.Time) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	if err := eachFile(files, func(f *file, content []byte) error {
		if err := t.WriteHeader(&tar.Header{
			Format: tar.FormatUSTAR, Typeflag: tar.TypeReg, Name: path.Join(top, f.name), Size: int64(len(content)),
			Mode: f.mode(), ModTime: date,
		}); err != nil {
			return err
		}
		_, err := t.Write(content)
		return err
	}); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

// writeZip does the same as a ZIP archive, which has no dates before 1980.
func writeZip(w io.Writer, top string, files []file, date time.Time) error {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate,
		func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	if first := time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC); date.Before(first) {
		date = first
	}
	if err := eachFile(files, func(f *file, content []byte) error {
		h := &zip.FileHeader{Name: path.Join(top, f.name), Method: zip.Deflate, Modified: date}
		h.SetMode(os.FileMode(f.mode()))
		entry, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		_, err = entry.Write(content)
		return err
	}); err != nil {
		return err
	}
	return z.Close()
}
