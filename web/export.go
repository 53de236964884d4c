package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"retroproof/proofs/folder"
)

// The files of the checker, and of the program, below wasm/.
const (
	checkerFile = "wasm/check.wasm"
	programFile = "wasm/retroproof.wasm"
	loaderFile  = "wasm/wasm_exec.js" // Go's own
)

// HasChecker reports whether the checker as WebAssembly was there when this program was built.
func HasChecker() bool {
	for _, name := range []string{checkerFile + packedSuffix, loaderFile} {
		if _, err := embedded.Open(name); err != nil {
			return false
		}
	}
	return true
}

// Export writes the page as files into a directory, by a function that writes a file: with the checker, and
// with the program, if one is named, which is this program built for js/wasm. Any web server
// can serve them, from any path; they ask it for nothing but themselves. WebAssembly is written
// plain, which all servers send in the right way.
func Export(dir, program, men string, write func(name string, text []byte) error) error {
	m := modeChecker
	if program != "" {
		m = modeProgram
	}
	if !HasChecker() {
		return fmt.Errorf("this program was built without the checker as WebAssembly: build it by make")
	}
	assets, err := readAssets(men, m)
	if err != nil {
		return err
	}
	delete(assets, "/") // which is /index.html
	for name, a := range assets {
		text := a.bytes
		if a.packed {
			if text, err = unpack(text); err != nil {
				return err
			}
		}
		if err := write(inside(dir, name), text); err != nil {
			return err
		}
	}
	if program == "" {
		return nil
	}
	f, err := folder.OpenFile(program, folder.Links)
	if err != nil {
		return err
	}
	defer f.Close()
	text, err := io.ReadAll(folder.Bounded(context.Background(), f, program, mostProgram))
	if err != nil {
		return err
	}
	if strings.HasSuffix(program, packedSuffix) {
		if text, err = unpack(text); err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
	}
	if !bytes.HasPrefix(text, []byte("\x00asm")) {
		return fmt.Errorf("%s is no WebAssembly", program)
	}
	return write(inside(dir, programFile), text)
}

// mostProgram bounds the checker as WebAssembly in bytes; it has 10 MB.
const mostProgram = 1 << 28

// inside is the name of a file of the page in a directory.
func inside(dir, name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
