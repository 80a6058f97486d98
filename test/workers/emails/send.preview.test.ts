import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findCampaignItem } from '#lib/campaigns/dispatch/running.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { prepareEmail } from '#lib/emails/prepare.ts';
import { composePreview } from '#lib/emails/preview/compose-preview.ts';
import { PreviewRequest } from '#lib/emails/preview/schemas.ts';
import { readPreviewTarget } from '#lib/emails/preview/target.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { linksBaseUrl } from '#lib/runtime/config.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { isWholeTier } from '../../support/tier.ts';
import { editPaused, readExecution } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOne, sendingWith, step, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});

const services = () => ({ ...sendingWith(() => ({})), linksBaseUrl: linksBaseUrl() });

async function rawPreview(campaignId: string, request: Record<string, unknown>): Promise<string> {
  const parsed = PreviewRequest.parse(request);
  const target = await readPreviewTarget(services(), workspaceId, campaignId, parsed);

  return withoutDate((await composePreview(services(), workspaceId, target)).raw.toString());
}

/** The SMTP client sends every line break as CRLF and ends the message with one. */
const withoutDate = (raw: string) =>
  raw
    .replaceAll('\r\n', '\n')
    .replace(/^Date: .*\n/m, '')
    .trimEnd();

describe('a preview and the email that is sent', () => {
  test('are the same message except for the date, for a first email and its follow-up', async () => {
    const greeting = '{Hi|Hello|Good day} {{firstName}}';
    const page = '<p>{{firstName}} <a href="https://acme.example/{a|b}">see</a></p>';
    const variants = [1, 2, 3].map((number) => ({ subject: `${greeting} ${number}`, bodyHtml: page }));
    const steps = [
      { businessDaysOnly: false, variants },
      { businessDaysOnly: false, delay: { value: 0, unit: 'days' }, variants: [{ bodyText: greeting }] },
    ];
    const { call, campaign } = await runOne(mail, { contacts: [{ firstName: 'Zoë' }], campaign: { steps } });
    const { contactId } = call;
    const previews = [
      await rawPreview(campaign.id, { contactId }),
      await rawPreview(campaign.id, { contactId, stepIndex: 1 }),
    ];
    await consume(send, [call]);
    setClock((await readExecution(call)).dueAt + 60_000);
    await consume(send, [call]);

    expect(mail.received.map(({ raw }) => withoutDate(raw))).toEqual(previews);
  });

  test(`are the same message for ${isWholeTier ? 1000 : 40} random templates`, async () => {
    const { call, campaign } = await runOne(mail, {
      contacts: [{ firstName: 'Zoë', lastName: 'Ø', customFields: { plan: 'a&b <c>' } }],
      campaign: step({}),
    });
    const { contactId, accountId, campaignId } = call;
    const stepId = campaign.steps[0]?.id ?? '';
    const field = fc.constantFrom(
      '{{firstName}}',
      '{{custom.plan}}',
      '{{city | default: "x"}}',
      '{{unsubscribeUrl}}',
    );
    const link = fc.webUrl().map((url) => `<a href="${url}">${url}</a>`);
    const words = fc
      .string({ unit: 'grapheme', maxLength: 60 })
      .map((text) => text.replaceAll(/[{}\\|]/g, ' '));
    const choice = fc
      .array(words, { minLength: 2, maxLength: 4 })
      .map((options) => `{x${options.join('|')}}`);
    const body = fc
      .array(fc.oneof(field, link, words, choice), { minLength: 1, maxLength: 12 })
      .map((parts) => `<p>${parts.join(' ')}</p>`);
    const template = fc.record({
      subject: words.map((text) => `S ${text}`),
      bodyHtml: body,
      bodyText: fc.option(body),
    });

    await fc.assert(
      fc.asyncProperty(template, async (variant) => {
        const steps = [{ id: stepId, businessDaysOnly: false, variants: [variant] }];
        const preview = await rawPreview(campaignId, { contactId, steps });
        await editPaused(workspaceId, campaignId, { steps });
        const { table } = services();
        const [item, contact, account, execution] = await Promise.all([
          findCampaignItem(table, workspaceId, campaignId, { consistent: true }),
          findContact(table, workspaceId, contactId),
          findAccount(table, workspaceId, accountId),
          findExecution(table, workspaceId, contactId, campaignId),
        ]);
        if (!item || !contact || !account || !execution) throw new Error('the campaign has no recipient');
        const sendable = { campaign: item, contact, account, execution, stepId };
        const prepared = await prepareEmail(services(), workspaceId, sendable);
        if (prepared.kind !== 'prepared') throw new Error(`the email is ${prepared.kind}`);

        expect(withoutDate(prepared.raw.toString())).toBe(preview);
      }),
      { numRuns: isWholeTier ? 1000 : 40 },
    );
  }, 300_000);
});
