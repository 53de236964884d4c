package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"retroproof/kernel"
	"retroproof/proofs/survey"
	"retroproof/web"
)

// folderSchema is that of folderJSON.
const folderSchema = "retroproof.serve.folder/1"

// What of a folder is listed.
const (
	mostUndecided  = 200
	mostReasons    = 40
	mostCurve      = 200 // points of the estimate over the draws
	folderInterval = 2 * time.Second
)

// folderRoutes are those of the screen about an estimate. Without a folder they say that there
// is none. The folder is the flag's; no request names one.
func folderRoutes(dir string) []web.Route {
	r := &folderReader{dir: dir, chunks: map[string]*chunkSummary{}}
	read := func(ctx context.Context) (*folderJSON, error) {
		if dir == "" {
			return nil, &web.RequestError{Status: 404, Text: "no folder is shown here; begin with: retroproof serve --folder DIR"}
		}
		return r.read(ctx)
	}
	return []web.Route{
		web.Get(web.Route{Path: "/api/folder", Summary: "The estimate in the folder of the flag --folder", Work: web.Job, Answers: []string{folderSchema}},
			func(ctx context.Context, _ web.Emit) (any, error) { return read(ctx) }),
		web.Get(web.Route{Path: "/api/folder/events", Summary: "The same, and again whenever it has changed", Events: []string{"folder", "error"}, Answers: []string{folderSchema}},
			func(ctx context.Context, emit web.Emit) (any, error) {
				var last uint64
				for first := true; ; first = false {
					now, err := read(ctx)
					if err != nil {
						return nil, err
					}
					if first || now.Draws != last {
						if err := emit("folder", now); err != nil {
							return nil, err
						}
						last = now.Draws
					}
					select {
					case <-ctx.Done():
						return nil, ctx.Err()
					case <-time.After(folderInterval):
					}
				}
			}),
	}
}

// folderJSON is what the page shows of the folder of an estimate.
type folderJSON struct {
	Schema     string                `json:"schema"`
	Name       string                `json:"name"` // of the folder, without where it is
	Scheme     string                `json:"scheme"`
	Population string                `json:"population"`
	Seed       uint64                `json:"seed"`
	Samples    uint64                `json:"samples"`
	Draws      uint64                `json:"draws"`
	Counts     survey.Counts         `json:"counts"`
	Estimate   *survey.Estimates     `json:"estimate,omitempty"`
	CPUSeconds float64               `json:"cpu_seconds"`
	Started    string                `json:"started"`
	Curve      []folderPointJSON     `json:"curve"`
	Reasons    []folderReasonJSON    `json:"reasons"`
	Undecided  []folderUndecidedJSON `json:"undecided"`
	Longest    []folderGameJSON      `json:"longest"` // games
}

// folderPointJSON is the estimate after so many draws: shares of the integers that are legal
// positions, with the ends of the interval of 95 %.
type folderPointJSON struct {
	Draws uint64  `json:"draws"`
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

type folderReasonJSON struct {
	Reason string `json:"reason"`
	Draws  uint64 `json:"draws"`
}

// folderUndecidedJSON is a draw without a verdict.
type folderUndecidedJSON struct {
	Draw   uint64 `json:"draw"`
	FEN    string `json:"fen"`
	States uint64 `json:"states"`
}

// folderGameJSON is a draw with a game.
type folderGameJSON struct {
	Draw  uint64 `json:"draw"`
	FEN   string `json:"fen"`
	Plies int    `json:"plies"`
}

// chunkSummary is what the lines of a chunk say.
type chunkSummary struct {
	reasons   map[string]uint64
	undecided []folderUndecidedJSON
	longest   []folderGameJSON
}

// mostLongest is how many of the longest games are listed.
const mostLongest = 10

// folderReader remembers what it has read of chunks, which do not change once they are listed.
type folderReader struct {
	dir    string
	mu     sync.Mutex
	chunks map[string]*chunkSummary // by the hash of the verdicts
}

// read reads the folder. Chunks that are not complete are no part of it.
func (r *folderReader) read(ctx context.Context) (*folderJSON, error) {
	m, err := survey.ReadManifest(r.dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", filepath.Base(r.dir), withoutPath(err))
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	name := r.dir
	if whole, err := filepath.Abs(r.dir); err == nil {
		name = whole
	}
	a := &folderJSON{
		Schema: folderSchema, Name: filepath.Base(name), Scheme: string(m.Scheme), Population: m.Population, Seed: m.Seed, Samples: m.Samples,
		Draws: m.Draws, Counts: m.Counts, Started: m.Run.Started, CPUSeconds: m.Run.CPUSeconds,
		Curve: []folderPointJSON{}, Reasons: []folderReasonJSON{}, Undecided: []folderUndecidedJSON{}, Longest: []folderGameJSON{},
	}
	if m.Draws > 0 {
		a.Estimate = &m.Estimate
	}
	counts, reasons := survey.NewCounts(), map[string]uint64{}
	every := (len(m.Chunks) + mostCurve - 1) / mostCurve
	for i := range m.Chunks {
		chunk := &m.Chunks[i]
		c := r.chunks[chunk.Verdicts.SHA256]
		if c == nil {
			if c, err = r.readChunk(ctx, i); err != nil {
				return nil, withoutPath(err)
			}
			r.chunks[chunk.Verdicts.SHA256] = c
		}
		counts.Illegal += chunk.Counts.Illegal
		for multiplicity, n := range chunk.Counts.Legal {
			counts.Legal[multiplicity] += n
		}
		for multiplicity, n := range chunk.Counts.Unknown {
			counts.Unknown[multiplicity] += n
		}
		if (i+1)%every == 0 || i+1 == len(m.Chunks) {
			tally := counts.Tally()
			low, high := tally.Estimates(1 / float64(tally.Draws))
			a.Curve = append(a.Curve, folderPointJSON{tally.Draws, low.Positions, low.Interval[0], high.Interval[1]})
		}
		for reason, n := range c.reasons {
			reasons[reason] += n
		}
		a.Undecided = append(a.Undecided, c.undecided...)
		a.Longest = append(a.Longest, c.longest...)
	}
	for reason, n := range reasons {
		a.Reasons = append(a.Reasons, folderReasonJSON{reason, n})
	}
	slices.SortFunc(a.Reasons, func(x, y folderReasonJSON) int {
		return cmp.Or(cmp.Compare(y.Draws, x.Draws), cmp.Compare(x.Reason, y.Reason))
	})
	a.Reasons = a.Reasons[:min(len(a.Reasons), mostReasons)]
	a.Undecided = a.Undecided[:min(len(a.Undecided), mostUndecided)]
	a.Longest = longestOf(a.Longest)
	return a, nil
}

// readChunk reads the verdicts of a chunk.
func (r *folderReader) readChunk(ctx context.Context, i int) (*chunkSummary, error) {
	f, err := os.Open(filepath.Join(r.dir, survey.VerdictsName(i)))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c := &chunkSummary{reasons: map[string]uint64{}}
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, mostLine)
	for lines.Scan() {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		l, err := survey.ParseLine(append(lines.Bytes(), '\n'))
		if err != nil {
			return nil, err
		}
		switch {
		case l.Verdict == kernel.Unknown.String():
			if len(c.undecided) < mostUndecided {
				c.undecided = append(c.undecided, folderUndecidedJSON{l.Draw, l.FEN, l.States})
			}
		case l.Plies != nil:
			c.longest = longestOf(append(c.longest, folderGameJSON{l.Draw, l.FEN, *l.Plies}))
		default:
			c.reasons[l.Reason]++
		}
	}
	return c, lines.Err()
}

// mostLine bounds the lines of a folder, in bytes.
const mostLine = 1 << 20

// longestOf keeps the draws with the longest games.
func longestOf(list []folderGameJSON) []folderGameJSON {
	slices.SortFunc(list, func(x, y folderGameJSON) int {
		return cmp.Or(cmp.Compare(y.Plies, x.Plies), cmp.Compare(x.Draw, y.Draw))
	})
	return list[:min(len(list), mostLongest)]
}

// withoutPath leaves out of an error where on this machine the folder is.
func withoutPath(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return fmt.Errorf("%s: %w", filepath.Base(path.Path), path.Err)
	}
	return err
}
