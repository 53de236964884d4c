package main

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/jsondoc"
	"retroproof/proofs/folder"
	strategycheck "retroproof/proofs/strategy"
	"retroproof/proofs/survey"
	"retroproof/ursa"
)

const (
	jsonLegal    = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"
	jsonIllegal  = "8/8/8/8/8/8/8/Kk6 w - - 0 1"
	jsonCaptures = "rnbqkbnr/1ppppppp/8/8/1P6/4P3/PpPP1PPP/RNBQK1NR w KQkq - 0 1"
	jsonNoKernel = "rnbqk1nr/ppppp1pp/8/8/8/2P5/PP1PPNPP/RNBQKBNR w KQkq - 0 1"
	jsonKRK      = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
)

// jsonRuns are cheap command lines that together print all schemas and fields that a
// cheap one can. What follows "<" are the lines of stdin.
var jsonRuns = [][]string{
	{"legal", "--json", jsonIllegal},
	{"legal", "--json", "--no-proofgame", "8/2pp4/2p2PP1/4pKRP/4ppPk/7p/3PPP2/8 b - -"},
	{"legal", "--json", "--certificate", "game.zip", jsonLegal},
	{"legal", "--json", "--explain", "B1Q1q3/R6n/2pk1N1B/5R2/1n1NBPr1/1nP1nB1n/r1P1bb1P/qK1b4 w - - 0 1"},
	{"legal", "--json", "--explain", jsonNoKernel},
	{"legal", "--json", "--explain", jsonLegal},
	{"legal", "--json", "--explain", "rnbqkbnr/1ppppppp/7p/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"legal", "--json", "--no-proofgame", "-", "<", jsonCaptures, "no position", jsonIllegal},
	{"legal", "--json", "--no-proofgame", "--budget", "last-move-positions=0", jsonCaptures},
	{"legal", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 b - - 0 7", "4k3/8/8/8/8/8/8/3K4 b - - 0 1"},
	{"legal", "--json", "--certificate", "kernel.zip", jsonNoKernel},
	{"proofgame", "--json", jsonIllegal},
	{"proofgame", "--json", "--shortest", jsonLegal},
	{"proofgame", "--json", "--nodes", "10", jsonCaptures},
	{"proofgame", "--json", "-", "<", jsonLegal},
	{"proofgame", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 b - - 0 7", "4k3/8/8/8/8/8/8/3K4 b - - 0 1"},
	{"games", "--json", "-", "<", jsonLegal + " legal: proof: Nf3 Nf6", jsonLegal + " legal: proof: Nf3 Nd6", jsonIllegal + " illegal: AdjacentKings", "no position"},
	{"games", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 b - - 0 7", "-", "<", "4k3/8/8/8/8/8/8/4K3 b - - 0 7 legal: proof:"},
	{"proofgame", "--json", "--states", "5000", "-f", "-", "<", "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 0 1", "no position"},
	{"exact", "--json", "2", "--explain", "--start", "4k3/8/8/8/8/8/8/4K3 b - - 0 7", "-", "<", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	{"exact", "--json", "1", "--last", "a7a8q", "--still", "e1", "--promote", "a7=q", "--promoted", "a8", "--start", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	{"exact", "--json", "4", "--all", "--certificate", "exact.cert", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"exact", "--json", "28", "--all", "--max", "1", "--start", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	{"exact", "--json", "4.0", "--nodes", "1", "-", "<", "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 2 2"},
	{"proofkernel", "--json", "--extended", jsonCaptures},
	{"proofkernel", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 b - - 0 7", "-", "<", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"},
	{"proofkernel", "--json", "--all", "--extended", jsonCaptures},
	{"revmoves", "--json", "-", "<", jsonKRK, "no position"},
	{"revmoves", "--json", "--verdicts", "8/8/8/8/8/8/5k2/R6K b - - 0 1"},
	{"revmoves", "--json", "--group", "-", "<", jsonKRK},
	{"ask", "last-moves", "--json", "--plies", "2", "--certificate", "ask.cert", "8/8/8/8/8/1P1P4/PPprP3/k1K5 w - - 0 1"},
	{"ask", "last-moves", "--json", "--start", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 7", "-", "<", jsonIllegal, "4k3/8/8/8/8/8/3K4/8 b - - 0 1"},
	{"ask", "rights", "--json", "--certificate", "rights.cert", "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w - - 0 1"},
	{"ask", "rights", "--json", "--no-proofgame", "--start", "4k3/2p5/8/3P4/8/8/8/4K2R b K - 0 1", "-", "<", "4k3/8/8/2pP4/8/8/8/4K2R w - - 0 1"},
	{"ask", "fields", "--json", "--certificate", "fields.cert", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB?R w KQkq - 0 1"},
	{"ask", "fields", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", "-", "<", "4k3/8/8/8/8/8/8/3K4 ? - - 0 1"},
	{"ask", "men", "--json", "--certificate", "men.cert", "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"ask", "captures", "--json", "rnbqkb1r/p1pppppp/8/8/8/2p5/P1PPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"ask", "men", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", "-", "<", "4k3/8/8/8/8/8/8/3K4 b - - 0 1", jsonIllegal},
	{"ask", "men", "--json", "--no-proofgame", "4k3/8/8/8/8/8/PPPPPPP1/QQ2K3 w - - 0 1"},
	{"ask", "captures", "--json", "--no-proofgame", "rnbqkbnr/pp1ppppp/8/8/4P3/8/PP1P1PPP/RNBQKBNR b KQkq - 0 1"},
	{"ask", "promoted", "--json", "--no-proofgame", "rnbqkbnr/pppppp1p/8/8/8/8/PPPPPP1P/RNBQKBRR b Qkq - 0 1"},
	{"ask", "tempo", "--json", "--plies", "6", "rnbqkbnr/ppp2ppp/8/3P4/3p4/8/PPP2PPP/RNBQKBNR w KQkq - 0 1"},
	{"ask", "tempo", "--json", "--start", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 7", "-", "<", "4k3/8/8/8/8/8/8/2KR4 b - - 0 1"},
	{"ask", "release", "--json", "--certificate", "release.cert", "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1"},
	{"ask", "release", "--json", "--start", "4k3/8/8/8/8/8/8/4K3 w - - 0 7", "--squares", "d1", "-", "<", "4k3/8/8/8/8/8/8/3K4 b - - 0 1"},
	{"ask", "level", "--json", "-", "<", jsonIllegal, "no position"},
	{"perft", "--json", "--depth", "2", "--divide", "-", "<", jsonKRK},
	{"count", "armies", "--json"},
	{"count", "armies", "--classes", "--json"},
	{"count", "pairs", "--json"},
	{"count", "positions", "--json"},
	{"count", "positions", "--blocks", "--json"},
	{"version", "--json"},
	{"rank", "--json", "-", "<", jsonLegal},
	{"rank", "--json", "--scheme", "urposition", "1R2r1k1/rnpKrr2/rp2p1qp/8/1P2R2P/NRB1np2/N1B1RR2/2b3b1 w - -"},
	{"unrank", "--json", "-", "<", "49444060874307007942560232630767711417259502539"},
	{"sample", "2", "--json", "--scheme", "urposition-repaired"},
	{"rndfen", "1", "--json"},
	{"estimate", "--json", "-", "<", "1R2r1k1/rnpKrr2/rp2p1qp/8/1P2R2P/NRB1np2/N1B1RR2/2b3b1 w - - 0 1 legal: proof: e4", jsonIllegal + " illegal"},
	{"estimate", "--json", "--multiplier", "4", "-", "<", jsonLegal + " legal", jsonLegal + " legal"},
	{"estimate", "run", "--json", "--samples", "20", "--seed", "1", "--chunk", "20", "--game-states", "1", "--dir", "survey"},
	{"estimate", "run", "--json", "--game-states", "10000000", "--dir", "survey"},
	{"tb", "build", "--json", "KRvK", "--dir", "tables", "--state", "tables/build.json"},
	{"tb", "build", "--json", "--status", "--dir", "tables"},
	{"tb", "build", "--json", "--background", "KRvK", "--dir", "tables"},
	{"estimate", "run", "--json", "--samples", "60", "--seed", "16", "--chunk", "20", "--choose", "3", "--dir", "phases"},
	{"tb", "verify", "--json", "KRvK", "--dir", "tables"},
	{"tb", "export", "--json", "KRvK", "--dir", "tables", "--out", "gaviota"},
	{"tb", "import", "--json", "KRvK", "--from", "gaviota", "--dir", "imported"},
	{"tb", "build", "--json", "KRRvK", "--dir", "gaviota"},
	{"tb", "stats", "--json", "--distribution", "--longest", "1", "KRvK", "--dir", "tables"},
	{"tb", "stats", "--json", "--zugzwangs", "1", "KPvK", "--dir", "tables"},
	{"tb", "stats", "--json", "--seed", "KRk", "--dir", "tables"},
	{"tb", "probe", "--json", "--seed", "KRk", "-", "--dir", "tables", "<", jsonKRK, "8/8/8/8/3R4/4k3/8/K7 b - - 0 1"},
	{"tb", "line", "--json", "-", "--dir", "tables", "<", jsonKRK, "8/8/8/8/3R4/4k3/8/K7 b - - 0 1"},
	{"krk", "prove", "--json", "--lemma", "1,7s-distance-5"},
	{"krk", "prove", "--json", "--lemma", "4", "--time-limit", "1ns"},
	{"krk", "play", "--json", "-", "<", "6k1/8/7K/8/8/8/8/5R2 w - - 0 1"},
	{"krk", "check", "--json", "-", "<", "8/8/8/3k4/8/8/8/K6R w - - 0 1; Kb2", "8/8/8/3k4/8/8/8/K6R w - - 0 1; Rc1", "8/8/8/3k4/8/8/8/K1R5 b - - 0 1; Kd4", "8/8/8/3k4/8/8/8/K6R w - - 0 1; Rb1"},
	{"strategy", "list", "--json"},
	{"strategy", "prove", "krk2016", "--board", "4x4", "--json", "--controls"},
	{"strategy", "prove", "krk2013", "--board", "4x4", "--json"},
	{"strategy", "prove", "krk2016", "--board", "4x4", "--json", "--certify", "--out", "strategy"},
	{"strategy", "prove", "kqk", "--board", "5x5", "--json", "--certify", "--out", "queen"},
	{"strategy", "prove", "kbk", "--board", "4x4", "--json", "--certify", "--out", "bishop"},
	{"strategy", "prove", "--file", "nearer.strategy", "--board", "3x3", "--json", "--certify", "--out", "nearer"},
	{"strategy", "prove", "knk", "--board", "4x4", "--json", "--wins", "--certify", "--out", "knight"},
	{"strategy", "show", "krk2016", "--json"},
	{"strategy", "prove", "krk2016", "--board", "4x4", "--json", "--lemma", "early-1", "--time-limit", "1ns"},
	{"strategy", "count", "krk2016", "--board", "4x4", "--json"},
	{"strategy", "play", "krk2016", "--board", "4x4", "--json", "-", "<", "4/k3/4/KR2 w - - 0 1"},
	{"strategy", "check", "krk2016", "--board", "4x4", "--json", "-", "<", "4/k3/4/KR2 w - - 0 1; Rb2", "4/k3/4/KR2 b - - 0 1; Kb4"},
	{"strategy", "compare", "krk2016", "--board", "4x4", "--json"},
	{"strategy", "compare", "knk", "--json"},
	{"ursa", "--json", "--mapping", "--certify", "--out", "squares", "-", "<", "assert_all(nx*nx==49 && bz);", "assert(nx>200 && ny==1);", "assert(nx<0 || nx*nx==3);", "assert(1==1);"},
	{"ursa", "--json", "-q", "--bits", "64", "-", "<", "assert_all(nx>2 || b); nw = nz;"},
	{"ursa", "--json", "--certify", "--out", "least", "-", "<", "minimize(nx,1,5); assert(nx>2 && ny>nx);"},
	{"ursa", "--json", "--certify", "--out", "greatest", "-", "<", "maximize(nx,1,5); assert_all(nx>7 && ny>nx);"},
	{"reach", "--json", "--certify", "reached", "--engine", "pdr", "--model", "order"},
	{"reach", "--json", "-", "<", "aag 1 0 1 0 0 1", "2 3", "2"},
	{"reach", "--json", "--engine", "bmc", "--frames", "1", "--model", "order"},
	{"reach", "--json", "-", "<", "aag 1 1 0 0 0 0 0 1", "2", "1", "2"},
	{"ursa", "--json", "--rebuild", "squares"},
	{"ursa", "--json", "--rebuild", "least"},
	{"solve", "--json", "-", "<", "p cnf 2 2", "1 2 0", "-1 0"},
	{"solve", "--json", "--all", "-", "<", "p cnf 2 1", "1 2 0"},
	{"solve", "--json", "--time-limit", "1ns", "-", "<", "p cnf 1 1", "1 0"},
}

// jsonElsewhere are schemas that jsonRuns has not, since they take long. Scripts print
// them, and documentedMain looks at that.
var jsonElsewhere = []string{
	"retroproof.krk.inference/2", // in endgame's tests
}

// jsonRare are fields that no run here prints.
var jsonRare = map[string][]string{
	// Of interrupted questions, which a test of package ask asks.
	"retroproof.ask.fields/1":    {"incomplete"},
	"retroproof.krk.lemma/1":     {"parts", "counterexample[].san", "counterexample[].step"}, // of refuted ones, which a test of package endgame prints
	"retroproof.ask.lastmoves/1": {"incomplete"},
	"retroproof.ask.men/2":       {"incomplete"},
	"retroproof.ask.release/1":   {"incomplete"},
	"retroproof.ask.rights/1":    {"incomplete"},
	"retroproof.ask.tempo/1":     {"incomplete"},

	"retroproof.count.armies/1":        {"note"}, // of pairs
	"retroproof.count.positions/1":     {"note"},
	"retroproof.story/1":               {"parts[].spans[].link"}, // where one position comes back
	"retroproof.tb.build.status/1":     {"error", "left_seconds"},
	"retroproof.tb.verify/1":           {"examples", "examples[].fen", "examples[].move", "examples[].reason"}, // a test of package tb has a wrong table
	"retroproof.tb.build.background/1": {"process", "log", "memory_bytes", "disk_bytes", "seconds"},            // a script starts one
	"retroproof.serve.folder/1": { // of two-phase sampling, which TestFolderPhases reads
		"counts.likely_legal", "phases", "phases.illegal", "phases.likely_legal", "phases.likely_illegal", "phases.choose", "phases.wanted", "phases.decided",
		"phases.chosen", "phases.chosen.key",
		"phases.chosen.likely_legal", "phases.chosen.likely_legal.legal", "phases.chosen.likely_legal.illegal", "phases.chosen.likely_legal.unknown",
		"phases.chosen.likely_illegal", "phases.chosen.likely_illegal.legal", "phases.chosen.likely_illegal.illegal", "phases.chosen.likely_illegal.unknown",
	},
	survey.Schema: { // two-phase sampling of an earlier version
		"choose", "packs[].counts.likely_legal", "again[].counts.likely_legal", "counts.likely_legal", "chosen", "chosen.key",
		"chosen.likely_legal", "chosen.likely_legal.legal", "chosen.likely_legal.illegal", "chosen.likely_legal.unknown",
		"chosen.likely_illegal", "chosen.likely_illegal.legal", "chosen.likely_illegal.illegal", "chosen.likely_illegal.unknown",
	},
	survey.JointSchema:                       {"again[].counts.likely_legal"},      // of the first phase alone
	"retroproof.strategy.certificate/3":      {"figures.retrograde.best_by_moves"}, // of kpk, whose proof takes long
	"retroproof.ursa/1":                      {"more_models"},
	"retroproof.strategy.compare.circuits/1": {"reason"},  // of strategies without lemmas, which a script of endgame compares
	"retroproof.strategy.compare.lemma/1":    {"problem"}, // of verdicts that do not agree, which a test of package strategy makes
	"retroproof.ursa.certificate/1": {
		"tries[].solutions", "tries[].blocking", // of assertions alone
	},
}

// TestJSONAnswers runs verbs and compares what they print with doc/json.md: every field
// is there, with its type; and every field of the page has been seen.
func TestJSONAnswers(t *testing.T) {
	page := readJSONPage(t)
	t.Chdir(t.TempDir())
	seen := jsondoc.Seen{}
	check := func(what, text string) {
		objects := 0
		for line := range strings.Lines(text) {
			objects++
			for _, wrong := range page.CheckObject([]byte(line), seen) {
				t.Errorf("%s: doc/json.md: %s", what, wrong)
			}
		}
		if objects == 0 {
			t.Errorf("%s: nothing was printed", what)
		}
	}
	runs := func(args ...string) {
		what, stdin := strings.Join(args, " "), ""
		if i := slices.Index(args, "<"); i >= 0 {
			args, stdin = args[:i], strings.Join(args[i+1:], "\n")+"\n"
		}
		var stdout, stderr bytes.Buffer
		code := run(append(args, "--progress", "none"), strings.NewReader(stdin), &stdout, &stderr)
		if code == verb.ExitUsage || code == verb.ExitIO {
			t.Errorf("%s: exit code %d: %s", what, code, stderr.String())
		}
		check(what, stdout.String())
	}
	const nearer = "strategy \"Nearer\"\nmen rook r\nboards 3\nclaims won\nforce distance(wk, bk) within 12\n"
	if err := os.WriteFile("nearer.strategy", []byte(nearer), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range jsonRuns {
		runs(args...)
	}
	for _, line := range routeAnswers(t) {
		check("serve", line)
	}
	// Syzygy's files of one value; with the first, White to move wins.
	for name, head := range map[string]string{
		"KBvK.rtbw": "\x71\xe8\x23\x5d\x31\x00\xee\x66\x33\x00\x80\x04\x80\x02",
		"KBvK.rtbz": "\xd7\x66\x0c\xa5\x31\x00\x0e\x06\x03\x00\x80\x00",
	} {
		if err := os.WriteFile(name, append([]byte(head), make([]byte, 80-len(head))...), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runs("tb", "compare", "--json", "KBvK", "--syzygy", ".", "--dir", "tables")
	runs("tb", "probe", "--json", "8/8/8/8/8/2k5/8/KB6 b - - 0 1", "--syzygy", ".", "--dir", "tables")
	if err := os.WriteFile("tables/KRvK.dtm", make([]byte, 100), 0o666); err != nil {
		t.Fatal(err)
	}
	runs("tb", "verify", "--json", "KRvK", "--dir", "tables")

	// Files.
	object := func(what string, text []byte) {
		var line bytes.Buffer
		if err := json.Compact(&line, text); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		check(what, line.String())
	}
	for _, dir := range []string{"strategy", "queen", "bishop", "knight", "nearer"} {
		manifest, err := os.ReadFile(filepath.Join(dir, strategycheck.ManifestName))
		if err != nil {
			t.Fatal(err)
		}
		object("the manifest of "+dir, manifest)
	}
	collection, err := folder.Text(strategycheck.Collection{Schema: strategycheck.CollectionSchema, Tool: "retroproof", Folders: []string{"krk2016"}})
	if err != nil {
		t.Fatal(err)
	}
	object("a collection", collection)
	for _, name := range []string{"game.zip", "kernel.zip"} {
		r, err := zip.OpenReader(name)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		text, err := fs.ReadFile(r, "manifest.json")
		if err != nil {
			t.Fatal(err)
		}
		object(name, text)
	}
	claims, err := os.ReadFile("ask.cert")
	if err != nil {
		t.Fatal(err)
	}
	header, _, _ := bytes.Cut(claims, []byte("\n"))
	object("answers", header)
	for _, dir := range []string{"squares", "least", "greatest", "reached"} {
		text, err := os.ReadFile(filepath.Join(dir, ursa.ManifestName))
		if err != nil {
			t.Fatal(err)
		}
		object(dir, text)
	}
	for _, dir := range []string{"survey", "survey/again-01", "survey/pack-000000", "phases", "phases/pack-000000"} {
		for _, name := range []string{surveyrun.PlanName, survey.ManifestName, survey.VerdictsName(0)} {
			text, err := os.ReadFile(filepath.Join(dir, name))
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				t.Fatal(err)
			case name == survey.VerdictsName(0):
				z, err := gzip.NewReader(bytes.NewReader(text))
				if err == nil {
					text, err = io.ReadAll(z)
				}
				if err != nil {
					t.Fatal(err)
				}
				check(name, string(text))
			default:
				object(name, text)
			}
		}
	}

	for _, schema := range page.Schemas() {
		if strings.HasPrefix(schema, checkerSchemas) || slices.Contains(jsonElsewhere, schema) {
			continue
		}
		if seen[schema] == nil {
			t.Errorf("nothing has printed %s", schema)
			continue
		}
		for _, path := range page.Paths(schema) {
			if !seen[schema][path] && !slices.Contains(jsonRare[schema], path) {
				t.Errorf("%s: nothing has printed the field %s", schema, path)
			}
		}
	}
}

// documentedMain is the program as scripts run it: what it prints as JSON is compared
// with doc/json.md, and if it is not as the page says the exit code is one that there is
// not.
func documentedMain() {
	name := os.Getenv(jsonPageVariable)
	if name == "" {
		main()
		return
	}
	w := &documentedWriter{w: os.Stdout, page: sync.OnceValue(func() *jsondoc.Page {
		page, err := jsondoc.Read(name)
		if err != nil {
			panic(err)
		}
		return page
	})}
	code := run(os.Args[1:], os.Stdin, w, os.Stderr)
	for _, wrong := range w.wrong {
		fmt.Fprintf(os.Stderr, "doc/json.md: %s\n", wrong)
		code = 99
	}
	os.Exit(code)
}

// jsonPageVariable names doc/json.md to the programs that scripts run.
const jsonPageVariable = "RETROPROOF_TEST_JSON_PAGE"

// documentedWriter hands on what is written, and looks at the lines that are objects
// with a schema.
type documentedWriter struct {
	w     io.Writer
	page  func() *jsondoc.Page
	line  []byte // that is not complete
	wrong []string
}

// Fd makes the program see that stdout is a terminal, if it is.
func (d *documentedWriter) Fd() uintptr { return os.Stdout.Fd() }

func (d *documentedWriter) Write(p []byte) (int, error) {
	for text := range bytes.Lines(p) {
		d.line = append(d.line, text...)
		if !bytes.HasSuffix(d.line, []byte("\n")) {
			break
		}
		if bytes.HasPrefix(d.line, []byte(`{"schema":`)) {
			d.wrong = append(d.wrong, d.page().CheckObject(d.line, jsondoc.Seen{})...)
		}
		d.line = d.line[:0]
	}
	return d.w.Write(p)
}
