import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { handler as revoke } from '../../../functions/api-keys/revoke.ts';
import { handler as listAudit } from '../../../functions/audit-log/list.ts';
import { handler as importBlocklist } from '../../../functions/blocklist/import.ts';
import { handler as listBlocklist } from '../../../functions/blocklist/list.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newApiKey, newWorkspace } from '../../support/stack.ts';

const pausesMs = [0, 10, 20, 40, 80];

test.each([
  ['/contacts/import', importContacts, '/contacts', listContacts],
  ['/blocklist/import', importBlocklist, '/blocklist', listBlocklist],
] as const)(
  '%s changes nothing without an entry of the audit log, regardless of when its key is revoked',
  async (path, handler, listPath, list) => {
    for (const pauseMs of pausesMs) {
      const { workspaceId, apiKey: otherKey } = await newWorkspace();
      const apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
      const id = `key_${apiKey.slice('osk_'.length, 'osk_'.length + 26)}`;
      const csv = ['email', ...Array.from({ length: 400 }, (_, row) => `row${row}@example.com`)].join('\n');
      const [imported] = await Promise.all([
        call(handler, { method: 'POST', path, apiKey, body: { csv } }),
        pause(pauseMs).then(() =>
          call(revoke, { method: 'DELETE', path: `/api-keys/${id}`, params: { id }, apiKey: otherKey }),
        ),
      ]);
      const readAll = async (of: typeof list | typeof listAudit, ofPath: string, query = {}) =>
        (await call(of, { method: 'GET', path: ofPath, query, apiKey: otherKey })).body.data;
      const entries = await readAll(listAudit, '/audit-log', { actorId: id });
      const hasChanged = (await readAll(list, listPath)).length > 0;

      expect([imported.status, hasChanged, entries.length]).toEqual(
        hasChanged ? [200, true, 1] : [401, false, 0],
      );
    }
  },
);
