package tb

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
)

func TestMain(m *testing.M) { verbtest.Main(m, Subject) }

func TestScripts(t *testing.T) { verbtest.Scripts(t) }

// TestVerifyNamesWrongPosition makes a table that is wrong with all checksums
// right: that of king and bishop, in which all is drawn, so that a block is one
// byte, with Black to move lost in 2. It knows the format from its description.
func TestVerifyNamesWrongPosition(t *testing.T) {
	program := verb.Program{Subjects: []verb.Subject{Subject}}
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	if code := program.Run([]string{"tb", "build", "KBvK", "--dir", dir}, nil, &stdout, &stderr); code != verb.ExitOK {
		t.Fatalf("exit code %d: %s", code, &stderr)
	}
	name := filepath.Join(dir, "KBvK.dtm")
	b, err := os.ReadFile(name)
	expect.NoError(t, err)
	le := binary.LittleEndian
	crc := func(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }
	blocks, tail, end := b[64:66], b[66:len(b)-32], len(b)-32
	if len(b) != 64+2+2*28+2*8+4+32 || !bytes.Equal(blocks, []byte{128, 128}) {
		t.Fatalf("%d bytes, blocks %v: another format", len(b), blocks)
	}
	blocks[1] = 2 // lost in 2
	black := tail[28:]
	drawn := le.Uint64(black[8:])
	le.PutUint64(black[8:], 0)
	le.PutUint64(black[16:], drawn)
	le.PutUint16(black[26:], 2)
	le.PutUint32(tail[2*28+8+4:], crc(blocks[1:]))
	le.PutUint32(tail[len(tail)-4:], crc(tail[:len(tail)-4]))
	sum := sha256.Sum256(b[:end])
	copy(b[end:], sum[:])
	expect.NoError(t, os.WriteFile(name, b, 0o666))
	stdout.Reset()
	code := program.Run([]string{"tb", "verify", "KBvK", "--dir", dir, "--show", "3"}, nil, &stdout, &stderr)
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	if code != verb.ExitNotVerified || len(lines) != 4 || !strings.HasPrefix(lines[0], "KBvK: NOT VERIFIED, 52234 wrong of 52234 positions, ") {
		t.Fatalf("exit code %d, %s", code, &stdout)
	}
	for _, line := range lines[1:] {
		expect.Contains(t, line, " w - - 0 1: draw in the table, win in 3 plies by its moves: ",
			"a position with White to move")
	}
	stdout.Reset()
	if code := program.Run([]string{"tb", "verify", "KBvK", "--dir", dir, "--json"}, nil, &stdout, &stderr); code != verb.ExitNotVerified ||
		!strings.Contains(stdout.String(), `"examples":[{"fen":"`) || !strings.Contains(stdout.String(), `"move":"`) {
		t.Errorf("exit code %d, %s", code, &stdout)
	}
	verbtest.CheckJSON(t, stdout.Bytes())
}
