import { useQuery } from '@tanstack/react-query';
import { companyNameQuery } from '../names.ts';
import { type ContactFilter, campaignOutlineQuery } from './queries.ts';

/** The names of the company and the campaign of a filter, which contains their ids; undefined until a name is loaded. */
export type FilterNames = Readonly<Partial<Record<'companyId' | 'campaignId', string | undefined>>>;

/** The text for the filters of a job or an export, such as “status bounced, tag lead”. An object without a name has its id. */
export const filterText = (
  filter: Readonly<Record<string, unknown>>,
  objectNames: FilterNames = {},
): string =>
  Object.entries(filter)
    .map(([name, value]) => `${labels[name] ?? name} ${objectNames[name as keyof FilterNames] ?? value}`)
    .join(', ');

const labels: Readonly<Record<string, string>> = {
  search: 'search',
  companyId: 'company',
  campaignId: 'campaign',
  executionStatus: 'progress',
  createdAfter: 'added after',
  createdBefore: 'added before',
  updatedAfter: 'changed after',
};

/** The names of the company and the campaign of a filter. Not for a list of jobs, because each name is a request. */
export function useFilterNames({ companyId, campaignId }: ContactFilter): FilterNames {
  const { data: companyName } = useQuery(companyNameQuery(companyId));
  const { data: campaign } = useQuery(campaignOutlineQuery(campaignId));

  return { companyId: companyName, campaignId: campaign?.name };
}
