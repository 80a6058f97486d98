import type { ReactNode } from 'react';
import { FilterBar, FilterChip, SelectFilter } from '../../components/filter-bar.tsx';
import { TimeFilter } from '../../components/time-filter.tsx';
import { eventOptions } from '../event-texts.ts';
import { optionsOf } from '../names.ts';
import type { KnownNames } from './columns.tsx';
import type { ActivityFilters } from './queries.ts';

const names = [
  ...(['type', 'campaignId', 'contactId', 'executionId'] as const),
  ...(['emailAccountId', 'after', 'before', 'includeBots'] as const),
];

const kinds = eventOptions();
const groups = [
  {
    value: 'email.opened,email.clicked,email.replied',
    label: 'Opens, clicks and replies',
  },
  { value: 'email.bounced,email.unsubscribed,contact.blocklisted', label: 'Bounces and unsubscribes' },
];
const bots = [{ value: 'true', label: 'With events of bots' }];

interface ActivityFilterBarProps {
  readonly filters: ActivityFilters;
  readonly names: KnownNames;
  readonly trailing: ReactNode;
}

export function ActivityFilterBar({ filters, names: known, trailing }: ActivityFilterBarProps) {
  const { type, contactId } = filters;
  const options = [...groups, ...kinds];
  const isOther = type !== undefined && !options.some(({ value }) => value === type);

  return (
    <FilterBar names={names} trailing={trailing}>
      <SelectFilter
        name="type"
        any="Any event"
        options={isOther ? [{ value: type, label: type.replaceAll(',', ', ') }, ...options] : options}
      />
      <SelectFilter name="campaignId" any="Any campaign" options={optionsOf(known.campaigns)} />
      <SelectFilter name="emailAccountId" any="Any account" options={optionsOf(known.accounts)} />
      <SelectFilter name="includeBots" any="Without bots" options={bots} />
      <TimeFilter name="after" label="From" />
      <TimeFilter name="before" label="To" />
      <FilterChip name="contactId" label={known.contacts.get(contactId ?? '') ?? 'Of one contact'} />
      <FilterChip name="executionId" label="Of one recipient" />
    </FilterBar>
  );
}
