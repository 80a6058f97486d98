import * as z from 'zod/mini';
import { contract } from '#lib/http/contract.ts';

export const docsRoutes = {
  openapi: contract({
    method: 'GET',
    path: '/openapi.json',
    summary: 'API reference as an OpenAPI document',
    auth: 'none',
    needs: ['requests:count'],
    replyHeaders: ['ETag'],
    extension: true,
    responses: { 200: z.looseObject({ openapi: z.string() }) },
  }),
  page: contract({
    method: 'GET',
    path: '/docs',
    summary: 'API reference as a web page',
    auth: 'none',
    needs: ['requests:count'],
    produces: 'text/html; charset=utf-8',
    replyHeaders: ['ETag'],
    extension: true,
    responses: { 200: z.string() },
  }),
};
