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

const programDescription =
  'Operator commands. With the option --outputs <file> a command uses the deployed stage in the file, which cdk deploy --all --outputs-file ' +
  'or aws cloudformation describe-stacks writes. Otherwise it uses the stack in the environment (TABLE_NAME, ' +
  'SECRETS_KEY_ARN, AWS_REGION, …) if TABLE_NAME is set, and else the running local stack.';

const workspaceOption = ['--workspace <id>', 'the workspace'] as const;
const port = wholeNumber(1, 65_535);
const perDay = wholeNumber(1, 100_000);
const seconds = wholeNumber(0, 86_400);

/** `npm run admin`. */
export function createAdminProgram(): Command {
  const program = createProgram('npm run admin --', programDescription);
  addWorkspaceCommands(program);
  addAccessCommands(program);
  addMailboxCommands(program);
  addRepairCommands(program);

  return program;
}

function addWorkspaceCommands(program: Command): void {
  add(program, 'create-workspace', 'creates a workspace', createWorkspaceCommand)
    .requiredOption('--name <name>', 'its name, up to 100 characters')
    .option('--adopt <id>', 'registers a workspace of an earlier version');
  add(program, 'list-workspaces', 'lists all workspaces, oldest first', listWorkspacesCommand);
  add(program, 'rename-workspace', 'renames a workspace', renameWorkspaceCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'its new name');
  add(
    program,
    'delete-workspace',
    'stops sending, then deletes a workspace with all its data; repeat it to continue an interrupted deletion',
    deleteWorkspaceCommand,
  )
    .requiredOption(...workspaceOption)
    .option('--yes', 'confirms the deletion');
}

function addAccessCommands(program: Command): void {
  add(program, 'create-api-key', 'creates an API key and prints it once', createApiKeyCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'its name')
    .addOption(choice('--scope <scope>', 'its permissions', Scope.options));
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
  add(program, 'connect-account', 'connects or reconnects a mailbox', connectAccountCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--email <address>', 'the address to send from')
    .requiredOption('--smtp-host <host>', 'the outgoing mail server')
    .requiredOption('--smtp-port <port>', 'its port', port)
    .option('--secure', 'implicit TLS; otherwise STARTTLS')
    .option('--username <name>', 'the user name, if it is not the address')
    .option('--imap-host <host>', 'the incoming mail server for replies and bounces')
    .option('--imap-port <port>', 'its port', port)
    .option('--imap-secure', 'implicit TLS')
    .option('--imap-username <name>', 'the IMAP user name, if it differs')
    .option('--from-name <name>', 'the display name of the sender')
    .option('--daily-limit <count>', 'emails per day, default 50', perDay)
    .option('--min-gap <seconds>', 'the minimum gap between two emails, default 120', seconds)
    .option('--max-gap <seconds>', 'the maximum gap, default 600', seconds)
    .option('--no-ramp-up', 'disables the ramp-up: sends the full daily limit from the first day')
    .requiredOption('--password-stdin', 'reads the password from standard input');
  add(
    program,
    'set-oauth-client',
    'registers the OAuth client of this service for a provider',
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
    'compares current counters, and the statistics of past days, with the activity; the service can keep running',
    recountCommand,
  )
    .requiredOption(...workspaceOption)
    .option('--from <day>', 'the first day, YYYY-MM-DD')
    .option('--to <day>', 'the last day')
    .option('--repair', 'corrects the differences');
  add(
    program,
    'redrive',
    'moves the dead letters of a queue back to it; without --queue, lists all queues',
    redriveCommand,
  )
    .option('--queue <name>', 'the queue')
    .option('--max-per-second <count>', 'messages per second', wholeNumber(1, 500))
    .option('--dry-run', 'counts the dead letters and moves none');
  add(program, 'republish', 'moves skipped outbox records back to the outbox', republishCommand);
}

/** A command that acts on a stage. It fails if its workspace does not exist. */
function add(
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
      await connect(command.opts());
      const needsWorkspace = options.workspace !== undefined && !name.endsWith('-workspace');
      if (needsWorkspace) await requireWorkspace(services(), options.workspace);
      process.stdout.write(`${JSON.stringify(await run(options))}\n`);
    });
}

function choice(flags: string, description: string, choices: readonly string[]): Option {
  return new Option(flags, description).choices(choices).makeOptionMandatory();
}

/** The values of the options by their names on the command line. */
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

/** Sets the environment variables that `services()` requires. */
async function connect({ outputs, stage, state = '.local' }: StageOptions): Promise<void> {
  if (outputs !== undefined) Object.assign(process.env, readDeployedStage(outputs, stage));
  else if (process.env['TABLE_NAME'] === undefined) {
    Object.assign(process.env, (await findRunningStack(state)).environment);
  }
  // Functions get these from their capabilities. Mail servers of customers must not resolve to the operator's computer.
  process.env['OUTBOUND_LOOPBACK'] ??= 'refuse';
  process.env['UV_THREADPOOL_SIZE'] ??= '16';
}
