import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { MailServer } from '#lib/mail/mail-server.ts';
import { OAuthProvider } from '#lib/oauth/provider.ts';
import type { Key } from '#lib/storage/table.ts';

/*
 * | access pattern                            | how                                                     |
 * |-------------------------------------------|---------------------------------------------------------|
 * | the operator's registration at a provider | GetItem OAUTH_CLIENT#<provider>, CLIENT                 |
 * | state → the connection attempt            | GetItem, DeleteItem CONNECTING#<hash of state>, ATTEMPT |
 */
export function clientKey(provider: OAuthProvider): Key {
  return { pk: `OAUTH_CLIENT#${provider}`, sk: 'CLIENT' };
}

/** A state gives access to its attempt, so only its hash is stored. */
export function attemptKey(state: string): Key {
  return { pk: `CONNECTING#${hash('sha256', state, 'base64url')}`, sk: 'ATTEMPT' };
}

/** Encryption context of an attempt's verifier. */
export const verifierContext = ({ pk }: Key) => `${pk}.verifier`;

/** Replaces the workspace id for secrets that belong to the operator. No workspace has this id. */
export const operatorScope = 'platform';

export const clientSecretContext = (provider: OAuthProvider) => `oauth.${provider}.client_secret`;

const Host = z.pick(MailServer, { host: true, port: true, secure: true });

export const ClientItem = z.object({
  provider: OAuthProvider,
  clientId: z.string(),
  sealedSecret: z.string(),
  issuer: z.string(),
  smtp: Host,
  imap: Host,
});
export type ClientItem = z.infer<typeof ClientItem>;

export const ConsentAttempt = z.object({
  workspaceId: z.string(),
  session: z.string(),
  provider: OAuthProvider,
  sealedVerifier: z.string(),
  redirectUri: z.string(),
});
export type ConsentAttempt = z.infer<typeof ConsentAttempt>;
