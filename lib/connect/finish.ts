import type { IDToken } from 'oauth4webapi';
import { actorOf, auditPut } from '#lib/audit-log/record.ts';
import { callerCheckedWrites } from '#lib/auth/authority.ts';
import { commit } from '#lib/commit/commit.ts';
import { verifyLogins } from '#lib/connect/verify-logins.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import type { NewGrant } from '#lib/email-accounts/credentials/secrets.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { type ConnectionRequest, claimConsentAttempt, nonceOf } from '#lib/oauth/attempts.ts';
import { type OAuthClient, readClient } from '#lib/oauth/client.ts';
import { TokensDenied } from '#lib/oauth/denied.ts';
import { type OAuthProvider, providers } from '#lib/oauth/provider.ts';
import { redeemCode } from '#lib/oauth/tokens.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import type { Principal } from '#lib/values/principal.ts';
import { invalid, invalidField, type Problem, problem } from '#lib/values/problem.ts';

/**
 * Finishes an attempt to connect a mailbox after the provider's redirect. The attempt is claimed first, so a repeated request
 * does nothing, and after a failure the user starts again.
 * @param parameters all query parameters of the provider
 * @throws Problem 422 with instructions; 404 without a registration at the provider; 500 if the provider rejects the registration
 * or returns no valid response; 403 if the author may not change the servers of the account
 */
export async function finishConnection(
  services: GrantServices,
  connectionRequest: ConnectionRequest,
  parameters: URLSearchParams,
  author: ConnectionAuthor,
): Promise<{ readonly email: string }> {
  const { workspaceId, provider } = connectionRequest;
  const state = parameters.get('state') ?? '';
  const attempt = await claimConsentAttempt(services, connectionRequest, state);
  requireConsent(provider, parameters.get('error'));
  const client = await readClient(services, provider);
  const consent = { ...attempt, parameters, state, nonce: nonceOf(state) };
  const { tokens, claims } = await redeemCode(client, consent, services.loopback).catch((error) => {
    throw tokenProblem(provider, error);
  });
  const { refreshToken } = tokens;
  if (refreshToken === undefined)
    throw consentProblem(provider, 'granted access for only one hour: start again');
  const grant = { provider, tokens: { ...tokens, refreshToken } };
  const mailbox = mailboxOf(client, verifiedAddress(claims, provider));

  return connectMailbox(services, workspaceId, mailbox, { grant, author });
}

/** The author of the change and its request, for the audit log. */
interface ConnectionAuthor {
  readonly principal: Principal;
  readonly requestId: string;
}

type Mailbox = ReturnType<typeof mailboxOf>;

async function connectMailbox(
  services: GrantServices,
  workspaceId: string,
  mailbox: Mailbox,
  {
    grant,
    author: { principal, requestId },
  }: { readonly grant: NewGrant; readonly author: ConnectionAuthor },
): Promise<{ readonly email: string }> {
  const { accessToken } = grant.tokens;
  const problems = await verifyLogins({ ...mailbox, accessToken }, services.loopback);
  if (problems.length > 0) throw invalid(problems);

  return retryOnConflict(async () => {
    const change = await connectAccount(services, workspaceId, { ...mailbox, grant }, principal);
    const record = {
      actor: actorOf(principal),
      requestId,
      operation: 'GET /connect/{provider}/callback',
      resourceId: change.result.id,
    };
    const now = services.now();
    const writes = callerCheckedWrites(principal, change.writes, now);
    await commit(services, workspaceId, { ...change, writes }, [auditPut(workspaceId, record, now)]);

    return change.result;
  });
}

/** The account logs in with the address that it sends from: a token opens only its owner's mailbox. */
function mailboxOf({ smtp, imap }: OAuthClient, email: string) {
  return { email, smtp: { ...smtp, username: email }, imap: { ...imap, username: email } };
}

/**
 * Google states that it verified the address. Microsoft sends no `email_verified`, and administrators can set `email` to any
 * value: there the login proves the address.
 */
function verifiedAddress(claims: IDToken, provider: OAuthProvider): string {
  const { verifiesEmail } = providers[provider];
  const { email, preferred_username: name, email_verified: isVerified } = claims;
  if (isVerified === false || (verifiesEmail && isVerified !== true)) {
    throw consentProblem(provider, 'has not verified the email address of this account');
  }
  const address = EmailAddress.safeParse(email ?? (verifiesEmail ? undefined : name));
  if (!address.success) throw consentProblem(provider, 'did not return the email address of this account');

  return address.data;
}

/** RFC 6749, section 4.1.2.1. */
function requireConsent(provider: OAuthProvider, error: string | null): void {
  if (error === null) return;
  if (error === 'access_denied')
    throw consentProblem(provider, 'did not receive your consent; nothing was changed');
  throw consentProblem(provider, 'could not request access: start again');
}

function tokenProblem(provider: OAuthProvider, error: unknown): unknown {
  if (!(error instanceof TokensDenied)) return error;
  if (error.kind === 'refused')
    return consentProblem(provider, 'no longer accepts this authorization code: start again');
  log('error', 'oauth code not redeemed', { code: provider, outcome: error.kind }, error);
  const { name } = providers[provider];

  return problem(
    'INTERNAL_ERROR',
    error.kind === 'client'
      ? `${name} rejects this service's registration: the operator of the service must correct it`
      : `${name} did not return a valid response; start again shortly`,
  );
}

function consentProblem(provider: OAuthProvider, reason: string): Problem {
  return invalidField('', 'consent', `${providers[provider].name} ${reason}`);
}
