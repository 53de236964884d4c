package surveyrun

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/survey"
)

// TestPublished checks the unit of the published estimate that is kept: that it is the one which the hash of the manifest chooses, that its files
// are those that were published, and all of its evidence. Some of its draws are decided again: what is illegal gives the same bytes, and what is legal a game,
// which may be another one in this version.
func TestPublished(t *testing.T) {
	const page, dir = "../../doc/results/estimate-4036.md", "../../doc/results/estimate-4036-unit"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("SHA-256 of `manifest.json` \\| ([0-9a-f]{64}) ").FindSubmatch(text)
	if found == nil {
		t.Fatalf("%s: no hash of the manifest", page)
	}
	hash, _ := new(big.Int).SetString(string(found[1]), 16)
	unit := new(big.Int).Mod(hash, big.NewInt(1000)).Uint64()
	p, _, err := survey.ReadPack(filepath.Dir(dir), filepath.Base(dir))
	if err != nil {
		t.Fatal(err)
	}
	if uint64(p.Number) != unit || p.PackUnits != 1 || p.UnitDraws != 1000 || p.Seed != 4036 {
		t.Errorf("unit %d is kept, the hash chooses %d", p.Number, unit)
	}
	for _, f := range []*survey.File{&p.Units[0].Verdicts, p.Units[0].Evidence} {
		kept, err := os.ReadFile(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		if sum := fmt.Sprintf("%x", sha256.Sum256(kept)); sum != f.SHA256 || !strings.Contains(string(text), sum) {
			t.Errorf("%s: SHA-256 %s, which %s does not have", f.Name, sum, page)
		}
	}
	if r, err := survey.CheckPack(t.Context(), dir, survey.Options{}); err != nil || r.Draws() != 1000 {
		t.Errorf("%v, %v", r, err)
	}
	lines, err := readLines(filepath.Join(dir, p.Units[0].Verdicts.Name))
	if err != nil {
		t.Fatal(err)
	}
	d := kernel.DefaultDecideOptions
	again := newDecider(&Plan{Plan: p.Plan, Budgets: Budgets{
		KernelNodes: d.KernelNodes, LastMovePositions: d.LastMovePositions, LastMoveKernelNodes: d.LastMoveKernelNodes, GameStates: proofgame.DefaultStates,
	}})
	for _, l := range lines[:60] {
		made := again.decide(t.Context(), l.Draw, nil)
		switch {
		case made.failed != nil:
			t.Fatal(made.failed)
		case made.line.Verdict != l.Verdict || l.Verdict == survey.Illegal && string(made.line.Text()) != string(l.Text()):
			t.Errorf("draw %d: %s, published %s", l.Draw, made.line.Text(), l.Text())
		}
	}
}
