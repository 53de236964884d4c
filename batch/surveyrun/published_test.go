package surveyrun

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/kernel"
	"retroproof/kernel/proofgame"
	"retroproof/proofs/survey"
)

// TestPublished checks the unit of the published estimate that is kept: that it is the one which the hash of the
// manifest chooses, that its files are those that were published, and that its evidence, of an earlier version, is
// refused with the commit that reads it. Some of its draws are decided again: what is illegal gives the same bytes, and
// what is legal a game, which may be another one in this version.
func TestPublished(t *testing.T) {
	const page, dir, root, pack = "../../doc/results/estimate-4036.md", "../../doc/results/estimate-4036-unit",
		"../../doc/results/estimate-4036.json", "../../doc/results/estimate-4036-pack.json.gz"
	text := expect.Must(os.ReadFile(page))
	manifest := expect.Must(os.ReadFile(root))
	hash := sha256.Sum256(manifest)
	expect.Contains(t, string(text), fmt.Sprintf("SHA-256 of `manifest.json` | %x ", hash),
		"%s: the hash of %s", page, root)
	unit := new(big.Int).Mod(new(big.Int).SetBytes(hash[:]), big.NewInt(1000)).Uint64()
	listed := publishedUnits(t, pack, manifest)[unit]
	var p survey.Pack
	listing := expect.Must(os.ReadFile(filepath.Join(dir, survey.ManifestName)))
	expect.NoError(t, json.Unmarshal(listing, &p))
	if uint64(p.Number) != unit || p.PackUnits != 1 || p.UnitDraws != 1000 || p.Seed != 4036 {
		t.Errorf("unit %d is kept, the hash chooses %d", p.Number, unit)
	}
	if kept := p.Units[0]; !reflect.DeepEqual(kept, listed) {
		t.Errorf("unit %+v is kept, and the manifest lists %+v", kept, listed)
	}
	for _, f := range []*survey.File{&p.Units[0].Verdicts, p.Units[0].Evidence} {
		kept := expect.Must(os.ReadFile(filepath.Join(dir, f.Name)))
		if sum := fmt.Sprintf("%x", sha256.Sum256(kept)); sum != f.SHA256 || !strings.Contains(string(text), sum) {
			t.Errorf("%s: SHA-256 %s, which %s does not have", f.Name, sum, page)
		}
	}
	// Its certificates are of an earlier version: the refusal and the page name a commit that verifies them.
	_, err := survey.CheckPack(t.Context(), dir, survey.Options{})
	if !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), "at commit 748beb5fa1fb") || !strings.Contains(string(text), "commit 748beb5fa1fb") {
		t.Errorf("%v, want %v", err, survey.ErrManifest)
	}
	lines := publishedLines(t, filepath.Join(dir, p.Units[0].Verdicts.Name))
	d := kernel.DefaultDecideOptions
	again := newDecider(&Plan{Plan: p.Plan, Budgets: Budgets{
		KernelNodes: d.KernelNodes, LastMovePositions: d.LastMovePositions, LastMoveKernelNodes: d.LastMoveKernelNodes, GameStates: proofgame.DefaultStates,
	}})
	for _, l := range lines[:60] {
		l.Schema = survey.LineSchema
		made := again.decide(t.Context(), l.Draw, nil)
		switch {
		case made.failed != nil:
			t.Fatal(made.failed)
		case made.line.Verdict != l.Verdict || l.Verdict == survey.Illegal && string(made.line.Text()) != string(l.Text()):
			t.Errorf("draw %d: %s, published %s", l.Draw, made.line.Text(), l.Text())
		}
	}
}

// publishedLines reads lines, which are of an earlier version.
func publishedLines(t *testing.T, name string) (lines []survey.Line) {
	t.Helper()
	f := expect.Must(os.Open(name))
	defer f.Close()
	z, err := gzip.NewReader(f)
	expect.NoError(t, err)
	for d := json.NewDecoder(z); d.More(); {
		lines = append(lines, survey.Line{})
		expect.NoError(t, d.Decode(&lines[len(lines)-1]))
	}
	return lines
}

// publishedUnits reads the units that the manifest of the only pack lists, of which the manifest of the survey has the
// checksum.
func publishedUnits(t *testing.T, name string, root []byte) []survey.Unit {
	t.Helper()
	f := expect.Must(os.Open(name))
	defer f.Close()
	z, err := gzip.NewReader(f)
	expect.NoError(t, err)
	text, err := io.ReadAll(z)
	expect.NoError(t, err)
	var whole survey.Root
	var p survey.Pack
	expect.NoError(t, errors.Join(json.Unmarshal(root, &whole), json.Unmarshal(text, &p)))
	if sum := fmt.Sprintf("%x", sha256.Sum256(text)); sum != whole.Packs[0].SHA256 || len(p.Units) != 1000 {
		t.Fatalf("%s: SHA-256 %s, %d units", name, sum, len(p.Units))
	}
	return p.Units
}
