package main

import (
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/internal/jsondoc"
)

// TestJSON compares doc/json.md with what is encoded, and with what is printed.
func TestJSON(t *testing.T) {
	page, err := jsondoc.Read("../../doc/json.md")
	expect.NoError(t, err)
	for _, wrong := range page.CheckType(schema, answer{}) {
		t.Errorf("doc/json.md: %s", wrong)
	}
	for _, name := range page.Schemas() {
		if strings.HasPrefix(name, "retroproof.check") && name != schema {
			t.Errorf("doc/json.md has a section about %s, which this program does not print", name)
		}
	}
	const folder = "../../"
	for _, args := range [][]string{
		{folder + "testdata/proofs/accept/binary.cnf", folder + "testdata/proofs/accept/binary.lrat"},
		{folder + "testdata/proofs/accept/binary.cnf", "nowhere"},
		{"--list", folder + "proofs/illegal/testdata/accept/game.cert", folder + "proofs/illegal/testdata/accept/kernel.cert", folder + "proofs/illegal/testdata/reject/fen-legal.cert"},
		{"--list", folder + "proofs/survey/testdata/sample"},
		{"--packs", folder + "proofs/survey/testdata/sample"},
		{folder + "proofs/survey/testdata/sample/pack-000000"},
		{"--list", writeFile(t, "games", `{"fen":"4k3/8/8/8/8/8/8/3K4 b - - 0 1","start":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","verdict":"legal","uci":"e1d1"}`)},
	} {
		var stdout, stderr strings.Builder
		run(append(args, "--json"), nil, &stdout, &stderr)
		if stdout.Len() == 0 || stderr.Len() > 0 {
			t.Errorf("%v: %s%s", args, &stdout, &stderr)
		}
		for line := range strings.Lines(stdout.String()) {
			for _, wrong := range page.CheckObject([]byte(line), jsondoc.Seen{}) {
				t.Errorf("%v: doc/json.md: %s", args, wrong)
			}
		}
	}
}
