import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.ts';
import type { Tone } from '../../components/notice.tsx';
import { reasonsOf, stateOf } from '../campaigns/sending-state.tsx';
import { pauseReasons } from '../campaigns/status.tsx';
import { linkTo } from '../links.ts';
import { shortUrl } from '../webhooks/labels.ts';
import { statusReason } from '../webhooks/webhook-status.tsx';
import type { Campaign, EmailAccount } from './queries.ts';

/** A campaign, account or webhook that waits or is stopped. */
export interface Stopped {
  readonly id: string;
  readonly name: string;
  readonly link: LinkProps;
  readonly tone: Tone;
  readonly state: string;
  readonly why: ReactNode;
  /** When it continues automatically. */
  readonly goesOnAt?: string | null;
  /** What to do if it does not continue automatically. */
  readonly otherwise?: string;
}

export const stoppedCampaigns = (
  campaigns: readonly (Campaign | Schemas['CampaignSummary'])[],
): readonly Stopped[] =>
  campaigns.flatMap((campaign) => ('sendingStatus' in campaign ? waiting(campaign) : [paused(campaign)]));

const paused = ({ id, name, pauseReason }: Schemas['CampaignSummary']): Stopped => ({
  id,
  name,
  link: linkTo(`/campaigns/${id}`),
  tone: pauseReason === 'user' ? 'warning' : 'danger',
  state: 'Paused',
  why: pauseReasons[pauseReason ?? ''] ?? 'The campaign is paused.',
  otherwise: 'It continues when you start it.',
});

function waiting(campaign: Campaign): readonly Stopped[] {
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
      why: reasonsOf(campaign).join(' ') || text,
      goesOnAt: sendingStatus.nextSendAt,
      otherwise: '',
    },
  ];
}

const accountStates: Readonly<Record<string, readonly [Tone, string, string, string]>> = {
  paused: ['warning', 'Paused', 'A user paused the account.', 'It continues when you resume it.'],
  error: ['danger', 'Error', 'The mail server rejects the account.', 'Connect it again.'],
  disconnected: ['danger', 'Disconnected', 'Its credentials are deleted.', 'Connect it again.'],
};

/** An account with the reason of its state, or that waits after a failure. */
export const stoppedAccounts = (accounts: readonly EmailAccount[]): readonly Stopped[] =>
  accounts
    .filter(({ status, statusReason: reason }) => status !== 'connected' || reason !== null)
    .map(({ id, email, status, statusReason: reason, nextSendAt }) => {
      const [tone, state, why, otherwise] = accountStates[status] ?? ['warning', 'Waiting', '', ''];

      return {
        id,
        name: email,
        link: linkTo(`/email-accounts/${id}`),
        tone,
        state,
        why: reason ? sentence(reason.message) : why,
        otherwise: reason ? '' : otherwise,
        goesOnAt: status === 'connected' ? nextSendAt : null,
      };
    });

const sentence = (message: string): string =>
  `${message.slice(0, 1).toUpperCase()}${message.slice(1).replace(/\.$/u, '')}.`;

export const stoppedWebhooks = (webhooks: readonly Schemas['Webhook'][]): readonly Stopped[] =>
  webhooks
    .filter(({ status }) => status !== 'healthy')
    .map((webhook) => ({
      id: webhook.id,
      name: shortUrl(webhook.url),
      link: linkTo(`/webhooks/${webhook.id}`),
      tone: webhook.status === 'disabled' ? 'danger' : 'warning',
      state: webhook.status === 'disabled' ? 'Disabled' : 'Failing',
      why: statusReason(webhook),
    }));
