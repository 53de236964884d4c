package illegal_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
)

// coreFile is the file of a core, taken apart.
type coreFile struct {
	form    byte
	schemas []uint64
	ranks   [][]uint64
	proof   string
}

// openCore takes a core apart.
func openCore(t testing.TB, s string) (c coreFile) {
	t.Helper()
	next := func() uint64 {
		n, length := binary.Uvarint([]byte(s))
		if length <= 0 {
			t.Fatal("no number")
		}
		s = s[length:]
		return n
	}
	c.form = byte(next())
	id := uint64(0)
	for range next() {
		id += next()
		rank := ^uint64(0)
		var ranks []uint64
		for range next() {
			rank += next() + 1
			ranks = append(ranks, rank)
		}
		c.schemas, c.ranks = append(c.schemas, id), append(c.ranks, ranks)
	}
	c.proof = s
	return c
}

// String puts a core together.
func (c coreFile) String() string {
	b := binary.AppendUvarint([]byte{c.form}, uint64(len(c.schemas)))
	last := uint64(0)
	for i, id := range c.schemas {
		b = binary.AppendUvarint(b, id-last)
		b = binary.AppendUvarint(b, uint64(len(c.ranks[i])))
		last = id
		rank := ^uint64(0)
		for _, r := range c.ranks[i] {
			b = binary.AppendUvarint(b, r-rank-1)
			rank = r
		}
	}
	return string(b) + c.proof
}

// recored returns a certificate with another core in place of its only one.
func recored(fs files, content string) files {
	return fs.with(coreName, func(string) string { return content }).measured()
}

// TestKnown: that a core refutes one question is nothing for another question, or for another core.
func TestKnown(t *testing.T) {
	t.Parallel()
	kernel, rows := apart(t, certified(t, kernelFEN, "")), apart(t, certified(t, rowsFEN, ""))
	one := kernel.get(treesName)
	other := strings.Replace(rows.get(treesName), `"core":0`, `"core":1`, 1)
	made := func(lines ...string) []byte {
		header := strings.Replace(kernel.get(headerName), `"positions":1`, fmt.Sprintf(`"positions":%d`, len(lines)), 1)
		fs := files{{headerName, header}, {coreName + "0", kernel.get(coreName + "0")}, {coreName + "1", rows.get(coreName + "0")}}
		return append(fs, file{treesName, strings.Join(lines, "")}).measured().plain()
	}
	if r, err := check(made(one, other, one)); err != nil || r.Cores != 2 {
		t.Fatal(r, err)
	}
	for what, line := range map[string]string{
		"another question":   strings.Replace(one, "PP1PPNPP", "PP1PP1PP", 1),
		"a legal position":   strings.Replace(one, kernelFEN, legalFEN, 1),
		"another core":       strings.Replace(one, `"core":0`, `"core":1`, 1),
		"another's question": strings.Replace(other, `"core":1`, `"core":0`, 1),
	} {
		for _, jobs := range []int{1, 4} {
			_, err := illegal.Check(context.Background(), bytes.NewReader(made(one, other, line)), illegal.Options{Jobs: jobs})
			if failed := (*illegal.NodeError)(nil); !errors.As(err, &failed) || failed.Position != 3 {
				t.Errorf("%s, %d jobs: %v", what, jobs, err)
			}
		}
	}
}

// coreForgeries are contents in place of a core, with what was done.
func coreForgeries(t testing.TB, good string) map[string]string {
	t.Helper()
	if openCore(t, good).String() != good {
		t.Fatal("this test does not write the same core")
	}
	edit := func(change func(c *coreFile)) string {
		c := openCore(t, good)
		change(&c)
		return c.String()
	}
	proof := openCore(t, good).proof
	last := strings.LastIndexByte(proof[:len(proof)-1], 0) + 1
	only := func(schema string, ranks ...uint64) string {
		place := 0
		for i := range core.Schemas() {
			if core.SchemaName(i) == schema {
				place = i
			}
		}
		return coreFile{0, []uint64{uint64(place)}, [][]uint64{ranks}, ""}.String()
	}
	return map[string]string{
		"empty":              "",
		"garbage":            "trust me",
		"zeros":              "\x00\x00\x00\x00",
		"nothing":            "\x00\x00",
		"cut":                good[:len(good)-1],
		"cut-three":          good[:len(good)-3],
		"half":               good[:len(good)/2],
		"form-lives":         "\x01" + good[1:],
		"form-unknown":       "\x02" + good[1:],
		"form-long":          "\x80\x00" + good[1:],
		"zero-after":         good + "\x00",
		"lemma-after":        good + "\x01\x00",
		"huge-number":        good[:1] + "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",
		"no-lemmas":          edit(func(c *coreFile) { c.proof = "" }),
		"last-lemma-gone":    edit(func(c *coreFile) { c.proof = c.proof[:last] }),
		"empty-lemma":        edit(func(c *coreFile) { c.proof = "\x00" + c.proof }),
		"false-lemma":        edit(func(c *coreFile) { c.proof = "\x01\x00\x02\x00" }),
		"lemma-no-variable":  edit(func(c *coreFile) { c.proof = "\xff\x7f\x00" + c.proof }),
		"no-instances":       edit(func(c *coreFile) { c.schemas, c.ranks = nil, nil }),
		"no-count":           good[:1] + "\x01\x00\x00",
		"schema-gone":        edit(func(c *coreFile) { c.schemas, c.ranks = c.schemas[1:], c.ranks[1:] }),
		"schema-twice":       edit(func(c *coreFile) { c.schemas[1], c.ranks[1] = c.schemas[0], c.ranks[0] }),
		"schema-unknown":     edit(func(c *coreFile) { c.schemas[len(c.schemas)-1] = uint64(core.Schemas()) }),
		"rank-unknown":       edit(func(c *coreFile) { r := c.ranks[0]; r[len(r)-1] = 1 << 39 }),
		"meet-itself":        only("meet", 0), // the first pawn twice
		"rank-in-each-place": edit(func(c *coreFile) { c.ranks[0] = slices.Concat(c.ranks[0], []uint64{c.ranks[0][len(c.ranks[0])-1] + 1}) }),
		"assume":             only("assume", 0),
	}
}
