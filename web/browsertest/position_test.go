package browsertest

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/chromedp"
)

const (
	doubleStep = "4k3/8/8/1pP5/B7/1P6/8/4K3 w - b6 0 1"
	verdictIs  = `document.querySelector('.verdict .big strong')?.innerText === `
)

// TestPaste is what a new user does: paste the address of an editor, see a verdict and a reason,
// and have the certificate checked.
func TestPaste(t *testing.T) {
	p := open(t, "#/legal")
	p.fill("input.fen", "https://lichess.org/editor/4k3/8/8/1pP5/B7/1P6/8/4K3_w_-_b6_0_1?color=white")
	p.wait(verdictIs + `"Illegal"`)
	if got := p.text(".reason"); got != "LastMovesRefuted" {
		t.Errorf("reason %q", got)
	}
	if got := p.text(".summary"); !strings.Contains(got, "Ba4 gives check") {
		t.Errorf("summary %q", got)
	}
	if got := p.text("#live"); !strings.Contains(got, "Illegal") {
		t.Errorf("readers of the screen are told %q", got)
	}
	if got := eval[string](p, `location.hash`); !strings.Contains(got, "fen=4k3") {
		t.Errorf("address %q", got)
	}
	p.press("Check it here")
	p.isVerified()
	if got := p.text(".verdict.check"); !strings.Contains(got, strings.TrimSuffix(doubleStep, " 0 1")) {
		t.Errorf("the checker says %q", got)
	}
}

// TestPasteForms: what has several lines, or no slash, is read by the server, and what it leaves open is said.
func TestPasteForms(t *testing.T) {
	p := open(t, "#/legal")
	p.expect("422") // what is refused
	paste := func(text string) {
		eval[bool](p, fmt.Sprintf(`(() => { const data = new DataTransfer(); data.setData('text', %q);
			const paste = new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true});
			return document.querySelector('input.fen').dispatchEvent(paste) || true; })()`, text))
	}
	for _, tt := range []struct{ text, fen, note string }{
		{"8 . . . . k . . .\n7 . . . . . . . .\n6 . . . . . . . .\n5 . . . . . . . .\n" +
			"4 . . . . . . . .\n3 . . . . . . . .\n2 . . . . P . . .\n1 . . . . K . . R\n  a b c d e f g h",
			"4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", "Read as a diagram, which does not say all"},
		{"[Event \"x\"]\n\n1. e4 e5 2. Nf3 *", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2", "Read as PGN."},
		{"Weiß: Ke1 Ta1\nSchwarz: Ke8. Schwarz am Zug", "4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "Read as a list of men"},
	} {
		paste(tt.text)
		p.wait(fmt.Sprintf(`document.querySelector('input.fen').value === %q`, tt.fen))
		if got := p.text(".editor .note"); !strings.HasPrefix(got, tt.note) {
			t.Errorf("%s: %q", tt.fen, got)
		}
	}
	paste("w: Kg1 Ba2\nb: Kg8")
	p.wait(`document.querySelector('#fen-problem').textContent.includes('English and in German')`)
	const unique, other = "rnbqkbnr/pppppp1p/8/8/4P3/5Q2/PPPPpPPP/RNB1K2R", "rnbqkbnr/pppppp1p/8/6p1/4P3/8/PPPP1PPP/RNBQKBNR"
	p = open(t, "#/game?how=exact&length=4.5&fen="+unique+"+b+KQkq+-+0+1&last=h5f3")
	eval[bool](p, `(document.querySelector('#how-panel textarea').value = '`+other+`', true)`)
	eval[bool](p, `(document.querySelector('#how-panel button.primary').click(), true)`)
	p.wait(`document.querySelectorAll('.result .verdict').length === 2`)
	p.wait(`document.querySelector('.result .verdict').textContent.includes('Sound')`)
	p = open(t, "#/game?how=exact&length=ser-3&fen=rnbqkbnr/pppBpppp/8/8/8/4P3/PPPP1PPP/RNBQK1NR+b+KQkq+-+0+1")
	eval[bool](p, `(document.querySelector('#how-panel button.primary').click(), true)`)
	p.wait(`document.querySelector('.result').textContent.includes('1. e3 2. Bb5 3. Bxd7+')`)
}

// TestEditor: men by palette, by mouse and by keys; fields survive; back and forward.
func TestEditor(t *testing.T) {
	p := open(t, "#/legal")
	fen := func() string { return eval[string](p, `document.querySelector('input.fen').value`) }
	p.press("Clear")
	p.click(".tool[data-man=K]")
	p.clickSquare("e1")
	p.click(".tool[data-man=k]")
	p.clickSquare("e8")
	p.click(".tool[data-man=P]")
	p.clickSquare("a7")
	p.clickSquare("b7")
	p.clickSquare("b7") // again: it is gone
	if got := fen(); got != "4k3/P7/8/8/8/8/8/4K3 w - - 0 1" {
		t.Errorf("placed: %s", got)
	}
	p.click(".tool[data-man=P]") // no tool any more
	p.drag("a7", "a5")
	p.clickSquare("a5")
	p.clickSquare("a4")
	if got := fen(); got != "4k3/8/8/8/P7/8/8/4K3 w - - 0 1" {
		t.Errorf("moved: %s", got)
	}
	p.click(`input[name=turn][value=b]`)
	p.do(chromedp.SetValue(chromedp.CSS(".together select"), "a3"))
	eval[bool](p, `document.querySelector('.together select').dispatchEvent(new Event('change'))`)
	if got := fen(); got != "4k3/8/8/8/P7/8/8/4K3 b - a3 0 1" {
		t.Errorf("en passant: %s", got)
	}
	p.wait(`document.querySelector('.verdict .big')`)
	p.fill("input.fen", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 3 9")
	if got := eval[string](p, `[...document.querySelectorAll('[aria-label="Castling rights"] input')].map(i => i.checked ? i.value : '').join('')`); got != "Kq" {
		t.Errorf("castling rights %q", got)
	}
	p.click(`[aria-label="Castling rights"] input[value=Q]`)
	if got := fen(); got != "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 3 9" {
		t.Errorf("castling: %s", got)
	}
	eval[bool](p, `(document.querySelector('svg.board.active').focus(), true)`)
	p.keys("x") // no man's letter
	if got := fen(); got != "r3k2r/8/8/8/8/8/8/R3K2R w KQq - 3 9" {
		t.Errorf("other keys: %s", got)
	}
	eval[bool](p, `(history.back(), true)`)
	p.wait(`document.querySelector('input.fen').value.includes('w Kq -')`)
	p.press("Mirror colours")
	if got := fen(); got != "r3k2r/8/8/8/8/8/8/R3K2R b Qk - 3 9" {
		t.Errorf("mirrored: %s", got)
	}
	p.press("Undo")
	if got := fen(); got != "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 3 9" {
		t.Errorf("undone: %s", got)
	}
	p.fill("input.fen", "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	if got := p.text("#fen-problem"); !strings.HasPrefix(got, "Column 19:") {
		t.Errorf("a mistake: %q", got)
	}
}

// TestKeyboard: a position is set up and judged without a mouse.
func TestKeyboard(t *testing.T) {
	p := open(t, "#/legal")
	p.press("Clear")
	key := func(keys ...string) {
		for _, k := range keys {
			eval[bool](p, `(() => { const b = document.querySelector('svg.board.active'); b.focus(); b.dispatchEvent(new KeyboardEvent('keydown', {key: "`+k+`", bubbles: true})); return true; })()`)
		}
	}
	key("ArrowRight", "K", "ArrowRight", "k", "ArrowUp", "Q", "Delete")
	if got := eval[string](p, `document.querySelector('input.fen').value`); got != "8/8/8/8/8/8/8/Kk6 w - - 0 1" && got != "8/8/8/8/8/8/8/1Kk5 w - - 0 1" {
		t.Errorf("by keys: %s", got)
	}
	if got := p.text("#live"); got == "" {
		t.Error("nothing is said of the cursor")
	}
	// Positions on the way are illegal as well, for another reason.
	p.wait(`document.querySelector('.reason')?.textContent === "AdjacentKings"`)
}

// TestExamples: each example has the verdict that its title says.
func TestExamples(t *testing.T) {
	p := open(t, "#/legal")
	titles := eval[[]string](p, `[...document.querySelectorAll('.examples option')].slice(1).map(o => o.text)`)
	if len(titles) < 10 {
		t.Fatalf("%d examples", len(titles))
	}
	fens := eval[[]string](p, `[...document.querySelectorAll('.examples option')].slice(1).map(o => o.value)`)
	for i, title := range titles {
		want := "Illegal"
		if strings.HasPrefix(title, "Legal") {
			want = "Legal"
		}
		eval[bool](p, `(() => { const s = document.querySelector('.examples'); s.selectedIndex = `+string(rune('0'+(i+1)/10))+`*10+`+string(rune('0'+(i+1)%10))+`; s.dispatchEvent(new Event('change')); return true; })()`)
		p.wait(`decodeURIComponent(location.hash.replaceAll('+', ' ')).includes(` + quoted(fens[i]) + `) && ` + verdictIs + quoted(want))
		p.wait(`document.querySelector('.story')`)
	}
}

func quoted(text string) string { return `"` + text + `"` }

// TestTabs: the kernel step by step, and last moves with those before them.
func TestTabs(t *testing.T) {
	p := open(t, "#/legal?fen=rnbqkbnr%2Fppp2ppp%2F8%2F3P4%2F3p4%2F8%2FPPP2PPP%2FRNBQKBNR+w+KQkq+-+0+1")
	p.wait(`document.querySelector('.player')`)
	p.press("Kernel")
	p.wait(`document.querySelectorAll('.kernel-steps li').length > 2 && document.querySelector('.player .arrow')`)
	p.press("Last moves")
	p.wait(`document.querySelector('.tree .letter.unknown')`)
	p.click(".tree details summary")
	p.wait(`document.querySelector('.tree .branch .tree, .tree .branch ul, .tree .branch .note')`)
	p.press("Retract: go to the position before")
	p.wait(`document.querySelector('input.fen').value.split(' ')[1] === 'b'`)
}

// TestDownload: the certificate that is saved is the one that the checker accepts, and not with one
// byte changed.
func TestDownload(t *testing.T) {
	dir := t.TempDir()
	p := open(t, "#/legal?fen="+strings.ReplaceAll(doubleStep, " ", "+"))
	p.wait(verdictIs + `"Illegal"`)
	if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir}); err != nil {
		t.Fatal(err)
	}
	p.press("Certificate")
	p.wait(`[...document.querySelectorAll('.verdict code')].some(c => c.innerText === 'retroproof-check proof.gz')`)
	name := filepath.Join(dir, "proof.gz")
	var text []byte
	for {
		var err error
		if text, err = os.ReadFile(name); err == nil && len(text) > 0 {
			break
		}
		eval[bool](p, `new Promise(done => setTimeout(() => done(true), 30))`)
	}
	changed := filepath.Join(dir, "changed.gz")
	text[len(text)/2] ^= 1
	if err := os.WriteFile(changed, text, 0o666); err != nil {
		t.Fatal(err)
	}
	q := open(t, "#/check")
	for _, c := range []struct{ file, want string }{{name, "VERIFIED"}, {changed, "NOT VERIFIED"}} {
		q.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{c.file}))
		q.wait(`document.querySelector('.command code').innerText === ` + quoted("retroproof-check "+filepath.Base(c.file)))
		if got := q.checked(); got != c.want {
			t.Errorf("%s: %q, want %q", c.file, got, c.want)
		}
	}
}

// TestLargeCertificate: the certificate of the illegal ones among 1,000 draws is checked in the
// browser, which says how far it is.
func TestLargeCertificate(t *testing.T) {
	name := filepath.Join(t.TempDir(), "proofs.gz")
	draws, err := exec.Command(program, "sample", "1000", "--seed", "2", "--scheme", "urposition-repaired").Output()
	if err != nil {
		t.Fatal(err)
	}
	legal := exec.Command(program, "legal", "--no-proofgame", "--certificate", name, "--progress", "none", "-")
	legal.Stdin = bytes.NewReader(draws)
	if err := legal.Run(); err != nil {
		t.Fatal(err)
	}
	p := open(t, "#/check")
	p.do(chromedp.SetUploadFiles(chromedp.CSS("input[type=file]"), []string{name}))
	p.wait(`document.querySelector('progress')`)
	p.isVerified()
	if text := eval[string](p, `document.querySelector('.verdict.check').innerText`); !strings.Contains(text, "937") {
		t.Errorf("the report is %q, want 937 illegal positions", text)
	}
}
