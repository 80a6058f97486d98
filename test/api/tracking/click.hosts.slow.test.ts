import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { type Claimant, claimDomain, findDomainClaim, releaseDomain } from '#lib/links/domain-claim.ts';
import { createHostCheck } from '#lib/links/host-check.ts';
import { dynamoClient } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { handler as open } from '../../../functions/tracking/open.ts';
import { handler as unsubscribe } from '../../../functions/tracking/unsubscribe.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addSentEmail, tokenOf, visit } from '../support/links.ts';
import { commitNow } from '../support/seed.ts';

let workspaceId: string;
beforeAll(async () => {
  ({ workspaceId } = await newWorkspace());
});

const target = 'https://www.example.com/page';

/** The table fails reads of these kinds while `work` runs. */
async function withoutReads(work: () => Promise<void>): Promise<void> {
  const name = 'refuse-reads';
  dynamoClient().middlewareStack.add(
    (next, { commandName }) =>
      (args) =>
        /^(?:BatchGetItem|GetItem|Query)Command$/.test(commandName ?? '')
          ? Promise.reject(new Error('the table answers 500'))
          : next(args),
    { step: 'initialize', name },
  );
  try {
    await work();
  } finally {
    dynamoClient().middlewareStack.remove(name);
  }
}

describe('a click link', () => {
  test('returns 404 for a host that is neither the service’s nor a domain of the workspace', async () => {
    const token = await tokenOf(await addSentEmail(workspaceId), { target });
    const reply = await visit(click, 'click', token, { domainName: 'links.stranger.example' });

    expect(reply.status).toBe(404);
    expect(reply.headers).not.toHaveProperty('location');
  });

  test('returns 404 after its campaign was deleted, even immediately after a redirected click', async () => {
    const mail = await addSentEmail(workspaceId);
    const token = await tokenOf(mail, { target });
    expect((await visit(click, 'click', token)).status).toBe(302);
    await commitNow(workspaceId, await planCampaignDeletion(connected(), workspaceId, mail.campaignId));

    expect((await visit(click, 'click', token)).status).toBe(404);
    expect((await visit(click, 'click', await tokenOf(mail, { target, index: 1 }))).status).toBe(404);
  });

  test('redirects on the service’s host, and on no other, while the table is unavailable', async () => {
    const token = await tokenOf(await addSentEmail(workspaceId), { target });
    await withoutReads(async () => {
      expect((await visit(click, 'click', token)).status).toBe(302);
      const reply = await visit(click, 'click', token, { domainName: 'links.unread.example' });

      expect(reply.status).toBe(500);
      expect(reply.text).toContain('try again in a moment');
    });
  });

  test('works on the API’s default endpoint', async () => {
    const token = await tokenOf(await addSentEmail(workspaceId), { target });
    const apiId = 'a1b2c3d4e5';
    const domainName = `${apiId}.execute-api.eu-west-1.amazonaws.com`;

    expect((await visit(click, 'click', token, { domainName, apiId })).status).toBe(302);
    expect((await visit(click, 'click', token, { domainName, apiId: 'other' })).status).toBe(404);
  });

  test('redirects after only its contact was deleted', async () => {
    const mail = await addSentEmail(workspaceId);
    const token = await tokenOf(mail, { target });
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, mail.contactId));

    expect((await visit(click, 'click', token)).status).toBe(302);
  });
});

test('an open pixel is served on any host, and recorded only on the workspace’s hosts', async () => {
  const mail = await addSentEmail(workspaceId);
  const token = await tokenOf(mail, 'open');
  const opened = async () => {
    const { data } = await listActivity(connected(), workspaceId, { campaignId: mail.campaignId, limit: 10 });

    return data.filter(({ type }) => type === 'email.opened').length;
  };
  expect((await visit(open, 'open', token, { domainName: 'links.stranger.example' })).status).toBe(200);
  expect(await opened()).toBe(0);
  await visit(open, 'open', token);
  expect(await opened()).toBe(1);
});

test('an unsubscribe link works on any host, even after its campaign was deleted', async () => {
  const mail = await addSentEmail(workspaceId);
  const token = await tokenOf(mail, 'unsubscribe');
  await commitNow(workspaceId, await planCampaignDeletion(connected(), workspaceId, mail.campaignId));
  const request = { method: 'POST', domainName: 'links.given-up.example' } as const;

  expect((await visit(unsubscribe, 'unsubscribe', token, request)).status).toBe(200);
  expect((await getContact(connected(), workspaceId, mail.contactId)).status).toBe('unsubscribed');
});

test('a check link redirects to a path on the same host, another one for each host', async () => {
  const { path, location } = await createHostCheck(kmsTokenSigner(), workspaceId, 'any.example');
  const follow = (domainName: string) =>
    visit(click, 'click', path.split('/').at(-1) ?? '', { domainName, headers: { 'User-Agent': '' } });
  const other = await follow('other.example');

  expect(await follow('any.example')).toMatchObject({ status: 302, headers: { location } });
  expect(location).toMatch(/^\/[0-9a-f]{32}$/);
  expect(other.status).toBe(302);
  expect(other.headers['location']).not.toBe(location);
});

describe('behind a proxy that requests the service’s host', () => {
  const throughProxy = (token: string, host: string) =>
    visit(click, 'click', token, {
      domainName: 'a1b2c3d4e5.execute-api.eu-west-1.amazonaws.com',
      apiId: 'a1b2c3d4e5',
      headers: { 'X-Forwarded-Host': host },
    });

  test('a link redirects on a tracking domain of its workspace only', async () => {
    const domain = `links-${workspaceId.slice(-8).toLowerCase()}.acme.example`;
    const owner = { workspaceId, accountId: newId('acc', Date.now()) };
    await connected().table.transact([claimDomain(domain, undefined, owner)]);
    const mine = await tokenOf(await addSentEmail(workspaceId), { target });
    const theirs = await tokenOf(await addSentEmail((await newWorkspace()).workspaceId), { target });

    expect((await throughProxy(mine, domain.toUpperCase())).status).toBe(302);
    expect((await throughProxy(theirs, domain)).status).toBe(404);
    expect((await throughProxy(mine, 'links.stranger.example')).status).toBe(404);
  });

  test.each([
    ['an empty name', ''],
    ['several names', 'a.example, b.example'],
    ['a name of 9,000 characters', 'x'.repeat(9000)],
  ])('a link returns 404 for %s', async (_, host) => {
    const token = await tokenOf(await addSentEmail(workspaceId), { target });

    expect((await throughProxy(token, host)).status).toBe(404);
  });

  test('a check link is bound to the domain that its visitor used', async () => {
    const { path, location } = await createHostCheck(kmsTokenSigner(), workspaceId, 'links.acme.example');
    const reply = await throughProxy(path.split('/').at(-1) ?? '', 'links.acme.example');

    expect(reply.headers['location']).toBe(location);
  });
});

describe('on a tracking domain', () => {
  const domain = `links-${newId('acc', Date.now()).slice(-6).toLowerCase()}.acme.example`;
  const claim = () => findDomainClaim(connected().table, domain);
  const follow = async (owner: string, at = Date.now()) => {
    const token = await tokenOf(await addSentEmail(owner), { target });

    return (await visit(click, 'click', token, { domainName: domain, at })).status;
  };

  test('links of its owner redirect until another workspace has verified the domain', async () => {
    const { table } = connected();
    const [mine, theirs] = [workspaceId, (await newWorkspace()).workspaceId].map((each) => ({
      workspaceId: each,
      accountId: newId('acc', Date.now()),
    })) as [Claimant, Claimant];
    await table.transact([claimDomain(domain, undefined, mine)]);
    expect([await follow(mine.workspaceId), await follow(theirs.workspaceId)]).toEqual([302, 404]);

    await table.transact([releaseDomain(domain, await claim(), mine)]);
    const nextMinute = Date.now() + 60_001;
    expect(await follow(mine.workspaceId, nextMinute)).toBe(302);
    await table.transact([claimDomain(domain, await claim(), theirs)]);
    const later = nextMinute + 60_001;

    expect([await follow(mine.workspaceId, later), await follow(theirs.workspaceId, later)]).toEqual([
      404, 302,
    ]);
  });
});
