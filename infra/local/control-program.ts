import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { addCommand, createProgram } from '../command-line/program.ts';
import { stateOption } from '../command-line/state-option.ts';
import { UserError } from '../command-line/user-error.ts';
import {
  advanceClock,
  findRunningStack,
  onlyForward,
  type RunningStack,
  readClock,
  requestControl,
} from './running-stack.ts';
import { isInUse } from './state/state-folder.ts';
import { describeOffset, describeStatus, StackStatus } from './status-table.ts';

/** Running functions get five seconds, and the engines end after them. */
const stopMsMax = 15_000;

const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

interface Options {
  readonly state: string;
  readonly json?: boolean;
}

/** `npm run local`. */
export function createLocalProgram(): Command {
  const program = createProgram('npm run local --', 'Controls the running local stack.');
  addCommand(program, 'clock [step]', 'prints the clock, or moves it forward: +90s, +15m, +2h, +3d, +1d12h')
    .option(...stateOption)
    // Passes a step like -1d on, which is refused with a better message.
    .allowUnknownOption()
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
          : describeStatus(StackStatus.parse(response)),
      );
    });
  addCommand(
    program,
    'env',
    'prints API, KEY, WORKSPACE, SMTP_PORT, IMAP_PORT and INBOX for a shell: eval "$(npm run --silent local -- env)"',
  )
    .option(...stateOption)
    .action(async (options: Options) => print(describeShell(await findRunningStack(options.state))));
  addCommand(program, 'stop', 'stops the stack and waits for its end')
    .option(...stateOption)
    .action(async ({ state }: Options) => stopStack(await findRunningStack(state), state));

  return program;
}

/** @throws UserError when the stack still runs after 15 seconds */
async function stopStack(stack: RunningStack, state: string): Promise<void> {
  await requestControl(stack, 'POST', '/stop');
  const deadline = performance.now() + stopMsMax;
  while (isInUse(state)) {
    if (performance.now() > deadline) throw new UserError('The stack still runs. Stop its process instead.');
    await pause(100);
  }
  print('The local stack is stopped.');
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

async function moveClock(stack: RunningStack, step: string): Promise<string> {
  if (step === 'now') return describeClock(await readClock(stack));
  const advanceMs = parseForwardStep(step);
  if (advanceMs === undefined) {
    throw new UserError(
      `"${step}" is not a step of the clock. Write it like +90s, +15m, +2h, +3d or +1d12h. ${onlyForward}`,
    );
  }

  return describeClock(await advanceClock(stack, advanceMs));
}

/** Milliseconds of `+90s`, `+15m`, `+3d` or `+1d12h`; `undefined` if the text is not a forward step. */
export function parseForwardStep(text: string): number | undefined {
  if (!/^\+(\d+[smhdw])+$/.test(text)) return undefined;

  return [...text.matchAll(/(\d+)([smhdw])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ''] ?? 0),
    0,
  );
}

function describeClock({ now, offsetMs }: { readonly now: string; readonly offsetMs: number }): string {
  return `${now} (${describeOffset(offsetMs)})`;
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
