import { columnsMax } from '#lib/contacts/import/csv-file.ts';
import { type ContactColumn, contactColumns } from '#lib/contacts/import/csv-mapping.ts';
import { importBytesMax, importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { importRowsMax } from '#lib/contacts/import/report.ts';
import { formatNumber } from '../markdown.ts';

/** Aliases and result of the columns of a file. */
const columnTexts: Readonly<Partial<Record<ContactColumn, string>>> = {
  email:
    'mail, email address, work email, business email, primary email, contact email | the address; the only required column',
  firstName: 'first, given name, forename |',
  lastName: 'last, surname, family name |',
  jobTitle: 'title, position, job, role |',
  phone: 'telephone, tel, mobile, phone number |',
  linkedinUrl: 'linkedin, linkedin profile |',
  website: 'url, web, homepage, company website |',
  city: 'town |',
  country:
    'country code | a country code, or a country name in one of the six languages; any value that is no code is also the custom field `country`',
  companyName:
    'company, organization, organisation, account | links to the company of that name, or creates it; also the custom field `company`',
  timezone: 'tz |',
  externalId:
    '| the id of the contact in your own system; a row with an external id of another contact is an error',
  tags: 'tag, labels | one or more tags, separated by commas or semicolons, or a JSON array',
};

const columnRows = contactColumns.map((name) => `| \`${name}\` | ${columnTexts[name] ?? '|'} |`).join('\n');

/** Contacts in general, in Markdown. */
export const contactsText = `
People that campaigns send to. An address belongs to at most one contact of a workspace, ignoring case.

### Suppressed contacts

| Status | Cause | How to reactivate the contact |
| --- | --- | --- |
| \`active\` | not suppressed | |
| \`unsubscribed\` | the contact unsubscribed, or a PATCH set the status | remove the blocklist entry |
| \`bounced\` | an email to the address hard-bounced | remove the blocklist entry, or change the address |
| \`blocklisted\` | the address or its domain is on the blocklist | remove the blocklist entry |

Only \`active\` contacts receive emails. Suppression belongs to the address, not to the contact: it remains if you delete the contact and
create or import it again. When a contact is suppressed or deleted, its sequences end in all campaigns. If it is in more than
40 campaigns, the other sequences end when their next email is due.

### Importing a file

\`POST /contacts/import\` accepts a CSV file of at most ${formatNumber(importDecodedBytesMax)} bytes, ${formatNumber(importRowsMax)} rows and ${columnsMax} columns.
The delimiter is detected: comma, semicolon, tab or \`|\`; a first line like \`sep=;\` is supported. Fields are quoted as in RFC 4180. The encoding
is UTF-8 or UTF-16 if the file has a byte order mark, otherwise the charset in \`Content-Type\` of the request or of the part. A file without both is
read as UTF-8 or, if it is not valid UTF-8, as windows-1252, windows-1250 or Mac Roman with a warning. A few broken bytes affect only their own characters.

The column names are searched in the first ten rows, because some programs write a title or notes first. A list of addresses needs no column names.
Case, spacing and punctuation of the names are ignored:

| Column | Aliases | Result |
| --- | --- | --- |
${columnRows}
| any other | | a custom field: \`Favourite colour\` becomes \`favouriteColour\`; at most 50, empty columns not counted |

The usual names of these columns in German, French, Spanish, Dutch and Italian are read too, with or without accents: Vorname, Société, Ciudad, Achternaam,
Cognome. An ambiguous name, such as Name or Titel, becomes a custom field. \`mapping\` overrides this table for the columns that it names: \`{"Kontakt": "email", "Stufe": "custom.level", "Notes": "ignore"}\`.
A \`mapping\` with a column that is not in the file returns 422.

Exports of common products need no \`mapping\`: Google Contacts, Outlook, LinkedIn, Apollo, HubSpot, Salesforce, Pipedrive, Zoho, Mailchimp, Brevo, Instantly,
Smartlead, lemlist, Shopify, Klaviyo and others, and exports of this service. If several columns have addresses, phone numbers or web addresses, the order of
columns does not matter: \`Email\` and the primary one come first, then work, then numbered ones by their number, then home or personal, then other and secondary. If the
preferred cell of a row is empty or has no address, the next column is used. A column \`customFields\` with a JSON object adds its fields. In an export of this service, columns that only the service sets are ignored;
\`customFields.plan\` overrides the same field of the column \`customFields\`.

Only the address is required. No other cell rejects a row: a long text is cut, \`N/A\` and \`-\` are read as empty, \`in/ada\`, \`Germany\` or \`(GMT+01:00) Berlin\` are
recognised, and a value that is not valid becomes the custom field with the name of its field. \`warnings\` has a line for each column with the number of values.
An address is also read from \`Ada <ada@example.com>\` and \`mailto:ada@example.com\`. Of several addresses in a cell, the first is used.

Contacts who unsubscribed or bounced in another product are imported as \`unsubscribed\`, \`bounced\` or \`blocklisted\`, and get an entry of the blocklist. This applies to new and
to existing contacts, with a warning. Such columns are, for example, \`Status\` with the value Unsubscribed, Bounced or Do not contact, and \`Unsubscribed\`, \`Opt-out\`, \`Do not contact\`,
\`UNSUB_TIME\`, \`CLEAN_TIME\` or \`BLOCKLISTED\` with any value except an empty one or a no; \`Subscribed\` and \`Accepts Email Marketing\` with a no. Set the column to \`ignore\` in the mapping to
switch this off. A status of a campaign, such as Completed, suppresses no contact.

A company that an import creates has only a name. Its \`domain\` is \`null\`, because the address of a contact does not prove the domain of
the company. Set it with \`PATCH /companies/{id}\`: later contacts with an address in this domain are then linked without a company name.

If an address occurs more than once in a file, the first row is used. By default, a row with the address of an existing contact is skipped.
With \`onDuplicate=update\`, the cells that are not empty overwrite the fields of that contact; tags and custom fields are added, and the address
does not change. An invalid row does not affect other rows; the report lists it with the reason. A file that cannot be parsed returns 422 and
changes nothing.

Up to 1,000 contacts are done within the request. A larger file returns 202, and \`GET /contacts/imports/{id}\` reports its progress:
\`total\` is the number of processed rows: always the sum of \`created\`, \`updated\`, \`skipped\`, \`duplicatesInFile\` and \`failed\`. Each row is processed exactly once, even if
the service is interrupted. An import that fails three times at the same rows because of an internal error ends as \`failed\` with a
\`statusReason\`: \`rowsInFile\` less \`total\` rows were not imported. If a request was interrupted, repeat it with the same \`Idempotency-Key\` to resume it.

### Sending a file

There are four ways to send a file and its options:

| \`Content-Type\` | File | Options |
| --- | --- | --- |
| \`text/csv\` | the body | query: \`tags\` separated by commas, \`mapping\` as JSON |
| \`application/gzip\` | the body, a CSV file compressed with gzip | query |
| \`multipart/form-data\` | the part \`file\`, also as \`.csv.gz\` | the part \`options\` as JSON, or the query |
| \`application/json\` | the string \`csv\` | \`options\`, or the query |

A body has at most ${formatNumber(importBytesMax)} bytes. Compress a larger file with gzip and send it with \`Content-Type: application/gzip\` or as the part
\`file\` of a form. A compressed file can have ${formatNumber(importDecodedBytesMax)} bytes after decompression. Split larger files. \`Content-Encoding: gzip\`
reduces the upload time but does not raise the limit, because the gateway decompresses the body before it checks the size.

### Finding contacts

Filter the list with \`search\`, \`email\`, \`externalId\`, \`status\`, \`tag\`, \`companyId\`, \`createdAfter\` and \`createdBefore\`. The list is sorted from newest
to oldest. With \`search\`, contacts with a matching address come first, sorted by address, unless \`tag\`,
\`companyId\` or \`campaignId\` is present.
`.trim();
