package browsertest

import (
	"strings"
	"testing"
)

// TestLinks: the address of a question with check=1 has it answered again, and its proof checked, at once; the button
// makes such an address and says what is checked.
func TestLinks(t *testing.T) {
	for _, c := range []struct{ at, there, claim, what string }{
		{"#/legal?fen=4k3%2F8%2F8%2F1pP5%2FB7%2F1P6%2F8%2F4K3+w+-+b6+0+1", `document.querySelector('.verdict .reason')`, "No game leads to this position.", "the refutation"},
		{"#/legal?fen=rnbqkbnr%2Fppp2ppp%2F8%2F3P4%2F3p4%2F8%2FPPP2PPP%2FRNBQKBNR+w+KQkq+-+0+1", `document.querySelector('.verdict.legal')`, "A game leads to this position.", "a game that leads"},
		{"#/ask?fen=3Brk1K%2F2p1pp1p%2F8%2F8%2F8%2F8%2F8%2F8+b+-+-+0+1&question=last-moves", `document.querySelector('.verdict.answered')`, "the last move was d7-d8=B", "each claim"},
		{"#/solve?text=p+cnf+1+2%0A1+0%0A-1+0%0A", `document.querySelector('.verdict.answered')`, "The formula has no model.", "the proof that"},
	} {
		p := open(t, c.at)
		p.wait(c.there)
		eval[bool](p, `(navigator.clipboard.writeText = async text => { window.copied = text; }, true)`)
		p.press("Copy a link that checks")
		p.wait(`window.copied`)
		link := eval[string](p, `window.copied`)
		if got := p.text(".verdict .buttons small.note"); !strings.HasPrefix(link, address+"#/") || !strings.Contains(link, "check=1") || !strings.Contains(got, c.what) {
			t.Errorf("%s: link %q, %q", c.at, link, got)
		}
		p = blank(t)
		p.goTo(link)
		p.isVerified()
		if got := p.text(".verdict.check"); !strings.Contains(got, c.claim) {
			t.Errorf("%s: the checker says %q", link, got)
		}
	}
}
