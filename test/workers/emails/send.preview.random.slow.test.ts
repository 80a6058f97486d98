import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { composePreview } from '#lib/campaigns/preview/compose-preview.ts';
import { previewEmail } from '#lib/campaigns/preview/preview.ts';
import { PreviewRequest } from '#lib/campaigns/preview/schemas.ts';
import { readPreviewTarget } from '#lib/campaigns/preview/target.ts';
import { settingsKey } from '#lib/email-accounts/items.ts';
import { cleanSignature } from '#lib/email-accounts/signature.ts';
import { linksBaseUrl } from '#lib/runtime/config.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { readExecution, runCampaign } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy, sendingWith } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

/** Each case is a campaign with its own templates, contact and account. `PREVIEW_CASES` overrides the number. */
const cases = Number(process.env['PREVIEW_CASES'] ?? (isWholeTier ? 200 : 25));

let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});

/** Without marks of the template language, because a stray one is an error or has another meaning. */
const plain = (text: string) => text.replaceAll(/[{}\\|]/g, ' ');
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.lorem({ maxCount: 30 }),
    fc.constantFrom(
      '.',
      '..\r\n.',
      '\n.\n',
      ' trailing \n',
      'From here',
      'línea\r\nЖ 漢字 👩‍👩‍👧',
      '='.repeat(80),
      'x'.repeat(1200),
    ),
  )
  .map((text) => plain(text.toWellFormed()));
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }).map((text) => `n${text.trim()}`);

/** The first ones have a value for every contact. */
const field = fc.constantFrom(
  ...['{{firstName}}', '{{contact.first_name}}', '{{email}}', '{{custom.plan}}', '{{company.name}}'],
  ...['{{sender.name}}', '{{sender.email}}', '{{unsubscribeUrl}}'],
  ...['{{city | default: "x"}}', '{{ lastName|default: “Ø” }}', '{{jobTitle | default: ""}}'],
);
const fieldOfSubject = field.filter((text) => !text.includes('unsubscribe'));
const choice = (part: fc.Arbitrary<string>) =>
  fc.array(part, { minLength: 2, maxLength: 4 }).map((options) => `{x${options.join('|')}}`);
const link = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }).map(plain),
  fc.constantFrom(
    'mailto:ann@example.com',
    'https://acme.example/{a|b}?p={{custom.plan}}',
    '{{unsubscribeUrl}}',
  ),
);
const element = fc.oneof(
  fc.tuple(link, words).map(([url, text]) => `<a href="${url.replaceAll('"', '%22')}">${text}</a>`),
  words.map((text) => `<p style="margin:0">${text}</p>`),
  words.map((text) => `<!-- ${text} --><br>`),
  fc.constant('<img src="https://acme.example/logo.png" alt="Logo">'),
  fc.constant('</body></html>'),
);
const textBody = fc
  .array(fc.oneof(words, field, choice(fc.oneof(words, field))), { minLength: 1, maxLength: 8 })
  .map((parts) => `T${parts.join(' ')}`);
const htmlBody = fc
  .array(fc.oneof(words, field, element, choice(fc.oneof(words, field, element))), {
    minLength: 1,
    maxLength: 10,
  })
  .map((parts) => `<div>${parts.join('\n')}</div>`);
const subject = fc
  .array(fc.oneof(words, fieldOfSubject, choice(fieldOfSubject)), { minLength: 1, maxLength: 3 })
  .map((parts) => `S ${parts.join(' ')}`)
  .filter((text) => text.trim().length <= 255);

const variant = fc
  .record({
    subject,
    bodyHtml: fc.option(htmlBody),
    bodyText: fc.option(textBody),
    weight: fc.nat({ max: 100 }),
  })
  .map((texts) =>
    texts.bodyHtml === null && texts.bodyText === null ? { ...texts, bodyText: 'Hi' } : texts,
  );
const variants = fc.array(variant, { minLength: 1, maxLength: 3 });

const emailCase = fc.record({
  first: variants,
  /** Undefined for a campaign with one email. */
  followUp: fc.option(fc.record({ variants, thread: fc.constantFrom('reply', 'new') }), { nil: undefined }),
  settings: fc.record({
    trackOpens: fc.boolean(),
    trackClicks: fc.boolean(),
    plainTextOnly: fc.boolean(),
    unsubscribe: fc.record({
      header: fc.boolean(),
      link: fc.boolean(),
      text: fc.option(fc.string({ unit: 'grapheme', maxLength: 50 })),
    }),
  }),
  contact: fc.record(
    {
      firstName: name,
      companyName: name,
      customFields: fc.record({ plan: name }),
      lastName: name,
      city: name,
      jobTitle: name,
    },
    { requiredKeys: ['firstName', 'companyName', 'customFields'] },
  ),
  account: fc.record({
    fromName: fc.option(name),
    replyTo: fc.option(fc.constant('replies@example.org')),
    signatureHtml: fc.option(htmlBody.map((html) => cleanSignature(plain(html)))),
  }),
});
type EmailCase = typeof emailCase extends fc.Arbitrary<infer Value> ? Value : never;

const services = () => ({ ...sendingWith(() => ({})), linksBaseUrl: linksBaseUrl() });

/** The Message-ID is the same too, because it is derived from the execution and the step. */
const withoutDate = (raw: Buffer) => raw.toString('latin1').replace(/^Date: .*\r\n/m, '');

async function start({ first, followUp, settings, contact, account }: EmailCase) {
  const workspaceId = newId('wsp', Date.now());
  const steps = [
    { businessDaysOnly: false, variants: first },
    ...(followUp ? [{ ...followUp, businessDaysOnly: false, delay: { value: 0, unit: 'days' } }] : []),
  ];
  const running = await runCampaign(workspaceId, {
    contacts: [{ ...contact, email: uniqueEmail() }],
    accounts: [sendingBy(mail)],
    campaign: { ...settings, steps },
  });
  const [accountId = ''] = running.accountIds;
  await connected().table.update({ update: settingsKey(workspaceId, accountId), set: account });
  const [call] = running.calls;
  if (!call) throw new Error('the campaign has no contact');

  return { workspaceId, call, stepCount: steps.length };
}

test(`the previews of ${cases} random campaigns have the bytes that the mail server receives, except for the date`, async () => {
  await fc.assert(
    fc.asyncProperty(emailCase, async (input) => {
      setClock(monday);
      mail.received.length = 0;
      const { workspaceId, call, stepCount } = await start(input);
      const { contactId, campaignId } = call;
      const previews = [];
      for (let stepIndex = 0; stepIndex < stepCount; stepIndex++) {
        const request = PreviewRequest.parse({ contactId, stepIndex });
        const target = await readPreviewTarget(services(), workspaceId, campaignId, request);
        const { raw } = await composePreview(services(), workspaceId, target);
        const shown = await previewEmail(services(), workspaceId, campaignId, request);
        previews.push({ raw, shown: shown.result });
      }
      await consume(send, [call]);
      if (stepCount > 1) {
        setClock((await readExecution(call)).dueAt + 60_000);
        await consume(send, [call]);
      }

      expect(mail.received.map(({ bytes }) => withoutDate(bytes))).toEqual(
        previews.map(({ raw }) => withoutDate(raw)),
      );
      expect(mail.received.map(({ bytes }) => bytes.length)).toEqual(
        previews.map(({ shown }) => shown.sizeBytes),
      );
    }),
    { numRuns: cases },
  );
}, 3_600_000);
