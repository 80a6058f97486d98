import * as z from 'zod/mini';
import { Company, CompanyPatch, CompanyUpsert, Domain, NewCompany } from '#lib/companies/company.ts';
import { contract } from '#lib/http/contract.ts';
import { ExternalId } from '#lib/values/profile.ts';
import {
  CompanyId,
  orderQuery,
  pageOf,
  pageQuery,
  trimmedText,
  updatedAfterQuery,
} from '#lib/values/schemas.ts';

const byId = z.strictObject({ id: CompanyId });

export const companyRoutes = {
  list: contract({
    method: 'GET',
    path: '/companies',
    summary: 'List companies, newest first, or by name with `search`',
    auth: 'credential',
    needs: ['table:read'],
    query: z.strictObject({
      ...pageQuery,
      ...orderQuery,
      ...updatedAfterQuery,
      search: z.optional(trimmedText(200)),
      domain: z.optional(Domain),
      externalId: z.optional(ExternalId),
    }),
    responses: { 200: pageOf(Company) },
  }),
  create: contract({
    method: 'POST',
    path: '/companies',
    summary: 'Create a company',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    body: NewCompany,
    responses: { 201: Company },
    location: '/companies/{id}',
  }),
  upsert: contract({
    method: 'PUT',
    path: '/companies',
    summary: 'Create a company, or update the company with its external id or domain',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    extension: true,
    body: CompanyUpsert,
    responses: { 200: Company, 201: Company },
    location: '/companies/{id}',
  }),
  get: contract({
    method: 'GET',
    path: '/companies/{id}',
    summary: 'Get a company',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:read'],
    params: byId,
    responses: { 200: Company },
  }),
  update: contract({
    method: 'PATCH',
    path: '/companies/{id}',
    summary: 'Update a company',
    isVersioned: true,
    auth: 'credential',
    needs: ['table:write'],
    params: byId,
    body: CompanyPatch,
    responses: { 200: Company },
  }),
};
