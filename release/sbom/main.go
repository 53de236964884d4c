// Command sbom writes what the programs are made of, their software bill of materials, in JSON of CycloneDX 1.6: Go,
// and the modules that are linked on some platform, each with version and the SHA-256 of go.sum. "make dist" runs it.
// It is a module of its own, so that the product does not need the library that writes the format.
package main

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	from := flag.String("from", "../..", "folder of the module")
	out := flag.String("out", "", "the file; in the folder from")
	epoch := flag.Int64("epoch", 0, "date, in seconds since 1970")
	flag.Parse()
	if err := run(*from, *out, time.Unix(*epoch, 0).UTC()); err != nil {
		fmt.Fprintf(os.Stderr, "sbom: %v\n", err)
		os.Exit(1)
	}
}

func run(from, out string, date time.Time) error {
	version, err := os.ReadFile(filepath.Join(from, "VERSION"))
	if err != nil {
		return err
	}
	modules, err := linked(from)
	if err != nil {
		return err
	}
	compiler, err := goCommand(from, "", "env", "GOVERSION")
	if err != nil {
		return err
	}
	var b bytes.Buffer
	e := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON).SetPretty(true)
	bill := bom(strings.TrimSpace(string(version)), strings.TrimSpace(compiler), modules, date)
	if err := e.EncodeVersion(bill, cdx.SpecVersion1_6); err != nil {
		return err
	}
	name := filepath.Join(from, out)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// module is one that is linked.
type module struct{ path, version, sum string }

// bom returns the bill. The same modules and date make the same one.
func bom(version, compiler string, modules []module, date time.Time) *cdx.BOM {
	product := cdx.Component{
		BOMRef: "retroproof", Type: cdx.ComponentTypeApplication, Name: "retroproof", Version: version,
		Licenses: licence("MIT"),
	}
	compiler = strings.TrimPrefix(compiler, "go")
	library := cdx.Component{
		BOMRef: "go", Type: cdx.ComponentTypeLibrary, Name: "Go, its standard library and runtime", Version: compiler,
		PackageURL: "pkg:golang/std@" + compiler, Licenses: licence("BSD-3-Clause"),
	}
	components, refs := []cdx.Component{library}, []string{"go"}
	for _, m := range modules {
		c := cdx.Component{
			Type: cdx.ComponentTypeLibrary, Name: m.path, Version: m.version,
			PackageURL: "pkg:golang/" + m.path + "@" + m.version,
		}
		c.BOMRef = c.PackageURL
		// go.sum has SHA-256 of a list of all files with theirs.
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.sum, "h1:")); err == nil && len(sum) > 0 {
			c.Hashes = &[]cdx.Hash{{Algorithm: cdx.HashAlgoSHA256, Value: hex.EncodeToString(sum)}}
		}
		components, refs = append(components, c), append(refs, c.BOMRef)
	}
	b := cdx.NewBOM()
	b.Metadata = &cdx.Metadata{Timestamp: date.Format(time.RFC3339), Component: &product}
	b.Components = &components
	b.Dependencies = &[]cdx.Dependency{{Ref: "retroproof", Dependencies: &refs}}
	return b
}

// licence is a licence by its name in SPDX. Those of modules are texts in NOTICES.
func licence(id string) *cdx.Licenses {
	return &cdx.Licenses{{License: &cdx.License{ID: id}}}
}

// linked returns the modules that the programs link on some platform, in the order of their paths.
func linked(from string) ([]module, error) {
	found := map[string]module{}
	const format = `{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}} {{.Sum}}{{end}}{{end}}`
	for _, platform := range []string{"linux/amd64", "darwin/arm64", "windows/amd64", "js/wasm"} {
		out, err := goCommand(from, platform, "list", "-deps", "-f", format, "./cmd/retroproof", "./cmd/retroproof-check")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(out) {
			if f := strings.Fields(line); len(f) >= 2 {
				found[f[0]] = module{f[0], f[1], strings.Join(f[2:], "")}
			}
		}
	}
	var list []module
	for _, path := range slices.Sorted(maps.Keys(found)) {
		list = append(list, found[path])
	}
	return list, nil
}

// goCommand runs go in a folder for a platform, "" for this one, and returns what it prints.
func goCommand(dir, platform string, args ...string) (string, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	goos, goarch, _ := strings.Cut(platform, "/")
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}
