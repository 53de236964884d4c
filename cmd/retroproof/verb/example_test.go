package verb_test

import (
	"fmt"
	"os"

	"github.com/spf13/pflag"

	"retroproof/cmd/retroproof/verb"
)

// A request's struct declares the flags of a verb, with their bounds; its values are the defaults.
func ExampleAddFlags() {
	q := struct {
		Effort int    `flag:"effort" min:"1" max:"5" doc:"rounds of refutation"`
		Out    string `flag:"out" of:"FILE" doc:"write answers to FILE"`
	}{Effort: 3}
	flags := pflag.NewFlagSet("legal", pflag.ContinueOnError)
	verb.AddFlags(flags, &q)
	fmt.Fprint(os.Stdout, flags.FlagUsages())
	flags.Parse([]string{"--effort", "6"})
	fmt.Println(verb.CheckFlags(flags, &q))
	// Output:
	//       --effort int   rounds of refutation (default 3)
	//       --out FILE     write answers to FILE
	// --effort 6, want 1 to 5
}
