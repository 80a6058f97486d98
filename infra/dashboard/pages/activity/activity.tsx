import { getRouteApi } from '@tanstack/react-router';
import { Activity as ActivityIcon, Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { messageOf } from '../../api/errors.ts';
import { useList } from '../../api/lists.ts';
import { usePaletteAction } from '../../app/actions.ts';
import { Button } from '../../components/button.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/number.tsx';
import { Page } from '../../components/page.tsx';
import { EmptyState } from '../../components/states.tsx';
import { useAccounts, useCampaignNames, useContactNames } from '../names.ts';
import { ActivityFilterBar } from './activity-filters.tsx';
import { columnsOf, type ObjectNames } from './columns.tsx';
import { activityQuery } from './queries.ts';
import { mergeEvents, useTail } from './use-tail.ts';
import './activity.css';

const route = getRouteApi('/app/activity');

export function Activity() {
  const filters = route.useSearch();
  const list = useList(activityQuery(filters));
  const [isLive, setLive] = useState(true);
  // A period with an end has no new events.
  const isPolling = isLive && filters.before === undefined && !list.isPending;
  const tail = useTail(list, filters, isPolling);
  const liveState = isPolling ? 'Live' : 'Not live';
  const names = useNames();
  const columns = useMemo(() => columnsOf(names), [names]);
  const rows = useMemo(() => mergeEvents(tail.events, list.rows), [tail.events, list.rows]);
  const toggleLive = (): void => setLive(!isLive);
  usePaletteAction(isLive ? 'Pause the live list' : 'Resume the live list', toggleLive);

  return (
    <Page
      title="Activity"
      description="New events appear here after about 30 seconds, when their order is final."
      actions={
        filters.before === undefined && (
          <Button icon={isLive ? <Pause /> : <Play />} onClick={toggleLive}>
            {isLive ? 'Pause' : 'Resume'}
          </Button>
        )
      }
      isFilled
    >
      <ActivityFilterBar
        filters={filters}
        names={names}
        trailing={
          <span className="live-state" data-live={isPolling || undefined} role="status">
            {tail.error ? messageOf(tail.error) : liveState}
            {tail.events.length > 0 && `, ${formatNumber(tail.events.length)} new`}
          </span>
        }
      />
      <DataTable
        label="Activity"
        list={{ ...list, rows }}
        columns={columns}
        rowId={({ id }) => id}
        empty={
          <EmptyState
            title={Object.keys(filters).length > 0 ? 'No event matches' : 'Nothing has happened yet'}
            icon={<ActivityIcon />}
          >
            {Object.keys(filters).length > 0
              ? 'Change or clear the filters.'
              : 'Emails, opens, clicks, replies and changes of contacts and campaigns appear here.'}
          </EmptyState>
        }
      />
    </Page>
  );
}

function useNames(): ObjectNames {
  const accounts = useAccounts();
  const campaigns = useCampaignNames();
  const contacts = useContactNames();

  return useMemo(
    () => ({
      contacts,
      campaigns,
      accounts: new Map([...accounts].map(([id, { email }]) => [id, email] as const)),
    }),
    [accounts, campaigns, contacts],
  );
}
