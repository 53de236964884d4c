package illegal_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"retroproof/proofs/illegal"
	"retroproof/proofs/illegal/formula"
)

// olderFile reads a certificate of testdata/older. These are as programs of the commits in their names wrote them, with
// "retroproof legal --certificate"; the first digit is the version of the format.
func olderFile(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "older", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestOlder: what earlier programs wrote is verified, and with a changed byte refused.
func TestOlder(t *testing.T) {
	for name, want := range map[string]illegal.Report{
		"1-20c24f2.zip":         {Positions: 1},
		"1-dc12653.zip":         {Positions: 1},
		"2-dc12653.zip":         {Positions: 1, Games: 1},
		"1-b3dd4ad-formula.zip": {Positions: 1, Formulas: 1},
		"3-6a45eeb-formula.zip": {Positions: 1, Formulas: 1},
	} {
		data := olderFile(t, name)
		r, err := check(data)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if r.Positions != want.Positions || r.Games != want.Games || r.Formulas != want.Formulas {
			t.Errorf("%s: %+v, want %+v", name, r, want)
		}
		for i := 0; i < len(data); i += 1 + len(data)/1000 {
			bad := bytes.Clone(data)
			bad[i] ^= 1
			// What is deflated has some freedom, as long as the content is the same.
			if _, err := check(bad); err == nil && !slices.Equal(unzip(t, bad), unzip(t, data)) {
				t.Errorf("%s: byte %d may be %#x instead of %#x", name, i, bad[i], data[i])
			}
		}
	}
}

// TestOlderEncoder: kernel-formula/1 is accepted in the manifests of the first two versions without formulas alone.
func TestOlderEncoder(t *testing.T) {
	const manifest, encoder = illegal.ManifestName, "kernel-formula/1"
	none := unzip(t, olderFile(t, "1-dc12653.zip"))
	first := unzip(t, olderFile(t, "refused/1-20c24f2-formula.zip"))
	second := unzip(t, olderFile(t, "1-b3dd4ad-formula.zip"))
	bare := func(fs files) files { // says that it has no formula
		return fs.without(illegal.FormulaSuffix).without(".lrat").replace(t, manifest, `"formulas": 1`, `"formulas": 0`)
	}
	for _, test := range []struct {
		name string
		fs   files
		want error
	}{
		{"with a formula", first, illegal.ErrEncoder},
		{"with a node and no formula", bare(first), illegal.ErrTree}, // its field rows
		{"with a node and no formula, of this form", bare(second).replace(t, manifest, formula.Version, encoder).replace(t, illegal.TreesName(0), formula.Version, encoder), illegal.ErrEncoder},
		{"with a node of this encoder and no formula", bare(second).replace(t, manifest, formula.Version, encoder), illegal.ErrMissing},
		{"with a formula of this encoder", second.replace(t, manifest, formula.Version, encoder), illegal.ErrEncoder},
		{"in version 3", none.replace(t, manifest, "certificate/1", "certificate/3"), illegal.ErrEncoder},
		{"in version 4", none.replace(t, manifest, "certificate/1", "certificate/4"), illegal.ErrEncoder},
		{"an encoder that never was", none.replace(t, manifest, encoder, "kernel-formula/0"), illegal.ErrEncoder},
		{"fewer than no formulas", none.replace(t, manifest, `"formulas": 0`, `"formulas": -1`), illegal.ErrEncoder},
		{"a formula too many", none.replace(t, manifest, `"formulas": 0`, `"formulas": 1`), illegal.ErrEncoder},
	} {
		if _, err := check(test.fs.plain()); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
	if _, err := check(none.plain()); err != nil { // so that the others fail for their change
		t.Error(err)
	}
}
