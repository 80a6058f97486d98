import { useQuery } from '@tanstack/react-query';
import { companyNameQuery } from '../names.ts';
import type { FilterNames } from './filter-text.ts';
import { type ContactFilter, campaignOutlineQuery } from './queries.ts';

/** The names of the company and the campaign of a filter. A list has too many filters for it: each name is a request. */
export function useFilterNames({ companyId, campaignId }: ContactFilter): FilterNames {
  const { data: companyName } = useQuery(companyNameQuery(companyId));
  const { data: campaign } = useQuery(campaignOutlineQuery(campaignId));

  return { companyId: companyName, campaignId: campaign?.name };
}
