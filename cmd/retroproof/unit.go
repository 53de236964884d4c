package main

import (
	"math"
	"os"
	"strconv"

	"github.com/spf13/pflag"

	"retroproof/batch"
)

// unitFlags say which unit of a work is to be done.
type unitFlags struct {
	unit    uint64
	unitEnv string
}

// add adds the flags, of which --unit has a text of its own.
func (u *unitFlags) add(flags *pflag.FlagSet, unit string) {
	flags.Uint64Var(&u.unit, "unit", 0, unit)
	flags.StringVar(&u.unitEnv, "unit-env", "", "environment variable with the number of the unit")
}

// fromEnv takes the number from the environment if it is there.
func (u *unitFlags) fromEnv(given func(flag string) bool) (err error) {
	if !given("unit-env") {
		return nil
	}
	text := os.Getenv(u.unitEnv)
	switch {
	case given("unit"):
		return usageErrorf("--unit and --unit-env at once")
	case text == "":
		return usageErrorf("--unit-env %s: the variable is not set, want the number of a unit", u.unitEnv)
	}
	if u.unit, err = strconv.ParseUint(text, 10, 64); err != nil {
		return usageErrorf("--unit-env %s: the variable has %q, want the number of a unit", u.unitEnv, text)
	}
	return nil
}

// listUnit is the part of a list that is answered, by the flags of verbs that read lists.
type listUnit struct {
	unitFlags
	lines int // of a part; 0 for the whole list
}

func (u *listUnit) add(flags *pflag.FlagSet) {
	u.unitFlags.add(flags, "answer the lines of this part of the list alone, from 0 on")
	flags.IntVar(&u.lines, "lines", 0, "lines of a part, for --unit and --unit-env")
}

// usage looks at the flags. list says whether the verb is given a list, by the flag of that name.
func (u *listUnit) usage(given func(flag string) bool, list bool, flag string) error {
	switch part := given("unit") || given("unit-env"); {
	case !part && !given("lines"):
		return nil
	case !part || u.lines < 1:
		return usageErrorf("--unit and --unit-env need --lines, a positive number, and --lines one of them")
	case !list:
		return usageErrorf("--unit and --unit-env are for %s", flag)
	}
	if err := u.fromEnv(given); err != nil {
		return err
	}
	if u.unit >= math.MaxInt/uint64(u.lines) {
		return usageErrorf("--unit %d: no list has so many", u.unit)
	}
	return nil
}

// only has a list's reader pass on the lines of the part.
func (u *listUnit) only(list *batch.Reader) {
	if u.lines > 0 {
		list.Only(int(u.unit)*u.lines+1, u.lines)
	}
}

// counted returns the name under which progress counts a list's lines: none for a part, as the list has more lines than
// are answered.
func (u *listUnit) counted(name string) string {
	if u.lines > 0 {
		return "-"
	}
	return name
}
