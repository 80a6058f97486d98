import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { createEmailLinks } from '#lib/links/links.ts';
import { readToken, recipientDigest } from '#lib/links/token.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { addCompany } from '../../api/support/seed.ts';
import { composed, draftWith } from '../../support/draft.ts';
import { connected } from '../../support/stack.ts';
import { sampleEmailIds } from '../../support/workspace-keys.ts';
import { readExecution } from '../support/campaign.ts';
import { consume } from '../support/invoke.ts';
import { useMailServer } from '../support/mail-server.ts';
import { runOne, step, workspaceId } from '../support/one-mail.ts';

const mail = await useMailServer();

describe('an email of a campaign', () => {
  test('contains the values of its contact, company and account, and the account’s signature', async () => {
    const companyId = await addCompany(workspaceId, { name: 'Ship & Co' });
    const { call } = await runOne(mail, {
      contacts: [{ firstName: 'Zoë', companyId }],
      campaign: step({
        subject: '{{firstName}}, {{companyName}}',
        bodyHtml: '<p>{Hi|Hi} {{contact.first_name}} of {{company.name}}, by {{sender.name}}</p>',
        bodyText: null,
      }),
    });
    const settings = { replyTo: 'desk@example.org', signatureHtml: '<b>Sam</b>', fromName: 'Sam' };
    await connected().table.update({ update: settingsKey(workspaceId, call.accountId), set: settings });
    await consume(send, [call]);
    const parsed = await PostalMime.parse(mail.received.at(-1)?.raw ?? '');

    expect(parsed).toMatchObject({
      subject: 'Zoë, Ship & Co',
      replyTo: [{ address: 'desk@example.org' }],
      from: { name: 'Sam' },
    });
    expect(parsed.html).toContain('<p>Hi Zoë of Ship &#38; Co, by Sam</p><div><br><b>Sam</b></div>');
    expect(parsed.text).toContain('Hi Zoë of Ship & Co, by Sam\n\nSam');
  });

  test('that would be too large is not sent, and its execution states the reason', async () => {
    const received = mail.received.length;
    const { call } = await runOne(mail, {
      contacts: [{ customFields: { long: 'x'.repeat(1000) } }],
      campaign: step({ bodyText: '{{custom.long}}'.repeat(300) }),
    });
    await consume(send, [call]);

    expect(await readExecution(call)).toMatchObject({ status: 'failed', reason: 'mail_too_large' });
    expect(mail.received).toHaveLength(received);
  });
});

test('the links in an email are valid only for its workspace', async () => {
  const signer = kmsTokenSigner();
  const of = { ...sampleEmailIds(), workspaceId };
  const links = await createEmailLinks(signer, 'https://t.example', of, 'Ada@Example.com');
  const variant = { bodyHtml: '<a href="https://e.example/?a=1&amp;b=2">x</a>' };
  const { html = '' } = await PostalMime.parse((await composed(draftWith({ variant, links }))).raw);
  const tokens = [...html.matchAll(/https:\/\/t\.example\/(t\/c|t\/o|u)\/([\w-]+)/g)];

  expect(
    await Promise.all(
      tokens.map(([, path, token = '']) => readToken(signer, token).then((read) => [path, read])),
    ),
  ).toEqual([
    ['t/c', { ...of, kind: 'click', index: 0, target: 'https://e.example/?a=1&b=2' }],
    [
      'u',
      {
        ...of,
        kind: 'unsubscribe',
        recipient: await recipientDigest(signer, workspaceId, 'ada@example.com'),
      },
    ],
    ['t/o', { ...of, kind: 'open' }],
  ]);
  const otherLinks = await createEmailLinks(signer, '', sampleEmailIds(), 'ada@example.com');
  const forged = Buffer.from(otherLinks.openUrl.slice('/t/o/'.length), 'base64url');
  Buffer.from(tokens[2]?.[2] ?? '', 'base64url').copy(forged, 0, 0, 20);
  expect(await readToken(signer, forged.toString('base64url'))).toBeUndefined();
});
