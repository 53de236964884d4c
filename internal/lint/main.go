// Command lint looks for mistakes in Go packages: with the checks of staticcheck and those of go vet, in one run that
// reads and checks every package once. "make lint" runs it; lint_test.go of the module's root has the mistakes that it
// must find.
package main

import (
	"os"

	"golang.org/x/tools/go/analysis/suite/vet"
	"honnef.co/go/tools/analysis/lint"
	"honnef.co/go/tools/lintcmd"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

func main() {
	cmd := lintcmd.NewCommand("lint")
	cmd.ParseFlags(os.Args[1:])
	cmd.AddAnalyzers(simple.Analyzers...)
	cmd.AddAnalyzers(staticcheck.Analyzers...)
	cmd.AddAnalyzers(stylecheck.Analyzers...)
	cmd.AddAnalyzers(unused.Analyzer)
	for _, a := range vet.Suite {
		doc := &lint.RawDocumentation{Title: "go vet: " + a.Name, Severity: lint.SeverityError}
		cmd.AddAnalyzers(&lint.Analyzer{Doc: doc, Analyzer: a})
	}
	cmd.Run()
}
