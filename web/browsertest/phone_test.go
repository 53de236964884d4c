package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// The screen of a telephone.
const phoneWidth, phoneHeight = 390, 844

// view gives the tab a screen.
func (p *tab) view(width, height int64) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(width, height))
}

// box is where an element is, in pixels of what is seen.
type box struct{ Top, Bottom, Left, Right, Height float64 }

func (p *tab) box(selector string) box {
	p.t.Helper()
	return eval[box](p, fmt.Sprintf(`(({top, bottom, left, right, height}) => ({Top: top, Bottom: bottom, Left: left, Right: right, Height: height}))(document.querySelector(%q).getBoundingClientRect())`, selector))
}

// TestThumb: on a telephone the bar with the screens is at the bottom, as wide as the screen and high enough for a
// thumb; its button shows all screens, each large enough, and one leads there.
func TestThumb(t *testing.T) {
	const thumb = 44
	p := open(t, "#/legal")
	p.view(phoneWidth, phoneHeight)
	bar := p.box("nav")
	if bar.Bottom != phoneHeight || bar.Left != 0 || bar.Right != phoneWidth || bar.Height < thumb || bar.Height > 72 {
		t.Errorf("the bar is at %+v", bar)
	}
	eval[bool](p, `(scrollTo(0, 1e6), true)`)
	if end := p.box("footer"); end.Bottom > bar.Top {
		t.Errorf("the footer, down to %v, is below the bar, from %v on", end.Bottom, bar.Top)
	}
	p.click("nav .all")
	p.wait(`document.querySelector('nav .all').getAttribute('aria-expanded') === 'true'`)
	for _, b := range eval[[]box](p, `[...document.querySelectorAll('nav a')].map(a => { const {top, bottom, left, right, height} = a.getBoundingClientRect(); return {Top: top, Bottom: bottom, Left: left, Right: right, Height: height}; })`) {
		if b.Height < thumb || b.Top < phoneHeight/2 || b.Left < 0 || b.Right > phoneWidth || b.Bottom > phoneHeight {
			t.Errorf("a screen of the list is at %+v", b)
		}
	}
	p.click("nav a[data-screen=tb]")
	p.wait(`document.querySelector('#screen').dataset.ready === 'tb' && document.querySelector('nav .all').getAttribute('aria-expanded') === 'false'`)
}

// TestVerdictSeen: on a telephone a verdict is seen without scrolling, above the board if there is one, after a link
// and after a button that stands below it.
func TestVerdictSeen(t *testing.T) {
	for _, s := range screens {
		headline := map[string]string{
			"position": ".verdict .big", "questions": ".verdict .big", "game": ".result .big", "strategy": ".verdict .big", "watch": ".verdict .big", "refuted": ".verdict .big",
			"tablebase": ".verdict .big", "solve": ".verdict .big", "ursa": ".verdict .big", "reach": ".verdict .big",
		}[s.name]
		if headline == "" {
			continue
		}
		t.Run(s.name, func(t *testing.T) {
			p := blank(t)
			p.view(phoneWidth, phoneHeight)
			p.goTo(address + s.at)
			p.wait(s.there)
			seen := func(when string) {
				t.Helper()
				p.wait(`document.querySelector('` + headline + `')`)
				at, bar := p.box(headline), p.box("nav")
				if at.Top < 0 || at.Bottom > bar.Top {
					t.Errorf("%s the verdict is at %+v, and the bar begins at %v", when, at, bar.Top)
				}
			}
			seen("at first")
			if eval[bool](p, `!!document.querySelector('.columns .board')`) {
				if at, board := p.box(headline), p.box(".columns .board"); at.Top > board.Top {
					t.Errorf("the verdict, at %v, is below the board, at %v", at.Top, board.Top)
				}
			}
			again := map[string]string{"questions": "Ask", "solve": "Run", "ursa": "Run", "reach": "Run"}[s.name]
			if again == "" {
				return
			}
			eval[bool](p, `(document.querySelector('.verdict').classList.remove('answered'), scrollTo(0, 1e6), true)`)
			p.press(again)
			p.wait(`document.querySelector('.verdict.answered')`)
			seen("after a button")
		})
	}
}
