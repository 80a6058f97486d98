import { isSesComplaint } from '#lib/bounces/ses-notification.ts';
import { fieldIn } from '#lib/bounces/status-fields.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';

/**
 * Feedback types that are not complaints: RFC 5965, section 7.3, and RFC 6591. `not-spam` is the opposite of a complaint.
 * The others concern authentication and viruses.
 */
const otherFeedbackTypes: readonly string[] = ['not-spam', 'auth-failure', 'virus', 'dmarc'];

/** Whether a mailbox provider reports that the recipient marked a message as spam. */
export function isComplaint(message: ReceivedMessage): boolean {
  const { from = '', subject, headers, attachedTexts } = message;
  if (isSesComplaint(message)) return true;
  const types = headers.get('content-type') ?? [];
  // A header can be very long, so only its start is searched.
  const isFeedback =
    attachedTexts?.feedback !== undefined ||
    types.some((each) => /\bfeedback-report\b/i.test(each.slice(0, 1000)));
  if (isFeedback) {
    const kind = fieldIn(attachedTexts?.feedback ?? '', 'feedback-type').toLowerCase();

    return !otherFeedbackTypes.includes(kind);
  }

  // Microsoft's Junk Mail Reporting Program returns only the message.
  return /^staff@hotmail\.com$/i.test(from) && /^complaint about message from\b/i.test(subject);
}
