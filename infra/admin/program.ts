import { type Command, Option } from 'commander';
import { OAuthProvider } from '#lib/oauth/provider.ts';
import { services } from '#lib/runtime/services.ts';
import { Scope } from '#lib/values/scope.ts';
import { requireWorkspace } from '#lib/workspaces/workspaces.ts';
import { addCommand, createProgram, wholeNumber } from '../command-line/program.ts';
import { findRunningStack, stateOption } from '../local/running-stack.ts';
import { connectAccountCommand } from './connect-account.ts';
import { readDeployedStage } from './deployed-stage.ts';
import { setOAuthClientCommand } from './oauth-client.ts';
import type { AdminOptions } from './options.ts';
import { recountCommand } from './recount.ts';
import { redriveCommand } from './redrive.ts';
import { republishCommand } from './republish.ts';
import { createUserCommand, setPasswordCommand } from './users.ts';
import {
  createApiKeyCommand,
  createWorkspaceCommand,
  deleteWorkspaceCommand,
  listWorkspacesCommand,
  renameWorkspaceCommand,
} from './workspace.ts';

const about =
  'Operator commands. They act on the deployed stage whose outputs are in --outputs <file>, as cdk deploy --all ' +
  '--outputs-file writes it or aws cloudformation describe-stacks prints it; else on the stack whose variables are set ' +
  '(TABLE_NAME, SECRETS_KEY_ARN, AWS_REGION, …); else on the running local stack.';

const workspaceOption = ['--workspace <id>', 'the workspace'] as const;
const port = wholeNumber(1, 65_535);
const perDay = wholeNumber(1, 100_000);
const seconds = wholeNumber(0, 86_400);

/** `npm run admin`. */
export function createAdminProgram(): Command {
  const program = createProgram('npm run admin --', about);
  addWorkspaceCommands(program);
  addAccessCommands(program);
  addMailboxCommands(program);
  addRepairCommands(program);

  return program;
}

function addWorkspaceCommands(program: Command): void {
  add(program, 'create-workspace', 'creates a workspace', createWorkspaceCommand)
    .requiredOption('--name <name>', 'its name, up to 100 characters')
    .option('--adopt <id>', 'registers a workspace that an earlier version created');
  add(program, 'list-workspaces', 'lists all workspaces, oldest first', listWorkspacesCommand);
  add(program, 'rename-workspace', 'gives a workspace another name', renameWorkspaceCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'its new name');
  add(
    program,
    'delete-workspace',
    'stops sending, then deletes a workspace with everything in it; can be repeated',
    deleteWorkspaceCommand,
  )
    .requiredOption(...workspaceOption)
    .option('--yes', 'confirms the deletion');
}

function addAccessCommands(program: Command): void {
  add(program, 'create-api-key', 'creates an API key and prints it once', createApiKeyCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'its name')
    .addOption(choice('--scope <scope>', 'what it may do', Scope.options));
  add(program, 'create-user', 'creates a user of the dashboard', createUserCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--email <address>', 'the address to log in with')
    .option('--name <name>', 'the name of the user')
    .requiredOption('--password-stdin', 'reads the password from standard input');
  add(
    program,
    'set-password',
    'sets the password of a user and ends all sessions of the user',
    setPasswordCommand,
  )
    .requiredOption('--email <address>', 'the address of the user')
    .requiredOption('--password-stdin', 'reads the password from standard input');
}

function addMailboxCommands(program: Command): void {
  add(program, 'connect-account', 'connects a mailbox, or connects it again', connectAccountCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--email <address>', 'the address to send from')
    .requiredOption('--smtp-host <host>', 'the server to send by')
    .requiredOption('--smtp-port <port>', 'its port', port)
    .option('--secure', 'TLS from the first byte; otherwise STARTTLS')
    .option('--username <name>', 'the user name, if it is not the address')
    .option('--imap-host <host>', 'the server to read replies and bounces from')
    .option('--imap-port <port>', 'its port', port)
    .option('--imap-secure', 'TLS from the first byte')
    .option('--imap-username <name>', 'the user name there')
    .option('--from-name <name>', 'the name in From')
    .option('--daily-limit <count>', 'emails a day, default 50', perDay)
    .option('--min-gap <seconds>', 'the shortest gap between two emails, default 120', seconds)
    .option('--max-gap <seconds>', 'the longest gap, default 600', seconds)
    .option('--no-ramp-up', 'sends the daily limit from the first day')
    .requiredOption('--password-stdin', 'reads the password from standard input');
  add(
    program,
    'set-oauth-client',
    'registers the OAuth client of this service at a provider',
    setOAuthClientCommand,
  )
    .addOption(choice('--provider <provider>', 'the provider', OAuthProvider.options))
    .requiredOption('--client-id <id>', 'the id of the client')
    .requiredOption('--client-secret-stdin', 'reads the secret of the client from standard input')
    .option('--issuer <url>', 'the issuer of a national cloud')
    .option('--smtp-host <host>', 'its SMTP server')
    .option('--smtp-port <port>', 'its port', port)
    .option('--imap-host <host>', 'its IMAP server')
    .option('--imap-port <port>', 'its port', port);
}

function addRepairCommands(program: Command): void {
  add(
    program,
    'recount',
    'compares statistics and counters with the activity, while the service runs',
    recountCommand,
  )
    .requiredOption(...workspaceOption)
    .option('--from <day>', 'the first day, YYYY-MM-DD')
    .option('--to <day>', 'the last day')
    .option('--repair', 'corrects what differs');
  add(
    program,
    'redrive',
    'puts the dead letters of a queue back into it; without a queue, lists all queues',
    redriveCommand,
  )
    .option('--queue <name>', 'the queue')
    .option('--max-per-second <count>', 'messages a second', wholeNumber(1, 500))
    .option('--dry-run', 'counts the dead letters and moves none');
  add(
    program,
    'republish',
    'puts the outbox records that were set aside back into the outbox',
    republishCommand,
  );
}

/** A command that acts on a stage. A workspace that is named must exist. */
function add(
  program: Command,
  name: string,
  description: string,
  run: (options: AdminOptions) => Promise<unknown>,
): Command {
  return addCommand(program, name, description)
    .option('--outputs <file>', 'the outputs of a deployed stage')
    .option('--stage <stage>', 'which stage, if the file has several')
    .option(...stateOption)
    .action(async (_: unknown, command: Command) => {
      const options = readOptions(command);
      await connect(command.opts());
      const needsWorkspace = options.workspace !== undefined && !name.endsWith('-workspace');
      if (needsWorkspace) await requireWorkspace(services(), options.workspace);
      process.stdout.write(`${JSON.stringify(await run(options))}\n`);
    });
}

function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).makeOptionMandatory();
}

/** By the names that they have on the command line. */
function readOptions(command: Command): AdminOptions {
  const given = command.options.map((option) => {
    const value: unknown = command.getOptionValue(option.attributeName());

    return [option.name(), option.negate ? value === false : value] as const;
  });

  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

interface StageOptions {
  readonly outputs?: string;
  readonly stage?: string;
  readonly state?: string;
}

/** Sets the variables by which `services()` reaches the stage. */
async function connect({ outputs, stage, state = '.local' }: StageOptions): Promise<void> {
  if (outputs !== undefined) Object.assign(process.env, readDeployedStage(outputs, stage));
  else if (process.env['TABLE_NAME'] === undefined) {
    Object.assign(process.env, (await findRunningStack(state)).environment);
  }
  // Functions have them by their capabilities. Customers' addresses must not lead to an operator's own computer either.
  process.env['OUTBOUND_LOOPBACK'] ??= 'refuse';
  process.env['UV_THREADPOOL_SIZE'] ??= '16';
}
