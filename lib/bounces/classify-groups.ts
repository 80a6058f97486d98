import { classifyFailure, type FailureClassification } from '#lib/bounces/classify-failure.ts';
import { classifyLines, classifyText } from '#lib/bounces/classify-text.ts';
import { type FailedRecipient, failedRecipients } from '#lib/bounces/failed-recipients.ts';
import { type Notice, reasonLines } from '#lib/bounces/notice.ts';
import type { RecipientStatus } from '#lib/bounces/status-fields.ts';

export interface ClassifiedRecipient extends FailureClassification {
  /** The normalised addresses of the recipient, including a forwarding address. Empty if the report names none. */
  readonly addresses: readonly string[];
  /** The server still tries to deliver the message. */
  readonly isDelayed?: boolean;
}

/** RFC 3464, section 2.3.3. Non-standard actions mean failures, such as `expired` of SendGrid. */
const deliveredActions: readonly string[] = ['delivered', 'relayed', 'expanded'];

/** Classifies the recipients in the fields of a report. An alias is invalid only if all its members are. */
export function classifyGroups(groups: readonly RecipientStatus[], notice: Notice): ClassifiedRecipient[] {
  const lines = reasonLines(notice);
  const recipients = failedRecipients(lines);
  const byNotice = classifyLines(lines);
  const classified = groups.map((group) => classifyGroup(group, recipients, byNotice));
  const reachable = groups.filter((_, at) => !classified[at]?.isHard).flatMap(({ addresses }) => addresses);

  return classified.flatMap((each) => {
    const isReachable = each?.addresses.some((address) => reachable.includes(address));

    return each ? [{ ...each, isHard: each.isHard && !isReachable }] : [];
  });
}

/** @returns undefined if the message was delivered */
function classifyGroup(
  { action, status, diagnostic, addresses }: RecipientStatus,
  recipients: readonly FailedRecipient[],
  byNotice: FailureClassification,
): ClassifiedRecipient | undefined {
  const byFields = classifyFailure(status, diagnostic);
  // The server still retries a delayed message, so the reason is `expired`, which is soft.
  if (action === 'delayed')
    return { ...byFields, isHard: false, reason: 'expired', isDelayed: true, addresses };
  if (deliveredActions.includes(action) || status.startsWith('2.')) return undefined;
  // If the fields contain no text, the text about the recipient is more specific than the status.
  if (diagnostic !== '' && byFields.reason !== 'undetermined') return { ...byFields, addresses };
  const own = recipients.find(({ address }) => addresses.includes(address));

  return { ...classifyText(byFields, status, own, byNotice), addresses };
}
