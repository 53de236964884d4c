package retroproof

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"retroproof/internal/expect"
)

// Without Go, and with one too old to fetch another, make says which version
// is needed and where it is; later ones are used as they are.
func TestGoVersionCheck(t *testing.T) {
	for _, program := range []string{"make", "bash", "sed"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip("needs " + program)
		}
	}
	for _, tt := range []struct{ version, complaint string }{
		{"", `there is no "`},
		{"go version go1.19.8 linux/amd64", `is go1.19`},
		{"go version go1.20.14 darwin/arm64", `is go1.20`},
		{"go version go1.18 gccgo (Debian 12.2.0-14) 12.2.0 linux/amd64", `is go1.18`},
		{"go version go1.21 linux/amd64", ""},
		{"go version go1.26.8 linux/amd64", ""},
		{"go version devel go1.27-8b9ae3f Mon Nov 2 2026 linux/amd64", ""},
	} {
		fake := filepath.Join(t.TempDir(), "go")
		if tt.version != "" {
			expect.NoError(t, os.WriteFile(fake, []byte("#!/bin/sh\necho '"+tt.version+"'\n"), 0o755))
		}
		out, err := exec.Command("make", "--no-print-directory", "go-version", "GO="+fake).CombinedOutput()
		if tt.complaint == "" {
			if err != nil || len(out) > 0 {
				t.Errorf("%s: %v\n%s", tt.version, err, out)
			}
			continue
		}
		for _, want := range []string{tt.complaint, "needs Go 1.26", "from 1.21 on", "https://go.dev/dl/"} {
			if err == nil || !strings.Contains(string(out), want) {
				t.Errorf("%q: %v, without %q:\n%s", tt.version, err, want, out)
			}
		}
	}
}
