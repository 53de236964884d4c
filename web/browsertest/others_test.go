package browsertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPlayer: the slider of a long game ends on the position that was asked for.
func TestPlayer(t *testing.T) {
	const goal = "r1b5/2pp1ppp/p1n5/np6/K1kPp3/b1q1r3/8/8 w - -"
	p := open(t, "#/game?fen="+strings.ReplaceAll(goal, " ", "+")+"+0+1")
	p.wait(`document.querySelector('.player')`)
	last := func() string {
		return eval[string](p, `document.querySelector('.player svg.board').getAttribute('aria-label')`)
	}
	end := last()
	eval[bool](p, `(() => { const s = document.querySelector('.player input[type=range]'); s.value = 0; s.dispatchEvent(new Event('input')); return true; })()`)
	if begin := last(); begin == end || !strings.Contains(begin, "a2, b2") {
		t.Errorf("the beginning: %s", begin)
	}
	n := eval[int](p, `(() => { const s = document.querySelector('.player input[type=range]'); s.value = s.max; s.dispatchEvent(new Event('input')); return Number(s.max); })()`)
	if n < 100 || last() != end || !strings.Contains(end, "White: Ka4, d4.") {
		t.Errorf("%d plies end on %s", n, last())
	}
	if got := eval[string](p, `document.querySelector('.player [aria-current]')?.dataset.ply`); got == "" {
		t.Error("no move is marked")
	}
}

// TestShortest: A* finds the shortest game, and says that it is one.
func TestShortest(t *testing.T) {
	p := open(t, "#/game?fen=rnbqkbnr%2Fppp2ppp%2F8%2F3P4%2F3p4%2F8%2FPPP2PPP%2FRNBQKBNR+w+KQkq+-+0+1&how=shortest")
	p.press("Search")
	p.wait(`document.querySelector('.result .big strong')?.innerText === "A shortest game: 6 plies"`)
	p.press("All of a length")
	eval[bool](p, `(document.querySelector('.length').value = '3.0', true)`)
	p.press("Search")
	p.wait(`document.querySelector('.result .big strong')?.innerText.startsWith("Cooked")`)
}

// TestSpaceMates: the space bar plays best moves until the king is mated.
func TestSpaceMates(t *testing.T) {
	p := open(t, "#/tb?fen=8%2F8%2F8%2F3k4%2F8%2F8%2F8%2FKQ6+w+-+-+0+1")
	p.wait(`document.querySelector('.big strong')?.innerText.startsWith('White mates in')`)
	moves := eval[int](p, `Number(document.querySelector('.big strong').innerText.match(/\d+/)[0])`)
	for range 2*moves - 1 {
		p.wait(`document.querySelector('.screen-tb .verdict').dataset.at === document.querySelector('input.fen').value`)
		before := eval[string](p, `location.hash`)
		eval[bool](p, `(document.querySelector('.verdict').focus(), true)`)
		p.keys(" ")
		p.wait(`location.hash !== ` + quoted(before))
	}
	p.wait(`document.querySelector('.big strong').innerText === 'Black is mated'`)
	p.press("Numbers of this table")
	p.wait(`document.querySelector('.chart .bar')`)
}

// TestFiftyMoves: beside the depth to mate stands what the fifty-move rule makes of a position and of its moves; a click
// plays one.
func TestFiftyMoves(t *testing.T) {
	if syzygyFiles() == "" {
		t.Skip("the published files are not there; RETROPROOF_SYZYGY names their directory")
	}
	p := open(t, "#/tb?fen=8%2F8%2F7N%2F8%2F8%2F8%2F8%2FK1k1B3+w+-+-+0+1")
	p.wait(`document.querySelector('.fifty')`)
	if got := p.text(".fifty"); got != "With the fifty-move rule: a win, too; 64 plies to the next capture, pawn move or mate (DTZ)." {
		t.Errorf("in time: %q", got)
	}
	if got := p.text("table.moves tbody:first-of-type .pick"); !strings.HasPrefix(got, "Ka2\twin\t33\t65\twin\t64") {
		t.Errorf("the best move: %q", got)
	}
	p.fill("input.fen", "8/8/7N/8/8/8/8/K1k1B3 w - - 60 90")
	p.wait(`document.querySelector('.fifty')?.innerText.includes('cursed win')`)
	if got := p.text(".fifty"); !strings.Contains(got, "a draw if it is claimed (a cursed win): 64 plies") || !strings.Contains(got, "60 plies without a capture") {
		t.Errorf("too late: %q", got)
	}
	if got := p.text(".big strong"); got != "White mates in 33 moves" {
		t.Errorf("without the rule: %q", got)
	}
	p.click(".pick[data-move=h6f5]")
	p.wait(`document.querySelector('input.fen').value === '8/8/8/5N2/8/8/8/K1k1B3 b - - 61 90'`)
	p.fill("input.fen", "8/8/8/3k4/8/3q4/8/KR6 b - - 0 1")
	p.wait(`document.querySelector('.verdict .big strong')?.innerText.startsWith('Black mates')`)
}

// TestNumbers: a number and back.
func TestNumbers(t *testing.T) {
	p := open(t, "#/count")
	p.wait(`document.querySelector('textarea').value === '49444060874307007942560232630767711417259502539'`)
	eval[bool](p, `(document.querySelector('textarea').value = '1', true)`)
	p.press("Number → position")
	p.wait(`!document.querySelector('.card input.fen').value.startsWith('rnbq')`)
	fen := eval[string](p, `document.querySelector('.card input.fen').value`)
	p.press("Position → number")
	p.wait(`document.querySelector('textarea').value === '1'`)
	if len(strings.Fields(fen)) != 6 {
		t.Errorf("position %q", fen)
	}
	p.press("Judge all")
	p.wait(`document.querySelectorAll('[data-draw] .badge').length === 8`)
}

// TestNames: everything that can be used has a name, on every screen.
func TestNames(t *testing.T) {
	for _, s := range screens {
		p := open(t, s.at)
		p.wait(s.there)
		for _, bad := range eval[[]string](p, `[...document.querySelectorAll('button, input, select, textarea, a, [role=application], [role=img]')].filter(e => {
			const label = e.closest('label');
			return !(e.getAttribute('aria-label') || e.innerText?.trim() || e.querySelector?.('svg ~ span, title') || label?.innerText.trim());
		}).map(e => e.outerHTML.slice(0, 120))`) {
			t.Errorf("%s: no name: %s", s.name, bad)
		}
		if n := eval[int](p, `document.querySelectorAll('h1').length`); n != 1 {
			t.Errorf("%s: %d headings of the first level", s.name, n)
		}
	}
}

// TestOffline: the page asks this server only, and paints at once.
func TestOffline(t *testing.T) {
	p := open(t, "#/legal")
	for _, url := range eval[[]string](p, `performance.getEntriesByType('resource').map(e => e.name)`) {
		if !strings.HasPrefix(url, address) {
			t.Errorf("asked for %s", url)
		}
	}
	t.Logf("first paint after %.0f ms", eval[float64](p, `performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? -1`))
}

// TestPhases: the screen waits for a run that has not begun, and shows two-phase sampling while there are labels alone,
// and when all is done; and the reasons of illegal positions.
func TestPhases(t *testing.T) {
	dir := t.TempDir()
	survey := filepath.Join(dir, "phases")
	args := []string{"--samples", "900", "--seed", "3", "--chunk", "300", "--choose", "4", "--game-states", "2000000", "--dir", survey}
	at, stop, err := serveFolder(dir, survey)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop) // after the page, which follows the folder, is closed
	p := blank(t)
	p.do(chromedp.EmulateViewport(1280, 900))
	p.expect("404")
	p.goTo(at + "#/estimate")
	p.wait(`document.querySelector('#screen').textContent.includes('the folder phases has no sample yet')`)
	if err := estimate(append(args, "--unit", "0")...); err != nil {
		t.Fatal(err)
	}
	p.wait(`document.querySelector('#chosen')`)
	if text := p.text("main"); !strings.Contains(text, "300 of 900") || !strings.Contains(text, "when all have labels") || !strings.Contains(text, "BothKingsInCheck") || !strings.Contains(text, "not yet") || !strings.Contains(text, "None so far") {
		t.Error(text)
	}
	if err := estimate(args...); err != nil {
		t.Fatal(err)
	}
	p.wait(`document.querySelectorAll('#chosen td.n').length == 6`) // the screen follows the folder
	if text := p.text("main"); !strings.Contains(text, "900 of 900") || strings.Contains(text, "not yet") || !strings.Contains(text, "95 % INTERVAL") && !strings.Contains(text, "95 % interval") ||
		!strings.Contains(text, "kernel") || !strings.Contains(text, "as their labels say, and of the chosen ones") || !strings.Contains(text, "8.728·10⁴⁵ integers") {
		t.Error(text)
	}
	if *pictures != "" {
		if err := os.MkdirAll(*pictures, 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*pictures, "phases.png"), p.picture(false), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.do(chromedp.EmulateViewport(360, 740))
	if width := eval[int64](p, `document.documentElement.scrollWidth`); width > 360 {
		t.Errorf("%d pixels wide", width)
	}
}
