package verb

import (
	"math"
	"os"
	"strconv"

	"github.com/spf13/pflag"

	"retroproof/batch"
)

// UnitFlags say which unit of a work is to be done.
type UnitFlags struct {
	Number  uint64
	unitEnv string
}

// Add adds the flags, of which --unit has a text of its own.
func (u *UnitFlags) Add(flags *pflag.FlagSet, unit string) {
	flags.Uint64Var(&u.Number, "unit", 0, unit)
	flags.StringVar(&u.unitEnv, "unit-env", "", "environment variable with the number of the unit")
}

// FromEnv takes the number from the environment if it is there.
func (u *UnitFlags) FromEnv(given func(flag string) bool) (err error) {
	if !given("unit-env") {
		return nil
	}
	text := os.Getenv(u.unitEnv)
	switch {
	case given("unit"):
		return Usagef("--unit and --unit-env at once")
	case text == "":
		return Usagef("--unit-env %s: the variable is not set, want the number of a unit", u.unitEnv)
	}
	if u.Number, err = strconv.ParseUint(text, 10, 64); err != nil {
		return Usagef("--unit-env %s: the variable has %q, want the number of a unit", u.unitEnv, text)
	}
	return nil
}

// ListUnit is the part of a list that is answered, by the flags of verbs that read lists.
type ListUnit struct {
	UnitFlags
	lines int // of a part; 0 for the whole list
}

func (u *ListUnit) Add(flags *pflag.FlagSet) {
	u.UnitFlags.Add(flags, "answer the lines of this part of the list alone, from 0 on")
	flags.IntVar(&u.lines, "lines", 0, "lines of a part, for --unit and --unit-env")
}

// Usage looks at the flags. list says whether the verb is given a list, by the flag of that name.
func (u *ListUnit) Usage(given func(flag string) bool, list bool, flag string) error {
	switch part := given("unit") || given("unit-env"); {
	case !part && !given("lines"):
		return nil
	case !part || u.lines < 1:
		return Usagef("--unit and --unit-env need --lines, a positive number, and --lines one of them")
	case !list:
		return Usagef("--unit and --unit-env are for %s", flag)
	}
	if err := u.FromEnv(given); err != nil {
		return err
	}
	if u.Number >= math.MaxInt/uint64(u.lines) {
		return Usagef("--unit %d: no list has so many", u.Number)
	}
	return nil
}

// Only has a list's reader pass on the lines of the part.
func (u *ListUnit) Only(list *batch.Reader) {
	if u.lines > 0 {
		list.Only(int(u.Number)*u.lines+1, u.lines)
	}
}

// Counted returns the name under which progress counts a list's lines: none for a part, as the list has more lines than
// are answered.
func (u *ListUnit) Counted(name string) string {
	if u.lines > 0 {
		return "-"
	}
	return name
}

// Unit says which unit of a work is to be done: part of a request.
type Unit struct {
	Unit    uint64 `flag:"unit" doc:"do the part of the work with this number alone, from 0 on"`
	UnitEnv string `flag:"unit-env" of:"VAR" not:"unit" doc:"the part whose number the environment variable VAR has"`
}

// FromEnv takes the number from the environment if it is there.
func (u *Unit) FromEnv(given Given) (err error) {
	if !given("unit-env") {
		return nil
	}
	text := os.Getenv(u.UnitEnv)
	if text == "" {
		return Usagef("--unit-env %s: the variable is not set, want the number of a unit", u.UnitEnv)
	}
	if u.Unit, err = strconv.ParseUint(text, 10, 64); err != nil {
		return Usagef("--unit-env %s: the variable has %q, want the number of a unit", u.UnitEnv, text)
	}
	return nil
}

// ListPart is the part of a list that is answered: part of a request.
type ListPart struct {
	Unit
	Lines int `flag:"lines" min:"0" needs:"unit,unit-env" doc:"lines of a part, for --unit and --unit-env"`
}

// Check looks at the flags. list says whether the verb is given a list, by the flag of that name.
func (p *ListPart) Check(given Given, list bool, flag string) error {
	switch part := given.Any("unit", "unit-env"); {
	case part == "":
		return nil
	case p.Lines < 1:
		return Usagef("--unit and --unit-env need --lines, a positive number")
	case !list:
		return Usagef("--unit and --unit-env are for %s", flag)
	}
	if err := p.FromEnv(given); err != nil {
		return err
	}
	if p.Unit.Unit >= math.MaxInt/uint64(p.Lines) {
		return Usagef("--unit %d: no list has so many", p.Unit.Unit)
	}
	return nil
}

// Only has a list's reader pass on the lines of the part.
func (p *ListPart) Only(list *batch.Reader) {
	if p.Lines > 0 {
		list.Only(int(p.Unit.Unit)*p.Lines+1, p.Lines)
	}
}

// Counted returns the name under which progress counts a list's lines: none for a part, as the list has more lines than
// are answered.
func (p *ListPart) Counted(name string) string {
	if p.Lines > 0 {
		return "-"
	}
	return name
}
