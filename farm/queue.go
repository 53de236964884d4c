package main

import (
	"cmp"
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
	"github.com/nats-io/nuid"

	"retroproof/batch/surveyrun"
	"retroproof/proofs/survey"
)

// The names in JetStream.
const (
	tasksName     = "RETROPROOF-TASKS"
	resultsName   = "RETROPROOF-RESULTS"
	filesName     = "RETROPROOF-FILES"
	taskSubject   = "retroproof.task"
	resultSubject = "retroproof.result"
	workersName   = "workers"
)

// The headers of a job: the public key and the signature, as texts.
const (
	keyHeader       = "Retroproof-Key"
	signatureHeader = "Retroproof-Signature"
)

// mostResult bounds the text of a result, in bytes.
const mostResult = 1 << 20

// mostFile bounds a file, in bytes.
const mostFile = 1 << 30

// job is a message: a unit to make, or a pack to check.
type job struct {
	Task *surveyrun.Task `json:"task,omitempty"`
	Pack *object         `json:"pack,omitempty"` // the file of a pack
	Name string          `json:"name"`
}

// object is a file. Its name in the store has something random, so that nobody can put another file there before.
type object struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Stored string `json:"stored"`
}

// result is what a worker answers.
type result struct {
	Job    string   `json:"job"`
	Host   string   `json:"host"`
	Files  []object `json:"files,omitempty"`
	Report string   `json:"report,omitempty"` // of a pack that is verified
	Failed string   `json:"failed,omitempty"` // why it could not be done
}

// same reports whether two workers have made the same.
func (r *result) same(o *result) bool {
	return r.Report == o.Report && slices.EqualFunc(r.Files, o.Files, func(a, b object) bool {
		return a.Name == b.Name && a.SHA256 == b.SHA256
	})
}

// queue is the connection to a server.
type queue struct {
	conn    *nats.Conn
	js      jetstream.JetStream
	tasks   jetstream.Stream
	results jetstream.Stream
	files   jetstream.ObjectStore
	url     string
	waiting string // for what
	times   int    // in a row
}

// create makes everything anew: what an earlier run has left is not the record.
func (q *queue) create(ctx context.Context, ackWait time.Duration) (err error) {
	for _, e := range []error{
		q.js.DeleteStream(ctx, tasksName), q.js.DeleteStream(ctx, resultsName), q.js.DeleteObjectStore(ctx, filesName),
	} {
		if e != nil && !gone(e) {
			return e
		}
	}
	if q.files, err = q.js.CreateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: filesName}); err != nil {
		return err
	}
	if q.results, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: resultsName, Subjects: []string{resultSubject}, MaxMsgSize: mostResult,
	}); err != nil {
		return err
	}
	if q.tasks, err = q.js.CreateStream(ctx, jetstream.StreamConfig{
		Name: tasksName, Subjects: []string{taskSubject}, Retention: jetstream.WorkQueuePolicy,
	}); err != nil {
		return err
	}
	_, err = q.tasks.CreateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: workersName, AckPolicy: jetstream.AckExplicitPolicy, AckWait: ackWait, MaxDeliver: -1,
		MaxAckPending: 100_000,
	})
	return err
}

// open finds what a submitter has made, as far as workers use it.
func (q *queue) open(ctx context.Context) (consumer jetstream.Consumer, err error) {
	if q.files, err = q.js.ObjectStore(ctx, filesName); err != nil {
		return nil, err
	}
	return q.js.Consumer(ctx, tasksName, workersName)
}

// send signs a job and sends it.
func (q *queue) send(ctx context.Context, j *job, key ed25519.PrivateKey) error {
	text, err := json.Marshal(j)
	if err != nil {
		return err
	}
	m := nats.NewMsg(taskSubject)
	m.Data = text
	m.Header.Set(keyHeader, PublicText(key.Public().(ed25519.PublicKey)))
	m.Header.Set(signatureHeader, base64.StdEncoding.EncodeToString(ed25519.Sign(key, signed(text))))
	_, err = q.js.PublishMsg(ctx, m)
	return err
}

// answer sends a result.
func (q *queue) answer(ctx context.Context, r *result) error {
	text, err := json.Marshal(r)
	if err == nil {
		_, err = q.js.Publish(ctx, resultSubject, text)
	}
	return err
}

// put stores a file of a folder.
func (q *queue) put(ctx context.Context, dir, name string) (object, error) {
	f, err := survey.OpenFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return object{}, err
	}
	defer f.Close()
	h := sha256.New()
	o := object{Name: name, Stored: nuid.Next()}
	_, err = q.files.Put(ctx, jetstream.ObjectMeta{Name: o.Stored}, io.TeeReader(f, h))
	o.SHA256 = fmt.Sprintf("%x", h.Sum(nil))
	return o, err
}

// errAway: the store does not answer now.
var errAway = errors.New("the store does not answer")

// errDamaged: the store has another file than its name says.
var errDamaged = errors.New("a file from the store is damaged")

// errForged: something names a file that no worker can have stored so.
var errForged = errors.New("not the name or the SHA-256 of a file of the job")

// sum is a SHA-256, and stored a name in the store.
var (
	sum    = regexp.MustCompile(`^[0-9a-f]{64}$`)
	stored = regexp.MustCompile(`^[0-9A-Za-z]{1,64}$`)
)

// get fetches files into a folder, and compares their SHA-256.
func (q *queue) get(ctx context.Context, dir string, files []object) error {
	for _, o := range files {
		if !filepath.IsLocal(filepath.FromSlash(o.Name)) || !sum.MatchString(o.SHA256) || !stored.MatchString(o.Stored) {
			return fmt.Errorf("%.100q, %.100q: %w", o.Name, o.SHA256, errForged)
		}
		if err := q.getFile(ctx, filepath.Join(dir, filepath.FromSlash(o.Name)), &o); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	return nil
}

// mostStore is how long the store may take for a file that it says it has.
const mostStore = time.Minute

// getFile fetches a file. After an error something else may stand under its name.
func (q *queue) getFile(ctx context.Context, name string, o *object) error {
	short, cancel := context.WithTimeout(ctx, mostStore)
	defer cancel()
	in, err := q.files.Get(short, o.Stored)
	switch {
	case errors.Is(err, jetstream.ErrObjectNotFound), err != nil && !q.lost(ctx, err):
		return fmt.Errorf("%w: %w", errDamaged, err)
	case err != nil:
		return err
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
	n, err := io.Copy(io.MultiWriter(out, h), io.LimitReader(in, mostFile+1))
	switch {
	case errors.As(err, new(*fs.PathError)): // of this machine
		return err
	case err != nil && q.lost(ctx, err):
		return fmt.Errorf("%w: %w", errAway, err)
	case err != nil, n > mostFile, fmt.Sprintf("%x", h.Sum(nil)) != o.SHA256:
		return errDamaged // chunks that are missing never come
	}
	return out.Close()
}

// lost reports whether an error is one of the connection and not one of what somebody has stored.
func (q *queue) lost(ctx context.Context, err error) bool {
	return ctx.Err() != nil || !q.conn.IsConnected() || errors.Is(err, nats.ErrConnectionClosed)
}

// Connection is how a server is reached.
type Connection struct {
	URL string
	// Credentials is a file of NATS credentials, CA one of certificates by which the server's is checked, and Certificate
	// and Key are files by which the server knows who connects; "" where there is none.
	Credentials, CA, Certificate, Key string
}

// Serve starts a NATS server in this process, at an address such as 127.0.0.1:4222, with port 0 at any that is free.
// With a configuration file, which may demand passwords and TLS, an empty address is that of the file. End it with the
// returned function.
func Serve(address, store, config string) (url string, stop func(), err error) {
	options := &server.Options{MaxPayload: 8 << 20}
	if config != "" {
		if options, err = server.ProcessConfigFile(config); err != nil {
			return "", nil, err
		}
	}
	if address == "" {
		address = net.JoinHostPort(options.Host, strconv.Itoa(options.Port))
	}
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
	options.Host, options.Port, options.JetStream, options.StoreDir = host, port, true, cmp.Or(options.StoreDir, store)
	options.NoSigs, options.NoLog = true, true
	s, err := server.NewServer(options)
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
func (c *Connection) connect(wait bool) (*queue, error) {
	options := []nats.Option{
		nats.MaxReconnects(-1), nats.RetryOnFailedConnect(wait), nats.ReconnectWait(500 * time.Millisecond),
	}
	if c.Credentials != "" {
		options = append(options, nats.UserCredentials(c.Credentials))
	}
	if c.CA != "" {
		options = append(options, nats.RootCAs(c.CA))
	}
	if c.Certificate != "" {
		options = append(options, nats.ClientCert(c.Certificate, c.Key))
	}
	conn, err := nats.Connect(c.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("no NATS server answers at %s: %w", c.URL, err)
	}
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return nil, err
	}
	return &queue{conn: conn, js: js, url: c.URL}, nil
}

// waits warns of what is waited for when it does so for the second time in a row: a submitter that begins, or goes on
// with a second phase, takes a moment.
func (q *queue) waits(log *slog.Logger, err error) {
	waiting := "answers of " + q.url
	switch {
	case !q.conn.IsConnected():
		waiting = "a NATS server at " + q.url
	case gone(err), errors.Is(err, jetstream.ErrConsumerNotFound), errors.Is(err, jetstream.ErrConsumerDeleted):
		waiting = "jobs, of which " + q.url + " has none yet"
	}
	if waiting != q.waiting {
		q.waiting, q.times = waiting, 0
	}
	if q.times++; q.times == 2 {
		log.Warn("waiting", "for", waiting, "error", err)
	}
}

// gone reports whether an error says that the server has no jobs of ours, or none any more.
func gone(err error) bool {
	return errors.Is(err, jetstream.ErrBucketNotFound) || errors.Is(err, jetstream.ErrStreamNotFound)
}

// Status says how many jobs wait, are being done, and how many results there are.
func (c *Connection) Status(ctx context.Context) (waiting, busy, done uint64, err error) {
	q, err := c.connect(false)
	if err != nil {
		return 0, 0, 0, err
	}
	defer q.conn.Close()
	consumer, err := q.open(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	info, err := consumer.Info(ctx)
	if err != nil {
		return 0, 0, 0, err
	}
	results, err := q.js.Stream(ctx, resultsName)
	if err != nil {
		return 0, 0, 0, err
	}
	return info.NumPending, uint64(info.NumAckPending), results.CachedInfo().State.Msgs, nil
}
