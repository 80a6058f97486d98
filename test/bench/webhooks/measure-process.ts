/** Measures one part with a separate stack, and deletes its state. */
import { once } from 'node:events';
import '../../support/logs.ts';
import type { Row } from '../support/report.ts';
import { deploy } from './deployment.ts';
import { measureRates } from './rates.ts';
import { measureRetries } from './retries.ts';
import { measureSlowResponses } from './slow-responses.ts';

const undo: (() => Promise<void>)[] = [];
const keep = (step: () => Promise<void>) => undo.push(step);
const sizeOf = (name: string, size: number) => Number(process.env[name] ?? size);

async function measure(part: string | undefined): Promise<Row[]> {
  if (part === 'rates') {
    return measureRates(await deploy(keep, 'on'), {
      deliveries: sizeOf('BENCH_DELIVERIES', 1500),
      seconds: sizeOf('BENCH_SECONDS', 60),
    });
  }
  if (part === 'slow') {
    return measureSlowResponses(await deploy(keep, 'on'), sizeOf('BENCH_BURST', 500));
  }

  // Without the circuit breaker, because it delays attempts to failing endpoints.
  return measureRetries(await deploy(keep, 'off'), { events: sizeOf('BENCH_EVENTS', 10_000) });
}

const interruptions = ['SIGINT', 'SIGTERM', 'disconnect'].map((event) => once(process, event));
const interrupted = Promise.race(interruptions).then(() => undefined);
const rows = await Promise.race([measure(process.argv[2]), interrupted]).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);

  return undefined;
});
for (const step of undo.reverse()) await step();
if (rows) process.send?.(rows, undefined, undefined, () => process.exit());
else process.exit(1);
