package folder_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"testing/fstest"

	"retroproof/proofs/folder"
)

// A file is read compressed, and a limit is put on what it becomes.
func ExampleRead() {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, "p cnf 1 1\n1 0\n")
	w.Close()
	files := fstest.MapFS{"a.gz": {Data: b.Bytes()}, "b.gz": {Data: []byte("text")}}
	print := func(r io.Reader) error {
		text, err := io.ReadAll(r)
		fmt.Printf("%q\n", text)
		return err
	}
	file, err := folder.Read(context.Background(), files, "a.gz", 100, print)
	fmt.Println(file.Name, file.Bytes == int64(b.Len()), err)
	_, err = folder.Read(context.Background(), files, "a.gz", 5, func(r io.Reader) error { _, err := io.ReadAll(r); return err })
	fmt.Println(errors.Is(err, folder.ErrFile), err)
	_, err = folder.Read(context.Background(), files, "b.gz", 100, print)
	fmt.Println(errors.Is(err, folder.ErrFile))
	// Output:
	// "p cnf 1 1\n1 0\n"
	// a.gz true <nil>
	// true not an accepted file: a.gz is longer than 5 bytes
	// true
}
