import { expect, test } from 'vitest';
import { listContactViews } from '#lib/contact-views/contact-views.ts';
import { handler as deleteView } from '../../../functions/contact-views/delete.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addContactView } from '../support/seed.ts';

test('a deleted view is no longer listed, and cannot be deleted again', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const id = await addContactView(workspaceId);
  const remove = () =>
    call(deleteView, { method: 'DELETE', path: `/contact-views/${id}`, params: { id }, apiKey });

  expect((await remove()).status).toBe(204);
  expect((await listContactViews(connected(), workspaceId, { limit: 10 })).data).toEqual([]);
  expect((await remove()).status).toBe(404);
});
