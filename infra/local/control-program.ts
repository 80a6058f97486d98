import type { Command } from 'commander';
import * as z from 'zod/mini';
import { addCommand, createProgram } from '../command-line/program.ts';
import { parseForwardStep } from './duration.ts';
import { findRunningStack, type RunningStack, requestControl, stateOption } from './running-stack.ts';
import { StartError } from './start-error.ts';
import { describeOffset, describeStatus, StatusAnswer } from './status-table.ts';

const ClockAnswer = z.object({ now: z.string(), offsetMs: z.number() });

interface Options {
  readonly state: string;
  readonly json?: boolean;
}

/** `npm run local`. */
export function createLocalProgram(): Command {
  const program = createProgram('npm run local --', 'Controls the running local stack.');
  addCommand(program, 'clock [step]', 'prints the clock, or moves it: +90s, +15m, +2h, +3d, +1d12h, reset')
    .option(...stateOption)
    .action(async (step: string | undefined, options: Options) => {
      print(await moveClock(await findRunningStack(options.state), step ?? 'now'));
    });
  addCommand(program, 'status', 'prints the clock, queues, schedules and running functions')
    .option('--json', 'as JSON')
    .option(...stateOption)
    .action(async (options: Options) => {
      const response = await requestControl(await findRunningStack(options.state), 'GET', '/status');
      print(
        options.json === true
          ? JSON.stringify(response, null, 2)
          : describeStatus(StatusAnswer.parse(response)),
      );
    });
  addCommand(
    program,
    'env',
    'prints API, KEY, WORKSPACE, SMTP_PORT, IMAP_PORT and INBOX for a shell: eval "$(npm run --silent local -- env)"',
  )
    .option(...stateOption)
    .action(async (options: Options) => print(describeShell(await findRunningStack(options.state))));

  return program;
}

/** Settings of the running stack as POSIX shell variables. */
function describeShell({ baseUrl, apiKey, workspaceId, mail }: RunningStack): string {
  const variables = {
    API: baseUrl,
    KEY: apiKey,
    WORKSPACE: workspaceId,
    SMTP_PORT: mail.smtp.port,
    IMAP_PORT: mail.imap.port,
    INBOX: mail.webUrl,
  };

  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value}'`)
    .join('\n');
}

const resetNote =
  'Stored times stay: a mailbox that has sent while the clock was ahead waits until that time. npm start -- --fresh starts over.';

async function moveClock(stack: RunningStack, step: string): Promise<string> {
  if (step === 'now') return describeClock(await requestControl(stack, 'GET', '/clock'));
  if (step === 'reset') {
    const clock = describeClock(await requestControl(stack, 'POST', '/clock', { reset: true }));

    return `${clock}\n${resetNote}`;
  }
  const advanceMs = parseForwardStep(step);
  if (advanceMs === undefined) {
    throw new StartError(
      `"${step}" is not a step of the clock. Write it like +90s, +15m, +2h, +3d or +1d12h, or "reset".`,
    );
  }

  return describeClock(await requestControl(stack, 'POST', '/clock', { advanceMs }));
}

function describeClock(response: unknown): string {
  const { now, offsetMs } = ClockAnswer.parse(response);

  return `${now} (${describeOffset(offsetMs)})`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
