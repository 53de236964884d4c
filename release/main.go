// Command release makes what is handed out: archives of both programs for each platform, packages for Debian, a formula
// for Homebrew, wheels for Python, a package for npm and a bill of materials, with checksums; or only the manual pages
// and shell completions, or the file NOTICES; or it gives the module another path. "make dist", "make install", "make
// notices" and "make module" run it in the module's folder.
//
// The same commit and the same Go make the same bytes, wherever and whenever: files are in alphabetical order, with one
// date, and the programs know nothing of the folder they were built in.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func main() {
	out := flag.String("out", "dist", "folder for the archives")
	list := flag.String("platforms", "host", "platforms, as GOOS/GOARCH, separated by blanks; host is this one")
	ldflags := flag.String("ldflags", "", "given to the linker, besides -s -w")
	epoch := flag.Int64("epoch", 0, "date of everything, in seconds since 1970")
	extras := flag.String("extras", "", "write only manual pages and completions, into this folder")
	notices := flag.Bool("notices", false, "write only NOTICES")
	url := flag.String("url", "https://example.org/retroproof", "where the archives will be, for the formula of Homebrew")
	module := flag.String("module", "", "only give the module this path")
	flag.Parse()
	if *module != "" {
		exit(renameModule(*module))
	}
	r := &release{ldflags: *ldflags, date: time.Unix(*epoch, 0).UTC(), out: *out}
	exit(r.run(*list, *extras, *url, *notices))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
	os.Exit(0)
}

// run does what the flags say.
func (r *release) run(list, extras, url string, notices bool) error {
	switch {
	case notices:
		sections, err := noticeSections()
		if err != nil {
			return err
		}
		return os.WriteFile(noticesName, []byte(noticesText(sections)), 0o666)
	case extras != "":
		return writeExtras(extras, r.date)
	}
	text, err := os.ReadFile("VERSION")
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "retroproof-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	r.version, r.work = strings.TrimSpace(string(text)), work
	if r.common, err = commonFiles(filepath.Join(work, "extras"), r.date); err != nil {
		return err
	}
	for _, platform := range strings.Fields(list) {
		if platform == "host" {
			platform = runtime.GOOS + "/" + runtime.GOARCH
		}
		if err := r.platform(platform); err != nil {
			return fmt.Errorf("%s: %w", platform, err)
		}
	}
	if err := r.homebrew(url); err != nil {
		return err
	}
	if err := r.bill(); err != nil {
		return err
	}
	return r.writeSums()
}
