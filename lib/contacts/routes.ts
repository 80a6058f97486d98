import * as z from 'zod/mini';
import { ContactCampaign } from '#lib/campaigns/recipients/recipient.ts';
import {
  Contact,
  ContactInclude,
  ContactPatch,
  ContactUpsert,
  EnrolledContact,
  ListedContact,
  NewContact,
} from '#lib/contacts/contact.ts';
import { ContactCount, ContactCountQuery } from '#lib/contacts/count.ts';
import { fileUpload } from '#lib/contacts/file-upload.ts';
import { ImportBody, ImportForm, ImportQuery } from '#lib/contacts/import/options.ts';
import { ImportReport } from '#lib/contacts/import/report.ts';
import { ContactQuery } from '#lib/contacts/list-filters.ts';
import { contract } from '#lib/http/contract.ts';
import { ContactId, ImportId, pageOf, pageQuery } from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: ContactId });

export const contactRoutes = {
  list: contract({
    method: 'GET',
    path: '/contacts',
    summary: 'List contacts, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: ContactQuery,
    responses: { 200: pageOf(ListedContact) },
  }),
  count: contract({
    method: 'GET',
    path: '/contacts/count',
    summary: 'Count contacts',
    auth: 'credential',
    needs: ['table:read'],
    query: ContactCountQuery,
    responses: { 200: ContactCount },
    extension: true,
  }),
  create: contract({
    method: 'POST',
    path: '/contacts',
    summary: 'Create a contact',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write', 'tokens:sign'],
    emits: ['contact.created', 'contact.blocklisted'],
    body: NewContact,
    responses: { 201: EnrolledContact },
    location: '/contacts/{id}',
  }),
  upsert: contract({
    method: 'PUT',
    path: '/contacts',
    summary: 'Create a contact, or update the contact with its external id or address',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write', 'tokens:sign'],
    emits: ['contact.created', 'contact.updated', 'contact.blocklisted'],
    extension: true,
    body: ContactUpsert,
    responses: { 200: EnrolledContact, 201: EnrolledContact },
    location: '/contacts/{id}',
  }),
  get: contract({
    method: 'GET',
    path: '/contacts/{id}',
    summary: 'Get a contact',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    query: z.strictObject({ include: z.optional(ContactInclude) }),
    responses: { 200: Contact },
  }),
  listCampaigns: contract({
    method: 'GET',
    path: '/contacts/{id}/campaigns',
    summary: 'List the campaigns of a contact with its progress',
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ContactCampaign) },
    extension: true,
  }),
  update: contract({
    method: 'PATCH',
    path: '/contacts/{id}',
    summary: 'Update a contact',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write', 'tokens:sign'],
    emits: ['contact.updated', 'contact.blocklisted'],
    params: byId,
    body: ContactPatch,
    responses: { 200: EnrolledContact },
  }),
  delete: contract({
    method: 'DELETE',
    path: '/contacts/{id}',
    summary: 'Delete a contact; its address stays suppressed if it was',
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    responses: { 204: z.undefined() },
  }),
  import: contract({
    method: 'POST',
    path: '/contacts/import',
    summary: 'Import contacts from CSV',
    auth: 'credential',
    needs: ['table:write', 'authority:check', 'tokens:sign'],
    emits: ['contact.created', 'contact.updated', 'contact.blocklisted'],
    query: ImportQuery,
    body: ImportBody,
    form: ImportForm,
    rawBodyTypes: ['text/csv', 'application/gzip', 'multipart/form-data'],
    ...fileUpload,
    // Up to 1,000 contacts are written before the response.
    slow: { inFlightPerWorkspace: 5 },
  }),
  getImport: contract({
    method: 'GET',
    path: '/contacts/imports/{id}',
    summary: 'Get the progress and result of an import',
    auth: 'credential',
    needs: ['table:read'],
    extension: true,
    params: z.strictObject({ id: ImportId }),
    responses: { 200: ImportReport },
  }),
};
