/** What the reference says of campaigns as a whole. In the part of Markdown that `lib/docs/markdown.ts` reads. */
export const campaignsText = `
A campaign mails its contacts in steps, from connected email accounts, at the times of its schedule and within its own limits and
those of the accounts.

### States of a campaign

| Status | What happens | What becomes of it |
| --- | --- | --- |
| \`draft\` | POST start, and all checks pass | \`active\`; \`campaign.started\` |
| \`draft\` | POST start, and a check fails | stays; 422 names every failed check |
| \`draft\` | POST pause | stays; 422 |
| \`active\` | POST start | stays; 200, no event |
| \`active\` | POST pause | \`paused\`; \`campaign.paused\` |
| \`active\` | too many bounces, or no usable account for 24 hours | \`paused\`; \`campaign.paused\`, and \`pauseReason\` says why |
| \`active\` | the last contact is through and it is not \`continuous\`, or \`endAt\` has passed | \`completed\`; \`campaign.completed\`, once per run |
| \`paused\` | POST start, and all checks pass | \`active\`; \`campaign.started\` |
| \`paused\` | POST start, and a check fails | stays; 422 names every failed check |
| \`paused\` | POST pause | stays; 200, no event |
| \`completed\` | POST start | \`active\` when contacts are left or it is \`continuous\`; otherwise 422 |
| \`completed\` | POST pause | stays; 422 |
| any | DELETE | gone; nothing is sent any more, and its activity is kept |

Starting checks that there is a step, that each step has an enabled variant, that one that begins a conversation has a subject,
that all merge fields are known, that an account is connected and may send, that the schedule opens again, and that there is a
contact, an \`audience\`, or \`continuous\`. With \`{"dryRun": true}\` nothing changes and the answer is the plan. Resuming sends
nothing twice and catches up within the limits.

### Who is enrolled

Contacts are enrolled by \`contactIds\` when the campaign is created and by \`addContactIds\` later; \`removeContactIds\` stops
their sequence. A contact is in a campaign once. The answer's \`enrolment\` says how many enter, and who does not:

| Reason | The contact | Unless |
| --- | --- | --- |
| \`suppressed\` | is not \`active\` | |
| \`already_enrolled\` | is in this campaign, or was | \`allowReentry\`, and it is through |
| \`active_elsewhere\` | is still in another campaign | \`allowParallel\` |

The decision stands when the request is answered; the contacts are in the campaign within a moment.

### Merge fields

Subjects and bodies may have \`{{email}}\`, \`{{firstName}}\`, \`{{lastName}}\`, \`{{jobTitle}}\`, \`{{phone}}\`, \`{{city}}\` and
\`{{custom.name}}\` for a custom field, each with words to stand in for a missing value: \`{{firstName | default: "there"}}\`. Another
field is refused with 422. A contact that lacks a value without such words gets no mail: the dry run names it beforehand.

### Finding campaigns

\`status\`, \`tag\` and \`search\`, which is the beginning of the name and puts the list in the order of names.
`.trim();
