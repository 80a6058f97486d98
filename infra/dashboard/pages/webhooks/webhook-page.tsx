import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Outlet, useMatchRoute } from '@tanstack/react-router';
import { Page } from '../../components/page/page.tsx';
import { QueryPage } from '../../components/page/query-page.tsx';
import { LinkTabs } from '../../components/tabs.tsx';
import { shortUrl } from './labels.ts';
import { webhookQuery } from './queries.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookNotices } from './webhook-notices.tsx';
import './webhooks.css';

const route = getRouteApi('/app/webhooks/$webhookId');

const listLink = <Link to="/webhooks">Webhooks</Link>;

export function WebhookPage() {
  const { webhookId } = route.useParams();
  const isDeliveriesTab = Boolean(useMatchRoute()({ to: '/webhooks/$webhookId', params: { webhookId } }));

  return (
    <QueryPage title="Webhook" parent={listLink} query={useQuery(webhookQuery(webhookId))} lines={9}>
      {(webhook) => (
        <Page
          title={shortUrl(webhook.value.url)}
          objectName={shortUrl(webhook.value.url)}
          description={webhook.value.description}
          parent={listLink}
          actions={<WebhookActions webhook={webhook} />}
          isFilled={isDeliveriesTab}
        >
          <WebhookNotices webhook={webhook.value} />
          <LinkTabs
            label="Webhook"
            tabs={[
              {
                label: 'Deliveries',
                to: '/webhooks/$webhookId',
                params: { webhookId },
                // The filters of the list are in the address.
                activeOptions: { includeSearch: false },
              },
              { label: 'Configuration', to: '/webhooks/$webhookId/configuration', params: { webhookId } },
            ]}
          />
          <Outlet />
        </Page>
      )}
    </QueryPage>
  );
}
