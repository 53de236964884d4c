package browsertest

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
)

// axe is the source of axe-core, which looks for what keeps people out. npm fetches the version of package-lock.json.
var axe = sync.OnceValues(func() (string, error) {
	const name = "node_modules/axe-core/axe.min.js"
	if _, err := os.Stat(name); err != nil {
		if text, err := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund").CombinedOutput(); err != nil {
			return "", fmt.Errorf("npm ci: %w\n%s", err, text)
		}
	}
	text, err := os.ReadFile(name)
	return string(text), err
})

// violations returns what axe finds wrong, one a line.
func (p *tab) violations(source string) []string {
	p.t.Helper()
	eval[bool](p, `(() => { `+source+`; return true; })()`)
	return eval[[]string](p, `axe.run(document, {resultTypes: ['violations']}).then(r => r.violations.map(v => v.id + ' (' + v.impact + '): ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120) + ' ' + n.failureSummary.replaceAll('\n', ' ')).join(' | ')))`)
}

// TestAxe: axe finds nothing wrong with any screen, light, dark, and on a telephone; colours have enough contrast.
func TestAxe(t *testing.T) {
	source, err := axe()
	if err != nil {
		t.Skip("no axe-core: ", err)
	}
	for _, s := range screens {
		t.Run(s.name, func(t *testing.T) {
			p := open(t, s.at)
			for _, look := range []struct {
				colors string
				width  int64
			}{{"light", 1280}, {"dark", 1280}, {"light", 390}} {
				p.view(look.width, 844)
				p.scheme("", look.colors)
				p.wait(s.there)
				if wrong := p.violations(source); len(wrong) > 0 {
					t.Errorf("%s, %d pixels: %s", look.colors, look.width, strings.Join(wrong, "\n"))
				}
			}
		})
	}
}
