package main

import (
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var attribute = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

// TestLinks: every link of a document leads to a file of the site, and to a part that is there; what the site does not
// have is no link.
func TestLinks(t *testing.T) {
	site, err := read(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	page := []string{"style.css", "icon.svg", "document.js", "index.html"}
	if len(site.files) < 50 {
		t.Errorf("%d files only: %q", len(site.files), slices.Sorted(maps.Keys(site.files)))
	}
	for name, text := range site.files {
		if path.Ext(name) != ".html" {
			continue
		}
		if !strings.Contains(string(text), "<h1") || strings.Contains(string(text), "<title> –") {
			t.Errorf("%s has no title", name)
		}
		for _, m := range attribute.FindAllSubmatch(text, -1) {
			link := string(m[1])
			file, part, _ := strings.Cut(link, "#")
			at := path.Join(path.Dir(name), file)
			if file == "" {
				at = name
			}
			to, ok := site.files[at]
			switch {
			case strings.Contains(link, "://"), slices.Contains(page, at):
			case !ok:
				t.Errorf("%s: %s leads nowhere", name, link)
			case part != "" && part != "text" && !strings.Contains(string(to), ` id="`+part+`"`):
				t.Errorf("%s: there is no part of %s", name, link)
			}
		}
	}
}

// TestRender: text stays text; tables and code can be moved by keys; links to what is not there are text.
func TestRender(t *testing.T) {
	site, err := read(fstest.MapFS{
		"doc/README.md": {Data: []byte("# A & b\n\nA <script>alert(1)</script> [gone](../x.go) [here](other.md#part) ![picture](p.svg)\n\n| a |\n|---|\n| `<b>` |\n")},
		"doc/other.md":  {Data: []byte("# Other\n\n## Part\n\n    code\n")},
		"doc/p.svg":     {Data: []byte("<svg/>")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(site.files)); !slices.Equal(got, []string{"doc/index.html", "doc/other.html", "doc/p.svg"}) {
		t.Errorf("files %q", got)
	}
	got := string(site.files["doc/index.html"])
	for _, want := range []string{"<title>A &amp; b – retroproof</title>", ` gone <a href="../doc/other.html#part">here</a>`, `src="p.svg"`, `role="region"`, "<code>&lt;b&gt;</code>"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %s", want, got)
		}
	}
	if strings.Contains(got, "<script>") {
		t.Error("a document brings a script: ", got)
	}
}
