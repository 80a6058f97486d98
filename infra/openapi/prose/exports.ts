import { unfinishedExportsMax, urlSeconds } from '#lib/exports/export.ts';
import { fileDays } from '#lib/exports/items.ts';

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
\`null\` is an empty cell. A cell that begins with \`=\`, \`+\`, \`-\`, \`@\`, their full-width forms, a tab, CR or LF gets an apostrophe before it,
so that a spreadsheet does not evaluate it as a formula. Numbers are not changed. A list is JSON if an element has a comma or a semicolon. An export of
contacts that was edited in a spreadsheet can be imported again. Use NDJSON for unchanged values.

A file is deleted ${fileDays} days after its completion. Its URL is valid for ${urlSeconds / 60} minutes; get the export again for a new one. Users of all roles
can download files, and members and owners can create and delete exports. The audit log lists creations and deletions. A workspace can have ${unfinishedExportsMax} unfinished
exports.

When a contact is erased, all exports of the workspace fail with the reason \`contact_erased\`, and their files are deleted, because they may
have its data. Create them again when the erasure is \`completed\`. Files that you have downloaded are not affected.
`.trim();
