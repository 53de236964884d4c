package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
	"github.com/spf13/pflag"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
)

var (
	manDir  = flag.String("man", "", "folder that TestManPages writes the manual pages to")
	manDate = flag.Int64("man-date", 0, "their date, in seconds since 1970")
)

// TestManPages writes a manual page for every command, with all its flags. It is a test so that the program does not
// link what formats them; "make dist" and "make install" run it.
func TestManPages(t *testing.T) {
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	root, long := writeManPages(t, dir)
	pages := 0
	var look func(*cobra.Command)
	look = func(cmd *cobra.Command) {
		if cmd.IsAvailableCommand() || cmd == root {
			pages++
			page, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1"))
			expect.Succeeds(t, err, "a page")
			words := manWords(string(page))
			cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if !f.Hidden && !strings.Contains(words, "--"+f.Name+"=") && !strings.Contains(words, "--"+f.Name+"[=") {
					t.Errorf("%s: the page lacks --%s", cmd.CommandPath(), f.Name)
				}
			})
			for part := range strings.SplitSeq(long[cmd], "\n\n") {
				if want := manWords(part); want != "  " && !strings.Contains(words, want) {
					t.Errorf("%s: the page lacks this text, or has it changed: %s", cmd.CommandPath(), want)
				}
			}
		}
		for _, c := range cmd.Commands() {
			look(c)
		}
	}
	look(root)
	if pages < 20 {
		t.Errorf("%d pages", pages)
	}
}

// writeManPages writes the pages to a folder, and returns the commands with their descriptions.
func writeManPages(t *testing.T, dir string) (root *cobra.Command, long map[*cobra.Command]string) {
	t.Helper()
	root = program.Root(&verb.Env{Stdout: &bytes.Buffer{}, Stderr: &bytes.Buffer{}})
	root.InitDefaultCompletionCmd()
	root.InitDefaultVersionFlag()
	root.DisableAutoGenTag = true
	long = map[*cobra.Command]string{}
	prepareForMan(root, long)
	date := time.Unix(*manDate, 0).UTC()
	header := &doc.GenManHeader{Section: "1", Date: &date, Source: verb.Build.Name + " " + verb.Build.Version, Manual: "User Commands"}
	expect.NoError(t, doc.GenManTree(root, header, dir))
	return root, long
}

// prepareForMan makes a command's help, and that of those below it, what the formatter expects, and notes what it was.
func prepareForMan(cmd *cobra.Command, long map[*cobra.Command]string) {
	if !strings.Contains(cmd.CommandPath(), " completion ") { // those are cobra's, and Markdown
		long[cmd] = cmd.Long
		cmd.Long = asMarkdown(cmd.Long)
	}
	if f := cmd.LocalFlags().Lookup("jobs"); f != nil {
		f.DefValue = "processors" // not those of the machine that makes the page
	}
	for _, c := range cmd.Commands() {
		prepareForMan(c, long)
	}
}

// asMarkdown keeps the lines of a part, between blank lines, in which something is indented: as Markdown it is a block
// of code. In other parts no character has a meaning in Markdown.
func asMarkdown(text string) string {
	parts := strings.Split(text, "\n\n")
	for i, part := range parts {
		if strings.HasPrefix(part, " ") || strings.Contains(part, "\n ") {
			parts[i] = "    " + strings.ReplaceAll(part, "\n", "\n    ")
		} else {
			parts[i] = strings.NewReplacer(`*`, `\*`, `_`, `\_`, `<`, `\<`, "`", "\\`", `[`, `\[`).Replace(part)
		}
	}
	return strings.Join(parts, "\n\n")
}

// manWords returns the words of a page, or of a text, with one blank before and after each.
func manWords(page string) string {
	page = strings.NewReplacer(`\-`, `-`, `\fB`, ``, `\fP`, ``, `\fI`, ``, `\&`, ``, `\[la]`, `<`, `\[ra]`, `>`, `\(dq`, `"`, `\e`, `\`).Replace(page)
	return " " + strings.Join(strings.Fields(page), " ") + " "
}
