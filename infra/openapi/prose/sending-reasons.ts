import type { SendingReason } from '#lib/campaigns/planning/sending-status.ts';

const reasonTexts: Readonly<Record<SendingReason, string>> = {
  draft: 'the campaign was never started',
  completed: 'the campaign is completed',
  paused_user: 'a request paused the campaign',
  paused_bounce_rate: 'too many emails bounced',
  paused_no_sending_accounts: 'no account could send for 24 hours',
  enrolling: 'contacts are being enrolled, which takes seconds',
  no_open_contacts: 'no contact has a pending email',
  nothing_due: 'all contacts are paused, or wait for the outcome of an email',
  step_delay: 'the next step is not due yet',
  before_start: '`startAt` is in the future',
  window: 'no window is open now',
  schedule_ended: 'the schedule has no further window',
  campaign_daily_limit: 'the `dailyLimit` of the campaign is reached',
  campaign_daily_new_contact_limit: 'the `dailyNewContactLimit` is reached',
  account_daily_limit: 'the daily limits of all accounts are reached',
  account_cool_down: 'the accounts wait after a failure of their mail server',
  account_limit_zero: 'an account has the daily limit 0',
  no_accounts: 'the campaign has no account',
  account_connected: 'a connected account cannot send now',
  account_paused: 'an account is paused',
  account_error: 'an account has an error',
  account_disconnected: 'an account is disconnected',
  contacts_paused: '`stats.paused` is not 0',
  contacts_unknown: '`stats.unknown` is not 0',
  contacts_failed: '`stats.failed` is not 0',
  contacts_stopped: '`stats.stopped` is not 0',
  contacts_suppressed: '`stats.suppressed` is not 0',
};

/** Description of all reasons in one paragraph. */
export const sendingReasonsText = Object.entries(reasonTexts)
  .map(([reason, text]) => `\`${reason}\`: ${text}.`)
  .join(' ');
