import { cp } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from './engines/loopback.ts';
import type { FoundationOptions } from './foundation.ts';
import { describeReady } from './ready-report.ts';
import { readSettings } from './settings.ts';
import { type LocalStack, type Seed, startLocalStack } from './stack.ts';
import { describeStartFailure, StartError } from './start-error.ts';
import { writeJsonFile } from './state/json-file.ts';
import { openStateFolder } from './state/state-folder.ts';

export interface RunOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly synthesise: FoundationOptions['synthesise'];
  readonly seed: Seed;
}

const usage = 'Usage: npm start -- [--json] [--fresh] [--verbose] [--state <folder>] [--assembly <folder>]';
const stopMs = 5_000;

/**
 * The command `npm start`: runs until SIGINT or SIGTERM, or ends at once with status 1 and one line that says why.
 * With `--json`, standard output gets one line and nothing else.
 */
export async function runLocalStack(options: RunOptions): Promise<void> {
  try {
    await start(options);
  } catch (error) {
    fail(error);
  }
}

async function start({ environment, synthesise, seed }: RunOptions): Promise<void> {
  // Lambda's functions live in UTC; threads share the time zone of the process.
  environment['TZ'] = 'UTC';
  const choices = readArguments();
  const settings = readSettings(environment);
  // A taken port is told at once, not after the template has been made.
  if (settings.port !== 0) await findFreePort('The API', settings.port);
  const state = openStateFolder(choices.state, choices.fresh);
  const running = stopOnSignal();
  if (!choices.json) process.stderr.write('Preparing the local stack …\n');
  running.stack = await startLocalStack({
    state,
    settings,
    synthesise: choices.assembly === undefined ? synthesise : copyOf(choices.assembly),
    seed,
    echo: choices.verbose ? (line) => process.stderr.write(`${line}\n`) : undefined,
    onEngineExit: (reason) => fail(new StartError(reason)),
  });
  const { report } = running.stack;
  // What the operator's command and the next terminal need to find this stack.
  writeJsonFile(state.file('ready.json'), report);
  process.stdout.write(choices.json ? `${JSON.stringify(report)}\n` : describeReady(report));
}

/** What was synthesised before, so that a program that starts many stacks pays for it once. */
function copyOf(assembly: string): RunOptions['synthesise'] {
  return (outputFolder) => cp(assembly, outputFolder, { recursive: true });
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        json: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
        state: { type: 'string', default: '.local' },
        assembly: { type: 'string' },
      },
    }).values;
  } catch {
    throw new StartError(usage);
  }
}

interface Running {
  stack?: LocalStack;
  isStopping: boolean;
}

/** @returns where to put the stack as soon as there is one; before, a signal just ends the process. */
function stopOnSignal(): Running {
  const running: Running = { isStopping: false };
  const stop = () => {
    // A second Ctrl-C does not wait.
    if (running.isStopping || running.stack === undefined) process.exit(1);
    running.isStopping = true;
    running.stack.stop(stopMs).then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);

  return running;
}

/** Leaves nothing running: threads end with the process, and so do the engines. */
function fail(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}
