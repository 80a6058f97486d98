import type { ChildProcess } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processorSlowness } from '../../../support/cpu-time.ts';
import { runScript, type Script, startClient } from './script.ts';

const cpuSecondsMax = 2;
const megabytesMax = 64;

/** Slowdown of a process that shares the processor's cores with others; 1 on an idle machine. */
const waiting = () => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());

/** One test per script: its outcome, and its limits of time, CPU time and memory. */
export function describeScripts(subject: string, scripts: readonly Script[]): void {
  let client: ChildProcess;
  beforeAll(async () => {
    client = await startClient();
  });
  afterAll(() => {
    client.kill();
  });

  describe(subject, () => {
    test.each(scripts)('$kind: $name', { timeout: 60_000 }, async (script) => {
      const measured = await runScript(client, script);
      expect(measured.outcome).toMatch(
        typeof script.expected === 'string' ? new RegExp(`^${script.expected}$`) : script.expected,
      );
      expect(measured.megabytes).toBeLessThanOrEqual(script.megabytesMax ?? megabytesMax);
      const slowness = processorSlowness();
      expect(measured.cpuSeconds).toBeLessThanOrEqual((script.cpuSecondsMax ?? cpuSecondsMax) * slowness);
      expect(measured.seconds).toBeLessThanOrEqual(script.secondsMax * slowness * waiting());
      expect(measured.neighbours).toEqual(['accepted', 'accepted']);
    });
  });
}
