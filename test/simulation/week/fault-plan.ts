import type { Agenda } from '../agenda.ts';
import type { Draws } from './draws.ts';
import type { MailHost } from './mail-host.ts';
import { limitReplies, suspensionReplies } from './smtp-faults.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface PlanContext {
  readonly host: MailHost;
  readonly draws: Draws;
  readonly agenda: Agenda<() => Promise<void>>;
  /** Start of the week at midnight UTC. Epoch milliseconds. */
  readonly begin: number;
  /** Emails that the mailbox sends in a usual hour. */
  readonly hourlyEmails: number;
  /** Moves the mailbox to other servers: the owner enters the new settings. */
  readonly changeServer: () => Promise<void>;
}

type Fault = readonly [name: string, plan: (context: PlanContext) => void];

/** Begins a state in sending hours of one of the first days, and ends it some hours later. */
function during(
  { draws, agenda, begin, host }: PlanContext,
  name: string,
  [shortestHours, longestHours]: readonly [number, number],
  set: (isOn: boolean) => void,
): void {
  const draw = `${host.address} ${name}`;
  const day = Math.floor(draws.between(`${draw} day`, 0, 4));
  const from = begin + day * dayMs + draws.between(`${draw} begin`, 7, 15) * hourMs;
  const until = from + draws.between(`${draw} length`, shortestHours, longestHours) * hourMs;
  agenda.add(Math.floor(from), async () => set(true));
  agenda.add(Math.floor(until), async () => set(false));
}

const limits = limitReplies.map(
  ([phase, reply], position): Fault => [
    `limit ${position}`,
    ({ host, hourlyEmails }) => {
      host.smtpFaults.limit = { perHour: Math.max(2, Math.floor(hourlyEmails * 0.6)), phase, reply };
    },
  ],
);

const suspensions = suspensionReplies.map(
  ([phase, reply], position): Fault => [
    `suspension ${position}`,
    ({ host, hourlyEmails, draws }) => {
      const draw = `${host.address} suspension`;
      const afterMessages = Math.max(3, Math.floor(hourlyEmails * draws.between(`${draw} after`, 1, 12)));
      host.smtpFaults.suspension = {
        afterMessages,
        hours: draws.between(`${draw} hours`, 3, 9),
        phase,
        reply,
      };
    },
  ],
);

const drops = (['accepted', 'lost', 'either'] as const).map(
  (kind): Fault => [
    `drops ${kind}`,
    (context) =>
      during(context, `drops ${kind}`, [1, 4], (isOn) => {
        context.host.smtpFaults.drops = isOn ? kind : 'nothing';
      }),
  ],
);

const outages: readonly Fault[] = [
  [
    'no SMTP connection',
    (context) =>
      during(context, 'smtp', [2, 8], (isOn) => {
        context.host.smtpFaults.unavailable = isOn ? 'closes' : 'no';
      }),
  ],
  [
    'SMTP greets with 421',
    (context) =>
      during(context, 'smtp 421', [2, 8], (isOn) => {
        context.host.smtpFaults.unavailable = isOn ? 'greets with 421' : 'no';
      }),
  ],
  [
    'no IMAP connection',
    (context) =>
      during(context, 'imap', [3, 16], (isOn) => {
        context.host.imapFaults.isUnavailable = isOn;
      }),
  ],
  [
    'no IMAP connection from the first day',
    ({ host, agenda, begin, draws }) => {
      host.imapFaults.isUnavailable = true;
      const until = begin + draws.between(`${host.address} first reading`, 15, 21) * hourMs;
      agenda.add(Math.floor(until), async () => {
        host.imapFaults.isUnavailable = false;
      });
    },
  ],
  [
    'no connection',
    (context) =>
      during(context, 'both', [3, 12], (isOn) => {
        context.host.imapFaults.isUnavailable = isOn;
        context.host.smtpFaults.unavailable = isOn ? 'closes' : 'no';
      }),
  ],
];

const changes: readonly Fault[] = [
  [
    'recreated mailbox',
    (context) => during(context, 'recreated', [1, 2], (isOn) => isOn && context.host.mailbox.recreate()),
  ],
  [
    'other servers',
    (context) => {
      // Reading stops some hours before the owner enters the new settings.
      during(context, 'other servers', [3, 10], (isOn) => {
        context.host.imapFaults.isUnavailable = isOn;
        if (isOn) return;
        context.host.mailbox.recreate();
        context.agenda.add(0, context.changeServer);
      });
    },
  ],
  [
    'no UIDNEXT',
    ({ host }) => {
      host.imapFaults.withoutUidNext = true;
    },
  ],
];

const faults: readonly Fault[] = [...limits, ...suspensions, ...drops, ...outages, ...changes];

/** Gives each fault to one mailbox. @returns the faults of each mailbox */
export function planFaults(
  hosts: readonly MailHost[],
  seed: number,
  contextOf: (host: MailHost) => PlanContext,
): Map<string, string[]> {
  const planned = new Map<string, string[]>(hosts.map(({ address }) => [address, []]));
  for (const [position, [name, plan]] of faults.entries()) {
    const host = hosts[(position + seed) % hosts.length];
    if (!host) continue;
    plan(contextOf(host));
    planned.get(host.address)?.push(name);
  }

  return planned;
}
