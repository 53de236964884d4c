package serve

import (
	"context"
	"encoding/json"
	"syscall/js"

	"retroproof/cmd/retroproof/verb"
	"retroproof/web"
)

// In a browser there is nothing to listen at: the page calls the routes of "serve" through the
// function retroproof(path, body, event, done), which this program sets. event gets the name
// of an event and its object, done an error, or an answer, or the bytes of a file. Objects are
// JSON; what is not there is null.
func init() {
	answerInBrowser = func(ctx context.Context, routes []web.Route) error {
		byPath := map[string]*web.Route{}
		for i := range routes {
			byPath[routes[i].Path] = &routes[i]
		}
		described := web.Get(web.Route{Path: web.OpenAPIPath}, func(context.Context, web.Emit) (any, error) {
			text, err := web.OpenAPI(verb.Build.String(), routes)
			return json.RawMessage(text), err
		})
		byPath[described.Path] = &described
		js.Global().Set("retroproof", js.FuncOf(func(_ js.Value, args []js.Value) any {
			path, body, event, done := args[0].String(), args[1].String(), args[2], args[3]
			go func() {
				answer, err := callRoute(ctx, byPath[path], body, event)
				if err != nil {
					p, _ := web.ProblemOf(err)
					done.Invoke(verb.JSON(p), nil, nil)
					return
				}
				switch answer := answer.(type) {
				case *web.File:
					bytes := js.Global().Get("Uint8Array").New(len(answer.Bytes))
					js.CopyBytesToJS(bytes, answer.Bytes)
					done.Invoke(nil, nil, bytes)
				case nil:
					done.Invoke(nil, nil, nil)
				default:
					done.Invoke(nil, verb.JSON(answer), nil)
				}
			}()
			return nil
		}))
		js.Global().Call("retroproofReady")
		<-ctx.Done()
		return ctx.Err()
	}
}

// callRoute has a route answer.
func callRoute(ctx context.Context, r *web.Route, body string, event js.Value) (any, error) {
	if r == nil {
		return nil, &web.RequestError{Status: 404, Text: "there is nothing here"}
	}
	return r.Call(ctx, []byte(body), func(name string, object any) error {
		event.Invoke(name, verb.JSON(object))
		return nil
	})
}
