import { expect, test } from 'vitest';
import { clientKey } from '#lib/oauth/items.ts';
import { handler as list } from '../../../functions/connect/providers.ts';
import { call } from '../../support/call.ts';
import { runProvider } from '../../support/oauth-provider.ts';
import { connected } from '../../support/stack.ts';
import { newBrowser, register } from './support/flow.ts';

test('lists the providers at which the service is registered', async () => {
  const { cookie } = await newBrowser();
  const read = async () => (await call(list, { method: 'GET', path: '/connect', cookie })).body;
  const { table } = connected();
  await table.transact([{ delete: clientKey('google') }, { delete: clientKey('microsoft') }]);

  expect(await read()).toEqual({ providers: [] });
  await register(await runProvider(), 'microsoft');
  expect(await read()).toEqual({ providers: ['microsoft'] });
  await register(await runProvider(), 'google');
  expect(await read()).toEqual({ providers: ['google', 'microsoft'] });
});
