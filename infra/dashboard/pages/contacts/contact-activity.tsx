import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useList } from '../../api/lists.ts';
import { Button } from '../../components/button.tsx';
import { Select } from '../../components/form/select.tsx';
import { Card } from '../../components/page/page.tsx';
import { ErrorState, Skeleton } from '../../components/states.tsx';
import { ActivityTimeline, typeOptions } from './activity-timeline.tsx';
import { contactActivityQuery, contactCampaignsQuery, useAnswerTimes } from './queries.ts';

const route = getRouteApi('/app/contacts/$contactId');

/** What happened with the contact, newest first. The filter is in the address. */
export function ContactActivity({ contactId }: { readonly contactId: string }) {
  const { type, includeBots } = route.useSearch();
  const list = useList(contactActivityQuery(contactId, type, includeBots ?? false));
  const campaigns = useList(contactCampaignsQuery(contactId));
  const answerTimes = useAnswerTimes(contactId);
  const names = new Map(campaigns.rows.map(({ campaignId, campaignName }) => [campaignId, campaignName]));

  return (
    <Card title="Activity" actions={<ActivityFilters type={type} includeBots={includeBots} />}>
      {list.isPending && <Skeleton lines={4} />}
      {Boolean(list.error) && <ErrorState error={list.error} onRetry={list.retry} />}
      {!list.isPending && !list.error && list.rows.length === 0 && (
        <p className="card-empty">
          {type === undefined ? 'Nothing has happened yet.' : 'No activity of this type.'}
        </p>
      )}
      <ActivityTimeline events={list.rows} campaignNames={names} answerTimes={answerTimes} />
      {list.hasMore && (
        <Button onClick={list.loadMore} isPending={list.isLoadingMore}>
          Show earlier activity
        </Button>
      )}
    </Card>
  );
}

interface FiltersProps {
  readonly type: string | undefined;
  readonly includeBots: boolean | undefined;
}

function ActivityFilters({ type, includeBots }: FiltersProps) {
  const navigate = useNavigate({ from: '/contacts/$contactId' });
  const applyFilters = (nextType: string | undefined, isWithBots: boolean): void =>
    void navigate({
      search: { ...(nextType && { type: nextType }), ...(isWithBots && { includeBots: true }) },
      replace: true,
      resetScroll: false,
    });

  return (
    <div className="row">
      <label className="checkbox-field muted">
        <input
          type="checkbox"
          className="checkbox"
          checked={includeBots ?? false}
          onChange={(event) => applyFilters(type, event.target.checked)}
        />
        With bots
      </label>
      <Select
        size="small"
        aria-label="Type of activity"
        placeholder="Any activity"
        options={typeOptions}
        value={type ?? ''}
        onChange={(value) => applyFilters(value || undefined, includeBots ?? false)}
      />
    </div>
  );
}
