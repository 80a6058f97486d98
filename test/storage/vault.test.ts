import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { newId } from '#lib/values/ids.ts';
import { connected } from '../support/stack.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';

const [mine, theirs] = [newId('wsp', Date.now()), newId('wsp', Date.now())];
const vault = () => kmsVault(connected());

beforeAll(() => useOwnResources());

describe('a sealed secret', () => {
  test('opens in its own workspace and context, with any content', async () => {
    for (const secret of ['whsec_abc', '', 'Zoë 😀\r\n\0', 'x'.repeat(5000)]) {
      const sealed = await vault().seal(mine, 'whk_1.secret', secret);

      expect(await vault().open(mine, 'whk_1.secret', sealed)).toBe(secret);
    }
  });

  test('opens in no other workspace and no other context', async () => {
    const sealed = await vault().seal(mine, 'whk_1.secret', 'whsec_abc');

    await expect(vault().open(theirs, 'whk_1.secret', sealed)).rejects.toThrow();
    await expect(vault().open(mine, 'whk_2.secret', sealed)).rejects.toThrow();
    await expect(vault().open(mine, '', sealed)).rejects.toThrow();
  });

  test('does not open once any of its bytes has changed', async () => {
    const sealed = Buffer.from(await vault().seal(mine, 'c', 'secret'), 'base64');
    for (let at = 0; at < sealed.length; at++) {
      const damaged = Buffer.from(sealed);
      damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);

      await expect(vault().open(mine, 'c', damaged.toString('base64'))).rejects.toThrow();
    }
    await expect(vault().open(mine, 'c', sealed.subarray(0, -1).toString('base64'))).rejects.toThrow();
  });

  test('is different each time and does not reveal its content', async () => {
    const sealed = await Promise.all(
      Array.from({ length: 50 }, () => vault().seal(mine, 'c', 'secret words')),
    );

    expect(new Set(sealed).size).toBe(50);
    for (const each of sealed) expect(Buffer.from(each, 'base64').toString('latin1')).not.toContain('secret');
  });
});

describe('a workspace’s key', () => {
  test('is created once, even by concurrent first requests of several containers', async () => {
    const workspaceId = newId('wsp', Date.now());
    const containers = [vault(), await vaultOfNewContainer(), await vaultOfNewContainer()];
    const sealed = await Promise.all(
      containers.flatMap((container) => [
        container.seal(workspaceId, 'c', 'a secret'),
        container.seal(workspaceId, 'c', 'a secret'),
      ]),
    );
    const { items } = await connected().table.query({
      pk: `W#${workspaceId}#SECRETS`,
      limit: 10,
    });

    expect(items).toHaveLength(1);
    for (const container of containers)
      for (const each of sealed) expect(await container.open(workspaceId, 'c', each)).toBe('a secret');
  });

  test('is read once by a container, even for concurrent requests', async () => {
    const workspaceId = newId('wsp', Date.now());
    const sealed = await vault().seal(workspaceId, 'c', 'a secret');
    const container = await vaultOfNewContainer();
    const calls = await kmsCalls(() =>
      Promise.all(Array.from({ length: 12 }, () => container.open(workspaceId, 'c', sealed))),
    );

    expect(calls).toEqual(['TrentService.Decrypt']);
  });
});

/** A container of a function has its own modules, and so its own cache of keys. */
async function vaultOfNewContainer() {
  vi.resetModules();
  const [crypto, stack] = await Promise.all([import('#lib/crypto/vault.ts'), import('../support/stack.ts')]);

  return crypto.kmsVault(stack.connected());
}

async function kmsCalls(work: () => Promise<unknown>): Promise<string[]> {
  const targets: string[] = [];
  const note = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const target = String(request.getHeader('x-amz-target'));
    if (target.startsWith('TrentService.')) targets.push(target);
  };
  subscribe('http.client.request.start', note);
  try {
    await work();
  } finally {
    unsubscribe('http.client.request.start', note);
  }

  return targets;
}
