import { afterAll, expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import type { Endpoint } from '../../api/support/subject.ts';
import { responseFaults } from '../../fuzz/support/oracle.ts';
import { measureCpuTime } from '../../support/cpu-time.ts';
import { newWorkspace } from '../../support/stack.ts';
import { families, type Poison, poisons } from './catalogue.ts';
import { type Target, targetOf } from './requests.ts';

/** CPU time of the function's thread, for one request. */
const cpuMsMax = 1000;

/** These connect to a mail server or hash a password, and are rate-limited: fewer values are sent to them. */
const valuesOf: Readonly<Record<string, number>> = {
  'auth.change-password': 60,
  'auth.login': 60,
  'connect.smtp': 60,
};

/** `POISON_EVERY=10` sends every tenth value. */
const every = Number(process.env['POISON_EVERY'] ?? 1);

const writes = endpoints.filter(({ definition }) => definition.method !== 'GET');
const summary: string[] = [];
let requests = 0;

test('the catalogue has at least 500 different values', () => {
  expect(poisons.length).toBeGreaterThanOrEqual(500);
  expect(new Set(poisons.map(({ json }) => json)).size).toBe(poisons.length);
});

test.each(writes)(
  '$name responds to every poison value in the error format, in time, and without a server error',
  { timeout: 600_000 },
  async (endpoint) => {
    const { findings, line } = await poisonEndpoint(endpoint);
    summary.push(line);

    expect(findings).toEqual([]);
  },
);

afterAll(() => {
  // biome-ignore lint/suspicious/noConsole: the result of the run
  console.log(
    [
      `${requests} requests with ${poisons.length} values of ${families.length} families to ${writes.length} endpoints`,
      ...summary,
    ].join('\n'),
  );
});

async function poisonEndpoint(endpoint: Endpoint): Promise<{ findings: string[]; line: string }> {
  const target = await targetOf(endpoint, await newWorkspace());
  const step = every * Math.ceil(poisons.length / (valuesOf[endpoint.name] ?? poisons.length));
  const findings: string[] = [];
  const statuses = new Map<number, number>();
  let slowestMs = 0;
  const chosen = poisons.filter((_, at) => at % step === 0);
  for (const [at, poison] of chosen.entries()) {
    const { status, ms, found } = await sendOne(target, at, poison);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    slowestMs = Math.max(slowestMs, ms);
    findings.push(...found);
  }
  requests += chosen.length;
  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);

  return {
    findings,
    line: `${endpoint.name}: ${chosen.length} values at ${target.places.length} places, ${counts.join(', ')}, slowest ${slowestMs.toFixed(0)} ms, ${findings.length} findings`,
  };
}

async function sendOne({ draft, places: positions, send }: Target, at: number, poison: Poison) {
  // The second term shifts a family by one place in each round.
  const position = positions[(at + Math.floor(at / positions.length)) % positions.length];
  if (!position) throw new Error(`${draft.endpoint.name} has no place for a value`);
  const { result: reply, ms } = await measureCpuTime(() => send(position, poison, Date.now() + at * 1000));
  const complaints = [
    ...responseFaults(draft, reply).filter((complaint) => !complaint.startsWith('unexpected 404')),
    ...(ms > cpuMsMax ? [`took ${ms.toFixed(0)} ms of the processor`] : []),
    ...(reply.status === 422 && reply.text.length > 100_000 ? [`${reply.text.length} characters`] : []),
  ];

  return {
    status: reply.status,
    ms,
    found: complaints.map((complaint) => `${position.name}, ${poison.name}: ${complaint.slice(0, 300)}`),
  };
}
