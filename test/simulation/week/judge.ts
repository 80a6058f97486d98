import type { BadWeek } from './bad-week.ts';
import type { PersonReaction, TransmittedEmail } from './journal.ts';
import { judgeNumbers } from './judge-numbers.ts';
import { bouncedOf } from './operator.ts';
import { autoReplyDelayDays } from './service.ts';

export interface Violation {
  readonly kind: string;
  readonly text: string;
}

/** A recipient as `GET /campaigns/{id}/recipients` shows it, with its person. */
interface Outcome {
  readonly email: string;
  readonly status: string;
  readonly reason: string | null;
  readonly sentCount: number;
  readonly finishedAt: string | null;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const timeOf = (at: number) => new Date(at).toISOString().slice(0, 16);

/** All violations of the service's promises in the week. */
export async function judgeWeek(week: BadWeek): Promise<Violation[]> {
  const outcomes = await readOutcomes(week);
  const sent = await week.api.activity({ type: 'email.sent' });

  return [
    ...judgeSentEmails(week, new Set(sent.map(({ messageId }) => messageId))),
    ...judgeFollowUps(week),
    ...judgeDuplicates(week),
    ...judgeFailures(week, outcomes),
    ...judgeUnknownOutcomes(week, outcomes),
    ...judgeStops(week),
    ...judgePauses(week),
    ...judgeEnds(week, outcomes),
    ...(await judgeNumbers(week)),
  ];
}

async function readOutcomes({ api, campaigns }: BadWeek): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { id } of campaigns) {
    for (const { email, execution } of await api.recipients(id)) {
      const { status, reason, sentCount, finishedAt } = execution;
      outcomes.push({ email, status, reason, sentCount, finishedAt });
    }
  }

  return outcomes;
}

/** No email follows an answer or an unsubscribe, and none follows an automatic reply too soon. */
function judgeFollowUps({ journal }: BadWeek): Violation[] {
  const reactions = Map.groupBy(journal.reactions, ({ person }) => person);

  return acceptedEmails(journal.emails).flatMap((email) =>
    (reactions.get(email.to) ?? []).flatMap((reaction) => followUpFault(email, reaction) ?? []),
  );
}

function followUpFault(email: TransmittedEmail, reaction: PersonReaction): Violation | undefined {
  if (email.order < reaction.order) return undefined;
  const text =
    `step ${email.step + 1} to ${email.to} at ${timeOf(email.at)}, ` +
    `${reaction.reaction} (${reaction.details}) at ${timeOf(reaction.at)}, ${email.mailbox}`;
  switch (reaction.reaction) {
    case 'answer':
      return { kind: `follow-up after an answer (${reaction.details})`, text };
    case 'unsubscribe':
      return { kind: 'email after an unsubscribe', text };
    case 'hard report':
      // A report may arrive in the same minute as the next email.
      return email.at > reaction.at + hourMs ? { kind: 'email after a hard bounce', text } : undefined;
    case 'automatic reply':
      return email.at < reaction.at + (autoReplyDelayDays - 0.1) * dayMs
        ? { kind: `follow-up soon after an automatic reply (${reaction.details})`, text }
        : undefined;
    case 'soft report':
    case 'open':
    case 'click':
      return undefined;
  }
}

function judgeDuplicates({ journal }: BadWeek): Violation[] {
  const groups = Map.groupBy(acceptedEmails(journal.emails), ({ to, step }) => `${to} step ${step + 1}`);

  return [...groups].flatMap(([name, emails]) =>
    emails.length > 1
      ? [
          {
            kind: 'email sent twice',
            text: `${name}: ${emails.map(({ at, mailbox }) => `${mailbox} ${timeOf(at)}`)}`,
          },
        ]
      : [],
  );
}

/** No contact ends because of its mailbox's server. */
function judgeFailures({ journal, campaigns }: BadWeek, outcomes: readonly Outcome[]): Violation[] {
  const people = new Map(
    campaigns.flatMap((campaign) => campaign.people.map((person) => [person.email, person])),
  );
  const unknown = bouncedOf({ journal }, new Set(people.keys()));

  return outcomes.flatMap(({ email, status, reason, finishedAt }) => {
    const habit = people.get(email)?.habit;
    if (status === 'bounced' && !unknown.has(email)) {
      return [
        {
          kind: 'bounced without a permanent failure',
          text: `${email} (${habit}), ${reason}, ${finishedAt}`,
        },
      ];
    }
    if (status !== 'failed' || reason === 'delivery_unknown') return [];
    const at = Date.parse(finishedAt ?? '');
    const cause = journal.refusals.findLast(
      (refusal) => refusal.at === at && (refusal.to === undefined || refusal.to === email),
    );
    if (cause?.refusal.concerns === 'mailbox' || habit === 'is greylisted' || !cause) {
      const reply = cause?.refusal.reply.trim() ?? 'no refusal at this time';
      const whose = cause?.refusal.concerns === 'mailbox' ? 'its mailbox' : `another reason (${habit})`;

      return [
        { kind: `contact failed because of ${whose}`, text: `${email}, ${reason}, ${finishedAt}: ${reply}` },
      ];
    }

    return [];
  });
}

/** A reader needs some time to find evidence, and the time of an unknown outcome ends after a day. */
const evidenceMs = hourMs;

/** Each sent email was accepted. Each accepted email counts as sent, unless its outcome is unknown and nothing proves it. */
function judgeSentEmails({ journal }: BadWeek, sentIds: ReadonlySet<string>): Violation[] {
  const accepted = acceptedEmails(journal.emails);
  const acceptedIds = new Set(accepted.map(({ messageId }) => messageId));
  const missing = accepted.flatMap((email): Violation[] => {
    if (sentIds.has(email.messageId)) return [];
    const evidence = evidenceFor(email, journal.reactions);

    return evidence === undefined
      ? []
      : [
          {
            kind: `email not recorded as sent in spite of ${evidence}`,
            text: `step ${email.step + 1} to ${email.to}, ${email.mailbox}, ${timeOf(email.at)}`,
          },
        ];
  });
  const unproven = [...sentIds].filter((id) => !acceptedIds.has(id));

  return [
    ...missing,
    ...unproven.map((text) => ({ kind: 'email recorded as sent that no server accepted', text })),
  ];
}

function evidenceFor(
  { messageId, isInSent, at }: TransmittedEmail,
  reactions: readonly PersonReaction[],
): string | undefined {
  const proof = reactions.find((each) => each.messageId === messageId && each.at < at + dayMs - evidenceMs);

  return isInSent ? 'a copy in the Sent folder' : proof && `the recipient's ${proof.reaction}`;
}

/** Without evidence, an unknown outcome fails after its day and not earlier. */
function judgeUnknownOutcomes({ journal }: BadWeek, outcomes: readonly Outcome[]): Violation[] {
  const failed = outcomes.filter(
    ({ status, reason }) => status === 'failed' && reason === 'delivery_unknown',
  );
  const early = failed.flatMap(({ email, finishedAt }): Violation[] => {
    const last = journal.emails.findLast(({ to }) => to === email);
    const waitedMs = Date.parse(finishedAt ?? '') - (last?.at ?? 0);

    return last && waitedMs < dayMs - hourMs
      ? [
          {
            kind: 'unknown outcome given up early',
            text: `${email}, after ${Math.round(waitedMs / 60_000)} minutes`,
          },
        ]
      : [];
  });

  return [...early, ...judgeLostSeries({ journal }, failed)];
}

/** A server that drops every message must not use up contacts: the mailbox pauses after three of them. */
const lostMax = 6;

function judgeLostSeries({ journal }: Pick<BadWeek, 'journal'>, failed: readonly Outcome[]): Violation[] {
  const last = new Map(journal.emails.map((email) => [email.to, email]));
  const perDay = Map.groupBy(
    failed.flatMap(({ email }) => last.get(email) ?? []).filter(({ isAnswered }) => !isAnswered),
    ({ mailbox, at }) => `${mailbox} on ${timeOf(at).slice(0, 10)}`,
  );

  return [...perDay].flatMap(([name, { length }]) =>
    length > lostMax
      ? [{ kind: 'contacts used up by lost replies', text: `${name}: ${length} contacts` }]
      : [],
  );
}

/**
 * A mailbox stops only because of its server: the server refused the mailbox, lost its messages, or refused several
 * different recipients in a row. A recipient that another mailbox's server refused before is no reason.
 */
function judgeStops({ journal }: BadWeek): Violation[] {
  const firstRefusals = new Map(journal.refusals.toReversed().map(({ to, mailbox }) => [to, mailbox]));

  return journal.stops.flatMap(({ mailbox, status, reason, stoppedAt }) => {
    const isBefore = (entry: { readonly mailbox: string; readonly at: number }) =>
      entry.mailbox === mailbox && entry.at <= stoppedAt;
    const last = journal.emails.findLast(isBefore);
    const success = journal.emails.findLast((email) => isBefore(email) && email.isAnswered);
    const inRow = journal.refusals.filter((each) => isBefore(each) && each.order > (success?.order ?? 0));
    const recipients = new Set(inRow.flatMap(({ to }) => (firstRefusals.get(to) === mailbox ? [to] : [])));
    const isOfMailbox = inRow.some(({ refusal }) => refusal.concerns === 'mailbox');
    if (isOfMailbox || last?.isAnswered === false || recipients.size > 1) return [];
    const text = `${mailbox} ${status} (${reason}) at ${timeOf(stoppedAt)}: ${inRow.at(-1)?.refusal.reply.trim()}`;

    return [{ kind: 'mailbox stopped by recipients', text }];
  });
}

function judgePauses({ journal, campaigns }: BadWeek): Violation[] {
  const thresholdPercent = 5;

  return journal.pauses.flatMap(({ campaignId, reason, pausedAt }) => {
    const addresses = new Set(
      campaigns.find(({ id }) => id === campaignId)?.people.map(({ email }) => email),
    );
    const isOf = ({ to, at }: TransmittedEmail) => addresses.has(to) && at <= pausedAt;
    const sent = acceptedEmails(journal.emails).filter(isOf).length;
    const bounced = bouncedOf({ journal }, addresses, pausedAt).size;
    const isTrue = (100 * bounced) / sent >= thresholdPercent * 0.8;
    if (reason === 'bounce_rate' && isTrue) return [];
    const number = campaigns.findIndex(({ id }) => id === campaignId) + 1;
    const text = `campaign ${number} at ${timeOf(pausedAt)}: ${bounced} of ${sent} emails bounced`;

    return [{ kind: `campaign paused without need (${reason})`, text }];
  });
}

function judgeEnds({ campaigns }: BadWeek, outcomes: readonly Outcome[]): Violation[] {
  const open = outcomes.filter(({ status }) => ['pending', 'in_progress', 'paused'].includes(status));
  const expected = campaigns.flatMap(({ people }) => people).length;

  return [
    ...open.map(({ email, status, reason, sentCount }) => ({
      kind: `sequence not ended (${status})`,
      text: `${email}: ${sentCount} emails sent, ${reason}`,
    })),
    ...(outcomes.length === expected
      ? []
      : [{ kind: 'contacts missing', text: `${outcomes.length} of ${expected}` }]),
  ];
}

export function acceptedEmails(emails: readonly TransmittedEmail[]): TransmittedEmail[] {
  return emails.filter(({ isAccepted }) => isAccepted);
}
