import { beforeAll, expect, test } from 'vitest';
import { startMailTaker } from '../support/mail-taker.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { populate } from './population.ts';
import { settingOf } from './settings.ts';
import { makeWorld, runUntil, type World } from './world.ts';

const size = { contacts: 3, accounts: 1, dailyLimit: 50, minGapSeconds: 10 };
const step = (number: number, days: number) => ({
  mark: `This is text ${number}.`,
  delay: { value: days, unit: 'days' as const },
  businessDaysOnly: false,
});
/** A Monday. */
const begin = Date.parse('2035-03-05T10:00:00Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

beforeAll(() => useOwnResources());

async function run(
  limits: Parameters<typeof settingOf>[1],
  observe: (world: World, mails: unknown[]) => Promise<void>,
): Promise<void> {
  const mails: unknown[] = [];
  const server = await startMailTaker((mail) => mails.push(mail));
  const world = makeWorld(begin, { seed: 1, doubled: 0, lost: 0 });
  try {
    await populate(world, settingOf(size, limits), server.port);
    await observe(world, mails);
  } finally {
    await server.close();
  }
}

test('a campaign that waits a week for its next step sends no request to the table, queues or schedules', () =>
  run({ steps: [step(1, 0), step(2, 7)] }, async (world, mails) => {
    await runUntil(world, begin + hourMs);
    expect(mails).toHaveLength(3);
    const { asked } = world;
    await runUntil(world, begin + 7 * dayMs);
    expect(world.asked).toBe(asked);

    expect(await runUntil(world, begin + 8 * dayMs)).toBe(true);
    expect(mails).toHaveLength(6);
  }));

test.each([
  ['completed', false],
  ['continuous', true],
])('a %s campaign without due emails schedules nothing', (_how, continuous) =>
  run({ steps: [step(1, 0)], continuous }, async (world, mails) => {
    expect(await runUntil(world, begin + dayMs)).toBe(true);
    expect(mails).toHaveLength(3);
  }),
);
