import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tag } from '../../components/badge.tsx';
import { Card, Facts } from '../../components/page/page.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { linkTo } from '../links.ts';
import { accountNameQuery, campaignNameQuery } from './form/names.ts';
import { includableObjects } from './labels.ts';
import { type Webhook, webhookQuery } from './queries.ts';
import { WebhookStatus } from './webhook-status.tsx';

const route = getRouteApi('/app/webhooks/$webhookId');

export function Configuration() {
  const { webhookId } = route.useParams();

  return (
    <QueryState query={useQuery(webhookQuery(webhookId))}>
      {({ value: webhook }) => (
        <div className="grid-2">
          <Card title="Endpoint">
            <Facts
              items={[
                ['URL', <code key="url">{webhook.url}</code>],
                ['Own headers', webhook.headerNames.join(', ') || 'None'],
                ['Status', <WebhookStatus key="status" webhook={webhook} />],
                ['Last success', <Time key="success" value={webhook.lastSuccessAt} none="Never" />],
                ['Last failure', <Time key="failure" value={webhook.lastFailureAt} none="Never" />],
                ['Created', <Time key="created" value={webhook.createdAt} format="full" />],
                ['Changed', <Time key="changed" value={webhook.updatedAt} format="full" />],
              ]}
            />
          </Card>
          <EventsCard webhook={webhook} />
        </div>
      )}
    </QueryState>
  );
}

function EventsCard({ webhook: { events, include, filters } }: { readonly webhook: Webhook }) {
  const includedLabels = includableObjects
    .filter(([object]) => include.includes(object))
    .map(([, label]) => label);
  const campaignLinks = useNamedLinks('/campaigns', filters.campaignIds, campaignNameQuery);
  const accountLinks = useNamedLinks('/email-accounts', filters.emailAccountIds, accountNameQuery);

  return (
    <Card title="Events">
      <Facts
        items={[
          ['Types', events[0] === '*' ? 'All events, also later ones' : <Tags key="types" tags={events} />],
          ['Included data', includedLabels.length > 0 ? includedLabels.join(', ') : 'Ids only'],
          ['Campaigns', campaignLinks],
          ['Accounts', accountLinks],
          ['Tags of contacts', filters.tags.length > 0 ? <Tags key="tags" tags={filters.tags} /> : 'Any'],
        ]}
      />
    </Card>
  );
}

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <div className="row">
    {tags.map((tag) => (
      <Tag key={tag}>{tag}</Tag>
    ))}
  </div>
);

/** A link to the page of each object, `<path>/<id>`, with the object's name. */
function useNamedLinks(path: string, ids: readonly string[], nameQuery: typeof campaignNameQuery): ReactNode {
  const names = useQueries({ queries: ids.map(nameQuery) });
  if (ids.length === 0) return 'Any';

  return ids.map((id, index) => (
    <div key={id}>
      <Link {...linkTo(`${path}/${id}`)}>{names[index]?.data ?? id}</Link>
    </div>
  ));
}
