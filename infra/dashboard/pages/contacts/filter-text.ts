/** The text for the filters of a job or an export, such as “status bounced, tag lead”. */
export const filterText = (filter: Readonly<Record<string, unknown>>): string =>
  Object.entries(filter)
    .map(([name, value]) => `${labels[name] ?? name} ${value}`)
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
