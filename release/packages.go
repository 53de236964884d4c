package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// wheelTags are the platforms with a wheel, by the names that Python has for them ("Platform compatibility tags" of the
// Python Packaging User Guide). The programs are linked statically, and Go needs Linux 3.2 and macOS 12.
var wheelTags = map[string]string{
	"linux/amd64":   "manylinux2014_x86_64",
	"linux/arm64":   "manylinux2014_aarch64",
	"darwin/amd64":  "macosx_12_0_x86_64",
	"darwin/arm64":  "macosx_12_0_arm64",
	"windows/amd64": "win_amd64",
	"windows/arm64": "win_arm64",
}

// wheel makes the package for Python: the module, and the programs as its scripts.
func (r *release) wheel(tag string, built []file) error {
	files := []file{
		{name: "retroproof/__init__.py", path: "release/python/retroproof/__init__.py"},
		{name: "retroproof/py.typed", path: "release/python/retroproof/py.typed"},
	}
	for _, f := range built {
		f.name = "retroproof-" + r.version + ".data/scripts/" + f.name
		files = append(files, f)
	}
	info := "retroproof-" + r.version + ".dist-info/"
	readme, err := os.ReadFile("release/python/README.md")
	if err != nil {
		return err
	}
	texts := map[string]string{
		"METADATA": "Metadata-Version: 2.1\nName: retroproof\nVersion: " + r.version + `
Summary: Proofs about chess: illegal positions, proof games, endgame strategies, tablebases
License: MIT
Keywords: chess,retrograde analysis,proof game,tablebase,SAT
Requires-Python: >=3.10
Description-Content-Type: text/markdown

` + string(readme),
		"WHEEL": "Wheel-Version: 1.0\nGenerator: retroproof " + r.version + "\nRoot-Is-Purelib: false\nTag: py3-none-" + tag +
			"\n",
	}
	for name, text := range texts {
		files = append(files, file{name: info + name, text: []byte(text)})
	}
	for _, name := range []string{"LICENSE", noticesName} {
		files = append(files, file{name: info + "licenses/" + name, path: name})
	}
	record, err := wheelRecord(files, info+"RECORD")
	if err != nil {
		return err
	}
	files = append(files, file{name: info + "RECORD", text: record})
	return r.write(fmt.Sprintf("retroproof-%s-py3-none-%s.whl", r.version, tag), writeZip, "", files)
}

// wheelRecord lists all files of a wheel with sums and sizes, and itself without ("Binary distribution format" of the
// guide).
func wheelRecord(files []file, itself string) ([]byte, error) {
	var b bytes.Buffer
	err := eachFile(files, func(f *file, content []byte) error {
		sum := sha256.Sum256(content)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(content))
		return nil
	})
	fmt.Fprintf(&b, "%s,,\n", itself)
	return b.Bytes(), err
}

// npm makes the package for node and for bundlers: both programs as WebAssembly below a small module.
func (r *release) npm(built []file) error {
	loader, err := wasmLoader()
	if err != nil {
		return err
	}
	files := []file{{name: "wasm_exec.js", path: filepath.Join(loader, "wasm_exec.js")}}
	for _, f := range built {
		if f.name == "retroproof-check.wasm" {
			f.name = "check.wasm"
		}
		f.program = false
		files = append(files, f)
	}
	for _, name := range []string{"index.js", "index.d.ts", "example.mjs", "README.md"} {
		files = append(files, file{name: name, path: filepath.Join("release", "npm", name)})
	}
	for _, name := range []string{"LICENSE", noticesName} {
		files = append(files, file{name: name, path: name})
	}
	// The page loads this script into a classic worker, which has no exports.
	memory, err := os.ReadFile("web/page/files.js")
	if err != nil {
		return err
	}
	about, err := json.MarshalIndent(map[string]any{
		"name":    "retroproof",
		"version": r.version,
		"description": "Whether a game leads to a chess position, with evidence, and the checker of that evidence, as " +
			"WebAssembly",
		"keywords": strings.Fields("chess proof-game retrograde-analysis sat"),
		"license":  "MIT",
		"type":     "module",
		"exports":  "./index.js",
		"types":    "./index.d.ts",
		"engines":  map[string]string{"node": ">=18"},
	}, "", "  ")
	if err != nil {
		return err
	}
	texts := map[string][]byte{"files.js": append(memory, "\nexport {Files};\n"...), "package.json": append(about, '\n')}
	for name, text := range texts {
		files = append(files, file{name: name, text: text})
	}
	return r.write("retroproof-"+r.version+".tgz", writeTar, "package", files)
}
