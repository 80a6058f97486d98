import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { redirectCalls } from '../../../infra/local/faults/faulty-engines.ts';
import { callerOf } from '../../support/callers.ts';
import { useStack } from '../../support/stack.ts';
import type { RunInput, RunResult } from './interruptible-process.ts';

const program = join(import.meta.dirname, 'interruptible-process.ts');

/**
 * @param operation the process has its role @param options without fault injection: the interruption refers
 * to calls by number, and retries would shift the numbers
 * @returns undefined when it died as planned @throws
 * when it ended without a response in any other way
 */
export async function runInterruptible(
  operation: string,
  assignment: RunInput,
  { meetsFaults = true } = {},
): Promise<RunResult | undefined> {
  const { environment, endpoints, functionEndpoints } = useStack();
  const reached = meetsFaults ? functionEndpoints : endpoints;
  const child = spawn(process.execPath, [program], {
    env: {
      ...redirectCalls(environment, endpoints, reached),
      OPERATION: 'victim',
      CALLER: JSON.stringify(callerOf(operation)),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  child.stdin.end(JSON.stringify(assignment));
  const [output, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;

  if (child.signalCode === 'SIGKILL' && assignment.cut?.manner === 'kill') return undefined;
  if (child.exitCode !== 0) throw new Error(`the process failed without an interruption: ${complaint}`);

  return JSON.parse(output.slice(output.lastIndexOf('\n')));
}
