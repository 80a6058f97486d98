import { markdownTable } from '../markdown.ts';

const rows = [
  ['TypeScript', 'openapi-typescript 7.13 with openapi-fetch 0.17', 'none'],
  ['TypeScript', 'Hey API (`@hey-api/openapi-ts`) 0.99', 'none'],
  ['Python', 'openapi-python-client 0.29', 'none'],
  [
    'Go',
    'oapi-codegen 2.8',
    '`skip-prune: true`, or the events are missing; `nullable-type: true`, or no field can be set to `null`',
  ],
  [
    'Java',
    'OpenAPI Generator 7.17, `java`',
    '`--library native`, or it fails to read objects that are `null`; `containerDefaultToNull=true`, or it sends an empty list for each absent one',
  ],
  ['Rust', 'OpenAPI Generator 7.17, `rust`', 'none'],
];

/** A chapter of the document. `test/clients` runs the clients and each of the generators. */
export const clientsText = `
## Clients

The project has clients for TypeScript, Python and Go. They are generated from this document and have the names of its operations. Above the
generated code, they repeat requests after 429, 5xx and lost connections with the same \`Idempotency-Key\`, iterate over pages, wait for jobs, have typed errors, and
verify webhooks. \`npm run clients -- --out clients\` in a copy of the project writes the packages. The \`README.md\` of each is its manual.

TypeScript:

\`\`\`typescript
import { OutreachClient } from 'outreach-campaign-service/client';

const client = new OutreachClient({ baseUrl, apiKey });
const { importId } = await client.contacts.import({ csv }, { idempotencyKey: fileId });
const report = await client.waitForImport(importId);
for await (const contact of client.contacts.list({ importId })) console.log(contact.email);
\`\`\`

Python:

\`\`\`python
from outreach_campaign_service import OutreachClient
from outreach_campaign_service.models import ImportBody

client = OutreachClient(base_url, api_key)
started = client.contacts.import_(ImportBody(csv=csv), idempotency_key=file_id)
report = client.wait_for_import(started.import_id)
for contact in client.contacts.list(import_id=started.import_id):
    print(contact.email)
\`\`\`

Go, without the checks of \`err\`:

\`\`\`go
client, err := outreach.NewClient(baseURL, apiKey, outreach.Options{})
started, err := client.Contacts.Import(ctx, api.ImportBody{Csv: csv}, outreach.IdempotencyKey(fileID))
report, err := client.WaitForImport(ctx, started.ImportId)
for contact, err := range client.Contacts.List(ctx, &api.ContactsListParams{ImportId: &started.ImportId}).All() {
	fmt.Println(contact.Email)
}
\`\`\`

## Generating a client

\`/openapi.client.json\` is this document for generators of clients. Postman and Bruno import it, too. It has the operations for API keys, with JSON as their only
body, and the events. It lacks the chapters, and the operations for browsers, recipients and sessions. A test generates a client with each of
these generators, compiles it, and creates, imports, lists and reads with it:

${markdownTable(['Language', 'Generator', 'Settings'], rows)}

Enums with \`x-extensible-enum\` can get values, see [Versions and deprecation](#versions-and-deprecation). A client that rejects an unknown
value then fails to read the whole response, so choose settings that accept it, such as \`enumUnknownDefaultCase: true\` of OpenAPI Generator.
`.trim();
