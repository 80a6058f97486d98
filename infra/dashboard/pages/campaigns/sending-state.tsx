import type { Tone } from '../../components/notice.tsx';
import type { Campaign } from './queries.ts';
import { pauseReasons } from './status.tsx';

interface State {
  readonly tone: Tone;
  readonly title: string;
  /** Why, and what happens next. */
  readonly text: string;
}

const state = (tone: Tone, title: string, text: string): State => ({ tone, title, text });

const sendingStates: Readonly<Record<string, State>> = {
  sending: state('success', 'Sending', 'Emails are being sent.'),
  outside_window: state(
    'info',
    'Outside the sending window',
    'Sending continues when the next window of the schedule opens.',
  ),
  campaign_limit_reached: state(
    'info',
    'Daily limit of the campaign reached',
    'Sending continues the next day of the schedule.',
  ),
  account_limits_reached: state(
    'info',
    'Limits of the accounts reached',
    'Sending continues when an account has capacity again.',
  ),
  waiting_for_delay: state(
    'info',
    'Waiting for the next step',
    'All waiting recipients are within the delay of their next step.',
  ),
  no_contacts: state('neutral', 'No recipient waits', 'No contact has a pending email.'),
  no_healthy_account: state(
    'danger',
    'No account can send',
    'Sending continues when an account of the campaign can send again. Follow-ups wait for the account of their thread.',
  ),
  idle: state('neutral', 'Nothing is due', 'No email is due now.'),
  not_started: state('neutral', 'Not started', 'Plan the sending, then start the campaign.'),
};

/** What the campaign does now, and why. */
export function stateOf({ status, pauseReason, sendingStatus }: Campaign): State {
  if (status === 'draft')
    return state('neutral', 'Not started', 'Plan the sending, then start the campaign.');
  if (status === 'completed') {
    return state('info', 'Completed', 'All sequences have ended. Add contacts to start it again.');
  }
  if (status === 'paused') {
    const why = pauseReasons[pauseReason ?? ''] ?? 'The campaign is paused.';

    return state(
      pauseReason === 'user' ? 'warning' : 'danger',
      'Paused',
      `${why} It continues when you start it.`,
    );
  }

  return (
    sendingStates[sendingStatus.state] ??
    state('neutral', sendingStatus.state.replaceAll('_', ' '), 'The campaign is active.')
  );
}

/** Codes that `stateOf` already explains have no text. */
const reasonTexts: Readonly<Record<string, string>> = {
  enrolling: 'Contacts are being enrolled, which takes seconds.',
  nothing_due: 'All contacts are paused, or wait for the outcome of an email.',
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

/** Sentences of the reasons; the recipients that wait or failed are linked by the page. */
export const reasonsOf = ({ sendingStatus }: Campaign): readonly string[] =>
  sendingStatus.reasons.flatMap((code) => reasonTexts[code] ?? []);
