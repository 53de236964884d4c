package gunzip_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"retroproof/internal/expect"
	"retroproof/proofs/lrat/gunzip"
)

func pack(text string) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.Bytes()
}

func ExampleNewReader() {
	text, err := io.ReadAll(gunzip.NewReader(bytes.NewReader(pack("p cnf 0 1\n0\n"))))
	fmt.Printf("%q %v\n", text, err)
	// Output: "p cnf 0 1\n0\n" <nil>
}

// TestReader: what is packed and what is not comes out; damage is told from a file that can't be read.
func TestReader(t *testing.T) {
	const text = "1 2 0\n-1 0\n"
	broken := errors.New("broken disk")
	for _, in := range []string{"", "\x1f", text, string(pack(text)), string(pack(text)) + string(pack(""))} {
		want := in
		if strings.HasPrefix(in, "\x1f\x8b") {
			want = text
		}
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in)), iotest.DataErrReader(strings.NewReader(in))} {
			if got, err := io.ReadAll(gunzip.NewReader(r)); err != nil || string(got) != want {
				t.Errorf("%q: %q, %v", in, got, err)
			}
		}
		if _, err := io.ReadAll(gunzip.NewReader(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))); err != broken {
			t.Errorf("%q: %v", in, err)
		}
	}
	packed := pack(text)
	for n := 2; n < len(packed); n++ {
		expect.ErrorIs(t, expect.Err(io.ReadAll(gunzip.NewReader(bytes.NewReader(packed[:n])))), gunzip.ErrGzip,
			"cut after %d bytes", n)
	}
	r := gunzip.NewReader(bytes.NewReader(append(packed, 'x')))
	for range 3 {
		expect.ErrorIs(t, expect.Err(io.ReadAll(r)), gunzip.ErrGzip, "with a byte behind it")
	}
}
