package serve

import (
	"context"
	"errors"
	"reflect"
	"time"

	"retroproof/batch/surveyrun"
	"retroproof/cmd/retroproof/verb"
	"retroproof/web"
)

// folderInterval is how long a stream waits before it reads the folder again.
const folderInterval = 2 * time.Second

// folderAnswer is what the page shows of the folder of an estimate.
type folderAnswer struct {
	verb.Head `schema:"retroproof.serve.folder/1"`
	surveyrun.Summary
}

// folderRoutes are those of the screen about an estimate. Without a folder they say that there
// is none. The folder is the flag's; no request names one.
func folderRoutes(dir string) []web.Route {
	r := surveyrun.NewWatcher(dir)
	read := func(ctx context.Context) (*folderAnswer, error) {
		if dir == "" {
			return nil, &web.RequestError{Status: 404,
				Text: "no folder is shown here; begin with: retroproof serve --folder DIR"}
		}
		summary, err := r.Read(ctx)
		if errors.Is(err, surveyrun.ErrNoSample) {
			err = &web.RequestError{Status: 404, Text: err.Error()}
		}
		if err != nil {
			return nil, err
		}
		a := &folderAnswer{Summary: *summary}
		verb.Complete(a)
		return a, nil
	}
	return []web.Route{
		web.Get(web.Route{Path: "/api/folder", Summary: "The estimate in the folder of the flag --folder",
			Work: web.Job, Answers: []string{verb.Schema(&folderAnswer{})}},
			func(ctx context.Context, _ web.Emit) (any, error) { return read(ctx) }),
		web.Get(web.Route{Path: "/api/folder/events", Summary: "The same, and again whenever it has changed",
			Events: []string{"folder", "error"}, Answers: []string{verb.Schema(&folderAnswer{})}},
			func(ctx context.Context, emit web.Emit) (any, error) {
				for last := (*folderAnswer)(nil); ; {
					now, err := read(ctx)
					if err != nil {
						return nil, err
					}
					if !reflect.DeepEqual(now, last) {
						if err := emit("folder", now); err != nil {
							return nil, err
						}
						last = now
					}
					select {
					case <-ctx.Done():
						return nil, ctx.Err()
					case <-time.After(folderInterval):
					}
				}
			}),
	}
}
