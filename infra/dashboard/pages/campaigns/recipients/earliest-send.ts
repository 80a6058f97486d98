import { nextOpening } from '#lib/campaigns/state/windows.ts';
import type { Campaign, Recipient } from '../queries.ts';

type Waiting = Pick<Recipient, 'waitingFor'> & {
  readonly execution: Pick<Recipient['execution'], 'nextSendAt'>;
};

/**
 * The earliest time of the next email in epoch milliseconds: not before it is due, before the campaign can send again, or outside
 * of the sending windows. Undefined if it is not known, as while the campaign is not active or has no account that can send.
 */
export function earliestSendAt(
  { waitingFor, execution: { nextSendAt } }: Waiting,
  { status, schedule, sendingStatus }: Pick<Campaign, 'status' | 'schedule' | 'sendingStatus'>,
): number | undefined {
  const isUnknown = waitingFor === 'slot' && sendingStatus.nextSendAt === null;
  if (nextSendAt === null || status !== 'active' || waitingFor === 'outcome' || isUnknown) return undefined;
  const possibleAt = Math.max(Date.parse(nextSendAt), Date.parse(sendingStatus.nextSendAt ?? nextSendAt));

  // The time zone of the contact is not known here.
  return schedule.useContactTimezone ? possibleAt : nextOpening(schedule, possibleAt);
}
