import { commit } from '#lib/commit/commit.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import {
  findSenderSetting,
  findServiceSender,
  planServiceSender,
} from '#lib/direct-emails/service-sender.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import type { Services } from '#lib/runtime/services.ts';
import { createWorkspace, hasWorkspace } from '#lib/workspaces/workspaces.ts';
import type { ReadyReport } from './ready-report.ts';
import { withTable } from './seed.ts';

const email = 'service@outreach.example';
const name = 'Service';

interface SenderSettings {
  readonly environment: Readonly<Record<string, string>>;
  readonly mail: Pick<ReadyReport['mail'], 'smtp'>;
}

/**
 * Sets the mailbox that sends the emails of the service, as the operator of a deployed stage does: one at the stack's mail server, in a
 * separate workspace. A later start follows changed ports.
 */
export async function setLocalSender({ environment, mail }: SenderSettings): Promise<void> {
  const linksBaseUrl = environment['LINKS_BASE_URL'];
  // Stacks of other templates send no emails of the service.
  if (linksBaseUrl === undefined) return;
  const pagesUrl = `${linksBaseUrl}/dashboard/`;
  await withTable(environment, async (services) => {
    const before = await findServiceSender(services.table);
    if (before?.pagesUrl === pagesUrl && before.account.smtp.port === mail.smtp.port) return;
    const workspaceId = await findOrCreateWorkspace(services);
    const { id: emailAccountId } = await connectSender(services, workspaceId, { environment, mail });
    const change = await planServiceSender(services.table, { workspaceId, emailAccountId, pagesUrl });
    await commit(services, workspaceId, change);
  });
}

/** The workspace of the last sender, also if its mailbox was disconnected, unless an operator has deleted the workspace. */
async function findOrCreateWorkspace(services: Services): Promise<string> {
  const { workspaceId } = (await findSenderSetting(services.table)) ?? {};
  const exists = workspaceId !== undefined && (await hasWorkspace(services, workspaceId));

  return exists ? workspaceId : (await createWorkspace(services, name)).id;
}

async function connectSender(services: Services, workspaceId: string, { environment, mail }: SenderSettings) {
  // The client of the vault reads its settings from the environment.
  Object.assign(process.env, environment);
  const account = NewEmailAccount.parse({
    email,
    fromName: 'Outreach',
    password: 'any password',
    smtp: { host: mail.smtp.host, port: mail.smtp.port, secure: false, username: email },
  });
  const ports = { ...services, vault: kmsVault(services) };
  const change = await connectAccount(ports, workspaceId, account, operatorAuthor);
  await commit(services, workspaceId, change);

  return change.result;
}
