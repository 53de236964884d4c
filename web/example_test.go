package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"

	"retroproof/web"
)

// A route answers requests that are addressed to the server.
func Example() {
	type query struct {
		Name string `json:"name" doc:"whom to greet"`
	}
	greet := web.Post(web.Route{Path: "/api/greet", Summary: "A greeting"}, func() any { return new(query) },
		func(_ context.Context, q any, _ web.Emit) (any, error) {
			return map[string]string{"greeting": "Hello, " + q.(*query).Name}, nil
		})
	server, err := web.New(web.Options{Routes: []web.Route{greet}})
	if err != nil {
		fmt.Println(err)
		return
	}
	handler := server.Handler(netip.MustParseAddrPort("127.0.0.1:8040"))
	for _, host := range []string{"127.0.0.1:8040", "example.org:8040"} {
		r := httptest.NewRequest(http.MethodPost, "/api/greet", strings.NewReader(`{"name":"Tim"}`))
		r.Host = host
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		fmt.Print(w.Code, " ", w.Body)
	}
	// Output:
	// 200 {"greeting":"Hello, Tim"}
	// 421 {"schema":"retroproof.error/1","status":421,"error":"this server is not called so; open the address that it has printed"}
}
