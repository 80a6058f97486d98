import * as z from 'zod/mini';
import { EmailAccountByPassword } from '#lib/connect/mailbox.ts';
import { EmailAccount } from '#lib/email-accounts/email-account.ts';
import { contract } from '#lib/http/contract.ts';
import { OAuthProvider } from '#lib/oauth/provider.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { text } from '#lib/values/schemas.ts';

/**
 * Maximum length of the request line at the gateway: https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
 */
const queryLengthMax = 10_240;

export const connectRoutes = {
  providers: contract({
    method: 'GET',
    path: '/connect',
    summary: 'List the providers of mailboxes that can be connected by OAuth',
    auth: 'session',
    needs: ['table:read', 'oauth-clients:read'],
    responses: { 200: z.strictObject({ providers: z.array(OAuthProvider) }) },
    extension: true,
  }),
  begin: contract({
    method: 'GET',
    path: '/connect/{provider}',
    summary: 'Connect a mailbox by OAuth: redirect to the provider',
    auth: 'session',
    role: 'member',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    params: z.strictObject({ provider: OAuthProvider }),
    query: z.strictObject({ email: z.optional(EmailAddress) }),
    responses: { 302: z.undefined() },
    extension: true,
    slow: { inFlightPerWorkspace: 4 },
  }),
  finish: contract({
    method: 'GET',
    path: '/connect/{provider}/callback',
    summary: 'Connect a mailbox by OAuth: callback of the provider',
    auth: 'session',
    role: 'member',
    needs: ['table:write', 'authority:check', 'secrets:seal', 'network:outbound'],
    emits: ['email_account.reconnected'],
    params: z.strictObject({ provider: OAuthProvider }),
    // Clients must ignore unknown parameters: RFC 6749, section 4.1.2.
    query: z.catchall(
      z.object({
        state: text(200),
        code: z.optional(text(queryLengthMax)),
        error: z.optional(text(queryLengthMax)),
      }),
      text(queryLengthMax),
    ),
    responses: { 200: z.string().check(z.maxLength(10_000)) },
    produces: 'text/html; charset=utf-8',
    rendersPage: true,
    extension: true,
    slow: { inFlightPerWorkspace: 5 },
  }),
  smtp: contract({
    method: 'POST',
    path: '/connect/smtp',
    summary: 'Connect or reconnect a mailbox by password',
    auth: 'session',
    needs: ['table:write', 'authority:check', 'secrets:seal', 'network:outbound'],
    emits: ['email_account.reconnected'],
    body: EmailAccountByPassword,
    responses: { 200: EmailAccount, 201: EmailAccount },
    location: '/email-accounts/{id}',
    extension: true,
    acceptsSecret: true,
    callsExternalServer: true,
    slow: { inFlightPerWorkspace: 4 },
  }),
};
