package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"retroproof/batch/surveyrun"
	"retroproof/internal/expect"
	"retroproof/proofs/survey"
)

const tool = "retroproof test"

var quiet = slog.New(slog.DiscardHandler)

// TestMain is also a worker process, which tests kill.
func TestMain(m *testing.M) {
	if url := os.Getenv("FARM_TEST_WORKER"); url != "" {
		w := &Worker{Connection: Connection{URL: url}, Tool: tool, Jobs: 1, Log: quiet, heartbeat: 200 * time.Millisecond}
		if err := w.Work(context.Background()); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// begin begins an estimate in a folder, or goes on with it.
func begin(t *testing.T, dir, tool string, samples uint64, plan survey.Plan) *surveyrun.Folder {
	t.Helper()
	plan.Scheme, plan.Seed, plan.Certificates = survey.RepairedUrposition, 15, true
	f, err := surveyrun.Open(surveyrun.Options{
		Dir: dir, Jobs: 2, Tool: tool, Samples: samples, GameStates: 1_000_000, Wanted: plan,
		Given: func(flag string) bool { return flag == "samples" },
	})
	expect.NoError(t, err)
	return f
}

func open(t *testing.T, dir string, samples uint64) *surveyrun.Folder {
	t.Helper()
	return begin(t, dir, tool, samples, survey.Plan{UnitDraws: 3, PackUnits: 4})
}

// silent is a Progress that shows nothing.
type silent struct{}

func (silent) Skip(int)          {}
func (silent) Add(int)           {}
func (silent) Stage(int, string) {}

// serve starts a server for the test.
func serve(t *testing.T) string {
	t.Helper()
	url, stop, err := Serve("127.0.0.1:0", t.TempDir(), "")
	expect.NoError(t, err)
	t.Cleanup(stop)
	return url
}

// worker starts a worker process.
func worker(t *testing.T, url string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "FARM_TEST_WORKER="+url)
	expect.NoError(t, cmd.Start())
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
		expect.NoError(t, err)
	}
	if n < 4 {
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
	url, stop, err := Serve("127.0.0.1:0", store, "")
	expect.NoError(t, err)
	address := strings.TrimPrefix(url, "nats://")
	s := submitter(t, url)
	s.Audit = 0.2
	folder := open(t, dir, samples)
	type outcome struct {
		root *survey.Root
		err  error
	}
	start := func() <-chan outcome {
		done := make(chan outcome, 1)
		go func() {
			root, err := s.Units(t.Context(), folder)
			done <- outcome{root, err}
		}()
		return done
	}
	done := start()
	victim := worker(t, url)
	worker(t, url)
	arrived := func() bool {
		names, _ := filepath.Glob(filepath.Join(dir, "pack-*", "unit-*.tar"))
		return len(names) > 1
	}
	for !arrived() {
		time.Sleep(10 * time.Millisecond)
	}
	expect.NoError(t, victim.Process.Kill())
	worker(t, url)
	stop()
	if _, stop, err = Serve(address, store, ""); err != nil {
		t.Fatal(err)
	}
	defer func() { stop() }()
	o := <-done
	if o.err != nil {
		// The submitter may have lost the server at a bad moment: then it is run again.
		t.Logf("again after: %v", o.err)
		o = <-start()
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
	if waiting, busy, done, err := s.Status(t.Context()); err != nil || waiting+busy != 0 || done < 5 {
		t.Errorf("%d, %d, %d, %v", waiting, busy, done, err)
	}
}

// submitter returns one with a new key, which checks everything.
func submitter(t *testing.T, url string) *Submitter {
	t.Helper()
	key, err := NewKey()
	expect.NoError(t, err)
	return &Submitter{Connection: Connection{URL: url}, Key: key, AckWait: time.Second, Verify: 1, Jobs: 1, Log: quiet}
}

// keysOf returns the list of keys with that of the submitter.
func keysOf(s *Submitter) Keys { return Keys{string(s.Key.Public().(ed25519.PublicKey)): true} }

// workerFor returns a worker for the submitter.
func workerFor(s *Submitter) *Worker {
	return &Worker{Connection: s.Connection, Keys: keysOf(s), Tool: tool, Jobs: 1, Log: quiet, heartbeat: time.Second}
}

// connected returns a connection for the test.
func connected(t *testing.T, url string) *queue {
	t.Helper()
	q, err := (&Connection{URL: url}).connect(false)
	expect.NoError(t, err)
	t.Cleanup(q.conn.Close)
	return q
}

// submit submits the units of a folder.
func submit(t *testing.T, s *Submitter, folder *surveyrun.Folder) <-chan error {
	done := make(chan error, 1)
	go func() {
		_, err := s.Units(t.Context(), folder)
		done <- err
	}()
	return done
}

// await waits for a submission, while a worker may not end.
func await(t *testing.T, done <-chan error, ended ...<-chan error) error {
	t.Helper()
	for {
		select {
		case err := <-done:
			return err
		case <-time.After(50 * time.Millisecond):
		}
		for _, e := range ended {
			select {
			case err := <-e:
				t.Fatalf("a worker ends: %v", err)
			default:
			}
		}
	}
}

// TestOthers: workers of another version, and those that do not know the key, make no unit and go on; one of the right
// version makes it then.
func TestOthers(t *testing.T) {
	url := serve(t)
	s, other := submitter(t, url), submitter(t, url)
	done := submit(t, s, open(t, t.TempDir(), 3))
	older, strange := workerFor(s), workerFor(other)
	older.Tool = "retroproof 0.0.1"
	var log bytes.Buffer
	older.Log = slog.New(slog.NewTextHandler(&log, nil))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- older.Work(ctx) }()
	ended2 := work(t, strange)
	select {
	case err := <-done:
		t.Fatalf("it was made: %v", err)
	case <-time.After(5 * time.Second):
	}
	stop()
	<-ended
	if !strings.Contains(log.String(), "the units are to be made by retroproof test, and this is retroproof 0.0.1") {
		t.Error(&log)
	}
	if err := await(t, done, work(t, workerFor(s)), ended2); err != nil {
		t.Error(err)
	}
}

// TestPoison: a unit that always fails is reported with the error, and the others are made.
func TestPoison(t *testing.T) {
	url := serve(t)
	s := submitter(t, url)
	dir := t.TempDir()
	folder := open(t, dir, 6)
	tasks, err := folder.Tasks(t.Context())
	if err != nil || len(tasks) != 2 {
		t.Fatalf("%v, %v", tasks, err)
	}
	w := workerFor(s)
	w.Temp = filepath.Join(dir, "no folder")
	work(t, w)
	var jobs []*job
	for i := range tasks {
		jobs = append(jobs, &job{Task: &tasks[i], Name: tasks[i].Name()})
	}
	var failed *FailedError
	err = s.run(t.Context(), jobs[1:], &units{folder, survey.Options{}})
	if !errors.As(err, &failed) || len(failed.Jobs) != 1 || !strings.HasPrefix(failed.Jobs[0], "pack-000000.1: it was sent 10 times; the last result was refused, that of ") {
		t.Errorf("%v", err)
	}
	// Nobody answers: it ends all the same.
	s.Patience = time.Second
	s.URL = serve(t)
	if err := s.run(t.Context(), jobs[1:], &units{folder, survey.Options{}}); !errors.As(err, &failed) || failed.Jobs[0] != "pack-000000.1: no result was taken for 1s" {
		t.Errorf("%v", err)
	}
}

// TestDiffers: two workers that make a unit differently, both as a check allows, are named.
func TestDiffers(t *testing.T) {
	url := serve(t)
	s := submitter(t, url)
	s.Audit = 1
	dir := t.TempDir()
	done := submit(t, s, open(t, dir, 3))
	for i, name := range []string{"one", "two"} {
		hostile(t, connected(t, url), name, 1, func(*surveyrun.Plan) {}, func(dir string, j *job) {
			if i == 1 {
				forge(t, dir, j, false)
			}
		})
	}
	var differs *DiffersError
	if err := await(t, done); !errors.As(err, &differs) || differs.Host == differs.Other {
		t.Errorf("%v", err)
	}
}

// hostile starts a worker that makes units of another plan, and alters them. It ends after so many, with the test.
func hostile(t *testing.T, q *queue, name string, most int, plan func(*surveyrun.Plan), alter func(dir string, j *job)) {
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	t.Cleanup(func() { stop(); <-ended })
	go func() {
		defer close(ended)
		for n := 0; ctx.Err() == nil && n < most; {
			consumer, err := q.open(ctx)
			if err != nil {
				continue
			}
			m, err := consumer.Next(jetstream.FetchMaxWait(200 * time.Millisecond))
			if err != nil {
				continue
			}
			var j job
			if json.Unmarshal(m.Data(), &j) != nil {
				continue
			}
			dir := t.TempDir()
			p := *j.Task.Plan
			plan(&p)
			if (&surveyrun.Task{Plan: &p, Again: j.Task.Again, Unit: j.Task.Unit}).Make(ctx, dir, tool, 1) != nil {
				continue
			}
			alter(dir, &j)
			o, err := q.put(ctx, dir, j.Task.File())
			if err != nil {
				return
			}
			r := &result{Job: j.Name, Host: name, Files: []object{o}}
			if q.answer(ctx, r) == nil {
				m.DoubleAck(ctx)
				n++
			}
		}
	}()
}

// forge gives the first draw of a unit the other verdict, with counts and sums that agree, or compresses the lines in
// another way.
func forge(t *testing.T, dir string, j *job, flip bool) {
	t.Helper()
	name := filepath.Join(dir, j.Task.File())
	p := &survey.Pack{Plan: j.Task.Plan.Plan, Number: int(j.Task.Unit / j.Task.Plan.PackUnits)}
	_, err := p.ReadUnit(name, j.Task.Unit)
	if err != nil {
		t.Error(err)
		return
	}
	u := &p.Units[0]
	files, err := p.Open()
	if err != nil {
		t.Error(err)
		return
	}
	defer files.Close()
	content := map[*survey.File][]byte{}
	for _, file := range u.Files() {
		in, err := files.Open(u, file)
		if err != nil {
			t.Error(err)
			return
		}
		content[file], _ = io.ReadAll(in)
	}
	z, err := gzip.NewReader(bytes.NewReader(content[&u.Verdicts]))
	if err != nil {
		t.Error(err)
		return
	}
	lines, _ := io.ReadAll(z)
	var out bytes.Buffer
	zw, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	u.Counts = survey.NewCounts()
	for line := range bytes.Lines(lines) {
		l, err := survey.ParseLine(line)
		if err != nil {
			t.Error(err)
			return
		}
		if flip && l.Draw == u.First {
			if plies := 1; l.Verdict == survey.Illegal {
				l.Verdict, l.Plies, l.UCI = survey.Legal, &plies, "e2e4"
			} else {
				l.Verdict, l.Plies, l.UCI = survey.Illegal, nil, ""
			}
		}
		u.Counts.Add(l)
		zw.Write(l.Text())
	}
	zw.Close()
	content[&u.Verdicts] = out.Bytes()
	u.Verdicts.Bytes, u.Verdicts.SHA256 = int64(out.Len()), fmt.Sprintf("%x", sha256.Sum256(out.Bytes()))
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	add := func(name string, text []byte) {
		w.WriteHeader(&tar.Header{Name: p.Name() + "/" + name, Mode: 0o644, Size: int64(len(text)), Format: tar.FormatUSTAR})
		w.Write(text)
	}
	add(survey.EntryName(j.Task.Unit), u.Text())
	for _, file := range u.Files() {
		add(file.Name, content[file])
	}
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	os.WriteFile(name, packed.Bytes(), 0o666)
}

// TestHostile: one worker in three makes units that are consistent and wrong, of other draws or with other verdicts.
// None is taken, all are made again, and what is checked in part only at first is checked after all.
func TestHostile(t *testing.T) {
	const samples = 36
	once := t.TempDir()
	if _, err := open(t, once, samples).Run(t.Context(), silent{}); err != nil {
		t.Fatal(err)
	}
	for _, share := range []float64{1, 0.9} { // of four results, one is checked but in one case of 10,000
		url, dir := serve(t), t.TempDir()
		s := submitter(t, url)
		s.Verify = share
		var log bytes.Buffer
		s.Log = slog.New(slog.NewTextHandler(&log, nil))
		done := submit(t, s, open(t, dir, samples))
		n := 0
		hostile(t, connected(t, url), "hostile", samples, func(p *surveyrun.Plan) {
			if n++; n%2 == 0 {
				p.Seed++
			}
		}, func(dir string, j *job) {
			if n%2 == 1 {
				forge(t, dir, j, true)
			}
		})
		if err := await(t, done, work(t, workerFor(s)), work(t, workerFor(s))); err != nil {
			t.Errorf("%v\n%s", err, &log)
		}
		same(t, dir, once)
		if !strings.Contains(log.String(), "host=hostile ") || !strings.Contains(log.String(), `msg="results put aside" of="`) {
			t.Errorf("%s", &log)
		}
	}
}

// fuzzed is how many messages a subject is sent: 10,000 with RETROPROOF_LONG.
func fuzzed() int {
	if os.Getenv("RETROPROOF_LONG") != "" {
		return 10_000
	}
	return 300
}

// mutate changes a byte, cuts, doubles, or puts one in.
func mutate(r *rand.Rand, text []byte) []byte {
	text = bytes.Clone(text)
	at := r.IntN(len(text))
	switch r.IntN(5) {
	case 0:
		return text[:at]
	case 1:
		return append(text[:at], text[at+1:]...)
	case 2:
		return append(text, text[:at]...)
	case 3:
		return slices.Insert(text, at, "0\"{}[]-x,:"[r.IntN(10)])
	}
	text[at] = byte(r.IntN(256))
	return text
}

// TestFuzzed: messages that are almost jobs, results and files stop no worker and change no result.
func TestFuzzed(t *testing.T) {
	const samples = 12
	url, once, dir := serve(t), t.TempDir(), t.TempDir()
	if _, err := open(t, once, samples).Run(t.Context(), silent{}); err != nil {
		t.Fatal(err)
	}
	s := submitter(t, url)
	s.AckWait = 20 * time.Second
	folder := open(t, dir, samples)
	tasks, err := folder.Tasks(t.Context())
	expect.NoError(t, err)
	done := submit(t, s, folder)
	q := connected(t, url)
	for {
		if _, err := q.open(t.Context()); err == nil {
			break
		}
	}
	r := rand.New(rand.NewPCG(20, 26))
	subjects := []string{taskSubject, resultSubject, "$O." + filesName + ".M.eA==", "$O." + filesName + ".C.x"}
	for i := range fuzzed() {
		j, _ := json.Marshal(&job{Task: &tasks[i%len(tasks)], Name: tasks[i%len(tasks)].Name()})
		answer, _ := json.Marshal(&result{Job: tasks[i%len(tasks)].Name(), Host: "x", Files: []object{{Name: tasks[i%len(tasks)].File(), SHA256: strings.Repeat("0", 64), Stored: "x"}}})
		for _, subject := range subjects {
			m := nats.NewMsg(subject)
			switch m.Data = answer; subject {
			case taskSubject:
				m.Data = j
			case resultSubject:
			default:
				m.Data = []byte(`{"name":"x","bucket":"RETROPROOF-FILES","nuid":"x","size":3,"chunks":1,"digest":"SHA-256=x"}`)
			}
			m.Data = mutate(r, m.Data)
			switch i % 3 { // signed, signed wrongly, and not at all
			case 0:
				m.Header.Set(keyHeader, PublicText(s.Key.Public().(ed25519.PublicKey)))
				m.Header.Set(signatureHeader, base64.StdEncoding.EncodeToString(ed25519.Sign(s.Key, signed(m.Data))))
			case 1:
				m.Header.Set(keyHeader, PublicText(s.Key.Public().(ed25519.PublicKey)))
				m.Header.Set(signatureHeader, string(mutate(r, []byte("c2lnbmF0dXJl"))))
			}
			expect.NoError(t, q.conn.PublishMsg(m))
		}
	}
	expect.NoError(t, q.conn.Flush())
	expect.NoError(t, await(t, done, work(t, workerFor(s)), work(t, workerFor(s))))
	same(t, dir, once)
	if n := fuzzed(); n < 300 {
		t.Errorf("%d messages a subject", n)
	}
}

// TestStore: a file that is not what its name says is not taken.
func TestStore(t *testing.T) {
	q := connected(t, serve(t))
	expect.NoError(t, q.create(t.Context(), time.Second))
	dir := t.TempDir()
	expect.NoError(t, os.WriteFile(filepath.Join(dir, "x"), []byte("lines"), 0o666))
	o, err := q.put(t.Context(), dir, "x")
	expect.NoError(t, err)
	if err := q.get(t.Context(), t.TempDir(), []object{o}); err != nil {
		t.Error(err)
	}
	outside, nowhere := o, o
	outside.Name, nowhere.Stored = "../x", "nowhere"
	for _, o := range []object{outside, nowhere} {
		if err := q.get(t.Context(), t.TempDir(), []object{o}); !errors.Is(err, errForged) && !errors.Is(err, errDamaged) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := q.files.PutBytes(t.Context(), o.Stored, []byte("lined")); err != nil {
		t.Fatal(err)
	}
	if err := q.get(t.Context(), t.TempDir(), []object{o}); !errors.Is(err, errDamaged) {
		t.Errorf("a flipped byte: %v", err)
	}
}

// TestKeys: keys are read as they are written, and nothing else is.
func TestKeys(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "key")
	key, err := MakeKey(name)
	expect.NoError(t, err)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if again, err := ReadKey(name); err != nil || !again.Equal(key) {
		t.Error(err)
	}
	if _, err := MakeKey(name); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a key is overwritten: %v", err)
	}
	text := PublicText(key.Public().(ed25519.PublicKey))
	list := filepath.Join(dir, "keys")
	for _, tt := range []struct {
		list string
		want string
	}{
		{"# mine\n\n" + text + " of somebody\n", ""},
		{"# none\n", "no key in it"},
		{text + "\nkey\n", `:2: "key" is no public key`},
	} {
		expect.NoError(t, os.WriteFile(list, []byte(tt.list), 0o666))
		keys, err := ReadKeys(list)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, %v", tt.list, keys, err)
		}
	}
	for _, text := range []string{"", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"} {
		expect.NoError(t, os.WriteFile(list, []byte(text), 0o666))
		if _, err := ReadKey(list); err == nil {
			t.Errorf("%q is a key", text)
		}
	}
}

// TestServe: an address that is in use, or none, is an error.
func TestServe(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.NoError(t, err)
	defer l.Close()
	for _, address := range []string{"no port", l.Addr().String()} {
		if _, _, err := Serve(address, t.TempDir(), ""); err == nil || err.Error() == "the NATS server does not start" {
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
		if errors.Is(err, errNotVerified) != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%v: %v, want %v", tt.err, err, tt.want)
		}
	}
}
