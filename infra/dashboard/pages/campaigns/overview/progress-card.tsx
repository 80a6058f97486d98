import { countOf, formatNumber, NumberLink } from '../../../components/number.tsx';
import { Card, Facts } from '../../../components/page/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import type { Campaign } from '../queries.ts';
import { isEnrolling } from '../sending-state.tsx';
import { finishedCount } from '../status.tsx';
import { EditLink } from './edit-link.tsx';

interface StatusCount {
  readonly label: string;
  readonly count: number;
  /** `data-part` of the style sheet, which decides the colour. */
  readonly part: string;
  /** Undefined if no filter selects exactly these recipients. */
  readonly search: Readonly<Record<string, string>> | undefined;
}

export function ProgressCard({ campaign }: { readonly campaign: Campaign }) {
  const { id, stats, startedAt, completedAt, sendingStatus } = campaign;
  const parts = statusCounts(campaign);

  return (
    <Card
      title="Progress"
      description={`${formatNumber(finishedCount(stats))} of ${countOf(stats.contacts, 'contact')} finished`}
    >
      {stats.contacts === 0 ? (
        <NoContacts campaign={campaign} />
      ) : (
        <>
          <div className="parts-bar" aria-hidden="true">
            {parts.map(({ label, count, part }) => (
              <span key={label} data-part={part} style={{ flexGrow: count }} title={`${label}: ${count}`} />
            ))}
          </div>
          <ul className="parts-list">
            {parts.map(({ label, count, part, search }) => (
              <li key={label}>
                <span className="colour-mark" data-part={part} aria-hidden="true" />
                <span>{label}</span>
                {search ? (
                  <NumberLink
                    value={count}
                    noun="recipient"
                    detail={label}
                    to="/campaigns/$campaignId/recipients"
                    params={{ campaignId: id }}
                    search={search}
                  />
                ) : (
                  <span className="number">{formatNumber(count)}</span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="inline-facts progress-facts">
        <Facts
          items={[
            ['Started', <Time key="start" value={startedAt} none="Never" format="full" />],
            [
              completedAt ? 'Completed' : 'Estimated completion',
              <Time
                key="end"
                value={completedAt ?? sendingStatus.estimatedCompletionAt}
                format="date"
                none="Unknown"
              />,
            ],
          ]}
        />
      </div>
    </Card>
  );
}

function NoContacts({ campaign }: { readonly campaign: Campaign }) {
  const { audience, status } = campaign;
  if (isEnrolling(campaign)) return <EmptyState title="Enrolling contacts …">This takes seconds.</EmptyState>;
  if (audience === null) {
    return (
      <EmptyState
        title="No contacts"
        action={
          <EditLink campaignId={campaign.id} section="audience">
            Add contacts
          </EditLink>
        }
      >
        The campaign needs contacts or an audience.
      </EmptyState>
    );
  }

  return (
    <EmptyState title={status === 'draft' ? 'No contacts yet' : 'No contacts'}>
      {status === 'draft'
        ? 'The contacts of the audience are enrolled at the start.'
        : 'No contact of the audience was enrolled: none matches, or all that match are unsubscribed, bounced, blocklisted or in another campaign.'}
    </EmptyState>
  );
}

/**
 * Disjoint groups of all recipients. A recipient with an unknown outcome has the status `pending` or `in_progress`: the lists of these
 * statuses contain it, the numbers do not.
 */
function statusCounts({ stats }: Campaign): readonly StatusCount[] {
  const exactSearch = (status: string) => (stats.unknown > 0 ? undefined : { status });
  const counts: readonly StatusCount[] = [
    { label: 'Ended by a reply', count: stats.endedByReply, part: 'replied', search: { status: 'replied' } },
    { label: 'Completed', count: stats.completed, part: 'completed', search: { status: 'completed' } },
    { label: 'In progress', count: stats.inProgress, part: 'progress', search: exactSearch('in_progress') },
    { label: 'Not started', count: stats.pending, part: 'pending', search: exactSearch('pending') },
    { label: 'Paused', count: stats.paused, part: 'warning', search: { status: 'paused' } },
    { label: 'Unknown outcome', count: stats.unknown, part: 'warning', search: { waitingFor: 'outcome' } },
    { label: 'Failed', count: stats.failed, part: 'danger', search: { status: 'failed' } },
    { label: 'Ended by a bounce', count: stats.endedByBounce, part: 'danger', search: { status: 'bounced' } },
    {
      label: 'Ended by an unsubscribe',
      count: stats.endedByUnsubscribe,
      part: 'stopped',
      search: { status: 'unsubscribed' },
    },
    { label: 'Blocklisted', count: stats.suppressed, part: 'stopped', search: { status: 'blocklisted' } },
    { label: 'Stopped', count: stats.stopped, part: 'stopped', search: { status: 'stopped' } },
  ];

  return counts.filter(({ count }) => count > 0);
}
