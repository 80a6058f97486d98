import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import type { Tone } from '../../components/notice.tsx';

type Status = Schemas['CampaignStatus'];

export const statusBadges: Readonly<Record<Status, readonly [label: string, Tone]>> = {
  draft: ['Draft', 'neutral'],
  active: ['Active', 'success'],
  paused: ['Paused', 'warning'],
  completed: ['Completed', 'info'],
};
export const pauseReasons: Readonly<Record<string, string>> = {
  user: 'A user or an API key paused the campaign.',
  bounce_rate: 'The service paused the campaign because too many emails bounced.',
  no_sending_accounts: 'The service paused the campaign because no account could send for 24 hours.',
};

/** Contacts that receive no further email. */
export const finishedCount = ({
  contacts,
  pending,
  inProgress,
  paused,
  unknown,
}: Schemas['CampaignSummary']['stats']): number =>
  Math.max(0, contacts - pending - inProgress - paused - unknown);

interface CampaignStatusProps {
  readonly campaign: { readonly status: Status; readonly pauseReason: string | null };
}

export function CampaignStatus({ campaign: { status, pauseReason } }: CampaignStatusProps) {
  const [label, tone] = statusBadges[status];
  const isPausedByService = pauseReason !== null && pauseReason !== 'user';
  const pauseText = pauseReason === null ? undefined : (pauseReasons[pauseReason] ?? pauseReason);

  return (
    <Badge tone={isPausedByService ? 'danger' : tone} reason={pauseText}>
      {label}
    </Badge>
  );
}
