import { type Command, Option } from 'commander';
import { restoreSetAside } from '#lib/commit/set-aside.ts';
import { OAuthProvider } from '#lib/oauth/provider.ts';
import { services } from '#lib/runtime/services.ts';
import { Scope } from '#lib/values/principal.ts';
import { Role } from '#lib/values/role.ts';
import { createProgram, wholeNumber } from '../command-line/program.ts';
import { connectAccountCommand } from './connect-account.ts';
import { setOAuthClientCommand } from './oauth-client.ts';
import { recountCommand } from './recount.ts';
import { redriveCommand } from './redrive.ts';
import { restoreSecurityCommand } from './restore-security.ts';
import { setSenderCommand } from './sender.ts';
import { addStageCommand, type ConnectLocally, choice, connect } from './stage-command.ts';
import {
  createPasswordResetCommand,
  createUserCommand,
  removeUserCommand,
  setPasswordCommand,
} from './users.ts';
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
  'SECRETS_KEY_ARN, AWS_REGION, …) if TABLE_NAME is set, and else the running local stack with its clock.';

const workspaceOption = ['--workspace <id>', 'the workspace'] as const;
const port = wholeNumber(1, 65_535);
const perDay = wholeNumber(1, 100_000);
const seconds = wholeNumber(0, 86_400);

/** `npm run admin`. */
export function createAdminProgram(connectLocally: ConnectLocally): Command {
  const program = createProgram('npm run admin --', programDescription).hook('preAction', (_, command) =>
    connect(command.opts(), connectLocally),
  );
  addWorkspaceCommands(program);
  addAccessCommands(program);
  addMailboxCommands(program);
  addRepairCommands(program);

  return program;
}

function addWorkspaceCommands(program: Command): void {
  addStageCommand(program, 'create-workspace', 'creates a workspace', createWorkspaceCommand).requiredOption(
    '--name <name>',
    'its name, up to 100 characters',
  );
  addStageCommand(program, 'list-workspaces', 'lists all workspaces, oldest first', listWorkspacesCommand);
  addStageCommand(program, 'rename-workspace', 'renames a workspace', renameWorkspaceCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'its new name');
  addStageCommand(
    program,
    'delete-workspace',
    'stops sending, then deletes a workspace with all its data; repeat it to continue an interrupted deletion',
    deleteWorkspaceCommand,
  )
    .requiredOption(...workspaceOption)
    .option('--yes', 'confirms the deletion');
}

function addAccessCommands(program: Command): void {
  addStageCommand(program, 'create-api-key', 'creates an API key and prints it once', createApiKeyCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--name <name>', 'its name')
    .addOption(choice('--scope <scope>', 'its permissions', Scope.options));
  addStageCommand(program, 'create-user', 'creates a user of the dashboard', createUserCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--email <address>', 'the address to log in with')
    .option('--name <name>', 'the name of the user')
    .addOption(
      new Option('--role <role>', 'the permissions of the user, default owner').choices(Role.options),
    )
    .requiredOption('--password-stdin', 'reads the password from standard input');
  addStageCommand(
    program,
    'set-password',
    'sets the password of a user and ends all sessions of the user',
    setPasswordCommand,
  )
    .requiredOption('--email <address>', 'the address of the user')
    .requiredOption('--password-stdin', 'reads the password from standard input');
  addStageCommand(
    program,
    'create-password-reset',
    'prints a token with which a user can set a new password once within 24 hours',
    createPasswordResetCommand,
  ).requiredOption('--email <address>', 'the address of the user');
  addStageCommand(
    program,
    'remove-user',
    'removes a user of any workspace with all sessions; the address becomes free',
    removeUserCommand,
  ).requiredOption('--email <address>', 'the address of the user');
}

function addMailboxCommands(program: Command): void {
  addStageCommand(program, 'connect-account', 'connects or reconnects a mailbox', connectAccountCommand)
    .requiredOption(...workspaceOption)
    .requiredOption('--email <address>', 'the address to send from')
    .requiredOption('--smtp-host <host>', 'the outgoing mail server')
    .requiredOption('--smtp-port <port>', 'its port', port)
    .option('--secure', 'implicit TLS; without it, STARTTLS is required')
    .option('--username <name>', 'the user name, if it is not the address')
    .option('--imap-host <host>', 'the incoming mail server for replies and bounces')
    .option('--imap-port <port>', 'its port', port)
    .option('--imap-secure', 'implicit TLS; without it, STARTTLS is required')
    .option('--imap-username <name>', 'the IMAP user name, if it differs')
    .option('--from-name <name>', 'the display name of the sender')
    .option('--daily-limit <count>', 'emails per day, default 50', perDay)
    .option('--min-gap <seconds>', 'the minimum gap between two emails, default 120', seconds)
    .option('--max-gap <seconds>', 'the maximum gap, default 600', seconds)
    .option('--no-ramp-up', 'disables the ramp-up: sends the full daily limit from the first day')
    .requiredOption('--password-stdin', 'reads the password from standard input');
  addStageCommand(
    program,
    'set-sender',
    'sets the mailbox that sends invitations, password resets and notices of all workspaces',
    setSenderCommand,
  )
    .requiredOption('--workspace <id>', 'the workspace of the mailbox, to which only operators have access')
    .requiredOption('--account <id>', 'the connected mailbox')
    .requiredOption('--dashboard <url>', 'the dashboard, which has the pages of the links');
  addStageCommand(
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
  addStageCommand(
    program,
    'recount',
    'compares current counters, and the statistics of past days, with the activity; the service can keep running',
    recountCommand,
  )
    .requiredOption(...workspaceOption)
    .option('--from <day>', 'the first day, YYYY-MM-DD')
    .option('--to <day>', 'the last day')
    .option('--repair', 'corrects the differences');
  addStageCommand(
    program,
    'restore-security',
    'ends in a restored table what has ended since: erased contacts, keys, users, passwords, sessions, tokens; run it before the stage uses the table',
    restoreSecurityCommand,
  ).requiredOption('--from <table>', 'the table that it was restored from');
  addStageCommand(
    program,
    'redrive',
    'moves the dead letters of a queue back to it; without --queue, lists all queues',
    redriveCommand,
  )
    .option('--queue <name>', 'the queue')
    .option('--max-per-second <count>', 'messages per second', wholeNumber(1, 500))
    .option('--dry-run', 'counts the dead letters and moves none');
  addStageCommand(program, 'republish', 'moves skipped outbox records back to the outbox', async () => ({
    republished: await restoreSetAside(services()),
  }));
}
