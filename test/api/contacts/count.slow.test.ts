import { expect, test } from 'vitest';
import { countedMax } from '#lib/contacts/count.ts';
import { tagKey } from '#lib/contacts/items.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as count } from '../../../functions/contacts/count.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';

test(`the count of a list with more than ${countedMax} contacts is not exact`, async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const { table } = connected();
  const entries = Array.from({ length: countedMax + 1 }, () => ({
    put: { ...tagKey(workspaceId, 'many', newId('con', Date.now())) },
  }));
  const ask = () => call(count, { method: 'GET', path: '/contacts/count', apiKey, query: { tag: 'many' } });
  for (const writes of chunksOf(entries.slice(1), 100)) await table.transact(writes);
  expect((await ask()).body).toMatchObject({ isExact: true });
  await table.transact(entries.slice(0, 1));

  expect((await ask()).body).toEqual({ count: 0, active: 0, isExact: false, limit: countedMax });
});
