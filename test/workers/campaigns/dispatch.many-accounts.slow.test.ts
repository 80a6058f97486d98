import { beforeAll, expect, test } from 'vitest';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { connected } from '../../support/stack.ts';
import { runCampaign } from '../support/campaign.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';

/** The API limit of accounts for one campaign. */
const accountsMax = 100;
const workspaceId = newId('wsp', Date.now());

beforeAll(() => useOwnResources());

test('a campaign with the maximum number of accounts gets a slot on each of them', async () => {
  const people = Array.from({ length: accountsMax }, () => ({}));
  const { campaign, accountIds } = await runCampaign(workspaceId, { contacts: people, accounts: people });

  expect(await consume(dispatch, [{ workspaceId, campaignId: campaign.id }])).toEqual([]);
  const accounts = await Promise.all(accountIds.map((id) => findAccount(connected().table, workspaceId, id)));
  expect(accounts.map((account) => account?.slotsToday)).toEqual(accountIds.map(() => 1));
});
