package survey_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/proofs/lrat"
	"retroproof/proofs/replay"
	"retroproof/proofs/survey"
)

// sampleDir was made by
//
//	retroproof estimate run --samples 6 --chunk 4 --seed 15 --dir testdata/sample
const sampleDir = "testdata/sample"

const (
	manifest = survey.ManifestName
	verdicts = "verdicts-000000.jsonl"
	evidence = "evidence-000000.zip"
	second   = "verdicts-000001.jsonl" // with a legal position
)

func TestCheck(t *testing.T) {
	var lines []*survey.Line
	r, err := survey.Check(context.Background(), sampleDir, survey.Options{Each: func(l *survey.Line) { lines = append(lines, l) }})
	if err != nil {
		t.Fatal(err)
	}
	legal, unknown := r.Manifest.Counts.Tally().Totals()
	if len(lines) != 6 || legal != 1 || unknown != 0 || r.Manifest.Counts.Illegal != 5 || r.Nodes != 5 || r.Plies != int64(r.Longest) {
		t.Errorf("%d lines, %+v", len(lines), r)
	}
	if !strings.Contains(r.String(), "draws: 6 of urposition-repaired, those of seed 15\nlegal: 1 positions; games: 227 plies") {
		t.Error(r)
	}
	// The lines are such as other readers take, too.
	for _, l := range lines {
		read, err := poslist.ParseVerdict(batch.Line{Text: strings.TrimSpace(string(l.Text()))})
		if err != nil || read.Setup.FEN() != l.FEN || read.Number != (poslist.Number{Of: poslist.OfDraws, N: l.Draw}) || read.Verdict.String() != l.Verdict {
			t.Errorf("%s: %+v, %v", l.Text(), read, err)
		}
	}
}

// change is a change of a file: with no text to replace, to be the file.
type change struct{ file, old, text string }

// atEnd stands for the text to replace of a change that adds.
const atEnd = "at the end"

// forge copies the sample with changes, and returns the folder.
func forge(t *testing.T, changes ...change) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(sampleDir)); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		name := filepath.Join(dir, c.file)
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case c.old == "":
			text = []byte(c.text)
		case c.old == atEnd:
			text = append(text, c.text...)
		case !bytes.Contains(text, []byte(c.old)):
			t.Fatalf("%s: no %q", c.file, c.old)
		default:
			text = bytes.Replace(text, []byte(c.old), []byte(c.text), 1)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestForgeries has folders of which each is wrong in one way. Lengths and checksums
// are those of the manifest where this is what would be noticed first.
func TestForgeries(t *testing.T) {
	other, err := os.ReadFile(filepath.Join(sampleDir, "evidence-000001.zip"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		want    error
		changes []change
	}{
		{"seed", survey.ErrLine, []change{{manifest, `"seed": 15`, `"seed": 14`}}},
		{"scheme", survey.ErrManifest, []change{{manifest, `"urposition-repaired"`, `"urposition"`}}},
		{"population", survey.ErrManifest, []change{{manifest, `"population": "8`, `"population": "9`}}},
		{"schema", survey.ErrManifest, []change{{manifest, `survey/2`, `survey/3`}}},
		{"generator", survey.ErrManifest, []change{{manifest, `ChaCha20`, `ChaCha8`}}},
		{"unknown field", survey.ErrManifest, []change{{manifest, `"seed": 15`, `"seed": 15, "x": 1`}}},
		{"estimate", survey.ErrManifest, []change{{manifest, `"positions": 1`, `"positions": 2`}}},
		{"interval", survey.ErrManifest, []change{{manifest, `"interval95": [
        3`, `"interval95": [
        2`}}},
		{"method", survey.ErrManifest, []change{{manifest, `clopper-pearson`, `normal`}}},
		{"no draws", nil, []change{{manifest, "", ""}}},
		{"draw", survey.ErrLine, []change{{verdicts, `"draw":0`, `"draw":1`}}},
		{"rank", survey.ErrLine, []change{{verdicts, `"rank":"`, `"rank":"1`}}},
		{"verdict", survey.ErrLine, []change{{verdicts, `"illegal"`, `"ILLEGAL"`}}},
		{"field", survey.ErrLine, []change{{verdicts, `{"schema"`, `{"x":1,"schema"`}}},
		{"no evidence", survey.ErrEvidence, []change{{second, `"verdict":"legal"`, `"verdict":"illegal"`}}},
		{"too much evidence", survey.ErrEvidence, []change{{verdicts, `"verdict":"illegal"`, `"verdict":"unknown"`}}},
		{"other evidence", survey.ErrFile, []change{{evidence, "", string(other)}}},
		{"damaged evidence", nil, []change{{evidence, "PK\x03\x04", "PK\x03\x05"}}},
		{"game", survey.ErrGame, []change{{second, `"game":"`, `"game":"a3 `}, {second, `"plies":227`, `"plies":228`}}},
		{"plies", survey.ErrGame, []change{{second, `"plies":227`, `"plies":228`}}},
		{"checksum", survey.ErrFile, []change{{manifest, `"sha256": "`, `"sha256": "0`}}},
		{"line missing", survey.ErrLine, []change{{verdicts, "", ""}}},
		{"line too many", survey.ErrFile, []change{{verdicts, atEnd, "{}\n"}}},
		{"line without end", survey.ErrLine, []change{{verdicts, "", strings.Repeat(" ", 1<<20)}}},
		{"long text", survey.ErrLine, []change{{verdicts, `"verdict":"illegal"`, `"verdict":"` + strings.Repeat("x", 1<<17) + `"`}}},
		{"evidence for another line", survey.ErrEvidence, []change{{verdicts, `"verdict":"illegal","reason"`, `"verdict":"unknown","reason"`}}},
		{"counts", survey.ErrManifest, []change{{manifest, `"illegal": 4`, `"illegal": 5`}}},
	} {
		dir := forge(t, tt.changes...)
		resize(t, dir)
		_, err := survey.Check(context.Background(), dir, survey.Options{})
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) || len(err.Error()) > 2000 {
			t.Errorf("%s: %.200v, want %v", tt.name, err, tt.want)
		}
	}
	if _, err := survey.Check(context.Background(), t.TempDir(), survey.Options{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty folder: %v", err)
	}
}

// TestOlderManifest has a manifest of version 1 of the same sample. It is read, with the
// estimate of today, and written as today's; but nothing of that version is verified.
func TestOlderManifest(t *testing.T) {
	older, err := os.ReadFile("testdata/manifest-1.json")
	if err != nil {
		t.Fatal(err)
	}
	dir := forge(t, change{manifest, "", string(older)})
	_, err = survey.Check(context.Background(), dir, survey.Options{})
	if !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), `"retroproof estimate run --dir DIR" makes retroproof.survey/2 of it`) {
		t.Error(err)
	}
	m, err := survey.ReadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	now, err := survey.ReadManifest(sampleDir)
	if err != nil {
		t.Fatal(err)
	}
	if !m.Older || now.Older || m.Estimate != now.Estimate {
		t.Errorf("%+v, %+v", m, now)
	}
	now.Run = m.Run
	got, err := m.Text()
	want, err2 := now.Text()
	if err != nil || err2 != nil || !bytes.Equal(got, want) {
		t.Errorf("%s, %v, %v", got, err, err2)
	}
	// What is not the estimate has to be right in it, too.
	for _, c := range []change{{manifest, `"illegal": 5`, `"illegal": 6`}, {manifest, `"urposition-repaired"`, `"urpositions"`}} {
		if m, err := survey.ReadManifest(forge(t, change{manifest, "", string(older)}, c)); !errors.Is(err, survey.ErrManifest) {
			t.Errorf("%v: %+v, %v", c, m, err)
		}
	}
}

// resize makes the manifest tell the lengths that files have, but for evidence.
func resize(t *testing.T, dir string) {
	m, err := survey.ReadManifest(dir)
	if err != nil {
		return
	}
	for i := range m.Chunks {
		f := &m.Chunks[i].Verdicts
		info, err := os.Stat(filepath.Join(dir, f.Name))
		if err != nil {
			t.Fatal(err)
		}
		f.Bytes = info.Size()
	}
	text, err := m.Text()
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, manifest), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// TestMemory: a manifest of much that would have to be made is refused before it is made,
// and memory that the manifest leaves is enough for the rest.
func TestMemory(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(sampleDir, manifest))
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(text), `"chunks": [`)
	for _, item := range []string{"{}", "1", `{"counts":{"legal":{"1":1},"unknown":{"1":1}}}`, strings.Repeat(" ", 1<<20)} {
		dir := forge(t, change{manifest, "", head + `"chunks": [` + item + strings.Repeat(","+item, 1<<20/len(item)) + "]}"})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := survey.Check(context.Background(), dir, survey.Options{Memory: 4 << 20})
		runtime.ReadMemStats(&after)
		if !errors.Is(err, lrat.ErrMemory) {
			t.Errorf("%.20s: %.200v", item, err)
		}
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 12<<20 {
			t.Errorf("%.20s: %d MB allocated", item, allocated>>20)
		}
	}
	if _, err := survey.Check(context.Background(), sampleDir, survey.Options{Memory: 1 << 20}); err != nil {
		t.Errorf("the sample: %v", err)
	}
}

// Games alone can be checked where nobody has kept anything else.
func TestGamesOnly(t *testing.T) {
	dir := forge(t, change{evidence, "", "nothing"})
	if _, err := survey.Check(context.Background(), dir, survey.Options{}); err == nil {
		t.Error("damaged evidence is accepted")
	}
	r, err := survey.Check(context.Background(), dir, survey.Options{GamesOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(r.String(), "not checked: 5 positions that are called illegal\n") {
		t.Error(r)
	}
	if _, err := survey.Check(context.Background(), dir, survey.Options{GamesOnly: true, Replay: replay.Options{MaxQuiet: 1}}); !errors.Is(err, survey.ErrGame) {
		t.Errorf("a rule that no game keeps: %v", err)
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := survey.Check(ctx, sampleDir, survey.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func FuzzParseLine(f *testing.F) {
	for _, name := range []string{verdicts, second} {
		text, err := os.ReadFile(filepath.Join(sampleDir, name))
		if err != nil {
			f.Fatal(err)
		}
		for line := range bytes.Lines(text) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		l, err := survey.ParseLine(text)
		if err != nil {
			return
		}
		if !bytes.Equal(l.Text(), text) {
			t.Errorf("%q is read as %q", text, l.Text())
		}
		_, _ = chess.ParseFEN(l.FEN) // anything may stand there
	})
}
