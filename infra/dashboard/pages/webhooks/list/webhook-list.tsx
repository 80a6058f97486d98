import { Link } from '@tanstack/react-router';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { useList } from '../../../api/lists.ts';
import { useCan } from '../../../api/session.ts';
import { Button } from '../../../components/button.tsx';
import { countOf } from '../../../components/number.tsx';
import { usePaletteAction } from '../../../components/page/actions.ts';
import { Page } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { type Column, DataTable } from '../../../components/table/data-table.tsx';
import { Time } from '../../../components/time.tsx';
import { CreateWebhook } from '../dialogs/create-webhook.tsx';
import { eventsLabel, shortUrl } from '../labels.ts';
import { type Webhook, webhooksQuery } from '../queries.ts';
import { WebhookStatus } from '../webhook-status.tsx';

const columns: readonly Column<Webhook>[] = [
  {
    id: 'url',
    header: 'Endpoint',
    cell: ({ url, description }) => (
      <>
        {shortUrl(url)} <span className="muted">{description}</span>
      </>
    ),
    width: 'minmax(260px, 3fr)',
  },
  { id: 'status', header: 'Status', cell: (webhook) => <WebhookStatus webhook={webhook} />, width: '112px' },
  { id: 'events', header: 'Events', cell: ({ events }) => eventsLabel(events), width: 'minmax(120px, 1fr)' },
  {
    id: 'failures',
    header: 'Failures in a row',
    cell: ({ id, consecutiveFailures }) => <Failures id={id} count={consecutiveFailures} />,
    width: '120px',
  },
  {
    id: 'lastSuccessAt',
    header: 'Last success',
    cell: ({ lastSuccessAt }) => <Time value={lastSuccessAt} none="Never" />,
    width: '148px',
  },
  {
    id: 'lastFailureAt',
    header: 'Last failure',
    cell: ({ lastFailureAt }) => <Time value={lastFailureAt} none="Never" />,
    width: '148px',
    isWideOnly: true,
  },
];

export function WebhookList() {
  const list = useList(webhooksQuery);
  const canChange = useCan('member');
  const [isCreating, setCreating] = useState(false);
  usePaletteAction('Create a webhook', () => setCreating(true), canChange);
  const createButton = canChange && (
    <Button variant="primary" icon={<Plus />} onClick={() => setCreating(true)}>
      Create webhook
    </Button>
  );

  return (
    <Page
      title="Webhooks"
      description="Signed events that the service sends to your endpoints."
      actions={createButton}
      isFilled
    >
      <DataTable
        label="Webhooks"
        list={list}
        columns={columns}
        rowId={({ id }) => id}
        rowLink={({ id }) => ({ to: '/webhooks/$webhookId', params: { webhookId: id } })}
        empty={
          <EmptyState title="No webhooks yet" icon={<WebhookIcon />} action={createButton}>
            Create one to receive sent, opened, clicked, replied and other events at your endpoint.
          </EmptyState>
        }
      />
      <CreateWebhook isOpen={isCreating} onClose={() => setCreating(false)} />
    </Page>
  );
}

function Failures({ id, count }: { readonly id: string; readonly count: number }) {
  if (count === 0) return 0;

  return (
    <Link
      to="/webhooks/$webhookId"
      params={{ webhookId: id }}
      search={{ status: 'pending' }}
      aria-label={`${countOf(count, 'failed attempt')} in a row`}
    >
      {count}
    </Link>
  );
}
