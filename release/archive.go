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
	path    string // on the disk, unless its text is given
	text    []byte
	program bool // may be executed
}

// mode returns the permissions that a file gets, whatever those on the disk are.
func (f *file) mode() int64 {
	if f.program {
		return 0o755
	}
	return 0o644
}

func (f *file) content() ([]byte, error) {
	if f.text != nil {
		return f.text, nil
	}
	return os.ReadFile(f.path)
}

// eachFile calls put for all files in the order of their names, with the content.
func eachFile(files []file, put func(f *file, content []byte) error) error {
	files = slices.SortedFunc(slices.Values(files), func(a, b file) int { return cmp.Compare(a.name, b.name) })
	for i := range files {
		content, err := files[i].content()
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
	return gzippedTar(w, func(t *tar.Writer) error {
		return eachFile(files, func(f *file, content []byte) error {
			h := tar.Header{Format: tar.FormatUSTAR, Name: path.Join(top, f.name), ModTime: date}
			return putFile(t, h, f, content)
		})
	})
}

// gzippedTar writes a gzipped tar archive that a function fills.
func gzippedTar(w io.Writer, fill func(t *tar.Writer) error) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(z)
	if err := fill(t); err != nil {
		return err
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

// putFile puts a file into a tar archive; the header has its format, name and date.
func putFile(t *tar.Writer, h tar.Header, f *file, content []byte) error {
	h.Typeflag, h.Size, h.Mode = tar.TypeReg, int64(len(content)), f.mode()
	if err := t.WriteHeader(&h); err != nil {
		return err
	}
	_, err := t.Write(content)
	return err
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
