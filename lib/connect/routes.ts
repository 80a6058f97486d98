import * as z from 'zod/mini';
import { EmailAccountByPassword } from '#lib/connect/mailbox.ts';
import { EmailAddress } from '#lib/contacts/email-address.ts';
import { EmailAccount } from '#lib/email-accounts/email-account.ts';
import { contract } from '#lib/http/contract.ts';
import { OAuthProvider } from '#lib/oauth/provider.ts';

export const connectRoutes = {
  begin: contract({
    method: 'GET',
    path: '/connect/{provider}',
    summary: 'Connect a mailbox by OAuth: leads the browser to the provider',
    auth: 'session',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    params: z.strictObject({ provider: OAuthProvider }),
    query: z.strictObject({ email: z.optional(EmailAddress) }),
    responses: { 302: z.undefined() },
    replyHeaders: ['Cache-Control', 'Referrer-Policy'],
    extension: true,
  }),
  finish: contract({
    method: 'GET',
    path: '/connect/{provider}/callback',
    summary: 'Finish connecting a mailbox by OAuth: where the provider leads the browser back to',
    auth: 'session',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    params: z.strictObject({ provider: OAuthProvider }),
    // What a client does not know it must pass over: RFC 6749, section 4.1.2.
    query: z.catchall(
      z.object({
        state: z.string().check(z.maxLength(200)),
        code: z.optional(z.string()),
        error: z.optional(z.string()),
      }),
      z.string(),
    ),
    responses: { 200: z.string().check(z.maxLength(10_000)) },
    produces: 'text/html; charset=utf-8',
    replyHeaders: ['Cache-Control', 'Content-Security-Policy', 'Referrer-Policy'],
    forPeople: true,
    extension: true,
  }),
  smtp: contract({
    method: 'POST',
    path: '/connect/smtp',
    summary: 'Connect a mailbox by its password, or connect it anew; an API key is answered 401',
    auth: 'session',
    needs: ['table:write', 'secrets:seal', 'network:outbound'],
    body: EmailAccountByPassword,
    responses: { 200: EmailAccount, 201: EmailAccount },
    extension: true,
    takesSecret: true,
  }),
};
