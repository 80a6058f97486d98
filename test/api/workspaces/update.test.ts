import { beforeEach, expect, test } from 'vitest';
import { findAccountsWithoutAddress, findSender } from '#lib/email-accounts/email-accounts.ts';
import { handler as updateAccount } from '../../../functions/email-accounts/update.ts';
import { handler as getSettings } from '../../../functions/workspaces/get.ts';
import { handler as updateSettings } from '../../../functions/workspaces/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount } from '../support/seed.ts';
import { expectNothingWritten } from '../support/subject.ts';

const address = 'Analytical Engines Ltd\n12 Mill Lane, Cambridge';
let workspace: Workspace;

const patch = (body: unknown) =>
  call(updateSettings, { method: 'PATCH', path: '/workspace', apiKey: workspace.apiKey, body });
const addressOf = async (accountId: string) =>
  (await findSender(connected().table, workspace.workspaceId, accountId))?.postalAddress;

beforeEach(async () => {
  workspace = await newWorkspace();
});

test('sets and removes the postal address', async () => {
  const read = () => call(getSettings, { method: 'GET', path: '/workspace', apiKey: workspace.apiKey });
  expect((await patch({ postalAddress: `  ${address} ` })).body.postalAddress).toBe(address);
  expect((await read()).body.postalAddress).toBe(address);
  expect((await patch({ postalAddress: '' })).body.postalAddress).toBeNull();
  expect((await read()).body.postalAddress).toBeNull();
});

test('applies to the emails of accounts that have no address', async () => {
  const { workspaceId, apiKey } = workspace;
  const [own, other] = [await addAccount(workspaceId), await addAccount(workspaceId)];
  const body = { postalAddress: 'Elsewhere 1' };
  await call(updateAccount, {
    method: 'PATCH',
    path: `/email-accounts/${own}`,
    params: { id: own },
    apiKey,
    body,
  });
  const missing = () => findAccountsWithoutAddress(connected().table, workspaceId, [own, other]);

  expect(await missing()).toEqual([other]);
  await patch({ postalAddress: address });

  expect([await addressOf(own), await addressOf(other)]).toEqual(['Elsewhere 1', address]);
  expect(await missing()).toEqual([]);
});

test('sets the time zone, and keeps the postal address', async () => {
  await patch({ postalAddress: address });

  expect((await patch({ timezone: 'America/New_York' })).body).toMatchObject({
    postalAddress: address,
    timezone: 'America/New_York',
  });
  expect((await patch({ postalAddress: null })).body).toMatchObject({ timezone: 'America/New_York' });
});

test('a request that changes nothing writes nothing', async () => {
  await patch({ postalAddress: address });

  await expectNothingWritten({ workspace }, () => patch({ postalAddress: address }));
  await expectNothingWritten({ workspace }, () => patch({ timezone: 'UTC' }));
  await expectNothingWritten({ workspace }, () => patch({}));
});

test.each([{ postalAddress: 'x'.repeat(301) }, { name: 'Other' }, { timezone: 'Mars/Olympus' }])(
  'rejects %j',
  async (body) => {
    await expectNothingWritten({ workspace }, async () => {
      const reply = await patch(body);
      expect(reply.status).toBe(422);

      return reply;
    });
  },
);
