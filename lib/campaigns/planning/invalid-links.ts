import { anySender } from '#lib/campaigns/planning/simulation-input.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { readCompanies } from '#lib/companies/read.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { usedTexts } from '#lib/emails/rendering/email-texts.ts';
import { linkCheckOf } from '#lib/emails/rendering/invalid-links.ts';
import { mergeFields } from '#lib/emails/rendering/merge-fields.ts';
import type { Table } from '#lib/storage/table.ts';

interface InvalidLinks {
  readonly contactId: string;
  readonly stepId: string;
  readonly links: string[];
}

/** Finds the links that are not a URL with the values of a contact, in all enabled variants. */
export async function findInvalidLinks(
  table: Table,
  workspaceId: string,
  { item, steps }: { readonly item: Pick<CampaignItem, 'plainTextOnly'>; readonly steps: readonly Step[] },
  contacts: readonly Contact[],
): Promise<InvalidLinks[]> {
  const { plainTextOnly } = item;
  const checks = steps.map(({ id, thread, variants }) => ({
    stepId: id,
    checks: variants
      .filter(({ enabled }) => enabled)
      .map((variant) => linkCheckOf(usedTexts(variant, { isReply: thread === 'reply', plainTextOnly }))),
  }));
  const texts = steps.flatMap(({ variants }) =>
    variants.map(({ bodyHtml, bodyText }) => `${bodyHtml}${bodyText}`),
  );
  const usesCompany = texts.some((text) => /company/i.test(text));
  const companyIds = usesCompany ? contacts.map(({ companyId }) => companyId) : [];
  const companies = await readCompanies(table, workspaceId, companyIds);
  const found: InvalidLinks[] = [];
  for (const contact of contacts) {
    const company = contact.companyId === null ? undefined : companies.get(contact.companyId);
    const values = mergeFields({ contact, company, sender: anySender, unsubscribeUrl: 'https://any' });
    for (const { stepId, checks: variantChecks } of checks) {
      const links = [...new Set(variantChecks.flatMap((check) => check(values)))];
      if (links.length > 0) found.push({ contactId: contact.id, stepId, links });
    }
  }

  return found;
}
