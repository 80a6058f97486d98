import { Link } from '@tanstack/react-router';
import { formatNumber, formatPercent, NumberLink } from '../../../components/number.tsx';
import { Progress } from '../../../components/progress.tsx';
import type { Column } from '../../../components/table/data-table.tsx';
import { Time } from '../../../components/time.tsx';
import type { CampaignSummary } from '../queries.ts';
import { CampaignStatus, finishedCount } from '../status.tsx';

export const columns: readonly Column<CampaignSummary>[] = [
  {
    id: 'name',
    header: 'Campaign',
    cell: ({ name }) => name,
    width: 'minmax(220px, 3fr)',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (campaign) => <CampaignStatus campaign={campaign} />,
    width: '116px',
  },
  {
    id: 'progress',
    header: 'Finished contacts',
    cell: ({ name, stats }) =>
      stats.contacts === 0 ? (
        <span className="none">No contacts</span>
      ) : (
        <div className="campaign-progress">
          <Progress
            label={`Finished contacts of ${name}`}
            value={finishedCount(stats)}
            max={stats.contacts}
            isLabelHidden
          />
        </div>
      ),
    width: '140px',
  },
  {
    id: 'sent',
    header: 'Sent',
    cell: ({ id, stats }) => (
      <NumberLink
        value={stats.sent}
        noun="sent email"
        to="/campaigns/$campaignId/activity"
        params={{ campaignId: id }}
        search={{ type: 'email.sent' }}
      />
    ),
    width: '64px',
    align: 'end',
  },
  {
    id: 'replied',
    header: 'Replies',
    cell: (campaign) => <Replies campaign={campaign} />,
    width: '104px',
    align: 'end',
  },
  {
    id: 'bounced',
    header: 'Bounces',
    cell: ({ id, stats }) => (
      <NumberLink
        value={stats.bounced}
        noun="bounced email"
        to="/campaigns/$campaignId/activity"
        params={{ campaignId: id }}
        search={{ type: 'email.bounced' }}
      />
    ),
    width: '72px',
    align: 'end',
    isWideOnly: true,
  },
  {
    id: 'tags',
    header: 'Tags',
    cell: ({ tags }) => <Tags tags={tags} />,
    width: 'minmax(64px, 0.5fr)',
    isWideOnly: true,
  },
  {
    id: 'startedAt',
    header: 'Started',
    cell: ({ startedAt }) => <Time value={startedAt} none="Never" format="date" />,
    width: '104px',
    isWideOnly: true,
  },
];

/** Contacts that replied, and their share of the emails that were sent. */
function Replies({ campaign: { id, stats } }: { readonly campaign: CampaignSummary }) {
  const { replied, sent } = stats;
  const share = replied > 0 && sent > 0 ? ` · ${formatPercent(Math.min(1, replied / sent))}` : '';
  const text = `${formatNumber(replied)}${share}`;

  return (
    <Link
      to="/campaigns/$campaignId/activity"
      params={{ campaignId: id }}
      search={{ type: 'email.replied' }}
      className="number"
      title="Contacts that replied, and their share of emails sent"
      aria-label={`Replies: ${text}`}
    >
      {text}
    </Link>
  );
}

const Tags = ({ tags }: { readonly tags: readonly string[] }) => (
  <div className="row">
    {tags.map((tag) => (
      <Link key={tag} to="/campaigns" search={{ tag }} className="tag">
        {tag}
      </Link>
    ))}
  </div>
);
