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
| \`active\` | too many bounces, or none of its accounts can send for 24 hours | \`paused\`; \`campaign.paused\`, and \`pauseReason\` says why |
| \`active\` | the last contact is through and it is not \`continuous\` | \`completed\`; \`campaign.completed\`, once per run |
| \`active\` | \`endAt\` has passed | its sequences are stopped with the reason \`campaign_ended\`, then \`completed\`; \`campaign.completed\`, once per run |
| \`paused\` | POST start, and all checks pass | \`active\`; \`campaign.started\` |
| \`paused\` | POST start, and a check fails | stays; 422 names every failed check |
| \`paused\` | POST pause | stays; 200, no event |
| \`completed\` | POST start | \`active\` when contacts are left or it is \`continuous\`; otherwise 422 |
| \`completed\` | POST pause | stays; 422 |
| any | DELETE | gone; nothing is sent any more, and its activity is kept |

Starting checks that there is a step, that each step has an enabled variant, that one that begins a conversation has a subject,
that all merge fields are known, that an account is connected and may send, that the schedule opens again, and that there is a
contact, an \`audience\`, or \`continuous\`. With \`{"dryRun": true}\` nothing changes and the answer is the plan, made by the same
decisions that then send: it comes true, mail by mail, unless something else happens. Resuming sends nothing twice and catches
up within the limits.

### When a mail leaves

A mail leaves in the first moment that all of these allow: its step is due; the windows are open, in the campaign's time zone or,
with \`useContactTimezone\`, in that of a contact who has one; its account has paused between \`minGapSeconds\` and
\`maxGapSeconds\` after the mail before it, and is below its limit of the day; the campaign is below its own. Days are those of
the account's and of the schedule's time zone. The claim of each mail counts it, on condition that the limit is not reached, so
that limits are exact. Follow-ups go before first mails, unless \`prioritizeNewContacts\` says otherwise.

Delays in days are days of the calendar, at the same time of day; with \`businessDaysOnly\` Saturdays, Sundays and blackout
dates do not count. A first mail comes from the account that is free first; from then on the contact hears from that account
alone, also when the campaign has it no longer. A follow-up goes to the address that the first message went to: should the
contact have another one, the sequence ends as \`stopped\` with the reason \`address_changed\`. While the account cannot send, its follow-ups wait, until it is
reconnected or \`threadReassignments\` gives them to another account of the campaign.

\`businessDaysOnly\` decides when an email is due, of the first step as of every other: a contact that is enrolled on a Saturday is
due on Monday. The windows decide when an email that is due leaves.

\`sendingStatus\` tells at any moment why nothing is being sent, and when something will. A contact who lacks a value that a text
needs is \`paused\` with the reason \`missing_variable\`, until the contact, its company or the text is changed; one whose step has no
enabled variant, with \`nothing_to_send\`. \`stats.paused\` counts both, and \`stats.unknown\` the contacts whose email may or may not
have arrived, because the mail server did not say so in time.

### Who is enrolled

Contacts are enrolled by \`contactIds\` when the campaign is created and by \`addContactIds\` later; \`removeContactIds\` stops
their sequence. A contact is in a campaign once. The answer's \`enrolment\` says how many enter, and who does not:

| Reason | The contact | Unless |
| --- | --- | --- |
| \`suppressed\` | is not \`active\` | |
| \`already_enrolled\` | is in this campaign, or was | \`allowReentry\`, and it is through |
| \`active_elsewhere\` | is still in another campaign that was started | \`allowParallel\` |

The decision stands when the request is answered; the contacts are in the campaign within a moment. Drafts keep no contact to
themselves: of campaigns with the same contact, the one that is started first mails it. In the others its sequence is stopped when
its first email is due, with the reason \`active_elsewhere\`, unless \`allowParallel\` allows it.

A contact whose sequence has ended can continue it, for example at a step that was added since, or after an entry of the blocklist was
removed by mistake: \`PATCH /contacts/{id}\` with \`continueCampaigns\`, which names the campaign and the step. The step is sent
as soon as limits and windows allow, then the steps after it that the contact has not got, from the same account and in the same
thread. No step is sent twice; one whose outcome is unknown counts as sent. 422 gives the reason when the contact cannot continue: it is
not \`active\`, is still in the campaign or in another one without \`allowParallel\`, has got the step, has replied (\`stopOnReply\`) or
clicked (\`stopOnClick\`), has another address by now, or a message to it has no outcome yet. A campaign that is completed can be
started again then. \`campaign.contact_completed\` is sent again when the contact comes to the end again.

### Merge fields

Subjects and bodies may hold values, each with words to stand in for a missing one: \`{{firstName | default: "there"}}\`.

| Of | Fields |
| --- | --- |
| the contact | \`{{email}}\`, \`{{firstName}}\`, \`{{lastName}}\`, \`{{jobTitle}}\`, \`{{phone}}\`, \`{{linkedinUrl}}\`, \`{{website}}\`, \`{{city}}\`, \`{{country}}\`, \`{{custom.name}}\` for a custom field |
| its company | \`{{company.name}}\` or \`{{companyName}}\`, and so \`domain\`, \`website\`, \`industry\`, \`employeeCount\`, \`city\`, \`country\`, \`linkedinUrl\`, \`phone\`, \`description\` |
| the account | \`{{sender.name}}\`, which is its address when it has no name, and \`{{sender.email}}\` |
| the mail | \`{{unsubscribeUrl}}\` |

\`{{first_name}}\`, \`{{FirstName}}\` and \`{{contact.firstName}}\` are one field. Another name is refused with 422. A contact that lacks
a value without such words gets no mail: the dry run names it beforehand. Values are put in as their place needs it: as text in HTML,
encoded in the address of a link, on one line in a subject. A value that stands at the beginning of a link's address is an address.

### Choices of words

Of words in braces with bars between them, each mail has one: always the same one, however often sending it is tried.

\`\`\`text
{Hi|Hello|{Good morning|Good day}} {{{firstName}}|you}, {very |}nice to meet you
\`\`\`

Options may hold merge fields and further choices, and all but one may be empty. Braces without a bar between them are just
braces, as in a stylesheet. A backslash makes a brace or a bar what it is: \`\\{\`. Braces that are never closed are refused with 422.

### What is sent

HTML and text, where a variant has both; of HTML alone the text is made, and a text alone stays one. The signature of the
account stands below, and then the link to unsubscribe, unless the body has \`{{unsubscribeUrl}}\` in a place of its own. A reply has
the subject of the mail that began its conversation, with \`Re:\` before it. A mail that would have more than 256 KB, because of
long values, is not sent.

### Finding campaigns

\`status\`, \`tag\` and \`search\`, which is the beginning of the name and puts the list in the order of names.
`.trim();
