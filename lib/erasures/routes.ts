import * as z from 'zod/mini';
import { Erasure } from '#lib/erasures/erasure.ts';
import { contract } from '#lib/http/contract.ts';
import { ContactId } from '#lib/values/schemas.ts';

const byContact = z.strictObject({ id: ContactId });

export const erasureRoutes = {
  create: contract({
    method: 'POST',
    path: '/contacts/{id}/erase',
    summary: 'Erase the personal data of a contact',
    auth: 'credential',
    needs: ['table:write', 'authority:check'],
    params: byContact,
    responses: { 202: Erasure },
    location: '/contacts/{contactId}/erasure',
    extension: true,
  }),
  get: contract({
    method: 'GET',
    path: '/contacts/{id}/erasure',
    summary: 'Get the state of an erasure',
    auth: 'credential',
    needs: ['table:read'],
    params: byContact,
    responses: { 200: Erasure },
    extension: true,
  }),
};
