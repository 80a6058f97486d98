import * as z from 'zod/mini';
import { Contact, ContactId, NewContact } from '#lib/contacts/contact.ts';
import { EmailAddress } from '#lib/contacts/email-address.ts';
import { ImportQuery, ImportReport, importBytesMax } from '#lib/contacts/import-report.ts';
import { contract } from '#lib/http/contract.ts';
import { pageOf, pageQuery } from '#lib/http/schemas.ts';

export const contactRoutes = {
  list: contract({
    method: 'GET',
    path: '/contacts',
    summary: 'List contacts, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject({ ...pageQuery, email: z.optional(EmailAddress) }),
    responses: { 200: pageOf(Contact) },
  }),
  create: contract({
    method: 'POST',
    path: '/contacts',
    summary: 'Create a contact',
    auth: 'credential',
    needs: ['table:write'],
    body: NewContact,
    responses: { 201: Contact },
  }),
  get: contract({
    method: 'GET',
    path: '/contacts/{id}',
    summary: 'Get contact details',
    auth: 'credential',
    needs: ['table:read'],
    params: z.strictObject({ id: ContactId }),
    responses: { 200: Contact },
  }),
  import: contract({
    method: 'POST',
    path: '/contacts/import',
    summary: 'Import contacts from CSV',
    auth: 'credential',
    needs: ['table:write'],
    query: ImportQuery,
    rawBodyTypes: ['text/csv'],
    bodyBytesMax: importBytesMax,
    memoryMb: 1024,
    responses: { 200: ImportReport },
  }),
};
