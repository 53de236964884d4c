//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"retroproof/cmd/retroproof/verb"
	"retroproof/internal/expect"
)

// hostile are what may stand in the place of a file: what never ends, what never begins, what is no file.
var hostile = map[string]func(name string) error{
	"a link to /dev/zero": func(name string) error { return os.Symlink("/dev/zero", name) },
	"a pipe":              func(name string) error { return syscall.Mkfifo(name, 0o666) },
	"a directory":         func(name string) error { return os.Mkdir(name, 0o777) },
	"a terabyte of zeros": func(name string) error {
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return f.Truncate(1 << 40)
	},
}

// TestHostileFiles: each verb that reads a file ends with a message, whatever stands in its place. A pipe that a verb
// takes as input is waited for; TestOpenPipe shows that this ends with the context.
func TestHostileFiles(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	const krk = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
	var tt struct {
		file  string // FILE in the arguments is the folder with it, IN the file
		input bool   // a pipe is waited for
		args  string
	}
	for range expect.Rows(t, "testdata/hostile-files.tsv", &tt.file, &tt.input, &tt.args) {
		for kind, put := range hostile {
			if tt.input && kind == "a pipe" {
				continue
			}
			dir := t.TempDir()
			name := filepath.Join(dir, tt.file)
			expect.NoError(t, put(name))
			args := strings.Fields(tt.args)
			for i, arg := range args {
				switch arg {
				case "IN":
					args[i] = name
				case "FEN":
					args[i] = krk
				default:
					args[i] = strings.Replace(arg, "FILE", dir, 1)
				}
			}
			var stdout, stderr bytes.Buffer
			code := run(append(args, "--progress", "none"), strings.NewReader(""), &stdout, &stderr)
			if code == verb.ExitOK || code == verb.ExitUsage && !strings.Contains(tt.file, ".part") || stdout.Len()+stderr.Len() == 0 {
				t.Errorf("%s as %s: %s: exit code %d, and prints %.200q %.200q", kind, tt.file, tt.args, code, &stdout, &stderr)
			}
		}
	}
}
