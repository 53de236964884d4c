package main

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
	"retroproof/proofs/lrat"
	"retroproof/proofs/reach"
	"retroproof/proofs/strategy"
)

// ownStrategy is one that does not win: the rook moves beside the black king.
const ownStrategy = "strategy \"Beside\"\nmen rook r\nboards 3..8\nstep Beside: moved(r) least distance(r', bk) from 1 to 7\n"

// provingRuns are requests for proofs, what the objects that are told have, and the files of the evidence.
var provingRuns = []struct {
	verb, body string
	exit       int
	schemas    []string // last parts of their names
	has, files string
}{
	{"solve", `{"stdin":"p cnf 2 3\n1 2 0\n-1 0\n-2 0\n"}`, 20, []string{"solve/1"}, `"status":"UNSATISFIABLE"`, "formula.cnf proof.lrat"},
	{"solve", `{"stdin":"p cnf 2 2\n1 2 0\n-1 0\n"}`, 10, []string{"solve/1"}, `"model":[-1,2]`, ""},
	{"solve", `{"stdin":"p cnf 1 1\n1 0\n","conflicts":1}`, 10, []string{"solve/1"}, `"model":[1]`, ""},
	{"reach", `{"stdin":"aag 1 0 1 1 0\n2 3\n2\n"}`, 10, []string{"reach/1"}, `"verdict":"unsafe"`, "certificate/manifest.json certificate/model.aag certificate/witness.txt"},
	{"reach", `{"stdin":"aag 1 0 1 1 0\n2 2\n2\n"}`, 20, []string{"reach/1"}, `"verdict":"safe"`,
		"certificate/base.cnf certificate/base.lrat certificate/manifest.json certificate/model.aag certificate/property.cnf certificate/property.lrat certificate/reset.cnf " +
			"certificate/reset.lrat certificate/step.cnf certificate/step.lrat certificate/transition.cnf certificate/transition.lrat certificate/witness.aig"},
	{"ursa", `{"stdin":"assert_all(nx * nx == 49 && nx < 10);\n"}`, 0, []string{"ursa/1"}, `"nx":"7"`,
		"certificate/assert-1.lrat certificate/manifest.json certificate/program.urs"},
	{"ursa", `{"stdin":"assert("}`, 3, nil, "", ""},
	{"strategy-prove", `{"strategy":"krk2016","board":"4x4","wins":true}`, 0, []string{"figures/1", "theorem/2", "certified/1"}, `"holds":true`,
		"certificate/core.json certificate/manifest.json certificate/strategy.txt"},
	{"strategy-prove", `{"stdin":` + verb.JSON(ownStrategy) + `,"board":"4x4","wins":true}`, 1, []string{"figures/1", "theorem/2", "play/2"}, `"holds":false`, ""},
}

// TestProving: a verb that the page has prove something tells each object that it prints, and hands over evidence that
// the checkers accept, without writing to the disk.
func TestProving(t *testing.T) {
	page := readJSONPage(t)
	routes := testRoutes(t, "")
	t.Chdir(t.TempDir())
	for _, c := range provingRuns {
		r := routes[verb.ProvingPath+c.verb]
		var told, schemas []string
		var evidence verb.EvidenceAnswer
		var last verb.FormAnswer
		for _, line := range call(t, r, c.body) {
			for _, wrong := range page.CheckObject([]byte(line), jsondoc.Seen{}) {
				t.Errorf("%s %s: doc/json.md: %s", c.verb, c.body, wrong)
			}
			var o struct{ Schema string }
			expect.NoError(t, json.Unmarshal([]byte(line), &o))
			if !slices.Contains(r.Answers, o.Schema) {
				t.Errorf("%s: %s is not announced", r.Path, o.Schema)
			}
			switch o.Schema {
			case verb.Schema(&evidence):
				expect.NoError(t, json.Unmarshal([]byte(line), &evidence))
			case verb.Schema(&last):
				expect.NoError(t, json.Unmarshal([]byte(line), &last))
			case verb.Schema(&verb.ProgressAnswer{}):
			default:
				told = append(told, line)
				schemas = append(schemas, o.Schema[strings.LastIndex(o.Schema[:len(o.Schema)-2], ".")+1:])
			}
		}
		packed, err := base64.StdEncoding.DecodeString(evidence.ZIP)
		expect.NoError(t, err)
		files := unzip(t, packed)
		names := slices.Sorted(maps.Keys(files))
		if last.Exit != c.exit || !slices.Equal(schemas, c.schemas) || !strings.Contains(strings.Join(told, "\n"), c.has) || strings.Join(names, " ") != c.files {
			t.Errorf("%s %s: exit code %d, %q, evidence %q: %q", c.verb, c.body, last.Exit, schemas, names, told)
			continue
		}
		expect.Succeeds(t, checkEvidence(t, c.verb, files), "%s %s", c.verb, c.body)
	}
	written, err := os.ReadDir(".")
	if expect.NoError(t, err); len(written) > 0 {
		t.Errorf("written to the disk: %v", written)
	}
}

// checkEvidence checks what a verb has proved, as retroproof-check does.
func checkEvidence(t *testing.T, verb string, files fstest.MapFS) error {
	if len(files) == 0 || verb == "ursa" {
		return nil
	}
	if verb == "solve" {
		f, err := lrat.ReadDIMACS(bytes.NewReader(files["formula.cnf"].Data), "formula.cnf")
		expect.NoError(t, err)
		_, err = lrat.CheckLRAT(f, bytes.NewReader(files["proof.lrat"].Data), "proof.lrat")
		return err
	}
	folder, err := fs.Sub(files, "certificate")
	expect.NoError(t, err)
	if verb == "reach" {
		_, err = reach.Check(t.Context(), folder, lrat.DefaultMemory)
		return err
	}
	_, _, err = strategy.CheckWins(t.Context(), folder)
	return err
}

// unzip reads a ZIP file.
func unzip(t *testing.T, text []byte) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	if len(text) == 0 {
		return files
	}
	z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
	expect.NoError(t, err)
	for _, f := range z.File {
		r, err := f.Open()
		expect.NoError(t, err)
		data, err := io.ReadAll(r)
		expect.NoError(t, err)
		files[f.Name] = &fstest.MapFile{Data: data}
	}
	return files
}
