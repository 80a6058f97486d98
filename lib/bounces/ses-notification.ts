import * as z from 'zod/mini';
import type { RecipientStatus } from '#lib/bounces/status-fields.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** Amazon SES reports bounces as JSON in messages of Amazon SNS: `notification-contents` in its developer guide. */
const sender = 'no-reply@sns.amazonaws.com';

const text = z.string().check(z.maxLength(1000));
const Notification = z.object({
  notificationType: z.literal('Bounce'),
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
/** Without raw delivery, SNS wraps the notification in a field. */
const Envelope = z.object({ Message: z.string() });

export function isSesNotification({ from }: Pick<ReceivedMessage, 'from'>): boolean {
  return from?.toLowerCase() === sender;
}

/** Reads the status of each recipient; empty if the message is no bounce notification. */
export function readSesNotification(message: Pick<ReceivedMessage, 'from' | 'text'>): RecipientStatus[] {
  if (!isSesNotification(message)) return [];
  // Some mail servers wrap lines of more than 998 characters by `!`, a line break and a space.
  const json = jsonIn(message.text.replaceAll(/!\r?\n /g, ''));
  const { data: envelope } = Envelope.safeParse(json);
  const { data } = Notification.safeParse(envelope ? jsonIn(envelope.Message) : json);

  return (data?.bounce.bouncedRecipients ?? []).map(({ emailAddress, action, status, diagnosticCode }) => ({
    action: action.toLowerCase(),
    status,
    diagnostic: diagnosticCode.replace(/^smtp ?; */i, ''),
    addresses: [normaliseEmail(emailAddress)],
  }));
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
