package browsertest

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// wholeProgram is where "make site" puts the program as WebAssembly. Where it is not, only the
// export without it is tried.
const wholeProgram = "../../bin/retroproof.wasm"

// site exports the page into a folder and has a plain server of files serve it, below a path.
func site(t *testing.T, args ...string) (url, dir string) {
	t.Helper()
	root := t.TempDir()
	dir = filepath.Join(root, "below")
	if text, err := exec.Command(program, append([]string{"serve", "--export", dir}, args...)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(root)))
	t.Cleanup(server.Close)
	return server.URL + "/below/", dir
}

// TestExport: a page that is only files checks a certificate.
func TestExport(t *testing.T) {
	proof := filepath.Join(t.TempDir(), "proof.gz")
	if text, err := exec.Command(program, "legal", "--certificate", proof, doubleStep).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	url, _ := site(t)
	p := blank(t)
	p.goTo(url)
	p.wait(`document.querySelector('.drop')`)
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{proof}))
	p.isVerified()
}

// TestExportProgram: with the program beside it, it answers as the server does.
func TestExportProgram(t *testing.T) {
	if _, err := os.Stat(wholeProgram); err != nil {
		t.Skip("no " + wholeProgram + "; make site builds it")
	}
	url, _ := site(t, "--program", wholeProgram)
	p := blank(t)
	p.goTo(url + "#/legal?fen=4k3%2F8%2F8%2F1pP5%2FB7%2F1P6%2F8%2F4K3+w+-+b6+0+1")
	p.wait(verdictIs + `"Illegal"`)
	p.press("Check it here")
	p.isVerified()
	eval[bool](p, `(location.hash = '#/tb?fen=8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FKQ6+w+-+-+0+1', true)`)
	p.wait(`document.querySelector('.big strong')?.innerText.startsWith('White mates in')`)
	// What a verb writes as files is checked there as well.
	for _, at := range []string{"#/solve?check=1&text=p+cnf+1+2%0A1+0%0A-1+0%0A", "#/strategy?strategy=torres&check=1"} {
		eval[bool](p, `(location.hash = `+quoted(at)+`, true)`)
		p.wait(`!document.querySelector('.verdict.check')`)
		p.isVerified()
	}
	// A* needs more stack than a worker may have: then the page says so.
	eval[bool](p, `(location.hash = '#/game?how=shortest', true)`)
	p.wait(`document.querySelector('.screen-game .primary')`)
	p.press("Search")
	p.wait(`document.querySelector('.result .problem, .result .verdict')`)
}
