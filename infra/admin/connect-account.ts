import { operatorPut } from '#lib/audit-log/record.ts';
import { commit } from '#lib/commit/commit.ts';
import { verifyLogins } from '#lib/connect/verify-logins.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { loopbackRule } from '#lib/runtime/config.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import { services } from '#lib/runtime/services.ts';
import { invalid } from '#lib/values/problem.ts';
import type { AdminOptions } from './options.ts';
import { readPassword } from './standard-input.ts';

/**
 * Connects an account after logging in to its mail servers; a failed login changes nothing. If the address is already connected, the
 * account keeps its id and its omitted settings.
 */
export async function connectAccountCommand(options: AdminOptions): Promise<{ id: string; email: string }> {
  const workspace = String(options.workspace);
  const account = NewEmailAccount.parse({
    ...readOptions(options),
    password: await readPassword(options),
  });
  const problems = await verifyLogins(account, loopbackRule());
  if (problems.length > 0) throw invalid(problems);

  const base = services();
  const ports = { ...base, vault: kmsVault(base) };

  return retryOnConflict(async () => {
    const change = await connectAccount(ports, workspace, account, operatorAuthor);
    await commit(base, workspace, change, [
      operatorPut(workspace, 'connect-account', change.result.id, base.now()),
    ]);

    return { id: change.result.id, email: change.result.email };
  });
}

function readOptions(options: AdminOptions) {
  return {
    email: options.email,
    fromName: options['from-name'],
    smtp: {
      host: options['smtp-host'],
      port: options['smtp-port'],
      secure: options.secure === true,
      username: options.username ?? options.email,
    },
    ...(options['imap-host'] !== undefined && {
      imap: {
        host: options['imap-host'],
        port: options['imap-port'],
        secure: options['imap-secure'] === true,
        username: options['imap-username'] ?? options.username ?? options.email,
      },
    }),
    dailyLimit: options['daily-limit'],
    minGapSeconds: options['min-gap'],
    maxGapSeconds: options['max-gap'],
    ...(options['no-ramp-up'] === true && { rampUp: { enabled: false, startPerDay: 10, increment: 5 } }),
  };
}
