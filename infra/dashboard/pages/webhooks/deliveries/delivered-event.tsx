import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, type Schemas, unwrap } from '../../../api/client.ts';
import { Card, Facts } from '../../../components/page/page.tsx';
import { QueryState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { linkTo } from '../../links.ts';
import { optionalFact } from '../../profile/profile-facts.tsx';
import { campaignNameQuery, contactNameQuery } from '../form/names.ts';
import { creationPeriod } from '../id-time.ts';

type Event = Schemas['ActivityEvent'];

/**
 * Reads one event; null if it is no longer listed. The API has no operation for one event, so this lists the events of its
 * millisecond.
 */
const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: ['activity', 'detail', eventId],
    queryFn: async ({ signal }): Promise<Event | null> => {
      const period = creationPeriod(eventId);
      if (!period) return null;
      const query = { ...period, limit: 100, includeBots: true };
      const { data } = await unwrap(api.GET('/activity', { params: { query }, signal }));

      return data.find(({ id }) => id === eventId) ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The objects and the data of the event. */
export function DeliveredEvent({ eventId }: { readonly eventId: string }) {
  return (
    <Card title="Event">
      <QueryState query={useQuery(eventQuery(eventId))}>
        {(event) =>
          event === null ? (
            <p className="muted">The event is no longer listed.</p>
          ) : (
            <EventFacts event={event} />
          )
        }
      </QueryState>
    </Card>
  );
}

function EventFacts({ event }: { readonly event: Event }) {
  const { contactId, campaignId, metadata } = event;
  const links = [
    ...optionalFact('Contact', contactId && <ContactLink key="contact" id={contactId} />),
    ...optionalFact('Campaign', campaignId && <CampaignLink key="campaign" id={campaignId} />),
  ];
  const values = Object.entries(metadata)
    .filter(([, value]) => value !== null && value !== '')
    .map(
      ([name, value]) =>
        [
          labelOf(name),
          isTime(name) ? <Time key={name} value={String(value)} format="full" /> : valueText(value),
        ] as const,
    );

  return <Facts items={[...links, ...values]} />;
}

/** Fields such as `clickedAt`. */
const isTime = (name: string): boolean => /(?:At|Until)$/u.test(name);

/** `changedFields` is “Changed fields”. */
const labelOf = (name: string): string =>
  name === 'url'
    ? 'URL'
    : name
        .replace(/[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
        .replace(/^./u, (letter) => letter.toUpperCase());

const valueText = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value);

const ContactLink = ({ id }: { readonly id: string }) => (
  <Link to="/contacts/$contactId" params={{ contactId: id }}>
    {useQuery(contactNameQuery(id)).data ?? id}
  </Link>
);

const CampaignLink = ({ id }: { readonly id: string }) => (
  <Link {...linkTo(`/campaigns/${id}`)}>{useQuery(campaignNameQuery(id)).data ?? id}</Link>
);
