import { commit } from '#lib/commit/commit.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { answerKey } from '#lib/replies/answers/answer-items.ts';
import { planAnswer } from '#lib/replies/answers/plan-answer.ts';
import type { ReplyPatch } from '#lib/replies/reply.ts';
import { planStoredReply } from '#lib/replies/store.ts';
import { planReplyUpdate } from '#lib/replies/update.ts';
import { newId } from '#lib/values/ids.ts';
import type { Bench } from './bench.ts';
import { writeAll } from './fixtures.ts';

export interface ReplyIds {
  readonly campaignId: string;
  readonly contactId: string;
  readonly executionId: string;
  readonly stepId: string;
  readonly emailAccountId: string;
}

export function newReplyIds(now: number): ReplyIds {
  return {
    campaignId: newId('cmp', now),
    contactId: newId('con', now),
    executionId: newId('exe', now),
    stepId: newId('stp', now),
    emailAccountId: newId('acc', now),
  };
}

/** Replies of ordinary length. @returns their ids, oldest first */
export async function addReplies(
  bench: Bench,
  workspaceId: string,
  ids: ReplyIds,
  count: number,
): Promise<string[]> {
  const services = { vault: kmsVault(bench), now: bench.now };
  const text = 'Thank you, that sounds interesting. Could you call me on Monday? '.repeat(4);
  const content = {
    fromName: 'Ann Lee',
    subject: 'Re: Hello',
    text,
    fullText: `${text}\n> Good day.`.repeat(3),
    html: `<p>${text}</p>`.repeat(6),
    attachments: [],
    cc: [],
    messageId: '<reply@there.example>',
    references: [],
    isTruncated: false,
  };
  const received = { ids, fromEmail: 'ann@example.com', snippet: text.slice(0, 200), content };
  const stored: Awaited<ReturnType<typeof planStoredReply>>[] = [];
  // One after the other, so that only the first one fetches the data key.
  for (let at = 0; at < count; at++) {
    stored.push(await planStoredReply(services, workspaceId, { ...received, isAutomatic: false }));
  }
  await writeAll(
    bench,
    stored.flatMap(({ writes }) => writes),
  );

  return stored.map(({ replyId }) => replyId);
}

export async function changeReply(
  bench: Bench,
  workspaceId: string,
  replyId: string,
  patch: ReplyPatch,
): Promise<void> {
  const change = await planReplyUpdate(bench, workspaceId, replyId, patch);
  await commit(bench, workspaceId, change);
}

/** An answer to a reply, with an unknown outcome. @returns its id */
export async function addUnknownAnswer(bench: Bench, workspaceId: string, replyId: string): Promise<string> {
  const services = { ...bench, vault: kmsVault(bench), signer: kmsTokenSigner() };
  const change = await planAnswer(services, workspaceId, replyId, { text: 'Gladly. Does Monday suit you?' });
  await commit(bench, workspaceId, change);
  const { id, contactId } = change.result;
  await bench.table.update({
    update: answerKey(workspaceId, contactId, id),
    set: { status: 'outcome_unknown' },
  });

  return id;
}
