import { expect, inject, test } from 'vitest';
import * as z from 'zod/mini';
import { addQuietAccount, always, uniqueEmail, waitForEnrolment } from '../api/support/seed.ts';
import { connectAgent } from '../support/agent.ts';
import { newWorkspace } from '../support/stack.ts';

const AuditLog = z.object({
  data: z.array(
    z.object({
      operation: z.string(),
      actor: z.object({ type: z.string(), name: z.nullable(z.string()) }),
    }),
  ),
});

test('an agent imports contacts, plans a campaign, and starts it only with the numbers of its dry run', async () => {
  const { baseUrl } = inject('stack');
  const { workspaceId, apiKey, readOnlyApiKey } = await newWorkspace();
  const accountId = await addQuietAccount(workspaceId);
  const { client, use } = await connectAgent(`${baseUrl}/mcp`, apiKey);
  const reader = await connectAgent(`${baseUrl}/mcp`, readOnlyApiKey);
  const [all, reads] = [await client.listTools(), await reader.client.listTools()];
  expect(reads.tools.length).toBeGreaterThan(10);
  expect(reads.tools.length).toBeLessThan(all.tools.length);

  const csv = `email,First name\n${uniqueEmail()},Ada\n${uniqueEmail()},Grace\n`;
  const imported = await use('import_contacts', { csv, options: { tags: ['lead'] }, idempotencyKey: 'i' });
  expect(imported.body).toMatchObject({ status: 'completed', created: 2 });
  const found = await use('find_contacts', { tag: 'lead' });
  const contactIds = found.body.data.map(({ id }: { readonly id: string }) => id);

  const draft = await use('create_campaign', {
    name: 'Hello',
    emailAccountIds: [accountId],
    contactIds,
    schedule: always,
    steps: [
      { businessDaysOnly: false, variants: [{ subject: 'Hi {{firstName}}', bodyText: 'Good day.' }] },
      {
        businessDaysOnly: false,
        delay: { value: 1, unit: 'days' },
        variants: [{ bodyText: 'Did you see my mail?' }],
      },
    ],
    idempotencyKey: 'c',
  });
  const { id } = draft.body;
  await waitForEnrolment(workspaceId, id);
  const preview = await use('preview_email', { id, contactId: contactIds[0] });
  expect(preview.body.subject).toMatch(/^Hi (Ada|Grace)$/);
  const dryRun = await use('dry_run_campaign', { id });
  expect(dryRun.body.plan).toMatchObject({ totalMails: 4, counts: { contacts: 2 } });

  const refused = await use('start_campaign', { id, idempotencyKey: 's' });
  expect(refused).toMatchObject({ isError: true, body: { error: { code: 'CONFIRMATION_REQUIRED' } } });
  expect(refused.body.confirm).toContain('emails 4, contacts 2');
  const wrong = await use('start_campaign', { id, confirm: 'emails 4', idempotencyKey: 's' });
  expect(wrong).toMatchObject({ isError: true, body: { confirm: refused.body.confirm } });
  expect((await use('get_campaign', { id })).body.status).toBe('draft');

  const { confirm } = refused.body;
  const started = await use('start_campaign', { id, confirm, idempotencyKey: 's' });
  expect(started).toMatchObject({ isError: false, body: { status: 'active' } });
  const repeated = await use('start_campaign', { id, confirm, idempotencyKey: 's' });
  expect(repeated.body).toEqual(started.body);
  expect((await reader.use('get_campaign_statistics', { id })).body).toMatchObject({ campaignId: id });

  const response = await fetch(`${baseUrl}/audit-log`, { headers: { Authorization: `Bearer ${apiKey}` } });
  const { data } = AuditLog.parse(await response.json());
  const ofKey = data.filter(({ actor }) => actor.type === 'api_key');
  expect(ofKey.map(({ operation, actor }) => `${actor.name}: ${operation}`).toReversed()).toEqual([
    'test: POST /contacts/import',
    'test: POST /campaigns',
    'test: POST /campaigns/{id}/start',
  ]);
});
