import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { companyNameQuery } from '../names.ts';
import { readRecentImports } from './import/recent-imports.ts';
import { type ContactFilter, campaignOutlineQuery } from './queries.ts';

/** The names of the objects of a filter, which contains their ids; undefined until a name is loaded. */
export type FilterNames = Readonly<
  Partial<Record<'companyId' | 'campaignId' | 'importId', string | undefined>>
>;

/** The text for the filters of a job or an export, such as “status bounced, tag lead”. An object without a name is “a selected campaign”. */
export const filterText = (
  filter: Readonly<Record<string, unknown>>,
  objectNames: FilterNames = {},
): string =>
  Object.entries(filter)
    .map(([name, value]) => {
      const label = labels[name] ?? name;
      const objectName = objectNames[name as keyof FilterNames];

      return objectName === undefined && idFilters.has(name)
        ? `a selected ${label}`
        : `${label} ${objectName ?? value}`;
    })
    .join(', ');

/** Filters that have the id of an object. */
const idFilters: ReadonlySet<string> = new Set(['companyId', 'campaignId', 'importId']);

const labels: Readonly<Record<string, string>> = {
  search: 'search',
  companyId: 'company',
  campaignId: 'campaign',
  executionStatus: 'progress',
  importId: 'import',
  importResult: 'result',
  customFieldName: 'custom field',
  customFieldValue: 'value',
  lastContactedAfter: 'contacted since',
  lastContactedBefore: 'not contacted since',
  createdAfter: 'added after',
  createdBefore: 'added before',
  updatedAfter: 'changed after',
};

export const importResultLabels = {
  created: 'Created by the import',
  updated: 'Updated by the import',
  skipped: 'Skipped by the import',
} as const;

/** The names of the objects of a filter. An import has the name of its file in the browser that sent it. Not for a list of jobs, because each name is a request. */
export function useFilterNames({ companyId, campaignId, importId }: ContactFilter): FilterNames {
  const { data: companyName } = useQuery(companyNameQuery(companyId));
  const { data: campaign } = useQuery(campaignOutlineQuery(campaignId));

  const session = useSession();
  const imported = readRecentImports(session?.workspaceId).find(({ id }) => id === importId);

  return { companyId: companyName, campaignId: campaign?.name, importId: imported?.fileName };
}
