/** The names of the objects that a filter has ids of, by the name of the filter; undefined until a name is loaded. */
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
