import { expect } from 'vitest';
import * as z from 'zod/mini';
import { Answer } from '#lib/replies/answers/answer.ts';
import { pageOf } from '#lib/values/schemas.ts';
import { listEmails } from '../../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { plant, sendPlantedReply } from './planted-person.ts';
import type { SteeredCampaign } from './steered-campaign.ts';

/** An earlier release lacks fields of the present one. */
const AnyReply = z.looseObject({ id: z.string() });

/**
 * @param readIntervalMs time after which the workers read an inbox
 * @returns the reply, which is answered in its thread
 */
export async function replyAndAnswer(
  { journey, person, texts, advance }: SteeredCampaign,
  readIntervalMs: number,
): Promise<string> {
  const { api, report } = journey;
  const { mail } = report;
  const [first] = await listEmails(mail.webUrl, { to: person.email });
  const messageId = await headerOf(mail.webUrl, first?.id, 'Message-ID');
  await sendPlantedReply(texts, mail, { from: person.email, to: first?.from ?? '', messageId });
  const replies = async () => (await api.get(pageOf(AnyReply), '/replies')).data;
  await waitUntil('the reply', async () => {
    await advance(readIntervalMs);

    return (await replies()).length === 1;
  });
  const replyId = (await replies())[0]?.id ?? '';
  const text = `Monday at ten? ${plant(texts, 'text of the answer')}`;
  await api.post(Answer, `/replies/${replyId}/answer`, { text });
  await waitUntil('the answer', async () => {
    await advance(1000);

    return (await listEmails(mail.webUrl, { to: person.email })).length === 2;
  });
  const [answer] = await listEmails(mail.webUrl, { to: person.email });
  const inReplyTo = await headerOf(mail.webUrl, answer?.id, 'In-Reply-To');
  expect(inReplyTo).toBe(`<${texts.get('message id of the reply')}@mail.example>`);
  expect(await headerOf(mail.webUrl, answer?.id, 'References')).toContain(messageId);

  return replyId;
}

async function headerOf(webUrl: string, id: number | undefined, name: string): Promise<string> {
  const raw = (await (await fetch(`${webUrl}/api/messages/${id}/raw`)).text()).replaceAll(/\r?\n[ \t]/g, ' ');

  return new RegExp(`^${name}: *(.*)$`, 'im').exec(raw)?.[1]?.trim() ?? 'none';
}
