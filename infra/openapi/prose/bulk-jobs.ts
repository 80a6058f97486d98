import { bulkContactsMax, contactIdsMax, unfinishedJobsMax } from '#lib/bulk-jobs/bulk-job.ts';
import { formatNumber } from '../markdown.ts';

export const bulkJobsText = `
A bulk job changes many contacts in the background, with a result for each of them.

| \`action\` | Needs | Effect on each contact | \`unchanged\` if |
| --- | --- | --- | --- |
| \`update\` | \`fields\` | sets the fields, as a PATCH does, except that custom fields that you do not name keep their values | all fields have these values |
| \`add_tags\` | \`tags\` | adds the tags | the contact has all of them |
| \`remove_tags\` | \`tags\` | removes the tags | the contact does not have the tags |
| \`delete\` | | deletes the contact | |
| \`delete_untouched\` | | deletes the contact, unless it was changed since its creation, received an email or replied | |
| \`enrol\` | \`campaignId\` | enrols the contact, see [Campaigns](#campaigns) | |
| \`remove_from_campaign\` | \`campaignId\` | stops the sequence of the contact | the contact has no open sequence in the campaign |

Choose the contacts with a \`filter\`, which has the filters of \`GET /contacts\`, or with up to ${formatNumber(contactIdsMax)} \`contactIds\`. The empty filter
selects all contacts; the actions that delete do not accept it.

To undo an import, use \`delete_untouched\` with the filter \`{"importId": "…", "importResult": "created"}\`. Contacts that the import
updated or skipped stay, and so do contacts that are in use; the items state why.

A job with a filter first selects its contacts, then changes them. It reads the list of contacts in the order of \`GET /contacts\`. Contacts that are
created after the selection has begun are not changed. A contact that changes later stays selected, even if it no longer matches the filter. A
contact that is deleted before its turn is \`skipped\`. A job can select ${formatNumber(bulkContactsMax)} contacts; if the filter matches more, the job ends as \`failed\` and changes no contact.

Each contact is changed at most once, and its change and its result are stored together. An interrupted job resumes. A contact that cannot be changed
is reported as \`skipped\` or \`failed\` and does not affect the others. Two jobs of a workspace run at a time, in the order of their creation. A
workspace can have ${unfinishedJobsMax} unfinished jobs. To repeat a request safely, send an \`Idempotency-Key\`.
`.trim();
