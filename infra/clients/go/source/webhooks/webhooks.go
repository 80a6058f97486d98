// Package webhooks verifies deliveries.
package webhooks

import (
	"encoding/json"
	"net/http"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

// Event is a delivery. Decode Data into the type of the event, such as api.EmailRepliedEventData.
type Event struct {
	Event     string          `json:"event"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

// Verify verifies a delivery by Standard Webhooks. Pass the body as received, before any parser. It fails if the signature is
// wrong, or the delivery is more than five minutes old.
func Verify(body []byte, header http.Header, secret string) (*Event, error) {
	verifier, err := standardwebhooks.NewWebhook(secret)
	if err != nil {
		return nil, err
	}
	if err := verifier.Verify(body, header); err != nil {
		return nil, err
	}
	event := &Event{}
	return event, json.Unmarshal(body, event)
}
