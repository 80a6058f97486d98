import type { SlotQueue } from '#lib/campaigns/dispatch/slot-request.ts';
import { accountOfThread, type RunningState } from '#lib/campaigns/state/running.ts';
import { canSend } from '#lib/campaigns/state/sending-capacity.ts';
import type { Dispatch } from '#lib/campaigns/state/stored.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { type EmailAccountItem, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import {
  type CampaignRef,
  type DueExecution,
  firstEmailQueue,
  followUpQueue,
  readDueExecutions,
} from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { earliest } from '#lib/values/earliest.ts';

/** The state of a campaign that a dispatch decision is based on. */
export interface DispatchSnapshot {
  /** Accounts of the campaign, and accounts that hold threads of it. */
  readonly accounts: readonly EmailAccountItem[];
  /** Due executions that at least one account can send. */
  readonly queues: readonly SlotQueue[];
  /** Whether a queue may hold more due executions than were read. */
  readonly isTruncated: boolean;
  /**
   * The earliest time at which an execution that is not due yet may be sent; undefined if no execution waits. Epoch
   * milliseconds.
   */
  readonly upcomingAt: number | undefined;
  /** Whether an execution waits for accounts that cannot send. */
  readonly isBlocked: boolean;
}

interface SnapshotRequest {
  readonly state: RunningState;
  /** By queue, the position after which it is read. */
  readonly positions: Dispatch['positions'];
  readonly now: number;
  /** How far ahead slots are assigned. Milliseconds. */
  readonly horizonMs: number;
}

/** Maximum number of entries read from one queue. */
const entriesMax = 1000;

/** A queue of executions, with the accounts that can serve it. */
export interface CandidateQueue extends Omit<SlotQueue, 'due'> {
  /** Accounts that can send the executions of the queue. */
  readonly usableAccounts: readonly EmailAccountItem[];
}

interface LoadedQueue extends CandidateQueue {
  /** The first executions after the saved position, due or not. */
  readonly entries: readonly DueExecution[];
}

/** Reads the accounts and the first entries of each queue. */
export async function readDispatchSnapshot(
  table: Table,
  campaignRef: CampaignRef,
  request: SnapshotRequest,
): Promise<DispatchSnapshot> {
  const { state, positions, now, horizonMs } = request;
  const accounts = await readSendingAccounts(table, campaignRef.workspaceId, state);
  const candidates = candidateQueues(state, accounts);
  const loadedQueues = await Promise.all(
    candidates.map(async (queue): Promise<LoadedQueue> => {
      const size = readLimit(queue, horizonMs);

      return {
        ...queue,
        entries: await readDueExecutions(table, campaignRef, queue.name, positions[queue.name], size),
      };
    }),
  );

  return buildDispatchSnapshot(state, accounts, loadedQueues, { now, horizonMs });
}

/** Builds the snapshot from accounts and queue entries. Pure. */
export function buildDispatchSnapshot(
  state: RunningState,
  accounts: readonly EmailAccountItem[],
  loadedQueues: readonly LoadedQueue[],
  { now, horizonMs }: { readonly now: number; readonly horizonMs: number },
): DispatchSnapshot {
  const servableQueues = loadedQueues.filter(({ usableAccounts }) => usableAccounts.length > 0);

  return {
    accounts,
    queues: servableQueues.map(({ name, zone, accountId, entries }) => ({
      name,
      zone,
      accountId,
      due: entries.filter(({ dueAt }) => dueAt <= now),
    })),
    isTruncated: servableQueues.some((queue) =>
      isFullOfDueEntries(queue.entries, readLimit(queue, horizonMs), now),
    ),
    upcomingAt: earliest(servableQueues.map((queue) => nextUpcomingAt(state, queue, now))),
    isBlocked: loadedQueues.some(
      ({ usableAccounts, entries }) => usableAccounts.length === 0 && entries.length > 0,
    ),
  };
}

/** Reads the accounts of the campaign, and removed accounts that still hold threads. */
export async function readSendingAccounts(
  table: Table,
  workspaceId: string,
  { campaign, dispatch }: Pick<RunningState, 'campaign' | 'dispatch'>,
): Promise<EmailAccountItem[]> {
  const ids = [...new Set([...campaign.emailAccountIds, ...(dispatch?.accountIds ?? [])])];
  const accounts = await readAccounts(table, workspaceId, ids);

  return accounts.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The queues of a campaign: for first emails one per time zone, for follow-ups one per account. */
export function candidateQueues(
  { campaign, dispatch }: Pick<RunningState, 'campaign' | 'dispatch'>,
  accounts: readonly EmailAccountItem[],
): CandidateQueue[] {
  const { schedule, emailAccountIds } = campaign;
  const usable = accounts.filter(canSend);
  const firstEmailAccounts = usable.filter(({ id }) => emailAccountIds.includes(id));
  const firstEmailQueues = [undefined, ...(dispatch?.zones ?? [])].map((zone): CandidateQueue => {
    // An execution stays in its zone's queue when `useContactTimezone` is turned off later.
    const windowZone = schedule.useContactTimezone ? zone : undefined;

    return {
      name: firstEmailQueue(zone),
      zone: windowZone,
      accountId: undefined,
      usableAccounts: firstEmailAccounts,
    };
  });
  const followUpQueues = (dispatch?.accountIds ?? []).map((threadAccountId): CandidateQueue => {
    const accountId = accountOfThread(campaign, threadAccountId);
    const usableAccounts = usable.filter(({ id }) => id === accountId);
    // Null: a follow-up queue holds contacts of all zones. Each due time already respects the windows of its contact.
    const zone = schedule.useContactTimezone ? null : undefined;

    return { name: followUpQueue(threadAccountId), zone, accountId, usableAccounts };
  });

  return [...firstEmailQueues, ...followUpQueues];
}

/** The number of entries that can get slots, plus one. The due time of the last one schedules the next dispatch. */
export function readLimit({ usableAccounts }: CandidateQueue, horizonMs: number): number {
  const slots = usableAccounts.map(({ minGapSeconds }) => Math.ceil(horizonMs / (minGapSeconds * 1000)) + 1);

  return Math.min(
    entriesMax,
    slots.reduce((sum, each) => sum + each, 1),
  );
}

/** Whether all entries that were read are due, so the queue may have more. */
function isFullOfDueEntries(entries: readonly DueExecution[], size: number, now: number): boolean {
  return entries.length === size && entries.every(({ dueAt }) => dueAt <= now);
}

/** When the first execution that is not due yet may be sent: its due time, or the next opening of its windows. */
function nextUpcomingAt(
  { campaign: { schedule } }: RunningState,
  { zone, entries }: LoadedQueue,
  now: number,
): number | undefined {
  const next = entries.find(({ dueAt }) => dueAt > now);

  return next && (zone === null ? next.dueAt : nextOpening(schedule, next.dueAt, zone));
}
