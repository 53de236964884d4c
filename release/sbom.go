package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// bill is what the programs are made of, their software bill of materials, in JSON of CycloneDX 1.6: Go, and the
// modules that are linked on some platform, each with version and the SHA-256 of go.sum.
type bill struct {
	Schema   string `json:"$schema"`
	Format   string `json:"bomFormat"`
	Spec     string `json:"specVersion"`
	Version  int    `json:"version"`
	Metadata struct {
		Timestamp string    `json:"timestamp"`
		Component component `json:"component"`
	} `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

// component is a program or what it links.
type component struct {
	Ref      string          `json:"bom-ref"`
	Type     string          `json:"type"`
	Name     string          `json:"name"`
	Version  string          `json:"version"`
	Hashes   []componentHash `json:"hashes,omitempty"`
	Licences []licence       `json:"licenses,omitempty"`
	Package  string          `json:"purl,omitempty"`
}

type componentHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

// licence is a licence by its name in SPDX. Those of modules are texts in NOTICES.
type licence struct {
	Licence struct {
		ID string `json:"id"`
	} `json:"license"`
}

type dependency struct {
	Ref string   `json:"ref"`
	On  []string `json:"dependsOn"`
}

func licensed(id string) []licence {
	var l licence
	l.Licence.ID = id
	return []licence{l}
}

// bill puts the bill of materials beside the archives. The same modules and date make the same one.
func (r *release) bill() error {
	version, err := goCommand("", "env", "GOVERSION")
	if err != nil {
		return err
	}
	compiler := strings.TrimPrefix(strings.TrimSpace(string(version)), "go")
	b := bill{Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", Spec: "1.6", Version: 1}
	b.Metadata.Timestamp = r.date.Format("2006-01-02T15:04:05Z07:00")
	b.Metadata.Component = component{
		Ref: "retroproof", Type: "application", Name: "retroproof", Version: r.version, Licences: licensed("MIT"),
	}
	b.Components = []component{{
		Ref: "go", Type: "library", Name: goHeading, Version: compiler, Licences: licensed("BSD-3-Clause"),
		Package: "pkg:golang/std@" + compiler,
	}}
	rows, err := linked(`{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Sum}}`)
	if err != nil {
		return err
	}
	slices.SortFunc(rows, func(x, y []string) int { return strings.Compare(x[0], y[0]) })
	for _, row := range rows {
		c := component{Type: "library", Name: row[0], Version: row[1], Package: "pkg:golang/" + row[0] + "@" + row[1]}
		c.Ref = c.Package
		// go.sum has SHA-256 of a list of all files with theirs.
		if sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(row[2], "h1:")); err == nil && len(sum) > 0 {
			c.Hashes = []componentHash{{"SHA-256", hex.EncodeToString(sum)}}
		}
		b.Components = append(b.Components, c)
	}
	all := dependency{Ref: "retroproof"}
	for _, c := range b.Components {
		all.On = append(all.On, c.Ref)
	}
	b.Dependencies = []dependency{all}
	text, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return err
	}
	return r.add("retroproof-"+r.version+".cdx.json", append(text, '\n'))
}
