package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retroproof"

	"retroproof/internal/expect"
)

var (
	manDir  = flag.String("man", "", "folder that TestManPages writes the manual page to")
	manDate = flag.Int64("man-date", 0, "its date, in seconds since 1970")
)

// TestManPages writes the manual page, which is what --help prints. Lines of that must not look like requests to troff.
func TestManPages(t *testing.T) {
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	for line := range strings.Lines(usage) {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			t.Errorf("troff would take this line for a request: %s", line)
		}
	}
	text := strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(usage)
	page := fmt.Sprintf(".TH RETROPROOF-CHECK 1 %q %q \"User Commands\"\n.SH NAME\nretroproof-check \\- check certificates, proofs and proof games\n"+
		".SH USAGE\n.nf\n%s.fi\n.SH SEE ALSO\nretroproof(1)\n",
		time.Unix(*manDate, 0).UTC().Format("2006-01-02"), "retroproof-check "+retroproof.BuildOf("").Version, text)
	expect.NoError(t, os.WriteFile(filepath.Join(dir, "retroproof-check.1"), []byte(page), 0o666))
}
