import { beforeAll, describe, expect, test } from 'vitest';
import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as preview } from '../../../functions/campaigns/preview.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addCompany, addContact, addQuietAccount, uniqueEmail } from '../support/seed.ts';

let workspace: Workspace;
let accountId: string;
let contactId: string;
let campaign: Campaign;

const steps = [
  {
    variants: [
      {
        subject: 'Hello {{firstName}}',
        bodyHtml: '<p>Hi {{firstName}}, see <a href="https://acme.example/a">this</a></p>',
      },
    ],
  },
  { variants: [{ bodyText: 'Did you read this, {{firstName | default: "friend"}}?' }] },
];

async function previewOf(body: Record<string, unknown>, { id } = campaign) {
  const path = `/campaigns/${id}/preview`;

  return call(preview, { method: 'POST', path, params: { id }, apiKey: workspace.apiKey, body });
}
const headerOf = ({ headers }: { headers: { name: string; value: string }[] }, name: string) =>
  headers.find((header) => header.name === name)?.value;

beforeAll(async () => {
  workspace = await newWorkspace();
  accountId = await addQuietAccount(workspace.workspaceId);
  const companyId = await addCompany(workspace.workspaceId, { name: 'Acme & Co' });
  contactId = await addContact(workspace.workspaceId, { firstName: 'Zoë', companyId });
  const setup = { steps, emailAccountIds: [accountId], contactIds: [contactId], trackOpens: false };
  campaign = await addCampaign(workspace.workspaceId, setup);
});

describe('an email for a contact of the campaign', () => {
  test('has the rendered texts, the headers and the variables', async () => {
    const { status, body } = await previewOf({ contactId });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      stepIndex: 0,
      stepId: campaign.steps[0]?.id,
      variantIndex: 0,
      emailAccountId: accountId,
      variantId: campaign.steps[0]?.variants[0]?.id,
      subject: 'Hello Zoë',
      variables: [{ name: 'firstName', value: 'Zoë', isMissing: false }],
      warnings: [],
    });
    expect(body.html).toMatch(/^<p>Hi Zoë, see <a href="https?:.*\/t\/c\/.*">this<\/a><\/p>/);
    expect(body.text).toMatch(/^Hi Zoë, see this \(https:\/\/acme.example\/a\)/);
    expect(headerOf(body, 'List-Unsubscribe')).toMatch(/^<https?:.*\/u\/.*>$/);
    expect(headerOf(body, 'Subject')).toBe('=?UTF-8?Q?Hello_Zo=C3=AB?=');
    expect(body.sizeBytes).toBeGreaterThan(1000);
  });

  test('replies in the thread of the first email', async () => {
    const { body } = await previewOf({ contactId, stepIndex: 1 });
    const first = await previewOf({ contactId });

    expect(body).toMatchObject({ subject: 'Re: Hello Zoë', html: null });
    expect(body.text).toMatch(/^Did you read this, Zoë\?/);
    expect(headerOf(body, 'In-Reply-To')).toBe(headerOf(first.body, 'Message-ID'));
  });

  test('is the same in each preview', async () => {
    const variants = [{ subject: '{a|b|c|d}{a|b|c|d}{a|b|c|d}', bodyText: '{1|2|3|4}{1|2|3|4}' }];
    const [one, other] = await Promise.all([1, 2].map(() => previewOf({ contactId, steps: [{ variants }] })));
    const { headers: _, ...rest } = one?.body ?? {};

    expect(other?.body).toMatchObject(rest);
  });
});

describe('unsaved steps', () => {
  test('are composed for a sample contact with a company', async () => {
    const contact = { email: uniqueEmail(), firstName: 'Ann', company: { name: 'Acme & Co' } };
    const variants = [
      { subject: 'Hi', bodyHtml: '<p>{{company.name}} {{custom.plan}}</p>', enabled: false },
      { subject: 'Hello {{firstName}}', bodyHtml: '<p>{{company.name}}</p>' },
    ];
    const { status, body } = await previewOf({ contact, steps: [{ variants }] });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      stepId: null,
      variantId: null,
      variantIndex: 1,
      subject: 'Hello Ann',
      to: contact.email,
      html: expect.stringContaining('<p>Acme &#38; Co</p>'),
    });
  });

  test('show a variable without a value as it is written, with a warning', async () => {
    const bodyText = 'Your plan: {{custom.plan}}, {{lastName | default: "friend"}}';
    const variants = [{ subject: 'Hi {{ last_name }}', bodyText }];
    const { body } = await previewOf({ contactId, steps: [{ variants }] });

    expect(body).toMatchObject({
      subject: 'Hi {{ last_name }}',
      text: expect.stringContaining('Your plan: {{custom.plan}}, friend'),
      variables: [
        { name: 'lastName', value: null, isMissing: true },
        { name: 'custom.plan', value: null, isMissing: true },
      ],
      warnings: [
        { code: 'missing_variables', message: 'The contact has no value for lastName, custom.plan.' },
      ],
    });
  });

  test.each([
    ['no_unsubscribe', { bodyText: 'Good day.' }, { header: false, link: false }],
    ['empty_subject', { subject: ' ', bodyText: 'Good day.' }],
    ['subject_in_capitals', { subject: 'BUY THIS TODAY!', bodyText: 'Good day.' }],
    ['many_links', { bodyHtml: `${'<a href="https://e.example">x</a>'.repeat(6)}` }],
    ['insecure_links', { bodyHtml: '<a href="http://e.example">x</a>' }],
    ['placeholder_text', { bodyHtml: '<p>We sell [your <b>product</b>]</p>' }],
    ['placeholder_text', { subject: 'A question about [topic]', bodyText: 'Good day.' }],
    ['invalid_links', { bodyHtml: '<a href="https://{{custom.site}}">x</a> <a href="#x">y</a>' }],
    ['invalid_links', { bodyText: 'See https://{{custom.site}}/a, or https://e.example.' }],
    ['image_heavy', { bodyHtml: '<img src="https://e.example/a.png"><p>Buy</p>' }],
    ['clipped', { bodyHtml: `<p>${'x'.repeat(99_000)}${'{{custom.long}}'.repeat(8)}</p>`, bodyText: 'x' }],
  ])('cause the warning %s', async (code, variant, unsubscribe?: Record<string, unknown>) => {
    const { id } = unsubscribe
      ? await addCampaign(workspace.workspaceId, { emailAccountIds: [accountId], unsubscribe })
      : campaign;
    const contact = { email: uniqueEmail(), customFields: { long: 'y'.repeat(900), site: 'Acme Inc' } };
    const variants = [{ subject: 'Hello', ...variant }];
    const { body } = await previewOf({ contact, steps: [{ variants }] }, { ...campaign, id });

    expect(body.warnings.map((warning: { code: string }) => warning.code)).toEqual([code]);
  });
});

test.each([
  [true, 2500, ['image_heavy']],
  [true, 3200, []],
  [false, 100, []],
])('the image for opens (%s) counts as an image in %i bytes of text', async (trackOpens, length, codes) => {
  const { id } = await addCampaign(workspace.workspaceId, { emailAccountIds: [accountId], trackOpens });
  const variants = [{ subject: 'Hello', bodyHtml: `<p>${'x'.repeat(length)}</p>` }];
  const { body } = await previewOf({ contactId, steps: [{ variants }] }, { ...campaign, id });

  expect(body.html.includes('/t/o/')).toBe(trackOpens);
  expect(body.warnings.map((warning: { code: string }) => warning.code)).toEqual(codes);
});

test('a reply shows that its own subject is not used, unless it is empty', async () => {
  const reply = (subject: string) => [
    steps[0],
    { thread: 'reply', variants: [{ subject, bodyText: 'Did you read this?' }] },
  ];
  const previewOfReply = async (subject: string) =>
    (await previewOf({ contactId, stepIndex: 1, steps: reply(subject) })).body;

  expect(await previewOfReply('Another subject')).toMatchObject({
    subject: 'Re: Hello Zoë',
    warnings: [
      {
        code: 'unused_subject',
        message:
          'The email replies with the subject of its conversation. Set thread to "new" to use its own.',
      },
    ],
  });
  expect(await previewOfReply('')).toMatchObject({ subject: 'Re: Hello Zoë', warnings: [] });
});

describe('rejects', () => {
  test.each([
    ['neither a contact nor a sample', {}, 'contactId'],
    ['an unknown contact', { contactId: newId('con', Date.now()) }, 'contactId'],
    ['a step that does not exist', { stepIndex: 2 }, 'stepIndex'],
    ['a variant that does not exist', { variantIndex: 1 }, 'variantIndex'],
    ['an unknown account', { emailAccountId: newId('acc', Date.now()) }, 'emailAccountId'],
    [
      'a malformed template',
      { steps: [{ variants: [{ bodyText: '{{oops}}' }] }] },
      'steps[0].variants[0].bodyText',
    ],
  ])('%s', async (_, fields, path) => {
    const { status, body } = await previewOf(path === 'contactId' ? fields : { contactId, ...fields });

    expect(status).toBe(422);
    expect(body.error.details).toMatchObject([{ path }]);
  });
});

test('a campaign without an account has a placeholder as its sender, unless the request names an account', async () => {
  const empty = await addCampaign(workspace.workspaceId, { steps });
  const from = { email: 'you@example.com', name: 'Your name' };
  const { status, body } = await previewOf({ contactId }, empty);

  expect([status, body.emailAccountId, body.from, body.subject]).toEqual([200, null, from, 'Hello Zoë']);
  expect(headerOf(body, 'From')).toBe('Your name <you@example.com>');
  const named = await previewOf({ contactId, emailAccountId: accountId }, empty);
  expect([named.status, named.body.emailAccountId]).toEqual([200, accountId]);
});
