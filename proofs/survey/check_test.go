package survey_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/chess"
	"retroproof/internal/expect"
	"retroproof/proofs/limits"
	"retroproof/proofs/replay"
	"retroproof/proofs/survey"
)

// The folders were made by
//
//	retroproof estimate run --samples 6 --chunk 2 --pack 2 --seed 15 --dir testdata/sample
//	retroproof estimate run --samples 6 --chunk 4 --pack 1 --seed 15 --game-states 1 --dir testdata/again
//	retroproof estimate run --game-states 1000000 --dir testdata/again
const (
	sampleDir = "testdata/sample"
	againDir  = "testdata/again"
)

const (
	manifest = survey.ManifestName
	pack     = "pack-000000/" + survey.ManifestName
	verdicts = "pack-000000/unit-0000000.jsonl.gz"
	evidence = "pack-000000/evidence-0000000.gz"
	second   = "pack-000001/unit-0000002.jsonl.gz" // with a legal position
	again    = "again-01/" + survey.ManifestName
	tried    = "again-01/unit-0000000.jsonl.gz"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for _, jobs := range []int{0, 1, 2, 8} {
		var lines []*survey.Line
		o := survey.Options{Jobs: jobs}
		if jobs == 0 {
			o.Each = func(l *survey.Line) { lines = append(lines, l) }
		}
		r, err := survey.Check(context.Background(), sampleDir, o)
		expect.NoError(t, err)
		legal, unknown := r.Counts().Tally().Totals()
		if legal != 1 || unknown != 0 || r.Counts().Illegal != 5 || r.Nodes != 5 || r.Plies != int64(r.Longest) || r.Draws() != 6 {
			t.Errorf("%+v", r)
		}
		if !strings.Contains(r.String(), "draws: 6 of urposition-repaired, those of seed 15\nlegal positions: 1; games: 211 plies") ||
			!strings.Contains(r.String(), "\nreasons: no-position 4, unmatched 1\n") {
			t.Error(r)
		}
		if jobs > 0 {
			continue
		}
		expect.Equal(t, len(lines), 6, "lines")
		// The lines are such as other readers take, too.
		for i, l := range lines {
			read, err := poslist.ParseVerdict(batch.Line{Text: strings.TrimSpace(string(l.Text()))})
			if err != nil || l.Draw != uint64(i) || read.Setup.FEN() != l.FEN || read.Number != fmt.Sprint("draw ", l.Draw) || read.Verdict.String() != l.Verdict {
				t.Errorf("%s: %+v, %v", l.Text(), read, err)
			}
		}
	}
}

// TestCheckPack: packs are checked alone, and tell which draws they have.
func TestCheckPack(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ dir, want string }{
		{sampleDir + "/pack-000000", "draws: 4 of urposition-repaired, those with the numbers 0 to 3 of seed 15\nlegal positions: 0"},
		{sampleDir + "/pack-000001", "draws: 2 of urposition-repaired, those with the numbers 4 to 5 of seed 15\nlegal positions: 1"},
		{againDir + "/pack-000001", "undecided positions: 1\n"},
		{againDir + "/again-01", "draws: 1 of urposition-repaired that were undecided before, of seed 15\nlegal positions: 1"},
	} {
		r, err := survey.CheckPack(context.Background(), tt.dir, survey.Options{})
		if err != nil || !strings.Contains(r.String(), tt.want) {
			t.Errorf("%s: %v, %v", tt.dir, r, err)
		}
		expect.ErrorIs(t, expect.Err(survey.Check(context.Background(), tt.dir, survey.Options{})), survey.ErrManifest,
			"%s as a survey", tt.dir)
	}
	expect.ErrorIs(t, expect.Err(survey.CheckPack(context.Background(), sampleDir, survey.Options{})), survey.ErrManifest,
		"a survey as a pack")
}

// TestAgain: draws that were tried again count with their last verdict.
func TestAgain(t *testing.T) {
	t.Parallel()
	r, err := survey.Check(context.Background(), againDir, survey.Options{})
	expect.NoError(t, err)
	if legal, unknown := r.Counts().Tally().Totals(); legal != 1 || unknown != 0 || r.Counts().Illegal != 5 || r.Draws() != 6 {
		t.Errorf("%v", r)
	}
}

// TestSums: with SumsOnly nothing but manifests is read, and these have to be right.
func TestSums(t *testing.T) {
	t.Parallel()
	dir := forge(t, againDir, change{"pack-000000/evidence-0000000.gz", "", "nothing"})
	r, err := survey.Check(context.Background(), dir, survey.Options{SumsOnly: true})
	if err != nil || !strings.Contains(r.String(), "packs, in which nothing was checked: 3; the sums are 1 legal, 5 illegal\n") {
		t.Errorf("%v, %v", r, err)
	}
	expect.Fails(t, expect.Err(survey.Check(context.Background(), dir, survey.Options{})),
		"damaged evidence")
	dir = forge(t, againDir, change{"pack-000000/" + manifest, `"seed": 15`, `"seed": 16`})
	expect.ErrorIs(t, expect.Err(survey.Check(context.Background(), dir, survey.Options{SumsOnly: true})), survey.ErrFile,
		"another manifest")
}

// change is a change of a file, of what it is compressed from: with no text to replace, to be the file.
type change struct{ file, old, text string }

// atEnd stands for the text to replace of a change that adds.
const atEnd = "at the end"

// forge copies a folder with changes, and returns the copy.
func forge(t *testing.T, from string, changes ...change) string {
	t.Helper()
	dir := t.TempDir()
	expect.NoError(t, os.CopyFS(dir, os.DirFS(from)))
	for _, c := range changes {
		name := filepath.Join(dir, c.file)
		text := read(t, name)
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
		if strings.HasSuffix(name, ".gz") {
			text = compress(text)
		}
		expect.NoError(t, os.WriteFile(name, text, 0o666))
	}
	return dir
}

// read reads a file, and decompresses it.
func read(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil && strings.HasSuffix(name, ".gz") {
		var z *gzip.Reader
		if z, err = gzip.NewReader(bytes.NewReader(text)); err == nil {
			text, err = io.ReadAll(z)
		}
	}
	expect.NoError(t, err)
	return text
}

func compress(text []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	z.Write(text)
	z.Close()
	return b.Bytes()
}

// relist makes the manifests tell the lengths and checksums that files have, as one who forges can do.
func relist(t *testing.T, dir string) {
	t.Helper()
	list := func(dir string, f *survey.File) {
		text := expect.Must(os.ReadFile(filepath.Join(dir, f.Name)))
		f.Bytes, f.SHA256 = int64(len(text)), fmt.Sprintf("%x", sha256.Sum256(text))
	}
	write := func(dir string, text []byte, err error) {
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, manifest), text, 0o666)
		}
		expect.NoError(t, err)
	}
	root, err := survey.ReadRoot(dir)
	if err != nil {
		return
	}
	for _, packs := range [][]survey.Listed{root.Packs, root.Again} {
		for i := range packs {
			name := filepath.Dir(packs[i].Name)
			if p, _, err := survey.ReadPack(dir, name); err == nil {
				for k := range p.Units {
					list(filepath.Join(dir, name), &p.Units[k].Verdicts)
					if p.Units[k].Evidence != nil {
						list(filepath.Join(dir, name), p.Units[k].Evidence)
					}
				}
				text, err := p.Text()
				write(filepath.Join(dir, name), text, err)
			}
			list(dir, &packs[i].File)
		}
	}
	text, err := root.Text()
	write(dir, text, err)
}

// refused wants a forged folder to be refused with a sentence.
func refused(t *testing.T, dir, name string, want error) {
	t.Helper()
	relist(t, dir)
	for _, jobs := range []int{1, 3} {
		_, err := survey.Check(context.Background(), dir, survey.Options{Jobs: jobs})
		if err == nil || want != nil && !errors.Is(err, want) || len(err.Error()) > 2000 {
			t.Errorf("%s: %.300v, want %v", name, err, want)
		}
	}
}

// TestForgeries has folders of which each is wrong in one way, with lengths and checksums that fit. Draws that were
// tried again have to be the undecided ones. Of two-phase sampling, labels that say illegal are verified, others cannot
// be changed after draws were chosen, and the verdicts are those on the chosen draws; the first label is -, the second
// B, and an illegal draw that is called likely illegal is no error, but then other draws are chosen.
func TestForgeries(t *testing.T) {
	t.Parallel()
	wanted := map[string]error{"counts": survey.ErrCounts, "line": survey.ErrLine, "manifest": survey.ErrManifest,
		"evidence": survey.ErrEvidence, "game": survey.ErrGame, "file": survey.ErrFile, "label": survey.ErrLabel, "": nil}
	var from, name, want string
	var texts [][3]string
	for range expect.Rows(t, "testdata/forgeries.tsv", &from, &name, &want, &texts) {
		var changes []change
		for _, c := range texts {
			changes = append(changes, change{c[0], c[1], c[2]})
		}
		refused(t, forge(t, "testdata/"+from, changes...), from+", "+name, wanted[want])
	}
	other := change{evidence, "", string(read(t, filepath.Join(sampleDir, "pack-000000/evidence-0000001.gz")))}
	refused(t, forge(t, sampleDir, other), "other evidence", survey.ErrEvidence)
	for _, c := range []change{
		{verdicts, "", strings.Repeat(" ", 1<<20)},
		{verdicts, `"verdict":"illegal"`, `"verdict":"` + strings.Repeat("x", 1<<17) + `"`},
	} {
		refused(t, forge(t, sampleDir, c), "a long text", survey.ErrLine)
	}
	expect.ErrorIs(t, expect.Err(survey.Check(context.Background(), t.TempDir(), survey.Options{})), os.ErrNotExist,
		"an empty folder")
}

// TestFlipped: no byte of a file can be another one. (Of a container the header of the compressed data is known to
// its checker alone.)
func TestFlipped(t *testing.T) {
	t.Parallel()
	for _, file := range []string{manifest, pack, verdicts, evidence, second} {
		text := expect.Must(os.ReadFile(filepath.Join(sampleDir, file)))
		for at := 0; at < len(text); at += 1 + len(text)/15 {
			dir := t.TempDir()
			expect.NoError(t, os.CopyFS(dir, os.DirFS(sampleDir)))
			flipped := bytes.Clone(text)
			flipped[at] ^= 4
			expect.NoError(t, os.WriteFile(filepath.Join(dir, file), flipped, 0o666))
			expect.Fails(t, expect.Err(survey.Check(context.Background(), dir, survey.Options{})),
				"%s with another byte %d", file, at)
		}
	}
	dir := forge(t, sampleDir)
	name := filepath.Join(dir, verdicts)
	text, _ := os.ReadFile(name)
	for _, more := range [][]byte{{0}, compress([]byte("{}\n")), text} {
		expect.NoError(t, os.WriteFile(name, append(bytes.Clone(text), more...), 0o666))
		relist(t, dir)
		expect.ErrorIs(t, expect.Err(survey.Check(context.Background(), dir, survey.Options{})), survey.ErrFile,
			"%d bytes after the lines", len(more))
	}
}

// TestOlder: manifests of earlier versions are refused, and the error says what to do.
func TestOlder(t *testing.T) {
	t.Parallel()
	for _, version := range []string{"1", "2"} {
		dir := forge(t, sampleDir, change{manifest, "survey/3", "survey/" + version})
		_, err := survey.Check(context.Background(), dir, survey.Options{})
		if !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), `check it with that version, or make the same draws again with "retroproof estimate run`) {
			t.Error(err)
		}
	}
	dir := forge(t, sampleDir, change{manifest, "survey/3", "survey/4"})
	if _, err := survey.Check(context.Background(), dir, survey.Options{}); !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), `"retroproof estimate merge" makes`) {
		t.Error(err)
	}
	dir = forge(t, sampleDir, change{pack, `"evidence-0000000.gz"`, `"unit-0000000.zip"`})
	if _, err := survey.CheckPack(context.Background(), filepath.Join(dir, filepath.Dir(pack)), survey.Options{}); !errors.Is(err, survey.ErrManifest) || !strings.Contains(err.Error(), "is read by retroproof at commit ") {
		t.Error(err)
	}
	line, _, _ := bytes.Cut(read(t, filepath.Join(sampleDir, second)), []byte("\n"))
	line = bytes.Replace(line, []byte("survey.verdict/3"), []byte("survey.verdict/2"), 1)
	expect.ErrorSays(t, expect.Err(survey.ParseLine(append(line, '\n'))), "version /2 is read by retroproof at commit ",
		"survey.ParseLine")
}

// TestRoot: the manifest of 10^6 units is small, and is read.
func TestRoot(t *testing.T) {
	t.Parallel()
	root, err := survey.ReadRoot(sampleDir)
	expect.NoError(t, err)
	one := root.Packs[0]
	one.Draws, one.Counts = 1_000_000, survey.Counts{Legal: map[int]uint64{1: 50_000, 2: 2000, 3: 300, 4: 100, 6: 10}, Illegal: 947_585, Unknown: map[int]uint64{1: 5}}
	root.UnitDraws, root.PackUnits, root.Draws, root.Packs, root.Counts = 1000, 1000, 0, nil, survey.NewCounts()
	for i := range 1000 {
		one.Name = survey.PackName(i) + "/" + manifest
		root.Packs = append(root.Packs, one)
		root.Draws += one.Draws
		root.Counts.Sum(one.Counts)
	}
	root.Estimate = survey.NewEstimates(&root.Plan, &root.Counts)
	text, err := root.Text()
	if err != nil || len(text) > 1<<19 {
		t.Fatalf("%d bytes, %v", len(text), err)
	}
	dir := t.TempDir()
	expect.NoError(t, os.WriteFile(filepath.Join(dir, manifest), text, 0o666))
	if got, err := survey.ReadRoot(dir); err != nil || got.Draws != 1_000_000_000 {
		t.Errorf("%v", err)
	}
}

// TestMemory: a manifest of much that would have to be made is refused before it is made,
// and memory that the manifest leaves is enough for the rest.
func TestMemory(t *testing.T) {
	head, _, _ := strings.Cut(string(read(t, filepath.Join(sampleDir, manifest))), `"packs": [`)
	for _, item := range []string{"{}", "1", `{"counts":{"legal":{"1":1},"unknown":{"1":1}}}`, strings.Repeat(" ", 1<<20)} {
		dir := forge(t, sampleDir, change{manifest, "", head + `"packs": [` + item + strings.Repeat(","+item, 1<<20/len(item)) + "]}"})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := survey.Check(context.Background(), dir, survey.Options{Memory: 4 << 20})
		runtime.ReadMemStats(&after)
		expect.ErrorIs(t, err, limits.ErrMemory, "%.20s", item)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 12<<20 {
			t.Errorf("%.20s: %d MB allocated", item, allocated>>20)
		}
	}
	if _, err := survey.Check(context.Background(), sampleDir, survey.Options{Memory: 1 << 20, Jobs: 4}); err != nil {
		t.Errorf("the sample: %v", err)
	}
}

// Games alone can be checked where nobody has kept anything else.
func TestGamesOnly(t *testing.T) {
	t.Parallel()
	dir := forge(t, sampleDir, change{evidence, "", "nothing"})
	expect.Fails(t, expect.Err(survey.Check(context.Background(), dir, survey.Options{})),
		"damaged evidence")
	r, err := survey.Check(context.Background(), dir, survey.Options{GamesOnly: true})
	expect.NoError(t, err)
	expect.Contains(t, r.String(), "not checked, for they are called illegal: 5\n", "%v", r)
	if _, err := survey.Check(context.Background(), dir, survey.Options{GamesOnly: true, Replay: replay.Options{MaxQuiet: 1}}); !errors.Is(err, survey.ErrGame) {
		t.Errorf("a rule that no game keeps: %v", err)
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	expect.ErrorIs(t, expect.Err(survey.Check(ctx, sampleDir, survey.Options{})), context.Canceled, "survey.Check")
}

func FuzzParseLine(f *testing.F) {
	for _, name := range []string{verdicts, second} {
		for line := range bytes.Lines(read(f, filepath.Join(sampleDir, name))) {
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
