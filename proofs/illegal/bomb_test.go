package illegal_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"retroproof/proofs/illegal"
	"retroproof/proofs/limits"
)

// checkWithin checks a container with a memory limit, and returns how many bytes were
// allocated.
func checkWithin(data []byte, memory int64) (allocated int64, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = illegal.Check(context.Background(), bytes.NewReader(data), int64(len(data)), illegal.Options{Memory: memory, Jobs: 2})
	runtime.ReadMemStats(&after)
	return int64(after.TotalAlloc - before.TotalAlloc), err
}

// TestBombs: small files of which much would have to be made are refused before it is
// made. All that is allocated, garbage included, is about the limit.
func TestBombs(t *testing.T) {
	const memory = 16 << 20
	static := unzip(t, certified(t, staticFEN, ""))
	kernel := unzip(t, certified(t, kernelFEN, ""))
	core := kernel[0].content
	const size = 3 << 20
	trees := func(head, item, tail string) []byte {
		line := head + item + strings.Repeat(","+item, size/(len(item)+1)) + tail + "\n"
		return static.with("trees/", func(string) string { return line }).plain()
	}
	manifest := func(item string) []byte {
		return static.with("manifest.json", func(s string) string {
			return s[:strings.Index(s, `"trees": [`)+len(`"trees": [`)] + item + strings.Repeat(","+item, size/(len(item)+1)) + "]}"
		}).plain()
	}
	blanks, zeros := strings.Repeat(" ", size), strings.Repeat("\x00", 4*size)
	const node = `{"nodes":[{"id":0,"fen":"4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",`
	games := static.with("trees/", func(string) string {
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
		{"facts", limits.ErrMemory, trees(node+`"rule":"kernel","kernel":{"encoder":"","rows":false,"blocked":[`, "{}", "]}}]}")},
		{"nesting", limits.ErrMemory, trees(strings.Repeat("[", size), "", "")},
		{"manifest", limits.ErrMemory, manifest("{}")},
		{"manifest of numbers", limits.ErrMemory, manifest("1")},
		{"blank manifest", limits.ErrMemory, static.with("manifest.json", func(string) string { return blanks }).plain()},
		{"line", limits.ErrMemory, static.with("trees/", func(string) string { return blanks }).plain()},
		{"text", illegal.ErrTree, static.with("trees/", func(string) string { return `{"nodes":[{"id":0,"fen":"` + blanks[:size/8] + `"}]}` + "\n" }).plain()},
		{"number", illegal.ErrTree, static.with("trees/", func(string) string { return `{"nodes":[{"id":` + strings.Repeat("1", size/8) + "}]}\n" }).plain()},
		{"escapes", illegal.ErrTree, static.with("trees/", func(string) string {
			return `{"nodes":[{"id":0,"fen":"` + strings.Repeat(`\"`, size/16) + `"}]}` + "\n"
		}).plain()},
		{"game", illegal.ErrLimit, games.plain()},
		{"members", limits.ErrMemory, manyMembers(40_000)},
		{"core", limits.ErrMemory, recored(kernel, zeros).plain()},
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

// manyMembers makes a container of empty members.
func manyMembers(n int) []byte {
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for i := range n {
		w, err := z.CreateRaw(illegal.Header(fmt.Sprint(i), 0, 2, 0))
		if err != nil {
			panic(err)
		}
		w.Write([]byte{3, 0})
	}
	z.Close()
	return out.Bytes()
}

// TestFalseEnd: the number of members that the end of a file promises is not believed.
func TestFalseEnd(t *testing.T) {
	data := unzip(t, certified(t, staticFEN, "")).plain()
	end := len(data) - 22
	records := binary.LittleEndian.AppendUint32(nil, 0x06064b50) // ZIP64: end of the directory
	records = binary.LittleEndian.AppendUint64(records, 44)
	records = append(records, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	for _, n := range []uint64{1 << 33, 1 << 33, 123, uint64(binary.LittleEndian.Uint32(data[end+16:]))} {
		records = binary.LittleEndian.AppendUint64(records, n)
	}
	for _, place := range []int{end, 0} {
		all := append(bytes.Clone(data[:end]), records...)
		all = binary.LittleEndian.AppendUint32(all, 0x07064b50) // the place of that
		all = append(all, 0, 0, 0, 0)
		all = binary.LittleEndian.AppendUint64(all, uint64(place))
		all = append(all, 1, 0, 0, 0)
		all = append(all, data[end:]...)
		copy(all[len(all)-14:], "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff")
		// So long a file that package zip makes room for as many.
		sparse := long{bytes.NewReader(all), 1 << 40}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := illegal.Check(context.Background(), sparse, 1<<40, illegal.Options{})
		runtime.ReadMemStats(&after)
		if !errors.Is(err, illegal.ErrContainer) && !errors.Is(err, limits.ErrMemory) || after.TotalAlloc-before.TotalAlloc > 1<<20 {
			t.Errorf("%v, %d bytes allocated", err, after.TotalAlloc-before.TotalAlloc)
		}
	}
}

// long is a file with zeros before it.
type long struct {
	*bytes.Reader
	length int64
}

func (l long) ReadAt(p []byte, at int64) (int, error) {
	clear(p)
	if first := l.length - l.Reader.Size(); at < first {
		n := min(int64(len(p)), first-at)
		if n == int64(len(p)) {
			return len(p), nil
		}
		k, err := l.Reader.ReadAt(p[n:], 0)
		return int(n) + k, err
	}
	return l.Reader.ReadAt(p, at-l.length+l.Reader.Size())
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
			_, err := illegal.Check(context.Background(), bytes.NewReader(data), int64(len(data)), illegal.Options{Memory: memory, Jobs: jobs})
			if !errors.Is(err, want) {
				t.Errorf("%d jobs, %d bytes: %v, want %v", jobs, memory, err, want)
			}
		}
	}
	// A proof that is verified again with more memory is verified then: near the least share that suffices, it takes a
	// second try.
	fs := unzip(t, data)
	bad := recored(fs, fs[0].content[:len(fs[0].content)-3]).plain()
	for memory := least; memory < 8*least; memory += 1 << 10 {
		o := illegal.Options{Memory: memory, Jobs: 3}
		if _, err := illegal.Check(context.Background(), bytes.NewReader(bad), int64(len(bad)), o); !errors.Is(err, illegal.ErrProof) {
			t.Fatalf("a proof without its end, %d bytes: %v, want %v", memory, err, illegal.ErrProof)
		}
	}
}
