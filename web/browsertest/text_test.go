package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestTexts: each example of the screens for texts has the answer that its title tells, and what proves it is checked
// in the browser.
func TestTexts(t *testing.T) {
	const verified = "VERIFIED"
	for _, c := range []struct {
		screen  string
		example int
		answer  string
		check   string // "" for nothing that the checker takes
		has     string // somewhere on the screen
	}{
		{"solve", 1, "Unsatisfiable", verified, "a proof of 1 line"},
		{"solve", 2, "Satisfiable", "", "The model satisfies each clause"},
		{"solve", 3, "Unsatisfiable", verified, "30 variables"},
		{"ursa", 1, "1 solution", verified, "There are no others."},
		{"ursa", 2, "1 solution", verified, "1234"},
		{"ursa", 3, "4 solutions", verified, "n[5]"},
		{"ursa", 4, "No solution", verified, "Line 1: assert"},
		{"reach", 1, "Unsafe", verified, "latch"},
		{"reach", 2, "Unsafe", verified, "The run: 15 steps"},
		{"reach", 3, "Safe", verified, "invariant"},
		{"reach", 4, "Safe", verified, "invariant"},
		{"reach", 5, "Safe", verified, "krk-rook"},
		{"reach", 6, "Live", verified, "rounds"},
		{"reach", 7, "Violated", verified, "leads back to state"},
	} {
		t.Run(c.screen+"/"+string(rune('0'+c.example)), func(t *testing.T) {
			p := open(t, "#/"+c.screen)
			p.wait(`document.querySelector('.examples')`)
			p.choose(".examples", string(rune('0'+c.example-1)))
			p.wait(`document.querySelector('.verdict.answered')`)
			if got := p.text(".verdict.answered .big strong"); got != c.answer {
				t.Errorf("answer %q, want %q", got, c.answer)
			}
			if got := p.text("main"); !strings.Contains(got, c.has) {
				t.Errorf("%q is not in %q", c.has, got)
			}
			if got := p.text(".command code"); !strings.Contains(got, "retroproof "+c.screen) {
				t.Errorf("as a command: %q", got)
			}
			if c.check == "" {
				return
			}
			p.press("Check it here")
			if got := p.checked(); got != c.check {
				t.Errorf("the check ends with %q: %s", got, p.text(".verdict.check"))
			}
		})
	}
}

// TestTextFile: a file is read, answered, and kept in the address; its mistakes are told with line and column.
func TestTextFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "any.cnf")
	if err := os.WriteFile(file, []byte("p cnf 1 1\n1 0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	p := open(t, "#/solve")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{file}))
	p.wait(`document.querySelector('.verdict.answered .big strong')?.innerText === 'Satisfiable'`)
	if got := eval[string](p, `location.hash`); !strings.Contains(got, "text=p+cnf+1+1%0A1+0%0A") {
		t.Errorf("address %q", got)
	}
	p.expect("422")
	eval[bool](p, `(document.querySelector('textarea').value = 'p cnf 1 x', true)`)
	p.press("Run")
	p.wait(`document.querySelector('.verdict .problem')`)
	if got := p.text(".verdict .problem"); !strings.Contains(got, "<stdin>:1:9") {
		t.Errorf("a mistake: %q", got)
	}
	eval[bool](p, `(document.querySelector('textarea').value = 'c'.repeat(300000), true)`)
	p.press("Run")
	p.wait(`document.querySelector('.verdict .problem')?.innerText.includes('300,000 characters')`)
}
