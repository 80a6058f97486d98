import * as z from 'zod/mini';
import { EmailAccount, EmailAccountPatch } from '#lib/email-accounts/email-account.ts';
import { EmailAccountStatus } from '#lib/email-accounts/sending.ts';
import { contract } from '#lib/http/contract.ts';
import { EmailAccountId, orderQuery, pageOf, pageQuery, updatedAfterQuery } from '#lib/values/schemas.ts';

export const emailAccountRoutes = {
  list: contract({
    method: 'GET',
    path: '/email-accounts',
    summary: 'List email accounts, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject({
      ...pageQuery,
      ...orderQuery,
      ...updatedAfterQuery,
      status: z.optional(EmailAccountStatus),
    }),
    responses: { 200: pageOf(EmailAccount) },
  }),
  get: contract({
    method: 'GET',
    path: '/email-accounts/{id}',
    summary: 'Get an email account',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:read'],
    params: z.strictObject({ id: EmailAccountId }),
    responses: { 200: EmailAccount },
  }),
  update: contract({
    method: 'PATCH',
    path: '/email-accounts/{id}',
    summary: 'Update an email account',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write', 'authority:check'],
    params: z.strictObject({ id: EmailAccountId }),
    body: EmailAccountPatch,
    responses: { 200: EmailAccount },
  }),
  disconnect: contract({
    method: 'DELETE',
    path: '/email-accounts/{id}',
    summary: 'Disconnect an email account and delete its credentials',
    auth: 'credential',
    needs: ['table:write', 'authority:check'],
    params: z.strictObject({ id: EmailAccountId }),
    responses: { 204: z.undefined() },
  }),
};
