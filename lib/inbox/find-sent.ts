import { readAddressClaim } from '#lib/contacts/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import type { Inbox } from '#lib/inbox/inbox.ts';
import type { MessageRef } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Servers give up after five days at most (RFC 5321, section 4.5.4.1); their report may wait, too. */
const reportMs = 7 * 86_400_000;
/** Of one report. Each costs two reads. */
const addressesMax = 5;

export interface SentTo {
  readonly execution: Execution;
  readonly ref: MessageRef;
  /** When its server accepted it, in epoch milliseconds. */
  readonly sentAt: number;
}

/** The last messages of an account to an address, one for each campaign. Strongly consistent. */
export async function messagesTo(
  { table }: Services,
  { workspaceId, accountId }: Inbox,
  address: string,
): Promise<SentTo[]> {
  const { contactId } = (await readAddressClaim(table, workspaceId, address)) ?? {};
  if (contactId === undefined) return [];
  const hash = recipientHash(address);
  const executions = await readContactExecutions(table, workspaceId, contactId);

  return executions.flatMap((execution) => {
    const { id: executionId, emailAccountId, sentTo: recipient, lastSentAt, sentSteps } = execution;
    const stepId = sentSteps.at(-1);
    if (emailAccountId !== accountId || recipient !== hash || lastSentAt === undefined || !stepId) return [];

    return [{ execution, ref: { executionId, stepId }, sentAt: Date.parse(lastSentAt) }];
  });
}

/** What was sent to these addresses and may still be reported, by address. */
export async function reportable(
  services: Services,
  inbox: Inbox,
  addresses: readonly string[],
): Promise<SentTo[][]> {
  const now = services.now();
  const all = await Promise.all(
    addresses.slice(0, addressesMax).map((address) => messagesTo(services, inbox, address)),
  );

  return all.map((sent) => sent.filter(({ sentAt }) => sentAt <= now && now - sentAt <= reportMs));
}
