import type { CampaignSettings } from '#lib/campaigns/campaign.ts';
import type { Schedule } from '#lib/campaigns/schedule.ts';
import { type Delay, delayMs } from '#lib/campaigns/step.ts';
import { openMsOn } from '#lib/campaigns/windows.ts';
import { addDays, localDate } from '#lib/runtime/time-zones.ts';

export interface MailDay {
  readonly date: string;
  readonly accountId: string;
  readonly mails: number;
}

interface PlanRequest {
  readonly schedule: Schedule;
  readonly accounts: readonly {
    readonly id: string;
    readonly dailyLimit: number;
    readonly minGapSeconds: number;
    readonly sentToday: number;
  }[];
  readonly limits: Pick<CampaignSettings, 'dailyLimit' | 'dailyNewContactLimit' | 'prioritizeNewContacts'>;
  /** Of each step, before its mail. */
  readonly delays: readonly Delay[];
  /** Who waits for the first mail. */
  readonly contacts: number;
  readonly now: number;
}

/** How many days are looked at, open or not. */
const daysMax = 366;
const dayMs = 86_400_000;

/**
 * Mails by day and account, if nothing happens meanwhile: nobody replies, no limit changes, every mail is taken at its
 * first try. Pure. `isWhole` tells whether all of them found a day.
 */
export function planDays(request: PlanRequest): { readonly days: MailDay[]; readonly isWhole: boolean } {
  const { schedule, limits, delays, contacts, now } = request;
  const today = localDate(now, schedule.timezone);
  const days: MailDay[] = [];
  // How many mails of each step wait on each day, or earlier.
  const waiting = delays.map((_, step) => new Map<number, number>(step === 0 ? [[0, contacts]] : []));
  let left = contacts * delays.length;

  for (let day = 0; day < daysMax && left > 0; day++) {
    const date = addDays(today, day);
    const capacity = capacityOn(request, date, day === 0);
    let free = Math.min(sumOf(capacity.values()), limits.dailyLimit ?? Number.POSITIVE_INFINITY);
    let mails = 0;
    for (const step of stepOrder(delays.length, limits.prioritizeNewContacts)) {
      const cap = step === 0 ? Math.min(free, limits.dailyNewContactLimit ?? free) : free;
      const sent = takeUntil(waiting[step], day, cap);
      const following = waiting[step + 1];
      const delay = delays[step + 1];
      if (following && delay && sent > 0) {
        const dueDay = day + Math.max(1, Math.ceil(delayMs(delay) / dayMs));
        following.set(dueDay, (following.get(dueDay) ?? 0) + sent);
      }
      free -= sent;
      mails += sent;
    }
    days.push(...spread(date, mails, capacity));
    left -= mails;
  }

  return { days, isWhole: left === 0 };
}

/** What each account can send on a day: its limit, or as many mails as its gaps leave room for. */
function capacityOn({ schedule, accounts, now }: PlanRequest, date: string, isToday: boolean) {
  const { startAt, endAt } = schedule;
  const from = Math.max(now, startAt === null ? now : Date.parse(startAt));
  const openMs = openMsOn(schedule, date, from);
  const isEnded = endAt !== null && date > localDate(Date.parse(endAt), schedule.timezone);

  return new Map(
    accounts.map(({ id, dailyLimit, minGapSeconds, sentToday }) => [
      id,
      openMs === 0 || isEnded
        ? 0
        : Math.min(
            Math.max(0, dailyLimit - (isToday ? sentToday : 0)),
            Math.ceil(openMs / (minGapSeconds * 1000)),
          ),
    ]),
  );
}

/** Follow-ups first, unless new contacts are. */
function stepOrder(steps: number, newContactsFirst: boolean): number[] {
  const order = Array.from({ length: steps }, (_, step) => step);

  return newContactsFirst ? order : [...order.slice(1), ...order.slice(0, 1)];
}

function takeUntil(waiting: Map<number, number> | undefined, day: number, most: number): number {
  let taken = 0;
  for (const [dueDay, count] of [...(waiting ?? [])].sort(([one], [other]) => one - other)) {
    const take = dueDay <= day ? Math.min(count, most - taken) : 0;
    waiting?.set(dueDay, count - take);
    taken += take;
  }

  return taken;
}

/** In proportion to what the accounts can take. */
function spread(date: string, mails: number, capacity: ReadonlyMap<string, number>): MailDay[] {
  let left = mails;
  let room = sumOf(capacity.values());

  return [...capacity].flatMap(([accountId, own]) => {
    const share = room === 0 ? 0 : Math.round((left * own) / room);
    left -= share;
    room -= own;

    return share === 0 ? [] : [{ date, accountId, mails: share }];
  });
}

function sumOf(counts: Iterable<number>): number {
  return [...counts].reduce((sum, each) => sum + each, 0);
}
