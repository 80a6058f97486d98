import { Link, type LinkProps } from '@tanstack/react-router';
import { Badge } from '../../components/badge.tsx';
import { NoValue } from '../../components/states.tsx';
import { timeColumn } from '../../components/table/columns.tsx';
import type { Column } from '../../components/table/data-table.tsx';
import { eventDetail, eventLabels } from '../event-texts.ts';
import { linkTo } from '../links.ts';
import type { ActivityEvent } from './queries.ts';

type Names = ReadonlyMap<string, string>;

export interface ObjectNames {
  readonly contacts: Names;
  readonly campaigns: Names;
  readonly accounts: Names;
}

const none = <NoValue />;

export const columnsOf = ({
  contacts,
  campaigns,
  accounts,
}: ObjectNames): readonly Column<ActivityEvent>[] => [
  {
    id: 'type',
    header: 'Event',
    cell: (event) => <EventCell event={event} />,
    width: 'minmax(280px, 2.4fr)',
  },
  {
    id: 'object',
    header: 'Contact',
    cell: (event) => <ContactLink event={event} contacts={contacts} />,
    width: 'minmax(160px, 1.2fr)',
  },
  {
    id: 'campaign',
    header: 'Campaign',
    cell: ({ campaignId, metadata }) =>
      campaignId === null ? (
        none
      ) : (
        <Link {...linkTo(`/campaigns/${campaignId}`)}>
          {campaigns.get(campaignId) ?? campaignNameIn(metadata) ?? 'Campaign'}
        </Link>
      ),
    width: 'minmax(140px, 1fr)',
  },
  {
    id: 'account',
    header: 'Account',
    cell: ({ emailAccountId }) =>
      emailAccountId === null ? (
        none
      ) : (
        <Link {...linkTo(`/email-accounts/${emailAccountId}`)}>
          {accounts.get(emailAccountId) ?? 'Account'}
        </Link>
      ),
    width: 'minmax(160px, 1.2fr)',
    isWideOnly: true,
  },
  timeColumn('occurredAt', 'Time', { width: '140px' }),
];

const campaignNameIn = (metadata: ActivityEvent['metadata']): string | undefined =>
  'name' in metadata ? String(metadata.name) : undefined;

function EventCell({ event }: { readonly event: ActivityEvent }) {
  const { label, tone } = eventLabels[event.type] ?? { label: event.type, tone: 'neutral' };
  const detail = eventDetail(event);
  const link = detailLink(event);

  return (
    <span className="row">
      <Badge tone={tone}>{label}</Badge>
      {event.isBot && (
        <Badge reason={event.botReason ? event.botReason.replaceAll('_', ' ') : 'Not counted'}>Bot</Badge>
      )}
      {link ? (
        <Link {...link} className="ellipsis" title={detail}>
          {detail || 'Open the reply'}
        </Link>
      ) : (
        <span className="muted ellipsis" title={detail}>
          {detail}
        </span>
      )}
    </span>
  );
}

/** A link to the reply or webhook of the event; undefined for other events. */
function detailLink(event: ActivityEvent): LinkProps | undefined {
  if (event.type === 'email.replied' && event.metadata.replyId !== null) {
    return linkTo(`/inbox/${event.metadata.replyId}`);
  }
  if (event.type === 'webhook.failing' || event.type === 'webhook.disabled') {
    return linkTo(`/webhooks/${event.metadata.webhookId}`);
  }

  return undefined;
}

/** Shows the name of the contact, or the address in the event if the name is not loaded. */
function ContactLink({ event, contacts }: { readonly event: ActivityEvent; readonly contacts: Names }) {
  if (event.contactId === null) return none;
  const address = 'email' in event.metadata ? String(event.metadata.email) : undefined;

  return (
    <Link to="/contacts/$contactId" params={{ contactId: event.contactId }}>
      {contacts.get(event.contactId) ?? address ?? 'Open contact'}
    </Link>
  );
}
