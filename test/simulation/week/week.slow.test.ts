import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { runBadWeek, type WeekSize } from './bad-week.ts';
import { judgeWeek } from './judge.ts';
import { describeWeek } from './report.ts';

const number = (name: string, usual: number) => Number(process.env[name] ?? usual);
const contacts = number('SIMULATED_CONTACTS', 200);
const isSmall = contacts <= 300;

const size: WeekSize = {
  seed: number('SIMULATED_SEED', 1),
  contacts,
  mailboxes: number('SIMULATED_MAILBOXES', isSmall ? 6 : 20),
  campaigns: isSmall ? 2 : 4,
  interrupted: number('SIMULATED_KILLS', 0.01),
  quietReadMinutes: isSmall ? 180 : 60,
  sweepMinutes: isSmall ? 30 : 5,
  days: number('SIMULATED_DAYS', 18),
};
const timeout = 3_600_000;

beforeAll(() => useOwnResources());
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test(`a bad week keeps every promise (seed ${size.seed})`, { timeout }, async () => {
  const week = await runBadWeek(size);
  const violations = await judgeWeek(week);
  process.stdout.write(`${describeWeek(week, violations)}\n`);

  expect(violations.map(({ kind, text }) => `${kind}: ${text}`).slice(0, 20)).toEqual([]);
});
