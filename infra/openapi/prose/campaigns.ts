import { contactFields } from '#lib/contacts/contact-fields.ts';
import { companyFields } from '#lib/emails/rendering/field-names.ts';

const contactMergeFields = contactFields.map((name) => `\`{{${name}}}\``).join(', ');
const otherCompanyFields = companyFields
  .filter((name) => name !== 'name')
  .map((name) => `\`${name}\``)
  .join(', ');

/** Campaigns in general, in Markdown. */
export const campaignsText = `
A campaign sends a sequence of emails to its contacts from connected email accounts. It follows its schedule, its own limits and
the limits of the accounts.

### States of a campaign

| Status | Trigger | Result |
| --- | --- | --- |
| \`draft\` | POST start, and all checks pass | \`active\`; emits \`campaign.started\` |
| \`draft\` | POST start, and a check fails | unchanged; 422 lists every failed check |
| \`draft\` | POST pause | unchanged; 422 |
| \`active\` | POST start | unchanged; 200, no event |
| \`active\` | POST pause | \`paused\`; emits \`campaign.paused\` |
| \`active\` | too many bounces, or no account can send for 24 hours | \`paused\` with a \`pauseReason\`; emits \`campaign.paused\` |
| \`active\` | all contacts are processed, and it is not \`continuous\` | \`completed\`; emits \`campaign.completed\` once per run |
| \`active\` | \`endAt\` passes | open sequences are stopped with the reason \`campaign_ended\`, then \`completed\`; emits \`campaign.completed\` once per run |
| \`paused\` | POST start, and all checks pass | \`active\`; emits \`campaign.started\` |
| \`paused\` | POST start, and a check fails | unchanged; 422 lists every failed check |
| \`paused\` | POST pause | unchanged; 200, no event |
| \`completed\` | POST start | \`active\` when contacts are left or it is \`continuous\`; otherwise 422 |
| \`completed\` | POST pause | unchanged; 422 |
| any | DELETE | deleted; sends no further email; its activity is kept |

A start requires all of the following: at least one step, an enabled variant in each step, a subject in each step that starts a conversation,
known merge fields only, a connected account, a schedule with a future window, and a contact, an \`audience\` or \`continuous\`.
With \`{"dryRun": true}\` nothing changes, and the response is the plan. The plan uses the code that sends, so it matches the later emails unless
other events change them. A resumed campaign never sends an email twice, and it catches up within the limits.

### When an email is sent

An email is sent as soon as all of these conditions are met. Its step is due. A window is open, in the time zone of the campaign or,
with \`useContactTimezone\`, of the contact. Its account has waited between \`minGapSeconds\` and \`maxGapSeconds\` since its previous
email and is below its daily limit. The campaign is below its own daily limits. Days are days in the time zone of the account or of the
schedule. Limits are exact, because each email is counted in the transaction that reserves it. Follow-ups have
priority over first emails, unless \`prioritizeNewContacts\` is true.

Delays in days are calendar days, at the same local time. With \`businessDaysOnly\`, Saturdays, Sundays and blackout
dates do not count, also for the first step: if a contact is enrolled on a Saturday, its first email is due on Monday. Business days determine
when an email is due; the windows determine when a due email is sent.

The account that is available first sends the first email. All later emails to this contact come from the same account, even after you have
removed it from the campaign. While that account cannot send, its follow-ups wait until it is connected again or until
\`threadReassignments\` names another account. Follow-ups go to the address of the first email. If the contact has a different address now, its
sequence ends as \`stopped\` with the reason \`address_changed\`.

\`sendingStatus\` states why nothing is being sent and when the next email can be sent. A contact without a value that a text
requires is \`paused\` with the reason \`missing_variable\` until the contact, its company or the text changes. A contact with a step without an enabled variant is \`paused\` with the reason \`nothing_to_send\`. \`stats.paused\` counts both. \`stats.unknown\` counts contacts with an
unknown outcome of their last email: the mail server did not confirm in time whether it accepted the email.

### Enrolment rules

\`contactIds\` enrols contacts when you create the campaign, and \`addContactIds\` enrols them later. \`removeContactIds\` stops
their sequence. A contact has at most one sequence in a campaign at a time. \`enrolment\` in the response has the number of enrolled contacts and the contacts that
were not enrolled:

| Reason | The contact | Exception |
| --- | --- | --- |
| \`suppressed\` | is not \`active\` | |
| \`already_enrolled\` | is or was in this campaign | \`allowReentry\`, if its sequence has ended |
| \`active_elsewhere\` | is in another started campaign | \`allowParallel\` |

The decision is final with the response; the contacts appear in the campaign within seconds. A contact can be in several drafts.
The campaign that starts first sends to it. In the other campaigns, its sequence is stopped with the reason \`active_elsewhere\` when
its first email is due, unless \`allowParallel\` is true.

You can continue an ended sequence, for example with a step that was added later, or after you have removed a blocklist entry.
Send \`PATCH /contacts/{id}\` with \`continueCampaigns\`, which names the campaign and the step. That step and later unsent steps
are sent as soon as limits and windows allow, from the same account and in the same
thread. No step is sent twice; a step with an unknown outcome counts as sent. The request returns 422 if the contact is
not \`active\`, is still in the campaign, is in another campaign without \`allowParallel\`, has received the step, has replied (with \`stopOnReply\`) or
clicked (with \`stopOnClick\`), has a different address, or has an email with an unknown outcome. Afterwards you can start a completed campaign
again. \`campaign.contact_completed\` is emitted again at the end of the continued sequence.

### Merge fields

Subjects and bodies can contain merge fields, each with an optional default: \`{{firstName | default: "there"}}\`.

| Source | Merge fields |
| --- | --- |
| contact | ${contactMergeFields}, \`{{custom.name}}\` for a custom field |
| company | \`{{company.name}}\` or \`{{companyName}}\`, and also ${otherCompanyFields} |
| account | \`{{sender.name}}\` (the email address if the account has no name), \`{{sender.email}}\` and \`{{sender.postalAddress}}\` |
| email | \`{{unsubscribeUrl}}\` |

\`{{first_name}}\`, \`{{FirstName}}\` and \`{{contact.firstName}}\` are equivalent. An unknown name returns 422. If a contact has no value
for a merge field without a default, the email is not sent; a dry run lists such contacts. Values are encoded for their context: escaped in HTML,
percent-encoded in the URL of a link, and on one line in a subject. A value at the start of a link's URL is inserted as a complete URL;
a domain such as \`acme.com/shop\` gets \`https://\`. In the host and the path of a link, a value keeps its slashes; in the query it is one parameter value.
Links that are not URLs are listed by previews, dry runs, starts and edits.

### Choices of words

Spintax selects one of several texts for each email. The choice is stable: retries of an email use the same text.

\`\`\`text
{Hi|Hello|{Good morning|Good day}} {{{firstName}}|you}, {very |}nice to meet you
\`\`\`

Options can contain merge fields and nested choices, and all options but one can be empty. Braces without a bar are
plain text. In \`bodyHtml\`, style sheets, scripts and other raw text contain merge fields but no choices, and comments are unchanged; the markup in
conditional comments for Outlook is part of the template. Escape a brace or bar with a backslash: \`\\{\`. Unbalanced braces return 422.

### A/B tests

A step with several enabled variants is an A/B test. Each contact gets one variant at random, by the weights. \`GET /campaigns/{id}/stats?groupBy=variant\`
compares the variants, and \`bestProbability\` is the probability that a variant has the highest true rate.

\`POST /campaigns/{id}/steps/{stepId}/winner\` chooses the winner: all further emails of the step use it. You can replace and remove a winner.
With a \`winnerRule\`, the service chooses the winner of a step: as soon as each variant has \`minSent\` emails and one of them is the best by the \`metric\`
with \`minProbability\`. Rules are evaluated at most every 15 minutes while the campaign is active, before further emails are scheduled. A rule decides
once; \`winners\` of the campaign has its figures and time. Variants that are disabled or have the weight 0 do not take part. An edit that
removes or disables the winning variant removes the winner.

A rule is evaluated repeatedly while emails are sent. Variants with equal true rates therefore get a winner more often than \`1 - minProbability\`
suggests. With 2,000 emails per variant, about 40 % of such tests get a winner at a \`minProbability\` of 0.95, and about 11 % at 0.99. If one variant is
better by half (7.5 % instead of 5 %), it wins 97 % of the tests at 0.95, after about 530 emails per variant; the worse one wins 1 %.

### Preview and test

\`POST /campaigns/{id}/preview\` composes an email as it will be sent: for a contact of the campaign it is the same message except for the \`Date\`
header. You can preview unsaved \`steps\` and sample contacts. \`POST /campaigns/{id}/test\` sends the email to a user of your workspace.

### What is sent

An email has an HTML part and a text part if the variant has both. If the variant has only HTML, the text part is generated. If it has only
text, the email has only a text part. The signature of the account follows the body, and then the unsubscribe link, unless the body contains
\`{{unsubscribeUrl}}\`. An email with only text has a short link, which works for at least 200 days. A reply has the subject of the first email of its conversation, prefixed with \`Re:\`. An email that would exceed 256 KB
is not sent.

### Finding campaigns

Filter the list with \`status\`, \`tag\` and \`search\`. \`search\` matches the beginning of the name. Without \`tag\`, it sorts
the list by name.
`.trim();
