import { Resolver } from 'node:dns/promises';
import { checkHealth } from '#lib/email-accounts/check-health.ts';
import { statCounter } from '#lib/statistics/counters.ts';
import { newId } from '#lib/values/ids.ts';
import type { Bench } from '../support/bench.ts';
import { measureCost } from '../support/cost.ts';
import type { Figure } from '../support/figures.ts';
import { seedAccount } from '../support/fixtures.ts';
import { runScheduled } from '../support/invoke.ts';

const operations = ['email-accounts.check-health'];
const hourMs = 3_600_000;

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

/** In each quarter of nine hours on five days. */
async function sendForAWeek(bench: Bench, workspaceId: string, accountId: string): Promise<void> {
  for (let hour = 0; hour < 45; hour++) {
    const at = bench.now() - Math.floor(hour / 9) * 24 * hourMs - ((hour % 9) + 1) * hourMs;
    const places = [0, 1, 2, 3].map((quarter) =>
      statCounter(workspaceId, accountId, 'sent', at + (quarter * hourMs) / 4),
    );
    for (const { key, attribute } of places) {
      await bench.table.update({ update: key, add: { [attribute]: 2 } });
    }
  }
}
