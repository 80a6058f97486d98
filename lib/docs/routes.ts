import * as z from 'zod/mini';
import { ServiceInfo } from '#lib/docs/service-info.ts';
import { contract } from '#lib/http/contract.ts';
import { text } from '#lib/values/schemas.ts';

export const docsRoutes = {
  root: contract({
    method: 'GET',
    path: '/',
    summary: 'Get the version of the service and the paths of its documentation',
    auth: 'none',
    needs: ['requests:count'],
    extension: true,
    responses: { 200: ServiceInfo },
  }),
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
    extension: true,
    responses: { 200: z.string() },
  }),
  asset: contract({
    method: 'GET',
    path: '/docs/{asset}',
    summary: 'Script of the API reference',
    auth: 'none',
    needs: ['requests:count'],
    params: z.strictObject({ asset: text(35, z.regex(/^reference-[\w-]{22}\.js$/)) }),
    produces: 'text/javascript; charset=utf-8',
    replyHeaders: ['ETag', 'Content-Encoding'],
    extension: true,
    responses: { 200: z.string() },
  }),
};

/** Receives every request for which the gateway has no other route, with any method. */
export const fallbackRoutes = {
  notFound: contract({
    method: 'GET',
    path: '/{proxy+}',
    summary: 'Respond to unknown paths and methods',
    auth: 'credential',
    needs: ['callers:authenticate'],
    // Programs that search for known paths of other products come from many addresses.
    requestsPerSecond: 100,
    responses: {},
  }),
};
