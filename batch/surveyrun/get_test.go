package surveyrun

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

// TestGet: what is copied from a folder or a server is checked without the rest; what was altered is refused.
func TestGet(t *testing.T) {
	dir := reference(t)
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer server.Close()
	for _, from := range []string{dir, server.URL, server.URL + "/"} {
		spot := t.TempDir()
		expect.NoError(t, (&Copy{From: from, To: spot, Spot: 3, Seed: 5}).Get(t.Context()))
		s, err := survey.Spot(t.Context(), spot, 3, 5, survey.Options{})
		if err != nil || s.Checked != 3 || s.Of != 8 {
			t.Fatalf("%+v, %v", s, err)
		}
		expect.ErrorIs(t, expect.Err(survey.Check(t.Context(), spot, survey.Options{})), survey.ErrFile,
			"a part as the whole")
		for unit := range uint64(8) {
			to := t.TempDir()
			expect.NoError(t, (&Copy{From: from, To: to, Unit: unit}).Get(t.Context()))
			alone, root := filepath.Join(to, fmt.Sprintf("unit-%07d", unit)), filepath.Join(dir, survey.ManifestName)
			r, err := survey.CheckAlone(t.Context(), alone, root, survey.Options{})
			if err != nil || !strings.Contains(r.String(), fmt.Sprintf("unit %d of 8 of the tree ", unit)) {
				t.Fatalf("%v, %v", r, err)
			}
			if unit == 3 {
				forgeAlone(t, alone, root)
			}
		}
	}
	to := t.TempDir()
	if err := (&Copy{From: dir, To: to, Unit: 8}).Get(t.Context()); !errors.As(err, new(*OptionError)) {
		t.Errorf("unit 8 of 8: %v", err)
	}
	if err := (&Copy{From: dir, To: to, Unit: 1}).Get(t.Context()); !errors.As(err, new(*OptionError)) {
		t.Errorf("a folder that is not empty: %v", err)
	}
	expect.ErrorSays(t, (&Copy{From: server.URL + "/none", To: t.TempDir()}).Get(t.Context()), "404", "no such folder")
}

// forgeAlone alters each thing that the manifest of a unit says, one at a time.
func forgeAlone(t *testing.T, alone, root string) {
	t.Helper()
	name := filepath.Join(alone, survey.ManifestName)
	text := expect.Must(os.ReadFile(name))
	lines := strings.Split(string(text), "\n")
	r := rand.New(rand.NewPCG(1, 2))
	refused := 0
	for i, line := range lines {
		if strings.ContainsAny(line, "0123456789") {
			at := strings.LastIndexAny(line, "0123456789")
			changed := []byte(line)
			changed[at] = '0' + (changed[at]-'0'+1+byte(r.IntN(8)))%10
			lines[i] = string(changed)
		}
		if lines[i] == line {
			continue
		}
		expect.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o666))
		expect.Fails(t, expect.Err(survey.CheckAlone(context.Background(), alone, root, survey.Options{})),
			"%q in place of %q", lines[i], line)
		refused++
		lines[i] = line
	}
	if refused < 10 {
		t.Errorf("%d changes", refused)
	}
	expect.NoError(t, os.WriteFile(name, text, 0o666))
}

// TestPaths: of trees of any size each path leads to the root, and none from another place.
func TestPaths(t *testing.T) {
	var leaves [][32]byte
	for n := uint64(1); n < 40; n++ {
		leaves = append(leaves, [32]byte{byte(n)})
		for k := range n {
			if p := pathOf(k, leaves); len(p) > 6 {
				t.Errorf("a path of %d in a tree of %d", len(p), n)
			}
		}
	}
	// The hashes of RFC 9162's leaves in a tree of 10^6 units: the manifest has 20 of them, 1.4 kB.
	a := &survey.AloneUnit{Schema: survey.UnitSchema}
	for range 20 {
		a.Path = append(a.Path, strings.Repeat("0", 64))
	}
	text, err := a.Text()
	if err != nil || len(text) > 2000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}
