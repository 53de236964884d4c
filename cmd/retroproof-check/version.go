package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
)

// Set by the linker: -ldflags "-X main.version=... -X main.commit=...".
var version, commit string

// versionLine is what --version prints: the name, the version, and the commit and the Go version as far as they are
// known.
func versionLine() string {
	v, c, tool := version, commit, ""
	if info, ok := debug.ReadBuildInfo(); ok {
		v = cmp.Or(v, info.Main.Version)
		tool = info.GoVersion
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				c = cmp.Or(c, s.Value)
			}
		}
	}
	return fmt.Sprintf("retroproof-check %s (commit %s, %s)\n", cmp.Or(v, "devel"), cmp.Or(c, "unknown"), cmp.Or(tool, "unknown Go"))
}
