package outreach

import (
	"bytes"
	"context"
	"crypto/rand"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"strings"
	"time"
)

const longestRetryAfter = 2 * time.Minute

// transport gives each attempt of a write the same idempotency key, so that it changes nothing twice.
type transport struct{ options *Options }

// Do sends a request, until an attempt gets a response that is not temporary.
func (t *transport) Do(request *http.Request) (*http.Response, error) {
	if request.Method != http.MethodGet && request.Header.Get("Idempotency-Key") == "" {
		request.Header.Set("Idempotency-Key", rand.Text())
	}
	for retry := 0; ; retry++ {
		wait := time.Duration(float64(min(30*time.Second, time.Second/2<<retry)) * (0.5 + mathrand.Float64()/2))
		response, text, err := t.attempt(request)
		if err == nil && response.StatusCode < 300 {
			response.Body = io.NopCloser(bytes.NewReader(text))
			return response, mismatchOf(request, response)
		}
		isTemporary := true
		if err != nil {
			err = &ConnectionError{err}
		} else {
			isTemporary = response.StatusCode == http.StatusTooManyRequests || response.StatusCode >= 500
			if seconds, invalid := time.ParseDuration(response.Header.Get("Retry-After") + "s"); invalid == nil {
				wait = seconds
			}
			err = newAPIError(response, text)
		}
		if !isTemporary || retry >= t.options.Retries || wait > longestRetryAfter {
			return nil, err
		}
		select {
		case <-request.Context().Done():
			return nil, request.Context().Err()
		case <-time.After(wait):
		}
	}
}

func (t *transport) attempt(request *http.Request) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(request.Context(), t.options.Timeout)
	defer cancel()
	attempt := request.Clone(ctx)
	if request.GetBody != nil {
		// The body is in memory, so this cannot fail.
		attempt.Body, _ = request.GetBody()
	}
	response, err := http.DefaultClient.Do(attempt)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return response, text, err
}

func mismatchOf(request *http.Request, response *http.Response) error {
	if parts := response.Header.Get("Idempotency-Mismatch"); parts != "" {
		key, id := request.Header.Get("Idempotency-Key"), response.Header.Get("X-Request-Id")
		return &IdempotencyMismatchError{key, id, strings.Split(parts, ", ")}
	}
	return nil
}
