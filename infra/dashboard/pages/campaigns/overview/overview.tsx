import { isMeasured, NumberLink, noTrackedLinks, nounFor, rateText } from '../../../components/number.tsx';
import { type Campaign, useCampaign } from '../queries.ts';
import { AccountsCard } from './accounts-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { SequenceCard } from './sequence-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { StateNotice } from './state-notice.tsx';
import './overview.css';

export function Overview() {
  const { value: campaign } = useCampaign();

  return (
    <div className="stack">
      <StateNotice campaign={campaign} />
      <ResultsCard campaign={campaign} />
      <div className="campaign-columns">
        <div className="stack">
          <ProgressCard campaign={campaign} />
          <SequenceCard campaign={campaign} />
        </div>
        <div className="stack">
          <AccountsCard campaign={campaign} />
          <SettingsCard campaign={campaign} />
        </div>
      </div>
    </div>
  );
}

/** Emails sent, and what happened to them. */
function ResultsCard({ campaign: { id, stats } }: { readonly campaign: Campaign }) {
  const { sent, openTracked, clickTracked } = stats;
  const share = (value: number, emails: number, base: string, untracked?: string) =>
    rateText(emails === 0 ? null : Math.min(1, value / emails), base, sent, untracked);
  const figures = [
    { label: 'Sent', value: sent, type: 'email.sent', detail: nounFor(sent, 'email') },
    {
      label: 'Opened',
      value: stats.opened,
      type: 'email.opened',
      detail: share(stats.opened, openTracked, 'tracked emails'),
    },
    {
      label: 'Clicked',
      value: stats.clicked,
      type: 'email.clicked',
      detail: share(stats.clicked, clickTracked, 'tracked emails', noTrackedLinks),
    },
    {
      label: 'Replied',
      value: stats.replied,
      type: 'email.replied',
      detail: share(stats.replied, sent, 'emails sent'),
    },
    {
      label: 'Bounced',
      value: stats.bounced,
      type: 'email.bounced',
      detail: share(stats.bounced, sent, 'emails sent'),
    },
    {
      label: 'Unsubscribed',
      value: stats.unsubscribed,
      type: 'email.unsubscribed',
      detail: share(stats.unsubscribed, sent, 'emails sent'),
    },
  ];

  return (
    <section className="card figures" aria-label="Results">
      {figures.map(({ label, value, type, detail }) => (
        <div key={label} className="figure">
          <span className="figure-label">{label}</span>
          <NumberLink
            value={value}
            noun={type === 'email.replied' ? 'contact' : 'email'}
            detail={label}
            isMeasured={isMeasured(detail)}
            to="/campaigns/$campaignId/activity"
            params={{ campaignId: id }}
            search={{ type }}
          />
          <span className="muted">{detail}</span>
        </div>
      ))}
    </section>
  );
}
