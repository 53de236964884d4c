package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"strconv"
	"strings"
)

// cpuRecord is the CPU time that a job in a folder has taken, over all of its runs. It
// stands in a file that is written to with every answer: so
// the time of a run that is killed is not lost. Once the job is done, its manifest has
// the time and the file is removed.
type cpuRecord struct {
	name    string
	file    *os.File // nil if nothing has been written
	earlier float64  // seconds of earlier runs
	began   float64  // what this process had taken then
}

// openCPURecord goes on with the time that the file of that name has, or with the given
// time if that is more: both are totals, and the file may be older, damaged or missing.
func openCPURecord(name string, seconds float64) (*cpuRecord, error) {
	r := &cpuRecord{name: name, earlier: seconds, began: cpuSeconds()}
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, withCode(exitIO, err)
	}
	s, err := strconv.ParseFloat(strings.TrimSpace(string(text)), 64)
	if err == nil && !math.IsInf(s, 0) && s > seconds {
		r.earlier = s
	}
	return r, nil
}

// total returns the CPU time of all runs until now, in seconds.
func (r *cpuRecord) total() float64 { return r.earlier + cpuSeconds() - r.began }

// write puts the total into the file.
func (r *cpuRecord) write() (err error) {
	if r.file == nil {
		if r.file, err = os.OpenFile(r.name, os.O_WRONLY|os.O_CREATE, 0o666); err != nil {
			return withCode(exitIO, err)
		}
	}
	// Always as long, in one call: a kill in between leaves the old text or the new one.
	_, err = r.file.WriteAt(fmt.Appendf(nil, "%020.3f\n", r.total()), 0)
	return withCode(exitIO, err)
}

// close closes the file, which stays for the next run.
func (r *cpuRecord) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}

// remove removes the file.
func (r *cpuRecord) remove() error {
	r.close()
	return withCode(exitIO, remove(r.name))
}
