import * as z from 'zod/mini';
import { ApiKey, ApiKeyId, CreatedApiKey, NewApiKey } from '#lib/api-keys/api-key.ts';
import { contract } from '#lib/http/contract.ts';
import { createdQuery } from '#lib/values/created-resources.ts';
import { pageOf, pageQuery } from '#lib/values/schemas.ts';

export const apiKeyRoutes = {
  list: contract({
    method: 'GET',
    path: '/api-keys',
    summary: 'List API keys',
    auth: 'credential',
    role: 'owner',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ApiKey) },
  }),
  create: contract({
    method: 'POST',
    path: '/api-keys',
    summary: 'Create an API key; the key is returned once',
    auth: 'credential',
    role: 'owner',
    needs: ['table:write', 'api-keys:write', 'authority:check'],
    body: NewApiKey,
    revealsSecret: true,
    responses: { 201: CreatedApiKey },
  }),
  revoke: contract({
    method: 'DELETE',
    path: '/api-keys/{id}',
    summary: 'Revoke an API key, effective from the next request',
    auth: 'credential',
    role: 'owner',
    needs: ['table:write', 'authority:check', 'api-keys:write'],
    params: z.strictObject({ id: ApiKeyId }),
    query: z.strictObject(createdQuery),
    responses: { 204: z.undefined() },
  }),
};
