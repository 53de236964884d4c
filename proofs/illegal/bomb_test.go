package illegal_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"runtime"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
	"retroproof/proofs/limits"
)

// checkWithin checks a container with a memory limit, and returns how many bytes were
// allocated, by all: tests that call it are not parallel.
func checkWithin(data []byte, memory int64) (allocated int64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{Memory: memory, Jobs: 2})
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc), err
}

// TestBombs: small files of which much would have to be made are refused before it is
// made. All that is allocated, garbage included, is about the limit.
func TestBombs(t *testing.T) {
	const memory = 16 << 20
	static := apart(t, certified(t, staticFEN, ""))
	kernel := apart(t, certified(t, kernelFEN, ""))
	core := kernel.get(coreName + "0")
	const size = 3 << 20
	trees := func(head, item, tail string) []byte {
		line := head + item + strings.Repeat(","+item, size/(len(item)+1)) + tail + "\n"
		return static.with(treesName, func(string) string { return line }).plain()
	}
	header := func(item string) []byte {
		return static.with(headerName, func(s string) string {
			return lengths.ReplaceAllString(s, `"cores":[`+item+strings.Repeat(","+item, size/(len(item)+1))+"]")
		}).plain()
	}
	blanks, zeros := strings.Repeat(" ", size), strings.Repeat("\x00", 4*size)
	const node = `{"nodes":[{"id":0,"fen":"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",`
	games := static.with(treesName, func(string) string {
		return `{"game":{"fen":"","moves":"` + strings.Repeat("a ", size/16) + `"}}` + "\n"
	})
	for _, bomb := range []struct {
		name string
		want error
		data []byte
	}{
		{"nodes", limits.ErrMemory, trees(`{"nodes":[`, "{}", "]}")},
		{"nodes that are numbers", limits.ErrMemory, trees(`{"nodes":[`, "1", "]}")},
		{"un-moves", limits.ErrMemory, trees(node+`"rule":"last-move","unmoves":[`, "{}", "]}]}")},
		{"true un-moves", limits.ErrMemory, trees(node+`"rule":"last-move","unmoves":[`, `{"unmove":"","node":0}`, "]}]}")},
		{"facts", limits.ErrMemory, trees(node+`"rule":"kernel","kernel":{"blocked":[`, "{}", "]}}]}")},
		{"nesting", limits.ErrMemory, trees(strings.Repeat("[", size), "", "")},
		{"header", limits.ErrMemory, header("{}")},
		{"header of numbers", limits.ErrMemory, header("1")},
		{"blank header", limits.ErrMemory, static.with(headerName, func(string) string { return blanks }).plain()},
		{"line", limits.ErrMemory, static.with(treesName, func(string) string { return blanks }).plain()},
		{"text", illegal.ErrTree, static.with(treesName, func(string) string { return `{"nodes":[{"id":0,"fen":"` + blanks[:size/8] + `"}]}` + "\n" }).plain()},
		{"number", illegal.ErrTree, static.with(treesName, func(string) string { return `{"nodes":[{"id":` + strings.Repeat("1", size/8) + "}]}\n" }).plain()},
		{"escapes", illegal.ErrTree, static.with(treesName, func(string) string {
			return `{"nodes":[{"id":0,"fen":"` + strings.Repeat(`\"`, size/16) + `"}]}` + "\n"
		}).plain()},
		{"game", illegal.ErrLimit, games.plain()},
		{"core", limits.ErrMemory, recored(kernel, zeros).plain()},
		{"cores", limits.ErrMemory, append(files{static[0], {coreName + "0", zeros[:5<<20]}, {coreName + "1", zeros[:5<<20]}}, static[1]).measured().plain()},
		{"proof", illegal.ErrProof, recored(kernel, core+zeros).plain()},
		{"instances", limits.ErrMemory, recored(kernel, string(binary.AppendUvarint([]byte("\x00\x01\x01"), 1<<22))+zeros).plain()},
		{"lemmas", illegal.ErrProof, recored(kernel, core[:len(openCore(t, core).String())-len(openCore(t, core).proof)]+strings.Repeat("\x01", size)+"\x00").plain()},
	} {
		limit := int64(memory)
		if bomb.want == illegal.ErrProof {
			limit = 128 << 20 // the core itself takes some
		}
		allocated, err := checkWithin(bomb.data, limit)
		if !errors.Is(err, bomb.want) || len(err.Error()) > 2000 {
			t.Errorf("%s: %.200v, want %v", bomb.name, err, bomb.want)
		}
		if allocated > 3*memory {
			t.Errorf("%s: %d MB allocated", bomb.name, allocated>>20)
		}
	}
}

// TestFalseLengths: the lengths of cores that a header promises cost no more than the limit, and those that are
// beyond it nothing.
func TestFalseLengths(t *testing.T) {
	fs := apart(t, certified(t, staticFEN, ""))
	for list, want := range map[string]error{"4000000": illegal.ErrCount, "1000000,1000000,9000000": illegal.ErrCount, "9000000": limits.ErrMemory, "4000000,4000000": illegal.ErrCount} {
		data := fs.replace(t, headerName, `"cores":[]`, `"cores":[`+list+`]`).plain()
		if allocated, err := checkWithin(data, 16<<20); !errors.Is(err, want) || allocated > 9<<20 {
			t.Errorf("%s: %v, want %v; %d bytes allocated", list, err, want, allocated)
		}
	}
}

// TestShares: how many positions are checked at once has no part in whether there is
// memory enough.
func TestShares(t *testing.T) {
	data := certified(t, kernelFEN, "")
	least := int64(0)
	for memory := int64(1 << 12); least == 0; memory += 1 << 12 {
		if _, err := checkWithin(data, memory); err == nil {
			least = memory
		} else if !errors.Is(err, limits.ErrMemory) || memory > limits.DefaultMemory {
			t.Fatal(err)
		}
	}
	for _, jobs := range []int{1, 3, 64} {
		for memory, want := range map[int64]error{least: nil, least - 1<<12: limits.ErrMemory} {
			_, err := illegal.Check(context.Background(), bytes.NewReader(data), illegal.Options{Memory: memory, Jobs: jobs})
			expect.ErrorIs(t, err, want, "%d jobs, %d bytes", jobs, memory)
		}
	}
	// A proof that is verified again with more memory is verified then: near the least share that suffices, it takes a
	// second try.
	fs := apart(t, data)
	file := fs.get(coreName + "0")
	bad := recored(fs, file[:len(file)-3]).plain()
	for memory := least; memory < 8*least; memory += 1 << 10 {
		o := illegal.Options{Memory: memory, Jobs: 3}
		if _, err := illegal.Check(context.Background(), bytes.NewReader(bad), o); !errors.Is(err, illegal.ErrProof) {
			t.Fatalf("a proof without its end, %d bytes: %v, want %v", memory, err, illegal.ErrProof)
		}
	}
}
