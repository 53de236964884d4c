package browsertest

import (
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const pollTime = 30 * time.Millisecond

// pictures is where TestScreens writes its pictures; those of doc/ are made by
// -pictures ../../doc/serve.
var pictures = flag.String("pictures", "", "folder for pictures of the screens")

// screens are all screens, each with something to see, and what is true once it is there.
var screens = []struct{ name, at, there string }{
	{"position", "#/legal?fen=B1Q1q3%2FR6n%2F2pk1N1B%2F5R2%2F1n1NBPr1%2F1nP1nB1n%2Fr1P1bb1P%2FqK1b4+w+-+-+0+1", `document.querySelector('.verdict.illegal .reason')`},
	{"kernel", "#/legal?fen=r1b5%2F2pp1ppp%2Fp1n5%2Fnp6%2FK1kPp3%2Fb1q1r3%2F8%2F8+w+-+-+0+1&tab=kernel", `document.querySelector('.kernel-steps')`},
	{"last-moves", "#/legal?fen=4k3%2F8%2F8%2F1pP5%2FB7%2F1P6%2F8%2F4K3+w+-+b6+0+1&tab=last", `document.querySelector('.tree .letter')`},
	{"questions", "#/ask?fen=3Brk1K%2F2p1pp1p%2F8%2F8%2F8%2F8%2F8%2F8+b+-+-+0+1&question=last-moves", `document.querySelector('.verdict.answered li') && document.querySelector('.story')`},
	{"game", "#/game?fen=rnbqkbnr%2Fppp2ppp%2F8%2F3P4%2F3p4%2F8%2FPPP2PPP%2FRNBQKBNR+w+KQkq+-+0+1", `document.querySelector('.verdict.legal') && document.querySelector('.player')`},
	{"strategy", "#/strategy", `document.querySelector('.verdict .reason')`},
	{"watch", "#/strategy?tab=watch", `document.querySelector('.player')`},
	{"refuted", "#/strategy?tab=prove&check=1&text=" + url.QueryEscape(besideTheKing), `document.querySelector('.lost .player')`},
	{"solve", "#/solve?text=" + url.QueryEscape("p cnf 2 3\n1 2 0\n-1 0\n-2 0\n"), `document.querySelector('.verdict.answered')`},
	{"ursa", "#/ursa?text=" + url.QueryEscape("assert_all(nx * nx == 49 && nx < 100);\n"), `document.querySelector('.screen-ursa tbody td')`},
	{"reach", "#/reach?model=counter-4", `document.querySelector('.wave .edge')`},
	{"tablebase", "#/tb?fen=8%2F8%2F7N%2F8%2F8%2F8%2F8%2FK1k1B3+w+-+-+0+1", `document.querySelector('table.moves')`},
	{"counting", "#/count", `document.querySelectorAll('.screen-count .card:last-child tbody tr').length > 8 && document.querySelector('.badge')`},
	{"estimate", "#/estimate", `document.querySelector('.chart .line')`},
	{"verbs", "#/run?verb=exact&length=4.5&fen=rnbqkbnr%2Fpppppp1p%2F8%2F8%2F4P3%2F5Q2%2FPPPPpPPP%2FRNB1K2R", `document.querySelector('form.run [name=promote]')`},
	{"check", "#/check", `document.querySelector('.drop')`},
}

// TestScreens looks at each screen as it is, dark, printed and on a telephone: nothing is in
// the console, and nothing is wider than the screen.
func TestScreens(t *testing.T) {
	if *pictures != "" {
		if err := os.MkdirAll(*pictures, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			p := open(t, s.at)
			for _, look := range []struct {
				name, media, colors string
				width, height       int64
			}{{"", "", "light", 1280, 900}, {"-dark", "", "dark", 1280, 900}, {"-narrow", "", "light", 360, 740}, {"-print", "print", "light", 794, 1123}} {
				p.do(chromedp.EmulateViewport(look.width, look.height))
				p.scheme(look.media, look.colors)
				p.wait(s.there)
				if width := eval[int64](p, `document.documentElement.scrollWidth`); width > look.width {
					t.Errorf("%s: %d pixels wide on a screen of %d: %s", look.name, width, look.width, strings.Join(eval[[]string](p,
						`[...document.querySelectorAll('main *, header *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll, nav, .tabs, .plies')).map(e => e.outerHTML.slice(0, 80)).slice(0, 5)`), "\n"))
				}
				if *pictures != "" {
					if err := os.WriteFile(filepath.Join(*pictures, s.name+look.name+".png"), p.picture(look.width < 400), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
		})
	}
}

// TestAnswers looks at answers of the Questions screen in sentences, which stand there once, and at a FEN with unknown
// men, which has no board beside it.
func TestAnswers(t *testing.T) {
	p := open(t, "#/ask?fen=3Brk1K%2F2p1pp1p%2F8%2F8%2F8%2F8%2F8%2F8+b+-+-+0+1&question=release")
	p.wait(`document.querySelector('.verdict.answered li') && document.querySelector('.story')`)
	if n := strings.Count(p.text("main"), "at the earliest"); n != 1 {
		t.Errorf("the first sentence stands there %d times", n)
	}
	p = open(t, "#/ask?fen=3Brk1K%2F2p1pp1p%2F8%2F8%2F8%2F8%2F8%2F8+b+-+-+0+1&question=retract&plies=2")
	p.wait(`document.querySelector('.verdict.answered li')`)
	if got := p.text(".verdict"); !strings.Contains(got, "Ways back of 2 plies") || !strings.Contains(got, "d7-d8=B") {
		t.Errorf("the ways back of two plies: %q", got)
	}
	if got := p.text("main"); !strings.Contains(got, "retroproof ask retract 2 ") {
		t.Errorf("the command that does the same: %q", got)
	}
	p = open(t, "#/ask?fen=k1K5%2F8%2F8%2F8%2F8%2F8%2F8%2F%3F7+b+-+-+0+1&question=fields")
	p.wait(`document.querySelector('.verdict.answered li') && document.querySelector('.story')`)
	if eval[bool](p, `document.querySelector('.columns > :first-child').checkVisibility()`) {
		t.Error("a board stands beside a FEN with unknown men")
	}
}
