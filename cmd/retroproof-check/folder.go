package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"retroproof/proofs/folder"
	"retroproof/proofs/lrat"
	"retroproof/proofs/reach"
	"retroproof/proofs/replay"
	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/survey"
	"retroproof/proofs/ursa"
)

// checkFolder checks a folder of certificates. It returns no error only if everything was verified. Tests put another
// one in its place.
var checkFolder = checkStrategy

// folders has, by how the schema of its manifest begins, what checks a folder; it is refused by a version that is
// another one. An estimate and its packs have flags of their own.
var folders = []struct {
	schema string
	check  func(ctx context.Context, dir string, o options) (*result, error)
}{
	{winsKind, checkWins},
	{"retroproof.strategies.certificate/", checkStrategies},
	{reachKind, checkReach},
	{ursaKind, checkURSA},
}

const (
	surveyKind = "retroproof.survey/"
	packKind   = "retroproof.survey.pack/"
	unitKind   = "retroproof.survey.unit/"
	reachKind  = "retroproof.reach."
	winsKind   = "retroproof.wins.certificate/"
)

// checkAnyFolder checks a folder by what its manifest calls itself.
func checkAnyFolder(ctx context.Context, dir string, o options) (*result, error) {
	schema := schemaOf(dir)
	is := func(kind string) bool { return strings.HasPrefix(schema, kind) }
	switch {
	case is(unitKind) != (o.root != ""):
		return nil, usageErrorf("--root FILE, an estimate's manifest, is for the folder of a unit alone, which needs it")
	case is(surveyKind), is(packKind), is(unitKind):
		return checkSurvey(ctx, dir, !is(surveyKind), o)
	case o.sums || o.spot > 0:
		return nil, usageErrorf("--packs and --spot are for the folder of an estimate")
	case o.aboutPositions() != "":
		return nil, o.notForThis()
	case o.model != "" && !is(reachKind):
		return nil, usageErrorf("--model is for folders of retroproof reach --certify")
	}
	for _, f := range folders {
		if is(f.schema) {
			return f.check(ctx, dir, o)
		}
	}
	return checkFolder(ctx, dir, o)
}

// schemaOf returns the schema that the manifest of a folder begins with, or "".
func schemaOf(dir string) string {
	f, err := folder.Open(os.DirFS(dir), "manifest.json")
	if err != nil {
		return ""
	}
	defer f.Close()
	d := json.NewDecoder(io.LimitReader(f, 1<<7))
	begin, _ := d.Token()
	name, _ := d.Token()
	value, _ := d.Token()
	if schema, ok := value.(string); ok && begin == json.Delim('{') && name == "schema" {
		return schema
	}
	return ""
}

// checkStrategy checks the certificate of a strategy on some board. What is proved is about its core form; text and
// name in the folder, of which nothing is proved, are compared with the very form that was checked.
func checkStrategy(ctx context.Context, dir string, o options) (*result, error) {
	if _, err := os.Lstat(filepath.Join(dir, strategy.ManifestName)); errors.Is(err, fs.ErrNotExist) {
		return nil, &codedError{exitNotVerified,
			fmt.Errorf("%s: the folder has no manifest.json: it is no certificate, or one that is not complete", dir)}
	}
	report, err := strategy.Check(ctx, os.DirFS(dir), o.memory)
	if err != nil {
		return nil, folderError(dir, advised(err))
	}
	own, err := text.Own(report.Circuits.Strategy)
	if err != nil {
		return nil, folderError(dir, err)
	}
	if o.coq != "" {
		if err := o.writeCoqLemmas(dir, report.Circuits); err != nil {
			return nil, err
		}
	}
	r := &result{report: report.Text(own)}
	for _, t := range strategy.Theorems(report.Deduction) {
		r.claims = append(r.claims, claim{Claim: "theorem",
			Text: fmt.Sprintf("%s on %v: %s: %s", report.Circuits.Name, report.Circuits.Board, t.Name, t.Sentence)})
	}
	return r, nil
}

// checkWins checks likewise that a strategy wins, by going back from mate.
func checkWins(ctx context.Context, dir string, _ options) (*result, error) {
	s, figures, err := strategy.CheckWins(ctx, os.DirFS(dir))
	if err != nil {
		return nil, folderError(dir, advised(err))
	}
	own, err := text.Own(s)
	if err != nil {
		return nil, folderError(dir, err)
	}
	return &result{report: figures.Text(s, own),
		claims: []claim{{Claim: "wins", Text: fmt.Sprintf("%s on %v: %s", s.Name, s.Board, figures.Sentence(s))}}}, nil
}

// checkStrategies checks a folder of certificates of strategies.
func checkStrategies(ctx context.Context, dir string, o options) (*result, error) {
	names, err := strategy.Folders(os.DirFS(dir))
	if err != nil {
		return nil, folderError(dir, err)
	}
	all := &result{}
	for _, name := range names {
		sub := filepath.Join(dir, name)
		check := checkStrategy
		if strings.HasPrefix(schemaOf(sub), winsKind) {
			check = checkWins
		}
		r, err := check(ctx, sub, o)
		if err != nil {
			return nil, err
		}
		all.report, all.claims = all.report+r.report, append(all.claims, r.claims...)
	}
	return all, nil
}

// checkSurvey checks an estimate with all of its evidence, or a part of one: a pack, or a unit.
func checkSurvey(ctx context.Context, dir string, pack bool, o options) (*result, error) {
	switch {
	case (o.sums || o.spot > 0) && pack:
		return nil, usageErrorf("--packs and --spot are for the folder of an estimate, and %s is a part of one", dir)
	case o.spot > 0 && (o.list.wanted || o.gamesOnly):
		return nil, usageErrorf("--spot checks some units in full, and lists none")
	case o.sums && (o.list.wanted || o.maxQuiet > 0 || o.gamesOnly || o.writeCNF != ""):
		return nil, usageErrorf("--packs looks at no position")
	}
	// The time is that of replaying games and checking evidence; the sums alone take that of reading manifests.
	write, err := o.cores(ctx)
	if err != nil {
		return nil, err
	}
	so := survey.Options{Memory: o.memory, Replay: replay.Options{MaxQuiet: o.maxQuiet}, GamesOnly: o.gamesOnly,
		SumsOnly: o.sums, Jobs: cmp.Or(o.jobs, runtime.GOMAXPROCS(0)), Core: write}
	if o.list.wanted {
		so.Each = func(l *survey.Line) {
			verdict := l.Verdict
			if verdict == survey.Illegal && o.gamesOnly {
				verdict = "not checked"
			}
			o.list.add(listed{Draw: &l.Draw, FEN: l.FEN, Verdict: verdict})
		}
	}
	if o.spot > 0 {
		return spotSurvey(ctx, dir, so, o)
	}
	check := survey.Check
	if o.root != "" {
		check = func(ctx context.Context, dir string, so survey.Options) (*survey.Report, error) {
			return survey.CheckAlone(ctx, dir, o.root, so)
		}
	} else if pack {
		check = survey.CheckPack
	}
	report, err := check(ctx, dir, so)
	if err != nil {
		return nil, folderError(dir, err)
	}
	if !pack {
		if err := comparePlans(dir, report); err != nil {
			return nil, folderError(dir, err)
		}
	}
	// Claims say what was checked, and nothing more.
	m := report.Plan
	r := &result{report: report.String()}
	if o.sums {
		r.claims = append(r.claims, claim{Claim: "sums", Positions: int64(report.Draws()),
			Text: fmt.Sprintf("of %s, seed %d", m.Scheme, m.Seed)})
		return r, nil
	}
	legal, _ := report.Counts().Tally().Totals()
	illegal := report.Counts().Illegal
	if o.gamesOnly {
		illegal = 0
	}
	r.claims = append(r.claims, claim{Claim: "draws", Positions: int64(report.Draws()),
		Text: fmt.Sprintf("of %s, seed %d", m.Scheme, m.Seed)})
	r.claims = append(r.claims, about(int64(illegal), int64(legal), "", "")...)
	return r, nil
}

// spotSurvey checks the sums of an estimate, and some of its units.
func spotSurvey(ctx context.Context, dir string, so survey.Options, o options) (*result, error) {
	s, err := survey.Spot(ctx, dir, o.spot, o.seed, so)
	if err == nil {
		err = comparePlans(dir, s.Sums)
	}
	if err != nil {
		return nil, folderError(dir, err)
	}
	m := s.Sums.Plan
	text := fmt.Sprintf("of %s, seed %d; %d of %d units were checked, drawn by seed %d: fewer than %.2f %% are wrong, "+
		"with 95 %% confidence", m.Scheme, m.Seed, s.Checked, s.Of, s.Seed, 100*s.Bound())
	return &result{report: s.String(), claims: []claim{{Claim: "spot", Positions: int64(s.Sums.Draws()), Text: text}}}, nil
}

// planName is the name of the files that say what whoever made the units had to know.
const planName = "plan.json"

// longestPlan is the length of the plan of all draws that are tried again, and more.
const longestPlan = 1 << 30

// comparePlans compares the plans of an estimate, of all draws and of those that were tried again, where they are
// there, with what was verified: whoever reads seed or draws there reads the right ones. By which program and with
// which budgets the units were made nobody can check.
func comparePlans(dir string, report *survey.Report) error {
	for i := 0; ; i++ {
		name := filepath.Join(dir, planName)
		if i > 0 {
			name = filepath.Join(dir, survey.AgainName(i), planName)
		}
		f, err := survey.OpenFile(name)
		if i > 0 && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var p struct {
			survey.Plan
			Samples uint64 `json:"samples"`
		}
		err = json.NewDecoder(io.LimitReader(f, longestPlan)).Decode(&p)
		f.Close()
		if err != nil {
			return fmt.Errorf("%s: not JSON of a plan: %w", name, err)
		}
		want, draws := *report.Plan, report.Draws()
		if i > 0 { // with units of its own
			want.UnitDraws, draws = p.UnitDraws, p.Samples
		}
		switch {
		case p.Plan != want:
			return fmt.Errorf("%s has the plan %+v, and manifest.json %+v", name, p.Plan, want)
		case p.Samples != draws:
			return fmt.Errorf("%s has %d samples, and manifest.json %d draws: it was changed, or the run is not complete",
				name, p.Samples, draws)
		}
	}
}

// advised adds to an error about a manifest of another kind what to do with its folder.
func advised(err error) error {
	var other *folder.SchemaError
	if !errors.As(err, &other) {
		return err
	}
	kind, version, _ := strings.Cut(other.Found, "/")
	switch kind {
	case "retroproof.krk.certificate":
		reads := "that wrote it"
		if version == "4" {
			reads = "of commit 748beb5f"
		}
		return fmt.Errorf("%w: write the certificate again with retroproof krk prove --certify, or check it with the "+
			"version %s", err, reads)
	case "retroproof.strategy.certificate", "retroproof.wins.certificate":
		return fmt.Errorf("%w: write the certificate again with retroproof strategy prove --certify, or check it with the "+
			"version of commit 4748318c", err)
	case "retroproof.certificate":
		return fmt.Errorf("%w: this one is about positions, and is checked as the file that it was written to", err)
	}
	return err
}

// folderError gives an error about a folder its exit code, and names the folder if a file in it
// cannot be opened.
func folderError(dir string, err error) error {
	var missing *fs.PathError
	if errors.As(err, &missing) && !filepath.IsAbs(missing.Path) && !strings.HasPrefix(missing.Path, dir) {
		err = fmt.Errorf("%s: %w", dir, err)
	}
	if errors.Is(err, fs.ErrNotExist) && !errors.Is(err, context.Canceled) && !outOfBudget(err) {
		return &codedError{exitNotVerified, err} // a file is missing
	}
	return notVerified(err)
}

// checkReach checks a folder about a transition system, and that it is about the model of --model, if there is one.
func checkReach(ctx context.Context, dir string, o options) (*result, error) {
	report, err := reach.Check(ctx, os.DirFS(dir), o.memory)
	if err != nil {
		return nil, reachError(dir, err)
	}
	if o.model != "" {
		f, err := folder.OpenFile(o.model, folder.Links)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		h := sha256.New()
		if _, err := io.Copy(h, folder.Bounded(ctx, f, o.model, o.memory)); err != nil {
			return nil, err
		}
		if sum := hex.EncodeToString(h.Sum(nil)); sum != report.SHA256 {
			const wrong = "%s: it is about the model with SHA-256 %s, and that of %s is %s"
			return nil, &codedError{exitNotVerified, fmt.Errorf(wrong, dir, report.SHA256, o.model, sum)}
		}
	}
	return &result{claims: []claim{{Claim: report.Verdict, Text: report.Claim()}}, report: report.String()}, nil
}

// reachError gives an error about such evidence its exit code.
func reachError(name string, err error) error {
	if reach.Wrong(err) {
		return &codedError{exitNotVerified, fmt.Errorf("%s: %w", name, err)}
	}
	return folderError(name, err)
}

// ursaKind is how the schema of the manifests about programs in URSA begins.
const ursaKind = "retroproof.ursa.certificate/"

// checkURSA checks that a program has the solutions that a folder names, and no others.
func checkURSA(ctx context.Context, dir string, o options) (*result, error) {
	report, err := ursa.Check(ctx, os.DirFS(dir), o.memory)
	var rejected *lrat.ProofError
	switch {
	case errors.Is(err, ursa.ErrCertificate), errors.Is(err, ursa.ErrProgram), errors.As(err, &rejected):
		return nil, &codedError{exitNotVerified, fmt.Errorf("%s: %w", dir, err)}
	case err != nil:
		return nil, folderError(dir, err)
	}
	program := fmt.Sprintf("program.urs with SHA-256 %s, numbers of %d bits\n", report.SHA256, report.Bits)
	r := &result{report: program + strings.Join(report.Claims, "\n") + "\n"}
	for _, text := range report.Claims {
		r.claims = append(r.claims, claim{Claim: "solutions", Text: text})
	}
	return r, nil
}
