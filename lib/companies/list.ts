import { presentCompany } from '#lib/companies/companies.ts';
import type { Company } from '#lib/companies/company.ts';
import {
  allCompanies,
  companiesByName,
  companyExternalIdKey,
  companyKey,
  domainClaimKey,
  toClaimingCompanyId,
  toStoredCompany,
} from '#lib/companies/items.ts';
import { type Page, type PageRequest, queryPage, singlePage } from '#lib/http/page.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Item, Key } from '#lib/storage/table.ts';
import { searchableName } from '#lib/values/company-name.ts';
import { isUpdatedAfter } from '#lib/values/schemas.ts';

interface CompanyListRequest extends PageRequest {
  readonly search?: string | undefined;
  readonly domain?: string | undefined;
  readonly externalId?: string | undefined;
  readonly updatedAfter?: string | undefined;
}

/** Newest first. With `search`: companies with a name that begins with the text, in order of names. */
export async function listCompanies(
  { table }: Pick<Services, 'table'>,
  workspaceId: string,
  request: CompanyListRequest,
): Promise<Page<Company>> {
  const { search, domain, externalId } = request;
  const matches = (company: Company) =>
    isUpdatedAfter(company, request) &&
    (domain === undefined || company.domain === domain) &&
    (externalId === undefined || company.externalId === externalId) &&
    (search === undefined || searchableName(company.name).startsWith(searchableName(search)));
  if (domain !== undefined || externalId !== undefined) {
    const company = await findClaiming(
      table,
      workspaceId,
      externalId === undefined
        ? domainClaimKey(workspaceId, domain ?? '')
        : companyExternalIdKey(workspaceId, externalId),
    );

    return singlePage(company && matches(company) ? [company] : [], request);
  }
  const source = search === undefined ? allCompanies(workspaceId) : companiesByName(workspaceId, search);
  const read = (items: readonly Item[]) =>
    items
      .map((item) => presentCompany(toStoredCompany(item)))
      .map((company) => (matches(company) ? company : undefined));

  return queryPage(table, { ...source, request, read });
}

/** A domain or an external id belongs to at most one company. */
async function findClaiming(
  table: Services['table'],
  workspaceId: string,
  claimKey: Key,
): Promise<Company | undefined> {
  const companyId = toClaimingCompanyId(await table.get(claimKey));
  const item = companyId === undefined ? undefined : await table.get(companyKey(workspaceId, companyId));

  return item && presentCompany(toStoredCompany(item));
}
