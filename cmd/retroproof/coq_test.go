package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"retroproof/internal/expect"
)

// TestCoq: what Coq proves of the strategies' longest wins is what the program finds.
func TestCoq(t *testing.T) {
	if testing.Short() {
		t.Skip("goes back from mate for four strategies")
	}
	files, err := filepath.Glob("../../proofs/coq/*_wins.v")
	if err != nil || len(files) != 4 {
		t.Fatalf("%v, %v; want four files", files, err)
	}
	statement := regexp.MustCompile(`exactly \w+ (\w+) .* (\d+) = true\.`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			expect.NoError(t, err)
			m := statement.FindStringSubmatch(string(text))
			if m == nil {
				t.Fatal("no statement")
			}
			out, err := exec.Command("retroproof", "strategy", "prove", m[1], "--wins", "--json").Output()
			expect.NoError(t, err)
			var figures struct {
				Retrograde struct {
					NotWon int   `json:"not_won"`
					By     []int `json:"by_moves"`
				}
			}
			expect.NoError(t, json.NewDecoder(bytes.NewReader(out)).Decode(&figures))
			if got := strconv.Itoa(len(figures.Retrograde.By)); got != m[2] || figures.Retrograde.NotWon != 0 {
				t.Errorf("%s: got longest win %s and %d not won, want %s and 0", m[1], got, figures.Retrograde.NotWon, m[2])
			}
		})
	}
}

// TestCoqIllegal: Coq accepts the theorems about illegal positions without axioms, and the program refutes the same positions.
func TestCoqIllegal(t *testing.T) {
	coqc, err := exec.LookPath("coqc")
	if err != nil || testing.Short() {
		t.Skip("needs coqc, for half a CPU minute")
	}
	t.Parallel()
	dir := t.TempDir()
	const closed = "Closed under the global context\n"
	for _, c := range []struct{ file, want string }{
		{"Squares", ""}, {"Chess", ""}, {"Games", closed + closed}, {"Before", ""}, {"Before_facts", ""},
		{"Before_complete", closed}, {"Rights", closed}, {"Weights", closed}, {"Home", closed}, {"Illegal", ""},
		{"Illegal_sound", closed + closed}, {"Illegal_draws", closed + closed},
		{"Board", ""}, {"Table", ""}, {"KRK_chess", closed + closed},
	} {
		text, err := os.ReadFile("../../proofs/coq/" + c.file + ".v")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, c.file+".v"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(coqc, "-Q", ".", "", c.file+".v")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != c.want {
			t.Fatalf("%s: %v, got %q, want %q", c.file, err, out, c.want)
		}
	}
	text, err := os.ReadFile("../../proofs/coq/Illegal_draws.v")
	if err != nil {
		t.Fatal(err)
	}
	fens := regexp.MustCompile(`(?m)^  "(.*)"`).FindAllSubmatch(text, -1)
	if len(fens) != 63 {
		t.Fatalf("got %d positions, want 63", len(fens))
	}
	for _, fen := range []string{
		"3k4/3Q4/8/8/8/8/8/3K3B w - - 0 1", string(fens[0][1]), // at once, and by a last move
		"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBBR w KQkq - 0 1",           // bishops of one colour
		"rnbqkbnr/pppppppp/8/8/5B2/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1",         // shut in by pawns that never moved
		"4k3/8/8/8/8/8/8/4K2N w K - 0 1", "4k3/8/8/8/8/P7/PP6/4K3 w - - 0 1", // rights, and a cone
	} {
		written := exec.Command("retroproof", "legal", "--coq", filepath.Join(dir, "Goal.v"), fen)
		if out, err := written.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", fen, err, out)
		}
		cmd := exec.Command(coqc, "-Q", ".", "", "Goal.v")
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil || string(out) != closed {
			t.Errorf("%s: %v, got %q, want %q", fen, err, out, closed)
		}
	}
	var list bytes.Buffer
	for _, m := range fens {
		list.Write(append(m[1], '\n'))
	}
	cmd := exec.Command("retroproof", "legal", "--no-proofgame", "-")
	cmd.Stdin = &list
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := bytes.Count(out, []byte(" illegal ")); got < 13+48 {
		t.Errorf("got %d illegal positions, want at least those that Coq refutes, 61\n%s", got, out)
	}
}
