import { getRouteApi, Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { useMemo } from 'react';
import { useList } from '../../../api/lists.ts';
import { EmptyState, NoValue } from '../../../components/states.tsx';
import { timeColumn } from '../../../components/table/columns.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, FilterChip, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../../components/table/time-filter.tsx';
import { useCampaignNames, useContactNames, useReplyNames } from '../../names.ts';
import { type AuditEntry, auditLogQuery, usersQuery } from '../queries.ts';
import { OwnersOnly } from '../settings-page.tsx';
import { changeText, describeOperation, fieldNames, objectLink } from './describe.ts';
import { resourceLabels } from './resource-labels.ts';
import './audit-log.css';

const route = getRouteApi('/app/settings/audit-log');

const columnsOf = (names: Names): readonly Column<AuditEntry>[] => [
  {
    id: 'change',
    header: 'Change',
    cell: (entry) => (
      <span title={`${entry.operation} · request ${entry.requestId ?? 'none'}`}>
        {describeOperation(entry)}
      </span>
    ),
    width: 'minmax(150px, 1.2fr)',
  },
  {
    id: 'object',
    header: 'Object',
    cell: (entry) => <ObjectLink entry={entry} names={names} />,
    width: 'minmax(170px, 1.5fr)',
  },
  {
    id: 'values',
    header: 'Values',
    cell: (entry) => <Values entry={entry} />,
    width: 'minmax(200px, 2.4fr)',
  },
  { id: 'actor', header: 'Author', cell: (entry) => <Author entry={entry} />, width: 'minmax(140px, 1.2fr)' },
  timeColumn('occurredAt', 'Time', { width: '156px' }),
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
  const contactNames = useContactNames();
  const campaignNames = useCampaignNames();
  const replyNames = useReplyNames();
  const names = useMemo(
    () => new Map([...contactNames, ...campaignNames, ...replyNames, ...namesOf(list.rows)]),
    [contactNames, campaignNames, replyNames, list.rows],
  );
  const columns = useMemo(() => columnsOf(names), [names]);
  const people = useList(usersQuery).rows.map(({ id, name, email }) => ({ value: id, label: name ?? email }));
  const filterNames = ['actorType', 'actorId', 'operation', 'resourceType', 'resourceId', 'after', 'before'];

  return (
    <>
      <FilterBar names={filterNames}>
        <SelectFilter name="resourceType" label="Object" options={resourceOptions} />
        <SelectFilter name="actorType" label="Author" options={actorTypes} />
        <SelectFilter name="actorId" label="Person" options={people} />
        <TimeFilter name="after" label="From" />
        <TimeFilter name="before" label="To" />
        {!people.some(({ value }) => value === filters.actorId) && (
          <FilterChip name="actorId" label={`Author: ${authorName(list.rows, filters.actorId)}`} />
        )}
        <FilterChip
          name="resourceId"
          label={`Object: ${names.get(filters.resourceId ?? '') ?? filters.resourceId}`}
        />
        <FilterChip name="operation" label={`Operation: ${filters.operation}`} />
      </FilterBar>
      <DataTable
        label="Audit log"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState title="No change matches" icon={<ScrollText />}>
            Every successful change in the workspace has an entry with its author. Values of contacts are not
            recorded.
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

/** The changed values, or the names of the fields without recorded values. */
function Values({ entry: { changes, fields } }: { readonly entry: AuditEntry }) {
  if (changes.length === 0) return <span className="audit-values">{fieldNames(fields)}</span>;
  const texts = changes.flatMap((change) => changeText(change) ?? []);
  const others = fields.filter(
    (field) => !changes.some((change) => /^\w+/u.exec(change.field)?.[0] === field),
  );

  return (
    <span className="audit-values" title={[...texts, fieldNames(others)].join('\n')}>
      {texts.join(' · ')}
    </span>
  );
}

/** Names of objects by id. */
type Names = ReadonlyMap<string, string>;

/** The newest name of each object that an entry has. An entry of a deletion can lack it. */
const namesOf = (entries: readonly AuditEntry[]): Names =>
  new Map(
    entries
      .toReversed()
      .flatMap(({ resourceId, resourceName }) =>
        resourceId !== null && resourceName !== null ? [[resourceId, resourceName] as const] : [],
      ),
  );

interface ObjectLinkProps {
  readonly entry: AuditEntry;
  readonly names: Names;
}

function ObjectLink({ entry, names }: ObjectLinkProps) {
  const { resourceType, resourceId } = entry;
  if (resourceType === null || resourceId === null) return <NoValue />;
  const link = objectLink(entry);
  const label = entry.resourceName ?? names.get(resourceId) ?? resourceLabels[resourceType];

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
