package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
)

// partFile is a file of answers in the making. It is called NAME.part until it is
// complete, and the next run goes on with it.
type partFile struct {
	*os.File
	name string // when it is complete
	end  int64  // of the answers that count
}

// openPartFile opens what an earlier run has left, or makes a new file. It is to be
// resumed first, and then written to.
func openPartFile(name string) (*partFile, error) {
	if err := checkPart(name); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(name+".part", os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, withCode(exitIO, err)
	}
	return &partFile{File: f, name: name}, nil
}

// checkPart refuses a name under which no complete file can appear: of a device or a
// pipe, which it would replace, or of a directory.
func checkPart(name string) error {
	if _, atOnce := outputTarget(name); atOnce && checkTarget(name) == nil {
		return usageErrorf("%s is no plain file, which is wanted here, as the run may be interrupted and go on", name)
	}
	return checkTarget(name)
}

// interrupted says on stderr how an interrupted run goes on.
func (p *partFile) interrupted(a *app, err error) {
	if exitCode(err) == exitInterrupted {
		fmt.Fprintf(a.stderr, "retroproof: %s has the answers so far; the same command goes on with them\n", p.Name())
	}
}

// resume reads the answers that there are, skips the lines of the input that they
// answer, and drops what follows. same says whether an answer is the one to a line,
// or whether that line is to be answered again, and all after it; an error of its
// ends the run. It returns the number of answers.
func (p *partFile) resume(in *listReader, source string, same func(answer string, line numberedLine) (bool, error)) (n int, err error) {
	old := bufio.NewReader(p)
	for {
		text, err := old.ReadString('\n')
		if err == io.EOF {
			break // an incomplete line is answered again
		}
		if err != nil {
			return 0, withCode(exitIO, err)
		}
		line, err := in.next()
		if err == io.EOF {
			return 0, withCode(exitMalformed, fmt.Errorf("%s has more answers than %s has positions; remove it to start again", p.Name(), source))
		}
		if err != nil {
			return 0, err
		}
		ok, err := same(text[:len(text)-1], line)
		if err != nil {
			return 0, err
		}
		if !ok {
			in.unread(line)
			break
		}
		n++
		p.end += int64(len(text))
	}
	if err := p.Truncate(p.end); err != nil {
		return 0, withCode(exitIO, err)
	}
	_, err = p.Seek(p.end, io.SeekStart)
	return n, withCode(exitIO, err)
}

// otherAnswer is the error about an answer that is none to a line.
func (p *partFile) otherAnswer(n int, source string, line numberedLine) error {
	return withCode(exitMalformed, fmt.Errorf("%s, line %d: not the answer to %s, line %d, in this format; remove it to start again", p.Name(), n, source, line.number))
}

// finish gives the file its name.
func (p *partFile) finish() error {
	if err := p.Close(); err != nil {
		return withCode(exitIO, err)
	}
	return withCode(exitIO, os.Rename(p.Name(), p.name))
}
