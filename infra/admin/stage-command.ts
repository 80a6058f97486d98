import { type Command, Option } from 'commander';
import { services } from '#lib/runtime/services.ts';
import { requireWorkspace } from '#lib/workspaces/workspaces.ts';
import { addCommand } from '../command-line/program.ts';
import { stateDefault, stateOption } from '../command-line/state-option.ts';
import { readDeployedStage } from './deployed-stage.ts';
import type { AdminOptions } from './options.ts';

/**
 * Adds a command that acts on a stage and prints its result as JSON. It fails if its workspace does not exist, unless it checks
 * the workspace itself.
 */
export function addStageCommand(
  program: Command,
  name: string,
  description: string,
  run: (options: AdminOptions) => Promise<unknown>,
): Command {
  return addCommand(program, name, description)
    .option('--outputs <file>', 'the outputs of a deployed stage')
    .option('--stage <stage>', 'the stage, if the file has several')
    .option(...stateOption)
    .action(async (_: unknown, command: Command) => {
      const options = readOptions(command);
      // Commands such as `delete-workspace` check the workspace themselves: it may already be in deletion.
      const commandChecksWorkspace = name.endsWith('-workspace');
      if (options.workspace !== undefined && !commandChecksWorkspace)
        await requireWorkspace(services(), options.workspace);
      process.stdout.write(`${JSON.stringify(await run(options))}\n`);
    });
}

/** A required option with a fixed list of values. */
export function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).makeOptionMandatory();
}

/**
 * The values of the options by their names on the command line. Commander stores `--no-ramp-up` as `rampUp: false`; here it
 * becomes `no-ramp-up: true`.
 */
function readOptions(command: Command): AdminOptions {
  const optionValues = command.options.map((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());

    return [option.name(), option.negate ? value === false : value] as const;
  });

  return Object.fromEntries(optionValues.filter(([, value]) => value !== undefined));
}

interface StageOptions {
  readonly outputs?: string;
  readonly stage?: string;
  readonly state?: string;
}

/** Lets this process act on the running local stack with its state in a folder. */
export type ConnectLocally = (state: string) => Promise<void>;

/** Sets the environment variables that `services()` requires, and the clock of a local stack. */
export async function connect(
  { outputs, stage, state = stateDefault }: StageOptions,
  connectLocally: ConnectLocally,
): Promise<void> {
  if (outputs !== undefined) Object.assign(process.env, readDeployedStage(outputs, stage));
  else if (process.env['TABLE_NAME'] === undefined) await connectLocally(state);
  // Functions get these variables from their template. Mail servers of customers must not resolve to the operator's computer.
  // A name server that hangs blocks one of the 16 threads for each lookup.
  process.env['OUTBOUND_LOOPBACK'] ??= 'refuse';
  process.env['UV_THREADPOOL_SIZE'] ??= '16';
}
