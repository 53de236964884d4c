package browsertest

import (
	"os/exec"
	"strings"
	"testing"
)

// TestDocuments: the public site has the documents, with the navigation of the page, which leads there and back; nothing
// is in the console, axe finds nothing wrong, and on a telephone nothing is wider than the screen.
func TestDocuments(t *testing.T) {
	url, dir := site(t)
	render := exec.Command("go", "run", ".", "-from", "../..", "-to", dir)
	render.Dir = "../documents"
	if text, err := render.CombinedOutput(); err != nil {
		t.Skipf("the documents could not be rendered: %v\n%s", err, text)
	}
	p := blank(t)
	p.view(1280, 900)
	p.goTo(url)
	p.wait(`document.querySelector('nav a[data-screen=documents]')`)
	p.goTo(eval[string](p, `document.querySelector('nav a[data-screen=documents]').href`))
	p.wait(`document.querySelector('nav a[aria-current]')?.innerText === 'Documents'`)
	if got := p.text("h1"); got != "Documents" {
		t.Errorf("heading %q", got)
	}
	source, err := axe()
	if err != nil {
		t.Log("no axe-core: ", err)
	}
	for _, name := range []string{"doc/index", "doc/tutorial-composer", "doc/serve", "doc/json", "ARCHITECTURE"} {
		p.goTo(url + name + ".html")
		p.wait(`document.querySelector('nav a[aria-current]')`)
		for _, look := range []struct {
			colors string
			width  int64
		}{{"light", 1280}, {"dark", 1280}, {"light", phoneWidth}} {
			p.view(look.width, phoneHeight)
			p.scheme("", look.colors)
			if width := eval[int64](p, `document.documentElement.scrollWidth`); width > look.width {
				t.Errorf("%s: %d pixels wide on a screen of %d", name, width, look.width)
			}
			if source == "" {
				continue
			}
			if wrong := p.violations(source); len(wrong) > 0 {
				t.Errorf("%s, %s, %d pixels: %s", name, look.colors, look.width, strings.Join(wrong, "\n"))
			}
		}
	}
	p.view(1280, 900)
	p.goTo(eval[string](p, `document.querySelector('nav a[data-screen=check]').href`))
	p.wait(`document.querySelector('.drop')`)
}
