package outreach

import (
	"context"
	"errors"
	"reflect"
	"time"
)

// wait reads a job after 1 s at first, and every 10 s in the end, until the deadline of the context and at most 30 minutes.
func wait[Job any](ctx context.Context, id string, read func(context.Context, string, ...Option) (*Job, error)) (*Job, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Minute)
	defer cancel()
	status := "unknown"
	for pause := time.Second; ; pause = min(10*time.Second, pause*3/2) {
		job, err := read(ctx, id)
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, &WaitTimeoutError{status}
		}
		if err != nil {
			return nil, err
		}
		status = reflect.ValueOf(job).Elem().FieldByName("Status").String()
		if status == "completed" {
			return job, nil
		}
		if status == "failed" || status == "cancelled" {
			return job, &JobFailedError{job, status}
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}
