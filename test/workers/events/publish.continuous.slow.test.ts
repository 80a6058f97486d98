import { beforeAll, expect, test } from 'vitest';
import { enrolInContinuousCampaigns } from '#lib/campaigns/enrolment/continuous-enrolment.ts';
import { addContact, addQuietAccount, draftCampaign, startCampaign } from '../../api/support/seed.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { useOwnResources } from '../support/own-resources.ts';

beforeAll(() => useOwnResources());

test('many continuous campaigns enrol a contact concurrently, so that events of others wait only briefly', async () => {
  const { workspaceId } = await newWorkspace();
  const emailAccountIds = [await addQuietAccount(workspaceId)];
  const campaigns = Array.from({ length: 30 }, async () => {
    const settings = { emailAccountIds, continuous: true, audience: { tags: ['x'] } };
    await startCampaign(workspaceId, (await draftCampaign(workspaceId, settings)).id);
  });
  await Promise.all(campaigns);
  const contactId = await addContact(workspaceId, { tags: ['x'] });
  const { table, ...services } = connected();
  let pending = 0;
  let most = 0;
  const transact: typeof table.transact = async (...input) => {
    most = Math.max(most, ++pending);
    await table.transact(...input).finally(() => pending--);
  };
  const observed = { ...services, table: { ...table, transact } };

  // The list of active campaigns is eventually consistent, and cached for two seconds.
  await expect
    .poll(async () => (await enrolInContinuousCampaigns(observed, workspaceId, [contactId])).length, {
      timeout: 20_000,
    })
    .toBe(30);
  expect(most).toBeGreaterThan(20);
});
