package gaviota

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"retroproof/internal/expect"
)

// reference returns the stream that Debian's lzma_alone makes, without its header.
// It skips the test if that program is not installed.
func reference(t *testing.T, text []byte) []byte {
	t.Helper()
	program, err := exec.LookPath("lzma_alone")
	if err != nil {
		t.Skip("the reference encoder is not installed: ", err)
	}
	in, out := filepath.Join(t.TempDir(), "in"), filepath.Join(t.TempDir(), "out")
	expect.NoError(t, os.WriteFile(in, text, 0o666))
	cmd := exec.Command(program, "e", in, out, "-d12", "-fb32", "-mfbt4", "-mc32", "-a1")
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, msg)
	}
	b, err := os.ReadFile(out)
	expect.NoError(t, err)
	want := binary.LittleEndian.AppendUint64([]byte{0x5d, 0, 0x10, 0, 0}, uint64(len(text)))
	if !bytes.HasPrefix(b, want) {
		t.Fatalf("the reference encoder writes the header % x, want % x", b[:min(13, len(b))], want)
	}
	return b[13:]
}

// text returns bytes as tables have them: few values, runs, copies of what is
// before with some bytes changed.
func text(r *rand.Rand, n int) []byte {
	values := 1 + r.IntN(256)
	if r.IntN(2) == 0 {
		values = 1 + r.IntN(8)
	}
	b := make([]byte, 0, n)
	for len(b) < n {
		switch r.IntN(3) {
		case 0:
			for v, run := byte(r.IntN(values)), 1+r.IntN(20); run > 0; run-- {
				b = append(b, v)
			}
		case 1:
			for run := 1 + r.IntN(10); run > 0; run-- {
				b = append(b, byte(r.IntN(values)))
			}
		default:
			if len(b) == 0 {
				continue
			}
			back, change := 1+r.IntN(len(b)), r.IntN(40)
			for run := 1 + r.IntN(100); run > 0; run-- {
				v := b[len(b)-back]
				if r.IntN(40) < change/8 {
					v = byte(r.IntN(values))
				}
				b = append(b, v)
			}
		}
	}
	return b[:n]
}

func TestAgainstReference(t *testing.T) {
	t.Parallel()
	rounds := 200
	if testing.Short() {
		rounds = 10
	}
	r := rand.New(rand.NewPCG(1, 2))
	e := newEncoder()
	for range rounds {
		text := text(r, r.IntN(3)*8192+r.IntN(200))
		want := reference(t, text)
		if got := e.compress(nil, text); !bytes.Equal(got, want) {
			at := 0
			for at < min(len(got), len(want)) && got[at] == want[at] {
				at++
			}
			t.Fatalf("text of %d bytes: %d bytes, want %d; the first difference is at byte %d", len(text), len(got), len(want), at)
		}
	}
}
