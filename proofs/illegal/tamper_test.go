package illegal_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/core"
	"retroproof/proofs/illegal/facts"
	"retroproof/proofs/limits"
)

// The positions that are tampered with, one for each kind of node.
const (
	staticFEN    = "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1"
	kernelFEN    = "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1"
	rowsFEN      = "rnbqkbnr/1ppppppp/8/8/8/1P2P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1"
	lastMoveFEN  = "B1Q1q3/R6n/2pk1N1B/5R2/1n1NBPr1/1nP1nB1n/r1P1bb1P/qK1b4 w - - 0 1"
	closingFEN   = "7k/8/8/4b3/8/1P6/2P5/N5K1 b - - 0 1" // from closingStart
	parityFEN    = "rnbqkbnr/1ppppppp/p7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	jamFEN       = "rnbqk1nr/pppp1ppp/4p3/8/1P6/B2P4/1PP1PPPP/RN1QKBNR b KQkq - 0 1"
	closingStart = "7k/8/8/8/8/1N6/pPP5/6K1 b - - 0 1"
	legalFEN     = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
)

// forgery is a certificate that was tampered with.
type forgery struct {
	name string // in testdata/reject if it is small
	want error
	data []byte
}

var (
	children = regexp.MustCompile(`\{"unmove":"[^"]*","node":\d+\}`)
	oneFact  = regexp.MustCompile(`\{"by":"[^}]*\}`)
	factsOf  = regexp.MustCompile(`"blocked":\[.*?\]\}\]`)
)

// forgeries makes all of them.
func forgeries(t testing.TB) (list []forgery) {
	static := apart(t, certified(t, staticFEN, ""))
	parity := apart(t, certified(t, parityFEN, ""))
	kernel := apart(t, certified(t, kernelFEN, ""))
	rows := apart(t, certified(t, rowsFEN, ""))
	last := apart(t, certified(t, lastMoveFEN, ""))
	chain := apart(t, certified(t, "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1", ""))
	add := func(name string, want error, fs files) {
		list = append(list, forgery{name, want, fs.plain()})
	}
	raw := func(name string, want error, data []byte) { list = append(list, forgery{name, want, data}) }
	const trees, header = treesName, headerName
	tree := func(fs files) string { return fs.get(treesName) }

	// The position.
	add("fen-legal", illegal.ErrArgument, static.replace(t, trees, staticFEN, legalFEN))
	add("fen-start", illegal.ErrIsStart, static.replace(t, trees, staticFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 5 9"))
	add("fen-other-turn", illegal.ErrArgument, static.replace(t, trees, "3 w -", "3 b -"))
	add("fen-garbage", illegal.ErrFEN, static.replace(t, trees, staticFEN, "no position"))
	add("fen-not-canonical", illegal.ErrFEN, static.replace(t, trees, "4k3/4R3", "4k3/4R111"))
	add("fen-no-clocks", illegal.ErrFEN, static.replace(t, trees, " 0 1\"", "\""))
	add("fen-kernel", illegal.ErrProof, kernel.replace(t, trees, "PP1PPNPP", "PP1PP1PP"))
	add("fen-kernel-pawn", illegal.ErrFacts, kernel.replace(t, trees, "/2P5/PP1PPNPP/", "/3P4/PPP1PNPP/"))
	add("fen-kernel-legal", nil, kernel.replace(t, trees, kernelFEN, legalFEN))
	add("fen-kernel-no-position", illegal.ErrDiagram, kernel.replace(t, trees, "rnbqk1nr", "rnbq2nr"))
	add("fen-last-move", nil, last.replace(t, trees, lastMoveFEN, legalFEN))
	add("fen-last-move-start", illegal.ErrIsStart, last.replace(t, trees, lastMoveFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"))

	// The start.
	add("start-is-position", illegal.ErrIsStart, kernel.replace(t, header, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", kernelFEN))
	add("start-no-position", illegal.ErrStart, static.replace(t, header, "pppppppp", "pppKpppp"))
	add("start-garbage", illegal.ErrStart, static.replace(t, header, "rnbqkbnr/", "xyz"))
	add("start-other", illegal.ErrArgument, parity.replace(t, header, "RNBQKBNR w KQkq", "RNBQKBNR b KQkq"))
	add("start-kernel-other", nil, kernel.replace(t, header, "PPPPPPPP/RNBQKBNR", "PPPPP1PP/RNBQKBNR"))

	// Rules and fields.
	add("rule-unknown", illegal.ErrRule, static.replace(t, trees, `"rule":"argument"`, `"rule":"believe-me"`))
	add("rule-none", illegal.ErrRule, static.replace(t, trees, `"rule":"argument"`, `"rule":""`))
	add("rule-other", illegal.ErrTree, static.replace(t, trees, `"rule":"argument"`, `"rule":"kernel"`))
	add("rule-last-move", illegal.ErrTree, static.replace(t, trees, `"rule":"argument"`, `"rule":"last-move"`))
	add("kind-unknown", illegal.ErrArgument, static.replace(t, trees, "no-position", "BecauseISayIt"))
	add("kind-other", illegal.ErrArgument, static.replace(t, trees, "no-position", "rights"))
	add("kind-kernel", illegal.ErrArgument, static.replace(t, trees, "no-position", "kernel"))
	add("field-unknown", illegal.ErrTree, static.replace(t, trees, `"rule":`, `"sure":true,"rule":`))
	add("field-twice", illegal.ErrTree, static.replace(t, trees, `"rule":`, `"rule":"argument","rule":`))
	add("field-other-case", illegal.ErrTree, static.replace(t, trees, `"rule":`, `"RULE":`))
	add("field-blank", illegal.ErrTree, static.replace(t, trees, `"rule":`, `"rule": `))
	add("node-kernel-and-argument", illegal.ErrTree, kernel.replace(t, trees, `"rule":"kernel",`, `"rule":"kernel","argument":{"kind":"no-position"},`))
	add("node-kernel-and-children", illegal.ErrTree, kernel.replace(t, trees, `"core":0}`, `"core":0},"unmoves":[{"unmove":"e2e4 - - -","node":0}]`))
	add("node-argument-and-kernel", illegal.ErrTree, static.replace(t, trees, `"argument":{"kind":"no-position"}`, `"argument":{"kind":"no-position"},"kernel":{"core":0}`))
	add("node-last-move-and-argument", illegal.ErrTree, last.replace(t, trees, `"rule":"last-move",`, `"rule":"last-move","argument":{"kind":"no-position"},`))
	add("node-argument-and-children", illegal.ErrTree, static.replace(t, trees, `"rule":"argument"`, `"rule":"last-move","unmoves":[]`))
	add("tree-cut", illegal.ErrTree, static.with(trees, func(s string) string { return s[:len(s)-10] }))
	add("tree-no-newline", illegal.ErrTree, static.with(trees, func(s string) string { return s[:len(s)-1] }))
	add("tree-empty", illegal.ErrTree, static.with(trees, func(string) string { return "{\"nodes\":[]}\n" }))
	add("tree-null", illegal.ErrTree, static.with(trees, func(string) string { return "null\n" }))
	add("tree-blank-line", illegal.ErrTree, static.with(trees, func(s string) string { return "\n" }))
	add("tree-garbage", illegal.ErrTree, static.with(trees, func(string) string { return "\x00\xff\n" }))
	add("tree-two-on-a-line", illegal.ErrTree, static.with(trees, func(s string) string { return s[:len(s)-1] + s }))
	add("tree-deep", illegal.ErrTree, static.with(trees, func(string) string { return strings.Repeat(`{"nodes":[`, 100_000) + "\n" }))
	add("id-other", illegal.ErrTree, static.replace(t, trees, `"id":0`, `"id":1`))
	add("id-huge", illegal.ErrTree, static.replace(t, trees, `"id":0`, `"id":99999999999999999999`))

	// Last moves.
	list2 := children.FindAllString(tree(last), -1)
	if len(list2) < 4 {
		t.Fatalf("%d un-moves", len(list2))
	}
	first, second := list2[0], list2[1]
	cut := func(s string) string { return s[:strings.Index(s, `,"node"`)] }
	swap := func(s string) string {
		s = strings.Replace(s, cut(first), "@", 1)
		s = strings.Replace(s, cut(second), cut(first), 1)
		return strings.Replace(s, "@", cut(second), 1)
	}
	add("child-swapped", illegal.ErrChild, last.with(trees, swap))
	add("child-missing", illegal.ErrNoChild, last.replace(t, trees, second+",", ""))
	add("child-all-missing", illegal.ErrNoChild, last.with(trees, func(s string) string {
		i := strings.Index(s, `,"unmoves":[`)
		return s[:i] + "}]}\n"
	}))
	add("child-twice", illegal.ErrNotUnmove, last.replace(t, trees, second, second+","+second))
	add("child-invented", illegal.ErrNotUnmove, last.replace(t, trees, second, second+`,{"unmove":"e2e4 - - -","node":1}`))
	add("child-out-of-range", illegal.ErrTree, last.replace(t, trees, second, cut(second)+`,"node":1000}`))
	add("child-just-out-of-range", illegal.ErrTree, last.replace(t, trees, second, cut(second)+fmt.Sprintf(`,"node":%d}`, strings.Count(tree(last), `"id":`))))
	add("child-below-zero", illegal.ErrTree, last.replace(t, trees, second, cut(second)+`,"node":-1}`))
	add("child-is-parent", illegal.ErrChild, last.replace(t, trees, second, cut(second)+`,"node":0}`))
	add("child-fen", nil, last.with(trees, func(s string) string { return altered(s) }))
	add("child-not-connected", illegal.ErrTree, static.with(trees, func(s string) string {
		node := strings.TrimSuffix(strings.TrimPrefix(s, `{"nodes":[`), "]}\n")
		return `{"nodes":[` + node + "," + strings.Replace(node, `"id":0`, `"id":1`, 1) + "]}\n"
	}))
	add("child-not-connected-other", illegal.ErrTree, static.with(trees, func(s string) string {
		node := strings.TrimSuffix(strings.TrimPrefix(s, `{"nodes":[`), "]}\n")
		return `{"nodes":[` + node + "," + strings.Replace(strings.Replace(node, `"id":0`, `"id":1`, 1), "4k3/4R3", "4k3/4Q3", 1) + "]}\n"
	}))
	add("node-last", illegal.ErrArgument, last.with(trees, func(s string) string {
		i := strings.LastIndex(s, `"rule":`)
		return s[:i] + `"rule":"argument","argument":{"kind":"rights"}}]}` + "\n"
	}))
	add("child-clocks", illegal.ErrFEN, chain.with(trees, func(s string) string {
		i := strings.LastIndex(s, `"id":1,`)
		return s[:i] + strings.Replace(s[i:], ` 0 1"`, ` 3 7"`, 1)
	}))
	add("last-move-none", illegal.ErrNoChild, static.with(trees, func(string) string {
		return `{"nodes":[{"id":0,"fen":"` + legalFEN + `","rule":"last-move"}]}` + "\n"
	}))
	add("chain-cut", illegal.ErrNoChild, chain.with(trees, func(s string) string {
		i, j := strings.Index(s, `,"unmoves":[`), strings.LastIndex(s, `,{"id":1`)
		return s[:i] + "}" + s[j:]
	}))

	// Cores.
	core0 := kernel.get(coreName + "0")
	add("core-number-other", illegal.ErrMissing, kernel.replace(t, trees, `"core":0`, `"core":1`))
	add("core-number-below-zero", illegal.ErrMissing, kernel.replace(t, trees, `"core":0`, `"core":-1`))
	add("core-number-text", illegal.ErrTree, kernel.replace(t, trees, `"core":0`, `"core":"0"`))
	add("core-number-none", illegal.ErrTree, kernel.replace(t, trees, `,"core":0`, ``))
	add("core-number-null", illegal.ErrTree, kernel.replace(t, trees, `"core":0`, `"core":null`))
	add("core-foreign", illegal.ErrProof, recored(kernel, rows.get(coreName+"0")))
	add("rows", illegal.ErrTree, kernel.replace(t, trees, `"blocked":`, `"rows":false,"blocked":`)) // a field of kernel-formula/1
	add("facts-missing", illegal.ErrProof, rows.with(trees, func(s string) string { return factsOf.ReplaceAllString(s, "") }).replace(t, trees, `{,`, `{`))
	add("facts-invented", illegal.ErrFacts, kernel.replace(t, trees, `"blocked":[`, `"blocked":[{"by":"home-pawn","squares":["e1"]},`))
	add("facts-repeated", illegal.ErrFacts, rows.with(trees, func(s string) string {
		fact := oneFact.FindString(s)
		return strings.Replace(s, fact, fact+","+fact, 1)
	}))
	add("facts-repeated-argument", illegal.ErrArgument, parity.with(trees, func(s string) string {
		fact := oneFact.FindString(s)
		return strings.Replace(s, fact, fact+","+fact, 1)
	}))
	add("facts-unknown", illegal.ErrFacts, kernel.replace(t, trees, `"blocked":[`, `"blocked":[{"by":"luck","squares":["d8"]},`))
	// Closing pawns. The knight on c3 has let a bishop out of the corner.
	const shut = `"by":"closing","squares":["b3"]`
	closing := apart(t, certified(t, closingFEN, closingStart))
	add("closing-missing", illegal.ErrProof, closing.replace(t, trees, ",{"+shut+"}", ""))
	add("closing-repeated", illegal.ErrFacts, closing.replace(t, trees, "{"+shut+"}", "{"+shut+"},{"+shut+"}"))
	add("closing-twice", illegal.ErrTree, closing.replace(t, trees, `["b3"]`, `["b3","b3"]`))
	add("closing-none", illegal.ErrFacts, closing.replace(t, trees, `["b3"]`, `[]`))
	add("closing-no-pawn", illegal.ErrFacts, closing.replace(t, trees, `["b3"]`, `["a1"]`))
	add("closing-of-start", illegal.ErrFacts, closing.replace(t, trees, `["b3"]`, `["b2"]`))
	add("closing-blocked", illegal.ErrFacts, closing.replace(t, trees, `["b3"]`, `["c2","b3"]`))
	add("closing-is-no-reason", illegal.ErrFacts, closing.replace(t, trees, shut, `"by":"cone","squares":["b3"]`))
	add("closing-legal", illegal.ErrProof, closing.replace(t, trees, closingFEN, "7k/8/8/4b3/8/1PN5/2P5/6K1 b - - 0 1"))
	add("closing-start", illegal.ErrProof, closing.replace(t, header, closingStart, "7k/8/8/8/8/pN6/pPP5/6K1 b - - 0 1"))
	// Jams. The bishop that was captured could have been a knight, and the one on a3 could have come by b2.
	const inJam = `"by":"jam","squares":["a3"]`
	jam := apart(t, certified(t, jamFEN, ""))
	add("jam-missing", illegal.ErrProof, jam.replace(t, trees, ",{"+inJam+"}", ""))
	add("jam-repeated", illegal.ErrFacts, jam.replace(t, trees, "{"+inJam+"}", "{"+inJam+"},{"+inJam+"}"))
	add("jam-twice", illegal.ErrTree, jam.replace(t, trees, `["a3"]`, `["a3","a3"]`))
	add("jam-none", illegal.ErrFacts, jam.replace(t, trees, `["a3"]`, `[]`))
	add("jam-pawn", illegal.ErrFacts, jam.replace(t, trees, `["a3"]`, `["b4"]`))
	add("jam-open", illegal.ErrFacts, jam.replace(t, trees, `["a3"]`, `["a3","f8"]`))
	add("jam-first-rank", illegal.ErrFacts, jam.replace(t, trees, `["a3"]`, `["f1","a3"]`))
	add("jam-is-no-reason", illegal.ErrFacts, jam.replace(t, trees, inJam, `"by":"closing","squares":["a3"]`))
	add("jam-open-way", illegal.ErrFacts, jam.replace(t, trees, jamFEN, strings.Replace(jamFEN, "1PP1PPPP", "2PPPPPP", 1)))
	add("jam-legal", illegal.ErrProof, jam.replace(t, trees, jamFEN, "r1bqkbnr/pppp1ppp/4p3/8/1P6/B2P4/1PP1PPPP/RN1QKBNR b KQkq - 0 1"))
	add("jam-start", illegal.ErrProof, jam.replace(t, header, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"))
	add("jam-everywhere", illegal.ErrFacts, jam.with(trees, func(s string) string {
		text, _ := facts.Squares(chess.AllSquares).MarshalJSON()
		return strings.Replace(s, `["a3"]`, string(text), 1)
	}))
	add("jam-empty-square", illegal.ErrFacts, jam.replace(t, trees, `["a3"]`, `["a4"]`))
	add("jam-no-square", illegal.ErrTree, jam.replace(t, trees, `["a3"]`, `["i3"]`))
	add("jam-king", illegal.ErrFacts, jam.replace(t, trees, `["a3"]`, `["e1"]`))
	add("jam-twice-in-two", illegal.ErrFacts, jam.replace(t, trees, "{"+inJam+"}", "{"+inJam+`},{"by":"closing","squares":["b4"]},{`+inJam+"}"))
	add("jam-as-home-pawn", illegal.ErrFacts, jam.replace(t, trees, inJam, `"by":"home-pawn","squares":["a3"]`))
	add("jam-other-colour", illegal.ErrProof, jam.replace(t, trees, "/B2P4/1PP1PPPP/RN1QKBNR b", "/b2P4/1PP1PPPP/RNBQKBNR b"))
	add("jam-knight", illegal.ErrFacts, jam.replace(t, trees, "/B2P4/1PP1PPPP/RN1QKBNR", "/N2P4/1PP1PPPP/R1BQKBNR"))
	add("jam-queen", illegal.ErrFacts, jam.replace(t, trees, "/B2P4/1PP1PPPP/RN1QKBNR", "/Q2P4/1PP1PPPP/RN2KBNR"))
	add("encoder-node", illegal.ErrTree, kernel.replace(t, trees, `"kernel":{`, `"kernel":{"encoder":"kernel-core/1",`))
	add("encoder-header", illegal.ErrEncoder, kernel.replace(t, header, `"encoder":"kernel-core/`, `"encoder":"kernel-core/9`))
	add("encoder-formula", illegal.ErrEncoder, kernel.replace(t, header, core.Version, "kernel-formula/2"))
	for what, content := range coreForgeries(t, core0) {
		want := illegal.ErrProof
		if content == "" {
			want = illegal.ErrHeader
		}
		add("core-"+what, want, recored(kernel, content))
	}
	add("core-missing", illegal.ErrMissing, kernel.without(coreName).measured())
	add("core-missing-counted", nil, kernel.without(coreName))
	add("core-cut-counted", illegal.ErrCount, kernel.without(treesName).with(coreName, func(s string) string { return s[:len(s)-1] }))
	add("core-longer-counted", nil, kernel.replace(t, header, `"cores":[`, `"cores":[1`))
	unused := files{static[0], {coreName + "0", core0}, static[1]}
	add("core-unused", illegal.ErrUnused, unused.measured())
	add("core-uncounted", illegal.ErrTree, unused)
	add("core-twice", illegal.ErrUnused, files{kernel[0], kernel[1], kernel[1], kernel[2]}.measured())
	add("cores-below-zero", illegal.ErrHeader, static.replace(t, header, `"cores":[]`, `"cores":[-1]`))
	add("cores-empty", illegal.ErrHeader, static.replace(t, header, `"cores":[]`, `"cores":[0]`))
	add("cores-null", illegal.ErrHeader, static.replace(t, header, `"cores":[]`, `"cores":null`))
	add("cores-number", illegal.ErrHeader, static.replace(t, header, `"cores":[]`, `"cores":0`))
	add("cores-overflow", limits.ErrMemory, static.replace(t, header, `"cores":[]`, `"cores":[4611686018427387904]`))
	add("cores-sum-overflow", limits.ErrMemory, static.replace(t, header, `"cores":[]`, `"cores":[9223372036854775807,9223372036854775807]`))

	// The header.
	for version := range 7 {
		add(fmt.Sprint("header-schema-", version+1), illegal.ErrSchema, static.replace(t, header, "certificate/8", fmt.Sprint("certificate/", version+1)))
	}
	add("header-schema-9", illegal.ErrSchema, static.replace(t, header, "certificate/8", "certificate/9"))
	add("header-missing", illegal.ErrSchema, static.without(header))
	add("header-field-unknown", illegal.ErrHeader, static.replace(t, header, `"tool"`, `"trusted":true,"tool"`))
	add("header-field-twice", illegal.ErrHeader, static.replace(t, header, `"tool"`, `"positions":7,"tool"`))
	add("header-field-case", illegal.ErrHeader, static.replace(t, header, `"tool"`, `"Tool"`))
	add("header-blank", illegal.ErrHeader, static.replace(t, header, `,"tool"`, `, "tool"`))
	add("header-carriage-return", illegal.ErrHeader, static.replace(t, header, "\n", "\r\n"))
	add("header-cut", illegal.ErrHeader, static.with(header, func(s string) string { return s[:len(s)/2] }))
	add("header-more", illegal.ErrHeader, static.replace(t, header, "\n", "{}\n"))
	add("header-null", illegal.ErrSchema, static.with(header, func(string) string { return "null\n" }))
	add("positions-more", illegal.ErrCount, static.replace(t, header, `"positions":1`, `"positions":2`))
	add("positions-none", illegal.ErrEmpty, static.replace(t, header, `"positions":1`, `"positions":0`))
	add("positions-below-zero", illegal.ErrEmpty, static.replace(t, header, `"positions":1`, `"positions":-1`))
	add("positions-huge", illegal.ErrCount, static.replace(t, header, `"positions":1`, `"positions":9223372036854775807`))
	add("positions-fewer", illegal.ErrCount, static.with(trees, func(s string) string { return s + s }))
	add("positions-missing", illegal.ErrCount, static.without(trees))

	// The file.
	good := static.plain()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	w.Write(good)
	w.Close()
	raw("nothing", illegal.ErrEmpty, nil)
	raw("blank", illegal.ErrHeader, []byte("\n"))
	raw("compressed", illegal.ErrHeader, append(z.Bytes(), '\n'))
	raw("zip", illegal.ErrSchema, []byte("PK\x03\x04"))
	raw("truncated", illegal.ErrTree, good[:len(good)-1])
	raw("truncated-half", illegal.ErrTree, good[:len(good)/2])
	raw("trailing", illegal.ErrTree, append(bytes.Clone(good), "x"...))
	raw("trailing-line", illegal.ErrTree, append(bytes.Clone(good), "\n"...))
	raw("leading", illegal.ErrHeader, append([]byte("#!/bin/sh\n"), good...))
	raw("leading-mark", illegal.ErrHeader, append([]byte("\ufeff"), good...))
	raw("concatenated", illegal.ErrTree, append(bytes.Clone(good), good...))
	return append(list, gameForgeries(t)...)
}

// altered changes the FEN of the second node of a tree.
func altered(s string) string {
	i := strings.Index(s, `"id":1,"fen":"`) + len(`"id":1,"fen":"`)
	j := i + strings.IndexByte(s[i:], '/')
	return s[:i] + "8" + s[j:]
}

// TestForgeries: each is rejected, for its reason.
func TestForgeries(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("testdata", "reject")
	if expect.Updating() {
		os.RemoveAll(folder)
		expect.NoError(t, os.MkdirAll(folder, 0o777))
	}
	names := map[string]bool{}
	for _, f := range forgeries(t) {
		if names[f.name] {
			t.Errorf("%s: twice", f.name)
		}
		names[f.name] = true
		_, err := check(f.data)
		switch {
		case err == nil:
			t.Errorf("%s: accepted", f.name)
		case !errors.Is(err, f.want) && f.want != nil:
			t.Errorf("%s: %v, want %v", f.name, err, f.want)
		case (errors.Is(err, illegal.ErrEncoder) || errors.Is(err, illegal.ErrSchema)) && !strings.Contains(err.Error(), "again, with \"retroproof legal --certificate\""):
			t.Errorf("%s: %v does not say what to do", f.name, err)
		case strings.Contains(err.Error(), "%!"):
			t.Errorf("%s: %v", f.name, err)
		default:
			t.Logf("%s: %.300v", f.name, err)
		}
		if expect.Updating() && len(f.data) < 4<<10 {
			expect.NoError(t, os.WriteFile(filepath.Join(folder, f.name+".cert"), f.data, 0o666))
		}
	}
}

// TestAccept: the files of testdata/accept are verified, so that a change of the
// format or of the schemas, which makes certificates worthless that people have,
// is made knowingly. With -update they are written again.
func TestAccept(t *testing.T) {
	t.Parallel()
	folder := filepath.Join("testdata", "accept")
	const enPassantFEN = "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1"
	for name, fen := range map[string]string{
		"argument": parityFEN, "kernel": kernelFEN, "kernel-ranks": rowsFEN, "last-move": enPassantFEN, "game": gameFEN,
	} {
		path := filepath.Join(folder, name+".cert")
		if expect.Updating() {
			expect.NoError(t, os.MkdirAll(folder, 0o777))
			data := mixed(t) // a game, and another position
			if fen != gameFEN {
				data = certified(t, fen, "")
			}
			expect.NoError(t, os.WriteFile(path, data, 0o666))
		}
		data := expect.Must(os.ReadFile(path))
		report, err := check(data)
		if err != nil {
			t.Errorf("%s: %v", path, err)
		} else if report.FEN != fen {
			t.Errorf("%s: %s", path, report)
		}
	}
}

// TestReject: no file of testdata/reject is accepted.
func TestReject(t *testing.T) {
	t.Parallel()
	names, err := filepath.Glob(filepath.Join("testdata", "reject", "*.cert"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range names {
		data := expect.Must(os.ReadFile(name))
		expect.Fails(t, expect.Err(check(data)), "%s", name)
	}
}
