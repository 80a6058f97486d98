import { commit } from '#lib/commit/commit.ts';
import { planCompany } from '#lib/companies/companies.ts';
import { NewCompany } from '#lib/companies/company.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { writeAll } from '../support/fixtures.ts';

function newCompany(name: string, domain?: string): NewCompany {
  return NewCompany.parse({ name, domain, city: 'London', industry: 'Engines', employeeCount: 120 });
}

async function addCompany(bench: Bench, workspaceId: string, name: string, domain?: string): Promise<string> {
  const change = await planCompany(bench, workspaceId, newCompany(name, domain));
  await commit(bench, workspaceId, change);

  return change.result.id;
}

async function addCompanies(bench: Bench, workspaceId: string): Promise<void> {
  const inputs = Array.from({ length: manyItems }, (_, at) => newCompany(`Acme ${at}`));
  const changes = await Promise.all(inputs.map((input) => planCompany(bench, workspaceId, input)));
  await writeAll(
    bench,
    changes.flatMap(({ writes }) => writes),
  );
}

export const companySubjects: readonly EndpointSubject[] = [
  {
    operation: 'companies.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await addCompanies(bench, workspaceId);

      return {};
    },
  },
  {
    operation: 'companies.list',
    detail: 'by name',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      await addCompanies(bench, workspaceId);

      return { query: { search: 'acme 1' } };
    },
  },
  {
    operation: 'companies.list',
    detail: 'by domain',
    target: readTargets.page,
    why: 'the claim of the domain is read before the company',
    async prepare(bench, workspaceId) {
      await addCompany(bench, workspaceId, 'Acme', 'acme.com');

      return { query: { domain: 'acme.com' } };
    },
  },
  {
    operation: 'companies.get',
    target: readTargets.one,
    async prepare(bench, workspaceId) {
      return { params: { id: await addCompany(bench, workspaceId, 'Acme') } };
    },
  },
  {
    // The company and its two index entries, its domain, its name.
    operation: 'companies.create',
    target: writeTarget(3, 2),
    prepare: () => ({ body: { name: 'Acme', domain: 'acme.com' } }),
  },
  {
    // As a creation, and the external id.
    operation: 'companies.upsert',
    target: { ...writeTarget(4, 2), roundTrips: 4 },
    why: 'as for the creation of a company; the external id and the domain are looked up first',
    prepare: () => ({ body: { externalId: 'crm-1', name: 'Acme', domain: 'acme.com' } }),
  },
  {
    // The company and its two index entries, and the outbox, because paused contacts may need the field.
    operation: 'companies.update',
    target: writeTarget(2, 2),
    async prepare(bench, workspaceId) {
      return { params: { id: await addCompany(bench, workspaceId, 'Acme') }, body: { city: 'Bonn' } };
    },
  },
];
