//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"retroproof/batch/surveyrun"
	"retroproof/internal/expect"
)

var isNoFile = regexp.MustCompile(`it is not a |it is neither a regular file`)

// TestFolderPipes: the page says that a pipe is no file of a survey, and does not open it, which would never end.
func TestFolderPipes(t *testing.T) {
	for _, file := range []string{surveyrun.PlanName, "pack-000000.tar"} {
		dir := makeSurvey(t)
		name := filepath.Join(dir, file)
		expect.NoError(t, os.Remove(name))
		expect.NoError(t, syscall.Mkfifo(name, 0o666))
		_, err := surveyrun.NewWatcher(dir).Read(t.Context())
		if err == nil || !isNoFile.MatchString(err.Error()) || strings.Contains(err.Error(), dir) {
			t.Errorf("a pipe as %s: %v", file, err)
		}
	}
}
