package retro

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"retroproof/internal/answer"
	"retroproof/retro/table"
	"retroproof/retro/verify"
)

// Built is a table that was built or found.
type Built struct {
	answer.Head `schema:"retroproof.tb.build/1"`
	Material    table.Material `json:"material"`
	Found       bool           `json:"found"`             // it was there before
	Gaviota     string         `json:"gaviota,omitempty"` // the Gaviota file that was
	Positions   uint64         `json:"positions"`
	Sides       [2]SideCounts  `json:"sides"` // White to move, Black to move
	Seconds     float64        `json:"seconds"`
	Bytes       int64          `json:"bytes"`
}

// SideCounts are the counts of one side to move.
type SideCounts struct {
	Side  string `json:"side"`
	Legal uint64 `json:"legal"`
	table.Counts
}

// SidesOf returns the counts of both sides.
func SidesOf(c [2]table.Counts) [2]SideCounts {
	return [2]SideCounts{{"white", c[0].Legal(), c[0]}, {"black", c[1].Legal(), c[1]}}
}

// Text writes a line.
func (b *Built) Text(w io.Writer) error {
	text := fmt.Sprintf("%d positions, %s, %.2f s", b.Positions, longestWin(&b.Sides), b.Seconds)
	switch {
	case b.Gaviota != "":
		text = "found as published by Gaviota, " + b.Gaviota
	case b.Found:
		text = fmt.Sprintf("%d positions, %s, found", b.Positions, longestWin(&b.Sides))
	}
	_, err := fmt.Fprintf(w, "%s: %s, %d bytes\n", b.Material, text, b.Bytes)
	return err
}

// longestWin describes the longest win of a table.
func longestWin(s *[2]SideCounts) string {
	plies := max(s[0].DeepestWin, s[1].DeepestWin)
	if plies == 0 {
		if s[0].Lost+s[1].Lost > 0 {
			return "mates but no forced one"
		}
		return "all drawn"
	}
	v := table.Value{Result: table.Won, Plies: plies}
	return fmt.Sprintf("longest win %s (%s)", answer.Counted(plies, "ply", "plies"),
		answer.Counted(v.Moves(), "move", "moves"))
}

// Started says which build has been started in the background.
type Started struct {
	answer.Head `schema:"retroproof.tb.build.background/1"`
	Missing     int     `json:"tables_missing"`
	Total       int     `json:"tables"`
	Process     int     `json:"process,omitempty"`
	Log         string  `json:"log,omitempty"`
	Memory      int64   `json:"memory_bytes,omitempty"`
	Disk        int64   `json:"disk_bytes,omitempty"`
	Seconds     float64 `json:"seconds,omitempty"`

	Largest table.Material `json:"-"` // which takes the most memory
}

// Text writes a line.
func (s *Started) Text(w io.Writer) error {
	text := "nothing to build: " + answer.Counted(s.Total, "table is there", "tables are there")
	if s.Missing > 0 {
		text = fmt.Sprintf("%s to build: at most %s of memory (%s), about %s of disk, about %v; process %d, log %s",
			answer.Counted(s.Missing, "table", "tables"), FormatBytes(s.Memory), s.Largest, FormatBytes(s.Disk),
			Roughly(ofSeconds(s.Seconds)), s.Process, s.Log)
	}
	_, err := fmt.Fprintln(w, text)
	return err
}

func ofSeconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// Status says how far a build in the background is.
type Status struct {
	answer.Head `schema:"retroproof.tb.build.status/1"`
	BuildState
	LogFile string `json:"-"`
}

// Text writes the state for people.
func (s *Status) Text(w io.Writer) error {
	if s.Process == 0 {
		_, err := fmt.Fprintf(w, "%s, and nothing built so far; log %s\n", s.Status, s.LogFile)
		return err
	}
	text := fmt.Sprintf("%s, %v since %s", s.Status, Roughly(ofSeconds(s.Seconds)), s.Started)
	if s.Status == Running {
		text += fmt.Sprintf(", process %d", s.Process)
		if s.Left > 0 {
			text += fmt.Sprintf(", about %v left", Roughly(ofSeconds(s.Left)))
		}
	}
	text += fmt.Sprintf("; log %s\n%s  %d of %s\n", s.LogFile, Bar(s.Part, 40), s.Done,
		answer.Counted(s.Total, "table", "tables"))
	if s.Material != "" && s.Status == Running {
		text += fmt.Sprintf("%s: ply %d, %d of %d positions decided\n", s.Material, s.Plies, s.Decided, s.Positions)
	}
	if s.Error != "" {
		text += s.Error + "\n"
	}
	_, err := io.WriteString(w, text)
	return err
}

// Roughly rounds an estimate of time, not to nothing.
func Roughly(d time.Duration) time.Duration {
	if d < time.Second {
		return max(d.Round(10*time.Millisecond), 10*time.Millisecond)
	}
	return d.Round(time.Second)
}

// Bar draws a part from 0 to 1 as a bar of so many places, with the percentage.
func Bar(part float64, places int) string {
	part = min(max(part, 0), 1)
	full := int(part * float64(places))
	return fmt.Sprintf("[%s%s] %2.0f %%", strings.Repeat("#", full), strings.Repeat("-", places-full),
		math.Floor(100*part))
}

// The verdicts of verification.
const (
	Passed      = "verified"
	NotVerified = "not-verified"
)

// Verified is a table that was verified, or not.
type Verified struct {
	answer.Head `schema:"retroproof.tb.verify/1"`
	Material    table.Material `json:"material"`
	Verdict     string         `json:"verdict"` // verified or not-verified
	Positions   uint64         `json:"positions"`
	Sides       *[2]SideCounts `json:"sides,omitempty"` // White to move, Black to move
	Wrong       uint64         `json:"wrong"`
	Examples    []verify.Wrong `json:"examples,omitempty"`
	File        string         `json:"file_error,omitempty"` // what is wrong with the file
	Seconds     float64        `json:"seconds"`
}

// Text writes a line, and one for each wrong position that is shown.
func (v *Verified) Text(w io.Writer) error {
	var text string
	switch {
	case v.File != "":
		text = "NOT VERIFIED, " + v.File
	case v.Verdict == Passed:
		text = fmt.Sprintf("VERIFIED, %d positions, %s, %.2f s", v.Positions, longestWin(v.Sides), v.Seconds)
	default:
		text = fmt.Sprintf("NOT VERIFIED, %d wrong of %d positions, %.2f s", v.Wrong, v.Positions, v.Seconds)
	}
	_, err := fmt.Fprintf(w, "%s: %s\n", v.Material, text)
	for _, wrong := range v.Examples {
		if err == nil {
			_, err = fmt.Fprintf(w, "  %s\n", wrong)
		}
	}
	return err
}
