import * as z from 'zod/mini';
import type { RecipientStatus } from '#lib/bounces/status-fields.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/**
 * Amazon SES reports bounces and complaints as JSON in messages of Amazon SNS: `notification-contents` and
 * `event-publishing-retrieving-sns-contents` in its developer guide.
 */
const sender = 'no-reply@sns.amazonaws.com';

const text = z.string().check(z.maxLength(1000));
const BounceNotification = z.object({
  bounce: z.object({
    bouncedRecipients: z
      .array(
        z.object({
          emailAddress: text,
          action: z._default(text, 'failed'),
          status: z._default(text, ''),
          diagnosticCode: z._default(text, ''),
        }),
      )
      .check(z.maxLength(50)),
  }),
});
const ComplaintNotification = z.object({
  complaint: z.object({ complaintFeedbackType: z.nullish(text) }),
});
/** Without raw delivery, SNS wraps the notification in a field. */
const Envelope = z.object({ Message: z.string() });

export function isSesNotification({ from }: Pick<ReceivedMessage, 'from'>): boolean {
  return from?.toLowerCase() === sender;
}

/** Whether a recipient marked the message as spam. `not-spam` is the opposite: RFC 5965, section 7.3. */
export function isSesComplaint(message: Pick<ReceivedMessage, 'from' | 'text'>): boolean {
  const { data } = ComplaintNotification.safeParse(notificationIn(message));

  return data !== undefined && data.complaint.complaintFeedbackType !== 'not-spam';
}

/** Reads the status of each recipient; empty if the message is no bounce notification. */
export function readSesNotification(message: Pick<ReceivedMessage, 'from' | 'text'>): RecipientStatus[] {
  const { data } = BounceNotification.safeParse(notificationIn(message));

  return (data?.bounce.bouncedRecipients ?? []).map(({ emailAddress, action, status, diagnosticCode }) => ({
    action: action.toLowerCase(),
    status,
    diagnostic: diagnosticCode.replace(/^smtp ?; */i, ''),
    addresses: [normaliseEmail(emailAddress)],
  }));
}

/** The JSON of a notification; undefined for other messages. */
function notificationIn(message: Pick<ReceivedMessage, 'from' | 'text'>): unknown {
  if (!isSesNotification(message)) return undefined;
  // Some mail servers wrap lines of more than 998 characters by `!`, a line break and a space.
  const json = jsonIn(message.text.replaceAll(/!\r?\n /g, ''));
  const { data: envelope } = Envelope.safeParse(json);

  return envelope ? jsonIn(envelope.Message) : json;
}

/** Parses the text up to the footer of Amazon SNS, which begins with `--`. */
function jsonIn(text: string): unknown {
  const end = text.indexOf('\n--');
  try {
    return JSON.parse(end === -1 ? text : text.slice(0, end));
  } catch {
    return undefined;
  }
}
