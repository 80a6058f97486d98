import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { OnEnd } from '../support/run-bench.ts';
import { median } from '../support/statistics.ts';
import type { Subject } from './deployed.ts';

const run = promisify(execFile);

/** Lambda's runtime has loaded the named modules before a function starts. */
const script = `
  for (const name of ['http', 'net', 'util', 'fs', 'path', 'assert', 'module']) process.getBuiltinModule(name);
  await import(process.env.PROBE);
  process.stdout.write(JSON.stringify(performance.now()));
  process.exit();`;

/** Milliseconds from the start of a new process until the function could be called. */
async function startOnce({ file, environment }: Subject): Promise<number> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...environment, PROBE: file },
  });

  return z.parse(z.number(), JSON.parse(stdout));
}

/**
 * Measures each subject once per round, one at a time and in a different order per round, so that other load
 * on the machine affects all of them.
 *
 * @returns the median of each, in milliseconds
 */
export async function measureStarts(
  subjects: readonly Subject[],
  rounds: number,
): Promise<Map<Subject, number>> {
  const found = new Map<Subject, number[]>(subjects.map((subject) => [subject, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of shuffled(subjects)) found.get(subject)?.push(await startOnce(subject));
  }

  return new Map([...found].map(([subject, times]) => [subject, median(times)]));
}

function shuffled<Value>(values: readonly Value[]): Value[] {
  return values
    .map((value) => ({ value, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ value }) => value);
}

/**
 * Responds to every call immediately, like an empty table: the figures include the function, not an engine.
 */
export async function openTable(onEnd: OnEnd): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'Content-Type': 'application/x-amz-json-1.0' });
    response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onEnd(async () => {
    server.close();
    server.closeAllConnections();
  });

  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
