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
import type { Option } from '../../components/form/select.tsx';
import { Time } from '../../components/time.tsx';
import { eventDetail, eventLabels, eventOptions } from '../event-texts.ts';
import { linkTo } from '../links.ts';

/** Icons of the event types that a contact can have. */
const icons: Readonly<Record<string, LucideIcon>> = {
  'email.sent': Send,
  'email.opened': Eye,
  'email.clicked': MousePointerClick,
  'email.replied': Reply,
  'email.bounced': TriangleAlert,
  'email.rejected': TriangleAlert,
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

interface ActivityTimelineProps {
  readonly events: readonly Schemas['ActivityEvent'][];
  readonly campaignNames: ReadonlyMap<string, string>;
  /** When each reply was last answered, by the id of the reply. */
  readonly answerTimes: ReadonlyMap<string, string>;
}

/** The events of one contact, in the given order. */
export function ActivityTimeline({ events, campaignNames, answerTimes }: ActivityTimelineProps) {
  return (
    <ol className="timeline">
      {events.map((event) => {
        const { label, tone } = eventLabels[event.type] ?? { label: event.type, tone: 'neutral' };
        const Icon = icons[event.type] ?? Pencil;
        const detail = eventDetail(event);
        const answeredAt = event.type === 'email.replied' && answerTimes.get(event.metadata.replyId ?? '');

        return (
          <li key={event.id} data-tone={tone}>
            <span className="timeline-icon" aria-hidden="true">
              <Icon />
            </span>
            <div className="timeline-text">
              <div className="timeline-head">
                <span className="row">
                  <span className="strong">{label}</span>
                  {event.campaignId && (
                    <Link {...linkTo(`/campaigns/${event.campaignId}`)}>
                      {campaignNames.get(event.campaignId) ?? 'Campaign'}
                    </Link>
                  )}
                  {event.isBot && (
                    <Badge reason={event.botReason ?? 'Probably a bot: not counted'}>Bot</Badge>
                  )}
                </span>
                <Time value={event.occurredAt} />
              </div>
              {detail && <div className="muted">{detail}</div>}
              {answeredAt && (
                <div className="muted">
                  Answered <Time value={answeredAt} />
                </div>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
