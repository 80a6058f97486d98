import type { Tone } from '../../components/notice.tsx';
import { countOf } from '../../components/number.tsx';
import type { Campaign } from './queries.ts';
import { pauseReasons } from './status.tsx';

interface SendingState {
  readonly tone: Tone;
  readonly title: string;
  /** Why, and what happens next. */
  readonly text: string;
}

/** Nothing is due, because a job still enrols contacts. */
export const isEnrolling = ({ status, sendingStatus }: Campaign): boolean =>
  status === 'active' && sendingStatus.state === 'idle' && sendingStatus.reasons.includes('enrolling');

const sendingState = (tone: Tone, title: string, text: string): SendingState => ({ tone, title, text });

const notStarted = sendingState('neutral', 'Not started', 'Plan the sending, then start the campaign.');

const sendingStates: Readonly<Record<string, SendingState>> = {
  sending: sendingState('success', 'Sending', 'Emails are being sent.'),
  outside_window: sendingState(
    'info',
    'Outside the sending window',
    'Sending continues when the next window of the schedule opens.',
  ),
  campaign_limit_reached: sendingState(
    'info',
    'Daily limit of the campaign reached',
    'Sending continues the next day of the schedule.',
  ),
  account_limits_reached: sendingState(
    'info',
    'Limits of the accounts reached',
    'Sending continues when an account has capacity again.',
  ),
  waiting_for_delay: sendingState(
    'info',
    'Waiting for the next step',
    'No email is due: the recipients are within the delay of their next step.',
  ),
  no_contacts: sendingState('neutral', 'No recipient waits', 'No contact has a pending email.'),
  no_healthy_account: sendingState(
    'danger',
    'No account can send',
    'Sending continues when an account of the campaign can send again. Follow-ups wait for the account of their thread.',
  ),
  idle: sendingState('neutral', 'Nothing is due', 'No email is due now.'),
  not_started: notStarted,
};

/** What the campaign does now, and why. */
export function stateOf(campaign: Campaign): SendingState {
  const { status, pauseReason, sendingStatus, stats } = campaign;
  if (status === 'draft') return notStarted;
  if (status === 'completed') {
    return sendingState('info', 'Completed', 'All sequences have ended. Add contacts to start it again.');
  }
  if (status === 'paused') {
    const why = pauseReasons[pauseReason ?? ''] ?? 'The campaign is paused.';

    return sendingState(
      pauseReason === 'user' ? 'warning' : 'danger',
      'Paused',
      `${why} It continues when you resume it.`,
    );
  }

  if (isEnrolling(campaign)) {
    return sendingState(
      'info',
      'Enrolling contacts …',
      `${countOf(stats.contacts, 'contact')} so far. The first emails are planned within a minute.`,
    );
  }

  return (
    sendingStates[sendingStatus.state] ??
    sendingState('neutral', sendingStatus.state.replaceAll('_', ' '), 'The campaign is active.')
  );
}

/** Codes that `stateOf` already explains have no text. */
const reasonTexts: Readonly<Record<string, string>> = {
  enrolling: 'Contacts are being enrolled, which takes seconds.',
  nothing_due: 'The contacts that are not finished are paused, or wait for the outcome of an email.',
  before_start: 'The start date of the schedule is in the future.',
  schedule_ended: 'The schedule has no further window.',
  campaign_daily_limit: 'The daily limit of the campaign is reached.',
  campaign_daily_new_contact_limit: 'The daily limit of new contacts is reached.',
  account_daily_limit: 'The daily limits of all accounts are reached.',
  account_cool_down: 'The accounts wait after a failure of their mail server.',
  account_limit_zero: 'An account has the daily limit 0.',
  no_accounts: 'The campaign has no account.',
  account_connected: 'A connected account cannot send now.',
  account_paused: 'An account is paused.',
  account_error: 'An account has an error.',
  account_disconnected: 'An account is disconnected.',
};

/** A sentence for each reason. Recipients that wait or failed have no sentence here; the page shows links to them. */
export const reasonsOf = ({ sendingStatus }: Campaign): readonly string[] =>
  sendingStatus.reasons.flatMap((code) => reasonTexts[code] ?? []);
