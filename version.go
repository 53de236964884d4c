package retroproof

import (
	_ "embed"
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

//go:embed VERSION
var versionFile string

// commit is set by the linker in builds by make: the commit of git, abbreviated,
// with dirtySuffix if files differ from it. It is "" where there is no git.
var commit string

// dirtySuffix is what "git describe --dirty" appends.
const dirtySuffix = "-dirty"

// module is the path of this module.
var module = reflect.TypeFor[Build]().PkgPath()

// commitDigits is to how many hexadecimal digits a commit is abbreviated.
const commitDigits = 12

// A Build says what a program was built from. As JSON it is the answer to
// "version --json".
type Build struct {
	Schema   string `json:"schema"`
	Name     string `json:"name"`     // of the program
	Version  string `json:"version"`  // such as 0.1.0
	Commit   string `json:"commit"`   // of git, 12 hexadecimal digits; "" if it is not known
	Modified bool   `json:"modified"` // files differed from the commit
	Go       string `json:"go"`       // version of the compiler
	OS       string `json:"os"`
	Arch     string `json:"arch"`
}

// BuildOf returns the build of the running program, which is called name.
func BuildOf(name string) Build {
	info, _ := debug.ReadBuildInfo()
	id, modified := commitOf(commit, info)
	return Build{
		Schema: "retroproof.version/1", Name: name, Version: strings.TrimSpace(versionFile), Commit: id, Modified: modified,
		Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
	}
}

// commitOf returns the commit that the linker was given, or else the one that go
// build has noted, which is of this module only if that is the main one. The
// build's information may be nil.
func commitOf(linked string, info *debug.BuildInfo) (id string, modified bool) {
	id, modified = strings.CutSuffix(linked, dirtySuffix)
	if linked == "" && info != nil && info.Main.Path == module {
		for _, s := range info.Settings {
			switch s.Key {
			case "vcs.revision":
				id = s.Value
			case "vcs.modified":
				modified = s.Value == "true"
			}
		}
	}
	return id[:min(len(id), commitDigits)], modified
}

// describedCommit is the commit as "git describe --dirty" writes it, or "".
func (b Build) describedCommit() string {
	if b.Commit != "" && b.Modified {
		return b.Commit + dirtySuffix
	}
	return b.Commit
}

// String is the line for people, such as
//
//	retroproof 0.1.0 (commit d3f4f8a1b2c3, go1.26.8 linux/amd64)
func (b Build) String() string {
	id := b.describedCommit()
	if id != "" {
		id = "commit " + id + ", "
	}
	return fmt.Sprintf("%s %s (%s%s %s/%s)", b.Name, b.Version, id, b.Go, b.OS, b.Arch)
}

// Tool is how files name the program that wrote them, such as
//
//	retroproof 0.1.0 d3f4f8a1b2c3
//
// It is the same on every platform.
func (b Build) Tool() string {
	return strings.TrimSpace(b.Name + " " + b.Version + " " + b.describedCommit())
}
