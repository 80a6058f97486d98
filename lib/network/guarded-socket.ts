import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { type ConnectionTarget, openConnection } from '#lib/network/guarded-connection.ts';
import { checkPublicHost, type Loopback } from '#lib/network/public-host.ts';

type MailHost = Omit<ConnectionTarget, 'rule'> & { loopback: Loopback };

/** Submission and mailbox ports. Port 25 is excluded: accounts submit email; they do not relay to other servers. */
const mailPorts: ReadonlySet<number> = new Set([465, 587, 2525, 143, 993]);

/**
 * Opens a plain TCP connection to a customer's mail server, with the same guard as webhooks. The mail client negotiates TLS.
 * @throws ConnectionFailure `dns`, `blocked_address`, `connect` or `timeout`
 */
export async function connectGuarded({ loopback, ...target }: MailHost): Promise<BudgetedSocket> {
  const checked = checkPublicHost(target.host, { loopback });
  // An exempt host is a loopback address in the local stack. Its mail catcher uses other ports.
  if (!checked.ok || !(checked.exempt || mailPorts.has(target.port))) {
    throw new ConnectionFailure('blocked_address');
  }

  return openConnection({ ...target, rule: checked.rule });
}
