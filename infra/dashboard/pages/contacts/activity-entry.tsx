import { Link } from '@tanstack/react-router';
import {
  Ban,
  CircleCheck,
  Eye,
  type LucideIcon,
  MousePointerClick,
  Pencil,
  Reply,
  Send,
  TriangleAlert,
  UserPlus,
  UserX,
} from 'lucide-react';
import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import type { Option } from '../../components/select.tsx';
import type { TimelineEntry } from '../../components/timeline.tsx';
import { eventDetail, eventLabels, eventOptions } from '../event-texts.ts';
import { linkTo } from '../links.ts';

type Event = Schemas['ActivityEvent'];

/** Icons of the event types that a contact can have. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'email.sent': Send,
  'email.opened': Eye,
  'email.clicked': MousePointerClick,
  'email.replied': Reply,
  'email.bounced': TriangleAlert,
  'email.unsubscribed': UserX,
  'contact.created': UserPlus,
  'contact.updated': Pencil,
  'contact.blocklisted': Ban,
  'campaign.contact_completed': CircleCheck,
};

export const typeOptions: readonly Option[] = [
  { value: '', label: 'Any activity' },
  ...eventOptions((type) => type in icons),
];

export function toTimelineEntry(event: Event, campaignNames: ReadonlyMap<string, string>): TimelineEntry {
  const { label, tone } = eventLabels[event.type] ?? { label: event.type, tone: 'neutral' as const };
  const Icon = icons[event.type] ?? Pencil;
  const { campaignId } = event;

  return {
    id: event.id,
    time: event.occurredAt,
    icon: <Icon />,
    tone,
    title: (
      <span className="row">
        <span className="strong">{label}</span>
        {campaignId && (
          <Link {...linkTo(`/campaigns/${campaignId}`)}>
            {campaignNames.get(campaignId) ?? 'Deleted campaign'}
          </Link>
        )}
        {event.isBot && <Badge reason={event.botReason ?? 'Probably a bot: not counted'}>Bot</Badge>}
      </span>
    ),
    detail: eventDetail(event),
  };
}
