import type { ReactNode } from 'react';
import { FilterBar, FilterChip, SelectFilter } from '../../components/filter-bar.tsx';
import { TimeFilter } from '../../components/time-filter.tsx';
import { eventOptions } from '../event-texts.ts';
import { optionsOf } from '../names.ts';
import type { ObjectNames } from './columns.tsx';
import type { ActivityFilters } from './queries.ts';

const filterNames = [
  'type',
  'campaignId',
  'contactId',
  'executionId',
  'emailAccountId',
  'after',
  'before',
  'includeBots',
];

const typeOptions = eventOptions();
const typeGroupOptions = [
  {
    value: 'email.opened,email.clicked,email.replied',
    label: 'Opens, clicks and replies',
  },
  { value: 'email.bounced,email.unsubscribed,contact.blocklisted', label: 'Bounces and unsubscribes' },
];
const botOptions = [{ value: 'true', label: 'With events of bots' }];

interface ActivityFilterBarProps {
  readonly filters: ActivityFilters;
  readonly names: ObjectNames;
  readonly trailing: ReactNode;
}

export function ActivityFilterBar({ filters, names, trailing }: ActivityFilterBarProps) {
  const { type, contactId } = filters;
  const options = [...typeGroupOptions, ...typeOptions];
  const isOtherType = type !== undefined && !options.some(({ value }) => value === type);

  return (
    <FilterBar names={filterNames} trailing={trailing}>
      <SelectFilter
        name="type"
        anyLabel="Any event"
        options={isOtherType ? [{ value: type, label: type.replaceAll(',', ', ') }, ...options] : options}
      />
      <SelectFilter name="campaignId" anyLabel="Any campaign" options={optionsOf(names.campaigns)} />
      <SelectFilter name="emailAccountId" anyLabel="Any account" options={optionsOf(names.accounts)} />
      <SelectFilter name="includeBots" anyLabel="Without bots" options={botOptions} />
      <TimeFilter name="after" label="From" />
      <TimeFilter name="before" label="To" />
      <FilterChip name="contactId" label={names.contacts.get(contactId ?? '') ?? 'Of one contact'} />
      <FilterChip name="executionId" label="Of one recipient" />
    </FilterBar>
  );
}
