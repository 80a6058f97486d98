// Uses every feature of the client as a customer would. Prints what it has found as one line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/oapi-codegen/nullable"

	"example.com/outreach"
	"example.com/outreach/api"
	"example.com/outreach/webhooks"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatalf("%v", err)
	}
	return value
}

func pointer[T any](value T) *T { return &value }

func errorOf[E error](err error) E {
	var expected E
	if !errors.As(err, &expected) {
		log.Fatalf("%T: %v", err, err)
	}
	return expected
}

func main() {
	ctx := context.Background()
	address, key := os.Getenv("API"), os.Getenv("API_KEY")
	client := must(outreach.NewClient(address, key, outreach.Options{}))

	rows := []string{"email,firstName"}
	for index := range 120 {
		rows = append(rows, fmt.Sprintf("person%d@example.com,Person %d", index, index))
	}
	report := must(client.Contacts.Import(ctx, api.ImportBody{
		Csv:     strings.Join(rows, "\n"),
		Options: &api.ImportSettings{Tags: &api.Tags{"imported"}},
	}))
	imported := must(client.WaitForImport(ctx, report.ImportId))

	newAnn := api.NewContact{Email: "ann@example.com", FirstName: nullable.NewNullableWithValue("Ann")}
	ann := must(client.Contacts.Create(ctx, newAnn, outreach.IdempotencyKey("ann")))
	contacts := map[string]bool{}
	inPages := &api.ContactsListParams{Limit: pointer(int32(50))}
	for contact, err := range client.Contacts.List(ctx, inPages).All() {
		contacts[must(contact, err).Id] = true
	}
	firstPage := must(client.Contacts.List(ctx, inPages).First())

	draft := must(client.Campaigns.Create(ctx, api.NewCampaign{
		Name: "Spring",
		Steps: &[]api.NewStep{{Variants: []api.NewStepVariant{{
			Subject:  pointer("Hello"),
			BodyText: nullable.NewNullableWithValue("Hello {{firstName}}"),
		}}}},
	}))
	campaign := must(client.Campaigns.Get(ctx, draft.Id))
	campaigns := []string{}
	for each, err := range client.Campaigns.List(ctx, nil).All() {
		campaigns = append(campaigns, must(each, err).Name)
	}

	newBulkJob := api.NewBulkJob{}
	if err := newBulkJob.FromTagNewBulkJob(api.TagNewBulkJob{
		Action: "add_tags",
		Tags:   []api.Tag{"all"},
		Filter: &api.ContactFilterInput{Status: pointer(api.ContactStatus("active"))},
	}); err != nil {
		log.Fatal(err)
	}
	started := must(client.BulkJobs.Create(ctx, newBulkJob))
	bulkJob := must(client.WaitForBulkJob(ctx, started.Id))
	newExport := api.NewExport{}
	if err := newExport.FromContactExport(api.ContactExport{Type: "contacts", Format: "csv"}); err != nil {
		log.Fatal(err)
	}
	requested := must(client.Exports.Create(ctx, newExport))
	file := must(client.WaitForExport(ctx, requested.Id))

	_, err := client.Contacts.Create(ctx, api.NewContact{Email: "bo@example.com"}, outreach.IdempotencyKey("ann"))
	mismatch := errorOf[*outreach.IdempotencyMismatchError](err)
	if err := client.Contacts.Delete(ctx, ann.Id); err != nil {
		log.Fatal(err)
	}
	_, err = client.Contacts.Get(ctx, ann.Id, nil)
	deleted := errorOf[*outreach.APIError](err)
	erasure := must(client.Erasures.Create(ctx, ann.Id))
	short, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	_, err = client.WaitForErasure(short, ann.Id)
	unfinished := errorOf[*outreach.WaitTimeoutError](err)
	_, err = client.Contacts.Create(ctx, api.NewContact{Email: "nobody"})
	invalid := errorOf[*outreach.APIError](err)
	once := must(outreach.NewClient(address, key, outreach.Options{Retries: -1}))
	_, err = once.Contacts.Create(ctx, api.NewContact{Email: "cy@example.com"})
	exhausted := errorOf[*outreach.APIError](err)
	nowhere := must(outreach.NewClient("http://127.0.0.1:1", key, outreach.Options{Retries: -1}))
	_, err = nowhere.Workspaces.Get(ctx)
	unreachable := errorOf[*outreach.ConnectionError](err)
	_, emptyID := client.Contacts.Get(ctx, "", nil)

	delivery := struct {
		Body, Secret string
		Headers      map[string]string
	}{}
	if err := json.Unmarshal(must(os.ReadFile(os.Getenv("DELIVERY"))), &delivery); err != nil {
		log.Fatal(err)
	}
	headers := http.Header{}
	for name, value := range delivery.Headers {
		headers.Set(name, value)
	}
	event := must(webhooks.Verify([]byte(delivery.Body), headers, delivery.Secret))
	_, forged := webhooks.Verify([]byte(delivery.Body+" "), headers, delivery.Secret)

	fmt.Println(string(must(json.Marshal(map[string]any{
		"imported":    []any{imported.Status, imported.Created},
		"contacts":    len(contacts),
		"firstPage":   len(firstPage.Data),
		"campaign":    campaign.Status,
		"campaigns":   campaigns,
		"bulkJob":     []any{bulkJob.Status, bulkJob.Changed},
		"export":      []any{file.Status, file.Rows, !file.DownloadUrl.IsNull()},
		"deleted":     []any{deleted.Code, deleted.Status},
		"erasure":     []any{erasure.Status, unfinished.Error() != ""},
		"invalid":     []any{invalid.Code, invalid.Status, invalid.Rule(), invalid.Details[0].Path, invalid.RequestID != ""},
		"mismatch":    mismatch.Parts,
		"exhausted":   []any{exhausted.Code, exhausted.Status, exhausted.Message},
		"unreachable": errors.Unwrap(unreachable) != nil,
		"emptyId":     emptyID != nil,
		"event":       event.Event,
		"forged":      forged != nil,
	}))))
}
