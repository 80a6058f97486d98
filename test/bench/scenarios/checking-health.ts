import { Resolver } from 'node:dns/promises';
import { checkHealth } from '#lib/email-accounts/check-health.ts';
import { dayKey, kindLetters } from '#lib/statistics/items.ts';
import { newId } from '#lib/values/ids.ts';
import { localDate } from '#lib/values/time-zones.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { seedAccount } from '../support/fixtures.ts';
import { runScheduled } from '../support/invoke.ts';

const operations = ['email-accounts.check-health'];
const dayMs = 86_400_000;

/** Costs of the health check: every minute, and once a day per account. */
export async function measureCheckingHealth(bench: Bench): Promise<Figure[]> {
  const idle = await measureCost(() => runScheduled('email-accounts.check-health'));
  const workspaceId = newId('wsp', bench.now());
  await sendForAWeek(bench, workspaceId, await seedAccount(bench, workspaceId));
  // DNS queries cost nothing here, and no server responds.
  const senderDns = () => {
    const dns = new Resolver({ timeout: 100, tries: 1 });
    dns.setServers(['127.0.0.1:9']);

    return dns;
  };

  return [
    { name: 'email-accounts.check-health, nothing due', operations, cost: idle },
    {
      name: 'email-accounts.check-health, an account',
      operations,
      cost: await measureCost(() => checkHealth({ ...bench, senderDns })),
    },
  ];
}

/** On each of five days. */
async function sendForAWeek({ table, now }: Bench, workspaceId: string, accountId: string): Promise<void> {
  for (let day = 0; day < 5; day++) {
    const update = dayKey(workspaceId, accountId, localDate(now() - day * dayMs, 'UTC'));
    await table.update({ update, add: { [kindLetters.sent]: 72 } });
  }
}
