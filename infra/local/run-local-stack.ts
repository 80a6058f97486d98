import { cp } from 'node:fs/promises';
import { createProgram, runProgram } from '../command-line/program.ts';
import { stateOption } from '../command-line/state-option.ts';
import { UserError } from '../command-line/user-error.ts';
import { createDashboardFiles } from './dashboard/dashboard-files.ts';
import { fetchEngine } from './engines/engine-package.ts';
import { findFreePort } from './engines/loopback.ts';
import type { FoundationOptions } from './foundation.ts';
import { endHistory, openHistory } from './history/open-history.ts';
import { setLocalSender } from './local-sender.ts';
import { describeReady } from './ready-report.ts';
import { readSettings, type Settings } from './settings.ts';
import { type LocalStack, type Seed, startLocalStack } from './stack.ts';
import { describeStartFailure } from './start-failure.ts';
import { writeJsonFile } from './state/json-file.ts';
import { openStateFolder } from './state/state-folder.ts';

export interface RunOptions {
  readonly synthesise: FoundationOptions['synthesise'];
  readonly seed: Seed;
  /** Writes the files of the dashboard to a folder. */
  readonly buildDashboard: (folder: string) => Promise<void>;
}

/** Time that running functions get when the stack stops. */
const stopMs = 5_000;

interface Choices {
  readonly json?: boolean;
  readonly fresh?: boolean;
  readonly history?: boolean;
  readonly verbose?: boolean;
  readonly state: string;
  readonly assembly?: string;
}

const environmentHelp = `
Environment:
  PORT           port of the API, default 3000; 0 takes a free port
  DYNAMODB_LOCAL folder of DynamoDB Local, which then runs with Java in place of the embedded engine; where the engine
                 has no npm package for the platform, DynamoDB Local is downloaded
  LOCAL_FAULTS   share of the functions' calls that meet a fault, such as 0.01
  AWS_ENDPOINT_URL_DYNAMODB, _SQS, _SCHEDULER, _KMS, _S3
                 addresses of other engines, in place of the embedded ones`;

/**
 * The command `npm start`: runs until SIGINT or SIGTERM. If the stack cannot start, it exits with status 1
 * and one line with the reason. With `--json`, standard output contains exactly one line.
 */
export async function runLocalStack(options: RunOptions): Promise<void> {
  const program = createProgram('npm start --', 'Runs the service on this machine.')
    .option('--json', 'prints one line of JSON when the stack is ready')
    .option('--fresh', 'deletes the state of earlier runs first')
    .option('--history', 'fills a new stack with 90 days of example activity, which continues')
    .option('--verbose', 'prints what the functions log')
    .option(...stateOption)
    .option('--assembly <folder>', 'runs templates that were synthesised before')
    .addHelpText('after', environmentHelp)
    .action(async (choices: Choices) => {
      await start(options, choices).catch(exitWithError);
    });
  await runProgram(program);
}

async function start(options: RunOptions, choices: Choices): Promise<void> {
  // Lambda runs in UTC; all threads share the time zone of the process.
  process.env['TZ'] = 'UTC';
  // Only the user can read the files of the stack and of its engines.
  process.umask(0o077);
  const onStep = choices.json ? undefined : printStep;
  const settings = await prepareSettings(onStep);
  // Opened before the port check, so that the error of a second stack names the other stack and not the port.
  const state = openStateFolder(choices.state);
  // Reports a taken port immediately, before the template is synthesised.
  if (settings.port !== 0) await findFreePort('The API', settings.port);
  if (choices.fresh) state.clear();
  const running = stopOnSignal(choices.json === true);
  const echo = choices.verbose ? (line: string) => process.stderr.write(`${line}\n`) : undefined;
  if (!choices.history) endHistory(state);
  const history = choices.history ? await openHistory(state, onStep) : undefined;
  running.stack = await startLocalStack({
    state,
    settings,
    synthesise: choices.assembly === undefined ? options.synthesise : copyAssembly(choices.assembly),
    seed: async (input) => {
      const access = await options.seed(input);
      await setLocalSender(input);

      return access;
    },
    readDashboardFile: createDashboardFiles(state.file('dashboard'), options.buildDashboard),
    echo,
    onStep,
    onEngineExit: (reason) => exitWithError(new UserError(reason)),
  });
  const { report } = running.stack;
  await history?.write(report);
  // Read by the operator's commands and by other terminals to find this stack.
  writeJsonFile(state.file('ready.json'), report);
  history?.continue(report, echo);
  process.stdout.write(choices.json ? `${JSON.stringify(report)}\n` : describeReady(report, choices.state));
  // A person opens pages in the next seconds. A program can need a single function.
  if (!choices.json) void running.stack.prepareFunctions();
}

/** The settings after the embedded engine was installed, where neither `npm ci` did nor another DynamoDB is named. */
async function prepareSettings(onStep: ((step: string) => void) | undefined): Promise<Settings> {
  const settings = readSettings(process.env);
  if (settings.dynamoDbLocal === undefined || settings.dynamoDbLocal.folder !== undefined) return settings;
  await fetchEngine(() => onStep?.('Installing the embedded DynamoDB engine from the npm registry, once'));

  return readSettings(process.env);
}

/** Uses an existing assembly, so that a program that starts many stacks synthesises once. */
function copyAssembly(assembly: string): RunOptions['synthesise'] {
  return (outputFolder) => cp(assembly, outputFolder, { recursive: true });
}

/** Prints each step of the start with the elapsed seconds. */
function printStep(step: string): void {
  process.stderr.write(`[${(performance.now() / 1000).toFixed(1).padStart(5)} s] ${step} …\n`);
}

interface Running {
  stack?: LocalStack;
  isStopping: boolean;
}

/** @returns an object to store the stack in after it has started; before that, a signal ends the process. */
function stopOnSignal(isSilent: boolean): Running {
  const running: Running = { isStopping: false };
  const stop = () => {
    // A second Ctrl-C exits immediately.
    if (running.isStopping || running.stack === undefined) process.exit(1);
    running.isStopping = true;
    if (!isSilent) process.stderr.write('Stopping …\n');
    running.stack.stop(stopMs).then(() => process.exit(0), exitWithError);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);

  return running;
}

/** Prints the error and ends the process, and with it all threads and engines. */
function exitWithError(error: unknown): never {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exit(1);
}
