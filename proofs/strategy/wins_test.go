package strategy_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/internal/expect"
	"retroproof/proofs/folder"
	"retroproof/proofs/strategy"
	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
	"retroproof/proofs/strategy/text"
	"retroproof/proofs/strategy/wins"
)

// checkWins checks a folder, and that its text and name are those of the core form.
func checkWins(t *testing.T, files fstest.MapFS) (*wins.Figures, error) {
	t.Helper()
	s, f, err := strategy.CheckWins(t.Context(), files)
	if err == nil {
		_, err = text.Own(s)
	}
	return f, err
}

// certificate returns the folder of a strategy.
func certificate(t *testing.T, s *core.Strategy) fstest.MapFS {
	t.Helper()
	x, err := wins.New(t.Context(), s)
	expect.NoError(t, err)
	manifest, err := folder.Text(strategy.WinsManifest{Subject: strategy.NewSubject(strategy.WinsSchema, "test", s), Figures: x.Figures()})
	expect.NoError(t, err)
	return fstest.MapFS{strategy.ManifestName: {Data: manifest}, strategy.TextName: {Data: []byte(s.Source)}, strategy.CoreName: {Data: s.Core}}
}

// A certificate is accepted as it is, and refused when anything in it is changed but the name of the tool.
func TestCheckWins(t *testing.T) {
	source, _ := text.Source("krk2016")
	s, err := text.Parse("krk2016", source, rules.Board{Files: 4, Ranks: 5})
	expect.NoError(t, err)
	honest := certificate(t, s)
	if f, err := checkWins(t, honest); err != nil || f.NotWon != 0 {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		file, from, to string
		ok             bool
	}{
		{strategy.ManifestName, `"tool": "test"`, `"tool": "another"`, true},
		{strategy.ManifestName, `"legal_positions": 3090`, `"legal_positions": 3091`, false},
		{strategy.ManifestName, `"not_won": 0`, `"not_won": 1`, false},
		{strategy.ManifestName, `"files": 4`, `"files": 5`, false},
		{strategy.ManifestName, `"files": 4`, `"files": 400`, false},
		{strategy.ManifestName, `"files": 4`, `"files": -4`, false},
		{strategy.ManifestName, `"krk2016"`, `"krk2013"`, false},
		{strategy.ManifestName, `"krk2016"`, `"another"`, true}, // the name is the writer's, and the text is shown
		{strategy.ManifestName, "certificate/2", "certificate/1", false},
		{strategy.ManifestName, `"strategy"`, `"more": 1, "strategy"`, false},
		{strategy.ManifestName, `{`, ``, false},
		{strategy.TextName, "2016", "2017", false},
		{strategy.CoreName, "Squeeze", "squeeze", false},
		{strategy.CoreName, "\"from\":0", "\"from\":1", false},
		{strategy.CoreName, "\"title\"", "\"title\":\"y\",\"title\"", false},
		{strategy.CoreName, "\"title\"", "\"Title\"", false},
		{strategy.TextName, "step Squeeze", "step squeeze", false},
		{strategy.TextName, "strategy", "stratagem", false},
	} {
		files := fstest.MapFS{}
		for name, f := range honest {
			data := string(f.Data)
			if name == tt.file {
				expect.Contains(t, data, tt.from, "%s", name)
				data = strings.Replace(data, tt.from, tt.to, 1)
			}
			files[name] = &fstest.MapFile{Data: []byte(data)}
		}
		if _, err := checkWins(t, files); (err == nil) != tt.ok {
			t.Errorf("%s for %s: %v", tt.to, tt.from, err)
		}
	}
	for name := range honest {
		files := fstest.MapFS{}
		for other, f := range honest {
			if other != name {
				files[other] = f
			}
		}
		expect.Fails(t, expect.Err(checkWins(t, files)), "without %s", name)
	}
	all, err := text.Parse("test", "strategy \"x\"\nmen rook r\nstep S: true\n", rules.Board{Files: 5, Ranks: 5})
	expect.NoError(t, err)
	expect.ErrorIs(t, expect.Err(checkWins(t, certificate(t, all))), wins.ErrNotWon, "a strategy that does not win")
}

// FuzzCheck reads anything as the manifest and the text of a folder.
func FuzzOpen(f *testing.F) {
	f.Add(`{"schema": "retroproof.wins.certificate/2", "tool": "t", "strategy": "x", "files": 3, "ranks": 3}`, "strategy \"x\"\nmen rook r\nstep S: true\n")
	f.Add(`{"schema": "retroproof.wins.certificate/2", "strategy": "kpk", "files": -1, "ranks": 100000000}`, "")
	f.Add(`{"schema": "retroproof.wins.certificate/1"}`, "men")
	f.Fuzz(func(t *testing.T, manifest, source string) {
		files := fstest.MapFS{strategy.ManifestName: {Data: []byte(manifest)}, strategy.TextName: {Data: []byte(source)}}
		if _, _, s, err := strategy.Open(t.Context(), files, strategy.WinsSchema); err == nil && (s.Files < 1 || s.Ranks < 1) {
			t.Fatal("a strategy on no board")
		}
	})
}
