package outreach

import (
	"context"
	"reflect"
	"time"
)

// wait reads a job after 1 s at first, and every 10 s in the end. Without a deadline it ends after 30 minutes.
func wait[Job any](ctx context.Context, id string, read func(context.Context, string, ...Option) (*Job, error)) (*Job, error) {
	deadline, hasDeadline := ctx.Deadline()
	if !hasDeadline {
		deadline = time.Now().Add(30 * time.Minute)
	}
	for pause := time.Second; ; pause = min(10*time.Second, pause*3/2) {
		job, err := read(ctx, id)
		if err != nil {
			return nil, err
		}
		switch status := reflect.ValueOf(job).Elem().FieldByName("Status").String(); {
		case status == "completed":
			return job, nil
		case status == "failed" || status == "cancelled":
			return job, &JobFailedError{job, status}
		case time.Now().Add(pause).After(deadline):
			return job, &WaitTimeoutError{status}
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
}
