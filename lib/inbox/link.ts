import { clockToleranceMs, type Proof, proofOf } from '#lib/bounces/proof.ts';
import type { Bounce } from '#lib/bounces/read-bounces.ts';
import { readAddressClaim } from '#lib/contacts/stored.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { readContactExecutions } from '#lib/executions/executions.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import { countUnprovenReport, unprovenReportsMax } from '#lib/executions/reports.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import type { ParsedMessage, RelevantClassification } from '#lib/inbox/parse-message.ts';
import { findAuthenticMention, type MessageRef } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';
import { isEmailAddress, normaliseEmail } from '#lib/values/email-address.ts';

/** The sent message that a received message concerns. */
export interface Link {
  readonly ref: MessageRef;
  /**
   * `code`: the message contains our `Message-ID`, and the signature in it is valid. `sender`: it comes from the address to which
   * the account has sent an email before; only for replies.
   */
  readonly proof: 'code' | 'sender' | Proof;
}

/** Servers stop trying after at most five days (RFC 5321, section 4.5.4.1). The report itself may be delayed. */
const reportDelayMaxMs = 7 * 86_400_000;
/** Maximum addresses checked per report. Each costs two reads. */
const addressesMax = 5;

/** A sent message that a received message may concern. */
interface LinkCandidate {
  readonly execution: Execution;
  readonly ref: MessageRef;
  /** When the server accepted the message, in epoch milliseconds. */
  readonly sentAt: number;
}

/** Finds our sent message that a received message answers or reports on, with the proof; undefined without a proof. */
export async function findLink(
  services: InboxServices,
  inbox: Inbox,
  parsed: ParsedMessage,
  arrivedAt: number,
): Promise<Link | undefined> {
  const { classification } = parsed;
  const mentions =
    'mentions' in classification ? classification.mentions : (classification.bounces[0]?.mentions ?? []);
  const ref = await findAuthenticMention(services.signer, inbox.workspaceId, mentions);
  if (ref) return { ref, proof: 'code' };
  // The code is forged or belongs to another workspace.
  if (mentions.length > 0) return undefined;
  if (isReply(classification)) return linkReply(services, inbox, classification, arrivedAt);
  switch (classification.kind) {
    case 'hard_bounce':
    case 'soft_bounce':
      return linkReport(services, inbox, classification.bounces, parsed);
    default:
      return undefined;
  }
}

type Reply = Extract<RelevantClassification, { kind: 'reply' | 'auto_reply' }>;

export function isReply(classification: RelevantClassification): classification is Reply {
  return classification.kind === 'reply' || classification.kind === 'auto_reply';
}

/** Links a reply without our `Message-ID`, which a mail server may have replaced or a mail program may have omitted. */
export async function linkReply(
  services: InboxServices,
  inbox: Inbox,
  { from, serverIds }: Reply,
  arrivedAt: number,
): Promise<Link | undefined> {
  if (from === null) return undefined;
  const sent = await readMessagesBefore(services, inbox, normaliseEmail(from), arrivedAt);
  const answered = sent.find(({ execution }) => serverIds.some((id) => id === execution.serverId));
  if (answered) return { ref: answered.ref, proof: 'server_id' };

  return sent[0] && { ref: sent[0].ref, proof: 'sender' };
}

/**
 * Reads the account's messages to an address that a message from this address may answer, the latest first: one per campaign. Costs
 * one read if no contact has the address, otherwise two. @param arrivedAt epoch milliseconds; NaN matches no message
 */
export async function readMessagesBefore(
  services: Services,
  inbox: Inbox,
  address: string,
  arrivedAt: number,
): Promise<LinkCandidate[]> {
  const sent = await readLastMessagesTo(services, inbox, address);

  return sent
    .filter(({ sentAt }) => sentAt <= arrivedAt + clockToleranceMs)
    .sort((one, other) => other.sentAt - one.sentAt);
}

async function linkReport(
  services: InboxServices,
  inbox: Inbox,
  bounces: readonly Bounce[],
  { message, returned }: ParsedMessage,
): Promise<Link | undefined> {
  const addresses = [...new Set(bounces.flatMap((bounce) => bounce.addresses))].filter(isEmailAddress);
  const now = services.now();
  const prove = ({ execution, sentAt }: LinkCandidate) =>
    proofOf(
      message,
      returned,
      { serverId: execution.serverId, subject: execution.thread?.subject, sentAt },
      now,
    );
  const candidatesByAddress = await readReportableMessages(services, inbox, addresses);
  const identified = candidatesByAddress.flat().find((each) => prove(each) === 'server_id');
  if (identified) return { ref: identified.ref, proof: 'server_id' };

  for (const [candidate, ...others] of candidatesByAddress) {
    // Without the server's id, the report is ambiguous if the address received several messages.
    if (!candidate || others.length > 0) continue;
    if ((candidate.execution.unprovenReports ?? 0) >= unprovenReportsMax) continue;
    const proof = prove(candidate);
    if (proof) return { ref: candidate.ref, proof };
    await countUnprovenReport(services, candidate.execution);
  }

  return undefined;
}

/**
 * Reads the account's last message to an address for each campaign. A first message without a recorded outcome counts as
 * sent when it was due.
 */
async function readLastMessagesTo(
  { table }: Services,
  { workspaceId, accountId }: Inbox,
  address: string,
): Promise<LinkCandidate[]> {
  const { contactId } = (await readAddressClaim(table, workspaceId, address)) ?? {};
  if (contactId === undefined) return [];
  const hash = recipientHash(address);
  const executions = await readContactExecutions(table, workspaceId, contactId);

  return executions.flatMap((execution) => {
    const { id: executionId, emailAccountId, sentTo: recipient, lastSentAt, sendState, dueAt } = execution;
    const isClaimed = sendState === 'sending' || sendState === 'unknown';
    const stepId = execution.sentSteps.at(-1) ?? (isClaimed ? execution.stepId : undefined);
    if (emailAccountId !== accountId || recipient !== hash || stepId === undefined) return [];

    return [
      {
        execution,
        ref: { executionId, step: stepId },
        sentAt: lastSentAt === undefined ? dueAt : Date.parse(lastSentAt),
      },
    ];
  });
}

/** Reads, for each address, the last messages for which a report may still arrive. */
async function readReportableMessages(
  services: Services,
  inbox: Inbox,
  addresses: readonly string[],
): Promise<LinkCandidate[][]> {
  const now = services.now();
  const messagesByAddress = await Promise.all(
    addresses.slice(0, addressesMax).map((address) => readLastMessagesTo(services, inbox, address)),
  );

  return messagesByAddress.map((messages) =>
    messages.filter(
      ({ execution, sentAt }) =>
        execution.lastSentAt !== undefined && sentAt <= now && now - sentAt <= reportDelayMaxMs,
    ),
  );
}
