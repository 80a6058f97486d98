import { fileDays, readMinutesMax, unfinishedExportsMax, urlSeconds } from '#lib/exports/export.ts';

export const exportsText = `
An export writes a list to a file in the background.

| \`type\` | List | Needs |
| --- | --- | --- |
| \`contacts\` | \`GET /contacts\` | |
| \`recipients\` | \`GET /campaigns/{id}/recipients\` | \`campaignId\` |
| \`activity\` | \`GET /activity\` | |
| \`replies\` | \`GET /replies\` | |

The file has the elements of the list in its order, once each. The \`filter\` has the filters of the list as JSON: times and ids are strings,
\`type\` is an array of event types, and flags are booleans. Elements that are created after the export has begun are not exported.

**NDJSON**: each line is one element as the list returns it, in UTF-8, ended by a line feed.

**CSV** (RFC 4180): UTF-8 with a byte order mark, lines ended by CRLF, and a header line with the names of the fields. The columns depend
only on the request; later versions add columns. The fields of an execution and of an object in it have columns such as \`execution.status\`. Lists are joined by
semicolons. \`customFields\` has all custom fields as JSON. To get a column for a custom field, name it in \`customFields\` of the request.
\`null\` is an empty cell. A text with \`=\`, \`+\`, \`-\`, \`@\` or their full-width forms at its beginning or after a semicolon gets an apostrophe there, also
before spaces and quotes, so that a spreadsheet does not evaluate it as a formula with any separator. Numbers are not changed. Line breaks, tabs and other
control characters are spaces; JSON has them escaped. A list is JSON if an element has a comma, a semicolon or a line break. An export of
contacts that was edited in a spreadsheet can be imported again: the import removes the apostrophes, and the line of a text with line breaks does not change
the text. Use NDJSON for unchanged values.

A file is deleted ${fileDays} days after its completion. Its URL is valid for ${urlSeconds / 60} minutes; get the export again for a new one. Users of all roles
can download files, and members and owners can create and delete exports. The audit log lists creations and deletions. A workspace can have ${unfinishedExportsMax} unfinished
exports. An export fails with the reason \`too_large\` if it is not at the end of its list after ${readMinutesMax} minutes.

When a contact is erased, all exports of the workspace fail with the reason \`contact_erased\`, and their files are deleted, because they may
have its data. Create them again when the erasure is \`completed\`. Files that you have downloaded are not affected.
`.trim();
