import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { parseForwardStep } from './duration.ts';
import { describeStartFailure, StartError } from './start-error.ts';
import { readJsonFile } from './state/json-file.ts';
import { readPorts } from './state/state-folder.ts';

const usage = [
  'npm run local -- clock now     what time the local stack has',
  'npm run local -- clock +3d     moves it ahead; also +90s, +15m, +2h, +1d12h',
  'npm run local -- status        queues, schedules, running functions',
  'eval "$(npm run --silent local -- env)"   sets API, KEY, WORKSPACE, SMTP_PORT, IMAP_PORT and INBOX in a shell',
  'With --state <folder> for a stack that does not keep its state in .local.',
].join('\n');

const Ready = z.object({
  baseUrl: z.string(),
  apiKey: z.string(),
  workspaceId: z.string(),
  mail: z.object({
    smtp: z.object({ port: z.int() }),
    imap: z.object({ port: z.int() }),
    webUrl: z.string(),
  }),
});
const ClockAnswer = z.object({ now: z.string(), offsetMs: z.number() });

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { state: { type: 'string', default: '.local' } },
    allowPositionals: true,
  });
  const [command, argument = 'now'] = positionals;

  if (command === 'status') {
    process.stdout.write(`${JSON.stringify(await ask(values.state, 'GET', '/status'), null, 2)}\n`);
  } else if (command === 'env') {
    process.stdout.write(describeShell(values.state));
  } else if (command === 'clock') {
    process.stdout.write(`${await moveClock(values.state, argument)}\n`);
  } else {
    throw new StartError(usage);
  }
}

/** The running stack as variables of a POSIX shell. */
function describeShell(state: string): string {
  const ready = Ready.safeParse(readJsonFile(join(state, 'ready.json')));
  if (!ready.success) throw new StartError(`No local stack has started with its state in ${state}.`);
  const { baseUrl, apiKey, workspaceId, mail } = ready.data;
  const variables = {
    API: baseUrl,
    KEY: apiKey,
    WORKSPACE: workspaceId,
    SMTP_PORT: mail.smtp.port,
    IMAP_PORT: mail.imap.port,
    INBOX: mail.webUrl,
  };

  return Object.entries(variables)
    .map(([name, value]) => `export ${name}='${value}'\n`)
    .join('');
}

async function moveClock(state: string, step: string): Promise<string> {
  const advanceMs = step === 'now' ? undefined : parseForwardStep(step);
  if (step !== 'now' && advanceMs === undefined) throw new StartError(usage);
  const answer = await (advanceMs === undefined
    ? ask(state, 'GET', '/clock')
    : ask(state, 'POST', '/clock', { advanceMs }));
  const { now, offsetMs } = z.parse(ClockAnswer, answer);

  return `${now} (${offsetMs / 1000} s ahead)`;
}

async function ask(state: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const port = readPorts(state)['control'];
  const response = await fetch(`http://127.0.0.1:${port ?? 0}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  if (response === undefined) throw new StartError(`No local stack is running with its state in ${state}.`);
  const text = await response.text();
  if (!response.ok) throw new StartError(text);

  return JSON.parse(text);
}

await main().catch((error: unknown) => {
  process.stderr.write(`${describeStartFailure(error)}\n`);
  process.exitCode = 1;
});
