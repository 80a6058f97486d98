import type { Change } from '#lib/commit/change.ts';
import { planCreationIfMissing } from '#lib/commit/creation.ts';
import { planCompany, planCompanyUpdate } from '#lib/companies/companies.ts';
import { type Company, type CompanyUpsert, NewCompany } from '#lib/companies/company.ts';
import { companyExternalIdKey, domainClaimKey, toClaimingCompanyId } from '#lib/companies/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lookUpItems } from '#lib/storage/table.ts';

/**
 * Updates the company with the external id of the request, otherwise the company with its domain. If neither exists, creates the
 * company.
 * @throws Problem 422 if the external id and the domain belong to two companies
 */
export async function planCompanyUpsert(
  services: Services,
  workspaceId: string,
  input: CompanyUpsert,
): Promise<{ readonly isNew: boolean; readonly change: Change<Company> }> {
  const { externalId, domain } = input;
  const keys = [
    ...(externalId ? [companyExternalIdKey(workspaceId, externalId)] : []),
    ...(domain ? [domainClaimKey(workspaceId, domain)] : []),
  ];
  const lookUp = await lookUpItems(services.table, keys);
  const [companyId] = keys.flatMap((key) => toClaimingCompanyId(lookUp(key)) ?? []);
  if (companyId !== undefined)
    return { isNew: false, change: await planCompanyUpdate(services, workspaceId, companyId, input) };
  const creation = () => planCompany(services, workspaceId, NewCompany.parse(input));

  return { isNew: true, change: await planCreationIfMissing(creation) };
}
