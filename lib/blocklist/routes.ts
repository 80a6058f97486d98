import * as z from 'zod/mini';
import {
  BlockedType,
  BlockedValue,
  BlocklistEntry,
  BlocklistEntryId,
  NewBlocklistEntry,
} from '#lib/blocklist/entry.ts';
import { fileUpload } from '#lib/contacts/file-upload.ts';
import { importDecodedBytesMax } from '#lib/contacts/import/options.ts';
import { contract } from '#lib/http/contract.ts';
import { orderQuery, pageOf, pageQuery, text } from '#lib/values/schemas.ts';

export const blocklistRoutes = {
  list: contract({
    method: 'GET',
    path: '/blocklist',
    summary: 'List blocklist entries, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject({
      ...pageQuery,
      ...orderQuery,
      type: z.optional(BlockedType),
      value: z.optional(BlockedValue),
    }),
    responses: { 200: pageOf(BlocklistEntry) },
  }),
  create: contract({
    method: 'POST',
    path: '/blocklist',
    summary: 'Add an address, or a domain with its subdomains, to the blocklist',
    auth: 'credential',
    // Without `authority:check`: the request is short, and an entry only ends sending.
    needs: ['table:write'],
    emits: ['contact.updated', 'contact.blocklisted'],
    body: NewBlocklistEntry,
    /** 200: the value was already on the list. */
    responses: { 200: BlocklistEntry, 201: BlocklistEntry },
  }),
  import: contract({
    method: 'POST',
    path: '/blocklist/import',
    summary: 'Import addresses and domains into the blocklist',
    auth: 'credential',
    // The check, because a large file takes long.
    needs: ['table:write', 'authority:check'],
    emits: ['contact.updated', 'contact.blocklisted'],
    // The file as JSON, as a form, or as the raw body.
    body: z.strictObject({ csv: text(importDecodedBytesMax) }),
    form: z.strictObject({ file: text(importDecodedBytesMax) }),
    rawBodyTypes: ['text/csv', 'text/plain', 'application/gzip', 'multipart/form-data'],
    ...fileUpload,
    extension: true,
    // Up to 1,000 entries are written before the response.
    slow: { inFlightPerWorkspace: 2 },
  }),
  delete: contract({
    method: 'DELETE',
    path: '/blocklist/{id}',
    summary: 'Remove an entry from the blocklist',
    auth: 'credential',
    // The check, because a contact may get emails again.
    needs: ['table:write', 'authority:check'],
    emits: ['contact.updated'],
    params: z.strictObject({ id: BlocklistEntryId }),
    responses: { 204: z.undefined() },
  }),
};
