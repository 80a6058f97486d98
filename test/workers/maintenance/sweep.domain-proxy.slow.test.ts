import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { getAccount } from '#lib/email-accounts/read.ts';
import { checkTrackingDomains } from '#lib/email-accounts/tracking-domain/check-tracking-domain.ts';
import { proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { handler as click } from '../../../functions/tracking/click.ts';
import { startGateway } from '../../../infra/local/gateway/gateway.ts';
import { browser } from '../../api/support/links.ts';
import { commitNow } from '../../api/support/seed.ts';
import { sendRaw } from '../../local/support/raw-request.ts';
import { startLinkProxy } from '../../support/link-proxy.ts';
import { anotherResolver, startNameServer } from '../../support/name-server.ts';
import { connected } from '../../support/stack.ts';
import { consume, context } from '../support/invoke.ts';
import { startMailServer } from '../support/mail-server.ts';
import { runOne, step, workspaceId } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const domain = 'links.acme.example';
const target = 'https://www.example.com/page';

beforeAll(async () => {
  await useOwnResources();
});

/** A gateway with the endpoint of click links. @returns its URL */
async function startClickGateway(): Promise<string> {
  const gateway = await startGateway({
    api: {
      id: 'a1b2c3d4e5',
      stage: 'prod',
      routes: [{ method: 'GET', path: '/t/c/{token}', resourceId: 'click', functionArn: 'click' }],
      binaryMediaTypes: ['*/*'],
      gatewayResponses: new Map(),
    },
    port: 0,
    invoke: async (_, event) => ({ kind: 'answer', payload: await click(event as never, context) }),
    readObject: async () => undefined,
  });
  onTestFinished(() => gateway.stop(0));

  return gateway.endpoint;
}

/** Requests a URL of the domain from the server that its records point to. */
function visitAt(server: string, url: string) {
  const { pathname, host } = new URL(url);

  return sendRaw(server, 'GET', pathname, { Host: host, 'User-Agent': browser });
}

async function checkThrough(server: string): Promise<void> {
  const txt = { [`_outreach.${domain}`]: [proofToken(workspaceId, domain)] };
  const resolver = await startNameServer({ txt });
  await checkTrackingDomains({
    ...connected(),
    signer: kmsTokenSigner(),
    senderDns: () => anotherResolver(resolver),
    findRedirect: async (url) => (await visitAt(server, url)).headers['location'] as string | undefined,
  });
}

test('a domain is not verified if it points to the gateway; behind the proxy it is, and clicks are recorded', async () => {
  const mail = await startMailServer();
  const gateway = await startClickGateway();
  const proxy = await startLinkProxy(gateway);
  const { call, accountIds, campaign } = await runOne(mail, {
    campaign: step({ bodyHtml: `<p>See <a href="${target}">this</a>.</p>` }),
  });
  const [id = ''] = accountIds;
  const setDomain = async (trackingDomain: string | null) =>
    commitNow(workspaceId, await planAccountUpdate(connected(), workspaceId, id, { trackingDomain }));
  const account = () => getAccount(connected(), workspaceId, id);

  await setDomain(domain);
  await checkThrough(gateway);
  expect(await account()).toMatchObject({
    trackingDomainStatus: 'failed',
    trackingDomainReason: 'points_elsewhere',
  });

  await setDomain(null);
  await setDomain(domain);
  await checkThrough(proxy);
  expect(await account()).toMatchObject({ trackingDomainStatus: 'verified', trackingDomainReason: null });

  await consume(send, [call]);
  const raw = String(mail.received[0]?.raw).replaceAll(/=\r?\n/g, '');
  const [link = ''] = /https:\/\/links\.acme\.example\/t\/c\/[\w-]+/.exec(raw) ?? [];
  expect((await visitAt(gateway, link)).status).toBe(403);
  expect(await visitAt(proxy, link)).toMatchObject({ status: 302, headers: { location: target } });
  expect((await visitAt(proxy, `https://${domain}/dashboard/`)).status).toBe(404);
  const { data } = await listActivity(connected(), workspaceId, {
    campaignId: campaign.id,
    includeBots: true,
    limit: 10,
  });
  expect(data).toContainEqual(expect.objectContaining({ type: 'email.clicked' }));
});
