import type { RunningState } from '#lib/campaigns/dispatch/running.ts';
import type { SlotQueue } from '#lib/campaigns/dispatch/slots.ts';
import { threadAccount } from '#lib/campaigns/dispatch/thread-account.ts';
import { canSend } from '#lib/campaigns/dispatch/usable.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import type { Dispatch } from '#lib/campaigns/stored.ts';
import type { Tick } from '#lib/campaigns/workers.ts';
import { type EmailAccountItem, readAccounts } from '#lib/email-accounts/email-accounts.ts';
import { type DueExecution, followUpQueue, newQueue, nextDue } from '#lib/executions/executions.ts';
import type { Table } from '#lib/storage/table.ts';
import { chunksOf } from '#lib/values/chunks.ts';
import { earliest } from '#lib/values/earliest.ts';

/** The state of a campaign that a dispatch decision is based on. */
export interface Look {
  /** Accounts of the campaign, and accounts that hold threads of it. */
  readonly accounts: readonly EmailAccountItem[];
  /** Due executions that at least one account can send. */
  readonly queues: readonly SlotQueue[];
  /** Whether a queue may hold more due executions than were read. */
  readonly isCut: boolean;
  /**
   * The earliest time at which an execution that is not due yet may be sent; undefined if there is none. Epoch
   * milliseconds.
   */
  readonly upcomingAt: number | undefined;
  /** Whether an execution waits for accounts that cannot send. */
  readonly isBlocked: boolean;
}

interface LookAt {
  readonly state: RunningState;
  readonly positions: Dispatch['positions'];
  readonly now: number;
  /** How far ahead slots are assigned. Milliseconds. */
  readonly horizonMs: number;
}

/** Maximum number of entries read from one queue. */
const lookMax = 1000;

/** A queue of executions, with the accounts that can serve it. */
export interface Line {
  readonly name: string;
  readonly zone: SlotQueue['zone'];
  readonly accountId: string | undefined;
  readonly servedBy: readonly EmailAccountItem[];
}

interface SeenLine extends Line {
  /** The first executions after the saved position, due or not. */
  readonly entries: readonly DueExecution[];
}

export async function lookAround(table: Table, tick: Tick, request: LookAt): Promise<Look> {
  const { state, positions, now, horizonMs } = request;
  const accounts = await readAllAccounts(table, tick.workspaceId, state);
  const lines = linesOf(state, accounts);
  const seen = await Promise.all(
    lines.map(async (line): Promise<SeenLine> => {
      const size = lookSize(line, horizonMs);

      return { ...line, entries: await nextDue(table, tick, line.name, positions[line.name], size) };
    }),
  );

  return describeLook(state, accounts, seen, { now, horizonMs });
}

/** Builds the snapshot from accounts and queue entries. Pure. */
export function describeLook(
  state: RunningState,
  accounts: readonly EmailAccountItem[],
  seen: readonly SeenLine[],
  { now, horizonMs }: { readonly now: number; readonly horizonMs: number },
): Look {
  const served = seen.filter(({ servedBy }) => servedBy.length > 0);

  return {
    accounts,
    queues: served.map(({ name, zone, accountId, entries }) => ({
      ...{ name, zone, accountId },
      due: entries.filter(({ dueAt }) => dueAt <= now),
    })),
    isCut: served.some((line) => isWhollyDue(line.entries, lookSize(line, horizonMs), now)),
    upcomingAt: earliest(served.map((line) => upcomingIn(state, line, now))),
    isBlocked: seen.some(({ servedBy, entries }) => servedBy.length === 0 && entries.length > 0),
  };
}

/** Reads the accounts of the campaign and those that were removed from it but still hold threads. */
export async function readAllAccounts(
  table: Table,
  workspaceId: string,
  { campaign, dispatch }: Pick<RunningState, 'campaign' | 'dispatch'>,
): Promise<EmailAccountItem[]> {
  const ids = [...new Set([...campaign.emailAccountIds, ...(dispatch?.accountIds ?? [])])];
  const chunks = await Promise.all(chunksOf(ids, 100).map((part) => readAccounts(table, workspaceId, part)));

  return chunks.flat().sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** The queues of a campaign: one for each time zone, and one for the follow-ups of each account. */
export function linesOf(
  { campaign, dispatch }: Pick<RunningState, 'campaign' | 'dispatch'>,
  accounts: readonly EmailAccountItem[],
): Line[] {
  const { schedule, emailAccountIds } = campaign;
  const usable = accounts.filter(canSend);
  const forFirsts = usable.filter(({ id }) => emailAccountIds.includes(id));
  const firsts = [undefined, ...(dispatch?.zones ?? [])].map((zone): Line => {
    // An execution stays in its zone's queue when `useContactTimezone` is turned off later.
    const counts = schedule.useContactTimezone ? zone : undefined;

    return { name: newQueue(zone), zone: counts, accountId: undefined, servedBy: forFirsts };
  });
  const followUps = (dispatch?.accountIds ?? []).map((threadsOf): Line => {
    const accountId = threadAccount(campaign, threadsOf);
    const servedBy = usable.filter(({ id }) => id === accountId);
    // A follow-up queue holds contacts of all time zones.
    const zone = schedule.useContactTimezone ? null : undefined;

    return { name: followUpQueue(threadsOf), zone, accountId, servedBy };
  });

  return [...firsts, ...followUps];
}

/** The number of entries that can get slots, plus one, whose due time schedules the next dispatch. */
export function lookSize({ servedBy }: Line, horizonMs: number): number {
  const slots = servedBy.map(({ minGapSeconds }) => Math.ceil(horizonMs / (minGapSeconds * 1000)) + 1);

  return Math.min(
    lookMax,
    slots.reduce((sum, each) => sum + each, 1),
  );
}

function isWhollyDue(entries: readonly DueExecution[], size: number, now: number): boolean {
  return entries.length === size && entries.every(({ dueAt }) => dueAt <= now);
}

function upcomingIn(
  { campaign: { schedule } }: RunningState,
  { zone, entries }: SeenLine,
  now: number,
): number | undefined {
  const next = entries.find(({ dueAt }) => dueAt > now);

  return next && (zone === null ? next.dueAt : nextOpening(schedule, next.dueAt, zone));
}
