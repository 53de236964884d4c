package illegal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"retroproof/proofs/illegal/core"
	"retroproof/proofs/limits"
)

// Schema is the version of the format. All others are rejected.
const Schema = "retroproof.certificate/8"

// Prefix is how every file begins, of any version that is no ZIP.
const Prefix = `{"schema":"retroproof.certificate/`

// olderReader says what reads the versions before.
const olderReader = "versions /1 to /4 are read by retroproof at commit 748beb5fa1fb, /5 at 83522035e683, /6 at " +
	"16130bed021a, /7 at acbac3168b31; make the certificate again, with \"retroproof legal --certificate\" of the " +
	"version of this checker"

// Header is the first line of a certificate. The cores follow it, byte for byte one after the other, and then a line
// for each position: its tree or its game.
type Header struct {
	Schema    string  `json:"schema"`
	Tool      string  `json:"tool"`    // the program that wrote the certificate
	Encoder   string  `json:"encoder"` // the version of the definition of cores
	Start     string  `json:"start"`   // FEN of the position from which games lead, or do not lead, to the positions
	Positions int64   `json:"positions"`
	Cores     []int64 `json:"cores"` // their lengths in bytes
}

// Append appends the header as one line of JSON, with its newline. This is the only accepted
// form: read compares.
func (h *Header) Append(dst []byte) ([]byte, error) { return AppendLine(dst, h) }

// AppendLine appends a value as one line of JSON, with its newline. Certificates and answers consist of such lines.
func AppendLine(dst []byte, v any) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// Canonical reports whether a line, without its newline, is as AppendLine writes a value.
func Canonical(line []byte, v any) bool {
	again, err := AppendLine(make([]byte, 0, len(line)+1), v)
	return err == nil && bytes.Equal(line, again[:len(again)-1])
}

// read reads the line of a header. It rejects everything that Append does not write.
func (h *Header) read(line []byte) error {
	var version struct {
		Schema string `json:"schema"`
	}
	// The format of other versions is not known.
	if err := json.Unmarshal(line, &version); err == nil && version.Schema != Schema {
		return because(ErrSchema, "%.50q, and this checker has %q; %s", version.Schema, Schema, olderReader)
	}
	if err := json.Unmarshal(line, h); err != nil {
		return because(ErrHeader, "%.200w", err)
	}
	switch {
	case h.Cores == nil || !Canonical(line, h):
		return because(ErrHeader, "not written as it should be: a field twice, blanks, or another order")
	case h.Encoder != core.Version:
		return because(ErrEncoder, "%.50q, and this checker has %q; %s", h.Encoder, core.Version, olderReader)
	case h.Positions < 1:
		return ErrEmpty
	}
	return nil
}

// container is a certificate while it is read, from the beginning to the end.
type container struct {
	Header
	files [][]byte // the cores
	in    *bufio.Reader
	taken int64 // bytes of memory
}

// openContainer reads the header and the cores. memory limits what they take, in bytes.
func openContainer(r io.Reader, memory int64) (*container, error) {
	c := &container{in: bufio.NewReaderSize(r, 1<<16)}
	if head, _ := c.in.Peek(2); string(head) == "PK" {
		return nil, because(ErrSchema, "a ZIP file; %s", olderReader)
	}
	line, cost, err := c.next(memory)
	switch {
	case err == io.EOF:
		return nil, ErrEmpty
	case err != nil:
		return nil, err
	}
	if err := c.read(line); err != nil {
		return nil, err
	}
	c.taken = cost
	for i, n := range c.Cores {
		if n < 1 {
			return nil, because(ErrHeader, "core %d has %d bytes", i, n)
		}
		if n > memory-c.taken {
			return nil, limits.ErrMemory
		}
		c.taken += n
		file := make([]byte, n)
		switch read, err := io.ReadFull(c.in, file); {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return nil, because(ErrCount, "core %d has %d bytes of %d", i, read, n)
		case err != nil:
			return nil, err
		}
		c.files = append(c.files, file)
	}
	return c, nil
}

// next is ReadLine.
func (c *container) next(memory int64) (line []byte, cost int64, err error) {
	return ReadLine(c.in, memory)
}

// ReadLine returns the next line without its newline, as a new slice, and the memory in bytes that
// it takes to check it; or io.EOF. memory limits that.
func ReadLine(in *bufio.Reader, memory int64) (line []byte, cost int64, err error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == io.EOF && len(line) == 0:
			return nil, 0, io.EOF
		case err == io.EOF:
			return nil, 0, because(ErrTree, "the last line has no end")
		case err != nil && err != bufio.ErrBufferFull:
			return nil, 0, err
		case 8*int64(len(line)) > memory:
			return nil, 0, limits.ErrMemory
		case err == nil:
			line = line[:len(line)-1]
			if cost = limits.JSONCost(line); cost > memory {
				return nil, 0, limits.ErrMemory
			}
			return line, cost, nil
		}
	}
}

// core returns a core.
func (c *container) core(number int) ([]byte, error) {
	if number < 0 || number >= len(c.files) {
		return nil, because(ErrMissing, "core %d of %d", number, len(c.files))
	}
	return c.files[number], nil
}

// unused returns an error if a core has not been used.
func (c *container) unused(used map[int]core.Stats) error {
	for i := range c.files {
		if _, ok := used[i]; !ok {
			return because(ErrUnused, "core %d", i)
		}
	}
	return nil
}
