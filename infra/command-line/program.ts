import { Command, InvalidArgumentError } from 'commander';
import { describeFailure } from './failure.ts';

/** Reports a misspelt option as unknown, also in subcommands. */
class Program extends Command {
  override createCommand(name?: string): Command {
    return new Program(name);
  }

  override parseOptions(words: string[]): ReturnType<Command['parseOptions']> {
    const parsed = super.parseOptions(words);
    // Commander checks required options before unknown ones, so a misspelt option would be reported as a missing one. With an
    // unknown option, no option is required, and the error names the unknown one.
    if (parsed.unknown.length > 0) for (const option of this.options) option.makeOptionMandatory(false);

    return parsed;
  }
}

/** Creates a command line. Errors name the unknown option or command, and every command has `--help`. */
export function createProgram(name: string, description: string): Command {
  return new Program(name)
    .description(description)
    .helpCommand(false)
    .showHelpAfterError(`See: ${name} --help`)
    .showSuggestionAfterError()
    .hook('preAction', (_, command) => refuseEmptyValues(command));
}

/** Rejects empty values. The usual cause is an unset shell variable in quotes. */
function refuseEmptyValues(command: Command): void {
  const values = command.opts();
  for (const option of command.options) {
    const value: unknown = values[option.attributeName()];
    if (value === '' || (Array.isArray(value) && value.includes(''))) {
      command.error(`error: option '${option.flags}' needs a value that is not empty`);
    }
  }
  if (command.args.includes('')) command.error('error: an argument is empty');
}

/** Adds a subcommand. Its errors refer to its help. @param name with its arguments, such as `clock [step]` */
export function addCommand(program: Command, name: string, description: string): Command {
  return program
    .command(name)
    .description(description)
    .showHelpAfterError(`See: ${program.name()} ${name.split(' ')[0]} --help`);
}

/** Runs the program. An error is printed to standard error as one line, and the exit code is 1. */
export async function runProgram(program: Command, args = process.argv.slice(2)): Promise<void> {
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${describeFailure(error, process.env)}\n`);
    process.exitCode = 1;
  }
}

/** Returns a parser for an integer option. */
export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= minimum && value <= maximum) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
  };
}
