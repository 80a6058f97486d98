import * as z from 'zod/mini';
import { Export, ExportSummary, NewExport } from '#lib/exports/export.ts';
import { contract } from '#lib/http/contract.ts';
import { ExportId, pageOf, pageQuery } from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: ExportId });

export const exportRoutes = {
  list: contract({
    method: 'GET',
    path: '/exports',
    summary: 'List exports, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ExportSummary) },
    extension: true,
  }),
  create: contract({
    method: 'POST',
    path: '/exports',
    summary: 'Export a list as a file',
    auth: 'credential',
    needs: ['table:write', 'authority:check'],
    body: NewExport,
    responses: { 202: ExportSummary },
    location: '/exports/{id}',
    extension: true,
  }),
  get: contract({
    method: 'GET',
    path: '/exports/{id}',
    summary: 'Get the progress of an export and the URL of its file',
    auth: 'credential',
    needs: ['table:read', 'exports:download'],
    params: byId,
    responses: { 200: Export },
    extension: true,
  }),
  delete: contract({
    method: 'DELETE',
    path: '/exports/{id}',
    summary: 'Delete an export with its file',
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    responses: { 204: z.undefined() },
    extension: true,
  }),
};
