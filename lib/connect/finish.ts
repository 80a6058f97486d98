import type { IDToken } from 'oauth4webapi';
import { commit } from '#lib/commit/commit.ts';
import { tryServers } from '#lib/connect/try-servers.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import type { NewGrant } from '#lib/email-accounts/secrets.ts';
import { type Connecting, nonceOf, takeAttempt } from '#lib/oauth/attempts.ts';
import { type OAuthClient, readClient } from '#lib/oauth/client.ts';
import { TokensDenied } from '#lib/oauth/denied.ts';
import { type OAuthProvider, providers } from '#lib/oauth/provider.ts';
import { redeemCode } from '#lib/oauth/tokens.ts';
import { log } from '#lib/runtime/log.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { invalid, invalidField, type Problem, problem } from '#lib/values/problem.ts';

/**
 * Ends an attempt to connect a mailbox: its owner has answered the provider. The attempt is taken first, so that opening
 * the same address again does nothing, and whatever ends here half-way is begun anew by a person.
 * @param parameters all that the provider sent along
 * @throws Problem 422 that says what to do, and 500 when the provider gives no proper answer
 */
export async function finishConnection(
  services: GrantServices,
  connecting: Connecting,
  parameters: URLSearchParams,
): Promise<{ readonly email: string }> {
  const { workspaceId, provider } = connecting;
  const state = parameters.get('state') ?? '';
  const attempt = await takeAttempt(services, connecting, state);
  refuseRefusal(provider, parameters.get('error'));
  const client = await readClient(services, provider);
  const consent = { ...attempt, parameters, state, nonce: nonceOf(state) };
  const { tokens, claims } = await redeemCode(client, consent, services.loopback).catch((error) => {
    throw wordDenial(provider, error);
  });
  const { refreshToken } = tokens;
  if (refreshToken === undefined) throw refused(provider, 'gave access for an hour only: begin again');
  const grant = { provider, tokens: { ...tokens, refreshToken } };

  return connectMailbox(services, workspaceId, mailboxOf(client, addressIn(claims, provider)), grant);
}

type Mailbox = ReturnType<typeof mailboxOf>;

async function connectMailbox(
  services: GrantServices,
  workspaceId: string,
  mailbox: Mailbox,
  grant: NewGrant,
): Promise<{ readonly email: string }> {
  const { accessToken } = grant.tokens;
  const problems = await tryServers({ ...mailbox, accessToken }, services.loopback);
  if (problems.length > 0) throw invalid(problems);

  return decideAnew(async () => {
    const change = await connectAccount(services, workspaceId, { ...mailbox, grant });
    await commit(services, workspaceId, change);

    return change.result;
  });
}

/** The account logs in as the address that it sends from: a token opens the mailbox of its owner and no other. */
function mailboxOf({ smtp, imap }: OAuthClient, email: string) {
  return { email, smtp: { ...smtp, username: email }, imap: { ...imap, username: email } };
}

/** Microsoft has no `email_verified`, and an administrator may write into `email` what he likes; logging in proves it. */
function addressIn(claims: IDToken, provider: OAuthProvider): string {
  const { verifiesEmail } = providers[provider];
  const { email, preferred_username: name, email_verified: isVerified } = claims;
  if (isVerified === false || (verifiesEmail && isVerified !== true)) {
    throw refused(provider, 'has not verified the address of this account');
  }
  const address = EmailAddress.safeParse(email ?? (verifiesEmail ? undefined : name));
  if (!address.success) throw refused(provider, 'does not tell the address of this account');

  return address.data;
}

/** RFC 6749, section 4.1.2.1. */
function refuseRefusal(provider: OAuthProvider, error: string | null): void {
  if (error === null) return;
  if (error !== 'access_denied') throw refused(provider, 'could not ask for access: begin again');
  throw refused(provider, 'was not given your consent; nothing has changed');
}

function wordDenial(provider: OAuthProvider, error: unknown): unknown {
  if (!(error instanceof TokensDenied)) return error;
  if (error.kind === 'refused') return refused(provider, 'did not accept the answer any more: begin again');
  log('error', 'oauth code not redeemed', { code: provider, outcome: error.kind }, error);
  const { name } = providers[provider];

  return problem(
    'INTERNAL_ERROR',
    error.kind === 'client'
      ? `${name} does not accept this service as registered: its operator has to repair that`
      : `${name} gave no proper answer; begin again in a moment`,
  );
}

function refused(provider: OAuthProvider, what: string): Problem {
  return invalidField('', 'consent', `${providers[provider].name} ${what}`);
}
