import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { checkTrackingDomains } from '#lib/email-accounts/tracking-domain/check-tracking-domain.ts';
import { proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { findDomainClaim } from '#lib/links/domain-claim.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { visit } from '../../api/support/links.ts';
import { addAccount, commitNow } from '../../api/support/seed.ts';
import { anotherResolver, startNameServer } from '../../support/name-server.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { useOwnResources } from '../support/own-resources.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let names = 0;
let domain: string;
let mine: string;
let theirs: string;

beforeAll(async () => {
  await useOwnResources();
});
beforeEach(() => {
  names += 1;
  domain = `links-${names}.acme.example`;
  [mine, theirs] = [newId('wsp', Date.now()), newId('wsp', Date.now())];
});

/** The domain leads to this service, and its owner allows these workspaces to use it. */
async function check(workspaceIds: readonly string[], meanwhile?: () => Promise<unknown>): Promise<void> {
  const txt = { [`_outreach.${domain}`]: workspaceIds.map((each) => proofToken(each, domain)) };
  const resolver = await startNameServer({ txt });
  const findRedirect = async (url: string) => {
    await meanwhile?.();
    const token = url.split('/').at(-1) ?? '';

    return (await visit(click, 'click', token, { domainName: domain })).headers['location'];
  };
  const services = { ...connected(), signer: kmsTokenSigner(), senderDns: () => anotherResolver(resolver) };
  await checkTrackingDomains({ ...services, findRedirect });
}

const setDomain = (workspaceId: string, id: string, trackingDomain: string | null) =>
  retryOnConflict(async () =>
    commitNow(workspaceId, await planAccountUpdate(connected(), workspaceId, id, { trackingDomain })),
  );

async function addWithDomain(workspaceId: string): Promise<string> {
  const id = await addAccount(workspaceId);
  await setDomain(workspaceId, id, domain);
  // Removes worklist entries, so that later tests do not see them.
  onTestFinished(() => setDomain(workspaceId, id, null).then(() => undefined));

  return id;
}

const disconnect = (workspaceId: string, id: string) =>
  retryOnConflict(async () => commitNow(workspaceId, await planDisconnection(connected(), workspaceId, id)));

const statusOf = async (workspaceId: string, id: string) =>
  (await getAccount(connected(), workspaceId, id)).trackingDomainStatus;
const reasonOf = async (workspaceId: string, id: string) =>
  (await getAccount(connected(), workspaceId, id)).trackingDomainReason;
const claim = () => findDomainClaim(connected().table, domain);

describe('a tracking domain', () => {
  test('is verified for one workspace only, even with concurrent proofs', async () => {
    const accounts = [
      [mine, await addWithDomain(mine)],
      [theirs, await addWithDomain(theirs)],
    ] as const;
    await check([mine, theirs]);
    const statuses = await Promise.all(accounts.map(([workspaceId, id]) => statusOf(workspaceId, id)));

    const reasons = await Promise.all(accounts.map(([workspaceId, id]) => reasonOf(workspaceId, id)));

    expect(statuses.toSorted()).toEqual(['failed', 'verified']);
    expect(reasons.toSorted()).toEqual([null, 'verified_by_another'].toSorted());
    expect((await claim())?.workspaceId).toBe(statuses[0] === 'verified' ? mine : theirs);
  });

  test('is not blocked by a workspace without a TXT record', async () => {
    const stranger = await addWithDomain(theirs);
    await check([mine]);
    const id = await addWithDomain(mine);
    await check([mine]);

    expect(await statusOf(theirs, stranger)).toBe('failed');
    expect(await statusOf(mine, id)).toBe('verified');
  });

  test('that another workspace has verified is a 422 with instructions', async () => {
    await addWithDomain(mine);
    await check([mine]);
    const id = await addAccount(theirs);

    await expect(
      planAccountUpdate(connected(), theirs, id, { trackingDomain: domain }),
    ).rejects.toMatchObject({
      details: [
        { path: 'trackingDomain', rule: 'unique', message: expect.stringContaining(`_outreach.${domain}`) },
      ],
    });
  });

  test.each([
    ['is changed', (id: string) => setDomain(mine, id, 'other.acme.example')],
    ['is cleared', (id: string) => setDomain(mine, id, null)],
    [
      'is released by disconnecting its account twice',
      async (id: string) => {
        await disconnect(mine, id);
        await disconnect(mine, id);
      },
    ],
  ])('is free for another workspace once it %s for the last account', async (_, giveUp) => {
    const [first, second] = [await addWithDomain(mine), await addWithDomain(mine)];
    await check([mine]);
    expect((await claim())?.accountIds.toSorted()).toEqual([first, second].toSorted());
    await giveUp(first);
    const id = await addAccount(theirs);
    await expect(setDomain(theirs, id, domain)).rejects.toThrow();
    await giveUp(second);
    expect((await claim())?.accountIds).toEqual([]);
    await setDomain(theirs, id, domain);
    await check([theirs]);

    expect(await statusOf(theirs, id)).toBe('verified');
    expect((await claim())?.workspaceId).toBe(theirs);
    await setDomain(theirs, id, null);
  });

  test('is free when all its accounts release it concurrently', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => addWithDomain(mine)));
    await check([mine]);
    expect((await claim())?.accountIds).toHaveLength(5);
    await Promise.all(ids.map((id) => setDomain(mine, id, null)));

    expect((await claim())?.accountIds).toEqual([]);
  });

  test('is free a day after its TXT record is deleted', async () => {
    const id = await addWithDomain(mine);
    await check([mine]);
    setClock(Date.now() + dayMs + 1);
    await check([]);

    expect(await statusOf(mine, id)).toBe('failed');
    expect((await claim())?.accountIds).toEqual([]);
  });

  test('is not claimed for an account that released it or was disconnected during the check', async () => {
    const [cleared, disconnected] = [await addWithDomain(mine), await addWithDomain(mine)];
    let isDone = false;
    await check([mine], async () => {
      if (isDone) return;
      isDone = true;
      await setDomain(mine, cleared, null);
      await disconnect(mine, disconnected);
    });

    expect((await claim())?.accountIds ?? []).toEqual([]);
    expect(await statusOf(mine, cleared)).toBeNull();
    expect(await statusOf(mine, disconnected)).toBe('pending');
  });

  test('has no reason after its account was disconnected', async () => {
    const id = await addWithDomain(mine);
    await check([]);
    expect(await reasonOf(mine, id)).toBe('record_missing');
    await disconnect(mine, id);

    expect([await statusOf(mine, id), await reasonOf(mine, id)]).toEqual(['pending', null]);
  });
});
