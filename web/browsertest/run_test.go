package browsertest

import (
	"strings"
	"testing"
)

// TestForms: each verb without a screen of its own has a form, which runs it as the command line does.
func TestForms(t *testing.T) {
	p := open(t, "#/run?verb=rank")
	p.wait(`document.querySelector('form.run [name=fen]')`)
	verbs := eval[[]string](p, `[...document.querySelectorAll('.screen-run select')[0].options].map(o => o.value)`)
	for _, want := range []string{"exact", "proofkernel", "rank", "reach", "revmoves", "solve", "strategy-prove", "unrank", "ursa"} {
		if !strings.Contains(" "+strings.Join(verbs, " ")+" ", " "+want+" ") {
			t.Errorf("no form of %s: %q", want, verbs)
		}
	}
	run := func(verb, output, exit string) {
		t.Helper()
		p.press("Run")
		p.wait(`document.querySelector('.output')`)
		if got := p.text(".output"); !strings.Contains(got, output) {
			t.Errorf("%s prints %q, want %q", verb, got, output)
		}
		if got := p.text(".screen-run"); !strings.Contains(got, "Exit code "+exit+".") {
			t.Errorf("%s: %q has no exit code %s", verb, got, exit)
		}
	}
	choose := func(verb string) {
		eval[bool](p, `(() => { const s = document.querySelectorAll('.screen-run select')[0]; s.value = "`+verb+`"; s.dispatchEvent(new Event('change')); return true; })()`)
		p.wait(`!document.querySelector('.output') && location.hash.includes("verb=` + verb + `")`)
	}
	run("rank", "49444060874307007942560232630767711417259502539", "0")
	choose("solve")
	run("solve", "s SATISFIABLE", "10")
	choose("ursa")
	run("ursa", "nx=7;", "0")
	choose("reach")
	run("reach", "1\nb0\n", "10")
	choose("exact")
	p.fill(`[name=length]`, "3")
	p.fill(`[name=fen]`, "R7/8/8/8/8/8/8/2k1K3 b - - 0 1")
	p.fill(`[name=start]`, "8/8/P7/8/8/8/1k6/4K3 w - - 0 1")
	p.fill(`[name=promote]`, "a6=r")
	run("exact", "C+ unique", "0")
	if got := p.text(".command code"); got != "retroproof exact --start '8/8/P7/8/8/8/1k6/4K3 w - - 0 1' --promote a6=r 3 'R7/8/8/8/8/8/8/2k1K3 b - - 0 1'" {
		t.Errorf("as a command: %s", got)
	}
	p.expect("422")
	p.fill(`[name=promote]`, "a6=k")
	p.press("Run")
	p.wait(`document.querySelector('.screen-run .problem')`)
	if got := p.text(".screen-run .problem"); !strings.Contains(got, "want one of qrbn after =") {
		t.Errorf("a mistake: %q", got)
	}
}
