package verb

import (
	"math"
	"os"
	"strconv"

	"retroproof/batch"
	"retroproof/batch/poslist"
	"retroproof/kernel/resolve"
)

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

// Work is the work on a list, or on the part of it.
func (p *ListPart) Work(e *Env, list string, jobs int, o resolve.Options) poslist.Work {
	w := poslist.Work{Console: e.Console(), In: list, Jobs: jobs, Options: o}
	if p.Lines > 0 {
		w.Only = func(list *batch.Reader) { list.Only(int(p.Unit.Unit)*p.Lines+1, p.Lines) }
	}
	return w
}
