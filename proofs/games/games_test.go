package games

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"retroproof/internal/expect"
	"retroproof/proofs/replay"
)

// checkFolder checks all files of a folder and compares what is said of them with
// a golden file.
func checkFolder(t *testing.T, folder string, say func(t *testing.T, name string, data []byte) string) {
	files, err := filepath.Glob(filepath.Join("testdata", folder, "*"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	var b strings.Builder
	for _, file := range files {
		data, err := os.ReadFile(file)
		expect.NoError(t, err)
		fmt.Fprintf(&b, "%s\n", say(t, filepath.Base(file), data))
	}
	golden := filepath.Join("testdata", folder+".golden")
	if expect.Updating() {
		expect.NoError(t, os.WriteFile(golden, []byte(b.String()), 0o666))
	}
	want, err := os.ReadFile(golden)
	expect.NoError(t, err)
	expect.Equal(t, b.String(), string(want), "b.String()")
}

func TestAccept(t *testing.T) {
	t.Parallel()
	checkFolder(t, "accept", func(t *testing.T, name string, data []byte) string {
		var list strings.Builder
		r, err := Check(context.Background(), bytes.NewReader(data), name, Options{Each: func(v Verified) {
			fmt.Fprintf(&list, "  %s from %s: %d plies\n", v.FEN, v.Start, v.Plies)
		}})
		expect.NoError(t, err)
		return name + "\n" + list.String() + r.String()
	})
}

// TestReject: every file is refused, for one reason.
func TestReject(t *testing.T) {
	t.Parallel()
	checkFolder(t, "reject", func(t *testing.T, name string, data []byte) string {
		_, err := Check(context.Background(), bytes.NewReader(data), name, Options{})
		var e *Error
		if err == nil || !errors.As(err, &e) {
			t.Fatalf("%s is accepted, or refused without a place: %v", name, err)
		}
		if !errors.As(err, new(reason)) && !errors.As(err, new(*replay.Error)) {
			t.Errorf("%s: %v is no reason of this package's", name, err)
		}
		return err.Error()
	})
}

// TestCut: what is left of a file when its end is missing is refused, or says the
// same of fewer positions.
func TestCut(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"list.jsonl", "lines.jsonl"} {
		data, err := os.ReadFile(filepath.Join("testdata", "accept", name))
		expect.NoError(t, err)
		all := map[Verified]bool{}
		verified := func(data []byte, see func(Verified)) error {
			_, err := Check(context.Background(), bytes.NewReader(data), name, Options{Each: see})
			return err
		}
		expect.NoError(t, verified(data, func(v Verified) { all[v] = true }))
		for n := range data {
			verified(data[:n], func(v Verified) {
				if !all[v] {
					t.Errorf("%s: its first %d bytes prove %v", name, n, v)
				}
			})
		}
	}
}

// TestDamage changes single bytes: nothing that was not claimed may be proven by
// that. Of what is proven, replay has been asked for just that.
func TestDamage(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("replays 20,000 files")
	}
	for _, name := range []string{"list.jsonl", "lines.jsonl"} {
		data, err := os.ReadFile(filepath.Join("testdata", "accept", name))
		expect.NoError(t, err)
		for i := range data {
			for _, c := range []byte{' ', '\n', 'x', 'K', '1', '"', '-', data[i] ^ 1, data[i] ^ 0x80} {
				damaged := bytes.Clone(data)
				damaged[i] = c
				Check(context.Background(), bytes.NewReader(damaged), name, Options{Each: func(v Verified) {
					if !bytes.Contains(damaged, []byte(v.FEN)) || v.Start != replay.Initial && !bytes.Contains(damaged, []byte(v.Start)) {
						t.Errorf("%s, byte %d: %q proves %v, which is not there", name, i, c, v)
					}
				}})
			}
		}
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	shuffled := strings.TrimSpace(strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 38))
	file := lineOf(replay.Initial, shuffled)
	check := func(file string, o Options) (*Report, error) {
		return Check(context.Background(), strings.NewReader(file), "f", o)
	}
	if _, err := check(file, Options{Replay: replay.Options{MaxQuiet: 150}}); err == nil || !strings.Contains(err.Error(), `ply 151, "f3g1": the game was drawn before it`) {
		t.Errorf("76 moves without a capture: %v", err)
	}
	expect.Succeeds(t, expect.Err(check(file, Options{})), "check")
	file += `{"fen":"8/8/8/8/8/8/8/Kk6 w - - 0 1","verdict":"illegal"}`
	expect.ErrorIs(t, expect.Err(check(file, Options{})), ErrClaim, "check")
	if r, err := check(file, Options{GamesOnly: true}); err != nil || r.Skipped != 1 || r.Games != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.ErrorIs(t, expect.Err(Check(ctx, strings.NewReader(file), "f", Options{})), context.Canceled, "Check")
	expect.ErrorIs(t, expect.Err(check(lineOf(replay.Initial, strings.Repeat("g1f3 ", mostLine/5)), Options{})), ErrLimit,
		"check")
}

// TestMany: more entries than are read at once, in their order.
func TestMany(t *testing.T) {
	t.Parallel()
	const n = 3*batch + 5
	var file strings.Builder
	for i := range n {
		file.WriteString(lineOf(fmt.Sprintf("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - %d 2", i), "g1f3 g8f6"))
	}
	i := 0
	r, err := Check(context.Background(), strings.NewReader(file.String()), "f", Options{Each: func(v Verified) {
		if want := fmt.Sprintf(" - %d 2", i); !strings.HasSuffix(v.FEN, want) {
			t.Fatalf("position %d is %s", i, v.FEN)
		}
		i++
	}})
	if err != nil || r.Games != n || r.Plies != 2*n || i != n {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestLongLines: of long lines only few are in memory together.
func TestLongLines(t *testing.T) {
	file := strings.NewReader(strings.Repeat(lineOf(replay.Initial, strings.Repeat("a ", mostLine/2-200)), 40))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Check(context.Background(), file, "f", Options{})
	runtime.ReadMemStats(&after)
	if wrong := (*replay.Error)(nil); !errors.As(err, &wrong) {
		t.Errorf("%.100v", err)
	}
	if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 40<<20 {
		t.Errorf("%d MB allocated", allocated>>20)
	}
}

// TestReaderFails: what could be read of a file is not taken for the file.
func TestReaderFails(t *testing.T) {
	t.Parallel()
	want := errors.New("no more")
	file := io.MultiReader(strings.NewReader(lineOf(replay.Initial, "")), iotest.ErrReader(want))
	expect.ErrorIs(t, expect.Err(Check(context.Background(), file, "f", Options{})), want, "a reader that fails")
}

// lineOf returns the line of a game.
func lineOf(fen, moves string) string {
	return fmt.Sprintf("{\"fen\":%q,\"verdict\":\"legal\",\"uci\":%q}\n", fen, moves)
}

// FuzzCheck: whatever is reported as proven is, on asking again.
func FuzzCheck(f *testing.F) {
	for _, folder := range []string{"accept", "reject"} {
		files, _ := filepath.Glob(filepath.Join("testdata", folder, "*"))
		for _, file := range files {
			if data, err := os.ReadFile(file); err == nil {
				f.Add(data)
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		n := int64(0)
		r, err := Check(context.Background(), bytes.NewReader(data), "f", Options{GamesOnly: true, Each: func(v Verified) {
			n++
			for _, fen := range []string{v.FEN, v.Start} {
				if p, err := replay.ParseFEN(fen); err != nil || p.FEN() != fen {
					t.Fatalf("%q: %v", fen, err)
				}
			}
		}})
		if err == nil && (r.Games == 0 || r.Games != n) {
			t.Fatalf("accepted with %d games, %d reported", r.Games, n)
		}
	})
}
