package lemmas

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
)

// withLemmas are the strategies that have lemmas.
var withLemmas = []string{"krk2013", "krk2016", "kqk", "torres", "kpk", "kbk", "knk"}

func circuits(t *testing.T, name string, change func(source string) string) *Circuits {
	t.Helper()
	source, ok := text.Source(name)
	if !ok {
		t.Fatalf("no %s", name)
	}
	s, err := text.Parse(name, change(source), rules.Board{Files: 8, Ranks: 8})
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func unchanged(source string) string { return source }

// failed returns the first step of a deduction that does not follow.
func failed(c *Circuits, steps []Step, but string) (name string, err error) {
	Replay(steps, c.Strategy, func(key string) bool { return key != but })
	for _, s := range steps {
		if s.Err != nil {
			return s.Name, s.Err
		}
	}
	return "", nil
}

// Every theorem follows from all lemmas that are not extra, and the last ones do not without any one of them.
func TestDeductionNeedsEveryLemma(t *testing.T) {
	for _, name := range withLemmas {
		c := circuits(t, name, unchanged)
		if step, err := failed(c, c.Deduction(), ""); err != nil {
			t.Errorf("%s: %s: %v", name, step, err)
		}
		needed := 0
		for _, l := range c.Lemmas() {
			steps := c.Deduction()
			_, err := failed(c, steps, l.Key)
			extra := l.Satisfiable || slices.ContainsFunc(c.Plan.Lemmas, func(x core.Lemma) bool { return x.Name == l.Key })
			if last := steps[len(steps)-1]; (err != nil) == extra || !extra && last.Err == nil && !(l.Draws || c.Kept != "") {
				t.Errorf("%s without %s: %v, %v", name, l.Key, err, last.Err)
			}
			if !extra {
				needed++
			}
		}
		if needed < 4 && len(c.Steps) > 0 || needed == 0 {
			t.Errorf("%s rests on %d lemmas", name, needed)
		}
	}
}

// Termination is deduced from a plan that leaves nothing out, and from no other.
func TestPlansWithGaps(t *testing.T) {
	for _, tt := range []struct{ why, name, from, to string }{
		{"the king's step without a case", "kpk", "within 3 after King\n", "within 3 after Advance\n"},
		{"no descent", "torres", "descent measure\ncase 0..files * (2 * ranks - 3) + files - 1 within files + 3 by condition\ncontrol measure-control: 0..files * (2 * ranks - 3) + files - 1 within files + 2\n", ""},
		{"a descent of some positions only", "kqk", "descent outside\n", "descent outside where caged\n"},
		{"a value without a case", "krk2016", "case 0..24 within 4\n", "case 0..23 within 4\n"},
		{"the greatest without a case", "torres", "case 0..files * (2 * ranks - 3) + files - 1", "case 0..files * (2 * ranks - 3) + files - 2"},
		{"a step without a case", "krk2016", "within 2 after KeepRoomDiag, KeepRoomNonDiag\n", "within 2 after KeepRoomDiag\n"},
		{"a case of no move", "torres", "within files + 3 by", "within 0 by"},
		{"an early step that is not", "krk2016", "early once RookSafe, RookSafeSmallBoards run", "early once RookSafe run"},
		{"no early steps", "krk2016", "early once RookSafe, RookSafeSmallBoards run RookHome within 3\n", ""},
		{"no last step", "krk2016", "last ReadyToMate\n", ""},
	} {
		c := circuits(t, tt.name, func(source string) string {
			if !strings.Contains(source, tt.from) {
				t.Errorf("%s: the text has no %s", tt.why, tt.from)
			}
			return strings.Replace(source, tt.from, tt.to, 1)
		})
		if step, err := failed(c, c.Deduction(), ""); step != "Theorem 3" {
			t.Errorf("%s: %s: %v", tt.why, step, err)
		}
	}
}

// A deduction of which anything is changed is refused, here and by a script that shares no code.
func TestChangedDeductions(t *testing.T) {
	python, err := exec.LookPath("python3")
	script := filepath.Join("..", "..", "..", "doc", "replay-deduction.py")
	file := filepath.Join(t.TempDir(), "manifest.json")
	replay := func(c *Circuits, steps []Step) (ok bool) {
		type lemma struct {
			Lemma string `json:"lemma"`
		}
		var all []lemma
		for _, l := range c.Lemmas() {
			all = append(all, lemma{l.Key})
		}
		data, err := json.Marshal(map[string]any{"ranks": c.Ranks, "lemmas": all, "deduction": steps,
			"figures": map[string]any{"positions_by_step": make([]int, len(c.Steps))}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		return exec.Command(python, script, file).Run() == nil
	}
	try := func(c *Circuits, what string, want bool, steps []Step) {
		t.Helper()
		if step, err := failed(c, steps, ""); (err == nil) != want {
			t.Errorf("%s, %s: %s: %v", c.Strategy.Name, what, step, err)
		}
		if python != "" && replay(c, steps) != want {
			t.Errorf("%s, %s: the script says %t", c.Strategy.Name, what, !want)
		}
	}
	for _, name := range withLemmas {
		c := circuits(t, name, unchanged)
		try(c, "unchanged", true, c.Deduction())
	}
	c := circuits(t, "krk2016", unchanged)
	find := func(name string) (list []Step, s *Step) {
		list = c.Deduction()
		return list, &list[slices.IndexFunc(list, func(s Step) bool { return s.Name == name })]
	}
	for _, tt := range []struct {
		what, step string
		change     func(s *Step)
	}{
		{"a bound that is too small", "Theorem 3", func(s *Step) { s.Claim, s.Moves = "at(i+266) => false", 266 }},
		{"another claim of the bound", "Theorem 3", func(s *Step) { s.Claim = "at(i+3) => false" }},
		{"a phase left out", "Theorem 3", func(s *Step) { s.Descent.Phases = s.Descent.Phases[1:] }},
		{"a lemma of the descent left out", "Theorem 3", func(s *Step) { s.Descent.Phases[0].Lemmas = s.Descent.Phases[0].Lemmas[1:] }},
		{"a step in no list", "Theorem 3", func(s *Step) { s.Descent.Steps = s.Descent.Steps[1:] }},
		{"early steps by nothing", "Theorem 3", func(s *Step) { s.Cites = s.Cites[1:] }},
		{"early sooner", "Early", func(s *Step) { s.Claim = "early(i+2) => false" }},
		{"early without a lemma", "Early", func(s *Step) { s.Cites = slices.DeleteFunc(s.Cites, func(c Cite) bool { return c.Name == "early-3" }) }},
		{"early without a time", "Early", func(s *Step) {
			s.Cites = slices.DeleteFunc(s.Cites, func(c Cite) bool { return c == Cite{"early-1", 1} })
		}},
		{"induction without its lemma", "Theorem 1", func(s *Step) { s.Cites = s.Cites[1:] }},
		{"induction of something else", "Theorem 1", func(s *Step) { s.Claim = "at(i) => stuck(i)" }},
		{"an unknown rule", "Theorem 2", func(s *Step) { s.Rule = "trust" }},
		{"a stronger theorem", "Theorem 2", func(s *Step) { s.Claim = "moved(i) => lost(i)" }},
		{"not by what a play is", "play-2", func(s *Step) { s.Claim = "at(i) => moved(i)" }},
		{"wins sooner", "Theorem 4", func(s *Step) { s.Moves = 3 }},
		{"wins by another step", "Theorem 4", func(s *Step) { s.Cites[0].Name = "Moves" }},
		{"wins, and more", "Theorem 4", func(s *Step) { s.Claim = "true => wins(i)" }},
		{"a lemma that there is not", "closed", func(s *Step) { s.Name = "open" }},
	} {
		list, s := find(tt.step)
		tt.change(s)
		if s.Name == "open" { // no lemma has this name
			Replay(list, c.Strategy, func(key string) bool { return key != "open" })
			if list[len(list)-1].Err == nil {
				t.Errorf("%s: accepted", tt.what)
			}
			continue
		}
		try(c, tt.what, false, list)
	}
	// A rank on which the pawn can be, and no lemma.
	c = circuits(t, "kpk", unchanged)
	list, s := find("Ranks")
	s.Claim = strings.TrimSuffix(s.Claim, " or rank-8(i)")
	try(c, "a rank left out", false, list)
	if err != nil {
		t.Log("no python3: the script was not run")
	}
}

// What has no lemmas says why.
func TestNoLemmas(t *testing.T) {
	for source, want := range map[string]string{
		"men bishop b, knight n\nclaims won\nforce distance(wk, bk) within 2\n": "forces a measure",
		"men queen q\nagainst knight n\nstep S: true\n":                         "White's men against the king alone",
		"men rook r\nclaims won\nstep S: true\n":                                "best play",
		"men rook r\npositions where r.x = 1\nstep S: true\n":                   "some positions only",
	} {
		s, err := text.Parse("test", "strategy \"x\"\n"+source, rules.Board{Files: 8, Ranks: 8})
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		if _, err := New(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", source, err, want)
		}
	}
}
