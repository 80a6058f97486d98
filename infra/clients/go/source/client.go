// Package outreach is the client of the Outreach Campaign Service.
package outreach

import (
	"context"
	"net/http"
	"time"

	"example.com/outreach/api"
)

// Options of a client. The zero value of each field has a default.
type Options struct {
	// Retries are repeats after 429, 5xx and failures of the connection. 5 by default, -1 turns them off.
	Retries int
	// Timeout is the time of one attempt. 60 seconds by default.
	Timeout time.Duration
}

// Client is the client of the API. Its methods have the names of the operations: client.Contacts.Create(…).
type Client struct {
	operations
	// API has a method for each operation, too. Its responses have headers.
	API *api.ClientWithResponses
}

// Option changes a request.
type Option = api.RequestEditorFn

// IdempotencyKey makes repeats by a later run of your program safe, too. A random key is the default.
func IdempotencyKey(key string) Option { return header("Idempotency-Key", key) }

// IfMatch is the ETag of the version that you have read.
func IfMatch(etag string) Option { return header("If-Match", etag) }

func header(name, value string) Option {
	return func(_ context.Context, request *http.Request) error {
		request.Header.Set(name, value)
		return nil
	}
}

// NewClient returns a client of the API at an address.
func NewClient(baseURL, apiKey string, options Options) (*Client, error) {
	if options.Retries == 0 {
		options.Retries = 5
	}
	if options.Timeout == 0 {
		options.Timeout = time.Minute
	}
	authorize := api.WithRequestEditorFn(header("Authorization", "Bearer "+apiKey))
	generated, err := api.NewClientWithResponses(baseURL, api.WithHTTPClient(&transport{&options}), authorize)
	if err != nil {
		return nil, err
	}
	return &Client{newOperations(generated), generated}, nil
}
