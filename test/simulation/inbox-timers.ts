import type { InboxSchedules } from '#lib/schedule/inbox-schedules.ts';
import type { SyncMessage } from '#lib/values/queues.ts';
import type { Agenda } from './agenda.ts';

/** The recurring schedules of inbox reads, driven by the simulated clock. */
export function createInboxTimers(
  agenda: Agenda<() => Promise<void>>,
  clock: () => number,
  fire: (message: SyncMessage) => Promise<void>,
): InboxSchedules {
  const versions = new Map<string, number>();
  const supersede = (accountId: string) => {
    const version = (versions.get(accountId) ?? 0) + 1;
    versions.set(accountId, version);

    return version;
  };

  return {
    async set(accountId, message, everyMinutes) {
      const version = supersede(accountId);
      const everyMs = everyMinutes * 60_000;
      const run = async () => {
        if (versions.get(accountId) !== version) return;
        agenda.add(clock() + everyMs, run);
        await fire(message);
      };
      agenda.add(clock() + everyMs, run);
    },
    async delete(accountId) {
      supersede(accountId);
    },
  };
}
