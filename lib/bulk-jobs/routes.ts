import * as z from 'zod/mini';
import { BulkJob, BulkJobItem, BulkJobItemQuery, NewBulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { contract } from '#lib/http/contract.ts';
import { BulkJobId, pageOf, pageQuery } from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: BulkJobId });

export const bulkJobRoutes = {
  list: contract({
    method: 'GET',
    path: '/bulk-jobs',
    summary: 'List bulk jobs, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(BulkJob) },
    extension: true,
  }),
  create: contract({
    method: 'POST',
    path: '/bulk-jobs',
    summary: 'Change many contacts in the background',
    auth: 'credential',
    needs: ['table:write', 'authority:check'],
    body: NewBulkJob,
    responses: { 202: BulkJob },
    location: '/bulk-jobs/{id}',
    extension: true,
  }),
  get: contract({
    method: 'GET',
    path: '/bulk-jobs/{id}',
    summary: 'Get the progress and result of a bulk job',
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    responses: { 200: BulkJob },
    extension: true,
  }),
  listItems: contract({
    method: 'GET',
    path: '/bulk-jobs/{id}/items',
    summary: 'List the result for each contact of a bulk job',
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    query: BulkJobItemQuery,
    responses: { 200: pageOf(BulkJobItem) },
    extension: true,
  }),
  cancel: contract({
    method: 'POST',
    path: '/bulk-jobs/{id}/cancel',
    summary: 'Cancel a bulk job',
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    responses: { 200: BulkJob },
    extension: true,
  }),
};
