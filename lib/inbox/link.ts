import { readNotice } from '#lib/bounces/notice.ts';
import { type Proof, proofOf } from '#lib/bounces/proof.ts';
import type { Bounce } from '#lib/bounces/read-bounces.ts';
import { readReturnedHeader } from '#lib/bounces/returned-header.ts';
import { countUnprovenReport, unprovenReportsMax } from '#lib/executions/unproven-reports.ts';
import type { Finding } from '#lib/inbox/classify.ts';
import { messagesTo, reportable, type SentTo } from '#lib/inbox/find-sent.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { findAuthenticMention, type MessageRef } from '#lib/mail/message-id.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';
import { isEmailAddress, normaliseEmail } from '#lib/values/email-address.ts';

/** A finding that may concern one of our messages. */
export type Concern = Exclude<Finding, { kind: 'other' }>;

export interface Link {
  readonly ref: MessageRef;
  /** `code`: it repeats the code in our id. */
  readonly proof: 'code' | Proof;
}

/** The message of ours that a received message is about, with what shows it; undefined when nothing does. */
export async function findLink(
  services: InboxServices,
  inbox: Inbox,
  finding: Concern,
  mail: ReceivedMail,
): Promise<Link | undefined> {
  const mentions = 'mentions' in finding ? finding.mentions : (finding.bounces[0]?.mentions ?? []);
  const ref = await findAuthenticMention(services.signer, inbox.workspaceId, mentions);
  if (ref) return { ref, proof: 'code' };
  // Its code is forged, or another workspace's.
  if (mentions.length > 0) return undefined;
  switch (finding.kind) {
    case 'reply':
    case 'auto_reply':
      return linkReply(services, inbox, finding);
    case 'hard_bounce':
      return linkReport(services, inbox, finding.bounces, mail);
    default:
      return undefined;
  }
}

/** A reply to a message whose `Message-ID` its server replaced. */
async function linkReply(
  services: InboxServices,
  inbox: Inbox,
  { from, serverIds }: Extract<Concern, { kind: 'reply' | 'auto_reply' }>,
): Promise<Link | undefined> {
  if (from === null || serverIds.length === 0) return undefined;
  const sent = await messagesTo(services, inbox, normaliseEmail(from));
  const own = sent.find(({ execution }) => serverIds.some((id) => id === execution.serverId));

  return own && { ref: own.ref, proof: 'server_id' };
}

async function linkReport(
  services: InboxServices,
  inbox: Inbox,
  bounces: readonly Bounce[],
  mail: ReceivedMail,
): Promise<Link | undefined> {
  const addresses = [...new Set(bounces.flatMap(({ addresses: own }) => own))].filter(isEmailAddress);
  const returned = readReturnedHeader(mail, readNotice(mail.text));
  const now = services.now();
  const prove = ({ execution, sentAt }: SentTo) =>
    proofOf(
      mail,
      returned,
      { serverId: execution.serverId, subject: execution.thread?.subject, sentAt },
      now,
    );
  const messages = await reportable(services, inbox, addresses);
  const identified = messages.flat().find((each) => prove(each) === 'server_id');
  if (identified) return { ref: identified.ref, proof: 'server_id' };

  for (const [only, ...others] of messages) {
    // Without the server's id, a report could be about any of several messages to the address.
    if (!only || others.length > 0) continue;
    if ((only.execution.unprovenReports ?? 0) >= unprovenReportsMax) continue;
    const proof = prove(only);
    if (proof) return { ref: only.ref, proof };
    await countUnprovenReport(services, only.execution);
  }

  return undefined;
}
