import { useCampaign } from '../queries.ts';
import { AccountsCard } from './accounts-card.tsx';
import { ProgressCard } from './progress-card.tsx';
import { ResultsCard } from './results-card.tsx';
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
