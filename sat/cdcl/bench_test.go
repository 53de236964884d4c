package cdcl

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"retroproof/internal/cputime"
	"retroproof/internal/expect"
)

var (
	cnfFlag    = flag.String("cnf", "", "DIMACS files, or folders of them, separated by commas, for TestMeasure")
	stableFlag = flag.Bool("stable", false, "for TestMeasure: stable mode alone")
	earlyFlag  = flag.Bool("early", false, "for TestMeasure: the settings of EliminateEarly")
	tuneFlag   = flag.String("tune", "", "settings for TestMeasure, such as decay=0.9,mode=1")
	limit      = flag.Int64("limit", 0, "for TestMeasure: conflicts; 0 is no limit")
	proof      = flag.String("proof", "trim", "for TestMeasure: none, trim")
)

// TestMeasure solves the formulas given by -cnf and prints a table; doc/native-solver.md is made with it.
func TestMeasure(t *testing.T) {
	if *cnfFlag == "" {
		t.Skip("no -cnf")
	}
	var files []string
	for _, name := range strings.Split(*cnfFlag, ",") {
		if info, err := os.Stat(name); err == nil && info.IsDir() {
			found, _ := filepath.Glob(filepath.Join(name, "*.cnf"))
			files = append(files, found...)
		} else {
			files = append(files, name)
		}
	}
	var total Stats
	var all time.Duration
	var bytes, trimmed int64
	for _, name := range files {
		formula, err := readFormula(name)
		expect.NoError(t, err)
		s := New()
		if *stableFlag {
			s.StayStable()
		}
		if *earlyFlag {
			s.EliminateEarly()
		}
		expect.NoError(t, setTuning(&s.tune, *tuneFlag))
		s.schedule()
		recorder := NewRecorder(DefaultMemory)
		raw, out := NewTextWriter(discard{}), NewTextWriter(discard{})
		if *proof != "none" {
			s.SetProof(tee{recorder, raw})
		}
		begin := cputime.Self()
		for _, c := range formula {
			s.AddClause(c...)
		}
		status, err := s.Solve(context.Background(), *limit)
		spent := cputime.Self() - begin
		if err != nil && *limit == 0 {
			t.Error(err)
		}
		stats, _ := recorder.Trim(out)
		trimming := cputime.Self() - begin - spent
		st := s.Stats()
		fmt.Printf("%-14s %d %7.2fs +%5.2f %7d confl %6.1f Mticks %5d learnt %8d dec %10d props %6d rest %3d red  viv %d/%d %4.0f%%  probed %d elim %d par %d swept %d/%d/%d sub %d str %d  raw %6.1f MB trim %6.2f MB  steps %d/%d live %d\n",
			filepath.Base(name), status, spent.Seconds(), trimming.Seconds(), st.Conflicts, float64(s.ticks+st.vivifyTicks)/1e6, len(s.learnts), st.Decisions, st.Propagations, st.Restarts, st.reductions,
			st.shortened, st.vivified, 100*float64(st.vivifyTicks)/float64(s.ticks+1),
			st.probed, st.eliminated, st.parities, st.swept, st.sweepUnits, st.sweepPairs, st.removed, st.strengthened, float64(raw.Written())/1e6, float64(out.Written())/1e6, stats.UsedSteps, stats.Steps, stats.Live)
		total.Conflicts += st.Conflicts
		all += spent
		bytes += raw.Written()
		trimmed += out.Written()
		recorder.Close()
	}
	fmt.Printf("TOTAL %.2fs %d conflicts raw %.1f MB trimmed %.1f MB\n", all.Seconds(), total.Conflicts, float64(bytes)/1e6, float64(trimmed)/1e6)
}

// setTuning changes settings, such as decay=0.9,mode=1.
func setTuning(t *tuning, settings string) error {
	for _, setting := range strings.Split(settings, ",") {
		if key, value, ok := strings.Cut(setting, "="); ok {
			x, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return err
			}
			field := reflect.ValueOf(t).Elem().FieldByName(key)
			target := field.Addr().UnsafePointer()
			switch field.Kind() {
			case reflect.Float64:
				*(*float64)(target) = x
			case reflect.Bool:
				*(*bool)(target) = x != 0
			case reflect.Int8:
				*(*int8)(target) = int8(x)
			default:
				*(*int)(target) = int(x)
			}
		}
	}
	return nil
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
