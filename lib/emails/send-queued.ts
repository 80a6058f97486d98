import { queueNotice } from '#lib/direct-emails/notice.ts';
import { sendAnswer } from '#lib/emails/answers/send-answer.ts';
import { sendServiceEmail } from '#lib/emails/direct/send-service-email.ts';
import { sendEmail } from '#lib/emails/send.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import type { QueueMessage } from '#lib/values/queues.ts';

/** Sends the email of a queue message, or queues the emails of a notice. */
export function sendQueued(services: SendServices, message: QueueMessage<'sends'>): Promise<void> {
  if ('answerId' in message) return sendAnswer(services, message);
  if ('serviceEmailId' in message) return sendServiceEmail(services, message);
  if ('noticeId' in message) return queueNotice(services, message);

  return sendEmail(services, message);
}
