package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

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
