package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

//go:embed page.html
var pageText string

// page is a document on the site. Its navigation is that of the page, and made by the same module.
var page = template.Must(template.New("page").Parse(pageText))

var markdown = goldmark.New(goldmark.WithExtensions(extension.Table),
	goldmark.WithParserOptions(parser.WithAutoHeadingID()))

// render makes the page of a document.
func (d *documents) render(name string, source []byte) ([]byte, error) {
	root := markdown.Parser().Parse(text.NewReader(source))
	title, err := d.lead(name, root, source)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := markdown.Renderer().Render(&b, source, root); err != nil {
		return nil, err
	}
	// What may be wider than the screen can be moved by keys. Text has no tags of its own: all of it is escaped.
	html := strings.NewReplacer("</table>", "</table></div>", "<th></th>", "<td></td>", "<pre>", `<pre tabindex="0">`).
		Replace(b.String())
	for n := 1; strings.Contains(html, "\n<table>"); n++ {
		region := fmt.Sprintf("\n"+`<div class="scroll" tabindex="0" role="region" aria-label="Table %d"><table>`, n)
		html = strings.Replace(html, "\n<table>", region, 1)
	}
	b.Reset()
	err = page.Execute(&b, struct {
		Title, Back, Index string
		Text               template.HTML
	}{title, toRoot(name), output(first), template.HTML(html)})
	return b.Bytes(), err
}

// lead has links lead to the pages of the site, without those to what it does not have, and returns the title.
func (d *documents) lead(name string, root ast.Node, source []byte) (title string, err error) {
	var gone []ast.Node
	err = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			if n.Level == 1 && title == "" {
				title = plain(n, source)
			}
		case *ast.Link:
			to, ok := d.target(name, string(n.Destination))
			if n.Destination = []byte(to); !ok {
				gone = append(gone, n)
			}
		case *ast.Image:
			to, ok := d.target(name, string(n.Destination))
			if n.Destination = []byte(to); !ok {
				gone = append(gone, n)
			}
		}
		return ast.WalkContinue, nil
	})
	for _, n := range gone {
		for child := n.FirstChild(); child != nil; child = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, child)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
	return title, err
}

// plain is the text below a node.
func plain(n ast.Node, source []byte) string {
	var b strings.Builder
	ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Value(source))
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}
