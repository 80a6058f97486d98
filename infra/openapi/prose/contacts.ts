import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { importRowsMax } from '#lib/contacts/import/report.ts';

const number = (value: number) => value.toLocaleString('en-GB');

/** What the reference says of contacts as a whole. In the part of Markdown that `lib/docs/markdown.ts` reads. */
export const contactsText = `
People who may get mail. An address belongs to one contact of a workspace, whatever its case.

### Who gets no mail

| Status | Why | What ends it |
| --- | --- | --- |
| \`active\` | gets mail | |
| \`unsubscribed\` | said so, or a PATCH did | removing the entry of the blocklist |
| \`bounced\` | mail to the address bounced for good | removing the entry of the blocklist, or another address |
| \`blocklisted\` | the address or its domain is on the blocklist | removing the entry of the blocklist |

Suppression belongs to the address, not to the contact: it outlives the contact, so that neither deleting nor importing it anew
brings mail back. A contact that is suppressed leaves all sequences that it is in, in every campaign.

### Importing a file

\`POST /contacts/import\` takes a file of at most ${number(importDecodedBytesMax)} bytes, ${number(importRowsMax)} rows and 100 columns.
Comma, semicolon, tab or \`|\` is found out, and so is a first line like \`sep=;\`. Quoting is that of RFC 4180. A byte order mark tells UTF-8
and UTF-16; then the charset counts that \`Content-Type\` names, of the request or of the part; what is not UTF-8 is read as windows-1252, with a
warning. The first row names the columns, in whatever case, spacing and punctuation:

| Column | Also called | Becomes |
| --- | --- | --- |
| \`email\` | mail, email address, work email, business email, primary email, contact email | the address; the only one that is needed |
| \`firstName\` | first, given name, forename | |
| \`lastName\` | last, surname, family name | |
| \`jobTitle\` | title, position, job, role | |
| \`phone\` | telephone, tel, mobile, phone number | |
| \`linkedinUrl\` | linkedin, linkedin profile | |
| \`website\` | url, web, homepage, company website | |
| \`city\` | town | |
| \`country\` | country code | a code of two letters; any other text becomes the custom field \`country\` |
| \`companyName\` | company, organization, organisation, account | links to the company of that name, or creates it; also the custom field \`company\` |
| \`timezone\` | tz | |
| \`tags\` | tag, labels | several with commas or semicolons between them |
| any other | | a custom field: \`Favourite colour\` becomes \`favouriteColour\`; at most 50 |

With \`mapping\` you say yourself what columns are, by their names: \`{"Kontakt": "email", "Stufe": "custom.level", "Notes": "ignore"}\`. It
goes before the table above, for the columns that it names; a column that the file does not have is 422.

Of equal addresses in a file the first counts. An address that a contact has already is skipped, and that contact stays as it is;
with \`onDuplicate=update\` it gets the cells that are not empty: texts are replaced, tags and custom fields are added, the address
and the status stay. A bad row never costs a good one: the report tells which and why. A file that cannot be read is 422, and
nothing is written.

Up to 1,000 contacts are done within the request. A larger file is taken with 202, and \`GET /contacts/imports/{id}\` tells how far it
is: \`total\` is always the sum of \`created\`, \`updated\`, \`skipped\`, \`duplicatesInFile\` and \`failed\`. Whatever breaks meanwhile, no row is
lost and none is done twice. A row that cannot be stored fails alone. A part of the file that fails three times is given up: its rows
that are not done are reported as failed, the rest of the file goes on, and the import ends as \`failed\` with a \`statusReason\`. Under the same \`Idempotency-Key\` a request that broke off goes on where it stopped.

### Sending a file

A file and the options of its import come in one of four ways:

| \`Content-Type\` | The file | Its options |
| --- | --- | --- |
| \`text/csv\` | the body | in the query: \`tags\` with commas, \`mapping\` as JSON text |
| \`application/gzip\` | the body, a CSV file that is compressed with gzip | in the query |
| \`multipart/form-data\` | the part \`file\`, which may be a \`.csv.gz\` | the part \`options\`, as JSON, or the query |
| \`application/json\` | the text \`csv\` | \`options\`, or the query |

A body has at most ${number(importBytesMax)} bytes. Send a larger file as a gzip file, with \`Content-Type: application/gzip\` or as the part
\`file\` of a form: it may have ${number(importDecodedBytesMax)} bytes when it is decompressed. Split a file that is larger than that. \`Content-Encoding: gzip\`
saves time but allows no larger file, because the gateway decompresses the body before its bytes are counted.

### Finding contacts

\`search\`, \`email\`, \`status\`, \`tag\`, \`companyId\`, \`createdAfter\` and \`createdBefore\`. The list is newest first, except
that a search shows those first whose address begins with the text.
`.trim();
