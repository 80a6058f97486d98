import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';
import { NewSnippet, Snippet, SnippetId, SnippetPatch } from '#lib/snippets/snippet.ts';
import { pageOf, pageQuery } from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: SnippetId });

export const snippetRoutes = {
  list: contract({
    method: 'GET',
    path: '/snippets',
    summary: 'List snippets, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(Snippet) },
    extension: true,
  }),
  create: contract({
    method: 'POST',
    path: '/snippets',
    summary: 'Create a snippet',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    body: NewSnippet,
    responses: { 201: Snippet },
    location: '/snippets/{id}',
    extension: true,
  }),
  get: contract({
    method: 'GET',
    path: '/snippets/{id}',
    summary: 'Get a snippet',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    responses: { 200: Snippet },
    extension: true,
  }),
  update: contract({
    method: 'PATCH',
    path: '/snippets/{id}',
    summary: 'Update a snippet',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    body: SnippetPatch,
    responses: { 200: Snippet },
    extension: true,
  }),
  delete: contract({
    method: 'DELETE',
    path: '/snippets/{id}',
    summary: 'Delete a snippet',
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    responses: { 204: z.undefined() },
    extension: true,
  }),
};
