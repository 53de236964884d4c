package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"retroproof/chess"
	"retroproof/cmd/retroproof/verb/verbtest"
	"retroproof/internal/expect"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
	"retroproof/strategy"
)

const coqFolder = "../../proofs/coq"

// coqFiles returns the texts of proofs/coq by name.
func coqFiles(t *testing.T) map[string]string {
	t.Helper()
	files, err := filepath.Glob(coqFolder + "/*.v")
	expect.NoError(t, err)
	texts := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		expect.NoError(t, err)
		texts[strings.TrimSuffix(filepath.Base(file), ".v")] = string(text)
	}
	return texts
}

// TestCoqTexts: nothing is assumed, make coq checks all files, the files of strategies print what their theorems
// assume, and what has to be read is short.
func TestCoqTexts(t *testing.T) {
	t.Parallel()
	texts := coqFiles(t)
	makefile, err := os.ReadFile("../../Makefile")
	expect.NoError(t, err)
	list := strings.Fields(regexp.MustCompile(`(?m)^COQ_FILES = (.*)$`).FindStringSubmatch(string(makefile))[1])
	var names []string
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	expect.List(t, slices.Sorted(slices.Values(list)), names, "COQ_FILES")
	assumes := regexp.MustCompile(`(?m)^\s*(Axioms?|Parameters?|Conjecture|Admitted)\b|\b(admit|Admitted|give_up)\.`)
	for name, text := range texts {
		expect.Equal(t, assumes.FindString(text), "", "%s.v", name)
		prints := strings.Count(text, "Print Assumptions")
		if strings.HasSuffix(name, "_wins") && prints != 2 && (prints != 1 || name != "KPK_wins") {
			t.Errorf("%s.v does not print what its theorems assume", name)
		}
	}
	read := 0
	for _, part := range []struct{ file, from, to string }{
		{"Prelude", "", ""}, {"Squares", "", ""}, {"Board", "", ""}, {"KRK", "", ""}, {"KQK", "", ""}, {"Chess", "", ""},
		{"Before", "", "Section Before."}, {"Weights", "", ""}, {"Illegal", "(** A position as a FEN says it", ""},
		{"KRK_chess", "", "(** * Proofs *)"}, {"Pawn_chess", "", "(** * Proofs *)"},
		{"Strategy", "", "Lemma by_rules_in"}, {"Strategy", "(** Strategies that decide", "(** The same, with tables"},
		{"Rup", "", "(** What is read of a proof"}, {"Packed", "", "Fixpoint numbered"},
	} {
		_, after, found := strings.Cut(texts[part.file], part.from)
		before, _, ends := strings.Cut(after+"\x00", cmp.Or(part.to, "\x00"))
		if !found || !ends {
			t.Fatalf("%s.v has no %q or %q", part.file, part.from, part.to)
		}
		read += filled(before)
	}
	page, err := os.ReadFile("../../doc/machine-checked.md")
	expect.NoError(t, err)
	for _, m := range regexp.MustCompile("`([a-z]\\w*_\\w+)`").FindAllStringSubmatch(string(page), -1) {
		for name, text := range texts {
			statement := regexp.MustCompile(`(?ms)^(Theorem|Corollary|Lemma) ` + m[1] + `\b.*?^Proof`).FindString(text)
			if statement != "" && name != "Counts" {
				read += filled(statement) - 1
			}
		}
	}
	if t.Logf("%d lines have to be read", read); read > 700 || read < 300 {
		t.Errorf("%d lines have to be read, want at most 700", read)
	}
}

// filled counts the lines that are not blank.
func filled(text string) (n int) {
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			n++
		}
	}
	return n
}

// TestCoq: what Coq proves of the strategies is what the program finds: their longest wins, and the counts of Counts.v.
func TestCoq(t *testing.T) {
	if testing.Short() {
		t.Skip("goes back from mate for five strategies")
	}
	texts := coqFiles(t)
	statement := regexp.MustCompile(`exactly\w* .* (\d+) = true\.`)
	count := regexp.MustCompile(`(?s)Lemma ([a-z0-9]+)_(\w+) :.*?=\s+(\d+|\[[^]]*\])%N\.`)
	counts := count.FindAllStringSubmatch(texts["Counts"], -1)
	if len(counts) != 11 {
		t.Fatalf("%d counts, want 11", len(counts))
	}
	for _, file := range []string{"KRK2013", "KRK2016", "KQK", "Torres", "KPK"} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			theorems, name := texts[file+"_wins"], strings.ToLower(file)
			m := statement.FindStringSubmatch(theorems)
			if m == nil {
				t.Fatal("no statement")
			}
			s, err := text.New(name, rules.Board{Files: 8, Ranks: 8})
			expect.NoError(t, err)
			table, err := wins.New(t.Context(), s)
			expect.NoError(t, err)
			figures := table.Figures()
			line, err := json.Marshal(figures)
			expect.NoError(t, err)
			all := map[string]json.RawMessage{}
			expect.NoError(t, json.Unmarshal(line, &all))
			if got := strconv.Itoa(figures.Longest()); got != m[1] || figures.NotWon != 0 {
				t.Errorf("got longest win %s and %d not won, want %s and 0", got, figures.NotWon, m[1])
			}
			for _, c := range counts {
				if want := strings.ReplaceAll(c[3], "; ", ","); c[1] == name && string(all[c[2]]) != want {
					t.Errorf("got %s %s, want %s", c[2], all[c[2]], want)
				}
			}
			var written strings.Builder
			expect.NoError(t, strategy.WriteCoq(&written, s, figures.Longest()))
			if file == "KPK" && written.String() != theorems {
				t.Errorf("KPK_wins.v is not what the program writes:\n%s", written.String())
			}
		})
	}
}

// TestCoqPerft: the games that Coq counts are as many as the program finds.
func TestCoqPerft(t *testing.T) {
	t.Parallel()
	lemmas := regexp.MustCompile(`(?s)perfts (?:initial|\(position_of "([^"]*)"\)) (\d) = \[([^]]*)\]%N\.`).
		FindAllStringSubmatch(coqFiles(t)["Perft"], -1)
	if len(lemmas) != 8 {
		t.Fatalf("got %d positions, want 8", len(lemmas))
	}
	for _, m := range lemmas {
		want := strings.Split(m[3], "; ")
		expect.Equal(t, strconv.Itoa(len(want)), m[2], "%s numbers", m[1])
		p, err := chess.ParsePosition(cmp.Or(m[1], chess.InitialFEN))
		expect.NoError(t, err)
		for i, want := range want {
			n, err := chess.Perft(t.Context(), p, i+1)
			if got := strconv.FormatUint(n, 10); err != nil || got != want {
				t.Errorf("%s, %d plies: got %s %v, want %s", m[1], i+1, got, err, want)
			}
		}
	}
}

// coqGoals are illegal positions whose theorems Coq accepts.
var coqGoals = []string{
	"3k4/3Q4/8/8/8/8/8/3K3B w - - 0 1", "4k1b1/5pp1/6p1/8/8/8/8/4K3 b - - 0 1", // a last move, a closed set
	"4k3/8/8/8/8/8/8/4K2N w K - 0 1", "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1", // rights, and a cone
	"2r2q1N/2r5/B3R2p/Rnk4P/R1b3b1/NrnqbPK1/Qp1qnp1P/2B5 w - - 0 1", // a capture by a pawn, and nothing is missing
	"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBBR w KQkq - 0 1",      // bishops of one colour
	"rnbqkbnr/pppppppp/8/8/5B2/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1",    // shut in by pawns that never moved
	"rn1qk1nr/p1pppp1p/p6p/8/8/P2P4/P2PPPPP/RN2KBNR w KQkq - 0 1",   // a closed set of 198 states
}

// TestCoqIllegal: the checker of Coq accepts illegal positions that the program writes, and the program refutes the
// positions of Illegal_draws.v and Kernel_draw.v. That the checker is right, and what it needs, is for make coq: RETROPROOF_LONG=1.
func TestCoqIllegal(t *testing.T) {
	coqc, err := exec.LookPath("coqc")
	if err != nil || testing.Short() {
		t.Skip("needs coqc, for ten CPU seconds")
	}
	t.Parallel()
	texts, goals, draws := coqFiles(t), coqGoals[:5], 25
	dir := t.TempDir()
	compile := func(mode, folder, name, text string) string {
		out, err := runCoq(coqc, dir, mode, folder, name, text)
		expect.Succeeds(t, err, "%s: %s\n%s", name, out, text)
		return out
	}
	if verbtest.Long {
		goals, draws = coqGoals, 63
		if out, err := exec.Command("make", "-C", "../..", "coq").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	} else {
		for _, name := range []string{"Prelude", "Squares", "Chess", "Before", "Weights", "Illegal", "Closed"} {
			compile("-vos", ".", name, texts[name])
		}
	}
	for i, fen := range goals {
		file := filepath.Join(dir, "Written.v")
		out, err := exec.Command("retroproof", "legal", "--no-proofgame", "--coq", file, fen).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", fen, err, out)
		}
		text, err := os.ReadFile(file)
		expect.NoError(t, err)
		name := "Goal" + strconv.Itoa(i)
		if !verbtest.Long {
			compile("-vok", ".", name, accepted(string(text)))
		} else if out := compile("", mustAbs(t, coqFolder), name, string(text)); out != "Closed under the global context\n" {
			t.Errorf("%s: %s", fen, out)
		}
	}
	fens := regexp.MustCompile(`(?m)^  "(.*)"`).FindAllStringSubmatch(texts["Illegal_draws"], -1)
	if len(fens) != 63 {
		t.Fatalf("got %d positions, want 63", len(fens))
	}
	var list strings.Builder
	for _, m := range fens[:draws] {
		list.WriteString(m[1] + "\n")
	}
	list.WriteString(regexp.MustCompile(`position_of "(.*)"`).FindStringSubmatch(texts["Kernel_draw"])[1])
	cmd := exec.Command("retroproof", "legal", "--no-proofgame", "-")
	cmd.Stdin = strings.NewReader(list.String())
	out, err := cmd.Output()
	expect.NoError(t, err)
	if got := bytes.Count(out, []byte(" illegal ")); got < draws-1 {
		t.Errorf("got %d illegal positions, want at least those that Coq refutes, %d\n%s", got, draws-1, out)
	}
}

// runCoq compiles a text, which may require what is in a folder; mode -vos leaves proofs out, -vok those of others.
func runCoq(coqc, dir, mode, folder, name, text string) (string, error) {
	if err := os.WriteFile(filepath.Join(dir, name+".v"), []byte(text), 0o600); err != nil {
		return "", err
	}
	args := []string{"-Q", folder, "", name + ".v"}
	if mode != "" {
		args = append(args, mode)
	}
	cmd := exec.Command(coqc, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// TestCoqProof: Coq accepts a proof that retroproof-check --coq writes, and none with a lemma or a clause changed.
func TestCoqProof(t *testing.T) {
	coqc, err := exec.LookPath("coqc")
	if err != nil || testing.Short() {
		t.Skip("needs coqc, for five CPU seconds")
	}
	t.Parallel()
	texts, dir := coqFiles(t), t.TempDir()
	for _, name := range []string{"Rup", "Packed"} {
		if out, err := runCoq(coqc, dir, "", ".", name, texts[name]); err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
	}
	script, err := os.ReadFile("../retroproof-check/testdata/script/check-pairs.txtar")
	expect.NoError(t, err)
	_, text, _ := strings.Cut(string(script), "-- of_u.want --\n")
	if out, err := runCoq(coqc, dir, "", ".", "Good", text); err != nil || out != "Closed under the global context\n" {
		t.Errorf("%v\n%s", err, out)
	}
	for old, other := range map[string]string{`"B@DC@`: `"B@DD@`, `"BD@BE@`: `"BD@BF@`} {
		changed := strings.Replace(text, old, other, 1)
		if out, err := runCoq(coqc, dir, "", ".", "Bad", changed); err == nil || changed == text {
			t.Errorf("Coq accepts %s for %s: %s", other, old, out)
		}
	}
}

// accepted returns the file of a goal with the computation alone, without the theorem that follows from it.
func accepted(text string) string {
	text = strings.ReplaceAll(strings.ReplaceAll(text, " Illegal_sound", ""), " Closed_sound", "")
	before, theorem, _ := strings.Cut(text, "Theorem goal_unreachable")
	by := regexp.MustCompile(`apply \((.*)\)\. vm_cast`).FindStringSubmatch(theorem)[1]
	by = strings.Replace(strings.Replace(by, "closed_set_refutes", "closed_set", 1), "check_sound", "check", 1)
	if strings.HasPrefix(by, "check ") {
		by += " goal"
	}
	return before + "Example accepted : " + by + " = true.\nProof. vm_cast_no_check (eq_refl true). Qed.\n"
}

func mustAbs(t *testing.T, path string) string {
	t.Helper()
	abs, err := filepath.Abs(path)
	expect.NoError(t, err)
	return abs
}

// TestCoqCage: the closed set of proofs/coq is what the program writes.
func TestCoqCage(t *testing.T) {
	t.Parallel()
	want := coqFiles(t)["Closed_cage"]
	fen := regexp.MustCompile(`position_of "(.*)"`).FindStringSubmatch(want)[1]
	file := filepath.Join(t.TempDir(), "cage.v")
	if out, err := exec.Command("retroproof", "legal", "--no-proofgame", "--coq", file, fen).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	got, err := os.ReadFile(file)
	expect.NoError(t, err)
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
