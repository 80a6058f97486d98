import { fieldIn } from '#lib/bounces/status-fields.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';

/**
 * Kinds of feedback that are no complaint of a recipient: RFC 5965, section 7.3, and RFC 6591. `not-spam` says the
 * opposite, the others are about authentication and viruses.
 */
const noComplaints: readonly string[] = ['not-spam', 'auth-failure', 'virus', 'dmarc'];

/** Whether a mailbox provider reports that the recipient marked a message as spam. */
export function isComplaint({ from = '', subject, headers, report }: ReceivedMail): boolean {
  const types = headers.get('content-type') ?? [];
  const isFeedback =
    report?.feedback !== undefined || types.some((each) => /\bfeedback-report\b/i.test(each.slice(0, 1000)));
  if (isFeedback) {
    const kind = fieldIn(report?.feedback ?? '', 'feedback-type').toLowerCase();

    return !noComplaints.includes(kind);
  }

  // Microsoft's Junk Mail Reporting Program returns the message alone.
  return /^staff@hotmail\.com$/i.test(from) && /^complaint about message from\b/i.test(subject);
}
