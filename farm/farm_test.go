package farm

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

const tool = "retroproof test"

var quiet = slog.New(slog.DiscardHandler)

// TestMain is also a worker process, which tests kill.
func TestMain(m *testing.M) {
	if url := os.Getenv("FARM_TEST_WORKER"); url != "" {
		w := &Worker{URL: url, Tool: tool, Jobs: 1, Log: quiet, heartbeat: 200 * time.Millisecond}
		if err := w.Work(context.Background()); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func open(t *testing.T, dir string, samples uint64) *surveyrun.Folder {
	t.Helper()
	f, err := surveyrun.Open(surveyrun.Options{
		Dir: dir, Jobs: 2, Tool: tool, Samples: samples, GameStates: 1_000_000,
		Wanted: survey.Plan{Scheme: survey.RepairedUrposition, Seed: 15, UnitDraws: 3, PackUnits: 4, Certificates: true},
		Given:  func(flag string) bool { return flag == "samples" },
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// silent is a Progress that shows nothing.
type silent struct{}

func (silent) Skip(int)          {}
func (silent) Add(int)           {}
func (silent) Stage(int, string) {}

// serve starts a server for the test.
func serve(t *testing.T) string {
	t.Helper()
	url, stop, err := Serve("127.0.0.1:0", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return url
}

// worker starts a worker process.
func worker(t *testing.T, url string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FARM_TEST_WORKER="+url)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd
}

// work starts a worker in this process, and returns where its error comes.
func work(t *testing.T, w *Worker) <-chan error {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		ended <- w.Work(ctx)
	}()
	t.Cleanup(func() { stop(); <-done })
	return ended
}

// same compares two folders.
func same(t *testing.T, got, want string) {
	t.Helper()
	n := 0
	for _, dir := range []string{got, want} {
		other := want
		if dir == want {
			other = got
		}
		err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			n++
			relative, _ := filepath.Rel(dir, name)
			a, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			if b, err := os.ReadFile(filepath.Join(other, relative)); err != nil || string(a) != string(b) {
				t.Errorf("%s differs: %v", relative, err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if n < 10 {
		t.Errorf("%d files", n)
	}
}

// TestKilled: two workers, of which one is killed, and a server that is killed and comes again, make what one process
// makes; a second submission makes nothing; and workers check the packs.
func TestKilled(t *testing.T) {
	const samples = 60
	once, dir := t.TempDir(), t.TempDir()
	if _, err := open(t, once, samples).Run(t.Context(), silent{}); err != nil {
		t.Fatal(err)
	}
	store := t.TempDir()
	url, stop, err := Serve("127.0.0.1:0", store)
	if err != nil {
		t.Fatal(err)
	}
	address := strings.TrimPrefix(url, "nats://")
	s := &Submitter{URL: url, AckWait: time.Second, Audit: 0.2, Log: quiet}
	folder := open(t, dir, samples)
	type outcome struct {
		root *survey.Root
		err  error
	}
	submit := func() <-chan outcome {
		done := make(chan outcome, 1)
		go func() {
			root, err := s.Units(t.Context(), folder)
			done <- outcome{root, err}
		}()
		return done
	}
	done := submit()
	victim := worker(t, url)
	worker(t, url)
	arrived := func() bool {
		names, _ := filepath.Glob(filepath.Join(dir, "pack-*", "unit-*.json"))
		return len(names) > 1
	}
	for !arrived() {
		time.Sleep(10 * time.Millisecond)
	}
	if err := victim.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	worker(t, url)
	stop()
	if _, stop, err = Serve(address, store); err != nil {
		t.Fatal(err)
	}
	defer func() { stop() }()
	o := <-done
	if o.err != nil {
		// The submitter may have lost the server at a bad moment: then it is run again.
		t.Logf("again after: %v", o.err)
		o = <-submit()
	}
	if o.err != nil || o.root.Draws != samples {
		t.Fatalf("%+v, %v", o.root, o.err)
	}
	same(t, dir, once)
	if root, err := s.Units(t.Context(), folder); err != nil || root.Draws != samples {
		t.Errorf("nothing is left to do: %v, %v", root, err)
	}
	lines, err := s.Check(t.Context(), dir)
	if err != nil || len(lines) != 6 || !strings.Contains(strings.Join(lines, "\n"), "pack-000004: draws: 12 of urposition-repaired, those with the numbers 48 to 59 of seed 15; legal positions: 1;") {
		t.Errorf("%v, %q", err, lines)
	}
	if waiting, busy, done, err := Status(t.Context(), url); err != nil || waiting+busy != 0 || done != 5 {
		t.Errorf("%d, %d, %d, %v", waiting, busy, done, err)
	}
}

// TestRefused: a worker of another version makes no unit, and one of the right version makes it then.
func TestRefused(t *testing.T) {
	url := serve(t)
	s := &Submitter{URL: url, AckWait: time.Second, Log: quiet}
	dir := t.TempDir()
	folder := open(t, dir, 3)
	done := make(chan error, 1)
	go func() {
		_, err := s.Units(t.Context(), folder)
		done <- err
	}()
	var refused *surveyrun.OptionError
	if err := <-work(t, &Worker{URL: url, Tool: "retroproof 0.0.1", Jobs: 1, Log: quiet}); !errors.As(err, &refused) || !strings.Contains(err.Error(), "this is retroproof 0.0.1") {
		t.Errorf("%v", err)
	}
	work(t, &Worker{URL: url, Tool: tool, Jobs: 1, Log: quiet})
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestPoison: a unit that always fails is reported with the error, and the others are made.
func TestPoison(t *testing.T) {
	url := serve(t)
	s := &Submitter{URL: url, AckWait: time.Second, Log: quiet}
	q, err := connect(url, false)
	if err != nil {
		t.Fatal(err)
	}
	defer q.conn.Close()
	work(t, &Worker{URL: url, Tool: tool, Jobs: 1, Log: quiet})
	dir := t.TempDir()
	tasks, err := open(t, dir, 6).Tasks(t.Context())
	if err != nil || len(tasks) != 2 {
		t.Fatalf("%v, %v", tasks, err)
	}
	bad := *tasks[1].Plan
	bad.Scheme = "no scheme"
	tasks[1].Plan = &bad
	var taken []string
	err = s.run(t.Context(), tool, []*job{{Task: &tasks[1], Name: tasks[1].Name()}, {Task: &tasks[0], Name: tasks[0].Name()}}, func(_ *queue, j *job, _ *result) error {
		taken = append(taken, j.Name)
		return nil
	})
	var failed *FailedError
	if !errors.As(err, &failed) || len(failed.Jobs) != 1 || !strings.HasPrefix(failed.Jobs[0], "pack-000000.1 on ") || len(taken) != 1 || taken[0] != "pack-000000.0" {
		t.Errorf("%v, %v", err, taken)
	}
}

// TestDiffers: two workers that make a unit differently are both named; a file that is not what its name says is not
// taken.
func TestDiffers(t *testing.T) {
	url := serve(t)
	q, err := connect(url, false)
	if err != nil {
		t.Fatal(err)
	}
	defer q.conn.Close()
	if err := q.create(t.Context(), time.Second, tool); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "x"), []byte("lines"), 0o666); err != nil {
		t.Fatal(err)
	}
	o, err := q.put(t.Context(), dir, "x")
	if err != nil {
		t.Fatal(err)
	}
	first := &result{Host: "one", Files: []object{o}}
	for _, r := range []*result{first, {Host: "two", Files: []object{o}}, {Host: "three", Failed: "it fails"}} {
		if err := q.answer(t.Context(), "unit", r); err != nil {
			t.Fatal(err)
		}
	}
	get := func() (r result) {
		entry, err := q.results.Get(t.Context(), "unit")
		if err == nil {
			err = json.Unmarshal(entry.Value(), &r)
		}
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if r := get(); r.Host != "one" || r.Other != nil {
		t.Errorf("%+v", r)
	}
	if err := q.answer(t.Context(), "unit", &result{Host: "four", Files: []object{{"x", strings.Repeat("0", 64)}}}); err != nil {
		t.Fatal(err)
	}
	if r := get(); r.Host != "one" || r.Other == nil || r.Other.Host != "four" {
		t.Errorf("%+v", r)
	}
	// Only what a worker can have stored differs from another result.
	taken := 0
	c := newCollection(q, quiet, []*job{{Name: "unit"}}, func(*queue, *job, *result) error { taken++; return nil })
	if err := c.poll(t.Context(), true); err != nil || c.differ != nil || c.aside != 3 || taken != 0 || len(c.open) != 1 {
		t.Errorf("%v, %v, %d put aside, %d taken", err, c.differ, c.aside, taken)
	}
	for _, r := range []*result{{Host: "one", Report: "verified"}, {Host: "four", Report: "wrong"}} {
		if err := q.answer(t.Context(), "unit", r); err != nil {
			t.Fatal(err)
		}
	}
	var differs *DiffersError
	if err := cmp.Or(c.poll(t.Context(), true), c.end(t.Context())); !errors.As(err, &differs) || differs.Host != "one" || differs.Other != "four" {
		t.Errorf("%v", err)
	}
	if err := q.get(t.Context(), t.TempDir(), []object{o}); err != nil {
		t.Error(err)
	}
	if err := q.files.Delete(t.Context(), o.SHA256); err != nil {
		t.Fatal(err)
	}
	if _, err := q.files.PutBytes(t.Context(), o.SHA256, []byte("lined")); err != nil {
		t.Fatal(err)
	}
	if err := q.get(t.Context(), t.TempDir(), []object{o}); !errors.Is(err, errDamaged) {
		t.Errorf("a flipped byte: %v", err)
	}
	if err := q.get(t.Context(), t.TempDir(), []object{{"../x", o.SHA256}}); err == nil {
		t.Error("a name outside of the folder")
	}
}

// TestForged: messages and results that whoever reaches the server can write are put aside; all units are made, by
// workers that go on.
func TestForged(t *testing.T) {
	const samples = 12
	url := serve(t)
	q, err := connect(url, false)
	if err != nil {
		t.Fatal(err)
	}
	defer q.conn.Close()
	once, dir := t.TempDir(), t.TempDir()
	if _, err := open(t, once, samples).Run(t.Context(), silent{}); err != nil {
		t.Fatal(err)
	}
	folder := open(t, dir, samples)
	tasks, err := folder.Tasks(t.Context())
	if err != nil || len(tasks) != 4 {
		t.Fatalf("%v, %v", tasks, err)
	}
	other, units := *tasks[0].Plan, *tasks[0].Plan
	other.Tool, units.PackUnits = "another program", 0
	negative, beyond := tasks[1], tasks[2]
	negative.Again, beyond.Unit = -1, 1<<40
	var log bytes.Buffer
	s := &Submitter{URL: url, AckWait: time.Second, Log: slog.New(slog.NewTextHandler(&log, nil))}
	done := make(chan error, 1)
	if err := q.create(t.Context(), time.Second, tool); err != nil { // there is no other moment when nobody is at work
		t.Fatal(err)
	}
	var jobs []*job
	for i := range tasks {
		jobs = append(jobs, &job{Task: &tasks[i], Name: tasks[i].Name()})
	}
	for _, text := range []string{`{"task":{},"name":"unit-0000003"}`, "no JSON", "null", `{"name":""}`, `{"name":"check.pack-000000","pack":[]}`,
		`{"name":"check.pack-000001","pack":[{"name":"manifest.json","sha256":"none"}]}`, `{"name":"$KV.>"}`} {
		if _, err := q.js.Publish(t.Context(), subject, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	for _, task := range []*surveyrun.Task{{Plan: &other}, {Plan: &units}, &negative, &beyond} {
		if err := q.send(t.Context(), &job{Task: task, Name: tasks[0].Name()}); err != nil {
			t.Fatal(err)
		}
	}
	missing := object{"pack-000000/unit-0000003.jsonl.gz", strings.Repeat("0", 64)}
	for i, r := range []string{"no JSON", `{"host":"forger","failed":"it cannot be made"}`, "null"} {
		if _, err := q.results.Create(t.Context(), jobs[i].Name, []byte(r)); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.answer(t.Context(), jobs[3].Name, &result{Host: "forger", Files: []object{missing}}); err != nil {
		t.Fatal(err)
	}
	go func() {
		done <- s.collect(t.Context(), q, jobs, func(q *queue, j *job, r *result) error {
			return q.fetch(t.Context(), j, r, func(from string) error { return folder.Adopt(j.Task, from) })
		})
	}()
	ended := work(t, &Worker{URL: url, Tool: tool, Jobs: 1, Log: quiet})
	select {
	case err = <-done:
	case e := <-ended:
		t.Fatalf("the worker ends: %v", e)
	}
	if err != nil {
		t.Errorf("%v\n%s", err, &log)
	}
	for _, want := range []string{`msg="put aside" result=` + jobs[3].Name, "messages put aside"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, &log)
		}
	}
	if _, err := folder.Merge(t.Context()); err != nil {
		t.Fatal(err)
	}
	same(t, dir, once)
}

// TestServe: an address that is in use, or none, is an error.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, address := range []string{"no port", l.Addr().String()} {
		if _, _, err := Serve(address, t.TempDir()); err == nil || err.Error() == "the NATS server does not start" {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// TestNotVerified: what a folder lacks or has wrong is not verified, as is what workers could not verify; a file that
// cannot be read and an interruption say nothing.
func TestNotVerified(t *testing.T) {
	interrupted, stop := context.WithCancel(t.Context())
	stop()
	for _, tt := range []struct {
		ctx  context.Context
		err  error
		want bool
	}{
		{t.Context(), nil, false},
		{t.Context(), &survey.Error{File: "x", Err: survey.ErrFile}, true},
		{t.Context(), &FailedError{[]string{"x"}}, true},
		{t.Context(), &fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, true},
		{t.Context(), &fs.PathError{Op: "open", Path: "x", Err: survey.ErrFile}, true},
		{t.Context(), &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, false},
		{interrupted, &FailedError{[]string{"x"}}, false},
	} {
		err := notVerified(tt.ctx, tt.err)
		if errors.As(err, new(*NotVerifiedError)) != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%v: %v, want %v", tt.err, err, tt.want)
		}
	}
}
