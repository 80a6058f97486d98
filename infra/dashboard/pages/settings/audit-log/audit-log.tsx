import { getRouteApi, Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useList } from '../../../api/lists.ts';
import { EmptyState } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, FilterChip, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../../components/table/time-filter.tsx';
import { type AuditEntry, auditLogQuery } from '../queries.ts';
import { OwnersOnly } from '../settings-page.tsx';
import { describeOperation, objectLink, resourceLabels } from './describe.ts';

const route = getRouteApi('/app/settings/audit-log');

const columns: readonly Column<AuditEntry>[] = [
  {
    id: 'change',
    header: 'Change',
    cell: (entry) => (
      <span title={`${entry.operation} · request ${entry.requestId ?? 'none'}`}>
        {describeOperation(entry)}
      </span>
    ),
    width: 'minmax(180px, 1.5fr)',
  },
  { id: 'actor', header: 'Author', cell: (entry) => <Author entry={entry} />, width: 'minmax(180px, 1.5fr)' },
  {
    id: 'object',
    header: 'Object',
    cell: (entry) => <ObjectLink entry={entry} />,
    width: 'minmax(200px, 1.5fr)',
  },
  {
    id: 'fields',
    header: 'Fields',
    cell: ({ fields }) => <span title={fields.join(', ')}>{fields.join(', ')}</span>,
    isWideOnly: true,
  },
  timeColumn('occurredAt', 'Time', { width: '152px' }),
];

const actorTypes = [
  { value: 'user', label: 'Users' },
  { value: 'api_key', label: 'API keys' },
  { value: 'operator', label: 'Operator' },
];
const resourceOptions = Object.entries(resourceLabels).map(([value, label]) => ({ value, label }));

export const AuditLog = () => (
  <OwnersOnly>
    <EntryList />
  </OwnersOnly>
);

function EntryList() {
  const filters = route.useSearch();
  const list = useList(auditLogQuery(filters));
  const filterNames = ['actorType', 'actorId', 'operation', 'resourceType', 'resourceId', 'after', 'before'];

  return (
    <>
      <FilterBar names={filterNames}>
        <SelectFilter name="resourceType" anyLabel="Any object" options={resourceOptions} />
        <SelectFilter name="actorType" anyLabel="Any author" options={actorTypes} />
        <TimeFilter name="after" label="From" />
        <TimeFilter name="before" label="To" />
        <FilterChip name="actorId" label={`Author: ${authorName(list.rows, filters.actorId)}`} />
        <FilterChip name="resourceId" label={`Object: ${filters.resourceId}`} />
        <FilterChip name="operation" label={`Operation: ${filters.operation}`} />
      </FilterBar>
      <DataTable
        label="Audit log"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState title="No change matches" icon={<ScrollText />}>
            Every successful change in the workspace has an entry with its author.
          </EmptyState>
        }
      />
    </>
  );
}

const authorName = (entries: readonly AuditEntry[], actorId: string | undefined): string | undefined =>
  entries.find(({ actor }) => actor.id === actorId)?.actor.name ?? actorId;

/** Leads to the changes of the same author. */
function Author({ entry: { actor } }: { readonly entry: AuditEntry }) {
  if (actor.id === null) return 'Operator';

  return (
    <Link to="/settings/audit-log" search={{ actorId: actor.id }} title={actor.id}>
      {`${actor.type === 'api_key' ? 'Key ' : ''}${actor.name ?? actor.id}`}
    </Link>
  );
}

function ObjectLink({ entry }: { readonly entry: AuditEntry }) {
  const { resourceType, resourceId } = entry;
  if (resourceType === null || resourceId === null) return <span className="none">—</span>;
  const link = objectLink(entry);
  const label = `${resourceLabels[resourceType] ?? resourceType} …${resourceId.slice(-6)}`;

  return (
    <>
      {link ? (
        <Link {...link} title={resourceId}>
          {label}
        </Link>
      ) : (
        <span title={resourceId}>{label}</span>
      )}{' '}
      <Link
        to="/settings/audit-log"
        search={{ resourceType, resourceId }}
        className="muted"
        aria-label={`history of ${label}`}
      >
        history
      </Link>
    </>
  );
}
