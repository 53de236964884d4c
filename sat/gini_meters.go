package sat

import (
	"reflect"

	"github.com/go-air/gini"
)

// giniMeters reads gini's counters. gini keeps them in an internal package and offers them only through a channel of
// statistics that resets them, so they are read by reflection, which may look at unexported fields but not change
// them. It is allowed only while gini is not running: before, after, or paused. If a later gini has other fields,
// ok is false and there are no figures; a test pins the version this was written for.
type giniMeters struct {
	ok                                   bool
	conflict, decision, propagate, start reflect.Value
}

func metersOf(g *gini.Gini) (m giniMeters) {
	defer func() {
		if recover() != nil { // a field is of another kind than in v1.0.4
			m = giniMeters{}
		}
	}()
	core := reflect.ValueOf(g).Elem().FieldByName("xo").Elem()
	m = giniMeters{
		ok:        true,
		conflict:  core.FieldByName("Driver").Elem().FieldByName("Conflicts"),
		decision:  core.FieldByName("Guess").Elem().FieldByName("guesses"),
		propagate: core.FieldByName("Trail").Elem().FieldByName("Props"),
		start:     core.FieldByName("stRestarts"),
	}
	for _, v := range []reflect.Value{m.conflict, m.decision, m.propagate, m.start} {
		v.Int()
	}
	return m
}

// conflicts returns the number of conflicts so far, 0 if gini does not provide it.
func (m giniMeters) conflicts() int64 {
	if !m.ok {
		return 0
	}
	return m.conflict.Int()
}

// read fills in the four counters.
func (m giniMeters) read(st *Stats) {
	st.Conflicts, st.Decisions, st.Propagations, st.Restarts = NotKnown, NotKnown, NotKnown, NotKnown
	if m.ok {
		st.Conflicts = m.conflict.Int()
		st.Decisions = m.decision.Int()
		st.Propagations = m.propagate.Int()
		st.Restarts = m.start.Int()
	}
}
