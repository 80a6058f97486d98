import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.ts';
import type { Tone } from '../../components/notice.tsx';
import { reasonsOf, stateOf } from '../campaigns/sending-state.tsx';
import { pauseReasons } from '../campaigns/status.tsx';
import { sendingStopOf } from '../email-accounts/account-status.tsx';
import { linkTo } from '../links.ts';
import { shortUrl } from '../webhooks/labels.ts';
import { statusReason } from '../webhooks/webhook-status.tsx';
import type { Campaign, EmailAccount } from './queries.ts';

/** A campaign, account or webhook that waits or is stopped. */
export interface StoppedObject {
  readonly id: string;
  readonly name: string;
  readonly link: LinkProps;
  readonly tone: Tone;
  readonly state: string;
  readonly reason: ReactNode;
  /** RFC 3339; the object continues automatically at this time. */
  readonly continuesAt?: string | null;
  /** What the user can do if the object does not continue automatically. */
  readonly userAction?: string;
}

/** Active campaigns that do not send now, and paused campaigns. Only active campaigns are given with their sending state. */
export const stoppedCampaigns = (
  campaigns: readonly (Campaign | Schemas['CampaignSummary'])[],
): readonly StoppedObject[] =>
  campaigns.flatMap((campaign) =>
    'sendingStatus' in campaign ? waitingCampaign(campaign) : [pausedCampaign(campaign)],
  );

const pausedCampaign = ({ id, name, pauseReason }: Schemas['CampaignSummary']): StoppedObject => ({
  id,
  name,
  link: linkTo(`/campaigns/${id}`),
  tone: pauseReason === 'user' ? 'warning' : 'danger',
  state: 'Paused',
  reason: pauseReasons[pauseReason ?? ''] ?? 'The campaign is paused.',
  userAction: 'It continues when you resume it.',
});

function waitingCampaign(campaign: Campaign): readonly StoppedObject[] {
  const { id, name, sendingStatus } = campaign;
  if (sendingStatus.state === 'sending') return [];
  const { tone, title, text } = stateOf(campaign);

  return [
    {
      id,
      name,
      link: linkTo(`/campaigns/${id}`),
      tone,
      state: title,
      reason: reasonsOf(campaign).join(' ') || text,
      continuesAt: sendingStatus.nextSendAt,
    },
  ];
}

/** Accounts that are not connected, or that wait after a failure. */
export const stoppedAccounts = (accounts: readonly EmailAccount[]): readonly StoppedObject[] =>
  accounts
    .filter(({ status, statusReason: accountReason }) => status !== 'connected' || accountReason !== null)
    .flatMap((account) => {
      const { id, email, status, nextSendAt } = account;
      const stop = sendingStopOf(account);

      return stop
        ? {
            id,
            name: email,
            link: linkTo(`/email-accounts/${id}`),
            tone: stop.tone,
            state: stop.label,
            reason: stop.reason,
            continuesAt: status === 'connected' ? nextSendAt : null,
          }
        : [];
    });

export const stoppedWebhooks = (webhooks: readonly Schemas['Webhook'][]): readonly StoppedObject[] =>
  webhooks
    .filter(({ status }) => status !== 'healthy')
    .map((webhook) => ({
      id: webhook.id,
      name: shortUrl(webhook.url),
      link: linkTo(`/webhooks/${webhook.id}`),
      tone: webhook.status === 'disabled' ? 'danger' : 'warning',
      state: webhook.status === 'disabled' ? 'Disabled' : 'Failing',
      reason: statusReason(webhook),
    }));
