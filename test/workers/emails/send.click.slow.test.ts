import { describe, expect, test } from 'vitest';
import { sendEmail } from '#lib/emails/send.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { visit } from '../../api/support/links.ts';
import { readExecution } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith } from '../support/one-mail.ts';

const bodyHtml = '<p>See <a href="https://www.example.com/">this</a>.</p>';
const variants = [{ subject: 'Hello', bodyHtml }];
const steps = [{ variants }, { delay: { value: 1, unit: 'days' }, variants }];

const mail = await useMailServer(monday);

/** A contact that received the first email, with the tokens of its links, when the second email is due. */
async function runToSecond(campaign: Record<string, unknown>) {
  const { call } = await runOne(mail, { campaign: { steps, ...campaign } });
  await consume(send, [call]);
  setClock(monday + dayMs);
  const raw = String(mail.received[0]?.raw ?? '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll('=3D', '=');
  const token = (folder: string) => new RegExp(`${folder}/([\\w-]{100,})`).exec(raw)?.[1] ?? '';

  return { call, link: token('/t/c'), unsubscribing: token('/u') };
}

describe('a contact that clicks a link in a campaign with stopOnClick', () => {
  test('gets nothing more', async () => {
    const { call, link } = await runToSecond({ stopOnClick: true });
    expect((await visit(click, 'click', link)).headers['location']).toBe('https://www.example.com/');
    await consume(send, [call]);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status: 'stopped', sentCount: 1 });
  });

  test('gets no further email if the click occurs during the claim of the next email', async () => {
    const { call, link } = await runToSecond({ stopOnClick: true });
    let claims = 0;
    const services = sendingWith((table) => ({
      async transact(writes) {
        claims += 1;
        if (claims === 1) await visit(click, 'click', link);
        await table.transact(writes);
      },
    }));
    await sendEmail(services, call);

    expect(claims).toBeGreaterThan(0);
    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status: 'stopped', sentCount: 1 });
  });

  test('gets the next email after a bot’s click', async () => {
    const { call, link } = await runToSecond({ stopOnClick: true });
    await visit(click, 'click', link, { headers: { 'User-Agent': 'BarracudaCentral/1.0' } });
    await consume(send, [call]);

    expect(mail.received).toHaveLength(2);
  });
});

describe('a contact that unsubscribes', () => {
  const post = (token: string) => visit(unsubscribe, 'unsubscribe', token, { method: 'POST' });

  test('gets nothing more', async () => {
    const { call, unsubscribing } = await runToSecond({});
    expect((await post(unsubscribing)).status).toBe(200);
    await consume(send, [call]);

    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status: 'unsubscribed' });
  });

  test('gets no further email if the unsubscribe occurs during the claim of the next email', async () => {
    const { call, unsubscribing } = await runToSecond({});
    let claims = 0;
    const services = sendingWith((table) => ({
      async transact(writes) {
        claims += 1;
        if (claims === 1) await post(unsubscribing);
        await table.transact(writes);
      },
    }));
    await sendEmail(services, call);

    expect(claims).toBeGreaterThan(0);
    expect(mail.received).toHaveLength(1);
    expect(await readExecution(call)).toMatchObject({ status: 'unsubscribed' });
  });
});
