package farm

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"retroproof/batch/surveyrun"
)

// The names in JetStream.
const (
	tasksName   = "RETROPROOF-TASKS"
	resultsName = "RETROPROOF-RESULTS"
	filesName   = "RETROPROOF-FILES"
	subject     = "retroproof.task"
	workersName = "workers"
)

// mostAttempts is how often a unit is tried.
const mostAttempts = 5

// job is a message: a unit to make, or a pack to check.
type job struct {
	Task *surveyrun.Task `json:"task,omitempty"`
	Pack []object        `json:"pack,omitempty"` // the files of a pack, the manifest first
	Name string          `json:"name"`
}

// object is a file: in the store it is named by its SHA-256.
type object struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// result is what a worker answers.
type result struct {
	Host   string   `json:"host"`
	Files  []object `json:"files,omitempty"`
	Report string   `json:"report,omitempty"` // of a pack that is verified
	Failed string   `json:"failed,omitempty"` // why it could not be done
	Other  *result  `json:"other,omitempty"`  // that of another worker, which differs
}

// Serve starts a NATS server in this process, at an address such as 127.0.0.1:4222, with port 0 at any that is free.
// End it with the returned function.
func Serve(address, store string) (url string, stop func(), err error) {
	host, service, err := net.SplitHostPort(address)
	if err != nil {
		return "", nil, err
	}
	port, err := strconv.Atoi(service)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", address, err)
	}
	// The server retries for a minute without saying why: an address that is in use, or of another machine, is told at
	// once.
	l, err := net.Listen("tcp", address)
	if err != nil {
		return "", nil, err
	}
	l.Close()
	if port == 0 {
		port = server.RANDOM_PORT
	}
	s, err := server.NewServer(&server.Options{Host: host, Port: port, JetStream: true, StoreDir: store, NoSigs: true, NoLog: true, MaxPayload: 8 << 20})
	if err != nil {
		return "", nil, err
	}
	go s.Start()
	if !s.ReadyForConnections(time.Minute) {
		s.Shutdown()
		return "", nil, errors.New("the NATS server does not start")
	}
	return s.ClientURL(), func() { s.Shutdown(); s.WaitForShutdown() }, nil
}

// queue is the connection to a server.
type queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	tasks   jetstream.Stream
	results jetstream.KeyValue
	files   jetstream.ObjectStore
	url     string
	waiting string // for what
	times   int    // in a row
}

// CheckURL refuses what is no address of a NATS server, or list of such with commas between them.
func CheckURL(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		scheme, rest, found := strings.Cut(strings.TrimSpace(part), "://")
		if !found {
			scheme, rest = "nats", scheme
		}
		u, err := url.Parse(scheme + "://" + rest)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, scheme) {
			return fmt.Errorf("%q is no address of a NATS server, want nats://HOST:PORT", part)
		}
	}
	return nil
}

// connect connects to a server. A worker waits for one that does not answer; everybody waits for one that goes away.
func connect(url string, wait bool) (*queue, error) {
	conn, err := nats.Connect(url, nats.MaxReconnects(-1), nats.RetryOnFailedConnect(wait), nats.ReconnectWait(500*time.Millisecond))
	if err != nil {
		return nil, fmt.Errorf("no NATS server answers at %s: %w", url, err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &queue{conn: conn, js: js, url: url}, nil
}

// errNoServer: there is no connection now.
var errNoServer = errors.New("no connection")

// waits warns of what is waited for when it does so for the second time in a row: a submitter that begins, or goes on
// with a second phase, takes a moment.
func (q *queue) waits(log *slog.Logger, err error) {
	waiting := "answers of " + q.url
	switch {
	case !q.conn.IsConnected():
		waiting = "a NATS server at " + q.url
	case errors.Is(err, jetstream.ErrBucketNotFound), errors.Is(err, jetstream.ErrStreamNotFound),
		errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted):
		waiting = "jobs, of which " + q.url + " has none yet"
	}
	if waiting != q.waiting {
		q.waiting, q.times = waiting, 0
	}
	if q.times++; q.times == 2 {
		log.Warn("waiting", "for", waiting, "error", err)
	}
}

// toolKey is the entry of the stream's metadata that names the program which makes the units; "" if there are none.
const toolKey = "tool"

// create makes everything anew: what an earlier run has left is not the record.
func (q *queue) create(ctx context.Context, ackWait time.Duration, tool string) (err error) {
	for _, e := range []error{
		q.js.DeleteStream(ctx, tasksName), q.js.DeleteKeyValue(ctx, resultsName), q.js.DeleteObjectStore(ctx, filesName),
	} {
		if e != nil && !errors.Is(e, jetstream.ErrStreamNotFound) && !errors.Is(e, jetstream.ErrBucketNotFound) {
			return e
		}
	}
	if q.results, err = q.js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: resultsName}); err != nil {
		return err
	}
	if q.files, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: filesName}); err != nil {
		return err
	}
	if q.tasks, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: tasksName, Subjects: []string{subject}, Retention: jetstream.WorkQueuePolicy, Metadata: map[string]string{toolKey: tool},
	}); err != nil {
		return err
	}
	_, err = q.tasks.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workersName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1, MaxAckPending: 100_000,
	})
	return err
}

// open finds what a submitter has made.
func (q *queue) open(ctx context.Context) (consumer jetstream.Consumer, err error) {
	if q.results, err = q.js.KeyValue(ctx, resultsName); err != nil {
		return nil, err
	}
	if q.files, err = q.js.ObjectStore(ctx, filesName); err != nil {
		return nil, err
	}
	if q.tasks, err = q.js.Stream(ctx, tasksName); err != nil {
		return nil, err
	}
	return q.tasks.Consumer(ctx, workersName)
}

// send sends a job.
func (q *queue) send(ctx context.Context, j *job) error {
	text, err := json.Marshal(j)
	if err == nil {
		_, err = q.js.Publish(ctx, subject, text)
	}
	return err
}

// put stores a file of a folder, unless it is there.
func (q *queue) put(ctx context.Context, dir, name string) (object, error) {
	text, err := surveyrun.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return object{}, err
	}
	o := object{name, fmt.Sprintf("%x", sha256.Sum256(text))}
	if _, err := q.files.GetInfo(ctx, o.SHA256); err == nil {
		return o, nil
	}
	_, err = q.files.Put(ctx, jetstream.ObjectMeta{Name: o.SHA256}, bytes.NewReader(text))
	return o, err
}

// errAway: the store does not answer now.
var errAway = errors.New("the store does not answer")

// errDamaged: the store has another file than its name says.
var errDamaged = errors.New("a file from the store is damaged")

// errForged: something names a file that no worker can have stored so.
var errForged = errors.New("not the name or the SHA-256 of a file of the job")

// sum is a SHA-256.
var sum = regexp.MustCompile(`^[0-9a-f]{64}$`)

// get fetches files into a folder, and compares their SHA-256.
func (q *queue) get(ctx context.Context, dir string, files []object) error {
	for _, o := range files {
		if !filepath.IsLocal(filepath.FromSlash(o.Name)) || !sum.MatchString(o.SHA256) {
			return fmt.Errorf("%.100q, %.100q: %w", o.Name, o.SHA256, errForged)
		}
		if err := q.getFile(ctx, filepath.Join(dir, filepath.FromSlash(o.Name)), o.SHA256); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	return nil
}

// getFile fetches a file. After an error something else may stand under its name.
func (q *queue) getFile(ctx context.Context, name, sum string) error {
	in, err := q.files.Get(ctx, sum)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return err
	}
	if err != nil {
		return fmt.Errorf("%w: %w", errAway, err)
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	out, err := os.Create(name)
	if err != nil {
		return err
	}
	defer out.Close()
	h := sha256.New()
	_, err = io.Copy(io.MultiWriter(out, h), in)
	var local *fs.PathError
	switch {
	case errors.Is(err, jetstream.ErrDigestMismatch), err == nil && fmt.Sprintf("%x", h.Sum(nil)) != sum:
		return errDamaged
	case err != nil && !errors.As(err, &local):
		return fmt.Errorf("%w: %w", errAway, err)
	case err != nil:
		return err
	}
	return out.Close()
}

// answer stores the result of a job. The first one stands; one that differs is added to it.
func (q *queue) answer(ctx context.Context, name string, r *result) error {
	text, err := json.Marshal(r)
	if err != nil {
		return err
	}
	// Many may answer at once. Whoever is first creates the entry; all others read it and replace the revision that they
	// have read, again if another one was faster. Each turn is two messages, and few have more than two turns.
	for {
		_, err = q.results.Create(ctx, name, text)
		if !errors.Is(err, jetstream.ErrKeyExists) {
			return err
		}
		entry, err := q.results.Get(ctx, name)
		if err != nil {
			return err
		}
		var first result
		// A failure is no result, and gives way to one.
		if err := json.Unmarshal(entry.Value(), &first); err != nil || first.Failed != "" && r.Failed == "" {
			if _, err = q.results.Update(ctx, name, text, entry.Revision()); err == nil {
				return nil
			}
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue
		}
		if first.Other != nil || r.Failed != "" || first.same(r) {
			return nil
		}
		first.Other = r
		both, err := json.Marshal(&first)
		if err != nil {
			return err
		}
		if _, err = q.results.Update(ctx, name, both, entry.Revision()); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// same reports whether two workers have made the same.
func (r *result) same(o *result) bool {
	if len(r.Files) != len(o.Files) || r.Report != o.Report {
		return false
	}
	for i := range r.Files {
		if r.Files[i] != o.Files[i] {
			return false
		}
	}
	return true
}
