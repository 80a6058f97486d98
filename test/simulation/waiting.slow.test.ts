import { beforeAll, expect, test } from 'vitest';
import { startRecordingMailServer } from '../support/recording-mail-server.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';
import { populate } from './populate.ts';
import { settingOf } from './settings.ts';
import { createSimulatedWorkspace, runUntil, type SimulatedWorkspace } from './simulated-workspace.ts';

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
  observe: (simulated: SimulatedWorkspace, mails: unknown[]) => Promise<void>,
): Promise<void> {
  const mails: unknown[] = [];
  const server = await startRecordingMailServer((mail) => mails.push(mail));
  const simulated = createSimulatedWorkspace(begin, { seed: 1, doubled: 0, lost: 0 });
  try {
    await populate(simulated, settingOf(size, limits), server.port);
    await observe(simulated, mails);
  } finally {
    await server.close();
  }
}

test('a campaign that waits a week for its next step sends no request to the table, queues or schedules', () =>
  run({ steps: [step(1, 0), step(2, 7)] }, async (simulated, mails) => {
    await runUntil(simulated, begin + hourMs);
    expect(mails).toHaveLength(3);
    const { requestCount } = simulated;
    await runUntil(simulated, begin + 7 * dayMs);
    expect(simulated.requestCount).toBe(requestCount);

    expect(await runUntil(simulated, begin + 8 * dayMs)).toBe(true);
    expect(mails).toHaveLength(6);
  }));

test.each([
  ['completed', false],
  ['continuous', true],
])('a %s campaign without due emails schedules nothing', (_how, continuous) =>
  run({ steps: [step(1, 0)], continuous }, async (simulated, mails) => {
    expect(await runUntil(simulated, begin + dayMs)).toBe(true);
    expect(mails).toHaveLength(3);
  }),
);
