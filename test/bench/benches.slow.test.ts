import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';

/**
 * The smallest sizes with which each benchmark measures something. Whether it reaches its targets depends on the machine, so this test
 * only demands its figures.
 */
const benches: readonly (readonly [name: string, args: readonly string[], sizes: Record<string, string>])[] =
  [
    ['cold-start', [], { BENCH_ROUNDS: '1' }],
    ['import', [], { BENCH_ROWS: '4000' }],
    ['inboxes', [], { BENCH_INBOXES: '40' }],
    ['sending', [], { BENCH_MAILS: '200' }],
    ['tenants', ['--part=deliveries', '--seconds=5'], {}],
    ['webhooks', ['rates'], { BENCH_DELIVERIES: '200', BENCH_SECONDS: '4', BENCH_EVENTS: '30' }],
  ];

/** `BENCH_TURN=7` runs one of them: each number the next one. */
const turn = process.env['BENCH_TURN'];
const chosen = benches.filter(
  (_, position) => turn === undefined || position === Number(turn) % benches.length,
);

test.each(chosen)('the benchmark %s measures', { timeout: 300_000 }, async (name, args, sizes) => {
  const { code, output, errors } = await run([`test/bench/${name}/main.ts`, ...args], sizes);

  expect(
    output.split('\n').filter((line) => /[✓✗]/.test(line)),
    errors,
  ).not.toEqual([]);
  expect([0, 1]).toContain(code);
});

function run(args: readonly string[], sizes: Record<string, string>) {
  return new Promise<{ code: unknown; output: string; errors: string }>((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...sizes } }, (error, output, errors) =>
      resolve({ code: error?.code ?? 0, output, errors }),
    );
  });
}
