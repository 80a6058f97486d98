import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';

export const docsRoutes = {
  openapi: contract({
    method: 'GET',
    path: '/openapi.json',
    summary: 'The OpenAPI document of this service',
    auth: 'none',
    needs: ['requests:count'],
    replyHeaders: ['ETag'],
    extension: true,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  page: contract({
    method: 'GET',
    path: '/docs',
    summary: 'The reference, to be read in a browser',
    auth: 'none',
    needs: ['requests:count'],
    produces: 'text/html; charset=utf-8',
    replyHeaders: ['ETag'],
    extension: true,
    responses: { 200: z.string() },
  }),
};
