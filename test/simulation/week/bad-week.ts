import { vi } from 'vitest';
import { requestInboxReads } from '#lib/inbox/request-reads.ts';
import { createSimulatedWorkspace, runUntil, type SimulatedWorkspace } from '../simulated-workspace.ts';
import { type ApiReader, createApiReader } from './api-reader.ts';
import { createDraws, type Draws, seedIdsAndPauses } from './draws.ts';
import { planFaults } from './fault-plan.ts';
import { createInterruptions, type Interruptions } from './interruptions.ts';
import { Journal } from './journal.ts';
import { MailHost, type MailWorld } from './mail-host.ts';
import { superviseWeek } from './operator.ts';
import { wholeTable } from './own-table.ts';
import { type Person, personOf } from './people.ts';
import { react } from './reactions.ts';
import { connectMailbox, createCampaign, marks, startCampaign } from './service.ts';

export interface WeekSize {
  readonly seed: number;
  readonly mailboxes: number;
  readonly contacts: number;
  readonly campaigns: number;
  /** Share of invocations that are killed or that fail at one of their effects. */
  readonly interrupted: number;
  /** An inbox without a change is read this often, in minutes, because such a read finds nothing. */
  readonly quietReadMinutes: number;
  readonly sweepMinutes: number;
  /** Maximum length. */
  readonly days: number;
}

export interface WeekCampaign {
  readonly id: string;
  readonly people: readonly Person[];
}

export interface BadWeek {
  readonly size: WeekSize;
  readonly simulated: SimulatedWorkspace;
  readonly api: ApiReader;
  readonly draws: Draws;
  readonly journal: Journal;
  readonly interruptions: Interruptions;
  readonly hosts: readonly MailHost[];
  readonly accountIds: Map<MailHost, string>;
  readonly campaigns: WeekCampaign[];
  readonly faults: Map<string, string[]>;
  /** Epoch milliseconds. */
  readonly begin: number;
  /** Whether every contact's sequence ended in time. */
  isOver: boolean;
}

/** A Monday, midnight UTC. */
const begin = Date.parse('2035-03-05T00:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Time for the latest reports on the last emails. */
const daysAfterEnd = 4;
/** Emails are sent in ten hours of each day, and the first emails of all contacts within two days. */
const firstEmailDays = 2;
const hoursOfDay = 10;
/** The sweeper requests due inboxes more often than it runs here. */
const requestMinutes = 5;

/** Runs the week. @returns everything that the judge needs */
export async function runBadWeek(size: WeekSize): Promise<BadWeek> {
  seedIdsAndPauses(size.seed);
  vi.useFakeTimers({ toFake: ['Date'], now: begin });
  const week = await prepareWeek(size);
  await Promise.all(week.hosts.map((host) => host.start()));
  try {
    await beginWeek(week);
    for (let day = 1; day <= size.days && !week.isOver; day++) {
      await runUntil(week.simulated, begin + day * dayMs);
      week.isOver = await haveAllEnded(week);
      reportDay(week, day);
      if (isStuck(week)) break;
    }
    if (week.isOver) await runUntil(week.simulated, week.simulated.now + daysAfterEnd * dayMs);
  } finally {
    await Promise.all(week.hosts.map((host) => host.stop()));
  }

  return week;
}

/** Longer than any fault, delay or automatic reply. */
const idleDaysMax = 4;

/** Whether sending has stopped although sequences are open. */
function isStuck({ journal, simulated }: BadWeek): boolean {
  return simulated.now > (journal.emails.at(-1)?.at ?? begin) + idleDaysMax * dayMs;
}

function reportDay({ journal, simulated: { calls } }: BadWeek, day: number): void {
  process.stdout.write(`day ${day}: ${journal.emails.length} emails, ${JSON.stringify(calls)}\n`);
}

async function prepareWeek(size: WeekSize): Promise<BadWeek> {
  const draws = createDraws(size.seed);
  const interruptions = createInterruptions(draws, size.interrupted);
  const people = new Map<string, Person>();
  const accountIds = new Map<MailHost, string>();
  const lastReads = new Map<string, { readonly state: string; readonly at: number }>();
  const simulated = createSimulatedWorkspace(
    begin,
    { seed: size.seed, doubled: 0.02, lost: 0.005 },
    {
      viewTable: wholeTable,
      seam: interruptions,
      isSequential: true,
      onTime: (now) => vi.setSystemTime(now),
      isReadNeeded: (accountId) => {
        const host = hosts.find((each) => accountIds.get(each) === accountId);
        const state = `${host?.mailbox.version} ${host?.imapFaults.isUnavailable}`;
        const last = lastReads.get(accountId);
        const isQuiet = last?.state === state && simulated.now - last.at < size.quietReadMinutes * 60_000;
        if (!isQuiet) lastReads.set(accountId, { state, at: simulated.now });

        return !isQuiet;
      },
    },
  );
  const clock = () => simulated.now;
  const journal = new Journal(clock);
  const { agenda } = simulated;
  const world: MailWorld = {
    clock,
    draws,
    journal,
    people,
    marks,
    isWorkerDead: interruptions.isDead,
    onEmail: (host, email, transmitted) => {
      const person = people.get(email.to);
      if (person) react({ world: { clock, draws, journal, agenda }, host, person, email, transmitted });
    },
  };
  const hosts = Array.from({ length: size.mailboxes }, (_, position) => {
    const isGmail = position % 3 === 2;

    return new MailHost(
      world,
      `sender@mailbox-${position}.example`,
      isGmail ? 'gmail' : 'dovecot',
      position % 2 === 0,
    );
  });
  for (let position = 0; position < size.contacts; position++) {
    const email = `person-${position}@customer-${position % 50}.example`;
    people.set(email, personOf(draws, email, marks.length));
  }
  const faults = new Map<string, string[]>();
  const campaigns = groupsOf([...people.values()], size.campaigns).map((group) => ({
    id: '',
    people: group,
  }));
  const api = await createApiReader(simulated.workspaceId);

  return {
    size,
    simulated,
    api,
    draws,
    journal,
    interruptions,
    hosts,
    accountIds,
    campaigns,
    faults,
    begin,
    isOver: false,
  };
}

async function beginWeek(week: BadWeek): Promise<void> {
  const { size, simulated, hosts, accountIds, campaigns, draws, faults } = week;
  const { agenda } = simulated;
  const dailyLimit = Math.ceil(size.contacts / size.mailboxes / firstEmailDays) * 2;
  const connect = async (host: MailHost) => {
    accountIds.set(host, await connectMailbox(simulated, host, dailyLimit));
  };
  const planned = planFaults(hosts, size.seed, (host) => ({
    host,
    draws,
    agenda,
    begin,
    hourlyEmails: dailyLimit / hoursOfDay,
    changeServer: async () => {
      await host.start();
      await connect(host);
    },
  }));
  for (const [address, names] of planned) faults.set(address, names);
  for (const host of hosts) await connect(host);
  repeat(week, size.sweepMinutes * 60_000, async () => {
    // At night little work is due, so one sweep in an hour is enough.
    const hour = new Date(simulated.now).getUTCHours();
    const isNight = hour < 7 || hour > 19;
    if (!isNight || simulated.now % hourMs < size.sweepMinutes * 60_000) await simulated.invoke('sweep');
  });
  repeat(week, requestMinutes * 60_000, async () => {
    await requestInboxReads(simulated.services);
  });
  await runUntil(simulated, begin + hourMs);
  for (const [position, campaign] of campaigns.entries()) {
    const addresses = campaign.people.map(({ email }) => email);
    const accounts = accountsOf(week, position);
    const id = await createCampaign(simulated, `campaign ${position + 1}`, accounts, addresses);
    campaigns[position] = { ...campaign, id };
  }
  await runUntil(simulated, begin + 2 * hourMs);
  for (const { id } of campaigns) await startCampaign(simulated, id);
  superviseWeek(week, connect, repeat);
}

/** Each campaign has its own mailboxes and shares one with the next campaign. */
function accountsOf({ hosts, accountIds, size }: BadWeek, campaign: number): string[] {
  const each = Math.ceil(hosts.length / size.campaigns);
  const own = hosts.slice(campaign * each, (campaign + 1) * each + 1);

  return own.flatMap((host) => accountIds.get(host) ?? []);
}

/** Runs an action at a fixed rate. */
function repeat({ simulated }: BadWeek, everyMs: number, action: () => Promise<void>): void {
  const { agenda } = simulated;
  const run = async () => {
    agenda.add(simulated.now + everyMs, run);
    await action();
  };
  agenda.add(simulated.now + everyMs, run);
}

async function haveAllEnded({ api, campaigns }: BadWeek): Promise<boolean> {
  for (const { id } of campaigns) {
    const { stats } = await api.campaign(id);
    if (stats.pending + stats.inProgress + stats.paused + stats.unknown > 0) return false;
  }

  return true;
}

function groupsOf<Value>(values: readonly Value[], count: number): Value[][] {
  const each = Math.ceil(values.length / count);

  return Array.from({ length: count }, (_, group) => values.slice(group * each, (group + 1) * each));
}
