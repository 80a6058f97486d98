import { Link } from '@tanstack/react-router';
import { Badge } from '../../../components/badge.tsx';
import { NoValue } from '../../../components/states.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { Time } from '../../../components/time.tsx';
import { eventDetail, eventLabels } from '../../event-texts.ts';
import { linkTo } from '../../links.ts';
import { accountAddress, stepLabel, testedVariantLetter } from '../labels.ts';
import type { Campaign, EmailAccount } from '../queries.ts';
import type { ActivityEvent } from './queries.ts';

export const columnsOf = (
  campaign: Campaign,
  accounts: readonly EmailAccount[],
  contactNames: ReadonlyMap<string, string>,
): readonly Column<ActivityEvent>[] => [
  {
    id: 'type',
    header: 'Event',
    cell: (event) => <EventCell event={event} />,
    width: 'minmax(260px, 2.4fr)',
  },
  {
    id: 'contact',
    header: 'Contact',
    cell: ({ contactId }) =>
      contactId === null ? (
        <NoValue />
      ) : (
        <Link to="/contacts/$contactId" params={{ contactId }}>
          {contactNames.get(contactId) ?? 'Open contact'}
        </Link>
      ),
    width: 'minmax(150px, 1.2fr)',
  },
  {
    id: 'step',
    header: 'Step',
    cell: ({ stepId, variantId }) => (stepId === null ? <NoValue /> : stepName(campaign, stepId, variantId)),
    width: '104px',
  },
  {
    id: 'account',
    header: 'Account',
    cell: ({ emailAccountId }) =>
      emailAccountId === null ? (
        <NoValue />
      ) : (
        <Link {...linkTo(`/email-accounts/${emailAccountId}`)}>
          {accountAddress(accounts, emailAccountId)}
        </Link>
      ),
    width: 'minmax(150px, 1.2fr)',
    isWideOnly: true,
  },
  { id: 'time', header: 'Time', cell: ({ occurredAt }) => <Time value={occurredAt} />, width: '152px' },
];

/** “2 · B” for variant B of step 2; the variant is omitted if the step has only one. */
const stepName = (campaign: Campaign, stepId: string, variantId: string | null): string =>
  [stepLabel(campaign, stepId).replace('Step ', ''), testedVariantLetter(campaign, stepId, variantId)]
    .filter(Boolean)
    .join(' · ');

function EventCell({ event }: { readonly event: ActivityEvent }) {
  const { label, tone } = eventLabels[event.type] ?? { label: event.type, tone: 'neutral' };
  const detail = eventDetail(event);

  return (
    <span className="row">
      <Badge tone={tone}>{label}</Badge>
      {detail !== '' && (
        <span className="muted ellipsis" title={detail}>
          {detail}
        </span>
      )}
    </span>
  );
}
