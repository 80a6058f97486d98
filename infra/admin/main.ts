import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as z from 'zod/mini';
import { Problem } from '#lib/http/problem.ts';
import { readJsonFile } from '../local/state/json-file.ts';
import { connectAccountCommand } from './connect-account.ts';
import { readDeployedStage } from './deployed-stage.ts';
import { setOAuthClientCommand } from './oauth-client.ts';
import { recountCommand } from './recount.ts';
import { redriveCommand } from './redrive.ts';
import { republishCommand } from './republish.ts';
import { createUserCommand, setPasswordCommand } from './users.ts';
import { createApiKeyCommand, createWorkspaceCommand } from './workspace.ts';

const usage = `Usage:
  npm run admin -- create-workspace
  npm run admin -- create-api-key --workspace <id> --name <name> --scope full-access|read-only
  npm run admin -- create-user --workspace <id> --email <address> [--name <name>] --password-stdin
  npm run admin -- set-password --email <address> --password-stdin      ends all sessions of the user
  npm run admin -- connect-account --workspace <id> --email <address> --smtp-host <host> --smtp-port <port>
      [--imap-host <host> --imap-port <port> [--imap-secure] [--imap-username <name>]]   reads replies and bounces there
      [--secure] [--username <name>] [--from-name <name>] [--daily-limit 50] [--min-gap 120] [--max-gap 600]
      [--no-ramp-up] --password-stdin
  npm run admin -- set-oauth-client --provider google|microsoft --client-id <id> --client-secret-stdin
      [--issuer <url>] [--smtp-host <host> [--smtp-port <port>]] [--imap-host <host> [--imap-port <port>]]   national clouds
  npm run admin -- recount --workspace <id> [--from <day> --to <day>] [--repair]      tells where statistics and counters of
      campaigns differ from the activity, and sets them right, while the service runs
  npm run admin -- redrive [--queue <name> [--max-per-second <n>] [--dry-run]]      puts the dead letters of a queue back into
      it; without a queue, lists all of them with what waits there
  npm run admin -- republish      puts the outbox records that were set aside back into the outbox

Acts on the deployed stage whose outputs are in --outputs <file>, as cdk deploy --all --outputs-file writes it or
aws cloudformation describe-stacks prints it (--stage <stage> when it has several); else on the stack whose variables
are set (TABLE_NAME, SECRETS_KEY_ARN, AWS_REGION, …); else on the local stack whose state is in .local (--state <folder>).`;

const options = {
  workspace: { type: 'string' },
  name: { type: 'string' },
  scope: { type: 'string' },
  email: { type: 'string' },
  'from-name': { type: 'string' },
  'smtp-host': { type: 'string' },
  'smtp-port': { type: 'string' },
  secure: { type: 'boolean' },
  'imap-host': { type: 'string' },
  'imap-port': { type: 'string' },
  'imap-secure': { type: 'boolean' },
  'imap-username': { type: 'string' },
  username: { type: 'string' },
  'daily-limit': { type: 'string' },
  'min-gap': { type: 'string' },
  'max-gap': { type: 'string' },
  'no-ramp-up': { type: 'boolean' },
  'password-stdin': { type: 'boolean' },
  provider: { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-stdin': { type: 'boolean' },
  issuer: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  repair: { type: 'boolean' },
  queue: { type: 'string' },
  'max-per-second': { type: 'string' },
  'dry-run': { type: 'boolean' },
  outputs: { type: 'string' },
  stage: { type: 'string' },
  state: { type: 'string', default: '.local' },
} as const;

const Ready = z.object({ environment: z.record(z.string(), z.string()) });

export type AdminOptions = Partial<Record<keyof typeof options, string | boolean>>;

const commands: Readonly<Record<string, (options: AdminOptions) => Promise<unknown>>> = {
  'create-workspace': createWorkspaceCommand,
  'create-api-key': createApiKeyCommand,
  'create-user': createUserCommand,
  'set-password': setPasswordCommand,
  'connect-account': connectAccountCommand,
  'set-oauth-client': setOAuthClientCommand,
  recount: recountCommand,
  redrive: redriveCommand,
  republish: republishCommand,
};

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const command = commands[positionals[0] ?? ''];
  if (!command) {
    process.stderr.write(`${usage}\n`);
    return 1;
  }
  if (values.outputs !== undefined) {
    Object.assign(process.env, readDeployedStage(values.outputs, values.stage));
  } else if (process.env['TABLE_NAME'] === undefined) useLocalStack(values.state);
  // Functions have them by their capabilities. An operator's own computer is not for customers' addresses either.
  process.env['OUTBOUND_LOOPBACK'] ??= 'refuse';
  process.env['UV_THREADPOOL_SIZE'] ??= '16';
  process.stdout.write(`${JSON.stringify(await command(values))}\n`);

  return 0;
}

/** The variables that the local stack wrote down when it started. */
function useLocalStack(stateFolder: string): void {
  const ready = Ready.safeParse(readJsonFile(join(stateFolder, 'ready.json')));
  if (!ready.success)
    throw new TypeError(`no local stack has started in ${stateFolder}, and TABLE_NAME is not set`);
  Object.assign(process.env, ready.data.environment);
}

process.exitCode = await main().catch((error: unknown) => {
  const known = error instanceof Problem || error instanceof z.core.$ZodError || error instanceof TypeError;
  process.stderr.write(`${known ? error.message : String(error)}\n`);

  return 1;
});
