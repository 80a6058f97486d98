import { afterEach, expect, test, vi } from 'vitest';
import { log } from '#lib/runtime/log.ts';

afterEach(() => vi.restoreAllMocks());

test('a log line carries its level and its RFC 3339 time in the fields that Lambda reads', () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);

  log('warn', 'found work that was late', { count: 3 });

  expect(JSON.parse(lines.join(''))).toMatchObject({
    level: 'warn',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    message: 'found work that was late',
    count: 3,
  });
});
