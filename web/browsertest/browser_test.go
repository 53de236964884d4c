// Package browsertest tries the page of "retroproof serve" in a real browser. It is a module of
// its own, so that the program needs none of what drives a browser. Without a browser the tests
// are skipped.
package browsertest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// The program, its server and the browser that all tests share.
var (
	program string
	address string
	browser context.Context
)

func TestMain(m *testing.M) {
	code, err := withBrowser(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, "browsertest:", err)
		code = 1
	}
	os.Exit(code)
}

// browserNames are those of programs that can be driven.
var browserNames = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// withBrowser starts the server and the browser.
func withBrowser(run func() int) (code int, err error) {
	var found string
	for _, name := range browserNames {
		if found, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if found == "" {
		fmt.Println("browsertest: SKIPPED: no browser on PATH")
		return 0, nil
	}
	dir, err := os.MkdirTemp("", "browsertest-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if program, err = findProgram(dir); err != nil {
		return 0, err
	}
	if address, err = serve(dir); err != nil {
		return 0, err
	}
	defer stopServer()
	if err := hasChecker(); err != nil {
		return 0, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	defer stop()
	var end context.CancelFunc
	browser, end = chromedp.NewContext(allocator)
	defer end()
	if err := chromedp.Do(browser); err != nil {
		return 0, fmt.Errorf("starting %s: %w", found, err)
	}
	return run(), nil
}

// findProgram returns the program to test: RETROPROOF, or one that is built, with the checker as
// it is now.
func findProgram(dir string) (string, error) {
	if name := os.Getenv("RETROPROOF"); name != "" {
		return filepath.Abs(name)
	}
	name := filepath.Join(dir, "retroproof")
	if text, err := exec.Command("make", "-C", "../..", "wasm").CombinedOutput(); err != nil {
		return "", fmt.Errorf("make wasm: %w\n%s", err, text)
	}
	build := exec.Command("go", "build", "-trimpath", "-o", name, "./cmd/retroproof")
	build.Dir = "../.."
	if text, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, text)
	}
	return name, nil
}

var stopServer = func() {}

// serve starts the program in a folder and returns its address.
func serve(dir string) (at string, err error) {
	survey := filepath.Join(dir, "sample")
	if err := estimate("--samples", "300", "--seed", "3", "--chunk", "50", "--dir", survey, "--game-states", "2000000"); err != nil {
		return "", err
	}
	at, stopServer, err = serveFolder(dir, survey)
	return at, err
}

// estimate makes the folder of an estimate.
func estimate(args ...string) error {
	if text, err := exec.Command(program, append([]string{"estimate", "run", "--progress", "none"}, args...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("estimate run: %w\n%s", err, text)
	}
	return nil
}

// serveFolder starts the program with the folder of an estimate.
func serveFolder(dir, survey string) (at string, stop func(), err error) {
	stop = func() {}
	args := []string{"serve", "--tables", filepath.Join(dir, "tables"), "--folder", survey}
	if files := syzygyFiles(); files != "" {
		args = append(args, "--syzygy", files)
	}
	cmd := exec.Command(program, args...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.StdoutPipe()
	if err != nil {
		return "", stop, err
	}
	if err := cmd.Start(); err != nil {
		return "", stop, err
	}
	stop = func() { cmd.Process.Signal(os.Interrupt); cmd.Wait() }
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", func() {}, fmt.Errorf("no address: %w\n%s", err, complaints.String())
	}
	return strings.TrimSpace(line), stop, nil
}

// syzygyFiles is a directory of published files: RETROPROOF_SYZYGY, or the folder beside the clone where they may be;
// "" for none.
func syzygyFiles() string {
	for _, dir := range []string{os.Getenv("RETROPROOF_SYZYGY"), "../../../shared/data/tables", "../../../../shared/data/tables"} {
		if found, _ := filepath.Glob(filepath.Join(dir, "KBNvK.rtbw")); dir != "" && len(found) > 0 {
			return dir
		}
	}
	return ""
}

// hasChecker returns an error if the program was built without the checker as WebAssembly: then
// nothing can be checked in the browser.
func hasChecker() error {
	response, err := http.Get(strings.TrimSuffix(address, "/") + "/api/version")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	var about struct{ Checker bool }
	if err := json.NewDecoder(response.Body).Decode(&about); err != nil {
		return fmt.Errorf("/api/version: %w", err)
	}
	if !about.Checker {
		return fmt.Errorf("%s was built without the checker as WebAssembly: build it by make", program)
	}
	return nil
}

// tab is a tab of the browser. What its console says besides is a failure of the test: errors,
// warnings, and violations of the page's policy, which are errors there.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	expected []string // parts of messages that may come
	messages []chromedp.ConsoleMessage
}

// open opens a screen in a tab, as in "#/legal?fen=...", and waits until it is there.
func open(t *testing.T, screen string) *tab {
	t.Helper()
	p := blank(t)
	p.do(chromedp.EmulateViewport(1280, 900))
	p.goTo(address + screen)
	name, _, _ := strings.Cut(strings.TrimPrefix(screen, "#/"), "?")
	p.wait(fmt.Sprintf(`document.getElementById('screen')?.dataset.ready === %q`, name))
	return p
}

// blank opens a tab.
func blank(t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(browser)
	p := &tab{t: t, ctx: ctx}
	console := chromedp.Console(ctx)
	var reading sync.WaitGroup
	reading.Go(func() {
		for m, err := range console {
			if err != nil {
				return
			}
			p.mu.Lock()
			p.messages = append(p.messages, m)
			p.mu.Unlock()
		}
	})
	t.Cleanup(func() {
		cancel()
		reading.Wait()
		for _, m := range p.messages {
			if m.Type != "log" && m.Type != "debug" && m.Type != "info" && !p.expects(m.Text) {
				t.Errorf("console: %s: %s (%s:%d)", m.Type, m.Text, m.URL, m.Line+1)
			}
		}
	})
	return p
}

// expect says that the console may have a message with this text.
func (p *tab) expect(text string) { p.expected = append(p.expected, text) }

func (p *tab) expects(text string) bool {
	for _, part := range p.expected {
		if strings.Contains(text, part) {
			return true
		}
	}
	return false
}

// do runs actions.
func (p *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, mostTime)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

func (p *tab) goTo(url string) { p.t.Helper(); p.do(chromedp.Navigate(url)) }

// mostTime is how long one action may take. The longest takes 20 s on a machine at rest, and this much on one that is 15
// times slower. What takes longer will not end: the test waits for what does not come, or the tab has crashed, of which
// the browser tells nobody who waits.
const mostTime = 5 * time.Minute

// wait waits until an expression is true. If it never is, the test fails with what the page says.
func (p *tab) wait(expression string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, mostTime)
	defer cancel()
	poll := chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingTimeout(0), chromedp.WithPollingInterval(pollTime))
	if _, err := chromedp.Run(ctx, poll); err != nil {
		p.t.Fatalf("%s: %v\n%s", expression, err, p.text("body"))
	}
}

// checked waits until the page says what came of a check, and returns it: VERIFIED, NOT VERIFIED,
// or why there was none. Whoever waits for one of them waits forever if it is another.
func (p *tab) checked() string {
	p.t.Helper()
	// There are empty ones, for problems of what is typed in.
	const said = `[...document.querySelectorAll('.verdict.check .big strong, .problem')].map(e => e.innerText).join('')`
	p.wait(said)
	return eval[string](p, said)
}

// isVerified waits until the page says what came of a check, which must be VERIFIED.
func (p *tab) isVerified() {
	p.t.Helper()
	if got := p.checked(); got != "VERIFIED" {
		p.t.Fatalf("the check ends with %q", got)
	}
}

// text returns the text of the first element that a selector finds.
func (p *tab) text(selector string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`(document.querySelector(%q)?.innerText ?? 'nothing is there')`, selector))
}

// click clicks on an element by its selector, as a mouse does.
func (p *tab) click(selector string) {
	p.t.Helper()
	p.do(chromedp.ScrollIntoView(chromedp.CSS(selector)), chromedp.Click(chromedp.CSS(selector)))
}

// press clicks on the first button with a text.
func (p *tab) press(text string) {
	p.t.Helper()
	expression := fmt.Sprintf(`(() => { const b = [...document.querySelectorAll('button')].find(b => b.innerText.trim() === %q); b?.click(); return !!b; })()`, text)
	if !eval[bool](p, expression) {
		p.t.Fatalf("no button %q", text)
	}
}

// choose chooses an option of a list, by its value.
func (p *tab) choose(selector, value string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const s = document.querySelector(%q); s.value = %q; s.dispatchEvent(new Event('change')); return true; })()`, selector, value))
}

// keys types keys.
func (p *tab) keys(keys string) { p.t.Helper(); p.do(chromedp.KeyEvent(keys)) }

// fill types a text into a field, in place of what is there.
func (p *tab) fill(selector, text string) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.focus(); e.select(); return true; })()`, selector))
	p.keys(text + "\r")
}

// eval returns the value of an expression.
func eval[T any](p *tab, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, mostTime)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// square returns the middle of a square of the first board that can be used, on the screen.
func (p *tab) square(name string) (x, y float64) {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf(`(() => {
		const board = document.querySelector('svg.board.active'), m = board.getScreenCTM();
		const at = new DOMPoint(10 * %d + 5, 10 * (7 - %d) + 5).matrixTransform(m);
		return [at.x, at.y];
	})()`, name[0]-'a', name[1]-'1'))
	return at[0], at[1]
}

func (p *tab) clickSquare(name string) {
	p.t.Helper()
	p.do(chromedp.ScrollIntoView(chromedp.CSS("svg.board.active")))
	x, y := p.square(name)
	p.do(chromedp.MouseClickXY(x, y))
}

// drag moves a man with the mouse.
func (p *tab) drag(from, to string) {
	p.t.Helper()
	p.do(chromedp.ScrollIntoView(chromedp.CSS("svg.board.active")))
	x0, y0 := p.square(from)
	x1, y1 := p.square(to)
	p.do(chromedp.DragAndDropXY(x0, y0, x1, y1, 4))
}

// scheme has the page look as on a dark screen, as in print, or as usual.
func (p *tab) scheme(media, colors string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Media: media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: colors}},
	})
	if err != nil {
		p.t.Fatal(err)
	}
}

// picture takes a picture of the whole page, or of what a telephone shows of it.
func (p *tab) picture(phone bool) []byte {
	p.t.Helper()
	action := chromedp.FullScreenshot(100)
	if phone {
		action = chromedp.CaptureScreenshot()
	}
	png, err := chromedp.Run(p.ctx, action)
	if err != nil {
		p.t.Fatal(err)
	}
	return png
}
