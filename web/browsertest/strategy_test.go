package browsertest

import (
	"net/url"
	"strings"
	"testing"
)

// besideTheKing is a strategy that wins nothing.
const besideTheKing = "strategy \"Beside the king\"\nmen rook r\nboards 8\nstep Beside: moved(r) least distance(r', bk) from 1 to 7\n"

// TestPlayStrategy: Black's king is moved, and the strategy answers and says why; at an old address, too. Every
// strategy that is built in has a position at which it begins.
func TestPlayStrategy(t *testing.T) {
	p := blank(t)
	p.goTo(address + "#/krk")
	p.wait(`document.querySelector('.verdict .big strong')?.innerText === 'Rc1'`)
	p.drag("d5", "d4")
	p.wait(`document.querySelectorAll('.plies .san').length === 3`)
	if got := p.text(".verdict .summary"); len(got) < 20 {
		t.Errorf("why: %q", got)
	}
	p.drag("d4", "d8")
	p.wait(`document.querySelector('.problem')?.innerText === 'That is no legal move.'`)
	p = open(t, "#/strategy")
	for name, want := range map[string]string{"kqk": "Qb4", "torres": "Ra3", "kpk": "Kf6", "kbk": "The strategy makes no move"} {
		p.choose(".field select", name)
		p.wait(`document.querySelector('.verdict .big strong')?.innerText === ` + quoted(want))
	}
}

// TestPaperLemmas: the lemmas of 2013 are proven while one looks on, and stopped; one is refuted in another reading.
func TestPaperLemmas(t *testing.T) {
	p := open(t, "#/strategy?tab=paper")
	p.press("Another reading: Lemma 4 refuted")
	p.wait(`document.querySelector('.badge.refuted') && document.querySelector('.player')`)
	p.press("Prove all")
	p.wait(`document.querySelectorAll('.badge.proved').length >= 2`)
	p.press("Stop")
	p.wait(`document.querySelector('.screen-strategy p.note[aria-live]').innerText === 'Stopped.'`)
}

// TestProveStrategy: a strategy is proved, with lemmas and without, and its certificate checked here; a link has that
// done at once.
func TestProveStrategy(t *testing.T) {
	p := open(t, "#/strategy?strategy=krk2016&tab=prove")
	p.press("Prove it")
	p.wait(`document.querySelectorAll('.lemmas tbody tr').length > 2`)
	p.wait(`document.querySelector('.verdict.answered .big strong')?.innerText === 'Proved'`)
	if got := p.text(".panel"); !strings.Contains(got, "Theorem 4: Total correctness") || !strings.Contains(got, "mates from all 175168 positions") {
		t.Errorf("theorems: %q", got)
	}
	p.press("Check it here")
	p.isVerified()
	p = open(t, "#/strategy?strategy=torres&check=1")
	p.isVerified()
	if got := p.text(".verdict.check"); !strings.Contains(got, "torres on 8x8") {
		t.Errorf("the checker says %q", got)
	}
}

// TestRefuteStrategy: a strategy of one's own that does not win is refuted by a game, and a text that is none has its
// mistake told.
func TestRefuteStrategy(t *testing.T) {
	p := open(t, "#/strategy?tab=prove&text="+url.QueryEscape(besideTheKing))
	p.press("Prove it")
	p.wait(`document.querySelector('.verdict.answered .big strong')?.innerText === 'Refuted' && document.querySelector('.lost .player')`)
	eval[bool](p, `(document.querySelector('.lost [aria-label="To the end"]').click(), true)`)
	if got := p.text(".lost .caption"); !strings.Contains(got, "1/2-1/2: Stalemate") {
		t.Errorf("the game ends with %q", got)
	}
	p.expect("422")
	p = open(t, "#/strategy?tab=prove&text="+url.QueryEscape(besideTheKing+"step Wrong: nobody\n"))
	p.expect("422")
	p.press("Prove it")
	p.wait(`document.querySelector('.panel .problem')`)
	if got := p.text(".panel .problem"); !strings.Contains(got, `line 5: "nobody" is not known here`) {
		t.Errorf("a mistake: %q", got)
	}
}
