import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { NewContact } from '#lib/contacts/contact.ts';
import type { Contract } from '#lib/http/contract.ts';
import { withoutEmptyTexts } from '#lib/http/empty-texts.ts';
import { endpoints } from '#lib/operations.ts';
import { type Endpoint, guarded, subjectOf, writes } from '../support/subject.ts';

/** The optional fields of a request with the value that replaces an empty text. */
function replacedFields({ body, method }: Contract): Record<string, unknown> {
  if (!(body instanceof z.ZodMiniObject)) return {};
  const optional = Object.entries(body.shape).filter(([, field]) => z.safeParse(field, undefined).success);

  return Object.fromEntries(
    optional.map(([name]) => [
      name,
      Reflect.get(Object(withoutEmptyTexts(body, { [name]: '' }, method)), name),
    ]),
  );
}

const withReplaced = writes.filter(({ definition }) =>
  Object.values(replacedFields(definition)).some((value) => value !== ''),
);

describe.each(withReplaced)('$name', (endpoint: Endpoint) => {
  test('accepts an empty text in each optional field that has no value', async () => {
    const { send, valid, workspace } = await subjectOf(endpoint);
    const fields = Object.entries(replacedFields(endpoint.definition)).filter(([, value]) => value !== '');
    const empty = Object.fromEntries(fields.map(([name]) => [name, '']));
    const statuses = Object.keys(endpoint.definition.responses).map(Number);

    const { status, body } = await send(workspace.apiKey, { body: { ...empty, ...Object(valid.body) } });
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf(statuses) });
  });
});

const withQuery = guarded.filter(({ definition }) => definition.query instanceof z.ZodMiniObject);

describe.each(withQuery)('$name', (endpoint: Endpoint) => {
  test('treats a parameter without a value as absent, unless it identifies an object', async () => {
    const { send, valid, workspace } = await subjectOf(endpoint);
    const { query, responses } = endpoint.definition;
    const names = query instanceof z.ZodMiniObject ? Object.keys(query.shape) : [];
    const others = names.filter((name) => !['domain', 'email', 'externalId', 'value'].includes(name));
    const empty = Object.fromEntries(others.map((name) => [name, '']));

    const { status, body } = await send(workspace.apiKey, { query: { ...empty, ...valid.query } });
    expect({ status, body }).toMatchObject({ status: expect.toBeOneOf(Object.keys(responses).map(Number)) });
  });
});

test('optional fields in which an empty text keeps its meaning', () => {
  const kept = endpoints.flatMap(({ name, definition }) =>
    Object.entries(replacedFields(definition))
      .filter(([, value]) => value === '')
      .map(([field]) => `${name} ${field}`),
  );

  expect(kept).toMatchInlineSnapshot(`
    [
      "bulk-jobs.create filter",
      "campaigns.create description",
      "campaigns.create prioritizeNewContacts",
      "campaigns.create stopOnReply",
      "campaigns.create stopCompanyOnReply",
      "campaigns.create stopOnClick",
      "campaigns.create stopOnAutoReply",
      "campaigns.create honourOptOutReplies",
      "campaigns.create trackOpens",
      "campaigns.create trackClicks",
      "campaigns.create plainTextOnly",
      "campaigns.create allowReentry",
      "campaigns.create allowParallel",
      "campaigns.create continuous",
      "campaigns.update name",
      "campaigns.update description",
      "campaigns.update schedule",
      "campaigns.update prioritizeNewContacts",
      "campaigns.update stopOnReply",
      "campaigns.update stopCompanyOnReply",
      "campaigns.update stopOnClick",
      "campaigns.update stopOnAutoReply",
      "campaigns.update honourOptOutReplies",
      "campaigns.update autoReplyDelayDays",
      "campaigns.update trackOpens",
      "campaigns.update trackClicks",
      "campaigns.update plainTextOnly",
      "campaigns.update unsubscribe",
      "campaigns.update bouncePauseThreshold",
      "campaigns.update allowReentry",
      "campaigns.update allowParallel",
      "campaigns.update continuous",
      "campaigns.update addContactIds",
      "campaigns.update removeContactIds",
      "campaigns.start dryRun",
      "companies.update name",
      "contacts.update email",
      "contacts.update addCampaignIds",
      "contacts.update removeCampaignIds",
      "contacts.update continueCampaigns",
      "contacts.update status",
      "email-accounts.update dailyLimit",
      "email-accounts.update minGapSeconds",
      "email-accounts.update maxGapSeconds",
      "email-accounts.update rampUp",
      "email-accounts.update status",
      "email-accounts.update signatureHtml",
      "email-accounts.update timezone",
      "replies.update isRead",
      "replies.update isDone",
      "snippets.update name",
      "snippets.update text",
      "users.update role",
      "webhooks.create description",
      "webhooks.update url",
      "webhooks.update events",
      "webhooks.update description",
      "webhooks.update filters",
      "workspaces.update timezone",
    ]
  `);
});

test('an empty text in a nested object or list is treated in the same way', () => {
  const { body } = endpoints.find(({ name }) => name === 'campaigns.create')?.definition ?? {};
  const steps = [{ id: '', variants: [{ subject: '', bodyHtml: '', bodyText: 'Hi', weight: '' }] }];
  const given = { name: '', schedule: { startAt: '', timezone: '' }, steps };

  expect(body && withoutEmptyTexts(body, given, 'POST')).toEqual({
    name: '',
    schedule: { startAt: null },
    steps: [{ id: '', variants: [{ subject: '', bodyHtml: null, bodyText: 'Hi' }] }],
  });
});

test('an empty text in a filter or a boolean stays invalid, because the request would do more', () => {
  const bulk = endpoints.find(({ name }) => name === 'bulk-jobs.create')?.definition;
  const start = endpoints.find(({ name }) => name === 'campaigns.start')?.definition;
  const request = { action: 'delete', filter: { tag: '', search: '' } };

  expect(bulk?.body && withoutEmptyTexts(bulk.body, request, 'POST')).toEqual(request);
  expect(bulk?.body?.safeParse(request).success).toBe(false);
  expect(start?.body && withoutEmptyTexts(start.body, { dryRun: '' }, 'POST')).toEqual({ dryRun: '' });
});

test('hostile names and values pass unchanged to the checks', () => {
  const given = JSON.parse(
    '{"__proto__": "", "constructor": "", "unknown": "", "email": [""], "tags": {"a": ""}}',
  );

  expect(JSON.stringify(withoutEmptyTexts(NewContact, given, 'POST'))).toBe(JSON.stringify(given));
});
