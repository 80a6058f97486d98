import { randomBytes } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { ReadyReport } from '../../../infra/local/ready-report.ts';

/** Texts about a person that can be found again, by the place where they were entered. */
export type PlantedTexts = Map<string, string>;

/** A unique text that no escaping changes. */
export function plant(texts: PlantedTexts, place: string): string {
  const text = `planted${randomBytes(8).toString('hex')}`;
  texts.set(place, text);

  return text;
}

const customColumns = 10;
const columns = [
  'email',
  'firstName',
  'lastName',
  'jobTitle',
  'phone',
  'linkedinUrl',
  'website',
  'city',
  'tags',
  'reference',
  'externalId',
];

/** A file with one planted person in its first row, and others. */
export function contactsFile(texts: PlantedTexts, others: readonly string[]): string {
  const custom = Array.from({ length: customColumns }, (_, at) => plant(texts, `name of custom field ${at}`));
  const person = [
    `${plant(texts, 'address')}@${plant(texts, 'domain')}.example`,
    ...[
      plant(texts, 'first name'),
      plant(texts, 'last name'),
      plant(texts, 'job title'),
      plant(texts, 'phone'),
    ],
    `https://www.linkedin.com/in/${plant(texts, 'LinkedIn')}`,
    `https://${plant(texts, 'website')}.example/`,
    ...[
      plant(texts, 'city'),
      `"${plant(texts, 'tag')},${plant(texts, 'other tag')}"`,
      plant(texts, 'reference'),
      plant(texts, 'external id'),
    ],
    ...custom.map((_, at) => plant(texts, `custom field ${at}`)),
  ];
  const rows = others.map((email) => [email, ...Array(columns.length + customColumns - 1).fill('')]);

  return [[...columns, ...custom], person, ...rows].map((row) => row.join(',')).join('\n');
}

/** Replies as the person's mail program does, with a planted text in each part of the message. */
export async function sendPlantedReply(
  texts: PlantedTexts,
  { smtp }: ReadyReport['mail'],
  { from, to, messageId }: { readonly from: string; readonly to: string; readonly messageId: string },
): Promise<void> {
  const transport = createTransport({ ...smtp, ignoreTLS: true });
  const text = `Gladly. ${plant(texts, 'text of the reply')}`;
  await transport.sendMail({
    to,
    inReplyTo: messageId,
    references: messageId,
    from: { name: plant(texts, 'name of the sender'), address: from },
    messageId: `<${plant(texts, 'message id of the reply')}@mail.example>`,
    subject: `Re: ${plant(texts, 'subject of the reply')}`,
    text: `${text}\n\n> ${plant(texts, 'quotation in the reply')}\n`,
    html: `<p>${text}</p><p>${plant(texts, 'HTML of the reply')}</p>`,
    attachments: [{ filename: `${plant(texts, 'name of the attachment')}.pdf`, content: 'none' }],
  });
  transport.close();
}
