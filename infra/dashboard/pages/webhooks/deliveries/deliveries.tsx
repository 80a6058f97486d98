import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { FilterBar, SelectFilter } from '../../../components/table/filter-bar.tsx';
import { TimeFilter } from '../../../components/table/time-filter.tsx';
import { Time } from '../../../components/time.tsx';
import { TestWebhook } from '../dialogs/test-webhook.tsx';
import { deliveryBadges } from '../labels.ts';
import { type Delivery, deliveriesQuery, type Webhook, webhookQuery } from '../queries.ts';
import { DeliveryStatus } from './delivery-status.tsx';
import { ResponseBadge } from './request-result.tsx';
import { resendsMax, useResend } from './use-resend.ts';

const route = getRouteApi('/app/webhooks/$webhookId/');

const columns: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', cell: ({ event }) => event, width: 'minmax(180px, 1fr)' },
  {
    id: 'status',
    header: 'Status',
    cell: (delivery) => <DeliveryStatus delivery={delivery} />,
    width: '124px',
  },
  {
    id: 'response',
    header: 'Last response',
    cell: (delivery) => <LastResponse {...delivery} />,
    width: '132px',
  },
  {
    id: 'attempts',
    header: 'Attempts',
    cell: ({ attempts }) => attempts.length,
    width: '80px',
  },
  {
    id: 'nextAttemptAt',
    header: 'Next attempt',
    cell: ({ nextAttemptAt }) => <Time value={nextAttemptAt} />,
    width: '148px',
    isWideOnly: true,
  },
  {
    id: 'createdAt',
    header: 'Time of the event',
    cell: ({ createdAt }) => <Time value={createdAt} />,
    width: '148px',
  },
];

const statusOptions = Object.entries(deliveryBadges).map(([value, [label]]) => ({ value, label }));
const codeClassOptions = [
  { value: '2xx', label: '2xx success' },
  { value: '3xx', label: '3xx redirect' },
  { value: '4xx', label: '4xx client error' },
  { value: '5xx', label: '5xx server error' },
  { value: 'none', label: 'No response' },
];

export function Deliveries() {
  const { webhookId } = route.useParams();
  const filters = route.useSearch();
  const list = useList(deliveriesQuery(webhookId, filters));
  const resend = useResend(webhookId);
  const canChange = useCan('member');
  const { data: webhook } = useQuery(webhookQuery(webhookId));
  const { statusCode } = filters;
  const isExactCode = statusCode !== undefined && !codeClassOptions.some(({ value }) => value === statusCode);
  const codeOptions = isExactCode
    ? [...codeClassOptions, { value: statusCode, label: `Status ${statusCode}` }]
    : codeClassOptions;
  const canResend = canChange && webhook?.value.status !== 'disabled';

  return (
    <>
      <FilterBar names={['status', 'statusCode', 'createdAfter', 'createdBefore']}>
        <SelectFilter name="status" label="State" options={statusOptions} />
        <SelectFilter name="statusCode" label="Response" options={codeOptions} />
        <TimeFilter name="createdAfter" label="From" />
        <TimeFilter name="createdBefore" label="To" />
      </FilterBar>
      <DataTable
        label="Deliveries"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({
          to: '/webhooks/$webhookId/deliveries/$deliveryId',
          params: { webhookId, deliveryId: id },
        })}
        {...(canResend && {
          rowActions: ({ id, event, resends }: Delivery) => (
            <IconButton
              size="small"
              label={`Resend ${event}`}
              icon={<RotateCw />}
              isPending={resend.isPending && resend.variables === id}
              disabled={resends >= resendsMax}
              onClick={() => resend.mutate(id)}
            />
          ),
        })}
        empty={
          <NoDeliveries
            isFiltered={Object.keys(filters).length > 0}
            webhook={canChange ? webhook?.value : undefined}
          />
        }
      />
    </>
  );
}

/** Leads to the deliveries with the same status code. */
function LastResponse({ webhookId, attempts }: Delivery) {
  const request = attempts.at(-1)?.requests.at(-1);
  if (!request) return <span className="none">No attempt</span>;

  return (
    <Link
      to="/webhooks/$webhookId"
      params={{ webhookId }}
      search={{ statusCode: String(request.statusCode ?? 'none') }}
      title="Deliveries with the same response"
    >
      <ResponseBadge statusCode={request.statusCode} />
    </Link>
  );
}

interface NoDeliveriesProps {
  readonly isFiltered: boolean;
  /** Undefined if no test event can be sent. */
  readonly webhook: Webhook | undefined;
}

function NoDeliveries({ isFiltered, webhook }: NoDeliveriesProps) {
  const [isTesting, setTesting] = useState(false);

  return isFiltered ? (
    <EmptyState title="No delivery matches" icon={<Send />}>
      Change or clear the filters.
    </EmptyState>
  ) : (
    <EmptyState
      title="No deliveries yet"
      icon={<Send />}
      action={webhook && <Button onClick={() => setTesting(true)}>Send a test event</Button>}
    >
      An event appears here after its first attempt.
      {isTesting && webhook && <TestWebhook webhook={webhook} onClose={() => setTesting(false)} />}
    </EmptyState>
  );
}
