package ursa

import (
	"encoding/json"
	"os"
	"regexp"
	"testing"

	"retroproof/internal/expect"
)

// The syntax files for editors know all keywords.
func TestEditors(t *testing.T) {
	vim := expect.Must(os.ReadFile("../editors/vim/syntax/ursa.vim"))
	textmate := expect.Must(os.ReadFile("../editors/textmate/ursa.tmLanguage.json"))
	var grammar struct {
		Patterns []struct{ Name, Match, Begin, End string }
	}
	expect.NoError(t, json.Unmarshal(textmate, &grammar))
	words := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^syntax keyword ursa(?:[A-SU-Z]\w*) (.*)$`).FindAllStringSubmatch(string(vim), -1) {
		for _, w := range regexp.MustCompile(`\w+`).FindAllString(line[1], -1) {
			words[w] = true
		}
	}
	for w := range words {
		if _, is := functions[w]; !keywords[w] && !is {
			t.Errorf("Vim: %s is no keyword", w)
		}
	}
	for w := range keywords {
		if !words[w] {
			t.Errorf("Vim: the keyword %s is missing", w)
		}
		found := false
		for _, p := range grammar.Patterns {
			if p.Match == "" || regexp.MustCompile(`^\\b\(`).FindString(p.Match) == "" {
				continue
			}
			found = found || regexp.MustCompile("^(?:"+p.Match+")$").MatchString(w)
		}
		if !found {
			t.Errorf("TextMate: the keyword %s is missing", w)
		}
	}
}
