import * as z from 'zod/mini';
import { ContactView, ContactViewId, NewContactView } from '#lib/contact-views/contact-view.ts';
import { contract } from '#lib/http/contract.ts';
import { pageOf, pageQuery } from '#lib/values/schemas.ts';

export const contactViewRoutes = {
  list: contract({
    method: 'GET',
    path: '/contact-views',
    summary: 'List contact views, newest first',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject(pageQuery),
    responses: { 200: pageOf(ContactView) },
    extension: true,
  }),
  create: contract({
    method: 'POST',
    path: '/contact-views',
    summary: 'Save filters of the list of contacts under a name',
    auth: 'credential',
    needs: ['table:write'],
    body: NewContactView,
    responses: { 201: ContactView },
    extension: true,
  }),
  delete: contract({
    method: 'DELETE',
    path: '/contact-views/{id}',
    summary: 'Delete a contact view',
    auth: 'credential',
    needs: ['table:write'],
    params: z.strictObject({ id: ContactViewId }),
    responses: { 204: z.undefined() },
    extension: true,
  }),
};
