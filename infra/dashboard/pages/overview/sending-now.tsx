import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countOf, formatNumber } from '../../components/number.tsx';
import { Card } from '../../components/page/page.tsx';
import { Progress } from '../../components/progress.tsx';
import { QueryState } from '../../components/states.tsx';
import { Time } from '../../components/time.tsx';
import { finishedCount } from '../campaigns/status.tsx';
import { linkTo } from '../links.ts';
import { type Campaign, startedCampaignsQuery } from './queries.ts';

export function SendingNow() {
  return (
    <Card
      title="Sending now"
      actions={<Link {...linkTo('/campaigns', { status: 'active' })}>Active campaigns</Link>}
    >
      <QueryState query={useQuery(startedCampaignsQuery('active'))}>
        {({ activeCampaigns }) => {
          const sending = activeCampaigns.filter(({ sendingStatus }) => sendingStatus.state === 'sending');
          if (sending.length === 0) return <p className="muted">No campaign is sending at the moment.</p>;

          return (
            <ul className="entry-list overview-list">
              {sending.map((campaign) => (
                <SendingCampaign key={campaign.id} campaign={campaign} />
              ))}
            </ul>
          );
        }}
      </QueryState>
    </Card>
  );
}

function SendingCampaign({ campaign: { id, name, stats, sendingStatus } }: { readonly campaign: Campaign }) {
  const { nextSendAt, estimatedCompletionAt } = sendingStatus;
  const finishedContacts = finishedCount(stats);

  return (
    <li>
      <div className="overview-head">
        <Link {...linkTo(`/campaigns/${id}`)} className="overview-name">
          {name}
        </Link>
        <Link {...linkTo(`/campaigns/${id}/recipients`)} className="number">
          {`${formatNumber(finishedContacts)} of ${countOf(stats.contacts, 'contact')} finished`}
        </Link>
      </div>
      <Progress
        label={`Finished contacts of ${name}`}
        isLabelHidden
        value={finishedContacts}
        max={stats.contacts}
      />
      <span className="muted">
        Next email: <Time value={nextSendAt} isDue none="not known" />
        {estimatedCompletionAt && (
          <>
            {' · last email expected '}
            <Time value={estimatedCompletionAt} />
          </>
        )}
      </span>
    </li>
  );
}
