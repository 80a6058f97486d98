import { readAddressClaim } from '#lib/contacts/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import type { Inbox } from '#lib/inbox/inbox.ts';
import type { MessageRef } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Servers stop trying after at most five days (RFC 5321, section 4.5.4.1). The report itself may be delayed. */
const reportDelayMaxMs = 7 * 86_400_000;
/** Maximum addresses checked per report. Each costs two reads. */
const addressesMax = 5;

/** A sent message that a received message may concern. */
export interface LinkCandidate {
  readonly execution: Execution;
  readonly ref: MessageRef;
  /** When the server accepted the message, in epoch milliseconds. */
  readonly sentAt: number;
}

/** Reads the account's last message to an address for each campaign. Strongly consistent. */
export async function readLastMessagesTo(
  { table }: Services,
  { workspaceId, accountId }: Inbox,
  address: string,
): Promise<LinkCandidate[]> {
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

/** Reads the recent messages to each address that a report may still arrive for. */
export async function readReportableMessages(
  services: Services,
  inbox: Inbox,
  addresses: readonly string[],
): Promise<LinkCandidate[][]> {
  const now = services.now();
  const messagesByAddress = await Promise.all(
    addresses.slice(0, addressesMax).map((address) => readLastMessagesTo(services, inbox, address)),
  );

  return messagesByAddress.map((messages) =>
    messages.filter(({ sentAt }) => sentAt <= now && now - sentAt <= reportDelayMaxMs),
  );
}
