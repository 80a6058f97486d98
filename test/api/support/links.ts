import { getContact } from '#lib/contacts/contacts.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { createToken, type MessageIds, recipientDigest, type TrackingToken } from '#lib/links/token.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { connected } from '../../support/stack.ts';
import { addCampaign, addContact, addQuietAccount, oneStep, setExecution } from './seed.ts';

export const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** An email of a campaign's first step, sent an hour ago. */
export async function addSentEmail(
  workspaceId: string,
  { campaign = {}, contactId, execution = {} }: SentEmailSetup = {},
): Promise<MessageIds> {
  const [accountId, recipientId] = await Promise.all([
    addQuietAccount(workspaceId),
    contactId ?? addContact(workspaceId),
  ]);
  const { id: campaignId, steps } = await addCampaign(workspaceId, {
    steps: oneStep,
    emailAccountIds: [accountId],
    contactIds: [recipientId],
    ...campaign,
  });
  const stepId = steps[0]?.id ?? '';
  await setExecution(workspaceId, recipientId, campaignId, {
    status: 'in_progress',
    sentCount: 1,
    sentSteps: [stepId],
    stepId,
    emailAccountId: accountId,
    lastSentAt: timestamp(Date.now() - 3_600_000),
    ...execution,
  });
  const found = await findExecution(connected().table, workspaceId, recipientId, campaignId);
  if (!found) throw new Error('no contact is enrolled');

  return { workspaceId, campaignId, contactId: recipientId, executionId: found.id, stepId };
}

interface SentEmailSetup {
  readonly campaign?: Record<string, unknown>;
  readonly contactId?: string;
  readonly execution?: Readonly<Record<string, unknown>>;
}

/** The token as in a message to the contact's current address. */
export async function tokenOf(
  emailIds: MessageIds,
  kind: 'open' | 'unsubscribe' | { readonly target: string; readonly index?: number },
): Promise<string> {
  return createToken(kmsTokenSigner(), await contentOf(emailIds, kind));
}

async function contentOf(emailIds: MessageIds, kind: Parameters<typeof tokenOf>[1]): Promise<TrackingToken> {
  if (typeof kind === 'object')
    return { ...emailIds, kind: 'click', target: kind.target, index: kind.index ?? 0 };
  if (kind === 'open') return { ...emailIds, kind };
  const { workspaceId, contactId } = emailIds;
  const { email } = await getContact(connected(), workspaceId, contactId);

  return {
    ...emailIds,
    kind,
    recipient: await recipientDigest(kmsTokenSigner(), workspaceId, normaliseEmail(email)),
  };
}

const paths = { open: '/t/o', click: '/t/c', unsubscribe: '/u' } as const;

/** Requests a link with a browser's headers, which `changes` may replace. */
export function visit(
  handler: EndpointHandler,
  kind: keyof typeof paths,
  token: string,
  { headers, ...request }: Partial<TestRequest> = {},
): Promise<TestReply> {
  return call(handler, {
    method: 'GET',
    path: `${paths[kind]}/${token}`,
    params: { token },
    headers: { 'User-Agent': browser, ...headers },
    ...request,
  });
}
