import { formatNumber, NumberLink } from '../../../components/number.tsx';
import { Card } from '../../../components/page.tsx';
import { EmptyState } from '../../../components/states.tsx';
import { Time } from '../../../components/time.tsx';
import { finishedCount } from '../list/columns.tsx';
import type { Campaign } from '../queries.ts';

interface StatusCount {
  readonly label: string;
  readonly count: number;
  readonly tone: string;
  readonly search: Readonly<Record<string, string>>;
}

export function ProgressCard({ campaign }: { readonly campaign: Campaign }) {
  const { id, stats, startedAt, completedAt, sendingStatus } = campaign;
  const parts = statusCounts(campaign);

  return (
    <Card
      title="Progress"
      description={`${formatNumber(finishedCount(stats))} of ${formatNumber(stats.contacts)} contacts are finished`}
    >
      {stats.contacts === 0 ? (
        <EmptyState title="No contacts">Add contacts or an audience to the campaign.</EmptyState>
      ) : (
        <>
          <div className="parts-bar" aria-hidden="true">
            {parts.map(({ label, count, tone }) => (
              <span key={label} data-part={tone} style={{ flexGrow: count }} title={`${label}: ${count}`} />
            ))}
          </div>
          <ul className="parts-list">
            {parts.map(({ label, count, tone, search }) => (
              <li key={label}>
                <span className="part-mark" data-part={tone} aria-hidden="true" />
                <span>{label}</span>
                <NumberLink
                  value={count}
                  label={`recipients: ${label}`}
                  to="/campaigns/$campaignId/recipients"
                  params={{ campaignId: id }}
                  search={search}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <dl className="inline-facts">
        <div>
          <dt>Started</dt>
          <dd>
            <Time value={startedAt} none="Never" format="full" />
          </dd>
        </div>
        <div>
          <dt>{completedAt ? 'Completed' : 'Estimated completion'}</dt>
          <dd>
            <Time value={completedAt ?? sendingStatus.estimatedCompletionAt} format="date" none="Unknown" />
          </dd>
        </div>
      </dl>
    </Card>
  );
}

/** The number of recipients in each status; the numbers add up to all contacts. */
function statusCounts({ stats }: Campaign): readonly StatusCount[] {
  const countedStatuses: readonly StatusCount[] = [
    { label: 'Completed', count: stats.completed, tone: 'completed', search: { status: 'completed' } },
    { label: 'In progress', count: stats.inProgress, tone: 'progress', search: { status: 'in_progress' } },
    { label: 'Not started', count: stats.pending, tone: 'pending', search: { status: 'pending' } },
    { label: 'Paused', count: stats.paused, tone: 'warning', search: { status: 'paused' } },
    { label: 'Unknown outcome', count: stats.unknown, tone: 'warning', search: { waitingFor: 'outcome' } },
    { label: 'Failed', count: stats.failed, tone: 'danger', search: { status: 'failed' } },
    { label: 'Bounced', count: stats.bounced, tone: 'danger', search: { status: 'bounced' } },
    { label: 'Unsubscribed', count: stats.unsubscribed, tone: 'stopped', search: { status: 'unsubscribed' } },
    { label: 'Blocklisted', count: stats.suppressed, tone: 'stopped', search: { status: 'blocklisted' } },
    { label: 'Stopped', count: stats.stopped, tone: 'stopped', search: { status: 'stopped' } },
  ];
  const remainingContacts = stats.contacts - countedStatuses.reduce((sum, { count }) => sum + count, 0);
  // A reply ended the sequences of the remaining contacts.
  const replied: StatusCount = {
    label: 'Ended by a reply',
    count: Math.max(0, remainingContacts),
    tone: 'replied',
    search: { status: 'replied' },
  };

  return [replied, ...countedStatuses].filter(({ count }) => count > 0);
}
