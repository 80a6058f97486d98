import * as z from 'zod/mini';
import { ServiceInfo } from '#lib/docs/service-info.ts';
import { contract } from '#lib/http/contract.ts';

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
    replyHeaders: ['ETag'],
    extension: true,
    responses: { 200: z.string() },
  }),
};
