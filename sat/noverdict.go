package sat

import (
	"context"
	"errors"
)

// NoVerdict says of an error with which a solver ends why there is no verdict.
func NoVerdict(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "no verdict within the time limit"
	case errors.Is(err, context.Canceled):
		return "interrupted"
	}
	return err.Error()
}
