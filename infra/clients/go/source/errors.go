package outreach

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// ErrorDetail is an error of one field, parameter or header.
type ErrorDetail struct {
	// Path is such as `steps[1].subject`, Rule such as `unique`. Path is empty if the error concerns the whole request.
	Path, Rule, Message string
	// ExistingID is, with the rule `unique`, the resource that has the value.
	ExistingID string
}

// APIError means that the API rejected the request, or still failed at the last attempt.
type APIError struct {
	Status int
	// Code is such as `VALIDATION_ERROR`. It is `HTTP_413` if a gateway answered without a code.
	Code, Message string
	// Details are empty unless the code is `VALIDATION_ERROR`.
	Details []ErrorDetail
	// RequestID identifies the request in the logs of the service.
	RequestID string
}

func (e *APIError) Error() string { return fmt.Sprintf("%s (%d %s)", e.Message, e.Status, e.Code) }

// Rule returns the rule of the first detail.
func (e *APIError) Rule() string {
	if len(e.Details) == 0 {
		return ""
	}
	return e.Details[0].Rule
}

func newAPIError(response *http.Response, text []byte) *APIError {
	body := struct {
		Message string
		Error   APIError
	}{}
	// A gateway can answer with plain text.
	_ = json.Unmarshal(text, &body)
	if body.Error.Code == "" {
		body.Error = APIError{Code: fmt.Sprintf("HTTP_%d", response.StatusCode), Message: body.Message}
	}
	body.Error.Status, body.Error.RequestID = response.StatusCode, response.Header.Get("X-Request-Id")
	return &body.Error
}

// ConnectionError means that no attempt got a response. A write may have been committed.
type ConnectionError struct{ cause error }

func (e *ConnectionError) Error() string { return "the API did not respond: " + e.cause.Error() }
func (e *ConnectionError) Unwrap() error { return e.cause }

// IdempotencyMismatchError means that an earlier request with this key had another body or query. This one changed nothing.
type IdempotencyMismatchError struct {
	IdempotencyKey, RequestID string
	// Parts are `body`, `query` or both.
	Parts []string
}

func (e *IdempotencyMismatchError) Error() string {
	return "the idempotency key " + e.IdempotencyKey + " was used with another " + strings.Join(e.Parts, " and ")
}

// JobFailedError means that a job ended as `failed` or `cancelled`. Job is a pointer to it.
type JobFailedError struct {
	Job    any
	Status string
}

func (e *JobFailedError) Error() string { return "the job is " + e.Status }

// WaitTimeoutError means that a job had not ended within the time. It continues, and can be waited for again.
type WaitTimeoutError struct{ Status string }

func (e *WaitTimeoutError) Error() string { return "the job is still " + e.Status }
