// Uses the client of oapi-codegen as a customer would. Prints what it has found as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/oapi-codegen/nullable"

	"example.com/program/outreach"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func pointer[T any](value T) *T { return &value }

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Bearer "+os.Getenv("API_KEY"))
		return nil
	}
	client := must(outreach.NewClientWithResponses(os.Getenv("API"), outreach.WithRequestEditorFn(authorize)))

	key := &outreach.ContactsCreateParams{IdempotencyKey: pointer("create-ann")}
	ann := outreach.NewContact{Email: "ann@example.com", FirstName: nullable.NewNullableWithValue("Ann")}
	created := must(client.ContactsCreateWithResponse(ctx, key, ann)).JSON201
	repeated := must(client.ContactsCreateWithResponse(ctx, key, ann)).JSON201

	report := must(client.ContactsImportWithResponse(ctx, nil, outreach.ImportBody{
		Csv:     "email\nbo@example.com\ncy@example.com\n",
		Options: &outreach.ImportSettings{Tags: &outreach.Tags{"imported"}},
	})).JSON200

	contacts := []outreach.ListedContact{}
	query := &outreach.ContactsListParams{Limit: pointer(int32(2))}
	for {
		page := must(client.ContactsListWithResponse(ctx, query)).JSON200
		contacts = append(contacts, page.Data...)
		if page.NextCursor.IsNull() {
			break
		}
		query.Cursor = pointer(page.NextCursor.MustGet())
	}
	emails := []string{}
	for _, contact := range contacts {
		emails = append(emails, contact.Email)
	}
	slices.Sort(emails)

	startsAt := time.Date(2030, 1, 2, 10, 0, 0, 0, time.UTC)
	draft := must(client.CampaignsCreateWithResponse(ctx, nil, outreach.NewCampaign{
		Name: "Spring",
		Steps: &[]outreach.NewStep{{Variants: []outreach.NewStepVariant{{
			Subject:  pointer("Hello"),
			BodyText: nullable.NewNullableWithValue("Hello {{firstName}}"),
		}}}},
		Schedule: &outreach.ScheduleInput{StartAt: nullable.NewNullableWithValue(startsAt)},
	})).JSON201
	campaign := must(client.CampaignsGetWithResponse(ctx, draft.Id)).JSON200

	refused := must(client.ContactsCreateWithResponse(ctx, nil, outreach.NewContact{Email: "nobody"})).JSON422
	fault := refused.Error.Details[0]

	events := must(client.ActivityListWithResponse(ctx, &outreach.ActivityListParams{
		Type:      pointer("contact.created"),
		ContactId: &created.Id,
	})).JSON200.Data
	for _, event := range events {
		must(event.AsContactCreatedActivityEvent())
	}

	fmt.Println(string(must(json.Marshal(map[string]any{
		"isRepeated":     created.Id == repeated.Id,
		"imported":       report.Created,
		"contacts":       emails,
		"withoutCompany": contacts[0].CompanyId.IsNull(),
		"status":         campaign.Status,
		"startsAt":       campaign.Schedule.StartAt.MustGet().Equal(startsAt),
		"fault":          []string{fault.Path, string(fault.Rule)},
		"events":         len(events),
	}))))
}
