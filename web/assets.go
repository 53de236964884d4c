package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"retroproof/proofs/folder"
)

// mode is where the page runs.
type mode string

const (
	modeServer  mode = "server"  // asks the routes
	modeProgram mode = "program" // has the program as WebAssembly beside it
	modeChecker mode = "checker" // can check files, and nothing else
)

// asset is a file of the page, ready to be sent.
type asset struct {
	kind   string // media type
	bytes  []byte
	packed bool // with gzip
	tag    string
}

// mediaTypes are those of the suffixes that there are.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",
}

// packedSuffix ends the names of files that are compressed.
const packedSuffix = ".gz"

// What stands in index.html for the men, and for the mode.
const (
	menMark  = "<!--men-->"
	modeMark = `content="server"`
	headMark = `<meta charset="utf-8">`
)

// readAssets reads all files of the page, by the paths under which they are asked for.
func readAssets(men string, m mode) (map[string]*asset, error) {
	assets := map[string]*asset{}
	for _, root := range []string{"page", "wasm"} {
		err := fs.WalkDir(embedded, root, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			plain, packed := strings.CutSuffix(name, packedSuffix)
			kind := mediaTypes[path.Ext(plain)]
			if kind == "" {
				return nil // a text for those who look into the folder
			}
			text, err := embedded.ReadFile(name)
			if err != nil {
				return err
			}
			if plain == "page/index.html" {
				if text, err = fillIndex(text, men, m); err != nil {
					return err
				}
			}
			at := "/" + strings.TrimPrefix(plain, "page/")
			sum := sha256.Sum256(text)
			assets[at] = &asset{kind, text, packed, `"` + hex.EncodeToString(sum[:16]) + `"`}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	assets["/"] = assets["/index.html"]
	return assets, nil
}

// fillIndex writes the men and the mode into index.html, and the policy, if no server sends it.
func fillIndex(text []byte, men string, m mode) ([]byte, error) {
	for _, mark := range []string{menMark, modeMark, headMark} {
		if bytes.Count(text, []byte(mark)) != 1 {
			return nil, fmt.Errorf("page/index.html: %q stands not once in it", mark)
		}
	}
	// Its only style would be refused by the policy, and the style sheet has it.
	men = strings.Replace(men, ` style="position:absolute"`, ` class="sprite"`, 1)
	text = bytes.Replace(text, []byte(menMark), []byte(men), 1)
	if m != modeServer {
		// Servers of files send no policy, and a page cannot say by whom it may be framed.
		inPage := strings.TrimSuffix(policy, "; frame-ancestors 'none'")
		head := fmt.Sprintf("%s\n<meta http-equiv=\"Content-Security-Policy\" content=%q>", headMark, inPage)
		text = bytes.Replace(text, []byte(headMark), []byte(head), 1)
	}
	return bytes.Replace(text, []byte(modeMark), fmt.Appendf(nil, "content=%q", m), 1), nil
}

// serve sends the file. A browser that has it asks whether it is still the same.
func (a *asset) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.kind)
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", a.tag)
	if r.Header.Get("If-None-Match") == a.tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	text := a.bytes
	if a.packed {
		h.Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
		} else if plain, err := unpack(text); err == nil {
			text = plain
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(text)))
	if r.Method != http.MethodHead {
		w.Write(text)
	}
}

// unpack decompresses a file of the page.
func unpack(text []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

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
