import { formatPercent, NumberLink } from '../../../components/number.tsx';
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

/** Emails sent, and the contacts that reacted to them. */
function ResultsCard({ campaign: { id, stats } }: { readonly campaign: Campaign }) {
  const reachedContacts = stats.contacts - stats.pending;
  const figures = [
    { label: 'Sent', value: stats.sent, type: 'email.sent', unit: 'emails' },
    { label: 'Opened', value: stats.opened, type: 'email.opened' },
    { label: 'Clicked', value: stats.clicked, type: 'email.clicked' },
    { label: 'Replied', value: stats.replied, type: 'email.replied' },
    { label: 'Bounced', value: stats.bounced, type: 'email.bounced' },
    { label: 'Unsubscribed', value: stats.unsubscribed, type: 'email.unsubscribed' },
  ];

  return (
    <section className="card figures" aria-label="Results">
      {figures.map(({ label, value, type, unit = 'contacts' }) => (
        <div key={label} className="figure">
          <span className="figure-label">{label}</span>
          <NumberLink
            value={value}
            label={`${unit}: ${label}`}
            to="/campaigns/$campaignId/activity"
            params={{ campaignId: id }}
            search={{ type }}
          />
          <span className="muted" title="of the contacts that received an email">
            {unit === 'emails' ? unit : formatPercent(reachedContacts > 0 ? value / reachedContacts : 0)}
          </span>
        </div>
      ))}
    </section>
  );
}
