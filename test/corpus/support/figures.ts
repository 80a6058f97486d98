import { readNotice } from '#lib/bounces/notice.ts';
import { readReturnedHeader } from '#lib/bounces/returned-header.ts';
import { type Classification, classify } from '#lib/inbox/classify.ts';
import { readHeader } from '#lib/inbox/header.ts';
import { readHeaderBytes, readMessage } from '#lib/mail/received-message.ts';

/** The label of the corpus for one recipient of a report. */
export interface Label {
  readonly recipient: string;
  /** The reason's name in sisimai. */
  readonly reason: string;
  readonly hard: boolean;
}

export interface LabelledReport {
  readonly name: string;
  readonly source: Buffer;
  /** Whether the report contains our message's id. */
  readonly namesOurs: boolean;
  readonly labels: readonly Label[];
}

export interface Outcome {
  readonly name: string;
  readonly label: Label;
  readonly namesOurs: boolean;
  /** The report with our message's id, classified like a message in an inbox. */
  readonly isLinked: boolean;
  /** The report without an id, which names only the recipient. */
  readonly namesRecipient: boolean;
  /** Whether the report contains a subject and a time, which are a proof even days later. */
  readonly repeatsHeader: boolean;
  readonly kind: Classification['kind'];
  readonly isHard: boolean;
}

/** Labels of reports without a failed recipient: feedback, success, absence. */
const noFailures: readonly string[] = ['feedback', 'delivered', 'vacation'];

export const isFailure = ({ label }: Outcome) => !noFailures.includes(label.reason);

/** Classifies a report like the inbox: the header first, then the whole message. */
export async function outcomesOf({ name, source, namesOurs, labels }: LabelledReport): Promise<Outcome[]> {
  const header = readHeader(readHeaderBytes(source));
  const isRead = header.mentions.length > 0 || header.mayBeReport;
  const mail = (await readMessage(source)) ?? (await readMessage(readHeaderBytes(source)));
  const finding: Classification = mail ? classify(mail) : { kind: 'other' };
  const bounces = 'bounces' in finding ? finding.bounces : [];
  const isLinked = isRead && (bounces[0]?.mentions.length ?? 0) > 0;
  const returned = mail && readReturnedHeader(mail, readNotice(mail.text));

  return labels.map((label) => {
    const recipient = label.recipient.toLowerCase();
    const own =
      bounces.find(({ addresses }) => addresses.includes(recipient)) ??
      bounces.find(({ addresses }) => addresses.length === 0);

    return {
      name,
      label,
      namesOurs,
      kind: finding.kind,
      isLinked,
      namesRecipient: isRead && !isLinked && own?.addresses.includes(recipient) === true,
      repeatsHeader: returned !== undefined && returned.subject !== '' && !Number.isNaN(returned.sentAt),
      isHard: finding.kind === 'hard_bounce' && own?.isHard === true,
    };
  });
}

export interface Figures {
  readonly failedRecipients: number;
  readonly linked: number;
  readonly namingOurs: number;
  /** Reports linked by the recipient if one message matches, and how many of them are also linked days later. */
  readonly linkedByRecipient: number;
  readonly linkedByHeader: number;
  readonly gone: number;
  readonly goneJudgedHard: number;
  readonly softJudgedHard: readonly string[];
  readonly takenForReplies: readonly string[];
}

/**
 * Debatable labels: a report about a suspended or filtered mailbox is classified by its text if this contains "User unknown"
 * or "disabled".
 */
const arguable: readonly string[] = ['suspend', 'filtered'];

export function figuresOf(outcomes: readonly Outcome[]): Figures {
  const failed = outcomes.filter(isFailure);
  const gone = failed.filter(({ label }) => label.hard);
  const byRecipient = failed.filter(({ namesRecipient }) => namesRecipient);
  const namesOf = (some: readonly Outcome[]) => some.map(({ name, label }) => `${name}: ${label.reason}`);

  return {
    failedRecipients: failed.length,
    linked: failed.filter(({ isLinked }) => isLinked).length,
    namingOurs: failed.filter(({ namesOurs }) => namesOurs).length,
    linkedByRecipient: byRecipient.length,
    linkedByHeader: byRecipient.filter(({ repeatsHeader }) => repeatsHeader).length,
    gone: gone.length,
    goneJudgedHard: gone.filter(({ isHard }) => isHard).length,
    softJudgedHard: namesOf(
      failed.filter(({ label, isHard }) => isHard && !label.hard && !arguable.includes(label.reason)),
    ),
    takenForReplies: namesOf(failed.filter(({ kind }) => kind === 'reply')),
  };
}
