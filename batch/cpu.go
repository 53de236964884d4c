package batch

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"

	"retroproof/internal/cputime"
)

// CPUSeconds returns the CPU time of this process and of the programs that it has run and waited for, as far as the
// system says.
func CPUSeconds() float64 { return (cputime.Self() + cputime.Children()).Seconds() }

// CPURecord is the CPU time that a job has taken over all of its runs. It stands in a file that is written to with
// every answer, so that the time of a run that is killed is not lost.
type CPURecord struct {
	name    string
	file    *os.File // nil if nothing has been written
	earlier float64  // seconds of earlier runs
	began   float64  // CPUSeconds then
}

// OpenCPURecord goes on with the time in the file of that name, or with the given time if that is more: both are
// totals, and the file may be older, damaged or missing.
func OpenCPURecord(name string, seconds float64) (*CPURecord, error) {
	r := &CPURecord{name: name, earlier: seconds, began: CPUSeconds()}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err == nil && !math.IsInf(s, 0) && s > seconds {
		r.earlier = s
	}
	return r, nil
}

// Total returns the CPU time of all runs until now, in seconds.
func (r *CPURecord) Total() float64 { return r.earlier + CPUSeconds() - r.began }

// Write puts the total into the file.
func (r *CPURecord) Write() (err error) {
	if r.file == nil {
		if r.file, err = os.OpenFile(r.name, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
			return err
		}
	}
	// Always as long, in one call: a kill in between leaves the old text or the new one.
	_, err = r.file.WriteAt(fmt.Appendf(nil, "%020.3f\n", r.Total()), 0)
	return err
}

// Close closes the file, which stays for the next run.
func (r *CPURecord) Close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

// Remove removes the file, once the total stands elsewhere.
func (r *CPURecord) Remove() error {
	r.Close()
	return Remove(r.name)
}

// Remove removes a file if it is there.
func Remove(name string) error {
	if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
