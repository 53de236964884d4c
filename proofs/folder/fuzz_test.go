package folder_test

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/folder"
)

// zipped compresses a text.
func zipped(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

// FuzzRead reads anything as a compressed file: no more than the limit, with the hash of all of it.
func FuzzRead(f *testing.F) {
	f.Add(zipped("p cnf 1 1\n1 0\n"))
	f.Add(append(zipped("a"), zipped("b")...))
	f.Add(append(zipped("a"), 0))
	f.Add(zipped(string(make([]byte, 2000))))
	f.Add(zipped("cut")[:20])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1000
		n := int64(0)
		file, err := folder.Read(t.Context(), fstest.MapFS{"a": {Data: data}}, "a", most, func(r io.Reader) (err error) {
			n, err = io.Copy(io.Discard, r)
			return err
		})
		if err != nil {
			if !errors.Is(err, folder.ErrFile) {
				t.Fatal(err)
			}
			return
		}
		hash := sha256.Sum256(data)
		if n > most || file != (folder.File{Name: "a", Bytes: int64(len(data)), SHA256: hex.EncodeToString(hash[:])}) {
			t.Fatalf("%d bytes, %+v", n, file)
		}
	})
}

// FuzzReadText reads anything as a manifest: only the one form of what it says is equal to it.
func FuzzReadText(f *testing.F) {
	type manifest struct {
		Schema string   `json:"schema"`
		Tool   string   `json:"tool"`
		Steps  []string `json:"steps"`
	}
	one, err := folder.Text(manifest{"s/1", "t", []string{"<a>", "b"}})
	expect.NoError(f, err)
	for _, seed := range [][]byte{one, bytes.TrimSpace(one), append([]byte(" "), one...), append(one, '\n'),
		[]byte(`{"schema":"s/2"}`), []byte(`{`), nil} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var m manifest
		text, err := folder.ReadText(bytes.NewReader(data), "s/1", &m)
		if err != nil {
			if !errors.Is(err, folder.ErrManifest) {
				t.Fatal(err)
			}
			return
		}
		want, err := folder.Text(m)
		expect.NoError(t, err)
		if err := folder.Compare(text, m); (err == nil) != bytes.Equal(data, want) {
			t.Fatalf("%q and %q: %v", data, want, err)
		}
	})
}
