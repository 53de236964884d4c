package core_test

import (
	"errors"
	"strings"
	"testing"

	"retroproof/proofs/strategy/core"
	"retroproof/proofs/strategy/rules"
)

// form is a strategy in core form.
const form = `{"title":"x","files":4,"ranks":4,"men":[{"kind":"R","black":false}],"names":["r"],"images":"all",
"definitions":[{"name":"near","is":["distance",["wk"],["bk"]]}],"positions":["true"],"claims":{"won":false,"where":["true"]},"decides":"",
"steps":[{"name":"S","if":["and",["moved",0],["less",["next",["def","near"]],4]],"from":0,"to":0}],"force":null,
"notions":[{"name":"near","to":3}],"lemmas":{"relations":null,"early":{"once":null,"run":null,"within":0},"last":-1,"descents":null,
"others":[{"name":"l","statement":"","play":["strictly"],"reply":true,"never":["less",["ply",2,["def","near"]],1],"control":false,"long":false}]}}`

// What is not of the form is refused, with an error that says so: wrong types, names and numbers, fields twice or in
// another order.
func TestRead(t *testing.T) {
	if s, err := core.Read([]byte(form)); err != nil || len(s.Steps) != 1 || s.Notions[0].Expr.Op != core.King {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		`"title":"x"`: `"title":"x","title":"x"`, `"title"`: `"Title"`, `"files":4`: `"files":13`, `"ranks":4`: `"ranks":2`, `"kind":"R"`: `"kind":"K"`,
		`[{"kind":"R","black":false}]`: `[]`, `["r"]`: `["r","s"]`, `"all"`: `"none"`, `"is":["distance",["wk"],["bk"]]`: `"is":null`,
		`["distance",["wk"],["bk"]]`: `["distance",["wk"]]`, `["wk"]`: `["wk",1]`, `["bk"]`: `3`, `"positions":["true"]`: `"positions":["moved",0]`,
		`"where":["true"]`: `"where":3`, `"decides":""`: `"decides":"far"`, `["moved",0]`: `["moved",1]`, `["def","near"]`: `["def","far"]`,
		`4]],"from"`: `4.5]],"from"`, `["less",["next"`: `["more",["next"`, `["next",["def","near"]]`: `["ply",1,["def","near"]]`,
		`"force":null`: `"force":{"least":1,"within":3}`, `"name":"near","to"`: `"name":"far","to"`, `"never":["less",["ply",2,`: `"never":["less",["next",`,
		`"definitions":[`: `"definitions":[null,`, `"notions":[`: `"notions":[null,`, `"control":false,`: ``, `"steps":[`: `"steps":[{"name":"S","if":["true"],"from":0,"to":0},`, `"reply":true`: `"reply":true,"more":1`,
		`["next",["def","near"]],4]`:         `["next",` + strings.Repeat(`["abs",`, 500) + `1` + strings.Repeat(`]`, 500) + `],4]`,
		`["less",["next",["def","near"]],4]`: strings.Repeat(`["image",`, 7) + `["true"]` + strings.Repeat(`]`, 7),
	} {
		if !strings.Contains(form, from) {
			t.Errorf("there is no %s", from)
		}
		if _, err := core.Read([]byte(strings.Replace(form, from, to, 1))); !errors.Is(err, core.ErrForm) {
			t.Errorf("%.80s in place of %s: %v", to, from, err)
		}
	}
}

// The square of a quantifier is mirrored in images, also where a definition refers to it: on 4x4, b4 is c1 in one image.
func TestQuantifierInImages(t *testing.T) {
	const there, b4 = `["same",["var",0],["at",2,0]]`, `["same",["var",0],["at",1,3]]`
	for body, want := range map[string]int{
		`["if",["image",` + there + `],5,0]`:                  5,
		`["if",["image",["def","there"]],5,0]`:                5,
		`["view","there",["file",["bk"]]]`:                    3,
		`["least",["true"],["view","there",["file",["bk"]]]]`: 3,
		`["least",["def","there"],["rank",["bk"]]]`:           3,
	} {
		x := `{"name":"x","is":["greatest",0,["squares"],["if",` + b4 + `,` + body + `,0]]}`
		text := strings.Replace(form, `"definitions":[`, `"definitions":[{"name":"there","is":`+there+`},`+x+`,`, 1)
		s, err := core.Read([]byte(strings.Replace(text, `"notions":[`, `"notions":[{"name":"x","to":9},`, 1)))
		if err != nil {
			t.Fatal(body, err)
		}
		if got := s.Value(s.Notion("x"), rules.Position{White: true}); got != want {
			t.Errorf("%s: %d, want %d", body, got, want)
		}
	}
}

// FuzzRead reads anything as a strategy: an error about its form, or a strategy.
func FuzzRead(f *testing.F) {
	f.Add(form)
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := core.Read([]byte(text)); err != nil && !errors.Is(err, core.ErrForm) {
			t.Fatal(err)
		}
	})
}
