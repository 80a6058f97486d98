import { commit } from '#lib/commit/commit.ts';
import { connectRoutes } from '#lib/connect/routes.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import type { AccountAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { EmailAccountPatch, NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { emailAccountRoutes } from '#lib/email-accounts/routes.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import { planAccountUpdate } from '#lib/email-accounts/update.ts';
import type { World } from '../world.ts';
import { commitAsUser } from './act.ts';
import type { Story } from './story.ts';

export type AccountName = 'mara' | 'jonas' | 'events' | 'partners';

interface Mailbox {
  readonly name: AccountName;
  readonly email: string;
  readonly fromName: string;
  readonly dailyLimit: number;
}

const signatureHtml = '<p>Northlight<br>Meters for offices</p>';

/** Two accounts send, one is paused, and the mail server of one no longer accepts its password. */
export function planAccounts(story: Story): void {
  const mailboxesByDay: readonly (readonly [day: number, Mailbox])[] = [
    [0, { name: 'mara', email: 'mara.lindqvist@example.com', fromName: 'Mara Lindqvist', dailyLimit: 60 }],
    [0, { name: 'jonas', email: 'jonas.weber@example.org', fromName: 'Jonas Weber', dailyLimit: 50 }],
    [66, { name: 'events', email: 'events@example.net', fromName: 'Northlight Events', dailyLimit: 80 }],
    [
      77,
      { name: 'partners', email: 'partners@example.com', fromName: 'Northlight Partners', dailyLimit: 30 },
    ],
  ];
  for (const [day, mailbox] of mailboxesByDay) story.on(day, 8.5, () => connect(story, mailbox));
  story.on(73, 9, () => updateAccount(story, 'events', { status: 'paused' }));
  story.on(81, 10.2, () => refusePassword(story, 'partners'));
}

async function connect(story: Story, { name, ...mailbox }: Mailbox): Promise<void> {
  const { world, accounts } = story;
  const { smtpPort, imapPort } = world.settings.mail;
  const server = { host: '127.0.0.1', secure: false, username: mailbox.email };
  const input = NewEmailAccount.parse({
    ...mailbox,
    password: 'any password',
    minGapSeconds: 45,
    maxGapSeconds: 90,
    smtp: { ...server, port: smtpPort },
    imap: { ...server, port: imapPort },
    rampUp: { enabled: name === 'mara', startPerDay: 10, increment: 5 },
  });
  const change = await connectAccount(world.services, world.workspaceId, input, ownerOf(world));
  const { id } = await commitAsUser(world, 'owner', { route: connectRoutes.smtp, fields: input }, change);
  accounts.set(name, id);
  await updateAccount(story, name, { signatureHtml, timezone: 'Europe/Berlin' });
}

/** Changes settings of an account, as the owner does. */
export async function updateAccount(
  { world, accounts }: Story,
  name: AccountName,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { services, workspaceId } = world;
  const id = accounts.get(name) ?? '';
  const patch = EmailAccountPatch.parse(fields);
  const change = await planAccountUpdate(services, workspaceId, id, patch);
  await commitAsUser(world, 'owner', { route: emailAccountRoutes.update, fields }, change);
}

/** Records a login that the mail server rejected, so the account needs a new password. */
async function refusePassword({ world, accounts }: Story, name: AccountName): Promise<void> {
  const { services, workspaceId } = world;
  const account = await findAccount(services.table, workspaceId, accounts.get(name) ?? '');
  if (!account) return;
  const failure = { kind: 'auth', smtpCode: 535 } as const;
  const { until: _, ...stop } = planSendFailure(workspaceId, account, failure, services.now());
  await commit(services, workspaceId, stop);
}

function ownerOf({ users }: World): AccountAuthor {
  return { id: users.get('owner')?.id ?? '', role: 'owner' };
}
