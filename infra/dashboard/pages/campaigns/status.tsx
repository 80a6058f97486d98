import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.ts';
import { Badge } from '../../components/badge.tsx';
import type { Tone } from '../../components/notice.tsx';

type Status = Schemas['CampaignStatus'];

export const statusLabels: Readonly<Record<Status, string>> = {
  draft: 'Draft',
  active: 'Active',
  paused: 'Paused',
  completed: 'Completed',
};
const tones: Readonly<Record<Status, Tone>> = {
  draft: 'neutral',
  active: 'success',
  paused: 'warning',
  completed: 'info',
};
export const pauseReasons: Readonly<Record<string, string>> = {
  user: 'A user or an API key paused the campaign.',
  bounce_rate: 'The service paused the campaign because too many emails bounced.',
  no_sending_accounts: 'The service paused the campaign because no account could send for 24 hours.',
};

interface CampaignStatusProps {
  readonly campaign: { readonly status: Status; readonly pauseReason: string | null };
  /** Shown on hover and focus; by default the reason of a pause. */
  readonly reason?: ReactNode;
}

export function CampaignStatus({ campaign: { status, pauseReason }, reason }: CampaignStatusProps) {
  const isPausedByService = pauseReason !== null && pauseReason !== 'user';
  const pauseText = pauseReason === null ? undefined : (pauseReasons[pauseReason] ?? pauseReason);

  return (
    <Badge tone={isPausedByService ? 'danger' : tones[status]} reason={reason ?? pauseText}>
      {statusLabels[status]}
    </Badge>
  );
}
