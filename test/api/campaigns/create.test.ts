import { beforeAll, describe, expect, test } from 'vitest';
import { contactKey } from '#lib/contacts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { handler as create } from '../../../functions/campaigns/create.ts';
import { handler as get } from '../../../functions/campaigns/get.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount, addContact, addContacts, oneStep, waitForEnrolment } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: Record<string, unknown>) =>
  call(create, {
    method: 'POST',
    path: '/campaigns',
    apiKey: workspace.apiKey,
    body: { name: 'Spring', ...body },
  });
const withVariant = (variant: Record<string, unknown>) => [
  { variants: [{ subject: 'Hello', bodyText: 'Good day.', ...variant }] },
];

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a campaign needs a name only, begins as a draft and can be read at its Location', async () => {
    const created = await post({});
    const { enrolment, ...campaign } = created.body;
    const { id } = campaign;

    expect(created).toMatchObject({ status: 201, headers: { location: `/campaigns/${id}` } });
    expect(enrolment).toEqual({ enrolled: 0, notEnrolled: [] });
    expect(campaign).toMatchObject({ status: 'draft', steps: [], startedAt: null, stats: { contacts: 0 } });
    expect(
      await call(get, { method: 'GET', path: `/campaigns/${id}`, params: { id }, apiKey: workspace.apiKey }),
    ).toMatchObject({ status: 200, body: campaign });
  });

  test('every contact given is enrolled once, those that may not be mailed are named', async () => {
    const { workspaceId } = workspace;
    const { table } = connected();
    const contactIds = await addContacts(workspaceId, 95);
    const suppressed = await addContact(workspaceId);
    await table.update({ update: contactKey(workspaceId, suppressed), set: { status: 'unsubscribed' } });
    const { body } = await post({ steps: oneStep, contactIds: [...contactIds, suppressed] });

    expect(body.enrolment).toEqual({
      enrolled: 95,
      notEnrolled: [{ contactId: suppressed, reason: 'suppressed' }],
    });
    expect(body.stats).toMatchObject({ contacts: 95, pending: 95 });
    await waitForEnrolment(workspaceId, body.id);
    const executions = await Promise.all(
      contactIds.map((contactId) => findExecution(table, workspaceId, contactId, body.id)),
    );
    expect(executions.map((execution) => execution?.status)).toEqual(Array(95).fill('pending'));
    expect(await findExecution(table, workspaceId, suppressed, body.id)).toBeUndefined();
  });
});

describe('rejects', () => {
  test('accounts and contacts that do not exist here, each by its place', async () => {
    const stranger = await newWorkspace();
    const [contactId, accountId, foreignContact, foreignAccount] = await Promise.all([
      addContact(workspace.workspaceId),
      addAccount(workspace.workspaceId),
      addContact(stranger.workspaceId),
      addAccount(stranger.workspaceId),
    ]);
    const reply = await post({
      steps: oneStep,
      contactIds: [contactId, foreignContact, unknownId(contactId)],
      emailAccountIds: [foreignAccount, accountId],
    });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['emailAccountIds[0]', 'contactIds[1]', 'contactIds[2]']);
    // What exists elsewhere reads like what exists nowhere.
    expect(new Set(reply.body.error.details.map(({ message }: { message: string }) => message)).size).toBe(1);
  });

  test('contacts without a step to send them', async () => {
    expect(pathsOf(await post({ contactIds: [await addContact(workspace.workspaceId)] }))).toEqual([
      'contactIds',
    ]);
  });

  const contact = 'con_01JT5P6ZVW3M8Q4Y7N2C9R5XB1';
  const wrong: [string, Record<string, unknown>, string][] = [
    ['no name', { name: '' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a repeated contact', { contactIds: [contact, contact] }, 'contactIds'],
    ['1001 contacts', { contactIds: Array(1001).fill(contact) }, 'contactIds'],
    ['an id of another kind', { contactIds: ['cmp_01JT5P6ZVW3M8Q4Y7N2C9R5XB1'] }, 'contactIds[0]'],
    ['a variant without a body', { steps: withVariant({ bodyText: null }) }, 'steps[0].variants[0]'],
    ['a variant without a subject', { steps: withVariant({ subject: ' ' }) }, 'steps[0].variants[0].subject'],
    [
      'a body of 100,001 characters',
      { steps: withVariant({ bodyText: 'x'.repeat(100_001) }) },
      'steps[0].variants[0].bodyText',
    ],
    [
      'an unknown field',
      { steps: withVariant({ subject: 'Hi {{nickname}}' }) },
      'steps[0].variants[0].subject',
    ],
    [
      'an expression',
      { steps: withVariant({ bodyHtml: '<p>{{ 7 * 7 }}</p>' }) },
      'steps[0].variants[0].bodyHtml',
    ],
    ['a step of a kind that does not exist', { steps: [{ ...oneStep[0], type: 'call' }] }, 'steps[0].type'],
  ];

  test.each(wrong)('%s, by name', async (_, fields, path) => {
    const reply = await post(fields);

    expect(reply.status).toBe(422);
    expect(new Set(pathsOf(reply))).toEqual(new Set([path]));
  });
});
