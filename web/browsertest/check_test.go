package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestQuestions: what proves an answer is checked in the browser, with claims of
// each kind.
func TestQuestions(t *testing.T) {
	for _, c := range []struct{ question, fen, answer, claim string }{
		{"last-moves", "3Brk1K/2p1pp1p/8/8/8/8/8/8 b - - 0 1", "unique d7-d8=B", "the last move was d7-d8=B, and no other"},
		{"rights", "r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - - 0 1", "Castling and en passant", "no game leads there but to r3k2r/ppp1p1pp/8/8/8/8/8/R1R1K2R b - -,"},
		{"captures", "rnbqkb1r/p1pppppp/8/8/8/2p5/P1PPPPPP/RNBQKBNR w KQkq - 0 1", "unknown", "the man on a1 was the one from a1"},
		{"fields", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB?R w KQkq - 0 1", "positions: 8; not illegal: 1", "RNBQKBNR w KQkq - (a game leads there)"},
	} {
		t.Run(c.question, func(t *testing.T) {
			p := open(t, "#/ask?fen="+strings.NewReplacer("/", "%2F", "?", "%3F", " ", "+").Replace(c.fen)+"&question="+c.question)
			p.wait(`document.querySelector('.verdict.answered')`)
			if got := p.text(".verdict.answered .big"); !strings.Contains(got, c.answer) {
				t.Errorf("answer %q", got)
			}
			p.press("Check it here")
			p.isVerified()
			if got := p.text(".verdict.check .summary"); !strings.Contains(got, c.claim) {
				t.Errorf("claim %q", got)
			}
			if got := p.text(".verdict.check"); c.question == "captures" && !strings.Contains(got, "more claims") {
				t.Errorf("many claims are not folded: %q", got)
			}
		})
	}
}

// TestStopCheck: a check that is stopped says so, and can be made again.
func TestStopCheck(t *testing.T) {
	p := open(t, "#/ask?fen=8%2F8%2F8%2F8%2F8%2F1P6%2F1PkPP3%2FKR1b4+b+-+-+0+1&question=last-moves")
	p.wait(`document.querySelector('.verdict.answered')`)
	// In one step: no answer can come between them.
	eval[bool](p, `(() => {
		const press = text => [...document.querySelectorAll('.verdict button')].find(b => b.innerText.trim() === text).click();
		press('Check it here');
		press('Stop');
		return true;
	})()`)
	p.wait(`[...document.querySelectorAll('.verdict .note')].some(n => n.innerText === 'Stopped.')`)
	p.press("Check it here")
	p.isVerified()
}

// TestBadChecker: without the checker, and with one that says nothing that can be read, the page
// says so; it does not wait.
func TestBadChecker(t *testing.T) {
	file := filepath.Join(t.TempDir(), "any.gz")
	if err := os.WriteFile(file, []byte("any"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, file, text, want string }{
		{"no loader", "wasm/wasm_exec.js", "", "This page has no checker"},
		{"no checker", "wasm/check.wasm", "", "This page has no checker"},
		{"no JSON", "check-worker.js", "onmessage = () => postMessage({code: 0, stdout: 'VERIFIED', stderr: ''})", "What the checker says cannot be read"},
	} {
		t.Run(c.name, func(t *testing.T) {
			url, dir := site(t)
			name := filepath.Join(dir, filepath.FromSlash(c.file))
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
			if c.text != "" {
				if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			p := blank(t)
			p.expect("404")
			p.goTo(url)
			p.wait(`document.querySelector('.drop')`)
			p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
			if got := p.checked(); !strings.HasPrefix(got, c.want) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
