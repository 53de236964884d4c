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
	of := map[string]files{"mixed": apart(t, mixed(t)), "closing": apart(t, certified(t, closingFEN, closingStart))}
	for name, fen := range map[string]string{
		"static": staticFEN, "parity": parityFEN, "kernel": kernelFEN, "rows": rowsFEN, "last": lastMoveFEN, "jam": jamFEN,
		"chain": "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1",
	} {
		of[name] = apart(t, certified(t, fen, ""))
	}
	static, kernel, rows, last, chain, jam := of["static"], of["kernel"], of["rows"], of["last"], of["chain"], of["jam"]
	add := func(name string, want error, fs files) {
		list = append(list, forgery{name, want, fs.plain()})
	}
	raw := func(name string, want error, data []byte) { list = append(list, forgery{name, want, data}) }
	const trees, header = treesName, headerName
	tree := func(fs files) string { return fs.get(treesName) }

	// Those that replace one text.
	wanted := map[string]error{"": nil, "ErrArgument": illegal.ErrArgument, "ErrCount": illegal.ErrCount, "ErrDiagram": illegal.ErrDiagram,
		"ErrEmpty": illegal.ErrEmpty, "ErrEncoder": illegal.ErrEncoder, "ErrFEN": illegal.ErrFEN, "ErrFacts": illegal.ErrFacts,
		"ErrGame": illegal.ErrGame, "ErrHeader": illegal.ErrHeader, "ErrIsStart": illegal.ErrIsStart, "ErrMemory": limits.ErrMemory,
		"ErrMissing": illegal.ErrMissing, "ErrProof": illegal.ErrProof, "ErrRule": illegal.ErrRule, "ErrSchema": illegal.ErrSchema,
		"ErrStart": illegal.ErrStart, "ErrTree": illegal.ErrTree}
	var row struct{ name, of, want, part, old, text string }
	for at := range expect.Rows(t, "testdata/forgeries.tsv", &row.name, &row.of, &row.want, &row.part, &row.old, &row.text) {
		want, ok := wanted[row.want]
		if !ok {
			t.Fatalf("%s: no error %s", at, row.want)
		}
		add(row.name, want, of[row.of].replace(t, row.part, row.old, row.text))
	}

	// Trees.
	add("tree-cut", illegal.ErrTree, static.with(trees, func(s string) string { return s[:len(s)-10] }))
	add("tree-no-newline", illegal.ErrTree, static.with(trees, func(s string) string { return s[:len(s)-1] }))
	add("tree-empty", illegal.ErrTree, static.with(trees, func(string) string { return "{\"nodes\":[]}\n" }))
	add("tree-null", illegal.ErrTree, static.with(trees, func(string) string { return "null\n" }))
	add("tree-blank-line", illegal.ErrTree, static.with(trees, func(s string) string { return "\n" }))
	add("tree-garbage", illegal.ErrTree, static.with(trees, func(string) string { return "\x00\xff\n" }))
	add("tree-two-on-a-line", illegal.ErrTree, static.with(trees, func(s string) string { return s[:len(s)-1] + s }))
	add("tree-deep", illegal.ErrTree, static.with(trees, func(string) string { return strings.Repeat(`{"nodes":[`, 100_000) + "\n" }))

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
	two := func(s string) string { // nodes
		node := strings.TrimSuffix(strings.TrimPrefix(s, `{"nodes":[`), "]}\n")
		second := strings.NewReplacer(`"id":0`, `"id":1`, "4k3/4R3", "4k3/4Q3").Replace(node)
		return `{"nodes":[` + node + "," + second + "]}\n"
	}
	add("child-not-connected", illegal.ErrTree, static.with(trees, two).replace(t, trees, "4k3/4Q3", "4k3/4R3"))
	add("child-not-connected-other", illegal.ErrTree, static.with(trees, two))
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
	add("core-foreign", illegal.ErrProof, recored(kernel, rows.get(coreName+"0")))
	add("facts-missing", illegal.ErrProof, rows.with(trees, func(s string) string { return factsOf.ReplaceAllString(s, "") }).replace(t, trees, `{,`, `{`))
	repeated := func(s string) string {
		fact := oneFact.FindString(s)
		return strings.Replace(s, fact, fact+","+fact, 1)
	}
	add("facts-repeated", illegal.ErrFacts, rows.with(trees, repeated))
	add("facts-repeated-argument", illegal.ErrArgument, of["parity"].with(trees, repeated))
	add("jam-open-way", illegal.ErrFacts, jam.replace(t, trees, jamFEN, strings.Replace(jamFEN, "1PP1PPPP", "2PPPPPP", 1)))
	add("jam-everywhere", illegal.ErrFacts, jam.with(trees, func(s string) string {
		text, _ := facts.Squares(chess.AllSquares).MarshalJSON()
		return strings.Replace(s, `["a3"]`, string(text), 1)
	}))
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
	unused := files{static[0], {coreName + "0", core0}, static[1]}
	add("core-unused", illegal.ErrUnused, unused.measured())
	add("core-uncounted", illegal.ErrTree, unused)
	add("core-twice", illegal.ErrUnused, files{kernel[0], kernel[1], kernel[1], kernel[2]}.measured())

	// The header.
	for version := range 7 {
		add(fmt.Sprint("header-schema-", version+1), illegal.ErrSchema, static.replace(t, header, "certificate/8", fmt.Sprint("certificate/", version+1)))
	}
	add("header-missing", illegal.ErrSchema, static.without(header))
	add("header-cut", illegal.ErrHeader, static.with(header, func(s string) string { return s[:len(s)/2] }))
	add("header-null", illegal.ErrSchema, static.with(header, func(string) string { return "null\n" }))
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

	// Games.
	mixed := of["mixed"]
	add("game-line-cut", illegal.ErrTree, mixed.with(trees, func(s string) string { return s[:len(s)-1] }))
	add("game-two-on-a-line", illegal.ErrGame, mixed.with(trees, func(s string) string {
		tree, game, _ := strings.Cut(strings.TrimSuffix(s, "\n"), "\n")
		return tree + "\n" + game + game + "\n"
	}))
	return list
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
