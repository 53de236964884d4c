package browsertest

import (
	"os"
	"testing"
)

// TestFirstVerdict measures the first verdict of a page that is only files, from the click on a link to what is seen.
// Machines may be slow and shared: the time is logged, and only CPU seconds would be a bound.
func TestFirstVerdict(t *testing.T) {
	if _, err := os.Stat(wholeProgram); err != nil {
		t.Skip("no " + wholeProgram + "; make site builds it")
	}
	url, _ := site(t, "--program", wholeProgram)
	for _, when := range []string{"first", "second", "third"} {
		p := blank(t)
		p.goTo(url + "#/legal?fen=4k3%2F8%2F8%2F1pP5%2FB7%2F1P6%2F8%2F4K3+w+-+b6+0+1")
		took := eval[float64](p, `new Promise(done => { const look = () => document.querySelector('.verdict .big strong')?.innerText === 'Illegal' ? done(performance.now()) : setTimeout(look, 5); look(); })`)
		t.Logf("%s verdict after %.0f ms", when, took)
	}
}
