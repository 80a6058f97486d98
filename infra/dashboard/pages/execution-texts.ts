import type { Schemas } from '../api/client.ts';
import type { Tone } from '../components/notice.tsx';

type Status = Schemas['ExecutionStatus'];
type WaitingFor = Schemas['WaitingFor'];
type LastEventType = NonNullable<Schemas['Recipient']['lastEvent']>['type'];

/* Texts about one contact in one campaign, for all pages. */

export const executionLabels: Readonly<Record<Status, string>> = {
  pending: 'Not started',
  in_progress: 'In progress',
  paused: 'Paused',
  completed: 'Completed',
  replied: 'Replied',
  bounced: 'Bounced',
  unsubscribed: 'Unsubscribed',
  blocklisted: 'Blocklisted',
  failed: 'Failed',
  stopped: 'Stopped',
};
export const executionStatuses = Object.keys(executionLabels) as Status[];
export const executionTones: Readonly<Record<Status, Tone>> = {
  pending: 'neutral',
  in_progress: 'info',
  paused: 'warning',
  completed: 'success',
  replied: 'success',
  bounced: 'danger',
  unsubscribed: 'warning',
  blocklisted: 'warning',
  failed: 'danger',
  stopped: 'neutral',
};

/** Why the next email was not sent yet, in a few words. */
export const waitingLabels: Readonly<Record<WaitingFor, string>> = {
  campaign: 'Campaign is not active',
  delay: 'Delay of the step',
  slot: 'Window, limit or account',
  in_flight: 'Being sent now',
  outcome: 'Outcome unknown',
  missing_variable: 'Value is missing',
  nothing_to_send: 'No enabled variant',
};

export const waitingReasons = Object.keys(waitingLabels) as WaitingFor[];

/** The same, in sentences with what the user can do. */
export const waitingTexts: Readonly<Record<WaitingFor, string>> = {
  campaign: 'The campaign is not active. Start it to send the email.',
  delay: 'The step is not due yet.',
  slot: 'The step is due. It waits for a sending window, a limit or an account.',
  in_flight: 'The mail server is receiving the email.',
  outcome:
    'The mail server may or may not have accepted the last email. It is never sent again. Check the Sent folder, then resolve the outcome.',
  missing_variable:
    'The text requires a value that the contact does not have. Add the value: the sequence then continues without a further action.',
  nothing_to_send: 'The step has no enabled variant. Enable one, or skip the step.',
};

const reasonTexts: Readonly<Record<string, string>> = {
  missing_variable: 'The text requires a value that the contact does not have.',
  nothing_to_send: 'The step has no enabled variant.',
  removed: 'A user or an API key removed the contact.',
  excluded: 'Removed before the first email. Not counted.',
  campaign_ended: 'The campaign ended.',
  active_elsewhere: 'The contact is in a campaign that started earlier.',
  address_changed: 'The address of the contact changed after the first email.',
  delivery_unknown: 'It stayed unknown whether the mail server accepted the email.',
  mail_too_large: 'The email is larger than 256 KB.',
  hard_bounce: 'An email hard-bounced.',
  clicked: 'The contact clicked a link.',
  auto_reply: 'The contact sent an automatic reply.',
  company_replied: 'Another contact of the company replied.',
};

/** A sentence for the reason of an execution. An unknown code is shown as words. */
export function reasonText(reason: string, detail: string | null = null): string {
  const smtp = /^smtp_(\d{3})$/u.exec(reason)?.[1];
  if (smtp !== undefined) return `The mail server rejected the email: ${detail ?? `code ${smtp}`}`;

  return reasonTexts[reason] ?? `${reason.slice(0, 1).toUpperCase()}${reason.slice(1).replaceAll('_', ' ')}.`;
}

const lastEventLabels: Readonly<Record<LastEventType, string>> = {
  sent: 'Sent',
  opened: 'Opened',
  clicked: 'Clicked',
  replied: 'Replied',
  finished: 'Finished',
};

export const eventLabel = (type: LastEventType): string => lastEventLabels[type] ?? type;
