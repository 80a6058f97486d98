import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { checkTrackingDomains } from '#lib/email-accounts/tracking-domain/check-tracking-domain.ts';
import { proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { visit } from '../../api/support/links.ts';
import { addAccount, commitNow } from '../../api/support/seed.ts';
import { anotherResolver, startNameServer } from '../../support/name-server.ts';
import { connected } from '../../support/stack.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { runOne, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const hourMs = 3_600_000;
let asked: string[];
let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(() => {
  asked = [];
});

/** A domain that leads to this service. @param domainName the host that the service sees */
async function leading(url: string, domainName = new URL(url).host): Promise<string | undefined> {
  asked.push(url);
  const reply = await visit(click, 'click', url.split('/').at(-1) ?? '', {
    domainName,
    headers: { 'User-Agent': '' },
  });

  return reply.headers['location'];
}

const domainName = 'links.acme.example';
const recordsOf = (...workspaceIds: readonly string[]) => ({
  [`_outreach.${domainName}`]: workspaceIds.map((each) => proofToken(each, domainName)),
});

/** @param txt records of the name server */
async function check(
  findRedirect: (url: string) => Promise<string | undefined>,
  txt: Readonly<Record<string, readonly string[]>> = recordsOf(workspaceId),
  broken: readonly string[] = [],
): Promise<number> {
  const resolver = await startNameServer({ txt, broken });
  const senderDns = () => anotherResolver(resolver);

  return checkTrackingDomains({ ...connected(), signer: kmsTokenSigner(), findRedirect, senderDns });
}

const setDomain = async (id: string, trackingDomain: string | null) =>
  commitNow(workspaceId, await planAccountUpdate(connected(), workspaceId, id, { trackingDomain }));

const statusOf = async (id: string) => (await getAccount(connected(), workspaceId, id)).trackingDomainStatus;
const reasonOf = async (id: string) => (await getAccount(connected(), workspaceId, id)).trackingDomainReason;

describe('a domain for the links of an account', () => {
  test('that leads to this service is verified soon, and checked again once a day', async () => {
    const id = await addAccount(workspaceId);
    await setDomain(id, 'links.acme.example');
    expect([await statusOf(id), await reasonOf(id)]).toEqual(['pending', null]);
    await check(leading);
    await check(leading);

    expect(await statusOf(id)).toBe('verified');
    expect(asked).toEqual([expect.stringMatching(/^https:\/\/links\.acme\.example\/t\/c\//)]);
    setClock(Date.now() + 24 * hourMs + 1);
    await check(leading);
    expect(asked).toHaveLength(2);
    // Not the link of an email, so no visit is recorded.
    expect((await listActivity(connected(), workspaceId, { includeBots: true, limit: 10 })).data).toEqual([]);
    await setDomain(id, null);
  });

  const failing = (code: FailureCode) => () => Promise.reject(new ConnectionFailure(code));

  test.each([
    ['does not redirect', async () => undefined, 'points_elsewhere'],
    ['belongs to another service', async () => 'https://parked.example/', 'points_elsewhere'],
    ['redirects everything to its home page', async () => '/', 'points_elsewhere'],
    [
      'has a proxy that does not name it',
      (url: string) => leading(url, 'api.example.com'),
      'points_elsewhere',
    ],
    ['has no address', failing('dns'), 'name_not_found'],
    ['has a private address', failing('blocked_address'), 'unreachable'],
    ['refuses connections', failing('connect'), 'unreachable'],
    ['does not respond', failing('timeout'), 'unreachable'],
    ['closes the connection', failing('reset'), 'unreachable'],
    ['has a certificate of another name', failing('tls'), 'certificate_invalid'],
  ] as const)(
    'that %s is failed, and is checked again every hour until it leads here',
    async (_, elsewhere, reason) => {
      const id = await addAccount(workspaceId);
      await setDomain(id, 'links.acme.example');
      await check(elsewhere);
      expect([await statusOf(id), await reasonOf(id)]).toEqual(['failed', reason]);
      await check(leading);
      expect(await statusOf(id)).toBe('failed');
      setClock(Date.now() + hourMs + 1);
      await check(leading);

      expect([await statusOf(id), await reasonOf(id)]).toEqual(['verified', null]);
      await setDomain(id, null);
    },
  );

  test.each([
    ['without its TXT record', {}, [], 'record_missing'],
    ['with the TXT record of another workspace', recordsOf('wsp_other'), [], 'record_missing'],
    ['with a name server that fails', {}, ['acme.example'], 'dns_unavailable'],
  ] as const)(
    '%s is failed with a reason, which a new domain does not keep',
    async (_, txt, broken, reason) => {
      const id = await addAccount(workspaceId);
      await setDomain(id, 'links.acme.example');
      await check(leading, txt, broken);
      expect([await statusOf(id), await reasonOf(id)]).toEqual(['failed', reason]);
      await setDomain(id, 'other.acme.example');
      expect([await statusOf(id), await reasonOf(id)]).toEqual(['pending', null]);
      await setDomain(id, null);
    },
  );

  test('that is removed is no longer checked', async () => {
    const id = await addAccount(workspaceId);
    await setDomain(id, 'links.acme.example');
    await setDomain(id, null);
    await check(leading);

    expect(asked).toEqual([]);
    expect(await statusOf(id)).toBeNull();
  });

  test('is used in emails while it is verified; otherwise the service’s own host is used', async () => {
    const linksIn = () =>
      mail.received.splice(0).map(({ raw }) => /List-Unsubscribe: <(https?:\/\/[^/]+)/.exec(raw)?.[1]);
    for (const [status, domain] of [
      ['verified', 'https://links.acme.example'],
      ['failed', new URL(process.env['LINKS_BASE_URL'] ?? '').origin],
    ] as const) {
      const { call, accountIds } = await runOne(mail);
      const [id = ''] = accountIds;
      await setDomain(id, 'links.acme.example');
      await check(status === 'verified' ? leading : async () => undefined);
      await consume(send, [call]);

      expect(linksIn()).toEqual([domain]);
      await setDomain(id, null);
    }
  });

  test('is checked in the next run, even if many domains of another workspace are due before', async () => {
    const [noisy, quiet] = [newId('wsp', Date.now()), newId('wsp', Date.now())];
    const setUp = async (workspace: string, position: number) => {
      const id = await addAccount(workspace);
      const change = { trackingDomain: `links${position}.acme.example` };
      await commitNow(workspace, await planAccountUpdate(connected(), workspace, id, change));

      return id;
    };
    await Promise.all(Array.from({ length: 80 }, (_, position) => setUp(noisy, position)));
    const ids = await Promise.all(Array.from({ length: 4 }, (_, position) => setUp(quiet, position)));
    await check(async () => undefined);
    const statuses = ids.map(async (id) => (await getAccount(connected(), quiet, id)).trackingDomainStatus);

    expect(await Promise.all(statuses)).toEqual(ids.map(() => 'failed'));
    for (let run = 0; run < 4; run++) await check(async () => undefined);
  });

  test('is checked in the next run, with all other domains that were set at the same time', async () => {
    const ids = await Promise.all(
      Array.from({ length: 120 }, async (_, position) => {
        const id = await addAccount(workspaceId);
        await setDomain(id, `links${position}.acme.example`);

        return id;
      }),
    );
    await check(async () => undefined);
    const statuses = await Promise.all(ids.map(statusOf));

    expect(statuses.filter((status) => status === 'pending')).toEqual([]);
    await Promise.all(ids.map((id) => setDomain(id, null)));
  });

  test('that cannot be checked is due again an hour later, and does not block others', async () => {
    const [broken, sound] = await Promise.all([addAccount(workspaceId), addAccount(workspaceId)]);
    await setDomain(broken, 'broken.acme.example');
    await setDomain(sound, 'links.acme.example');
    const fail = async (url: string) => {
      if (url.includes('broken')) throw new Error('the check failed');

      return leading(url);
    };
    expect(await check(fail)).toBe(1);
    expect(await statusOf(sound)).toBe('verified');
    expect(await check(fail)).toBe(0);
    setClock(Date.now() + hourMs + 1);
    expect(await check(fail)).toBe(1);
    await setDomain(broken, null);
    await setDomain(sound, null);
  });

  test('is checked by the sweeper, which continues after a domain without an address', async () => {
    const id = await addAccount(workspaceId);
    await setDomain(id, 'links.no-such-name.example');
    await sweep({}, context);

    expect(await statusOf(id)).toBe('failed');
  });
});
