import { type Classification, classify } from '#lib/inbox/classify.ts';
import type { MessageMention } from '#lib/mail/message-id.ts';
import { readMessage } from '#lib/mail/received-message.ts';

/** A mention of one of our messages. */
export const ours: MessageMention = {
  executionId: 'exe_01JT5P6ZVW3M8Q4Y7N2C9R5XB0',
  step: '5XB6',
  code: '0123456789ABCDEF',
};
export const ourId = `<e.${ours.executionId.slice(4)}.${ours.step}.${ours.code}@sender.example>`;

export const crlf = (text: string) => text.replaceAll(/\r?\n/g, '\r\n');

/** The classification of a message, given as header and body. */
export async function classificationOf(raw: string): Promise<Classification> {
  const mail = await readMessage(Buffer.from(crlf(raw)));
  if (!mail) throw new Error('the message cannot be read');

  return classify(mail);
}

export const kindOf = async (raw: string) => (await classificationOf(raw)).kind;

/** Builds a reply. The given fields override the default fields. */
export function reply(header: string, text = 'Yes.'): string {
  const own = header.trim();
  const usual = ['From: Ann <ann@example.com>', 'Subject: Re: Hello', `In-Reply-To: ${ourId}`].filter(
    (line) => !new RegExp(`^${line.split(':')[0]}:`, 'im').test(own),
  );

  return [...usual, ...(own === '' ? [] : [own]), '', text].join('\n');
}
